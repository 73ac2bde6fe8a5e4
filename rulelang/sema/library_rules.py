"""How calls of the library are typed: one small rule for each function.

A rule checks the arguments and says what the call gives. Functions of boards find their board by the kind of the space, or take
it as their first argument; the board is kept on the call (`Call.board`), so later stages need not look for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulelang.sema import expressions, facts, fits, library, queries, records, say, tokens, trials, types
from rulelang.sema.context import Body
from rulelang.sema.symbols import BoardSymbol, BuiltinSymbol, KindSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes

MANY = 1000
"""As many arguments as one likes."""


@dataclass(frozen=True, slots=True)
class Function:
    """How many arguments a function takes (the board not counted), how it is shown, whether it walks, and its typing rule."""

    fewest: int
    most: int
    usage: str
    rule: Callable[[Body, nodes.Call, Type | None], Type]
    board: bool = False
    walks: bool = False
    grid: bool = False


def check(body: Body, node: nodes.Call, name: str, wanted: Type | None) -> Type:
    """The type of a call of the library."""
    function = FUNCTIONS[name]
    given = list(node.arguments)
    if function.board and given:
        board = _board_named(body, given[0])
        if board is not None:
            node.board = board
            expressions.check(body, given[0])
            given = given[1:]
            if name == "lines":
                given = list(node.arguments)
    if not function.walks:
        for walk, word in ((node.through, "through"), (node.along, "along")):
            if walk is not None:
                body.sink.error("RL0307", f"`{name}` takes no `{word}`", walk.span, help=f"it is written {function.usage}")
    if not function.fewest <= len(given) <= function.most:
        for argument in given:
            expressions.check(body, argument)
        wanted_words = say.count(function.fewest, "argument") if function.fewest == function.most else "other arguments"
        body.sink.error("RL0307", f"`{name}` takes {wanted_words}", node.span, help=f"it is written {function.usage}")
        return types.BAD
    return function.rule(body, node, wanted)


def _rest(node: nodes.Call) -> list[nodes.Expression]:
    """The arguments without the board."""
    if node.board is not None and isinstance(node.arguments[0], nodes.Name) and node.arguments[0].symbol is node.board:
        return node.arguments[1:]
    return node.arguments


# ------------------------------------------------------------------------------------------------------------ players


def _player_to_list(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    expressions.player(body, node.arguments[0], "`clockwise`")
    return types.ListType(types.PLAYER)


def _player_to_player(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    expressions.player(body, node.arguments[0], _called(node))
    return types.PLAYER


def _seat(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    expressions.player(body, node.arguments[0], "`seat`")
    model = body.game.model
    return types.IntType(1, model.most if model.declaration is not None else None)


def _called(node: nodes.Call) -> str:
    return f"`{node.function.text}`" if isinstance(node.function, nodes.Name) else "this"


# ------------------------------------------------------------------------------------------------------------ lists


def _list_to_list(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    return types.ListType(fits.widened(expressions.listed(body, node.arguments[0], _item(wanted))))


def _item(wanted: Type | None) -> Type | None:
    return types.item_of(wanted) if wanted is not None else None


def _list_to_item(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    item = expressions.listed(body, node.arguments[0], types.without_none(wanted) if wanted is not None else None)
    if isinstance(item, types.BadType) or facts.filled(node.arguments[0]) in body.facts:
        return fits.widened(item)
    return types.OptionalType(types.without_none(fits.widened(item)))


def _the(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    return expressions.listed(body, node.arguments[0], wanted)


def _number_of_list(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    item = expressions.listed(body, node.arguments[0], types.INT)
    expressions.insist(body, node.arguments[0], types.ListType(item), types.ListType(types.INT), _called(node))
    return types.INT


def _count(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    expressions.listed(body, node.arguments[0])
    return types.IntType(0, None)


def _truth_of_list(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    item = expressions.listed(body, node.arguments[0], types.BOOL)
    expressions.insist(body, node.arguments[0], types.ListType(item), types.ListType(types.BOOL), _called(node))
    return types.BOOL


def _position(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _item_and_list(body, node, node.arguments[0], node.arguments[1])
    return types.IntType(1, None)


def _neighbour_in_list(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """`next(xs, x)`: lists are rings here, so there always is one."""
    return _item_and_list(body, node, node.arguments[1], node.arguments[0])


def _turned_list(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    return types.ListType(_item_and_list(body, node, node.arguments[1], node.arguments[0]))


def _item_and_list(body: Body, node: nodes.Call, item: nodes.Expression, xs: nodes.Expression) -> Type:
    """Check an item and a list it is looked for in; the type of the list's items."""
    found = fits.widened(expressions.listed(body, xs))
    type_ = expressions.check(body, item, found)
    if isinstance(type_, types.OptionalType):
        expressions.untested(body, item)
    elif not fits.related(type_, found):
        expressions.insist(body, item, type_, found, _called(node))
    return found


def _first_of(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    item = expressions.listed(body, node.arguments[0], _item(wanted))
    expressions.number(body, node.arguments[1], "`first_of`")
    return types.ListType(fits.widened(item))


# ------------------------------------------------------------------------------------------------------------ numbers


def _extreme(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    if len(node.arguments) == 1:
        return _number_of_list(body, node, wanted)
    for argument in node.arguments:
        expressions.number(body, argument, _called(node))
    return types.INT


def _abs(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    expressions.number(body, node.arguments[0], "`abs`")
    return types.IntType(0, None)


def _range(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    first = expressions.number(body, node.arguments[0], "`range`")
    last = expressions.number(body, node.arguments[1], "`range`")
    lowest = first.lowest if isinstance(first, types.IntType) else None
    highest = last.highest if isinstance(last, types.IntType) else None
    return types.ListType(types.IntType(lowest, highest))


# ------------------------------------------------------------------------------------------------------------ boards


def _board_named(body: Body, argument: nodes.Expression) -> BoardSymbol | None:
    if isinstance(argument, nodes.Name) and body.local(argument.text) is None:
        return body.game.model.boards.get(argument.text)
    return None


def _space(body: Body, node: nodes.Call, argument: nodes.Expression) -> Type:
    """Check a space, and find the board it lies on unless that is known."""
    wanted = types.KindType(node.board.kind) if isinstance(node.board, BoardSymbol) else None
    type_ = expressions.check(body, argument, wanted)
    if wanted is not None:
        expressions.insist(body, argument, type_, wanted, _called(node))
        return wanted
    if isinstance(type_, types.BadType):
        return type_
    if isinstance(type_, types.OptionalType):
        expressions.untested(body, argument)
        type_ = type_.base
    if not isinstance(type_, types.KindType):
        body.sink.error(
            "RL0301",
            f"{body.game.quoted(argument)} is {say.type_words(type_)}; {_called(node)} wants a space of a board",
            argument.span,
        )
        return types.BAD
    found = [b for b in body.game.model.boards.values() if type_.kind.is_a(b.kind)]
    if len(found) == 1:
        node.board = found[0]
        return types.KindType(found[0].kind)
    _no_board(body, node, argument, type_.kind, found)
    return types.BAD


def _no_board(body: Body, node: nodes.Call, argument: nodes.Expression, kind: KindSymbol, found: list[BoardSymbol]) -> None:
    if found:
        body.sink.error(
            "RL0610",
            f"{body.game.quoted(argument)} lies on several boards",
            argument.span,
            help=f"name the board first: {_called(node).removesuffix('`')}({found[0].name}, ...)`",
        )
        return
    below = [b for b in body.game.model.boards.values() if b.kind.is_a(kind)]
    helps = (
        (f"only a {below[0].kind.name} lies on `{below[0].name}`: test first that it `is {below[0].kind.name}`",) if below else ()
    )
    body.sink.error(
        "RL0610", f"{body.game.quoted(argument)} is a {kind.name}, and no board is of {kind.name}", argument.span, help=helps
    )


def _walks(body: Body, node: nodes.Call) -> None:
    """Check `through s where C` and `along e where D`."""
    board = node.board
    for walk, edges in ((node.through, False), (node.along, True)):
        if walk is None:
            continue
        kind = (board.edge_kind if edges else board.kind) if isinstance(board, BoardSymbol) else None
        if edges and isinstance(board, BoardSymbol) and kind is None and board.node.edge_kind is None:
            body.sink.error(
                "RL0610",
                f"the ways of `{board.name}` are no things, so `along` has nothing to test",
                walk.span,
                others=say.declared_at(board),
                help="declare the board `by` a kind",
            )
        with body.scope(), body.believing({}):
            walk.symbol = body.declare(walk.name, types.KindType(kind) if kind is not None else types.BAD, "query")
            with body.doing_nothing(f"`{'along' if edges else 'through'}`"):
                queries.where(body, walk.condition)


def _spaces(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """`neighbours(s)`, `connected(s)`: spaces from one space; `neighbours(s, [north, east])` only in those directions."""
    rest = _rest(node)
    space = _space(body, node, rest[0])
    if len(rest) > 1:
        _on_grid(body, node)
        expressions.want(body, rest[1], types.ListType(types.DIRECTION), "`neighbours`")
        for direction in rest[1].items if isinstance(rest[1], nodes.ListLiteral) else ():
            _known_direction(body, direction, node.board)
    _walks(body, node)
    return types.ListType(space)


def _within(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    space = _space(body, node, _rest(node)[0])
    _steps(body, _rest(node)[1], "`within`")
    _walks(body, node)
    return types.ListType(space)


def _steps(body: Body, argument: nodes.Expression, what: str) -> None:
    expressions.number(body, argument, what)


def _two_spaces(body: Body, node: nodes.Call) -> Type:
    first, second = _rest(node)[:2]
    space = _space(body, node, first)
    if node.board is not None:
        _space(body, node, second)
    else:
        expressions.check(body, second)
    _walks(body, node)
    return space


def _distance(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _two_spaces(body, node)
    return types.IntType(0, None)


def _path(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    return types.ListType(_two_spaces(body, node))


def _edge(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _two_spaces(body, node)
    return _edge_type(body, node)


def _edge_type(body: Body, node: nodes.Call) -> Type:
    if not isinstance(node.board, BoardSymbol):
        return types.BAD
    if node.board.edge_kind is None and node.board.node.edge_kind is not None:
        return types.BAD
    if node.board.edge_kind is None:
        body.sink.error(
            "RL0610",
            f"the ways of `{node.board.name}` are no things",
            node.span,
            others=say.declared_at(node.board),
            help="declare the board `by` a kind to reach its ways",
        )
        return types.BAD
    return types.KindType(node.board.edge_kind)


def _edges(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _space(body, node, _rest(node)[0])
    return types.ListType(_edge_type(body, node))


def _ends(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    argument = _rest(node)[0]
    type_ = expressions.check(body, argument)
    if isinstance(type_, types.OptionalType):
        expressions.untested(body, argument)
        type_ = type_.base
    boards = body.game.model.boards.values()
    found = [b for b in boards if isinstance(type_, types.KindType) and b.edge_kind is not None and type_.kind.is_a(b.edge_kind)]
    if node.board is None and len(found) == 1:
        node.board = found[0]
    if isinstance(node.board, BoardSymbol):
        return types.ListType(types.KindType(node.board.kind))
    if not isinstance(type_, types.BadType):
        message = f"{body.game.quoted(argument)} is {say.type_words(type_)}"
        if found:
            body.sink.error("RL0610", f"{message}, and a way of several boards", argument.span, help="name the board first")
        else:
            body.sink.error("RL0610", f"{message}, and no way of a board", argument.span)
    return types.BAD


def _on_grid(body: Body, node: nodes.Call, hexes: bool = True) -> None:
    """A function that goes by directions, or by columns and rows, wants a board that has them."""
    board = node.board
    if not isinstance(board, BoardSymbol):
        return
    on_hexes = board.hex_grid or board.node.hexes is not None
    if (board.node.grid is not None and not on_hexes) or (hexes and on_hexes):
        return
    has = "lies on hexes" if on_hexes else "has ways"
    body.sink.error(
        "RL0610",
        f"{_called(node)} needs a grid{' or hexes' if hexes else ''}, and `{board.name}` {has}",
        node.span,
        others=say.declared_at(board),
    )


def _direction(body: Body, argument: nodes.Expression, what: str, board: object = None) -> None:
    expressions.want(body, argument, types.DIRECTION, what)
    _known_direction(body, argument, board)


def _known_direction(body: Body, argument: nodes.Expression, board: object) -> None:
    """Hexes have six directions: one that is written must be among them."""
    if not isinstance(board, BoardSymbol) or not (board.hex_grid or board.node.hexes is not None):
        return
    pointy = board.hex_grid or (board.node.hexes is not None and board.node.hexes.pointy)
    missing = ("north", "south") if pointy else ("east", "west")
    if isinstance(argument, nodes.Name) and argument.text in missing and isinstance(argument.symbol, BuiltinSymbol):
        form = "a point" if pointy else "a side"
        body.sink.error(
            "RL0615",
            f"nothing lies {argument.text} of a space of `{board.name}`, whose hexes stand on {form}",
            argument.span,
            others=say.declared_at(board),
            help=f"such hexes have neither `{missing[0]}` nor `{missing[1]}`, but the other six directions",
        )


def _step(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    space = _space(body, node, _rest(node)[0])
    _on_grid(body, node)
    _direction(body, _rest(node)[1], "`step`", node.board)
    return space if isinstance(space, types.BadType) else types.OptionalType(space)


def _ray(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    rest = _rest(node)
    space = _space(body, node, rest[0])
    _on_grid(body, node)
    _direction(body, rest[1], "`ray`", node.board)
    if len(rest) > 2:
        _steps(body, rest[2], "`ray`")
    _walks(body, node)
    return types.ListType(space)


def _lines(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    rest = node.arguments
    if node.board is not None:
        expressions.check(body, rest[0])
        space: Type = types.KindType(node.board.kind)
    else:
        space = _space(body, node, rest[0])
    _on_grid(body, node)
    expressions.number(body, rest[1], "`lines`")
    return types.ListType(types.ListType(space))


def _between(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    space = _two_spaces(body, node)
    _on_grid(body, node)
    return types.ListType(space)


def _leaps(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    rest = _rest(node)
    space = _space(body, node, rest[0])
    _on_grid(body, node, hexes=False)
    for argument in rest[1:]:
        expressions.number(body, argument, "`leaps`")
    return types.ListType(space)


def _direction_of(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _two_spaces(body, node)
    _on_grid(body, node)
    return types.OptionalType(types.DIRECTION)


def _beside(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _direction(body, node.arguments[0], "`beside`")
    return types.ListType(types.DIRECTION)


def _opposite(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    _direction(body, node.arguments[0], "`opposite`")
    return types.DIRECTION


# ------------------------------------------------------------------------------------------------------------ zones


def _end_of_zone(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    type_ = expressions.place(body, node.arguments[0], _called(node))
    if isinstance(type_, types.ZoneType):
        tokens.refuse(body, node.arguments[0], "which have no order", "name the sort you mean, or pick one at random")
        thing = types.KindType(type_.kind)
        return thing if facts.filled(node.arguments[0]) in body.facts else types.OptionalType(thing)
    if isinstance(type_, types.BoxType):
        body.sink.error("RL0608", "the box has no order", node.arguments[0].span)
    return types.BAD


def _holder(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """Who holds a thing: a player, or a thing that has a zone; told by the wanted type, or by which zones there are."""
    argument = node.arguments[0]
    type_ = expressions.check(body, argument)
    if isinstance(type_, types.OptionalType):
        expressions.untested(body, argument)
        type_ = type_.base
    if isinstance(type_, types.BadType):
        return types.BAD
    if not isinstance(type_, types.KindType):
        body.sink.error(
            "RL0301", f"{body.game.quoted(argument)} is {say.type_words(type_)}; `holder` wants a thing", argument.span
        )
        return types.BAD
    if type_.kind.root.counted:
        body.sink.error(
            "RL0616",
            f"{type_.kind.root.name} are counted and lie in many places at once, so they have no holder",
            node.span,
            help="ask how many lie in a zone: `zone[sort]`",
        )
        return types.BAD
    holders: list[Type] = []
    for symbol in body.holders(type_.kind):
        body.reads(symbol)
        found: Type | None = None
        if symbol.holder == "player":
            found = types.PLAYER
        elif isinstance(symbol.holder, KindSymbol):
            found = types.KindType(symbol.holder)
        if found is not None and found not in holders:
            holders.append(found)
    asked = types.without_none(wanted) if wanted is not None else None
    if asked is not None and any(fits.related(asked, h) for h in holders):
        return types.OptionalType(asked)
    if len(holders) == 1:
        return types.OptionalType(holders[0])
    if not holders:
        body.sink.error("RL0609", f"neither players nor things have a zone for a {type_.kind.name}", node.span)
    else:
        words = " or ".join(say.type_words(h) for h in holders[:3])
        body.sink.error(
            "RL0310",
            f"the holder of {body.game.quoted(argument)} could be {words}",
            node.span,
            help=f"say which: `let holder_of_it: {holders[0].describe().capitalize()}? = {body.game.text(node.span)}`",
        )
    return types.BAD


def _knowing(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """What the rules know and the chooser may not: its value as it is."""
    return expressions.check(body, node.arguments[0], wanted)


FUNCTIONS: dict[str, Function] = {
    "clockwise": Function(1, 1, "`clockwise(p)`", _player_to_list),
    "left_of": Function(1, 1, "`left_of(p)`", _player_to_player),
    "right_of": Function(1, 1, "`right_of(p)`", _player_to_player),
    "opponent": Function(1, 1, "`opponent(p)`", _player_to_player),
    "seat": Function(1, 1, "`seat(p)`", _seat),
    "reverse": Function(1, 1, "`reverse(xs)`", _list_to_list),
    "position": Function(2, 2, "`position(x, xs)`", _position),
    "next": Function(2, 2, "`next(xs, x)`", _neighbour_in_list),
    "previous": Function(2, 2, "`previous(xs, x)`", _neighbour_in_list),
    "after": Function(2, 2, "`after(xs, x)`", _turned_list),
    "starting_at": Function(2, 2, "`starting_at(xs, x)`", _turned_list),
    "first_of": Function(2, 2, "`first_of(xs, n)`", _first_of),
    "distinct": Function(1, 1, "`distinct(xs)`", _list_to_list),
    "sorted": Function(1, 1, "`sorted(xs)`", _list_to_list),
    "each": Function(1, 1, "`each(xs)`", _list_to_list),
    "first": Function(1, 1, "`first(xs)`", _list_to_item),
    "last": Function(1, 1, "`last(xs)`", _list_to_item),
    "the": Function(1, 1, "`the(xs)`", _the),
    "count": Function(1, 1, "`count(x in xs where ...)`", _count),
    "sum": Function(1, 1, "`sum(... for x in xs)`", _number_of_list),
    "highest": Function(1, 1, "`highest(... for x in xs)`", _number_of_list),
    "lowest": Function(1, 1, "`lowest(... for x in xs)`", _number_of_list),
    "any": Function(1, 1, "`any(x in xs where ...)`", _truth_of_list),
    "all": Function(1, 1, "`all(x in xs where ...)`", _truth_of_list),
    "places": Function(1, 1, "`places(x in xs by ...)`", _list_to_list),
    "min": Function(1, MANY, "`min(a, b)`", _extreme),
    "max": Function(1, MANY, "`max(a, b)`", _extreme),
    "abs": Function(1, 1, "`abs(n)`", _abs),
    "range": Function(2, 2, "`range(1, 6)`", _range),
    "neighbours": Function(1, 2, "`neighbours(s)` or `neighbours(s, [north, east])`", _spaces, board=True, walks=True),
    "connected": Function(1, 1, "`connected(s)`", _spaces, board=True, walks=True),
    "within": Function(2, 2, "`within(s, 2)` or `within(s, 1 to 2)`", _within, board=True, walks=True),
    "distance": Function(2, 2, "`distance(a, b)`", _distance, board=True, walks=True),
    "path": Function(2, 2, "`path(a, b)`", _path, board=True, walks=True),
    "next_steps": Function(2, 2, "`next_steps(a, b)`", _path, board=True, walks=True),
    "edge": Function(2, 2, "`edge(a, b)`", _edge, board=True),
    "edges": Function(1, 1, "`edges(s)`", _edges, board=True),
    "ends": Function(1, 1, "`ends(e)`", _ends, board=True),
    "step": Function(2, 2, "`step(s, north)`", _step, board=True),
    "ray": Function(2, 3, "`ray(s, north)`", _ray, board=True, walks=True),
    "lines": Function(2, 2, "`lines(board, 3)` or `lines(s, 3)`", _lines, board=True),
    "between": Function(2, 2, "`between(a, b)`", _between, board=True),
    "leaps": Function(3, 3, "`leaps(s, 1, 2)`", _leaps, board=True),
    "direction": Function(2, 2, "`direction(a, b)`", _direction_of, board=True),
    "beside": Function(1, 1, "`beside(d)`", _beside),
    "opposite": Function(1, 1, "`opposite(d)`", _opposite),
    "top": Function(1, 1, "`top(z)`", _end_of_zone),
    "bottom": Function(1, 1, "`bottom(z)`", _end_of_zone),
    "holder": Function(1, 1, "`holder(x)`", _holder),
    "knowing": Function(1, 1, "`knowing(...)`", _knowing),
    "possible": Function(1, 1, "`possible(build(p, x))`", trials.possible),
    "would": Function(2, 2, "`would(build(p, x), p.gold > 0)`", trials.would),
    "times": Function(1, 1, "`times(position)`", records.times),
    "supply": Function(1, 1, "`supply(gold)`", records.supply),
}

assert FUNCTIONS.keys() == library.FUNCTIONS.keys()

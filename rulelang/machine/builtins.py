"""Lowers the functions of the standard library.

Functions of boards and grids become look-ups in tables wherever their way is not limited by the state; the tables are made
here, once for each world. What stays a call is a `Helper` of `machine.library`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulelang.machine import boards, ir, library
from rulelang.machine.boards import STEPS
from rulelang.machine.fault import WorldError
from rulelang.machine.reading import called
from rulelang.sema.symbols import BoardSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import BoardType, IntType, ListType, OptionalType, PlayerType, ZoneType
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.machine.expressions import Body

Lowering = Callable[["Body", nodes.Call, list[nodes.Expression]], ir.Expr]


def lower_builtin(body: Body, node: nodes.Call, name: str) -> ir.Expr:
    """The IR of a call of the standard library."""
    board, arguments = board_argument(body, node, name)
    if board is not None:
        return BOARD_FUNCTIONS[name](body, node, board, arguments)
    return FUNCTIONS[name](body, node, arguments)


def board_argument(body: Body, node: nodes.Call, name: str) -> tuple[BoardSymbol | None, list[nodes.Expression]]:
    """The board a function works on, and its other arguments."""
    if name not in BOARD_FUNCTIONS:
        return None, node.arguments
    first = node.arguments[0]
    if isinstance(first.type, BoardType):
        board = body.world.model.boards[first.type.name]
        return board, node.arguments[1:]
    if isinstance(node.board, BoardSymbol):
        return node.board, node.arguments
    return body.board_of(first.type), node.arguments


# ------------------------------------------------------------------------------------------------------------ players and lists


def _turned(body: Body, player: ir.Expr, by: int) -> ir.Expr:
    count = body.world.players
    table = f"T_seat_{by % count}"
    body.world.tables[table] = tuple((seat + by) % count for seat in range(count))
    return ir.Lookup(table, player)


def _clockwise(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    count = body.world.players
    body.world.tables["T_clockwise"] = tuple(tuple((seat + k) % count for k in range(count)) for seat in range(count))
    return ir.Lookup("T_clockwise", body.holder(arguments[0]))


def _seat(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    return ir.Operation("+", [body.holder(arguments[0]), ir.Const(1)])


def _left(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    return _turned(body, body.holder(arguments[0]), 1)


def _right(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    return _turned(body, body.holder(arguments[0]), -1)


def _helper(name: str, order: tuple[int, ...]) -> Lowering:
    def lowering(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
        lowered = [body.items(a) if isinstance(a.type, ListType | ZoneType | BoardType) else body.scalar(a) for a in arguments]
        return ir.Helper(name, [lowered[i] for i in order] if order else lowered)

    return lowering


def _trial(body: Body, node: nodes.Expression) -> tuple[str, ir.Expr | None, list[ir.Expr]]:
    """The rule that `possible` or `would` tries: its name, the thing whose rule it is, and its arguments."""
    assert isinstance(node, nodes.Call)
    symbol = called(node)
    assert isinstance(symbol, RoutineSymbol | MethodSymbol)
    arguments = [body.bounded(a, p.type) for a, p in zip(node.arguments, symbol.parameters, strict=True)]
    if isinstance(symbol, RoutineSymbol):
        return body.routine_name(symbol), None, [*body.own_arguments(symbol), *arguments]
    receiver = body.holder(node.function.value) if isinstance(node.function, nodes.Attribute) else body.this
    assert receiver is not None
    return body.method_name(symbol), receiver, arguments


def _possible(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    return ir.Possible(*_trial(body, arguments[0]))


def _would(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    name, receiver, handed = _trial(body, arguments[0])
    condition, values = body.apart(body.lower(arguments[1]), arguments[1].span)
    return ir.Would(name, receiver, handed, condition, list(values))


def _times(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    return ir.Helper("times", [body.lower(arguments[0])])


def _supply(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    return body.lower(arguments[0])


def _first(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    inner = arguments[0].type
    item = inner.item if isinstance(inner, ListType) else None
    name = "first_list" if isinstance(item, ListType) else "first_number" if isinstance(item, IntType) else "first"
    return ir.Helper(name, [body.items(arguments[0])])


def _last(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    inner = arguments[0].type
    numbers = isinstance(inner, ListType) and isinstance(inner.item, IntType)
    return ir.Helper("last_number" if numbers else "last", [body.items(arguments[0])])


def known(expr: ir.Expr, node: nodes.Expression, function: str) -> int:
    """A number that a table is made for, which must be known before play."""
    if isinstance(expr, ir.Const):
        return int(expr.value)
    raise WorldError("RL0621", f"`{function}` wants a number that is known before play", node.span)


def _query_word(form: str) -> Lowering:
    """`count(xs)`, `sum(xs)`, `highest(xs)` of a list that stands by itself."""

    def lowering(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
        items = body.items(arguments[0])
        if form == "each" or form == "sorted":
            variable = body.variable("one")
            return ir.QueryExpr(form, None, [ir.Source(variable, items, None)], [(variable, False)] if form == "sorted" else [])
        if form == "count":
            return ir.Helper("size", [items])
        variable = body.variable("one")
        return ir.QueryExpr(form, variable, [ir.Source(variable, items, None)], span=node.span)

    return lowering


def _numbers(name: str) -> Lowering:
    def lowering(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
        if len(arguments) == 1 and isinstance(arguments[0].type, ListType) and name in ("min", "max"):
            return ir.Helper("lowest" if name == "min" else "highest", [body.items(arguments[0])])
        return ir.Helper(name, [body.scalar(a) for a in arguments])

    return lowering


# ------------------------------------------------------------------------------------------------------------ zones


def _end(top: bool) -> Lowering:
    def lowering(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
        zone = arguments[0]
        if isinstance(zone.type, ZoneType):
            store = zone.type.kind.root.name
            return ir.Helper("top" if top else "bottom", [ir.Const(store), body.lower(zone)], state=True)
        return ir.Helper("first" if top else "last", [body.items(zone)])

    return lowering


def _knowing(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    """What the rules know: its value as it is."""
    return body.fitted(arguments[0], node.type)


def _holder(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    """The thing or player whose zone holds something: none where it lies in a zone of another sort of holder."""
    store_name = body.store_of(arguments[0].type)
    wanted = node.type.base if isinstance(node.type, OptionalType) else node.type
    kind = "player" if isinstance(wanted, PlayerType) else body.store_of(wanted)
    store = next(s for s in body.world.stores.values() if s.name == store_name)
    table = f"T_holder_{store_name}_{kind}"
    body.world.tables[table] = tuple(z.holder_number if z.field is not None and z.holder == kind else -1 for z in store.zones)
    return ir.Lookup(table, ir.Place(store_name, body.holder(arguments[0])))


# ------------------------------------------------------------------------------------------------------------ boards

BoardLowering = Callable[["Body", nodes.Call, BoardSymbol, list[nodes.Expression]], ir.Expr]


def _walk(name: str) -> BoardLowering:
    def lowering(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
        table = boards.table(body.world, board)
        if name == "neighbours" and len(arguments) == 2:
            return _neighbours_in(body, board, arguments)
        lowered = [body.holder(a) for a in arguments if not isinstance(a, nodes.RangeArgument)]
        if name == "within":
            span = arguments[1]
            if isinstance(span, nodes.RangeArgument):
                lowered = [lowered[0], body.scalar(span.lowest), body.scalar(span.highest)]
            else:
                lowered = [lowered[0], ir.Const(0), lowered[1]]
        through, along = body.walk_test(node.through), body.walk_test(node.along)
        if through is None and along is None:
            folded = _tabled(body, board, name, lowered)
            if folded is not None:
                return folded
        return ir.WalkExpr(name, table, lowered, through, along)

    return lowering


TABLED_SPACES = 400
"""A board with more spaces keeps `distance` and the like as searches."""


def _tabled(body: Body, board: BoardSymbol, name: str, lowered: list[ir.Expr]) -> ir.Expr | None:
    """A look-up for a walk that nothing limits."""
    world = body.world
    table = world.boards[boards.table(world, board)]
    if name == "neighbours":
        return ir.Lookup(f"T_{board.name}_neighbours", lowered[0])
    if table.size > TABLED_SPACES:
        return None
    if name == "distance":
        key = f"T_{board.name}_distance"
        if key not in world.tables:
            rows = []
            for space in range(table.size):
                distances = library.walk_distances(table, space, None, None)
                rows.append(tuple(distances.get(other, table.far) for other in range(table.size)))
            world.tables[key] = tuple(rows)
        return ir.Helper("item0", [ir.Lookup(key, lowered[0]), lowered[1]])
    if name == "within" and isinstance(lowered[1], ir.Const) and isinstance(lowered[2], ir.Const):
        least, most = lowered[1].value, lowered[2].value
        key = f"T_{board.name}_within_{least}_{most}".replace("-", "m")
        if key not in world.tables:
            world.tables[key] = tuple(tuple(library.walk_within(table, s, least, most)) for s in range(table.size))
        return ir.Lookup(key, lowered[0])
    return None


def _neighbours_in(body: Body, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    """`neighbours(s, [north, east])`: those that exist in these directions."""
    steps = boards.steps(body.world, board)
    space = body.holder(arguments[0])
    directions = body.items(arguments[1])
    world = body.world
    if isinstance(directions, ir.Const):
        key = f"T_{board.name}_neighbours_{'_'.join(map(str, directions.value))}"
        if key not in world.tables:
            rows = world.tables[steps]
            size = len(rows[0])
            world.tables[key] = tuple(tuple(rows[d][s] for d in directions.value if rows[d][s] >= 0) for s in range(size))
        return ir.Lookup(key, space)
    direction = body.variable("direction", shape=["direction"])
    there = ir.Helper("item0", [ir.Lookup(steps, direction), space])
    return ir.QueryExpr("each", there, [ir.Source(direction, directions, ir.Operation(">=", [there, ir.Const(0)]))])


def _edge(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    a, b = body.holder(arguments[0]), body.holder(arguments[1])
    name = boards.table(body.world, board)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        try:
            return ir.Const(library.edge_between(body.world.boards[name], a.value, b.value))
        except library.Fault:
            pass
    return ir.WalkExpr("edge", name, [a, b], None, None)


def _edges(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    boards.table(body.world, board)
    return ir.Lookup(f"T_{board.name}_edges", body.holder(arguments[0]))


def _ends(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    world = body.world
    key = f"T_{board.name}_ends"
    if key not in world.tables:
        assert board.edge_kind is not None
        ends: list[tuple[int, ...]] = [()] * len(world.store(board.edge_kind).things)
        for a, b, edge in board.ways:
            if edge is not None:
                ends[world.things_of(edge)[0].number] = (world.things_of(a)[0].number, world.things_of(b)[0].number)
        world.tables[key] = tuple(ends)
    return ir.Lookup(key, body.holder(arguments[0]))


def _step(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    table = boards.steps(body.world, board)
    space, direction = body.holder(arguments[0]), body.holder(arguments[1])
    if isinstance(direction, ir.Const):
        key = f"{table}_{direction.value}"
        body.world.tables[key] = body.world.tables[table][direction.value]
        return ir.Lookup(key, space)
    return ir.Helper("item0", [ir.Lookup(table, direction), space])


def _ray(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    world = body.world
    steps = boards.steps(world, board)
    space, direction = body.holder(arguments[0]), body.holder(arguments[1])
    through = body.walk_test(node.through)
    if len(arguments) > 2:
        return ir.WalkExpr("ray", steps, [space, direction, body.scalar(arguments[2])], through, None)
    key = f"T_{board.name}_ray"
    if key not in world.tables:
        world.tables[key] = tuple(tuple(tuple(library.ray(row, s)) for s in range(len(row))) for row in world.tables[steps])
    row = ir.Helper("item0", [ir.Lookup(key, direction), space])
    return row if through is None else ir.Prefix(row, *through)


def _lines(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    *space, length = [body.scalar(a) for a in arguments]
    count = known(length, arguments[-1], "lines")
    if space:
        return ir.Lookup(boards.lines_through(body.world, board, count), space[0])
    return ir.Const(boards.lines(body.world, board, count))


def _pairs(body: Body, board: BoardSymbol, name: str, arguments: list[nodes.Expression]) -> ir.Expr:
    """`between` and `direction`, by two spaces, as tables of tables."""
    world = body.world
    key = f"T_{board.name}_{name}"
    if key not in world.tables:
        steps = world.tables[boards.steps(world, board)]
        size = len(steps[0])
        rows: list[list[Any]] = [[() if name == "between" else -1 for _ in range(size)] for _ in range(size)]
        for number, row in enumerate(steps):
            for space in range(size):
                way = library.ray(row, space)
                for index, there in enumerate(way):
                    rows[space][there] = tuple(way[:index]) if name == "between" else number
        world.tables[key] = tuple(map(tuple, rows))
    return ir.Helper("item0", [ir.Lookup(key, body.holder(arguments[0])), body.holder(arguments[1])])


def _between(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    return _pairs(body, board, "between", arguments)


def _direction(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    return _pairs(body, board, "direction", arguments)


def _leaps(body: Body, node: nodes.Call, board: BoardSymbol, arguments: list[nodes.Expression]) -> ir.Expr:
    world = body.world
    along = known(body.scalar(arguments[1]), arguments[1], "leaps")
    across = known(body.scalar(arguments[2]), arguments[2], "leaps")
    key = f"T_{board.name}_leaps_{along}_{across}"
    if key not in world.tables:
        at = boards.places(world, board)
        rows: list[tuple[int, ...]] = [()] * len(world.store(board.kind).things)
        offsets = sorted(
            {(sx * x, sy * y) for x, y in ((along, across), (across, along)) for sx in (1, -1) for sy in (1, -1)},
            key=lambda o: (o[1], o[0]),
        )
        for square, number in at.items():
            found = (at.get((square[0] + x, square[1] + y), -1) for x, y in offsets)
            rows[number] = tuple(n for n in found if n >= 0)
        world.tables[key] = tuple(rows)
    return ir.Lookup(key, body.holder(arguments[0]))


def _beside(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    body.world.tables["T_beside"] = tuple(((d - 1) % len(STEPS), (d + 1) % len(STEPS)) for d in range(len(STEPS)))
    return ir.Lookup("T_beside", body.holder(arguments[0]))


def _opposite(body: Body, node: nodes.Call, arguments: list[nodes.Expression]) -> ir.Expr:
    body.world.tables["T_opposite"] = tuple((d + 4) % len(STEPS) for d in range(len(STEPS)))
    return ir.Lookup("T_opposite", body.holder(arguments[0]))


FUNCTIONS: dict[str, Lowering] = {
    "clockwise": _clockwise,
    "left_of": _left,
    "right_of": _right,
    "opponent": _left,
    "seat": _seat,
    "reverse": _helper("reverse", ()),
    "position": _helper("position", ()),
    "next": _helper("next", ()),
    "previous": _helper("previous", ()),
    "after": _helper("after", ()),
    "starting_at": _helper("starting_at", ()),
    "first_of": _helper("first_of", ()),
    "distinct": _helper("distinct", ()),
    "first": _first,
    "last": _last,
    "the": _query_word("the"),
    "count": _query_word("count"),
    "sum": _query_word("sum"),
    "each": _query_word("each"),
    "sorted": _query_word("sorted"),
    "any": _query_word("any"),
    "all": _query_word("all"),
    "highest": _query_word("highest"),
    "lowest": _query_word("lowest"),
    "places": _query_word("places"),
    "min": _numbers("min"),
    "max": _numbers("max"),
    "abs": _numbers("abs"),
    "range": _numbers("range"),
    "beside": _beside,
    "opposite": _opposite,
    "top": _end(True),
    "bottom": _end(False),
    "holder": _holder,
    "knowing": _knowing,
    "possible": _possible,
    "would": _would,
    "times": _times,
    "supply": _supply,
}

BOARD_FUNCTIONS: dict[str, BoardLowering] = {
    "neighbours": _walk("neighbours"),
    "distance": _walk("distance"),
    "path": _walk("path"),
    "within": _walk("within"),
    "next_steps": _walk("next_steps"),
    "connected": _walk("connected"),
    "edge": _edge,
    "edges": _edges,
    "ends": _ends,
    "step": _step,
    "ray": _ray,
    "lines": _lines,
    "between": _between,
    "direction": _direction,
    "leaps": _leaps,
}

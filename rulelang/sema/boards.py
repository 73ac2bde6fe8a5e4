"""From `board`, its ways, grid or hexes, to spaces and what joins them.

Each way of a board with an edge kind, and each square of a grid, makes one `InstanceSymbol`. Squares are named by column and row
(`a1` bottom left) and come row by row from the bottom; a way without a name is called by its two spaces. Where hexes lie, and
which things are spaces in a match, is worked out by `machine.boards` when the number of players and the settings are known.
"""

from __future__ import annotations

from itertools import pairwise

from rulelang.sema import declaring, say, types
from rulelang.sema.context import Game, use
from rulelang.sema.symbols import BoardSymbol, FieldSymbol, HexPlaces, InstanceSymbol, Symbol
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

Declared = dict[str, Symbol]

WIDEST = 26
"""How many columns a grid may have: one for each letter."""

HIGHEST = 99
"""How many rows a grid may have."""


def lay_out(game: Game, declared: Declared) -> None:
    """The spaces and ways of all boards. Grids come first: they make the things that other boards may join."""
    boards = game.model.boards.values()
    for board in boards:
        if board.node.grid is not None:
            _grid(game, board, board.node.grid, declared)
    for board in boards:
        if board.node.grid is None:
            board.spaces = [i for i in game.model.instances if i.kind.is_a(board.kind)]
    for board in boards:
        if board.node.hexes is not None:
            _hexes(game, board, board.node.hexes)
        if board.node.placed is not None:
            board.placed = _two_fields(game, board, board.node.placed, "spaces are drawn where two numbers say", "x, y")
        by_name = {i.name: i for i in game.model.instances}
        joined: dict[frozenset[str], Span] = {}
        for way in board.node.ways:
            _way(game, board, way, by_name, joined, declared)
        _gaps(game, board, by_name, joined)


def _hexes(game: Game, board: BoardSymbol, node: nodes.Hexes) -> None:
    """The two fields that place the spaces."""
    if board.edge_kind is not None:
        game.sink.error("RL0607", "the ways of hexes are no things", board.node.span, help="leave `by` out")
    found = _two_fields(game, board, node, "hexes are placed by two numbers", "q, r")
    if found is not None:
        board.hexes = HexPlaces(node.pointy, *found)


def _two_fields(
    game: Game, board: BoardSymbol, node: nodes.Hexes | nodes.Placed, why: str, names: str
) -> tuple[FieldSymbol, FieldSymbol] | None:
    """The two numbers of a space that say where it lies; none where they are not there."""
    found: list[FieldSymbol] = []
    for name in (node.across, node.down):
        field = board.kind.field(name.text)
        if field is None:
            near = [n for kind in board.kind.lineage() for n in kind.fields]
            helps = f"declare in the kind where each space lies: `{names}: Int`"
            game.unknown("RL0203", f"{board.kind.name} has no `{name.text}`", name.span, name.text, near, helps)
            continue
        use(field, name.span)
        if isinstance(field.type, types.IntType):
            found.append(field)
        elif not isinstance(field.type, types.BadType):
            message = f"`{field.name}` is {say.type_words(field.type)}; {why}"
            game.sink.error("RL0607", message, name.span, others=say.declared_at(field))
    return (found[0], found[1]) if len(found) == 2 else None


def check_places(game: Game) -> None:
    """The places of spaces never change, which is known when all is checked; a space without neighbours is told."""
    for board in game.model.boards.values():
        if board.placed is not None and board.node.placed is not None:
            _unchanging(game, board, board.placed, board.node.placed)
        if board.hexes is not None and board.node.hexes is not None:
            _unchanging(game, board, (board.hexes.across, board.hexes.down), board.node.hexes)
            _alone(game, board, board.hexes)


def _unchanging(
    game: Game, board: BoardSymbol, fields: tuple[FieldSymbol, FieldSymbol], node: nodes.Hexes | nodes.Placed
) -> None:
    for field, name in zip(fields, (node.across, node.down), strict=True):
        if not game.never_changes(field) and game.missed(field.name):
            game.sink.error(
                "RL0607",
                f"`{field.name}` changes in play, so it cannot place the spaces of `{board.name}`",
                name.span,
                others=say.declared_at(field),
                help="keep what changes in another field",
            )


def _alone(game: Game, board: BoardSymbol, hexes: HexPlaces) -> None:
    """Tell of spaces that have no neighbour whatever the match, as far as places are written as numbers."""
    places: dict[InstanceSymbol, tuple[int, int]] = {}
    for space in board.spaces:
        across, down = (_written(space, field.name) for field in (hexes.across, hexes.down))
        if across is None or down is None or space.family is not None:
            return
        places[space] = (across, down)
    taken = set(places.values())
    joined = {space for way in board.ways for space in way[:2]}
    for space, (across, down) in places.items():
        around = [(across + x, down + y) for x, y in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))]
        if space not in joined and not any(place in taken for place in around):
            game.sink.warning(
                "RL0908",
                f"no other space of `{board.name}` lies beside `{space.name}`",
                space.span,
                others=say.declared_at(board),
                help="look at its place, or join it by a way of its own",
            )


def _written(space: InstanceSymbol, name: str) -> int | None:
    """The number that a thing is given for a field, if it is written as one."""
    value = space.values.get(name)
    if isinstance(value, nodes.Negate) and isinstance(value.operand, nodes.Number):
        return -value.operand.value
    return value.value if isinstance(value, nodes.Number) else None


def _gaps(game: Game, board: BoardSymbol, by_name: dict[str, InstanceSymbol], joined: dict[frozenset[str], Span]) -> None:
    """Neighbours of a grid or of hexes that are none."""
    for gap in board.node.gaps:
        if board.node.grid is None and board.node.hexes is None:
            game.sink.error(
                "RL0607",
                f"`{board.name}` has only the ways that are written, so there is nothing to take away",
                gap.span,
                help="leave the way out instead",
            )
            continue
        spaces = [_space(game, board, name, by_name) for name in gap.spaces]
        for (first, a), (second, b) in pairwise(zip(gap.spaces, spaces, strict=True)):
            if a is None or b is None:
                continue
            span = first.span.to(second.span)
            ends = frozenset((first.text, second.text))
            if ends in joined:
                game.sink.error(
                    "RL0607",
                    f"`{first.text}` and `{second.text}` are joined and kept apart",
                    span,
                    others=(Label(joined[ends], "joined here"),),
                )
            board.gaps.append((a, b, span))


def _grid(game: Game, board: BoardSymbol, grid: nodes.Grid, declared: Declared) -> None:
    if not 1 <= grid.columns <= WIDEST or not 1 <= grid.rows <= HIGHEST:
        game.sink.error("RL0607", f"a grid has 1 to {WIDEST} columns and 1 to {HIGHEST} rows", grid.span)
        return
    if board.edge_kind is not None:
        game.sink.error("RL0607", "the ways of a grid are no things", board.node.span, help="leave `by` out")
    others = [i for i in game.model.instances if i.kind.is_a(board.kind) or board.kind.is_a(i.kind)]
    if others and any(i.square is not None for i in others):
        game.sink.error(
            "RL0607",
            f"another grid is of {board.kind.name} already",
            grid.span,
            others=say.declared_at(others[0].board or others[0]),
        )
        return
    if others:
        game.sink.error(
            "RL0607",
            f"the squares of a grid are all the things of its kind, and there is `{others[0].name}` as well",
            grid.span,
            others=say.declared_at(others[0]),
            help="give it another kind",
        )
    board.grid = (grid.columns, grid.rows)
    for row in range(1, grid.rows + 1):
        for column in range(1, grid.columns + 1):
            name = f"{chr(ord('a') + column - 1)}{row}"
            symbol = InstanceSymbol(name=name, span=grid.span, kind=board.kind, square=(column, row), board=board)
            earlier = declared.get(name)
            if earlier is not None:
                game.sink.error(
                    "RL0201",
                    f"a square of `{board.name}` is called `{name}` as well",
                    earlier.span,
                    others=(Label(grid.span, "the grid"),),
                    help="choose another name",
                )
            else:
                declared[name] = symbol
            game.model.instances.append(symbol)
            board.kind.instances.append(symbol)
            board.spaces.append(symbol)


def way_names(board: nodes.Board) -> list[tuple[str, Span]]:
    """The names of all edges of a board, with their places."""
    names: list[tuple[str, Span]] = []
    for way in board.ways:
        pairs = list(zip(way.spaces, way.spaces[1:], strict=False))
        for number, (first, second) in enumerate(pairs, 1):
            if way.name is None:
                names.append((f"{first.text}_{second.text}", first.span.to(second.span)))
            else:
                names.append((way.name.text if len(pairs) == 1 else f"{way.name.text}_{number}", way.name.span))
    return names


def _way(
    game: Game,
    board: BoardSymbol,
    way: nodes.Way,
    by_name: dict[str, InstanceSymbol],
    joined: dict[frozenset[str], Span],
    declared: Declared,
) -> None:
    if way.name is not None and board.edge_kind is None and board.node.edge_kind is None:
        game.sink.error(
            "RL0607",
            f"the ways of `{board.name}` have no names",
            way.name.span,
            others=say.declared_at(board),
            help="declare the board `by` a kind, whose things its ways are",
        )
    spaces = [_space(game, board, name, by_name) for name in way.spaces]
    pairs = list(zip(way.spaces, way.spaces[1:], strict=False))
    for number, (first, second) in enumerate(pairs, 1):
        a, b = spaces[number - 1], spaces[number]
        if a is None or b is None:
            continue
        span = first.span.to(second.span)
        ends = frozenset((first.text, second.text))
        if len(ends) == 1:
            game.sink.error("RL0607", f"this way leads from `{first.text}` to itself", span)
            continue
        if ends in joined and way.name is None:
            game.sink.error(
                "RL0607", f"`{first.text}` and `{second.text}` are joined twice", span, others=(Label(joined[ends], "the first"),)
            )
            continue
        joined.setdefault(ends, span)
        edge: InstanceSymbol | None = None
        if board.edge_kind is not None:
            if way.name is None:
                name, place = f"{first.text}_{second.text}", span
            else:
                name, place = (way.name.text if len(pairs) == 1 else f"{way.name.text}_{number}"), way.name.span
            edge = _edge(game, board, name, place, by_name, declared)
            edge.edge = (a, b)
            way.symbols.append(edge)
        board.ways.append((a, b, edge))


def _edge(
    game: Game, board: BoardSymbol, name: str, place: Span, by_name: dict[str, InstanceSymbol], declared: Declared
) -> InstanceSymbol:
    """The thing that a way is: one declared under its name, else a new one."""
    assert board.edge_kind is not None
    found = by_name.get(name)
    if (
        found is not None
        and found.kind.is_a(board.edge_kind)
        and found.edge is None
        and found.copies is None
        and found.family is None
    ):
        found.board = board
        if found.span != place:
            use(found, place)
        declared.setdefault(name, found)
        return found
    symbol = InstanceSymbol(name=name, span=place, kind=board.edge_kind, board=board)
    if declaring.declare(game, symbol, declared):
        by_name[name] = symbol
        game.model.instances.append(symbol)
        board.edge_kind.instances.append(symbol)
    return symbol


def _space(game: Game, board: BoardSymbol, name: nodes.Identifier, by_name: dict[str, InstanceSymbol]) -> InstanceSymbol | None:
    found = by_name.get(name.text)
    if found is None:
        game.unknown(
            "RL0202", f"there is no {board.kind.name} called `{name.text}`", name.span, name.text, [s.name for s in board.spaces]
        )
        return None
    use(found, name.span)
    if not found.kind.is_a(board.kind):
        game.sink.error(
            "RL0607",
            f"`{name.text}` is a {found.kind.name}, and `{board.name}` is of {board.kind.name}",
            name.span,
            others=say.declared_at(found),
        )
        return None
    if found.copies is not None or found.family is not None:
        game.sink.error(
            "RL0607", f"there are several `{name.text}`, so no way can end there", name.span, others=say.declared_at(found)
        )
        return None
    return found

"""Boards as tables: which things are spaces in a match, where they lie, and what joins them.

A board is known once the number of players and the settings are: only then can the condition on its spaces be answered, the
places of hexes be looked up, and a space that is left out lose its ways. A grid and hexes come down to the same table: for each
of the eight directions and each space the next space, or -1. Grids use all eight, pointed hexes all but north and south, flat
hexes all but east and west. Neighbours, rays and lines are made of that table; ways written by hand join the neighbours only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulelang.machine import diagrams, library
from rulelang.machine.fault import WorldError
from rulelang.machine.registry import label_of
from rulelang.sema.symbols import BoardSymbol, FieldSymbol, InstanceSymbol, KindSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import BoolType, EnumType
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.machine.world import World

Step = tuple[int, int]

STEPS: tuple[Step | None, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""By direction, from north clockwise: how many columns to the right and rows up the next square of a grid lies."""

POINTY: tuple[Step | None, ...] = (None, (1, -1), (1, 0), (0, 1), None, (-1, 1), (-1, 0), (0, -1))
"""Of hexes that stand on a point: how the two numbers change, the first to the east, the second to the southeast."""

FLAT: tuple[Step | None, ...] = ((0, -1), (1, -1), None, (1, 0), (0, 1), (-1, 1), None, (-1, 0))
"""Of hexes that stand on a side: the first number grows to the southeast, the second to the south."""

LEANING: tuple[Step | None, ...] = (None, (1, 1), (1, 0), (0, -1), None, (-1, -1), (-1, 0), (0, 1))
"""Of a grid of hexes: how columns and rows change. Each row lies half a hex to the left of the one below."""

ORTHOGONALS = (0, 2, 4, 6)
LINES = (2, 0, 1, 3, 5, 7)
"""The directions in which lines are looked for, those of a grid first; each line is found in one of them."""


def steps_of(board: BoardSymbol) -> tuple[Step | None, ...]:
    """How places change by direction."""
    if board.grid is not None:
        return LEANING if board.hex_grid else STEPS
    if board.hexes is None:
        return STEPS
    return POINTY if board.hexes.pointy else FLAT


def spaces(world: World, board: BoardSymbol) -> tuple[int, ...]:
    """The spaces of a board in this match, in order."""
    if board not in world.board_spaces:
        numbers = [t.number for s in board.spaces for t in world.things_of(s)]
        condition = board.node.condition
        if condition is not None:
            world.enter(f"the spaces of `{board.name}`", board.span)
            numbers = [n for n in numbers if world.evaluate(condition, {}, n)]
            world.leave()
        world.board_spaces[board] = tuple(numbers)
    return world.board_spaces[board]


def places(world: World, board: BoardSymbol) -> dict[Step, int]:
    """The space at each place of a grid or of hexes."""
    here = spaces(world, board)
    store = world.store(board.kind)
    if board.hexes is None:
        squares = {number: store.things[number].symbol.square for number in here}
        return {square: number for number, square in squares.items() if square is not None}
    across, down = (world.tables[world.constant_table(f)] for f in (board.hexes.across, board.hexes.down))
    found: dict[Step, int] = {}
    for number in here:
        place = (across[number], down[number])
        if place in found:
            first, second = (store.things[n] for n in (found[place], number))
            message = f"`{second.name}` lies where `{first.name}` lies, at {place[0]}, {place[1]}"
            raise WorldError("RL0622", message, second.symbol.span)
        found[place] = number
    return found


def steps(world: World, board: BoardSymbol) -> str:
    """The table of the next space by direction and space of a grid or of hexes; -1 where there is none, or a gap."""
    name = f"T_{board.name}_step"
    if name in world.tables:
        return name
    at = places(world, board)
    size = len(world.store(board.kind).things)
    rows: list[list[int]] = []
    for step in steps_of(board):
        row = [-1] * size
        if step is not None:
            for (x, y), number in at.items():
                row[number] = at.get((x + step[0], y + step[1]), -1)
        rows.append(row)
    here = set(spaces(world, board))
    for first, second, span in board.gaps:
        a, b = (world.things_of(s)[0].number for s in (first, second))
        if a not in here or b not in here:
            continue
        between = [direction for direction, row in enumerate(rows) if row[a] == b]
        if not between:
            raise WorldError("RL0607", f"`{first.name}` and `{second.name}` are no neighbours, so no gap is between them", span)
        for direction in between:
            rows[direction][a] = -1
            rows[(direction + 4) % len(rows)][b] = -1
    world.tables[name] = tuple(map(tuple, rows))
    return name


def table(world: World, board: BoardSymbol) -> str:
    """The name of a board's table of neighbours and edges; made when first asked for."""
    name = f"B_{board.name}"
    if name in world.boards:
        return name
    here = spaces(world, board)
    size = len(world.store(board.kind).things)
    neighbours: list[list[int]] = [[] for _ in range(size)]
    edges: list[list[int]] = [[] for _ in range(size)]
    if board.grid is not None or board.hexes is not None:
        rows = world.tables[steps(world, board)]
        for space in here:
            for direction in ORTHOGONALS if board.grid is not None and not board.hex_grid else range(len(rows)):
                if rows[direction][space] >= 0:
                    neighbours[space].append(rows[direction][space])
                    edges[space].append(-1)
    on = set(here)
    for a, b, edge in board.ways:
        first, second = world.things_of(a)[0].number, world.things_of(b)[0].number
        if first not in on or second not in on:
            continue
        number = world.things_of(edge)[0].number if edge is not None else -1
        for one, other in ((first, second), (second, first)):
            neighbours[one].append(other)
            edges[one].append(number)
    world.boards[name] = library.BoardTable(here, tuple(map(tuple, neighbours)), tuple(map(tuple, edges)))
    world.tables[f"T_{board.name}_neighbours"] = tuple(tuple(dict.fromkeys(row)) for row in neighbours)
    world.tables[f"T_{board.name}_edges"] = world.boards[name].edges
    return name


def square_table(world: World, board: BoardSymbol, axis: int) -> str:
    """A grid's table of columns (axis 0) or rows (axis 1), from 1."""
    name = f"T_{board.name}_{'row' if axis else 'column'}"
    if name not in world.tables:
        row = [0] * len(world.store(board.kind).things)
        for space in board.spaces:
            assert space.square is not None
            row[world.things_of(space)[0].number] = space.square[axis]
        world.tables[name] = tuple(row)
    return name


def letters(world: World, board: BoardSymbol) -> str:
    """A grid's table of the letters of columns, with which the names of their squares begin."""
    name = f"T_{board.name}_letter"
    if name not in world.tables:
        columns = world.tables[square_table(world, board, 0)]
        world.tables[name] = tuple(chr(ord("a") + column - 1) if column else "" for column in columns)
    return name


def lines(world: World, board: BoardSymbol, length: int) -> tuple[tuple[int, ...], ...]:
    """All straight lines of so many spaces, each once."""
    rows = world.tables[steps(world, board)]
    found: list[tuple[int, ...]] = []
    for direction in _half(steps_of(board)):
        for start in spaces(world, board):
            line = [start]
            while len(line) < length and line[-1] >= 0:
                line.append(rows[direction][line[-1]])
            if line[-1] >= 0:
                found.append(tuple(line))
    return tuple(found)


def _half(around: tuple[Step | None, ...]) -> Iterator[int]:
    """One of each pair of opposite directions that there are."""
    seen: set[int] = set()
    for direction in LINES:
        if around[direction] is not None and direction not in seen:
            seen.update((direction, (direction + 4) % len(around)))
            yield direction


def lines_through(world: World, board: BoardSymbol, length: int) -> str:
    """The table of the lines of that length through each space."""
    name = f"T_{board.name}_lines_{length}"
    if name not in world.tables:
        found = lines(world, board, length)
        size = len(world.store(board.kind).things)
        world.tables[name] = tuple(tuple(line for line in found if space in line) for space in range(size))
    return name


# ------------------------------------------------------------------------------------------------------------ left out


def absent(world: World) -> frozenset[tuple[str, int]]:
    """The things, by store and number, that could be spaces of a board and are on none in this match."""
    boards = world.model.boards.values()
    if all(board.node.condition is None for board in boards):
        return frozenset()
    could = {(board.kind.root.name, n) for board in boards for n in world.members(board.kind)}
    return frozenset(could - {(board.kind.root.name, n) for board in boards for n in spaces(world, board)})


def named(world: World, node: nodes.Node, left_out: frozenset[tuple[str, int]]) -> Iterator[tuple[nodes.Name, str]]:
    """The names, within a node, of spaces that are left out, with what to say of each."""
    for name in everything(node):
        if isinstance(name, nodes.Name) and isinstance(name.symbol, InstanceSymbol) and _is_out(world, name.symbol, left_out):
            yield name, why_out(world, name.symbol)


def _is_out(world: World, symbol: InstanceSymbol, left_out: frozenset[tuple[str, int]]) -> bool:
    things = world.things_of(symbol)
    return bool(things) and all((symbol.kind.root.name, t.number) in left_out for t in things)


def why_out(world: World, symbol: InstanceSymbol) -> str:
    """That a space is on no board in this match."""
    on = [board.name for board in world.model.boards.values() if symbol.kind.is_a(board.kind)]
    where = f"not on `{on[0]}`" if len(on) == 1 else "on no board"
    return f"`{symbol.name}` is {where} with {world.players} {'player' if world.players == 1 else 'players'}"


def check_constants(world: World) -> None:
    """No constant may name a space that is left out, but those of other spaces left out."""
    left_out = absent(world)
    if not left_out:
        return
    for value in _constants(world, left_out):
        for name, message in named(world, value, left_out):
            raise WorldError("RL0623", message, name.span)


def _constants(world: World, left_out: frozenset[tuple[str, int]]) -> Iterator[nodes.Expression]:
    model = world.model
    fields = [*model.state_fields.values(), *model.player_fields.values()]
    for kind in model.kinds.values():
        fields.extend(kind.fields.values())
        yield from (fixed.value for fixed in kind.fixed.values())
    yield from (field.node.default for field in fields if field.node.default is not None)
    for row in model.player_rows[: world.players]:
        yield from row.values()
    for symbol in model.instances:
        if not _is_out(world, symbol, left_out):
            yield from symbol.values.values()
            for pairs in symbol.map_values.values():
                yield from (part for pair in pairs for part in pair)


# ------------------------------------------------------------------------------------------------------------ what spaces are


def constants(kind: KindSymbol) -> list[FieldSymbol]:
    """The fields of things of a kind that never change and that everybody sees, those of the widest kind first."""
    fields = (field for wider in reversed(list(kind.lineage())) for field in wider.fields.values())
    return [field for field in fields if not field.mutable and field.visibility not in ("secret", "private", "private to")]


def sorts(world: World, board: BoardSymbol) -> tuple[list[str], dict[int, int]]:
    """What sorts the spaces of all boards over the things of this one: the words, and which of them holds for each space. That is
    an enum that never changes, else their kinds; nothing where all are of one sort."""
    all_boards = [other for other in world.model.boards.values() if other.kind.root is board.kind.root]
    here = list(dict.fromkeys(space for other in all_boards for space in spaces(world, other)))
    for field in constants(board.kind):
        if isinstance(field.type, EnumType):
            table = world.tables[world.constant_table(field)]
            used = sorted({table[space] for space in here})
            if len(used) > 1:
                members = [field.type.enum.members[value] for value in used]
                words = [member.label or member.name.replace("_", " ") for member in members]
                return words, {space: used.index(table[space]) for space in here}
    things = world.store(board.kind).things
    kinds = list(dict.fromkeys(things[space].symbol.kind.name for space in here))
    if len(kinds) > 1:
        return kinds, {space: kinds.index(things[space].symbol.kind.name) for space in here}
    return [], {}


def marks(world: World, board: BoardSymbol, space: int) -> list[str]:
    """What is true of a space and never changes."""
    fields = [field for field in constants(board.kind) if isinstance(field.type, BoolType)]
    return [label_of(field) for field in fields if world.tables[world.constant_table(field)][space]]


def said(world: World, board: BoardSymbol) -> list[str]:
    """What each space of a board is, in words."""
    words, sort_of = sorts(world, board)
    return [
        ", ".join([*([words[sort_of[space]]] if words else []), *marks(world, board, space)]) for space in spaces(world, board)
    ]


Layout = dict[str, Any]


def layout(world: World, board: BoardSymbol) -> Layout:
    """What is needed to show a board: its store and spaces, its form, and who is whose neighbour."""
    return {
        "store": board.kind.root.name,
        "spaces": list(spaces(world, board)),
        "grid": list(board.grid) if board.grid is not None else None,
        "leaning": board.hex_grid,
        "pointy": board.hexes.pointy if board.hexes is not None else None,
        "places": [list(p) for p in places(world, board)] if board.grid is not None or board.hexes is not None else None,
        "signs": diagrams.layout(world, board, spaces(world, board)),
        "kinds": said(world, board) if board.grid is None and board.hexes is None else None,
        "neighbours": [list(n) for n in world.boards[table(world, board)].neighbours],
    }

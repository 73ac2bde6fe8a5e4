"""A board before the first move: drawn, if it is a grid or made of hexes, and what cannot be drawn as a list.

What is shown is the board of a match: which spaces it has may depend on the number of players and on settings, so the ones left
out are named. Ways that a drawing does not show, and neighbours that it shows wrongly, are listed under it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.backend.compile import Compiled
from rulelang.errors import NotFound
from rulelang.machine import boards
from rulelang.machine.world import World
from rulelang.runtime import drawing
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Naming
from rulelang.runtime.view import Views
from rulelang.sema.symbols import BoardSymbol
from rulelang.text.suggest import near


def board_text(compiled: Compiled, name: str = "") -> str:
    """A board of a game, or all of them."""
    chosen, machine, naming = boards_called(compiled, name)
    return "\n\n".join(_board(compiled.world, machine, naming, board) for board in chosen)


def boards_called(compiled: Compiled, name: str) -> tuple[list[BoardSymbol], Machine, Naming]:
    """The board of a name, or all where none is given, with what shows them as they are at the start. Raises `NotFound`, with
    near names."""
    known = compiled.model.boards
    if name and name not in known:
        names = near(name, known)
        ways = f"; did you mean {' or '.join(f'`{other}`' for other in names)}?" if names else ""
        raise NotFound(f"no board is called `{name}`{ways}")
    if not known:
        raise NotFound(f"`{compiled.model.name}` has no board")
    machine = Machine(compiled.program)
    naming = Naming(machine.layout, [f"player {seat + 1}" for seat in range(compiled.world.players)])
    return [known[name]] if name else list(known.values()), machine, naming


def _board(world: World, machine: Machine, naming: Naming, board: BoardSymbol) -> str:
    layout = machine.layout.boards[board.name]
    store = board.kind.root.name
    words = {space: naming.thing_label(store, space) for space in layout["spaces"]}
    parts = [_title(world, board)]
    if board.grid is not None:
        views = Views(machine, naming)
        parts.append(drawing.grid(layout, views.marks(machine.blank(), board.name)))
    elif board.hexes is not None:
        parts.append(drawing.hexes(layout, words, {}))
    beside = list(_ways(world, board, words))
    if beside:
        parts.append(drawing.columns(beside))
    notes = [*_gaps(world, board, words), *_left_out(world, naming, board)]
    if notes:
        parts.append("\n".join(notes))
    return "\n\n".join(parts)


def _title(world: World, board: BoardSymbol) -> str:
    here = boards.spaces(world, board)
    count = f"{len(here)} {'space' if len(here) == 1 else 'spaces'}"
    form = ""
    if board.grid is not None:
        form = f"{'hexes' if board.hex_grid else 'a grid'} of {board.grid[0]} by {board.grid[1]}"
    if board.hexes is not None:
        form = "hexes that stand on a point" if board.hexes.pointy else "hexes that stand on a side"
    match = ""
    if board.node.condition is not None:
        match = f", with {world.players} {'player' if world.players == 1 else 'players'}"
    return f"{board.name}: {', '.join(part for part in (count, form) if part)}{match}"


def _ways(world: World, board: BoardSymbol, words: dict[int, str]) -> Iterator[list[str]]:
    """Each space with those that written ways join it to, and the names of ways that have one of their own."""
    to: dict[int, list[str]] = {space: [] for space in words}
    for a, b, edge in board.ways:
        first, second = world.things_of(a)[0].number, world.things_of(b)[0].number
        if first not in to or second not in to:
            continue
        by = ""
        if edge is not None and edge.name not in (f"{a.name}_{b.name}", f"{b.name}_{a.name}"):
            by = f" ({edge.name})"
        to[first].append(f"{words[second]}{by}")
        to[second].append(f"{words[first]}{by}")
    drawn = board.grid is not None or board.hexes is not None
    for space, others in to.items():
        if others or not drawn:
            yield [words[space], ", ".join(others) or "-"]


def _gaps(world: World, board: BoardSymbol, words: dict[int, str]) -> Iterator[str]:
    for a, b, _ in board.gaps:
        first, second = world.things_of(a)[0].number, world.things_of(b)[0].number
        if first in words and second in words:
            yield f"no way between {words[first]} and {words[second]}"


def _left_out(world: World, naming: Naming, board: BoardSymbol) -> Iterator[str]:
    here = boards.spaces(world, board)
    store = board.kind.root.name
    left = [naming.thing_label(store, t.number) for s in board.spaces for t in world.things_of(s) if t.number not in here]
    if left:
        yield f"left out: {', '.join(left)}"

"""Boards as pictures: grids, hexes, and maps of places with the ways between them.

What is drawn is the board of a match before its first move. Spaces are coloured by the first field that sorts them (an enum that
never changes), else by their kinds; what is true of a space stands under its name. Boards over the same places are one map, each
with its own sort of line. Where a board says `spaces at x, y` its places are drawn there, else `map_layout` finds a place for
them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt

from rulelang.backend.compile import Compiled
from rulelang.machine import boards
from rulelang.machine.world import World
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Naming
from rulelang.runtime.view import Views
from rulelang.sema.symbols import BoardSymbol
from rulelang.tools.map_layout import Box, Point, laid_out, scaled
from rulelang.tools.show_board import boards_called
from rulelang.tools.svg import Picture, breadth

TINTS = ("#f4e4c1", "#cfe4f2", "#d9ead3", "#f3d6d3", "#e3d8ee", "#e8e4da", "#fbe7a6", "#d2ebe6")
EDGES = ("#b0894f", "#5d92b8", "#6f9a63", "#b5716b", "#8b74ac", "#8a8272", "#b99a2e", "#4f978c")
"""Colours of what sorts spaces, and of their borders."""

LINES = (
    'stroke="#8a6d3b" stroke-width="2.4"',
    'stroke="#3f7ea6" stroke-width="2.2" stroke-dasharray="7 5"',
    'stroke="#5c8a4f" stroke-width="2.2" stroke-dasharray="2 4"',
    'stroke="#9a5a86" stroke-width="2.2" stroke-dasharray="12 4 2 4"',
)
"""How the ways of each board of a map are drawn."""

GAP = 'stroke="#a4382f" stroke-width="5" stroke-linecap="round"'
HALO = 'fill="#5b4a2e" font-style="italic" stroke="#fdfaf3" stroke-width="4" paint-order="stroke"'
SIZE, SMALL = 14.0, 10.5
SQUARE, HEX = 52.0, 52.0
STEP = 110.0
"""How long a way is drawn, where nothing else says where places are."""

WIDEST = 1800.0


@dataclass(frozen=True, slots=True)
class Look:
    """How the spaces of a kind are sorted: the words of each sort, and the sort of each space."""

    words: tuple[str, ...]
    sorts: Mapping[int, int]

    def fill(self, space: int, plain: int = 0) -> str:
        """The colours of a space."""
        number = self.sorts.get(space, plain) % len(TINTS)
        return f'fill="{TINTS[number]}" stroke="{EDGES[number]}" stroke-width="1.5"'


def board_svg(compiled: Compiled, name: str = "") -> str:
    """One board of a game as a picture, or all of them beneath each other."""
    chosen, machine, naming = boards_called(compiled, name)
    picture = Picture()
    drawer = _Drawer(compiled.world, machine, naming, picture)
    for group in _groups(chosen):
        drawer.draw(group)
    return picture.source(f"{compiled.model.title}: {', '.join(board.name.replace('_', ' ') for board in chosen)}")


def _groups(chosen: Sequence[BoardSymbol]) -> list[list[BoardSymbol]]:
    """Boards that are drawn as one: maps over the same things."""
    groups: list[list[BoardSymbol]] = []
    for board in chosen:
        for group in groups:
            if _is_map(board) and _is_map(group[0]) and group[0].kind.root is board.kind.root:
                group.append(board)
                break
        else:
            groups.append([board])
    return groups


def _is_map(board: BoardSymbol) -> bool:
    return board.grid is None and board.hexes is None


class _Drawer:
    """Draws boards, one beneath the other."""

    def __init__(self, world: World, machine: Machine, naming: Naming, picture: Picture) -> None:
        self.world = world
        self.machine = machine
        self.naming = naming
        self.picture = picture
        self.views = Views(machine, naming)
        self.start = machine.blank()

    def draw(self, group: Sequence[BoardSymbol]) -> None:
        """Draw a board, or several that are one map, with a heading above and what colours and lines mean beneath."""
        picture = self.picture
        below = picture.bottom + (46 if picture.parts else 0)
        heading = ", ".join(board.name.replace("_", " ") for board in group)
        picture.text(0, below, heading, 20, 'font-weight="bold"', "start")
        top = below + 44
        board = group[0]
        look = self._look(board)
        if board.grid is not None:
            self._grid(board, look, top)
        elif board.hexes is not None:
            self._hexes(board, look, top)
        else:
            self._map(group, look, top)
        self._legend(group, look)

    def _label(self, board: BoardSymbol, space: int) -> str:
        return self.naming.thing_label(board.kind.root.name, space)

    def _spaces(self, group: Sequence[BoardSymbol]) -> list[int]:
        """The spaces of some boards, each once."""
        return list(dict.fromkeys(space for board in group for space in boards.spaces(self.world, board)))

    def _look(self, board: BoardSymbol) -> Look:
        """What sorts the spaces of a board."""
        words, sorts = boards.sorts(self.world, board)
        return Look(tuple(words), sorts)

    def _told(self, board: BoardSymbol, space: int, told: Mapping[int, list[str]]) -> str:
        """What is told when one points at a space: its name, what is true of it, what stands there."""
        return "\n".join([self._label(board, space), *boards.marks(self.world, board, space), *told.get(space, [])])

    # ------------------------------------------------------------------------------------------------ grids

    def _grid(self, board: BoardSymbol, look: Look, top: float) -> None:
        picture = self.picture
        layout = self.machine.layout.boards[board.name]
        columns, rows = layout["grid"]
        signs = self.views.marks(self.start, board.name)
        told = self.views.told(self.start, board.name)
        at: dict[int, Point] = {}
        for space, (column, row) in zip(layout["spaces"], layout["places"], strict=True):
            x, y = (column - 0.5) * SQUARE, top + (rows - row + 0.5) * SQUARE
            at[space] = (x, y)
            dark = (column + row) % 2 == 0
            plain = f'fill="{"#e4d3b0" if dark else "#f7eeda"}" stroke="#b0894f" stroke-width="1"'
            fill = look.fill(space) if look.words else plain
            picture.box(x, y, SQUARE, SQUARE, fill, self._told(board, space, told))
            if signs.get(space, ".") != ".":
                picture.text(x, y, signs[space], min(26.0, 1.5 * SQUARE / max(len(signs[space]), 1)))
        for column in range(columns):
            picture.text((column + 0.5) * SQUARE, top + rows * SQUARE + 14, chr(ord("a") + column), SMALL + 2)
        for row in range(rows):
            picture.text(-14, top + (rows - row - 0.5) * SQUARE, str(row + 1), SMALL + 2)
        self._names(self._ways([board], at))
        self._gaps(board, at, SQUARE)

    # ------------------------------------------------------------------------------------------------ hexes

    def _hexes(self, board: BoardSymbol, look: Look, top: float) -> None:
        layout = self.machine.layout.boards[board.name]
        told = self.views.told(self.start, board.name)
        pointy = layout["pointy"]
        at: dict[int, Point] = {}
        for space, (q, r) in zip(layout["spaces"], layout["places"], strict=True):
            if pointy:
                at[space] = (HEX * sqrt(3) * (q + r / 2), HEX * 1.5 * r)
            else:
                at[space] = (HEX * 1.5 * q, HEX * sqrt(3) * (r + q / 2))
        if not at:
            return
        left, up = min(x for x, _ in at.values()), min(y for _, y in at.values())
        at = {space: (x - left + HEX, y - up + top + HEX) for space, (x, y) in at.items()}
        for space, (x, y) in at.items():
            turn = pi / 6 if pointy else 0.0
            corners = [(x + HEX * cos(turn + n * pi / 3), y + HEX * sin(turn + n * pi / 3)) for n in range(6)]
            self.picture.polygon(corners, look.fill(space), self._told(board, space, told))
        self._gaps(board, at, HEX)
        named = self._ways([board], at)
        for space, (x, y) in at.items():
            marks = boards.marks(self.world, board, space)
            self._lines_of(x, y, _wrapped(self._label(board, space), 1.5 * HEX), marks, 1.5 * HEX)
        self._names(named)

    def _lines_of(self, x: float, y: float, words: Sequence[str], marks: Sequence[str], room: float) -> None:
        """A name in a few lines around a point, and small under it what is true there."""
        small = " · ".join(marks)
        tall = len(words) * (SIZE + 2) + (SMALL + 2 if small else 0)
        line = y - tall / 2 + (SIZE + 2) / 2
        for word in words:
            self.picture.text(x, line, word, min(SIZE, SIZE * room / max(breadth(word, SIZE), 1)))
            line += SIZE + 2
        if small:
            size = min(SMALL, SMALL * room / max(breadth(small, SMALL), 1))
            self.picture.text(x, line - 1, small, size, 'fill="#6d6250"')

    # ------------------------------------------------------------------------------------------------ maps

    def _map(self, group: Sequence[BoardSymbol], look: Look, top: float) -> None:
        spaces = self._spaces(group)
        if not spaces:
            return
        board = group[0]
        marks = {space: " · ".join(boards.marks(self.world, board, space)) for space in spaces}
        boxes = {}
        for space in spaces:
            wide = max(breadth(self._label(board, space), SIZE), breadth(marks[space], SMALL)) + 18
            boxes[space] = (wide, SIZE + 14 + (SMALL + 2 if marks[space] else 0))
        at = self._places(group, spaces, boxes)
        left = min(x - boxes[space][0] / 2 for space, (x, _) in at.items())
        up = min(y - boxes[space][1] / 2 for space, (_, y) in at.items())
        at = {space: (x - left, y - up + top) for space, (x, y) in at.items()}
        named = self._ways(group, at, boxes)
        told: dict[int, list[str]] = {}
        for each in group:
            for space, words in self.views.told(self.start, each.name).items():
                told.setdefault(space, words)
        for space, (x, y) in at.items():
            wide, tall = boxes[space]
            self.picture.box(x, y, wide, tall, look.fill(space), self._told(board, space, told), tall / 2.6)
            up_by = (SMALL + 2) / 2 if marks[space] else 0
            self.picture.text(x, y - up_by, self._label(board, space), SIZE)
            if marks[space]:
                self.picture.text(x, y + tall / 2 - SMALL - 1, marks[space], SMALL, 'fill="#6d6250"')
        self._names(named)

    def _places(
        self, group: Sequence[BoardSymbol], spaces: Sequence[int], boxes: Mapping[int, tuple[float, float]]
    ) -> dict[int, Point]:
        """The middle of each place of a map."""
        world = self.world
        given = next((board.placed for board in group if board.placed is not None), None)
        if given is not None:
            across, down = (world.tables[world.constant_table(field)] for field in given)
            return scaled(
                {space: (float(across[space]), float(down[space])) for space in spaces}, boxes, STEP * sqrt(len(spaces)), WIDEST
            )
        number = {space: index for index, space in enumerate(spaces)}
        joined: list[set[int]] = [set() for _ in spaces]
        for board in group:
            for a, b, _ in self._pairs(board, number):
                joined[number[a]].add(number[b])
                joined[number[b]].add(number[a])
        points = laid_out([sorted(others) for others in joined], [boxes[space] for space in spaces], STEP)
        return dict(zip(spaces, points, strict=True))

    def _pairs(self, board: BoardSymbol, on: Mapping[int, object]) -> Iterator[tuple[int, int, str]]:
        """The written ways of a board, with the names of those that have one of their own."""
        for a, b, edge in board.ways:
            first, second = (self.world.things_of(symbol)[0].number for symbol in (a, b))
            if first in on and second in on:
                named = edge is not None and edge.name not in (f"{a.name}_{b.name}", f"{b.name}_{a.name}")
                words = ""
                if edge is not None and (named or edge.label):
                    thing = self.world.things_of(edge)[0].number
                    words = self.naming.thing_label(edge.kind.root.name, thing) if edge.label else edge.name.replace("_", " ")
                yield first, second, words

    def _ways(
        self, group: Sequence[BoardSymbol], at: Mapping[int, Point], boxes: Mapping[int, Box] | None = None
    ) -> list[tuple[float, float, str]]:
        """The ways between places; of several between the same two all but the first bend. Where their names belong: in the
        middle of what is seen between the `boxes`, and above it where there is no room."""
        seen: dict[frozenset[int], int] = {}
        named: list[tuple[float, float, str]] = []
        for number, board in enumerate(group):
            look = LINES[number % len(LINES)]
            for first, second, words in self._pairs(board, at):
                (x, y), (ox, oy) = at[first], at[second]
                times = seen[frozenset((first, second))] = seen.get(frozenset((first, second)), -1) + 1
                middle = ((x + ox) / 2, (y + oy) / 2)
                if times:
                    apart = hypot(ox - x, oy - y) or 1.0
                    bend = 26.0 * ((times + 1) // 2) * (1 if times % 2 else -1)
                    middle = (middle[0] - (oy - y) / apart * bend, middle[1] + (ox - x) / apart * bend)
                    turn = (2 * middle[0] - (x + ox) / 2, 2 * middle[1] - (y + oy) / 2)
                    self.picture.curve((x, y), turn, (ox, oy), look)
                else:
                    self.picture.line([(x, y), (ox, oy)], look)
                    if words and boxes is not None:
                        middle = _between((x, y), boxes[first], (ox, oy), boxes[second], breadth(words, SMALL))
                if words:
                    named.append((*middle, words))
        return named

    def _names(self, named: Sequence[tuple[float, float, str]]) -> None:
        for x, y, words in named:
            self.picture.text(x, y, words, SMALL + 0.5, HALO)

    def _gaps(self, board: BoardSymbol, at: Mapping[int, Point], size: float) -> None:
        """Neighbours that are none: a bar on the side that they share."""
        for a, b, _ in board.gaps:
            first, second = (self.world.things_of(symbol)[0].number for symbol in (a, b))
            if first in at and second in at:
                (x, y), (ox, oy) = at[first], at[second]
                apart = hypot(ox - x, oy - y) or 1.0
                across, along = -(oy - y) / apart * size * 0.42, (ox - x) / apart * size * 0.42
                middle = ((x + ox) / 2, (y + oy) / 2)
                bar = [(middle[0] - across, middle[1] - along), (middle[0] + across, middle[1] + along)]
                self.picture.line(bar, GAP)

    # ------------------------------------------------------------------------------------------------ what it means

    def _legend(self, group: Sequence[BoardSymbol], look: Look) -> None:
        """What the colours and lines mean, where there are several."""
        picture = self.picture
        x, y = 0.0, picture.bottom + 34
        if not look.words and len(group) < 2:
            return
        for number, words in enumerate(look.words):
            tint = f'fill="{TINTS[number % len(TINTS)]}" stroke="{EDGES[number % len(EDGES)]}" stroke-width="1.5"'
            picture.box(x + 11, y, 22, 14, tint, round_=5)
            picture.text(x + 30, y, words, SIZE - 1, anchor="start")
            x += 52 + breadth(words, SIZE - 1)
        for number, board in enumerate(group if len(group) > 1 else ()):
            words = board.name.replace("_", " ")
            picture.line([(x, y), (x + 34, y)], LINES[number % len(LINES)])
            picture.text(x + 42, y, words, SIZE - 1, anchor="start")
            x += 64 + breadth(words, SIZE - 1)


def _between(one: Point, box: Box, other: Point, other_box: Box, room: float) -> Point:
    """The middle of what is seen of a way between two boxes; a little above it, where a name needs more room."""
    across, down = other[0] - one[0], other[1] - one[1]

    def covered(size: Box) -> float:
        parts = [half / 2 / abs(d) for half, d in zip(size, (across, down), strict=True) if d]
        return min([*parts, 0.5])

    start, end = covered(box), 1 - covered(other_box)
    middle = (start + end) / 2
    seen = (end - start) * hypot(across, down)
    lift = 0.0 if seen > room or abs(down) > abs(across) else SMALL + 4
    return one[0] + middle * across, one[1] + middle * down - lift


def _wrapped(words: str, room: float) -> list[str]:
    """A name in lines that fit, as far as its words allow."""
    lines: list[str] = []
    for word in words.split():
        if lines and breadth(f"{lines[-1]} {word}", SIZE) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [words]

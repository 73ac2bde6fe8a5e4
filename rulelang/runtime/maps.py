"""Maps at a terminal: boards of ways, as a list of places from where the viewer stands outward.

Of each place is told how many steps away it is, what it is called and what it is, who and what is there, and where its ways lead.
Boards over the same places are one map, and each way tells of which board it is. On a large map places far off where nothing
stands are only named; so are all where nothing stands if the viewer stands nowhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulelang.runtime.drawing import WIDEST, columns
from rulelang.runtime.naming import Reader
from rulelang.text.render import visible, width

if TYPE_CHECKING:
    from rulelang.runtime.view import Views

FEW = 24
"""A map of at most so many places is always told as a whole."""

NEAR = 2
"""So many steps away a place of a larger map is told of, also if nothing stands there."""

BROADEST = 120
"""So many columns a map may take; where the ways of a place go beyond them, they are told in several lines."""
LEAST = 40
"""So many columns the ways have in any case."""


def groups(boards: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """The boards by name as they are shown: alone, or, those of ways over the same things, together."""
    found: list[list[str]] = []
    together: dict[str, list[str]] = {}
    for name, board in boards.items():
        if board["places"] is not None:
            found.append([name])
        elif board["store"] in together:
            together[board["store"]].append(name)
        else:
            together[board["store"]] = [name]
            found.append(together[board["store"]])
    return found


def map_text(views: Views, state: Any, names: Sequence[str], reader: Reader) -> str:
    """A map as a reader sees it; empty while nothing stands on it."""
    boards = {name: views.layout.boards[name] for name in names}
    store = next(iter(boards.values()))["store"]
    told: dict[int, list[str]] = {}
    kinds: dict[int, str] = {}
    for name, board in boards.items():
        told.update(views.told(state, name, reader))
        kinds.update(zip(board["spaces"], board["kinds"], strict=True))
    if not told:
        return ""
    label = {space: visible(views.naming.thing_label(store, space)) for space in kinds}
    starts = [space for space in dict.fromkeys(views.standing(state, store, reader)) if space in kinds]
    far = _distances(boards, starts)
    whole = len(kinds) <= FEW
    order = sorted(kinds, key=lambda space: far.get(space, len(kinds)))
    shown = [space for space in order if whole or space in told or far.get(space, NEAR + 1) <= NEAR]
    rows: list[list[str]] = []
    for space in shown:
        steps = [str(far[space]) if space in far else "-"] if far else []
        kind = [kinds[space]] if any(kinds.values()) else []
        rows.append([*steps, label[space], *kind, ", ".join(told.get(space, [])), "; ".join(_ways(boards, space, label))])
    rows = list(_folded(rows))
    heading = ", ".join(names).replace("_", " ")
    if starts:
        heading += f", in steps from {' and '.join(label[space] for space in starts)}"
    parts = [heading, columns(rows)]
    rest = [label[space] for space in order if space not in shown]
    if rest:
        parts.extend(_filled(f"{'farther' if far else 'elsewhere'}, with nothing there: {', '.join(rest)}"))
    return "\n".join(parts)


def _folded(rows: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Rows of a table whose last cells are broken into several lines where they would be too wide."""
    taken = sum(max(width(row[column]) for row in rows) + 2 for column in range(len(rows[0]) - 1))
    for row in rows:
        lines = list(_filled(row[-1], max(LEAST, BROADEST - taken)))
        yield [*row[:-1], lines[0] if lines else ""]
        yield from ([*[""] * (len(row) - 1), line] for line in lines[1:])


def _distances(boards: Mapping[str, Mapping[str, Any]], starts: Sequence[int]) -> dict[int, int]:
    """How many steps away the places are, by the ways of all of these boards, from the nearest start."""
    far = dict.fromkeys(starts, 0)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        for board in boards.values():
            for other in board["neighbours"][here]:
                if other not in far:
                    far[other] = far[here] + 1
                    waiting.append(other)
    return far


def _ways(boards: Mapping[str, Mapping[str, Any]], space: int, label: Mapping[int, str]) -> Iterator[str]:
    """Where the ways of a place lead, board by board."""
    for name, board in boards.items():
        others = [label[other] for other in dict.fromkeys(board["neighbours"][space])]
        if others:
            yield (f"{name.replace('_', ' ')}: " if len(boards) > 1 else "") + ", ".join(others)


def _filled(text: str, most: int = WIDEST) -> Iterator[str]:
    """A text in lines of so many columns, by default as many as fit a screen."""
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) > most:
            yield line
            line = f"    {word}"
        else:
            line = f"{line} {word}" if line else word
    yield line

"""Boards as text: grids, hexes and lists of ways, from the plain data of a layout and what is to be shown on each space.

A grid has its letters and numbers around it. Hexes are drawn as courses of bricks, half a brick apart, so that each brick touches
its six neighbours: pointed hexes in rows, flat ones in columns. A name that does not fit its brick is cut. What a space holds
stands under its name, and in full in a list beneath, which whoever calls adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulelang.text.render import width

WIDEST = 100
"""How many columns a board may take, if that is possible at all."""

NARROWEST, BROADEST = 6, 14
"""How many columns a brick takes at least and at most, with one of its borders."""


def grid(board: Mapping[str, Any], marks: Mapping[int, str]) -> str:
    """The squares of a grid, the highest row first; nothing where a square is left out. Rows of hexes lean to the left."""
    across, up = board["grid"]
    at = {tuple(place): space for place, space in zip(board["places"], board["spaces"], strict=True)}
    broad = max([1, *(width(mark) for mark in marks.values())])
    edge = len(str(up))
    lines: list[str] = []
    for row in range(up, 0, -1):
        cells = [_padded(marks.get(at.get((column, row), -1), ""), broad) for column in range(1, across + 1)]
        leaning = " " * ((up - row) * (broad + 1) // 2) if board["leaning"] else ""
        lines.append(f"{leaning}{row:>{max(edge, 2)}} {' '.join(cells)}".rstrip())
    head = " ".join(_padded(chr(ord("a") + column), broad) for column in range(across))
    leaning = " " * (up * (broad + 1) // 2) if board["leaning"] else ""
    lines.append(f"{leaning}{' ' * max(edge, 2)} {head}".rstrip())
    return "\n".join(lines)


def room(board: Mapping[str, Any], names: Mapping[int, str]) -> int:
    """How many columns of text a brick holds."""
    return 2 * _half(_bricks_at(board), names) - 1


def _bricks_at(board: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
    """Where each brick stands: in half bricks from the left, in courses from the top."""
    places = zip(board["spaces"], board["places"], strict=True)
    if board["pointy"]:
        at = {space: (2 * q + r, r) for space, (q, r) in places}
    else:
        at = {space: (2 * q, 2 * r + q) for space, (q, r) in places}
    left, top = (min((place[axis] for place in at.values()), default=0) for axis in (0, 1))
    return {space: (x - left, y - top) for space, (x, y) in at.items()}


def _half(at: Mapping[int, tuple[int, int]], names: Mapping[int, str]) -> int:
    halves = max((x for x, _ in at.values()), default=0) + 2
    longest = max((width(name) for name in names.values()), default=0)
    return max(NARROWEST, min(BROADEST, WIDEST * 2 // halves, longest + 3)) // 2


def hexes(board: Mapping[str, Any], names: Mapping[int, str], marks: Mapping[int, str]) -> str:
    """Hexes as bricks with names and, where a space has any, marks below: one line or, with line ends in them, several."""
    at = _bricks_at(board)
    if not at:
        return ""
    half = _half(at, names)
    below = {space: marks[space].split("\n") for space in at if marks.get(space)}
    tall: dict[int, int] = {}
    for space, (_, y) in at.items():
        tall[y] = max(tall.get(y, 1), 1 + len(below.get(space, ())))
    first: dict[int, int] = {}
    if board["pointy"]:
        # A course is as tall as its fullest brick.
        for y in range(max(tall) + 1):
            first[y] = first.get(y - 1, 0) + tall.get(y - 1, 0)
    else:
        # Columns stand half a brick apart, so all bricks have the same even number of lines; the last is the lower border too.
        most = max(tall.values())
        tall = dict.fromkeys(tall, max(2, most + most % 2))
        first = {y: y * tall[y] // 2 for y in tall}
    lines: dict[int, dict[int, str]] = {}
    for space, (x, y) in at.items():
        texts = [names[space], *below.get(space, ())]
        for number in range(tall[y]):
            fill = "_" if not board["pointy"] and number == tall[y] - 1 else " "
            text = texts[number] if number < len(texts) else ""
            lines.setdefault(first[y] + number, {})[x * half] = _centred(text, 2 * half - 1, fill)
    return "\n".join(_bricks(lines.get(number, {})) for number in range(max(lines) + 1))


def _bricks(cells: Mapping[int, str]) -> str:
    """One line of bricks: a border before each and behind the last of those that touch."""
    line, reached = "", 0
    for column in sorted(cells):
        if reached and column > reached:
            line += "|"
            reached += 1
        line += " " * (column - reached) + "|" + cells[column]
        reached = column + 1 + width(cells[column])
    return f"{line}|" if line else ""


def cut(text: str, room: int) -> str:
    """As much of a text as there is room for."""
    text = text[:room]
    while width(text) > room:
        text = text[:-1]
    return text


def _centred(text: str, room: int, fill: str) -> str:
    text = cut(text, room)
    before = (room - width(text)) // 2
    return fill * before + text + fill * (room - width(text) - before)


def _padded(text: str, room: int) -> str:
    return text + " " * (room - width(text))


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table without lines. What is broader than a screen is cut."""
    if not rows:
        return ""
    rows = [[cell if width(cell) <= WIDEST else f"{cut(cell, WIDEST - 1)}…" for cell in row] for row in rows]
    count = max(len(row) for row in rows)
    widths = [max(width(row[index]) for row in rows if index < len(row)) for index in range(count)]
    lines = []
    for row in rows:
        cells = [_padded(cell, widths[index]) for index, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)

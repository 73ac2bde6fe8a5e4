"""What stands on a space of a drawn board, written small: by the signs that the rules give to things.

A thing whose declaration says `sign: "P!"` is written so on a map, with the letter of its owner before it if it has one, and a
number before that where several alike lie together. Whatever else stands there, fields that have changed, pawns, things without a
sign, is written in words. A key beneath the board says what the signs mean: no more of them than are in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulelang.machine.program import StoreLayout
from rulelang.runtime import drawing
from rulelang.runtime.naming import Naming
from rulelang.text.render import visible, width

MOST_LINES = 3
"""How many lines a space of a map may take under its name."""
CUT = "…"


@dataclass(slots=True)
class Key:
    """The signs in use and what they mean, in the order in which they were met."""

    naming: Naming
    meanings: dict[str, str] = field(default_factory=dict)

    def of(self, store: StoreLayout, thing: int, count: int = 1, whose: bool = True) -> str:
        """The sign of a thing, with the letter of its owner and how many there are; empty if it is not seen or has no sign."""
        sign = visible(store.signs[thing]) if thing >= 0 else ""
        if not sign:
            return ""
        self.meanings.setdefault(sign, self.naming.thing_label(store.name, thing))
        owner = store.owners[thing]
        letter = ""
        if owner >= 0 and whose:
            letter = letters(self.naming.players)[owner]
            self.meanings.setdefault(letter, self.naming.players[owner])
        return f"{'' if count == 1 else count}{letter}{sign}"

    def text(self) -> str:
        """The key as columns; players first, then in the order of the signs."""
        players = set(self.naming.players)
        found = sorted(self.meanings.items(), key=lambda item: (item[1] not in players, item[0].lower()))
        if not found:
            return ""
        cells = [f"{sign} {meaning}" for sign, meaning in found]
        for rows in range(1, len(cells) + 1):
            text = drawing.columns([cells[row::rows] for row in range(rows)])
            if all(width(line) <= drawing.WIDEST for line in text.split("\n")):
                return text
        return "\n".join(cells)


def letters(players: Sequence[str]) -> list[str]:
    """A letter for each player that no other has: the first of his name that is free."""
    taken: list[str] = []
    for name in players:
        candidates = [*name.upper(), *"XOABCDEFGHIJKLMNPQRSTUVWYZ"]
        taken.append(next(letter for letter in candidates if letter.isalpha() and letter not in taken))
    return taken


def counted(store: StoreLayout, things: Iterable[int]) -> dict[tuple[int, int], list[int]]:
    """Things that look alike together, by design and owner, in the order of the zone. Those not seen are below 0."""
    found: dict[tuple[int, int], list[int]] = {}
    for thing in things:
        alike = (store.designs[thing], store.owners[thing]) if thing >= 0 else (-1, -1)
        found.setdefault(alike, []).append(thing)
    return found


def wrapped(marks: Sequence[str], room: int) -> list[str]:
    """Marks in lines of so many columns, at most as many as a space may take; what has no room is said to be left out."""
    lines: list[str] = []
    for mark in marks:
        if lines and width(lines[-1]) + 1 + width(mark) <= room:
            lines[-1] += f" {mark}"
        else:
            lines.append(mark)
    if len(lines) > MOST_LINES or any(width(line) > room for line in lines):
        lines = [line if width(line) <= room else f"{drawing.cut(line, room - 1)}{CUT}" for line in lines[:MOST_LINES]]
        if not lines[-1].endswith(CUT):
            lines[-1] = f"{drawing.cut(lines[-1], room - 1)}{CUT}"
    return lines


def shortened(lines: Mapping[int, Sequence[str]]) -> list[int]:
    """The spaces of which something was left out."""
    return [space for space, told in lines.items() if any(line.endswith(CUT) for line in told)]

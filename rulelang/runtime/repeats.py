"""What of a log would be told twice.

A story leaves out a move that only does what the choice just told has said: "Hide a ring in the cellar" needs no "a ring moves
from the stash to the cellar" behind it. And a thing that is moved on at once from where it was just put is told of once. Both
hold only where the reader may read what is moved, and nothing is left out that the choice does not say: what moves must stand in
the choice's own words, of several things each as one that was chosen; and so must where it goes, unless it goes from a place of
the chooser's own to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rulelang.machine.program import Layout
from rulelang.runtime.naming import Naming, Reader, may_read

Entry = tuple[int, int, tuple[Any, ...]]


class Repeats:
    """Finds repeats in the logs of one game with the players of one match."""

    def __init__(self, layout: Layout, naming: Naming) -> None:
        self.layout = layout
        self.naming = naming

    def said(self, choices: Sequence[Entry], text: str, moves: Sequence[tuple[Any, ...]], reader: Reader) -> bool:
        """Whether moves are what the choice before them has already told, in the words `text`."""
        if not moves or not moves[0]:
            return False
        _, old, new, store = moves[0]
        things = known((thing for thing, *_ in moves), reader)
        if things is None or old == new:
            return False
        if len(things) > 1:
            named = self._chosen(choices, store, reader)
            if named is None or not set(things) <= named:
                return False
        chooser = choices[0][2][0]
        if not all(_names(text, self.naming.thing_label(store, thing)) for thing in things):
            return False
        own = self._own(store, old, chooser) and self._own(store, new, chooser)
        return own or _names(text, self.naming.zone_label(store, new))

    def _chosen(self, choices: Sequence[Entry], store: str, reader: Reader) -> set[int] | None:
        """The things of a store that choices name; none where the reader may not know one."""
        found: set[int] = set()
        for _, _, (_, number, option, values, _, _) in choices:
            shapes = self.layout.choices[number].options[option].shapes
            for value, shape in zip(values, shapes, strict=False):
                inner = shape[1] if shape[0] == "optional" else shape
                if inner != ["thing", store]:
                    continue
                here = known([value], reader)
                if here is None:
                    return None
                found.update(here)
        return found

    def _own(self, store: str, zone: int, seat: int) -> bool:
        layout = self.naming.stores[store].zones[zone]
        return layout.holder == "player" and layout.number == seat

    @staticmethod
    def goes_on(moves: Sequence[tuple[Any, ...]], further: Sequence[tuple[Any, ...]], reader: Reader) -> bool:
        """Whether further moves take the same things on from where the moves before have put them, or put them in order there.

        That somebody puts in order what lies where a reader sees nothing, says nothing to that reader.
        """
        if not moves or not further or not moves[0] or not further[0]:
            return False
        _, old, between, store = moves[0]
        _, start, end, other = further[0]
        if store != other or start != between or end == old:
            return False
        things, taken_on = (known((thing for thing, *_ in several), reader) for several in (moves, further))
        if end == between and taken_on is None:
            return len(further) > 1
        return things is not None and things == taken_on


def _names(text: str, label: str) -> bool:
    """Whether a label stands in a text, as words of its own."""
    return bool(label) and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.IGNORECASE) is not None


def known(values: Iterable[Any], reader: Reader) -> list[int] | None:
    """Things as numbers, in order; none where the reader may not read all of them."""
    found: list[int] = []
    for value in values:
        if isinstance(value, (tuple, list)):
            if not may_read(value[1], reader):
                return None
            value = value[0]
        found.append(value)
    return sorted(found)


__all__ = ["Repeats", "known"]

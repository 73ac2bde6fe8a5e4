"""What `given` does with tokens: so many of each sort lie in a zone, and the rest where they start.

Where a sort starts as a whole (`bank: tokens of Coin = Coin`) is its home, else the box. What lay in the zone goes home, and what
is to lie there comes from home, so that nothing is made or lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.machine.program import StoreLayout
from rulelang.play.judging import Judge
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Naming
from rulelang.syntax import nodes


class Short(Exception):
    """There are not so many of a sort."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help


def wanted(judge: Judge, value: nodes.Expression, store: StoreLayout) -> list[int]:
    """How many tokens of each sort are given: a list in brackets counts them, anything else means all of a sort."""
    counts = [0] * len(store.names)
    if isinstance(value, nodes.ListLiteral):
        for item in value.items:
            counts[judge.value(item)] += 1
        return counts
    found = judge.value(value)
    for sort in [found] if isinstance(found, int) else found:
        counts[sort] = store.supplies[sort]
    return counts


def fill(machine: Machine, naming: Naming, state: Any, store: StoreLayout, zone: int, given: Sequence[int]) -> None:
    """Put tokens into a zone."""
    counts, sorts = getattr(state, f"{store.name}_counts"), len(store.names)
    start = getattr(machine.blank(), f"{store.name}_counts")
    for sort, count in enumerate(given):
        home = _home(start, store, sort)
        home = 0 if home == zone else home
        free = counts[home * sorts + sort] + counts[zone * sorts + sort]
        if count > free:
            name, where = naming.full_word(store.name, sort), naming.zone_label(store.name, home)
            if count > store.supplies[sort]:
                raise Short(f"there {'is' if store.supplies[sort] == 1 else 'are'} only {store.supplies[sort]} of `{name}`")
            raise Short(
                f"{count} of `{name}` are given, and with {where} there {'is' if free == 1 else 'are'} only {free}",
                f"what lies elsewhere comes back to {where} when the zone it lies in is given first",
            )
        counts[home * sorts + sort] = free - count
        counts[zone * sorts + sort] = count


def clear(state: Any, store: StoreLayout, zone: int) -> None:
    """Put all of a zone into the box."""
    counts, sorts = getattr(state, f"{store.name}_counts"), len(store.names)
    for sort in range(sorts):
        counts[sort] += counts[zone * sorts + sort]
        counts[zone * sorts + sort] = 0


def add_one(state: Any, store: StoreLayout, zone: int, sort: int) -> bool:
    """Put one more of a sort into a zone, out of the box or, if there is none, from where most of it lies; whether there was one
    elsewhere."""
    counts, sorts = getattr(state, f"{store.name}_counts"), len(store.names)
    others = [number for number in range(len(store.zones)) if number != zone and counts[number * sorts + sort]]
    if not others:
        return False
    source = max(others, key=lambda number: (number == 0, counts[number * sorts + sort], -number))
    counts[source * sorts + sort] -= 1
    counts[zone * sorts + sort] += 1
    return True


def _home(start: Sequence[int], store: StoreLayout, sort: int) -> int:
    """The zone where most of a sort lies before play, the box if it is there."""
    lying = start[sort :: len(store.names)]
    return max(range(len(lying)), key=lambda zone: (lying[zone], -zone))

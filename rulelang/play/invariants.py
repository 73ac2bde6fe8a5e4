"""Whether a state is whole: what the engine itself promises, and what the rules claim with `always`.

Every thing lies in exactly one zone, and where it is said to lie; no zone holds more than it can; numbers keep within
their bounds; every `always` of the game holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from operator import attrgetter, gt
from typing import Any

from rulelang.machine.program import StoreLayout
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Naming

ROOM = attrgetter("capacity")


def broken(machine: Machine, naming: Naming, state: Any) -> Iterator[str]:
    """What is wrong, in sentences."""
    for store in machine.layout.stores:
        if len(store.zones) > 1:
            yield from _conserved(naming, store, state)
    yield from _bounds(machine, naming, state)
    number = machine.broken_invariant(state)
    while number >= 0:
        text = naming.text(machine.layout.always[number], machine.claim(state, number))
        yield f"`always` does not hold: {text}"
        number = machine.broken_invariant(state, number + 1)


def _conserved(naming: Naming, store: StoreLayout, state: Any) -> Iterator[str]:
    if store.counted:
        yield from _counted(naming, store, state)
        return
    zones, at = getattr(state, f"{store.name}_zones"), getattr(state, f"{store.name}_at")
    if _plainly_conserved(store, state, zones, at):
        return
    seen: dict[int, int] = {}
    for number, things in enumerate(zones):
        if number and len(things) > store.zones[number].capacity:
            zone, room = naming.zone_label(store.name, number), store.zones[number].capacity
            yield f"{zone} holds {len(things)} things and has room for {room}"
        for thing in things:
            if thing in seen:
                yield f"{naming.copy_word(store.name, thing)} lies in two zones"
            seen[thing] = number
            if at[thing] != number:
                yield f"{naming.copy_word(store.name, thing)} lies where it is not said to lie"
        if store.shuffled and not 0 <= getattr(state, f"{store.name}_undecided")[number] <= len(things):
            yield f"the order of {naming.zone_label(store.name, number)} is kept wrongly"
    for thing in range(len(store.names)):
        if thing not in seen:
            yield f"{naming.copy_word(store.name, thing)} lies in no zone"


def _plainly_conserved(store: StoreLayout, state: Any, zones: Sequence[Sequence[int]], at: Sequence[int]) -> bool:
    """Whether all is well, as nearly always: things are looked at one by one only where it is not."""
    sizes = list(map(len, zones))
    if sum(sizes) != len(store.names) or len(set(chain.from_iterable(zones))) != len(store.names):
        return False
    # Each thing lies in one zone; it is that which is said if the zones, each as often as things lie in it, are what is said.
    if [at[thing] for thing in chain.from_iterable(zones)] != list(chain.from_iterable(map(repeat, range(len(sizes)), sizes))):
        return False
    if any(map(gt, sizes[1:], map(ROOM, store.zones[1:]))):
        return False
    if not store.shuffled:
        return True
    undecided = getattr(state, f"{store.name}_undecided")
    return min(undecided) >= 0 and not any(map(gt, undecided, sizes))


def _counted(naming: Naming, store: StoreLayout, state: Any) -> Iterator[str]:
    """Of each sort of tokens there are as many as there were, none of them less than nothing anywhere."""
    counts, sorts = getattr(state, f"{store.name}_counts"), len(store.names)
    for sort, supply in enumerate(store.supplies):
        lying = sum(counts[sort::sorts])
        if lying != supply:
            yield f"there are {lying} {naming.full_word(store.name, sort)}, and there were {supply}"
    # Nearly always none is: only then is each looked at.
    if min(counts, default=0) < 0:
        for index, count in enumerate(counts):
            if count < 0:
                number, sort = divmod(index, sorts)
                yield f"{naming.zone_label(store.name, number)} holds {count} {naming.full_word(store.name, sort)}"


def _bounds(machine: Machine, naming: Naming, state: Any) -> Iterator[str]:
    for array in machine.layout.arrays:
        bounds = array.bounds
        if bounds is None:
            continue
        low, high = bounds
        values = [getattr(state, array.name)] if array.scalar else getattr(state, array.name)
        if not values or ((low is None or min(values) >= low) and (high is None or max(values) <= high)):
            continue
        for index, value in enumerate(values):
            if (low is not None and value < low) or (high is not None and value > high):
                yield f"{naming.field_word(array, index)} is {value}, outside of its bounds"

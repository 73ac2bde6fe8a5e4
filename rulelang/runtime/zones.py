"""Moving things between zones.

A zone is a list of things, bottom first; `at` says for each thing in which zone it lies, so nothing is ever lost or doubled.
Shuffling is lazy in meaning: the order of a shuffled zone is not decided before a thing is drawn or looked at. Its undecided
part lies at the bottom, sorted, so that equal positions are equal; `undecided` counts it. Every function here keeps these
facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.machine.library import Fault

Pick = Callable[[Any, int, Sequence[int], int], int]
"""Chooses an index: of the state, a stream, what there is to choose from, and the zone (-1 for none)."""


def move(zones: list[list[int]], at: list[int], thing: int, zone: int) -> None:
    """Put a thing on top of a zone."""
    here = zones[at[thing]]
    if here[-1] == thing:
        here.pop()
    else:
        here.remove(thing)
    zones[zone].append(thing)
    at[thing] = zone


def move_bottom(zones: list[list[int]], at: list[int], thing: int, zone: int) -> None:
    """Put a thing under a zone."""
    zones[at[thing]].remove(thing)
    zones[zone].insert(0, thing)
    at[thing] = zone


def settle(state: Any, zones: list[list[int]], undecided: list[int], zone: int, base: int, pick: Pick) -> None:
    """Decide the whole order of a shuffled zone, from the top down."""
    here = zones[zone]
    while undecided[zone]:
        count = undecided[zone]
        pool = here[:count]
        index = pick(state, base + zone, pool, zone)
        here[:count] = [*pool[:index], *pool[index + 1 :], pool[index]]
        undecided[zone] = count - 1


def settled(state: Any, zones: list[list[int]], undecided: list[int], zone: int, base: int, pick: Pick) -> list[int]:
    """All of a zone, top first; reading it in order decides the order."""
    if undecided[zone]:
        settle(state, zones, undecided, zone, base, pick)
    return zones[zone][::-1]


def move_settled(
    state: Any,
    zones: list[list[int]],
    at: list[int],
    undecided: list[int],
    thing: int,
    zone: int,
    bottom: int,
    base: int,
    pick: Pick,
) -> None:
    """Move a thing where zones may be shuffled."""
    old = at[thing]
    here = zones[old]
    if here[-1] == thing:
        here.pop()
        if undecided[old] > len(here):
            undecided[old] = len(here)
    else:
        if undecided[old] and here.index(thing) < undecided[old]:
            undecided[old] -= 1
        here.remove(thing)
    if bottom:
        settle(state, zones, undecided, zone, base, pick)
        zones[zone].insert(0, thing)
    else:
        zones[zone].append(thing)
    at[thing] = zone


def move_all(zones: list[list[int]], at: list[int], undecided: list[int], things: list[int], zone: int) -> None:
    """Put things on top of a zone, one after the other, where zones may be shuffled."""
    there = zones[zone]
    for thing in things:
        old = at[thing]
        here = zones[old]
        if here[-1] == thing:
            here.pop()
            if undecided[old] > len(here):
                undecided[old] = len(here)
        else:
            if undecided[old] and here.index(thing) < undecided[old]:
                undecided[old] -= 1
            here.remove(thing)
        there.append(thing)
        at[thing] = zone


def draw(
    state: Any, zones: list[list[int]], at: list[int], undecided: list[int], source: int, zone: int, base: int, pick: Pick
) -> int:
    """Put the top of a zone that may be shuffled on top of another, and give it back; none if there is nothing."""
    here = zones[source]
    if not here:
        return -1
    if undecided[source] == len(here):
        thing = here.pop(pick(state, base + source, here, source))
        undecided[source] -= 1
    else:
        thing = here.pop()
    zones[zone].append(thing)
    at[thing] = zone
    return thing


def shuffle(zones: list[list[int]], undecided: list[int], zone: int) -> None:
    """Shuffle: forget the order."""
    zones[zone].sort()
    undecided[zone] = len(zones[zone])


def refill(zones: list[list[int]], at: list[int], undecided: list[int], zone: int, other: int) -> None:
    """Move all of another zone into an empty one, and shuffle it."""
    zones[zone] = sorted(zones[other])
    zones[other] = []
    undecided[other] = 0
    for thing in zones[zone]:
        at[thing] = zone
    undecided[zone] = len(zones[zone])


def top(state: Any, zones: list[list[int]], undecided: list[int], zone: int, base: int, pick: Pick) -> int:
    """The top of a zone, decided now if it was not; none if there is nothing."""
    here = zones[zone]
    if not here:
        return -1
    if undecided[zone] == len(here):
        index = pick(state, base + zone, here, zone)
        here.append(here.pop(index))
        undecided[zone] -= 1
    return here[-1]


def bottom(state: Any, zones: list[list[int]], undecided: list[int], zone: int, base: int, pick: Pick) -> int:
    """The bottom of a zone; a shuffled zone is decided as a whole."""
    settle(state, zones, undecided, zone, base, pick)
    return zones[zone][0] if zones[zone] else -1


def lies_in(at: list[int], thing: int, zone: int) -> None:
    """Make sure that a thing is where a rule takes it from."""
    if at[thing] != zone:
        raise Fault("RL0822", "what is moved does not lie where it is taken from")


def free_slot(zones: list[list[int]], at: list[int], zone: int, thing: int) -> None:
    """Make sure that a slot is free for a thing."""
    if zones[zone] and at[thing] != zone:
        raise Fault("RL0809", "the slot is full")


def pick_some(state: Any, things: Sequence[int], count: int, pick: Pick) -> list[int]:
    """So many of a list by chance, in the order drawn; fewer if there are not so many."""
    pool = list(things)
    found: list[int] = []
    for _ in range(min(max(count, 0), len(pool))):
        found.append(pool.pop(pick(state, 1, pool, -1)))
    return found


NAMES: dict[str, Any] = {
    "BOTTOM": bottom,
    "DRAW": draw,
    "FREE_SLOT": free_slot,
    "LIES_IN": lies_in,
    "MOVE": move,
    "MOVE_ALL": move_all,
    "MOVE_BOTTOM": move_bottom,
    "MOVE_SETTLED": move_settled,
    "REFILL": refill,
    "SETTLED": settled,
    "SHUFFLE": shuffle,
    "TOP": top,
}
"""These functions by the names that generated code uses."""

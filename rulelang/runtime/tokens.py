"""Moving tokens between zones.

Of tokens only the number is kept: one flat list holds, zone by zone, how many of each sort lie there. So a thousand coins cost no
more than one, equal positions are equal, and nothing can be lost: every move takes from one place what it puts in another. Each
`take` function gives what it has taken as rows of zone, sort and number; they are put down when all is taken, so that a move from
a zone into itself changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulelang.machine.library import Fault

Taken = list[tuple[int, int, int]]
"""Rows of a zone, a sort, and how many."""


def tokens(counts: Sequence[int], zone: int, sorts: int) -> list[int]:
    """What lies in a zone, one by one, in the order of the sorts."""
    base = zone * sorts
    found: list[int] = []
    for sort, count in enumerate(counts[base : base + sorts]):
        if count:
            found += [sort] * count
    return found


def present(counts: Sequence[int], zone: int, sorts: int) -> list[int]:
    """The sorts of which any lies in a zone."""
    base = zone * sorts
    return [sort for sort in range(sorts) if counts[base + sort]]


def size(counts: Sequence[int], zone: int, sorts: int) -> int:
    """How many tokens lie in a zone."""
    return sum(counts[zone * sorts : (zone + 1) * sorts])


def take(counts: list[int], sorts: int, zone: int, sort: int, count: int | None) -> Taken:
    """So many of one sort, or all of it."""
    index = zone * sorts + sort
    there = counts[index]
    wanted = there if count is None else count
    if wanted < 0:
        raise Fault("RL0826", f"a number of 0 or more is moved, and this is {wanted}")
    if wanted > there:
        raise Fault("RL0826", f"{wanted} of a sort are to be moved from where {there} {'lies' if there == 1 else 'lie'}")
    counts[index] = there - wanted
    return [(zone, sort, wanted)] if wanted else []


def take_each(counts: list[int], sorts: int, zone: int, wanted: Iterable[int]) -> Taken:
    """One of a sort for each time it is named."""
    taken: Taken = []
    for sort in wanted:
        taken.extend(take(counts, sorts, zone, sort, 1))
    return together(taken)


def take_all(counts: list[int], sorts: int, zones: Iterable[int]) -> Taken:
    """All that lies in some zones."""
    taken: Taken = []
    for zone in zones:
        for sort in range(sorts):
            taken.extend(take(counts, sorts, zone, sort, None))
    return taken


def take_any(
    state: Any,
    counts: list[int],
    sorts: int,
    zones: Sequence[int],
    count: int,
    pick: Callable[[Any, int, Sequence[int], int], int],
) -> Taken:
    """So many of what lies in some zones together, by chance: each token is as likely as any other. Fewer if there are not so
    many."""
    pool = [(zone, sort) for zone in dict.fromkeys(zones) for sort in tokens(counts, zone, sorts)]
    taken: Taken = []
    for _ in range(min(max(count, 0), len(pool))):
        zone, sort = pool.pop(pick(state, 1, [sort for _, sort in pool], -1))
        counts[zone * sorts + sort] -= 1
        taken.append((zone, sort, 1))
    return taken


def put(counts: list[int], sorts: int, taken: Taken, zone: int) -> None:
    """Put down what was taken."""
    base = zone * sorts
    for _, sort, count in taken:
        counts[base + sort] += count


def together(taken: Taken) -> Taken:
    """The same, rows of one zone and sort that follow each other as one."""
    rows: Taken = []
    for zone, sort, count in taken:
        if rows and rows[-1][:2] == (zone, sort):
            rows[-1] = (zone, sort, rows[-1][2] + count)
        else:
            rows.append((zone, sort, count))
    return rows


NAMES: dict[str, Any] = {
    "TOKENS": tokens,
    "SORTS": present,
    "TOKENS_IN": size,
    "TAKE": take,
    "TAKE_EACH": take_each,
    "TAKE_ALL": take_all,
    "TAKE_ANY": take_any,
    "PUT": put,
}
"""The functions under the names that generated code uses."""

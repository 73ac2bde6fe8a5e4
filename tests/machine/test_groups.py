"""Groups of joined spaces: kept while values come and go, and looked for, they are what a walk over the board finds."""

from __future__ import annotations

import functools
import operator
import random

import pytest

from rulelang.machine.groups import Groups, group, marks
from rulelang.machine.library import BoardTable, walk_connected

SIDE = 6


def board(source: random.Random) -> BoardTable:
    """A grid with some of its ways left out."""
    neighbours: list[list[int]] = [[] for _ in range(SIDE * SIDE)]
    for space in range(SIDE * SIDE):
        for other, joined in ((space + 1, space % SIDE < SIDE - 1), (space + SIDE, space < SIDE * (SIDE - 1))):
            if joined and source.random() < 0.9:
                neighbours[space].append(other)
                neighbours[other].append(space)
    return BoardTable(range(SIDE * SIDE), neighbours, [[-1] * len(row) for row in neighbours])


@pytest.mark.parametrize("seed", range(4))
def test_kept_groups_are_what_a_walk_finds(seed: int) -> None:
    source = random.Random(seed)
    table = board(source)
    values = [source.choice((-1, -1, -1, 0, 1)) for _ in range(SIDE * SIDE)]
    marks_of = [1 << source.randrange(20) for _ in values]
    kept = Groups(values, marks_of)
    for change in range(300):
        space = source.randrange(SIDE * SIDE)
        # As a rule a space gets a value; now and then it gets another, or loses it.
        value = source.choice((0, 1)) if values[space] < 0 or change % 7 == 0 else source.choice((-1, 0, 1))
        kept.changed.append(space)
        values[space] = value
        if change % 3:
            continue
        start, wanted = source.randrange(SIDE * SIDE), source.choice((0, 1))
        same = {other for other in range(SIDE * SIDE) if values[other] == wanted}
        joined = [other for other in walk_connected(table, start, same.__contains__) if other in same]
        for groups in (kept, None):
            assert sorted(group(groups, table.neighbours, values, start, wanted)) == joined
            found = marks(groups, table.neighbours, values, start, wanted, marks_of)
            assert found == functools.reduce(operator.or_, (marks_of[other] for other in joined), 0)

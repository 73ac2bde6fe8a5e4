"""Spaces that are joined by having the same value: chains of stones, areas of one owner.

To follow a chain anew each time takes as long as it is. `Groups` keeps all of them while a game goes on: a space that gets a
value joins the chains of its neighbours, the smaller going into the larger. It is told of changes, and looks at them when it is
next asked. A space that loses its value, or gets another, may break a chain: then all are made anew.

Of a chain rules often ask no more than whether it comes anywhere, to a side of the board for instance. So each space may bear
marks, the bits of a number, and each group those that any of its spaces bears."""

from __future__ import annotations

from collections.abc import Sequence

Neighbours = Sequence[Sequence[int]]


class Groups:
    """The chains of all values of one field of the spaces of a board; spaces without a value (-1) are in none."""

    __slots__ = ("changed", "marks", "marks_of", "members", "of")

    def __init__(self, values: Sequence[int], marks_of: Sequence[int] = ()) -> None:
        self.of: list[int] = [-1] * len(values)
        """For each space its group, which is called by the number of one of its spaces."""
        self.members: list[list[int]] = [[]] * len(values)
        self.marks = [0] * len(values)
        self.marks_of = marks_of or self.marks
        """The marks of single spaces."""
        self.changed = [space for space, value in enumerate(values) if value >= 0] if max(values) >= 0 else []
        """The spaces whose value has been set since it was last asked."""

    def catch_up(self, neighbours: Neighbours, values: Sequence[int]) -> None:
        """Look at all changes."""
        of, members, marks = self.of, self.members, self.marks
        for space in self.changed:
            if of[space] >= 0:
                self.__init__(values, self.marks_of)  # type: ignore[misc]
                self.catch_up(neighbours, values)
                return
            value = values[space]
            if value < 0:
                continue
            own = -1
            for other in neighbours[space]:
                if values[other] == value:
                    group = of[other]
                    if group == own:
                        continue
                    if own < 0:
                        own = group
                    elif group >= 0:
                        if len(members[group]) > len(members[own]):
                            own, group = group, own
                        for one in members[group]:
                            of[one] = own
                        members[own] += members[group]
                        marks[own] |= marks[group]
            if own < 0:
                of[space] = space
                members[space] = [space]
                marks[space] = self.marks_of[space]
            else:
                of[space] = own
                members[own].append(space)
                marks[own] |= self.marks_of[space]
        self.changed.clear()


def group(groups: Groups | None, neighbours: Neighbours, values: Sequence[int], start: int, value: int) -> Sequence[int]:
    """The spaces with a value that are joined to a space by spaces with that value, in any order; the space itself if it has the
    value. Without `groups` they are looked for."""
    if groups is None or value < 0:
        return looked_for(neighbours, values, start, value)
    if groups.changed:
        groups.catch_up(neighbours, values)
    if values[start] == value:
        return groups.members[groups.of[start]]
    beside = {groups.of[other] for other in neighbours[start] if values[other] == value}
    return [space for found in sorted(beside) for space in groups.members[found]]


def marks(
    groups: Groups | None, neighbours: Neighbours, values: Sequence[int], start: int, value: int, marks_of: Sequence[int]
) -> int:
    """The marks of all these spaces together."""
    if groups is not None and values[start] == value >= 0:
        if groups.changed:
            groups.catch_up(neighbours, values)
        return groups.marks[groups.of[start]]
    found = 0
    for space in group(groups, neighbours, values, start, value):
        found |= marks_of[space]
    return found


def looked_for(neighbours: Neighbours, values: Sequence[int], start: int, value: int) -> list[int]:
    """The same by following the neighbours."""
    reached = [start]
    seen = {start}
    for here in reached:
        for there in neighbours[here]:
            if there not in seen and values[there] == value:
                seen.add(there)
                reached.append(there)
    return reached if values[start] == value else reached[1:]

"""Spaces that are joined by having the same value: chains of stones, areas of one owner.

To follow a chain anew each time takes as long as it is. `Groups` keeps all of them while a game goes on: a space that gets a
value joins the chains of its neighbours, the smaller going into the larger. It is told of changes, and looks at them when it is
next asked. A space that loses its value, or gets another, may break a chain: then all are made anew."""

from __future__ import annotations

from collections.abc import Sequence

Neighbours = Sequence[Sequence[int]]


class Groups:
    """The chains of all values of one field of the spaces of a board; spaces without a value (-1) are in none."""

    __slots__ = ("changed", "of")

    def __init__(self, values: Sequence[int]) -> None:
        self.of: list[list[int] | None] = [None] * len(values)
        self.changed = [space for space, value in enumerate(values) if value >= 0]
        """The spaces whose value has been set since it was last asked."""

    def catch_up(self, neighbours: Neighbours, values: Sequence[int]) -> None:
        """Look at all changes."""
        of = self.of
        for space in self.changed:
            if of[space] is not None:
                self.__init__(values)  # type: ignore[misc]
                self.catch_up(neighbours, values)
                return
            value = values[space]
            if value < 0:
                continue
            own = [space]
            of[space] = own
            for other in neighbours[space]:
                group = of[other]
                if group is not None and group is not own and values[other] == value:
                    if len(group) < len(own):
                        own, group = group, own
                    group += own
                    for one in own:
                        of[one] = group
                    own = group
        self.changed.clear()


def group(groups: Groups | None, neighbours: Neighbours, values: Sequence[int], start: int, value: int) -> Sequence[int]:
    """The spaces with a value that are joined to a space by spaces with that value, in any order; the space itself if it has the
    value. Without `groups` they are looked for."""
    if groups is None or value < 0:
        return looked_for(neighbours, values, start, value)
    if groups.changed:
        groups.catch_up(neighbours, values)
    if values[start] == value:
        return groups.of[start] or ()
    beside = {id(found): found for other in neighbours[start] if values[other] == value and (found := groups.of[other])}
    return [space for found in beside.values() for space in found]


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

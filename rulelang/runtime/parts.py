"""Parts of an `at once`: each player plays his own from the state before, then all of them happen.

What a part has done is what differs between its state and the state before. Two parts that change the same are a fault
of the rules, since which of them came last would decide. Lists are changed in place, so that code which holds one goes
on holding it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulelang.machine.library import Fault

Changes = dict[tuple[str, int], Any]
"""New values by the name of their list and the index in it; -1 for a single value."""


def changes(names: Sequence[str], before: Any, after: Any) -> Changes:
    """What differs between two states in these fields and zones."""
    found: Changes = {}
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        if isinstance(old, list):
            found.update({(name, i): n for i, (o, n) in enumerate(zip(old, new, strict=True)) if o != n})
        else:
            found[name, -1] = new
    return found


def merge(state: Any, parts: Iterable[Changes]) -> None:
    """Let the changes of all parts happen."""
    done: set[tuple[str, int]] = set()
    for part in parts:
        if done & part.keys():
            raise Fault("RL0821", "two players changed the same thing at once")
        done |= part.keys()
        for (name, index), value in part.items():
            if index < 0:
                setattr(state, name, value)
            else:
                getattr(state, name)[index] = value

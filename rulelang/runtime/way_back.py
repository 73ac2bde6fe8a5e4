"""Whether it is too late to take an option back, the same for a match and a playout.

An option is taken back as if it had not been chosen. Nobody must have lost or won anything by that: so it is too late once
somebody else has chosen, something was left to chance, or its player has seen a thing that he did not see before."""

from __future__ import annotations

from typing import Any

from rulelang.machine.library import Fault, Withdrawn
from rulelang.runtime.sight import Sight


def refuse_late(sight: Sight, player: int, before: Any, now: Any, others: bool, chance: bool) -> None:
    """Raise a `Fault` if it is too late for a player to take back what he chose in the state `before`; `others` says that
    somebody else has chosen since, `chance` that something was left to it."""
    if others:
        raise Fault("RL0823", "an option cannot be taken back once somebody else has chosen")
    if chance:
        raise Fault("RL0823", "an option cannot be taken back once something was left to chance")
    if has_seen(sight, player, before, now):
        raise Fault("RL0823", "an option cannot be taken back once its player has seen something hidden")


def has_seen(sight: Sight, player: int, before: Any, now: Any) -> bool:
    """Whether a player sees something now that he did not see before."""
    bit = 1 << player
    return any(
        sight.readers(now, store.name, thing) & ~sight.readers(before, store.name, thing) & bit
        for store in sight.layout.stores
        if store.hidden and not store.counted
        for thing in range(len(store.names))
    )


def at_the_line(fault: Fault, withdrawn: Withdrawn) -> Fault:
    """The fault, at the line of the `cancel`."""
    return fault.with_traceback(withdrawn.__traceback__)


class PlayoutCounts:
    """What a playout counts in `counters`, where options may be taken back: what was left to chance, then the choices of each
    player by seat."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def take_back(self, before: Any, now: Any, player: int, withdrawn: Withdrawn) -> None:
        """Raise a `Fault` if it is too late for a player to take back what he chose in the state `before`."""
        since = [n - b for n, b in zip(now.counters, before.counters, strict=True)]
        others = any(count for seat, count in enumerate(since[1:]) if seat != player)
        try:
            refuse_late(self.sight, player, before, now, others, since[0] > 0)
        except Fault as fault:
            raise at_the_line(fault, withdrawn) from None

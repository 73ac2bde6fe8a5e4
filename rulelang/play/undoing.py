"""What stands against taking a move back.

Whoever takes a move back must not know more than before it: so no chance may have decided anything since, nothing hidden
may have come to be seen, no zone may have been shuffled, and what all chose in secret may not have been shown. The reason
given is the first of these that happened, in the words of the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.play.match import Match, Move


def learnt(match: Match, before: Any, taken: Sequence[Move]) -> str:
    """What has come out between a state and now that cannot be unlearnt; empty if nothing."""
    now = match.state
    if before.branches is not None and now.branches is None:
        return "what all chose in secret has been shown"
    for entry in now.log[len(before.log) :]:
        told = _told(match, entry)
        if told:
            return told
    if before.counters != now.counters or _came(taken) != _left(now):
        return "chance has decided something"
    sight = match.machine.sight
    for store in match.machine.layout.stores:
        for thing in range(len(store.names)) if store.hidden else ():
            if sight.readers(now, store.name, thing) & ~sight.readers(before, store.name, thing):
                return f"{match.naming.unseen(store.name)} that was hidden has been seen"
    return ""


def _told(match: Match, entry: tuple[int, int, tuple[Any, ...]]) -> str:
    """The reason that an entry of the log is, if it is one."""
    number, _, values = entry
    event = match.machine.layout.events[number]
    match event.form:
        case "roll" | "roll plus" | "unseen roll" | "unseen roll plus":
            return "dice were rolled"
        case "pick":
            return "something was decided by lot"
        case "shuffle":
            return f"{match.naming.zone_label(event.detail, values[0])} was shuffled"
        case "reveal":
            return f"{match.naming.unseen(event.detail)} was shown to all" if values[0] else ""
        case "refill":
            return f"{match.naming.zone_label(event.detail, values[0])} was shuffled"
        case "show" if values[0]:
            return f"{match.naming.unseen(event.detail)} was shown"
        case "look":
            return f"{match.players[values[0]]} has looked at {match.naming.zone_label(event.detail, values[1])}"
        case "private text":
            return "something was told to one player only"
        case "tokens" if _came_to_light(match, values):
            return f"{match.naming.unseen(values[2])} that was hidden has been seen"
        case "draw" if values and match.naming.stores[values[3]].hidden:
            return f"{match.naming.unseen(values[3])} was drawn"
    return ""


def _came_to_light(match: Match, values: tuple[Any, ...]) -> bool:
    """Whether tokens went where somebody sees them who did not before."""
    old, _, store, _, mask = values
    return bool(mask & ~match.machine.sight.zone_readers(match.state, match.naming.stores[store], old))


def _came(taken: Sequence[Move]) -> tuple[int, int, int]:
    """How much was dictated before the first of some moves."""
    dictated = taken[0].dictated
    return (0, 0, 0) if dictated is None else dictated.size()


def _left(state: Any) -> tuple[int, int, int]:
    return (0, 0, 0) if state.dictated is None else state.dictated.size()

"""Why a player finds nothing to choose: the match has come to a choice none of whose options is legal.

That is a fault of the rules. It is told with the player, with what keeps out each option, and with a script that leads there. The
match stands where it was before the last move; the state in which the rules failed comes with the fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.play.heading import heading
from rulelang.play.keeping_out import kept_out
from rulelang.play.why import Search
from rulelang.runtime.machine import RulesFault

if TYPE_CHECKING:
    from rulelang.play.match import Match


def stuck(match: Match, fault: RulesFault) -> tuple[str, ...]:
    """What keeps out each option of the choice that a fault is about; nothing where it is about something else."""
    from rulelang.play.match import Choice

    if fault.asked is None:
        return ()
    there = match.copy()
    there.state = fault.state
    search = Search(there, Choice(there, fault.asked), (), "", None)
    return tuple(kept_out(search.lowered, search.choice.layout, search.judge))


def script(match: Match, player: str = "", words: str = "") -> tuple[str, ...]:
    """A match and a move more as lines of a script."""
    lines = [*heading(match.game, match.players, match.seed)]
    lines += [f"{match.players[move.seat]}: {move.words}" for move in match.moves]
    return (*lines, f"{player}: {words}") if player else tuple(lines)

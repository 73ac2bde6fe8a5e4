"""Why a player finds nothing to choose: the match has come to a choice none of whose options is legal.

That is a fault of the rules. It is told with the player, with what keeps out each option, and with a script that leads there. The
match stands where it was before the last move; the state in which the rules failed comes with the fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rulelang.machine.library import Fault
from rulelang.play.heading import heading
from rulelang.play.why import Given, Search, givens_of
from rulelang.runtime.machine import RulesFault
from rulelang.sema.symbols import LocalSymbol
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.play.match import Match

MOST = 4
"""How many reasons are told for one option."""


def stuck(match: Match, fault: RulesFault) -> tuple[str, ...]:
    """What keeps out each option of the choice that a fault is about; nothing where it is about something else."""
    from rulelang.play.match import Choice

    if fault.asked is None:
        return ()
    there = match.copy()
    there.state = fault.state
    search = Search(there, Choice(there, fault.asked), (), "", None)
    found: list[str] = []
    for number, layout in enumerate(search.choice.layout.options):
        alternative = search.lowered.alternatives[number]
        node = alternative.node
        own = node.condition if isinstance(node, nodes.Option) else None
        try:
            reasons = list(dict.fromkeys(_reasons(search, layout.shapes, givens_of(search.lowered, alternative), own, {}, ())))
        except (Fault, KeyError, AssertionError, IndexError):
            continue
        more = [f"and {len(reasons) - MOST} more"] if len(reasons) > MOST else []
        name = "" if search.choice.layout.pick else f"`{layout.name}` "
        found.extend(f"{name}{reason}" for reason in reasons[:MOST])
        found.extend(more)
    return tuple(found)


def _reasons(
    search: Search,
    shapes: list[object],
    givens: list[Given],
    own: nodes.Expression | None,
    known: Mapping[LocalSymbol, int],
    words: tuple[str, ...],
) -> Iterator[str]:
    """What is false for each way to fill in the parameters."""
    judge = search.judge(known)
    said = f"{' '.join(words)}: " if words else ""
    if len(known) == len(givens):
        if own is not None and not judge.holds(own):
            yield said + ", and ".join(judge.blame(own))
        return
    given, shape = givens[len(known)], shapes[len(known)]
    values = list(judge.value(given.domain))
    if not values:
        yield f"{said}there is nothing in `{judge.filled(given.domain)}`"
    for value in values:
        here = {**known, given.symbol: value}
        judge = search.judge(here)
        word = (*words, f"`{judge.shown(value, shape)}`")
        if given.condition is not None and not judge.holds(given.condition):
            yield f"{' '.join(word)}: {', and '.join(judge.blame(given.condition))}"
        else:
            yield from _reasons(search, shapes, givens, own, here, word)


def script(match: Match, player: str = "", words: str = "") -> tuple[str, ...]:
    """A match and a move more as lines of a script."""
    lines = [*heading(match.game, match.players, match.seed)]
    lines += [f"{match.players[move.seat]}: {move.words}" for move in match.moves]
    return (*lines, f"{player}: {words}") if player else tuple(lines)

"""Steps that rules force now and did not force when a match was recorded.

Most changes of rules that stop a recorded match do it by one more step in which there is nothing to choose. Such a step has
one option only, so it can be put in without asking anybody; then the recorded move is tried again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.errors import IllegalMove, RulelangError
from rulelang.play.match import Match, Move

MOST = 30
"""More steps than this in a row are not put in."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """Steps that were put in before a line of a script."""

    line: int
    moves: tuple[tuple[str, str], ...]


def forced(match: Match, player: str, words: str) -> list[Move] | None:
    """The forced steps after which these words are legal; none if there are none of them, or none that help."""
    trial = match.copy()
    steps: list[Move] = []
    while len(steps) < MOST:
        required = [choice for choice in trial.pending if not choice.optional]
        if len(required) != 1 or len(required[0].options) != 1:
            return None
        try:
            trial.choose(required[0].seat, required[0].options[0])
            steps.append(trial.moves[-1])
            trial.copy().choose(player, words)
        except IllegalMove:
            continue
        except RulelangError:
            return None
        return steps
    return None


def with_steps(text: str, inserted: Sequence[Inserted]) -> str:
    """The text of a script with steps put in before its lines."""
    lines = text.splitlines(keepends=True)
    for each in reversed(inserted):
        lines[each.line - 1 : each.line - 1] = [f"{player}: {words}\n" for player, words in each.moves]
    return "".join(lines)

"""The table at which bots sit: what they are asked with, and what those of one game share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from rulelang.backend.program import Program
from rulelang.play.belief import Beliefs, Dealt
from rulelang.runtime.machine import Asked, Machine

SCORE_WEIGHT = 0.1
"""How much a good score counts beside a victory."""


class Agent(Protocol):
    """Chooses for players."""

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """The code of one of the options that a player has."""


class Table:
    """What bots of one compiled game share: a machine that tells nothing, and the dealing of what is hidden."""

    def __init__(self, program: Program) -> None:
        self.machine = Machine(program, logging=False)
        self.beliefs = Beliefs(self.machine)
        self.seats = range(program.layout.players)
        self.scored = program.layout.scored

    def deal(self, state: Any, seat: int, source: Random) -> Dealt:
        """A state as a player might believe it to be."""
        return self.beliefs.deal(state, seat, source)

    def asked(self, state: Any) -> Asked | None:
        """Whom the match waits for next; what is open beside it is not looked at."""
        return next((asked for asked in self.machine.asked(state) if not asked.optional), None)

    def scores(self, state: Any) -> list[int]:
        """Everybody's total as it stands."""
        return [self.machine.score(state, seat)[1] for seat in self.seats]

    def worth(self, state: Any) -> list[float]:
        """What a state, at its end or where it is left, is worth to each: his part in the victory, and some for his score."""
        scores = self.scores(state) if self.scored else []
        if self.asked(state) is None:
            winners: Sequence[int] = self.machine.winners(state)
        else:
            winners = [seat for seat in self.seats if scores[seat] == max(scores)] if scores else self.seats
        best = max([1, *scores])
        worth = [1 / len(winners) if seat in winners else 0.0 for seat in self.seats]
        return [
            w * (1 - SCORE_WEIGHT) + SCORE_WEIGHT * max(0, scores[seat]) / best if scores else w for seat, w in enumerate(worth)
        ]


def same(table: Table, state: Any, asked: Asked) -> Asked | None:
    """What a player is asked, in a state dealt anew: the same choice."""
    return next((a for a in table.machine.asked(state) if a.player == asked.player and a.choice == asked.choice), None)

"""Greedy players: they do what leaves them best off soon.

What somebody does in his turn is often several choices, of which only the last earns anything: whom to attack after having said
that he attacks. And often it earns nothing at all before the turn after: whoever rides up to an enemy beats him later. So each
option is followed up, in states dealt anew (`play.belief`), to the end of the player's turn, and from where that ends best once
more through his next turn. In between, the others answer by chance, with the same luck after each option.

A turn is followed up best first: of all that was reached the state in which the player's score is highest is gone on from, of
equals the one nearest, through each of its options, until enough has been tried. A state counts as it stands when somebody else
is to choose, when the match is over, or when nothing more is tried. The option is taken after which, on average, the match is won
most and lost least often; among equals, the one with the highest score after the next turn, then after this one. How much is
tried is counted in answers, never in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from rulelang.play.table import Table, same
from rulelang.runtime.machine import Asked, RulesFault

DEALS = 8
"""How many deals a greedy player looks at."""
TRIALS = 2000
"""How many answers he tries at most in a deal, as long as each of his options is tried once."""
ENOUGH = 400
"""After so many, in all deals together, he looks at no further one."""
TURN = 12
"""How many answers are tried after an option in the turn it is taken in."""
NEXT = 40
"""How many are tried in a next turn."""
ENDS = 2
"""From how many ends of a turn its next one is looked at."""
OTHERS = 40
"""How many answers others give at most before that."""

Worth = tuple[float, int]
"""How a state stands for a player: whether the match is won for him, and by how many (1 / how many), lost (-1), or not over (0);
and his score."""
Outlook = tuple[float, int, int]
"""How things stand after an option: as a `Worth` after the next turn, and the score after this one."""


@dataclass(slots=True, eq=False)
class Reached:
    """A state that was come to, how it stands, and after how many answers of the turn."""

    worth: Worth
    depth: int
    state: Any


class GreedyAgent:
    """The option after which things stand best for its player; see the module."""

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """The best option, as far as it looks."""
        codes = asked.codes
        if len(codes) == 1:
            return codes[0]
        found: list[list[Outlook]] = [[] for _ in codes]
        tried = 0
        for _ in range(DEALS):
            dealt = table.deal(state, asked.player, source)
            luck = source.getrandbits(64)
            for number, code in enumerate(codes):
                search = Search(table, asked.player, luck, max(1, TRIALS // len(codes)))
                outlook = search.option(dealt.state, asked, dealt.codes.get(code, code))
                tried += search.tried
                if outlook is not None:
                    found[number].append(outlook)
            if tried >= ENOUGH:
                break
        means = [_mean(outlooks) for outlooks in found]
        best = max(means)
        return source.choice([code for code, mean in zip(codes, means, strict=True) if mean == best])


def _mean(outlooks: list[Outlook]) -> tuple[float, float, float]:
    """The mean of each part; an option that fits no deal is the last one to be taken."""
    if not outlooks:
        return -1.0, 0.0, 0.0
    ended, later, soon = (sum(part) / len(outlooks) for part in zip(*outlooks, strict=True))
    return ended, later, soon


class Search:
    """What may follow an option, in one deal. `luck` decides what others answer; about `most` answers are tried."""

    def __init__(self, table: Table, player: int, luck: int, most: int) -> None:
        self.table = table
        self.player = player
        self.luck = luck
        self.most = most
        self.tried = 0

    def option(self, state: Any, asked: Asked, code: int) -> Outlook | None:
        """How things stand after an option; none where it is not there, or where the rules fail: not every deal need be possible,
        and another tells."""
        now = same(self.table, state, asked)
        after = self._after(state, now, code) if now is not None and code in now.codes else None
        if after is None:
            return None
        ends = self._turn(after, min(TURN, self.most // 4))
        Random(self.luck).shuffle(ends)
        ends = sorted(ends, key=lambda end: end.worth, reverse=True)[:ENDS]
        share = (self.most - self.tried) // len(ends)
        return max(self._next(end, share) for end in ends)

    def _after(self, state: Any, asked: Asked, code: int) -> Any:
        """A copy of a state, gone on from by an answer; none where the rules fail."""
        self.tried += 1
        after = self.table.machine.copy(state)
        try:
            self.table.machine.answer(after, asked, code)
        except RulesFault:
            return None
        return after

    def _worth(self, state: Any) -> Worth:
        machine = self.table.machine
        ended = 0.0
        if not machine.asked(state):
            winners = machine.winners(state)
            ended = 1 / len(winners) if self.player in winners else -1.0
        return ended, machine.score(state, self.player)[1] if self.table.scored else 0

    def _turn(self, state: Any, most: int) -> list[Reached]:
        """Where a turn may end, or how far it was followed up; there is at least one."""
        first = self.tried
        ends: list[Reached] = []
        reached = [Reached(self._worth(state), 0, state)]
        while reached:
            here = max(reached, key=lambda one: (one.worth, -one.depth))
            reached.remove(here)
            asked = self.table.asked(here.state)
            if asked is None or asked.player != self.player or self.tried - first + len(asked.codes) > most:
                ends.append(here)
                continue
            for code in asked.codes:
                after = self._after(here.state, asked, code)
                if after is not None:
                    reached.append(Reached(self._worth(after), here.depth + 1, after))
        return ends or [Reached(self._worth(state), 0, state)]

    def _next(self, end: Reached, most: int) -> Outlook:
        """How things stand after the next turn, from where one has ended; as they stand there, if it does not come soon."""
        ended, score = end.worth
        first = self.tried
        luck = Random(self.luck)
        state = end.state
        while (asked := self.table.asked(state)) is not None and asked.player != self.player:
            if self.tried - first >= min(OTHERS, most):
                return ended, score, score
            state = self._after(state, asked, luck.choice(asked.codes))
            if state is None:
                return ended, score, score
        left = min(NEXT, most - (self.tried - first))
        ended, later = max(one.worth for one in self._turn(state, left))
        return ended, later, score

"""Players that are programs: by chance, greedy, and thinking ahead.

A bot is asked like a person: it is given the state, what it may answer, and a source of random numbers of its own, never one of
the match. What is hidden from it does not help it: a bot that looks ahead does so in states in which everything that its player
cannot see was dealt anew, and in which dice and decks come otherwise (`play.belief`). So it plays as somebody would who knows
the rules and sees what lies open to him. How much it thinks is counted in matches tried, never in seconds: the same match with
the same bots is the same on every machine.

*Random* takes any option, each as likely. *Greedy* tries each option in a few deals, and takes one after which its own score is
best on average; a move that ends the match is worth what it wins. *MCTS* grows a tree of what may follow over many deals, plays
each to its end by chance, and takes the option that it tried most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from rulelang.backend.program import Program
from rulelang.play.belief import Beliefs, Dealt
from rulelang.runtime.machine import Asked, Machine, RulesFault

DEALS = 8
"""How many deals a greedy player looks at."""
TRIALS = 400
"""How many moves a greedy player tries at most, in all deals together, as long as each is tried once."""
ITERATIONS = 50
"""How many matches MCTS tries for a choice, if nobody says otherwise."""
LONGEST = 2000
"""How many choices a match by chance may have before it is judged as it stands."""
CURIOSITY = 0.7
"""How much MCTS is drawn to what it has tried little."""
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


class RandomAgent:
    """Any option, each as likely."""

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """Any option."""
        return source.choice(asked.codes)


class GreedyAgent:
    """The option after which things stand best for it; see the module."""

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """The best option, one move ahead."""
        codes = asked.codes
        if len(codes) == 1:
            return codes[0]
        deals = max(1, min(DEALS, TRIALS // len(codes)))
        found: list[list[tuple[float, int]]] = [[] for _ in codes]
        for _ in range(deals):
            dealt = table.deal(state, asked.player, source)
            for number, code in enumerate(codes):
                value = self._after(table, dealt, asked, dealt.codes.get(code, code))
                if value is not None:
                    found[number].append(value)
        means = [
            (sum(v[0] for v in values) / len(values), sum(v[1] for v in values) / len(values)) if values else (-1.0, 0.0)
            for values in found
        ]
        best = max(means)
        return source.choice([code for code, mean in zip(codes, means, strict=True) if mean == best])

    def _after(self, table: Table, dealt: Dealt, asked: Asked, code: int) -> tuple[float, int] | None:
        """How the match has ended for the player, and his score; none where the rules fail."""
        after = table.machine.copy(dealt.state)
        now = same(table, after, asked)
        if now is None or code not in now.codes:
            return None
        try:
            table.machine.answer(after, now, code)
            ended = 0.0
            if not table.machine.asked(after):
                winners = table.machine.winners(after)
                ended = 1 / len(winners) if asked.player in winners else -1.0
            return ended, table.machine.score(after, asked.player)[1] if table.scored else 0
        except RulesFault:
            # Not every deal need be possible; another tells.
            return None


@dataclass(slots=True)
class Node:
    """A position in the tree, by the moves that lead to it: how often it was tried, what it was worth to whoever moved there, and
    how often it could have been tried."""

    tried: int = 0
    worth: float = 0.0
    available: int = 0
    behind: dict[tuple[int, int, int], Node] = field(default_factory=dict)


class MctsAgent:
    """Thinks ahead; see the module."""

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self.iterations = iterations

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """The option that was tried most, of those the one that did best."""
        codes = asked.codes
        if len(codes) == 1:
            return codes[0]
        root = Node()
        for _ in range(self.iterations):
            dealt = table.deal(state, asked.player, source)
            try:
                self._iterate(table, root, dealt, asked, source)
            except RulesFault:
                continue
        best: list[int] = []
        most = (-1, 0.0)
        for number, code in enumerate(codes):
            node = root.behind.get((asked.player, asked.choice, number))
            value = (node.tried, node.worth) if node is not None else (0, 0.0)
            if value > most:
                most, best = value, []
            if value == most:
                best.append(code)
        return source.choice(best)

    def _iterate(self, table: Table, root: Node, dealt: Dealt, asked: Asked, source: Random) -> None:
        """Walk down the tree to a move that was not tried yet, try it, play on by chance, and remember what it was worth."""
        machine, state = table.machine, dealt.state
        way: list[tuple[int, Node]] = []
        node = root
        # At the root options are counted, since their codes may differ between deals; further down codes must do.
        now = same(table, state, asked)
        keys = {(asked.player, asked.choice, number): dealt.codes.get(code, code) for number, code in enumerate(asked.codes)}
        while now is not None:
            key, new = self._pick(node, keys, source)
            node = node.behind[key]
            way.append((now.player, node))
            machine.answer(state, now, keys[key])
            now = table.asked(state)
            if new:
                break
            if now is not None:
                keys = {(now.player, now.choice, code): code for code in now.codes}
        length = 0
        while now is not None and length < LONGEST:
            machine.answer(state, now, source.choice(now.codes))
            now = table.asked(state)
            length += 1
        worth = table.worth(state)
        for player, passed in way:
            passed.tried += 1
            passed.worth += worth[player]

    def _pick(self, node: Node, keys: dict[tuple[int, int, int], int], source: Random) -> tuple[tuple[int, int, int], bool]:
        """A move from a position, and whether it is tried for the first time."""
        fresh = [key for key in keys if key not in node.behind]
        chosen = source.choice(fresh) if fresh else None
        if chosen is not None:
            node.behind[chosen] = Node()
        for each in keys:
            if each in node.behind:
                node.behind[each].available += 1
        if chosen is not None:
            return chosen, True
        scores = {each: self._promise(node.behind[each]) for each in keys}
        best = max(scores.values())
        return source.choice([each for each, promise in scores.items() if promise == best]), False

    @staticmethod
    def _promise(node: Node) -> float:
        if node.tried == 0:
            return math.inf
        return node.worth / node.tried + CURIOSITY * math.sqrt(math.log(node.available) / node.tried)


def same(table: Table, state: Any, asked: Asked) -> Asked | None:
    """What a player is asked, in a state dealt anew: the same choice."""
    return next((a for a in table.machine.asked(state) if a.player == asked.player and a.choice == asked.choice), None)


NAMES = ("random", "greedy", "mcts")
"""The bots by name."""


def agent(name: str, iterations: int = ITERATIONS) -> Agent:
    """The bot of a name."""
    match name:
        case "random":
            return RandomAgent()
        case "greedy":
            return GreedyAgent()
        case "mcts":
            return MctsAgent(iterations)
    raise ValueError(name)

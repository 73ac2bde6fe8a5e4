"""Players that are programs: by chance, greedy, and thinking ahead.

A bot is asked like a person: it is given the state, what it may answer, and a source of random numbers of its own, never one of
the match. What is hidden from it does not help it: a bot that looks ahead does so in states in which everything that its player
cannot see was dealt anew, and in which dice and decks come otherwise (`play.belief`). So it plays as somebody would who knows
the rules and sees what lies open to him. How much it thinks is counted in matches tried, never in seconds: the same match with
the same bots is the same on every machine.

*Random* takes any option, each as likely. *Greedy* takes one after which its own score is best at the end of its next turn
(`play.greedy`). *MCTS* grows a tree of what may follow over many deals, plays each to its end by chance, and takes the option
that it tried most.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulelang.play.belief import Dealt
from rulelang.play.greedy import GreedyAgent
from rulelang.play.table import Agent, Table, same
from rulelang.runtime.machine import Asked, RulesFault

ITERATIONS = 50
"""How many matches MCTS tries for a choice, if nobody says otherwise."""
LONGEST = 2000
"""How many choices a match by chance may have before it is judged as it stands."""
CURIOSITY = 0.7
"""How much MCTS is drawn to what it has tried little."""


class RandomAgent:
    """Any option, each as likely."""

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """Any option."""
        return source.choice(asked.codes)


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


__all__ = ["ITERATIONS", "NAMES", "Agent", "GreedyAgent", "MctsAgent", "RandomAgent", "Table", "agent", "same"]

"""Plays random games here and in OpenSpiel at once, and compares them at every node: `python -m tests.oracles.compare`.

Compared are whose turn it is, the legal moves, what chance may bring and how likely, and, at the end, what each player gets.
Chance is drawn there and dictated here. Where several are picked, each pick is a node of its own. A difference is reported with
the moves that led to it."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from rulelang.locate import locate
from rulelang.play.match import Choice, Game, Match
from rulelang.runtime.chance import Drawn
from rulelang.runtime.machine import Machine
from tests.oracles.adapters import ADAPTERS, Adapter

OFTEN = 0.4
"""How often a move is made that an adapter wants, where it is legal."""


@dataclass(slots=True)
class Compared:
    """How much was compared, and the first difference found, if there is one."""

    games: int = 0
    nodes: int = 0
    chances: int = 0
    difference: str = ""


class Difference(Exception):
    """The two are not the same."""


def compare(name: str, games: int, seed: int = 1) -> Compared:
    """Play so many games of one of the classics in both."""
    import pyspiel

    adapter = ADAPTERS[name]
    theirs = pyspiel.load_game(adapter.theirs)
    game = Game(locate(adapter.game or name), adapter.variants, adapter.settings)
    machine = game.machine(theirs.num_players())
    machine.tape = []
    source = random.Random(seed)
    compared = Compared()
    for _ in range(games):
        in_step = InStep(adapter, theirs.new_initial_state(), game, machine, source, compared)
        try:
            in_step.play()
        except Difference as difference:
            compared.difference = f"{difference} after {', '.join(in_step.moves) or 'nothing'}"
            break
        compared.games += 1
    return compared


@dataclass
class InStep:
    """One game that is played in both at once; `state` is the one there."""

    adapter: Adapter
    state: Any
    game: Game
    machine: Machine
    source: random.Random
    compared: Compared
    moves: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Play it to its end.

        Raises:
            Difference: where the two are not the same
        """
        names = self.game.names(self.machine.players)
        came = self.chance_there()
        start = self.machine.start(0, self.adapter.dictation([words for words, _ in came]))
        match = Match(self.game, self.machine, names, 0, start)
        self.chance_here(came)
        while not self.state.is_terminal():
            player = self.state.current_player()
            if not match.pending:
                raise Difference(f"the match is over here, and there player {player} moves")
            choice = match.pending[0]
            if self.seat(choice.seat) != player:
                raise Difference(f"{choice.player} moves here, and there player {player}")
            # All that belongs to one answer here may be several actions there.
            several = self.machine.layout.choices[choice.asked.choice].several
            answer = self.set_of(match, choice) if several else self.one_of(match)
            came = self.chance_there()
            match.state.dictated = self.adapter.dictation([words for words, _ in came])
            for words in answer:
                match.choose(choice.seat, words)
            self.chance_here(came)
        if match.pending:
            raise Difference(f"over there, and here {match.pending[0].player} chooses")
        ours, theirs = self.adapter.returns(match), list(self.state.returns())
        if [ours[self.seat(seat)] for seat in range(len(names))] != theirs:
            raise Difference(f"returns here {ours}, there {theirs}")

    def seat(self, seat: int) -> int:
        """Their player of one of our seats, and the other way round."""
        return 1 - seat if self.adapter.reversed_seats else seat

    # ---------------------------------------------------------------------------------------------------- moves

    def one_of(self, match: Match) -> tuple[str, ...]:
        """Make one of the legal moves there; what it is here, one answer or several."""
        here = {self.adapter.our_key(" ".join(words)): words for words in self.answers(match)}
        return here[self.act(here.keys())]

    def set_of(self, match: Match, choice: Choice) -> tuple[str, ...]:
        """Pick, there one by one and in any order, what is one answer here."""
        sets = set(self.sets(match, choice))
        picked: frozenset[str] = frozenset()
        keys: dict[str, str] = {self.adapter.our_key(word): word for one in sets for word in one}
        while picked not in sets:
            picked |= {keys[self.act({self.adapter.our_key(word) for one in sets if picked <= one for word in one - picked})]}
        return (" ".join(sorted(picked)),)

    def act(self, here: Set[str]) -> str:
        """Compare the legal moves, and make one there."""
        self.compared.nodes += 1
        player = self.state.current_player()
        there: dict[str, int] = {self.adapter.their_action(self.state, player, a): a for a in self.state.legal_actions()}
        if here != there.keys():
            raise Difference(f"legal here only: {sorted(here - there.keys())}, there only: {sorted(there.keys() - here)}")
        wanted = self.adapter.wanted(self.moves)
        key = wanted if wanted in here and self.source.random() < OFTEN else self.source.choice(sorted(here))
        self.moves.append(key)
        self.state.apply_action(there[key])
        return key

    def answers(self, match: Match) -> Iterator[tuple[str, ...]]:
        """The words of each move that whoever is asked can make: of all its parts, where those are one action there."""
        choice = match.pending[0]
        for option in choice.options:
            parts: list[tuple[str, ...]] = [(option.text,)]
            # Few options go on; whether one does is found out without asking what the other player could do then.
            if self.adapter.joined and not self.machine.completes(self.machine.copy(match.state), choice.asked, option.code):
                after = match.copy()
                after.choose(choice.seat, option)
                parts = [(option.text, further.text) for further in after.pending[0].options]
            yield from parts

    def sets(self, match: Match, choice: Choice, picked: frozenset[str] = frozenset()) -> Iterator[frozenset[str]]:
        """All that may be picked together in a choice of several."""
        for option in choice.options:
            after = match.copy()
            after.choose(choice.seat, option)
            further = next((c for c in after.pending if c.seat == choice.seat and c.asked.choice == choice.asked.choice), None)
            if further is None:
                yield picked | {option.text}
            else:
                yield from self.sets(after, further, picked | {option.text})

    # ---------------------------------------------------------------------------------------------------- chance

    def chance_there(self) -> list[tuple[str, dict[str, float]]]:
        """Go through chance nodes: what came, and what might have come, with its probability."""
        found: list[tuple[str, dict[str, float]]] = []
        while not self.state.is_terminal() and self.state.is_chance_node():
            legal = self.state.legal_actions()
            likely = {a: p for a, p in self.state.chance_outcomes() if a in legal}
            words = {a: str(self.state.action_to_string(self.state.current_player(), a)) for a in likely}
            action = self.source.choices(list(likely), list(likely.values()))[0]
            if len(likely) > 1:
                found.append((words[action], {words[a]: p for a, p in likely.items()}))
            self.state.apply_action(action)
        return found

    def chance_here(self, came: list[tuple[str, dict[str, float]]]) -> None:
        """Compare what chance might have brought here with what it might have brought there."""
        assert self.machine.tape is not None
        drawn = [one for one in self.machine.tape if len(one.among) > 1]
        self.machine.tape.clear()
        if len(drawn) != len(came):
            raise Difference(f"chance decides {len(drawn)} times here and {len(came)} times there")
        here, there = [_likely(one) for one in drawn], [likely for _, likely in came]
        if self.adapter.same_deal:
            there_here = [{self.adapter.chance_value(words): p for words, p in likely.items()} for likely in there]
        else:
            # Only how likely things are, whatever they are and in whatever order they come.
            here, there_here = (_by_number(many) for many in (here, there))
        for ours, theirs in zip(here, there_here, strict=True):
            self.compared.chances += 1
            if ours.keys() != theirs.keys() or any(abs(ours[value] - p) > 1e-9 for value, p in theirs.items()):
                raise Difference(f"chance here is {ours}, there {theirs}")


def _likely(one: Drawn) -> dict[int, float]:
    """What might have come, with its probability."""
    return {value: number / len(one.among) for value, number in Counter(one.among).items()}


def _by_number(many: Sequence[Mapping[Any, float]]) -> list[dict[int, float]]:
    """Probabilities without what they are of, those of fewest outcomes first."""
    return sorted((dict(enumerate(sorted(one.values()))) for one in many), key=len)


def main() -> int:
    """Compare the classics and print how much was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.compare", description="Compare the classics with OpenSpiel.")
    parser.add_argument("games", nargs="*", help=f"which comparisons: {', '.join(ADAPTERS)}; all of them by default")
    parser.add_argument("--number", type=int, default=200, help="how many games of each (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    for name in options.games or ADAPTERS:
        found = compare(name, options.number, options.seed)
        failed = failed or bool(found.difference)
        told = f"{found.games:>6} games {found.nodes:>8} choices {found.chances:>7} chances"
        sys.stdout.write(f"{name:<14} {told}  {found.difference or 'equal'}\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Plays random games here and in OpenSpiel at once, and compares them at every node: `python -m tests.oracles.compare`.

Compared are whose turn it is, the legal moves, the probabilities of chance and, at the end, what each player gets. Chance is
drawn there and dictated here. A difference is reported with the moves that led to it."""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from typing import Any

from rulelang.locate import locate
from rulelang.play.match import Game, Match
from rulelang.runtime.machine import Machine
from tests.oracles.adapters import ADAPTERS, Adapter


@dataclass(slots=True)
class Compared:
    """How much was compared, and the first difference found, if there is one."""

    games: int = 0
    nodes: int = 0
    difference: str = ""


def compare(name: str, games: int, seed: int = 1) -> Compared:
    """Play so many games of one of the classics in both."""
    import pyspiel

    adapter = ADAPTERS[name]
    theirs = pyspiel.load_game(adapter.theirs)
    game = Game(locate(name))
    machine = game.machine(theirs.num_players())
    source = random.Random(seed)
    compared = Compared()
    for _ in range(games):
        compared.difference = _play(adapter, theirs, game, machine, source, compared)
        if compared.difference:
            break
        compared.games += 1
    return compared


def _play(adapter: Adapter, theirs: Any, game: Game, machine: Machine, source: random.Random, compared: Compared) -> str:
    state = theirs.new_initial_state()
    outcomes, wrong = _chance(adapter, state, source)
    if wrong:
        return wrong
    names = game.names(theirs.num_players())
    match = Match(game, machine, names, 0, machine.start(0, adapter.dictation(outcomes)))
    moves: list[str] = []
    while not state.is_terminal():
        compared.nodes += 1
        player = state.current_player()
        after = f" after {', '.join(moves)}"
        if not match.pending:
            return f"the match is over here, and there player {player} moves{after}"
        choice = match.pending[0]
        if _seat(adapter, choice.seat) != player:
            return f"{choice.player} moves here, and there player {player}{after}"
        here = {adapter.our_key(" ".join(words)): words for words in _moves(adapter, match)}
        there = {adapter.their_action(state, player, a): a for a in state.legal_actions()}
        if here.keys() != there.keys():
            only_here, only_there = sorted(here.keys() - there.keys()), sorted(there.keys() - here.keys())
            return f"legal here only: {only_here}, there only: {only_there}{after}"
        key = source.choice(sorted(here))
        moves.append(key)
        state.apply_action(there[key])
        outcomes, wrong = _chance(adapter, state, source)
        if wrong:
            return wrong + after
        dictated = adapter.dictation(outcomes)
        if dictated is not None:
            match.state.dictated = dictated
        for words in here[key]:
            match.choose(choice.seat, words)
    if match.pending:
        return f"over there, and here {match.pending[0].player} chooses after {', '.join(moves)}"
    returns = state.returns()
    ours = adapter.returns(match)
    if [ours[_seat(adapter, seat)] for seat in range(len(names))] != list(returns):
        return f"returns here {ours}, there {list(returns)} after {', '.join(moves)}"
    return ""


def _seat(adapter: Adapter, seat: int) -> int:
    """Their player of one of our seats, and the other way round."""
    return 1 - seat if adapter.reversed_seats else seat


def _moves(adapter: Adapter, match: Match) -> list[tuple[str, ...]]:
    """The words of each move that whoever is asked can make: of all its parts, where those are one action there."""
    found: list[tuple[str, ...]] = []
    choice = match.pending[0]
    for option in choice.options:
        parts: list[tuple[str, ...]] = [(option.text,)]
        if adapter.joined:
            after = match.copy()
            after.choose(choice.seat, option)
            if after.pending and after.pending[0].asked.continues:
                parts = [(option.text, further.text) for further in after.pending[0].options]
        found.extend(parts)
    return found


def _chance(adapter: Adapter, state: Any, source: random.Random) -> tuple[list[str], str]:
    """Go through chance nodes; what came, and what is wrong with how likely it was."""
    found: list[str] = []
    while not state.is_terminal() and state.is_chance_node():
        outcomes = state.chance_outcomes()
        words = [(state.action_to_string(state.current_player(), a), p) for a, p in outcomes]
        if not adapter.chances(words):
            return found, f"chance there is {words}"
        action = source.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
        found.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    return found, ""


def main() -> int:
    """Compare the classics and print how much was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.compare", description="Compare the classics with OpenSpiel.")
    parser.add_argument("games", nargs="*", help="ids of games; all of them by default")
    parser.add_argument("--number", type=int, default=200, help="how many games of each (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    for name in options.games or ADAPTERS:
        found = compare(name, options.number, options.seed)
        failed = failed or bool(found.difference)
        sys.stdout.write(f"{name:<14} {found.games:>6} games {found.nodes:>8} nodes  {found.difference or 'equal'}\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

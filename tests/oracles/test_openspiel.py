"""The classic games agree with OpenSpiel at every node of random games, and with published counts of their trees.

A few games here; thousands by `python -m tests.oracles.compare --number 2000`.
"""

from __future__ import annotations

import importlib.util

import pytest

from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.play.perft import perft
from tests.oracles.adapters import ADAPTERS
from tests.oracles.compare import compare

SLOW = {"chess": 0, "reversi": 3, "pig": 4, "hearts": 2, "hearts_freely": 3, "hearts_bonuses": 2}
GAMES = {name: SLOW.get(name, 12) for name in ADAPTERS}
COUNTS = {
    "tictactoe": [9, 72, 504, 3024],
    "connect_four": [7, 49, 343, 2401],
    "breakthrough": [22, 484],
    "reversi": [4, 12, 56, 244, 1396],
    "draughts": [7, 49, 302, 1469],
    "chess": [20, 400],
}
"""Positions by depth: Othello perft tables, Aart Bik's draughts perft, the chess programming wiki, OpenSpiel."""


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
@pytest.mark.parametrize("name", [name for name, number in GAMES.items() if number])
def test_agrees_with_openspiel(name: str) -> None:
    found = compare(name, GAMES[name])
    assert not found.difference
    assert found.games == GAMES[name] and found.nodes > found.games


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_those_published(name: str) -> None:
    machine = Game(locate(name)).machine(2)
    state = machine.start(0)
    assert [perft(machine, state, depth) for depth in range(1, len(COUNTS[name]) + 1)] == COUNTS[name]

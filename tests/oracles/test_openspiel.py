"""The classic games agree with OpenSpiel at every node of random games.

A few games here; thousands by `python -m tests.oracles.compare --number 2000`.
"""

from __future__ import annotations

import importlib.util

import pytest

from tests.oracles.adapters import ADAPTERS
from tests.oracles.compare import compare

SLOW = {"chess": 0, "reversi": 3, "pig": 4, "hearts": 2, "hearts_freely": 3, "hearts_bonuses": 2}
GAMES = {name: SLOW.get(name, 12) for name in ADAPTERS}


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
@pytest.mark.parametrize("name", [name for name, number in GAMES.items() if number])
def test_agrees_with_openspiel(name: str) -> None:
    found = compare(name, GAMES[name])
    assert not found.difference
    assert found.games == GAMES[name] and found.nodes > found.games

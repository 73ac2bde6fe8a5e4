"""Random games of every shipped game, for every number of players: all end, and nothing is ever lost or doubled."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulelang.locate import locate, shipped_games
from rulelang.play.match import Game
from rulelang.runtime.playout import Playout

PLAYOUTS = 60
MATCHES = 2
SLOW = {"chess": 2, "crusaders": 20, "monks": 25, "mystery": 10, "reversi": 10}
"""Games of which fewer are played, since one takes long."""
GAMES = {name: Game(locate(name)) for name in shipped_games()}


def tables() -> Iterator[tuple[str, int]]:
    """Every shipped game with each number of players it is for."""
    for name, game in GAMES.items():
        for players in range(game.information.fewest, game.information.most + 1):
            yield name, players


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_playouts_end(name: str, players: int) -> None:
    playout = Playout(GAMES[name].loaded(players).program)
    source = random.Random(players)
    for _ in range(SLOW.get(name, PLAYOUTS)):
        state = playout.play(source)
        assert playout.winners(state)
        if "ALWAYS" in playout.namespace:
            assert playout.namespace["ALWAYS"](state) == -1


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_invariants_hold_at_every_choice(name: str, players: int) -> None:
    for seed in range(1 if name in SLOW else MATCHES):
        match = GAMES[name].start(players, seed)
        source = random.Random(seed)
        while match.pending:
            assert match.check_invariants() == []
            choice = source.choice(match.pending)
            match.choose(choice.seat, source.choice(choice.options))
        assert match.check_invariants() == []
        assert match.winners

"""What is measured against plays the same games: as many wins and draws of random play as by the rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from benchmarks.handwritten import GAMES, TUNED
from benchmarks.peers import PEERS
from rulelang.locate import locate, shipped_games
from rulelang.play.match import Game
from rulelang.runtime.playout import Playout

NUMBER = 3000


@pytest.mark.parametrize("name", GAMES)
def test_the_same_shares_of_wins(name: str) -> None:
    source = random.Random(4)
    playout = Playout(Game(locate(name)).loaded(2).program)
    shares = [Counter(written(source.random) for _ in range(NUMBER)) for written in (GAMES[name], TUNED[name])]
    by_rules: Counter[int | None] = Counter()
    for _ in range(NUMBER):
        winners = playout.winners(playout.play(source))
        by_rules[winners[0] if len(winners) == 1 else None] += 1
    for share in shares:
        for outcome in (0, 1, None):
            assert abs(share[outcome] - by_rules[outcome]) < NUMBER / 20


def test_all_classics_have_a_peer() -> None:
    assert set(PEERS) == {name for name in shipped_games() if locate(name).entry.parents[1].name == "classics"}

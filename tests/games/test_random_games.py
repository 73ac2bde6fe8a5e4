"""Random games of every shipped game, for every number of players, with each setting the other way and with each variant: all
end, and nothing is ever lost or doubled."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulelang.locate import known_variants, locate, shipped_games
from rulelang.play.match import Game
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_game
from rulelang.sema.types import BoolType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink

PLAYOUTS = 60
MATCHES = 2
SLOW = {"chess": 2, "crusaders": 20, "monks": 15, "mystery": 10, "reversi": 10}
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


def other_ways() -> Iterator[tuple[str, str, str]]:
    """Every shipped game with each yes/no setting the other way, and with each variant."""
    for name in GAMES:
        model = load_game(locate(name).entry, [], Sink())
        for setting in model.settings.values():
            if isinstance(setting.type, BoolType) and isinstance(setting.default, nodes.Truth):
                yield name, f"{setting.name}={str(not setting.default.value).lower()}", ""
        for variant in known_variants(locate(name)):
            yield name, "", variant.name


@pytest.mark.parametrize(("name", "setting", "variant"), list(other_ways()))
def test_other_ways_to_play_end(name: str, setting: str, variant: str) -> None:
    settings = dict([setting.split("=")]) if setting else {}
    game = Game(locate(name), [variant] if variant else [], settings)
    playout = Playout(game.loaded(game.information.fewest).program)
    state = playout.play(random.Random(1))
    assert playout.winners(state)
    if "ALWAYS" in playout.namespace:
        assert playout.namespace["ALWAYS"](state) == -1

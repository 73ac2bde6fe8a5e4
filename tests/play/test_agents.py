"""Bots: that they play well enough, the same each time, and any game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.locate import locate
from rulelang.play.agents import Agent, GreedyAgent, MctsAgent, RandomAgent, Table, agent
from rulelang.play.figures import difference, share, spread
from rulelang.play.match import Game
from rulelang.play.simulate import simulate

ROOT = Path(__file__).resolve().parents[2]
GAMES = [
    *sorted(path for path in (ROOT / "games").rglob("game.rules") if not path.parent.name.startswith("_")),
    *sorted((ROOT / "tests" / "pages").glob("*.rules")),
    *sorted((ROOT / "tests" / "constructs").glob("*.rules")),
]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_bots_can_play_any_game(path: Path) -> None:
    """At some of its choices, each bot says something legal, and the state stays as it was."""
    game = Game(path)
    table = Table(game.loaded(game.information.most).program)
    chooser = Random(5)
    bots: list[Agent] = [GreedyAgent(), MctsAgent(3)]
    state = table.machine.start(3)
    for stop in range(40):
        asked = table.asked(state)
        if asked is None:
            break
        if stop % 10 == 3 and len(asked.codes) < 60:
            before = [getattr(state, name) for name in table.machine.changing]
            for bot in bots:
                assert bot.choose(table, state, asked, Random(stop)) in asked.codes
            assert [getattr(state, name) for name in table.machine.changing] == before
        table.machine.answer(state, asked, chooser.choice(asked.codes))


@pytest.mark.parametrize(("name", "bot"), [("tictactoe", "mcts"), ("connect_four", "mcts")])
def test_who_looks_ahead_wins_more(name: str, bot: str) -> None:
    result = simulate(Game(locate(name)), games=12, seed=1, bots=["random", bot], iterations=40)
    assert result.wins["ben"].share > 0.6


@pytest.mark.parametrize("bot", ["greedy", "mcts"])
def test_a_move_that_wins_is_taken(bot: str) -> None:
    match = Game(locate("tictactoe")).start(2, 1)
    for player, square in (("ann", "a1"), ("ben", "b1"), ("ann", "a2"), ("ben", "b2")):
        match.choose(player, square)
    choice = match.pending[0]
    table = Table(match.machine.program)
    code = agent(bot, 60).choose(table, match.state, choice.asked, Random(1))
    assert next(option.text for option in choice.options if option.code == code) == "a3"


def test_more_thought_is_better() -> None:
    result = simulate(Game(locate("tictactoe")), games=12, seed=1, bots=["greedy", "mcts"], iterations=150)
    assert result.wins["ben"].share >= result.wins["ann"].share


def test_a_bot_does_the_same_each_time() -> None:
    table = Table(Game(locate("kuhn_poker")).loaded(2).program)
    state = table.machine.start(4)
    asked = table.asked(state)
    assert asked is not None
    for name in ("random", "greedy", "mcts"):
        bot = agent(name, 8)
        assert len({bot.choose(table, state, asked, Random(2)) for _ in range(4)}) == 1
    assert len({RandomAgent().choose(table, state, asked, Random(n)) for n in range(12)}) > 1


def test_a_bot_that_nobody_knows() -> None:
    with pytest.raises(ValueError):
        agent("clever")


def test_figures() -> None:
    assert share(0, 10).low == 0 and 0.2 < share(0, 10).high < 0.35
    numbers = spread([1, 2, 2, 3, 7])
    assert (numbers.mean, numbers.median, numbers.least, numbers.most) == (3, 2, 1, 7)
    assert numbers.low < 3 < numbers.high
    assert spread([1, 4]).median == 2.5
    same = difference("x", share(50, 100), share(52, 100))
    assert not same.clear and same.low < 0 < same.high
    assert difference("x", share(90, 100), share(20, 100)).clear

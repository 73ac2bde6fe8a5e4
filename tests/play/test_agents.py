"""Bots: that they play well enough, the same each time, and any game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulelang.locate import locate
from rulelang.play.agents import Agent, GreedyAgent, MctsAgent, RandomAgent, Table, agent
from rulelang.play.figures import difference, share, spread
from rulelang.play.greedy import ENOUGH, TRIALS
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


PLANS = """game plans "Plans":
    players 2

player:
    points: Int = 0
    seed: Int = 0

play:
    repeat 3 times:
        for each p in players:
            turn(p)

rule turn(p: Player):
    p chooses "Your turn":
        idle: nothing
        beg: p gains 2 points
        sow: p.seed += 1
        reap where p.seed > 0:
            p.seed -= 1
            p gains 5 points
        market:
            p chooses "At the market":
                look: nothing
                sell:
                    p chooses "For how much?":
                        cheap: p gains 1 point
                        dear: p gains 3 points

scoring for each player p:
    "points": p.points
    winner: most total
"""


@pytest.mark.parametrize(
    ("before", "best"),
    [
        # The last turn: what earns most stands behind two further choices.
        (("idle", "idle", "idle", "idle"), "market"),
        (("idle", "idle", "idle", "idle", "market"), "sell"),
        (("idle", "idle", "idle", "idle", "market", "sell"), "dear"),
        # Nothing now, and 5 in the next turn, is more than 2 or 3 now and 3 then.
        (("sow", "idle", "idle", "idle"), "reap"),
    ],
)
def test_a_greedy_bot_sees_to_the_end_of_its_turn(tmp_path: Path, before: tuple[str, ...], best: str) -> None:
    assert chosen(tmp_path, PLANS, before) == best


def test_a_greedy_bot_sees_what_its_next_turn_earns(tmp_path: Path) -> None:
    # 9 from what was sown is more than 3 and 3 from the market.
    rich = PLANS.replace("p gains 5 points", "p gains 9 points")
    assert chosen(tmp_path, rich, ("idle", "idle")) == "sow"
    assert chosen(tmp_path, PLANS, ("idle", "idle")) == "market"


def chosen(tmp_path: Path, rules: str, before: tuple[str, ...]) -> str:
    """The option that a greedy bot takes after others were taken."""
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    match = Game(tmp_path / "game.rules").start(2, 1)
    for words in before:
        match.choose(match.pending[0].seat, words)
    choice = match.pending[0]
    code = GreedyAgent().choose(Table(match.machine.program), match.state, choice.asked, Random(1))
    return next(option.text for option in choice.options if option.code == code)


def test_a_greedy_bot_tries_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(Game(locate("crusaders")).loaded(4).program)
    answer, tried = table.machine.answer, 0

    def counted(*arguments: Any) -> None:
        nonlocal tried
        tried += 1
        answer(*arguments)

    monkeypatch.setattr(table.machine, "answer", counted)
    state, source, stops = table.machine.start(1), Random(1), 0
    while (asked := table.asked(state)) is not None and stops < 60:
        stops += 1
        tried = 0
        if stops % 12 == 0:
            GreedyAgent().choose(table, state, asked, source)
            assert len(asked.codes) <= tried <= ENOUGH + TRIALS
        answer(state, asked, source.choice(asked.codes))


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

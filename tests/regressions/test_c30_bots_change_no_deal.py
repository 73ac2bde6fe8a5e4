"""Case C30: who plays, or a roll more somewhere else, must not change the deal.

Source: GAIGResearch/TabletopGames PR #275; crawl/crawl#5119; intelligent-systems-course/schnapsen-old PR #2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import group
from rulelang.locate import locate
from rulelang.play.agents import Agent, Table, agent
from rulelang.play.belief import Beliefs
from rulelang.play.match import Game, Match
from rulelang.play.redeal import leaks
from rulelang.play.watching import Watcher
from rulelang.runtime.machine import Asked
from rulelang.tools.bots import bots_for
from rulelang.tools.session import Session

GAME = """game tricks "Tricks":
    players 2

kind Card:
    value: Int

Card c for each value in range(1, 12)

kind Weather:
    wet: Int

Weather w for each wet in range(1, 6)

state:
    deck: pile of Card = Card, secret
    sky: pile of Weather = Weather, secret
    rounds: Int = 0, public

player:
    hand: pile of Card, private
    taken: Int = 0, public

rule deal():
    shuffle deck
    for each p in players:
        draw 3 from deck to p.hand

rule weather():
    nothing

rule storm():
    roll d6 as x
    log "a storm of {x}"

play:
    repeat 3 times:
        rounds += 1
        deal()
        weather()
        for each p in players:
            log "{p} has {each(x.value for x in p.hand)}"
            roll d6 as luck
            log "luck {luck}"
            p chooses x from p.hand "Play which?"
            p.taken += x.value
            if x.value > 6:
                roll d6 as more
                log "luck {more}"
        for each p in players:
            move all from p.hand to deck

scoring for each player p:
    "Taken": p.taken
    winner: most p.taken
"""
STORMY = """variant stormy "A roll more elsewhere" of tricks

replace weather():
    storm()
"""
CLOUDY = """variant cloudy "Another deck is shuffled too" of tricks

replace weather():
    shuffle sky
    draw 1 from sky to box as x
    log "a cloud"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants" / "stormy.rules").write_text(STORMY, encoding="utf-8")
    (tmp_path / "variants" / "cloudy.rules").write_text(CLOUDY, encoding="utf-8")
    return tmp_path


def game(folder: Path, *variants: str) -> Game:
    return Game(locate(str(folder)), variants)


def deals(match: Match) -> list[str]:
    """What was dealt, round by round."""
    return [line.text for line in match.story() if " has " in line.text]


def rolls(match: Match) -> list[int]:
    """All dice in order."""
    dice = [name for name in match.machine.streams if name == "dice"]
    assert dice
    forms = {event.number: event.form for event in match.machine.layout.events}
    return [face for event, _, values in match.state.log if forms[event] == "roll" for face in values[1:]]


def played(folder: Path, bot: str, *variants: str, seed: int = 5) -> Match:
    """A match of two bots."""
    match = game(folder, *variants).start(["ann", "ben"], seed)
    bots = bots_for([("all", bot)], match.players, iterations=6)
    while match.pending:
        choice = match.pending[0]
        match.choose(choice.seat, bots[choice.player](match, choice))
    return match


def played_by_people(folder: Path, answer: str, seed: int = 5) -> Match:
    """A match of two people at the keyboard, who always choose the option of the same number."""
    match = game(folder).start(["ann", "ben"], seed)

    def ask(prompt: str) -> str:
        return answer if prompt.endswith("> ") else ""

    assert Session(match, {}, ask, lambda line: None).run()
    return match


def prefix(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether one begins as the other goes on."""
    size = min(len(one), len(other))
    return size > 0 and one[:size] == other[:size]


def test_the_deals_and_each_roll_are_the_same_whoever_plays(folder: Path) -> None:
    matches = [
        *(played(folder, bot) for bot in ("random", "greedy", "mcts")),
        *(played_by_people(folder, answer) for answer in ("1", "2", "3")),
    ]
    assert len({tuple(move.words for move in match.moves) for match in matches}) > 2
    assert len({len(rolls(match)) for match in matches}) > 1
    for match in matches[1:]:
        assert len(deals(match)) == 6
        assert deals(match) == deals(matches[0])
        assert prefix(rolls(match), rolls(matches[0]))


def test_another_seed_is_another_deal(folder: Path) -> None:
    assert deals(played(folder, "random")) != deals(played(folder, "random", seed=6))


def test_a_roll_more_elsewhere_changes_no_deal_and_no_roll_of_its_stream(folder: Path) -> None:
    plain, stormy = played(folder, "random"), played(folder, "random", "stormy")
    assert deals(plain) == deals(stormy)
    assert len(rolls(stormy)) > len(rolls(plain))
    assert prefix(rolls(plain), rolls(stormy))


def test_a_shuffle_of_another_deck_changes_nothing_else(folder: Path) -> None:
    plain, cloudy = played(folder, "random"), played(folder, "random", "cloudy")
    assert deals(plain) == deals(cloudy)
    assert rolls(plain) == rolls(cloudy)


def test_a_script_of_before_differs_from_the_roll_more_on_only(folder: Path) -> None:
    """The same moves under rules that roll once more: all deals are as they were, and the dice from that roll on are the next."""
    before = played(folder, "random")
    after = game(folder, "stormy").start(["ann", "ben"], 5)
    for move in before.moves:
        after.choose(move.seat, move.words)
    assert after.over
    assert deals(after) == deals(before)
    assert rolls(after)[0] == rolls(before)[0]
    assert rolls(after) != rolls(before)


class Watching:
    """A bot that notes what its player has been dealt."""

    def __init__(self, inner: Agent, found: list[tuple[int, ...]]) -> None:
        self.inner = inner
        self.found = found

    def choose(self, table: Table, state: Any, asked: Asked, source: Random) -> int:
        """As the bot within."""
        self.found.append(tuple(sorted(asked.codes)))
        return self.inner.choose(table, state, asked, source)


def test_simulations_deal_the_same_to_any_bots(folder: Path) -> None:
    found: dict[str, list[tuple[int, ...]]] = {}
    for name in ("random", "greedy", "mcts"):
        bots = [Watching(agent(name, 4), found.setdefault(name, [])) for _ in range(2)]
        Watcher(game(folder).loaded(2).program, ["ann", "ben"], bots, seed=7).watch(0, 3)
    assert len(found["random"]) == 18
    assert found["random"] == found["greedy"] == found["mcts"]


def test_nobody_who_looks_ahead_or_checks_touches_a_stream(folder: Path) -> None:
    match = game(folder).start(["ann", "ben"], 5)
    counters, keys = list(match.state.counters), match.state.keys
    choice = match.pending[0]
    for name in ("random", "greedy", "mcts"):
        bots_for([("all", name)], match.players, iterations=5)[choice.player](match, choice)
    leaks(Beliefs(match.machine), match, 0, Random(1))
    match.why_not(choice.seat, "c_1")
    assert (match.state.counters, match.state.keys) == (counters, keys)


@pytest.fixture
def said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.setenv("RULELANG_CACHE", str(folder / "cache"))

    def call(*arguments: str) -> str:
        result = CliRunner().invoke(group, ["play", str(folder), "--players", "ann,ben", "--seed", "5", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    return call


def test_the_same_by_command(said: Callable[..., str]) -> None:
    def dealt(text: str) -> list[str]:
        return re.findall(r"\w+ has .*", text)

    one = dealt(said("--bot", "all=random"))
    assert len(one) == 6
    assert one == dealt(said("--bot", "all=mcts", "--iterations", "4"))
    assert one == dealt(said("--bot", "all=greedy", "--variant", "cloudy"))

"""Dice that nobody sees: what is told of them, taken back, explained and kept."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.errors import UndoRefused
from rulelang.locate import locate
from rulelang.play.belief import Beliefs
from rulelang.play.match import Game, Match

RULES = Path(__file__).with_name("unseen_rolls.rules")


@pytest.fixture
def match() -> Match:
    return Game(locate(RULES)).start(["ann", "ben"], seed=1)


def test_only_the_author_is_told_what_came(match: Match) -> None:
    told = [line.text for line in match.log if line.form == "chance"]
    assert len(told) >= 7 and all(text.rpartition(" ")[2].isdigit() for text in told)
    assert any("stakes +2" in text or "dice +2" in text for text in told), told
    for player in ("ann", "ben"):
        assert {line.text for line in match.story(player) if line.form == "chance"} == {"d6: unseen", "2d6: unseen"}


def test_no_move_is_taken_back_over_an_unseen_roll(match: Match) -> None:
    match.choose("ann", "raise 1 ones")
    match.choose("ben", "doubt")
    with pytest.raises(UndoRefused, match="dice were rolled"):
        match.undo()


def test_a_bot_does_not_know_what_came() -> None:
    """The lot of the round waits in a local of the rule that has stopped: each deal of what a player cannot know rolls anew."""
    game = Game(locate(RULES))
    match = game.start(["ann", "ben"], seed=1)
    beliefs = Beliefs(game.machine(2))
    for seat in range(2):
        dealt = [beliefs.deal(match.state, seat, Random(number)).state.frames for number in range(30)]
        lots = {str(frames[1]) for frames in dealt}
        assert len(lots) > 3, lots

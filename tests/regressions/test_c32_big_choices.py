"""Case C32: choosing any number of things must not list all the ways to do it.

Source: magefree/mage#6330, #5079; GAIGResearch/TabletopGames#40; google-deepmind/open_spiel#51.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulelang.errors import IllegalMove
from rulelang.locate import locate
from rulelang.play.match import Game, Match
from rulelang.runtime.playout import Playout

GAME = """game big "Big choices":
    players 2

kind Card:
    number: Int

Card c for each number in range(1, 30)

kind Creature:
    damage: Int = 0, public

Creature ogre
Creature troll
Creature giant

player:
    hand: pile of Card, private

state:
    discards: pile of Card, public

rule titan(p: Player):
    p chooses up to 10 cards from p.hand "Discard any number"
    move cards to discards

rule bolt(p: Player):
    repeat at most 12:
        p chooses target from Creature "Put one point of damage on whom?"
        target.damage += 1

play:
    move each(x in Card) to players[1].hand
    titan(players[1])
    players[1] chooses exactly 3 rest from players[1].hand "Three more"
    move rest to discards
    players[1] chooses any number of others from discards "Take back any number"
    move others to players[1].hand
    bolt(players[1])
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    return Game(locate(str(tmp_path))).start(["ann", "ben"], seed=1)


def numbers(match: Match, zone: str) -> set[int]:
    store = next(s for s in match.machine.layout.stores if s.name == "Card")
    index = next(i for i, z in enumerate(store.zones) if z.name == zone)
    return {thing + 1 for thing in match.state.Card_zones[index]}


def test_options_are_as_many_as_things_at_most(match: Match) -> None:
    most = 0
    source = random.Random(1)
    while match.pending:
        choice = match.pending[0]
        most = max(most, len(choice.options))
        match.choose(choice.seat, source.choice(choice.options))
    assert most == 31


@pytest.mark.parametrize("line", ["c_3 c_1 c_9", "c_9 c_3 c_1", "c_1, c_3, c_9"])
def test_one_line_names_a_set_in_any_order(match: Match, line: str) -> None:
    match.choose("ann", line)
    assert len(match.moves) == 1
    assert numbers(match, "state.discards") == {1, 3, 9}
    assert match.pending[0].path == "play.rest"


def test_a_thing_named_twice_is_refused(match: Match) -> None:
    with pytest.raises(IllegalMove):
        match.choose("ann", "c_3 c_3")
    assert numbers(match, "state.discards") == set()


def test_more_than_allowed_are_refused(match: Match) -> None:
    with pytest.raises(IllegalMove):
        match.choose("ann", " ".join(f"c_{n}" for n in range(1, 12)))


def test_none_is_some_number(match: Match) -> None:
    match.choose("ann", "done")
    assert numbers(match, "state.discards") == set()


def test_exactly_three_are_three(match: Match) -> None:
    match.choose("ann", "done")
    with pytest.raises(IllegalMove):
        match.choose("ann", "c_1 c_2")
    match.choose("ann", "c_30 c_2 c_1")
    assert numbers(match, "state.discards") == {1, 2, 30}


def test_playouts_go_through_them(match: Match) -> None:
    playout = Playout(match.machine.program)
    sizes = set()
    for seed in range(30):
        state = playout.play(random.Random(seed))
        assert sum(state.Creature_damage) == 12
        sizes.add(len(state.Card_zones[0]) + sum(map(len, state.Card_zones[1:])))
    assert sizes == {30}


@pytest.mark.parametrize("line", ["c_3 c_1 c_9", "c_9 c_3 c_1", "c_1, c_3, c_9", "c_9 c_1 c_3 done"])
def test_a_set_is_written_back_in_one_order(match: Match, line: str) -> None:
    match.choose("ann", line)
    assert match.moves[0].words == "c_1 c_3 c_9"


def test_one_alone_is_written_so_that_it_stays_alone(match: Match) -> None:
    match.choose("ann", "c_4 done")
    assert (match.moves[0].words, match.pending[0].path) == ("c_4 done", "play.rest")
    again = match.game.start(["ann", "ben"], 1)
    again.choose("ann", match.moves[0].words)
    assert again.state.Card_zones == match.state.Card_zones


def test_any_of_thirty_can_be_left_and_undone(match: Match) -> None:
    before = [zone[:] for zone in match.state.Card_zones]
    match.choose("ann", "c_30 c_15 c_2")
    match.undo(force=True)
    assert match.state.Card_zones == before


COUNTED = """game purse "Purse":
    players 2

kind Coin

Coin copper x 300
Coin silver x 200
Coin gold x 100

state:
    bank: tokens of Coin = Coin, public

player:
    purse: tokens of Coin, public

play:
    move all from bank to players[1].purse
    players[1] chooses exactly 40 coins from players[1].purse "Which forty?"
    move coins from players[1].purse to bank
    players[1] chooses n from range(0, players[1].purse[silver]) "How many silvers?"
    move n silver from players[1].purse to bank
"""


@pytest.fixture
def purse(tmp_path: Path) -> Match:
    (tmp_path / "game.rules").write_text(COUNTED, encoding="utf-8")
    return Game(locate(str(tmp_path))).start(["ann", "ben"], seed=1)


def test_of_what_is_counted_each_sort_is_offered_once(purse: Match) -> None:
    source = random.Random(2)
    for _ in range(40):
        choice = purse.pending[0]
        assert choice.several and len(choice.options) <= 3
        purse.choose(choice.seat, source.choice(choice.options))
    assert purse.pending[0].path == "play.n"
    assert purse.view()["state"]["bank"]["size"] == 40


def test_so_many_of_a_sort_in_one_line_in_any_order(purse: Match) -> None:
    purse.choose("ann", " ".join(["gold", "silver"] * 15 + ["copper"] * 10))
    assert purse.moves[0].words == " ".join(["copper"] * 10 + ["silver"] * 15 + ["gold"] * 15)
    assert len(purse.moves) == 1
    purse.choose("ann", "185")
    with pytest.raises(IllegalMove):
        purse.choose("ann", "1")


def test_more_of_a_sort_than_there_are_is_refused(purse: Match) -> None:
    with pytest.raises(IllegalMove):
        purse.choose("ann", " ".join(["gold"] * 41))
    assert purse.pending[0].picked == 0


def test_random_play_is_documented() -> None:
    manual = (Path(__file__).resolve().parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
    assert "each step as likely as the others, and so not each set" in " ".join(manual.split())

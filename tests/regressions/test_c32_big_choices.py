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

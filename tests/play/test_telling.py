"""What is told of many things at once: hands that are put in order, and several picked that not everybody sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.play.match import Game, Match
from rulelang.runtime.telling import several

RULES = """
game sorting "Sorting":
    players 2

kind Card:
    rank: Int

Card card for each rank in range(1, 12) "card {rank}"

state:
    deck: pile of Card = Card, secret

player:
    hand, gift: pile of Card, private

play:
    shuffle deck
    for each p in players:
        draw 6 from deck to p.hand
        move sorted(c in p.hand by c.rank) to p.hand
    for each p in players where p.hand.size > 1:
        p chooses exactly 2 cards from p.hand "Give away"
        move cards to p.gift
    waiting
    for each p in players:
        move all from p.gift to opponent(p).hand
    for each p in players:
        move sorted(c in p.hand by c.rank) to p.hand
    players[1] chooses "Well?":
        well
"""


def match_of(folder: Path, waiting: str) -> Match:
    """A match in which each has given two cards away, with a statement before they arrive."""
    path = folder / "game.rules"
    path.write_text(RULES.replace("waiting", waiting), encoding="utf-8")
    match = Game(path).start(("ann", "ben"), seed=1)
    for player in match.players:
        for _ in range(2):
            match.choose(player, match.pending[0].options[0])
    return match


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """A match in which the cards have arrived."""
    return match_of(tmp_path, "nothing")


def told(match: Match, reader: str) -> list[str]:
    """The story as a player could tell it."""
    return [line.text for line in match.story(reader)]


def hand(match: Match, player: str) -> list[str]:
    """What a player holds, as he is told of it."""
    return [word.replace("_", " ") for word in match.view(player)["player"][player]["hand"]["contents"]]


def test_who_takes_cards_up_and_sorts_them_is_told_of_once(match: Match) -> None:
    moved = [f"6 Cards move from the deck to {player}'s hand" for player in match.players]
    assert told(match, "ann")[:4] == ["the deck is shuffled", *moved, told(match, "ann")[3]]
    assert told(match, "ann")[3].startswith("ann: Give away: ")


def test_a_hand_that_was_there_before_is_told_to_be_put_in_order(match: Match) -> None:
    assert told(match, "ann")[-2:] == ["ann's hand is put in another order", "ben's hand is put in another order"]


def test_what_others_pick_is_counted(tmp_path: Path) -> None:
    match = match_of(tmp_path, 'players[1] chooses "Now?":\n        now')
    assert "ben: Give away: 2 Cards" in told(match, "ann")
    match.choose("ann", "now")
    assert "ben: Give away: 2 Cards" in told(match, "ann")


def test_of_several_picked_each_is_named_that_comes_to_be_seen_at_once(match: Match) -> None:
    given = next(line for line in told(match, "ann") if line.startswith("ben: Give away: "))
    cards = given.removeprefix("ben: Give away: ").split(" and ")
    assert len(cards) == 2 and set(cards) <= set(hand(match, "ann"))
    assert given in told(match, "ben")


def test_what_is_too_broad_for_the_table_of_players_stands_below_it(match: Match) -> None:
    for player in match.players:
        lines = match.table(player).splitlines()
        assert next(line for line in lines if line.startswith("hand")).split() == ["hand", "6", "Cards", "6", "Cards"]
        assert lines[-1] == f"{player}'s hand  {', '.join(hand(match, player))}"


OPEN = """
game sorting "Sorting":
    players 2

kind Card:
    rank: Int

Card card for each rank in range(1, 12) "card {rank}"

player:
    hand: pile of Card, public

play:
    move each(c in Card where c.rank < 7) to players[1].hand
    move each(c in Card where c.rank > 6) to players[2].hand
    players[1] chooses "Well?":
        yes "Yes": nothing
        no "No": nothing
""".lstrip()


def test_so_does_what_lies_open_before_others(tmp_path: Path) -> None:
    """Whoever may see it, of whomever it is; the author sees everything."""
    (tmp_path / "game.rules").write_text(OPEN, encoding="utf-8")
    match = Game(tmp_path).start(["ann", "ben"], seed=3)
    for reader in ("ann", "ben", None):
        lines = match.table(reader).splitlines()
        assert lines[-2:] == [f"{player}'s hand  {', '.join(hand(match, player))}" for player in match.players]


def test_tokens_that_go_the_same_way_one_by_one_are_told_together(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(
        """
game coins "Coins":
    players 2

kind Coin

Coin copper x 9
Coin silver x 9

die lucky_die: 2

state:
    vaults: tokens of Coin = Coin
    cards: pile of Card = Card, secret "cards of the king"

kind Card
Card ace x 3

player:
    purse: tokens of Coin

play:
    shuffle cards
    roll lucky_die as n
    repeat n times:
        move copper from vaults to players[1].purse
        move silver from vaults to players[1].purse
    repeat 3 times:
        move copper from vaults to players[2].purse
    players[1] chooses:
        well
""",
        encoding="utf-8",
    )
    assert [line.text for line in Game(path).start(("ann", "ben"), seed=1).log] == [
        "the cards of the king are shuffled",
        "lucky die: 2",
        "2 coppers and 2 silvers move from the vaults to ann's purse",
        "3 coppers move from the vaults to ben's purse",
    ]


@pytest.mark.parametrize(
    ("label", "are"),
    [
        ("the deck", False),
        ("the cards", True),
        ("the events of the first age", True),
        ("the box of the cards", False),
        ("ann's hand", False),
        ("ann's sheets (2)", True),
        ("the glass", False),
        ("the circus", False),
    ],
)
def test_labels_of_several(label: str, are: bool) -> None:
    assert several(label) is are

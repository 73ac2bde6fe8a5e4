"""C27: undo is no way to look into the deck, and what was taken back can be chosen again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.errors import UndoRefused
from rulelang.locate import locate
from rulelang.play.match import Game, Match
from rulelang.play.script import run_script
from rulelang.runtime import keeping
from rulelang.tools.playing import recording
from rulelang.tools.setup import Setup

RULES = """\
game digging "Digging":
    players 2

kind Card
Card lamp "the lamp"
Card rope "the rope"
Card pick "the pick"

kind Site:
    dug: Bool = false
Site north_field
Site south_field

state:
    deck: pile of Card = Card, secret
    shown: pile of Card

player:
    hand: pile of Card, private
    vote: Int = 0

play:
    shuffle deck
    repeat for each p in players:
        turn of p:
            turn(p)
    until false

rule turn(p: Player):
    p chooses "Your turn":
        study where deck.size > 0 "Draw a card":
            draw 1 from deck to p.hand
        dig(site from Site where not site.dug) "Dig at {site}":
            site.dug = true
        mix "Shuffle the deck":
            shuffle deck
        throw "Roll":
            roll d6 as n
            p.vote = n
        lot "Draw lots":
            p.vote = any one of range(1, 3) at random
        open(card from p.hand) "Show {card}":
            reveal card
        lay(card from p.hand) "Lay down {card}":
            move card to shown
        ballot "Let all vote":
            at once for each q in players:
                q chooses n from range(0, 1) "Yes?" secretly
                q.vote = n
        rest "Rest":
            nothing
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "digging.rules").write_text(RULES, encoding="utf-8")
    return Game(locate(tmp_path / "digging.rules")).start(["ann", "ben"], seed=3)


def play(match: Match, *lines: str) -> None:
    for line in lines:
        player, _, words = line.partition(": ")
        match.choose(player, words)


def state(match: Match) -> object:
    return keeping.dump(match.machine, match.state)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["ann: study"], "move 1 cannot be taken back: a Card was drawn"),
        (["ann: rest", "ben: mix"], "move 2 cannot be taken back: the deck was shuffled"),
        (["ann: throw"], "move 1 cannot be taken back: dice were rolled"),
        (["ann: lot"], "move 1 cannot be taken back: something was decided by lot"),
        (["ann: ballot", "ann: 1", "ben: 0"], "move 3 cannot be taken back: what all chose in secret has been shown"),
    ],
)
def test_what_has_come_out_is_not_taken_back(match: Match, lines: list[str], why: str) -> None:
    play(match, *lines)
    before = state(match)
    with pytest.raises(UndoRefused) as refused:
        match.undo()
    assert str(refused.value) == why
    assert state(match) == before
    match.undo(force=True)
    assert len(match.moves) == len(lines) - 1


@pytest.mark.parametrize(("verb", "why"), [("open", "a Card was shown to all"), ("lay", "a Card that was hidden has been seen")])
def test_what_was_shown_is_not_taken_back(match: Match, verb: str, why: str) -> None:
    play(match, "ann: study", "ben: rest")
    word = next(option.text for option in match.pending[0].options if option.text.startswith(verb))
    match.choose("ann", word)
    with pytest.raises(UndoRefused, match=why):
        match.undo()


def test_a_dig_is_taken_back_until_somebody_else_has_chosen(match: Match) -> None:
    before = state(match)
    play(match, "ann: dig north_field")
    after = state(match)
    assert match.undo("ann").words == "dig north_field"
    assert state(match) == before
    assert match.redo().words == "dig north_field"
    assert state(match) == after
    play(match, "ben: rest")
    with pytest.raises(UndoRefused, match="ben has chosen since"):
        match.undo("ann")


def test_nothing_to_take_back(match: Match) -> None:
    with pytest.raises(UndoRefused, match="nothing has been chosen yet"):
        match.undo()
    with pytest.raises(UndoRefused, match="nothing was taken back"):
        match.redo()
    play(match, "ann: rest")
    with pytest.raises(UndoRefused, match="ben has not chosen anything yet"):
        match.undo("ben")


def test_a_vote_is_taken_back_while_others_think(match: Match) -> None:
    play(match, "ann: ballot", "ann: 1")
    assert match.undo("ann").words == "1"
    play(match, "ann: 0", "ben: 0")
    assert match.view()["player"]["ann"]["vote"] == 0


def test_undo_is_a_line_of_the_record_and_outlives_saving(match: Match, tmp_path: Path) -> None:
    play(match, "ann: dig north_field")
    match.undo()
    play(match, "ann: dig south_field")
    match.undo()
    match.redo()
    play(match, "ben: study")
    match.undo(force=True)
    kept = match.game.restore(match.to_json())
    assert kept.history == match.history and kept.undone == match.undone
    kept.redo()
    match.redo()
    assert state(kept) == state(match)
    play(kept, "ann: throw")
    path = tmp_path / "match.play"
    path.write_text(recording(kept, kept.game.place, Setup(), path), encoding="utf-8")
    lines = path.read_text(encoding="utf-8").split("\n\n", 1)[1].splitlines()
    told = [line for line in lines if not line.startswith(("state ", "    ", "deck ", "dice "))]
    assert told == [
        "ann: dig north_field",
        "undo",
        "ann: dig south_field",
        "undo",
        "redo",
        "ben: study",
        "undo anyway",
        "redo",
        "ann: throw",
    ]
    played = run_script(path)
    assert played.verdict is not None and played.verdict.form == "same", played.diagnostics
    assert played.match is not None
    assert keeping.dump(kept.machine, kept.state)["values"] == keeping.dump(played.match.machine, played.match.state)["values"]


def test_a_script_may_take_back_only_what_may_be_taken_back(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "try.play"
    path.write_text('game "digging.rules"\nplayers ann, ben\n\nann: study\nundo\n', encoding="utf-8")
    assert [d.code for d in run_script(path).diagnostics] == ["RL0730"]
    text = 'game "digging.rules"\nplayers ann, ben\n\nann: rest\nundo\nann: study\nexpect ann.hand.size == 1\nrefused ann: rest\n'
    path.write_text(text, encoding="utf-8")
    assert not run_script(path).diagnostics

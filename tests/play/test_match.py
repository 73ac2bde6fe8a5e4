"""Matches: choosing in words, looking, taking back, saving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulelang
from rulelang.play.match import Game, Match
from rulelang.runtime import keeping
from tests.play.helpers import MARKET, market, random_play, write


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return market(tmp_path)


@pytest.fixture
def match(game: Game) -> Match:
    """A match in which both have bid, and ann must choose."""
    started = game.start(["ann", "ben"], seed=4)
    started.choose("ben", "2")
    started.choose("ann", "0")
    return started


def texts(match: Match) -> list[str]:
    return [option.text for option in match.pending[0].options]


def state(match: Match) -> object:
    return keeping.dump(match.machine, match.state)


def test_a_match_is_played_in_words(match: Match) -> None:
    assert [(c.player, c.prompt) for c in match.pending] == [("ann", "What now?")]
    assert texts(match)[-2:] == ["work", "rest"]
    match.choose("ann", "work")
    assert match.pending[0].player == "ben"
    match.choose("rest")
    match.choose("ann", 0)
    assert len(match.moves) == 5 and not match.over


def test_bids_are_secret_until_all_have_bid(game: Game) -> None:
    match = game.start(["ann", "ben"], seed=4)
    assert [c.player for c in match.pending] == ["ann", "ben"]
    match.choose("ann", "1")
    assert match.view("ann")["player"]["ann"]["secret_number"] == 1
    assert match.view("ben")["player"]["ann"]["secret_number"] is None
    assert match.view()["player"]["ann"]["secret_number"] == 0, "nothing has happened before all have chosen"
    match.choose("ben", "0")
    assert match.view("ann")["player"]["ann"]["secret_number"] == 1
    assert [line.text for line in match.story("ann") if line.form == "choice"] == ["ann: Bid: 1", "ben: Bid: ?"]
    assert [line.text for line in match.story("ben") if line.form == "choice"] == ["ann: Bid: ?", "ben: Bid: 0"]


def test_the_arguments_alone_will_do(match: Match) -> None:
    name = match.view("ann")["player"]["ann"]["hand"]["contents"][0]
    match.choose("ann", name if f"buy {name}" not in texts(match) else f"lay {name}")
    assert match.moves[-1].words == f"lay {name}"


def test_what_is_not_legal_is_refused_with_reasons(match: Match) -> None:
    before = state(match)
    with pytest.raises(rulelang.IllegalMove, match="ann cannot choose `steal` now; near it are") as refused:
        match.choose("ann", "steal")
    assert [reason.code for reason in refused.value.reasons] == ["RL0723"]
    with pytest.raises(rulelang.IllegalMove, match="ben is not asked anything now; ann must choose"):
        match.choose("ben", "rest")
    with pytest.raises(rulelang.IllegalMove, match="none is number 17"):
        match.choose("ann", 17)
    with pytest.raises(rulelang.RulelangError, match="nobody is called `cat`"):
        match.choose("cat", "rest")
    assert state(match) == before and len(match.moves) == 2


def test_several_must_be_told_apart(game: Game) -> None:
    match = game.start(["ann", "ben"], seed=4)
    with pytest.raises(rulelang.IllegalMove, match="several must choose now: ann, ben"):
        match.choose(0)


@pytest.mark.parametrize(
    "name", ["Ann", "ann:", "2pac", "[red]ann", "ann: pass", "pass", "done", "ann\x1b[31m", "", "a b", "given"]
)
def test_names_that_scripts_cannot_write_are_refused(game: Game, name: str) -> None:
    with pytest.raises(rulelang.RulelangError) as refused:
        game.start([name, "ben"])
    assert "\x1b" not in str(refused.value)


def test_two_players_of_one_name_are_refused(game: Game) -> None:
    with pytest.raises(rulelang.RulelangError, match="two players are called `ann`"):
        game.start(["ann", "ann"])


def test_undo_and_redo(match: Match) -> None:
    before = state(match)
    match.choose("ann", "rest")
    after = state(match)
    assert match.undo().words == "rest"
    assert state(match) == before
    match.redo()
    assert state(match) == after
    with pytest.raises(rulelang.UndoRefused, match="nothing was taken back"):
        match.redo()


def test_undo_is_refused_once_somebody_knows_more(match: Match) -> None:
    match.choose("ann", "work")
    with pytest.raises(rulelang.UndoRefused, match="move 3 cannot be taken back: dice were rolled"):
        match.undo()
    match.choose("ben", "rest")
    with pytest.raises(rulelang.UndoRefused, match="ben has chosen since"):
        match.undo("ann")
    match.undo("ben")
    match.undo(force=True)
    laid = next(text for text in texts(match) if text.startswith("lay"))
    match.choose("ann", laid)
    with pytest.raises(rulelang.UndoRefused, match="cannot be taken back: a Card that was hidden has been seen"):
        match.undo()
    match.undo("ann", force=True)
    with pytest.raises(rulelang.UndoRefused, match="cannot be taken back: what all chose in secret has been shown"):
        match.undo()


def test_a_copy_goes_on_by_itself(match: Match) -> None:
    before = state(match)
    other = match.copy()
    for _ in random_play(other, 3):
        pass
    assert other.over and state(match) == before
    for _ in random_play(match, 3):
        pass
    assert state(match) == state(other)


def test_saving_at_every_choice_changes_nothing(game: Game) -> None:
    plain = [json.dumps(state(m)) for m in random_play(game.start(3, seed=9), 5)]
    match = game.start(3, seed=9)
    kept: list[str] = []
    for found in random_play(match, 5):
        again = game.restore(found.to_json())
        assert again.to_json() == found.to_json()
        match.state, match.moves = again.state, again.moves
        match._become(match.state)
        kept.append(json.dumps(state(found)))
    assert kept == plain
    assert match.over


def test_a_saved_match_of_other_rules_is_refused(game: Game, match: Match, tmp_path: Path) -> None:
    text = match.to_json()
    changed = Game(write(tmp_path / "other", MARKET.replace("gold: Int 0 to 9 = 2", "gold: Int 0 to 9 = 3")))
    with pytest.raises(rulelang.SaveError, match="the rules of `market` have changed since"):
        changed.restore(text)
    with pytest.raises(rulelang.SaveError, match="a match of `market`, not of `tictactoe`"):
        rulelang.load("tictactoe").restore(text)


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d.pop("state"),
        lambda d: d.update(format="1"),
        lambda d: d.update(seed=-1),
        lambda d: d.update(more=1),
        lambda d: d["state"]["frames"].append([99999, 0]),
        lambda d: d["state"]["values"].pop("player_gold"),
        lambda d: d["state"]["values"].update(player_gold=[1, 2, 3, 4, 5]),
        lambda d: d["state"]["log"].append([9999, 0, []]),
        lambda d: d["state"]["common"].update(counters=[1]),
        lambda d: d.update(players=["ann", "Ben"]),
    ],
)
def test_a_damaged_save_is_refused(game: Game, match: Match, damage: object) -> None:
    data = json.loads(match.to_json())
    damage(data)  # type: ignore[operator]
    with pytest.raises(rulelang.RulelangError):
        game.restore(json.dumps(data))
    with pytest.raises(rulelang.SaveError, match="this is no saved match"):
        game.restore("{")


def test_a_position_leads_to_the_same_state(game: Game, tmp_path: Path) -> None:
    from rulelang.play.example import Workshop

    match = game.start(["ann", "ben"], seed=4)
    for _ in random_play(match, 8, 7):
        pass
    lines = match.position()
    assert any(line.startswith("given ann.won = [") for line in lines)
    example = "\n".join(f"    {line}" for line in lines)
    gold = match.view()["player"]["ann"]["gold"]
    text = f'{MARKET}\nexample "as it was":\n    players ann, ben\n{example}\n    expect ann.gold == {gold}\n'
    shop = Workshop(rulelang.load(write(tmp_path / "again", text)).place)
    node = shop.model.examples[0]
    from rulelang.play.example import player_symbols

    run = shop.run(node.clauses, ["ann", "ben"], player_symbols(node.clauses), 0)
    assert run.run() is None
    assert run.match.position() == lines
    held = {name: match.view()["player"][name] for name in ("ann", "ben")}
    assert {name: run.match.view()["player"][name] for name in ("ann", "ben")} == held


def test_positions_tell_a_player_only_what_he_knows(game: Game) -> None:
    match = game.start(["ann", "ben"], seed=4)
    assert any(line.startswith("given ann.hand") for line in match.position("ann"))
    assert not any(line.startswith(("given ben.hand", "given deck")) for line in match.position("ann"))


def test_the_bill_and_the_winners(game: Game) -> None:
    match = game.start(["ann", "ben"], seed=1)
    assert match.winners == ()
    for found in random_play(match, 1):
        assert found.check_invariants() == []
    assert match.over and match.winners
    best = max(score.total for score in match.scores)
    for score in match.scores:
        assert sum(item.points for item in score.items) == score.total
        assert (score.player in match.winners) == (score.total == best)


def test_a_broken_state_is_told(match: Match) -> None:
    match.state.Card_zones[0].append(0)
    match.state.player_gold[0] = 11
    told = match.check_invariants()
    assert any("lies in two zones" in line for line in told)
    assert any("outside of its bounds" in line for line in told)
    assert "`always` does not hold: nobody has more than nine gold" in told


def test_the_story_is_told_in_plain_sentences(match: Match) -> None:
    match.choose("ann", "work")
    told = [(line.form, line.depth, line.text) for line in match.log]
    assert ("heading", 0, "Turn of ann") in told
    at = told.index(("choice", 1, "ann: Work"))
    assert told[at + 1][0] == "chance" and told[at + 1][2].startswith("d6: ")
    assert told[at + 2] == ("effect", 1, "ann gains 2 gold for a day's work")
    assert told[at + 3][2].startswith("ann works, and the die says ")
    assert ("chance", 0, "the deck is shuffled") in told


def test_what_a_reader_did_not_see_is_not_named_to_him(game: Game) -> None:
    match = game.start(["ann", "ben"], seed=4)
    mine = next(line.text for line in match.story("ann") if "ann's hand" in line.text)
    other = next(line.text for line in match.story("ben") if "ann's hand" in line.text)
    assert other == "a Card moves from the deck to ann's hand"
    assert mine != other and mine.endswith("moves from the deck to ann's hand")


def test_what_was_drawn_in_secret_and_then_shown_stays_named_to_who_saw_it(match: Match) -> None:
    laid = next(text for text in texts(match) if text.startswith("lay"))
    name = laid.removeprefix("lay ")
    match.choose("ann", laid)
    line = next(line.text for line in match.story("ben") if line.text.startswith("ann: Lay down"))
    assert name in line, "the card lies open now, so that it was chosen is told to all"

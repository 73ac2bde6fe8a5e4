"""How options are written, and which option words mean."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.play.example import Workshop, player_symbols
from rulelang.play.match import Match
from rulelang.play.perft import moves
from tests.play.helpers import write

RULES = """
game words "Words":
    players 2

kind Space
Space a1
Space b1
Space c1

kind Piece:
    spot: Space?, public
    tired: Bool = false, public

Piece pawn x 2 for each player "pawn"
Piece king for each player "king"

state:
    goal: pile of Piece, public
    field: pile of Piece = Piece, public
    picked: Int = 0, public

rule any_piece(me: Player):
    me chooses piece from field where not piece.tired "Which?"
    move piece to goal
    piece.spot = a1

rule move_one(me: Player):
    me chooses "Move":
        go(start from Space, goal_ from Space where goal_ is not start) as "{start}{goal_}" "From {start} to {goal_}":
            nothing
        wait:
            nothing

rule maybe(me: Player):
    me may choose piece from goal "Take one back"
    if piece is not none:
        move piece to field

rule some(me: Player):
    me chooses up to 2 spaces from Space "Mark"
    picked = spaces.size

rule exact(me: Player):
    me chooses exactly 2 spaces from Space "Mark two"
    picked = spaces.size

rule whom(me: Player):
    me chooses other from players where other is not me "Whom?"
    picked = seat(other)

rule markup(me: Player):
    me chooses "[bold]Which {{x}}?":
        one "[/] pays [bold]twice, [b":
            log "[mg] is done"

play:
    any_piece(players[1])
    move_one(players[1])
    maybe(players[1])
    some(players[1])
    exact(players[1])
    whom(players[1])
    markup(players[1])
"""


def at(tmp_path: Path, *clauses: str) -> Match:
    """A match where clauses have led to."""
    lines = "".join(f"    {clause}\n" for clause in clauses)
    text = f'{RULES}\nexample "here":\n    players ann, ben\n{lines}'
    shop = Workshop(rulelang.load(write(tmp_path / "words", text)).place)
    node = shop.model.examples[0]
    run = shop.run(node.clauses, ["ann", "ben"], player_symbols(node.clauses), 0)
    for clause in node.clauses:
        run.one(clause)
    return run.match


def texts(match: Match) -> list[str]:
    return [option.text for option in match.pending[0].options]


def test_alike_copies_are_one_option_and_owners_stand_in_front(tmp_path: Path) -> None:
    match = at(tmp_path, "when any_piece(ann)")
    assert texts(match) == ["pawn", "ben.pawn", "king", "ben.king"]
    match.choose("ann", "king")
    assert "goal    ann's king" in match.table() and match.view()["state"]["goal"]["contents"] == ["ann.king"]


def test_the_full_name_is_understood_as_well(tmp_path: Path) -> None:
    match = at(tmp_path, "when any_piece(ann)")
    match.choose("ann", "ann.pawn")
    assert match.moves[-1].words == "pawn"


def test_copies_that_differ_are_numbered(tmp_path: Path) -> None:
    match = at(tmp_path, "given ann.pawn_1.spot = a1", "when any_piece(ann)")
    assert texts(match) == ["ann.pawn_1", "ann.pawn_2", "ben.pawn", "king", "ben.king"]
    with pytest.raises(rulelang.IllegalMove, match=r"`pawn` could mean `ann.pawn_1`, `ann.pawn_2`"):
        match.choose("ann", "pawn")


def test_a_notation_and_every_longer_form_mean_the_same(tmp_path: Path) -> None:
    for words in ("a1b1", "a1 b1", "go a1 b1", "go a1, b1", "  a1   b1 "):
        match = at(tmp_path, "when move_one(ann)")
        assert texts(match)[0] == "a1b1"
        match.choose("ann", words)
        assert match.moves[-1].words == "a1b1"


def test_declining_is_pass(tmp_path: Path) -> None:
    match = at(tmp_path, "given goal = [ann.king]", "when maybe(ann)")
    assert texts(match) == ["king", "pass"]
    match.choose("ann", "pass")
    assert match.view()["state"]["goal"]["size"] == 1
    assert match.log[-1].text == "ann: Take one back: pass"


def test_several_are_picked_one_by_one_or_in_one_line(tmp_path: Path) -> None:
    match = at(tmp_path, "when some(ann)")
    assert texts(match) == ["a1", "b1", "c1", "done"]
    match.choose("ann", "b1")
    assert texts(match) == ["c1", "done"] and match.pending[0].picked == 1
    match.choose("ann", "done")
    assert match.state.state_picked == 1
    for line in ("c1 a1", "a1, c1", "c1 a1 done"):
        match = at(tmp_path, "when some(ann)")
        match.choose("ann", line)
        assert match.state.state_picked == 2 and not match.pending and len(match.moves) == 1
        assert match.log[-1].text == "ann: Mark: a1 and c1"
        match.undo()
        assert texts(match) == ["a1", "b1", "c1", "done"]
    match = at(tmp_path, "when some(ann)")
    match.choose("ann", "b1 done")
    assert match.state.state_picked == 1


@pytest.mark.parametrize("line", ["a1 b1 c1", "a1 a1", "a1 d1", "done a1 x"])
def test_a_set_that_cannot_be_is_refused_as_a_whole(tmp_path: Path, line: str) -> None:
    match = at(tmp_path, "when some(ann)")
    with pytest.raises(rulelang.IllegalMove):
        match.choose("ann", line)
    assert texts(match) == ["a1", "b1", "c1", "done"]


def test_exactly_two_are_two(tmp_path: Path) -> None:
    match = at(tmp_path, "when exact(ann)")
    assert texts(match) == ["a1", "b1"], "who begins with the last cannot have two"
    match.choose("ann", "c1 b1")
    assert match.state.state_picked == 2 and not match.pending


def test_players_are_called_by_their_names(tmp_path: Path) -> None:
    match = at(tmp_path, "when whom(ann)")
    assert [(o.text, o.label) for o in match.pending[0].options] == [("ben", "ben")]


def test_what_an_author_wrote_is_shown_as_it_is(tmp_path: Path) -> None:
    match = at(tmp_path, "when markup(ann)")
    choice = match.pending[0]
    assert choice.prompt == "[bold]Which {x}?"
    assert choice.options[0].label == "[/] pays [bold]twice, [b"
    match.choose("one")
    assert [line.text for line in match.log][-1] == "[mg] is done"


def test_a_players_design_means_any_of_its_copies(tmp_path: Path) -> None:
    for clauses in (
        ["given goal = [ann.pawn_2, ben.pawn_1]", "expect ann.pawn in goal and ben.pawn in goal and ann.king not in goal"],
        ["given goal = [ann.pawn_2]", "expect top(goal) is ann.pawn and top(goal) is not ben.pawn and ann.pawn_1 not in goal"],
        ["given goal = []", "expect top(goal) is not ann.pawn and ann.pawn not in box"],
        ["given field = [ann.king]", "expect ann.pawn in box and ben.pawn in box"],
    ):
        at(tmp_path, *clauses)


def test_a_set_of_picks_counts_as_one_move(tmp_path: Path) -> None:
    for rule, sets in (("some", 7), ("exact", 3), ("whom", 1)):
        match = at(tmp_path, f"when {rule}(ann)")
        assert sum(1 for _ in moves(match.machine, match.state, match.pending[0].asked)) == sets

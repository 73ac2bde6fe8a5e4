"""Boards in play: positions that are drawn, spaces that a match leaves out, and how boards are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.errors import RulesError
from rulelang.play.example import Outcome, Workshop
from rulelang.play.match import Match
from rulelang.play.script import run_script
from rulelang.runtime import drawing
from tests.play.helpers import write

DRAWN = """
game drawn "Drawn":
    players 2

kind Stone

Stone stone x 3 for each player "stone"
Stone rock "rock"

kind Square:
    wall: Bool = false
    hot: Bool = false, public
    guess: Bool = false, private to keeper
    keeper: Player?, public
    here: slot of Stone, public

symbols Square:
    | sign | here             | wall | hot  |
    | "."  |                  |      |      |
    | "#"  |                  | true |      |
    | "h"  |                  |      | true |
    | "x"  | players[1].stone |      |      |
    | "o"  | players[2].stone |      |      |

board field of Square:
    grid 3 by 2
    start:
        "o o ."
        "# x x"

state:
    hand: pile of Stone = [rock], public

player:
    pawn: Square?, public

play:
    players[1] chooses s from field where not s.wall "Where?":
        s.hot = true
        players[1].pawn = s

rule warm(s: Square):
    s.hot = true
    s.guess = true
    s.keeper = players[2]
"""

ISLE = """
game isle "Isle":
    players 2 to 3

setting whole: Bool = false "all of it"

kind Field:
    q, r: Int
    outer: Bool = false
    ward: Field?
    flag: Bool = false, public

table Field:
    | name   | label        | q | r  | outer | ward |
    | spring | "the Spring" | 0 | 0  |       | moor |
    | wood   | "the Wood"   | 1 | 0  |       |      |
    | moor   | "the Moor"   | 0 | 1  |       |      |
    | cliff  | "the Cliff"  | 1 | -1 | true  | wood |
    | reef   | "the Reef"   | 2 | -1 | true  | cliff |

board island of Field:
    hexes pointy at q, r where players.size > 2 or whole or not outer

state:
    goal: Field = spring, public

play:
    players[1] chooses f from island "Where?":
        f.flag = true
        goal = f
    players[2] chooses g from neighbours(goal) "And you?":
        g.flag = true
        log "{g.ward}"
    otherwise:
        nothing
"""


def outcome(tmp_path: Path, rules: str, clauses: str) -> Outcome:
    """What comes of an example with these clauses."""
    place = rulelang.load(write(tmp_path / "game", f'{rules}\nexample "one":\n{clauses}')).place
    return next(Workshop(place).examples())


def failed(tmp_path: Path, rules: str, clauses: str) -> tuple[str, str]:
    found = outcome(tmp_path, rules, clauses).failed
    assert found is not None
    return found.code, found.message


def passes(tmp_path: Path, rules: str, clauses: str) -> None:
    found = outcome(tmp_path, rules, clauses).failed
    assert found is None, (found.message, found.notes)


# ------------------------------------------------------------------------------------------------------------ diagrams


def test_a_diagram_sets_every_square(tmp_path: Path) -> None:
    passes(
        tmp_path,
        DRAWN,
        """    players ann, ben
    expect count(s in field where s.here is not none) == 4
    given a2.hot = true
    given field:
        "x . h"
        "# o ."
    expect not a2.hot and c2.hot and a1.wall
    expect a2.here is not none and a2.here.owner is ann
    expect b1.here is not none and b1.here.owner is ben
    expect c1.here is none and b2.here is none
    expect rock in hand
    expect count(s in Stone where s in box) == 4
""",
    )


def test_a_diagram_cannot_change_what_never_changes(tmp_path: Path) -> None:
    code, message = failed(
        tmp_path, DRAWN, '    players ann, ben\n    given field:\n        "..."\n        ". . ."\n    expect a1.wall\n'
    )
    assert code == "RL0702" and "`wall` of a1" in message


def test_a_diagram_takes_each_thing_once(tmp_path: Path) -> None:
    code, message = failed(
        tmp_path, DRAWN, '    players ann, ben\n    given field:\n        "xxx"\n        "# x ."\n    expect a1.wall\n'
    )
    assert code == "RL0624" and "only 3" in message


def test_a_start_takes_each_thing_once(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        rulelang.load(write(tmp_path / "game", DRAWN.replace('"o o ."', '"o o o"').replace("x 3", "x 2"))).start(["ann", "ben"])
    assert [d.code for d in caught.value.diagnostics if d.code == "RL0624"] == ["RL0624"]


def test_a_script_draws_too(tmp_path: Path) -> None:
    write(tmp_path / "game", DRAWN)
    script = tmp_path / "game" / "scripts" / "drawn.play"
    script.parent.mkdir(exist_ok=True)
    script.write_text('game drawn\nplayers ann, ben\n\ngiven field:\n    "x.h"\n    "#.."\n\nexpect c2.hot\n', encoding="utf-8")
    played = run_script(script)
    assert not played.failed, [d.message for d in played.diagnostics]


# ------------------------------------------------------------------------------------------------------------ shown


def shown(match: Match, player: str | None = None) -> list[str]:
    """The first block of a match's table."""
    return [line.rstrip() for line in match.table(player).split("\n\n")[0].splitlines()]


def test_a_grid_is_shown_by_its_signs(tmp_path: Path) -> None:
    match = rulelang.load(write(tmp_path / "game", DRAWN)).start(["ann", "ben"])
    assert shown(match) == [" 2 o o .", " 1 # x x", "   a b c"]
    match.choose("ann", "c2")
    # A pawn stands beside the sign of its square.
    assert shown(match) == [" 2 o  o  hA", " 1 #  x  x", "   a  b  c"]


def test_a_square_that_no_sign_fits_has_a_mark(tmp_path: Path) -> None:
    match = rulelang.load(write(tmp_path / "game", DRAWN)).start(["ann", "ben"])
    match.choose("ann", "b1")
    # A stone on a hot square: the table has no sign for both.
    assert shown(match)[1].split()[2] not in ("x", "h", ".")


FIELD = """
game field "Field":
    players 2

kind Cell:
    stone: Player?, public

symbols Cell:
    | sign | stone      |
    | "."  |            |
    | "x"  | players[1] |
    | "o"  | players[2] |

board field of Cell:
    hexes 4 by 3
    start:
        "o . . ."
        " . x . ."
        "  . . . o"

define around(c: Cell) -> list of Cell = neighbours(c)

play:
    players[1] chooses c from around(b2) where c.stone is none "Where?":
        c.stone = players[1]
    players[2] chooses b from each(d in field where d.stone is none) "Where?":
        b.stone = players[2]

example "the six around":
    players ann, ben
    when play
    expect options of ann == [c3, c2, b1, a1, a2, b3]

example "lines lie in three directions":
    players ann, ben
    expect lines(field, 3).size == 3 * 2 + 4 + 2
    expect ray(a1, northeast) == [b2, c3]
    expect ray(d3, southeast) == [d2, d1]
    expect direction(d1, d3) is northwest
    expect between(a1, c3) == [b2]
    expect distance(a3, d1) == 5 and distance(a1, d3) == 3
    when play
    refused ann: a3
"""


def test_a_field_of_hexes_leans(tmp_path: Path) -> None:
    game = rulelang.load(write(tmp_path, FIELD))
    match = game.start(("ann", "ben"))
    assert match.table().splitlines()[:4] == [" 3 o . . .", "  2 . x . .", "   1 . . . o", "      a b c d"]
    for outcome_ in Workshop(game.place).examples():
        assert outcome_.failed is None, (outcome_.failed.message, outcome_.failed.notes)


def test_pointed_hexes_are_bricks_in_rows() -> None:
    board = {"pointy": True, "spaces": [0, 1, 2, 3], "places": [[0, 0], [1, 0], [1, -1], [0, 1]]}
    names = {0: "Spring", 1: "Wood", 2: "Hill", 3: "Moor"}
    assert drawing.hexes(board, names, {}).splitlines() == [
        "    | Hill  |",
        "|Spring | Wood  |",
        "    | Moor  |",
    ]
    assert drawing.hexes(board, names, {1: "2 men"}).splitlines() == [
        "    | Hill  |",
        "|Spring | Wood  |",
        "|       | 2 men |",
        "    | Moor  |",
    ]


def test_a_course_is_as_tall_as_its_fullest_brick() -> None:
    board = {"pointy": True, "spaces": [0, 1, 2], "places": [[0, 0], [1, 0], [0, 1]]}
    names = {0: "Spring", 1: "Wood", 2: "Moor"}
    assert drawing.hexes(board, names, {0: "a\nb"}).splitlines() == [
        "|Spring | Wood  |",
        "|   a   |       |",
        "|   b   |       |",
        "    | Moor  |",
    ]
    flat = {**board, "pointy": False}
    assert drawing.hexes(flat, names, {0: "a\nb"}).splitlines() == [
        "|Spring |",
        "|   a   |",
        "|   b   | Wood  |",
        "|_______|       |",
        "| Moor  |       |",
        "|       |_______|",
        "|       |",
        "|_______|",
    ]


def test_flat_hexes_are_bricks_in_columns() -> None:
    board = {"pointy": False, "spaces": [0, 1, 2, 3], "places": [[0, 0], [1, 0], [1, -1], [0, 1]]}
    names = {0: "Spring", 1: "Wood", 2: "Hill", 3: "Moor"}
    assert drawing.hexes(board, names, {2: "x"}).splitlines() == [
        "        | Hill  |",
        "|Spring |___x___|",
        "|_______| Wood  |",
        "| Moor  |_______|",
        "|_______|",
    ]


def test_a_name_too_long_for_its_brick_is_cut() -> None:
    board = {"pointy": True, "spaces": list(range(20)), "places": [[n, 0] for n in range(20)]}
    text = drawing.hexes(board, {n: f"number {n}" for n in range(20)}, {})
    assert len(text) <= 102 * 2 and "numb" in text and "number 1" not in text


def test_a_map_of_hexes_in_play(tmp_path: Path) -> None:
    match = rulelang.load(write(tmp_path / "game", ISLE)).start(["ann", "ben"])
    match.choose("ann", "wood")
    assert shown(match) == [
        "|the Spring | the Wood  |",
        "|           |goal, flag |",
        "      | the Moor  |",
    ]


# ------------------------------------------------------------------------------------------------------------ left out


def test_spaces_by_the_number_of_players_and_settings(tmp_path: Path) -> None:
    game = rulelang.load(write(tmp_path / "game", ISLE))
    assert [o.text for o in game.start(["ann", "ben"]).pending[0].options] == ["spring", "wood", "moor"]
    assert len(game.start(["ann", "ben", "cyd"]).pending[0].options) == 5
    whole = rulelang.load(write(tmp_path / "game", ISLE), settings={"whole": True})
    assert len(whole.start(["ann", "ben"]).pending[0].options) == 5


@pytest.mark.parametrize(
    "clauses",
    [
        "    players ann, ben\n    expect cliff.q == 1\n",
        "    players ann, ben\n    given goal = reef\n    expect goal is spring\n",
        "    players ann, ben\n    ann: cliff\n",
        "    players ann, ben\n    expect distance(spring, reef) == 2\n",
    ],
)
def test_what_is_left_out_cannot_be_named(tmp_path: Path, clauses: str) -> None:
    code, message = failed(tmp_path, ISLE, clauses)
    assert code == "RL0623"
    assert "is not on `island` with 2 players" in message


def test_what_is_on_the_board_can_be_named(tmp_path: Path) -> None:
    passes(tmp_path, ISLE, "    players ann, ben, cyd\n    ann: cliff\n    ben: reef\n    expect reef.flag\n")
    passes(tmp_path, ISLE, "    players ann, ben\n    set whole = true\n    ann: cliff\n    ben: reef\n    expect reef.flag\n")


def test_a_constant_names_no_space_that_is_left_out(tmp_path: Path) -> None:
    # That of a space left out may: the ward of the reef is the cliff, and both are out.
    wrong = ISLE.replace('| moor   | "the Moor"   | 0 | 1  |       |      |', '| moor   | "the Moor"   | 0 | 1  |       | reef |')
    with pytest.raises(RulesError) as caught:
        rulelang.load(write(tmp_path / "game", wrong)).start(["ann", "ben"])
    assert [d.code for d in caught.value.diagnostics if d.code.startswith("RL06")] == ["RL0623"]
    rulelang.load(write(tmp_path / "game", wrong)).start(["ann", "ben", "cyd"])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('| moor   | "the Moor"   | 0 | 1  |', '| moor   | "the Moor"   | 1 | 0  |', "RL0622"),
        ("or not outer", "or not outer\n    gap spring - reef\n    gap wood - reef\n    gap moor - cliff", "RL0607"),
        ("where players.size > 2 or whole or not outer", "where not flag", "RL0621"),
    ],
)
def test_boards_that_only_a_match_shows_to_be_wrong(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert old in ISLE
    with pytest.raises(RulesError) as caught:
        rulelang.load(write(tmp_path / "game", ISLE.replace(old, new))).start(["ann", "ben", "cyd"])
    assert code in [d.code for d in caught.value.diagnostics]


# ------------------------------------------------------------------------------------------------------------ positions


def test_a_position_draws_the_board(tmp_path: Path) -> None:
    game = rulelang.load(write(tmp_path / "game", DRAWN))
    match = game.start(["ann", "ben"])
    match.choose("ann", "c2")
    lines = match.position()
    assert lines == ["given field:", '    "o o h"', '    "# x x"', "given ann.pawn = c2"]
    written = "".join(f"    {line}\n" for line in lines)
    passes(tmp_path, DRAWN, f"    players ann, ben\n{written}    expect c2.hot and not c1.hot and ann.pawn is c2\n")


def test_a_position_that_signs_do_not_say_is_told_in_words(tmp_path: Path) -> None:
    match = rulelang.load(write(tmp_path / "game", DRAWN)).start(["ann", "ben"])
    match.choose("ann", "b1")
    assert match.position() == ["given ann.pawn = b1", "given b1.hot = true"]

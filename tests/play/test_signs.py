"""Signs of things: how maps are drawn with them, what the key says, and what players have before them as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.errors import RulesError
from rulelang.play.match import Match
from tests.play.helpers import write

RULES = """
game coast "The Coast":
    players 2 to 3

kind Field:
    q, r: Int
    flag: Bool = false, public
    here: pile of Piece, public

table Field:
    | name   | label        | q | r |
    | spring | "the Spring" | 0 | 0 |
    | wood   | "the Wood"   | 1 | 0 |
    | moor   | "the Moor"   | 0 | 1 |

board island of Field:
    hexes pointy at q, r

kind Piece:
    fed: Bool = false, public
    hunger: Int 0 to 9 = 2, public

table Piece:
    | name | label  | sign | x |
    | wolf | "wolf" | "W!" | 2 |
    | bear | "bear" |      |   |

Piece goat x 5 for each player "goat":
    sign: "g"

state:
    wild: pile of Piece = [wolf_1, wolf_2, bear]

player:
    herd: pile of Piece = goat, public

play:
    players[1] chooses f from Field "Where?":
        move first_of(players[1].herd, 3) to f.here
        draw 2 from wild to f.here
        f.flag = true
        for each p in f.here:
            p.fed = true
            p.hunger -= 1
        move first_of(players[2].herd, 1) to moor.here
    players[2] chooses g from Field "And you?":
        move all from wild to g.here
        move first_of(players[2].herd, 1) to g.here
"""


def played(tmp_path: Path, *answers: str, rules: str = RULES) -> Match:
    match = rulelang.load(write(tmp_path / "game", rules)).start(["ann", "ben"])
    for answer in answers:
        match.choose(match.pending[0].seat, answer)
    return match


def blocks(match: Match, player: str | None = None) -> list[list[str]]:
    return [[line.rstrip() for line in block.splitlines()] for block in match.table(player).split("\n\n")]


def test_a_map_is_drawn_by_signs_and_a_key_says_what_they_mean(tmp_path: Path) -> None:
    board, key, *_ = blocks(played(tmp_path, "spring"))
    assert board == [
        "|the Spring | the Wood  |",
        "| flag 2W!  |           |",
        "|    3Ag    |           |",
        "      | the Moor  |",
        "      |    Bg     |",
    ]
    assert key == ["A ann  B ben  g goat  W! wolf"]


def test_what_has_no_sign_stands_in_words(tmp_path: Path) -> None:
    board, key, *_ = blocks(played(tmp_path, "spring", "wood"))
    assert board[:3] == ["|the Spring | the Wood  |", "| flag 2W!  |  Bg bear  |", "|    3Ag    |           |"]
    assert key == ["A ann  B ben  g goat  W! wolf"]


def test_what_has_no_room_is_told_below(tmp_path: Path) -> None:
    match = played(tmp_path, "spring", "wood", rules=RULES.replace('"bear" |', '"bear of the north" |'))
    board, _, rest, *_ = blocks(match)
    assert board[:4] == [
        "|the Spring | the Wood  |",
        "| flag 2W!  |    Bg     |",
        "|    3Ag    |bear of th…|",
        "      | the Moor  |",
    ]
    assert rest == ["the Wood  ben's goat, bear of the north"]


def test_nothing_on_the_map_needs_no_key(tmp_path: Path) -> None:
    board, second, *_ = blocks(played(tmp_path))
    assert board == ["|the Spring | the Wood  |", "      | the Moor  |"]
    assert second == ["wild  2 wolfs, bear"]


def test_things_with_fields_of_their_own_are_a_table(tmp_path: Path) -> None:
    *_, table = blocks(played(tmp_path, "spring"))
    assert table == [
        "herd      ann        ben",
        "  * fed   goat    2  goat    2",
        "  hunger  goat    2  goat    2",
        "                     goat    2",
        "                     goat    2",
    ]


@pytest.mark.parametrize("sign", ['"a b"', '""', '"123456789"', '"{hunger}"', "3"])
def test_what_is_no_sign(tmp_path: Path, sign: str) -> None:
    with pytest.raises(RulesError) as caught:
        played(tmp_path, rules=RULES.replace('    sign: "g"', f"    sign: {sign}"))
    assert [d.code for d in caught.value.diagnostics] == ["RL0614"]
    with pytest.raises(RulesError) as caught:
        played(tmp_path, rules=RULES.replace('| "W!" |', f"| {sign} |"))
    assert [d.code for d in caught.value.diagnostics] == ["RL0614"]


def test_a_kind_may_have_a_field_of_that_name(tmp_path: Path) -> None:
    rules = RULES.replace('    sign: "g"', "    sign: 4").replace("    fed: Bool", "    sign: Int = 1\n    fed: Bool")
    match = played(tmp_path, rules=rules.replace('| "W!" |', "| 3 |").replace("f.flag = true", "f.flag = wolf_1.sign == 3"))
    assert match.pending


def test_a_variant_gives_another_sign(tmp_path: Path) -> None:
    path = write(tmp_path / "game", RULES)
    variant = path / "variants" / "other.rules"
    variant.parent.mkdir(exist_ok=True)
    variant.write_text('variant other "Other" of coast\n\nreplace goat.sign = "z"\n', encoding="utf-8")
    match = rulelang.load(path, variants=["other"]).start(["ann", "ben"])
    match.choose("ann", "moor")
    assert "3Az" in match.table()

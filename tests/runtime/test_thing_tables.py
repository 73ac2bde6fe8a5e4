"""What changes of the things of a game is told in tables, as far as the viewer may see it."""

from __future__ import annotations

from pathlib import Path

from rulelang.locate import locate
from rulelang.play.match import Game, Match

GAME = """\
game fair "Fair":
    players 2
    language 1

kind Town:
    toll: Int
    tax: Int = 3
    price: Int = 2, public
    open: Bool = false, public

table Town:
    | name | label  | toll |
    | york | "York" | 1    |
    | bath | "Bath" | 0    |

kind Ware
Ware ware x 4

kind Barn:
    keeper: Player? = none, public
    holds: pile of Ware, private to keeper

Barn barn for each number in range(1, 20) "barn {number}"

kind Shed is Barn:
    leaks: Bool = false, public

Shed shed "the shed"

kind Wish:
    price: Int? = none, private

Wish wish for each player

kind Lamp:
    glow: Int = 0, public

Lamp lamp x 3 "lamp"

kind Cube:
    face: Int = 0, public

Cube cube x 3 "cube"

kind Mask:
    worn: Int = 0, public

Mask moon "moon"
Mask sun "sun"

state:
    stock: pile of Ware = Ware, public
    trunk: pile of Mask = Mask, secret
    shelf: pile of Lamp = Lamp, public

player:
    bag: pile of Ware, private

play:
    for each p in players:
        p chooses n from [1, 2]
    york.price = 4
    york.open = true
    bath.price = 5
    barn_7.keeper = players[1]
    barn_9.keeper = players[2]
    move all from stock to barn_7.holds
    for each p in players:
        p.wish.price = 7
    for each m in Mask:
        m.worn = 3
    let left = 3
    for each l in Lamp:
        l.glow = left
        left -= 1
    cube_1.face = 6
    cube_3.face = 2
    players[1] chooses m from [1, 2]
    shed.leaks = true
    players[1] chooses k from [1, 2]
"""


def match(tmp_path: Path, choices: int) -> Match:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    found = Game(locate(tmp_path)).start(["ann", "ben"], 1)
    for number in range(choices):
        found.choose("ben" if number == 1 else "ann", "1")
    return found


def tables(match: Match, player: str | None) -> dict[str, list[str]]:
    """The tables of things by the first word of their headings."""
    parts = [part.splitlines() for part in match.table(player).split("\n\n")]
    return {lines[0].split()[0]: lines for lines in parts if lines[0][0] not in " s"}


def test_of_few_things_all_are_told_with_the_numbers_that_differ(tmp_path: Path) -> None:
    assert tables(match(tmp_path, 0), "ann") == {
        "Town": [
            "Town  toll  price",
            "York  1     2",
            "Bath  0     2",
        ]
    }


def test_of_many_things_those_are_told_that_have_changed_with_what_lies_there(tmp_path: Path) -> None:
    now = match(tmp_path, 2)
    assert tables(now, "ann")["Barn"] == ["Barn    keeper  holds", "barn 7  ann     4 wares", "barn 9  ben     -"]
    assert tables(now, "ben")["Barn"] == ["Barn    keeper  holds", "barn 7  ann     4 Wares", "barn 9  ben     -"]
    assert "holds of barn 7" not in now.table("ann")


def test_columns_in_which_nothing_is_said_are_left_out_until_it_is(tmp_path: Path) -> None:
    assert tables(match(tmp_path, 2), "ben")["Town"] == [
        "Town  toll  price  open",
        "York  1     4      yes",
        "Bath  0     5      -",
    ]


def test_kinds_with_fields_of_their_own_have_a_table_of_their_own(tmp_path: Path) -> None:
    assert "Shed" not in tables(match(tmp_path, 2), "ann")
    assert tables(match(tmp_path, 3), "ann")["Shed"] == ["Shed      leaks", "the shed  yes"]


def test_a_private_field_is_told_to_its_owner_only(tmp_path: Path) -> None:
    now = match(tmp_path, 2)
    assert tables(now, "ann")["Wish"] == ["Wish        price", "ann's wish  7"]
    assert "ben's wish  7" not in now.table("ann")
    assert "ben's wish  7" in now.table("ben")
    assert tables(now, None)["Wish"] == ["Wish        price", "ann's wish  7", "ben's wish  7"]


def test_things_that_the_viewer_does_not_see_are_not_told(tmp_path: Path) -> None:
    now = match(tmp_path, 2)
    assert "Mask" not in tables(now, "ann")
    assert tables(now, None)["Mask"] == ["Mask  worn", "moon  3", "sun   3"]


def test_copies_that_look_alike_stand_in_the_order_of_what_is_said(tmp_path: Path) -> None:
    assert tables(match(tmp_path, 2), "ann")["Lamp"] == ["Lamp  glow", "lamp  1", "lamp  2", "lamp  3"]


def test_copies_that_lie_nowhere_have_the_names_of_scripts(tmp_path: Path) -> None:
    told = ["Cube           face", "cube (cube_1)  6", "cube (cube_3)  2"]
    assert tables(match(tmp_path, 2), "ann")["Cube"] == told

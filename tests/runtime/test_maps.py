"""Maps at a terminal: from where the viewer stands outward, and never more than he sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.play.match import Game, Match

GAME = """\
game tour "Tour":
    players 2
    language 1

enum Ground: land, sea

kind Place:
    ground: Ground
    walled: Bool = false

table Place:
    | name | label  | ground | walled |
    | york | "York" | land   | true   |
    | ely  | "Ely"  | land   |        |
    | bath | "Bath" | land   |        |
    | wash | "Wash" | sea    |        |
    | isle | "Isle" | land   |        |

board roads of Place:
    spaces where ground is land
    york - ely - bath

board lanes of Place:
    york - wash - isle

kind Spy:
    where_now: Place? = none, private

Spy spy for each player

kind Coin

table Coin:
    | name  | x |
    | penny | 3 |

also wash:

state:
    OTHER

player:
    at: Place? = none, VISIBILITY
    points: Int = 0, public

play:
    players[1].at = york
    players[2].at = bath
    for each p in players:
        p.spy.where_now = ely
    for each p in players:
        p chooses n from [1, 2]
        p.at = none
        p chooses m from [1, 2]
"""


def match(tmp_path: Path, visibility: str = "public", text: str = GAME) -> Match:
    text = text.replace("VISIBILITY", visibility).replace("OTHER", "round: Int = 0, public").replace("also wash:\n\n", "")
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    return Game(locate(tmp_path)).start(["ann", "ben"], 1)


def map_of(match: Match, player: str | None) -> list[str]:
    return match.table(player).split("\n\n")[0].splitlines()


def test_places_by_steps_from_where_the_viewer_stands(tmp_path: Path) -> None:
    assert map_of(match(tmp_path), "ann") == [
        "roads, lanes, in steps from York",
        "0  York  land, walled  ann's at   roads: Ely; lanes: Wash",
        "1  Ely   land          ann's spy  roads: York, Bath",
        "1  Wash  sea                      lanes: York, Isle",
        "2  Bath  land          ben's at   roads: Ely",
        "2  Isle  land                     lanes: Wash",
    ]


def test_who_stands_elsewhere_counts_from_there(tmp_path: Path) -> None:
    assert map_of(match(tmp_path), "ben")[:2] == [
        "roads, lanes, in steps from Bath",
        "0  Bath  land          ben's at   roads: Ely",
    ]


def test_who_stands_nowhere_counts_from_what_is_his(tmp_path: Path) -> None:
    now = match(tmp_path)
    now.choose("ann", "1")
    assert map_of(now, "ann")[:2] == [
        "roads, lanes, in steps from Ely",
        "0  Ely   land          ann's spy  roads: York, Bath",
    ]


def test_who_has_no_seat_sees_all_in_the_order_of_the_rules(tmp_path: Path) -> None:
    found = map_of(match(tmp_path), None)
    assert [line.split()[0] for line in found] == ["roads,", "York", "Ely", "Bath", "Isle", "Wash"]
    assert "ann's spy, ben's spy" in found[2]


@pytest.mark.parametrize("player", ["ann", "ben"])
def test_nobody_sees_where_others_stand_in_secret(tmp_path: Path, player: str) -> None:
    lines = "\n".join(map_of(match(tmp_path, "private"), player))
    other = "ben" if player == "ann" else "ann"
    assert f"{player}'s at" in lines
    assert other not in lines


def test_of_a_large_map_what_is_near_and_what_holds_something(tmp_path: Path) -> None:
    rows = "".join(f'    | p{number} | "Place {number}" | land | |\n' for number in range(40))
    ways = " - ".join(["bath", *(f"p{number}" for number in range(40))])
    text = GAME.replace('    | isle | "Isle" | land   |        |\n', f'    | isle | "Isle" | land   |        |\n{rows}')
    text = text.replace("    york - ely - bath\n", f"    york - ely - {ways}\n").replace(
        "p.spy.where_now = ely", "p.spy.where_now = p30"
    )
    found = map_of(match(tmp_path, text=text), "ann")
    assert [line.split()[0] for line in found[1:]][:7] == ["0", "1", "1", "2", "2", "33", "farther,"]
    assert "Place 30" in found[6]
    rest = " ".join(line.strip() for line in found[7:])
    assert rest == "farther, with nothing there: " + ", ".join(f"Place {n}" for n in range(40) if n != 30)
    assert all(len(line) <= 100 for line in found[7:])


def test_a_map_on_which_nothing_stands_is_not_told(tmp_path: Path) -> None:
    text = GAME.replace("    players[1].at = york\n    players[2].at = bath\n", "").replace(
        "        p.spy.where_now = ely\n", "        p.spy.where_now = none\n"
    )
    assert "Ely" not in match(tmp_path, text=text).table("ann")

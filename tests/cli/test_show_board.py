"""`rulelang show GAME board`: grids, hexes and ways before the first move."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Rulelang

GAME = """\
game maps "Maps":
    players 2 to 3

kind Field:
    q, r: Int
    outer: Bool = false

table Field:
    | name   | q | r  | outer |
    | spring | 0 | 0  |       |
    | wood   | 1 | 0  |       |
    | moor   | 0 | 1  |       |
    | cliff  | 1 | -1 | true  |

kind Path

board island of Field:
    hexes pointy at q, r where players.size > 2 or not outer
    gap spring - wood

board tunnels of Field by Path:
    spring - moor
    deep: moor - wood

kind Square:
    wall: Bool = false

symbols Square:
    | sign | wall |
    | "."  |      |
    | "#"  | true |

board maze of Square:
    grid 3 by 2
    start:
        "# . ."
        ". . #"

play:
    log "{neighbours(island, spring).size} {edge(tunnels, spring, moor)} {count(s in maze where s.wall)}"
"""


def shown(rulelang: Rulelang, *arguments: str) -> str:
    Path("maps.rules").write_text(GAME, encoding="utf-8")
    result = rulelang("show", "maps.rules", "board", *arguments)
    assert result.exit_code == 0, result.output
    return result.output.rstrip()


def test_hexes_with_what_a_match_leaves_out(rulelang: Rulelang) -> None:
    assert shown(rulelang, "island") == (
        "island: 3 spaces, hexes that stand on a point, with 2 players\n"
        "\n"
        "|spring | wood  |\n"
        "    | moor  |\n"
        "\n"
        "no way between spring and wood\n"
        "left out: cliff"
    )


def test_all_boards_with_three_players(rulelang: Rulelang) -> None:
    text = shown(rulelang, "--players", "3")
    assert text.startswith("island: 4 spaces, hexes that stand on a point, with 3 players\n\n    | cliff |\n|spring | wood  |\n")
    assert "tunnels: 4 spaces\n\nspring  moor\nwood    moor (deep)\nmoor    spring, wood (deep)\ncliff   -\n" in text
    assert text.endswith("maze: 6 spaces, a grid of 3 by 2\n\n 2 # . .\n 1 . . #\n   a b c")


def test_no_such_board(rulelang: Rulelang) -> None:
    Path("maps.rules").write_text(GAME, encoding="utf-8")
    result = rulelang("show", "maps.rules", "board", "iland")
    assert result.exit_code != 0
    assert "no board is called `iland`; did you mean `island`?" in result.output
    result = rulelang("show", "maps.rules", "phases", "island")
    assert result.exit_code != 0

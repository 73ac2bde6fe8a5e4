"""`rulelang show GAME board -o FILE.svg`: every form of board as a picture."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from xml.etree.ElementTree import Element, parse

import pytest

from cli import exit
from rulelang.tools.map_layout import GAP, laid_out, scaled
from tests.cli.conftest import Rulelang

GAME = """\
game maps "Maps & more":
    players 2
    language 1

enum Land: hill, wood, lake "Lakes"

kind Field:
    q, r: Int
    land: Land
    rich: Bool = false

table Field:
    | name   | q  | r  | land | rich |
    | middle | 0  | 0  | hill | true |
    | right  | 1  | 0  | wood |      |
    | upper  | 1  | -1 | lake |      |
    | lower  | 0  | 1  | hill |      |
    | far    | 4  | 0  | lake |      |

board comb of Field:
    hexes FORM at q, r
    gap middle - lower
    right - far

kind Town:
    x, y: Int

table Town:
    | name | label       | x | y |
    | york | "York"      | 3 | 0 |
    | ely  | "Ely & <i>" | 5 | 4 |
    | bath | "Bath"      | 1 | 6 |
    | kent | "Kent"      | 6 | 7 |
    | sark | "Sark"      | 0 | 9 |

kind Ferry

board land of Town by Ferry:
    york - ely - kent
    old_way: ely - kent
    bath - kent

board sea of Town:
    york - kent

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

state:
    boat: Town = york, public

play:
    boat = ely
    log "{neighbours(comb, middle).size} {edges(land, ely).size} {neighbours(sea, york).size} {count(s in maze where s.wall)}"
"""
SPACE = "{http://www.w3.org/2000/svg}"


def drawn(rulelang: Rulelang, *words: str, text: str = GAME) -> Element:
    Path("maps.rules").write_text(text.replace("FORM", "pointy"), encoding="utf-8")
    result = rulelang("show", "maps.rules", "board", *words, "-o", "board.svg")
    assert result.exit_code == 0, result.output
    assert result.stdout == "" and "drawn in board.svg" in result.stderr
    return parse("board.svg").getroot()


def words_of(root: Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SPACE}text")]


def titles(root: Element) -> dict[str, Element]:
    """What is drawn for each space, by the first line of what is told when one points at it."""
    found = {}
    for each in root.iter():
        title = each.find(f"{SPACE}title")
        if title is not None and each is not root:
            found[(title.text or "").splitlines()[0]] = each
    return found


def test_all_boards_in_one_picture(rulelang: Rulelang) -> None:
    root = drawn(rulelang)
    words = words_of(root)
    # Two boards over the same places are one map.
    assert [word for word in words if word in ("comb", "land, sea", "maze")] == ["comb", "land, sea", "maze"]
    assert root.find(f"{SPACE}title").text == "Maps & more: comb, land, sea, maze"  # type: ignore[union-attr]
    assert {"hill", "wood", "Lakes", "land", "sea", "old way", "rich", "Ely & <i>"} <= set(words)
    box = [float(n) for n in root.attrib["viewBox"].split()]
    for each in root.iter(f"{SPACE}text"):
        assert box[0] <= float(each.attrib["x"]) <= box[0] + box[2]
        assert box[1] <= float(each.attrib["y"]) <= box[1] + box[3]


@pytest.mark.parametrize("form", ["pointy", "flat"])
def test_hexes(rulelang: Rulelang, form: str) -> None:
    root = drawn(rulelang, "comb", text=GAME.replace("FORM", form))
    assert len(list(root.iter(f"{SPACE}polygon"))) == 5
    # A way beside the hexes, and a bar where a gap is.
    assert len(list(root.iter(f"{SPACE}polyline"))) == 2
    fills = {name: each.attrib["fill"] for name, each in titles(root).items()}
    assert fills["middle"] == fills["lower"] != fills["upper"] == fills["far"]
    corners = {name: {tuple(p.split(",")) for p in each.attrib["points"].split()} for name, each in titles(root).items()}
    # Neighbours share a side.
    close = [
        sum(
            abs(float(x) - float(a)) < 0.2 and abs(float(y) - float(b)) < 0.2
            for x, y in corners["middle"]
            for a, b in corners[other]
        )
        for other in ("right", "lower", "upper", "far")
    ]
    assert close == [2, 2, 2, 0]


def test_a_grid(rulelang: Rulelang) -> None:
    root = drawn(rulelang, "maze")
    assert sorted(titles(root)) == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert words_of(root) == ["maze", *"##", *"abc", *"12"]
    assert titles(root)["a1"].attrib["fill"] != titles(root)["b1"].attrib["fill"]


def test_a_map(rulelang: Rulelang) -> None:
    root = drawn(rulelang, "land")
    assert len(list(root.iter(f"{SPACE}polyline"))) == 3
    # The second way between the same two bends.
    assert len(list(root.iter(f"{SPACE}path"))) == 1
    assert "York\nboat" in [each.text for each in root.iter(f"{SPACE}title")]
    boxes = [[float(each.attrib[n]) for n in ("x", "y", "width", "height")] for each in titles(root).values()]
    assert len(boxes) == 5
    assert not _overlapping(boxes)


def test_the_same_rules_give_the_same_picture(rulelang: Rulelang) -> None:
    drawn(rulelang)
    first = Path("board.svg").read_bytes()
    drawn(rulelang)
    assert Path("board.svg").read_bytes() == first


def test_places_that_the_rules_give(rulelang: Rulelang) -> None:
    root = drawn(rulelang, "land", text=GAME.replace("    york - ely - kent\n", "    spaces at x, y\n    york - ely - kent\n"))
    places = {name: _middle(each) for name, each in titles(root).items()}
    step = (places["Kent"][0] - places["Bath"][0]) / 5
    for name, (x, y) in {"York": (3, 0), "Ely & <i>": (5, 4), "Bath": (1, 6), "Kent": (6, 7), "Sark": (0, 9)}.items():
        assert places[name] == pytest.approx((places["York"][0] + (x - 3) * step, places["York"][1] + y * step), abs=0.2)


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("spaces at x, z", "RL0203", "Town has no `z`"),
        ("spaces at x, name_of", "RL0607", "`name_of` is text; spaces are drawn where two numbers say"),
        ("spaces at x, moving", "RL0607", "`moving` changes in play, so it cannot place the spaces of `land`"),
    ],
)
def test_places_that_are_none(rulelang: Rulelang, line: str, code: str, message: str) -> None:
    text = GAME.replace("FORM", "flat").replace("    york - ely - kent\n", f"    {line}\n    york - ely - kent\n")
    text = text.replace("    x, y: Int\n", '    x, y: Int\n    name_of: Text = "x"\n    moving: Int = 0, public\n')
    Path("maps.rules").write_text(text.replace("play:\n", "play:\n    ely.moving = 3\n"), encoding="utf-8")
    output = rulelang("check", "maps.rules").output
    assert f"error[{code}]: {message}" in output


def test_what_cannot_be_drawn(rulelang: Rulelang) -> None:
    Path("maps.rules").write_text(GAME.replace("FORM", "flat"), encoding="utf-8")
    for words, told in (
        (("rules", "-o", "x.svg"), "`--output` is for `show GAME board`"),
        (("board", "-o", "x.png"), "boards are drawn as SVG: call the file `x.svg`"),
        (("board", "comp", "-o", "x.svg"), "no board is called `comp`; did you mean `comb`?"),
        (("board", "-o", "nowhere/x.svg"), "`nowhere/x.svg` cannot be written"),
    ):
        result = rulelang("show", "maps.rules", *words)
        assert result.exit_code == exit.USAGE, result.output
        assert told in result.output
    assert not Path("x.svg").exists()


# ------------------------------------------------------------------------------------------------------------ the layout


def _middle(box: Element) -> tuple[float, float]:
    x, y, wide, tall = (float(box.attrib[n]) for n in ("x", "y", "width", "height"))
    return x + wide / 2, y + tall / 2


def _overlapping(boxes: list[list[float]]) -> list[tuple[int, int]]:
    return [
        (one, other)
        for one, (x, y, wide, tall) in enumerate(boxes)
        for other, (ox, oy, owide, otall) in enumerate(boxes[:one])
        if x < ox + owide and ox < x + wide and y < oy + otall and oy < y + tall
    ]


def _grid(size: int) -> list[list[int]]:
    return [
        [
            (row + down) * size + column + across
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= row + down < size and 0 <= column + across < size
        ]
        for row in range(size)
        for column in range(size)
    ]


GRAPHS: dict[str, list[list[int]]] = {
    "nothing": [],
    "one place": [[]],
    "two apart": [[], []],
    "a line": [[1], [0, 2], [1, 3], [2]],
    "a ring": [[(i + 1) % 9, (i - 1) % 9] for i in range(9)],
    "all joined": [[j for j in range(8) if j != i] for i in range(8)],
    "a star": [[*range(1, 12)], *([[0]] * 11)],
    "a net": _grid(6),
    "two parts": [[1], [0], [3], [2, 4], [3]],
}


@pytest.mark.parametrize("name", GRAPHS)
def test_no_two_places_overlap(name: str) -> None:
    graph = GRAPHS[name]
    sizes = [(60.0 + 13 * (place % 5), 30.0) for place in range(len(graph))]
    points = laid_out(graph, sizes, 90.0)
    assert points == laid_out(graph, sizes, 90.0)
    boxes = [[x - wide / 2, y - tall / 2, wide, tall] for (x, y), (wide, tall) in zip(points, sizes, strict=True)]
    assert not _overlapping(boxes)


def test_a_net_is_laid_out_as_one() -> None:
    """Where paper allows every distance, neighbours lie a step apart and nothing else does."""
    graph = _grid(5)
    points = laid_out(graph, [(1.0, 1.0)] * len(graph), 100.0)

    def apart(one: int, other: int) -> float:
        (x, y), (ox, oy) = points[one], points[other]
        return hypot(x - ox, y - oy)

    lengths = [apart(one, other) for one, others in enumerate(graph) for other in others]
    assert min(lengths) > 0.55 * max(lengths)
    beside = [apart(one, other) for one in range(25) for other in range(one) if other not in graph[one]]
    assert min(beside) > 0.8 * sum(lengths) / len(lengths)


def test_given_places_keep_their_shape_where_there_is_room() -> None:
    points = {0: (0.0, 0.0), 1: (1.0, 0.0), 2: (0.0, 3.0)}
    boxes = dict.fromkeys(points, (40.0, 20.0))
    found = scaled(points, boxes, 0.0, 1000.0)
    assert found[1][0] - found[0][0] == pytest.approx(40 + GAP)
    assert found[2][1] - found[0][1] == pytest.approx(3 * (40 + GAP))
    # At the same place two are pushed apart.
    same = scaled({0: (1.0, 1.0), 1: (1.0, 1.0)}, {0: (40.0, 20.0), 1: (40.0, 20.0)}, 0.0, 1000.0)
    assert same[0] != same[1]

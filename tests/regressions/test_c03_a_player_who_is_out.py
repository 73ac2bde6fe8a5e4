"""Case C03: a player who is out of the game becomes start player.

Source: wfx/teg#56 (also ccarrster/kraplow#168, Flame442/FlameCogs#82).

The language never puts a player out: `left_of`, `clockwise` and `players` know seats only, and the manual says so. So the
checker warns where a mark is handed to the next seat although rounds that begin there pass over somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.sema.load import load_text

WRONG = """game siege "Siege":
    players 6

player:
    alive: Bool = true, public
    turns: Int = 0, public

state:
    start_player: Player = players[1], public

rule next_round():
    start_player = left_of(start_player)
    for each p in clockwise(start_player) where p.alive:
        turn(p)

rule turn(p: Player):
    p.turns += 1
    if p.turns > 3:
        p.alive = false

play:
    next_round()
"""

RIGHT = """game siege "Siege":
    players 6

player:
    alive: Bool = true, public
    turns: Int = 0, public

state:
    start_player: Player = players[1], public

rule next_round():
    let following = first(q in after(players, start_player) where q.alive)
    if following is none:
        end game "nobody is left"
    else:
        start_player = following
    for each p in clockwise(start_player) where p.alive:
        turn(p)

rule turn(p: Player):
    p.turns += 1
    if p.turns > 3:
        p.alive = false

play:
    next_round()

example "three in a row are out":
    players red, black, yellow, pink, green, blue
    given yellow.alive = false
    given green.alive = false
    given pink.alive = false
    given start_player = yellow
    when next_round()
    expect start_player is blue
    expect yellow.turns == 0
    expect blue.turns == 1

example "two dead neighbours":
    players red, black, yellow, pink, green, blue
    given black.alive = false
    given yellow.alive = false
    given start_player = red
    when next_round()
    expect start_player is pink

example "who dies in his own turn is passed over in the next round":
    players red, black, yellow, pink, green, blue
    given black.turns = 3
    given start_player = red
    when next_round()
    expect not black.alive
    when next_round()
    expect start_player is yellow
    expect black.turns == 4

example "the start player himself is out":
    players red, black, yellow, pink, green, blue
    given red.alive = false
    given start_player = red
    when next_round()
    expect start_player is black
    expect red.turns == 0

example "the last one alive begins after himself":
    players red, black, yellow, pink, green, blue
    given black.alive = false
    given yellow.alive = false
    given green.alive = false
    given pink.alive = false
    given blue.alive = false
    given start_player = red
    when next_round()
    expect start_player is red
    expect red.turns == 1
"""


def test_the_checker_warns() -> None:
    _, sink = load_text(WRONG)
    found = [d for d in sink.diagnostics if d.code == "RL0909"]
    assert len(found) == 1
    assert found[0].message == "`start_player` may become a player with `alive` false"
    assert found[0].help


@pytest.mark.parametrize("change", [(" where p.alive:", ":"), ("left_of(start_player)", "players[2]")])
def test_it_does_not_where_nobody_is_passed_over(change: tuple[str, str]) -> None:
    _, sink = load_text(WRONG.replace(*change))
    assert not [d for d in sink.diagnostics if d.code == "RL0909"]


def test_the_way_that_is_proposed_is_right(tmp_path: Path) -> None:
    _, sink = load_text(RIGHT)
    assert not sink.diagnostics
    (tmp_path / "game.rules").write_text(RIGHT, encoding="utf-8")
    outcomes = list(Workshop(locate(str(tmp_path))).examples())
    assert len(outcomes) == 5
    assert [o.failed for o in outcomes if not o.passed] == []

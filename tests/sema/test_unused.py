"""What is declared and never used, or never reached."""

from __future__ import annotations

import pytest

from rulelang.sema.load import load_text
from tests.sema.marked import check

UNUSED = """
game small "Small":
    players 2

enum Colour: red, blue # RL0901

kind Card: # RL0901
    cost: Int = 1 # RL0901

kind Used:
    n: Int = 1
    spare: Int = 2 # RL0901
    rule act(p: Player):
        log "{p} {n}"
    rule never(p: Player): # RL0901
        log "{p}"

Used it

setting s: Bool = true "a setting" # RL0901

die odd: 1, 3, 5 # RL0901

state:
    gold: Int = 0 # RL0901
    silver: Int = 0

player:
    copper: Int = 0 # RL0901

define forgotten = 3 # RL0901

rule spare(p: Player): # RL0901
    log "{p}"

rule used(p: Player, n: Int): # RL0902
    let m = 3 # RL0902
    p chooses q from players # RL0902
    for each i in range(1, 2):
        it.act(p)
    use_twice(silver)

rule use_twice(n: Int):
    log "{n}"

rule ping(n: Int): # RL0903
    pong(n)

rule pong(n: Int): # RL0903
    ping(n)

rule tested(n: Int):
    log "{n}"

play:
    used(players[1], 3)

example "only here":
    players ann, ben
    when tested(2)
"""


def test_unused() -> None:
    """Each is told once; what only an example uses is used."""
    check(UNUSED)


def test_a_game_that_uses_all_is_clean() -> None:
    """No warning at all for what is used in texts, labels, values and defaults."""
    _, sink = load_text(
        """
game small "Small":
    players 2

enum Colour: red, blue

setting start: Int = 3 "how much each has"

kind Card:
    colour: Colour
    cost: Int = base_cost
    rule act(p: Player)

define base_cost = start + 1

table Card:
    | name | colour | label    |
    | ace  | red    | "An Ace" |

also ace:
    rule act(p):
        p loses cost points for "{colour}"

player:
    points: Int = start

play:
    for each p in players:
        ace.act(p)

scoring for each player p:
    "Points": p.points
    winner: most total
"""
    )
    assert not sink.diagnostics, [d.message for d in sink.diagnostics]


@pytest.mark.parametrize("word", ["used", "silver", "Used", "it"])
def test_none_of_it_where_something_could_not_be_read(word: str) -> None:
    """A use may stand in a line that has a fault of syntax."""
    text = UNUSED.replace("    use_twice(silver)\n", f"    use_twice(silver) {word} {word}\n")
    _, sink = load_text(text)
    assert not any(d.code.startswith("RL090") for d in sink.diagnostics)

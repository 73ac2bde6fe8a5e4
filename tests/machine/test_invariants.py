"""What is the same in each pass of a loop is worked out once, and then only if it is needed."""

from __future__ import annotations

import random
import re

import pytest

from rulelang.backend.compile import Compiled, compile_model
from rulelang.runtime.machine import RulesFault
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_text
from rulelang.text.diagnostic import Sink

GAME = """
game passes "Passes of a loop":
    players 1

kind Card:
    worth: Int
    big: Int = 0, public

Card card for each n in range(1, 9):
    worth: n

state:
    least: Int = 2, public
    found: list of Int, public

define many -> Bool = count(c in Card where c.worth > least) > 2

## A fault of the rules unless exactly one card is worth so much.
define the_card(n: Int) -> Card = the(c in Card where c.worth == n + least)

play:
    least += 1
    BODY
    end game drawn "it is done"
"""


def compiled(body: str) -> Compiled:
    """A game that does something once."""
    model, sink = load_text(GAME.replace("BODY", body).lstrip())
    result = compile_model(model, 1, {}, sink if model.runnable else Sink())
    assert result is not None
    return result


def played(body: str) -> list[int]:
    """What such a game has found."""
    return list(Playout(compiled(body).program).play(random.Random(1)).state_found)


BODIES = {
    "a condition": ("found = each(c.worth for c in Card where c.worth > 6 and many)", [7, 8, 9]),
    "a value": ("found = each(c.worth + count(d in Card where d.worth > least) for c in Card where c.worth < 3)", [7, 8]),
    "a query in a query": (
        "found = each(c.worth for c in Card where any(d in Card where d.worth == c.worth - 1 and d.worth > least and many))",
        [5, 6, 7, 8, 9],
    ),
    "an order": ("found = each(c.worth for c in Card where c.worth > 7 by (c.worth if many else -c.worth))", [8, 9]),
}


@pytest.mark.parametrize(("body", "expected"), BODIES.values(), ids=BODIES.keys())
def test_what_is_the_same_is_asked_once(body: str, expected: list[int]) -> None:
    source = compiled(body).program.modules["playout"].source
    assert len(re.findall(r"if once\w* is None:", source)) == 1
    assert played(body) == expected


def test_what_is_never_needed_is_never_asked() -> None:
    assert played("found = each(c.worth for c in Card where c.worth > 9 and the_card(20).worth > 1)") == []
    with pytest.raises(RulesFault):
        played("found = each(c.worth for c in Card where c.worth > 8 and the_card(20).worth > 1)")


def test_what_a_loop_changes_is_asked_anew() -> None:
    body = """for each c in Card where c.worth < 4:
        least = c.worth
        found += each(d.worth for d in Card where d.worth == 9 and count(e in Card where e.worth > least) > 6)"""
    assert played(body) == [9, 9]

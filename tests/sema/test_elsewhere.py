"""Members and functions of other languages are told of with what is written here, and what is proposed can be read."""

from __future__ import annotations

import re

import pytest

from rulelang.sema.load import load_text
from tests.sema.marked import check, completed

GAME = """
kind Card:
    cost: Int = 1
Card ace x 4

state:
    deck: pile of Card = Card, public

player:
    hand: pile of Card
    gold: Int = 3

rule r(me: Player, plan: list of Int, y: Card, n: Int):
    {line}

play:
    r(players[1], [1], ace_1, 2)
"""


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        ("if me.hand.empty: nothing", "RL0203", "write `me.hand.size == 0`"),
        ("if plan.length > n: nothing", "RL0203", "write `plan.size`"),
        ("if deck.contains(y): nothing", "RL0203", "write `y in deck`"),
        ("deck.shuffle()", "RL0203", "write `shuffle deck`"),
        ("me.hand.add(y)", "RL0203", "write `move y to me.hand`"),
        ("deck.remove(y)", "RL0203", "write `move y from deck to box`"),
        ("deck.draw(n)", "RL0203", "write `draw 1 from deck to …`"),
        ("if deck.first is not none: nothing", "RL0203", "write `top(deck)`"),
        ("if plan.last == n: nothing", "RL0203", "write `plan[plan.size]`"),
        ("let other = plan.random", "RL0203", "write `any one of plan at random`"),
        ("if plan.sum > n: nothing", "RL0203", "write `sum(y for y in plan)`"),
        ("if plan.other > n: nothing", "RL0203", "it has only `.size`"),
        ("let x = random(1, 6)", "RL0205", "write `roll d6 as n`, or `any one of xs at random`"),
        ("let x = len(plan)", "RL0205", "write `xs.size`"),
        ('print("x")', "RL0205", 'write `log "…"`'),
        ("if plan[0] > n: nothing", "RL0311", "the first is `plan[1]`"),
        ("if plan[-1] > n: nothing", "RL0311", "the first is `plan[1]`"),
    ],
)
def test_what_is_written_here(line: str, code: str, help: str) -> None:
    _, sink = load_text(completed(GAME.format(line=line)))
    found = [d for d in sink.sorted() if not d.code.startswith("RL09")]
    assert [(d.code, d.help) for d in found] == [(code, (help,))]


@pytest.mark.parametrize(
    "line",
    [
        "if me.hand.size == 0: nothing",
        "if y in deck: nothing",
        "let x = any one of plan at random",
        "if sum(z for z in plan) > highest(z for z in plan): nothing",
        "if top(deck) is bottom(deck): nothing",
        "if plan[plan.size] == n: nothing",
        "move y from deck to box",
    ],
)
def test_what_is_proposed_fits(line: str) -> None:
    _, sink = load_text(completed(GAME.format(line=line)))
    assert not sink.has_errors, [d.message for d in sink.sorted()]


def test_an_item_that_may_be_there_is_not_told_of() -> None:
    check(re.sub(r"\{line\}", "if plan[n] > 0: nothing", GAME).replace("y: Card, ", "").replace("ace_1, ", ""))

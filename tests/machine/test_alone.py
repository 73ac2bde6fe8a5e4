"""A rule that does a single thing does it: whatever the one statement of a rule is, a call of the rule is not passed over."""

from __future__ import annotations

import pytest

from rulelang.machine import ir
from rulelang.machine.walk import everything
from tests.machine.meaning import Program
from tests.machine.test_meaning import compiled

DECLARATIONS = """
kind Card

table Card:
    | name | x |
    | one  | 4 |

kind Coin

table Coin:
    | name   | x |
    | penny  | 4 |

state:
    deck: pile of Card = Card, secret
    aside: pile of Card, public
    bag: tokens of Coin = Coin, public
    pot: tokens of Coin, public
    count_of: Int = 0, public

player:
    gold: Int = 3, public
"""

STATEMENTS = [
    "count_of = 1",
    "count_of += 1",
    "p gains 1 gold",
    "p loses 1 gold",
    "p pays 1 gold",
    "move all from deck to aside",
    "move any 2 from deck at random to aside",
    "move 1 penny from bag to pot",
    "draw 1 from deck to aside",
    "shuffle deck",
    "shuffle aside into deck",
    "reveal deck",
    "show deck to p",
    "roll d6 as m",
    "log \"hm\"",
    "log to p \"hm\"",
    "require p.gold > 5 \"poor\"",
    "end game \"over\"",
    "p chooses m from [1, 2]",
    "p may choose m from [1, 2]",
    "p chooses:\n    go",
    "offer each q in players:\n    go",
    "turn of p:\n    nothing",
    "p looks at deck:\n    nothing",
    "as one move:\n    p chooses m from [1, 2]",
    "at once for each q in players:\n    q.gold = 1",
    "if p.gold > 1: require p.gold > 5 \"poor\"",
    "for each q in players:\n    require q.gold > 5 \"poor\"",
]  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("deep", [False, True])
def test_the_only_statement_of_a_rule(statement: str, deep: bool) -> None:
    lines = "\n".join(f"    {line}" for line in statement.splitlines())
    between = "\nrule halfway(p: Player):\n    alone(p)\n" if deep else ""

    rules = f"{DECLARATIONS}\nrule alone(p: Player):\n{lines}\n{between}"
    called = "halfway" if deep else "alone"
    lowered = compiled(Program("alone", rules, f"{called}(players[1])", [])).lowered
    routines = {routine.path: routine for routine in lowered.routines.values()}
    callers = ["play", "halfway"] if deep else ["play"]
    for caller, callee in zip(callers, [called, "alone"], strict=False):
        found = [f for f in everything(routines[caller].body) if isinstance(f, ir.Call)]
        assert [call.routine for call in found] == [lowered.paths[callee]], caller


def test_a_cancel_alone() -> None:
    rules = "\nrule back():\n    cancel\n"
    body = 'players[1] chooses "?":\n    go:\n        players[1].coins = 1\n        back()\n    rest: nothing'
    lowered = compiled(Program("alone", rules, body, [])).lowered
    assert [f.routine for f in everything(lowered.routines[lowered.play].body) if isinstance(f, ir.Call)] == [
        lowered.paths["back"]
    ]

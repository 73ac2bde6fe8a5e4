"""When an option can be taken back no longer: the same in the machine with its log, the machine without, and a playout, with the
same words and at the same line."""

from __future__ import annotations

import pytest

from rulelang.runtime.machine import Machine, RulesFault
from rulelang.runtime.playout import Playout
from tests.machine.meaning import Program
from tests.machine.test_meaning import compiled, said
from tests.machine.test_windows import First

CARDS = """
kind Card

table Card:
    | name | x |
    | one  | 1 |
    | two  | 1 |
    | three| 1 |

state:
    deck: pile of Card = Card, secret
    open_deck: pile of Card, public

player:
    hand: pile of Card, private
    chest: pile of Card, secret

die coin: 1, 1
"""

CHANCE = "an option cannot be taken back once something was left to chance"
CHOSEN = "an option cannot be taken back once somebody else has chosen"
SEEN = "an option cannot be taken back once its player has seen something hidden"

LATE = [
    ("a roll", "roll d6 as n", CHANCE),
    ("a roll of which both faces are alike", "roll coin as n", CHANCE),
    ("a roll and more", "roll d6 plus 2 as n", CHANCE),
    ("one of several", "let n = any one of [1, 2] at random", CHANCE),
    ("a shuffled pile that is drawn from", "shuffle deck\ndraw 1 from deck to me.chest", CHANCE),
    ("some of several", "move any 2 from deck at random to me.chest", CHANCE),
    ("equals put in order", "for each n in [1, 1] by n, at random:\n    say(0)", CHANCE),
    ("a roll after a way back", "me chooses:\n    inner:\n        say(1)\n        cancel\n    other: roll d6 as n", CHANCE),
    ("another's choice", "left_of(me) chooses n from [1, 2]", CHOSEN),
    ("another's passing", "offer each q in [left_of(me)]:\n    go: say(1)", CHOSEN),
    ("another's choice before a roll", "left_of(me) chooses n from [1, 2]\nroll d6 as m", CHOSEN),
    ("a card drawn", "draw 1 from deck to me.hand", SEEN),
    ("a card turned", "draw 1 from deck to open_deck", SEEN),
    ("a card shown", "if top(deck) is not none:\n    show top(deck) to me", SEEN),
]  # fmt: skip

EARLY = [
    ("nothing", "say(0)", [9]),
    ("one of one", "let n = any one of [1] at random", [9]),
    ("keys that differ", "for each n in [2, 1] by n, at random:\n    say(0)", [9]),
    ("a pile shuffled", "shuffle deck", [9]),
    ("a card that another draws", "draw 1 from deck to left_of(me).hand", [9]),
    ("a card shown to another", "if top(deck) is not none:\n    show top(deck) to left_of(me)", [9]),
    ("a choice of his own", "me chooses n from [1, 2]", [9]),
    ("looking that is over", "me looks at deck:\n    say(0)", [9]),
]  # fmt: skip


def program(inside: str, before: str = "") -> Program:
    """An option that does something and is taken back then."""
    lines = "".join(f"        {line}\n" for line in inside.splitlines())
    body = f'{before}let me = players[1]\nme chooses "?":\n    go:\n{lines}        cancel\n    rest: say(9)'
    return Program("late", CARDS, body, [])


def faults(late: Program) -> list[tuple[str, str, str]]:
    """The code, message and line of the fault, in each way to run a program."""
    game = compiled(late).program
    found = []
    for logging in (True, False):
        machine = Machine(game, logging=logging)
        with pytest.raises(RulesFault) as fault:
            state = machine.start(1)
            while asked := machine.asked(state):
                machine.answer(state, asked[0], asked[0].codes[0])
        found.append((fault.value.code, fault.value.message, fault.value.place))
    with pytest.raises(RulesFault) as fault:
        Playout(game).play(First())
    found.append((fault.value.code, fault.value.message, fault.value.place))
    return found


@pytest.mark.parametrize(("inside", "message"), [case[1:] for case in LATE], ids=[case[0] for case in LATE])
def test_too_late(inside: str, message: str) -> None:
    first, *others = faults(program(inside))
    assert first[:2] == ("RL0823", message)
    assert all(other == first for other in others)
    # The place is the line of the `cancel`.
    assert first[2]


@pytest.mark.parametrize("before", ["roll d6 as first_roll\n", "players[2] chooses first_choice from [1, 2]\n"])
@pytest.mark.parametrize(("inside", "says"), [case[1:] for case in EARLY], ids=[case[0] for case in EARLY])
def test_in_time(inside: str, says: list[int], before: str) -> None:
    game = compiled(program(inside, before)).program
    for logging in (True, False):
        machine = Machine(game, logging=logging)
        state = machine.start(1)
        while asked := machine.asked(state):
            machine.answer(state, asked[0], asked[0].codes[0])
        assert said(state) == says
    assert said(Playout(game).play(First())) == says

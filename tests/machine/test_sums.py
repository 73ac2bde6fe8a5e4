"""Totals, supplies, rules that are tried, records: each in the machine with its log, in the machine without, and in a playout."""
# ruff: noqa: E501 (programs of one line)

from __future__ import annotations

import random

import pytest

from rulelang.runtime.machine import Machine
from rulelang.runtime.playout import Playout
from tests.machine.meaning import Program
from tests.machine.test_meaning import compiled, said

TRYING = """
enum Work: dig, rest

state:
    earth: Int = 5, public
    stones: pile of Shape, public

rule dig_up(p: Player, n: Int):
    require p.coins >= n "too poor"
    p pays n coins
    earth -= n
    move ring to stones

rule ask(p: Player, n: Int):
    require n > 0 "nothing"
    p chooses thing from [1, 2, 3] where thing > n "Which?":
        earth += thing

rule ask_or_pass(p: Player, n: Int):
    p chooses "What?":
        take where n > 1 "Take": earth += 1
        pass

rule either(p: Player, n: Int):
    p chooses thing from [1, 2, 3] where thing > n "Which?":
        earth += thing
    otherwise:
        require earth > 3 "no earth"

rule finish(p: Player):
    end game won by p "done"

rule some(p: Player, n: Int):
    p chooses up to 2 things from [1, 2, 3] where things > n "Which?"
    require things.size == 0 and earth == 5 "some"

rule at_most(p: Player, n: Int):
    p may choose thing from [1, 2, 3] where thing > n "Which?"
    earth += 0 if thing is none else 1

rule deeper(p: Player, n: Int):
    require possible(dig_up(p, n)) "cannot dig"
    earth = 100
"""

PROGRAMS = [
    Program(
        "a total adds up its lines",
        """
total worth(p: Player, n: Int):
    "Coins": p.coins
    "Many": 10 when n > 2
    "{s} of a colour" for each s in Shape where s.size_of > 3: s.size_of when s is Round

add to worth(who, number):
    "Added": -who.coins when number == 5
""",
        "say(worth(players[1], 1))\nsay(worth(players[1], 3))\nsay(worth(players[2], 5))",
        [12, 22, 19],
    ),
    Program(
        "a total without parameters",
        'total base:\n    "One": 1\n    "Two": 2 when base_is\n\nstate:\n    base_is: Bool = false, public\n',
        "say(base)\nbase_is = true\nsay(base)",
        [1, 3],
    ),
    Program(
        "a roll and a total",
        'die seven: 7\n\ntotal bonus(p: Player):\n    "Coins": p.coins\n    "None": 0\n    "Less": -1 when p is players[2]\n',
        "roll seven plus bonus(players[1]) as n\nsay(n)\nroll seven plus bonus(players[2]) as m\nsay(m)\nroll seven plus players[1].coins as k\nsay(k)",
        [10, 9, 10],
    ),
    Program(
        "a roll and a total, again",
        'die seven: 7\n\nstate:\n    tries: Int = 0, public\n\ntotal bonus:\n    "Tries": tries\n',
        "roll seven plus bonus as n again while n > 100\nsay(n)",
        [7],
    ),
    Program(
        "a supply runs out, then nothing",
        "supply coins: 2 * players.size - 1, then nothing\n",
        "say(supply(coins))\nplayers[1] gains 3 coins\nsay(supply(coins))\nplayers[2] gains 3 coins\nsay(players[2].coins)\nsay(supply(coins))\nplayers[1] loses 4 coins\nsay(supply(coins))\nplayers[1] pays 1 coin\nsay(supply(coins))",
        [5, 2, 5, 0, 4, 5],
    ),
    Program(
        "a supply runs out, then from outside",
        "supply coins: 2, then from outside\n",
        "players[1] gains 3 coins\nsay(players[1].coins)\nsay(supply(coins))\nplayers[2] gains 1 coin\nsay(players[2].coins)\nplayers[2] loses 9 coins\nsay(supply(coins))",
        [6, 0, 4, 4],
    ),
    Program(
        "a supply and the bound of the good",
        "supply coins: 50\n",
        "players[1] gains 30 coins\nsay(players[1].coins)\nsay(supply(coins))",
        [10, 43],
    ),
    Program(
        "goods that are more than a number",
        """
kind Coin:
    worth: Int

Coin penny x 3:
    worth: 1

state:
    bank: pile of Coin = Coin, public

player:
    purse: pile of Coin, public

rule gains_silver(p: Player, n: Int):
    move first_of(each(c in bank), n) to p.purse

rule pays_silver(p: Player, n: Int 0 to 2):
    repeat n times:
        p chooses coin from p.purse "Which?":
            move coin to bank
""",
        'players[1] gains 3 silver\nsay(players[1].purse.size)\nplayers[1] pays 2 silver for "bread"\nsay(players[1].purse.size)\nsay(bank.size)',
        [3, 1, 2],
    ),
    Program(
        "possible: to its end, or to a choice",
        TRYING,
        "say(1 if possible(dig_up(players[1], 3)) else 0)\nsay(1 if possible(dig_up(players[1], 4)) else 0)\n"
        "say(1 if possible(ask(players[1], 2)) else 0)\nsay(1 if possible(ask(players[1], 3)) else 0)\n"
        "say(1 if possible(ask(players[1], 0)) else 0)\nsay(1 if possible(finish(players[1])) else 0)\nsay(earth)\nsay(stones.size)",
        [1, 0, 1, 0, 0, 1, 5, 0],
    ),
    Program(
        "possible: passing is nothing",
        TRYING,
        "say(1 if possible(ask_or_pass(players[1], 2)) else 0)\nsay(1 if possible(ask_or_pass(players[1], 1)) else 0)\n"
        "say(1 if possible(at_most(players[1], 2)) else 0)\nsay(1 if possible(at_most(players[1], 3)) else 0)",
        [1, 0, 1, 0],
    ),
    Program(
        "possible: otherwise, and none of several",
        TRYING,
        "say(1 if possible(either(players[1], 3)) else 0)\nsay(1 if possible(some(players[1], 3)) else 0)\nearth = 3\n"
        "say(1 if possible(either(players[1], 3)) else 0)\nsay(1 if possible(either(players[1], 1)) else 0)\n"
        "say(1 if possible(some(players[1], 3)) else 0)",
        [1, 1, 0, 1, 0],
    ),
    Program(
        "possible: within one another, in queries, of things",
        TRYING
        + """
kind Tool:
    rule use(p: Player, n: Int):
        require n > 1 "small"
        earth += n

Tool spade

Tool fork:
    rule use(p, n):
        require p.coins > 100 "poor"
        original(p, n)
""",
        "say(1 if possible(deeper(players[1], 3)) else 0)\nsay(1 if possible(deeper(players[1], 4)) else 0)\n"
        "say(count(n in range(0, 9) where possible(dig_up(players[1], n))))\nsay(count(t in Tool where possible(t.use(players[1], 2))))\n"
        "say(1 if possible(spade.use(players[1], 1)) else 0)\nsay(earth)",
        [1, 0, 4, 1, 0, 5],
    ),
    Program(
        "possible in an option",
        TRYING,
        'players[1] chooses n from range(2, 9) where possible(dig_up(players[1], n)) and not possible(dig_up(players[1], n + 1)) "How deep?":\n'
        "    say(n)\n    dig_up(players[1], n)\nsay(earth)",
        [3, 2],
    ),
    Program(
        "would: after the rule, with names from before",
        TRYING,
        "let before = earth\nsay(1 if would(dig_up(players[1], 2), earth == before - 2 and players[1].coins == 1 and ring in stones) else 0)\n"
        "say(1 if would(dig_up(players[1], 2), earth == before) else 0)\nsay(1 if would(dig_up(players[1], 4), true) else 0)\n"
        "say(count(n in range(0, 3) where would(dig_up(players[1], n), earth > n + 1)))\n"
        "say(1 if would(dig_up(players[1], 1), would(dig_up(players[1], 2), players[1].coins == 0)) else 0)\nsay(earth)\nsay(stones.size)",
        [1, 0, 0, 2, 1, 5, 0],
    ),
    Program(
        "records of fields and zones",
        "state:\n    turn_count: Int = 0, public\n",
        "say(1 if turn_count == 0 else 0)\nrecord position of turn_count, side, players[1].coins\nsay(times(position))\nmove ring to side\n"
        "record position of turn_count, side, players[1].coins\nsay(times(position))\nmove ring to heap\nrecord position of turn_count, side, players[1].coins\n"
        "say(times(position))\nmove disc_1 to side\nrecord position of turn_count, side, players[1].coins\nmove disc_1 to heap\nmove disc_2 to side\n"
        "record position of turn_count, side, players[1].coins\nsay(times(position))\nturn_count = 1\nrecord position of turn_count, side, players[1].coins\nsay(times(position))",
        [1, 1, 1, 2, 1, 1],
    ),
    Program(
        "records of boards",
        """
kind Square:
    owner: Player?, public
    man: slot of Man, public

kind Man

Man knight x 2
Man queen

board squares of Square:
    grid 3 by 2
""",
        "record position of squares\nsay(times(position))\na1.owner = players[1]\nrecord position of squares\nsay(times(position))\n"
        "a1.owner = none\nrecord position of squares\nsay(times(position))\nmove knight_1 to b1.man\nrecord position of squares\nsay(times(position))\n"
        "move knight_1 to box\nmove knight_2 to b1.man\nrecord position of squares\nsay(times(position))\nmove knight_2 to box\n"
        "move queen to b1.man\nrecord position of squares\nsay(times(position))",
        [1, 1, 2, 1, 2, 1],
    ),
    Program(
        "what is recorded in a trial is not",
        "state:\n    moment: Int = 0, public\n\nrule step_on():\n    moment += 1\n    record position of moment\n",
        "moment = 1\nrecord position of moment\nmoment = 0\nsay(1 if would(step_on(), times(position) == 2) else 0)\nsay(times(position))",
        [1, 1],
    ),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=[p.name for p in PROGRAMS])
def test_meaning(program: Program) -> None:
    game = compiled(program)
    for logging in (True, False):
        machine = Machine(game.program, logging=logging)
        state = machine.start(1)
        while asked := machine.asked(state):
            machine.answer(state, asked[0], asked[0].codes[0])
        assert said(state) == program.says
    assert said(Playout(game.program).play(random.Random(1))) == program.says


BAGS = """
kind Card
Card ace x 8

state:
    bag: pile of Card = Card, secret

rule buy(p: Player):
    require p.coins >= 2 "too poor"
    p pays 2 coins

rule look(p: Player):
    require top(bag) is ace "no ace"
    p pays 1 coin

rule swap(p: Player):
    require bag.size > 1 "too few"
    move bag[2] to box
"""


@pytest.mark.parametrize(("rule", "copied"), [("buy", {"player_coins"}), ("look", {"player_coins", "Card"}), ("swap", {"Card"})])
def test_a_trial_copies_what_it_may_change_and_leaves_the_state_as_it_is(rule: str, copied: set[str]) -> None:
    body = (
        f"shuffle bag\nrepeat 3 times:\n    say(1 if possible({rule}(players[1])) else 0)\nsay(players[1].coins)\nsay(bag.size)"
    )
    game = compiled(Program("", BAGS, body, []))
    source = game.program.modules["playout"].source
    trial = source[source.index("def TRIAL") :].split("\n\n")[0]
    assert {name for name in ("player_coins", "Card_at", "Shape_at") if f"S.{name}[:]" in trial} == {
        f"{name}_at" if name == "Card" else name for name in copied
    }
    for state in (Machine(game.program).start(0), Playout(game.program).play(random.Random(1))):
        assert said(state) == [1, 1, 1, 3, 8]
        assert sorted(state.Card_zones[1]) == list(range(8))

"""What windows, rules that nobody calls, and options taken back mean: in the machine with its log, in the machine without, and
in a playout, in each of which the first legal option is always taken."""

# ruff: noqa: E501 (a program a line)

from __future__ import annotations

import random

import pytest

from rulelang.runtime.machine import Machine, RulesFault
from rulelang.runtime.playout import Playout
from tests.machine.meaning import Program
from tests.machine.test_meaning import compiled, said

SHUN = """
rule shun(p: Player):
    p chooses n from [0, 1] "Shun?"
    if n == 0:
        cancel
    say(n)
"""

ANSWERED = """
rule answered(p: Player) -> Int:
    offer each q in [p] "First?":
        hit "Hit":
            offer each r in [left_of(q)] "Second?":
                block "Block":
                    return 10 * seat(q) + seat(r)
    return 99
"""

POOR = """
whenever poor for each p in players where p.coins == 0:
    p.coins = 2
    say(10 + seat(p))

whenever modest for each p in players where p.coins == 2:
    p.coins = 5
    say(20 + seat(p))
"""

ENDING = """
whenever broke for each p in players where p.coins == 0:
    say(seat(p))
    end game won by left_of(p)
"""

CYCLE = """
whenever up for each p in players where p.coins == 0:
    p.coins = 1

whenever down for each p in players where p.coins == 1:
    p.coins = 0
"""

PROGRAMS = [
    Program("each acts once", "", "offer each p in players:\n    hit: say(seat(p))\nsay(9)", [1, 2, 3, 9]),
    Program("the first who acts", "", "offer each p in players where seat(p) > 1, first to act:\n    hit: say(seat(p))\nsay(9)", [2, 9]),
    Program(
        "members are taken once, conditions when each is asked",
        "",
        "offer each p in players where p.coins == 3:\n    hit where p.coins == 3:\n        left_of(p).coins = 0\n        say(seat(p))",
        [1, 3],
    ),
    Program("nobody can do anything", "", "offer each p in players:\n    hit where p.coins > 3: say(1)\nsay(9)", [9]),
    Program("a return closes the windows of its rule", ANSWERED, "say(answered(players[1]))", [12]),
    Program(
        "an inner window closes only itself",
        "",
        "offer each p in players:\n    hit:\n        offer each q in clockwise(p), first to act:\n            block: say(10 * seat(p) + seat(q))",
        [11, 22, 33],
    ),
    Program(
        "stop leaves the loop around a window",
        "",
        "for each n in [1, 2, 3]:\n    offer each p in players:\n        hit:\n            say(10 * n + seat(p))\n            if n == 2: stop\nsay(9)",
        [11, 12, 13, 21, 9],
    ),
    Program("next leaves the pass", "", "for each n in [1, 2]:\n    offer each p in players:\n        hit: next\n    say(n)\nsay(9)", [9]),
    Program(
        "what holds is done in the order of the text, until nothing holds",
        POOR,
        "players[2].coins = 0\nplayers[1].coins = 0\nsay(1)\nplayers[1] chooses n from [7]\nsay(n)",
        [1, 11, 12, 21, 22, 7],
    ),
    Program("and at the end of the game", POOR, "players[3].coins = 0\nsay(1)\nend game", [1, 13, 23]),
    Program("before a window looks for its members", POOR, "players[3].coins = 2\noffer each p in players where p.coins == 2:\n    hit: say(99)\nsay(1)", [23, 1]),
    Program("before a set is picked from", POOR, "players[2].coins = 2\nplayers[1] chooses exactly 1 qs from players where qs.coins == 5\nsay(seat(qs[1]))", [22, 2]),
    Program("a whenever ends the game, once", ENDING, "players[2].coins = 0\nplayers[1] chooses n from [7]\nsay(n)", [2]),
    Program("who has won has won", ENDING, "players[2].coins = 0\nend game won by players[1]", [2]),
    Program(
        "an option taken back has never been",
        SHUN,
        'let k = 1\nplayers[1] chooses "?":\n    go:\n        k = 5\n        say(k)\n        shun(players[1])\n    rest: say(10 * k)',
        [10],
    ),
    Program(
        "a way out takes back the option around it",
        "",
        'players[1] chooses "?":\n    go:\n        say(1)\n        players[1] chooses "Really?":\n            no_thanks: cancel\n            well: say(2)\n    rest: say(3)',
        [3],
    ),
    Program(
        "one way out leads through the other",
        SHUN,
        'players[1] chooses "?":\n    go:\n        players[1] chooses "Really?":\n            first_try: shun(players[1])\n            no_thanks: cancel\n    rest: say(3)',
        [3],
    ),
    Program("nothing is left", SHUN, 'players[1] chooses "?":\n    go: shun(players[1])\notherwise:\n    say(8)', [8]),
    Program("each of a list is tried", "", "players[1] chooses n from [1, 2, 3]:\n    if n < 3: cancel\n    say(n)", [3]),
    Program("until only declining is left", "", "players[1] may choose n from [1, 2]:\n    if n < 3: cancel\nsay(0 if n is none else n)", [0]),
    Program("numbers below 0, and none of them", "", "players[1] chooses up to 2 ns from [-1, -3]\nsay(sum(ns[i] for i in range(1, ns.size)))\n"
            "players[1] may choose n from [-1, 2] where n < 0:\n    say(n)\nplayers[1] may choose m from [4] where m > 5\n"
            "say(0 if m is none else m)", [-4, -1, 0]),
    Program(
        "a member of a window takes back what he does",
        SHUN,
        "offer each p in players:\n    go: shun(p)\n    stay: say(seat(p))\nsay(9)",
        [1, 2, 3, 9],
    ),
    Program(
        "what was taken back is offered to the next",
        SHUN,
        'for each p in players:\n    p chooses "?":\n        go where seat(p) < 3: shun(p)\n        rest: say(seat(p))',
        [1, 2, 3],
    ),
    Program(
        "choices that are one move",
        "",
        "as one move:\n    players[1] chooses a from [1, 2]\n    players[1] chooses b from [3, 4]\n    say(10 * a + b)\nsay(9)",
        [13, 9],
    ),
    Program(
        "a move is left by stop",
        "",
        "for each n in [1, 2]:\n    as one move:\n        players[1] chooses a from [n, 7]\n        if a == 2: stop\n        say(a)\nsay(9)",
        [1, 9],
    ),
]  # fmt: skip


class First(random.Random):
    """Chance that always takes the first."""

    def random(self) -> float:
        return 0.0


@pytest.mark.parametrize("program", PROGRAMS, ids=[p.name for p in PROGRAMS])
def test_meaning(program: Program) -> None:
    game = compiled(program).program
    for logging in (True, False):
        machine = Machine(game, logging=logging)
        state = machine.start(1)
        while asked := machine.asked(state):
            machine.answer(state, asked[0], asked[0].codes[0])
        assert said(state) == program.says
        if program.declarations == ENDING:
            assert machine.winners(state) == ((2,) if "chooses" in program.body else (0,))
        if state.extra is not None:
            assert (state.extra.kept, state.extra.joined) == ([], 0)
    played = Playout(game).play(First())
    assert said(played) == program.says
    if program.declarations == ENDING:
        assert Playout(game).winners(played) == ((2,) if "chooses" in program.body else (0,))


def test_what_makes_itself_hold_again_is_a_fault() -> None:
    game = compiled(Program("cycle", CYCLE, "players[1].coins = 0\nplayers[1] chooses n from [7]\nsay(n)", [])).program
    for logging in (True, False):
        with pytest.raises(RulesFault) as fault:
            Machine(game, logging=logging).start(1)
        assert (fault.value.code, fault.value.message) == (
            "RL0808",
            "this never ends: what `whenever` does makes it hold again (up, down)",
        )
    with pytest.raises(RulesFault):
        Playout(game).play(First())


def test_a_rule_that_cannot_ask_is_followed_by_what_holds() -> None:
    game = compiled(Program("run", POOR + "\nrule ruin(p: Player):\n    p.coins = 0\n", "ruin(players[1])", [])).program
    machine = Machine(game)
    state = machine.blank()
    machine.run(state, game.paths["ruin"], [1])
    assert said(state) == [12, 22]

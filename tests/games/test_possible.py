"""`possible` says no exactly where the rule, really done, stops at a `require` or at a choice with nothing to choose; and the
state is as it was."""

from __future__ import annotations

import random

import pytest

from rulelang.backend.compile import Compiled, compile_model
from rulelang.locate import locate
from rulelang.play.trying import Trials
from rulelang.runtime.keeping import dump
from rulelang.runtime.machine import Machine, RulesFault
from rulelang.text.diagnostic import Sink
from rulelang.tools.checking import check_game

GAME = "crusaders"
REFUSALS = {"RL0810", "RL0812", "RL0814"}


@pytest.fixture(scope="module")
def crusades() -> Compiled:
    compiled = compile_model(check_game(locate(GAME)).model, 3, {}, Sink())
    assert compiled is not None
    return compiled


def really(machine: Machine, state: object, routine: str, arguments: tuple[int, ...]) -> bool:
    """Whether a rule can really be done, to its end or to a choice."""
    own = machine.copy(state)
    own.frames = []
    try:
        machine.run(own, routine, arguments)
    except RulesFault as fault:
        assert fault.code in REFUSALS, fault.message
        return False
    return True


def test_possible_agrees_with_the_rule(crusades: Compiled) -> None:
    machine = Machine(crusades.program, logging=False)
    trials = Trials(crusades)
    source = random.Random(5)
    perform = crusades.program.paths["perform"]
    answers: list[bool] = []
    for seed in range(6):
        state = machine.start(seed)
        for _ in range(60):
            asked = machine.asked(state)
            if not asked:
                break
            if state.active < 0:
                # Before the first turn rules stand where those of a turn are never called.
                machine.answer(state, asked[0], source.choice(asked[0].codes))
                continue
            player, action, number = source.randrange(3), source.randrange(5), source.randrange(0, 9)
            before = dump(machine, state)
            said = trials.possible(state, perform, (player, action, number))
            unchanged = dump(machine, state) == before
            assert unchanged
            truth = really(machine, state, perform, (player, action, number))
            assert said == truth
            answers.append(said)
            machine.answer(state, asked[0], source.choice(asked[0].codes))
    assert answers.count(True) > 40 and answers.count(False) > 40

"""The constructs of the language mean in the machine and in a playout what the manual says."""

from __future__ import annotations

import random
import textwrap
from typing import Any

import pytest

from rulelang.backend.compile import Compiled, compile_model
from rulelang.runtime.machine import Machine
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_text
from rulelang.text.diagnostic import Severity
from rulelang.text.render import render
from tests.machine.meaning import PROGRAMS, THINGS, Program

HEAD = """game meaning "What it means":
    players 3

state:
    said: list of Int, public

rule say(n: Int):
    said += [n]
"""


def compiled(program: Program) -> Compiled:
    """A program, compiled for three players."""
    text = f"{HEAD}{THINGS}\n{program.declarations}\nplay:\n{textwrap.indent(program.body, '    ')}\n"
    model, sink = load_text(text)
    errors = [d for d in sink.sorted() if d.severity is Severity.ERROR]
    assert not errors, render(errors, model.sources, "plain")
    result = compile_model(model, 3, {}, sink)
    assert result is not None, render(sink.sorted(), model.sources, "plain")
    return result


def said(state: Any) -> list[int]:
    """What a program has said."""
    return list(state.state_said)


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

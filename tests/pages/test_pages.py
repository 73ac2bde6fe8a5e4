"""Pages of rules that need the hardest of what the language has: each is free of findings, its examples hold, and it is played to
the end, choice by choice and in playouts, with every number of players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulelang.backend.compile import compile_model
from rulelang.locate import locate
from rulelang.runtime.machine import Machine
from rulelang.runtime.playout import Playout
from rulelang.text.diagnostic import Sink
from rulelang.text.render import render
from rulelang.tools.checking import check_game
from rulelang.tools.setup import Setup
from rulelang.tools.testing import run_tests

PAGES = sorted(Path(__file__).parent.glob("*.rules"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_clean_and_its_examples_hold(page: Path) -> None:
    place = locate(page)
    checked = check_game(place)
    assert not checked.diagnostics, render(checked.diagnostics, checked.model.sources, "plain")
    failed = [each for each in run_tests([place], Setup()) if each.failed]
    assert not failed, "\n".join(render(each.diagnostics, each.sources, "plain") for each in failed)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_played_to_the_end(page: Path) -> None:
    model = check_game(locate(page)).model
    for players in range(model.fewest, model.most + 1):
        sink = Sink()
        compiled = compile_model(model, players, {}, sink)
        assert compiled is not None, render(sink.sorted(), model.sources, "plain")
        source = random.Random(players)
        machine = Machine(compiled.program)
        state = machine.start(players)
        moves = 0
        while asked := machine.asked(state):
            must = next(one for one in asked if not one.optional)
            machine.answer(state, must, source.choice(must.codes))
            moves += 1
            assert moves < 5000, "this match does not come to an end"
        Playout(compiled.program).play(source)

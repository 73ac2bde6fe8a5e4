"""Pages of rules that need the hardest of what the language has: each is free of findings, its examples hold, and it is played at
random, choice by choice with every number of players: what must always hold holds at each choice, each can be saved,
and who may do something beside what he is asked sometimes does. Playouts of it end."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulelang.backend.compile import compile_model
from rulelang.backend.program import Program
from rulelang.locate import locate
from rulelang.play.invariants import broken
from rulelang.runtime.keeping import dump, load
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Naming
from rulelang.runtime.options import Options
from rulelang.runtime.playout import Playout
from rulelang.sema.model import GameModel
from rulelang.text.diagnostic import Sink
from rulelang.text.render import render
from rulelang.tools.checking import check_game
from rulelang.tools.setup import Setup
from rulelang.tools.testing import run_tests

PAGES = sorted(Path(__file__).parent.glob("*.rules"))
GAMES = 20
SAVED = 4
"""In so many of them every choice is put into words, saved and gone on from as well, which takes most of the time."""
FREE = 0.15
"""How often somebody does what he may do beside what is asked."""
LONGEST = 5000

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@cache
def model_of(page: Path) -> GameModel:
    """The rules of a page."""
    return check_game(locate(page)).model


@cache
def program_of(page: Path, players: int) -> Program:
    """The rules of a page, compiled."""
    sink = Sink()
    compiled = compile_model(model_of(page), players, {}, sink)
    assert compiled is not None, render(sink.sorted(), model_of(page).sources, "plain")
    return compiled.program


def counts(page: Path) -> range:
    """For how many players it is."""
    return range(model_of(page).fewest, model_of(page).most + 1)


@every_page
def test_a_page_is_clean_and_its_examples_hold(page: Path) -> None:
    place = locate(page)
    checked = check_game(place)
    found = list(checked.diagnostics)
    assert not found, render(checked.diagnostics, checked.model.sources, "plain")
    failed = [each for each in run_tests([place], Setup()) if each.failed]
    assert not failed, "\n".join(render(each.diagnostics, each.sources, "plain") for each in failed)


@every_page
def test_what_must_hold_holds_at_every_choice_of_random_games(page: Path) -> None:
    for players in counts(page):
        machine = Machine(program_of(page, players))
        naming = Naming(machine.layout, [f"p{seat}" for seat in range(players)])
        for seed in range(GAMES):
            played(machine, naming, seed, saved=seed < SAVED)


def played(machine: Machine, naming: Naming, seed: int, saved: bool) -> None:
    """Play a random game to its end."""
    source = random.Random(seed)
    options = Options(machine, naming)
    state: Any = machine.start(seed)
    for _ in range(LONGEST):
        asked = machine.asked(state)
        wrong = list(broken(machine, naming, state))
        assert not wrong, wrong
        if not asked:
            return
        required = [one for one in asked if not one.optional]
        assert required, "somebody may do something, and nobody must"
        free = [one for one in asked if one.optional]
        one = source.choice(free) if free and source.random() < FREE else source.choice(required)
        code = source.choice(one.codes)
        if saved:
            words = [option.text for option in options.all(state, one)]
            assert len(set(words)) == len(words), f"two options are written alike: {words}"
            again = load(machine, dump(machine, state), state.keys)
            machine.answer(again, one, code)
            machine.answer(state, one, code)
            assert dump(machine, state) == dump(machine, again)
            state = again
        else:
            machine.answer(state, one, code)
    raise AssertionError("this match does not come to an end")


@every_page
def test_playouts_end(page: Path) -> None:
    for players in counts(page):
        playout = Playout(program_of(page, players))
        for seed in range(GAMES):
            playout.play(random.Random(seed))

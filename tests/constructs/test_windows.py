"""Windows, options open at any time, rules that nobody calls, options taken back, and choices joined to one move."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulelang.backend.compile import compile_model
from rulelang.backend.program import Program
from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.runtime.keeping import dump, load
from rulelang.runtime.machine import Asked, Machine, RulesFault
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_game
from rulelang.text.diagnostic import Sink
from rulelang.text.render import render
from rulelang.tools.checking import check_game
from rulelang.tools.setup import Setup
from rulelang.tools.testing import run_tests

HERE = Path(__file__).parent


def program(name: str, players: int) -> Program:
    """The compiled rules of a file beside this one."""
    sink = Sink()
    model = load_game(HERE / f"{name}.rules", [], sink)
    assert not sink.has_errors, render(sink.sorted(), model.sources, "plain")
    compiled = compile_model(model, players, {}, sink)
    assert compiled is not None, render(sink.sorted(), model.sources, "plain")
    return compiled.program


def must(machine: Machine, state: Any) -> Asked:
    """The one of whom an answer is waited for."""
    return next(asked for asked in machine.asked(state) if not asked.optional)


def open_to(machine: Machine, state: Any, player: int) -> Asked | None:
    """What a player may do beside what is asked."""
    return next((asked for asked in machine.asked(state) if asked.optional and asked.player == player), None)


def test_an_option_open_at_any_time_leaves_the_question_as_it_was() -> None:
    machine = Machine(program("windows", 3))
    state = machine.start(1)
    asked = must(machine, state)
    assert (asked.player, len(asked.codes)) == (0, 4)
    for player in range(3):
        extra = open_to(machine, state, player)
        assert extra is not None
        machine.answer(state, extra, extra.codes[0])
    assert list(state.player_coins) == [4, 4, 4]
    again = must(machine, state)
    # The question is asked afresh: what can be spent has become more.
    assert (again.player, len(again.codes)) == (0, 5)


def test_nobody_is_asked_beside_what_is_asked_outside_its_phase() -> None:
    machine = Machine(program("windows", 3))
    state = machine.blank()
    machine.run(state, machine.program.paths["strike"], [0])
    assert [asked.optional for asked in machine.asked(state)] == [False]


def test_others_see_the_members_of_a_window_and_not_who_is_asked() -> None:
    machine = Machine(program("windows", 3))
    state = machine.start(1)
    machine.answer(state, must(machine, state), must(machine, state).codes[-1])
    assert must(machine, state).player == 1
    assert machine.waiting_for(state) == (1, 2)
    machine.answer(state, must(machine, state), -1)
    assert must(machine, state).player == 2
    assert machine.waiting_for(state) == (1, 2)


def test_a_pass_in_a_window_is_told_to_nobody() -> None:
    machine = Machine(program("windows", 3))
    state = machine.start(1)
    machine.answer(state, must(machine, state), must(machine, state).codes[-1])
    before = len(state.log)
    machine.answer(state, must(machine, state), -1)
    assert len(state.log) == before


@pytest.mark.parametrize("name", ["windows", "way_back", "afresh"])
def test_examples_hold(name: str) -> None:
    place = locate(HERE / f"{name}.rules")
    failed = [each for each in run_tests([place], Setup()) if each.failed]
    assert not failed, "\n".join(render(each.diagnostics, each.sources, "plain") for each in failed)


@pytest.mark.parametrize("name", ["windows", "way_back", "afresh"])
def test_every_stop_can_be_saved_and_gone_on_from(name: str) -> None:
    players = 2 if name == "way_back" else 3
    machine = Machine(program(name, players))
    source = random.Random(7)
    for seed in range(20):
        state = machine.start(seed)
        while asked := machine.asked(state):
            copy = load(machine, dump(machine, state), state.keys)
            one = source.choice(asked) if source.random() < 0.3 else must(machine, state)
            code = source.choice(one.codes)
            machine.answer(state, one, code)
            machine.answer(copy, one, code)
            assert dump(machine, state) == dump(machine, copy)
            state = copy


@pytest.mark.parametrize("name", ["windows", "way_back", "afresh"])
def test_playouts_end(name: str) -> None:
    playout = Playout(program(name, 2 if name == "way_back" else 3))
    for seed in range(50):
        state = playout.play(random.Random(seed))
        assert state.over
        if name == "way_back":
            # Whoever loads has paid for it, and nobody else has.
            assert all((cargo > 0) == (coins == 1) for cargo, coins in zip(state.player_cargo, state.player_coins, strict=True))


def test_choices_joined_to_one_move() -> None:
    machine = Machine(program("way_back", 2))
    state = machine.blank()
    machine.run(state, machine.program.paths["walk"], [0])
    assert not must(machine, state).continues
    machine.answer(state, must(machine, state), 1)
    assert must(machine, state).continues
    machine.answer(state, must(machine, state), 3)
    assert machine.asked(state) == []
    assert state.player_steps[0] == 4
    assert state.extra.joined == 0


def test_a_cancel_takes_back_only_what_the_same_player_chose() -> None:
    machine = Machine(program("way_back", 2))
    state = machine.blank()
    machine.run(state, machine.program.paths["dock"], [0])
    machine.answer(state, must(machine, state), 0)
    machine.answer(state, must(machine, state), 0)
    asked = must(machine, state)
    assert asked.codes == (1,)
    assert state.player_coins[0] == 2


def test_what_others_did_since_cannot_be_taken_back() -> None:
    machine = Machine(program("afresh", 3))
    state = machine.blank()
    machine.run(state, machine.program.paths["dare"], [0])
    machine.answer(state, must(machine, state), 0)
    # The others are asked, and one of them says something.
    assert must(machine, state).player == 1
    machine.answer(state, must(machine, state), 0)
    machine.answer(state, must(machine, state), -1)
    assert must(machine, state).player == 0
    with pytest.raises(RulesFault) as fault:
        machine.answer(state, must(machine, state), 1)
    assert fault.value.code == "RL0823"


def test_joined_choices_are_taken_back_together() -> None:
    match = Game(locate(HERE / "afresh.rules")).start(["ann", "ben", "cat"], seed=2)
    while match.pending[0].path != "walk.first_step":
        match.choose(match.pending[0].seat, match.pending[0].options[0])
    before = match.machine.copy(match.state)
    match.choose("ann", "1")
    match.choose("ann", "2")
    assert [move.joined for move in match.moves[-2:]] == [False, True]
    match.undo()
    assert dump(match.machine, match.state) == dump(match.machine, before)
    match.redo()
    assert match.machine.asked(match.state)[0].choice != match.machine.asked(before)[0].choice


def test_a_game_pays_only_for_what_it_uses() -> None:
    words = {"WHENEVER", "KEEP", "NOT_WITHDRAWN", "NONE_WITHDRAWN", "WITHDRAWN"}
    plain = compile_model(check_game(locate("treasures")).model, 2, {}, Sink())
    assert plain is not None and not plain.program.uses_extra and not plain.program.anytimes
    for mode in plain.program.modules:
        assert not names_in(plain.program, mode) & words, mode
    assert names_in(program("afresh", 3), "log") & words == words


def names_in(compiled: Program, mode: str) -> set[str]:
    """The names that generated code uses."""
    found: set[str] = set()
    pending: list[Any] = [compiled.modules[mode].code]
    while pending:
        code = pending.pop()
        found.update(code.co_names)
        pending.extend(const for const in code.co_consts if hasattr(const, "co_names"))
    return found


def test_a_move_of_who_has_only_something_open_is_refused_as_another_players() -> None:
    match = Game(locate(HERE / "windows.rules")).start(["ann", "ben", "cat"], seed=1)
    [reason] = match.why_not("ben", "spend 1")
    assert (reason.code, reason.near) == ("RL0722", ("borrow",))
    assert reason.message == "ben cannot choose that now: it is ann's choice"
    assert match.why_not("ben", "borrow") == ()
    [reason] = match.why_not("ben", "borrow 2")
    assert reason.code == "RL0723"


def test_a_cancel_with_nothing_to_take_back_is_a_fault() -> None:
    machine = Machine(program("way_back", 2))
    state = machine.blank()
    machine.run(state, machine.program.paths["fill"], [0])
    with pytest.raises(RulesFault) as fault:
        machine.answer(state, must(machine, state), 0)
    assert fault.value.code == "RL0823"


def test_what_nobody_calls_is_done_before_all_choose_at_once_and_not_by_each_of_them() -> None:
    compiled = program("at_once", 2)
    machine = Machine(compiled)
    state = machine.start(1)
    assert state.state_noted == 1
    for asked in machine.asked(state):
        assert machine.state_of(state, asked).state_noted == 1
        machine.answer(state, asked, asked.codes[-1])
    # The second time round it is the same.
    assert state.state_noted == 2
    Playout(compiled).play(random.Random(1))

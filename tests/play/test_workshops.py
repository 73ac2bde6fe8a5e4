"""A workshop writes no more of a game than it plays (decision 0263)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulelang.backend import compile as compiling
from rulelang.backend.compile import compile_model
from rulelang.backend.program import MODES, Program
from rulelang.locate import locate
from rulelang.machine import secrets
from rulelang.play import example
from rulelang.play.example import Workshop
from rulelang.play.trying import trials_of
from rulelang.runtime.machine import Machine
from rulelang.text.diagnostic import Sink
from rulelang.tools.checking import check_game
from rulelang.tools.setup import Setup
from rulelang.tools.testing import run_tests


def test_examples_write_the_machine_with_the_log() -> None:
    shop = Workshop(locate("tictactoe"))
    assert all(outcome.passed for outcome in shop.examples())
    compiled, _ = shop.compiled(2)
    assert list(compiled.program.modules) == ["log"]
    assert trials_of(compiled).machine.logging is False
    assert list(compiled.program.modules) == ["log", "plain"]


def test_what_is_written_later_is_the_same() -> None:
    """Whatever the order in which modules are written, all of them are kept, each with its places."""
    model = check_game(locate("connect_four")).model
    whole = compile_model(model, 2, {}, Sink())
    later = compile_model(model, 2, {}, Sink(), modes=("plain",))
    assert whole is not None and later is not None
    kept = Program.from_bytes(later.program.to_bytes())
    for program in (later.program, kept):
        assert set(program.modules) == set(MODES)
        for mode in MODES:
            one, other = whole.program.modules[mode], program.modules[mode]
            assert one.source == other.source
            lines = range(1, len(one.lines) + 1)
            assert [whole.program.place(f"<rules>:{mode}", n) for n in lines] == [
                program.place(f"<rules>:{mode}", n) for n in lines
            ]
    assert Machine(kept).start(1).choice == Machine(whole.program).start(1).choice


def test_examples_ask_nobody_who_knows_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who knows what a stopped rule holds is followed through the whole game, for bots alone."""
    followed: list[object] = []

    def follow(lowered: object) -> object:
        followed.append(lowered)
        return secrets.Secrets(lowered)  # type: ignore[arg-type]

    monkeypatch.setattr(compiling, "Secrets", follow)
    shop = Workshop(locate("monks"))
    assert next(shop.examples()).passed
    assert not followed
    program = next(iter(shop._compiled.values()))[0].program
    assert len(program.secrets) == len(list(program.secrets)) > 0
    assert len(followed) == 1
    assert dict(Program.from_bytes(program.to_bytes()).secrets) == {
        block: [(slot, knowers) for slot, knowers in entries] for block, entries in program.secrets.items()
    }


def test_examples_and_scripts_share_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is read once, and compiled once for each number of players and each set of settings."""
    asked: list[tuple[object, ...]] = []

    def compile_once(model: object, players: int, settings: Mapping[str, object], *more: object) -> object:
        asked.append((id(model), players, *sorted(settings.items())))
        return compile_model(model, players, settings, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(example, "compile_model", compile_once)
    tested = list(run_tests([locate("treasures")], Setup()))
    assert {each.form for each in tested} == {"example", "script"} and not any(each.failed for each in tested)
    assert len(asked) == len(set(asked))
    assert len({model for model, *_ in asked}) == 1

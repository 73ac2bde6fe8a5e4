"""A workshop writes no more of a game than it plays (decision 0263)."""

from __future__ import annotations

from rulelang.backend.compile import compile_model
from rulelang.backend.program import MODES, Program
from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.trying import trials_of
from rulelang.runtime.machine import Machine
from rulelang.text.diagnostic import Sink
from rulelang.tools.checking import check_game


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

"""C17: a file newer than the program says so itself, once; a file that says nothing is of the oldest language."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.sema.load import load_text
from rulelang.tools.checking import check_game, summary

NEWER = """
## A castle.
game castle "Castle":
    players 2 to 4
    age 12 to 99
    language {language}

rule turn(p: Player):
    p trades wood for stone
"""
PLAIN = 'game castle "Castle":\n    players 2 to 4\n{line}\nplay:\n    log "a day"\n'


@pytest.mark.parametrize("language", [2, 17])
def test_a_newer_file_is_one_message(language: int) -> None:
    """No fault of syntax, whatever else stands there; it says what to do."""
    model, sink = load_text(NEWER.format(language=language))
    [found] = sink.diagnostics
    assert found.code == "RL0122" and not model.runnable
    assert found.message == f"this file asks for language {language}; this rulelang knows 1"
    assert found.help == ("install a newer one: `pip install -U rulelang`",)
    assert model.sources.place(found.span) == "game.rules:6:14"


def test_a_file_of_this_language_is_read_as_ever() -> None:
    """Then its faults are told."""
    _, sink = load_text(NEWER.format(language=1))
    assert {d.code for d in sink.diagnostics} == {"RL0101"}


def test_there_is_no_language_0() -> None:
    """It is none."""
    _, sink = load_text(PLAIN.format(line="    language 0\n"))
    assert [d.message for d in sink.diagnostics] == ["languages are counted from 1"]


@pytest.mark.parametrize("text", ['log "language 2"', "language 2", "    # language 2"])
def test_only_the_line_in_the_block_counts(text: str) -> None:
    """The words elsewhere are no line of the game's block."""
    _, sink = load_text(PLAIN.format(line="") + f"\nrule other():\n    nothing\n    {text}\n")
    assert all(d.code != "RL0122" for d in sink.diagnostics)


@pytest.mark.parametrize(("line", "note"), [("", True), ("    language 1\n", False)])
def test_no_line_is_noted_by_check(tmp_path: Path, line: str, note: bool) -> None:
    """The oldest, with a note."""
    (tmp_path / "game.rules").write_text(PLAIN.format(line=line), encoding="utf-8")
    checked = check_game(locate(tmp_path))
    assert not checked.diagnostics and checked.model.language == 1
    assert ("language 1, as no line says another" in summary(checked)) is note

"""The quick driver reads what the careful one reads, and leaves to it all that is not plain (decision 0260)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lark import Token

from rulelang.syntax import parser
from rulelang.syntax.branches import Branch
from rulelang.syntax.layout import Layout, lay_out
from rulelang.syntax.parse import Reading
from rulelang.text.diagnostic import Sink
from rulelang.text.source import SourceMap
from tests.syntax.helpers import ROOT, RULES, SCRIPTS, mutate


def seen(part: Branch | Token) -> tuple[object, ...]:
    """All that builders of nodes may look at."""
    if isinstance(part, Branch):
        return part.data, part.start, part.end, part.outer_start, part.outer_end, *map(seen, part.children)
    return part.type, str(part), part.start_pos, part.end_pos


def layouts(text: str, script: bool) -> list[Layout]:
    """The chunks of a text, laid out, without those that hold nothing or are not worth parsing."""
    reading = Reading(SourceMap().add("x", text), Sink(), script=script)
    found = [lay_out(reading.text[start:end], reading.step, reading.has_clauses(start)) for start, end in reading.chunks()]
    return [layout for layout in found if layout.lines and not layout.broken]


def both(layout: Layout, start: str) -> tuple[Branch | None, Branch | parser.Stuck]:
    """What the two drivers make of a chunk; they have read the same tokens if both find a tree."""
    quick: list[Token] = []
    careful: list[Token] = []
    found = parser.driver().read(layout, start, quick), parser.run_with_care(layout, start, careful)
    if found[0] is not None:
        assert [seen(token) for token in quick] == [seen(token) for token in careful]
    return found


@pytest.mark.parametrize("path", [*RULES, *SCRIPTS], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_holds_no_fault_is_read_quickly_and_the_same(path: Path) -> None:
    script = path.suffix == ".play"
    for layout in layouts(path.read_text(encoding="utf-8"), script):
        quick, careful = both(layout, "script" if script else "start")
        assert isinstance(quick, Branch) and isinstance(careful, Branch)
        assert seen(quick) == seen(careful)


@pytest.mark.parametrize("path", [path for path in RULES if path.name == "game.rules"], ids=lambda path: path.parent.name)
def test_a_slip_is_left_to_the_careful_driver(path: Path) -> None:
    """What the quick driver accepts, the other accepts too, as the same; what it gives up, it gives up without a word."""
    chance = random.Random(path.parent.name)
    text = path.read_text(encoding="utf-8")
    given_up = 0
    for _ in range(20):
        for layout in layouts(mutate(text, chance), False):
            quick, careful = both(layout, "start")
            if quick is not None:
                assert isinstance(careful, Branch) and seen(quick) == seen(careful)
            given_up += quick is None
    assert given_up


@pytest.mark.parametrize("text", ["rule r():\n    p gains 2gold\n", "rule r(:\n    stop\n", "rule r():\n    move $ to b\n"])
def test_faults_are_not_told_by_the_quick_driver(text: str) -> None:
    quick, careful = both(lay_out(text), "start")
    assert quick is None and isinstance(careful, parser.Stuck)

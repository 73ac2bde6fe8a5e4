"""Indentation that is off by a little is reported as what it is, once, and hides nothing.

After leanprover/lean4#9573 and gracelang/minigrace#150: one space less or more gave messages about anything but the indentation.
"""

from __future__ import annotations

import pytest

from tests.syntax.helpers import Read

RULES = """\
rule sell(p: Player):
    p pays 2 gold
   p gains 1 point
    log "sold"

rule later(p: Player):
    log "checked too"
"""


def test_one_space_too_few() -> None:
    read = Read(RULES)
    [found] = read.found
    assert found.message == "this line is indented by 3 spaces; the block above has 4 (line 2)"
    start, end = read.source.position(found.span.start), read.source.position(found.span.end)
    assert (tuple(start), tuple(end)) == ((3, 1), (3, 4))
    assert found.others[0].text == "indented by 4"
    assert found.help == ("indent it by 4 spaces to belong to that block",)
    assert len(read.declarations) == 2


def test_a_fault_elsewhere_is_reported_in_the_same_run() -> None:
    read = Read(RULES.replace('"checked too"', '"checked too" oh'))
    assert [(found.code, read.line(found)) for found in read.found] == [("RL0103", 3), ("RL0101", 7)]


@pytest.mark.parametrize(
    ("spaces", "code"), [(1, "RL0103"), (2, "RL0103"), (3, "RL0103"), (5, "RL0123"), (6, "RL0123"), (7, "RL0123"), (9, "RL0123")]
)
def test_any_number_of_spaces_but_four(spaces: int, code: str) -> None:
    read = Read(RULES.replace("   p gains", " " * spaces + "p gains"))
    [found] = read.found
    assert (found.code, read.line(found)) == (code, 3)
    assert f"this line is indented by {spaces} space" in found.message
    assert ("nothing above opens a block" in found.message) is (spaces > 4)


def test_several_lines_of_the_same_wrong_depth_are_one_fault() -> None:
    read = Read(RULES.replace("   p gains 1 point", "   p gains 1 point\n   p gains 2 point\n   if p.rich:\n       stop"))
    assert [(found.code, read.line(found)) for found in read.found] == [("RL0103", 3)]


def test_a_first_line_that_is_too_deep() -> None:
    read = Read("rule a():\n     stop\n     next\n    return\n")
    [found] = read.found
    assert found.message == "this line is indented by 5 spaces; the block opened in line 1 is indented by 4"


def test_a_tab() -> None:
    read = Read(RULES.replace("   p gains", "\tp gains"))
    [found] = read.found
    assert found.code == "RL0102" and read.marked(found.span) == "\t"
    assert found.help == ("indent by spaces, four for each block",)


def test_a_file_of_two_spaces_is_told_once() -> None:
    text = "rule a():\n  if b:\n    stop\n  else:\n    next\n\nrule c():\n  log d\n"
    read = Read(text)
    assert [(found.code, read.line(found)) for found in read.found] == [("RL0104", 2), ("RL0130", 8)]
    assert "by 2 spaces" in read.found[0].message


@pytest.mark.parametrize("step", [1, 3, 6, 8])
def test_a_file_of_any_other_step_is_told_once(step: int) -> None:
    space = " " * step
    read = Read(f"rule a():\n{space}if b:\n{space * 2}stop\n{space}else:\n{space * 2}next\n\nrule c():\n{space}stop\n")
    assert read.codes == ["RL0104"]


@pytest.mark.parametrize("text", ["rule a():\n", "rule a():", "rule a():\n\n\n# remark\n", "rule a():\nrule b():\n    stop\n"])
def test_a_block_that_is_missing(text: str) -> None:
    read = Read(text)
    [found] = read.found
    assert (found.code, read.line(found)) == ("RL0105", 1)
    assert read.marked(found.span) == ":"


def test_a_colon_that_is_missing() -> None:
    read = Read("rule a()\n    if b\n        stop\n    else\n        next\n")
    assert [(found.code, read.line(found)) for found in read.found] == [("RL0106", 1), ("RL0106", 2), ("RL0106", 4)]
    assert all(found.fix is not None and found.fix.text == ":" for found in read.found)
    assert len(read.declarations) == 1


def test_the_last_line_without_its_end() -> None:
    assert not Read("rule a():\n    stop").found
    read = Read("rule a():\n    stop\n   next")
    assert [(found.code, read.line(found)) for found in read.found] == [("RL0103", 3)]

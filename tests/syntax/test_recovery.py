"""Whatever stands in a file, reading it gives a tree and diagnostics, and never anything else; and one fault hides no other."""

from __future__ import annotations

import os
import random

import pytest

from rulelang.syntax import nodes
from rulelang.syntax.layout import split
from rulelang.text.render import human, json, plain
from tests.syntax.helpers import RULES, SCRIPTS, Read, mutate

FILES = [*RULES, *SCRIPTS]
MUTATIONS = int(os.environ.get("RULELANG_MUTATIONS", "80"))
"""How many mutations of each shipped file are read; more by hand."""


def _check(text: str, script: bool) -> Read:
    read = Read(text, script)
    length = len(read.source.text)
    for found in read.found:
        assert 0 <= found.span.start <= found.span.end <= length, (text, found)
        for other in found.others:
            assert 0 <= other.span.start <= other.span.end <= length, (text, found)
    human(read.found, read.sources)
    plain(read.found, read.sources)
    json(read.found, read.sources)
    return read


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_shipped_files_are_read_without_a_word(path) -> None:  # type: ignore[no-untyped-def]
    assert not Read(path.read_text(encoding="utf-8"), path.suffix == ".play").found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_beginning_of_a_file_can_be_read(path) -> None:  # type: ignore[no-untyped-def]
    script = path.suffix == ".play"
    data = path.read_bytes()
    text = data.decode("utf-8")
    chunks = [(0, len(text))] if script else [(chunk.start, chunk.end) for chunk in split(text)]
    chance = random.Random(path.name)
    for start, end in chunks:
        piece = text[start:end].encode()
        for _ in range(40 if script else 6):
            cut = chance.randrange(len(piece) + 1)
            _check(piece[:cut].decode("utf-8", errors="replace"), script)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_mutations_give_diagnostics_and_nothing_else(path) -> None:  # type: ignore[no-untyped-def]
    script = path.suffix == ".play"
    text = path.read_text(encoding="utf-8")
    chunks = [text] if script else [text[chunk.start : chunk.end] for chunk in split(text)]
    chance = random.Random(path.name + "mutations")
    for _ in range(MUTATIONS if not script else MUTATIONS // 4):
        _check(mutate(chance.choice(chunks), chance), script)


def test_one_fault_hides_no_other_declaration() -> None:
    # A fault planted in any declaration is reported alone, and all other declarations are still there.
    [path] = [path for path in RULES if path.name == "game.rules" and path.parent.name == "tictactoe"]
    text = path.read_text(encoding="utf-8")
    whole = Read(text)
    for chunk in split(text):
        for junk in ("(", '"', "§", "= = =", "["):
            at = text.find("\n", text.find("\n", chunk.start + 1) + 1)
            at = chunk.end - 1 if at < 0 or at > chunk.end else at
            read = _check(text[:at] + junk + text[at:], False)
            assert len(read.found) == 1, (junk, text[chunk.start : chunk.end], plain(read.found, read.sources))
            assert len(read.declarations) >= len(whole.declarations) - 1


def test_what_could_not_be_read_is_remembered() -> None:
    read = Read("rule go(1, 2):\n    gold = 3\n\nrule a():\n    let tin of = = 3\n    stop\n\nrule fine():\n    stop\n")
    assert read.codes == ["RL0101", "RL0101"]
    assert read.file is not None
    assert {"go", "gold", "tin"} <= read.file.damaged
    assert "fine" not in read.file.damaged
    first, second = read.declarations
    assert isinstance(first, nodes.Rule) and first.body is not None and [type(s) for s in first.body] == [nodes.Stop]
    assert "tin" in first.damaged and not second.damaged


def test_a_block_goes_with_the_line_that_opened_it() -> None:
    read = Read("rule a():\n    if b ! c:\n        stop\n    else if d:\n        next\n    else:\n        next\n    return\n")
    assert read.codes == ["RL0118"]
    [rule] = read.declarations
    assert isinstance(rule, nodes.Rule) and rule.body is not None
    assert [type(s) for s in rule.body] == [nodes.Return]


def test_five_faults_in_one_block_are_five_messages() -> None:
    lines = ["p gain 2 gold", 'log "x" y', "let a =", "shufle deck", "mov x to y"]
    read = Read("rule a():\n" + "".join(f"    {line}\n" for line in lines))
    assert [read.line(found) for found in read.found] == [2, 3, 4, 5, 6]


def test_very_many_faults_do_not_take_long() -> None:
    read = Read("rule a():\n" + "    x y z\n" * 2000)
    assert 1 <= len(read.found) <= 25


@pytest.mark.parametrize(
    "text", ["", "\n", "\n\n\n", "   ", "\ufeff", "# only a remark", "## only a doc line\n", "\t\n", "\r\n\r\n", ")", "]\n"]
)
def test_files_with_next_to_nothing(text: str) -> None:
    _check(text, False)
    _check(text, True)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_marks_do_not_matter(ending: str, mark: str) -> None:
    lines = ["rule a():", "    if b:", "        # remark", "        stop", "", "rule c():", "    log d"]
    read = Read(mark + ending.join(lines))
    [found] = read.found
    assert (found.code, read.line(found)) == ("RL0130", 7)
    assert len(read.declarations) == 2


def test_a_file_that_is_too_large_is_not_read() -> None:
    read = Read("# " + "x" * 2_000_000)
    assert read.codes == ["RL0116"] and not read.declarations


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x07", "\u202e", "\u2028", "\x85"])
def test_control_characters_are_said_once_and_read_as_blanks(character: str) -> None:
    read = Read(f'rule a():\n    log "x{character}y"\n    log "{character}"\n')
    assert read.codes == ["RL0117"]
    assert len(read.declarations) == 1
    assert character not in human(read.found, read.sources)

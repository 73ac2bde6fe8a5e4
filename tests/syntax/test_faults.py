"""Faults of syntax and what is said of them: message, place, help. One fault, one message; all of them in one run.

`faults.txt` holds the cases: a name, a text, and what must be said, in the plain style. Run this file as a module to write down
what is said now; then read the difference.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from rulelang.text.codes import CODES
from rulelang.text.render import plain
from tests.syntax.helpers import Read

FILE = Path(__file__).with_name("faults.txt")
CASE = re.compile(r"^=== (?P<name>[^\n]*)\n(?P<text>.*?)^--- *\n(?P<said>.*?)(?=^=== |\Z)", re.MULTILINE | re.DOTALL)
CASES = {match["name"]: match for match in CASE.finditer(FILE.read_text(encoding="utf-8"))}

FOREIGN = re.compile(r"token|parser|lexer|terminal|\bnode|indent_|dedent|_NL|ANON|NoneType|\b(?:None|True|False|str)\b|Traceback")


def _said(name: str, text: str) -> str:
    read = Read(text, script=name.startswith("script"))
    return plain(read.found, read.sources)


@pytest.mark.parametrize("name", CASES)
def test_what_is_said(name: str) -> None:
    assert _said(name, CASES[name]["text"]).rstrip("\n") == CASES[name]["said"].rstrip("\n")


@pytest.mark.parametrize("name", CASES)
def test_messages_keep_the_house_rules(name: str) -> None:
    for found in Read(CASES[name]["text"], script=name.startswith("script")).found:
        for sentence in (found.message, found.label, *found.notes, *found.help, *(other.text for other in found.others)):
            assert not FOREIGN.search(sentence), sentence
            assert not sentence.endswith("."), sentence
            assert not sentence[:1].isupper(), sentence
        for help in found.help:
            assert help.count(",") <= 4 or "`,`" in help or not help.startswith("expected"), help
        assert found.code in CODES


def test_every_code_of_syntax_has_a_case() -> None:
    text = FILE.read_text(encoding="utf-8")
    wanted = {code for code in CODES if "RL0101" <= code <= "RL0129"} - {"RL0115", "RL0116", "RL0117", "RL0122", "RL0127"}
    assert {code for code in wanted if f"[{code}]" not in text} == set()


def write() -> None:
    """Write down what is said now."""
    pieces = [f"=== {name}\n{match['text']}---\n{_said(name, match['text'])}\n" for name, match in CASES.items()]
    FILE.write_text("".join(pieces), encoding="utf-8")


if __name__ == "__main__":
    write()
    sys.exit(0)

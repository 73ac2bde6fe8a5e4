"""Text that nests without end gives one message, with the place of the 101st level, in no time.

After google/starlark-go PR #644 and xtclang/xvm PR #617: a few kilobytes of brackets killed programs that read untrusted text.
"""

from __future__ import annotations

import time

import pytest

from rulelang.syntax.format import format_source
from tests.syntax.helpers import Read

MANY = 3000


def _define(text: str) -> str:
    return f"define d = {text}\n"


def _blocks(line: str, other: str = "", depth: int = 600) -> str:
    lines = "".join(" " * 4 * (level + 1) + (line if level % 2 == 0 or not other else other) + "\n" for level in range(depth))
    return "rule r():\n" + lines + " " * 4 * (depth + 1) + "stop\n"


DEEP = {
    "round brackets": _define("(" * MANY + "1" + ")" * MANY),
    "square brackets": _define("[" * MANY + "1" + "]" * MANY),
    "brackets left open": _define("(" * MANY),
    "calls left open": _define("f(" * MANY),
    "dots": _define("a" + ".a" * MANY),
    "minus": _define("- " * MANY + "1"),
    "not": _define("not " * MANY + "a"),
    "queries": _define("any(x in " * MANY + "xs" + ")" * MANY),
    "conditions": _define("1 if a else " * MANY + "1"),
    "sums": _define("1 + " * MANY + "1"),
    "or": _define("a or " * MANY + "a"),
    "calls of calls": _define("f" + "()" * MANY),
    "items of items": _define("f" + "[1]" * MANY),
    "list of": "state:\n    a: " + "list of " * MANY + "Int\n",
    "map": "state:\n    a: " + "map A to " * MANY + "Int\n",
    "if": _blocks("if a:"),
    "for each": _blocks("for each x in xs:"),
    "steps": _blocks("step a:"),
    "choices": _blocks("me chooses:", "go:"),
    "else if": "rule r():\n    if a:\n        stop\n" + "    else if b:\n        stop\n" * MANY,
    "inside a text": 'rule r():\n    log "{' + "not " * MANY + 'a}"\n',
    "brackets inside a text": 'rule r():\n    log "{' + "(" * MANY + "a" + ")" * MANY + '}"\n',
}


@pytest.mark.parametrize("name", DEEP)
def test_one_message_in_no_time(name: str) -> None:
    started = time.perf_counter()
    read = Read(DEEP[name] + "\nrule fine():\n    stop\n")
    assert time.perf_counter() - started < 1
    [found] = read.found
    assert (found.code, found.message) == ("RL0115", "nested deeper than 100 levels")
    assert len(read.declarations) == (2 if name == "brackets inside a text" else 1)


@pytest.mark.parametrize("name", ["round brackets", "dots", "queries", "list of", "if", "choices", "else if", "inside a text"])
def test_the_formatter_leaves_it_alone_in_no_time(name: str) -> None:
    started = time.perf_counter()
    result = format_source(DEEP[name])
    assert time.perf_counter() - started < 1
    assert result.refused is not None and result.text == DEEP[name]


def test_the_place_is_that_of_the_101st_level() -> None:
    read = Read(DEEP["round brackets"])
    [found] = read.found
    assert found.span.start == len("define d = ") + 100
    read = Read(DEEP["if"])
    assert read.line(read.found[0]) > 40


@pytest.mark.parametrize("depth", [50, 90])
def test_what_is_deep_but_not_too_deep_is_read(depth: int) -> None:
    assert not Read(_define("(" * depth + "1" + ")" * depth)).found
    assert not Read(_define("not " * depth + "a")).found
    assert not Read(_define("a" + ".a" * depth)).found
    assert not Read(_blocks("if a:", depth=depth // 2)).found


def test_a_fault_amid_deep_brackets_takes_no_time() -> None:
    started = time.perf_counter()
    read = Read(_define("not " * MANY + "a a"))
    assert time.perf_counter() - started < 1
    assert sorted(read.codes) == ["RL0101", "RL0115"]

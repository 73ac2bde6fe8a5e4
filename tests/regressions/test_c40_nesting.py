"""Case C40: text that nests without end gives one message, with the place of the 101st level.

Source: google/starlark-go PR #644 (GHSA-wcqm-92f8-mh2v); xtclang/xvm PR #617.

That it takes no time is shown by counting what is called, which no other program on the machine disturbs: a longer text must not
cause more calls than it is longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import group
from rulelang.errors import RulesError
from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.syntax import parse
from rulelang.syntax.format import format_source
from rulelang.syntax.memory import Memory
from rulelang.tools.checking import check_game
from tests.syntax.helpers import Read
from tests.work import calls

MANY = 3000


def _define(text: str) -> str:
    return f"define d = {text}\n"


def _blocks(line: str, other: str = "", depth: int = 600) -> str:
    lines = "".join(" " * 4 * (level + 1) + (line if level % 2 == 0 or not other else other) + "\n" for level in range(depth))
    return "rule r():\n" + lines + " " * 4 * (depth + 1) + "stop\n"


def deep(many: int) -> dict[str, str]:
    """Texts that nest so many levels deep."""
    return {
        "round brackets": _define("(" * many + "1" + ")" * many),
        "square brackets": _define("[" * many + "1" + "]" * many),
        "brackets left open": _define("(" * many),
        "calls left open": _define("f(" * many),
        "dots": _define("a" + ".a" * many),
        "minus": _define("- " * many + "1"),
        "not": _define("not " * many + "a"),
        "queries": _define("any(x in " * many + "xs" + ")" * many),
        "conditions": _define("1 if a else " * many + "1"),
        "sums": _define("1 + " * many + "1"),
        "or": _define("a or " * many + "a"),
        "calls of calls": _define("f" + "()" * many),
        "items of items": _define("f" + "[1]" * many),
        "list of": "state:\n    a: " + "list of " * many + "Int\n",
        "map": "state:\n    a: " + "map A to " * many + "Int\n",
        "if": _blocks("if a:", depth=many // 5),
        "for each": _blocks("for each x in xs:", depth=many // 5),
        "steps": _blocks("step a:", depth=many // 5),
        "choices": _blocks("me chooses:", "go:", many // 5),
        "else if": "rule r():\n    if a:\n        stop\n" + "    else if b:\n        stop\n" * many,
        "inside a text": 'rule r():\n    log "{' + "not " * many + 'a}"\n',
        "brackets inside a text": 'rule r():\n    log "{' + "(" * many + "a" + ")" * many + '}"\n',
    }


DEEP = deep(MANY)


@pytest.mark.parametrize("name", DEEP)
def test_one_message(name: str) -> None:
    read = Read(DEEP[name] + "\nrule fine():\n    stop\n")
    [found] = read.found
    assert (found.code, found.message) == ("RL0115", "nested deeper than 100 levels")
    assert len(read.declarations) == (2 if name == "brackets inside a text" else 1)


@pytest.mark.parametrize("name", ["round brackets", "dots", "queries", "list of", "if", "choices", "else if", "inside a text"])
def test_the_formatter_leaves_it_alone(name: str) -> None:
    result = format_source(DEEP[name])
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


def test_a_fault_amid_deep_brackets_is_found_as_well() -> None:
    read = Read(_define("not " * MANY + "a a"))
    assert sorted(read.codes) == ["RL0101", "RL0115"]


@pytest.mark.parametrize("name", DEEP)
def test_work_grows_with_the_text_and_no_faster(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "MEMORY", Memory(0))  # each time as if it were the first
    one, two = deep(300)[name], deep(600)[name]
    for work in (Read, format_source):
        # Blocks of twice the depth are four times as long.
        longer = len(two) / len(one)
        work(one)  # what is loaded and kept at the first time counts for neither
        assert calls(partial(work, two)) <= 1.5 * longer * calls(partial(work, one)) + 10_000


# ------------------------------------------------------------------------------------------------------------ by command


@pytest.mark.parametrize("name", ["round brackets", "square brackets", "dots", "if", "steps", "brackets inside a text"])
def test_check_and_fmt_say_it_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "game.rules"
    text = f'game deep "Deep":\n    players 2\n\n{DEEP[name]}\nplay:\n    nothing\n'
    file.write_text(text, encoding="utf-8")
    said = CliRunner().invoke(group, ["check", str(file)])
    assert said.exit_code == 1 and said.output.count("nested deeper than 100 levels") == 1
    said = CliRunner().invoke(group, ["fmt", str(file)])
    assert said.exit_code == 1 and said.output.count("nested deeper than 100 levels") == 1
    assert file.read_text(encoding="utf-8") == text


# ------------------------------------------------------------------------------------------------------------ what names nest

HEAD = 'game deep "Deep":\n    players 2\n\nstate:\n    n: Int = 0, public\n\n'


def _chain(first: str, next_: Callable[[int], str], play: str, many: int = MANY) -> str:
    return HEAD + first + "\n" + "".join(next_(i) + "\n" for i in range(many)) + f"play:\n{play}\n"


CHAINS = {
    "kinds": _chain("kind K0\n", lambda i: f"kind K{i + 1} is K{i}\n", "    nothing"),
    "defines": _chain("define d0(x: Int) = x\n", lambda i: f"define d{i + 1}(x: Int) = d{i}(x) + 1\n", f"    n = d{MANY}(1)"),
    "constants": _chain("define d0 = 1\n", lambda i: f"define d{i + 1} = d{i} + 1\n", f"    n = d{MANY}"),
    "rules": _chain("rule r0():\n    n += 1\n", lambda i: f"rule r{i + 1}():\n    r{i}()\n", f"    r{MANY}()"),
}


@pytest.mark.parametrize("name", CHAINS)
def test_names_that_stand_for_names_without_end_are_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(CHAINS[name], encoding="utf-8")
    game = Game(locate(str(tmp_path)))
    with pytest.raises(RulesError) as told:
        game.start(2, 1)
    codes = [each.code for each in told.value.diagnostics if each.severity.value == "error"]
    assert codes in (["RL0115"], ["RL0520"])


def test_rules_that_call_each_other_a_hundred_deep_are_played(tmp_path: Path) -> None:
    text = _chain("rule r0():\n    n += 1\n", lambda i: f"rule r{i + 1}():\n    r{i}()\n", "    r100()", 100)
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    assert Game(locate(str(tmp_path))).start(2, 1).view()["state"]["n"] == 1


# ------------------------------------------------------------------------------------------------------------ generated code


def _nested(head: Callable[[int], str], many: int, last: str) -> str:
    lines = [f"{'    ' * (depth + 1)}{head(depth)}" for depth in range(many)]
    return HEAD + "play:\n" + "\n".join([*lines, "    " * (many + 1) + last]) + "\n"


LEGAL = {
    "a hundred conditions": (_nested(lambda depth: f"if n >= {-depth}:", 90, "n += 1"), 1),
    "twenty loops": (_nested(lambda depth: f"for each x{depth} in range(1, 1):", 19, "n += 1"), 1),
    "ninety brackets": (HEAD + f"play:\n    n = {'(' * 90}1 + n{')' * 90}\n", 1),
    "sums within sums": (HEAD + f"play:\n    n = {'(' * 90}n{''.join(f' + {i})' for i in range(90))}\n", sum(range(90))),
    "queries within queries": (
        HEAD + f"play:\n    if {''.join(f'any(x{i} in range(1, 1) where ' for i in range(15))}n == 0{')' * 15}:\n        n = 7\n",
        7,
    ),
}


@pytest.mark.parametrize("name", LEGAL)
def test_what_is_legal_runs_whatever_python_allows(name: str, tmp_path: Path) -> None:
    text, result = LEGAL[name]
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    assert Game(locate(str(tmp_path))).start(2, 1).view()["state"]["n"] == result


@pytest.mark.parametrize(
    "text",
    [
        _nested(lambda depth: f"for each x{depth} in range(1, 1):", 40, "n += 1"),
        _nested(lambda depth: "repeat 1 times:", 60, "n += 1"),
    ],
)
def test_what_cannot_be_run_is_a_message_with_its_place(text: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as told:
        Game(locate(str(tmp_path))).start(2, 1)
    [found] = [each for each in told.value.diagnostics if each.severity.value == "error"]
    (tmp_path / "game.rules").write_text(text.replace("players 2", "players 2 to 4"), encoding="utf-8")
    assert (found.code, found.message) == ("RL0520", "here is more within one another than can be run")
    assert told.value.sources.place(found.span)
    checked = check_game(locate(str(tmp_path)))
    errors = [each for each in checked.diagnostics if each.severity.value == "error"]
    assert [(each.code, each.message, checked.model.sources.place(each.span)) for each in errors] == [
        (found.code, found.message, told.value.sources.place(found.span))
    ]

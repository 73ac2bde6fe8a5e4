"""The formatter: one layout, the same tree, every comment at its statement, and at rest when it ran once."""

from __future__ import annotations

import random
import re

import pytest

from rulelang.syntax.format import WIDEST, format_source, format_text
from rulelang.syntax.layout import split
from tests.syntax.helpers import RULES, SCRIPTS, Read, mutate, show

FILES = [*RULES, *SCRIPTS]
FAULTY = "it has faults that must be mended first"


def check(text: str, script: bool = False) -> str:
    """Format a text that is fine; the formatter's own proof must hold."""
    result = format_source(text, script=script)
    assert result.refused is None, (result.refused, text)
    return result.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rule  a( ) :\n    stop\n", "rule a():\n    stop\n"),
        ("define a=b+c*-d-e\n", "define a = b + c * -d - e\n"),
        ("define a = - b - - c\n", "define a = -b - -c\n"),
        ("define a = f ( b ,c ) [ 1 ] . d\n", "define a = f(b, c)[1].d\n"),
        ("define a = count( x in xs where x.y )\n", "define a = count(x in xs where x.y)\n"),
        ("define a = not ( b or c )and d\n", "define a = not (b or c) and d\n"),
        ("define a( b:Int )->Int?=b\n", "define a(b: Int) -> Int? = b\n"),
        ("rule a():\n    p gains( 1 if b else 2 )gold\n", "rule a():\n    p gains (1 if b else 2) gold\n"),
        ("rule a():\n    x   +=  1\n", "rule a():\n    x += 1\n"),
        ("rule a():\n    if b :stop\n", "rule a():\n    if b: stop\n"),
        ("rule a():\n    turn   of  p:\n        stop\n", "rule a():\n    turn of p:\n        stop\n"),
        ('##doc\n@found( "x" )\nrule a():\n    stop\n', '## doc\n@found("x")\nrule a():\n    stop\n'),
        ('enum A:b,c "C"\n', 'enum A: b, c "C"\n'),
        ("die a:1,-2\n", "die a: 1, -2\n"),
        ("board a of B:\n    c:d-e - f\n", "board a of B:\n    c: d - e - f\n"),
        ("board a of B:\n    gap-start- grid\n    gap   b-c\n", "board a of B:\n    gap - start - grid\n    gap b - c\n"),
        (
            'board a of B:\n    hexes flat at q ,r where  c\n    start :\n        "x  ."\n',
            'board a of B:\n    hexes flat at q, r where c\n    start:\n        "x  ."\n',
        ),
        ('symbols A:\n    |sign|b|\n    |"."||\n', 'symbols A:\n    | sign | b |\n    | "."  |   |\n'),
        ('example "a":\n    given b :\n        "x."\n', 'example "a":\n    given b:\n        "x."\n'),
        ("rule a():\n\n\n    stop\n\n\n    next\n\n\n\n", "rule a():\n    stop\n\n    next\n"),
        ("rule a():\n    stop\nrule b():\n    stop\n", "rule a():\n    stop\n\nrule b():\n    stop\n"),
        ("rule a():\n    stop\n# about b\nrule b():\n    stop\n", "rule a():\n    stop\n\n# about b\nrule b():\n    stop\n"),
        ("rule a():\n    stop\n# behind a\n\nrule b():\n    stop\n", "rule a():\n    stop\n# behind a\n\nrule b():\n    stop\n"),
        ("die a: 1\ndie b: 2\n\n\n\ndie c: 3\n", "die a: 1\ndie b: 2\n\ndie c: 3\n"),
        ("\n\n# first\n\n\ndie a: 1", "# first\n\ndie a: 1\n"),
        ("die a: 1 # one\n", "die a: 1  # one\n"),
        (
            "table Card:\n    |name|x|\n    |a_long_name|1| # behind\n    # between\n    | b | |\n",
            "table Card:\n    | name        | x |\n    | a_long_name | 1 |  # behind\n    # between\n    | b           |   |\n",
        ),
        (
            "define a = f(b,\n  c, # why\n  # alone\n  d\n)\n",
            "define a = f(b,\n    c,  # why\n    # alone\n    d\n)\n",
        ),
        (
            'rule a():\n    p chooses b from c\n      where d "x":\n        stop\n',
            'rule a():\n    p chooses b from c\n            where d "x":\n        stop\n',
        ),
        ("rule a():\n  if b:\n    stop\n  next\n", "rule a():\n    if b:\n        stop\n    next\n"),
        ("rule a():\n\tif b:\n\t\tstop\n", "rule a():\n    if b:\n        stop\n"),
        (
            "rule a():\n    if b:\n        stop\n      # odd\n   # odder\n    next\n",
            "rule a():\n    if b:\n        stop\n        # odd\n    # odder\n    next\n",
        ),
        (
            'example "e":\n    players   ann,ben\n    ann:   a   b\n    refused ben:  c by  d.e\n',
            'example "e":\n    players ann, ben\n    ann: a b\n    refused ben: c by d.e\n',
        ),
        ("", ""),
        ("# only\n", "# only\n"),
    ],
)
def test_what_it_makes_of_a_text(before: str, after: str) -> None:
    assert check(before) == after


def test_a_long_line_is_broken_where_it_may_be() -> None:
    names = ", ".join(f"quite_a_long_name_{n}" for n in range(12))
    text = f"define a = [{names}]\n\nrule b():\n    if f({names}):\n        stop\n"
    result = check(text)
    assert max(map(len, result.splitlines())) <= WIDEST
    assert result.replace("\n    quite", " quite").replace("\n            quite", " quite") == text


def test_a_long_line_without_a_place_to_break_stays() -> None:
    text = f'rule a():\n    log "{"x" * 200}"\n'
    assert check(text) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_shipped_files_keep_their_meaning(path) -> None:  # type: ignore[no-untyped-def]
    script = path.suffix == ".play"
    text = path.read_text(encoding="utf-8")
    result = check(text, script)
    before, after = Read(text, script), Read(result, script)
    assert show(before.script if script else before.file) == show(after.script if script else after.file)
    assert format_text(result, script) == result
    # And from a layout that nobody would write.
    wild = re.sub(r"(?<=[a-z0-9]) (?=[a-z(=+])", "   ", text) if not script else text
    wild = re.sub(r"\n\n", "\n\n\n\n", wild)
    if not re.search(r'"[^"\n]*   |#', wild):
        assert check(wild, script) == result


@pytest.mark.parametrize("text", ["rule a(:\n    stop\n", "rule a():\n   stop\n    stop\n", "rule draw():\n    stop\n", "x\n"])
def test_a_faulty_file_is_left_alone(text: str) -> None:
    result = format_source(text)
    assert result.refused == FAULTY
    assert result.text == text
    assert result.diagnostics
    assert format_text(text) == text


def _boundaries(text: str) -> list[int]:
    return [match.end() for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[A-Za-z0-9_]+|[^\sA-Za-z0-9_]', text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_comment_anywhere_stays(path) -> None:  # type: ignore[no-untyped-def]
    script = path.suffix == ".play"
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.name)
    pieces = [text] if script else [text[chunk.start : chunk.end] for chunk in split(text)]
    kept = 0
    for turn in range(6 if script else 12):
        piece = chance.choice(pieces)
        at = chance.choice(_boundaries(piece))
        if turn % 3 == 0:
            at = (piece + "\n").index("\n", at)
        rest = piece[at:]
        # At a boundary inside a line the rest goes on below; that is a fault unless the line may be broken there.
        broken = rest if rest.startswith("\n") or not rest else "\n" + " " * chance.choice((2, 8, 20)) + rest.lstrip(" ")
        result = format_source(piece[:at] + "  # a remark" + broken, script=script)
        assert result.refused in (None, FAULTY), (piece[:at] + "  # a remark" + broken, result.refused)
        kept += result.refused is None and "# a remark" in result.text
        lines = piece.split("\n")
        lines.insert(chance.randrange(len(lines) + 1), " " * chance.randrange(14) + "# alone")
        result = format_source("\n".join(lines), script=script)
        assert result.refused is None, ("\n".join(lines), result.refused)
        assert "# alone" in result.text
    assert kept


def test_mutated_files_are_formatted_or_refused() -> None:
    chance = random.Random(5)
    pieces = [
        text[chunk.start : chunk.end] for path in RULES for text in [path.read_text(encoding="utf-8")] for chunk in split(text)
    ]
    done = 0
    for _ in range(250):
        text = mutate(chance.choice(pieces), chance)
        result = format_source(text)
        assert result.refused in (None, FAULTY), (text, result.refused)
        done += result.refused is None
    assert done > 20

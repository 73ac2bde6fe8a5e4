"""Diagnostics as shown: drawings, sentences, data; and nothing in them that acts on a terminal."""

from __future__ import annotations

import json as json_module
import re

import pytest

from rulelang.text.diagnostic import Diagnostic, Fix, Label, Severity, Sink
from rulelang.text.render import MOST, human, json, plain, render, visible, width
from rulelang.text.source import NOWHERE, SourceMap, Span


def _sources() -> SourceMap:
    sources = SourceMap()
    sources.add("decks.rules", 'kind Card\n\nCard footman\n\nrule a():\n    let start = footmen\n    log "x"\n')
    sources.add("other.rules", "Card foot\n")
    return sources


def _example() -> Diagnostic:
    text = _sources().files[0].text
    at = text.index("footmen")
    first = text.index("footman")
    return Diagnostic(
        "RL0202",
        "no card is called `footmen`",
        Span(0, at, at + 7),
        label="not declared in this game",
        others=(Label(Span(0, first, first + 7), "this one is near"), Label(Span(1, 5, 9), "")),
        notes=("cards are declared outside of rules",),
        help=("did you mean `footman`?",),
        fix=Fix(Span(0, at, at + 7), "footman", True),
    )


HUMAN = """\
error[RL0202]: no card is called `footmen`
 --> decks.rules:6:17
  |
3 | Card footman
  |      ------- this one is near
...
6 |     let start = footmen
  |                 ^^^^^^^ not declared in this game
 --> other.rules:1:6
  |
1 | Card foot
  |      ----
note: cards are declared outside of rules
help: did you mean `footman`?

1 error
"""

PLAIN = """\
decks.rules:6:17: error[RL0202]: no card is called `footmen`
  here: not declared in this game
  decks.rules:3:6: see: this one is near
  other.rules:1:6: see also
  note: cards are declared outside of rules
  help: did you mean `footman`?
1 error
"""


def test_human() -> None:
    assert human([_example()], _sources()) == HUMAN
    assert render([_example()], _sources()) == HUMAN


def test_colour_adds_colours_and_nothing_else() -> None:
    coloured = human([_example()], _sources(), colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == HUMAN


def test_plain() -> None:
    assert plain([_example()], _sources()) == PLAIN
    assert render([_example()], _sources(), "plain") == PLAIN


def test_json() -> None:
    shown = json([_example()], _sources())
    assert shown.isascii()
    assert render([_example()], _sources(), "json") == shown
    [data] = json_module.loads(shown)
    assert data["code"] == "RL0202" and data["severity"] == "error"
    assert data["place"] == {"file": "decks.rules", "line": 6, "column": 17, "end_line": 6, "end_column": 24}
    assert data["others"][1] == {
        "place": {"file": "other.rules", "line": 1, "column": 6, "end_line": 1, "end_column": 10},
        "text": "",
    }
    assert data["fix"]["text"] == "footman" and data["fix"]["sure"] is True
    assert json([], _sources()) == "[]\n"


def test_nothing_found_shows_nothing() -> None:
    assert human([], _sources()) == plain([], _sources()) == ""


def test_without_a_place() -> None:
    found = [Diagnostic("RL0510", "this game has no `play`", severity=Severity.WARNING)]
    assert plain(found, _sources()) == "warning[RL0510]: this game has no `play`\n1 warning\n"
    assert human(found, _sources()) == "warning[RL0510]: this game has no `play`\n\n1 warning\n"
    [data] = json_module.loads(json(found, _sources()))
    assert data["place"] is None and data["fix"] is None


def test_at_most_fifty_are_shown_and_the_rest_is_counted() -> None:
    found = [Diagnostic("RL0202", f"no {n}", Span(0, n, n + 1)) for n in range(MOST + 12)]
    for shown in (human(found, _sources()), plain(found, _sources())):
        assert "… and 12 more" in shown and f"{MOST + 12} errors" in shown
        assert shown.count("error[RL0202]") == MOST
    assert len(json_module.loads(json(found, _sources()))) == MOST + 12


def test_several_marks_on_one_line_and_long_spans() -> None:
    sources = SourceMap()
    sources.add("a", "one two three\nfour\n")
    found = Diagnostic("RL0201", "two of them", Span(0, 8, 18), others=(Label(Span(0, 0, 3), "the first"),))
    assert human([found], sources).splitlines()[3:6] == ["1 | one two three", "  |         ^^^^^", "  | --- the first"]


@pytest.mark.parametrize(
    ("before", "carets"),
    [("\tx ", 6), ("日本 ", 5), ("e\u0301 ", 2), ("👩\u200d🚀 ", 5), ("é ", 2)],
)
def test_the_caret_stands_under_what_it_means(before: str, carets: int) -> None:
    sources = SourceMap()
    sources.add("a", f"{before}here\n")
    lines = human([Diagnostic("RL0101", "x", Span(0, len(before), len(before) + 4))], sources).splitlines()
    assert lines[4] == "  | " + " " * carets + "^^^^"


def test_the_mark_of_an_empty_place_at_the_end_is_seen() -> None:
    sources = SourceMap()
    sources.add("a", "abc\n")
    assert human([Diagnostic("RL0106", "x", Span(0, 3, 3))], sources).splitlines()[4] == "  |    ^"
    assert human([Diagnostic("RL0106", "x", Span(0, 4, 4))], sources).splitlines()[3:5] == ["2 |", "  | ^"]


def test_long_lines_are_shown_around_the_place() -> None:
    sources = SourceMap()
    sources.add("a", "x" * 3000 + "HERE" + "y" * 2000 + "\n")
    lines = human([Diagnostic("RL0101", "x", Span(0, 3000, 3004))], sources).splitlines()
    assert max(map(len, lines)) < 140
    column = lines[3].index("HERE")
    assert lines[4][column : column + 4] == "^^^^"
    assert lines[3].startswith("1 | …x") and lines[3].endswith("y…")


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x00", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\u200b", "\ud800"])
def test_nothing_reaches_the_terminal_that_acts_on_it(character: str) -> None:
    sources = SourceMap()
    sources.add(f"a{character}.rules", f'log "{character}[31mred"\n')
    found = Diagnostic(
        "RL0101",
        f"about {character}",
        Span(0, 4, 8),
        label=character,
        others=(Label(Span(0, 0, 1), character),),
        notes=(character,),
        help=(character,),
    )
    for style in ("human", "plain", "json"):
        assert character not in render([found], sources, style)


def test_visible_text_is_left_alone() -> None:
    for text in ("[red]ann [/] <b>", "[link=x]y", "é 日本 👩\u200d🚀", "\\x1b"):
        assert visible(text) == text
    assert visible("a\x1b]0;t\x07b\tc") == "a\\x1b]0;t\\x07b    c"
    assert visible("\U000e0001") == "\\U000e0001"
    assert width("日本a") == 5 and width("e\u0301") == 1


def test_a_sink_keeps_one_of_the_same_code_and_place() -> None:
    sink = Sink()
    sink.error("RL0101", "one", Span(0, 1, 2))
    sink.error("RL0101", "again", Span(0, 1, 2))
    sink.warning("RL0901", "other", Span(0, 1, 2), help="do that")
    sink.error("RL0510", "no place")
    sink.error("RL0510", "no place either", NOWHERE)
    assert [d.message for d in sink.sorted()] == ["no place", "no place either", "one", "other"]
    assert sink.has_errors and sink.sorted()[-1].help == ("do that",)

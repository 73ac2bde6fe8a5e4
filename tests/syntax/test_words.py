"""Words of the language: reserved where a name is declared, free with letters before or behind them, and never lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.syntax.expected import keywords
from rulelang.syntax.layout import split
from rulelang.syntax.tokens import DECLARATION_WORDS, EXPRESSION_WORDS, PART_WORDS, RESERVED, STATEMENT_WORDS
from tests.syntax.helpers import RULES, SCRIPTS, Read, show

PLACES = {
    "rule": "rule NAME():\n    stop\n",
    "define": "define NAME = 1\n",
    "phase": "phase NAME:\n    stop\n",
    "setting": "setting NAME: Int = 1\n",
    "die": "die NAME: 1, 2\n",
    "value of an enum": "enum A: first_one, NAME, last_one\n",
    "thing": 'Card NAME "a"\n',
    "thing in a table": "table Card:\n    | name | x |\n    | NAME | 2 |\n",
    "field of a kind": "kind A:\n    b: Int\n    NAME: Int\n",
    "field of the players": "player:\n    NAME: Int = 0, public\n",
    "second field of a line": "state:\n    a, NAME: Int\n",
    "rule of a kind": "kind A:\n    rule NAME(me: Player)\n",
    "define of a kind": "kind A:\n    define NAME(me: Player) -> Int\n",
    "board": "board NAME of A:\n    b - c\n",
    "way": "board a of A by B:\n    NAME: b - c\n",
    "parameter": "rule r(NAME: Int, b):\n    stop\n",
    "local": "rule r():\n    let NAME = 1\n",
    "loop": "rule r():\n    for each NAME in xs:\n        stop\n",
    "step": "rule r():\n    step NAME:\n        stop\n",
    "choice": "rule r():\n    me chooses NAME from xs\n",
    "choice of several": "rule r():\n    me chooses up to 2 NAME from xs\n",
    "optional choice": "rule r():\n    me may choose NAME from xs\n",
    "choice of an option": "rule r():\n    me chooses NAME:\n        a: stop\n",
    "parameter of an option": "rule r():\n    me chooses:\n        a(NAME from xs): stop\n",
    "result of dice": "rule r():\n    roll d6 as NAME\n",
    "card drawn": "rule r():\n    draw 1 from a to b as NAME\n",
    "query": "define d = count(NAME in xs)\n",
    "query with a result": "define d = sum(1 for NAME in xs)\n",
    "way through": "define d = within(s, 2 through NAME where a)\n",
    "family": "Card a for each NAME in Room\n",
    "player who scores": 'scoring for each player NAME:\n    "a": 1\n',
    "player of an example": 'example "a":\n    players ann, NAME\n',
    "game": 'game NAME "A":\n    players 2\n',
    "variant": 'variant NAME "A" of b\n',
}
"""Every place where a name is declared."""

FREE_WORDS = sorted(set(keywords()) - RESERVED)


@pytest.mark.parametrize("place", PLACES)
def test_a_reserved_word_is_refused_wherever_a_name_is_declared(place: str) -> None:
    for word in sorted(RESERVED):
        read = Read(PLACES[place].replace("NAME", word))
        if word == "where" and place in ("field of the players", "way"):
            # A line that begins with `where` goes on with the line above.
            assert read.codes == ["RL0101"]
            continue
        if (word, place) == ("chooses", "step"):
            # What is called `step`, since that is no reserved word, has a choice here.
            assert "ChooseOption" in show(read.file)
            continue
        assert read.codes == ["RL0111"], (word, place, [(d.code, d.message) for d in read.found])
        [found] = read.found
        assert read.marked(found.span) == word
        assert f"`{word}` is a word of the language" in found.message
        assert found.help


@pytest.mark.parametrize("place", PLACES)
def test_a_word_with_letters_before_or_behind_is_a_name(place: str) -> None:
    for word in sorted(set(keywords()) | RESERVED):
        for name in (f"{word}q", f"q{word}"):
            read = Read(PLACES[place].replace("NAME", name))
            assert not read.found, (name, place, read.found)
            assert f"'{name}'" in show(read.file)


@pytest.mark.parametrize("place", PLACES)
def test_a_word_that_is_not_reserved_is_a_name(place: str) -> None:
    for word in FREE_WORDS:
        if (word, place) in EXCEPTIONS:
            continue
        read = Read(PLACES[place].replace("NAME", word))
        assert not read.found, (word, place, [(d.code, d.message) for d in read.found])
        assert f"'{word}'" in show(read.file)


EXCEPTIONS = {
    ("player", "family"),
    ("exactly", "choice"),
    ("exactly", "choice of an option"),
    ("up", "choice"),
    ("up", "choice of an option"),
}
"""Words that begin something else at these places."""


@pytest.mark.parametrize(("word", "place"), sorted(EXCEPTIONS))
def test_the_exceptions_are_reported_and_are_all_there_are(word: str, place: str) -> None:
    assert Read(PLACES[place].replace("NAME", word)).codes


@pytest.mark.parametrize("word", sorted(RESERVED - {"where"}))
def test_members_after_a_dot_and_options_are_what_they_are(word: str) -> None:
    assert not Read(f"define d = a.{word}\n").found
    assert not Read(f"rule r():\n    me chooses:\n        {word}(x from xs): stop\n").found


def test_the_reserved_words_are_those_the_grammar_begins_things_with() -> None:
    known = set(keywords())
    assert set(STATEMENT_WORDS) | set(PART_WORDS) | set(EXPRESSION_WORDS) <= known
    assert set(DECLARATION_WORDS) <= known


def _counts(before: str) -> bool:
    """Whether the last line begins a move: between a number and a sort, `of` may stand or not, and means the same."""
    return before.rpartition("\n")[2].lstrip().startswith("move ")


@pytest.mark.parametrize("path", [*RULES, *SCRIPTS], ids=lambda path: f"{path.parent.name}-{path.name}")
def test_no_word_of_a_shipped_file_can_go_without_a_trace(path: Path) -> None:
    script = path.suffix == ".play"
    text = path.read_text(encoding="utf-8")
    pieces = [text] if script else [text[chunk.start : chunk.end] for chunk in split(text)]
    pending = set(keywords())
    tried = 0
    for piece in pieces:
        whole = Read(piece, script)
        before = show(whole.script if script else whole.file)
        for match in re.finditer(r'"[^"\n]*"|#[^\n]*|(?m:^ *\w+: [^\n]*$)|[a-z]+', piece):
            if match.group() not in pending or (match.group() == "of" and _counts(piece[: match.start()])):
                continue
            pending.remove(match.group())
            tried += 1
            less = Read(piece[: match.start()] + piece[match.end() :], script)
            assert less.found or show(less.script if script else less.file) != before, (match.group(), match.start())
    assert tried

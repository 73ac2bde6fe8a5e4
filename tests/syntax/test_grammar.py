"""The grammar itself: free of conflicts, no two terminals alike, and the traps that such grammars fall into in silence."""

from __future__ import annotations

import itertools
import re

import pytest
from lark import Token

from rulelang.syntax.layout import lay_out
from rulelang.syntax.parser import build, parser, run
from rulelang.syntax.tokens import FRIENDLY
from tests.syntax.helpers import Read, expression, show, statement


def test_the_grammar_has_no_conflict() -> None:
    # Strict mode raises for every shift/reduce conflict and for terminals that match the same text in the same state.
    assert build(strict=True).rules


def test_no_two_terminals_have_one_spelling() -> None:
    spellings = [t.pattern.value for t in parser().terminals if t.pattern.type == "str"]
    assert len(spellings) == len(set(spellings))


def test_words_and_patterns_do_not_say_the_same() -> None:
    # A word that a pattern other than NAME matches whole would be read as one or the other by chance.
    words = [t.pattern.value for t in parser().terminals if t.pattern.type == "str"]
    patterns = {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "re" and t.name not in ("NAME", "KIND")}
    clashes = [(word, name) for word, (name, p) in itertools.product(words, patterns.items()) if re.fullmatch(p, word)]
    assert clashes == []


def test_every_pattern_has_a_friendly_name() -> None:
    patterns = {t.name for t in parser().terminals if t.pattern.type == "re"}
    assert patterns - set(FRIENDLY) == {"WS_INLINE", "COMMENT"}


@pytest.mark.parametrize(
    ("with_word", "without"),
    [
        ("not a", "a"),
        ("- a", "a"),
        ("a is not b", "a is b"),
        ("a not in b", "a in b"),
        ("a / b rounded up", "a / b"),
        ("each(x in xs by k desc)", "each(x in xs by k)"),
        ("each(x in xs by k, at random)", "each(x in xs by k)"),
        ("within(s, 2 through t where c)", "within(s, 2)"),
        ("within(s, 2 along t where c)", "within(s, 2 through t where c)"),
        ("sum(v for x in xs)", "sum(x in xs)"),
        ("any one of xs at random", "xs"),
        ("any(x in xs where c)", "any(x in xs)"),
    ],
)
def test_a_word_of_an_expression_never_vanishes(with_word: str, without: str) -> None:
    assert expression(with_word) != expression(without)


@pytest.mark.parametrize(
    ("with_word", "without"),
    [
        ("move a to b face down", "move a to b"),
        ("move a to bottom of b", "move a to b"),
        ("move a from c to b", "move a to b"),
        ("move any 2 from c at random to b", "move all from c to b"),
        ("draw 1 from a to bottom of b", "draw 1 from a to b"),
        ("draw 1 from a to b as c", "draw 1 from a to b"),
        ("shuffle a into b", "shuffle a"),
        ("roll d6 as n again while n == 1", "roll d6 as n"),
        ("return a", "return"),
        ("end game drawn", "end game"),
        ("end game won by p", "end game"),
        ('p gains 2 gold for "a"', "p gains 2 gold"),
        ('p chooses a from b "c" secretly', 'p chooses a from b "c"'),
        ("p may choose a from b", "p chooses a from b"),
        ("p chooses up to 2 a from b", "p chooses exactly 2 a from b"),
        ("p chooses any number of a from b", "p chooses a from b"),
        ("let a: B? = none", "let a: B = none"),
        ("let a: B = c", "let a = c"),
        ("a += 1", "a = 1"),
        ("at once for each a in b:\n    stop", "for each a in b:\n    stop"),
        ("repeat at most 3:\n    stop", "repeat:\n    stop"),
        ("repeat:\n    stop\nuntil c", "repeat:\n    stop"),
        ("repeat for each a in b:\n    stop", "repeat:\n    stop"),
        ("repeat 3 times:\n    stop", "repeat at most 3:\n    stop"),
        ("step a skip when c:\n    stop", "step a:\n    stop"),
        ("if a:\n    stop\nelse if b:\n    next", "if a:\n    stop\nelse:\n    next"),
        ("match a:\n    1 or more: stop", "match a:\n    1 or less: stop"),
        ("match a:\n    none: stop", "match a:\n    else: stop"),
        ("turn of p:\n    stop", "while p:\n    stop"),
    ],
)
def test_a_word_of_a_statement_never_vanishes(with_word: str, without: str) -> None:
    assert statement(with_word) != statement(without)


@pytest.mark.parametrize(
    ("with_word", "without"),
    [
        ("state:\n    a: B?\n", "state:\n    a: B\n"),
        ("state:\n    a: B, public\n", "state:\n    a: B\n"),
        ("state:\n    a: B, secret\n", "state:\n    a: B, private\n"),
        ("state:\n    a: B, private to c\n", "state:\n    a: B, private\n"),
        ("state:\n    a: B, top public\n", "state:\n    a: B\n"),
        ("state:\n    a: B, announced\n", "state:\n    a: B\n"),
        ("state:\n    a: list of at most 3 B\n", "state:\n    a: list of B\n"),
        ("state:\n    a: pile of B\n", "state:\n    a: slot of B\n"),
        ("kind A is B\n", "kind A\n"),
        ("A b x 3\n", "A b\n"),
        ("A b for each player\n", "A b\n"),
        ("A b for each player, c in D\n", "A b for each c in D\n"),
        ("board a of B by C:\n    d - e\n", "board a of B:\n    d - e\n"),
        ("board a of B:\n    c: d - e\n", "board a of B:\n    d - e\n"),
        ("board a of B:\n    hexes pointy at q, r\n", "board a of B:\n    hexes flat at q, r\n"),
        ("board a of B:\n    hexes pointy at q, r where c\n", "board a of B:\n    hexes pointy at q, r\n"),
        ("board a of B:\n    hexes 2 by 2\n", "board a of B:\n    grid 2 by 2\n"),
        ("board a of B:\n    grid 2 by 2 where c\n", "board a of B:\n    grid 2 by 2\n"),
        ("board a of B:\n    grid 2 by 2\n    gap a1 - b1\n", "board a of B:\n    grid 2 by 2\n    a1 - b1\n"),
        ("board a of B:\n    gap - b\n", "board a of B:\n    gap: gap - b\n"),
        ('board a of B:\n    grid 1 by 1\n    start:\n        "x"\n', "board a of B:\n    grid 1 by 1\n"),
        ("board a of B:\n    spaces where c\n    d - e\n", "board a of B:\n    d - e\n"),
        ('variant a "A" of b for 2 players\n', 'variant a "A" of b\n'),
        ("before a(b):\n    stop\n", "before a:\n    stop\n"),
        ("before a():\n    stop\n", "before a:\n    stop\n"),
        ("before a:\n    stop\n", "after a:\n    stop\n"),
        ("rule a() -> B:\n    stop\n", "rule a():\n    stop\n"),
        ('scoring for each player p:\n    "a": 1 when b\n', 'scoring for each player p:\n    "a": 1\n'),
        (
            'scoring for each player p:\n    "a": 1\n    winner: most b\n',
            'scoring for each player p:\n    "a": 1\n    winner: least b\n',
        ),
        ("phase a skip when b:\n    stop\n", "phase a:\n    stop\n"),
        ('example "a":\n    refused b: c by d\n', 'example "a":\n    b: c by d\n'),
    ],
)
def test_a_word_of_a_declaration_never_vanishes(with_word: str, without: str) -> None:
    one, other = Read(with_word), Read(without)
    assert not one.found and not other.found
    assert show(one.file) != show(other.file)


def test_a_query_word_is_still_a_function() -> None:
    assert expression("first(players)") == "(Call (Name 'first') [(Name 'players')] None None)"
    assert expression("first(x in xs)").startswith("(Query 'first' None [(Generator (Identifier 'x')")


@pytest.mark.parametrize("word", ["count", "sum", "each", "the", "sorted", "highest", "lowest", "places", "first"])
def test_a_query_word_without_bracket_is_a_name(word: str) -> None:
    assert expression(f"{word} + 1") == f"(Arithmetic '+' (Name '{word}') (Number 1))"
    assert expression(f"ac{word}(x)") == f"(Call (Name 'ac{word}') [(Name 'x')] None None)"


@pytest.mark.parametrize("text", ["a: B, publicly", "a: B, privateto c", "a: list ofB", "a: B, secretx", "a: B, top publicx"])
def test_words_end_where_they_end(text: str) -> None:
    # A lexer that knows that only `public` can follow would read `publicly` as `public` and then `ly`.
    assert len(Read(f"state:\n    {text}\n").found) == 1


@pytest.mark.parametrize(
    "text", ["p gains 2gold", "move a to b facedown", "roll 2d6x as n", "repeat 3times:\n    stop", "turn ofp:\n    stop"]
)
def test_things_run_together_are_not_cut_apart(text: str) -> None:
    body = "".join(f"    {line}\n" for line in text.splitlines())
    assert Read(f"rule r():\n{body}").found


def test_dice_and_names_that_look_like_dice() -> None:
    assert statement("roll 2d6 as n") == "(Roll (Identifier '2d6') (Identifier 'n') None None False)"
    assert statement("roll d6pool as n") == "(Roll (Identifier 'd6pool') (Identifier 'n') None None False)"
    assert statement("d6 = 3") == "(Assign (Name 'd6') '=' (Number 3))"


def test_turn_of_and_things_called_turn() -> None:
    assert statement("turn(p)") == "(CallStatement (Call (Name 'turn') [(Name 'p')] None None))"
    assert statement("turn = 3") == "(Assign (Name 'turn') '=' (Number 3))"
    assert statement("turn   of p:\n    stop") == "(TurnOf (Name 'p') [(Stop)])"


def test_indent_and_dedent_have_true_places() -> None:
    text = "rule r():\n    if a:\n        # a remark\n        stop\n\n  # another\n    next\n"
    tokens: list[Token] = []
    run(lay_out(text), "start", tokens)
    found = [(t.type, t.start_pos, t.end_pos) for t in tokens if t.type in ("_INDENT", "_DEDENT")]
    inner, outer = text.index("stop"), text.index("next")
    assert found == [
        ("_INDENT", 10, 14),
        ("_INDENT", inner - 8, inner),
        ("_DEDENT", outer, outer),
        ("_DEDENT", len(text), len(text)),
    ]

"""Totals, supplies, components, records, rolls: every word that may be left out gives another tree."""

from __future__ import annotations

import pytest

from tests.syntax.helpers import Read, show

LINE = '(ScoreLine (Text ["x"]) None (Number 1) None)'


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('total a:\n    "x": 1\n', "(Total [] [] (Identifier 'a') [] ["),
        ('total a():\n    "x": 1\n', "(Total [] [] (Identifier 'a') [] ["),
        ('total a(p: Player):\n    "x": 1\n', "(Total [] [] (Identifier 'a') [(Parameter (Identifier 'p') (NamedType 'Player')"),
        ('total a:\n    "x" for each b in c: 1 when d\n', "(Head (Identifier 'b') (Name 'c') None None"),
        ("supply a: 3\n", "(Supply [] [] (Identifier 'a') (Number 3) '')"),
        ("supply a: 3, then nothing\n", "(Supply [] [] (Identifier 'a') (Number 3) 'nothing')"),
        ("supply a: 3, then from outside\n", "(Supply [] [] (Identifier 'a') (Number 3) 'outside')"),
        ("components:\n    3 Card\n", "[(Component (Number 3) (Identifier 'Card') None [])]"),
        ("components:\n    3 ace in b\n", "[(Component (Number 3) (Identifier 'ace') (Name 'b') [])]"),
        ("components:\n    3 Card, 1 of each age\n", "None [(OfEach (Number 1) (Identifier 'age'))])]"),
        ("components:\n    2 * 3 Card in b, 1 of each age, 2 of each size\n", "(OfEach (Number 2) (Identifier 'size'))])]"),
        ("rule r():\n    record a of b\n", "(Record (Identifier 'a') [(Name 'b')])"),
        ("rule r():\n    record a of b, c.d\n", "(Record (Identifier 'a') [(Name 'b') (Attribute (Name 'c') (Identifier 'd'))])"),
        ("rule r():\n    roll 2d6 plus f(a) as b\n", "(Roll (Identifier '2d6') (Identifier 'b') None (Call (Name 'f')"),
        ("rule r():\n    roll 2d6 as b\n", "(Roll (Identifier '2d6') (Identifier 'b') None None False)"),
        ("rule r():\n    roll 2d6 as b secretly\n", "(Roll (Identifier '2d6') (Identifier 'b') None None True)"),
        (
            "rule r():\n    roll odd plus a as b secretly again while b\n",
            "(Roll (Identifier 'odd') (Identifier 'b') (Name 'b') (Name 'a') True)",
        ),
        ("rule r():\n    roll odd plus a as b again while b > 3\n", "(Comparison '>' (Name 'b') (Number 3)) (Name 'a') False)"),
    ],
)
def test_trees(text: str, part: str) -> None:
    read = Read(text)
    assert not read.found
    assert part in show(read.file)


@pytest.mark.parametrize("word", ["supply", "components", "plus", "then", "outside", "times", "total", "record", "secretly"])
def test_these_words_are_free_as_names(word: str) -> None:
    assert not Read(f"state:\n    {word}: Int = 0\n\nrule r({word}: Int):\n    let a = {word} + 1\n    {word} = a\n").found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("total a:\n    1\n", "RL0101"),
        ("supply a 3\n", "RL0112"),
        ("supply a: 3, then\n", "RL0112"),
        ("components:\n    Card\n", "RL0112"),
        ("rule r():\n    record a\n", "RL0112"),
        ("rule r():\n    roll 2d6 plus as b\n", "RL0112"),
    ],
)
def test_faults(text: str, code: str) -> None:
    assert code in Read(text).codes, [(d.code, d.message) for d in Read(text).found]

"""Words of statements that are free as names: each reads as the name that it is, wherever a name may stand.

The same text is read twice, with the word and with a plain name in its place; the trees may differ in nothing but the name. So
each position is a line of `USES`, and a new one costs a line.
"""

from __future__ import annotations

import pytest

from rulelang.sema.load import load_text
from rulelang.syntax.expected import keywords
from rulelang.syntax.format import format_text
from rulelang.syntax.tokens import FREE_WORDS, RESERVED, STATEMENT_FORMS
from rulelang.text.diagnostic import Diagnostic
from tests.syntax.helpers import Read, show

WORDS = sorted({*FREE_WORDS, "total", "whenever", "anytime"})

BODIES = """\
NAME = 3
NAME += 1
NAME -= NAME
NAME.size = 3
NAME[3] = NAME[NAME]
NAME(p)
NAME()
NAME.act(p)
NAME gains 2 gold
NAME gains NAME NAME
NAME gains (2) gold
NAME loses n gold for "x"
NAME pays 1 NAME
p gains 2 NAME
p pays NAME NAME for "x"
move NAME to NAME
move NAME from NAME to bottom of NAME
move 2 NAME from NAME to NAME
move all NAME from a to b
move all from NAME to NAME face down
move any 2 from NAME at random to NAME
draw 1 from NAME to NAME as NAME
draw NAME from NAME to bottom of NAME
shuffle NAME
shuffle NAME into NAME
reveal NAME
show NAME to NAME
roll NAME as n
roll 2d6 plus NAME(p) as NAME again while NAME < 3
roll NAME plus NAME as NAME
record NAME of NAME, NAME
log "{NAME}"
log to NAME "{NAME}"
require NAME "why"
return NAME
return NAME if NAME else NAME
end game won by NAME
let x = NAME
let x = NAME + NAME
let x = not NAME
let x = -NAME
let x = [NAME, NAME]
let x = a.NAME.NAME
let x = f(NAME, NAME to NAME)
let x = within(NAME, 2 through NAME where NAME along NAME where NAME)
let x = sorted(a in as_ by NAME)
let x = sorted(NAME in NAME where NAME by NAME desc, NAME)
let x = sorted(a in xs by a, NAME desc)
let x = sorted(a in xs by NAME, at random)
let x = sum(NAME for NAME in NAME)
let x = any one of NAME at random
let x = NAME in NAME and NAME is NAME
let x = 3 / NAME rounded up
"""

BLOCKS = """\
if NAME:
    stop
else if NAME:
    next
else:
    nothing
---
if NAME: stop
else: NAME = 3
---
match NAME:
    NAME, other: NAME = 2
    else: stop
---
for each NAME in NAME where NAME by NAME:
    next
---
for each a in xs by NAME, at random:
    next
---
at once for each NAME in NAME:
    nothing
---
repeat NAME times:
    stop
---
repeat at most NAME:
    stop
until NAME
---
while NAME > 3:
    stop
---
turn of NAME:
    stop
---
NAME looks at NAME:
    stop
---
step NAME "x" for each NAME in NAME skip when NAME:
    stop
---
offer each NAME in NAME where NAME, first to act "x":
    NAME(NAME from NAME where NAME) where NAME: stop
---
NAME chooses NAME from NAME where NAME "x"
---
NAME chooses up to NAME NAME from NAME
---
NAME may choose NAME from NAME secretly:
    stop
---
NAME chooses "x":
    NAME: stop
    other: NAME = 2
otherwise:
    stop
---
NAME chooses NAME "x":
    NAME: stop
"""

LINES = """\
define NAME(NAME: Int) -> Int = NAME
---
state:
    NAME, other: list of at most 3 Card = NAME, refilled from NAME
---
kind A:
    NAME: Int, private to NAME
    NAME = NAME
    rule NAME(NAME: Player)
---
Card NAME x NAME for each player, NAME in NAME where NAME:
    NAME: NAME
    NAME[NAME]: NAME
---
table Card:
    | name | x    | NAME | NAME[NAME] |
    | NAME | NAME | NAME | NAME       |
---
also NAME:
    rule NAME():
        stop
---
board NAME of Card by Road:
    NAME: NAME - NAME
    grid 3 by 3 where NAME
---
board map of Card:
    hexes flat at NAME, NAME where NAME
---
supply NAME: NAME, then from outside
---
phase NAME(NAME: Player) "x" for each NAME in NAME by NAME, NAME skip when NAME "x":
    stop
---
total NAME(NAME: Player):
    "x" for each NAME in NAME where NAME: NAME when NAME
---
whenever NAME for each NAME in NAME:
    stop
---
anytime NAME "x" for each NAME in NAME during NAME:
    NAME: stop
---
scoring for each player NAME:
    "x": NAME when NAME
    winner: most NAME, then least NAME
---
before NAME.NAME(NAME):
    stop
---
replace NAME[NAME] = NAME
---
limit NAME.NAME where NAME
---
variant NAME "x" of NAME over NAME, NAME
---
example "x":
    players NAME, other
    set NAME = NAME
    given NAME.NAME = NAME
    deck NAME: NAME, NAME
    random NAME
    when NAME(NAME)
    NAME: NAME
    expect NAME == NAME
    expect NAME sees NAME
    expect options of NAME == [NAME]
    expect bill of NAME:
        "x": NAME
    expect won by NAME, other
"""


def _uses() -> list[str]:
    bodies = [f"rule r():\n    {line}\n" for line in BODIES.splitlines()]
    for block in BLOCKS.split("---\n"):
        bodies.append("rule r():\n" + "".join(f"    {line}\n" for line in block.splitlines()))
    return [*bodies, *LINES.split("---\n")]


def _tree(text: str) -> str:
    read = Read(text)
    assert not read.found, (text, read.codes)
    return show(read.file)


@pytest.mark.parametrize("word", WORDS)
def test_a_free_word_is_a_name_wherever_one_may_stand(word: str) -> None:
    for use in _uses():
        assert _tree(use.replace("NAME", word)) == _tree(use.replace("NAME", "qqq")).replace("qqq", word), use
        formatted = format_text(use.replace("NAME", word))
        # What a word is does not change how the line is laid out; cells of tables have other widths.
        if "|" not in use:
            assert formatted == format_text(use.replace("NAME", "qqq")).replace("qqq", word)


@pytest.mark.parametrize("word", WORDS)
def test_a_name_that_begins_or_ends_with_a_free_word(word: str) -> None:
    for use in _uses():
        for name in (f"{word}_1", f"q_{word}", f"{word}s"):
            assert _tree(use.replace("NAME", name)) == _tree(use.replace("NAME", "qqq")).replace("qqq", name), use


def test_reserved_are_about_forty() -> None:
    assert len(RESERVED) == 39
    assert set(WORDS) <= set(keywords()) - RESERVED


GAME = """\
game a "A":
    players 2
    language 1

state:
    NAME: Int = 0, public

player:
    points: Int = 0, public

play:
    for each p in players:
        add(p)

rule add(p: Player):
    NAME += 1
    NAME = NAME + 1
    p gains NAME points

scoring for each player p:
    "Points": p.points
    winner: most p.points, then least NAME
"""


def checked(text: str) -> list[Diagnostic]:
    """What the checker finds in a game."""
    return load_text(text)[1].sorted()


@pytest.mark.parametrize("word", sorted({*FREE_WORDS, "whenever", "anytime"} - {"next", "step"}))
def test_a_game_with_a_field_of_this_name(word: str) -> None:
    assert not [found for found in checked(GAME.replace("NAME", word)) if found.code != "RL0902"]


def test_a_field_called_total_is_not_the_total_of_the_scoring() -> None:
    assert "RL0207" in [found.code for found in checked(GAME.replace("NAME", "total"))]


@pytest.mark.parametrize("word", sorted(set(STATEMENT_FORMS) - {"next", "step"}))
def test_who_writes_a_statement_as_a_call_is_told_how_it_is_written(word: str) -> None:
    [found] = [
        found
        for found in checked(GAME.replace("NAME", "n").replace("add(p)\n\n", f"{word}(p)\n        add(p)\n\n"))
        if found.code == "RL0205"
    ]
    assert found.help == (f"as a statement it is written `{STATEMENT_FORMS[word]}`",)

"""A comment at any depth belongs to where it stands; the formatter keeps it there and never makes another program.

After fsprojects/fantomas#2449, sifiveinc/wake#1470, lark-parser/lark#863 and #233: a comment after `else` pulled the `if` up.
"""

from __future__ import annotations

import pytest

from rulelang.syntax.format import format_source
from tests.syntax.helpers import Read, show

RULES = """\
rule pay(p: Player):
    if p.rich:
        p loses 2 gold
    else:
        # only on a tie
        if p.tied:
            p loses 1 gold
            # kept
    # before the end
        # odd depth
    log "paid"
# after the last line"""


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_tree_and_every_comment_stay(ending: str, mark: str) -> None:
    text = mark + RULES.replace("\n", ending)
    result = format_source(text)
    assert result.refused is None
    assert result.text == RULES.replace("        # odd depth", "    # odd depth") + "\n"
    before, after = Read(text), Read(result.text)
    assert not before.found
    assert show(before.file) == show(after.file)
    assert "(If [[(Attribute (Name 'p') (Identifier 'rich'))" in show(after.file)
    assert format_source(result.text).text == result.text


def test_else_and_if_are_not_made_one() -> None:
    without = Read(RULES.replace("        # only on a tie\n", ""))
    assert show(without.file) == show(Read(RULES).file)
    chain = Read(RULES.replace("    else:\n        # only on a tie\n        if p.tied:\n    ", "    else if p.tied:\n"))
    assert show(chain.file) != show(Read(RULES).file)


@pytest.mark.parametrize(
    "text",
    [
        "rule a():  # behind a colon\n    stop\n",
        '@found("x")\n# between note and rule\nrule a():\n    stop\n',
        "## doc\n# between doc and rule\nrule a():\n    stop\n",
        "table A:\n    # above the head\n    | name | x |\n    # between rows\n    | b    | 1 |  # behind a row\n    # below\n",
        "define a = [b,  # one\n    # alone\n    c]\n",
        "rule a():\n    match b:\n        # first\n        1: stop\n        # last\n        else: next\n    # after\n",
        "rule a():\n    p chooses:\n        # about go\n        go: stop\n    # before otherwise\n    otherwise:\n        next\n",
        "enum A: b,  # one\n    c  # two\n",
        "# only\n\n# remarks\n",
        'example "e":\n    # first\n    players ann, ben\n    ann: pass  # behind an answer\n',
    ],
)
def test_comments_everywhere(text: str) -> None:
    assert not Read(text).found
    result = format_source(text)
    assert (result.text, result.refused) == (text, None)


def test_a_comment_in_column_0_moves_to_the_line_it_stands_above() -> None:
    assert format_source("rule a():\n# in column 0\n    stop\n").text == "rule a():\n    # in column 0\n    stop\n"

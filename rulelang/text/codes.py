"""The codes of all diagnostics.

One table from code to title, so that a code means one thing for ever: `rulelang explain RL0203` shows its page in `docs/errors/`,
tools filter by it, tests name it. A code is never used again for something else. The first two digits say the part of the
language: 01 the text and its syntax, 02 names, 03 types, 04 variants, 05 behaviour, choices and chance, 06 things, boards and
zones, 07 examples and scripts, 08 faults of the rules met in play, 09 what is allowed but probably not meant.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A code and its title: what `explain` prints first, and a list of all codes shows."""

    code: str
    title: str


def _table(*entries: tuple[str, str]) -> dict[str, Code]:
    table: dict[str, Code] = {}
    for code, title in entries:
        assert code not in table, f"{code} stands twice"
        table[code] = Code(code, title)
    return table


CODES: dict[str, Code] = _table(
    # 01: the text and its syntax
    ("RL0101", "something that cannot stand here"),
    ("RL0102", "a tab in the indentation"),
    ("RL0103", "a line whose indentation fits no block"),
    ("RL0104", "a file indented by another number of spaces than four"),
    ("RL0105", "a block is missing after a colon"),
    ("RL0106", "a colon is missing at the end of a line that opens a block"),
    ("RL0107", "an unclosed bracket"),
    ("RL0108", "a closing bracket without an opening one"),
    ("RL0109", "an unclosed quote"),
    ("RL0110", "a misspelt word of the language"),
    ("RL0111", "a reserved word used as a name"),
    ("RL0112", "something is missing at the end of the line"),
    ("RL0113", "a statement outside a rule"),
    ("RL0114", "a declaration inside a block"),
    ("RL0115", "nested deeper than 100 levels"),
    ("RL0116", "a file that is too large"),
    ("RL0117", "a control character in the text"),
    ("RL0118", "a character that the language does not use"),
    ("RL0119", "a fault inside the braces of a text"),
    ("RL0120", "a doc line or note with nothing to belong to"),
    ("RL0121", "a number that is too large"),
    ("RL0122", "a word of a later version of the language"),
    ("RL0123", "a line indented without a line above that opens a block"),
    ("RL0124", "a line of a declaration or a script given twice"),
    ("RL0125", "a row of a table with more or fewer cells than its head"),
    ("RL0126", "a name in capitals or small letters where the other is wanted"),
    ("RL0127", "a file that cannot be read as text"),
)


def title(code: str) -> str:
    """The title of a code."""
    return CODES[code].title

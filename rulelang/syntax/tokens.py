"""The words of the language: which are reserved, and how messages call the pieces a line is made of.

The parser reads a word by what may stand at its place, so it would accept `rule draw(p)` although no line could ever call it.
What counts instead is one list, `RESERVED`, checked wherever a name is declared: the words beside which a name could be
meant as well. Words that only begin a declaration or a clause (`deck`, `board`, `player`) stay free, and so do option names and
members after a dot. A word that begins a statement is reserved if a value may follow it, since in `move (x)` the bracket could be
that of a call; where a fixed word, a name or nothing follows (`offer each`, `roll d6`, `stop`), what comes next tells them apart
(`names_something`).
"""

from __future__ import annotations

import re

STATEMENT_WORDS = (
    "let",
    "move",
    "draw",
    "shuffle",
    "reveal",
    "show",
    "roll",
    "log",
    "require",
    "return",
    "stop",
    "next",
    "nothing",
    "end",
    "if",
    "match",
    "for",
    "while",
    "repeat",
    "at",
    "step",
    "offer",
    "cancel",
    "record",
)
"""Words that begin a statement."""

PART_WORDS = (
    "else",
    "otherwise",
    "until",
    "each",
    "where",
    "from",
    "to",
    "as",
    "of",
    "by",
    "when",
    "chooses",
    "looks",
    "gains",
    "loses",
    "pays",
    "may",
)
"""Words that hold statements and expressions together."""

EXPRESSION_WORDS = ("none", "true", "false", "not", "and", "or", "is", "in", "any", "all")
"""Words that are values, or join values."""

MEMBER_WORDS = ("rule", "define")
"""Words that begin a member of a kind, where fields stand beside them."""

FREE_WORDS = frozenset(
    ("at", "cancel", "end", "log", "looks", "may", "next", "nothing", "offer", "record", "roll", "step", "stop", "when")
)
"""Words of statements that may be names all the same: what follows them says which is meant."""

RESERVED = frozenset((*STATEMENT_WORDS, *PART_WORDS, *EXPRESSION_WORDS, *MEMBER_WORDS)) - FREE_WORDS

_BEHIND_NAMES = re.compile(
    r"[(\[.]|[ \t]*[+-]?=|"
    r"[ \t]+(?:(?:gains|loses|pays)[ \t]+(?!(?:as|of) )[a-z0-9(-]|(?:chooses|may[ \t]+choose|looks[ \t]+at)(?![a-z0-9_]))"
)
"""What follows a name that a statement begins with, and none of the free words as a word."""

_BEHIND_AT = re.compile(r"[ \t]+(?!(?:or|of|rounded|may)(?![a-z0-9_]))[orm]")
"""What follows the word `at`: `once`, `random` or `most`, perhaps misspelt; no other word with these letters follows a name."""


_BEHIND_CHANGED = re.compile(r"[ \t]*[(\[.=:]")
"""What follows a name that a variant changes: `replace die(p):`, and none of `replace die d6_of_fate: 1, 2`."""

CHANGED_WORDS = frozenset(("die", "board"))
"""Words that say behind the verb of a change what is changed, and may be names all the same."""


def names_something(word: str, text: str, end: int) -> bool:
    """Whether a free word that ends here is a name and no word of the language, by what follows it."""
    if word == "at":
        return _BEHIND_AT.match(text, end) is None
    if word in CHANGED_WORDS:
        return _BEHIND_CHANGED.match(text, end) is not None
    return _BEHIND_NAMES.match(text, end) is not None


STATEMENT_FORMS = {
    "at": "at once for each p in players:",
    "cancel": "cancel",
    "end": 'end game "…"',
    "log": 'log "…"',
    "next": "next",
    "nothing": "nothing",
    "offer": 'offer each p in players "…":',
    "record": "record position of …",
    "roll": "roll d6 as n",
    "step": 'step name "…":',
    "stop": "stop",
}
"""How the statements are written that begin with a free word, for who writes them as elsewhere: `log("…")`."""

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    )
}
"""Numbers as people say them, who find that nothing is called so."""

DECLARATION_WORDS = (
    "game",
    "include",
    "setting",
    "enum",
    "die",
    "kind",
    "table",
    "also",
    "board",
    "symbols",
    "state",
    "player",
    "play",
    "phase",
    "rule",
    "define",
    "total",
    "supply",
    "components",
    "scoring",
    "whenever",
    "anytime",
    "always",
    "example",
    "variant",
    "before",
    "after",
    "replace",
    "add",
    "limit",
    "remove",
)
"""Words that begin a declaration; it may also begin with the name of a kind."""

CLAUSE_WORDS = ("players", "given", "dice", "deck", "random", "when", "expect", "refused")
"""Words that begin a line of an example."""

SCRIPT_WORDS = ("game", "variants", "set", "seed", "rules", "state", "undo", "redo", *CLAUSE_WORDS)
"""Words that begin a line of a script."""

FRIENDLY = {
    "NAME": "a name",
    "KIND": "the name of a kind",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "DICE": "dice such as `2d6`",
    "SAME": "`==`",
    "COMPARE": "a comparison",
    "AUGMENT": "`+=` or `-=`",
    "QUERY": "a query",
    "TURN_OF": "`turn of`",
    "ANSWER": "an answer such as `ann: pass`",
    "DOC": "a doc line",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}
"""How messages call what has no fixed spelling."""

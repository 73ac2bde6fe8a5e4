"""The words of the language: which are reserved, and how messages call the pieces a line is made of.

The parser reads a word by what may stand at its place, so it would accept `rule draw(p)` although no line could ever call it.
What counts instead is this one list, checked wherever a name is declared: the words that may begin a statement or an expression,
and those that structure them. Words that only
begin a declaration or a clause (`deck`, `board`, `player`) stay free, and so do option names and members after a dot.
"""

from __future__ import annotations

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

MEMBER_WORDS = ("rule", "define", "total", "whenever", "anytime")
"""Words that begin a member of a kind, where fields stand beside them, a sum, or a rule that nobody calls."""

RESERVED = frozenset((*STATEMENT_WORDS, *PART_WORDS, *EXPRESSION_WORDS, *MEMBER_WORDS))

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

"""What could have stood where parsing got stuck, asked of the parser and told in groups.

Lark's own list of what was expected holds the terminals its tables mention, not those that would lead on. So the state before the
fault is asked (`accepts`), and trials are run on copies of it: does the rest of the line fit, if this word is put in, or that one
replaced? A message proposes a repair only if its trial succeeded.
"""

from __future__ import annotations

from copy import copy
from functools import cache

from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.lexer import LexerThread
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulelang.syntax.parser import as_meant, parser
from rulelang.syntax.tokens import FRIENDLY

MOST = 5
"""How many expected things a message may list."""

_VALUE = frozenset(
    (
        *("NAME", "KIND", "NUMBER", "STRING", "QUERY", "DICE"),
        *("none", "true", "false", "(", "[", "not", "-", "any", "all", "bottom"),
    )
)
_OPERATORS = frozenset(
    (
        *("+", "-", "*", "/", "%", "COMPARE", "AUGMENT", "==", "is", "in", "not", "and", "or", "if"),
        *(".", "(", "[", "rounded"),
    )
)
_TYPE = frozenset(("KIND", "list", "pile", "slot", "map"))
_LAYOUT = frozenset(("_INDENT", "_DEDENT", "$END", "DOC", "WS_INLINE", "COMMENT"))


@cache
def spellings() -> dict[str, str]:
    """For each terminal with one spelling, that spelling."""
    found = ((terminal.pattern.value, terminal.name) for terminal in parser().terminals if terminal.pattern.type == "str")
    return {name: spelling for spelling, name in sorted(found)}


@cache
def keywords() -> dict[str, str]:
    """For each word of the language, its terminal."""
    return {spelling: name for name, spelling in spellings().items() if spelling.isalpha()}


def accepts(interactive: InteractiveParser) -> set[str]:
    """The terminals that lead on from here."""
    return set(interactive.accepts())  # type: ignore[no-untyped-call]


def trial(interactive: InteractiveParser, text: str) -> tuple[int, bool]:
    """Read a line from a copy of a parser's state: how many characters fit, and whether all of it did, up to the end of the
    line.
    """
    copied = interactive.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    state = copied.parser_state
    state.parse_conf = copy(state.parse_conf)
    state.parse_conf.callbacks = _NO_CALLBACKS
    if not text.endswith("\n"):
        text += "\n"
    lexer = LexerThread.from_text(copied.lexer_thread.lexer, text)
    reached = 0
    try:
        for token in lexer.lex(state):  # type: ignore[no-untyped-call]
            end = token.end_pos
            if text[end - 1].isalnum() and (text[end].isalnum() or text[end] == "_"):
                return reached, False
            state.feed_token(as_meant(token, state, text))
            reached = end
            if token.type == "_NL":
                return reached, True
    except (UnexpectedInput, UnexpectedCharacters):
        return reached, False
    return reached, False


_NO_CALLBACKS: dict[object, object] = {}


def listing(found: set[str]) -> str:
    """The expected things, in groups, at most five: `a value`, `a name or "("`; empty if there is nothing to say."""
    signs = spellings()
    rest = {signs.get(kind, kind) for kind in found - _LAYOUT}
    groups: list[str] = []
    if {"rule", "phase", "include"} <= rest:
        return "a declaration"
    if {"let", "move", "shuffle"} <= rest:
        return "a statement"
    if {"NAME", "NUMBER", "("} <= rest:
        groups.append("a value")
        rest -= _VALUE
    elif {"KIND", "list"} <= rest:
        groups.append("a type")
        rest -= _TYPE
    ends_value = {".", "["} <= rest
    if ends_value:
        rest -= _OPERATORS
    patterns = ("NAME", "KIND", "NUMBER", "STRING", "ANSWER", "DICE", "QUERY", "TURN_OF", "COMPARE", "AUGMENT")
    groups.extend(FRIENDLY[kind] for kind in patterns if kind in rest)
    words = sorted(rest & set(signs.values()), key=lambda sign: (sign.isalpha(), sign))
    groups.extend(f"`{word}`" for word in words)
    if "_NL" in rest:
        groups.append(FRIENDLY["_NL"])
    if ends_value and (not groups or groups == [FRIENDLY["_NL"]]):
        groups.append("an operator")
    if len(groups) > MOST:
        keep_end = groups[-1] == FRIENDLY["_NL"]
        groups = [*groups[: MOST - 1], groups[-1]] if keep_end else groups[:MOST]
    if len(groups) < 2:
        return "".join(groups)
    return f"{', '.join(groups[:-1])} or {groups[-1]}"

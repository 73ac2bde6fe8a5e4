"""The parser: Lark's LALR tables, and the driver that runs them over laid-out text.

The tables are built from `grammar/rules.lark` once and kept in the user's cache folder, under a name that holds the version of
Lark and of Python and a digest of the grammar; building takes about half a second, loading a tenth of that. Lark's own
`cache=True` is not used, since it writes to the shared temporary folder.

Text is read by `driver`, which is quick and gives up at anything that is not plain; only then `run_with_care` reads it with
Lark's own parser. Both feed the tokens themselves, for three reasons: they put INDENT and DEDENT in at their true places; they
refuse tokens that run into each other (`2gold`, `at randomly`), which a lexer that knows what may follow would cut apart without
a word; and when Lark's parser gets stuck, the state before the faulty token is at hand, to ask what could have stood there.
"""

from __future__ import annotations

import hashlib
import io
import sys
from copy import copy
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser_state import ParserState

from rulelang.syntax.branches import Branch, builder, handed_on
from rulelang.syntax.driver import Driver
from rulelang.syntax.layout import Layout
from rulelang.syntax.tokens import CHANGED_WORDS, FREE_WORDS, RESERVED, names_something
from rulelang.text.cachedir import read_cached, write_cached

STARTS = ["start", "script", "expression"]


@dataclass(slots=True)
class Stuck:
    """Where parsing ended: the token that cannot stand there (or the `character` that begins none), what came before, and the
    parser as it was before it."""

    token: Token | None
    start: int
    end: int
    before: list[Token]
    parser: InteractiveParser
    glued: bool = False

    @property
    def kind(self) -> str:
        """The token's type; empty for a character that begins none."""
        return self.token.type if self.token is not None else ""


def grammar_text() -> str:
    """The grammar as shipped."""
    return resources.files("grammar").joinpath("rules.lark").read_text(encoding="utf-8")


def build(strict: bool = False) -> Lark:
    """Build the parser from the grammar. `strict` refuses any conflict, and any two terminals that match the same text."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=STARTS,
        propagate_positions=True,
        maybe_placeholders=False,
        strict=strict,
    )


@cache
def parser() -> Lark:
    """The parser, with builders of branches in the place of Lark's own."""
    found = _kept_parser()
    tables: Any = found.parser.parser
    tables.parser.callbacks = {rule: builder(rule) or handed_on for rule in found.rules}
    return found


@cache
def driver() -> Driver:
    """What reads text that holds no fault."""
    return Driver(parser(), FREE_WORDS | CHANGED_WORDS | {"winner"})


def _kept_parser() -> Lark:
    """The parser, from the cache if it is there."""
    digest = hashlib.sha256(grammar_text().encode()).hexdigest()[:16]
    name = f"parser-{lark.__version__}-{sys.version_info[0]}.{sys.version_info[1]}-{digest}"
    content = read_cached(name)
    if content is not None:
        try:
            return Lark.load(io.BytesIO(content))
        except Exception:  # a damaged file of the cache is built anew
            content = None
    built = build()
    file = io.BytesIO()
    built.save(file)
    write_cached(name, file.getvalue())
    return built


def run(layout: Layout, start: str, tokens: list[Token] | None = None) -> Branch | Stuck:
    """Parse a laid-out chunk: its tree, or where parsing got stuck. `tokens` collects what was read."""
    read: list[Token] = [] if tokens is None else tokens
    tree = driver().read(layout, start, read)
    if tree is not None:
        return tree
    read.clear()
    return run_with_care(layout, start, read)


def run_with_care(layout: Layout, start: str, read: list[Token]) -> Branch | Stuck:
    """Parse a laid-out chunk with Lark's parser, which can be asked about what it got stuck at."""
    text = layout.text
    interactive = parser().parse_interactive(text, start=start)
    state = interactive.parser_state
    lines = layout.lines
    index = 0
    level = lines[0].level if lines else 0
    token: Token | None = None
    try:
        for token in interactive.lexer_thread.lex(state):  # type: ignore[no-untyped-call]
            end = token.end_pos
            assert end is not None
            if text[end - 1].isalnum() and (text[end].isalnum() or text[end] == "_") and text[end - 1] != "_":
                return _stuck(token, read, start, layout, glued=True)
            token = as_meant(token, state, text)
            try:
                state.feed_token(token)
            except UnexpectedToken:
                renamed = _as_name(token, read, start, text)
                if renamed is None:
                    raise
                token, other = renamed
                state.state_stack[:] = other.parser_state.state_stack
                state.value_stack[:] = other.parser_state.value_stack
            read.append(token)
            if token.type == "_NL":
                index += 1
                level = _indents(layout, index, level, state, read)
        final = Token.new_borrow_pos("$END", "", read[-1]) if read else Token("$END", "", 0, 1, 1, 1, 1, 0)
        result = state.feed_token(final, True)
    except UnexpectedToken as error:
        return _stuck(error.token, read, start, layout)
    except UnexpectedCharacters as error:
        at = error.pos_in_stream
        assert at is not None
        return Stuck(None, at, at + 1, read, replay(read, start, text))
    assert isinstance(result, Branch)
    return result


def as_meant(token: Token, state: ParserState[Token], text: str) -> Token:
    """The token; a free word as a name, where a name may stand as well and what follows says that one is meant."""
    if (
        (token in FREE_WORDS or token in CHANGED_WORDS or token == "winner")
        and token.type != "NAME"
        and names_something(token, text, token.end_pos or 0)
    ):
        if "NAME" in state.parse_conf.parse_table.states[state.position]:
            return Token.new_borrow_pos("NAME", str(token), token)
    return token


def _as_name(token: Token, read: list[Token], start: str, text: str) -> tuple[Token, InteractiveParser] | None:
    """A word of the language that is free as a name, read as a name; none if that does not fit either.

    What a state accepts is merged from several places of the grammar, so the lexer may take `times` for the word where only a
    name fits.
    """
    if not token.isalpha() or not token.islower() or token.type == "NAME" or token in RESERVED:
        return None
    name = Token.new_borrow_pos("NAME", str(token), token)
    other = replay(read, start, text, trees=True)
    try:
        other.feed_token(name)
    except UnexpectedToken:
        return None
    return name, other


def _indents(layout: Layout, index: int, level: int, state: object, read: list[Token]) -> int:
    """Feed INDENT or DEDENT before the logical line `index`."""
    if index < len(layout.lines):
        line = layout.lines[index]
        wanted, begin, start = line.level, line.begin, line.start
    else:
        wanted, begin, start = 0, len(layout.text), len(layout.text)
    while level != wanted:
        if wanted > level:
            token = Token("_INDENT", layout.text[begin:start], begin, end_pos=start)
            level += 1
        else:
            token = Token("_DEDENT", "", start, end_pos=start)
            level -= 1
        state.feed_token(token)  # type: ignore[attr-defined]
        read.append(token)
    return level


def _stuck(token: Token, read: list[Token], start: str, layout: Layout, glued: bool = False) -> Stuck:
    """The state of affairs at a token that cannot stand where it does."""
    if token.type == "$END":
        begin = end = len(layout.text)
    else:
        begin, end = token.start_pos or 0, token.end_pos or 0
    return Stuck(token, begin, end, read, replay(read, start, layout.text), glued)


def replay(read: list[Token], start: str, text: str, trees: bool = False) -> InteractiveParser:
    """A parser that has read these tokens and looked no further. Where it is only asked what could follow, it builds no tree."""
    interactive = parser().parse_interactive(text, start=start)
    state = interactive.parser_state
    if not trees:
        state.parse_conf = copy(state.parse_conf)
        state.parse_conf.callbacks = {}
    for token in read:
        state.feed_token(token)
    return interactive

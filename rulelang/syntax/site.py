"""The site of a fault: the line it is on and what was read of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark import Token
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulelang.syntax.expected import accepts, listing
from rulelang.syntax.layout import Layout, Line
from rulelang.syntax.parser import Stuck, replay

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(slots=True)
class Site:
    """A fault being looked into: the line it is on, and what was read of it."""

    layout: Layout
    stuck: Stuck
    start: str
    index: int
    line: Line
    tokens: list[Token]
    first_token: int
    base: InteractiveParser | None = None
    """The parser before the first token of the line, once it was asked for."""

    @property
    def text(self) -> str:
        """The text the lexer read."""
        return self.layout.text

    @property
    def words(self) -> str:
        """The line as written."""
        return self.text[self.line.start : self.line.end]

    def rest(self, offset: int) -> str:
        """The line from an offset on."""
        return self.text[offset : self.line.end]

    @property
    def first_word(self) -> str:
        """The word the line begins with, if it begins with one."""
        found = WORD.match(self.text, self.line.start)
        return found.group() if found is not None else ""

    @property
    def found(self) -> str:
        """What stands where parsing got stuck: a word alone, even if the lexer took more."""
        word = WORD.match(self.text, self.stuck.start)
        if word is not None and (self.stuck.glued or self.stuck.kind in ("ANSWER", "QUERY", "TURN_OF")):
            return word.group()
        return self.text[self.stuck.start : self.stuck.end].strip()

    @property
    def expected(self) -> str:
        """What could have stood there."""
        found = accepts(self.stuck.parser)
        if self.start == "expression":
            found.discard("_NL")
        return listing(found)

    def before(self, count: int) -> Stuck:
        """The parser before the last `count` tokens of the line."""
        if not count:
            return self.stuck
        read = self.stuck.before
        shorter = read[: len(read) - count]
        if count > len(self.tokens):
            return Stuck(None, 0, 0, shorter, replay(shorter, self.start, self.text))
        if self.base is None:
            self.base = replay(read[: self.first_token], self.start, self.text)
        found = self.base.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
        for token in shorter[self.first_token :]:
            found.feed_token(token)
        return Stuck(None, 0, 0, shorter, found)


def site_of(layout: Layout, stuck: Stuck, start: str) -> Site:
    """The site at which parsing got stuck."""
    lines = layout.lines
    at = min(stuck.start, len(layout.text) - 1)
    index = layout.line_at(at)
    if stuck.kind in ("_NL", "$END") or (stuck.kind in ("", "_DEDENT") and at >= lines[index].end):
        index = max(i for i in range(len(lines)) if lines[i].start <= at)
    line = lines[index]
    tokens = [
        token
        for token in stuck.before
        if (token.start_pos or 0) >= line.start and token.type not in ("_NL", "_INDENT", "_DEDENT")
    ]
    return Site(layout, stuck, start, index, line, tokens, len(stuck.before) - len(tokens))

"""Runs the tables of the grammar over text that holds no fault.

Nearly all text that is read is right, and read again at every `check`. So there are two drivers. This one only reads: it takes a
token, shifts, reduces, and gives up at the first thing that is not plain, without a word. Then `parser.run` reads the same text
once more with Lark's own parser, which knows what could have stood there. Both run the same tables with the same builders, and
where this one finds a tree, the other finds the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lark import Lark, Token
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

from rulelang.syntax.branches import Branch, Build, builder
from rulelang.syntax.layout import Layout
from rulelang.syntax.tokens import names_something

BLANKS = "WS_INLINE"
"""The terminal that is passed over before a token."""


class _Reduction:
    """A rule of the grammar as the driver needs it: how many parts it has, what it is of, and what makes it."""

    __slots__ = ("build", "origin", "size")

    def __init__(self, rule: Rule) -> None:
        self.size = len(rule.expansion)
        self.origin = str(rule.origin.name)
        self.build: Build | None = builder(rule)


class _Scanner:
    """What may be read in some states of the parser: one pattern, and the words that are terminals of their own."""

    __slots__ = ("match", "words")

    def __init__(self, lexer: Any) -> None:
        scanner = lexer.scanner
        kinds = [t for t in scanner.terminals if t.name not in lexer.ignore_types]
        either = "|".join(f"(?P<{kind.name}>{kind.pattern.to_regexp()})" for kind in kinds)
        self.match = re.compile(f"[ \t]*(?:{either})", scanner.g_regex_flags).match if kinds else None
        self.words = {
            name: {word.pattern.value: word.name for word in unless.scanner.terminals} for name, unless in lexer.callback.items()
        }


class Driver:
    """The tables of a grammar, in the form in which they are quickest to run."""

    def __init__(self, lark: Lark, meant: frozenset[str]) -> None:
        """`meant` are the words that may be names, by what follows them."""
        parser: Any = lark.parser.parser
        table = parser.parser.parse_table
        self.starts: dict[str, int] = table.start_states
        self.ends: dict[str, int] = table.end_states
        self.meant = meant
        known: dict[int, _Reduction] = {}

        def reduction(rule: Rule) -> _Reduction:
            return known.setdefault(id(rule), _Reduction(rule)) if id(rule) not in known else known[id(rule)]

        self.rows: dict[int, dict[str, Any]] = {
            state: {kind: arg if action is Shift else reduction(arg) for kind, (action, arg) in row.items()}
            for state, row in table.states.items()
        }
        self._lexers: Any = lark.parser.lexer
        self._scanners: dict[int, _Scanner] = {}
        self._by_lexer: dict[int, _Scanner] = {}

    def scanner(self, state: int) -> _Scanner:
        """What may be read in a state; made when it is first met, since most states of a grammar never are."""
        lexer = self._lexers.lexers[state]
        found = self._by_lexer.get(id(lexer))
        if found is None:
            found = self._by_lexer[id(lexer)] = _Scanner(lexer)
        self._scanners[state] = found
        return found

    def read(self, layout: Layout, start: str, read: list[Token]) -> Branch | None:
        """The tree of a laid-out chunk; none if anything of it is not plain. `read` collects the tokens."""
        text = layout.text
        limit = len(text)
        rows, scanners, meant = self.rows, self._scanners, self.meant
        new: Callable[..., Token] = str.__new__
        states = [self.starts[start]]
        values: list[Any] = []
        final = self.ends[start]
        lines = layout.lines
        level = lines[0].level if lines else 0
        index = at = 0
        waiting: list[Token] = []
        while True:
            state = states[-1]
            row = rows[state]
            if waiting:
                token = waiting.pop()
                kind = token.type
            else:
                scanner = scanners.get(state) or self.scanner(state)
                found = scanner.match(text, at) if scanner.match is not None else None
                if found is None:
                    if text[at:].strip(" \t"):
                        return None
                    kind = "$END"
                    token = new(Token, "")
                    token.start_pos = token.end_pos = limit
                else:
                    kind = str(found.lastgroup)
                    word = found.group(kind)
                    at = found.end()
                    words = scanner.words.get(kind)
                    if words is not None:
                        kind = words.get(word, kind)
                    last = text[at - 1]
                    if last.isalnum() and (text[at].isalnum() or text[at] == "_"):
                        return None
                    if word in meant and kind != "NAME" and "NAME" in row and names_something(word, text, at):
                        kind = "NAME"
                    token = new(Token, word)
                    token.value = word
                    token.start_pos = at - len(word)
                    token.end_pos = at
                token.type = kind
            while True:
                action = row.get(kind)
                if action.__class__ is int:
                    states.append(action)
                    values.append(token)
                    break
                if action is None:
                    return None
                size = action.size
                build = action.build
                if build is None:
                    # What its only part yielded stays where it is.
                    del states[-1]
                    state = rows[states[-1]][action.origin]
                else:
                    if size:
                        parts = values[-size:]
                        del states[-size:]
                        del values[-size:]
                    else:
                        parts = []
                    values.append(build(parts))
                    state = rows[states[-1]][action.origin]
                states.append(state)
                if state == final and kind == "$END":
                    tree: Branch = values[-1]
                    return tree
                row = rows[state]
            read.append(token)
            if kind == "_NL":
                index += 1
                line = lines[index] if index < len(lines) else None
                wanted = line.level if line is not None else 0
                if wanted != level:
                    waiting = _indents(text, line.begin if line else limit, line.start if line else limit, wanted - level)
                    level = wanted


def _indents(text: str, begin: int, start: int, more: int) -> list[Token]:
    """The tokens of so many levels more, or less, before what begins at `start`."""
    if more > 0:
        return [Token("_INDENT", text[begin:start], begin, end_pos=start) for _ in range(more)]
    return [Token("_DEDENT", "", start, end_pos=start) for _ in range(-more)]

"""What the tests of syntax share: reading a text, showing a tree in one line, mutating a text."""

from __future__ import annotations

import random
import re
from dataclasses import fields
from pathlib import Path

from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules, parse_script
from rulelang.syntax.walk import CHECKER_FIELDS
from rulelang.text.diagnostic import Diagnostic, Sink
from rulelang.text.source import SourceFile, SourceMap, Span

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "games").rglob("*.rules"))
SCRIPTS = sorted((ROOT / "games").rglob("*.play"))

_HIDDEN = CHECKER_FIELDS | {"span", "game_span", "damaged", "comments"}


class Read:
    """A text that was read: its tree and what was found."""

    def __init__(self, text: str, script: bool = False) -> None:
        self.sources = SourceMap()
        self.source: SourceFile = self.sources.add("x.play" if script else "x.rules", text)
        self.sink = Sink()
        self.file: nodes.File | None = None
        self.script: nodes.Script | None = None
        if script:
            self.script = parse_script(self.source, self.sink)
        else:
            self.file = parse_rules(self.source, self.sink)

    @property
    def found(self) -> list[Diagnostic]:
        """What was found, by place."""
        return self.sink.sorted()

    @property
    def codes(self) -> list[str]:
        """The codes of what was found, by place."""
        return [diagnostic.code for diagnostic in self.found]

    @property
    def declarations(self) -> list[nodes.Declaration]:
        """The declarations of a file of rules."""
        assert self.file is not None
        return self.file.declarations

    def marked(self, span: Span) -> str:
        """The text at a place."""
        return self.source.text[span.start : span.end]

    def line(self, diagnostic: Diagnostic) -> int:
        """The line a diagnostic points at."""
        return self.source.position(diagnostic.span.start).line


def show(value: object) -> str:
    """A tree in one line, with all its parts and no places."""
    if isinstance(value, Span):
        return "·"
    if isinstance(value, nodes.Node):
        parts = [show(getattr(value, field.name)) for field in fields(value) if field.name not in _HIDDEN]
        return f"({type(value).__name__}{''.join(' ' + part for part in parts)})"
    if isinstance(value, list | tuple):
        return "[" + " ".join(show(part) for part in value) + "]"
    return repr(value) if isinstance(value, str) else str(value)


def statement(text: str) -> str:
    """The tree of the statements in the body of a rule."""
    body = "".join(f"    {line}\n" for line in text.splitlines())
    read = Read(f"rule r():\n{body}")
    assert not read.found, (text, read.found)
    [rule] = read.declarations
    assert isinstance(rule, nodes.Rule) and rule.body is not None
    return " ".join(show(part) for part in rule.body)


def expression(text: str) -> str:
    """The tree of an expression."""
    read = Read(f"define d = {text}\n")
    assert not read.found, (text, read.found)
    [define] = read.declarations
    assert isinstance(define, nodes.Define)
    return show(define.value)


_TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\n[ ]*|[^\sA-Za-z0-9_]')
_JUNK = [
    '"',
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    ".",
    "#",
    "##",
    "\t",
    "\n",
    "    ",
    "{",
    "}",
    "=",
    "==",
    "|",
    "-",
    "é",
    "\\",
    "\x1b",
    "@",
    "x",
    "12",
    "If",
]
_WORDS = [
    "if",
    "else",
    "rule",
    "where",
    "chooses",
    "for each",
    "until",
    "none",
    "in",
    "turn of",
    "count(",
    "ann: pass",
    "otherwise:",
    "repeat",
]


def mutate(text: str, chance: random.Random) -> str:
    """A text with one or two things taken out, doubled, swapped or put in."""
    for _ in range(chance.choice((1, 1, 2))):
        tokens = [match.span() for match in _TOKEN.finditer(text)]
        if not tokens:
            return chance.choice(_JUNK)
        start, end = chance.choice(tokens)
        what = chance.randrange(6)
        if what == 0:
            text = text[:start] + text[end:]
        elif what == 1:
            text = text[:end] + text[start:end] + text[end:]
        elif what == 2:
            other, stop = chance.choice(tokens)
            piece = text[other:stop]
            text = text[:start] + piece + text[end:]
        elif what == 3:
            text = text[:start] + chance.choice(_JUNK) + text[start:]
        elif what == 4:
            text = text[:start] + " " + chance.choice(_WORDS) + " " + text[start:]
        else:
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(_JUNK) + text[at + chance.randrange(3) :]
    return text

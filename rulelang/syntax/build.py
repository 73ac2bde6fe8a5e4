"""What all builders share: the context in which a parse tree becomes nodes.

The tree holds what the grammar kept: named branches and the tokens that are no keywords. A hand-written walk turns it into
`nodes`; a visitor by names would be shorter, but then no type checker could tell that a branch was forgotten. The walk keeps
count of how deep it is: it is the one place every nested construct passes through, and stops at the 101st level.

Modules: `build_expressions` (with types), `build_statements`, `build_members`, `build_boards`, `build_clauses`,
`build_declarations`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.faults import Draft
from rulelang.syntax.layout import DEEPEST
from rulelang.syntax.tokens import RESERVED
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import SourceFile, Span

LARGEST = 1 << 39
"""The largest number that may be written."""

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class TooDeep(Exception):
    """Raised at the 101st level of nesting; `span` is its place."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


@dataclass(slots=True)
class Context:
    """Where a tree comes from. `text` is what the lexer read, `draft` how its offsets lead back to the file; `part` parses an
    expression inside a text in quotes. `damaged` collects words of what could not be read, `misnamed` words of the language
    that were declared as names.
    """

    source: SourceFile
    draft: Draft
    text: str
    sink: Sink
    part: Callable[[Context, int, int], nodes.Expression | None]
    depth: int = 0
    damaged: set[str] = field(default_factory=set)
    misnamed: set[str] = field(default_factory=set)

    # -------------------------------------------------------------------------------------------------------- places

    def place(self, start: int, end: int) -> Span:
        """The place in the file of a stretch of the draft."""
        draft = self.draft
        if not draft.edited:
            shift = draft.origins[0]
            return Span(self.source.number, start + shift, end + shift)
        first = draft.origin(start)
        return Span(self.source.number, first, max(first, draft.origin(end - 1) + 1 if end > start else first))

    def span(self, node: Branch | Token) -> Span:
        """The place of a branch or token, without the line end and the block end behind it."""
        if isinstance(node, Token):
            return self.place(node.start_pos or 0, node.end_pos or 0)
        start, end = node.start, node.end
        if start < 0:
            return self.place(0, 0)
        text = self.text
        while end > start and text[end - 1] in " \t\n":
            end -= 1
        return self.place(start, end)

    def level(self, node: Branch | Token) -> Context:
        """One level deeper, as long as what is returned is entered: `with context.level(branch):`. No generator, which would take
        longer than what it counts: each expression is a level."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep(self.span(node))
        return self

    def __enter__(self) -> None:
        """The level was counted when it was asked for."""

    def __exit__(self, *raised: object) -> None:
        self.depth -= 1

    def placeholder(self, token: Token) -> bool:
        """Whether a doc line only stands in for lines that were taken out."""
        return self.draft.edited and self.draft.is_inserted(token.start_pos or 0)

    # -------------------------------------------------------------------------------------------------------- names and numbers

    def identifier(self, token: Token) -> nodes.Identifier:
        """A name that refers to something."""
        return nodes.Identifier(span=self.span(token), text=str(token))

    def declared(self, token: Token, what: str) -> nodes.Identifier:
        """A name where it is declared: not a word of the language."""
        self.check_declared(str(token), what, self.span(token))
        return nodes.Identifier(span=self.span(token), text=str(token))

    def check_declared(self, name: str, what: str, span: Span) -> None:
        """Report a declared name that is a word of the language."""
        if name in RESERVED:
            self.misnamed.add(name)
            report_reserved(self.sink, name, what, span)

    def twice(self, message: str, span: Span, first: Span) -> None:
        """Report what may stand once and stands again."""
        self.sink.error(
            "RL0124",
            message,
            span,
            label="the second time",
            others=(Label(first, "the first time"),),
            help="take one of them out",
        )

    def number(self, token: Token) -> int:
        """A number as written; reports one that is too large."""
        digits = str(token).lstrip("0") or "0"
        if len(digits) > 12 or int(digits) > LARGEST:
            self.sink.error("RL0121", "this number is too large", self.span(token), help=f"numbers go up to {LARGEST}")
            return LARGEST
        return int(digits)

    def signed(self, branch: Branch) -> int:
        """A number with or without a minus."""
        value = self.number(token(branch, "NUMBER"))
        return -value if branch.data == "negative" else value

    # -------------------------------------------------------------------------------------------------------- texts

    def text_node(self, token: Token) -> nodes.Text:
        """A text in quotes, with the expressions in its braces."""
        return nodes.Text(span=self.span(token), parts=self._parts(token, True))

    def plain(self, token: Token) -> str:
        """A text in quotes in which nothing may stand in braces."""
        return "".join(part for part in self._parts(token, False) if isinstance(part, str))

    def _parts(self, token: Token, values: bool) -> list[str | nodes.Expression]:
        raw = str(token)
        begin = token.start_pos or 0
        if "\\" not in raw and "{" not in raw and "}" not in raw:
            return [raw[1:-1]] if len(raw) > 2 else []
        parts: list[str | nodes.Expression] = []
        literal: list[str] = []
        at, last = 1, len(raw) - 1
        while at < last:
            character = raw[at]
            pair = raw[at : at + 2]
            if pair in ("{{", "}}"):
                literal.append(character)
                at += 2
            elif character == "\\":
                literal.append(raw[at + 1])
                if raw[at + 1] not in '"\\':
                    self._brace_fault(
                        f"`{pair}` means nothing in a text", begin + at, begin + at + 2, "write `\\\\` for a backslash"
                    )
                at += 2
            elif character == "}":
                self._brace_fault("this `}` closes nothing", begin + at, begin + at + 1, "write `}}` for a brace that is shown")
                at += 1
            elif character != "{":
                literal.append(character)
                at += 1
            else:
                end = raw.find("}", at)
                if end < 0:
                    self._brace_fault(
                        "this `{` is never closed", begin + at, begin + at + 1, "write `{{` for a brace that is shown"
                    )
                    self.damaged.update(WORD.findall(raw, at))
                    break
                if not values:
                    self._brace_fault(
                        "no value can stand in this text", begin + at, begin + end + 1, "write `{{` for a brace that is shown"
                    )
                elif not raw[at + 1 : end].strip():
                    self._brace_fault(
                        "nothing stands between these braces", begin + at, begin + end + 1, "write `{{` for a brace that is shown"
                    )
                else:
                    value = self.part(self, begin + at + 1, begin + end)
                    if value is None:
                        self.damaged.update(WORD.findall(raw[at:end]))
                    else:
                        if literal:
                            parts.append("".join(literal))
                            literal = []
                        parts.append(value)
                at = end + 1
        if literal:
            parts.append("".join(literal))
        return parts

    def _brace_fault(self, message: str, start: int, end: int, help: str) -> None:
        self.sink.error("RL0119", message, self.place(start, end), help=help)


def report_reserved(sink: Sink, name: str, what: str, span: Span) -> None:
    """Say that a word of the language cannot be a name."""
    article = "an" if what[0] in "aeiou" else "a"
    sink.error(
        "RL0111",
        f"`{name}` is a word of the language, so it cannot name {article} {what}",
        span,
        help=f"call the {what} something else",
    )


# ------------------------------------------------------------------------------------------------------------ branches


def token(branch: Branch, kind: str) -> Token:
    """The first token of a kind among the children."""
    found = token_or_none(branch, kind)
    assert found is not None, (branch.data, kind)
    return found


def token_or_none(branch: Branch, kind: str) -> Token | None:
    """The first token of a kind among the children, if there is one."""
    for child in branch.children:
        if isinstance(child, Token) and child.type == kind:
            return child
    return None


def tokens(branch: Branch, kind: str) -> list[Token]:
    """All tokens of a kind among the children."""
    return [child for child in branch.children if isinstance(child, Token) and child.type == kind]


def child(branch: Branch, name: str) -> Branch | None:
    """The first branch of a name among the children, if there is one."""
    for found in branch.children:
        if isinstance(found, Branch) and found.data == name:
            return found
    return None


def children(branch: Branch, name: str) -> list[Branch]:
    """All branches of a name among the children."""
    return [found for found in branch.children if isinstance(found, Branch) and found.data == name]


def branches(branch: Branch) -> list[Branch]:
    """All children that are branches."""
    return [found for found in branch.children if isinstance(found, Branch)]


def only(branch: Branch, at: int = 0) -> Branch:
    """The branch among the children at a position counted among branches alone."""
    return branches(branch)[at]


def doc_text(token: Token) -> str:
    """The text of a doc line."""
    return str(token)[2:].strip()

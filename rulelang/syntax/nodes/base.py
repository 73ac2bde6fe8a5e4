"""Ground of the syntax tree: a node, a name, a comment, and what all declarations have."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.text.source import Span


@dataclass(slots=True, eq=False, kw_only=True)
class Node:
    """Anything with a place in a file."""

    span: Span


@dataclass(slots=True, eq=False, kw_only=True)
class Identifier(Node):
    """A name where it is declared, or after a dot: `gold`."""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class Note(Node):
    """`@rulebook("4.2")`: says where the declaration that follows comes from"""

    name: str
    text: str | None


@dataclass(slots=True, eq=False, kw_only=True)
class Declaration(Node):
    """What stands in column 0, or as a member of a kind or an instance. `name_span` is where its name stands.

    `damaged` holds the words of lines in it that could not be read: the checker does not miss names that may be among them.
    """

    doc: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    damaged: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False, kw_only=True)
class Comment(Node):
    """`# text`, kept for the formatter"""

    text: str

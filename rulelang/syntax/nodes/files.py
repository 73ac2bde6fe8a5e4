"""A whole `.rules` file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.syntax.nodes.base import Node

if TYPE_CHECKING:
    from rulelang.syntax.nodes.base import Comment, Declaration


@dataclass(slots=True, eq=False, kw_only=True)
class File(Node):
    """A `.rules` file: its declarations in order, and all its comments.

    `damaged` holds all words that stand in what could not be read, also in declarations that were lost whole.
    """

    declarations: list[Declaration]
    comments: list[Comment] = field(default_factory=list)
    damaged: frozenset[str] = frozenset()

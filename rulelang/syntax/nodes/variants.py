"""Variants and the changes they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.syntax.nodes.base import Declaration

if TYPE_CHECKING:
    from rulelang.syntax.nodes.base import Identifier
    from rulelang.syntax.nodes.boards import Board
    from rulelang.syntax.nodes.declarations import Die, Parameter, ScoreLine, Scoring
    from rulelang.syntax.nodes.expressions import Expression, Text
    from rulelang.syntax.nodes.statements import Block, Option


@dataclass(slots=True, eq=False, kw_only=True)
class Variant(Declaration):
    """`variant fierce "Fierce" of market over calm for 2 players`"""

    name: Identifier
    title: str | None
    of: Identifier
    for_players: int | None
    over: list[Identifier] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class Change(Declaration):
    """`before x:`, `after x(p):`, `replace x(p) = …`, `add to x:`, `limit x where c`, `remove x`, `replace die d: 1, 2`,
    `add to board b:`, `replace winner: most c`

    `verb` is before, after, replace, add, limit, remove, or take for `remove from board b:`; `declared` is what stands behind
    `die`, `board` or `winner`, a scoring of which only the ranks are given; `path` the dotted name, `line` the label behind it
    that names a line of scoring or of a total, or the question of a choice, `key` the key of a value of a map; `parameters` is
    none where no list is written."""

    verb: str
    path: list[Identifier]
    line: Text | None = None
    key: Expression | None = None
    parameters: list[Parameter] | None = None
    value: Expression | None = None
    body: Block | None = None
    options: list[Option] = field(default_factory=list)
    lines: list[ScoreLine] = field(default_factory=list)
    condition: Expression | None = None
    declared: Die | Board | Scoring | None = None

"""Declarations: what a game has and when it is played, as they stand in column 0 or within a kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulelang.syntax.nodes.base import Declaration, Node

if TYPE_CHECKING:
    from rulelang.syntax.nodes.base import Identifier
    from rulelang.syntax.nodes.expressions import Expression, Generator, Text, TypeNode
    from rulelang.syntax.nodes.statements import Block, Head, Option, Part, Skip
    from rulelang.syntax.nodes.variants import Change
    from rulelang.text.source import Span


@dataclass(slots=True, eq=False, kw_only=True)
class GameDeclaration(Declaration):
    """`game id "Title":` with `players 2 to 5`, `sections "…"`, `language 1`"""

    name: Identifier
    title: str
    fewest: int
    most: int
    sections: list[str]
    language: int | None


@dataclass(slots=True, eq=False, kw_only=True)
class Include(Declaration):
    """`include "a.rules", "b.rules"`: path and place of each"""

    paths: list[tuple[str, Span]]


@dataclass(slots=True, eq=False, kw_only=True)
class Setting(Declaration):
    """`setting name: Type = value "text"`"""

    name: Identifier
    type_node: TypeNode
    value: Expression
    label: Text | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Enum(Declaration):
    """`enum Action: travel "Travel", build`"""

    name: Identifier
    members: list[tuple[Identifier, str | None]]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Die(Declaration):
    """`die holy: 3, 2, 1`"""

    name: Identifier
    faces: list[int]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Field(Declaration):
    """`gold: Int 0 to 99 = 5, private, announced "gold coins"`

    `visibility` is public, private, `private to` (with `visible_to`), secret or None where nothing is written.
    """

    name: Identifier
    type_node: TypeNode
    default: Expression | None
    visibility: str | None
    visible_to: Identifier | None
    top_public: bool
    announced: bool
    label: str | None
    refilled_from: Identifier | None = None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Fixed(Declaration):
    """`topic = weather` in a kind: an inherited field that is the same in all its instances"""

    name: Identifier
    value: Expression
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Parameter(Node):
    """`p: Player`; an overriding body may leave the type out. `symbol` (checker): the local."""

    name: Identifier
    type_node: TypeNode | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Rule(Declaration):
    """`rule f(a: T) -> U: body`; `body` is none where every instance must give one"""

    name: Identifier
    parameters: list[Parameter]
    returns: TypeNode | None
    body: Block | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Define(Declaration):
    """`define f(a: T) -> U = value`, or with a body; neither where every instance must give one. `parameters` is none for
    `define x`."""

    name: Identifier
    parameters: list[Parameter]
    returns: TypeNode | None
    value: Expression | None
    body: Block | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Kind(Declaration):
    """`kind Storm is Event:` with fields, fixed fields, rules and defines"""

    name: Identifier
    parent: Identifier | None
    members: list[Field | Fixed | Rule | Define]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Family(Node):
    """`for each player, r in Room where C`"""

    per_player: bool
    generators: list[Generator]


@dataclass(slots=True, eq=False, kw_only=True)
class Value(Declaration):
    """`landing: 4` or `skill[storms]: -2` in an instance"""

    name: Identifier
    key: Expression | None
    value: Expression
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Instance(Declaration):
    """`Card joker x 3 for each player "The Joker":` with values and bodies"""

    kind: Identifier
    name: Identifier
    copies: Expression | None
    family: Family | None
    label: Text | None
    slots: list[Value | Rule | Define]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Table(Declaration):
    """`table Card:`; a cell is none where nothing is written. The header's cells are names, or `field[key]` items."""

    kind: Identifier
    family: Family | None
    header: list[Expression]
    rows: list[Row]


@dataclass(slots=True, eq=False, kw_only=True)
class Row(Declaration):
    """`| a | b |`"""

    cells: list[Expression | None]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Also(Declaration):
    """`also witelo:` adds values and bodies to an instance that a table made"""

    name: Identifier
    slots: list[Value | Rule | Define]


@dataclass(slots=True, eq=False, kw_only=True)
class StateBlock(Declaration):
    """`state:` and its fields"""

    fields: list[Field]


@dataclass(slots=True, eq=False, kw_only=True)
class PlayerBlock(Declaration):
    """`player:` and its fields"""

    fields: list[Field]


@dataclass(slots=True, eq=False, kw_only=True)
class Play(Declaration):
    """`play:`"""

    body: Block
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Phase(Declaration):
    """`phase turn(p: Player) "Turn of {p}" for each … skip when …: body`

    `before` and `after` are the hooks of variants, which run once, unless the phase is skipped.
    """

    name: Identifier
    parameters: list[Parameter]
    title: Text | None
    head: Head | None
    skip: Skip | None
    body: Block
    symbol: Any = None
    before: list[Part] = field(default_factory=list)
    after: list[Part] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class ScoreLine(Node):
    """`"{foe} majority" for each foe in Foe: value when c`"""

    label: Text
    head: Head | None
    value: Expression
    condition: Expression | None


@dataclass(slots=True, eq=False, kw_only=True)
class Rank(Node):
    """`most total`, `least x`"""

    most: bool
    value: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Scoring(Declaration):
    """`scoring for each player p:`. `symbol` (checker): the local p."""

    player: Identifier
    lines: list[ScoreLine]
    ranks: list[Rank]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Whenever(Declaration):
    """`whenever name for each x in xs where C: body`: done whenever it holds, before anybody is asked"""

    name: Identifier
    head: Head
    body: Block
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Anytime(Declaration):
    """`anytime name "label" for each p in players where C during phase:` and its options, open beside whatever is asked"""

    name: Identifier
    label: Text | None
    head: Head
    during: Identifier | None
    options: list[Option]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Total(Declaration):
    """`total modifier(p: Player, t: Trial):` and its lines; `added` are those of each `add to modifier(p, t):`"""

    name: Identifier
    parameters: list[Parameter]
    lines: list[ScoreLine]
    added: list[Change] = field(default_factory=list)
    symbol: Any = None

    @property
    def all_lines(self) -> list[ScoreLine]:
        """Its own lines, then those added, in the order of the files."""
        return [*self.lines, *(line for change in self.added for line in change.lines)]


@dataclass(slots=True, eq=False, kw_only=True)
class Supply(Declaration):
    """`supply wood: 60, then from outside`; `then` is outside, nothing, or empty where running out is a fault"""

    name: Identifier
    amount: Expression
    then: str
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class OfEach(Node):
    """`10 of each age`: behind a line of `components`. `symbol` (checker): the field."""

    count: Expression
    name: Identifier
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Component(Node):
    """`30 Event in event_deck, 10 of each age`. `symbol` (checker): the kind, or the thing with copies."""

    count: Expression
    what: Identifier
    zone: Expression | None
    each: list[OfEach]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Components(Declaration):
    """`components:` and what the box holds"""

    lines: list[Component]


@dataclass(slots=True, eq=False, kw_only=True)
class Always(Declaration):
    """`always "at most 15 Seals": c`"""

    text: Text
    condition: Expression

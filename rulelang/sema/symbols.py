"""What names stand for.

The loader and the collector make one symbol for each declared thing; the checker hangs it on every use in the tree, so that all
later stages follow references and never look up a name again. Symbols are compared by identity. A symbol knows its dotted name
(`path`), which is what variants change, transcripts cite and errors show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.text.source import NOWHERE, Span

if TYPE_CHECKING:
    from rulelang.sema.types import Type
    from rulelang.syntax import nodes


@dataclass(slots=True, eq=False, kw_only=True)
class Symbol:
    """Anything with a name. `span` is where the name stands in its declaration; `uses` are all the places that mean it."""

    name: str
    span: Span = NOWHERE
    doc: list[str] = field(default_factory=list)
    notes: list[nodes.Note] = field(default_factory=list)
    uses: list[Span] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The dotted name."""
        return self.name


@dataclass(slots=True, eq=False, kw_only=True)
class EnumMember(Symbol):
    """A member of an enum; `number` counts from 0 (the language's `.number` from 1)."""

    enum: EnumSymbol
    number: int
    label: str


@dataclass(slots=True, eq=False, kw_only=True)
class EnumSymbol(Symbol):
    """`enum Action: …`"""

    members: list[EnumMember] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class FieldSymbol(Symbol):
    """A field of a kind, of the players (`holder` is "player") or of the game (`holder` is "state").

    `mutable` is true when any rule or variant assigns it, or moves things into it: what is never assigned is a constant.
    `visibility` is public, private, private to, secret; `visible_to` the field named after `private to`. `settable_in_examples`
    is not a thing: examples may only set mutable fields.
    """

    type: Type
    holder: KindSymbol | str
    node: nodes.Field
    visibility: str
    visible_to: FieldSymbol | None = None
    top_public: bool = False
    announced: bool = False
    label: str = ""
    mutable: bool = False
    refilled_from: FieldSymbol | None = None
    """The zone that fills this one again when it is empty."""

    @property
    def path(self) -> str:
        holder = self.holder if isinstance(self.holder, str) else self.holder.name
        return f"{holder}.{self.name}"


@dataclass(slots=True, eq=False, kw_only=True)
class SupplySymbol(FieldSymbol):
    """`supply gold: 30, then nothing`: a field of the game that rules read as `supply(gold)` and change by `gains` and its kin.

    `of` is the good, `then` what happens when it runs out: outside, nothing, or empty where that is a fault.
    """

    of: FieldSymbol
    then: str

    @property
    def path(self) -> str:
        return f"state.supply({self.of.name})"


@dataclass(slots=True, eq=False, kw_only=True)
class RecordSymbol(FieldSymbol):
    """What `record position of …` keeps: a text for each time, made of `kept`. `written` are the places that record it.

    It is shown to nobody, and tells as much as what it is made of."""

    written: list[Span] = field(default_factory=list)
    kept: list[nodes.Expression] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class KindSymbol(Symbol):
    """`kind K is P:`. `fields` and `methods` hold only those declared here; use `field` and `method` to look along the parents.

    `fixed` are the values a kind gives to inherited fields. `instances` are those declared with exactly this kind, in order.
    """

    parent: KindSymbol | None = None
    children: list[KindSymbol] = field(default_factory=list)
    fields: dict[str, FieldSymbol] = field(default_factory=dict)
    methods: dict[str, MethodSymbol] = field(default_factory=dict)
    fixed: dict[str, nodes.Fixed] = field(default_factory=dict)
    overrides: dict[str, RoutineSymbol] = field(default_factory=dict)
    instances: list[InstanceSymbol] = field(default_factory=list)
    node: nodes.Kind | None = None
    has_owner: bool = False
    counted: bool = False
    """Of a root: whether its things are tokens, each declaration a sort of them."""

    @property
    def root(self) -> KindSymbol:
        """The topmost kind, which numbers the things."""
        kind = self
        while kind.parent is not None:
            kind = kind.parent
        return kind

    def lineage(self) -> list[KindSymbol]:
        """This kind, its parent, and so on up."""
        kinds: list[KindSymbol] = []
        kind: KindSymbol | None = self
        while kind is not None and kind not in kinds:
            kinds.append(kind)
            kind = kind.parent
        return kinds

    def is_a(self, other: KindSymbol) -> bool:
        """Whether each thing of this kind is of the other."""
        return other in self.lineage()

    def field(self, name: str) -> FieldSymbol | None:
        """The field of that name, own or inherited."""
        for kind in self.lineage():
            if name in kind.fields:
                return kind.fields[name]
        return None

    def method(self, name: str) -> MethodSymbol | None:
        """The rule or define of that name, own or inherited."""
        for kind in self.lineage():
            if name in kind.methods:
                return kind.methods[name]
        return None


@dataclass(slots=True, eq=False, kw_only=True)
class InstanceSymbol(Symbol):
    """A declared thing, a row of a table, an edge or a grid square: one for each declaration, however many copies or owners.

    `values` are the field values written (for maps: a list of key and value); `overrides` the instance's own bodies. `family` and
    `copies` are as written. `edge` names the two spaces of an edge. `square` is column and row of a grid square, from 1.
    """

    kind: KindSymbol
    label: nodes.Text | str | None = None
    sign: str = ""
    """How it is written where there is little room, such as on a map; empty if nothing is said."""
    copies: nodes.Expression | None = None
    family: nodes.Family | None = None
    values: dict[str, nodes.Expression] = field(default_factory=dict)
    map_values: dict[str, list[tuple[nodes.Expression, nodes.Expression]]] = field(default_factory=dict)
    overrides: dict[str, RoutineSymbol] = field(default_factory=dict)
    edge: tuple[InstanceSymbol, InstanceSymbol] | None = None
    square: tuple[int, int] | None = None
    board: BoardSymbol | None = None
    drawn: set[str] = field(default_factory=set)
    """The fields whose value comes from a diagram: a zone takes one thing of the design that is drawn."""


@dataclass(slots=True, eq=False, kw_only=True)
class CopySymbol(Symbol):
    """One of several things of a declaration, where a body names it: `coin_2` a copy, `house_lisboa_chapel` a thing of a family.

    `number` counts copies from 1 and is 0 where there are none; `keys` are what tells the thing apart in its family: things,
    members of enums, numbers.
    """

    instance: InstanceSymbol
    number: int = 0
    keys: tuple[object, ...] = ()


@dataclass(slots=True, eq=False, kw_only=True)
class LocalSymbol(Symbol):
    """A parameter, a `let`, a loop's or a query's variable, or the answer to a choice."""

    type: Type
    role: str
    """parameter, let, loop, query, answer, this, player (of an example)"""


@dataclass(slots=True, eq=False)
class Effects:
    """What running something may do, worked out over the whole call graph by `sema.effects`."""

    chooses: bool = False
    random: bool = False
    ends_game: bool = False
    logs: bool = False
    cancels: bool = False
    requires: bool = False
    reads: set[FieldSymbol] = field(default_factory=set)
    writes: set[FieldSymbol] = field(default_factory=set)
    calls: set[RoutineSymbol | MethodSymbol] = field(default_factory=set)
    tries: set[RoutineSymbol | MethodSymbol] = field(default_factory=set)
    """What `possible` and `would` run on a copy: it is read, and nothing else of it happens."""

    @property
    def pure(self) -> bool:
        """Whether it changes, asks, draws and says nothing, forbids nothing and takes nothing back."""
        acts = self.chooses or self.random or self.ends_game or self.logs
        return not (acts or self.writes or self.requires or self.cancels)


@dataclass(slots=True, eq=False, kw_only=True)
class RoutineSymbol(Symbol):
    """Something with a body: a rule, a define, a phase, `play`; also one body of a method (`owner` set).

    `form` is rule, define, phase or play. `owner` is the kind or the instance whose body this is, with `this` in scope.
    `original` is the next body outward, for `original(...)`. `value` is set instead of `body` for `define x = …`.
    """

    form: str
    parameters: list[LocalSymbol] = field(default_factory=list)
    returns: Type
    body: list[nodes.Statement] | None = None
    value: nodes.Expression | None = None
    node: nodes.Declaration | None = None
    owner: KindSymbol | InstanceSymbol | None = None
    this: LocalSymbol | None = None
    original: RoutineSymbol | None = None
    effects: Effects = field(default_factory=Effects)

    @property
    def path(self) -> str:
        return f"{self.owner.name}.{self.name}" if self.owner is not None else self.name


@dataclass(slots=True, eq=False, kw_only=True)
class MethodSymbol(Symbol):
    """A rule or define of a kind, which instances may give their own bodies.

    `bodies` are the kind's own (none if every instance must give one), those of sub-kinds, and those of instances; which one runs
    for a thing is looked up by `body_for`.
    """

    form: str
    kind: KindSymbol
    parameters: list[LocalSymbol] = field(default_factory=list)
    returns: Type
    default: RoutineSymbol | None = None
    node: nodes.Rule | nodes.Define
    effects: Effects = field(default_factory=Effects)

    @property
    def path(self) -> str:
        return f"{self.kind.name}.{self.name}"

    def body_for(self, instance: InstanceSymbol) -> RoutineSymbol | None:
        """The body that runs for a thing: its own, its kind's, its kind's parent's, and so on."""
        if self.name in instance.overrides:
            return instance.overrides[self.name]
        for kind in instance.kind.lineage():
            if self.name in kind.overrides:
                return kind.overrides[self.name]
            if kind is self.kind:
                break
        return self.default

    def bodies(self) -> list[RoutineSymbol]:
        """All bodies, without repeats: the default, those of kinds below, those of instances."""
        found: list[RoutineSymbol] = [self.default] if self.default is not None else []
        pending = [self.kind]
        while pending:
            kind = pending.pop(0)
            if self.name in kind.overrides and kind.overrides[self.name] not in found:
                found.append(kind.overrides[self.name])
            found.extend(i.overrides[self.name] for i in kind.instances if self.name in i.overrides)
            pending.extend(kind.children)
        return found


@dataclass(slots=True, eq=False, kw_only=True)
class SettingSymbol(Symbol):
    """`setting name: Type = value "text"`; constant during a match"""

    type: Type
    default: nodes.Expression
    label: str = ""


@dataclass(slots=True, eq=False, kw_only=True)
class DieSymbol(Symbol):
    """`die holy: 3, 2, 1`, or a plain one such as `d6`; `count` is how many are rolled together (2 of `2d6`)."""

    faces: list[int]
    count: int = 1


@dataclass(frozen=True, slots=True)
class HexPlaces:
    """`hexes pointy at q, r`: the fields that place the spaces of a board."""

    pointy: bool
    across: FieldSymbol
    down: FieldSymbol


@dataclass(slots=True, eq=False)
class Sign:
    """A row of `symbols K:`: what a sign of a diagram says of a square, by field. A field not among them has its default."""

    text: str
    span: Span
    values: dict[str, nodes.Expression]


@dataclass(slots=True, eq=False)
class Signs:
    """`symbols K:`: the signs of a kind's squares, and the fields that they speak of."""

    kind: KindSymbol
    span: Span
    fields: dict[str, FieldSymbol]
    signs: dict[str, Sign]


@dataclass(slots=True, eq=False, kw_only=True)
class BoardSymbol(Symbol):
    """`board castle of Room by Corridor:`. `ways` are pairs of spaces with their edge (none on a board without an edge kind).

    `spaces` are all that may lie on it: which of them do in a match, `node.condition` says. `gaps` are pairs of neighbours of a
    grid or of hexes that are none, with the place where that is written.
    """

    kind: KindSymbol
    edge_kind: KindSymbol | None
    node: nodes.Board
    type: Type
    grid: tuple[int, int] | None = None
    ways: list[tuple[InstanceSymbol, InstanceSymbol, InstanceSymbol | None]] = field(default_factory=list)
    spaces: list[InstanceSymbol] = field(default_factory=list)
    hexes: HexPlaces | None = None
    gaps: list[tuple[InstanceSymbol, InstanceSymbol, Span]] = field(default_factory=list)
    placed: tuple[FieldSymbol, FieldSymbol] | None = None
    """The fields that say where the spaces are drawn, to the right and down."""
    this: LocalSymbol | None = None
    """The space that `node.condition` is about."""

    @property
    def hex_grid(self) -> bool:
        """Whether its spaces are columns and rows of hexes."""
        return self.node.grid is not None and self.node.grid.hexes


@dataclass(slots=True, eq=False, kw_only=True)
class BuiltinSymbol(Symbol):
    """A function, value or attribute of the standard library; see `sema.library`."""

    form: str
    """function, value or attribute"""


@dataclass(slots=True, eq=False, kw_only=True)
class OwnerSymbol(BuiltinSymbol):
    """A bare `owner` in a body of a kind: the player to whom `this` belongs."""

    kind: KindSymbol

"""The syntax tree of `.rules` and `.play` files.

One slotted class a construct, named as in the manual. Nodes carry what the author wrote and where; what the checker learns is
kept on the same nodes in the few fields marked *checker*: `Expression.type`, `Name.symbol` and its kin. Nothing here knows how
rules run. A node's docstring shows its syntax.

Nodes are compared by identity (`eq=False`): the formatter's proof compares trees with `walk.same_tree`, which ignores places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulelang.text.source import Span

if TYPE_CHECKING:
    from rulelang.sema.types import Type


@dataclass(slots=True, eq=False, kw_only=True)
class Node:
    """Anything with a place in a file."""

    span: Span


@dataclass(slots=True, eq=False, kw_only=True)
class Identifier(Node):
    """A name where it is declared, or after a dot: `gold`."""

    text: str


# ------------------------------------------------------------------------------------------------------------ types


@dataclass(slots=True, eq=False, kw_only=True)
class TypeNode(Node):
    """A type as written."""


@dataclass(slots=True, eq=False, kw_only=True)
class NamedType(TypeNode):
    """`Int`, `Player`, `Room`"""

    name: str


@dataclass(slots=True, eq=False, kw_only=True)
class BoundedType(TypeNode):
    """`Int 0 to 10`"""

    name: str
    lowest: int
    highest: int


@dataclass(slots=True, eq=False, kw_only=True)
class OptionalType(TypeNode):
    """`Player?`"""

    base: TypeNode


@dataclass(slots=True, eq=False, kw_only=True)
class ListType(TypeNode):
    """`list of Card`, `list of at most 5 Card`"""

    item: TypeNode
    at_most: int | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class ZoneType(TypeNode):
    """`pile of Card`, `slot of Card`, `tokens of Coin`"""

    form: str
    kind: Identifier


@dataclass(slots=True, eq=False, kw_only=True)
class MapType(TypeNode):
    """`map Topic to Int`"""

    key: Identifier
    value: TypeNode


# ------------------------------------------------------------------------------------------------------------ expressions


@dataclass(slots=True, eq=False, kw_only=True)
class Expression(Node):
    """Anything with a value. `type` is the checker's."""

    type: Type | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Number(Expression):
    """`12`"""

    value: int


@dataclass(slots=True, eq=False, kw_only=True)
class Text(Expression):
    """`"{p} pays {n} gold"`: literal pieces and the expressions between them, in order."""

    parts: list[str | Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class Truth(Expression):
    """`true`, `false`"""

    value: bool


@dataclass(slots=True, eq=False, kw_only=True)
class NoneLiteral(Expression):
    """`none`"""


@dataclass(slots=True, eq=False, kw_only=True)
class Name(Expression):
    """`gold`, `me`, `Room`: a bare name, of a value (`small`) or of a kind or enum (`Capital`). `symbol` is the checker's."""

    text: str
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Attribute(Expression):
    """`me.hand`. `symbol` (checker): a FieldSymbol, DefineSymbol, InstanceSymbol (`p.travel_build`), or BuiltinAttribute."""

    value: Expression
    name: Identifier
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class RangeArgument(Expression):
    """`1 to 2`, as an argument"""

    lowest: Expression
    highest: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Walk(Node):
    """`through s where C` or `along e where C`. `symbol` (checker): the local."""

    name: Identifier
    condition: Expression
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Call(Expression):
    """`f(a, b)`, `x.f(a)`, `within(s, 2 through t where C along e where D)`.

    `symbol` (checker): what is called. `board` (checker): the board a function of the library works on, whether it is written as
    the first argument or known from the kind of the space.
    """

    function: Expression
    arguments: list[Expression]
    through: Walk | None = None
    along: Walk | None = None
    symbol: Any = None
    board: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Item(Expression):
    """`xs[1]`, `skill[islam]`, `house[lisboa, chapel]`"""

    value: Expression
    keys: list[Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class Negate(Expression):
    """`-n`"""

    operand: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Not(Expression):
    """`not c`"""

    operand: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Arithmetic(Expression):
    """`a + b`; `operator` is one of `+ - * / %` or `/ rounded up`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Comparison(Expression):
    """`a < b`; `operator` is one of `== != < <= > >=`, `is`, `is not`, `in`, `not in`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Logical(Expression):
    """`a and b`, `a or b`"""

    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Conditional(Expression):
    """`a if c else b`"""

    then: Expression
    condition: Expression
    otherwise: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class ListLiteral(Expression):
    """`[a, b]`"""

    items: list[Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class Generator(Node):
    """`x in xs where C`, `x from xs where C`. `symbol` (checker): the local."""

    name: Identifier
    domain: Expression
    condition: Expression | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Key(Node):
    """One key of an order: `p.points desc`"""

    value: Expression
    descending: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Order(Node):
    """`by a, b desc, at random`"""

    keys: list[Key]
    at_random: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Query(Expression):
    """`count(x in xs where C)`, `sum(f(x) for x in xs)`, `first(x in xs by k)`.

    `word` is one of count sum any all each first the sorted highest lowest places. `result` is what stands before `for`.
    """

    word: str
    result: Expression | None
    generators: list[Generator]
    order: Order | None


@dataclass(slots=True, eq=False, kw_only=True)
class PickOne(Expression):
    """`any one of xs at random`"""

    source: Expression


# ------------------------------------------------------------------------------------------------------------ statements


@dataclass(slots=True, eq=False, kw_only=True)
class Statement(Node):
    """Something that is done."""


Block = list[Statement]


@dataclass(slots=True, eq=False, kw_only=True)
class DocLine(Statement):
    """`## text` between statements; also the narration of a script."""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class Let(Statement):
    """`let x: T? = value`"""

    name: Identifier
    type_node: TypeNode | None
    value: Expression
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Assign(Statement):
    """`a = b`, `a += b`, `a -= b`"""

    target: Expression
    operator: str
    value: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class CallStatement(Statement):
    """`act(me)`"""

    call: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Gain(Statement):
    """`p gains 2 gold for "a reason"`; `verb` is gains, loses or pays. `symbol` (checker): the field, or the rule `pays_gold`."""

    who: Expression
    verb: str
    amount: Expression
    resource: Identifier
    reason: Text | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Move(Statement):
    """`move x to z`, `move all from a to b`, `move any 2 from a at random to bottom of b face down`

    `what` is none for `all` and `any n`; `any_count` is the n. Of tokens `what` is the sort: `count` says how many of it, and
    `every` that all of it is meant.
    """

    what: Expression | None
    any_count: Expression | None
    source: Expression | None
    destination: Expression
    to_bottom: bool
    face_down: bool
    count: Expression | None = None
    every: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Draw(Statement):
    """`draw 2 from deck to p.hand as cards`"""

    count: Expression
    source: Expression
    destination: Expression
    to_bottom: bool
    name: Identifier | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Shuffle(Statement):
    """`shuffle deck`, `shuffle discards into deck`"""

    what: Expression
    into: Expression | None


@dataclass(slots=True, eq=False, kw_only=True)
class Reveal(Statement):
    """`reveal x`, of one thing or a list"""

    what: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Show(Statement):
    """`show cards to q`: to one player, or to several"""

    what: Expression
    to: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Roll(Statement):
    """`roll 2d6 plus modifier(p) as n again while c`; `die` is `2d6` or a die's name, `plus` the call of a total"""

    die: Identifier
    name: Identifier
    again_while: Expression | None
    plus: Expression | None = None
    symbol: Any = None
    die_symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Record(Statement):
    """`record position of me, squares`: keeps how things are, for `times(position)`. `symbol` (checker): the RecordSymbol."""

    name: Identifier
    values: list[Expression]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Log(Statement):
    """`log "{p} sighs"`, `log to p "you hear a sigh"`"""

    text: Text
    to: Expression | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Require(Statement):
    """`require c "why"`"""

    condition: Expression
    why: Text


@dataclass(slots=True, eq=False, kw_only=True)
class Return(Statement):
    """`return`, `return value`"""

    value: Expression | None


@dataclass(slots=True, eq=False, kw_only=True)
class Stop(Statement):
    """`stop`: leave the innermost loop"""


@dataclass(slots=True, eq=False, kw_only=True)
class Next(Statement):
    """`next`: go on with the innermost loop's next pass"""


@dataclass(slots=True, eq=False, kw_only=True)
class Nothing(Statement):
    """`nothing`"""


@dataclass(slots=True, eq=False, kw_only=True)
class EndGame(Statement):
    """`end game won by p "why"`, `end game drawn "why"`, `end game "why"`"""

    winner: Expression | None
    drawn: bool
    why: Text | None


@dataclass(slots=True, eq=False, kw_only=True)
class If(Statement):
    """`if c: … else if d: … else: …`: the branches in order; `otherwise` is none without `else`"""

    branches: list[tuple[Expression, Block]]
    otherwise: Block | None


@dataclass(slots=True, eq=False, kw_only=True)
class Pattern(Node):
    """One pattern of an arm: a number or range (`lowest` or `highest` open), a named value, a kind, none, or `else`.

    `form` is one of number, name, kind, none, else. `symbol` (checker): the value or kind named.
    """

    form: str
    lowest: int | None = None
    highest: int | None = None
    name: Identifier | None = None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Arm(Node):
    """`7 to 8, 11: body`"""

    patterns: list[Pattern]
    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class Match(Statement):
    """`match x:` and its arms"""

    subject: Expression
    arms: list[Arm]


@dataclass(slots=True, eq=False, kw_only=True)
class Head(Node):
    """`for each x in xs where C by k`: the head of a loop, a step or a phase. `symbol` (checker): the local."""

    name: Identifier
    domain: Expression
    condition: Expression | None
    order: Order | None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class ForEach(Statement):
    """`for each x in xs where C by k:`"""

    head: Head
    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class AtOnce(Statement):
    """`at once for each p in players:`"""

    head: Head
    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class While(Statement):
    """`while c:`"""

    condition: Expression
    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class Repeat(Statement):
    """`repeat at most n for each p in clockwise(q) where C: … until d`, or `repeat 3 times:` (`times`)"""

    at_most: Expression | None
    times: Expression | None
    head: Head | None
    body: Block
    until: Expression | None


@dataclass(slots=True, eq=False, kw_only=True)
class Skip(Node):
    """`skip when c "why"`"""

    condition: Expression
    why: Text | None


@dataclass(slots=True, eq=False, kw_only=True)
class Part(Statement):
    """Statements that a variant puts among others, written by nobody as a statement of its own.

    `form` is hook, original or body. `return` in a hook, or in what was there before (`original(...)` of a step), leaves only that; a
    body is left as if it stood there plainly. `after` are the hooks that run however the body is left.
    """

    form: str
    body: Block
    after: list[Part] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class Step(Statement):
    """`step send "Place the counters" for each p in xs skip when c: …`

    `before` and `after` are the hooks of variants, which run once, unless the step is skipped.
    """

    name: Identifier
    title: Text | None
    head: Head | None
    skip: Skip | None
    body: Block
    before: list[Part] = field(default_factory=list)
    after: list[Part] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class TurnOf(Statement):
    """`turn of p:`"""

    player: Expression
    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class Looks(Statement):
    """`p looks at zone:`: in the block he sees what lies there"""

    player: Expression
    zone: Expression
    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class Choose(Statement):
    """`p chooses x from xs where C "prompt":`

    `quantity` is one (must), may, exactly, up_to or any_number; `count` the number of exactly and up_to. `body` is none
    without a block. `symbol` (checker): the local that holds the answer (a list where several are chosen); `candidate` the
    one of `where`. """

    player: Expression
    quantity: str
    count: Expression | None
    name: Identifier
    domain: Expression
    condition: Expression | None
    prompt: Text | None
    secretly: bool
    body: Block | None
    otherwise: Block | None
    symbol: Any = None
    candidate: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class OneMove(Statement):
    """`as one move:`: the choices within count as one move"""

    body: Block


@dataclass(slots=True, eq=False, kw_only=True)
class Cancel(Statement):
    """`cancel`: take back the innermost option of the same player, and ask again without it"""


@dataclass(slots=True, eq=False, kw_only=True)
class Option(Node):
    """`build(b from bs where C, s from ss) where D as "{b}{s}" "Build {b}": body`"""

    name: Identifier
    parameters: list[Generator]
    condition: Expression | None
    notation: Text | None
    label: Text | None
    body: Block
    doc: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class ChooseOption(Statement):
    """`p chooses action "prompt":` and its options"""

    player: Expression
    name: Identifier | None
    prompt: Text | None
    options: list[Option]
    otherwise: Block | None


@dataclass(slots=True, eq=False, kw_only=True)
class Offer(Statement):
    """`offer each q in clockwise(p) where C, first to act "prompt":` and its options; passing is one of them unwritten"""

    head: Head
    first_to_act: bool
    prompt: Text | None
    options: list[Option]


# ------------------------------------------------------------------------------------------------------------ declarations


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
    """`topic = plague` in a kind: an inherited field that is the same in all its instances"""

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
    """`kind Plague is Event:` with fields, fixed fields, rules and defines"""

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
    """`Relic lance x 3 for each player "Holy Lance":` with values and bodies"""

    kind: Identifier
    name: Identifier
    copies: Expression | None
    family: Family | None
    label: Text | None
    slots: list[Value | Rule | Define]
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Table(Declaration):
    """`table Relic:`; a cell is none where nothing is written. The header's cells are names, or `field[key]` items."""

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
class Way(Node):
    """`west_door: gatehouse - cloister - refectory`"""

    name: Identifier | None
    spaces: list[Identifier]
    symbols: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class Grid(Node):
    """`grid 8 by 8`: columns by rows"""

    columns: int
    rows: int


@dataclass(slots=True, eq=False, kw_only=True)
class Hexes(Node):
    """`hexes pointy at q, r`: the fields that place each space; `pointy` is false for `flat`"""

    pointy: bool
    across: Identifier
    down: Identifier


@dataclass(slots=True, eq=False, kw_only=True)
class DiagramRow(Node):
    """A row of a diagram, as it stands between its quotes; the span is that of what stands there."""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class Diagram(Node):
    """The rows of a grid, the highest first, a sign for each square"""

    rows: list[DiagramRow]


@dataclass(slots=True, eq=False, kw_only=True)
class Board(Declaration):
    """`board abbey of Room by Corridor:` with ways, a grid or hexes

    `condition` says which things of the kind are its spaces (`where` of the grid, the hexes or of `spaces`), `gaps` which
    neighbours of a grid or of hexes are none, `start` what the squares of a grid begin with.
    """

    name: Identifier
    kind: Identifier
    edge_kind: Identifier | None
    ways: list[Way]
    grid: Grid | None
    hexes: Hexes | None = None
    condition: Expression | None = None
    gaps: list[Way] = field(default_factory=list)
    start: Diagram | None = None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Symbols(Declaration):
    """`symbols Square:`: a table of signs and what each says of a square; laid out as `Table`"""

    kind: Identifier
    header: list[Expression]
    rows: list[Row]


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
    """`supply influence: 60, then from outside`; `then` is outside, nothing, or empty where running out is a fault"""

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


# ------------------------------------------------------------------------------------------------------------ variants


@dataclass(slots=True, eq=False, kw_only=True)
class Variant(Declaration):
    """`variant fierce "Fierce" of mystery over calm for 2 players`"""

    name: Identifier
    title: str | None
    of: Identifier
    for_players: int | None
    over: list[Identifier] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class Change(Declaration):
    """`before x:`, `after x(p):`, `replace x(p) = …`, `add to x:`, `limit x where c`, `remove x`

    `verb` is before, after, replace, add, limit or remove; `path` the dotted name, `line` the label behind it that names a line of
    scoring or of a total, `key` the key of a value of a map; `parameters` is none where no list is written.
    """

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


# ------------------------------------------------------------------------------------------------------------ examples and scripts


@dataclass(slots=True, eq=False, kw_only=True)
class Clause(Node):
    """A line of an example or a script."""


@dataclass(slots=True, eq=False, kw_only=True)
class Narration(Clause):
    """`## text`: printed in the transcript"""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class Players(Clause):
    """`players ann, ben`"""

    names: list[Identifier]


@dataclass(slots=True, eq=False, kw_only=True)
class SetSetting(Clause):
    """`set penalty = 2`: the example is played with this setting. In a script it is part of the header. `symbol` is the
    checker's."""

    name: Identifier
    value: Expression
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Given(Clause):
    """`given ann.points = 3`, `given deck = [a, b]`"""

    target: Expression
    value: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class GivenDiagram(Clause):
    """`given squares:` and a diagram of all of them"""

    target: Expression
    diagram: Diagram


@dataclass(slots=True, eq=False, kw_only=True)
class Dice(Clause):
    """`dice 3, 1`: faces in the order rolled"""

    faces: list[int]


@dataclass(slots=True, eq=False, kw_only=True)
class Deck(Clause):
    """`deck bag: ring, chalice`: the next draws from a shuffled zone, top first"""

    zone: Expression
    things: list[Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class RandomPicks(Clause):
    """`random knight, goods`: the next picks at random"""

    things: list[Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class When(Clause):
    """`when turn(ann)`"""

    call: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Expect(Clause):
    """`expect ann.points == 3`"""

    condition: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class ExpectSees(Clause):
    """`expect ann sees lance`, `expect ann not sees lance`"""

    player: Expression
    what: Expression
    negated: bool


@dataclass(slots=True, eq=False, kw_only=True)
class ExpectOptions(Clause):
    """`expect options of ann == [a, b]`: exactly these, in any order"""

    player: Identifier
    options: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Answer(Clause):
    """`ann: build church_1 lyon`: words as written"""

    player: Identifier
    words: str


@dataclass(slots=True, eq=False, kw_only=True)
class Refused(Clause):
    """`refused ann: build church_2 lyon by turn.build`"""

    player: Identifier
    words: str
    by: list[Identifier]


@dataclass(slots=True, eq=False, kw_only=True)
class StateMark(Clause):
    """`state "3f9a12 77ab01", "ann.gold = 4"`: of a recorded script, what the states after the last moves were"""

    digests: list[str]
    values: list[str]


@dataclass(slots=True, eq=False, kw_only=True)
class Undo(Clause):
    """`undo`, or `undo anyway`: the last move is taken back"""

    anyway: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Redo(Clause):
    """`redo`: what was taken back is chosen again"""


@dataclass(slots=True, eq=False, kw_only=True)
class Example(Declaration):
    """`example "…":` and its clauses; `replace example "…":` in a variant stands in for that of the game"""

    title: str
    clauses: list[Clause]
    replaces: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Script(Node):
    """A `.play` file: its header, its clauses and all its comments. `game` is an id or a path, in quotes, from the script's
    folder; `rules` are the digests of the rules that a recorded match was played with."""

    game: str | None
    game_span: Span | None
    variants: list[Identifier]
    settings: list[tuple[Identifier, Expression]]
    seed: int | None
    clauses: list[Clause]
    rules: list[str] = field(default_factory=list)
    says_variants: bool = False
    comments: list[Comment] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class Comment(Node):
    """`# text`, kept for the formatter"""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class File(Node):
    """A `.rules` file: its declarations in order, and all its comments.

    `damaged` holds all words that stand in what could not be read, also in declarations that were lost whole.
    """

    declarations: list[Declaration]
    comments: list[Comment] = field(default_factory=list)
    damaged: frozenset[str] = frozenset()

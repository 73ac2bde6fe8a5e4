"""Statements: what is done, from an assignment to a choice with its options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulelang.syntax.nodes.base import Node

if TYPE_CHECKING:
    from rulelang.syntax.nodes.base import Identifier
    from rulelang.syntax.nodes.expressions import Expression, Generator, Order, Text, TypeNode


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
    """`roll 2d6 plus modifier(p) as n secretly again while c`; `die` is `2d6` or a die's name, `plus` the call of a total"""

    die: Identifier
    name: Identifier
    again_while: Expression | None
    plus: Expression | None = None
    secretly: bool = False
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

    `form` is hook, original or body. `return` in a hook, or in what was there before (`original(...)` of a step), leaves only
    that; a body is left as if it stood there plainly. `after` are the hooks that run however the body is left."""

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
    one of `where`."""

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
    """`offer parry to each q in clockwise(p) where C, first to act "prompt":` and its options; `pass` is one of them unwritten"""

    name: Identifier | None
    head: Head
    first_to_act: bool
    prompt: Text | None
    options: list[Option]

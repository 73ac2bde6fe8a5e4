"""Types as written, and expressions: what has a value.

What the checker learns of an expression is kept on it, in the fields marked *checker*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.syntax.nodes.base import Node

if TYPE_CHECKING:
    from rulelang.sema.types import Type
    from rulelang.syntax.nodes.base import Identifier


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

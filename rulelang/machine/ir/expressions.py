"""Expressions of the intermediate representation: what gives a value and changes nothing, and the texts made of such values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulelang.text.source import NOWHERE, Span


@dataclass(slots=True, eq=False)
class Expr:
    """A pure expression."""


@dataclass(slots=True, eq=False)
class Const(Expr):
    """An integer, a text, or a tuple of constants."""

    value: Any


@dataclass(slots=True, eq=False)
class Variable(Expr):
    """A local variable: both its declaration and, as an expression, its value. `holds_list` where the value is a list.

    `shape` says what its values mean (`machine.world.shape`), where that is known."""

    name: str
    holds_list: bool = False
    shape: Any = None


@dataclass(slots=True, eq=False)
class Scalar(Expr):
    """A field of the game: one integer (or list) of the state."""

    name: str


@dataclass(slots=True, eq=False)
class Element(Expr):
    """A field of a thing or a player: one integer of an array of the state."""

    array: str
    index: Expr


@dataclass(slots=True, eq=False)
class Lookup(Expr):
    """An entry of a constant table."""

    table: str
    index: Expr


@dataclass(slots=True, eq=False)
class Operation(Expr):
    """An operator on integers, texts or lists: + - * // ceil % neg not and or == != < <= > >=."""

    operator: str
    operands: list[Expr]


@dataclass(slots=True, eq=False)
class Conditional(Expr):
    """`then` if the condition holds, else `otherwise`; only the one taken is evaluated."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class ListOf(Expr):
    """A list of the values."""

    items: list[Expr]


@dataclass(slots=True, eq=False)
class Contains(Expr):
    """Whether a list holds a value."""

    item: Expr
    items: Expr


@dataclass(slots=True, eq=False)
class CallRoutine(Expr):
    """A call of a routine that cannot stop at a choice."""

    routine: str
    arguments: list[Expr]


@dataclass(slots=True, eq=False)
class CallMethod(Expr):
    """A call of the body that a thing has for a method; none of them can stop at a choice."""

    method: str
    receiver: Expr
    arguments: list[Expr]


@dataclass(slots=True, eq=False)
class Possible(Expr):
    """Whether a routine, tried on a copy of the state, would run to its end or to a choice with something to choose. With a
    `receiver`, `routine` is a method."""

    routine: str
    receiver: Expr | None
    arguments: list[Expr]


@dataclass(slots=True, eq=False)
class Would(Expr):
    """Whether a condition would hold after a routine, tried on a copy. The condition is a routine of its own (`condition`),
    which is handed the variables that it needs (`values`)."""

    routine: str
    receiver: Expr | None
    arguments: list[Expr]
    condition: str
    values: list[Expr]


@dataclass(slots=True, eq=False)
class Helper(Expr):
    """A call of a function of the runtime's library (`runtime.library`); `state` says whether it is given the state first."""

    name: str
    arguments: list[Expr]
    state: bool = False


@dataclass(slots=True, eq=False)
class WalkExpr(Expr):
    """A function of a board whose way is limited: `through` tests spaces, `along` edges, each with its variable."""

    name: str
    board: str
    arguments: list[Expr]
    through: tuple[Variable, Expr] | None
    along: tuple[Variable, Expr] | None


@dataclass(slots=True, eq=False)
class Prefix(Expr):
    """A list up to the first of its values that fails the test, that one included: how far one sees along a row of spaces."""

    row: Expr
    variable: Variable
    test: Expr
    long: bool = False
    """Whether the row is known to hold something."""


@dataclass(slots=True, eq=False)
class Group(Expr):
    """The spaces at which an array has a value that are joined to the space `start` by such spaces, in any order."""

    board: str
    array: str
    start: Expr
    value: Expr


@dataclass(slots=True, eq=False)
class Let(Expr):
    """A value worked out once, by a name, for the expression `body`. Only the backend makes them, of defines of several lines."""

    variable: Variable
    value: Expr
    body: Expr


@dataclass(slots=True, eq=False)
class Present(Expr):
    """A value that must not be none; a fault of the rules otherwise. `what` says in words what was none."""

    value: Expr
    what: str
    span: Span = NOWHERE


@dataclass(slots=True, eq=False)
class ZoneContents(Expr):
    """The things in a zone of a store, top first, as a list; `raw` gives them bottom first and unsettled, for counting and
    testing."""

    store: str
    zone: Expr
    raw: bool = False


@dataclass(slots=True, eq=False)
class ZoneSize(Expr):
    """How many things lie in a zone."""

    store: str
    zone: Expr


@dataclass(slots=True, eq=False)
class TokenCount(Expr):
    """How many tokens of a sort lie in a zone."""

    store: str
    zone: Expr
    sort: Expr


@dataclass(slots=True, eq=False)
class TokenSorts(Expr):
    """The sorts of which any token lies in a zone, each once, in the order of their declarations."""

    store: str
    zone: Expr


@dataclass(slots=True, eq=False)
class Place(Expr):
    """The zone in which a thing lies."""

    store: str
    thing: Expr


@dataclass(slots=True, eq=False)
class Source:
    """One generator of a query or an option: a variable, what it ranges over, and the condition."""

    variable: Variable
    domain: Expr
    condition: Expr | None


@dataclass(slots=True, eq=False)
class QueryExpr(Expr):
    """A query. `form` is any, all, count, sum, highest, lowest, each, first, the, sorted, places.

    `all` has its claim as `result`; `any` and `count` need no result. `keys` are (expression, descending).
    """

    form: str
    result: Expr | None
    sources: list[Source]
    keys: list[tuple[Expr, bool]] = field(default_factory=list)
    ties_at_random: bool = False
    span: Span = NOWHERE
    nothing: int = -1
    """What `first` gives where there is none."""


@dataclass(slots=True, eq=False)
class Slot:
    """One value within a text: its expression, how it is shown (`machine.world.shape`), and who may read it.

    `guard` is none for everybody, ("thing", store, expression) for those who can see that thing, ("player", expression) for
    one, or ("token", store, zone) for those who see the zone, none for the chooser alone."""

    value: Expr
    shape: Any
    guard: tuple[Any, ...] | None = None


@dataclass(slots=True, eq=False)
class Template:
    """A text with values in it."""

    parts: list[str | Slot]

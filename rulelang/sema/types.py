"""The types of the language, as values.

Types are small immutable values compared by content. `describe` says a type in the author's words; messages use nothing else.
At run time everything but text and lists is a small integer: yes/no 0 and 1, members of enums, things, players and directions
their number from 0, with -1 for `none`; a `Int?` that is none is `NO_NUMBER`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.sema.symbols import EnumSymbol, KindSymbol

NO_NUMBER = -(1 << 40)
"""How `none` of type `Int?` is kept. No rule reaches it: assignments keep integers within ±2**39."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the language."""

    def describe(self) -> str:
        """The type in the author's words, without an article."""
        raise AssertionError("each type describes itself")


@dataclass(frozen=True, slots=True)
class IntType(Type):
    """`Int`, `Int 0 to 10`: bounds are those written, or known from where the value comes; none where open."""

    lowest: int | None = None
    highest: int | None = None

    def describe(self) -> str:
        return "number"


@dataclass(frozen=True, slots=True)
class BoolType(Type):
    """`Bool`"""

    def describe(self) -> str:
        return "yes/no"


@dataclass(frozen=True, slots=True)
class TextType(Type):
    """`Text`"""

    def describe(self) -> str:
        return "text"


@dataclass(frozen=True, slots=True)
class DirectionType(Type):
    """`Direction`: one of the eight ways on a grid"""

    def describe(self) -> str:
        return "direction"


@dataclass(frozen=True, slots=True)
class PlayerType(Type):
    """`Player`"""

    def describe(self) -> str:
        return "player"


@dataclass(frozen=True, slots=True)
class EnumType(Type):
    """A declared enum"""

    enum: EnumSymbol

    def describe(self) -> str:
        return self.enum.name


@dataclass(frozen=True, slots=True)
class KindType(Type):
    """A declared kind: a thing of it or of a kind that is it"""

    kind: KindSymbol

    def describe(self) -> str:
        return self.kind.name


@dataclass(frozen=True, slots=True)
class BoxType(Type):
    """The built-in zone `box`, which holds things of every kind"""

    def describe(self) -> str:
        return "box"


@dataclass(frozen=True, slots=True)
class BoardType(Type):
    """A board, which is also the list of its spaces"""

    name: str
    kind: KindSymbol
    edge_kind: KindSymbol | None

    def describe(self) -> str:
        return f"board of {self.kind.name}"


@dataclass(frozen=True, slots=True)
class OptionalType(Type):
    """`T?`"""

    base: Type

    def describe(self) -> str:
        return f"{self.base.describe()} or none"


@dataclass(frozen=True, slots=True)
class ListType(Type):
    """`list of T`; `at_most` where its size is bounded"""

    item: Type
    at_most: int | None = None

    def describe(self) -> str:
        return f"list of {self.item.describe()}"


@dataclass(frozen=True, slots=True)
class ZoneType(Type):
    """`pile of K` or `slot of K`: a place for things"""

    form: str
    kind: KindSymbol

    def describe(self) -> str:
        return f"{self.form} of {self.kind.name}"


@dataclass(frozen=True, slots=True)
class MapType(Type):
    """`map K to T`: total, over an enum, a kind or the players"""

    key: Type
    value: Type

    def describe(self) -> str:
        return f"map {self.key.describe()} to {self.value.describe()}"


@dataclass(frozen=True, slots=True)
class NoneType(Type):
    """The type of `none` before it meets an optional"""

    def describe(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class VoidType(Type):
    """What a rule without `-> T` gives"""

    def describe(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True)
class BadType(Type):
    """The type of something already reported; it fits everywhere, so one fault gives one message"""

    def describe(self) -> str:
        return "something unreadable"


INT = IntType()
BOOL = BoolType()
TEXT = TextType()
PLAYER = PlayerType()
DIRECTION = DirectionType()
BOX = BoxType()
NONE = NoneType()
VOID = VoidType()
BAD = BadType()


def without_none(type_: Type) -> Type:
    """`T` of `T?`, else the type itself."""
    return type_.base if isinstance(type_, OptionalType) else type_


def item_of(type_: Type) -> Type | None:
    """The type of what a `for each` or a query over a value of this type visits; none where it cannot be visited."""
    if isinstance(type_, ListType):
        return type_.item
    if isinstance(type_, BoardType):
        return KindType(type_.kind)
    if isinstance(type_, ZoneType):
        return KindType(type_.kind)
    return None


def is_counted(type_: Type | None) -> bool:
    """Whether things of a type, or in a zone or list of it, are tokens."""
    base = None if type_ is None else without_none(type_)
    if isinstance(base, ListType):
        return is_counted(base.item)
    return isinstance(base, KindType | ZoneType) and base.kind.root.counted

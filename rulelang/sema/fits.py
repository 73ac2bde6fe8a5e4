"""Which value may stand where: assignability, the common type of two values, what a place for things reads as.

These are relations between types alone; they know no tree, no place and no message. `BAD` fits everywhere, so what was reported
once is not reported again.
"""

from __future__ import annotations

from rulelang.sema import types
from rulelang.sema.types import Type


def value_of(type_: Type) -> Type:
    """What an expression reads as where a value is wanted: a slot is its thing or none, a pile stays a list of things."""
    if isinstance(type_, types.ZoneType) and type_.form == "slot":
        return types.OptionalType(types.KindType(type_.kind))
    return type_


def widened(type_: Type) -> Type:
    """The type of a `let`: numbers lose the bounds of the first value, a pile or board becomes a list."""
    if isinstance(type_, types.IntType):
        return types.INT
    if isinstance(type_, types.OptionalType):
        return types.OptionalType(widened(type_.base))
    if isinstance(type_, types.ListType):
        return types.ListType(widened(type_.item))
    if isinstance(type_, types.ZoneType | types.BoardType):
        item = types.item_of(type_)
        return types.ListType(item) if item is not None else type_
    return type_


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted. Bounds of numbers are looked at elsewhere."""
    if isinstance(value, types.BadType) or isinstance(wanted, types.BadType):
        return True
    if isinstance(wanted, types.OptionalType):
        if isinstance(value, types.NoneType):
            return True
        return fits(types.without_none(value), wanted.base)
    if isinstance(value, types.OptionalType | types.NoneType):
        return False
    if isinstance(value, types.IntType):
        return isinstance(wanted, types.IntType)
    if isinstance(value, types.KindType):
        return isinstance(wanted, types.KindType) and value.kind.is_a(wanted.kind)
    if isinstance(wanted, types.ListType):
        item = types.item_of(value)
        return item is not None and not (isinstance(value, types.ZoneType) and value.form == "slot") and fits(item, wanted.item)
    if isinstance(value, types.ZoneType) and isinstance(wanted, types.ZoneType):
        return value.form == wanted.form and value.kind is wanted.kind
    return value == wanted


def related(left: Type, right: Type) -> bool:
    """Whether one value of each type could be the same: kinds below one another, or types of which one fits the other."""
    left, right = types.without_none(left), types.without_none(right)
    return fits(left, right) or fits(right, left)


def join(left: Type, right: Type) -> Type | None:
    """The type of what is either of two values; none where they have nothing in common."""
    if isinstance(left, types.BadType):
        return right
    if isinstance(right, types.BadType):
        return left
    if isinstance(left, types.NoneType) and isinstance(right, types.NoneType):
        return left
    if isinstance(left, types.NoneType | types.OptionalType) or isinstance(right, types.NoneType | types.OptionalType):
        if isinstance(left, types.NoneType):
            inner: Type | None = types.without_none(right)
        elif isinstance(right, types.NoneType):
            inner = types.without_none(left)
        else:
            inner = join(types.without_none(left), types.without_none(right))
        return types.OptionalType(inner) if inner is not None and may_be_none(inner) else None
    if isinstance(left, types.IntType) and isinstance(right, types.IntType):
        lowest = None if left.lowest is None or right.lowest is None else min(left.lowest, right.lowest)
        highest = None if left.highest is None or right.highest is None else max(left.highest, right.highest)
        return types.IntType(lowest, highest)
    if isinstance(left, types.KindType) and isinstance(right, types.KindType):
        for kind in left.kind.lineage():
            if right.kind.is_a(kind):
                return types.KindType(kind)
        return None
    if left == right:
        return left
    left_item, right_item = types.item_of(left), types.item_of(right)
    if left_item is not None and right_item is not None:
        item = join(left_item, right_item)
        return types.ListType(item) if item is not None else None
    return None


def may_be_none(type_: Type) -> bool:
    """Whether `T?` exists for a type: single values of few bits, not texts, lists, maps or places."""
    return isinstance(
        type_,
        types.IntType | types.BoolType | types.PlayerType | types.EnumType | types.KindType | types.DirectionType | types.BadType,
    )


def is_identity(type_: Type) -> bool:
    """Whether values of this type are compared by `is`: things, players, members of enums, directions, none."""
    base = types.without_none(type_)
    return isinstance(base, types.PlayerType | types.EnumType | types.KindType | types.DirectionType | types.NoneType)


def outside(value: Type, wanted: Type) -> bool:
    """Whether a number can never lie within the bounds wanted."""
    value, wanted = types.without_none(value), types.without_none(wanted)
    if not isinstance(value, types.IntType) or not isinstance(wanted, types.IntType):
        return False
    too_low = value.highest is not None and wanted.lowest is not None and value.highest < wanted.lowest
    too_high = value.lowest is not None and wanted.highest is not None and value.lowest > wanted.highest
    return too_low or too_high

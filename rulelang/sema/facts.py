"""What tests have shown: which names and paths are narrower here than their declared type.

A path is anything that gives the same value when read twice with nothing done in between: a local, a field of a local or of the
game, an item, a call of a pure library function. Its key is a tuple that two spellings of the same path share. A fact maps a key
to the type that a test has shown; that a zone or list holds something is kept under a key of its own (`filled`), so that
`deck.size > 0` also shows that `top(deck)` is not none. Facts are dropped when something they read may have been written: the
checker calls `without` with the names of the fields that an assignment, a move or a called rule writes.

Names of fields, not fields: what a rule writes is worked out before types are known (`sema.writes`), by name, which can only
drop too much.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.sema import types
from rulelang.sema.symbols import BuiltinSymbol, FieldSymbol, KindSymbol, LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes

Key = tuple[object, ...]
Facts = dict[Key, Type]

ANYTHING = "anything"
"""Written by something whose writes are not known one by one; also read by a call of a define."""

CHANGING = frozenset({"holder"})
"""Library functions whose value depends on where things are."""


def key_of(expression: nodes.Expression) -> Key | None:
    """The key of a checked expression, if it is a path."""
    if isinstance(expression, nodes.Name):
        symbol = expression.symbol
        if isinstance(symbol, FieldSymbol) and not isinstance(symbol.holder, str):
            return ("field", ("this",), symbol)
        if isinstance(symbol, LocalSymbol) and symbol.role == "this":
            return ("this",)
        if isinstance(symbol, RoutineSymbol | MethodSymbol):
            return ("define", symbol)
        return ("name", symbol) if symbol is not None else None
    if isinstance(expression, nodes.Number):
        return ("number", expression.value)
    if isinstance(expression, nodes.Attribute):
        inner = key_of(expression.value)
        if inner is None or expression.symbol is None:
            return None
        word = "define" if isinstance(expression.symbol, MethodSymbol) else "field"
        return (word, inner, expression.symbol)
    if isinstance(expression, nodes.Item):
        keys = [key_of(expression.value), *(key_of(k) for k in expression.keys)]
        return ("item", *keys) if None not in keys else None
    if isinstance(expression, nodes.Call):
        if expression.symbol is None or expression.through is not None or expression.along is not None:
            return None
        if isinstance(expression.symbol, BuiltinSymbol):
            head: Key = ("call", expression.symbol)
        elif isinstance(expression.symbol, RoutineSymbol | MethodSymbol) and expression.symbol.form == "define":
            inner = key_of(expression.function.value) if isinstance(expression.function, nodes.Attribute) else ()
            if inner is None:
                return None
            head = ("define", expression.symbol, inner)
        else:
            return None
        arguments = [key_of(a) for a in expression.arguments]
        return (*head, *arguments) if None not in arguments else None
    return None


def _parts(key: object) -> Iterator[object]:
    if isinstance(key, tuple):
        for part in key:
            yield from _parts(part)
    else:
        yield key


def reads(key: Key, names: frozenset[str]) -> bool:
    """Whether a path depends on one of the names written (`ANYTHING` stands for all that is not a local)."""
    for part in _parts(key):
        if isinstance(part, LocalSymbol):
            if part.name in names:
                return True
        elif isinstance(part, FieldSymbol):
            zone = isinstance(part.type, types.ZoneType)
            if part.name in names or ANYTHING in names or (zone and "move" in names):
                return True
        elif isinstance(part, BuiltinSymbol):
            if part.name in names or (part.name in CHANGING and "move" in names):
                return True
        elif part == "define" and names:
            return True
    return False


def without(facts: Facts, names: frozenset[str]) -> Facts:
    """The facts that still hold after something of these names was written."""
    if not names or not facts:
        return facts
    return {key: type_ for key, type_ in facts.items() if not reads(key, names)}


def both(left: Facts, right: Facts) -> Facts:
    """What holds on either of two ways."""
    return {key: type_ for key, type_ in left.items() if right.get(key) == type_}


def narrowed(expression: nodes.Expression, type_: Type) -> Facts:
    """The fact that an expression has a type; nothing where it is no path."""
    key = key_of(expression)
    return {key: type_} if key is not None else {}


def of_condition(condition: nodes.Expression, truth: bool) -> Facts:
    """What a checked condition shows when it is true, or when it is false."""
    if isinstance(condition, nodes.Not):
        return of_condition(condition.operand, not truth)
    if isinstance(condition, nodes.Logical):
        left = of_condition(condition.left, truth)
        right = of_condition(condition.right, truth)
        if (condition.operator == "and") is truth:
            return {**left, **right}
        return both(left, right)
    if isinstance(condition, nodes.Comparison):
        return _of_comparison(condition, truth)
    return {}


def filled(expression: nodes.Expression) -> Key | None:
    """The key under which it is kept that a zone or list holds something."""
    key = key_of(expression)
    return ("filled", key) if key is not None else None


_SHOWS_SOMETHING = {
    (">", 0): True,
    (">=", 1): True,
    ("!=", 0): True,
    ("==", 0): False,
    ("<", 1): False,
    ("<=", 0): False,
}
"""Comparisons of a size that show, when true or when false, that there is something."""


def _of_size(condition: nodes.Comparison, truth: bool) -> Facts:
    """What `xs.size > 0` and its kin show."""
    size, number = condition.left, condition.right
    if not isinstance(size, nodes.Attribute) or size.name.text != "size" or not isinstance(number, nodes.Number):
        return {}
    key = filled(size.value)
    when = _SHOWS_SOMETHING.get((condition.operator, number.value))
    if condition.operator in (">", ">=", "==") and number.value > 0:
        when = True
    return {key: types.BOOL} if key is not None and when is truth else {}


def _of_comparison(condition: nodes.Comparison, truth: bool) -> Facts:
    left, right = condition.left, condition.right
    if left.type is None or right.type is None:
        return {}
    if condition.operator not in ("is", "is not", "in", "not in"):
        return _of_size(condition, truth)
    if condition.operator in ("is not", "not in"):
        truth = not truth
    left_type = _value(left.type)
    if condition.operator in ("is", "is not"):
        if isinstance(right, nodes.NoneLiteral):
            return {} if truth else _shown(left, types.without_none(left_type), left_type)
        kind = kind_named(right)
        if kind is not None:
            return _shown(left, kind, left_type) if truth else {}
        if isinstance(left, nodes.NoneLiteral):
            right_type = _value(right.type)
            return {} if truth else _shown(right, types.without_none(right_type), right_type)
        if truth:
            right_type = _value(right.type)
            found: Facts = {}
            if not isinstance(right_type, types.OptionalType | types.NoneType):
                found.update(_shown(left, _narrower(types.without_none(left_type), right_type), left_type))
            if not isinstance(left_type, types.OptionalType | types.NoneType):
                found.update(_shown(right, _narrower(types.without_none(right_type), left_type), right_type))
            return found
    if condition.operator in ("in", "not in") and truth:
        key = filled(right)
        shown: Facts = {key: types.BOOL} if key is not None else {}
        if isinstance(left_type, types.OptionalType) and not isinstance(types.item_of(right.type), types.OptionalType):
            shown.update(_shown(left, left_type.base, left_type))
        return shown
    return {}


def _value(type_: Type) -> Type:
    if isinstance(type_, types.ZoneType) and type_.form == "slot":
        return types.OptionalType(types.KindType(type_.kind))
    return type_


def _narrower(left: Type, right: Type) -> Type:
    if isinstance(left, types.KindType) and isinstance(right, types.KindType) and right.kind.is_a(left.kind):
        return right
    return left


def _shown(expression: nodes.Expression, type_: Type, before: Type) -> Facts:
    return narrowed(expression, type_) if type_ != before and not isinstance(type_, types.BadType) else {}


def kind_named(expression: nodes.Expression) -> Type | None:
    """The kind that a bare kind's name tests for, after `is`."""
    if isinstance(expression, nodes.Name) and isinstance(expression.type, types.ListType):
        if isinstance(expression.symbol, KindSymbol):
            return types.KindType(expression.symbol)
    return None

"""Walking the IR: the expressions of an expression or statement, the statements within statements, the variables used.

Written once here from the classes' own fields, so that a pass that only looks for something does not have to know every
construct. Most of the time that compiling takes is spent on such walks, so what can be known of a class is asked once: which of
its fields can hold IR at all, by their annotations. Constants, shapes, names and places hold none, however long they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from rulelang.machine import ir

Part = TypeVar("Part")

_HOLDS = re.compile(r"\b(?:Expr|Variable|Source|Slot|Template|Stmt|Alternative)\b|tuple\[Any")
"""How a field is annotated that can hold IR; the one of `tuple[Any, ...]` is the guard of a slot."""

_NOTHING, _PART, _SEVERAL = 0, 1, 2


class _Kinds(dict[type, int]):
    """For each class of Python: whether its objects are IR, may hold several in a row, or are neither."""

    def __missing__(self, cls: type) -> int:
        found = _NOTHING
        if issubclass(cls, (ir.Expr, ir.Stmt, ir.Source, ir.Template, ir.Slot, ir.Alternative)):
            found = _PART
        elif issubclass(cls, (list, tuple)) and not hasattr(cls, "_fields"):
            # What has named fields is a place.
            found = _SEVERAL
        self[cls] = found
        return found


class _Names(dict[Any, tuple[str, ...]]):
    """For each class of the IR: the names of the fields that can hold IR."""

    def __missing__(self, cls: Any) -> tuple[str, ...]:
        found = self[cls] = tuple(f.name for f in fields(cls) if _HOLDS.search(str(f.type)) is not None)
        return found


class _Plain(dict[Any, tuple[str, ...]]):
    """For each class of the IR: the names of its other fields."""

    def __missing__(self, cls: Any) -> tuple[str, ...]:
        found = self[cls] = tuple(f.name for f in fields(cls) if f.name not in _NAMES[cls])
        return found


_KINDS = _Kinds()
_NAMES = _Names()
_PLAIN = _Plain()


def parts(item: Any) -> list[Any]:
    """The IR objects directly inside an IR object, a list or a tuple."""
    found: list[Any] = []
    if _KINDS[item.__class__] == _SEVERAL:
        _add(found, item)
        return found
    for name in _NAMES[item.__class__]:
        value = getattr(item, name)
        kind = _KINDS[value.__class__]
        if kind == _PART:
            found.append(value)
        elif kind == _SEVERAL:
            _add(found, value)
    return found


def _add(found: list[Any], row: Any) -> None:
    for value in row:
        kind = _KINDS[value.__class__]
        if kind == _PART:
            found.append(value)
        elif kind == _SEVERAL:
            _add(found, value)


def everything(item: Any) -> Iterator[Any]:
    """An IR object and all inside it, outermost first."""
    pending = [item]
    while pending:
        current = pending.pop()
        if _KINDS[current.__class__] != _SEVERAL:
            yield current
        inner = parts(current)
        inner.reverse()
        pending += inner


def queries_deep(part: Any) -> int:
    """How many queries stand within one another in a part, at its deepest."""
    below = max(map(queries_deep, parts(part)), default=0)
    return below + isinstance(part, ir.QueryExpr)


def rebuilt(item: Part, change: Callable[[Any], Any]) -> Part:
    """A copy of an expression in which each part is what `change` makes of it, innermost first. Variables that are given their
    value inside stay the same unless they are changed."""
    found: Part = _rebuilt(item, change)
    return found


def _rebuilt(item: Any, change: Callable[[Any], Any]) -> Any:
    kind = _KINDS[item.__class__]
    if kind == _SEVERAL:
        return among(item, partial(_rebuilt, change=change))
    if kind == _NOTHING or isinstance(item, (ir.Stmt, ir.Alternative)):
        return item
    if isinstance(item, (ir.Variable, ir.Const)):
        return change(item)
    copy = copied(item, partial(_rebuilt, change=change))
    return change(copy) if isinstance(copy, ir.Expr) else copy


def copied(item: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of an IR object; each of its fields that holds IR is what `change` makes of it, be it a part or several in a row."""
    cls = item.__class__
    copy = object.__new__(cls)
    for name in _PLAIN[cls]:
        setattr(copy, name, getattr(item, name))
    for name in _NAMES[cls]:
        value = getattr(item, name)
        setattr(copy, name, change(value) if _KINDS[value.__class__] else value)
    return copy


def changed(item: Any, change: Callable[[Any], Any]) -> None:
    """Let each field of an IR object that holds IR be what `change` makes of it, in place."""
    for name in _NAMES[item.__class__]:
        value = getattr(item, name)
        if _KINDS[value.__class__]:
            setattr(item, name, change(value))


def among(row: Any, change: Callable[[Any], Any]) -> Any:
    """A list or tuple in which each part is what `change` makes of it."""
    parts = [change(part) if _KINDS[part.__class__] else part for part in row]
    return parts if row.__class__ is list else tuple(parts)


def is_row(item: Any) -> bool:
    """Whether something is a list or a tuple, which may hold parts."""
    return _KINDS[item.__class__] == _SEVERAL


def variables(item: Any) -> set[ir.Variable]:
    """All variables that occur."""
    return set(occurring(item))


def occurring(item: Any) -> list[ir.Variable]:
    """All variables that occur, each once, in the order in which they do: a set of them has another order in each run."""
    return list(dict.fromkeys(found for found in everything(item) if isinstance(found, ir.Variable)))


def arrays(item: Any) -> set[str]:
    """All arrays of the state that are read or written."""
    names: set[str] = set()
    for found in everything(item):
        if isinstance(found, ir.Element | ir.SetElement | ir.Increase | ir.Group):
            names.add(found.array)
        elif isinstance(found, ir.Place):
            names.add(f"{found.store}_at")
        elif isinstance(found, ir.ZoneContents | ir.ZoneSize):
            names.add(f"{found.store}_zones")
        elif isinstance(found, ir.TokenCount | ir.TokenSorts):
            names.add(f"{found.store}_counts")
    return names


def defined(item: Any) -> set[ir.Variable]:
    """All variables that are given their value inside."""
    found: set[ir.Variable] = set()
    for inner in everything(item):
        match inner:
            case ir.SetVariable(variable=variable) | ir.ForIn(variable=variable) | ir.Source(variable=variable):
                found.add(variable)
            case ir.Let(variable=variable) | ir.Prefix(variable=variable):
                found.add(variable)
            case ir.RollDice(variable=variable) | ir.PickRandom(variable=variable):
                found.add(variable)
            case ir.LookAt(saved=variable):
                found.add(variable)
            case ir.DrawThings(variable=ir.Variable() as variable):
                found.add(variable)
            case ir.Call(result=ir.Variable() as variable):
                found.add(variable)
            case ir.WalkExpr(through=through, along=along):
                found.update(walk[0] for walk in (through, along) if walk is not None)
    return found

"""Puts defines where they are called.

A define costs a Python call each time it is used, and what is asked of its value cannot go inward. So every define without loops
is made one expression (`as_expression`): its `let`s are names within it, its `if`s and arms are conditions. A small one, or one
that is called from few places, then stands in the place of its calls, and what is asked of it is simplified (`backend.fusion`).
What may meet a fault of the rules stays where it is, unless it is small, so that the fault is told at its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.backend.fusion import Fusion, faultless, fresh, substituted
from rulelang.machine import ir
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import Part, among, changed, copied, everything, is_row, parts

SMALL = 30
"""A define with so many parts stands in the place of every call."""
LARGEST = 150
"""A define with more parts than this stays a function."""
LARGEST_ONCE = 400
"""Unless it is called from one place only, and has no more than so many."""
DEEPEST = 5
"""So does one of more loops within one another: CPython allows twenty."""
CALLED = 6
"""One that is not small and called from more places than this stays a function."""


def inlined(lowered: Lowered) -> None:
    """Replace calls of defines in all routines, in place."""
    rewriter = _Rewriter(lowered)
    for routine in lowered.routines.values():
        rewriter.prepare(routine)
    for routine in lowered.routines.values():
        if routine.name not in rewriter.values:
            routine.body = rewriter.rewrite(routine.body)
    if lowered.sheet is not None:
        for line in lowered.sheet.lines:
            line.value = rewriter.rewrite(line.value)
            line.condition = None if line.condition is None else rewriter.rewrite(line.condition)
        lowered.sheet.ranks = [(most, rewriter.rewrite(value)) for most, value in lowered.sheet.ranks]
    lowered.always = [(text, rewriter.rewrite(condition)) for text, condition in lowered.always]


def as_expression(body: list[ir.Stmt], taken: frozenset[ir.Variable] = frozenset()) -> ir.Expr | None:
    """A pure body as one expression; none if it has loops, gives a name a value twice, or would have to be written twice."""
    if not body:
        return None
    first, rest = body[0], body[1:]
    match first:
        case ir.Return(value):
            return value
        case ir.SetVariable(variable, value) if variable not in taken:
            inner = as_expression(rest, taken | {variable})
            return None if inner is None else ir.Let(variable, value, inner)
        case ir.Branch(condition, then, otherwise):
            if not otherwise and not rest:
                # The last arm of a match: all values have one.
                return as_expression(then, taken)
            if rest and not (_returns(then) or _returns(otherwise)):
                return None
            one = as_expression(then if _returns(then) else [*then, *rest], taken)
            other = as_expression(otherwise if _returns(otherwise) else [*otherwise, *rest], taken)
            return None if one is None or other is None else ir.Conditional(condition, one, other)
    return None


def _returns(body: list[ir.Stmt]) -> bool:
    """Whether a body gives a value whatever happens."""
    match body[-1] if body else None:
        case ir.Return():
            return True
        case ir.Branch(_, then, otherwise):
            return _returns(then) and _returns(otherwise)
    return False


def depth(expr: Any) -> int:
    """How many loops an expression is within one another."""
    inner = max((depth(part) for part in parts(expr)), default=0)
    if isinstance(expr, ir.QueryExpr):
        return inner + len(expr.sources)
    return inner + (1 if isinstance(expr, ir.Prefix) else 0)


def size(expr: ir.Expr) -> int:
    """How many parts an expression has."""
    return sum(1 for _ in everything(expr))


class _Rewriter:
    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        self.fusion = Fusion(lowered.world)
        self.values: dict[str, ir.Expr] = {}
        """The expression that each define is, calls in it replaced."""
        self.open: set[str] = set()
        places: list[Any] = [routine.body for routine in lowered.routines.values()]
        places.extend(condition for _, condition in lowered.always)
        if lowered.sheet is not None:
            places.extend([line.value, line.condition or []] for line in lowered.sheet.lines)
        self.among: dict[ir.Variable, tuple[int, ...]] = {}
        """Which things a variable goes through, where that is known."""
        for found in everything(places):
            if isinstance(found, ir.Source) and isinstance(found.domain, ir.Const) and isinstance(found.domain.value, tuple):
                self.among[found.variable] = found.domain.value
            elif isinstance(found, ir.ForIn) and isinstance(found.items, ir.Const) and isinstance(found.items.value, tuple):
                self.among[found.variable] = found.items.value
        self.calls: dict[str, int] = {}
        for called in self._calls(places):
            self.calls[called] = self.calls.get(called, 0) + 1

    def _calls(self, places: list[Any]) -> Iterator[str]:
        for found in everything(places):
            if isinstance(found, ir.CallMethod):
                found = self.decided(found)
            if isinstance(found, ir.CallRoutine):
                yield found.routine

    def prepare(self, routine: ir.Routine) -> ir.Expr | None:
        """The expression that a define is; none if it is none, or calls itself."""
        if routine.name in self.values:
            return self.values[routine.name]
        if routine.suspends or routine.name in self.open:
            return None
        value = as_expression(routine.body)
        if value is None:
            return None
        self.open.add(routine.name)
        value = self.rewrite(value)
        self.open.discard(routine.name)
        routine.body = [ir.Return(value, span=routine.body[-1].span)]
        self.values[routine.name] = value
        return value

    def rewrite(self, item: Part) -> Part:
        """The item with calls replaced; statements are changed in place, expressions are made anew."""
        found: Part = self._rewritten(item)
        return found

    def _rewritten(self, item: Any) -> Any:
        if is_row(item):
            return among(item, self._rewritten)
        if isinstance(item, (ir.Variable, ir.Const)):
            return item
        if isinstance(item, (ir.Expr, ir.Source, ir.Template, ir.Slot)):
            copy = copied(item, self._rewritten)
            if isinstance(copy, ir.CallMethod):
                copy = self.decided(copy)
            if isinstance(copy, ir.CallRoutine):
                return self.replaced(copy)
            return self.fusion.one(copy) if isinstance(copy, ir.Expr) else copy
        if isinstance(item, (ir.Stmt, ir.Alternative)):
            changed(item, self._rewritten)
        return item

    def decided(self, call: ir.CallMethod) -> ir.CallMethod | ir.CallRoutine:
        """The call of a define that all things in question have in common, as one of that define; any other as it is."""
        routines = self.lowered.methods[call.method].routines
        among = self.among.get(call.receiver) if isinstance(call.receiver, ir.Variable) else None
        names = set(routines) - {None} if among is None else {routines[thing] for thing in among}
        if len(names) != 1 or None in names:
            return call
        return ir.CallRoutine(str(names.pop()), [call.receiver, *call.arguments])

    def replaced(self, call: ir.CallRoutine) -> ir.Expr:
        """The body of the called define with its arguments in place; the call itself where that is not wanted."""
        routine = self.lowered.routines[call.routine]
        value = self.prepare(routine)
        if value is None:
            return call
        whole = size(value)
        called = self.calls.get(call.routine, 0)
        if whole > SMALL and (whole > (LARGEST if called > 1 else LARGEST_ONCE) or called > CALLED or not faultless(value)):
            return call
        if depth(value) > DEEPEST:
            return call
        value = fresh(value)
        names: list[tuple[ir.Variable, ir.Expr]] = []
        given: dict[ir.Variable, ir.Expr] = {}
        for parameter, argument in zip(routine.parameters, call.arguments, strict=True):
            if isinstance(argument, ir.Variable | ir.Const):
                given[parameter] = argument
            else:
                given[parameter] = name = ir.Variable(parameter.name, parameter.holds_list, parameter.shape)
                names.append((name, argument))
        value = self.fusion.all(substituted(value, given))
        for name, argument in reversed(names):
            value = self.fusion.one(ir.Let(name, argument, value))
        return value

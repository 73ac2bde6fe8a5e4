"""Puts small pure routines where they are called.

A define of one expression costs a Python call each time it is used. Where its parameters are used at most once, or what is
handed over is a variable or a constant, the expression itself can stand at the place of the call, and with constants it may
fold away altogether."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rulelang.machine import ir
from rulelang.machine.fold import fold
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import everything

LARGEST = 30
"""A define with more parts than this stays a function."""


def inlined(lowered: Lowered) -> None:
    """Replace calls of small defines in all routines, in place."""
    small = {
        routine.name: routine
        for routine in lowered.routines.values()
        if not routine.suspends and len(routine.body) == 1 and isinstance(routine.body[0], ir.Return) and _fits(routine)
    }
    recursive = {name for name, routine in small.items() if _reaches(name, routine, small, set())}
    for name in recursive:
        del small[name]
    rewriter = _Rewriter(small, lowered)
    for routine in lowered.routines.values():
        routine.body = rewriter.rewrite(routine.body)
    if lowered.sheet is not None:
        for line in lowered.sheet.lines:
            line.value = rewriter.rewrite(line.value)
            line.condition = None if line.condition is None else rewriter.rewrite(line.condition)
        lowered.sheet.ranks = [(most, rewriter.rewrite(value)) for most, value in lowered.sheet.ranks]
    lowered.always = [(text, rewriter.rewrite(condition)) for text, condition in lowered.always]


def _fits(routine: ir.Routine) -> bool:
    statement = routine.body[0]
    assert isinstance(statement, ir.Return)
    return statement.value is not None and sum(1 for _ in everything(statement.value)) <= LARGEST


def _reaches(name: str, routine: ir.Routine, small: dict[str, ir.Routine], seen: set[str]) -> bool:
    for found in everything(routine.body):
        if isinstance(found, ir.CallRoutine):
            if found.routine == name:
                return True
            if found.routine in small and found.routine not in seen:
                seen.add(found.routine)
                if _reaches(name, small[found.routine], small, seen):
                    return True
    return False


class _Rewriter:
    def __init__(self, small: dict[str, ir.Routine], lowered: Lowered) -> None:
        self.small = small
        self.lowered = lowered

    def rewrite(self, item: Any) -> Any:
        """The item with calls replaced; statements are changed in place, expressions are made anew."""
        if isinstance(item, list):
            return [self.rewrite(i) for i in item]
        if isinstance(item, tuple) and not hasattr(item, "_fields"):
            return tuple(self.rewrite(i) for i in item)
        if isinstance(item, ir.Variable | ir.Const):
            return item
        if isinstance(item, ir.Expr | ir.Source | ir.Template | ir.Slot):
            copy = object.__new__(type(item))
            for f in fields(item):
                setattr(copy, f.name, self.rewrite(getattr(item, f.name)))
            if isinstance(copy, ir.CallRoutine) and copy.routine in self.small:
                replaced = self.replaced(copy)
                return copy if replaced is None else replaced
            return copy
        if isinstance(item, ir.Stmt | ir.Alternative):
            for f in fields(item):
                if f.name not in ("node", "span"):
                    setattr(item, f.name, self.rewrite(getattr(item, f.name)))
        return item

    def replaced(self, call: ir.CallRoutine) -> ir.Expr | None:
        """The body of the called define with its arguments in place; none if an argument would be worked out twice."""
        routine = self.small[call.routine]
        statement = routine.body[0]
        assert isinstance(statement, ir.Return) and statement.value is not None
        uses = dict.fromkeys(routine.parameters, 0)
        inner_variables = False
        for found in everything(statement.value):
            if isinstance(found, ir.Variable) and found in uses:
                uses[found] += 1
            if isinstance(found, ir.Source | ir.WalkExpr):
                inner_variables = True
        values: dict[ir.Variable, ir.Expr] = {}
        for parameter, argument in zip(routine.parameters, call.arguments, strict=True):
            simple = isinstance(argument, ir.Variable | ir.Const)
            # Inside a query an argument would be worked out once for each pass.
            if not simple and (uses[parameter] > 1 or (uses[parameter] == 1 and inner_variables)):
                return None
            values[parameter] = argument
        return fold(self.rewrite(self._fresh(statement.value, values)), self.lowered.world)

    def _fresh(self, expr: Any, values: dict[ir.Variable, ir.Expr]) -> Any:
        """A copy with the parameters replaced and all inner variables new."""
        if isinstance(expr, ir.Variable):
            return values.setdefault(expr, ir.Variable(expr.name, expr.holds_list))
        if isinstance(expr, ir.Const):
            return expr
        if isinstance(expr, list):
            return [self._fresh(e, values) for e in expr]
        if isinstance(expr, tuple) and not hasattr(expr, "_fields"):
            return tuple(self._fresh(e, values) for e in expr)
        if isinstance(expr, ir.Expr | ir.Source):
            copy = object.__new__(type(expr))
            for f in fields(expr):
                setattr(copy, f.name, self._fresh(getattr(expr, f.name), values))
            return copy if isinstance(copy, ir.Source) else fold(copy, self.lowered.world)
        return expr

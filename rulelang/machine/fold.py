"""Folding: what is known before play is worked out while compiling.

An operation whose operands are constants becomes its result, `and` and `or` lose what cannot matter, a query over constants
becomes a list, and of a condition on the things of a constant list the parts that need no state are applied at once. So rules
may ask freely for what never changes, and the code for play holds only what may."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.machine import evaluate, ir, library
from rulelang.machine.walk import defined, everything, variables
from rulelang.machine.world import World
from rulelang.sema.types import NO_NUMBER, IntType, OptionalType, Type


def none_of(type_: Type | None) -> int:
    """How `none` is kept where a type is wanted."""
    base = type_.base if isinstance(type_, OptionalType) else type_
    return NO_NUMBER if isinstance(base, IntType) else -1


def negation(expr: ir.Expr) -> ir.Expr:
    """The opposite of a condition."""
    match expr:
        case ir.Operation("==", operands):
            return ir.Operation("!=", operands)
        case ir.Operation("!=", operands):
            return ir.Operation("==", operands)
    return ir.Operation("not", [expr])


def plus(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A sum, folded where it can be."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(left.value + right.value)
    if isinstance(left, ir.Const) and left.value == 0:
        return right
    if isinstance(right, ir.Const) and right.value == 0:
        return left
    return ir.Operation("+", [left, right])


class Tables:
    """The evaluator's view of a world for folding: tables and boards, no routines."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def tables(self) -> Mapping[str, Any]:
        """The world's tables."""
        return self.world.tables

    @property
    def boards(self) -> Mapping[str, library.BoardTable]:
        """The world's boards."""
        return self.world.boards

    def routine(self, name: str) -> ir.Routine:
        raise KeyError(name)

    def method(self, name: str) -> ir.Method:
        raise KeyError(name)


FOLDED_LIST = 4000
"""A list longer than this is not folded into the code."""


def fold(expr: ir.Expr, world: World) -> ir.Expr:
    """The constant that an expression is, if all its operands are; simpler forms of `and`, `or`, `not` and `if`."""
    match expr:
        case ir.Operation("and" | "or" as word, operands):
            absorbing = word == "or"
            kept: list[ir.Expr] = []
            for operand in operands:
                if isinstance(operand, ir.Const):
                    if bool(operand.value) == absorbing:
                        if not kept:
                            return ir.Const(int(absorbing))
                        kept.append(ir.Const(int(absorbing)))
                        break
                    continue
                kept.append(operand)
            if not kept:
                return ir.Const(int(not absorbing))
            return kept[0] if len(kept) == 1 else ir.Operation(word, kept)
        case ir.Conditional(ir.Const(value), then, otherwise):
            return then if value else otherwise
        case ir.Operation(_, operands) if not all(isinstance(o, ir.Const) for o in operands):
            return expr
        case ir.Lookup(_, index) if not isinstance(index, ir.Const):
            return expr
        case ir.ListOf(items) if not all(isinstance(i, ir.Const) for i in items):
            return expr
        case ir.Helper(name, arguments):
            if name not in evaluate.HELPERS or not all(isinstance(a, ir.Const) for a in arguments):
                return expr
        case ir.Contains(item, items):
            if not (isinstance(item, ir.Const) and isinstance(items, ir.Const)):
                return expr
        case ir.Present(ir.Const()) | ir.Operation() | ir.Lookup() | ir.ListOf():
            pass
        case ir.WalkExpr(arguments=arguments, through=None, along=None):
            if not all(isinstance(a, ir.Const) for a in arguments):
                return expr
        case ir.QueryExpr():
            if not closed(expr):
                return expr
        case _:
            return expr
    try:
        value = evaluate.Evaluator(Tables(world)).value(expr, {})
    except (library.Fault, KeyError, IndexError, TypeError):
        return expr
    if isinstance(value, (list, range, tuple)):
        value = tuple(value)
        if len(value) > FOLDED_LIST:
            return expr
    elif isinstance(value, bool):
        value = int(value)
    return ir.Const(value)


def closed(expr: ir.Expr) -> bool:
    """Whether an expression needs neither state nor variables from outside, nor calls."""
    return stateless(expr) and variables(expr) <= defined(expr)


STATEFUL = (
    *(ir.Scalar, ir.Element, ir.ZoneContents, ir.ZoneSize, ir.TokenCount, ir.TokenSorts, ir.Place),
    *(ir.CallRoutine, ir.CallMethod, ir.WalkExpr, ir.Group, ir.Possible, ir.Would),
)
"""What reads the state, or may."""


def stateless(expr: Any) -> bool:
    """Whether the value of an expression depends on its variables alone."""
    for item in everything(expr):
        if isinstance(item, STATEFUL) or (isinstance(item, ir.QueryExpr) and item.ties_at_random):
            return False
        if isinstance(item, ir.Helper) and item.name not in evaluate.HELPERS:
            return False
        if not isinstance(item, ir.Expr | ir.Source | list):
            return False
    return True


def filtered(source: ir.Source, world: World) -> ir.Source:
    """A generator with those of its conditions applied at once that depend on nothing but the value, if the domain is
    constant."""
    if not isinstance(source.domain, ir.Const) or source.condition is None:
        return source
    condition = source.condition
    operands = condition.operands if isinstance(condition, ir.Operation) and condition.operator == "and" else [condition]
    left: list[ir.Expr] = []
    domain = list(source.domain.value)
    for operand in operands:
        static = closed(ir.QueryExpr("each", None, [ir.Source(source.variable, source.domain, operand)]))
        if static and variables(operand) <= {source.variable}:
            evaluator = evaluate.Evaluator(Tables(world))
            try:
                domain = [v for v in domain if evaluator.value(operand, {source.variable: v})]
            except library.Fault:
                left.append(operand)
        else:
            left.append(operand)
    rest = None if not left else left[0] if len(left) == 1 else ir.Operation("and", left)
    return ir.Source(source.variable, ir.Const(tuple(domain)), rest)

"""The lines of a total as a roll tells them, also of one that a variant has replaced.

A replaced total is a value and no longer a list of lines: `original(p, t) + 1`. Yet who rolls wants to read the same lines as
before, and one more. So the value is taken apart where it is a sum: of each total in it the lines are told, times what it is
multiplied by, and all the rest is one line, under the title of the variant. A value that is no sum of totals, such as the larger
of two, is told as one number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.machine import ir
from rulelang.machine.reading import called
from rulelang.machine.texts import template_of
from rulelang.sema.symbols import RoutineSymbol
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.machine.choices import Choices


@dataclass(slots=True, eq=False)
class ScoreLine:
    """A line of a bill: its label, its value and condition, and the generator of a family of lines."""

    label: ir.Template
    items: tuple[ir.Variable, ir.Expr] | None
    value: ir.Expr
    condition: ir.Expr | None


@dataclass(slots=True, eq=False)
class Bill:
    """The lines of a total and its parameters."""

    parameters: list[ir.Variable]
    lines: list[ScoreLine]


@dataclass(frozen=True, slots=True)
class _Term:
    """A term of a sum: what it is, whether it is subtracted, and what it is multiplied by."""

    node: nodes.Expression
    negative: bool
    factors: tuple[nodes.Expression, ...]


def itemised(symbol: object) -> bool:
    """Whether a routine is a total, or a sum with a total in it that stands in for one."""
    if not isinstance(symbol, RoutineSymbol):
        return False
    if isinstance(symbol.node, nodes.Total):
        return True
    return any(_total(term.node) for term in _terms_of(symbol))


def bill(body: Choices, symbol: RoutineSymbol) -> Bill:
    """The lines of something `itemised`, in a body of its own."""
    parameters = [body.declare(p) for p in symbol.parameters]
    return Bill(parameters, list(_lines(body, symbol)))


def score_line(body: Choices, line: nodes.ScoreLine) -> ScoreLine:
    """One line as it is written."""
    items = None if line.head is None else body.head_items(line.head)
    condition = None if line.condition is None else body.lower(line.condition)
    return ScoreLine(template_of(body, line.label), items, body.scalar(line.value), condition)


def _lines(body: Choices, symbol: RoutineSymbol) -> Iterator[ScoreLine]:
    if isinstance(symbol.node, nodes.Total):
        yield from (score_line(body, line) for line in symbol.node.all_lines)
        return
    rest: list[ir.Expr] = []
    for term in _terms_of(symbol):
        total = _total(term.node)
        factors = [body.scalar(factor) for factor in term.factors]
        if total is None:
            rest.append(_times(body.scalar(term.node), term.negative, factors))
            continue
        written = term.node.arguments if isinstance(term.node, nodes.Call) else []
        given = [body.bounded(a, p.type) for a, p in zip(written, total.parameters, strict=True)]
        body.variables.update(zip(total.parameters, given, strict=True))
        for line in _lines(body, total):
            line.value = _times(line.value, term.negative, factors)
            yield line
    if rest:
        value = rest[0]
        for more in rest[1:]:
            value = ir.Operation("+", [value, more])
        yield ScoreLine(ir.Template([_title(body, symbol)]), None, value, None)


def _times(value: ir.Expr, negative: bool, factors: list[ir.Expr]) -> ir.Expr:
    for factor in factors:
        value = ir.Operation("*", [value, factor])
    return ir.Operation("-", [ir.Const(0), value]) if negative else value


def _title(body: Choices, symbol: RoutineSymbol) -> str:
    """What the rest of a sum is called: the variant that says it."""
    variants = (v for v in body.world.model.variants if v.span.file == symbol.span.file)
    return next((v.title or v.name.text.replace("_", " ") for v in variants), symbol.name.replace("_", " "))


# ------------------------------------------------------------------------------------------------------------ sums


def _total(node: nodes.Expression) -> RoutineSymbol | None:
    """The total that a term is, told line by line."""
    if not isinstance(node, nodes.Call | nodes.Name):
        return None
    symbol = called(node) if isinstance(node, nodes.Call) else node.symbol
    return symbol if isinstance(symbol, RoutineSymbol) and itemised(symbol) else None


def _terms_of(symbol: RoutineSymbol) -> list[_Term]:
    """The terms of what a replaced total is now; none where it is worked out in more than a line."""
    if symbol.original is None:
        return []
    value = symbol.value
    body = [s for s in symbol.body or [] if not isinstance(s, nodes.DocLine)]
    if value is None and len(body) == 1 and isinstance(body[0], nodes.Return):
        value = body[0].value
    return list(_spread(value, False, ())) if value is not None else []


def _spread(node: nodes.Expression, negative: bool, factors: tuple[nodes.Expression, ...]) -> Iterator[_Term]:
    match node:
        case nodes.Arithmetic(operator="+" | "-" as operator, left=left, right=right):
            yield from _spread(left, negative, factors)
            yield from _spread(right, negative != (operator == "-"), factors)
        case nodes.Negate(operand=operand):
            yield from _spread(operand, not negative, factors)
        case nodes.Arithmetic(operator="*", left=left, right=right):
            for sum_, factor in ((left, right), (right, left)):
                inside = list(_spread(sum_, negative, (*factors, factor)))
                if any(_total(term.node) for term in inside):
                    yield from inside
                    return
            yield _Term(node, negative, factors)
        case _:
            yield _Term(node, negative, factors)

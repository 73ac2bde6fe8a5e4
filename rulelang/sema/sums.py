"""Checking itemised sums: `total modifier(v, t):` and all lines that were added to it.

A total is a define whose value is put together from its lines: each counts where its `when` holds, a line `for each` once for
each of its list. So all that works on a define works on a total.
"""

from __future__ import annotations

from rulelang.sema import expressions, queries, types
from rulelang.sema.context import Body, Game
from rulelang.sema.symbols import RoutineSymbol
from rulelang.syntax import nodes
from rulelang.text.source import Span


def check(game: Game, routine: RoutineSymbol, total: nodes.Total) -> None:
    """Check the lines of a total, and put its value together."""
    terms = _group(game, routine, [p.name for p in routine.parameters], total.lines)
    for change in total.added:
        terms += _group(game, routine, [p.name.text for p in change.parameters or []], change.lines)
    routine.value = _sum(terms, total.span)


def _group(game: Game, routine: RoutineSymbol, names: list[str], written: list[nodes.ScoreLine]) -> list[nodes.Expression]:
    body = Body(game, routine, effects=routine.effects, pure="a total")
    for name, parameter in zip(names, routine.parameters, strict=True):
        if name == parameter.name:
            body.admit(parameter)
        else:
            body.scopes[0][name] = parameter
    terms: list[nodes.Expression] = []
    for line in written:
        with body.scope(), body.believing({}):
            if line.head is not None:
                queries.head(body, line.head)
            queries.where(body, line.condition)
            expressions.text(body, line.label)
            expressions.number(body, line.value, "a line of a total")
        terms.append(_term(line))
    return terms


def _term(line: nodes.ScoreLine) -> nodes.Expression:
    """What a line adds, as an expression."""
    value = line.value
    if line.condition is not None:
        nothing = nodes.Number(span=line.span, value=0, type=types.INT)
        value = nodes.Conditional(span=line.span, then=value, condition=line.condition, otherwise=nothing, type=types.INT)
    if line.head is None:
        return value
    head = line.head
    generator = nodes.Generator(span=head.span, name=head.name, domain=head.domain, condition=head.condition, symbol=head.symbol)
    return nodes.Query(span=line.span, word="sum", result=value, generators=[generator], order=None, type=types.INT)


def _sum(terms: list[nodes.Expression], span: Span) -> nodes.Expression:
    """The terms added up, in halves, so that a long total does not become a deep one."""
    if not terms:
        return nodes.Number(span=span, value=0, type=types.INT)
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    left, right = _sum(terms[:middle], span), _sum(terms[middle:], span)
    return nodes.Arithmetic(span=span, operator="+", left=left, right=right, type=types.INT)

"""Itemised sums: `total modifier(v, t):` and the lines that other files add to it.

A total is a define whose value is put together from its lines: each counts where its `when` holds, a line `for each` once for each
of its list. So all that works on a define works on a total. Lines added elsewhere have names of their own for the parameters; they
mean the very same values.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.sema import expressions, queries, say, types
from rulelang.sema.context import Body, Game, use
from rulelang.sema.symbols import RoutineSymbol
from rulelang.syntax import nodes
from rulelang.text.source import Span


def of_routine(routine: RoutineSymbol | None) -> nodes.Total | None:
    """The total that a routine is, if it is one."""
    return routine.node if routine is not None and isinstance(routine.node, nodes.Total) else None


def lines(total: nodes.Total) -> list[nodes.ScoreLine]:
    """All lines of a total: its own, then those added, in the order of the files."""
    return [*total.lines, *(line for change in total.added for line in change.lines)]


def add_lines(game: Game, change: nodes.Change) -> bool:
    """Add lines to the total that a change names; false if it names none."""
    routine = game.model.routines.get(change.path[0].text) if len(change.path) == 1 else None
    total = of_routine(routine)
    if routine is None or total is None:
        return False
    use(routine, change.path[0].span)
    if change.options:
        game.sink.error(
            "RL0403",
            f"`{routine.name}` is a total, which takes lines and no options",
            change.options[0].span,
            help='a line is a text, a colon and a number: `"Holds a relic": 1`',
        )
        return True
    written = change.parameters or []
    if len(written) != len(routine.parameters):
        names = ", ".join(p.name for p in routine.parameters)
        game.sink.error(
            "RL0403",
            f"`{routine.name}` has {say.count(len(routine.parameters), 'parameter')}, "
            f"and here {'is' if len(written) == 1 else 'are'} {len(written) or 'none'}",
            change.path[0].span,
            others=say.declared_at(routine),
            help=f"write `add to {routine.name}({names}):`" if names else f"write `add to {routine.name}:`",
        )
        return True
    for parameter, symbol in zip(written, routine.parameters, strict=True):
        parameter.symbol = symbol
    total.added.append(change)
    return True


def add_own(game: Game, changes: Sequence[nodes.Change]) -> None:
    """The lines that files of the game itself add."""
    for change in changes:
        if add_lines(game, change):
            continue
        name = change.path[-1].text
        near = [n for n, r in game.model.routines.items() if of_routine(r) is not None]
        found = game.model.routines.get(name)
        if found is not None:
            game.sink.error(
                "RL0404",
                f"`{name}` is {say.symbol_words(found)}; within a game lines are added to a total",
                change.path[-1].span,
                others=say.declared_at(found),
                help="other changes are made where it is declared, or by a variant",
            )
        else:
            game.unknown("RL0401", f"there is no total called `{name}`", change.path[-1].span, name, near)


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

"""Works out before play whatever needs no state.

Rules ask again and again for what depends on nothing but a space and a player: the neighbours in one's own direction, whether a
space lies on the far side. Each such part of an expression becomes a look-up in a table over all values of its variables. Where
a query goes through constants, such as directions, only to look along a row in each, it goes through a table of the rows instead;
rows that its conditions rule out are not in the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from rulelang.backend.fusion import conjunction, conjuncts, substituted
from rulelang.machine import evaluate, ir, library
from rulelang.machine.fold import Tables, stateless
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import Part, among, copied, defined, everything, is_row, occurring, rebuilt
from rulelang.machine.world import DIRECTIONS, World

LARGEST = 6000
"""A table with more entries is not made."""
MADE = "T_made_"
"""How the names of the tables that are made here begin."""
DEEPEST = 2
"""Nor is one over more variables."""


def tabulated(lowered: Lowered) -> None:
    """Replace what needs no state in all routines, in place."""
    maker = _Maker(lowered.world)
    for routine in lowered.routines.values():
        maker.statements(routine.body)
    if lowered.sheet is not None:
        for line in lowered.sheet.lines:
            line.value = maker.made(line.value)
            line.condition = None if line.condition is None else maker.made(line.condition)
    lowered.always = [(text, maker.made(condition)) for text, condition in lowered.always]


def span_of(world: World, variable: ir.Variable) -> range | None:
    """All values that a variable can have; none where that is not known."""
    match variable.shape:
        case ["player"]:
            return range(world.players)
        case ["direction"]:
            return range(len(DIRECTIONS))
        case ["thing", name]:
            store = next(s for s in world.stores.values() if s.name == name)
            return range(len(store.things))
        case ["enum", name]:
            return range(len(world.model.enums[name].members))
    return None


class _Maker:
    def __init__(self, world: World) -> None:
        self.world = world
        self.names: dict[Any, str] = {table: name for name, table in world.tables.items() if name.startswith(MADE)}
        self.evaluator = evaluate.Evaluator(Tables(world))

    # ---------------------------------------------------------------------------------------------------- where expressions stand

    def statements(self, body: list[ir.Stmt]) -> None:
        """All expressions of statements, in place."""
        for statement in body:
            for name in statement.__dataclass_fields__:
                value = getattr(statement, name)
                if isinstance(value, ir.Expr) and not isinstance(value, ir.Variable):
                    setattr(statement, name, self.made(value))
                elif name == "arguments":
                    setattr(statement, name, [self.made(argument) for argument in value])
                elif isinstance(value, list) and value and isinstance(value[0], ir.Stmt):
                    self.statements(value)
            if isinstance(statement, ir.ForIn):
                self._rows_in_turn(statement)
            if isinstance(statement, ir.Choice):
                for alternative in statement.alternatives:
                    alternative.sources = [self.source(source) for source in alternative.sources]
                    if alternative.condition is not None:
                        alternative.condition = self.made(alternative.condition)
                    self.statements(alternative.body)

    def source(self, source: ir.Source) -> ir.Source:
        """A generator whose variable stays as it is."""
        source = self._narrowed(source)
        condition = None if source.condition is None else self.made(source.condition)
        return ir.Source(source.variable, self.made(source.domain), condition)

    def made(self, expr: ir.Expr) -> ir.Expr:
        """An expression with tables for all that needs no state."""
        if any(isinstance(found, ir.QueryExpr) for found in everything(expr)):
            expr = rebuilt(expr, self._rows)
        return self.looked_up(expr)

    # ---------------------------------------------------------------------------------------------------- tables

    def looked_up(self, expr: Part) -> Part:
        """An expression in which the largest parts that need no state are look-ups."""
        found: Part = self._looked_up(expr)
        return found

    def _looked_up(self, expr: Any) -> Any:
        if is_row(expr):
            return among(expr, self._looked_up)
        if isinstance(expr, (ir.Variable, ir.Const)) or not isinstance(expr, (ir.Expr, ir.Source)):
            return expr
        if isinstance(expr, ir.Expr) and _costs(expr):
            found = self.table(expr)
            if found is not None:
                return found
        return copied(expr, self._looked_up)

    def table(self, expr: ir.Expr) -> ir.Expr | None:
        """An expression as a look-up by its variables; none if it cannot be."""
        if not stateless(expr):
            return None
        inner = set(_given(expr))
        free = [variable for variable in occurring(expr) if variable not in inner]
        spans = [span_of(self.world, variable) for variable in free]
        if not 0 < len(free) <= DEEPEST or any(span is None for span in spans):
            return None
        ranges = [span for span in spans if span is not None]
        count = 1
        for span in ranges:
            count *= len(span)
        if count > LARGEST:
            return None
        try:
            values = [_frozen(self.evaluator.value(expr, dict(zip(free, each, strict=True)))) for each in product(*ranges)]
        except (library.Fault, IndexError, KeyError, TypeError):
            return None
        if len(free) == 1:
            return ir.Lookup(self.named(tuple(values)), free[0])
        width = len(ranges[1])
        rows = tuple(tuple(values[start : start + width]) for start in range(0, count, width))
        return ir.Helper("item0", [ir.Lookup(self.named(rows), free[0]), free[1]])

    def named(self, table: tuple[Any, ...]) -> str:
        """The name of a table."""
        if table not in self.names:
            self.names[table] = f"{MADE}{len(self.names) + 1}"
            self.world.tables[self.names[table]] = table
        return self.names[table]

    # ---------------------------------------------------------------------------------------------------- rows

    def _rows(self, expr: ir.Expr) -> ir.Expr:
        """A query through constants that only give rows, as one through the rows."""
        if not isinstance(expr, ir.QueryExpr):
            return expr
        sources = expr.sources = [self._narrowed(source) for source in expr.sources]
        if expr.keys:
            return expr
        for index, source in enumerate(sources):
            if not isinstance(source.domain, ir.Const) or (index == len(sources) - 1 and expr.result is None and _counts(expr)):
                continue
            users = [source.condition, sources[index + 1 :], expr.result]
            found = self._only_rows(source, [user for user in users if user is not None])
            if found is not None:
                row, table = found
                after = self._with_row([source.condition, sources[index + 1 :], expr.result], source.variable, row)
                sources[index:] = [self._ruled_out(ir.Source(row, table, after[0])), *after[1]]
                expr = ir.QueryExpr(expr.form, after[2], sources, expr.keys, expr.ties_at_random, expr.span, expr.nothing)
        return self._in_one(expr)

    def _in_one(self, query: ir.QueryExpr) -> ir.QueryExpr:
        """A query through things and what belongs to each, as one through all of it together, if that is one thing for each."""
        for start in range(len(query.sources) - 1):
            end = start + 1
            while end < len(query.sources) and self._at_most_one(query.sources[end].domain):
                end += 1
            run = query.sources[start:end]
            if len(run) < 2:
                continue
            users = [query.sources[end:], query.result or [], [s.condition for s in run if s.condition is not None]]
            used = set(occurring(users)) | ({run[-1].variable} if end == len(query.sources) else set())
            kept = [source.variable for source in run if source.variable in used]
            domain = self._run(run, run[0].domain, kept)
            if domain is None:
                continue
            one = ir.Variable("pair", True)
            names = {variable: ir.Helper("item0", [one, ir.Const(index)]) for index, variable in enumerate(kept)}
            conditions = [substituted(s.condition, names) for s in run if s.condition is not None]
            source = ir.Source(one, domain, conjunction(conditions) if conditions else None)
            result = query.result
            if result is None and end == len(query.sources) and _counts(query):
                result = run[-1].variable
            sources = [*query.sources[:start], source, *substituted(query.sources[end:], names)]
            result = None if result is None else substituted(result, names)
            return ir.QueryExpr(query.form, result, sources, query.keys, query.ties_at_random, query.span, query.nothing)
        return query

    def _run(self, run: list[ir.Source], first: ir.Expr, kept: list[ir.Variable]) -> ir.Expr | None:
        """What some generators range over together, as a table of tuples; none if it cannot be one."""
        if isinstance(first, ir.Conditional) and not stateless(first):
            then, otherwise = (self._run(run, part, kept) for part in (first.then, first.otherwise))
            return None if then is None or otherwise is None else ir.Conditional(first.condition, then, otherwise)
        if not stateless(first):
            return None
        sources = [ir.Source(run[0].variable, first, None), *(ir.Source(s.variable, s.domain, None) for s in run[1:])]
        return self.table(ir.QueryExpr("each", ir.ListOf(list(kept)), sources))

    def _at_most_one(self, domain: ir.Expr) -> bool:
        """Whether a list that is looked up never holds more than one thing."""
        match domain:
            case ir.Lookup(name, ir.Variable()):
                entries = self.world.tables[name]
            case ir.Helper("item0", [ir.Lookup(name, ir.Variable()), ir.Variable()]):
                entries = [entry for row in self.world.tables[name] for entry in row]
            case _:
                return False
        return all(isinstance(entry, tuple) and len(entry) <= 1 for entry in entries)

    def _narrowed(self, source: ir.Source) -> ir.Source:
        """A generator of constants with a condition on them and one variable, as one of those that fulfil it."""
        if not isinstance(source.domain, ir.Const) or source.condition is None:
            return source
        parts = conjuncts(source.condition)
        for other in occurring(source.condition):
            span = span_of(self.world, other)
            if other is source.variable or span is None or len(span) * len(source.domain.value) > LARGEST:
                continue
            own = [p for p in parts if stateless(p) and set(occurring(p)) == {source.variable, other}]
            if not own:
                continue
            try:
                rows = tuple(
                    tuple(
                        value
                        for value in source.domain.value
                        if all(self.evaluator.value(p, {source.variable: value, other: one}) for p in own)
                    )
                    for one in span
                )
            except (library.Fault, IndexError, KeyError, TypeError):
                continue
            left = [p for p in parts if p not in own]
            return ir.Source(source.variable, ir.Lookup(self.named(rows), other), conjunction(left) if left else None)
        return source

    def _rows_in_turn(self, loop: ir.ForIn) -> None:
        """A loop through constants around one through what lies along a row for each, as a loop through the rows."""
        match loop:
            case ir.ForIn(items=ir.Const(), body=[ir.ForIn(items=items, body=body)]):
                source = ir.Source(loop.variable, loop.items, None)
                found = self._only_rows(source, [items, body])
                if found is None or (isinstance(found[1], ir.Lookup) and found[1].index in defined(body)):
                    return
                row, table = found
                (along,) = self._with_row([items], loop.variable, row)
                if isinstance(along, ir.Conditional) and isinstance(along.otherwise, ir.Const) and not along.otherwise.value:
                    ruled = self._ruled_out(ir.Source(row, table, along.condition))
                    table = ruled.domain
                    along = ir.Conditional(ruled.condition or ir.Const(1), along.then, along.otherwise)
                inner = loop.body[0]
                assert isinstance(inner, ir.ForIn)
                loop.variable, loop.items, inner.items = row, table, along

    def _only_rows(self, source: ir.Source, users: list[Any]) -> tuple[ir.Variable, ir.Expr] | None:
        """If a constant is only used to look up a row by it and one other variable: a name for the row, and the table of rows."""
        places = list(_rows_by(users, source.variable))
        uses = sum(1 for found in everything(users) if found is source.variable)
        if len(places) != 1 or uses != 1:
            return None
        place = places[0]
        other = place.arguments[1]
        table = place.arguments[0]
        assert isinstance(table, ir.Lookup) and isinstance(source.domain, ir.Const)
        if not isinstance(other, ir.Variable) or span_of(self.world, other) is None:
            return None
        whole = self.world.tables[table.table]
        values = tuple(
            tuple(whole[value][number] for value in source.domain.value) for number in span_of(self.world, other) or ()
        )
        if not all(isinstance(row, tuple) for rows in values for row in rows):
            return None
        return ir.Variable("row", True), ir.Lookup(self.named(values), other)

    def _with_row(self, users: list[Any], variable: ir.Variable, row: ir.Variable) -> list[Any]:
        """What used a constant, with the row in place of the look-up, and no other name for it."""

        def change(part: ir.Expr) -> ir.Expr:
            if _is_row(part, variable):
                return row
            if isinstance(part, ir.Let) and part.value is row:
                return substituted(part.body, {part.variable: row})
            return part

        return [rebuilt(user, change) for user in users]

    def _ruled_out(self, source: ir.Source) -> ir.Source:
        """A generator of rows without those that a condition on the row alone rules out."""
        condition = source.condition
        parts = [] if condition is None else conjuncts(condition)
        own = [p for p in parts if stateless(p) and set(occurring(p)) == {source.variable}]
        if not own or not isinstance(source.domain, ir.Lookup):
            return source
        kept = tuple(
            tuple(row for row in rows if all(self.evaluator.value(p, {source.variable: row}) for p in own))
            for rows in self.world.tables[source.domain.table]
        )
        left = [p for p in parts if p not in own]
        return ir.Source(source.variable, ir.Lookup(self.named(kept), source.domain.index), conjunction(left) if left else None)


def _counts(query: ir.QueryExpr) -> bool:
    """Whether a query gives the values of its last variable."""
    return query.form not in ("any", "all", "count")


def _is_row(part: Any, variable: ir.Variable) -> bool:
    """Whether an expression looks up a row by a variable and another."""
    match part:
        case ir.Helper("item0", [ir.Lookup(_, index), _]):
            return index is variable
    return False


def _rows_by(users: list[Any], variable: ir.Variable) -> Iterator[ir.Helper]:
    return (found for found in everything(users) if _is_row(found, variable))


def _given(expr: ir.Expr) -> Iterator[ir.Variable]:
    """The variables that are given their value inside."""
    for found in everything(expr):
        match found:
            case ir.Source(variable=variable) | ir.Let(variable=variable) | ir.Prefix(variable=variable):
                yield variable


def _costs(expr: ir.Expr) -> bool:
    """Whether a look-up is less work than an expression."""
    match expr:
        case ir.Lookup(_, ir.Variable() | ir.Const()):
            return False
        case ir.Helper("item0", [ir.Lookup(_, ir.Variable()), ir.Variable()]):
            return False
        case ir.Operation(_, operands):
            return any(not isinstance(operand, ir.Variable | ir.Const) for operand in operands)
        case ir.ListOf():
            return False
    return True


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple, range)):
        return tuple(_frozen(one) for one in value)
    return int(value) if isinstance(value, bool) else value


__all__ = ["span_of", "tabulated"]

"""Answers what is asked of a list without making the list.

Rules say what they mean by lists: `legal(me).size > 0`, `b in goes(me, a)`, `any(d in ways where enclosed(me, s, d).size > 0)`.
Once defines stand in the places of their calls, such a question and the list it is asked of stand side by side, and the question
goes inward: whether a query gives anything is `any`, whether it gives one value is `any` with that value, and both go through
conditions and sums of lists into their parts. Of how far one sees along a row (`Prefix`) only the number and the last are asked
as a rule; where nothing short of two spaces would do, the first is tested before anything is counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.machine import ir
from rulelang.machine.fold import filtered, fold, negation, stateless
from rulelang.machine.walk import Part, everything, rebuilt, variables
from rulelang.machine.world import World

UNROLLED = 8
"""A query over so many constants is written out where that decides conditions."""
SEEN = ("size", "last", "first_of")
"""What can be asked of how far one sees without a list of it."""
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
OPPOSITES = {"<": ">=", ">=": "<", "<=": ">", ">": "<="}
FAULTING = (
    *("item", "position", "next", "previous", "after", "starting_at", "highest", "lowest", "present_number", "within_bounds"),
    *("family", "probe", "recorded"),
)
"""Helpers that can meet a fault of the rules, or that do more than give a value."""


def faultless(expr: Any) -> bool:
    """Whether an expression can be seen never to meet a fault of the rules: then it may be worked out earlier, later or not at
    all."""
    for found in everything(expr):
        match found:
            case ir.Present() | ir.CallRoutine() | ir.CallMethod() | ir.Possible() | ir.Would():
                return False
            case ir.Helper(name) if name in FAULTING:
                return False
            case ir.QueryExpr(form="the" | "highest" | "lowest") | ir.QueryExpr(ties_at_random=True):
                return False
            case ir.WalkExpr(name="edge"):
                return False
            case ir.Operation("//" | "%" | "ceil", [_, divisor]) if not isinstance(divisor, ir.Const) or not divisor.value:
                return False
    return True


def substituted(expr: Part, values: Mapping[ir.Variable, ir.Expr]) -> Part:
    """A copy of an expression with variables replaced."""
    return rebuilt(expr, lambda part: values.get(part, part) if isinstance(part, ir.Variable) else part)


def conjuncts(condition: ir.Expr) -> list[ir.Expr]:
    """The conditions that must all hold, in order."""
    return condition.operands if isinstance(condition, ir.Operation) and condition.operator == "and" else [condition]


def conjunction(operands: list[ir.Expr]) -> ir.Expr:
    """All of the conditions, in order."""
    flat: list[ir.Expr] = []
    for operand in operands:
        flat.extend(conjuncts(operand))
    return flat[0] if len(flat) == 1 else ir.Operation("and", flat)


class Fusion:
    """Rewrites expressions of one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def all(self, expr: Part) -> Part:
        """An expression with every part of it in its simplest form."""
        return rebuilt(expr, self.one)

    def one(self, expr: ir.Expr) -> ir.Expr:
        """The simplest form of an expression whose parts are simple already."""
        expr = fold(expr, self.world)
        match expr:
            case ir.Operation("and" | "or" as word, operands) if any(
                isinstance(o, ir.Operation) and o.operator == word for o in operands
            ):
                flat = [p for o in operands for p in (o.operands if isinstance(o, ir.Operation) and o.operator == word else [o])]
                return ir.Operation(word, flat)
            case ir.Operation("not", [operand]):
                return self.negated(operand)
            case ir.Operation(
                "==" | "!=" | "<" | "<=" | ">" | ">=" as word, [ir.Let(variable, value, body), ir.Const() as other]
            ):
                return self.one(ir.Let(variable, value, self.one(ir.Operation(word, [body, other]))))
            case ir.Operation(word, [ir.Helper("size") | ir.QueryExpr("count") as size, ir.Const(number)]):
                items = size.arguments[0] if isinstance(size, ir.Helper) else ir.QueryExpr("each", None, size.sources)
                if (word, number) in ((">", 0), (">=", 1), ("!=", 0)):
                    return self.nonempty(items) or expr
                if (word, number) in (("==", 0), ("<", 1), ("<=", 0)):
                    some = self.nonempty(items)
                    return expr if some is None else self.negated(some)
            case ir.Contains(item, items):
                return self.contains(item, items) or expr
            case ir.Helper("size", [ir.QueryExpr("each", _, sources, keys)]) if not keys:
                return self.one(ir.QueryExpr("count", None, sources))
            case ir.Helper("size" | "first" | "last" as name, [ir.Let(variable, value, body)]):
                return ir.Let(variable, value, self.one(ir.Helper(name, [body])))
            case ir.Let():
                return self.let(expr)
            case ir.QueryExpr():
                return self.query(expr)
        return expr

    def negated(self, expr: ir.Expr) -> ir.Expr:
        """The opposite of a condition, its parts turned around."""
        match expr:
            case ir.Const(value):
                return ir.Const(int(not value))
            case ir.Operation("and" | "or" as word, operands):
                return fold(ir.Operation("or" if word == "and" else "and", [self.negated(o) for o in operands]), self.world)
            case ir.Operation("not", [operand]):
                return operand
            case ir.Operation(word, operands) if word in OPPOSITES:
                return ir.Operation(OPPOSITES[word], operands)
            case ir.Let(variable, value, body):
                return ir.Let(variable, value, self.negated(body))
        return negation(expr)

    def either(self, condition: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> ir.Expr:
        """One of two conditions."""
        match then, otherwise:
            case ir.Const(value), _:
                parts = [condition, otherwise] if value else [self.negated(condition), otherwise]
                return self.one(ir.Operation("or" if value else "and", parts))
            case _, ir.Const(value):
                parts = [self.negated(condition), then] if value else [condition, then]
                return self.one(ir.Operation("or" if value else "and", parts))
        return ir.Conditional(condition, then, otherwise)

    # ---------------------------------------------------------------------------------------------------- questions of lists

    def nonempty(self, items: ir.Expr) -> ir.Expr | None:
        """Whether a list holds anything; none where nothing better than counting is known."""
        match items:
            case ir.Const(value):
                return ir.Const(int(bool(value)))
            case ir.ListOf(values):
                return ir.Const(int(bool(values)))
            case ir.QueryExpr("each" | "sorted", _, sources):
                return self.one(ir.QueryExpr("any", None, sources))
            case ir.Conditional(condition, then, otherwise):
                return self.either(condition, self.some(then), self.some(otherwise))
            case ir.Let(variable, value, body):
                return self.one(ir.Let(variable, value, self.some(body)))
            case ir.Helper("concatenate", [first, second]):
                return self.one(ir.Operation("or", [self.some(first), self.some(second)]))
            case ir.Helper("first_of", [ir.Variable() as whole, ir.Operation("-", [ir.Helper("size", [of]), ir.Const(n)])]):
                if of is whole and n >= 0:
                    return ir.Operation(">", [ir.Helper("size", [whole]), ir.Const(n)])
            case ir.Prefix(row, _, _):
                return self.some(row)
        return None

    def some(self, items: ir.Expr) -> ir.Expr:
        """Whether a list holds anything."""
        return self.nonempty(items) or ir.Operation(">", [ir.Helper("size", [items]), ir.Const(0)])

    def contains(self, item: ir.Expr, items: ir.Expr) -> ir.Expr | None:
        """Whether a list holds a value; none where the list itself is best looked at."""
        if not isinstance(items, ir.QueryExpr | ir.Conditional | ir.Let) and not (
            isinstance(items, ir.Helper) and items.name == "concatenate"
        ):
            return None
        if not isinstance(item, ir.Variable | ir.Const):
            variable = ir.Variable("item")
            inner = self.contains(variable, items)
            return None if inner is None else self.one(ir.Let(variable, item, inner))
        match items:
            case ir.Conditional(condition, then, otherwise):
                return self.either(condition, self.holds(item, then), self.holds(item, otherwise))
            case ir.Let(variable, value, body):
                return self.one(ir.Let(variable, value, self.holds(item, body)))
            case ir.Helper("concatenate", [first, second]):
                return self.one(ir.Operation("or", [self.holds(item, first), self.holds(item, second)]))
            case ir.QueryExpr("each", result, sources, keys) if not keys:
                return self._given(item, result, sources)
        return None

    def holds(self, item: ir.Expr, items: ir.Expr) -> ir.Expr:
        """Whether a list holds a value."""
        return self.one(ir.Contains(item, items))

    def _given(self, item: ir.Expr, result: ir.Expr | None, sources: list[ir.Source]) -> ir.Expr:
        """Whether a query gives a value."""
        *before, last = sources
        if (result is None or result is last.variable) and not isinstance(last.domain, ir.Prefix):
            parts = [self.holds(item, last.domain)]
            if last.condition is not None:
                parts.append(self.all(substituted(last.condition, {last.variable: item})))
            claim = self.one(conjunction(parts))
            return claim if not before else self.one(ir.QueryExpr("any", claim, before))
        value = last.variable if result is None else result
        return self.one(ir.QueryExpr("any", ir.Operation("==", [value, item]), sources))

    # ---------------------------------------------------------------------------------------------------- queries

    def query(self, expr: ir.QueryExpr) -> ir.Expr:
        """A query with queries that it ranges over written into it, and over few constants written out."""
        sources = expr.sources
        if expr.form == "each" and len(sources) == 1 and not expr.keys:
            spread = _spread(expr)
            if spread is not expr:
                return self.all(spread)
        if expr.form == "any" and expr.result is not None:
            *before, last = sources
            claim = expr.result if last.condition is None else conjunction([last.condition, expr.result])
            sources = [*before, ir.Source(last.variable, last.domain, claim)]
            expr = ir.QueryExpr("any", None, sources, span=expr.span)
        if expr.form == "any" and any(isinstance(s.condition, ir.Const) and not s.condition.value for s in sources):
            if all(faultless([s.domain, s.condition]) for s in sources):
                return ir.Const(0)
        if any(_opens(s.domain) for s in sources) or any(isinstance(s.condition, ir.Const) for s in sources):
            opened = [part for source in sources for part in self._opened(source)]
            expr = ir.QueryExpr(expr.form, expr.result, opened, expr.keys, expr.ties_at_random, expr.span, expr.nothing)
        if expr.form == "any":
            return self._written_out(expr) or self._at_the_end(expr)
        if expr.form == "all":
            return self._of_few(expr)
        return expr

    def _of_few(self, expr: ir.QueryExpr) -> ir.QueryExpr:
        """`all` over constants of only those of which the claim does not hold in any case."""
        match expr:
            case ir.QueryExpr("all", ir.Expr() as claim, [ir.Source(variable, ir.Const(values) as domain, None)]):
                if not faultless(claim):
                    return expr
                few = filtered(ir.Source(variable, domain, self.negated(claim)), self.world)
                if isinstance(few.domain, ir.Const) and len(few.domain.value) < len(values):
                    left = ir.Const(0) if few.condition is None else self.negated(few.condition)
                    return ir.QueryExpr("all", left, [ir.Source(variable, few.domain, None)], span=expr.span)
        return expr

    def unordered(self, items: ir.Expr) -> ir.Expr:
        """A list whose order does not matter: spaces that are joined by the value they have are a group."""
        if (
            not isinstance(items, ir.QueryExpr)
            or items.keys
            or items.form != "each"
            or items.result not in (None, items.sources[-1].variable)
        ):
            return items
        source = items.sources[0]
        match source.domain, source.condition:
            case ir.WalkExpr(
                "connected", board, [start], (tested, ir.Operation("==", [ir.Element(array, at), value])), None
            ), test:
                if (
                    at is not tested
                    or test is None
                    or tested in variables(value)
                    or not isinstance(value, ir.Variable | ir.Const)
                ):
                    return items
                for part in conjuncts(test):
                    match part:
                        case ir.Operation("==", [ir.Element(other, of), same]) if other == array and of is source.variable:
                            if same is value or (isinstance(same, ir.Const) and same.value == getattr(value, "value", None)):
                                left = [p for p in conjuncts(test) if p is not part]
                                group = ir.Group(board, array, start, value)
                                if not left and len(items.sources) == 1:
                                    return group
                                rest = ir.Source(source.variable, group, conjunction(left) if left else None)
                                return ir.QueryExpr("each", items.result, [rest, *items.sources[1:]])
        return items

    def _opened(self, source: ir.Source) -> list[ir.Source]:
        """A generator over a query, as the generators of that query and its own."""
        inner = source.domain
        if isinstance(source.condition, ir.Const) and source.condition.value:
            source = ir.Source(source.variable, source.domain, None)
        if not isinstance(inner, ir.QueryExpr) or not _opens(inner):
            return [source]
        *before, last = inner.sources
        if inner.result is not None and inner.result is not last.variable:
            return [*inner.sources, ir.Source(source.variable, ir.ListOf([inner.result]), source.condition)]
        # The same values by the outer name.
        own = {last.variable: source.variable}
        conditions = [] if last.condition is None else [substituted(last.condition, own)]
        conditions += [] if source.condition is None else [source.condition]
        return [*before, ir.Source(source.variable, last.domain, conjunction(conditions) if conditions else None)]

    def _written_out(self, expr: ir.QueryExpr) -> ir.Expr | None:
        """`any` over few constants that conditions are decided by, as one condition for each."""
        source, *rest = expr.sources
        claim = ir.QueryExpr("any", None, rest) if rest else source.condition
        if not isinstance(source.domain, ir.Const) or claim is None or not 0 < len(source.domain.value) <= UNROLLED:
            return None
        if not any(_decided(found, source.variable) for found in everything([claim, source.condition or []])):
            return None
        if rest and source.condition is not None:
            claim = conjunction([source.condition, claim])
        parts = [self.all(fresh(substituted(claim, {source.variable: ir.Const(value)}))) for value in source.domain.value]
        return self.one(ir.Operation("or", parts))

    def _at_the_end(self, expr: ir.QueryExpr) -> ir.Expr:
        """`any` along a row as far as a field has one value, where it must have another: only the last that is seen can be it."""
        *before, last = expr.sources
        match last:
            case ir.Source(
                variable, ir.Prefix(_, seen, ir.Operation("==", [ir.Element(array, at), ir.Const(value)])) as along, test
            ):
                if at is not seen or test is None or not any(_other(p, array, variable, value) for p in conjuncts(test)):
                    return expr
                way, row = ir.Variable("way", True), ir.Variable("row", True)
                claim = self.all(substituted(test, {variable: ir.Helper("last", [way])}))
                some = ir.Operation(">", [ir.Helper("size", [row]), ir.Const(0)])
                seen_along = ir.Let(way, ir.Prefix(row, seen, along.test, True), claim)
                whole = self.one(ir.Let(row, along.row, conjunction([some, seen_along])))
                return whole if not before else self.one(ir.QueryExpr("any", whole, before, span=expr.span))
        return expr

    # ---------------------------------------------------------------------------------------------------- names

    def let(self, expr: ir.Let) -> ir.Expr:
        """A name for a value, left out where the value itself will do."""
        variable, value, body = expr.variable, expr.value, expr.body
        if isinstance(body, ir.Const) and faultless(value):
            return body
        if isinstance(value, ir.Variable | ir.Const):
            return (
                self.all(substituted(body, {variable: value}))
                if isinstance(value, ir.Const)
                else substituted(body, {variable: value})
            )
        if isinstance(value, ir.Let):
            return ir.Let(value.variable, value.value, self.let(ir.Let(variable, value.body, body)))
        if not faultless(value):
            return expr
        uses = sum(1 for found in everything(body) if found is variable)
        if uses == 0:
            return body
        if isinstance(value, ir.QueryExpr) and _order_is_nothing(variable, body):
            value = expr.value = self.unordered(value)
        if isinstance(value, ir.Prefix) and any(_asks(found, variable) for found in everything(body)):
            if not value.long:
                return self._seen(variable, value, body)
            left = self.all(_known_longer(body, variable))
            return left if isinstance(left, ir.Const) else ir.Let(variable, value, left)
        if uses == 1 and not _inside_loop(body, variable):
            return self.all(substituted(body, {variable: value}))
        return expr

    def _seen(self, variable: ir.Variable, value: ir.Prefix, body: ir.Expr) -> ir.Expr:
        """How far one sees, and a condition on it: names for its end or length are left out, and where the condition fails for
        less than two spaces the first is tested at once."""

        def named(part: ir.Expr) -> ir.Expr:
            if isinstance(part, ir.Let) and isinstance(part.value, ir.Helper) and part.value.name in ("last", "size"):
                if part.value.arguments[0] is variable:
                    return substituted(part.body, {part.variable: part.value})
            return part

        body = self.all(rebuilt(body, named))
        if isinstance(body, ir.Const):
            return body
        row = value.row if isinstance(value.row, ir.Variable) else ir.Variable("row", True)
        whole: ir.Expr = ir.Let(variable, ir.Prefix(row, value.variable, value.test), body)
        lists = _gives_list(body)
        asked = self.some(body) if lists else body
        if self._with(variable, asked, 0) and self._with(variable, asked, 1):
            first = ir.Helper("item0", [row, ir.Const(0)])
            long = [
                ir.Operation(">", [ir.Helper("size", [row]), ir.Const(1)]),
                self.all(fresh(substituted(value.test, {value.variable: first}))),
            ]
            left = self.all(_known_longer(body, variable))
            rest = (
                left if isinstance(left, ir.Const) else ir.Let(variable, ir.Prefix(row, value.variable, value.test, True), left)
            )
            whole = ir.Conditional(conjunction(long), rest, ir.Const(())) if lists else self.one(conjunction([*long, rest]))
        return whole if row is value.row else ir.Let(row, value.row, whole)

    def _with(self, variable: ir.Variable, body: ir.Expr, size: int) -> bool:
        """Whether a condition fails if so few spaces are seen."""
        end = ir.Variable("end")

        def change(part: ir.Expr) -> ir.Expr:
            match part:
                case ir.Helper("size", [of]) if of is variable:
                    return ir.Const(size)
                case ir.Helper("last", [of]) if of is variable:
                    return end if size else ir.Const(-1)
                case ir.Operation("==" | "!=" as word, [one, ir.Const(-1)]) if one is end:
                    return ir.Const(int(word == "!="))
            return self.one(part)

        return _fails(rebuilt(body, change))


UNORDERED = ("any", "all", "count", "sum")
"""Queries to which the order of what they range over is nothing."""


def _order_is_nothing(variable: ir.Variable, body: ir.Expr) -> bool:
    """Whether a list is only used where its order does not matter."""
    uses = sum(1 for found in everything(body) if found is variable)
    indifferent = 0
    for found in everything(body):
        match found:
            case ir.QueryExpr(form=form, sources=sources) if form in UNORDERED:
                indifferent += sum(1 for source in sources if source.domain is variable)
            case ir.Contains(_, items) if items is variable:
                indifferent += 1
            case ir.Helper("size", [items]) if items is variable:
                indifferent += 1
    return uses == indifferent


def _asks(found: Any, variable: ir.Variable) -> bool:
    """Whether something is asked of how far one sees that needs no list."""
    return isinstance(found, ir.Helper) and found.name in SEEN and found.arguments[0] is variable


def _fails(condition: ir.Expr) -> bool:
    """Whether a condition never holds."""
    match condition:
        case ir.Const(value):
            return not value
        case ir.Operation("and", operands):
            return any(_fails(operand) for operand in operands)
    return False


def _gives_list(expr: ir.Expr) -> bool:
    """Whether an expression is made of lists."""
    match expr:
        case ir.Conditional(_, then, otherwise):
            return _gives_list(then) and _gives_list(otherwise)
        case ir.Const(value):
            return isinstance(value, tuple)
    return isinstance(expr, ir.QueryExpr) or (isinstance(expr, ir.Helper) and expr.name == "first_of")


def _known_longer(body: ir.Expr, variable: ir.Variable) -> ir.Expr:
    """A condition on how far one sees, given that it is two spaces at least."""

    def change(part: ir.Expr) -> ir.Expr:
        match part:
            case ir.Operation("==" | "!=" as word, [ir.Helper("last", [of]), ir.Const(-1)]) if of is variable:
                return ir.Const(int(word == "!="))
            case ir.Operation(">" | ">=" as word, [ir.Helper("size", [of]), ir.Const(n)]) if of is variable:
                if n < 2 or (n == 2 and word == ">="):
                    return ir.Const(1)
        return part

    return rebuilt(body, change)


def fresh(expr: Part) -> Part:
    """A copy of an expression with variables of its own for all that are given their value inside."""
    new: dict[ir.Variable, ir.Variable] = {}
    for found in everything(expr):
        match found:
            case ir.Let(variable=variable) | ir.Prefix(variable=variable) | ir.Source(variable=variable):
                new[variable] = ir.Variable(variable.name, variable.holds_list, variable.shape)
            case ir.WalkExpr(through=through, along=along):
                for walk in (through, along):
                    if walk is not None:
                        new[walk[0]] = ir.Variable(walk[0].name, walk[0].holds_list, walk[0].shape)
    return substituted(expr, new) if new else expr


def _spread(expr: ir.Expr) -> ir.Expr:
    """A query through one of two lists that needs no state else, as one of two queries."""
    match expr:
        case ir.QueryExpr("each", result, [ir.Source(variable, ir.Conditional(condition, then, otherwise), test)], []):
            if stateless([part for part in (result, test) if part is not None]):
                parts = [fresh(ir.QueryExpr("each", result, [ir.Source(variable, d, test)])) for d in (then, otherwise)]
                return ir.Conditional(condition, *parts)
    return expr


def _opens(domain: ir.Expr) -> bool:
    return isinstance(domain, ir.QueryExpr) and domain.form == "each" and not domain.keys and not domain.ties_at_random


def _other(part: ir.Expr, array: str, variable: ir.Variable, value: Any) -> bool:
    """Whether a condition wants another value than that of a field: a constant, or, where that is none, whoever is somebody."""
    match part:
        case ir.Operation("==", [ir.Element(of, at), wanted]) if of == array and at is variable:
            if isinstance(wanted, ir.Const):
                return bool(wanted.value != value)
            return value == -1 and isinstance(wanted, ir.Variable) and wanted.shape in (["player"],)
    return False


def _decided(found: Any, variable: ir.Variable) -> bool:
    """Whether an expression is decided once a variable is known."""
    match found:
        case ir.Operation("==" | "!=", [one, other]):
            return (one is variable and isinstance(other, ir.Const)) or (other is variable and isinstance(one, ir.Const))
        case ir.Contains(item, ir.Const()):
            return item is variable
    return False


def _inside_loop(body: ir.Expr, variable: ir.Variable) -> bool:
    """Whether a variable is used where that is worked out again and again."""
    for found in everything(body):
        match found:
            case ir.QueryExpr(sources=sources):
                inner: list[Any] = [found.result, found.keys, [s.condition for s in sources], [s.domain for s in sources[1:]]]
                if variable in variables([part for part in inner if part is not None]):
                    return True
            case ir.Prefix(test=test):
                if variable in variables(test):
                    return True
            case ir.WalkExpr(through=through, along=along):
                if variable in variables([w for w in (through, along) if w is not None]):
                    return True
    return False


__all__ = ["Fusion", "conjunction", "faultless", "fresh", "stateless", "substituted"]

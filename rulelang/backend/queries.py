"""Turns queries of the IR into loops of Python.

A query becomes loops written before the statement that needs it: a generator expression inside `any` costs three times as much.
What it ranges over is taken apart rather than made: one loop for each part of a sum of lists, an `if` around the loop for a
condition on the list, a loop that is left where one sees no farther along a row. Patterns that one method of a list answers are
written so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.backend.expressions import Expressions, Raw
from rulelang.backend.fusion import conjunction, conjuncts, substituted
from rulelang.backend.invariants import Invariants
from rulelang.backend.kept import Having, having
from rulelang.backend.writer import Names, Writer
from rulelang.machine import ir
from rulelang.machine.fold import negation
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import Part, defined, everything

UNROLLED = 12
"""A list of constants up to this long is written out in `any` and `all`."""
MOST_COPIES = 12
"""What is done with a value is written so many times at most, for as many lists that it may come from."""

Within = Callable[[bool], None]
"""Writes what is done with each value; it is told whether it stands in a loop of the query, which it may then leave."""


class Queries(Expressions):
    """Emits the queries of one function."""

    def __init__(self, lowered: Lowered, writer: Writer, names: Names, playout: bool) -> None:
        super().__init__(lowered, writer, names, playout)
        self.copies = 1
        """How often what is being written is written."""
        self.parted: list[ir.Expr] = []
        """The lists that are gone through part by part."""

    def asked_once(self, repeated: Part, bound: set[ir.Variable]) -> Part:
        """Parts of a loop that is written next; what is the same in all its passes is worked out once, when it is needed."""
        if self.lowered.world.tracer is not None:
            return repeated
        invariants = Invariants(bound)
        found = invariants.without(repeated)
        for variable, value in invariants.found:
            self.later[variable] = value
            self.writer.line(f"{self.names.of(variable)} = None")
        return found

    def _queryexpr(self, expr: ir.QueryExpr) -> str:
        expr = self._asking_once(expr)
        if expr.keys or expr.form in ("each", "sorted", "the", "highest", "lowest", "places") or len(expr.sources) > 1:
            self.wanted_name = None
        if expr.form in ("any", "all"):
            return self._truth_query(expr)
        if expr.keys or expr.ties_at_random:
            return self._ordered(expr)
        if expr.form == "count":
            return self._count(expr)
        if expr.form == "first":
            return self._first(expr)
        if expr.form == "sum":
            return self._sum(expr)
        values = self._collect(expr)
        match expr.form:
            case "each" | "sorted":
                return values
            case "the":
                return f"THE({values})"
            case "highest":
                return f"HIGHEST({values})"
            case "lowest":
                return f"LOWEST({values})"
            case "places":
                return f"[[one] for one in {values}]"
        raise AssertionError(expr.form)

    def _asking_once(self, expr: ir.QueryExpr) -> ir.QueryExpr:
        """A query in which what is the same for all values is worked out once."""
        bound = defined(expr)
        first, *more = self.sources_once(expr.sources, bound)
        result, keys = self.asked_once(([expr.result], expr.keys), bound)
        return ir.QueryExpr(expr.form, result[0], [first, *more], keys, expr.ties_at_random, expr.span, expr.nothing)

    def sources_once(self, sources: list[ir.Source], bound: set[ir.Variable]) -> list[ir.Source]:
        """Generators of a loop that is written next; what the first ranges over is asked once as it is."""
        first, *more = sources
        conditions, rest = self.asked_once(([first.condition], more), bound)
        return [ir.Source(first.variable, first.domain, conditions[0]), *rest]

    def domain(self, source: ir.Source, ordered: bool = True) -> str:
        """What a generator ranges over, a constant condition of equality answered by a table."""
        kept = self.by_value(source)
        if kept is not source:
            source.domain, source.condition = kept.domain, kept.condition
            text = self.expr(source.domain)
            return f"sorted({text})" if ordered else text
        bucket = self.module.bucket(source)
        if bucket is not None:
            table, key, rest = bucket
            source.condition = rest
            text = self.expr(key)
            return f"{table}.get({text}, ())"
        return self.expr(source.domain) if ordered else self.raw_contents(source.domain)

    def by_value(self, source: ir.Source) -> ir.Source:
        """A generator of all that have a value of a field, in any order, where the state keeps them; any other as it is."""
        found = self.module.seeker.sought(source)
        return source if found is None else ir.Source(source.variable, Having(found.array, found.value), found.rest)

    def _having(self, expr: Having) -> str:
        if isinstance(expr.value, ir.Const):
            return self.array(f"{having(expr.array)}[{expr.value.value}]")
        return f"{self.array(having(expr.array))}[{self.expr(expr.value)}]"

    # ---------------------------------------------------------------------------------------------------- loops

    def loops(
        self, sources: list[ir.Source], ordered: bool, within: Within, done: str = "", inside: bool = False, after: Any = None
    ) -> None:
        """Write the loops of generators around what `within` writes. They are left once `done` holds; `after` is what `within` is
        made of besides."""
        if not sources:
            within(inside)
            return
        if not inside:
            bound = {s.variable for s in sources} | defined([s.domain for s in sources]) | defined([after])
            bound |= defined([s.condition for s in sources if s.condition is not None])
            repeated = [[s.condition for s in sources if s.condition is not None], [s.domain for s in sources[1:]], after or []]
            with self.known_before(repeated, bound):
                self._generators(sources, ordered, within, done, inside, after)
            return
        self._generators(sources, ordered, within, done, inside, after)

    def _generators(self, sources: list[ir.Source], ordered: bool, within: Within, done: str, inside: bool, after: Any) -> None:
        source = ir.Source(sources[0].variable, sources[0].domain, sources[0].condition)

        def inner(inside: bool) -> None:
            if source.condition is None:
                self.loops(sources[1:], ordered, within, done, inside, after)
                return
            self.when(source.condition, lambda: self.loops(sources[1:], ordered, within, done, inside, after))

        self._passes(source, ordered, inner, done, inside, [sources[1:], after])

    def when(self, condition: ir.Expr, then: Callable[[], None]) -> None:
        """Write what happens where a condition holds; what needs lines of its own is tested after what needs none."""
        operands = conjuncts(condition)
        texts: list[str] = []
        for index, operand in enumerate(operands):
            text = self.attempt(operand)
            if text is not None:
                texts.append(text)
                continue
            if texts:
                self.writer.line(f"if {_joined(texts)}:")
                self.writer.depth += 1
            text = self.expr(operand)
            self.writer.line(f"if {text}:")
            with self.writer.indented():
                rest = operands[index + 1 :]
                if rest:
                    self.when(conjunction(rest), then)
                else:
                    then()
            self.writer.depth -= 1 if texts else 0
            return
        self.writer.line(f"if {_joined(texts)}:")
        with self.writer.indented():
            then()

    def _passes(self, source: ir.Source, ordered: bool, within: Within, done: str, inside: bool, users: list[Any]) -> None:
        """Write the passes over what one generator ranges over."""
        variable, domain = source.variable, source.domain
        ways = _ways(domain)
        if ways > 1 and self.copies * ways <= MOST_COPIES and domain not in self.parted:
            self.copies *= ways
            self.parted += [part for part in everything(domain) if isinstance(part, ir.Conditional | ir.Helper)]
            self._passes(source, ordered, within, done, inside, users)
            self.copies //= ways
            return

        def over(part: ir.Expr) -> None:
            self._passes(ir.Source(variable, part, source.condition), ordered, within, done, inside, users)

        match domain:
            case ir.Let(name, value, body):
                self.bind(name, value, body)
                over(body)
                return
            case ir.Conditional(condition, then, otherwise) if _is_empty(then) or _is_empty(otherwise):
                self.writer.line(f"if {self.expr(negation(condition) if _is_empty(then) else condition)}:")
                with self.writer.indented():
                    over(otherwise if _is_empty(then) else then)
                return
            case ir.Conditional(condition, then, otherwise) if domain in self.parted and self.attempt(domain) is None:
                self.writer.line(f"if {self.expr(condition)}:")
                with self.writer.indented():
                    over(then)
                self.writer.line("else:")
                with self.writer.indented():
                    over(otherwise)
                return
            case ir.Helper("concatenate", [first, second]) if domain in self.parted:
                over(first)
                if done and not inside:
                    self.writer.line(f"if not ({done}):")
                    with self.writer.indented():
                        over(second)
                else:
                    over(second)
                return
            case ir.ListOf([value]):
                self.writer.line(f"{self.names.of(variable)} = {self.expr(value)}")
                within(inside)
                return
            case ir.QueryExpr("each", result, [*before, last], []) if _opens(domain) and result in (None, last.variable):
                test = None if last.condition is None else substituted(last.condition, {last.variable: variable})
                inner = [*before, ir.Source(variable, last.domain, test)]
                self.loops(inner, ordered, within, done, inside, [source.condition, *users])
                return
            case ir.QueryExpr("each", result, sources, []) if _opens(domain):

                def given(inside: bool) -> None:
                    value = sources[-1].variable if result is None else result
                    self.writer.line(f"{self.names.of(variable)} = {self.expr(value)}")
                    within(inside)

                self.loops(sources, ordered, given, done, inside)
                return
            case ir.Prefix(row, seen, test):
                self.writer.line(f"for {self.names.of(variable)} in {self.expr(row)}:")
                with self.writer.indented():
                    within(True)
                    self.writer.line(f"if {self.expr(negation(substituted(test, {seen: variable})))}:")
                    with self.writer.indented():
                        self.writer.line("break")
            case _:
                text = self.domain(source, ordered)
                pieces = self.module.pieces_of(domain)
                if pieces and self._only_tuple(variable, [source.condition, *users]):
                    names = [self.temporary(variable.name) for _ in range(pieces)]
                    self.pieces[variable] = names
                    self.writer.line(f"for {', '.join(names)} in {text}:")
                else:
                    self.writer.line(f"for {self.names.of(variable)} in {text}:")
                with self.writer.indented():
                    within(True)
        if done and inside:
            self.writer.line(f"if {done}:")
            with self.writer.indented():
                self.writer.line("break")

    def _only_tuple(self, variable: ir.Variable, users: list[Any]) -> bool:
        """Whether a variable that holds a short list is used only as what inner queries range over."""
        uses = 0
        domains = 0
        for found in everything([u for u in users if u is not None]):
            if found is variable:
                uses += 1
            if isinstance(found, ir.QueryExpr) and found.form in ("all", "any"):
                domains += sum(1 for s in found.sources if s.domain is variable)
            if isinstance(found, ir.Helper) and found.name == "item0" and isinstance(found.arguments[1], ir.Const):
                domains += found.arguments[0] is variable
        return uses == domains and uses > 0

    # ---------------------------------------------------------------------------------------------------- any and all

    def _truth_query(self, expr: ir.QueryExpr) -> str:
        wanted = expr.form == "any"
        short = self._by_marks(expr) or self._by_list_method(expr) or self._unrolled(expr)
        if short is not None:
            return short
        result = self.result("found" if wanted else "holds")
        self.writer.line(f"{result} = {not wanted}")
        claim = expr.result
        witness = self.witness(expr)

        def within(inside: bool) -> None:
            def settled() -> None:
                self.writer.line(f"{result} = {wanted}")
                if witness:
                    self.writer.line(f"{witness} = {self.names.of(expr.sources[0].variable)}")
                if inside:
                    self.writer.line("break")

            if claim is None:
                settled()
                return
            self.when(claim if wanted else self.fusion.negated(claim), settled)

        sources = expr.sources
        if witness:
            # Where it was last so, it may still be so: that is looked at first.
            again = ir.Variable("part")
            parts = Raw(f"(({witness},), {self.expr(sources[0].domain)})")
            sources = [ir.Source(again, parts, None), ir.Source(sources[0].variable, again, sources[0].condition)]
        self.loops(sources, False, within, result if wanted else f"not {result}", after=claim)
        return result

    def witness(self, expr: ir.QueryExpr) -> str:
        """The local that remembers where `any` was so, or `all` was not, the last time; empty where none is kept."""
        return ""

    def _by_marks(self, expr: ir.QueryExpr) -> str | None:
        """Whether a test holds anywhere in a group, by what is kept of groups."""
        list_of = expr.sources[0].domain
        if not isinstance(list_of, ir.Variable) or list_of not in self.marked:
            return None
        groups, marks = self.marked[list_of]
        found = self.tests_of(expr, list_of)
        assert found is not None
        rows, row = found
        start = self.module.mark(groups, rows)
        if row is None:
            return f"({marks} & {1 << start} != 0)"
        bits = self.module.constant(tuple(1 << start + number for number in range(len(rows))))
        return f"({marks} & {bits}[{self.expr(row)}] != 0)"

    def _by_list_method(self, expr: ir.QueryExpr) -> str | None:
        """`any(s in all where owner[s] == c)` and the like, as a test of the whole array."""
        if len(expr.sources) != 1:
            return None
        source = expr.sources[0]
        claim = expr.result if expr.form == "all" else source.condition
        if expr.form == "all" and source.condition is not None:
            return None
        if expr.form == "any" and expr.result is not None:
            return None
        test = claim if expr.form == "any" or claim is None else self.fusion.negated(claim)
        found = self.by_value(ir.Source(source.variable, source.domain, test))
        if isinstance(found.domain, Having) and found.condition is None:
            those = self.expr(found.domain)
            return f"(len({those}) > 0)" if expr.form == "any" else f"(not {those})"
        match claim:
            case ir.Operation("==" | "!=" as word, [ir.Element(array, index), ir.Const(value)]) if index is source.variable:
                if (word == "==") != (expr.form == "any") or not self.module.whole_array(array, source.domain):
                    return None
                return f"({value!r} {'in' if expr.form == 'any' else 'not in'} {self.array(array)})"
        return None

    def _unrolled(self, expr: ir.QueryExpr) -> str | None:
        """A short constant list, or one already taken apart, written out."""
        if len(expr.sources) != 1:
            return None
        source = expr.sources[0]
        claim = expr.result if expr.form == "all" else source.condition
        if (
            (expr.form == "any" and expr.result is not None)
            or (expr.form == "all" and source.condition is not None)
            or claim is None
        ):
            return None
        names: list[ir.Expr]
        if isinstance(source.domain, ir.Const) and len(source.domain.value) <= UNROLLED:
            names = [ir.Const(v) for v in source.domain.value]
        elif isinstance(source.domain, ir.Variable) and source.domain in self.pieces:
            names = [Raw(n) for n in self.pieces[source.domain]]
        else:
            return None
        if any(isinstance(found, ir.QueryExpr) for found in everything(claim)):
            return None
        if not names:
            return "False" if expr.form == "any" else "True"
        texts: list[str] = []
        for name in names:
            text = self.attempt(substituted(claim, {source.variable: name}))
            if text is None:
                return None
            texts.append(text)
        return f"({(' or ' if expr.form == 'any' else ' and ').join(texts)})"

    # ---------------------------------------------------------------------------------------------------- numbers

    def _count(self, expr: ir.QueryExpr) -> str:
        if len(expr.sources) == 1:
            source = expr.sources[0]
            match source.condition:
                case ir.Operation("==", [ir.Element(array, index), value]) if index is source.variable:
                    if self.module.whole_array(array, source.domain) and isinstance(value, ir.Const | ir.Variable):
                        return f"{self.array(array)}.count({self.expr(value)})"
                case ir.Operation("!=", [ir.Element(array, index), value]) if index is source.variable:
                    if self.module.whole_array(array, source.domain) and isinstance(value, ir.Const | ir.Variable):
                        whole = self.array(array)
                        return f"(len({whole}) - {whole}.count({self.expr(value)}))"
            if source.condition is None and _is_plain(source.domain):
                return f"len({self.raw_contents(source.domain)})"
        result = self.result("number")
        self.writer.line(f"{result} = 0")
        self.loops(expr.sources, False, lambda _: self.writer.line(f"{result} += 1"))
        return result

    def _sum(self, expr: ir.QueryExpr) -> str:
        result = self.result("total")
        self.writer.line(f"{result} = 0")
        assert expr.result is not None
        value = expr.result
        self.loops(expr.sources, False, lambda _: self.writer.line(f"{result} += {self.expr(value)}"), after=value)
        return result

    # ---------------------------------------------------------------------------------------------------- values

    def _first(self, expr: ir.QueryExpr) -> str:
        value = expr.result if expr.result is not None else expr.sources[-1].variable
        if len(expr.sources) > 1 or not _is_plain(expr.sources[0].domain):
            return f"{'FIRST' if expr.nothing == -1 else 'FIRST_NUMBER'}({self._collect(expr)})"
        result = self.result("first")
        self.writer.line(f"{result} = {expr.nothing}")

        def within(_: bool) -> None:
            self.writer.line(f"{result} = {self.expr(value)}")
            self.writer.line("break")

        self.loops(expr.sources, True, within, after=value)
        return result

    def _collect(self, expr: ir.QueryExpr) -> str:
        """The values of a query as a list."""
        value = expr.result if expr.result is not None else expr.sources[-1].variable
        if len(expr.sources) == 1 and _is_plain(expr.sources[0].domain):
            source = ir.Source(expr.sources[0].variable, expr.sources[0].domain, expr.sources[0].condition)
            mark, places = len(self.writer.lines), len(self.writer.places)
            domain = self.domain(source)
            before = len(self.writer.lines)
            if source.condition is None and isinstance(value, ir.Element) and value.index is source.variable:
                if self.module.whole_array(value.array, source.domain):
                    return f"{self.array(value.array)}[:]"
            condition = None if source.condition is None else self.attempt(source.condition)
            text = self.attempt(value)
            if text is not None and (source.condition is None or condition is not None):
                if source.condition is None and value is source.variable:
                    new = isinstance(source.domain, ir.ZoneContents | ir.QueryExpr) or domain.startswith("sorted(")
                    return domain if new else f"list({domain})"
                tail = "" if condition is None else f" if {condition}"
                return f"[{text} for {self.names.of(source.variable)} in {domain}{tail}]"
            if before == mark:
                del self.writer.lines[mark:], self.writer.places[places:]
        result = self.temporary("values")
        self.writer.line(f"{result} = []")
        self.loops(expr.sources, True, lambda _: self.writer.line(f"{result}.append({self.expr(value)})"), after=value)
        return result

    def _ordered(self, expr: ir.QueryExpr) -> str:
        """A query with an order: rows of keys, a running number that keeps it stable, and the value."""
        value = expr.result if expr.result is not None else expr.sources[-1].variable
        rows = self.temporary("rows")
        self.writer.line(f"{rows} = []")

        def within(_: bool) -> None:
            keys = [f"-({self.expr(k)})" if descending else self.expr(k) for k, descending in expr.keys]
            self.writer.line(f"{rows}.append(({', '.join([*keys, f'len({rows})', self.expr(value)])}))")

        self.loops(expr.sources, True, within, after=[value, [k for k, _ in expr.keys]])
        if expr.form == "first" and not expr.ties_at_random:
            return f"(min({rows})[-1] if {rows} else {expr.nothing})"
        if expr.ties_at_random:
            shape = value.shape if isinstance(value, ir.Variable) else None
            self.writer.line(f"{rows} = SORT_AT_RANDOM(S, {rows}, {shape!r})")
        else:
            self.writer.line(f"{rows}.sort()")
        values = f"[row[-1] for row in {rows}]"
        match expr.form:
            case "first":
                return f"({rows}[0][-1] if {rows} else {expr.nothing})"
            case "places":
                return f"PLACES({values}, [row[:-2] for row in {rows}])"
            case "the":
                return f"THE({values})"
        return values


def _ways(domain: ir.Expr) -> int:
    """Of how many lists what a generator ranges over is made."""
    match domain:
        case ir.Let(_, _, body):
            return _ways(body)
        case ir.Conditional(_, then, otherwise):
            return (0 if _is_empty(then) else _ways(then)) + (0 if _is_empty(otherwise) else _ways(otherwise))
        case ir.Helper("concatenate", [first, second]):
            return _ways(first) + _ways(second)
        case ir.QueryExpr("each", _, [first, *_]):
            return _ways(first.domain)
    return 1


def _joined(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"({' and '.join(texts)})"


def _opens(query: ir.QueryExpr) -> bool:
    return not query.keys and not query.ties_at_random


def _is_empty(items: ir.Expr) -> bool:
    return isinstance(items, ir.Const) and items.value == ()


def _is_plain(domain: ir.Expr) -> bool:
    """Whether a list is there to be gone through as it is."""
    if isinstance(domain, ir.Helper) and domain.name == "concatenate":
        return False
    return not isinstance(domain, ir.Let | ir.Prefix | ir.QueryExpr | ir.Conditional | ir.ListOf) or (
        isinstance(domain, ir.Conditional) and all(isinstance(d, ir.Const | ir.Lookup) for d in (domain.then, domain.otherwise))
    )

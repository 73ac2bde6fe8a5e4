"""Turns expressions of the IR into Python.

A plain expression becomes a Python expression. A query becomes a loop written before the statement that needs it (a generator
expression inside `any` costs three times as much), so every method may write lines first; where that would run something that
must not run yet, as on the right of `and`, the expression is taken apart into `if`s. Conditions that the tables answer are
gone before: what is left are look-ups in lists of the state, and patterns that one method of a list answers are written so.
"""

from __future__ import annotations

from typing import Any

from rulelang.backend.writer import Names, Writer
from rulelang.machine import ir
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import everything, variables

UNROLLED = 12
"""A list of constants up to this long is written out in `any` and `all`."""
HELPERS = {
    "probe": "PROBE",
    "item": "ITEM",
    "first": "FIRST",
    "last": "LAST",
    "first_number": "FIRST_NUMBER",
    "last_number": "LAST_NUMBER",
    "within_bounds": "WITHIN_BOUNDS",
    "first_list": "FIRST_LIST",
    "position": "POSITION",
    "next": "NEXT",
    "previous": "PREVIOUS",
    "after": "AFTER",
    "starting_at": "STARTING_AT",
    "first_of": "FIRST_OF",
    "distinct": "DISTINCT",
    "highest": "HIGHEST",
    "lowest": "LOWEST",
    "present_number": "PRESENT_NUMBER",
    "family": "FAMILY",
}
"""Helpers that stay calls, by their names in generated code; the rest is written in place."""


class Expressions:
    """Emits the expressions of one function."""

    def __init__(self, lowered: Lowered, writer: Writer, names: Names, playout: bool) -> None:
        self.lowered = lowered
        self.writer = writer
        self.names = names
        self.playout = playout
        self.pieces: dict[ir.Variable, list[str]] = {}
        self.module: Any = None
        self.wanted_name: str | None = None
        self.draws = False
        """Whether what is written may draw from a stream: the bodies of rules may, options and texts may not."""

    # ---------------------------------------------------------------------------------------------------- entry

    def expr(self, expr: ir.Expr) -> str:
        """The Python of an expression; lines it needs are written first."""
        method = getattr(self, "_" + type(expr).__name__.lower())
        text: str = method(expr)
        return text

    def attempt(self, expr: ir.Expr) -> str | None:
        """The Python of an expression if it needs no lines before it."""
        mark, places = len(self.writer.lines), len(self.writer.places)
        text = self.expr(expr)
        if len(self.writer.lines) == mark:
            return text
        del self.writer.lines[mark:], self.writer.places[places:]
        return None

    def temporary(self, name: str) -> str:
        """A fresh local."""
        return self.names.fresh(name)

    def result(self, name: str) -> str:
        """The local for a query's result: the variable that wants it, or a fresh one."""
        wanted, self.wanted_name = self.wanted_name, None
        return wanted if wanted is not None else self.temporary(name)

    # ---------------------------------------------------------------------------------------------------- leaves

    def _const(self, expr: ir.Const) -> str:
        value = expr.value
        if isinstance(value, tuple) and len(value) > 3:
            return str(self.module.constant(value))
        return repr(value)

    def _variable(self, expr: ir.Variable) -> str:
        return self.names.of(expr)

    def _scalar(self, expr: ir.Scalar) -> str:
        return f"S.{expr.name}"

    def _element(self, expr: ir.Element) -> str:
        return f"{self.array(expr.array)}[{self.expr(expr.index)}]"

    def array(self, name: str) -> str:
        """How this function calls an array of the state."""
        return f"S.{name}"

    def _lookup(self, expr: ir.Lookup) -> str:
        self.module.use_table(expr.table)
        return f"{expr.table}[{self.expr(expr.index)}]"

    # ---------------------------------------------------------------------------------------------------- operators

    def _operation(self, expr: ir.Operation) -> str:
        word = expr.operator
        if word in ("and", "or"):
            return self._short(word, expr.operands)
        if word == "not":
            return f"(not {self.expr(expr.operands[0])})"
        if word == "neg":
            return f"(-{self.expr(expr.operands[0])})"
        left, right = (self.expr(o) for o in expr.operands)
        if word in ("//", "%", "ceil"):
            divisor = expr.operands[1]
            if not (isinstance(divisor, ir.Const) and divisor.value != 0):
                return f"{ {'//': 'QUOTIENT', '%': 'REMAINDER', 'ceil': 'QUOTIENT_UP'}[word] }({left}, {right})"
            if word == "ceil":
                return f"(-(-{left} // {right}))"
        if word in ("+", "-") and isinstance(expr.operands[0], ir.Operation) and expr.operands[0].operator in ("+", "-"):
            # A long sum is written without brackets, of which Python allows no more than two hundred.
            left = left[1:-1]
        return f"({left} {word} {right})"

    def _short(self, word: str, operands: list[ir.Expr]) -> str:
        texts: list[str] = []
        for index, operand in enumerate(operands):
            if index == 0:
                texts.append(self.expr(operand))
                continue
            text = self.attempt(operand)
            if text is not None:
                texts.append(text)
                continue
            result = self.temporary("holds")
            self.writer.line(f"{result} = {f' {word} '.join(texts)}")
            self.writer.line(f"if {result}:" if word == "and" else f"if not {result}:")
            with self.writer.indented():
                rest = operands[index:]
                value = self.expr(rest[0] if len(rest) == 1 else ir.Operation(word, rest))
                self.writer.line(f"{result} = {value}")
            return result
        return f"({f' {word} '.join(texts)})"

    def _conditional(self, expr: ir.Conditional) -> str:
        condition = self.expr(expr.condition)
        then, otherwise = self.attempt(expr.then), self.attempt(expr.otherwise)
        if then is not None and otherwise is not None:
            return f"({then} if {condition} else {otherwise})"
        result = self.temporary("value")
        self.writer.line(f"if {condition}:")
        with self.writer.indented():
            self.writer.line(f"{result} = {self.expr(expr.then)}")
        self.writer.line("else:")
        with self.writer.indented():
            self.writer.line(f"{result} = {self.expr(expr.otherwise)}")
        return result

    def _listof(self, expr: ir.ListOf) -> str:
        return f"[{', '.join(self.expr(i) for i in expr.items)}]"

    def _contains(self, expr: ir.Contains) -> str:
        item = self.expr(expr.item)
        if isinstance(expr.items, ir.Const):
            return f"({item} in {set(expr.items.value)!r})" if expr.items.value else "0"
        if isinstance(expr.items, ir.Helper) and expr.items.name == "range":
            low, high = (self.expr(a) for a in expr.items.arguments)
            return f"({low} <= {item} <= {high})"
        return f"({item} in {self.expr(expr.items)})"

    # ---------------------------------------------------------------------------------------------------- calls

    def _callroutine(self, expr: ir.CallRoutine) -> str:
        return f"{expr.routine}({', '.join(['S', *(self.expr(a) for a in expr.arguments)])})"

    def _callmethod(self, expr: ir.CallMethod) -> str:
        receiver = self.simple(expr.receiver, "receiver")
        self.module.use_method(expr.method)
        return f"{expr.method}[{receiver}]({', '.join(['S', receiver, *(self.expr(a) for a in expr.arguments)])})"

    def _possible(self, expr: ir.Possible) -> str:
        return f"POSSIBLE({self.tried(expr)})"

    def _would(self, expr: ir.Would) -> str:
        tried = self.tried(expr)
        values = "".join(f"{self.expr(v)}, " for v in expr.values)
        return f"WOULD({tried}, {expr.condition}, ({values}))"

    def tried(self, expr: ir.Possible | ir.Would) -> str:
        """A copy of the state, the routine that is tried on it, and what it is handed."""
        receiver = None if expr.receiver is None else self.simple(expr.receiver, "receiver")
        handed = [] if receiver is None else [receiver]
        handed += [self.expr(a) for a in expr.arguments]
        arguments = "".join(f"{text}, " for text in handed)
        if receiver is None:
            routine = self.module.trial(expr.routine)
        else:
            routine = f"{self.module.trial_method(expr.routine)}[{receiver}]"
        return f"{self.module.trial_copy(expr)}(S), {routine}, ({arguments})"

    def simple(self, expr: ir.Expr, name: str) -> str:
        """The Python of an expression that is cheap to write twice."""
        text = self.expr(expr)
        if isinstance(expr, ir.Const | ir.Variable):
            return text
        result = self.temporary(name)
        self.writer.line(f"{result} = {text}")
        return result

    def _helper(self, expr: ir.Helper) -> str:
        name = expr.name
        if name in ("top", "bottom"):
            store = expr.arguments[0]
            assert isinstance(store, ir.Const)
            return self.end_of(store.value, expr.arguments[1], name == "top")
        if name == "family":
            table = expr.arguments[0]
            assert isinstance(table, ir.Const)
            self.module.use_table(table.value)
            return f"FAMILY({table.value}, {self.expr(expr.arguments[1])})"
        texts = [self.expr(a) for a in expr.arguments]
        match name:
            case "recorded" | "times":
                return f"{name.upper()}({', '.join(texts)})"
            case "range":
                return f"range({texts[0]}, {texts[1]} + 1)"
            case "size":
                return f"len({self.raw_contents(expr.arguments[0])})"
            case "min" | "max" | "abs":
                return f"{name}({', '.join(texts)})"
            case "reverse":
                return f"{texts[0]}[::-1]"
            case "concatenate":
                return f"[*{texts[0]}, *{texts[1]}]"
            case "item0":
                return f"{texts[0]}[{texts[1]}]"
            case "frozen":
                return f"tuple({texts[0]})"
            case "slice":
                return f"{texts[0]}[{texts[1]}:{texts[2]}]"
            case "behind":
                return f"({texts[0]}.index({texts[2]}, {texts[1]}) + 1)"
            case "append":
                return f"(*{texts[0]}, {texts[1]})"
            case "same":
                return f"([*{texts[0]}] == [*{texts[1]}])"
        return f"{HELPERS[name]}({', '.join(texts)})"

    def end_of(self, store: str, zone: ir.Expr, top: bool) -> str:
        """The thing on top of a zone, or at its bottom; of a shuffled zone it is decided now."""
        where = self.expr(zone)
        if self.module.shuffled(store):
            name = "TOP" if top else "BOTTOM"
            zones, undecided = self.array(f"{store}_zones"), self.array(f"{store}_undecided")
            return f"{name}(S, {zones}, {undecided}, {where}, {self.module.stream(store)})"
        return f"{'LAST' if top else 'FIRST'}({self.array(store + '_zones')}[{where}])"

    def _present(self, expr: ir.Present) -> str:
        return f"PRESENT({self.expr(expr.value)}, {expr.what!r})"

    def _zonecontents(self, expr: ir.ZoneContents) -> str:
        if self.module.sorts(expr.store):
            return self._tokens("TOKENS", expr)
        if expr.raw:
            return self.raw_contents(expr)
        if self.draws and self.module.shuffled(expr.store):
            zones, undecided = self.array(f"{expr.store}_zones"), self.array(f"{expr.store}_undecided")
            return f"SETTLED(S, {zones}, {undecided}, {self.expr(expr.zone)}, {self.module.stream(expr.store)})"
        return f"{self.array(expr.store + '_zones')}[{self.expr(expr.zone)}][::-1]"

    def raw_contents(self, expr: ir.Expr) -> str:
        """A list whose order does not matter, and which is not changed while it is used."""
        if isinstance(expr, ir.ZoneContents) and not self.module.sorts(expr.store):
            return f"{self.array(expr.store + '_zones')}[{self.expr(expr.zone)}]"
        return self.expr(expr)

    def _tokens(self, function: str, expr: ir.ZoneContents | ir.ZoneSize | ir.TokenSorts) -> str:
        """What is asked of the tokens in a zone."""
        return f"{function}({self.array(expr.store + '_counts')}, {self.expr(expr.zone)}, {self.module.sorts(expr.store)})"

    def _tokensorts(self, expr: ir.TokenSorts) -> str:
        return self._tokens("SORTS", expr)

    def _tokencount(self, expr: ir.TokenCount) -> str:
        zone, sort = self.expr(expr.zone), self.expr(expr.sort)
        return f"{self.array(expr.store + '_counts')}[{zone} * {self.module.sorts(expr.store)} + {sort}]"

    def _zonesize(self, expr: ir.ZoneSize) -> str:
        if self.module.sorts(expr.store):
            return self._tokens("TOKENS_IN", expr)
        return f"len({self.array(expr.store + '_zones')}[{self.expr(expr.zone)}])"

    def _place(self, expr: ir.Place) -> str:
        return f"{self.array(expr.store + '_at')}[{self.expr(expr.thing)}]"

    def _walkexpr(self, expr: ir.WalkExpr) -> str:
        arguments = [self.expr(a) for a in expr.arguments]
        tests = [self.test(expr.through, "through"), self.test(expr.along, "along")]
        if expr.name == "ray":
            self.module.use_table(expr.board)
            return f"RAY({expr.board}[{arguments[1]}], {arguments[0]}, {tests[0]}, {arguments[2]})"
        self.module.use_board(expr.board)
        reads = remembered_by(expr)
        if reads is None:
            return f"{expr.name.upper()}({', '.join([expr.board, *arguments, *tests])})"
        # The way depends on a few fields only: each situation is searched once, and looked up from then on.
        memo = self.module.memo(expr)
        if expr.name == "distance":
            key = f"({', '.join([*reads, arguments[0]])},)"
            search = f"REMEMBER({memo}, {key}, DISTANCES, {expr.board}, {arguments[0]}, {', '.join(tests)})"
            return f"({memo}.get({key}) or {search}).get({arguments[1]}, {self.lowered.boards[expr.board].far})"
        key = f"({', '.join([*reads, *arguments])},)"
        search = f"REMEMBER({memo}, {key}, {expr.name.upper()}, {', '.join([expr.board, *arguments, *tests])})"
        return f"({memo}.get({key}) or {search})"

    def test(self, walk: tuple[ir.Variable, ir.Expr] | None, name: str) -> str:
        """A function for a walk's condition."""
        if walk is None:
            return "None"
        variable, condition = walk
        local = self.names.of(variable)
        text = self.attempt(condition)
        if text is not None:
            return f"(lambda {local}: {text})"
        function = self.temporary(name)
        self.writer.line(f"def {function}({local}):")
        with self.writer.indented():
            self.writer.line(f"return {self.expr(condition)}")
        return function

    # ---------------------------------------------------------------------------------------------------- queries

    def _queryexpr(self, expr: ir.QueryExpr) -> str:
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

    def domain(self, source: ir.Source, ordered: bool = True) -> str:
        """What a generator ranges over, a constant condition of equality answered by a table."""
        bucket = self.module.bucket(source)
        if bucket is not None:
            table, key, rest = bucket
            source.condition = rest
            text = self.expr(key)
            return f"{table}.get({text}, ())"
        return self.expr(source.domain) if ordered else self.raw_contents(source.domain)

    def _copied(self, source: ir.Source) -> ir.Source:
        return ir.Source(source.variable, source.domain, source.condition)

    def loops(self, sources: list[ir.Source], ordered: bool, inner: Any, empty_check: bool = False) -> int:
        """Write the loops of generators around what `inner` writes; how many loops there are."""
        if not sources:
            inner()
            return 0
        source = self._copied(sources[0])
        domain = self.domain(source, ordered)
        pieces = self.module.pieces_of(source)
        if pieces and self._only_tuple(source.variable, [source.condition, sources[1:], self._inner_expr]):
            names = [self.temporary(source.variable.name) for _ in range(pieces)]
            self.pieces[source.variable] = names
            self.writer.line(f"for {', '.join(names)} in {domain}:")
        else:
            self.writer.line(f"for {self.names.of(source.variable)} in {domain}:")
        count = 1
        with self.writer.indented():
            if source.condition is not None:
                condition = self.expr(source.condition)
                self.writer.line(f"if {condition}:")
                with self.writer.indented():
                    count += self.loops(sources[1:], ordered, inner)
            else:
                count += self.loops(sources[1:], ordered, inner)
        return count

    _inner_expr: Any = None

    def _only_tuple(self, variable: ir.Variable, users: list[Any]) -> bool:
        """Whether a variable that holds a short list is used only as what inner queries range over."""
        uses = 0
        domains = 0
        for found in everything([u for u in users if u is not None]):
            if found is variable:
                uses += 1
            if isinstance(found, ir.QueryExpr) and found.form in ("all", "any"):
                domains += sum(1 for s in found.sources if s.domain is variable)
        return uses == domains and uses > 0

    def _truth_query(self, expr: ir.QueryExpr) -> str:
        wanted = expr.form == "any"
        short = self._by_list_method(expr)
        if short is not None:
            return short
        unrolled = self._unrolled(expr)
        if unrolled is not None:
            return unrolled
        result = self.result("found" if wanted else "holds")
        self.writer.line(f"{result} = {not wanted}")
        self._inner_expr = expr.result
        loops = 0

        def inner() -> None:
            if expr.result is not None:
                claim = self.expr(expr.result)
                self.writer.line(f"if {claim}:" if wanted else f"if not {claim}:")
                with self.writer.indented():
                    self.writer.line(f"{result} = {wanted}")
                    self.writer.line("break")
            else:
                self.writer.line(f"{result} = {wanted}")
                self.writer.line("break")

        if len(expr.sources) > 1:
            return self._nested_truth(expr, result, wanted)
        loops += self.loops(expr.sources, False, inner)
        return result

    def _nested_truth(self, expr: ir.QueryExpr, result: str, wanted: bool) -> str:
        """Several generators: each loop is left as soon as the answer is known."""
        sources = expr.sources

        def level(index: int) -> None:
            if index == len(sources):
                claim = "True" if expr.result is None else self.expr(expr.result)
                self.writer.line(f"if {claim}:" if wanted else f"if not {claim}:")
                with self.writer.indented():
                    self.writer.line(f"{result} = {wanted}")
                    self.writer.line("break")
                return
            source = self._copied(sources[index])
            self.writer.line(f"for {self.names.of(source.variable)} in {self.domain(source, False)}:")
            with self.writer.indented():
                if source.condition is not None:
                    self.writer.line(f"if not {self.expr(source.condition)}:")
                    with self.writer.indented():
                        self.writer.line("continue")
                level(index + 1)
                if index + 1 < len(sources):
                    self.writer.line(f"if {result}:" if wanted else f"if not {result}:")
                    with self.writer.indented():
                        self.writer.line("break")

        level(0)
        return result

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

    def _raw(self, expr: Raw) -> str:
        return expr.text

    def _count(self, expr: ir.QueryExpr) -> str:
        if len(expr.sources) == 1:
            source = expr.sources[0]
            match source.condition:
                case ir.Operation("==", [ir.Element(array, index), ir.Const(value)]) if index is source.variable:
                    if self.module.whole_array(array, source.domain):
                        return f"{self.array(array)}.count({value!r})"
            if source.condition is None:
                return f"len({self.raw_contents(source.domain)})"
        result = self.result("number")
        self.writer.line(f"{result} = 0")
        self._inner_expr = None
        self.loops(expr.sources, False, lambda: self.writer.line(f"{result} += 1"))
        return result

    def _sum(self, expr: ir.QueryExpr) -> str:
        result = self.result("total")
        self.writer.line(f"{result} = 0")
        self._inner_expr = expr.result
        assert expr.result is not None
        value = expr.result
        self.loops(expr.sources, False, lambda: self.writer.line(f"{result} += {self.expr(value)}"))
        return result

    def _first(self, expr: ir.QueryExpr) -> str:
        value = expr.result if expr.result is not None else expr.sources[-1].variable
        if len(expr.sources) > 1:
            return f"{'FIRST' if expr.nothing == -1 else 'FIRST_NUMBER'}({self._collect(expr)})"
        result = self.result("first")
        self.writer.line(f"{result} = {expr.nothing}")
        self._inner_expr = value

        def inner() -> None:
            self.writer.line(f"{result} = {self.expr(value)}")
            self.writer.line("break")

        self.loops(expr.sources, True, inner)
        return result

    def _collect(self, expr: ir.QueryExpr) -> str:
        """The values of a query as a list."""
        value = expr.result if expr.result is not None else expr.sources[-1].variable
        if len(expr.sources) == 1:
            source = self._copied(expr.sources[0])
            mark, places = len(self.writer.lines), len(self.writer.places)
            domain = self.domain(source)
            before = len(self.writer.lines)
            condition = None if source.condition is None else self.attempt(source.condition)
            text = self.attempt(value)
            if text is not None and (source.condition is None or condition is not None):
                if source.condition is None and value is source.variable:
                    return domain if isinstance(source.domain, ir.ZoneContents | ir.QueryExpr) else f"list({domain})"
                tail = "" if condition is None else f" if {condition}"
                return f"[{text} for {self.names.of(source.variable)} in {domain}{tail}]"
            if before == mark:
                del self.writer.lines[mark:], self.writer.places[places:]
        result = self.temporary("values")
        self.writer.line(f"{result} = []")
        self._inner_expr = value
        self.loops(expr.sources, True, lambda: self.writer.line(f"{result}.append({self.expr(value)})"))
        return result

    def _ordered(self, expr: ir.QueryExpr) -> str:
        """A query with an order: rows of keys, a running number that keeps it stable, and the value."""
        value = expr.result if expr.result is not None else expr.sources[-1].variable
        rows = self.temporary("rows")
        self.writer.line(f"{rows} = []")
        self._inner_expr = [value, [k for k, _ in expr.keys]]

        def inner() -> None:
            keys = [f"-({self.expr(k)})" if descending else self.expr(k) for k, descending in expr.keys]
            self.writer.line(f"{rows}.append(({', '.join([*keys, f'len({rows})', self.expr(value)])}))")

        self.loops(expr.sources, True, inner)
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


MOST_REMEMBERED = 4
"""A walk whose conditions read more fields than this is searched each time."""


def remembered_by(expr: ir.WalkExpr) -> list[str] | None:
    """What a walk's conditions read of the state, as code, if they depend on nothing but a few fields of the game or of the
    spaces and ways that they test, each read for the one that is tested."""
    names: list[str] = []
    for walk in (expr.through, expr.along):
        if walk is None:
            continue
        variable, condition = walk
        for found in everything(condition):
            if isinstance(found, ir.Scalar):
                names.append(f"S.{found.name}")
            elif isinstance(found, ir.Element):
                if found.index is not variable:
                    return None
                names.append(f"tuple(S.{found.array})")
            elif isinstance(found, ir.Variable):
                if found is not variable:
                    return None
            elif not isinstance(found, ir.Const | ir.Lookup | ir.Operation | ir.Conditional | ir.Contains | ir.ListOf):
                return None
    names = list(dict.fromkeys(names))
    return names if len(names) <= MOST_REMEMBERED and expr.name != "edge" else None


class Raw(ir.Expr):
    """A piece of Python that stands for a value."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def substituted(expr: Any, values: dict[ir.Variable, ir.Expr]) -> Any:
    """A copy of an expression with variables replaced."""
    from dataclasses import fields, is_dataclass

    if isinstance(expr, ir.Variable):
        return values.get(expr, expr)
    if isinstance(expr, Raw | ir.Const):
        return expr
    if isinstance(expr, list):
        return [substituted(e, values) for e in expr]
    if isinstance(expr, tuple) and not hasattr(expr, "_fields"):
        return tuple(substituted(e, values) for e in expr)
    if is_dataclass(expr) and isinstance(expr, ir.Expr | ir.Source):
        copy = object.__new__(type(expr))
        for f in fields(expr):
            setattr(copy, f.name, substituted(getattr(expr, f.name), values))
        return copy
    return expr


__all__ = ["Expressions", "Raw", "substituted", "variables"]

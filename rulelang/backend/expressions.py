"""Turns expressions of the IR into Python.

A plain expression becomes a Python expression. A query becomes a loop written before the statement that needs it
(`backend.queries`), so every method may write lines first; where that would run something that must not run yet, as on the right
of `and`, the expression is taken apart into `if`s. Conditions that the tables answer are gone before: what is left are look-ups
in lists of the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rulelang.backend.fusion import SEEN, Fusion
from rulelang.backend.tables import span_of
from rulelang.backend.writer import Names, Writer
from rulelang.machine import ir
from rulelang.machine.fold import negation
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import everything, queries_deep

ATTEMPTED = 3
"""So many queries within one another are tried without lines: what fails is written twice, and that doubles with each level."""
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


def groups_of(array: str, board: str) -> str:
    """What a state calls the groups of a field of the spaces of a board."""
    return f"{array}_groups_{board}"


def marks_of(groups: str) -> str:
    """What a module calls the marks of the spaces of some groups."""
    return f"MARKS_{groups}"


class Expressions:
    """Emits the expressions of one function."""

    trying = False
    """Whether this is written to be tried on a copy, which nobody sees."""

    def __init__(self, lowered: Lowered, writer: Writer, names: Names, playout: bool) -> None:
        self.lowered = lowered
        self.writer = writer
        self.names = names
        self.playout = playout
        self.pieces: dict[ir.Variable, list[str]] = {}
        self.known: dict[tuple[str, ir.Variable], str] = {}
        """Look-ups that have been written before the loops that are being written."""
        self.seen: dict[ir.Variable, Seen] = {}
        """The variables that hold how far one sees along a row, of which no list is made."""
        self.marked: dict[ir.Variable, tuple[str, str]] = {}
        """The variables that hold a group of which only is asked what holds anywhere in it: the groups, and the local for it."""
        self.later: dict[ir.Variable, ir.Expr] = {}
        """What is worked out when it is first asked for, by its names."""
        self.module: Any = None
        self.wanted_name: str | None = None
        self.fusion = Fusion(lowered.world)
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
        if any(self._needs_lines(found) for found in everything(expr)) or queries_deep(expr) > ATTEMPTED:
            return None
        mark, places = len(self.writer.lines), len(self.writer.places)
        text = self.expr(expr)
        if len(self.writer.lines) == mark:
            return text
        del self.writer.lines[mark:], self.writer.places[places:]
        return None

    def _needs_lines(self, part: Any) -> bool:
        """Whether a part of an expression is never written without lines. What is worked out when it is first needed is not
        tried at all: it may hold queries within one another, that are not to be seen from here."""
        return isinstance(part, ir.Let | ir.Prefix) or (isinstance(part, ir.Variable) and part in self.later)

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
        if expr in self.seen:
            return self.seen[expr].all
        name = self.names.of(expr)
        if expr in self.later:
            self.writer.line(f"if {name} is None:")
            with self.writer.indented():
                self.writer.line(f"{name} = {self.expr(self.later[expr])}")
        return name

    def _raw(self, expr: Raw) -> str:
        return expr.text

    def _scalar(self, expr: ir.Scalar) -> str:
        return f"S.{expr.name}"

    def _element(self, expr: ir.Element) -> str:
        return f"{self.array(expr.array)}[{self.expr(expr.index)}]"

    def array(self, name: str) -> str:
        """How this function calls an array of the state."""
        return f"S.{name}"

    def _lookup(self, expr: ir.Lookup) -> str:
        if isinstance(expr.index, ir.Variable) and (expr.table, expr.index) in self.known:
            return self.known[expr.table, expr.index]
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
        if name in ("size", "last") and isinstance(expr.arguments[0], ir.Prefix):
            return self._of_seen(name, self._look_along(expr.arguments[0], {name}), expr.arguments)
        if name == "item0":
            match expr.arguments:
                case [ir.Variable() as row, ir.Const(index)] if row in self.pieces:
                    piece: str = self.pieces[row][index]
                    return piece
        if name in SEEN and isinstance(expr.arguments[0], ir.Variable) and expr.arguments[0] in self.seen:
            return self._of_seen(name, self.seen[expr.arguments[0]], expr.arguments)
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
            case "recorded":
                here = self.playout and not self.trying and not self.module.facts.playout_copies
                return f"{'RECORDED_HERE' if here else 'RECORDED'}({', '.join(texts)})"
            case "times":
                return f"TIMES({texts[0]})"
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
            return f"{name}(S, {zones}, {undecided}, {where}, {self.module.stream(store)}, PICK_INDEX)"
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
            return f"SETTLED(S, {zones}, {undecided}, {self.expr(expr.zone)}, {self.module.stream(expr.store)}, PICK_INDEX)"
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
        sorts = self.module.sorts(expr.store)
        operands = expr.zone.operands if isinstance(expr.zone, ir.Operation) else [expr.zone]
        if sorts and all(isinstance(operand, ir.Variable | ir.Const) for operand in operands):
            # A call would cost more than the sum.
            first = f"{self.expr(expr.zone)} * {sorts}"
            return f"sum({self.array(expr.store + '_counts')}[{first}:{first} + {sorts}])"
        if sorts:
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

    # ---------------------------------------------------------------------------------------------------- names inside

    def _let(self, expr: ir.Let) -> str:
        self.bind(expr.variable, expr.value, expr.body)
        return self.expr(expr.body)

    def bind(self, variable: ir.Variable, value: ir.Expr, scope: ir.Expr) -> None:
        """Write what gives a variable its value for the expression `scope`."""
        if isinstance(value, ir.Prefix):
            uses = sum(1 for found in everything(scope) if found is variable)
            asked = [f.name for f in everything(scope) if isinstance(f, ir.Helper) and f.arguments and f.arguments[0] is variable]
            if uses == len(asked) and all(name in SEEN for name in asked):
                self.seen[variable] = self._look_along(value, set(asked))
                return
        if isinstance(value, ir.Group) and (marks := self._marks(value, scope, variable)) is not None:
            self.writer.line(f"{self.marked[variable][1]} = {marks}")
            return
        name = self.names.of(variable)
        self.writer.line(f"{name} = {self.expr(value)}")

    def _prefix(self, expr: ir.Prefix) -> str:
        return self._look_along(expr, {"size"}).all

    def _look_along(self, expr: ir.Prefix, asked: set[str]) -> Seen:
        """Write the loop that looks along a row; what of it is asked is kept."""
        row = self.simple(expr.row, "row")
        counted = asked != {"last"}
        seen = Seen(row, self.temporary("count") if counted else "", self.names.of(expr.variable))
        if counted:
            self.writer.line(f"{seen.count} = 0")
        if "last" in asked and not expr.long:
            self.writer.line(f"{seen.last} = -1")
        with self.known_before(expr.test, {expr.variable}):
            self.writer.line(f"for {seen.last} in {row}:")
            with self.writer.indented():
                if counted:
                    self.writer.line(f"{seen.count} += 1")
                self.writer.line(f"if {self.expr(negation(expr.test))}:")
                with self.writer.indented():
                    self.writer.line("break")
        return seen

    @contextmanager
    def known_before(self, repeated: Any, bound: set[ir.Variable]) -> Iterator[None]:
        """Write look-ups by what loops do not change before the loops that are written within."""
        new: list[tuple[str, ir.Variable]] = []
        for found in everything(repeated):
            match found:
                case ir.Lookup(table, ir.Variable() as variable):
                    key = (table, variable)
                    if variable in bound or key in self.known or key in new or span_of(self.lowered.world, variable) is None:
                        continue
                    new.append(key)
        for table, variable in new:
            name = self.temporary(table.removeprefix("T_"))
            self.writer.line(f"{name} = {self.expr(ir.Lookup(table, variable))}")
            self.known[table, variable] = name
        yield
        for key in new:
            del self.known[key]

    def _group(self, expr: ir.Group) -> str:
        kept = self.array(groups_of(expr.array, expr.board)) if self.module.keeps_groups else "None"
        return f"GROUP({kept}, {self._joined_to(expr)})"

    def _joined_to(self, expr: ir.Group) -> str:
        """Where a group is looked for, as arguments."""
        self.module.use_board(expr.board)
        return f"{expr.board}.neighbours, {self.array(expr.array)}, {self.expr(expr.start)}, {self.expr(expr.value)}"

    def _marks(self, group: ir.Group, scope: ir.Expr, variable: ir.Variable) -> str | None:
        """What holds anywhere in a group, if nothing else is asked of the list that a variable holds."""
        if not self.module.keeps_groups:
            return None
        uses = sum(1 for found in everything(scope) if found is variable)
        groups = groups_of(group.array, group.board)
        found = [tests for query in everything(scope) if (tests := self.tests_of(query, variable)) is not None]
        if not found or len(found) != uses:
            return None
        self.marked[variable] = (groups, self.temporary("marks"))
        kept, where = self.array(groups), self._joined_to(group)
        marks = f"MARKS({kept}, {where}, {marks_of(groups)})"
        if not isinstance(group.start, ir.Variable) or not self.module.seeker.some(group.value) or self.module.facts.tries:
            return marks
        # As a rule the space is one of the group, and then there is nothing to look for.
        values = self.array(group.array)
        self.writer.line(f"if {kept}.changed: {kept}.catch_up({group.board}.neighbours, {values})")
        start = self.expr(group.start)
        return f"{kept}.marks[{kept}.of[{start}]] if {values}[{start}] == {self.expr(group.value)} else {marks}"

    def tests_of(self, query: Any, variable: ir.Variable) -> tuple[list[Any], ir.Expr | None] | None:
        """Whether a query asks if anything in a list is one of those in a table: for each row of the table which they are, and
        what says which row; none where it asks something else."""
        match query:
            case ir.QueryExpr("any", None, [ir.Source(one, domain, test)]) if domain is variable:
                pass
            case _:
                return None
        rows: list[Any] = []
        row: ir.Expr | None = None
        match test:
            case ir.Lookup(table, index) if index is one:
                rows = [self.lowered.world.tables[table]]
            case ir.Helper("item0", [ir.Lookup(table, ir.Variable() as row), index]) if index is one and row is not one:
                rows = list(self.lowered.world.tables[table])
            case ir.Helper("item0", [ir.Lookup(table, index), ir.Variable() as row]) if index is one and row is not one:
                rows = list(zip(*self.lowered.world.tables[table], strict=True))
        return (rows, row) if 0 < len(rows) <= MOST_TESTS else None

    def _of_seen(self, name: str, seen: Seen, arguments: list[ir.Expr]) -> str:
        match name:
            case "size":
                return seen.count
            case "last":
                return seen.last
        match arguments[1]:
            case ir.Operation("-", [ir.Helper("size", [of]), ir.Const(0 | 1 as less)]) if of is arguments[0]:
                return f"{seen.row}[:{seen.count} - {less}]"
        count = self.expr(arguments[1])
        return f"{seen.row}[:min(max({count}, 0), {seen.count})]"

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


@dataclass(frozen=True, slots=True)
class Seen:
    """How far one sees along a row: the Python of the row, of how many of it are seen, and of the last that is."""

    row: str
    count: str
    last: str

    @property
    def all(self) -> str:
        """The Python of all that is seen."""
        return f"{self.row}[:{self.count}]"


MOST_TESTS = 16
"""Not more rows of a table than this are asked of a group."""
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


@dataclass(slots=True, eq=False)
class Raw(ir.Expr):
    """A piece of Python that stands for a value."""

    text: str


__all__ = ["Expressions", "Raw"]

"""Evaluates pure expressions of the IR directly.

The compiler uses it for what is known before play (values of things, families, boards, conditions that need no state), and
the tools use it on a state, where a sentence like `cost <= strength is false (4 > 3)` needs every operand. It is the second,
slow reading of the IR: tests hold it against the generated code."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from rulelang.machine import ir, library
from rulelang.machine.groups import looked_for

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": library.quotient,
    "ceil": library.quotient_up,
    "%": library.remainder,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

STEP_LIMIT = 2_000_000
"""How many statements one evaluation may run before it is called endless."""


class Definitions(Protocol):
    """What the evaluator needs to know of a game."""

    @property
    def tables(self) -> Mapping[str, Any]:
        """The constant tables by name."""

    @property
    def boards(self) -> Mapping[str, library.BoardTable]:
        """The boards by name."""

    def routine(self, name: str) -> ir.Routine:
        """The routine of that name."""

    def method(self, name: str) -> ir.Method:
        """The method of that name."""


class Trials(Protocol):
    """Runs routines on copies of a state; what has effects is not evaluated here."""

    def possible(self, state: Any, routine: str, arguments: tuple[Any, ...]) -> bool:
        """Whether it would run to its end, or to a choice with something to choose."""

    def would(self, state: Any, routine: str, arguments: tuple[Any, ...], condition: str, values: tuple[Any, ...]) -> bool:
        """Whether a condition, a routine of its own, would hold after it."""


class Undecided(library.Fault):
    """The order of a shuffled zone is asked for, and nothing has decided it yet."""

    def __init__(self, store: str, zone: int) -> None:
        super().__init__("RL0707", "the order of a shuffled zone is not decided yet")
        self.store = store
        self.zone = zone


class _Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


class _Left(Exception):
    def __init__(self, label: int, again: bool) -> None:
        self.label = label
        self.again = again


class _Methods(dict[type, str]):
    """For each class of expressions, the method that evaluates it."""

    def __missing__(self, cls: type) -> str:
        found = self[cls] = f"_{cls.__name__.lower()}"
        return found


_METHODS = _Methods()


class Evaluator:
    """Evaluates against a game's definitions and, where the expression reads fields and zones, a state."""

    def __init__(self, definitions: Definitions, state: Any = None, trials: Trials | None = None) -> None:
        self.definitions = definitions
        self.state = state
        self.trials = trials
        self.steps = 0
        self.ordered: frozenset[int] | None = None
        """The places (by `id`) at which a zone is read in order and must have been decided; none where nobody cares."""

    def value(self, expr: ir.Expr, env: dict[ir.Variable, Any]) -> Any:
        """The value of an expression; `env` gives the variables."""
        return getattr(self, _METHODS[expr.__class__])(expr, env)

    def _const(self, expr: ir.Const, env: dict[ir.Variable, Any]) -> Any:
        return expr.value

    def _variable(self, expr: ir.Variable, env: dict[ir.Variable, Any]) -> Any:
        return env[expr]

    def _scalar(self, expr: ir.Scalar, env: dict[ir.Variable, Any]) -> Any:
        return getattr(self.state, expr.name)

    def _element(self, expr: ir.Element, env: dict[ir.Variable, Any]) -> Any:
        return getattr(self.state, expr.array)[self.value(expr.index, env)]

    def _lookup(self, expr: ir.Lookup, env: dict[ir.Variable, Any]) -> Any:
        return self.definitions.tables[expr.table][self.value(expr.index, env)]

    def _operation(self, expr: ir.Operation, env: dict[ir.Variable, Any]) -> Any:
        word = expr.operator
        if word == "and":
            return all(self.value(o, env) for o in expr.operands)
        if word == "or":
            return any(self.value(o, env) for o in expr.operands)
        if word == "not":
            return not self.value(expr.operands[0], env)
        if word == "neg":
            return -self.value(expr.operands[0], env)
        left, right = (self.value(o, env) for o in expr.operands)
        if isinstance(left, (list, tuple, range)):
            left, right = list(left), list(right)
        return OPERATORS[word](left, right)

    def _conditional(self, expr: ir.Conditional, env: dict[ir.Variable, Any]) -> Any:
        return self.value(expr.then if self.value(expr.condition, env) else expr.otherwise, env)

    def _listof(self, expr: ir.ListOf, env: dict[ir.Variable, Any]) -> Any:
        return [self.value(i, env) for i in expr.items]

    def _contains(self, expr: ir.Contains, env: dict[ir.Variable, Any]) -> Any:
        return self.value(expr.item, env) in self.value(expr.items, env)

    def _helper(self, expr: ir.Helper, env: dict[ir.Variable, Any]) -> Any:
        if expr.name in ("top", "bottom"):
            store, zone = (self.value(a, env) for a in expr.arguments)
            contents = getattr(self.state, f"{store}_zones")[zone]
            if self.ordered is not None and self._undecided(store, zone) > (len(contents) - 1 if expr.name == "top" else 1):
                self._insist(store, zone)
            return (contents[-1] if expr.name == "top" else contents[0]) if contents else -1
        if expr.name == "family":
            name, keys = (self.value(a, env) for a in expr.arguments)
            return self.definitions.tables[name].get(tuple(keys), -1)
        if expr.name == "probe":
            number, value = (self.value(a, env) for a in expr.arguments)
            return self.definitions.world.tracer.probe(number, value)  # type: ignore[attr-defined]
        function = HELPERS[expr.name]
        return function(*(self.value(a, env) for a in expr.arguments))

    def _present(self, expr: ir.Present, env: dict[ir.Variable, Any]) -> Any:
        return library.present(self.value(expr.value, env), expr.what)

    def _zonecontents(self, expr: ir.ZoneContents, env: dict[ir.Variable, Any]) -> Any:
        if self.sorts(expr.store):
            return library.tokens(self.counts(expr, env))
        zone = self.value(expr.zone, env)
        if self.ordered is not None and id(expr) in self.ordered:
            self._insist(expr.store, zone)
        return getattr(self.state, f"{expr.store}_zones")[zone][::-1]

    def _undecided(self, store: str, zone: int) -> int:
        """How many things at the bottom of a zone lie in no order yet."""
        found: list[int] = getattr(self.state, f"{store}_undecided", [])
        return found[zone] if found else 0

    def _insist(self, store: str, zone: int) -> None:
        """One thing alone is in order."""
        if self._undecided(store, zone) > 1:
            raise Undecided(store, zone)

    def sorts(self, store: str) -> int:
        """How many sorts of tokens a store has; 0 where its things are told apart."""
        found: int = self.definitions.tables.get(f"T_sorts_{store}", 0)
        return found

    def counts(self, expr: ir.ZoneContents | ir.ZoneSize | ir.TokenSorts | ir.TokenCount, env: dict[ir.Variable, Any]) -> Any:
        """How many tokens of each sort lie in a zone."""
        sorts, zone = self.sorts(expr.store), self.value(expr.zone, env)
        return getattr(self.state, f"{expr.store}_counts")[zone * sorts : (zone + 1) * sorts]

    def _tokencount(self, expr: ir.TokenCount, env: dict[ir.Variable, Any]) -> Any:
        return self.counts(expr, env)[self.value(expr.sort, env)]

    def _tokensorts(self, expr: ir.TokenSorts, env: dict[ir.Variable, Any]) -> Any:
        return [sort for sort, count in enumerate(self.counts(expr, env)) if count]

    def _zonesize(self, expr: ir.ZoneSize, env: dict[ir.Variable, Any]) -> Any:
        if self.sorts(expr.store):
            return sum(self.counts(expr, env))
        return len(getattr(self.state, f"{expr.store}_zones")[self.value(expr.zone, env)])

    def _place(self, expr: ir.Place, env: dict[ir.Variable, Any]) -> Any:
        return getattr(self.state, f"{expr.store}_at")[self.value(expr.thing, env)]

    def _walkexpr(self, expr: ir.WalkExpr, env: dict[ir.Variable, Any]) -> Any:
        arguments = [self.value(a, env) for a in expr.arguments]
        tests = [self._test(t, env) for t in (expr.through, expr.along)]
        if expr.name == "ray":
            steps = self.definitions.tables[expr.board][arguments[1]]
            return library.ray(steps, arguments[0], tests[0], arguments[2])
        function: Callable[..., Any] = getattr(library, f"walk_{expr.name}")
        return function(self.definitions.boards[expr.board], *arguments, *tests)

    def _prefix(self, expr: ir.Prefix, env: dict[ir.Variable, Any]) -> Any:
        found: list[int] = []
        for value in self.value(expr.row, env):
            found.append(value)
            if not self.value(expr.test, {**env, expr.variable: value}):
                break
        return found

    def _group(self, expr: ir.Group, env: dict[ir.Variable, Any]) -> Any:
        values = getattr(self.state, expr.array)
        neighbours = self.definitions.boards[expr.board].neighbours
        return looked_for(neighbours, values, self.value(expr.start, env), self.value(expr.value, env))

    def _let(self, expr: ir.Let, env: dict[ir.Variable, Any]) -> Any:
        return self.value(expr.body, {**env, expr.variable: self.value(expr.value, env)})

    def _test(self, walk: tuple[ir.Variable, ir.Expr] | None, env: dict[ir.Variable, Any]) -> library.Test | None:
        if walk is None:
            return None
        variable, condition = walk
        return lambda value: bool(self.value(condition, {**env, variable: value}))

    def passes(self, sources: list[ir.Source], env: dict[ir.Variable, Any]) -> Iterator[dict[ir.Variable, Any]]:
        """Each way to fill the variables of generators, in order."""
        if not sources:
            yield env
            return
        source, rest = sources[0], sources[1:]
        for value in self.value(source.domain, env):
            inner = {**env, source.variable: value}
            if source.condition is None or self.value(source.condition, inner):
                yield from self.passes(rest, inner)

    def _queryexpr(self, expr: ir.QueryExpr, env: dict[ir.Variable, Any]) -> Any:
        form = expr.form
        result = expr.result
        if form == "any":
            return any(result is None or self.value(result, e) for e in self.passes(expr.sources, env))
        if form == "all":
            assert result is not None
            return all(self.value(result, e) for e in self.passes(expr.sources, env))
        if form == "count":
            return sum(1 for _ in self.passes(expr.sources, env))
        variable = result if result is not None else expr.sources[-1].variable
        found = [(self.value(variable, e), e) for e in self.passes(expr.sources, env)]
        # Stable sorting from the last key to the first gives the order of all of them, each up or down.
        for key, descending in reversed(expr.keys):
            found.sort(key=lambda pair: self.value(key, pair[1]), reverse=descending)
        values = [value for value, _ in found]
        if form in ("each", "sorted"):
            return values
        if form == "sum":
            return sum(values)
        if form == "first":
            return values[0] if values else expr.nothing
        if form == "places":
            return library.places(values, [tuple(self.value(k, e) for k, _ in expr.keys) for _, e in found])
        function: Callable[[Any], Any] = {"the": library.the, "highest": library.highest, "lowest": library.lowest}[form]
        return function(values)

    def _callroutine(self, expr: ir.CallRoutine, env: dict[ir.Variable, Any]) -> Any:
        return self.call(self.definitions.routine(expr.routine), [self.value(a, env) for a in expr.arguments])

    def _callmethod(self, expr: ir.CallMethod, env: dict[ir.Variable, Any]) -> Any:
        receiver = self.value(expr.receiver, env)
        name = self.definitions.method(expr.method).routines[receiver]
        assert name is not None
        return self.call(self.definitions.routine(name), [receiver, *(self.value(a, env) for a in expr.arguments)])

    def _possible(self, expr: ir.Possible, env: dict[ir.Variable, Any]) -> Any:
        assert self.trials is not None
        return self.trials.possible(self.state, *self.tried(expr, env))

    def _would(self, expr: ir.Would, env: dict[ir.Variable, Any]) -> Any:
        assert self.trials is not None
        values = tuple(self.value(v, env) for v in expr.values)
        return self.trials.would(self.state, *self.tried(expr, env), expr.condition, values)

    def tried(self, expr: ir.Possible | ir.Would, env: dict[ir.Variable, Any]) -> tuple[str, tuple[Any, ...]]:
        """The routine that is tried, and what it is handed."""
        arguments = [self.value(a, env) for a in expr.arguments]
        if expr.receiver is None:
            return expr.routine, tuple(arguments)
        receiver = self.value(expr.receiver, env)
        name = self.definitions.method(expr.routine).routines[receiver]
        assert name is not None
        return name, (receiver, *arguments)

    # ---------------------------------------------------------------------------------------------------- bodies of defines

    def call(self, routine: ir.Routine, arguments: list[Any]) -> Any:
        """The value that a pure routine returns."""
        env: dict[ir.Variable, Any] = dict(zip(routine.parameters, arguments, strict=True))
        try:
            self.run(routine.body, env)
        except _Returned as returned:
            return returned.value
        return None

    def run(self, body: list[ir.Stmt], env: dict[ir.Variable, Any]) -> None:
        """Run the statements of a pure body."""
        for statement in body:
            self.steps += 1
            if self.steps > STEP_LIMIT:
                raise library.Fault("RL0808", "this never ends")
            match statement:
                case ir.SetVariable(variable, value):
                    env[variable] = self.value(value, env)
                case ir.Branch(condition, then, otherwise):
                    self.run(then if self.value(condition, env) else otherwise, env)
                case ir.Return(value):
                    raise _Returned(None if value is None else self.value(value, env))
                case ir.ForIn(variable, items, inner, label):
                    self._loop([{variable: v} for v in self.value(items, env)], inner, [], label, env)
                case ir.Loop(inner, after, label):
                    self._loop(None, inner, after, label, env)
                case ir.Region(inner, label):
                    self._loop([{}], inner, [], label, env)
                case ir.Leave(label):
                    raise _Left(label, False)
                case ir.Again(label):
                    raise _Left(label, True)
                case ir.Fail(code, text):
                    raise library.Fault(
                        code, "".join(p if isinstance(p, str) else str(self.value(p.value, env)) for p in text.parts)
                    )
                case _:
                    raise AssertionError(f"{type(statement).__name__} in a pure body")

    def _loop(
        self,
        passes: list[dict[ir.Variable, Any]] | None,
        body: list[ir.Stmt],
        after: list[ir.Stmt],
        label: int,
        env: dict[ir.Variable, Any],
    ) -> None:
        index = 0
        while passes is None or index < len(passes):
            if passes is not None:
                env.update(passes[index])
            index += 1
            try:
                self.run(body, env)
            except _Left as left:
                if left.label != label:
                    raise
                if not left.again:
                    return
            self.run(after, env)


HELPERS: dict[str, Callable[..., Any]] = {
    "item": library.item,
    "item0": library.item0,
    "first": library.first,
    "last": library.last,
    "first_number": library.first_number,
    "last_number": library.last_number,
    "within_bounds": library.within_bounds,
    "first_list": library.first_list,
    "position": library.position,
    "next": library.next_in,
    "previous": library.previous_in,
    "after": library.after,
    "starting_at": library.starting_at,
    "first_of": library.first_of,
    "distinct": library.distinct,
    "range": library.span,
    "size": len,
    "min": min,
    "max": max,
    "abs": abs,
    "highest": library.highest,
    "lowest": library.lowest,
    "present_number": library.present_number,
    "reverse": lambda values: values[::-1],
    "slice": lambda values, start, end: values[start:end],
    "concatenate": lambda a, b: [*a, *b],
    "same": lambda a, b: [*a] == [*b],
    "frozen": tuple,
    "times": library.times,
}
"""The helpers by the name that IR gives them; the generated code maps them to the same functions or to plain Python."""

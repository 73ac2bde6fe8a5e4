"""Lowers a checked game, for a number of players and settings, to routines of the IR.

Each rule, define and phase becomes a routine, each body of a method too, and `play` the one that everything starts from. Routines
that nothing reaches are left out. The result is what the backend turns into code and what `rulelang show GAME machine` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine import bills, boards, components, ir, library
from rulelang.machine.bills import Bill, ScoreLine, score_line
from rulelang.machine.choices import Choices
from rulelang.machine.evaluate import Evaluator
from rulelang.machine.fault import WorldError
from rulelang.machine.registry import Registry, static_text
from rulelang.machine.texts import template_of
from rulelang.machine.tracing import Tracer
from rulelang.machine.walk import everything
from rulelang.machine.world import World
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import InstanceSymbol, LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import VoidType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink

STATE_READS = (
    *(ir.Scalar, ir.Element, ir.ZoneContents, ir.ZoneSize, ir.TokenCount, ir.TokenSorts, ir.Place, ir.Possible, ir.Would),
)
"""The expressions that read the state of a match."""


@dataclass(slots=True, eq=False)
class ScoreSheet:
    """The bill of a player and what ranks the players: (most, value) in order."""

    player: ir.Variable
    total: ir.Variable
    lines: list[ScoreLine]
    ranks: list[tuple[bool, ir.Expr]]


@dataclass(slots=True, eq=False)
class Anytime:
    """An `anytime`: its routine, for whom it is open, the choice it makes, and the phase during which."""

    name: str
    routine: str
    players: ir.Expr
    choice: int
    during: str


@dataclass(slots=True, eq=False)
class Lowered:
    """A game as IR."""

    world: World
    registry: Registry
    routines: dict[str, ir.Routine] = field(default_factory=dict)
    methods: dict[str, ir.Method] = field(default_factory=dict)
    play: str = ""
    sheet: ScoreSheet | None = None
    always: list[tuple[ir.Template, ir.Expr]] = field(default_factory=list)
    whenevers: list[str] = field(default_factory=list)
    """The routines of `whenever`, each of which says whether it did anything."""
    anytimes: list[Anytime] = field(default_factory=list)
    bills: dict[str, Bill] = field(default_factory=dict)
    """Totals whose lines are told one by one."""
    paths: dict[str, str] = field(default_factory=dict)
    """The routine's name by its dotted name."""

    @property
    def tables(self) -> Mapping[str, Any]:
        """The constant tables, as the evaluator wants them."""
        return self.world.tables

    @property
    def boards(self) -> Mapping[str, library.BoardTable]:
        """The boards, as the evaluator wants them."""
        return self.world.boards

    def routine(self, name: str) -> ir.Routine:
        """The routine of that name."""
        return self.routines[name]

    def method(self, name: str) -> ir.Method:
        """The method of that name."""
        return self.methods[name]


class Lowering:
    """Lowers routines when they are first named, so that only what is reached is lowered."""

    def __init__(
        self, model: GameModel, players: int, settings: Mapping[str, Any], sink: Sink, tracer: Tracer | None = None
    ) -> None:
        self.model = model
        self.world = World(model, players, settings, sink)
        self.world.tracer = tracer
        self.world.evaluate = self.constant
        self.registry = Registry(self.world)
        self.result = Lowered(self.world, self.registry)
        self.names: dict[RoutineSymbol | MethodSymbol, str] = {}
        self.taken: set[str] = set()
        self.pending: list[RoutineSymbol] = []
        self.variables: dict[LocalSymbol, ir.Expr] = {}
        """The variable of each local of the rules, for tools that evaluate conditions where a match has stopped."""

    # ---------------------------------------------------------------------------------------------------- names

    def routine_name(self, symbol: RoutineSymbol) -> str:
        """The name of a routine in the generated code; the routine is lowered in its turn."""
        if symbol not in self.names:
            self.names[symbol] = self._unique("R_" + symbol.path.replace(".", "_"))
            self.result.paths.setdefault(symbol.path, self.names[symbol])
            self.pending.append(symbol)
        return self.names[symbol]

    def method_name(self, symbol: MethodSymbol) -> str:
        """The name of a method's table of routines."""
        if symbol not in self.names:
            name = self._unique("M_" + symbol.path.replace(".", "_"))
            self.names[symbol] = name
            store = self.world.store(symbol.kind)
            routines: list[str | None] = []
            for thing in store.things:
                body = symbol.body_for(thing.symbol) if thing.symbol.kind.is_a(symbol.kind) else None
                routines.append(None if body is None else self.routine_name(body))
            self.result.methods[name] = ir.Method(name, symbol.path, store.name, routines, symbol.effects.chooses)
        return self.names[symbol]

    def _unique(self, name: str) -> str:
        candidate, count = name, 1
        while candidate in self.taken:
            count += 1
            candidate = f"{name}_{count}"
        self.taken.add(candidate)
        return candidate

    # ---------------------------------------------------------------------------------------------------- bodies

    def body(self, path: str) -> Choices:
        """A fresh lowering for one routine."""
        return Choices(self.world, self.routine_name, self.method_name, self.registry, path)

    def constant(self, node: nodes.Expression, values: Mapping[LocalSymbol, Any], this: int | None = None) -> Any:
        """The value of an expression that needs no state; `this` is the thing whose label it stands in."""
        body = self.body("")
        body.this = None if this is None else ir.Const(this)
        for symbol, value in values.items():
            body.variables[symbol] = ir.Const(value)
        expr = body.items(node) if node.type is None else body.fitted(node, node.type)
        if isinstance(expr, ir.Const):
            return expr.value
        changing = next((found for found in everything(expr) if isinstance(found, STATE_READS)), None)
        if changing is not None:
            message = f"this cannot be worked out before play: it needs {self.words_of(changing)}, which changes in play"
            raise WorldError("RL0621", message, node.span)
        self.lower_pending()
        try:
            value = Evaluator(self.result).value(expr, {})
        except library.Fault as fault:
            raise WorldError("RL0621", f"this cannot be worked out before play: {fault.message}", node.span) from fault
        return tuple(value) if isinstance(value, (list, range)) else int(value) if isinstance(value, bool) else value

    def words_of(self, read: Any) -> str:
        """What of the state an expression reads, in the author's words."""
        name = read.name if isinstance(read, ir.Scalar) else read.array if isinstance(read, ir.Element) else ""
        for array in self.world.arrays.values():
            if array.name == name:
                return f"`{array.field.name}`"
        return "what lies in a zone" if not name else f"`{name}`"

    def lower_pending(self) -> None:
        """Lower what has been named and not yet lowered."""
        while self.pending:
            symbol = self.pending.pop()
            self.result.routines[self.names[symbol]] = self.lower_routine(symbol)
        for total, name in list(self.registry.bills.items()):
            if name not in self.result.bills:
                self.result.bills[name] = bills.bill(self.body(total.path), total)
                self.lower_pending()
        self._take_extra()

    def lower_routine(self, symbol: RoutineSymbol) -> ir.Routine:
        """One routine."""
        body = self.body(symbol.path)
        body.routine_label = self.names[symbol]
        body.returns = symbol.returns
        parameters: list[ir.Variable] = []
        if symbol.owner is not None:
            this = body.declare(symbol.this) if symbol.this is not None else body.variable("this")
            body.this = this
            parameters.append(this)
        parameters.extend(body.declare(p) for p in symbol.parameters)
        node = symbol.node
        if symbol.value is not None:
            value = symbol.value
            expr, before = body.captured(lambda: body.bounded(value, symbol.returns))
            statements: list[ir.Stmt] = [*before, ir.Return(expr, span=value.span)]
        elif isinstance(node, nodes.Phase):
            phase = node
            _, statements = body.captured(lambda: body.node(phase, symbol.path, "phase"))
        elif isinstance(node, nodes.Whenever):
            statements = self._whenever(body, node)
        else:
            statements = body.block(symbol.body or [])
        self.variables.update(body.variables)
        self._take_extra()
        return ir.Routine(
            self.names[symbol],
            symbol.path,
            parameters,
            statements,
            symbol.effects.chooses,
            not isinstance(symbol.returns, VoidType) or symbol.form == "whenever",
            symbol.span,
            symbol.form,
        )

    def _whenever(self, body: Choices, node: nodes.Whenever) -> list[ir.Stmt]:
        """The loop of a `whenever`; it gives whether there was anything to do."""
        done = body.variable("done")
        loop = nodes.ForEach(span=node.span, head=node.head, body=node.body)
        _, statements = body.captured(lambda: body.statement(loop))
        for statement in statements:
            if isinstance(statement, ir.ForIn):
                statement.body.insert(0, ir.SetVariable(done, ir.Const(1)))
        return [ir.SetVariable(done, ir.Const(0)), *statements, ir.Return(done)]

    def _take_extra(self) -> None:
        """Routines that lowering made besides."""
        while self.registry.routines:
            extra = self.registry.routines.pop()
            self.taken.add(extra.name)
            self.result.routines[extra.name] = extra

    # ---------------------------------------------------------------------------------------------------- the whole

    def scoring(self, node: nodes.Scoring) -> ScoreSheet:
        """The bill."""
        body = self.body("scoring")
        player = body.declare(node.symbol)
        lines = [score_line(body, line) for line in node.lines]
        total = body.variable("total")
        body.total = total
        ranks = [(rank.most, body.scalar(rank.value)) for rank in node.ranks] or [(True, total)]
        return ScoreSheet(player, total, lines, ranks)

    def lower(self) -> Lowered:
        """Everything that `play`, scoring, invariants and examples can reach."""
        for field_symbol in (*self.model.state_fields.values(), *self.model.player_fields.values()):
            self._reserve(field_symbol)
        for kind in self.model.kinds.values():
            self.world.store(kind)
            for field_symbol in kind.fields.values():
                self._reserve(field_symbol)
        for board in self.model.boards.values():
            boards.table(self.world, board)
        boards.check_constants(self.world)
        for kept in (*self.model.supplies.values(), *self.model.records.values()):
            self._reserve(kept)
        if self.model.play is not None:
            self.result.play = self.routine_name(self.model.play)
        for symbol in self.model.routines.values():
            self.routine_name(symbol)
        for kind in self.model.kinds.values():
            for method in kind.methods.values():
                self.method_name(method)
        self.lower_pending()
        if self.model.scoring is not None:
            self.result.sheet = self.scoring(self.model.scoring)
        for always in self.model.always:
            body = self.body("always")
            self.result.always.append((template_of(body, always.text), body.lower(always.condition)))
        self._standing()
        self.lower_pending()
        for event, name in self.registry.itemised:
            self.registry.events[event].items = [static_text(line.label) or [] for line in self.result.bills[name].lines]
        return self.result

    def _standing(self) -> None:
        """The rules that nobody calls."""
        for symbol in self.model.standing:
            name = self.routine_name(symbol)
            node = symbol.node
            if isinstance(node, nodes.Whenever):
                self.result.whenevers.append(name)
                continue
            assert isinstance(node, nodes.Anytime)
            self.lower_pending()
            body = self.body(symbol.path)
            source = body.source(node.head)
            players = ir.QueryExpr("each", source.variable, [source], span=node.head.span)
            choice = next(found for found in everything(self.result.routines[name].body) if isinstance(found, ir.Choice))
            during = "" if node.during is None else node.during.text
            self.result.anytimes.append(Anytime(symbol.name, name, players, choice.number, during))

    def _reserve(self, symbol: Any) -> None:
        from rulelang.sema.types import ZoneType

        if isinstance(symbol.type, ZoneType):
            self.world.zone_base(symbol)
        elif symbol.mutable:
            self.world.initial_values(self.world.array(symbol))


def label_parts(
    lowering: Lowering, symbol: InstanceSymbol, values: Mapping[LocalSymbol, Any], name: str, thing: int
) -> list[Any]:
    """A thing's label as literal pieces and [shape, value] pairs."""
    label = symbol.label
    if symbol.edge is not None and label is None:
        first, second = (lowering.world.things_of(s)[0].number for s in symbol.edge)
        shape = ["thing", symbol.edge[0].kind.root.name]
        return [[shape, first], " to ", [shape, second]]
    if label is None:
        return [name.replace("_", " ")]
    if isinstance(label, str):
        return [label]
    parts: list[Any] = []
    for part in label.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            assert part.type is not None
            parts.append([lowering.world.shape(part.type), lowering.constant(part, values, thing)])
    return parts


def lower_game(
    model: GameModel, players: int, settings: Mapping[str, Any], sink: Sink, tracer: Tracer | None = None
) -> tuple[Lowering, Lowered] | None:
    """Lower a game; none if something of it cannot be worked out, which is then in the sink."""
    lowering = Lowering(model, players, settings, sink, tracer)
    try:
        lowered = lowering.lower()
        components.check(lowering, sink)
        return lowering, lowered
    except WorldError as error:
        sink.error(error.code, error.message, error.span)
        return None

"""Lowers statements that do one thing to IR: fields, things moved, looks, the log. What leads from one to the next stands in
`machine.flow`, choices in `machine.choices`.

Every statement that the log tells of gets an event, which knows its place in the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine import ir
from rulelang.machine.expressions import Body
from rulelang.machine.fold import fold
from rulelang.machine.registry import Registry
from rulelang.machine.texts import template_of
from rulelang.machine.tracing import STATEMENT
from rulelang.machine.walk import defined, variables
from rulelang.machine.world import Shape, World
from rulelang.sema.symbols import (
    FieldSymbol,
    LocalSymbol,
    MethodSymbol,
    RoutineSymbol,
    SupplySymbol,
)
from rulelang.sema.trees import everything as tree_of
from rulelang.sema.types import (
    BoxType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    Type,
    ZoneType,
    is_counted,
)
from rulelang.syntax import nodes
from rulelang.text.source import Span

INT_LIMIT = 1 << 39
"""Integers beyond ± this are a fault of the rules."""


@dataclass(slots=True)
class Frame:
    """Something that is left by `return`, `stop` or `next`: a turn (`saved` holds who was active), a node of the log, a step,
    a loop, a look into a zone, something with hooks (`after`) that run however it is left."""

    form: str
    label: int = 0
    again: int = 0
    saved: ir.Variable | None = None
    zone: tuple[str, ir.Expr] | None = None
    after: list[nodes.Part] = field(default_factory=list)


class Statements(Body):
    """Lowers the body of one routine."""

    def __init__(
        self,
        world: World,
        routine_name: Callable[[Any], str],
        method_name: Callable[[MethodSymbol], str],
        registry: Registry,
        path: str,
    ) -> None:
        super().__init__(world, routine_name, method_name)
        self.registry = registry
        self.path = path
        self.frames: list[Frame] = []

    def event(self, form: str, span: Span, text: ir.Template | None = None, detail: str = "", path: str | None = None) -> int:
        """A new event of this routine."""
        return self.registry.event(form, path or self.path, span, text, detail)

    def apart(self, expr: ir.Expr, span: Span) -> tuple[str, list[ir.Variable]]:
        needed = sorted(variables(expr) - defined(expr), key=lambda v: v.name)
        name = f"R_condition_{self.registry.label()}"
        body: list[ir.Stmt] = [ir.Return(expr, span=span)]
        self.registry.routines.append(ir.Routine(name, self.path, list(needed), body, False, True, span, "define"))
        return name, needed

    def pick_event(self, span: Span, shape: Shape) -> int:
        event = self.event("pick", span)
        self.registry.events[event].text = [shape]
        return event

    # ---------------------------------------------------------------------------------------------------- blocks

    def block(self, statements: list[nodes.Statement]) -> list[ir.Stmt]:
        """The IR of a block."""
        outer, self.out = self.out, []
        for statement in statements:
            self.statement(statement)
        inner, self.out = self.out, outer
        return inner

    def statement(self, node: nodes.Statement) -> None:
        """Lower one statement."""
        if self.world.tracer is not None:
            number = self.world.tracer.find(self.world.model.sources, node.span, STATEMENT)
            if number is not None:
                mark = ir.Helper("probe", [ir.Const(number), ir.Const(1)])
                self.emit(ir.SetVariable(self.variable("reached"), mark, span=node.span))
        method = getattr(self, "_do_" + type(node).__name__.lower())
        method(node)

    def captured(self, make: Callable[[], Any]) -> tuple[Any, list[ir.Stmt]]:
        """What `make` gives, and the statements it emitted."""
        outer, self.out = self.out, []
        result = make()
        inner, self.out = self.out, outer
        return result, inner

    # ---------------------------------------------------------------------------------------------------- simple statements

    def _do_docline(self, node: nodes.DocLine) -> None:
        pass

    def _do_nothing(self, node: nodes.Nothing) -> None:
        pass

    def _do_let(self, node: nodes.Let) -> None:
        written = node.type_node is not None
        value = self.bounded(node.value, node.symbol.type) if written else self.fitted(node.value, node.symbol.type)
        self.emit(ir.SetVariable(self.declare(node.symbol), value, span=node.span))

    def _do_assign(self, node: nodes.Assign) -> None:
        wanted = node.target.type
        value = self.fitted(node.value, wanted)
        if node.operator != "=":
            value = self.keep(value, "amount")
            old = self.lower(node.target)
            if isinstance(wanted, ListType):
                value = ir.Helper("concatenate", [old, value])
            else:
                value = ir.Operation(node.operator[0], [old, value])
        self.store(node.target, value, node.span)

    def store(self, target: nodes.Expression, value: ir.Expr, span: Span) -> None:
        """Put a value where an assignment says."""
        if isinstance(target, nodes.Name) and isinstance(target.symbol, LocalSymbol):
            variable = self.variables[target.symbol]
            assert isinstance(variable, ir.Variable)
            self.emit(ir.SetVariable(variable, value, span=span))
            return
        symbol, holder, key = self.target(target)
        if isinstance(symbol.type, ListType) or (isinstance(symbol.type, MapType) and isinstance(symbol.type.value, ListType)):
            value = ir.Helper("frozen", [value])
        array = self.world.array(symbol)
        type_ = symbol.type.value if isinstance(symbol.type, MapType) else symbol.type
        lowest, highest = bounds(type_)
        announce = None
        if symbol.announced:
            announce = self.event("change", span, detail=symbol.path)
        if array.scalar:
            self.emit(ir.SetScalar(array.name, value, lowest, highest, announce, span=span))
            return
        index = self.indexed(symbol, holder if holder is not None else ir.Const(0), key)
        self.emit(ir.SetElement(array.name, index, value, lowest, highest, announce, span=span))

    def target(self, node: nodes.Expression) -> tuple[FieldSymbol, ir.Expr | None, ir.Expr | None]:
        """The field an assignment changes, whose it is, and the key of a map."""
        match node:
            case nodes.Item(value=value, keys=keys):
                symbol, holder, _ = self.target(value)
                return symbol, holder, self.scalar(keys[0])
            case nodes.Attribute(symbol=FieldSymbol() as symbol, value=value):
                return symbol, self.holder(value), None
            case nodes.Call(arguments=[nodes.Name(symbol=SupplySymbol() as symbol)]):
                return symbol, None, None
            case nodes.Name(symbol=FieldSymbol() as symbol):
                return symbol, None if symbol.holder == "state" else self.this, None
        raise AssertionError("this cannot be assigned")

    def _do_callstatement(self, node: nodes.CallStatement) -> None:
        if isinstance(node.call, nodes.Call):
            self.call(node.call, wanted=False)
            return
        symbol = node.call.symbol if isinstance(node.call, nodes.Name | nodes.Attribute) else None
        if isinstance(symbol, RoutineSymbol | MethodSymbol):
            self.call(nodes.Call(span=node.span, function=node.call, arguments=[], symbol=symbol), wanted=False)

    def zone(self, node: nodes.Expression) -> tuple[str, ir.Expr]:
        """The store and number of a zone; the box belongs to the store of what is moved, given by the caller."""
        assert isinstance(node.type, ZoneType)
        return node.type.kind.root.name, self.lower(node)

    def _do_move(self, node: nodes.Move) -> None:
        moved = node.what if node.what is not None else node.source
        if moved is not None and is_counted(moved.type):
            self._move_tokens(node)
            return
        at_random = None if node.any_count is None else self.keep(self.scalar(node.any_count), "number")
        if node.what is None:
            assert node.source is not None
            what, many = self.pool(node.source), True
            store = self.store_of(node.source.type)
        else:
            store = self.store_of(node.what.type)
            many = isinstance(node.what.type, ListType) or (
                isinstance(node.what.type, ZoneType) and node.what.type.form == "pile"
            )
            what = self.items(node.what) if many else self.holder(node.what)
        slot = isinstance(node.destination.type, ZoneType) and node.destination.type.form == "slot"
        zone = ir.Const(0) if isinstance(node.destination.type, BoxType) else self.lower(node.destination)
        event = self.event("move", node.span)
        source: ir.Expr | None = None
        if node.what is not None and node.source is not None:
            source = ir.Const(0) if isinstance(node.source.type, BoxType) else self.lower(node.source)
        move = ir.MoveThings(
            store, what, many, zone, node.to_bottom, node.face_down, event, at_random, slot, source, span=node.span
        )
        self.emit(move)

    def _move_tokens(self, node: nodes.Move) -> None:
        """`move 2 coin from a to b` and its kin."""
        what: ir.Expr | None = None
        many = False
        written = node.source
        if node.what is not None and isinstance(node.what.type, ZoneType):
            written = written or node.what
        elif node.what is not None:
            many = isinstance(node.what.type, ListType)
            what = self.keep(self.items(node.what) if many else self.scalar(node.what), "sort")
        assert written is not None
        count: ir.Expr | None = None
        if node.any_count is not None:
            count = self.keep(self.scalar(node.any_count), "number")
        elif node.count is not None:
            count = self.keep(self.scalar(node.count), "number")
        elif what is not None and not node.every:
            count = ir.Const(1)
        several = isinstance(written.type, ListType)
        sources = ir.Const(0) if isinstance(written.type, BoxType) else self.lower(written)
        zone = ir.Const(0) if isinstance(node.destination.type, BoxType) else self.lower(node.destination)
        store = self.store_of((node.what or written).type)
        event = self.event("tokens", node.span)
        self.emit(
            ir.MoveTokens(store, what, many, count, sources, several, node.any_count is not None, zone, event, span=node.span)
        )

    def pool(self, node: nodes.Expression) -> ir.Expr:
        """The things of a zone, or of a list of zones together."""
        if isinstance(node.type, ListType) and isinstance(node.type.item, ZoneType):
            zone = self.variable("zone")
            thing = self.variable("thing")
            contents = ir.ZoneContents(node.type.item.kind.root.name, zone)
            return ir.QueryExpr("each", thing, [ir.Source(zone, self.lower(node), None), ir.Source(thing, contents, None)])
        return self.items(node)

    def _do_draw(self, node: nodes.Draw) -> None:
        store, source = self.zone(node.source)
        count = self.scalar(node.count)
        zone = ir.Const(0) if isinstance(node.destination.type, BoxType) else self.lower(node.destination)
        single = isinstance(node.count, nodes.Number) and node.count.value == 1
        variable = None
        if node.symbol is not None:
            single = not isinstance(node.symbol.type, ListType)
            variable = self.declare(node.symbol)
        event = self.event("draw", node.span)
        draw = ir.DrawThings(store, count, source, zone, node.to_bottom, variable, single, event, span=node.span)
        table = self.world.refills(store)
        if table:
            draw.source = self.keep(source, "source")
            refill = fold(ir.Lookup(table, draw.source), self.world)
            if not isinstance(refill, ir.Const) or refill.value >= 0:
                draw.refill = self.keep(refill, "refill")
                draw.refill_event = self.event("refill", node.span, detail=store)
        self.emit(draw)

    def _do_shuffle(self, node: nodes.Shuffle) -> None:
        if node.into is not None:
            store, zone = self.zone(node.into)
            many = isinstance(node.what.type, ListType | ZoneType)
            what = self.items(node.what) if many else self.holder(node.what)
            zone = self.keep(zone, "zone")
            self.emit(ir.MoveThings(store, what, many, zone, False, False, -1, span=node.span))
        else:
            store, zone = self.zone(node.what)
        self.emit(ir.ShuffleZone(store, zone, self.event("shuffle", node.span, detail=store), span=node.span))

    def _do_reveal(self, node: nodes.Reveal) -> None:
        many = isinstance(node.what.type, ListType | ZoneType)
        what = self.items(node.what) if many else ir.ListOf([self.scalar(node.what)])
        store = self.store_of(node.what.type)
        self.emit(ir.RevealThings(store, what, self.event("reveal", node.span, detail=store), span=node.span))

    def _do_show(self, node: nodes.Show) -> None:
        many = isinstance(node.to.type, ListType)
        readers = self.keep(self.items(node.to) if many else self.holder(node.to), "readers")
        several = isinstance(node.what.type, ListType) or (isinstance(node.what.type, ZoneType) and node.what.type.form != "slot")
        what = self.items(node.what) if several else ir.ListOf([self.scalar(node.what)])
        store = self.store_of(node.what.type)
        self.emit(ir.ShowThings(store, what, readers, many, self.event("show", node.span, detail=store), span=node.span))

    def _do_looks(self, node: nodes.Looks) -> None:
        player = self.keep(self.holder(node.player), "looker")
        store, zone = self.zone(node.zone)
        zone = self.keep(zone, "zone")
        saved = self.variable("looked_before")
        self.emit(ir.LookAt(store, zone, player, saved, self.event("look", node.span, detail=store), span=node.span))
        self.frames.append(Frame("looking", saved=saved, zone=(store, zone)))
        self.out.extend(self.block(node.body))
        self.frames.pop()
        self.emit(ir.LookAway(store, zone, saved))

    def _do_log(self, node: nodes.Log) -> None:
        template = template_of(self, node.text)
        if node.to is None:
            self.emit(ir.Tell(self.event("text", node.span, template), template, span=node.span))
            return
        many = isinstance(node.to.type, ListType)
        readers = self.keep(self.items(node.to) if many else self.holder(node.to), "readers")
        tell = ir.Tell(self.event("private text", node.span, template), template, readers, many, span=node.span)
        self.emit(tell)

    def _do_require(self, node: nodes.Require) -> None:
        condition = self.lower(node.condition)
        why = template_of(self, node.why)
        fail = ir.Fail("RL0810", why, len(self.registry.refusals), node, self.spoken_of(node), span=node.span)
        fail.this = self.this if isinstance(self.this, ir.Variable) else None
        self.registry.refusals.append(fail)
        self.emit(ir.Branch(condition, [], [fail], span=node.span))

    def spoken_of(self, node: nodes.Node) -> list[ir.Variable]:
        """The variables in sight that a part of the rules speaks of."""
        found: dict[ir.Variable, None] = {}
        if isinstance(self.this, ir.Variable):
            found[self.this] = None
        for part in tree_of(node):
            symbol = getattr(part, "symbol", None)
            variable = self.variables.get(symbol) if isinstance(symbol, LocalSymbol) and isinstance(part, nodes.Name) else None
            if isinstance(variable, ir.Variable):
                found[variable] = None
        own = {g.symbol for g in tree_of(node) if isinstance(g, nodes.Generator | nodes.Walk)}
        return [v for v in found if v not in {self.variables.get(symbol) for symbol in own}]

    def _do_endgame(self, node: nodes.EndGame) -> None:
        winner = None if node.winner is None else self.items(node.winner)
        many = node.winner is not None and isinstance(node.winner.type, ListType)
        why = None if node.why is None else template_of(self, node.why)
        event = self.event("end", node.span, why)
        self.emit(ir.Finish(winner, many, node.drawn, event, why, span=node.span))


def bounds(type_: Type) -> tuple[int | None, int | None]:
    """The declared bounds of a number; none for anything else."""
    base = type_.base if isinstance(type_, OptionalType) else type_
    return (base.lowest, base.highest) if isinstance(base, IntType) and not isinstance(type_, OptionalType) else (None, None)

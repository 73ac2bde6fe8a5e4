"""Lowers statements of the tree to IR: everything that is done, but for choices (`machine.choices`).

What the language says in one word is spelled out here: `for each … by` takes its list before the first pass, `repeat for
each` goes round and round, `turn of` restores the active player however it is left, steps end with `return`. Every statement
that the log tells of gets an event, which knows its place in the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine import ir
from rulelang.machine.expressions import Body
from rulelang.machine.fold import fold, none_of, plus
from rulelang.machine.program import EventLayout
from rulelang.machine.tracing import STATEMENT
from rulelang.machine.walk import defined, everything, variables
from rulelang.machine.world import Shape, World
from rulelang.sema.symbols import (
    EnumMember,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    LocalSymbol,
    MethodSymbol,
    RoutineSymbol,
    SupplySymbol,
)
from rulelang.sema.trees import everything as tree_of
from rulelang.sema.types import (
    BoolType,
    BoxType,
    EnumType,
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


def static_text(template: ir.Template | None) -> list[Any] | None:
    """A text's literal pieces and the shapes between them."""
    return None if template is None else [p if isinstance(p, str) else p.shape for p in template.parts]


def label_of(symbol: FieldSymbol) -> str:
    """How a field is called in sentences."""
    return symbol.label or symbol.name.replace("_", " ")


class Registry:
    """The events, choices and extra routines of a game, as lowering finds them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.events: list[EventLayout] = []
        self.choices: list[ir.Choice] = []
        self.routines: list[ir.Routine] = []
        self.refusals: list[ir.Fail] = []
        """Every `require`, by its number."""
        self.bills: dict[RoutineSymbol, str] = {}
        """Totals whose lines are told when dice are rolled, with the name of the function that gives them."""
        self.itemised: list[tuple[int, str]] = []
        """The events that tell them."""
        self.labels = 0

    def event(self, form: str, path: str, span: Span, text: ir.Template | None = None, detail: str = "") -> int:
        """A new event."""
        number = len(self.events)
        place = self.world.model.sources.place(span)
        self.events.append(EventLayout(number, form, path, place, static_text(text), detail))
        return number

    def label(self) -> int:
        """A new label."""
        self.labels += 1
        return self.labels


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
            ir.MoveTokens(
                store, what, many, count, sources, several, node.any_count is not None, zone, event, span=node.span
            )
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
        template = self.template(node.text)
        if node.to is None:
            self.emit(ir.Tell(self.event("text", node.span, template), template, span=node.span))
            return
        many = isinstance(node.to.type, ListType)
        readers = self.keep(self.items(node.to) if many else self.holder(node.to), "readers")
        tell = ir.Tell(self.event("private text", node.span, template), template, readers, many, span=node.span)
        self.emit(tell)

    def _do_require(self, node: nodes.Require) -> None:
        condition = self.lower(node.condition)
        why = self.template(node.why)
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
        why = None if node.why is None else self.template(node.why)
        event = self.event("end", node.span, why)
        self.emit(ir.Finish(winner, many, node.drawn, event, why, span=node.span))

    # ---------------------------------------------------------------------------------------------------- leaving

    def unwind(self, down_to: int) -> None:
        """Undo what the frames above a depth have opened."""
        for depth in range(len(self.frames) - 1, down_to - 1, -1):
            frame = self.frames[depth]
            if frame.form == "node":
                self.emit(ir.Exit())
            elif frame.form == "after":
                outer, self.frames = self.frames, self.frames[:depth]
                self.out.extend(self.block([*frame.after]))
                self.frames = outer
            elif frame.form == "kept":
                self.emit(ir.Release())
            elif frame.form == "joined":
                assert frame.saved is not None
                self.emit(ir.PartMoves(frame.saved))
            elif frame.form == "turn":
                assert frame.saved is not None
                self.emit(ir.SetScalar("active", frame.saved))
            elif frame.form == "looking":
                assert frame.saved is not None and frame.zone is not None
                self.emit(ir.LookAway(*frame.zone, frame.saved))

    def _do_return(self, node: nodes.Return) -> None:
        value = None
        if node.value is not None:
            value = self.bounded(node.value, self.returns)
            if self.frames:
                value = self.keep(value, "answer")
        for depth in range(len(self.frames) - 1, -1, -1):
            if self.frames[depth].form == "step":
                self.unwind(depth + 1)
                self.emit(ir.Leave(self.frames[depth].label, span=node.span))
                return
        self.unwind(0)
        self.emit(ir.Return(value, span=node.span))

    returns: Type | None = None

    def _leave_loop(self, again: bool, span: Span) -> None:
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            if frame.form == "loop":
                self.unwind(depth + 1)
                self.emit(ir.Leave(frame.again, span=span) if again else ir.Leave(frame.label, span=span))
                return
        raise AssertionError("stop and next stand in loops")

    def _do_stop(self, node: nodes.Stop) -> None:
        self._leave_loop(False, node.span)

    def _do_next(self, node: nodes.Next) -> None:
        self._leave_loop(True, node.span)

    # ---------------------------------------------------------------------------------------------------- branches

    def _do_if(self, node: nodes.If) -> None:
        condition, body = node.branches[0]
        rest = node.branches[1:]
        test = self.lower(condition)
        if isinstance(test, ir.Const):
            if test.value:
                self.out.extend(self.block(body))
            elif rest:
                self._do_if(nodes.If(span=node.span, branches=rest, otherwise=node.otherwise))
            elif node.otherwise is not None:
                self.out.extend(self.block(node.otherwise))
            return
        then = self.block(body)
        if rest:
            inner = nodes.If(span=node.span, branches=rest, otherwise=node.otherwise)
            _, otherwise = self.captured(lambda: self._do_if(inner))
        else:
            otherwise = [] if node.otherwise is None else self.block(node.otherwise)
        self.emit(ir.Branch(test, then, otherwise, span=condition.span, suspends=stops(then) or stops(otherwise)))

    def _do_match(self, node: nodes.Match) -> None:
        subject = self.keep(self.scalar(node.subject), "subject")
        exhaustive = isinstance(node.subject.type, EnumType | BoolType)
        self.out.extend(self._arms(node, subject, 0, exhaustive))

    def _arms(self, node: nodes.Match, subject: ir.Expr, index: int, exhaustive: bool) -> list[ir.Stmt]:
        if index == len(node.arms):
            text = ir.Template(["no arm fits ", ir.Slot(subject, self.world.shape(node.subject.type or IntType()))])
            return [] if exhaustive else [ir.Fail("RL0811", text, span=node.span)]
        arm = node.arms[index]
        tests = [self._pattern(p, subject, node.subject.type) for p in arm.patterns]
        body = self.block(arm.body)
        if any(t is None for t in tests):
            return body
        known = [t for t in tests if t is not None]
        condition = known[0] if len(known) == 1 else ir.Operation("or", known)
        rest = self._arms(node, subject, index + 1, exhaustive)
        return [ir.Branch(condition, body, rest, span=arm.span, suspends=stops(body) or stops(rest))]

    def _pattern(self, pattern: nodes.Pattern, subject: ir.Expr, type_: Type | None) -> ir.Expr | None:
        if pattern.form == "else":
            return None
        if pattern.form == "none":
            return ir.Operation("==", [subject, ir.Const(none_of(type_))])
        if pattern.form == "number":
            if pattern.lowest == pattern.highest:
                return ir.Operation("==", [subject, ir.Const(pattern.lowest)])
            ends: list[ir.Expr] = []
            if pattern.lowest is not None:
                ends.append(ir.Operation(">=", [subject, ir.Const(pattern.lowest)]))
            if pattern.highest is not None:
                ends.append(ir.Operation("<=", [subject, ir.Const(pattern.highest)]))
            return ends[0] if len(ends) == 1 else ir.Operation("and", ends)
        symbol = pattern.symbol
        if isinstance(symbol, KindSymbol):
            return ir.Lookup(self.world.membership_table(symbol), subject)
        if isinstance(symbol, EnumMember):
            return ir.Operation("==", [subject, ir.Const(symbol.number)])
        if isinstance(symbol, InstanceSymbol):
            things = self.world.things_of(symbol)
            if len(things) == 1:
                return ir.Operation("==", [subject, ir.Const(things[0].number)])
            table = self.world.design_table(self.world.store(symbol.kind))
            return ir.Operation("==", [ir.Lookup(table, subject), ir.Const(self.world.declared_number(symbol))])
        assert pattern.name is not None
        named = nodes.Name(span=pattern.span, text=pattern.name.text, symbol=symbol, type=type_)
        return ir.Operation("==", [subject, self.lower(named)])

    # ---------------------------------------------------------------------------------------------------- loops

    def head_items(self, head: nodes.Head) -> tuple[ir.Variable, ir.Expr]:
        """The variable of a loop and its list, filtered and in order."""
        source = self.source(head)
        if source.condition is None and head.order is None:
            return source.variable, source.domain
        keys = self.keys(head.order)
        at_random = head.order is not None and head.order.at_random
        # The query has a variable of its own, so that the loop's may live in a frame.
        query = ir.QueryExpr("sorted" if keys or at_random else "each", source.variable, [source], keys, at_random, head.span)
        variable = self.declare(head.symbol)
        return variable, query

    def loop_body(self, body: list[nodes.Statement], label: int) -> list[ir.Stmt]:
        """A loop's body, which `stop` and `next` inside may leave."""
        again = self.registry.label()
        self.frames.append(Frame("loop", label, again))
        inner = self.block(body)
        self.frames.pop()
        if uses_label(inner, again):
            return [ir.Region(inner, again, suspends=stops(inner))]
        return inner

    def _do_foreach(self, node: nodes.ForEach) -> None:
        variable, items = self.head_items(node.head)
        label = self.registry.label()
        body = self.loop_body(node.body, label)
        self.emit(ir.ForIn(variable, items, body, label, span=node.span, suspends=stops(body)))

    def _do_while(self, node: nodes.While) -> None:
        label = self.registry.label()
        test, before = self.captured(lambda: self.lower(node.condition))
        body = self.loop_body(node.body, label)
        whole = [*before, ir.Branch(test, [], [ir.Leave(label)], span=node.condition.span), *body]
        self.emit(ir.Loop(whole, [], label, span=node.span, suspends=stops(whole)))

    def _do_repeat(self, node: nodes.Repeat) -> None:
        label = self.registry.label()
        if node.times is not None:
            count = self.scalar(node.times)
            body = self.loop_body(node.body, label)
            items = ir.Helper("range", [ir.Const(1), count])
            self.emit(ir.ForIn(self.variable("pass"), items, body, label, span=node.span, suspends=stops(body)))
            return
        limit: ir.Expr | None = None
        counter: ir.Variable | None = None
        if node.at_most is not None:
            limit = self.keep(self.scalar(node.at_most), "limit")
            counter = self.variable("passes")
            self.emit(ir.SetVariable(counter, ir.Const(0)))
        if node.head is not None:
            self._repeat_round(node, label, counter, limit)
            return
        pass_, tail = self._pass(node, label, counter, limit)
        whole = [*pass_, *tail]
        self.emit(ir.Loop(whole, [], label, span=node.span, suspends=stops(whole)))

    def _pass(
        self, node: nodes.Repeat, label: int, counter: ir.Variable | None, limit: ir.Expr | None
    ) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
        """One pass of a `repeat`: the limit and the body; and what is tested after it."""
        before: list[ir.Stmt] = []
        if counter is not None and limit is not None:
            event = self.event("limit", node.span)
            text = ir.Template(["the limit of ", ir.Slot(limit, ["int"]), " is reached"])
            self.registry.events[event].text = static_text(text)
            before.append(
                ir.Branch(
                    ir.Operation(">=", [counter, limit]),
                    [ir.Tell(event, text, span=node.span), ir.Leave(label)],
                    [],
                    span=node.span,
                )
            )
            before.append(ir.SetVariable(counter, plus(counter, ir.Const(1))))
        body = self.loop_body(node.body, label)
        tail: list[ir.Stmt] = []
        until = node.until
        if until is not None:
            test, prelude = self.captured(lambda: self.lower(until))
            tail = [*prelude, ir.Branch(test, [ir.Leave(label)], [], span=until.span)]
        return [*before, *body], tail

    def _repeat_round(self, node: nodes.Repeat, label: int, counter: ir.Variable | None, limit: ir.Expr | None) -> None:
        head = node.head
        assert head is not None
        plain = nodes.Head(
            span=head.span, name=head.name, domain=head.domain, condition=None, order=head.order, symbol=head.symbol
        )
        variable, items = self.head_items(plain)
        items = self.keep(items, "round") if head.order is not None or not isinstance(items, ir.Const) else items
        if isinstance(items, ir.Variable):
            items.shape = ["list", variable.shape]
        inner_label = self.registry.label()
        condition = None if head.condition is None else self.lower(head.condition)
        pass_, tail = self._pass(node, label, counter, limit)
        turn = [*pass_, *tail]
        if condition is None:
            empty = ir.Branch(
                ir.Operation("==", [ir.Helper("size", [items]), ir.Const(0)]), [ir.Leave(label)], [], span=node.span
            )
            first = [] if isinstance(items, ir.Const) and items.value else [empty]
            lap: list[ir.Stmt] = [ir.ForIn(variable, items, turn, inner_label, span=node.span, suspends=stops(turn))]
            whole = [*first, *lap]
        else:
            anybody = self.variable("anybody")
            taken: list[ir.Stmt] = [ir.SetVariable(anybody, ir.Const(1)), *turn]
            guarded = ir.Branch(condition, taken, [], span=node.span, suspends=stops(taken))
            whole = [
                ir.SetVariable(anybody, ir.Const(0)),
                ir.ForIn(variable, items, [guarded], inner_label, span=node.span, suspends=guarded.suspends),
                ir.Branch(anybody, [], [ir.Leave(label)], span=node.span),
            ]
        self.emit(ir.Loop(whole, [], label, span=node.span, suspends=stops(whole)))

    # ---------------------------------------------------------------------------------------------------- turns and steps

    def _do_turnof(self, node: nodes.TurnOf) -> None:
        player = self.keep(self.holder(node.player), "turn_of")
        saved = self.variable("active_before")
        self.emit(ir.SetVariable(saved, ir.Scalar("active")))
        self.emit(ir.SetScalar("active", player, span=node.span))
        self.frames.append(Frame("turn", saved=saved))
        event = self.event("turn", node.span)
        template = ir.Template([ir.Slot(player, ["player"])])
        self.registry.events[event].text = static_text(template)
        self.emit(ir.Enter(event, template, "turn", span=node.span))
        self.frames.append(Frame("node"))
        self.out.extend(self.block(node.body))
        self.emit(ir.Exit())
        self.frames.pop()
        self.frames.pop()
        self.emit(ir.SetScalar("active", saved))

    def _do_part(self, node: nodes.Part) -> None:
        """What a variant put among other statements."""
        if node.form == "body":
            self.out.extend(self._before_hooks(lambda: self.block(node.body), node.after))
            return
        label = self.registry.label()
        self.frames.append(Frame("step", label))
        inner = self.block(node.body)
        self.frames.pop()
        self.emit(ir.Region(inner, label, span=node.span, suspends=stops(inner)))

    def _before_hooks(self, make: Callable[[], list[ir.Stmt]], after: list[nodes.Part]) -> list[ir.Stmt]:
        """Statements, and the hooks that run after them however they are left."""
        if not after:
            return make()
        self.frames.append(Frame("after", after=after))
        inner = make()
        self.frames.pop()
        return [*inner, *self.block([*after])]

    def _do_step(self, node: nodes.Step) -> None:
        self.node(node, f"{self.path}.{node.name.text}", "step")

    def node(self, node: nodes.Phase | nodes.Step, path: str, form: str) -> None:
        """A phase or a step: its title in the log, its skip, its loop, its body, and the hooks around it."""
        name, title, head, skip, span = node.name.text, node.title, node.head, node.skip, node.span
        skipped: ir.Expr | None = None
        if skip is not None:
            skipped = self.lower(skip.condition)
            if isinstance(skipped, ir.Const):
                if skipped.value:
                    self._skipped(path, title, skip)
                    return
                skipped = None
        outer_path, self.path = self.path, path
        inner = self.block([*node.before])
        inner += self._before_hooks(
            lambda: self.captured(lambda: self._node_body(name, path, title, head, node.body, span, form))[1], node.after
        )
        self.path = outer_path
        if skipped is None:
            self.out.extend(inner)
            return
        assert skip is not None
        _, instead = self.captured(lambda: self._skipped(path, title, skip))
        self.emit(ir.Branch(skipped, instead, inner, span=skip.span, suspends=stops(inner)))

    def _skipped(self, path: str, title: nodes.Text | None, skip: nodes.Skip) -> None:
        if skip.why is None:
            return
        why = self.template(skip.why)
        event = self.event("skip", skip.span, why, path=path)
        self.emit(ir.Tell(event, why, span=skip.span))

    def _node_body(
        self,
        name: str,
        path: str,
        title: nodes.Text | None,
        head: nodes.Head | None,
        body: list[nodes.Statement],
        span: Span,
        form: str,
    ) -> None:
        label = self.registry.label()
        if head is None:
            inner = self._entered(name, title, body, span, form, label, form == "step")
            self.emit(ir.Region(inner, label, span=span, suspends=stops(inner)))
            return
        variable, items = self.head_items(head)
        loop_label = self.registry.label()
        again = self.registry.label()
        self.frames.append(Frame("loop", loop_label, again))
        inner = self._entered(name, title, body, span, form, label, True)
        self.frames.pop()
        region: list[ir.Stmt] = [ir.Region(inner, label, span=span, suspends=stops(inner))]
        if uses_label(region, again):
            region = [ir.Region(region, again, suspends=stops(region))]
        self.emit(ir.ForIn(variable, items, region, loop_label, span=span, suspends=stops(region)))

    def _entered(
        self,
        name: str,
        title: nodes.Text | None,
        body: list[nodes.Statement],
        span: Span,
        form: str,
        label: int,
        returns_here: bool,
    ) -> list[ir.Stmt]:
        # The step's frame lies below the node's. `return` leaves a step, or one pass of a phase that is done for each; it unwinds
        # what lies above the step's frame, the node of the log among it.
        self.frames.append(Frame("step" if returns_here else "phase", label))
        _, start = self.captured(lambda: self._enter(title, span, form, name))
        self.frames.append(Frame("node"))
        inner = self.block(body)
        self.frames.pop()
        self.frames.pop()
        return [*start, *inner, ir.Exit()]

    def _enter(self, title: nodes.Text | None, span: Span, form: str, name: str) -> None:
        template = None if title is None else self.template(title)
        self.emit(ir.Enter(self.event(form, span, template), template, name, span=span))


def bounds(type_: Type) -> tuple[int | None, int | None]:
    """The declared bounds of a number; none for anything else."""
    base = type_.base if isinstance(type_, OptionalType) else type_
    return (base.lowest, base.highest) if isinstance(base, IntType) and not isinstance(type_, OptionalType) else (None, None)


def stops(body: list[ir.Stmt]) -> bool:
    """Whether a body can stop at a choice."""
    return any(s.suspends for s in body)


def uses_label(body: list[ir.Stmt], label: int) -> bool:
    """Whether anything in a body leaves by a label."""
    return any(isinstance(s, ir.Leave | ir.Again) and s.label == label for s in everything(body))

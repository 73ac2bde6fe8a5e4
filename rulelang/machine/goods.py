"""Lowers what is counted: goods that are gained, lost and paid, rolls and what is added to them, positions that are recorded."""

from __future__ import annotations

from rulelang.machine import ir
from rulelang.machine.bills import itemised
from rulelang.machine.flow import Flow
from rulelang.machine.reading import words_of
from rulelang.machine.registry import static_text
from rulelang.machine.statements import bounds
from rulelang.machine.texts import template_of
from rulelang.sema.symbols import DieSymbol, FieldSymbol, RoutineSymbol
from rulelang.sema.types import BoardType, MapType, ZoneType
from rulelang.syntax import nodes


class Goods(Flow):
    """Adds goods, rolls and records to the lowering of statements."""

    def _do_gain(self, node: nodes.Gain) -> None:
        who = self.holder(node.who)
        amount = self.scalar(node.amount)
        reason = None if node.reason is None else template_of(self, node.reason)
        symbol = node.symbol
        if isinstance(symbol, RoutineSymbol):
            self._by_rule(node, symbol, who, amount, reason)
            return
        assert isinstance(symbol, FieldSymbol)
        lowest, highest = bounds(symbol.type)
        event = self.event(node.verb, node.span, reason, symbol.path)
        array = self.world.array(symbol)
        increase = ir.Increase(array.name, who, amount, node.verb, lowest, highest, event, reason, span=node.span)
        supply = self.world.model.supplies.get(symbol.name)
        if supply is not None:
            increase.supply, increase.then = self.world.array(supply).name, supply.then
            increase.short_event = self.event(f"short {supply.then}".strip(), node.span, detail=supply.path)
        self.emit(increase)

    def _by_rule(
        self, node: nodes.Gain, symbol: RoutineSymbol, who: ir.Expr, amount: ir.Expr, reason: ir.Template | None
    ) -> None:
        """A good that is more than a number: the line of the log, then the rule."""
        who, amount = self.keep(who, "who"), self.keep(amount, "amount")
        event = self.event("good", node.span)
        word = node.resource.text.replace("_", " ")
        said: list[str | ir.Slot] = [ir.Slot(who, ["player"]), f" {node.verb} ", ir.Slot(amount, ["int"]), f" {word}"]
        said += [" for ", *reason.parts] if reason is not None else []
        template = ir.Template(said)
        self.registry.events[event].text = static_text(template)
        self.emit(ir.Tell(event, template, span=node.span))
        wanted = symbol.parameters[1].type
        lowest, highest = bounds(wanted)
        if not isinstance(amount, ir.Const) and (lowest is not None or highest is not None):
            amount = ir.Helper("within_bounds", [amount, ir.Const(lowest), ir.Const(highest)])
        name = self.routine_name(symbol)
        self.emit(ir.Call(name, None, [who, amount], span=node.span, suspends=symbol.effects.chooses))

    def _do_roll(self, node: nodes.Roll) -> None:
        die = node.die_symbol
        assert isinstance(die, DieSymbol)
        symbol = node.symbol
        variable = self.variables[symbol] if symbol in self.variables else self.declare(symbol)
        assert isinstance(variable, ir.Variable)
        event = self.event("unseen roll" if node.secretly else "roll", node.span, detail=die.name)
        roll = ir.RollDice(variable, die.count, tuple(die.faces), event, secret=node.secretly, span=node.span)
        if node.plus is not None:
            self._plus(node.plus, roll, event)
        self.emit(roll)
        if node.again_while is None:
            return
        condition = node.again_while
        label = self.registry.label()
        test, before = self.captured(lambda: self.lower(condition))
        self.emit(ir.Loop([*before, ir.Branch(test, [], [ir.Leave(label)]), roll], [], label, span=node.span))

    def _plus(self, node: nodes.Expression, roll: ir.RollDice, event: int) -> None:
        """What a roll adds: the lines of a total one by one, also of one that a variant replaced; anything else as one line."""
        layout = self.registry.events[event]
        layout.form += " plus"
        symbol = node.symbol if isinstance(node, nodes.Call | nodes.Name | nodes.Attribute) else None
        if not isinstance(symbol, RoutineSymbol) or not itemised(symbol):
            roll.plus = self.keep(self.scalar(node), "plus")
            layout.items = [[words_of(node).removesuffix("(…)").rpartition(".")[2].replace("_", " ")]]
            return
        written = node.arguments if isinstance(node, nodes.Call) else []
        arguments = [self.keep(self.bounded(a, p.type), "to") for a, p in zip(written, symbol.parameters, strict=True)]
        roll.plus = ir.CallRoutine(self.routine_name(symbol), list(arguments))
        roll.bill = self.registry.bills.setdefault(symbol, f"B_{symbol.name}")
        roll.bill_arguments = list(arguments)
        self.registry.itemised.append((event, roll.bill))

    def _do_record(self, node: nodes.Record) -> None:
        name = self.world.array(node.symbol).name
        values = [part for value in node.values for part in self.position_of(value)]
        self.emit(ir.SetScalar(name, ir.Helper("recorded", [ir.Scalar(name), ir.ListOf(values)]), span=node.span))

    def position_of(self, node: nodes.Expression) -> list[ir.Expr]:
        """What of a value makes a position: of a board all that changes on its spaces, of a zone what lies there."""
        type_ = node.type
        if isinstance(type_, BoardType):
            spaces = self.lower(node)
            assert isinstance(spaces, ir.Const)
            found: list[ir.Expr] = []
            for symbol in (f for kind in type_.kind.lineage() for f in kind.fields.values()):
                if isinstance(symbol.type, ZoneType):
                    space = self.variable("space")
                    inside = self.lying(symbol.type.kind.root.name, self.field(symbol, space))
                    found.append(ir.QueryExpr("each", inside, [ir.Source(space, spaces, None)]))
                elif symbol.mutable:
                    entry = self.variable("entry")
                    width = self.world.array(symbol).width
                    entries = ir.Const(tuple(s * width + n for s in spaces.value for n in range(width)))
                    value = ir.Element(self.world.array(symbol).name, entry)
                    found.append(ir.QueryExpr("each", value, [ir.Source(entry, entries, None)]))
            return found
        if isinstance(type_, ZoneType):
            return [self.lying(type_.kind.root.name, self.lower(node))]
        if isinstance(type_, MapType) and isinstance(node, nodes.Name | nodes.Attribute):
            symbol, holder, _ = self.target(node)
            keys = range(self.world.width(symbol.type))
            return [self.field(symbol, holder, ir.Const(key)) for key in keys]
        return [self.lower(node)]

    def lying(self, store: str, zone: ir.Expr) -> ir.Expr:
        """What lies in a zone as a position knows it: copies that cannot differ are the same; an order that is not decided is
        none."""
        things = next(s for s in self.world.stores.values() if s.name == store)
        fields = [f for kind in self.world.model.kinds.values() if kind.root is things.kind for f in kind.fields.values()]
        thing = self.variable("thing")
        shown: ir.Expr = thing
        if not any(f.mutable or isinstance(f.type, ZoneType) for f in fields):
            table = f"T_designs_{store}"
            self.world.tables[table] = tuple(t.design for t in things.things)
            shown = ir.Lookup(table, thing)
        return ir.QueryExpr("each", shown, [ir.Source(thing, ir.ZoneContents(store, zone, raw=True), None)])

"""Which locals of a rule that has stopped hold what not everybody knows, and who knows it.

A rule can be stopped in the middle with a number in hand that another player chose secretly, or that it read from a private
field. Fields say themselves who may read them; of a local that must be worked out from where its value comes from. So values are
followed through the IR of all routines: from fields, hidden zones, secret answers and unseen rolls, through what is worked out of
them, into what they are handed to as arguments and what routines give back. Whoever knows two hidden things knows what was made
of both.

A value is known to all again once it was told: written to the log, put into a field that all may read, or, if it was worked out
from things, once such things have been shown or moved. That holds for the blocks which the telling block dominates: those that
cannot be reached without it. `play.belief` deals these locals anew, as it does fields, and never looks at their true values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine import ir
from rulelang.machine.lower import Lowered
from rulelang.machine.split import Block, SplitRoutine, following
from rulelang.machine.walk import everything, parts, variables
from rulelang.machine.world import Array, Store
from rulelang.sema.symbols import FieldSymbol

Knower = ir.Variable | int | str | tuple[str, ir.Variable]
"""A player who knows: a local that holds him, a seat, the scalar field that holds him, or a local of the routine that called."""

MOST_ROUNDS = 50
"""How often all routines are gone through until nothing changes; each round can only find more that is hidden."""

THINGS = frozenset({"thing", "zone"})
"""What `play.belief` renames, so that it need not be dealt anew here."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """That a value is known to these alone; `stores` are those of the things that it was worked out from."""

    knowers: frozenset[Knower]
    stores: frozenset[str] = frozenset()


Taint = Hidden | None
"""None where everybody may know."""


def both(one: Taint, other: Taint) -> Taint:
    """Of a value made of two: who knows both."""
    if one is None or other is None:
        return one or other
    return Hidden(one.knowers & other.knowers, one.stores | other.stores)


def together(taints: Iterable[Taint]) -> Taint:
    """Of a value made of several."""
    found: Taint = None
    for taint in taints:
        found = both(found, taint)
    return found


@dataclass(slots=True, eq=False)
class Secrets:
    """The taints of all variables of a game, and of what its routines give."""

    lowered: Lowered
    of: dict[ir.Variable, Taint] = field(default_factory=dict)
    given: dict[str, Taint] = field(default_factory=dict)
    changed: bool = True
    arrays: dict[str, Array] = field(init=False)
    stores: dict[str, Store] = field(init=False)
    bodies: dict[str, list[str]] = field(init=False)
    """The routines of each method, each once, for however many things it is the body."""
    here: str = ""
    """The routine that is gone through."""

    def __post_init__(self) -> None:
        self.arrays = {array.name: array for array in self.lowered.world.arrays.values()}
        self.stores = {store.name: store for store in self.lowered.world.stores.values()}
        self.bodies = {
            name: [routine for routine in dict.fromkeys(method.routines) if routine is not None]
            for name, method in self.lowered.methods.items()
        }
        rounds = 0
        while self.changed and rounds < MOST_ROUNDS:
            self.changed = False
            rounds += 1
            for name in sorted(self.lowered.routines):
                self.here = name
                self._block(self.lowered.routines[name], self.lowered.routines[name].body, None)

    # ---------------------------------------------------------------------------------------------------- expressions

    def value(self, expr: Any) -> Taint:
        """Who knows what an expression comes to."""
        match expr:
            case ir.Variable():
                return self.of.get(expr)
            case ir.Const() | ir.ZoneSize():
                return None
            case ir.Scalar(name):
                return self._field(self.arrays[name].field, None) if name in self.arrays else None
            case ir.Element(name, index):
                array = self.arrays.get(name)
                own = self._field(array.field, index) if array is not None else None
                return both(own, self.value(index))
            case ir.Lookup(_, index):
                return self.value(index)
            case ir.ZoneContents(store, zone) | ir.TokenCount(store, zone, _) | ir.TokenSorts(store, zone):
                return both(self._zone(store, zone), self.value(zone))
            case ir.CallRoutine(name, arguments):
                taints = [self.value(a) for a in arguments]
                return both(self._call(name, arguments, taints), together(taints))
            case ir.CallMethod(method, receiver, arguments):
                values = [receiver, *arguments]
                taints = [self.value(a) for a in values]
                return together([*(self._call(name, values, taints) for name in self.bodies[method]), *taints])
            case ir.QueryExpr():
                inner: list[Taint] = []
                for source in expr.sources:
                    self._set(source.variable, self.value(source.domain))
                    inner += [self.value(source.domain), self.value(source.condition)]
                return together([*inner, *(self.value(part) for part in (expr.result, *(key for key, _ in expr.keys)))])
            case ir.Expr() | ir.Source() | ir.Slot() | ir.Template():
                return together(self.value(part) for part in parts(expr))
        return None

    def _field(self, symbol: FieldSymbol, index: Any) -> Taint:
        if symbol.visibility == "public":
            return None
        if symbol.visibility == "secret":
            return Hidden(frozenset())
        if symbol.holder == "player" and symbol.visibility == "private":
            return Hidden(_knower(index))
        array = next((a for a in self.arrays.values() if a.field is symbol.visible_to), None)
        if symbol.holder == "state" and array is not None:
            return Hidden(frozenset({array.name}))
        # Who has a thing at the moment, or whose it is, is not followed: nobody is told wrong things about what is his.
        return None

    def _zone(self, store: str, zone: Any) -> Taint:
        """Who sees into a zone, whose number is that of the field's first zone and of its holder."""
        base, holder = zone, None
        if isinstance(zone, ir.Operation) and zone.operator == "+" and isinstance(zone.operands[0], ir.Const):
            base, holder = zone.operands
        if not isinstance(base, ir.Const):
            return None
        found = self.stores[store].zones[base.value]
        if found.field is None or found.field.visibility == "public":
            return None
        if holder is None and found.holder == "player":
            holder = ir.Const(found.holder_number)
        own = self._field(found.field, holder)
        return Hidden(own.knowers, frozenset({store})) if own is not None else None

    def _call(self, name: str, values: list[Any], taints: list[Taint]) -> Taint:
        """What a call with these values, thus tainted, gives, in terms of the caller; what it hands on is noted."""
        routine = self.lowered.routines.get(name)
        if routine is None:
            return None
        given = self.given.get(name)
        if given is None and not any(taints):
            return None
        names = {v: p for v, p in zip(values, routine.parameters, strict=False) if isinstance(v, ir.Variable)}
        for parameter, taint in zip(routine.parameters, taints, strict=False):
            # Who is handed a card that is played, or a number on it, has seen it played.
            if taint is not None and not (taint.stores and routine.form != "define"):
                self._set(parameter, self._told_as(taint, names, inward=True))
        back = {p: v for p, v in zip(routine.parameters, values, strict=False) if isinstance(v, ir.Variable)}
        seats = {p: v.value for p, v in zip(routine.parameters, values, strict=False) if isinstance(v, ir.Const)}
        return self._told_as(given, {**back, **{p: s for p, s in seats.items() if isinstance(s, int)}})

    def _told_as(self, taint: Taint, names: Mapping[ir.Variable, Knower], inward: bool = False) -> Taint:
        """A taint as another routine says it, where its locals have other names. What is called can name a local of the routine
        that calls it; otherwise who has no name there is lost."""
        if taint is None:
            return None
        knowers: set[Knower] = set()
        for knower in taint.knowers:
            if isinstance(knower, tuple):
                knowers.update([knower[1]] if not inward and knower[0] == self.here else [])
            elif isinstance(knower, ir.Variable):
                found = names.get(knower, (self.here, knower) if inward else None)
                knowers.update([found] if found is not None else [])
            else:
                knowers.add(knower)
        return Hidden(frozenset(knowers), taint.stores)

    # ---------------------------------------------------------------------------------------------------- statements

    def _set(self, variable: ir.Variable, taint: Taint) -> None:
        if taint is None:
            return
        before = self.of.get(variable)
        after = taint if before is None else both(before, taint)
        if after != before:
            self.of[variable] = after
            self.changed = True

    def _block(self, routine: ir.Routine, body: list[ir.Stmt], decided: Taint) -> None:
        for statement in body:
            self._statement(routine, statement, decided)

    def _statement(self, routine: ir.Routine, statement: ir.Stmt, decided: Taint) -> None:
        match statement:
            case ir.SetVariable(variable, value):
                self._set(variable, both(self.value(value), decided))
            case ir.Branch(condition, then, otherwise):
                # A branch in which something happens is seen to be taken.
                test = self.value(condition) if _silent(then) and _silent(otherwise) else None
                for lines in (then, otherwise):
                    self._block(routine, lines, both(decided, test))
            case ir.ForIn(variable, items, lines, _):
                self._set(variable, self.value(items))
                self._block(routine, lines, both(decided, self.value(items) if _silent(lines) else None))
            case ir.Loop(lines, after, _):
                self._block(routine, [*lines, *after], decided)
            case ir.Region(lines, _):
                self._block(routine, lines, decided)
            case ir.Return(value) if value is not None:
                taint = both(self.value(value), decided)
                before = self.given.get(routine.name)
                if taint is not None and both(before, taint) != before:
                    self.given[routine.name] = both(before, taint)
                    self.changed = True
            case ir.Call(name, receiver, arguments, result):
                callees = [name] if receiver is None else self.bodies[name]
                values = arguments if receiver is None else [receiver, *arguments]
                taints = [self.value(a) for a in values]
                taint = together(self._call(callee, values, taints) for callee in callees)
                if result is not None:
                    self._set(result, both(taint, decided))
            case ir.AtOnceFor(name, _, arguments):
                callee = self.lowered.routines[name]
                for parameter, value in zip(callee.parameters[1:], arguments, strict=False):
                    self._set(parameter, self.value(value))
            case ir.RollDice(variable, secret=True):
                self._set(variable, Hidden(frozenset()))
            case ir.PickRandom(variable, items, _):
                self._set(variable, self.value(items))
            case ir.DrawThings(variable=ir.Variable() as variable, store=store, zone=zone):
                self._set(variable, self._zone(store, zone))
            case ir.Choice():
                self._choice(routine, statement, decided)
            case _:
                for part in parts(statement):
                    if isinstance(part, ir.Stmt):
                        self._statement(routine, part, decided)
                    else:
                        self.value(part)

    def _choice(self, routine: ir.Routine, choice: ir.Choice, decided: Taint) -> None:
        chooser = _knower(choice.player)
        for part in (choice.player, choice.prompt, choice.least, choice.most):
            self.value(part)
        for alternative in choice.alternatives:
            for source, shape in zip(alternative.sources, alternative.shapes, strict=False):
                base = _base(shape)
                stores = frozenset({base[1]} if base[0] in THINGS else ())
                taint: Taint = Hidden(chooser, stores) if choice.secret else None
                if stores:
                    taint = both(taint, self.value(source.domain))
                self._set(source.variable, taint)
                self.value(source.domain)
                self.value(source.condition)
            for text in (alternative.condition, alternative.label, alternative.notation):
                self.value(text)
            self._block(routine, alternative.body, decided)
        if choice.picked is not None and choice.secret:
            self._set(choice.picked, Hidden(chooser))
        self._block(routine, choice.otherwise or [], decided)


def _knower(player: Any) -> frozenset[Knower]:
    while isinstance(player, ir.Present):
        player = player.value
    if isinstance(player, ir.Variable):
        return frozenset({player})
    if isinstance(player, ir.Const) and isinstance(player.value, int):
        return frozenset({player.value})
    if isinstance(player, ir.Scalar):
        return frozenset({player.name})
    return frozenset()


def _silent(body: list[ir.Stmt]) -> bool:
    """Whether statements do nothing but work out locals."""
    quiet = ir.SetVariable | ir.Branch | ir.ForIn | ir.Loop | ir.Region | ir.Leave | ir.Again | ir.Return
    return all(isinstance(found, quiet) for found in everything(body) if isinstance(found, ir.Stmt))


def _base(shape: Any) -> Any:
    """The shape of what an optional value or a list holds."""
    while shape is not None and shape[0] in ("optional", "list"):
        shape = shape[1]
    return ("",) if shape is None else shape


# ------------------------------------------------------------------------------------------------------------ by block


def by_block(
    secrets: Secrets, routine: SplitRoutine, splits: Mapping[str, SplitRoutine]
) -> Iterator[tuple[int, list[tuple[int, list[Any]]]]]:
    """For each block of a routine, the entries of its frame that hold what not everybody knows, each with who knows it: the entry
    that holds a player, a seat below zero (-1 - seat), the name of the field that holds one, or, of the routine that called, its
    first block, how many it has, and an entry."""
    kept = {
        variable: taint
        for variable in routine.slots
        # What the lowering itself remembers, such as how far a list has been gone through, has no shape, and stays true of the
        # list when its things are renamed.
        if (taint := secrets.of.get(variable)) is not None
        and variable.shape is not None
        and _base(variable.shape)[0] not in THINGS
    }
    if not kept:
        return
    told = {block: set(_told(secrets, block, kept)) for block in routine.blocks}
    above = _dominators(routine)
    for block in routine.blocks:
        known = {variable for before in above[block] if before is not block for variable in told[before]}
        entries = [(routine.slots[v], _entries(routine, taint, splits)) for v, taint in kept.items() if v not in known]
        if entries:
            yield block.number, sorted(entries, key=lambda entry: entry[0])


def _entries(routine: SplitRoutine, taint: Hidden, splits: Mapping[str, SplitRoutine]) -> list[Any]:
    found: list[Any] = []
    for knower in taint.knowers:
        if isinstance(knower, tuple):
            caller, variable = splits.get(knower[0]), knower[1]
            if caller is not None and variable in caller.slots:
                found.append([caller.entry.number, len(caller.blocks), caller.slots[variable]])
        elif isinstance(knower, ir.Variable):
            found.extend([routine.slots[knower]] if knower in routine.slots else [])
        else:
            found.append(knower if isinstance(knower, str) else -1 - knower)
    return sorted(found, key=str)


def _told(secrets: Secrets, block: Block, kept: Mapping[ir.Variable, Hidden]) -> Iterator[ir.Variable]:
    """The variables that a block makes known to all."""
    for found in everything(block.body):
        said: list[Any] = []
        shown = ""
        match found:
            case ir.Tell(readers=None, template=template):
                said = [template]
            case ir.Enter(template=template):
                said = [template]
            case ir.Increase(amount=amount, reason=reason):
                said = [amount, reason]
            case ir.SetScalar(name, value) | ir.SetElement(name, _, value):
                array = secrets.arrays.get(name)
                said = [value] if array is not None and array.field.visibility == "public" else []
            case ir.MoveThings(store=store) | ir.DrawThings(store=store) | ir.RevealThings(store=store):
                shown = store
            case ir.ShowThings(store=store) | ir.LookAt(store=store) | ir.MoveTokens(store=store):
                shown = store
        yield from (v for v in variables([s for s in said if s is not None]) if v in kept)
        if shown:
            yield from (v for v, taint in kept.items() if shown in taint.stores)


def _dominators(routine: SplitRoutine) -> dict[Block, set[Block]]:
    """For each block, those that every way to it goes through, itself included."""
    into: dict[Block, list[Block]] = {block: [] for block in routine.blocks}
    for block in routine.blocks:
        for after in following(block, routine.labels):
            into[after].append(block)
    whole = set(routine.blocks)
    above = {block: {block} if block is routine.entry else set(whole) for block in routine.blocks}
    changed = True
    while changed:
        changed = False
        for block in routine.blocks:
            if block is routine.entry or not into[block]:
                continue
            new = set.intersection(*(above[before] for before in into[block])) | {block}
            if new != above[block]:
                above[block] = new
                changed = True
    return above

"""Runs the clauses of examples and scripts.

Both say how a game or a position begins, what chance brings, what is run, what the players answer, and what must be so
then. A `Run` goes through them from the top; what does not come out as written becomes a diagnostic at its clause, and
the run ends there, since nothing behind it means anything any more.

A position is made of the state before the game: everything where it starts, nothing shuffled, every field as declared.
Where neither `given` nor `when` stands, the game itself is begun at the first clause that needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rulelang.backend.compile import Compiled
from rulelang.errors import IllegalMove, RulelangError, UndoRefused
from rulelang.machine import boards, ir
from rulelang.machine.evaluate import Undecided
from rulelang.machine.program import StoreLayout
from rulelang.machine.world import design_named
from rulelang.play import tokens
from rulelang.play.diagrams import Drawer, Misdrawn
from rulelang.play.invariants import broken
from rulelang.play.judging import Judge
from rulelang.play.match import Choice, Game, Match
from rulelang.play.repair import Inserted, forced
from rulelang.play.seeing import unseen
from rulelang.play.why_closed import closed
from rulelang.runtime.chance import Dictation, Misdictated
from rulelang.runtime.machine import Machine, RulesFault
from rulelang.runtime.naming import Naming
from rulelang.runtime.options import Option, matching, split_words
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, KindSymbol, LocalSymbol
from rulelang.sema.types import BoolType, EnumType, KindType, MapType, TextType, ZoneType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Diagnostic, Label
from rulelang.text.source import Span
from rulelang.text.suggest import listing


class Failed(Exception):
    """A clause did not come out as written."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def failure(code: str, message: str, span: Span, **more: Any) -> Failed:
    """A failed clause."""
    return Failed(Diagnostic(code, message, span, **more))


class Run:
    """One example or script on its way. `players` are the symbols that its expressions use for the players, in seat order."""

    def __init__(
        self,
        game: Game,
        compiled: Compiled,
        machine: Machine,
        players: Sequence[str],
        symbols: Mapping[str, LocalSymbol],
        seed: int,
        clauses: Sequence[nodes.Clause],
        *,
        recorded: bool = False,
        repair: bool = False,
    ) -> None:
        self.compiled = compiled
        self.machine = machine
        self.clauses = clauses
        self.locals: dict[LocalSymbol, ir.Expr] = {
            symbol: ir.Const(players.index(name)) for name, symbol in symbols.items() if name in players
        }
        self.recorded = recorded
        """Whether this is the record of a match, which may stop anywhere, and in which chance may not come as it did."""
        self.repair = repair
        """Whether steps that are forced now may be put in."""
        self.inserted: list[Inserted] = []
        state = machine.blank(seed, Dictation(recorded=recorded))
        self.match = Match(game, machine, players, seed, state, compiled=compiled)
        self.whole = not any(isinstance(c, nodes.Given | nodes.GivenDiagram | nodes.When) for c in clauses)
        self.left_out = boards.absent(compiled.world)
        self.begun = False
        self.placed: set[tuple[str, int]] = set()
        self.dictated: list[Span] = []
        self.said: dict[frozenset[int], str] = {}
        """What was dictated, as it is written."""
        self.last: nodes.Clause | None = None

    @property
    def state(self) -> Any:
        """The state as it is."""
        return self.match.state

    @property
    def naming(self) -> Naming:
        """What things are called."""
        return self.match.naming

    def judge(self) -> Judge:
        """A judge of the present state."""
        return Judge(self.compiled, self.naming, self.state, self.locals)

    # ---------------------------------------------------------------------------------------------------- the whole

    def steps(self) -> Iterator[nodes.Clause]:
        """Run clause after clause, giving each when it is done. Raises `Failed`."""
        for clause in self.clauses:
            self.one(clause)
            if not isinstance(clause, nodes.Narration):
                self.last = clause
            yield clause
        if self.whole and not self.begun and self.clauses:
            self._guarded(self.clauses[-1], partial(self.begin, self.clauses[-1].span))
        self.finish()

    def one(self, clause: nodes.Clause) -> None:
        """Run one clause. Raises `Failed`, for a fault of the rules too, and for what must always hold and no longer does."""
        played = isinstance(clause, nodes.Answer | nodes.When) or (self.whole and not self.begun)
        before = self._broken() if played and not (self.whole and not self.begun) else set()
        self._guarded(clause, partial(self.clause, clause))
        for sentence in sorted(self._broken() - before) if played and (self.begun or not self.whole) else ():
            raise failure("RL0715", sentence, clause.span)

    def _broken(self) -> set[str]:
        """What must always hold and does not: positions may be given that no game comes to."""
        return set() if self.state.branches is not None else set(broken(self.machine, self.naming, self.state))

    def ready(self, clause: nodes.Clause) -> None:
        """Begin the game if that is what a clause needs."""
        self._guarded(clause, partial(self._ready, clause))

    def run(self) -> Diagnostic | None:
        """Run all; what failed, if anything did."""
        try:
            for _ in self.steps():
                pass
        except Failed as failed:
            return failed.diagnostic
        return None

    def _guarded(self, clause: nodes.Clause, act: Any) -> None:
        try:
            act()
        except Misdrawn as fault:
            raise failure(fault.code, fault.message, fault.span) from fault
        except RulesFault as fault:
            place = f", at {fault.place}" if fault.place else ""
            told = self.match.told(fault)
            cause = fault.__cause__
            message, helps = self._misdictated(cause) if isinstance(cause, Misdictated) else (told.message, ())
            raise failure(fault.code, f"{message}{place}", clause.span, notes=told.reasons(), help=helps) from fault

    def clause(self, clause: nodes.Clause) -> None:
        """Run one clause."""
        for name, message in boards.named(self.compiled.world, clause, self.left_out) if self.left_out else ():
            raise failure("RL0623", message, name.span)
        match clause:
            case nodes.Given():
                self._quiet(clause, "`given`")
                self._given(clause)
            case nodes.GivenDiagram():
                self._quiet(clause, "`given`")
                Drawer(self.compiled, self.naming, self.state, self._put, self.placed).lay(clause)
            case nodes.Dice():
                self._dictation().dice.extend(clause.faces)
                self.dictated.append(clause.span)
            case nodes.Deck():
                self._deck(clause)
            case nodes.RandomPicks():
                self._picks(clause)
            case nodes.When():
                self._quiet(clause, "`when`")
                self._when(clause)
            case nodes.Answer():
                self._ready(clause)
                self._answer(clause)
            case nodes.Expect():
                self._ready(clause)
                self._expect(clause)
            case nodes.ExpectSees():
                self._ready(clause)
                self._expect_sees(clause)
            case nodes.ExpectBill():
                self._ready(clause)
                self._expect_bill(clause)
            case nodes.ExpectWon():
                self._ready(clause)
                self._expect_won(clause)
            case nodes.ExpectOptions():
                self._ready(clause)
                self._expect_options(clause)
            case nodes.Refused():
                self._ready(clause)
                self._refused(clause)
            case nodes.StateMark():
                self._ready(clause)
            case nodes.Undo() | nodes.Redo():
                self._ready(clause)
                self._take_back(clause)

    def _ready(self, clause: nodes.Clause) -> None:
        if self.whole and not self.begun:
            self.begin(clause.span)

    def begin(self, span: Span) -> None:
        """Begin the game itself."""
        self.begun = True
        state = self.state
        self.match.base = None
        self.machine.begin(state)
        self._restart(state)

    def _restart(self, state: Any) -> None:
        """Take this state as the one from which the next moves go on."""
        self.match._become(state)
        self.match.base = self.machine.copy(state)
        self.match.moves.clear()
        self.match.history.clear()
        self.match.undone.clear()

    def _quiet(self, clause: nodes.Clause, what: str) -> None:
        """Make sure that nobody must choose."""
        if self.match.pending:
            choice = self.match.pending[0]
            raise failure(
                "RL0713",
                f"{choice.player} must choose before {what} can come",
                clause.span,
                help=(f"answer first: {_some([f'{choice.player}: {o.text}' for o in choice.options])}",),
            )

    def finish(self) -> None:
        """What must be so at the end: nothing dictated is left, and no choice is open unless the last clause is about it."""
        if self.recorded:
            return
        state = self.state
        left = state.dictated.left_over() if state.dictated is not None else []
        if left:
            raise failure(
                "RL0712",
                f"chance was dictated that never came: {', '.join(left)}",
                self.dictated[-1] if self.dictated else self._end(),
            )
        only_looks = self.whole and not any(isinstance(c, nodes.Answer) for c in self.clauses)
        if self.match.pending and not only_looks and not isinstance(self.last, nodes.ExpectOptions | nodes.Refused):
            choice = self.match.pending[0]
            raise failure(
                "RL0713",
                f"this ends while {choice.player} must choose: {choice.prompt or choice.path}",
                self._end(),
                help=(f"answer, or end with `expect options of {choice.player} == […]`",),
            )

    def _end(self) -> Span:
        return self.clauses[-1].span if self.clauses else Span(-1, 0, 0)

    # ---------------------------------------------------------------------------------------------------- given

    def _given(self, clause: nodes.Given) -> None:
        target = clause.target
        if isinstance(target.type, ZoneType):
            self._fill(clause)
            return
        judge = self.judge()
        symbol, holder, key = judge.body.target(target)
        array = self.compiled.world.array(symbol)
        type_ = symbol.type.value if isinstance(symbol.type, MapType) and key is not None else symbol.type
        value = judge.value(clause.value, type_)
        if isinstance(value, (list, range)):
            value = tuple(value)
        if array.scalar:
            setattr(self.state, array.name, value)
            return
        values = getattr(self.state, array.name)
        if isinstance(symbol.type, MapType) and key is None:
            raise failure("RL0702", "a map is set entry by entry", target.span, help=("write the key in brackets",))
        for one in self._copies(target) or [holder if holder is not None else ir.Const(0)]:
            values[judge.evaluate(judge.body.indexed(symbol, one, key))] = value

    def _copies(self, target: nodes.Expression) -> list[ir.Expr]:
        """All copies of the design whose field is set, if it is one's: `given penny.worn = true`."""
        field = target.value if isinstance(target, nodes.Item) else target
        if isinstance(field, nodes.Attribute) and isinstance(field.value, nodes.Name):
            if isinstance(field.value.symbol, InstanceSymbol):
                return [ir.Const(thing.number) for thing in self.compiled.world.things_of(field.value.symbol)]
        return []

    def _fill(self, clause: nodes.Given) -> None:
        """Put things into a zone; what lay there goes back to where it starts, or into the box."""
        zone_type = clause.target.type
        assert isinstance(zone_type, ZoneType)
        judge = self.judge()
        store = self.naming.stores[zone_type.kind.root.name]
        zone = judge.evaluate(judge.body.lower(clause.target))
        if store.counted:
            try:
                tokens.fill(self.machine, self.naming, self.state, store, zone, tokens.wanted(judge, clause.value, store))
            except tokens.Short as short:
                raise failure("RL0702", short.message, clause.value.span, help=(short.help,) if short.help else ()) from short
            return
        wanted = self._things(judge, clause.value, store, one=zone_type.form == "slot")
        if zone_type.form == "slot" and len(wanted) > 1:
            raise failure("RL0702", f"a slot holds one thing, and these are {len(wanted)}", clause.value.span)
        here = getattr(self.state, f"{store.name}_zones")[zone]
        homes = {thing: number for number, things in enumerate(store.start) for thing in things}
        for thing in list(here):
            if thing not in wanted:
                home = homes.get(thing, 0)
                self._put(store, thing, home if home != zone else 0)
        for thing in reversed(wanted):
            self._put(store, thing, zone)
            self.placed.add((store.name, thing))
        if store.shuffled:
            getattr(self.state, f"{store.name}_undecided")[zone] = 0

    def _put(self, store: StoreLayout, thing: int, zone: int) -> None:
        """Lay a thing on top of a zone."""
        zones, at = getattr(self.state, f"{store.name}_zones"), getattr(self.state, f"{store.name}_at")
        old = at[thing]
        if store.shuffled:
            undecided = getattr(self.state, f"{store.name}_undecided")
            if zones[old].index(thing) < undecided[old]:
                undecided[old] -= 1
        zones[old].remove(thing)
        zones[zone].append(thing)
        at[thing] = zone
        if store.turned:
            getattr(self.state, f"{store.name}_down")[thing] = 0

    def _things(self, judge: Judge, value: nodes.Expression, store: StoreLayout, one: bool = False) -> list[int]:
        """The things that an expression names, the first on top: a design named twice means two copies, one that stands alone
        all of them, or where there is room for `one` a single copy."""
        items = value.items if isinstance(value, nodes.ListLiteral) else [value]
        found: list[int] = []
        for item in items:
            if isinstance(item, nodes.NoneLiteral):
                continue
            number = judge.value(item)
            if not isinstance(number, int):
                found.extend(number)
            elif design_named(item) is None:
                found.append(number)
            elif item is value and not one:
                found.extend(self.compiled.world.things_named(item, number))
            else:
                found.append(self._free_copy(judge, store, number, found, item))
        twice = {thing for thing in found if found.count(thing) > 1}
        if twice:
            name = self.naming.full_word(store.name, min(twice))
            raise failure("RL0702", f"`{name}` cannot lie there twice", value.span)
        return found

    def _free_copy(self, judge: Judge, store: StoreLayout, thing: int, taken: Sequence[int], item: nodes.Expression) -> int:
        """A copy of a design that no `given` has used yet, as far as there is one."""
        alike = self.compiled.world.things_named(item, thing)
        copies = [number for number in alike if number not in taken]
        if not copies:
            number = f"{'is' if len(alike) == 1 else 'are'} only {len(alike)}"
            raise failure("RL0702", f"there {number} of `{judge.text(item)}`", item.span)
        return min(copies, key=lambda n: ((store.name, n) in self.placed, n))

    # ---------------------------------------------------------------------------------------------------- chance

    def _dictation(self) -> Dictation:
        dictated = self.state.dictated
        assert isinstance(dictated, Dictation)
        return dictated

    def _deck(self, clause: nodes.Deck) -> None:
        zone_type = clause.zone.type
        assert isinstance(zone_type, ZoneType)
        judge = self.judge()
        store = self.naming.stores[zone_type.kind.root.name]
        zone = judge.evaluate(judge.body.lower(clause.zone))
        sets = [self._alike(judge, item) for item in clause.things]
        zones = getattr(self.state, f"{store.name}_zones")
        if not store.shuffled:
            here = zones[zone]
            picked: list[int] = []
            for item, one in zip(clause.things, sets, strict=True):
                thing = next((t for t in reversed(here) if t in one and t not in picked), -1)
                if thing < 0 and self.recorded:
                    continue
                if thing < 0:
                    raise failure("RL0710", f"`{judge.text(item)}` does not lie there", item.span)
                picked.append(thing)
            here[:] = [*(t for t in here if t not in picked), *reversed(picked)]
            return
        if not self.begun and not self.whole:
            # In a position nothing is shuffled; a zone of which an order is dictated is taken as shuffled.
            zones[zone].sort()
            getattr(self.state, f"{store.name}_undecided")[zone] = len(zones[zone])
        self._dictation().decks.setdefault((store.name, zone), []).extend(sets)
        self.dictated.append(clause.span)

    def _alike(self, judge: Judge, item: nodes.Expression) -> frozenset[int]:
        number = judge.value(item)
        if isinstance(item.type, KindType) and design_named(item) is not None:
            found = frozenset(self.compiled.world.things_named(item, number))
        else:
            found = frozenset([number]) if isinstance(number, int) else frozenset(number)
        self.said[found] = judge.text(item)
        return found

    def _misdictated(self, fault: Misdictated) -> tuple[str, tuple[str, ...]]:
        """What was dictated and what might have come, in words; and what to write, if only the owner is wrong."""
        shape = ["thing", fault.store] if fault.store else fault.shape
        store = self.naming.stores[shape[1]] if shape is not None and shape[0] == "thing" else None

        def word(value: int) -> str:
            if store is not None:
                return self.naming.copy_word(store.name, value)
            return self.naming.word(value, shape) if shape is not None else str(value)

        wanted = min(fault.wanted)
        there = _some([word(value) for value in fault.pool]) if fault.pool else "nothing"
        message = f"`{self.said[fault.wanted]}` was dictated to come by chance, and cannot come here: there is {there}"
        if store is not None:
            alike = [thing for thing in fault.pool if store.names[thing : thing + 1] == store.names[wanted : wanted + 1]]
            if alike and store.owners[alike[0]] != store.owners[wanted] >= 0:
                whose, others = (self.match.players[store.owners[thing]] for thing in (wanted, alike[0]))
                return f"{message}; it is {whose}'s, and here are {others}'s", (f"write `{word(alike[0])}`",)
        return message, ()

    def _picks(self, clause: nodes.RandomPicks) -> None:
        judge = self.judge()
        self._dictation().picks.extend(self._alike(judge, item) for item in clause.things)
        self.dictated.append(clause.span)

    # ---------------------------------------------------------------------------------------------------- running

    def _when(self, clause: nodes.When) -> None:
        call = clause.call
        if isinstance(call, nodes.Name) and call.text == "play":
            self.begin(clause.span)
            return
        judge = self.judge()
        body = judge.body
        if not isinstance(call, nodes.Call):
            call = nodes.Call(span=call.span, function=call, arguments=[], symbol=getattr(call, "symbol", None))
        _, statements = body.captured(lambda: body.call(call, wanted=False))
        state = self.state
        for statement in statements:
            if not isinstance(statement, ir.Call):
                judge.evaluator.run([statement], judge.env)
                continue
            routine = statement.routine
            arguments = [judge.evaluate(a) for a in statement.arguments]
            if statement.receiver is not None:
                receiver = judge.evaluate(statement.receiver)
                found = self.compiled.lowered.methods[routine].routines[receiver]
                assert found is not None
                routine, arguments = found, [receiver, *arguments]
            if routine in self.machine.program.entries:
                self.machine.run(state, routine, arguments)
            else:
                self.machine.call(state, routine, arguments)
        self._restart(state)

    def _take_back(self, clause: nodes.Undo | nodes.Redo) -> None:
        try:
            if isinstance(clause, nodes.Redo):
                self.match.redo()
            else:
                self.match.undo(force=clause.anyway)
        except UndoRefused as refused:
            raise failure("RL0730", str(refused), clause.span) from refused

    def _answer(self, clause: nodes.Answer) -> None:
        self._on_the_board(clause)
        try:
            try:
                self.match.choose(clause.player.text, clause.words)
            except IllegalMove:
                steps = forced(self.match, clause.player.text, clause.words) if self.repair else None
                if not steps:
                    raise
                for step in steps:
                    self.match.choose(step.seat, step.words)
                said = tuple((self.match.players[step.seat], step.words) for step in steps)
                line = self.compiled.model.sources.file(clause.span).position(clause.span.start).line
                self.inserted.append(Inserted(line, said))
                self.match.choose(clause.player.text, clause.words)
        except IllegalMove as refused:
            reasons = [f"{reason.message}{f', {reason.place}' if reason.place else ''}" for reason in refused.reasons]
            message = str(refused)
            # A reason that is no more than the refusal itself is not told again.
            notes = tuple(reason for reason in reasons[:6] if reason != message)
            raise failure("RL0708", message, clause.span, notes=notes) from refused

    def _on_the_board(self, clause: nodes.Answer) -> None:
        """An answer cannot name a space that this match leaves out."""
        if not self.left_out:
            return
        world = self.compiled.world
        for symbol in self.compiled.model.instances:
            if symbol.name in split_words(clause.words):
                for thing in world.things_of(symbol):
                    if (symbol.kind.root.name, thing.number) in self.left_out:
                        raise failure("RL0623", boards.why_out(world, symbol), clause.span)

    # ---------------------------------------------------------------------------------------------------- expecting

    def _expect(self, clause: nodes.Expect) -> None:
        judge = self.judge()
        try:
            holds = judge.holds(clause.condition, decided=True)
        except RulelangError:
            raise
        except Undecided as fault:
            where = self.naming.zone_word(self.naming.stores[fault.store], fault.zone)
            raise failure(
                "RL0707",
                f"`{where}` was shuffled, and nothing has decided its order since",
                clause.condition.span,
                help=("ask what lies there (`count`, `in`, `size`), or for what was drawn; `deck` says what comes",),
            ) from fault
        except Exception as fault:
            if not hasattr(fault, "code"):
                raise
            raise failure("RL0707", f"this cannot be worked out: {fault}", clause.condition.span) from fault
        if not holds:
            blamed = judge.blame(clause.condition)
            facts = list(judge.facts(clause.condition))
            raise failure("RL0707", f"expected, and not so: {blamed[0]}", clause.condition.span, notes=tuple(facts))

    def _expect_sees(self, clause: nodes.ExpectSees) -> None:
        judge = self.judge()
        seat = judge.value(clause.player)
        name, what = self.match.players[seat], judge.text(clause.what)
        hidden = unseen(judge, self.match.views, self.state, clause.what, seat)
        if bool(hidden) != clause.negated:
            wrong = f"{name} sees `{what}`" if clause.negated else f"{name} does not see {hidden}"
            raise failure("RL0707", f"expected, and not so: {wrong}", clause.what.span)

    def _expect_bill(self, clause: nodes.ExpectBill) -> None:
        """Lines that are 0 may be left out; what is left of the bill is said line by line."""
        judge = self.judge()
        left = [(item.label, item.points) for item in self.match.score(clause.player.text).items]
        wrong: list[str] = []
        place = clause.span
        for line in clause.lines:
            wanted = (line.label, judge.value(line.value))
            if wanted in left:
                left.remove(wanted)
                continue
            others = [points for label, points in left if label == line.label]
            wrong.append(f"`{line.label}` is {others[0]}, not {wanted[1]}" if others else f"there is no line `{line.label}`")
            if others:
                left.remove((line.label, others[0]))
            place = line.span if len(wrong) == 1 else place
        wrong.extend(f"`{label}` is {points}" for label, points in left if points)
        if wrong:
            raise failure("RL0707", f"{clause.player.text} has another bill: {', '.join(wrong)}", place)

    def _expect_won(self, clause: nodes.ExpectWon) -> None:
        """Who has won, or by scoring would have if the match were over."""
        if self.state.winners is None and not self.machine.layout.scored and not self.match.over:
            raise failure("RL0707", "nobody has won yet, and without `scoring` nobody is ahead", clause.span)
        wanted = [name.text for name in clause.players]
        names = [self.match.players[seat] for seat in self.machine.winners(self.state)]
        if sorted(names) != sorted(wanted):
            raise failure("RL0707", f"expected, and not so: {listing(names, 'and')} {_win(names)}", clause.span)

    def _expect_options(self, clause: nodes.ExpectOptions) -> None:
        choice = self.match.choice_of(clause.player.text)
        options = [option for own in self.match.choices_of(clause.player.text) for option in own.options]
        judge = self.judge()
        wanted = self._wanted(judge, clause.options)
        left = list(options)
        missing: list[str] = []
        for words, shown in wanted:
            fitting = matching(left, words)
            if not fitting:
                missing.append(shown)
            else:
                left.remove(fitting[0])
        extra = [option.text for option in left if option.values or option.name]
        if not missing and not extra:
            return
        said: list[str] = []
        if missing:
            said.append(f"{listing(missing, 'and')} {'is' if len(missing) == 1 else 'are'} no option")
        if extra:
            said.append(f"{listing(extra[:8], 'and')} {'is one' if len(extra) == 1 else 'are options'} too")
        notes = () if choice is not None else (f"{clause.player.text} is not asked anything now",)
        raise failure(
            "RL0714", f"{clause.player.text} has other options: {', and '.join(said)}", clause.options.span, notes=notes
        )

    def _wanted(self, judge: Judge, node: nodes.Expression) -> list[tuple[tuple[str, ...], str]]:
        """The options expected, as words, and as shown."""
        found: list[tuple[tuple[str, ...], str]] = []
        if not isinstance(node, nodes.ListLiteral):
            shape = judge.shape(node.type)
            for value in judge.value(node):
                word = judge.shown(value, shape[1])
                found.append((split_words(word), word))
            return found
        for item in node.items:
            if isinstance(item, nodes.Text):
                word = "".join(part for part in item.parts if isinstance(part, str))
            elif isinstance(item.type, TextType) and isinstance(item, nodes.Name):
                word = item.text
            else:
                word = self._value_word(judge, item)
            found.append((split_words(word), word))
        return found

    def _value_word(self, judge: Judge, item: nodes.Expression) -> str:
        shape = judge.shape(item.type)
        value = judge.value(item)
        if isinstance(item.type, KindType) and design_named(item) is None:
            return self.naming.copy_word(shape[1], value)
        return judge.shown(value, shape)

    def _refused(self, clause: nodes.Refused) -> None:
        name = clause.player.text
        choice = self.match.choice_of(name)
        if choice is not None:
            legal = self._would_fit(choice, clause.words)
            if legal:
                raise failure(
                    "RL0709",
                    f"{name} may choose `{legal[0].text}` here",
                    clause.span,
                    help=("take `refused` out, or change the rules",),
                )
        if clause.by:
            self._refused_by(clause, choice)

    def _would_fit(self, choice: Choice, line: str) -> list[Option]:
        from rulelang.play import words

        wanted = split_words(line)
        fitting = matching([option for own in self.match.choices_of(choice.seat) for option in own.options], wanted)
        if fitting or not choice.several:
            return fitting
        state = self.machine.copy(self.state)
        return [choice.options[0]] if words.several(self.match, state, choice, wanted) is not None else []

    def _refused_by(self, clause: nodes.Refused, choice: Choice | None) -> None:
        """The refusal must come from what is named: the choice that is asked, or in it the option that is meant."""
        wanted = ".".join(part.text for part in clause.by)
        named = split_words(clause.words)[:1]
        seat = self.match.seat(clause.player.text)
        paths = [] if choice is None else [choice.path]
        # What is open at any time, and not now, refuses as well.
        for shut in closed(self.match, seat, clause.words):
            paths.extend(option.path for option in shut.layout.options if (option.name,) == named)
        if not paths:
            raise failure("RL0709", f"nothing refuses this: {clause.player.text} is not asked anything", clause.span)
        for asked in self.match.choices_of(seat):
            for option in asked.layout.options:
                if (option.name,) == named or len(asked.layout.options) == 1:
                    paths.append(option.path)
        if choice is not None:
            frames = self.machine.state_of(self.match.state, choice.asked).frames
            paths.extend(self.machine.program.block_owner(frame[0]) for frame in frames)
        if any(path == wanted or path.endswith(f".{wanted}") or path.startswith(f"{wanted}.") for path in paths):
            return
        raise failure(
            "RL0709",
            f"this is refused, but not by `{wanted}`: `{paths[-1] if len(paths) < 3 else paths[1]}` refuses it",
            clause.span,
        )


def _win(names: Sequence[str]) -> str:
    return "wins" if len(names) == 1 else "win"


def _some(texts: Sequence[str]) -> str:
    shown = ", ".join(f"`{text}`" for text in texts[:4])
    return f"{shown} …" if len(texts) > 4 else shown


__all__ = ["BoolType", "EnumType", "Failed", "FieldSymbol", "KindSymbol", "Label", "Run", "failure"]

"""Turns statements of the IR into Python.

What is the same however a routine is written stands here. `backend.structured` writes a routine as one Python function,
`backend.blocks` the blocks of a routine that can stop. Whether the log is written is settled here, when code is made, and never
asked while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.backend.candidates import differ
from rulelang.backend.expressions import Raw, groups_of
from rulelang.backend.kept import Kept, having, places
from rulelang.backend.queries import Queries
from rulelang.backend.writer import Names, Writer
from rulelang.machine import ir
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import defined, variables


class Statements(Queries):
    """Writes statements; subclasses say how control leaves and how a choice is made."""

    def __init__(self, lowered: Lowered, writer: Writer, names: Names, playout: bool, logging: bool, module: Any) -> None:
        super().__init__(lowered, writer, names, playout)
        self.logging = logging
        self.module = module
        self.told: dict[int, str] = {}
        """For statements that give a field another value, by their id: who have its old value, as Python, if that is known."""
        self.drawn: tuple[str, ir.Variable, str] | None = None
        """The field, the variable and the list, as Python, if one has just been drawn of those that have a value of the field."""

    def body(self, statements: list[ir.Stmt]) -> None:
        """Write statements in order."""
        for statement in statements:
            self.writer.span = statement.span if statement.span.file >= 0 else self.writer.span
            drawn, self.drawn = self.drawn, None
            match drawn, statement:
                case (field, variable, those), ir.SetElement(array, index) if array == field and index is variable:
                    self.told[id(statement)] = those
            method: Callable[[Any], None] = getattr(self, "_do_" + type(statement).__name__.lower())
            method(statement)
        self.drawn = None

    # ---------------------------------------------------------------------------------------------------- texts

    def values(self, template: ir.Template | None) -> str:
        """The values of a text as a tuple; one that not everybody may read comes as a pair of value and readers."""
        if template is None:
            return "()"
        texts: list[str] = []
        for part in template.parts:
            if isinstance(part, str):
                continue
            value = self.expr(part.value)
            match part.guard:
                case None:
                    texts.append(value)
                case ("thing", store, _):
                    texts.append(f"SEEN(S, {store!r}, {value})")
                case ("token", store, zone):
                    seen_by = "None" if zone is None else self.expr(zone)
                    texts.append(f"TOKEN_SEEN(S, {store!r}, {value}, {seen_by})")
                case ("player", player):
                    texts.append(f"({value}, READERS[{self.expr(player)}])")
        return f"({', '.join(texts)},)" if texts else "()"

    # ---------------------------------------------------------------------------------------------------- fields

    def _do_setvariable(self, statement: ir.SetVariable) -> None:
        name = self.names.of(statement.variable)
        if isinstance(statement.value, ir.QueryExpr) and statement.variable not in variables(statement.value):
            # The query's own result may as well be the variable.
            self.wanted_name = name
        value = self.expr(statement.value)
        self.wanted_name = None
        if value != name:
            self.writer.line(f"{name} = {value}")

    def checked(self, value: ir.Expr, lowest: int | None, highest: int | None) -> str:
        """The Python of a value that must keep within bounds."""
        text = self.expr(value)
        if lowest is None and highest is None:
            return text
        if (
            isinstance(value, ir.Const)
            and (lowest is None or value.value >= lowest)
            and (highest is None or value.value <= highest)
        ):
            return text
        return f"WITHIN_BOUNDS({text}, {lowest}, {highest})"

    def _do_setscalar(self, statement: ir.SetScalar) -> None:
        value = self.checked(statement.value, statement.lowest, statement.highest)
        if self.logging and statement.announce is not None:
            self.writer.line(f"CHANGED(S, {statement.announce}, None, S.{statement.name}, {value})")
        self.writer.line(f"S.{statement.name} = {value}")

    def _do_setelement(self, statement: ir.SetElement) -> None:
        value = self.checked(statement.value, statement.lowest, statement.highest)
        array = self.array(statement.array)
        index = self.expr(statement.index)
        if self.logging and statement.announce is not None:
            index = self.kept(index, "index")
            self.writer.line(f"CHANGED(S, {statement.announce}, {index}, {array}[{index}], {value})")
        groups = [board for name, board in self.module.facts.groups if name == statement.array]
        if groups and self.module.keeps_groups and not self.trying:
            index = self.kept(index, "index") if not isinstance(statement.index, ir.Variable | ir.Const) else index
            for board in groups:
                self.writer.line(f"{self.array(groups_of(statement.array, board))}.changed.append({index})")
        kept = self.module.kept.get(statement.array)
        if kept is not None:
            index = self.kept(index, "index") if not isinstance(statement.index, ir.Variable | ir.Const) else index
            value = self.kept(value, "value") if not isinstance(statement.value, ir.Variable | ir.Const) else value
            self._noted_by_value(kept, statement, index, value)
        self.writer.line(f"{array}[{index}] = {value}")

    def _noted_by_value(self, kept: Kept, statement: ir.SetElement, index: str, value: str) -> None:
        """Write how a thing goes from those that have one value of a field to those that have another."""
        some = self.module.seeker.some(statement.value)
        lists, place = self.array(having(kept.array)), self.array(places(kept.array))
        line = self.writer.line
        opened = False
        of, last = self.temporary("of"), self.temporary("last")
        told = self.told.pop(id(statement), None)
        if told is None:
            old = self.kept(f"{self.array(kept.array)}[{index}]", "old")
            if not (kept.none and kept.others):
                line(f"if {old} {'<' if kept.none else '>='} 0:")
                self.writer.depth += 1
            told = f"{lists}[{old}]"
            opened = not (kept.none and kept.others)
        line(f"{of} = {told}")
        line(f"{last} = {of}[-1]")
        line(f"{of}[{place}[{index}]] = {last}")
        line(f"{place}[{last}] = {place}[{index}]")
        line(f"{of}.pop()")
        self.writer.depth -= opened
        if not (kept.none and kept.others):
            if some is (not kept.others):
                return
            if some is None:
                line(f"if {value} {'<' if kept.none else '>='} 0:")
                self.writer.depth += 1
        line(f"{of} = {lists}[{value}]")
        line(f"{place}[{index}] = len({of})")
        line(f"{of}.append({index})")
        if some is None and not (kept.none and kept.others):
            self.writer.depth -= 1

    def kept(self, text: str, name: str) -> str:
        """A local with the value of a Python expression."""
        local = self.temporary(name)
        self.writer.line(f"{local} = {text}")
        return local

    def _do_increase(self, statement: ir.Increase) -> None:
        array = self.array(statement.array)
        index = self.simple(statement.index, "who")
        constant = isinstance(statement.amount, ir.Const) and statement.amount.value >= 0
        open_ended = statement.lowest is None and statement.highest is None
        if statement.supply:
            self._out_of_supply(statement, array, index)
            return
        sign = "+" if statement.verb == "gains" else "-"
        if constant and open_ended and not self.logging:
            self.writer.line(f"{array}[{index}] {sign}= {self.expr(statement.amount)}")
            return
        amount = self.expr(statement.amount)
        call = f"CHANGE_BY({array}, {index}, {amount}, {statement.verb!r}, {statement.lowest}, {statement.highest})"
        if not self.logging:
            self.writer.line(call)
            return
        amount = self.kept(call, "amount")
        self.writer.line(f"LOG(S, {statement.event}, ({index}, {amount}, *{self.values(statement.reason)}))")

    def _out_of_supply(self, statement: ir.Increase, array: str, index: str) -> None:
        """A good of which there is a supply: what really changes comes out of it, or goes back."""
        amount = self.expr(statement.amount)
        change = f"{array}, {index}, {amount}, {statement.verb!r}, {statement.lowest}, {statement.highest}"
        call = f"SUPPLIED(S, {statement.supply!r}, {statement.then!r}, {change})"
        if not self.logging:
            self.writer.line(call)
            return
        changed, short = self.temporary("amount"), self.temporary("short")
        self.writer.line(f"{changed}, {short} = {call}")
        self.writer.line(f"LOG(S, {statement.event}, ({index}, {changed}, *{self.values(statement.reason)}))")
        if statement.then:
            self.writer.line(f"if {short}: LOG(S, {statement.short_event}, ({short},))")

    # ---------------------------------------------------------------------------------------------------- zones

    def move_one(
        self, store: str, thing: str, zone: str, bottom: bool, face_down: bool, event: int, followed: bool = False
    ) -> None:
        """Write the move of one thing; it can be `followed` by who does not see it, where it is plain which of several it is."""
        if not self._moved_unseen(store):
            told = event if self.logging else -1
            more = ", True" if followed and self.module.shown(store) else ""
            self.writer.line(f"MOVED(S, {store!r}, {thing}, {zone}, {int(bottom)}, {int(face_down)}, {told}{more})")
            return
        zones, at = self.array(f"{store}_zones"), self.array(f"{store}_at")
        if self.module.shuffled(store):
            undecided = self.array(f"{store}_undecided")
            where = f"{thing}, {zone}, {int(bottom)}, {self.module.stream(store)}"
            self.writer.line(f"MOVE_SETTLED(S, {zones}, {at}, {undecided}, {where}, PICK_INDEX)")
        else:
            self.writer.line(f"{'MOVE_BOTTOM' if bottom else 'MOVE'}({zones}, {at}, {thing}, {zone})")
        if self.module.turned(store):
            self.writer.line(f"{self.array(store + '_down')}[{thing}] = {int(face_down)}")

    def _moved_unseen(self, store: str) -> bool:
        """Whether nobody is told of moves of things, and nobody follows them."""
        return not self.logging and (self.trying or not self.module.shown(store))

    def _do_movethings(self, statement: ir.MoveThings) -> None:
        store = statement.store
        source = None if statement.source is None else self.simple(statement.source, "source")
        if statement.is_slot:
            zone = self.simple(statement.zone, "zone")
            self.writer.line(
                f"FREE_SLOT({self.array(store + '_zones')}, {self.array(store + '_at')}, {zone}, {self.expr(statement.what)})"
            )
        if statement.many:
            things = self.expr(statement.what)
            if statement.at_random is not None:
                number = self.expr(statement.at_random)
                things = f"PICK_SOME(S, {things}, {number}, {'PICK_INDEX' if self.playout else repr(store)})"
            zone = self.simple(statement.zone, "zone")
            thing = self.temporary("thing")
            # A block keeps its order: what was on top of it ends on top.
            order = f"list({things})" if statement.bottom else f"[*{things}][::-1]"
            plain = source is None and not statement.bottom and not self.module.turned(store)
            if plain and self._moved_unseen(store) and self.module.shuffled(store):
                parts = ", ".join(self.array(f"{store}_{part}") for part in ("zones", "at", "undecided"))
                self.writer.line(f"MOVE_ALL({parts}, {order}, {zone})")
                return
            self.writer.line(f"for {thing} in {order}:")
            with self.writer.indented():
                if source is not None:
                    self.writer.line(f"LIES_IN({self.array(store + '_at')}, {thing}, {source})")
                self.move_one(store, thing, zone, statement.bottom, statement.face_down, statement.event)
            return
        thing = self.simple(statement.what, "thing")
        if source is not None:
            self.writer.line(f"LIES_IN({self.array(store + '_at')}, {thing}, {source})")
        self.move_one(store, thing, self.expr(statement.zone), statement.bottom, statement.face_down, statement.event)

    def _do_drawthings(self, statement: ir.DrawThings) -> None:
        store = statement.store
        source, zone = self.simple(statement.source, "source"), self.simple(statement.zone, "zone")
        name = None if statement.variable is None else self.names.of(statement.variable)
        one = isinstance(statement.count, ir.Const) and statement.count.value == 1
        target = name if name is not None and statement.single else self.temporary("drawn")
        if not statement.single and name is not None:
            self.writer.line(f"{name} = []")
        passes = "(0,)" if one else f"range({self.expr(statement.count)})"
        self.writer.line(f"for {self.temporary('draw')} in {passes}:")
        with self.writer.indented():
            if statement.refill is not None:
                self._refill(statement, source)
            at_once = self._moved_unseen(store) and self.module.shuffled(store) and not statement.bottom
            at_once = at_once and not self.module.turned(store)
            if at_once:
                parts = ", ".join(self.array(f"{store}_{part}") for part in ("zones", "at", "undecided"))
                self.writer.line(f"{target} = DRAW(S, {parts}, {source}, {zone}, {self.module.stream(store)}, PICK_INDEX)")
            else:
                self.writer.line(f"{target} = {self.end_of(store, Raw(source), True)}")
            self.writer.line(f"if {target} < 0:")
            with self.writer.indented():
                if self.logging:
                    self.writer.line(f"LOG(S, {statement.event}, ())")
                self.writer.line("break")
            if not at_once:
                self.move_one(store, target, zone, statement.bottom, False, statement.event, followed=True)
            if not statement.single and name is not None:
                self.writer.line(f"{name}.append({target})")
        if not statement.single and name is not None:
            self.writer.line(f"{name} = tuple({name})")

    def _refill(self, statement: ir.DrawThings, source: str) -> None:
        """An empty zone takes in all of another and is shuffled, just before something is drawn."""
        assert statement.refill is not None
        store, other = statement.store, self.expr(statement.refill)
        zones, at, undecided = (self.array(f"{store}_{part}") for part in ("zones", "at", "undecided"))
        self.writer.line(f"if not {zones}[{source}] and {other} >= 0 and {zones}[{other}]:")
        with self.writer.indented():
            self.writer.line(f"REFILL({zones}, {at}, {undecided}, {source}, {other})")
            if self.module.turned(store):
                thing = self.temporary("thing")
                self.writer.line(f"for {thing} in {zones}[{source}]: {self.array(store + '_down')}[{thing}] = 0")
            if self.module.shown(store) and not self.trying:
                self.writer.line(f"FORGET(S, {store!r}, {source})")
            if self.logging:
                self.writer.line(f"LOG(S, {statement.refill_event}, ({source}, {other}))")
            if self.module.eager(store):
                self.writer.line(f"SETTLED(S, {zones}, {undecided}, {source}, {self.module.stream(store)}, PICK_INDEX)")

    def _do_movetokens(self, statement: ir.MoveTokens) -> None:
        store, sorts = statement.store, self.module.sorts(statement.store)
        counts = self.array(f"{store}_counts")
        sources = self.expr(statement.sources)
        zone = self.simple(statement.zone, "zone")
        if statement.at_random:
            assert statement.count is not None
            where = sources if statement.several else f"({sources},)"
            pick = "PICK_INDEX" if self.playout else f"PICK_OF({store!r})"
            taken = f"TAKE_ANY(S, {counts}, {sorts}, {where}, {self.expr(statement.count)}, {pick})"
        elif statement.what is None:
            where = sources if statement.several else f"({sources},)"
            taken = f"TAKE_ALL({counts}, {sorts}, {where})"
        elif statement.many:
            taken = f"TAKE_EACH({counts}, {sorts}, {sources}, {self.expr(statement.what)})"
        else:
            count = "None" if statement.count is None else self.expr(statement.count)
            taken = f"TAKE({counts}, {sorts}, {sources}, {self.expr(statement.what)}, {count})"
        if self.logging:
            self.writer.line(f"PUT_DOWN(S, {store!r}, {counts}, {sorts}, {taken}, {zone}, {statement.event})")
        else:
            self.writer.line(f"PUT({counts}, {sorts}, {taken}, {zone})")

    def _do_showthings(self, statement: ir.ShowThings) -> None:
        if not (self.logging or self.module.shown(statement.store)):
            return
        readers = self.expr(statement.readers) if statement.many else f"({self.expr(statement.readers)},)"
        event = statement.event if self.logging else -1
        self.writer.line(f"SHOW(S, {statement.store!r}, {self.expr(statement.what)}, {readers}, {event})")

    def _do_lookat(self, statement: ir.LookAt) -> None:
        if not self.module.looked(statement.store):
            return
        looking = f"S.{statement.store}_looking[{self.expr(statement.zone)}]"
        self.writer.line(f"{self.names.of(statement.saved)} = {looking}")
        player = self.expr(statement.player)
        self.writer.line(f"{looking} |= READERS[{player}]")
        if self.logging:
            self.writer.line(f"LOG(S, {statement.event}, ({player}, {self.expr(statement.zone)}))")

    def _do_lookaway(self, statement: ir.LookAway) -> None:
        if self.module.looked(statement.store):
            self.writer.line(f"S.{statement.store}_looking[{self.expr(statement.zone)}] = {self.names.of(statement.saved)}")

    def _do_shufflezone(self, statement: ir.ShuffleZone) -> None:
        store = statement.store
        zone = self.simple(statement.zone, "zone")
        zones, undecided = self.array(f"{store}_zones"), self.array(f"{store}_undecided")
        self.writer.line(f"SHUFFLE({zones}, {undecided}, {zone})")
        if self.module.shown(store):
            self.writer.line(f"FORGET(S, {store!r}, {zone})")
        if self.module.eager(store):
            self.writer.line(f"SETTLED(S, {zones}, {undecided}, {zone}, {self.module.stream(store)}, PICK_INDEX)")
        if self.logging:
            self.writer.line(f"LOG(S, {statement.event}, ({zone},))")

    def _do_revealthings(self, statement: ir.RevealThings) -> None:
        things = self.kept(self.expr(statement.what), "shown")
        if self.module.turned(statement.store):
            thing = self.temporary("thing")
            self.writer.line(f"for {thing} in {things}:")
            with self.writer.indented():
                self.writer.line(f"if {thing} >= 0: {self.array(statement.store + '_down')}[{thing}] = 0")
        if self.logging:
            self.writer.line(f"REVEALED(S, {statement.store!r}, {things}, {statement.event})")

    # ---------------------------------------------------------------------------------------------------- chance

    def _do_rolldice(self, statement: ir.RollDice) -> None:
        name = self.names.of(statement.variable)
        faces = statement.faces
        even = faces == tuple(range(1, len(faces) + 1))
        if self.playout:
            one = f"int(random() * {len(faces)}) + 1" if even else f"{self.module.constant(faces)}[int(random() * {len(faces)})]"
            more = [] if statement.plus is None else [self.expr(statement.plus)]
            self.writer.line(f"{name} = {' + '.join([*[one] * statement.count, *more])}")
            self.count_chance()
            return
        if statement.plus is not None:
            self._roll_plus(statement, name, statement.plus)
            return
        self.writer.line(f"{name} = ROLL(S, {statement.count}, {faces!r}, {statement.event if self.logging else -1})")

    def count_chance(self, count: str = "1") -> None:
        """In a playout: count what was left to chance, after which no option is taken back any more."""
        if self.module.facts.takes_back:
            self.writer.line(f"S.counters[0] += {count}")

    def _roll_plus(self, statement: ir.RollDice, name: str, plus: ir.Expr) -> None:
        """A roll and what is added to it, told line by line."""
        dice = f"S, {statement.count}, {statement.faces!r}"
        more = self.simple(plus, "more")
        if not self.logging:
            self.writer.line(f"{name} = ROLL({dice}, -1) + {more}")
            return
        bill = f"[(0, (), {more})]"
        if statement.bill:
            bill = f"{statement.bill}({', '.join(['S', *(self.expr(a) for a in statement.bill_arguments)])})"
        self.writer.line(f"{name} = ROLL_PLUS({dice}, {statement.event}, {more}, {bill})")

    def _do_pickrandom(self, statement: ir.PickRandom) -> None:
        name = self.names.of(statement.variable)
        items = self.kept(self.expr(statement.items), "pool")
        if self.playout:
            self.writer.line(f"if not {items}: raise FAULT('RL0820', 'one of nothing cannot be taken at random')")
            self.writer.line(f"{name} = {items}[int(random() * len({items}))]")
            self.count_chance(f"len({items}) > 1")
            return
        self.writer.line(f"{name} = PICK_ONE(S, {items}, {statement.event})")
        if self.logging:
            shape = (self.lowered.registry.events[statement.event].text or [""])[0]
            store = store_in(shape)
            hidden = store is not None and self.module.hidden(store)
            self.writer.line(f"LOG(S, {statement.event}, ({f'SEEN(S, {store!r}, {name})' if hidden else name},))")

    # ---------------------------------------------------------------------------------------------------- control

    def _do_branch(self, statement: ir.Branch) -> None:
        condition = self.expr(statement.condition)
        if not statement.then:
            if statement.otherwise:
                self.writer.line(f"if not {condition}:")
                with self.writer.indented():
                    self.body(statement.otherwise)
            return
        self.writer.line(f"if {condition}:")
        with self.writer.indented():
            self.body(statement.then)
        # A chain of `else if` stays one level deep, as long as its conditions need no lines of their own.
        while len(statement.otherwise) == 1 and isinstance(statement.otherwise[0], ir.Branch) and statement.otherwise[0].then:
            following = statement.otherwise[0]
            text = self.attempt(following.condition)
            if text is None:
                break
            self.writer.line(f"elif {text}:")
            with self.writer.indented():
                self.body(following.then)
            statement = following
        if statement.otherwise:
            self.writer.line("else:")
            with self.writer.indented():
                self.body(statement.otherwise)

    def _do_call(self, statement: ir.Call) -> None:
        arguments = [self.expr(a) for a in statement.arguments]
        if statement.receiver is not None:
            receiver = self.simple(statement.receiver, "receiver")
            self.module.use_method(statement.routine)
            text = f"{statement.routine}[{receiver}]({', '.join(['S', receiver, *arguments])})"
        else:
            text = f"{statement.routine}({', '.join(['S', *arguments])})"
        self.writer.line(text if statement.result is None else f"{self.names.of(statement.result)} = {text}")

    def _do_fail(self, statement: ir.Fail) -> None:
        pieces = ["".join(p for p in statement.text.parts if isinstance(p, str))]
        if any(not isinstance(p, str) for p in statement.text.parts):
            pieces = [repr(p) if isinstance(p, str) else f"str({self.expr(p.value)})" for p in statement.text.parts]
            self.writer.line(f"raise FAULT({statement.code!r}, {' + '.join(pieces)})")
            return
        self.writer.line(f"raise FAULT({statement.code!r}, {pieces[0]!r})")

    def finish(self, statement: ir.Finish) -> None:
        """Write the result of a game that ends here."""
        if statement.winner is None:
            winners = "(-1,)" if statement.drawn else "None"
        else:
            text = self.expr(statement.winner)
            winners = f"tuple({text})" if statement.many else f"({text},)"
        self.writer.line(f"S.winners = {winners}")
        self.writer.line("S.over = 1")
        if self.logging:
            self.writer.line(f"LOG(S, {statement.event}, {self.values(statement.why)})")

    # ---------------------------------------------------------------------------------------------------- the log

    def _do_tell(self, statement: ir.Tell) -> None:
        if self.logging and statement.readers is not None:
            readers = self.expr(statement.readers) if statement.many else f"({self.expr(statement.readers)},)"
            values = self.values(statement.template)
            self.writer.line(f"LOG(S, {statement.event}, (sum(READERS[p] for p in {{*{readers}}}), {values}))")
        elif self.logging:
            self.writer.line(f"LOG(S, {statement.event}, {self.values(statement.template)})")

    def _do_enter(self, statement: ir.Enter) -> None:
        if self.logging:
            self.writer.line(f"ENTER(S, {statement.event}, {self.values(statement.template)})")

    def _do_exit(self, statement: ir.Exit) -> None:
        if self.logging:
            self.writer.line("S.depth -= 1")

    # ---------------------------------------------------------------------------------------------------- options

    def options(self, choice: ir.Choice, add_all: Callable[[str], None]) -> None:
        """Write the list of codes of a choice's legal options; `add_all` is handed the list's Python."""
        alternatives = choice.alternatives
        if choice.pick:
            alternative = alternatives[0]
            source = alternative.sources[0]
            store = alternative.alike[0]
            if store is None:
                query = ir.QueryExpr("each", None, [self.by_value(source)])
                text = self.expr(query)
                if not (distinct(source.domain) or differ(alternative, self.lowered.world)):
                    text = f"DISTINCT({text})"
                if choice.optional:
                    text = self._with_enough(choice, text)
                add_all(text)
                return
        self.writer.line("options = []")
        several = [self._alternative(choice, number, alternative) for number, alternative in enumerate(alternatives)]
        if any(several):
            self.writer.line("options = [*dict.fromkeys(options)]")
        if choice.pick and choice.optional:
            add_all(self._with_enough(choice, "options"))
        else:
            if choice.members is not None:
                # Who can do nothing but pass is not asked at all.
                self.writer.line("if options: options.append(-1)")
            add_all("options")

    def _with_enough(self, choice: ir.Choice, text: str) -> str:
        if choice.picked is None or choice.least is None:
            return f"[*{text}, {choice.declining}]"
        if isinstance(choice.least, ir.Const) and choice.least.value == 0:
            return f"[*{text}, {choice.declining}]"
        return f"([*{text}, {choice.declining}] if len({self.expr(choice.picked)}) >= {self.expr(choice.least)} else {text})"

    def _alternative(self, choice: ir.Choice, number: int, alternative: ir.Alternative) -> bool:
        """Write what adds the options of one alternative; whether an option may be added more than once."""
        count = len(choice.alternatives)
        if not alternative.sources:
            if alternative.condition is None:
                self.writer.line(f"options.append({number})")
                return False
            condition = self.expr(alternative.condition)
            self.writer.line(f"if {condition}: options.append({number})")
            return False
        seen: str | None = None
        different = all(distinct(s.domain) for s in alternative.sources) or differ(alternative, self.lowered.world)
        if any(s is not None for s in alternative.alike):
            seen = self.temporary("seen")
            self.writer.line(f"{seen} = set()")

        bound = defined([alternative.sources, alternative.condition])
        # In a playout, the only one to keep who has which value, the order of options is nothing.
        sources = self.sources_once([self.by_value(source) for source in alternative.sources], bound)
        (own,) = self.asked_once([alternative.condition], bound)

        def within(_: bool) -> None:
            if own is not None:
                self.writer.line(f"if {self.expr(own)}:")
                self.writer.depth += 1
            names = [self.names.of(s.variable) for s in alternative.sources]
            code = str(number) if choice.pick else encoded(number, count, names, alternative.sizes, alternative.offsets)
            if choice.pick:
                code = names[0]
            if seen is None:
                self.writer.line(f"options.append({code})")
            else:
                keys = [n if s is None else f"ALIKE_{s}(S, {n})" for n, s in zip(names, alternative.alike, strict=True)]
                for s in alternative.alike:
                    if s is not None:
                        self.module.use_alike(s)
                key = self.temporary("key")
                self.writer.line(f"{key} = ({', '.join(keys)},)")
                self.writer.line(f"if {key} not in {seen}:")
                with self.writer.indented():
                    self.writer.line(f"{seen}.add({key})")
                    self.writer.line(f"options.append({code})")
            if own is not None:
                self.writer.depth -= 1

        self.loops(sources, True, within, after=own)
        return seen is None and not different

    def decode(self, choice: ir.Choice, code: str) -> str | None:
        """Write the taking apart of an answer; the Python of the alternative's number, none if there is only one."""
        alternatives = choice.alternatives
        if choice.pick:
            self.writer.line(f"{self.names.of(alternatives[0].sources[0].variable)} = {code}")
            return None
        if len(alternatives) == 1:
            self._parameters(alternatives[0], code)
            return None
        if all(not a.sources for a in alternatives):
            return code
        rest, number = self.temporary("rest"), self.temporary("number")
        self.writer.line(f"{rest}, {number} = divmod({code}, {len(alternatives)})")
        for index, alternative in enumerate(alternatives):
            if alternative.sources:
                self.writer.line(f"if {number} == {index}:")
                with self.writer.indented():
                    self._parameters(alternative, rest)
        return number

    def _parameters(self, alternative: ir.Alternative, code: str) -> None:
        last = len(alternative.sources) - 1
        rest = code
        for index, (source, size, offset) in enumerate(
            zip(alternative.sources, alternative.sizes, alternative.offsets, strict=True)
        ):
            name = self.names.of(source.variable)
            shift = "" if offset == 0 else f" + {offset}" if offset > 0 else f" - {-offset}"
            if index == last:
                self.writer.line(f"{name} = {rest}{shift}")
            else:
                following = self.temporary("rest")
                self.writer.line(f"{following}, {name} = divmod({rest}, {size})")
                if shift:
                    self.writer.line(f"{name} = {name}{shift}")
                rest = following


def encoded(number: int, count: int, names: list[str], sizes: list[int], offsets: list[int]) -> str:
    """The Python that puts an alternative's number and parameters into one integer."""
    text = ""
    for name, size, offset in reversed(list(zip(names, sizes, offsets, strict=True))):
        shifted = name if offset == 0 else f"({name} - {offset})" if offset > 0 else f"({name} + {-offset})"
        text = shifted if not text else f"{shifted} + {size} * ({text})"
    if count == 1:
        return text
    return f"{number} + {count} * ({text})"


def store_in(shape: Any) -> str | None:
    """The store of the things that a shape shows."""
    if isinstance(shape, list):
        if shape[0] == "thing":
            return str(shape[1])
        if len(shape) > 1 and isinstance(shape[1], list):
            return store_in(shape[1])
    return None


def distinct(domain: ir.Expr) -> bool:
    """Whether a list can be seen never to hold a value twice."""
    match domain:
        case ir.Const(value):
            return len(set(value)) == len(value)
        case ir.ZoneContents() | ir.TokenSorts():
            return True
        case ir.WalkExpr(name):
            return name != "path"
        case ir.Lookup(table):
            return any(word in table for word in ("neighbours", "within", "clockwise", "edges"))
        case ir.Helper("range"):
            return True
        case ir.QueryExpr("each" | "sorted", result, sources):
            return len(sources) == 1 and (result is None or result is sources[0].variable) and distinct(sources[0].domain)
    return False

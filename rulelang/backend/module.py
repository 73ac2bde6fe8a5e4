"""Writes the Python module of a compiled game.

One game gives several modules, each made when it is first needed: the machine with its log, the machine without, and the
playout, in which nothing stops. They differ in nothing but what is left out. A module is a namespace that the runtime fills
with its functions (`runtime.machine`); everything it knows of the game stands in it as constants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulelang.backend import trials
from rulelang.backend.blocks import Blocks
from rulelang.backend.inline import inlined
from rulelang.backend.statements import Structured
from rulelang.backend.writer import Names, Writer
from rulelang.machine import ir, split
from rulelang.machine.lower import Bill, Lowered, ScoreLine
from rulelang.machine.program import COMMON_SLOTS
from rulelang.machine.walk import everything, variables
from rulelang.machine.world import Store
from rulelang.text.source import Span

NAME = re.compile(r"R_\w+")
BUCKET_LEAST = 8
"""A constant list shorter than this is searched, not looked up."""
PLAYOUT_SLOTS = ("active", "winners", "over", "ticks", "random")
"""What a state of a playout has: nothing in it ever stops."""


@dataclass(slots=True)
class Code:
    """Python source and, for each of its lines, the place in the rules it came from."""

    source: str
    places: list[Span]


class Facts:
    """What is the same for all modules of a game: blocks, frames, stores, and what may be shuffled or turned over."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        inlined(lowered)
        self.suspending = {r.name for r in lowered.routines.values() if r.suspends}
        if lowered.play:
            # A game in which nobody ever chooses is a game too.
            self.suspending.add(lowered.play)
        for method in lowered.methods.values():
            if method.suspends:
                self.suspending.update(name for name in method.routines if name is not None)
        keeps = any(choice.keeps for choice in lowered.registry.choices)
        joins = any(isinstance(f, ir.JoinMoves) for r in lowered.routines.values() for f in everything(r.body))
        self.asks_again = bool(lowered.anytimes) or keeps
        self.uses_extra = keeps or joins
        at_once = any(isinstance(f, ir.AtOnceFor) for r in lowered.routines.values() for f in everything(r.body))
        self.playout_copies = self.uses_extra or at_once
        self.called_plainly = {
            found.routine
            for routine in lowered.routines.values()
            for found in everything(routine.body)
            if isinstance(found, ir.Call) and found.receiver is None and not found.suspends
        }
        """Bodies of methods that ask nobody, where others of the same method do: `original(...)` calls them as they are."""
        self.splits: dict[str, split.SplitRoutine] = {}
        number = 0
        for name in sorted(self.suspending):
            routine = lowered.routines[name]
            self.splits[name] = split.Splitter(routine, number, self.asks_again).split()
            number += len(self.splits[name].blocks)
        self.block_count = number
        self.shuffled: set[str] = set()
        self.turned: set[str] = set()
        self.shown: set[str] = set()
        self.looked: set[str] = set()
        self.sorts = {s.name: lowered.world.sorts(s.name) for s in lowered.world.stores.values() if s.counted}
        for routine in lowered.routines.values():
            for found in everything(routine.body):
                if isinstance(found, ir.ShuffleZone):
                    self.shuffled.add(found.store)
                elif isinstance(found, ir.DrawThings) and found.refill is not None:
                    self.shuffled.add(found.store)
                elif isinstance(found, ir.MoveThings) and found.face_down:
                    self.turned.add(found.store)
                elif isinstance(found, ir.ShowThings) and not self.sorts.get(found.store):
                    self.shown.add(found.store)
                elif isinstance(found, ir.LookAt):
                    self.looked.add(found.store)
        self.eager = self._read_in_order()
        self.called_once = self._called_once()
        self.streams = ["dice", "picks"]
        self.stream_bases: dict[str, int] = {}
        self.hidden: set[str] = set()
        for store in lowered.world.stores.values():
            if store.name in self.turned or any(z.field is not None and z.field.visibility != "public" for z in store.zones):
                self.hidden.add(store.name)
            if store.name in self.shuffled:
                self.stream_bases[store.name] = len(self.streams)
                for zone in store.zones:
                    owner = "" if zone.holder == "state" else f"[{zone.holder_number + 1}]"
                    self.streams.append("box" if zone.field is None else f"{zone.field.path}{owner}")

    def _read_in_order(self) -> set[str]:
        """Stores of which something that may draw nothing, such as a define or a score, reads a zone in order.

        A shuffled zone of theirs is decided when it is shuffled, since it cannot be when it is read.
        """
        pure: list[object] = [r.body for r in self.lowered.routines.values() if r.form == "define"]
        for choice in self.lowered.registry.choices:
            for alternative in choice.alternatives:
                # In which order a choice lists what lies in a zone tells nothing of the zone's own order.
                pure.append([s.condition for s in alternative.sources if s.condition is not None])
                pure.append([s.domain for s in alternative.sources if not isinstance(s.domain, ir.ZoneContents)])
                pure.append([x for x in (alternative.condition, alternative.label, alternative.notation) if x is not None])
            pure.append([choice.prompt] if choice.prompt is not None else [])
        if self.lowered.sheet is not None:
            pure.extend([line.value, line.condition or [], line.items or []] for line in self.lowered.sheet.lines)
            pure.extend([value] for _, value in self.lowered.sheet.ranks)
        pure.extend([condition] for _, condition in self.lowered.always)
        pure.extend(self.lowered.routines[name].body for name in sorted(trials.tried(self.lowered)))
        return {store for item in pure for store in ordered_reads(item)}

    def _called_once(self) -> set[str]:
        """Routines with a single place that calls them, which lies in another routine; bodies of methods are not among them."""
        calls: dict[str, list[str]] = {}
        for routine in self.lowered.routines.values():
            for found in everything(routine.body):
                if isinstance(found, ir.Call) and found.receiver is None:
                    calls.setdefault(found.routine, []).append(routine.name)
                elif isinstance(found, ir.CallRoutine | ir.AtOnceFor):
                    calls.setdefault(found.routine, []).extend(["", ""])
        for method in self.lowered.methods.values():
            for name in method.routines:
                if name is not None:
                    calls.setdefault(name, []).extend(["", ""])
        once = {name: callers[0] for name, callers in calls.items() if len(callers) == 1}
        # A ring of rules that call each other once each has no outside to be written into.
        return {name for name in once if not self._leads_back(name, once)}

    @staticmethod
    def _leads_back(name: str, once: dict[str, str]) -> bool:
        here, seen = once[name], set()
        while here in once and here not in seen:
            if here == name:
                return True
            seen.add(here)
            here = once[here]
        return here == name


UNORDERED = ("any", "all", "count", "sum", "highest", "lowest")
"""Queries to which the order of what they range over is nothing."""


def ordered_reads(item: object) -> Iterator[str]:
    """The stores whose zones are read where their order can matter."""
    indifferent: set[int] = set()
    for found in everything(item):
        match found:
            case ir.QueryExpr(form=form, sources=sources) if form in UNORDERED:
                indifferent.update(id(s.domain) for s in sources)
            case ir.Contains(items=items):
                indifferent.add(id(items))
            case ir.Helper("size", [items]):
                indifferent.add(id(items))
            case ir.ZoneContents(store=store, raw=False) if id(found) not in indifferent:
                yield store


class Module:
    """Writes one module."""

    def __init__(self, facts: Facts, playout: bool, logging: bool) -> None:
        self.facts = facts
        self.lowered = facts.lowered
        self.world = facts.lowered.world
        self.playout = playout
        self.logging = logging
        self.writer = Writer()
        self.constants: dict[Any, str] = {}
        self.tables: set[str] = set()
        self.boards: set[str] = set()
        self.memos: dict[int, str] = {}
        self.methods: set[str] = set()
        self.entries: set[str] = set()
        self.alikes: set[str] = set()
        self.buckets: dict[tuple[Any, str], str] = {}
        self.bucket_values: dict[str, dict[int, tuple[int, ...]]] = {}
        self.asked: list[tuple[ir.Choice, split.SplitRoutine]] = []
        self.reached: set[str] = set()
        self.tried: dict[str, bool] = {}
        """The routines that something tries, and whether they are written as such."""
        self.tried_methods: set[str] = set()
        self.copies: dict[tuple[frozenset[str], frozenset[str]] | None, str] = {}
        """The functions that copy a state to try something on it, by the arrays and stores that they copy (none: all)."""

    # ------------------------------------------------------------------------------------------------ questions of the writers

    @property
    def has_whenever(self) -> bool:
        """Whether something is done before anybody is asked."""
        return bool(self.lowered.whenevers)

    def constant(self, value: Any) -> str:
        """The name of a constant that is too long to stand in a line."""
        if value not in self.constants:
            self.constants[value] = f"C_{len(self.constants) + 1}"
        return self.constants[value]

    def use_table(self, name: str) -> None:
        """Note that a table is used."""
        self.tables.add(name)

    def use_board(self, name: str) -> None:
        """Note that a board is used."""
        self.boards.add(name)

    def memo(self, expr: ir.WalkExpr) -> str:
        """The name of the memory of one walk; walks that stand in several places of the code share it."""
        return self.memos.setdefault(id(expr), f"REMEMBERED_{len(self.memos) + 1}")

    def use_method(self, name: str) -> None:
        """Note that a method's functions are used."""
        self.methods.add(name)

    def use_entry(self, name: str) -> None:
        """Note that a method's blocks are used."""
        self.entries.add(name)

    def trial(self, routine: str) -> str:
        """The name of a routine as it is tried; it is written in its turn."""
        self.tried.setdefault(routine, False)
        return trials.name_of(routine)

    def trial_copy(self, expr: ir.Possible | ir.Would) -> str:
        """The function that copies as much of a state as something that is tried may change."""
        changed = trials.written(self.lowered, trials.bodies(self.lowered, expr))
        key = None if changed is None else (frozenset(changed[0]), frozenset(changed[1]))
        return self.copies.setdefault(key, "TRIAL" if key is None else f"TRIAL_{len(self.copies) + 1}")

    def trial_method(self, method: str) -> str:
        """The table of a method's routines as they are tried."""
        self.tried_methods.add(method)
        for routine in self.lowered.methods[method].routines:
            if routine is not None:
                self.trial(routine)
        return f"Q{method}"

    def use_alike(self, store: str) -> None:
        """Note that alike things of a store are told apart."""
        self.alikes.add(store)

    def shuffled(self, store: str) -> bool:
        """Whether zones of a store are ever shuffled."""
        return store in self.facts.shuffled

    def eager(self, store: str) -> bool:
        """Whether a shuffle decides the order at once."""
        return store in self.facts.eager

    def sorts(self, store: str) -> int:
        """How many sorts of tokens a store has; 0 where its things are told apart."""
        return self.facts.sorts.get(store, 0)

    def shown(self, store: str) -> bool:
        """Whether things of a store are ever shown to single players."""
        return store in self.facts.shown and not self.playout

    def looked(self, store: str) -> bool:
        """Whether players ever look into zones of a store."""
        return store in self.facts.looked and not self.playout

    def turned(self, store: str) -> bool:
        """Whether things of a store ever lie face down."""
        return store in self.facts.turned

    def hidden(self, store: str) -> bool:
        """Whether things of a store may be hidden from somebody."""
        return store in self.facts.hidden

    def stream(self, store: str) -> int:
        """The number of the stream of a store's first zone."""
        return self.facts.stream_bases[store]

    def frame_of(self, routine: str) -> tuple[int, int, int]:
        """The first block of a routine, the size of its frame, and how many parameters it has."""
        found = self.facts.splits[routine]
        return found.entry.number, found.size, len(found.routine.parameters)

    def written_in_place(self, call: ir.Call) -> ir.Routine | None:
        """The routine of a call, if this is its only call and it does not lead back to itself."""
        if call.receiver is not None or call.routine not in self.facts.called_once:
            return None
        return self.lowered.routines[call.routine]

    def choice(self, choice: ir.Choice, routine: split.SplitRoutine) -> None:
        """Note a choice whose functions have to be written."""
        self.asked.append((choice, routine))

    def whole_array(self, name: str, domain: ir.Expr) -> bool:
        """Whether a list is exactly all holders of an array's field."""
        array = next((a for a in self.world.arrays.values() if a.name == name), None)
        return (
            array is not None and array.width == 1 and isinstance(domain, ir.Const) and domain.value == tuple(range(array.size))
        )

    def pieces_of(self, source: ir.Source) -> int:
        """How many entries each value of a generator has, if all have the same few."""
        rows: Any = ()
        match source.domain:
            case ir.Const(value):
                rows = value
            case ir.Lookup(table):
                rows = [row for rows in self.world.tables[table] if isinstance(rows, tuple) for row in rows]
        lengths = {len(row) if isinstance(row, tuple) else 0 for row in rows}
        return next(iter(lengths)) if len(lengths) == 1 and 0 < max(lengths) <= 8 else 0

    def bucket(self, source: ir.Source) -> tuple[str, ir.Expr, ir.Expr | None] | None:
        """For `x in xs where x.constant == value`: a table of the xs by that constant, the value, and the other conditions."""
        if not isinstance(source.domain, ir.Const) or len(source.domain.value) < BUCKET_LEAST or source.condition is None:
            return None
        condition = source.condition
        operands = (
            list(condition.operands) if isinstance(condition, ir.Operation) and condition.operator == "and" else [condition]
        )
        for index, operand in enumerate(operands):
            match operand:
                case ir.Operation("==", [ir.Lookup(table, at), other]) if at is source.variable:
                    pass
                case ir.Operation("==", [other, ir.Lookup(table, at)]) if at is source.variable:
                    pass
                case _:
                    continue
            if source.variable in variables(other):
                continue
            name = self._bucket_table(source.domain.value, table)
            rest = operands[:index] + operands[index + 1 :]
            left = None if not rest else rest[0] if len(rest) == 1 else ir.Operation("and", rest)
            return name, other, left
        return None

    def _bucket_table(self, domain: tuple[int, ...], table: str) -> str:
        key = (domain, table)
        if key not in self.buckets:
            name = f"BY_{len(self.buckets) + 1}{table[1:]}"
            found: dict[int, list[int]] = {}
            for value in domain:
                found.setdefault(self.world.tables[table][value], []).append(value)
            self.buckets[key] = name
            self.bucket_values[name] = {k: tuple(v) for k, v in found.items()}
        return self.buckets[key]

    # ---------------------------------------------------------------------------------------------------- the module

    def write(self) -> Code:
        """The whole module."""
        body = self.writer
        if self.playout:
            self._score()
            self._always()
            self._standing()
            self._reached_functions("\n".join(body.lines))
            while self._trials():
                self._reached_functions("\n".join(body.lines))
        else:
            for routine in self.lowered.routines.values():
                if routine.name not in self.facts.suspending or routine.name in self.facts.called_plainly:
                    self._function(routine)
            for parted in self.facts.splits.values():
                emitter = self._blocks(parted)
                for block in parted.blocks:
                    emitter.names = Names(parted.slots)
                    emitter.block(block)
            for choice, parted in self.asked:
                self._blocks(parted).choice_functions(choice)
            self._score()
            self._always()
            self._standing()
            if self.logging:
                for name, bill in self.lowered.bills.items():
                    self._bill(name, bill)
            self._trials()
        code_lines, code_places = body.lines, body.places
        self.writer = Writer()
        self._state()
        self._alike_functions()
        head_lines = [*self._definitions(), *self.writer.lines]
        tail = self._tail()
        nowhere = Span(-1, 0, 0)
        places = [nowhere] * len(head_lines) + code_places + [nowhere] * len(tail)
        return Code("\n".join([*head_lines, *code_lines, *tail]) + "\n", places)

    def _reached_functions(self, written: str) -> None:
        """Write what a playout can call, from `play` and from what is written; rules written in place need no function."""
        pending = [self.lowered.play] if self.lowered.play else []
        pending.extend(r for r in self.lowered.routines if r in set(NAME.findall(written)))
        for method in sorted(self.methods):
            pending.extend(r for r in self.lowered.methods[method].routines if r is not None)
        done = self.reached
        while pending:
            name = pending.pop()
            if name in done:
                continue
            done.add(name)
            start = len(self.writer.lines)
            self._function(self.lowered.routines[name])
            text = "\n".join(self.writer.lines[start:])
            words = set(NAME.findall(text))
            pending.extend(r for r in self.lowered.routines if r in words)
            for method in sorted(self.methods):
                pending.extend(r for r in self.lowered.methods[method].routines if r is not None)

    def _function(self, routine: ir.Routine) -> None:
        names = Names()
        emitter = Structured(self.lowered, self.writer, names, self.playout, self.logging, self)
        emitter.top = routine.name == self.lowered.play
        emitter.draws = routine.form != "define"
        self.writer.span = routine.span
        parameters = [names.of(p) for p in routine.parameters]
        emitter.function(f"def {routine.name}({', '.join(['S', *parameters])}):", lambda: emitter.body(routine.body))

    def _blocks(self, routine: split.SplitRoutine) -> Blocks:
        return Blocks(self.lowered, self.writer, Names(routine.slots), self.playout, self.logging, self, routine=routine)

    def _standing(self) -> None:
        """The rules that nobody calls: `whenever`, gone through until none has anything to do, and for whom each `anytime` is
        open."""
        line = self.writer.line
        if self.lowered.whenevers:
            line("def WHENEVER(S):")
            with self.writer.indented():
                if not self.playout:
                    line("if S.apart: return")
                line("for _ in range(WHENEVER_LIMIT):")
                with self.writer.indented():
                    calls = [f"{name}(S)" for name in self.lowered.whenevers]
                    line(f"done = {calls[0]}")
                    for call in calls[1:]:
                        line(f"done = {call} or done")
                    line("if not done: return")
                paths = ", ".join(self.lowered.routines[name].path for name in self.lowered.whenevers)
                line(f"raise FAULT('RL0808', 'this never ends: what `whenever` does makes it hold again ({paths})')")
            line("")
        if self.playout:
            return
        for number, anytime in enumerate(self.lowered.anytimes):
            emitter = Structured(self.lowered, self.writer, Names(), self.playout, False, self)
            players = anytime.players
            emitter.function(f"def OPEN_{number}(S):", partial(self._give, emitter, players))

    def _give(self, emitter: Structured, expr: ir.Expr) -> None:
        self.writer.line(f"return {emitter.expr(expr)}")

    def _trials(self) -> bool:
        """Write the routines that are tried, with all that they call; whether there were any."""
        some = False
        while pending := [name for name, written in self.tried.items() if not written]:
            some = True
            for name in pending:
                self.tried[name] = True
                trials.write(self, self.lowered.routines[name])
        return some

    def write_trials(self, tried: Sequence[str], called: Sequence[str] = ()) -> Code:
        """Only some routines, as they are tried and as they are called, to be run beside a machine's module."""
        for routine in tried:
            self.trial(routine)
        for routine in called:
            self._function(self.lowered.routines[routine])
        self._trials()
        code_lines, code_places = self.writer.lines, self.writer.places
        self.writer = Writer()
        self.copies[None] = "TRIAL"
        self._copies_to_try(*self._own_fields())
        self._alike_functions()
        head_lines = [*self._definitions(), *self.writer.lines]
        tail = self._method_tables()
        nowhere = Span(-1, 0, 0)
        places = [nowhere] * len(head_lines) + code_places + [nowhere] * len(tail)
        return Code("\n".join([*head_lines, *code_lines, *tail]) + "\n", places)

    def _bill(self, name: str, bill: Bill) -> None:
        """The function that gives the lines of a total that are not 0: number, values of the text, amount."""
        names = Names()
        emitter = Structured(self.lowered, self.writer, names, self.playout, False, self)
        parameters = [names.of(p) for p in bill.parameters]

        def inner() -> None:
            self.writer.line("bill = []")
            self._lines(emitter, bill.lines)
            self.writer.line("return [row for row in bill if row[2]]")

        emitter.function(f"def {name}({', '.join(['S', *parameters])}):", inner)

    def _lines(self, emitter: Structured, lines: list[ScoreLine]) -> None:
        """Put the lines of a sum into `bill`."""
        line = self.writer.line
        for number, row in enumerate(lines):
            opened = 0
            if row.items is not None:
                variable, items = row.items
                line(f"for {emitter.names.of(variable)} in {emitter.expr(items)}:")
                self.writer.depth += 1
                opened += 1
            if row.condition is not None:
                line(f"if {emitter.expr(row.condition)}:")
                self.writer.depth += 1
                opened += 1
            line(f"bill.append(({number}, {emitter.values(row.label)}, {emitter.expr(row.value)}))")
            self.writer.depth -= opened

    def _score(self) -> None:
        sheet = self.lowered.sheet
        if sheet is None:
            return
        names = Names()
        emitter = Structured(self.lowered, self.writer, names, self.playout, False, self)
        player = names.of(sheet.player)

        def inner() -> None:
            line = self.writer.line
            line("bill = []")
            self._lines(emitter, sheet.lines)
            line(f"{names.of(sheet.total)} = sum([row[2] for row in bill])")
            ranks = [emitter.expr(value) if most else f"-({emitter.expr(value)})" for most, value in sheet.ranks]
            line(f"return bill, {names.of(sheet.total)}, ({', '.join(ranks)},)")

        emitter.function(f"def SCORE(S, {player}):", inner)

    def _always(self) -> None:
        emitter = Structured(self.lowered, self.writer, Names(), self.playout, False, self)

        def inner() -> None:
            for number, (_, condition) in enumerate(self.lowered.always):
                self.writer.line(f"if start <= {number} and not {emitter.expr(condition)}: return {number}")
            self.writer.line("return -1")

        def texts() -> None:
            for number, (text, _) in enumerate(self.lowered.always):
                self.writer.line(f"if number == {number}: return {emitter.values(text)}")

        emitter.function("def ALWAYS(S, start=0):", inner)
        if self.lowered.always and not self.playout:
            emitter.function("def CLAIM(S, number):", texts)

    def _definitions(self) -> list[str]:
        """The constants, written last since writing the code finds them, and placed first."""
        lines = [f"{name} = {value!r}" for value, name in self.constants.items()]
        lines += [f"{name} = {self.world.tables[name]!r}" for name in sorted(self.tables)]
        lines += [f"{name} = {values!r}" for name, values in self.bucket_values.items()]
        lines += [f"{name} = {{}}" for name in self.memos.values()]
        for name in sorted(self.boards):
            board = self.world.boards[name]
            lines.append(f"{name} = BOARD({board.spaces!r}, {board.neighbours!r}, {board.edges!r})")
        return lines

    def _own_fields(self) -> tuple[list[str], list[str], list[Store]]:
        """The single fields of a state, its lists, and the stores whose things lie in zones."""
        scalars = [a.name for a in self.world.arrays.values() if a.scalar]
        arrays = [a.name for a in self.world.arrays.values() if not a.scalar]
        arrays += self._lists_of_zones()
        return scalars, arrays, [s for s in self.world.stores.values() if s.has_zones and not s.counted]

    def _lists_of_zones(self) -> dict[str, list[int]]:
        """Lists of a state beside those of fields, as they begin: tokens in zones, who knows things, who looks into zones."""
        found: dict[str, list[int]] = {}
        for store in self.world.stores.values():
            if store.has_zones and store.counted:
                found[f"{store.name}_counts"] = self.world.start_counts(store)
            if self.shown(store.name):
                found[f"{store.name}_known"] = [0] * len(store.things)
            if self.looked(store.name):
                found[f"{store.name}_looking"] = [0] * len(store.zones)
        return found

    def _state(self) -> None:
        line = self.writer.line
        scalars, arrays, stores = self._own_fields()
        own = [*scalars, *arrays]
        for store in stores:
            own += [f"{store.name}_zones", f"{store.name}_at"]
            own += [f"{store.name}_undecided"] if self.shuffled(store.name) else []
            own += [f"{store.name}_down"] if self.turned(store.name) else []
        line("class State:")
        with self.writer.indented():
            line(f"__slots__ = {(*(PLAYOUT_SLOTS if self.playout else COMMON_SLOTS), *own)!r}")
        line("")
        line("def NEW():")
        with self.writer.indented():
            line("S = State()")
            for array in self.world.arrays.values():
                values = self.world.initial_values(array)
                line(f"S.{array.name} = {values[0]!r}" if array.scalar else f"S.{array.name} = {list(values)!r}")
            for name, start in self._lists_of_zones().items():
                line(f"S.{name} = {start!r}")
            for store in stores:
                zones = self.world.start_zones(store)
                at = [0] * len(store.things)
                for number, things in enumerate(zones):
                    for thing in things:
                        at[thing] = number
                line(f"S.{store.name}_zones = {zones!r}")
                line(f"S.{store.name}_at = {at!r}")
                if self.shuffled(store.name):
                    line(f"S.{store.name}_undecided = {[0] * len(zones)!r}")
                if self.turned(store.name):
                    line(f"S.{store.name}_down = {[0] * len(store.things)!r}")
            if self.playout:
                line("S.winners = None")
                line("S.active = -1")
                line("S.over = S.ticks = 0")
            else:
                line("COMMON(S)")
            line("return S")
        line("")
        if self.playout:
            if self.facts.playout_copies:
                self._copy_of_playout(scalars, arrays, stores)
            self._copies_to_try(scalars, arrays, stores)
            return
        line("def COPY(S):")
        with self.writer.indented():
            line("T = State.__new__(State)")
            self._copied(scalars, arrays, stores)
            for name in (
                "active",
                "winners",
                "over",
                "ticks",
                "result",
                "answer",
                "choice",
                "chooser",
                "options",
                "keys",
                "depth",
                "random",
            ):
                line(f"T.{name} = S.{name}")
            line("T.counters = S.counters[:]")
            line("T.frames = [f[:] for f in S.frames]")
            line("T.log = S.log[:]")
            line("T.mentions = S.mentions")
            line("T.dictated = S.dictated.copy() if S.dictated is not None else None")
            line("T.extra = S.extra.copy() if S.extra is not None else None")
            line("T.apart = S.apart")
            line("T.branches = [b.copy(COPY) for b in S.branches] if S.branches is not None else None")
            line("return T")
        line("")
        self._copies_to_try(scalars, arrays, stores)

    def _copied(
        self,
        scalars: list[str],
        arrays: list[str],
        stores: list[Store],
        changed: tuple[frozenset[str], frozenset[str]] | None = None,
    ) -> None:
        """The lines that copy the game's own fields and zones from S to T; lists that are not `changed` are shared."""
        line = self.writer.line
        for name in scalars:
            line(f"T.{name} = S.{name}")
        for name in arrays:
            shared = changed is not None and name not in changed[0] and not any(name.startswith(f"{s}_") for s in changed[1])
            line(f"T.{name} = S.{name}" if shared else f"T.{name} = S.{name}[:]")
        for store in stores:
            # A shuffled zone may be put in order by whoever looks at it.
            shared = changed is not None and store.name not in changed[1] and not self.shuffled(store.name)
            copy = "" if shared else "[:]"
            zones = f"S.{store.name}_zones"
            line(f"T.{store.name}_zones = {zones}" if shared else f"T.{store.name}_zones = [z[:] for z in {zones}]")
            line(f"T.{store.name}_at = S.{store.name}_at{copy}")
            if self.shuffled(store.name):
                line(f"T.{store.name}_undecided = S.{store.name}_undecided[:]")
            if self.turned(store.name):
                line(f"T.{store.name}_down = S.{store.name}_down{copy}")

    def _copies_to_try(self, scalars: list[str], arrays: list[str], stores: list[Store]) -> None:
        """Copies on which something is tried: neither log nor open rules, which can be long."""
        for changed, name in self.copies.items():
            self._copy_to_try(name, changed, scalars, arrays, stores)

    def _copy_to_try(
        self,
        name: str,
        changed: tuple[frozenset[str], frozenset[str]] | None,
        scalars: list[str],
        arrays: list[str],
        stores: list[Store],
    ) -> None:
        line = self.writer.line
        line(f"def {name}(S):")
        with self.writer.indented():
            line("T = State.__new__(State)")
            self._copied(scalars, arrays, stores, changed)
            line("T.active = S.active")
            line("T.winners = S.winners")
            line("T.over = S.over")
            line("T.ticks = S.ticks")
            line("T.random = S.random")
            if not self.playout:
                line("T.frames = []")
                line("T.counters = S.counters[:]")
                line("T.keys = S.keys")
                line("T.dictated = S.dictated.copy() if S.dictated is not None else None")
            line("return T")
        line("")

    def _copy_of_playout(self, scalars: list[str], arrays: list[str], stores: list[Store]) -> None:
        """A playout copies its state only for an `at once`, and where an option may be taken back; its lists stay the same
        objects when it is restored."""
        line = self.writer.line
        lists = list(arrays)
        for store in stores:
            lists.append(f"{store.name}_at")
            lists += [f"{store.name}_undecided"] if self.shuffled(store.name) else []
            lists += [f"{store.name}_down"] if self.turned(store.name) else []
        zones = [f"{store.name}_zones" for store in stores]
        for head, target, source in (("def COPY(S):", "T", "S"), ("def RESTORE(S, T):", "S", "T")):
            line(head)
            with self.writer.indented():
                if target == "T":
                    line("T = State.__new__(State)")
                for name in (*PLAYOUT_SLOTS, *scalars):
                    line(f"{target}.{name} = {source}.{name}")
                where = "" if target == "T" else "[:]"
                for name in lists:
                    line(f"{target}.{name}{where} = {source}.{name}[:]")
                for name in zones:
                    line(f"{target}.{name}{where} = [z[:] for z in {source}.{name}]")
                if target == "T":
                    line("return T")
            line("")

    def _alike_functions(self) -> None:
        for name in sorted(self.alikes):
            store = next(s for s in self.world.stores.values() if s.name == name)
            designs = tuple(t.design for t in store.things)
            self.writer.line(f"DESIGN_{name} = {designs!r}")
            parts = [f"DESIGN_{name}[x]"]
            if store.has_zones:
                parts.append(f"S.{name}_at[x]")
            if self.turned(name):
                parts.append(f"S.{name}_down[x]")
            for array in self.world.arrays.values():
                if array.holder == name:
                    if array.width == 1:
                        parts.append(f"S.{array.name}[x]")
                    else:
                        parts.append(f"tuple(S.{array.name}[x * {array.width}:(x + 1) * {array.width}])")
            # A thing that holds others is like another only if both hold the same.
            for other in self.world.stores.values():
                for field_symbol, base in other.bases.items():
                    if not isinstance(field_symbol.holder, str) and field_symbol.holder.root is store.kind:
                        parts.append(f"tuple(S.{other.name}_zones[{base} + x])")
            self.writer.line(f"def ALIKE_{name}(S, x):")
            with self.writer.indented():
                self.writer.line(f"return ({', '.join(parts)},)")
            self.writer.line("")

    def _method_tables(self) -> list[str]:
        """Which routine each thing has for a method."""
        lines: list[str] = []
        for name in sorted(self.methods):
            method = self.lowered.methods[name]
            lines.append(f"{name} = ({', '.join(str(r) for r in method.routines)},)")
        for name in sorted(self.tried_methods):
            routines = [None if r is None else trials.name_of(r) for r in self.lowered.methods[name].routines]
            lines.append(f"Q{name} = ({', '.join(str(r) for r in routines)},)")
        return lines

    def _tail(self) -> list[str]:
        lines = self._method_tables()
        if not self.playout:
            for name in sorted(self.entries):
                method = self.lowered.methods[name]
                rows = []
                for routine in method.routines:
                    if routine is None:
                        rows.append("None")
                    else:
                        entry, size, count = self.frame_of(routine)
                        rows.append(f"({entry}, {size - count - 1})")
                lines.append(f"E_{name} = ({', '.join(rows)},)")
            blocks = ", ".join(f"K_{number}" for number in range(self.facts.block_count))
            lines.append(f"BLOCKS = ({blocks}{',' if self.facts.block_count == 1 else ''})")
        return lines

"""Writes the Python module of a compiled game.

One game gives several modules, each made when it is first needed: the machine with its log, the machine without, and the
playout, in which nothing stops. They differ in nothing but what is left out. A module is a namespace that the runtime fills
with its functions (`runtime.machine`); everything it knows of the game stands in it as constants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulelang.backend import trials
from rulelang.backend.blocks import Blocks
from rulelang.backend.expressions import marks_of
from rulelang.backend.facts import Facts
from rulelang.backend.kept import Kept, Seeker
from rulelang.backend.playing import Playing
from rulelang.backend.states import StateCode
from rulelang.backend.structured import Structured
from rulelang.backend.writer import Names, Writer
from rulelang.machine import ir, split
from rulelang.machine.bills import Bill, ScoreLine
from rulelang.machine.walk import variables
from rulelang.text.source import Span

NAME = re.compile(r"R_\w+")
BUCKET_LEAST = 8
"""A constant list shorter than this is searched, not looked up."""


@dataclass(slots=True)
class Code:
    """Python source and, for each of its lines, the place in the rules it came from."""

    source: str
    places: list[Span]


class Module(StateCode):
    """Writes one module."""

    def __init__(self, facts: Facts, playout: bool, logging: bool, noted: bool = False) -> None:
        self.facts = facts
        self.lowered = facts.lowered
        self.world = facts.lowered.world
        self.playout = playout
        self.logging = logging
        self.noted = noted
        """Whether what a playout chooses is told, for tests."""
        self.chance = "CHOOSE" if noted else "random"
        self.seeker = Seeker(self.world, self.kept)
        """Finds out who looks for what states keep by values."""
        self.writer = Writer()
        self.constants: dict[Any, str] = {}
        self.tables: set[str] = set()
        self.boards: set[str] = set()
        self.memos: dict[ir.WalkExpr, str] = {}
        """The walks themselves, not their numbers: one that was made for a moment must not lend its memory to the next."""
        self.marked: dict[str, list[Sequence[int]]] = {}
        """What is asked of all spaces of groups: for each test whether it holds of each space."""
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

    @property
    def keeps_groups(self) -> bool:
        """Whether states keep the groups of spaces that are joined: those of a playout that is never copied but to try."""
        return self.playout and not self.facts.playout_copies

    @property
    def kept(self) -> dict[str, Kept]:
        """The fields by whose values states keep who has them: those of a playout."""
        return self.facts.kept if self.playout else {}

    def mark(self, groups: str, tests: Sequence[Sequence[int]]) -> int:
        """Note that it is asked of groups whether a test holds anywhere in them; the number of the first of these tests."""
        marked = self.marked.setdefault(groups, [])
        for start in range(len(marked)):
            if marked[start : start + len(tests)] == list(tests):
                return start
        marked.extend(tests)
        return len(marked) - len(tests)

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
        return self.memos.setdefault(expr, f"REMEMBERED_{len(self.memos) + 1}")

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

    def eager(self, store: str) -> bool:
        """Whether a shuffle decides the order at once."""
        return store in self.facts.eager

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
        """The routine of a call, if this is its only call and it does not lead back to itself, or if it is short and plain."""
        if call.receiver is not None or not (call.routine in self.facts.called_once or call.routine in self.facts.short):
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

    def pieces_of(self, domain: ir.Expr) -> int:
        """How many entries each value of a list has, if all have the same few."""
        rows: Any = ()
        match domain:
            case ir.Const(value):
                rows = value
            case ir.Lookup(table):
                rows = [row for rows in self.world.tables[table] if isinstance(rows, tuple) for row in rows]
            case ir.Helper("item0", [ir.Lookup(table), _]):
                rows = [row for found in self.world.tables[table] for rows in found if isinstance(rows, tuple) for row in rows]
            case ir.Conditional(_, then, otherwise):
                pieces = self.pieces_of(then)
                return pieces if pieces == self.pieces_of(otherwise) else 0
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
        named = set(NAME.findall(written))
        pending.extend(r for r in self.lowered.routines if r in named)
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
        form = Playing if self.playout else Structured
        emitter = form(self.lowered, self.writer, names, self.playout, self.logging, self)
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
                line("if S.apart: return")
                line("try:")
                with self.writer.indented():
                    line("for _ in range(WHENEVER_LIMIT):")
                    with self.writer.indented():
                        calls = [f"{name}(S)" for name in self.lowered.whenevers]
                        line(f"done = {calls[0]}")
                        for call in calls[1:]:
                            line(f"done = {call} or done")
                        line("if not done: return")
                line("except GAME_ENDED as ended:")
                with self.writer.indented():
                    line("ended.by_whenever = True")
                    line("raise")
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
        for groups, tests in self.marked.items():
            marks = [sum(bool(holds) << bit for bit, holds in enumerate(column)) for column in zip(*tests, strict=True)]
            lines.append(f"{marks_of(groups)} = {tuple(marks)!r}")
        for name in sorted(self.boards):
            board = self.world.boards[name]
            lines.append(f"{name} = BOARD({board.spaces!r}, {board.neighbours!r}, {board.edges!r})")
        return lines

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

"""Writes a routine as one Python function: routines that cannot stop, and in a playout all of them (`backend.playing`).

Control leaves loops by Python's own `break` and `continue` where it can, by flags where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.backend.statements import Statements, distinct, encoded, store_in
from rulelang.machine import ir
from rulelang.machine.flow import uses_label
from rulelang.machine.fold import negation
from rulelang.machine.walk import everything

IN_PLACE_LABELS = 1_000_000
"""Labels of rules written in place, out of the way of those of the rules themselves."""
DEEPEST_IN_PLACE = 5
"""Within more loops than this no rule is written in place: CPython allows twenty."""


class Structured(Statements):
    """Writes a routine as one Python function."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.open: list[tuple[int, set[str]]] = []
        self.flags: set[str] = set()
        self.aliases: dict[str, str] | None = None
        self.inlined: list[tuple[int, ir.Variable | None]] = []
        self.in_place = 0
        self.top = False
        self.at_start: list[str] = []
        """Lines for the start of the function."""

    def function(self, head: str, inner: Callable[[], None], aliases: bool = True) -> None:
        """Write a function; its arrays of the state become locals, and what it needs is set up at its start."""
        self.flags = set()
        self.at_start = []
        self.aliases = {} if aliases else None
        self.writer.line(head)
        start = len(self.writer.lines)
        with self.writer.indented():
            inner()
        lines = [f"    {flag} = False" for flag in sorted(self.flags)]
        lines += [f"    {line}" for line in self.at_start]
        lines += [f"    {local} = S.{name}" for name, local in (self.aliases or {}).items()]
        if any("random()" in line for line in self.writer.lines[start:]):
            lines.append("    random = S.random")
        self.writer.lines[start:start] = lines
        self.writer.places[start:start] = [self.writer.span] * len(lines)
        self.writer.line("")
        self.aliases = None

    def array(self, name: str) -> str:
        if self.aliases is None:
            return f"S.{name}"
        if name not in self.aliases:
            self.aliases[name] = self.temporary(name.partition("[")[0])
        return self.aliases[name]

    def _loop_end(self, label: int, leaving: set[str]) -> None:
        """After a Python loop: go on leaving if an outer loop was to be left."""
        for flag in sorted(leaving):
            if flag == f"leave_{label}":
                self.writer.line(f"{flag} = False")
            else:
                self.writer.line(f"if {flag}: break")

    def _python_loop(self, head: str, label: int, body: list[ir.Stmt], once: bool = False) -> None:
        self.writer.line(head)
        leaving: set[str] = set()
        self.open.append((label, leaving))
        with self.writer.indented():
            self.body(body)
            if once:
                self.writer.line("break")
        self.open.pop()
        self._loop_end(label, leaving)

    def _do_loop(self, statement: ir.Loop) -> None:
        self._python_loop("while True:", statement.label, [Tick(), *statement.body, *statement.after])

    def _do_tick(self, statement: Tick) -> None:
        self.writer.line("S.ticks += 1")
        self.writer.line("if S.ticks > TICK_LIMIT: raise ENDLESS(S)")

    def _do_forin(self, statement: ir.ForIn) -> None:
        items = statement.items
        depth = self.writer.depth
        while True:
            match items:
                case ir.Let(variable, value, body):
                    self.bind(variable, value, body)
                    items = body
                case ir.Conditional(condition, then, ir.Const(())):
                    self.writer.line(f"if {self.expr(condition)}:")
                    self.writer.depth += 1
                    items = then
                case ir.Conditional(condition, ir.Const(()), otherwise):
                    self.writer.line(f"if {self.expr(negation(condition))}:")
                    self.writer.depth += 1
                    items = otherwise
                case _:
                    break
        self._through(statement, self.expr(items))
        self.writer.depth = depth

    def _through(self, statement: ir.ForIn, items: str) -> None:
        self._python_loop(f"for {self.names.of(statement.variable)} in {items}:", statement.label, statement.body)

    def _do_region(self, statement: ir.Region) -> None:
        if not uses_label(statement.body, statement.label):
            self.body(statement.body)
            return
        self._python_loop("while True:", statement.label, statement.body, once=True)

    def _do_leave(self, statement: ir.Leave) -> None:
        if self.open and self.open[-1][0] == statement.label:
            self.writer.line("break")
            return
        flag = f"leave_{statement.label}"
        self.flags.add(flag)
        for label, leaving in reversed(self.open):
            leaving.add(flag)
            if label == statement.label:
                break
        self.writer.line(f"{flag} = True")
        self.writer.line("break")

    def _do_return(self, statement: ir.Return) -> None:
        if self.inlined:
            label, result = self.inlined[-1]
            if result is not None and statement.value is not None:
                self.writer.line(f"{self.names.of(result)} = {self.expr(statement.value)}")
            self._do_leave(ir.Leave(label))
            return
        self.writer.line("return" if statement.value is None else f"return {self.expr(statement.value)}")

    def _do_call(self, statement: ir.Call) -> None:
        if not self.in_its_place(statement):
            super()._do_call(statement)

    def in_its_place(self, statement: ir.Call) -> bool:
        """Write what a rule does in the place of its call, if it may stand there; whether it does."""
        able = (self.playout or self.trying) and len(self.open) < DEEPEST_IN_PLACE
        routine = self.module.written_in_place(statement) if able else None
        if routine is None or (self.trying and routine.name not in self.module.facts.short):
            return False
        texts = [self.expr(a) for a in statement.arguments]
        for parameter, text in zip(routine.parameters, texts, strict=True):
            self.writer.line(f"{self.names.of(parameter)} = {text}")
        self.in_place += 1
        label = IN_PLACE_LABELS + self.in_place
        self.inlined.append((label, statement.result))
        if any(isinstance(found, ir.Return) for found in everything(routine.body)):
            self._python_loop("while True:", label, routine.body, once=True)
        else:
            self.body(routine.body)
        self.inlined.pop()
        return True

    def _do_finish(self, statement: ir.Finish) -> None:
        self.finish(statement)
        self.writer.line("return" if self.top else "raise GAME_ENDED")

    def _do_atoncefor(self, statement: ir.AtOnceFor) -> None:
        """In a playout too each plays by himself, from the state before: nobody's options may tell what another has chosen."""
        arguments = "".join(f", {self.expr(a)}" for a in statement.arguments)
        if self.module.has_whenever:
            self.writer.line("WHENEVER(S)")
        self.writer.line(f"AT_ONCE(S, COPY, {statement.routine}, {self.expr(statement.players)}{arguments})")

    def _do_withdraw(self, statement: ir.Withdraw) -> None:
        self.writer.line("raise WITHDRAWN")

    def _do_release(self, statement: ir.Release) -> None:
        """In a playout the state is kept by the choice itself."""

    def _do_beforechoice(self, statement: ir.BeforeChoice) -> None:
        if self.module.has_whenever:
            self.writer.line("WHENEVER(S)")

    def _do_joinmoves(self, statement: ir.JoinMoves) -> None:
        """Nobody counts the moves of a playout."""

    def _do_partmoves(self, statement: ir.PartMoves) -> None:
        """Nobody counts the moves of a playout."""


class Tick(ir.Stmt):
    """Counts the passes of a loop, so that an endless one stops."""


__all__ = ["Statements", "Structured", "distinct", "encoded", "store_in"]

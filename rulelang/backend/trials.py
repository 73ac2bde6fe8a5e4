"""Writes rules as they are tried by `possible` and `would`: on a copy of the state, from which nothing comes back.

It is the fourth way to write a routine. Like a playout it is one Python function for each routine, but a choice takes nothing: it
works out its options and is left at once, since all that is asked is whether there is one. A `require` that fails, and a choice
with nothing to choose, leave the trial too. There is no log. All three modules of a game, the machines and the playout, hold
these functions, if the game tries anything; for questions of examples and tools they are made when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulelang.backend.structured import Structured
from rulelang.backend.writer import Names
from rulelang.machine import ir
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import everything, parts
from rulelang.sema.spots import DECLINING

if TYPE_CHECKING:
    from rulelang.backend.module import Module


def name_of(routine: str) -> str:
    """What a routine is called as it is tried."""
    return f"Q_{routine.removeprefix('R_')}"


def tried(lowered: Lowered) -> set[str]:
    """All routines that may run in a trial."""
    places: list[object] = [r.body for r in lowered.routines.values()]
    if lowered.sheet is not None:
        places += [[x for x in (line.value, line.condition) if x is not None] for line in lowered.sheet.lines]
    places += [[condition] for _, condition in lowered.always]
    places += [[anytime.players] for anytime in lowered.anytimes]
    pending: list[str] = []
    for found in everything(places):
        if isinstance(found, ir.Possible | ir.Would):
            pending.extend(bodies(lowered, found))
    done: set[str] = set()
    while pending:
        name = pending.pop()
        if name in done:
            continue
        done.add(name)
        for found in everything(lowered.routines[name].body):
            if isinstance(found, ir.Call | ir.Possible | ir.Would):
                pending.extend(bodies(lowered, found))
    return done


def bodies(lowered: Lowered, call: ir.Call | ir.Possible | ir.Would) -> list[str]:
    """The routines that a call may run."""
    if call.receiver is None:
        return [call.routine]
    return [name for name in lowered.methods[call.routine].routines if name is not None]


PLAIN = (
    *(ir.SetVariable, ir.SetScalar, ir.Branch, ir.Loop, ir.ForIn, ir.Leave, ir.Again, ir.Region, ir.Call, ir.Return, ir.Finish),
    *(ir.Fail, ir.Tell, ir.Enter, ir.Exit, ir.Choice, ir.RollDice, ir.PickRandom, ir.AtOnceFor, ir.Withdraw, ir.Release),
    *(ir.JoinMoves, ir.PartMoves),
)
"""Statements that change no list of the state."""

OF_STORES = (ir.MoveThings, ir.DrawThings, ir.ShuffleZone, ir.RevealThings, ir.MoveTokens, ir.ShowThings, ir.LookAt, ir.LookAway)
"""Statements that change where the things of a store lie, or who knows them."""


def written(lowered: Lowered, routines: list[str]) -> tuple[set[str], set[str]] | None:
    """The arrays, and the stores, that these routines may change before anybody has chosen; none where that is not known.

    Only these are copied for a trial. A statement that is not known here changes anything. To read a shuffled zone in order
    changes nothing, since what a trial reads was decided when it was shuffled (`Facts.eager`); to look at its end may decide it.
    """
    arrays: set[str] = set()
    stores: set[str] = set()
    done: set[str] = set()
    pending = list(routines)
    while pending:
        name = pending.pop()
        if name in done:
            continue
        done.add(name)
        for found in _before_choices(lowered.routines[name].body):
            match found:
                case ir.SetElement(array=array) | ir.Increase(array=array):
                    arrays.add(array)
                case ir.Call():
                    pending.extend(bodies(lowered, found))
                case ir.AtOnceFor(routine=routine):
                    pending.append(routine)
                case _ if isinstance(found, OF_STORES):
                    stores.add(found.store)
                case _ if not isinstance(found, PLAIN):
                    return None
    return arrays, stores | _ends_seen(lowered, done)


def _ends_seen(lowered: Lowered, routines: set[str]) -> set[str]:
    """The stores at the ends of whose zones these routines may look, or what they call to work something out."""
    stores: set[str] = set()
    done: set[str] = set()
    pending = list(routines)
    while pending:
        name = pending.pop()
        if name in done:
            continue
        done.add(name)
        for found in everything(lowered.routines[name].body):
            match found:
                case ir.Helper("top" | "bottom", [ir.Const(value=str() as store), *_]):
                    stores.add(store)
                case ir.CallRoutine(routine=routine):
                    pending.append(routine)
                case ir.CallMethod(method=method):
                    pending.extend(body for body in lowered.methods[method].routines if body is not None)
    return stores


def _before_choices(body: list[ir.Stmt]) -> Iterator[ir.Stmt]:
    """All statements of a body, but for what options do: nobody takes one."""
    for statement in body:
        yield statement
        if isinstance(statement, ir.Choice):
            yield from _before_choices(statement.otherwise or [])
            continue
        for part in parts(statement):
            if isinstance(part, ir.Stmt):
                yield from _before_choices([part])


def read_by(choice: ir.Choice) -> list[ir.Variable]:
    """The variables that decide over the options of a choice: those of the rule it stands in, and its own."""
    deciding = [[a.sources, [a.condition] if a.condition is not None else []] for a in choice.alternatives]
    return list(dict.fromkeys(found for found in everything(deciding) if isinstance(found, ir.Variable)))


class Trial(Structured):
    """Writes one routine as it is tried."""

    trying = True

    def _do_call(self, statement: ir.Call) -> None:
        if self.in_its_place(statement):
            return
        arguments = [self.expr(a) for a in statement.arguments]
        if statement.receiver is not None:
            receiver = self.simple(statement.receiver, "receiver")
            table = self.module.trial_method(statement.routine)
            text = f"{table}[{receiver}]({', '.join(['S', receiver, *arguments])})"
        else:
            text = f"{self.module.trial(statement.routine)}({', '.join(['S', *arguments])})"
        self.writer.line(text if statement.result is None else f"{self.names.of(statement.result)} = {text}")

    def _do_atoncefor(self, statement: ir.AtOnceFor) -> None:
        one = self.temporary("one")
        routine = self.module.trial(statement.routine)
        self.writer.line(f"for {one} in {self.expr(statement.players)}:")
        with self.writer.indented():
            self.writer.line(f"{routine}({', '.join(['S', one, *(self.expr(a) for a in statement.arguments)])})")

    def _do_fail(self, statement: ir.Fail) -> None:
        if statement.number >= 0:
            values = "".join(f"{self.names.of(v)}, " for v in statement.scope)
            self.writer.line(f"raise REFUSED(S, 'require', {statement.number}, ({values}))")
        elif statement.code == "RL0812":
            self.writer.line("raise REFUSED(S, 'few', -1)")
        else:
            super()._do_fail(statement)

    def _do_finish(self, statement: ir.Finish) -> None:
        self.writer.line("raise GAME_ENDED")

    def _do_beforechoice(self, statement: ir.BeforeChoice) -> None:
        """Nothing is done beside what is tried."""

    def _do_withdraw(self, statement: ir.Withdraw) -> None:
        self.writer.line("raise REFUSED(S, 'cancel', -1)")

    # ---------------------------------------------------------------------------------------------------- choices

    def _do_choice(self, statement: ir.Choice) -> None:
        """Something to choose ends the trial; nothing to choose leads on to `otherwise`, or nowhere."""
        known = set(self.names.names)
        read = read_by(self.module.lowered.registry.choices[statement.number])
        values = "".join(f"{self.names.of(v) if v in known else None}, " for v in read)
        self.options(statement, lambda text: self.writer.line(f"options = {text}") if text != "options" else None)
        refused = f"raise REFUSED(S, 'choice', {statement.number}, ({values}))"
        if statement.pick and statement.optional:
            self.writer.line(f"if options and options[0] != {statement.declining}: raise REACHED")
        elif (passing := self._passing(statement)) is not None:
            self.writer.line(f"if any([{passing} for code in options]): raise REACHED")
        else:
            self.writer.line("if options: raise REACHED")
        if statement.members is not None:
            # Who has nothing but to pass is not asked, and the window closes by itself.
            self.body(statement.otherwise or [])
            return
        if statement.otherwise is None:
            self.writer.line(refused)
            return
        self.writer.line(f"if options: {refused}")
        self.body(statement.otherwise)

    @staticmethod
    def _passing(choice: ir.Choice) -> str | None:
        """The Python that tells whether a code is a real option; none where all are."""
        count = len(choice.alternatives)
        if choice.members is not None:
            return "code != -1"
        numbers = [n for n, a in enumerate(choice.alternatives) if a.name in DECLINING and not a.sources]
        if choice.pick or not numbers:
            return None
        if len(numbers) == count:
            return "False"
        return " and ".join(f"code % {count} != {number}" for number in numbers)

    # ---------------------------------------------------------------------------------------------------- chance

    def _chance(self, statement: Any) -> None:
        self.writer.line("raise FAULT('RL0825', 'this draws on chance, and the rule was only tried')")

    _do_rolldice = _do_pickrandom = _do_shufflezone = _chance

    # ---------------------------------------------------------------------------------------------------- what is seen

    def _unseen(self, statement: Any) -> None:
        """Nobody sees what is only tried."""

    _do_showthings = _do_lookat = _do_lookaway = _unseen


def write(module: Module, routine: ir.Routine) -> None:
    """Write a routine as it is tried."""
    names = Names()
    emitter = Trial(module.lowered, module.writer, names, False, False, module)
    module.writer.span = routine.span
    parameters = [names.of(p) for p in routine.parameters]
    head = f"def {name_of(routine.name)}({', '.join(['S', *parameters])}):"
    emitter.function(head, lambda: emitter.body(routine.body))

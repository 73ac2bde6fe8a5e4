"""Writes the blocks of routines that can stop.

Each block is a Python function of the state and the frame that gives the number of the block to go on with: -1 where the
frame on top of the stack says it (after a call or a return), -2 where the match stops to ask. The options and the texts of a
choice are functions of their own, called when a choice is met, and when somebody wants to read it."""

from __future__ import annotations

from typing import Any

from rulelang.backend.statements import store_in
from rulelang.backend.structured import Structured
from rulelang.backend.writer import Names
from rulelang.machine import ir, split


class Blocks(Structured):
    """Writes the blocks of one routine."""

    def __init__(self, *args: Any, routine: split.SplitRoutine, **options: Any) -> None:
        super().__init__(*args, **options)
        self.routine = routine

    # ---------------------------------------------------------------------------------------------------- straight parts

    def _do_leave(self, statement: ir.Leave) -> None:
        if any(label == statement.label for label, _ in self.open):
            super()._do_leave(statement)
            return
        out, _ = self.routine.labels[statement.label]
        self.writer.line(f"return {out.number}")

    def _do_return(self, statement: ir.Return) -> None:
        value = "0" if statement.value is None else self.expr(statement.value)
        self.writer.line(f"return RETURN(S, {value})")

    def _do_finish(self, statement: ir.Finish) -> None:
        self.finish(statement)
        self.writer.line("S.frames.clear()")
        self.writer.line("return -1")

    def _do_takeresult(self, statement: split.TakeResult) -> None:
        self.writer.line(f"{self.names.of(statement.variable)} = S.result")

    def _do_withdraw(self, statement: ir.Withdraw) -> None:
        self.writer.line("raise WITHDRAWN")

    def _do_release(self, statement: ir.Release) -> None:
        self.writer.line("S.extra.kept.pop()")

    def _do_beforechoice(self, statement: ir.BeforeChoice) -> None:
        if self.module.has_whenever:
            self.writer.line("WHENEVER(S)")

    def _do_joinmoves(self, statement: ir.JoinMoves) -> None:
        saved = self.names.of(statement.saved)
        self.writer.line(f"{saved} = S.extra.joined")
        self.writer.line(f"if not {saved}: S.extra.joined = 1")

    def _do_partmoves(self, statement: ir.PartMoves) -> None:
        self.writer.line(f"S.extra.joined = {self.names.of(statement.saved)}")

    # ---------------------------------------------------------------------------------------------------- ends

    def block(self, block: split.Block) -> None:
        """Write one block."""

        self.draws = True

        def inner() -> None:
            self.body(block.body)
            if not block.closed:
                self.end(block.end)

        self.function(f"def K_{block.number}(S, F):", inner, aliases=False)

    def end(self, end: split.End) -> None:
        """Write what comes after a block."""
        match end:
            case split.Goto(target):
                self.writer.line(f"return {target.number}")
            case split.Done():
                self.writer.line("return RETURN(S, 0)")
            case split.Test(condition, then, otherwise):
                text = self.expr(condition)
                self.writer.line(f"return {then.number} if {text} else {otherwise.number}")
            case split.CallThen(call, after):
                self.writer.span = call.span
                self.call(call, after)
            case split.Ask(choice, resume, otherwise_block):
                self.writer.span = choice.span
                self.ask(choice, resume, otherwise_block)
            case split.Dispatch(choice, blocks):
                self.writer.span = choice.span
                self.dispatch(choice, blocks)
            case split.ForkThen(fork, after):
                self.writer.span = fork.span
                entry, size, count = self.module.frame_of(fork.routine)
                texts = [self.expr(a) for a in fork.arguments]
                frame = ", ".join([str(entry), "-1", *texts, *["0"] * (size - count - 1)])
                if self.module.has_whenever:
                    self.writer.line("WHENEVER(S)")
                self.writer.line(f"F[0] = {after.number}")
                self.writer.line(f"return FORK(S, [{frame}], {self.expr(fork.players)})")

    def call(self, call: ir.Call, after: split.Block) -> None:
        """Write a call: the caller's frame remembers where to go on, the callee's goes on top."""
        texts = [self.expr(a) for a in call.arguments]
        if call.receiver is not None:
            receiver = self.simple(call.receiver, "receiver")
            self.module.use_entry(call.routine)
            self.writer.line(f"F[0] = {after.number}")
            self.writer.line(f"S.frames.append(METHOD_FRAME(E_{call.routine}, {receiver}, ({', '.join([receiver, *texts])},)))")
        else:
            entry, size, count = self.module.frame_of(call.routine)
            frame = ", ".join([str(entry), *texts, *["0"] * (size - count - 1)])
            self.writer.line(f"F[0] = {after.number}")
            self.writer.line(f"S.frames.append([{frame}])")
        self.writer.line("return -1")

    def ask(self, choice: ir.Choice, resume: split.Block, otherwise: split.Block | None) -> None:
        """Write the stop at a choice."""
        self.module.choice(choice, self.routine)
        if self.module.has_whenever:
            self.writer.line("WHENEVER(S)")
        self.writer.line(f"options = O_{choice.number}(S, F)")
        if choice.keeps:
            self.writer.line(f"options = NOT_WITHDRAWN(S, {choice.number}, options)")
        if otherwise is not None:
            self.writer.line(f"if not options: return {otherwise.number}")
        else:
            self.writer.line(f"if not options: raise NO_OPTION(S, {choice.number}, {self.expr(choice.player)})")
        self.writer.line(f"F[0] = {resume.number}")
        self.writer.line(f"return ASK(S, {choice.number}, {self.expr(choice.player)}, options)")

    def dispatch(self, choice: ir.Choice, blocks: list[split.Block]) -> None:
        """Write what happens with an answer."""
        self.writer.line("code = S.answer")
        if choice.members is not None:
            self.writer.line(f"if code == -1: return {blocks[-1].number}")
        if choice.keeps:
            self.keep(choice)
        number = self.decode(choice, "code")
        if self.logging:
            self.log_answer(choice, number)
        if number is None:
            self.writer.line(f"return {blocks[0].number}")
            return
        numbers = tuple(b.number for b in blocks[: len(choice.alternatives)])
        self.writer.line(f"return {numbers!r}[{number}]")

    def keep(self, choice: ir.Choice) -> None:
        """Write that the state is kept before an option that may be taken back."""
        asking, _ = self.routine.asks[choice.number]
        kept = f"KEEP(S, {asking.number}, {choice.number}, code)"
        others = "S.extra.withdrawn = NONE_WITHDRAWN"
        count = len(choice.alternatives)
        numbers = [n for n, alternative in enumerate(choice.alternatives) if alternative.keeps]
        if choice.optional and choice.pick:
            self.writer.line(f"if code != {choice.declining}: {kept}")
            self.writer.line(f"else: {others}")
        elif len(numbers) == count:
            self.writer.line(kept)
        else:
            self.writer.line(f"if code % {count} in {(*numbers, numbers[0])}: {kept}")
            self.writer.line(f"else: {others}")

    def log_answer(self, choice: ir.Choice, number: str | None) -> None:
        """Write the log line of an answer: who, the code, and the values of prompt or label and of what was chosen."""
        head = f"LOG_CHOICE(S, {choice.event}, {choice.number}"
        if number is None or len(choice.alternatives) == 1:
            self._log_alternative(head, choice, 0)
            return
        for index in range(len(choice.alternatives)):
            self.writer.line(f"{'if' if index == 0 else 'elif'} {number} == {index}:")
            with self.writer.indented():
                self._log_alternative(head, choice, index)

    def _log_alternative(self, head: str, choice: ir.Choice, index: int) -> None:
        alternative = choice.alternatives[index]
        label = self.values(alternative.label) if alternative.label is not None else "None"
        arguments: list[str] = []
        for source, shape in zip(alternative.sources, alternative.shapes, strict=True):
            name = self.names.of(source.variable)
            store = store_in(shape)
            if choice.secret:
                arguments.append(f"({name}, READERS[S.chooser])")
            elif store is not None and self.module.sorts(store):
                zone = self.expr(source.domain.zone) if isinstance(source.domain, ir.TokenSorts) else "None"
                hidden = self.module.hidden(store)
                arguments.append(f"TOKEN_SEEN(S, {store!r}, {name}, {zone})" if hidden else name)
            elif store is not None and self.module.hidden(store):
                arguments.append(f"SEEN(S, {store!r}, {name})")
            else:
                arguments.append(name)
        tuple_text = f"({', '.join(arguments)},)" if arguments else "()"
        prompt = self.values(choice.prompt) if choice.prompt is not None else "None"
        self.writer.line(f"{head}, {index}, {tuple_text}, {label}, {prompt})")

    # ---------------------------------------------------------------------------------------------------- functions of choices

    def choice_functions(self, choice: ir.Choice) -> None:
        """Write the functions that list the options and give the values of the texts."""
        self.writer.span = choice.span
        own = {source.variable for alternative in choice.alternatives for source in alternative.sources}
        block_names = self.names
        self.draws = False
        # Listing options must leave the frame as it is: the parameters are locals here.
        slots = {variable: slot for variable, slot in self.routine.slots.items() if variable not in own}
        self.names = Names(slots)
        self.function(
            f"def O_{choice.number}(S, F):",
            lambda: self.options(choice, lambda text: self.writer.line(f"return {text}")),
        )
        if choice.members is not None:
            members = choice.members
            self.names = Names(slots)
            self.function(f"def W_{choice.number}(S, F):", lambda: self.writer.line(f"return {self.names.of(members)}"))
        if choice.prompt is not None:
            prompt = choice.prompt
            self.names = Names(slots)
            self.function(f"def P_{choice.number}(S, F):", lambda: self.writer.line(f"return {self.values(prompt)}"))
        for index, alternative in enumerate(choice.alternatives):
            for kind, template in (("L", alternative.label), ("N", alternative.notation)):
                if template is not None:
                    self._text_function(f"{kind}_{choice.number}_{index}", slots, alternative, template)
        self.names = block_names

    def _text_function(
        self, name: str, slots: dict[ir.Variable, int], alternative: ir.Alternative, template: ir.Template
    ) -> None:
        self.names = Names(slots)
        parameters = [self.names.of(s.variable) for s in alternative.sources]
        self.function(
            f"def {name}({', '.join(['S', 'F', *parameters])}):", lambda: self.writer.line(f"return {self.values(template)}")
        )

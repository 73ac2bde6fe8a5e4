"""The machine of a game as text: what a state holds, and every routine in its blocks.

A form for reading, near the rules and nearer the program: each statement of the machine is one line, blocks have their numbers,
and each ends by saying where it goes on. What a routine remembers while somebody is asked, its frame, stands in its first line.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.backend.compile import Compiled
from rulelang.backend.program import Program
from rulelang.machine import ir, split
from rulelang.text.source import NOWHERE, Span

INFIX = {"not": "not", "neg": "-"}
WIDE = 88
"""The column where places stand."""


def python_text(program: Program, mode: str = "log") -> str:
    """The generated program, with the place in the rules behind each line where it changes."""
    module = program.modules[mode]
    lines: list[str] = []
    before = -1
    for number, line in enumerate(module.source.split("\n")):
        place = module.lines[number] if number < len(module.lines) else -1
        shown = place >= 0 and place != before
        lines.append(f"{line:<{WIDE}}  # {program.places[place]}" if shown else line.rstrip())
        before = place
    return "\n".join(lines).rstrip("\n")


def machine_text(compiled: Compiled) -> str:
    """The machine of a compiled game."""
    lines = [*_state(compiled), ""]
    for name, routine in compiled.lowered.routines.items():
        lines += [*_Printer(compiled).routine(routine, compiled.facts.splits.get(name)), ""]
    for name, method in compiled.lowered.methods.items():
        bodies = sorted({routine for routine in method.routines if routine is not None})
        lines += [f"method {name} of {method.store}: {', '.join(bodies)}", ""]
    return "\n".join(lines).rstrip("\n")


def _state(compiled: Compiled) -> Iterator[str]:
    layout = compiled.program.layout
    yield f"state of {layout.game} for {layout.players} players"
    for name, value in layout.settings.items():
        yield f"    setting {name} = {value}"
    for array in layout.arrays:
        holders = "" if array.scalar and array.holder == "state" else f"[{array.holder}]"
        yield f"    {array.name}{holders}: {array.field} = {_values(array.initial)}"
    for store in layout.stores:
        yield f"    {store.name}: {len(store.names)} things, {len(store.zones)} zones"
        for number, zone in enumerate(store.zones):
            if zone.holder == "state" or zone.number == 0:
                yield f"        zone {number} {zone.name}: {zone.form}, {zone.visibility}, up to {zone.capacity}"
    yield f"    streams: {', '.join(layout.streams)}"


def _values(values: list[object]) -> str:
    if len(values) > 1 and all(value == values[0] for value in values):
        return f"{values[0]} x {len(values)}"
    return ", ".join(str(value) for value in values)


class _Printer:
    def __init__(self, compiled: Compiled) -> None:
        self.sources = compiled.model.sources
        self.lines: list[str] = []
        self.labels: dict[int, tuple[split.Block, split.Block | None]] = {}

    def routine(self, routine: ir.Routine, blocks: split.SplitRoutine | None) -> list[str]:
        parameters = ", ".join(parameter.name for parameter in routine.parameters)
        frame = ""
        if blocks is not None:
            self.labels = blocks.labels
            slots = ", ".join(variable.name for variable in sorted(blocks.slots, key=blocks.slots.__getitem__))
            frame = f"  frame of {blocks.size}: {slots}" if slots else f"  frame of {blocks.size}"
        self.say(0, f"{routine.form} {routine.path}({parameters}){frame}", routine.span)
        if blocks is None:
            self.body(1, routine.body)
        else:
            for block in blocks.blocks:
                self.say(1, f"block {block.number}")
                self.body(2, block.body)
                if not block.closed:
                    for line in self.end(block.end):
                        self.say(2, line)
        return self.lines

    def say(self, depth: int, text: str, span: Span = NOWHERE) -> None:
        line = "    " * depth + text
        place = self.sources.place(span)
        self.lines.append(f"{line:<{WIDE}}  {place}" if place else line)

    def body(self, depth: int, body: list[ir.Stmt]) -> None:
        for statement in body:
            self.statement(depth, statement)

    def statement(self, depth: int, s: ir.Stmt) -> None:
        match s:
            case ir.Branch():
                self.say(depth, f"if {text(s.condition)}", s.span)
                self.body(depth + 1, s.then)
                if s.otherwise:
                    self.say(depth, "else")
                    self.body(depth + 1, s.otherwise)
            case ir.Loop():
                self.say(depth, f"loop {s.label}", s.span)
                self.body(depth + 1, s.body)
                if s.after:
                    self.say(depth, "after each pass")
                    self.body(depth + 1, s.after)
            case ir.ForIn():
                self.say(depth, f"for {s.variable.name} in {text(s.items)}  (loop {s.label})", s.span)
                self.body(depth + 1, s.body)
            case ir.Region():
                self.say(depth, f"region {s.label}", s.span)
                self.body(depth + 1, s.body)
            case ir.Choice():
                self.say(depth, asked(s), s.span)
                for alternative in s.alternatives:
                    self.say(depth + 1, alternative.name)
                    self.body(depth + 2, alternative.body)
                if s.otherwise is not None:
                    self.say(depth, "otherwise")
                    self.body(depth + 1, s.otherwise)
            case ir.Leave() if s.label in self.labels:
                self.say(depth, f"→ {self.labels[s.label][0].number}", s.span)
            case ir.Again() if s.label in self.labels:
                again = self.labels[s.label][1]
                self.say(depth, f"→ {again.number}" if again is not None else simple(s), s.span)
            case _:
                self.say(depth, simple(s), s.span)

    def end(self, end: split.End) -> Iterator[str]:
        match end:
            case split.Goto():
                yield f"→ {end.block.number}"
            case split.Test():
                yield f"→ {end.then.number} if {text(end.condition)} else {end.otherwise.number}"
            case split.Ask():
                yield asked(end.choice)
                yield f"→ {end.resume.number}" + (
                    f", without an option {end.otherwise.number}" if end.otherwise is not None else ""
                )
            case split.Dispatch():
                names = [alternative.name for alternative in end.choice.alternatives]
                ways = ", ".join(f"{name} {block.number}" for name, block in zip(names, end.blocks, strict=False))
                yield f"→ by the answer: {ways}"
            case split.CallThen():
                yield f"{simple(end.call)} → {end.block.number}"
            case split.ForkThen():
                yield f"{simple(end.fork)} → {end.block.number}"
            case split.Done():
                yield "done"


def asked(choice: ir.Choice) -> str:
    """A choice as one line."""
    names: list[str] = []
    for alternative in choice.alternatives:
        parameters = ", ".join(f"{s.variable.name} in {text(s.domain)}{_where(s.condition)}" for s in alternative.sources)
        names.append(f"{alternative.name}({parameters}){_where(alternative.condition)}")
    words = "may choose" if choice.optional else "chooses"
    return f"choice {choice.number}: {text(choice.player)} {words} {', '.join(names)}"


def _where(condition: ir.Expr | None) -> str:
    return f" where {text(condition)}" if condition is not None else ""


def simple(s: ir.Stmt) -> str:
    """A statement without blocks as one line."""
    match s:
        case ir.SetVariable():
            return f"{s.variable.name} = {text(s.value)}"
        case ir.SetScalar():
            return f"{s.name} = {text(s.value)}{_bounds(s.lowest, s.highest)}"
        case ir.SetElement():
            return f"{s.array}[{text(s.index)}] = {text(s.value)}{_bounds(s.lowest, s.highest)}"
        case ir.Increase():
            supply = f" from {s.supply}" if s.supply else ""
            then = f", then {s.then}" if s.then else ""
            return f"{s.array}[{text(s.index)}] {s.verb} {text(s.amount)}{_bounds(s.lowest, s.highest)}{supply}{then}"
        case ir.MoveThings():
            what = f"any {text(s.at_random)} of {text(s.what)}" if s.at_random is not None else text(s.what)
            bottom, down = " at the bottom" if s.bottom else "", " face down" if s.face_down else ""
            return f"move {what} to {s.store}.zone {text(s.zone)}{bottom}{down}"
        case ir.MoveTokens():
            count = "all" if s.count is None else text(s.count)
            what = "" if s.what is None else f" of {text(s.what)}"
            how = "any " if s.at_random else ""
            return f"move {how}{count}{what} from {s.store}.zone {text(s.sources)} to zone {text(s.zone)}"
        case ir.ShowThings():
            return f"show {text(s.what)} to {text(s.readers)}"
        case ir.LookAt():
            return f"{text(s.player)} looks at {s.store}.zone {text(s.zone)}"
        case ir.LookAway():
            return f"look away from {s.store}.zone {text(s.zone)}"
        case ir.DrawThings():
            name = f"{s.variable.name} = " if s.variable is not None else ""
            refill = f", refilled from zone {text(s.refill)}" if s.refill is not None else ""
            return f"{name}draw {text(s.count)} from {s.store}.zone {text(s.source)} to zone {text(s.zone)}{refill}"
        case ir.ShuffleZone():
            return f"shuffle {s.store}.zone {text(s.zone)}"
        case ir.RevealThings():
            return f"reveal {text(s.what)}"
        case ir.RollDice():
            plus = f" plus {text(s.plus)}" if s.plus is not None else ""
            return f"{s.variable.name} = roll {s.count} of {', '.join(str(face) for face in s.faces)}{plus}"
        case ir.PickRandom():
            return f"{s.variable.name} = any one of {text(s.items)} at random"
        case ir.Leave():
            return f"leave {s.label}"
        case ir.Again():
            return f"next {s.label}"
        case ir.Call():
            result = f"{s.result.name} = " if s.result is not None else ""
            receiver = f"{text(s.receiver)}." if s.receiver is not None else ""
            return f"{result}call {receiver}{s.routine}({_list(s.arguments)})"
        case ir.Return():
            return "return" if s.value is None else f"return {text(s.value)}"
        case ir.Finish():
            how = f"won by {text(s.winner)}" if s.winner is not None else "drawn" if s.drawn else "to be scored"
            return f"end game {how}"
        case ir.Fail():
            return f"refuse {s.number}" if s.number >= 0 else f"fault {s.code}"
        case ir.Tell():
            to = f" to {text(s.readers)}" if s.readers is not None else ""
            return f"log{to} {template(s.template)}"
        case ir.Enter():
            return f"enter {s.node}"
        case ir.Exit():
            return "exit"
        case ir.AtOnceFor():
            return f"at once for {text(s.players)} call {s.routine}({_list(s.arguments)})"
        case split.TakeResult():
            return f"{s.variable.name} = result"
    return type(s).__name__


def _bounds(lowest: int | None, highest: int | None) -> str:
    if lowest is None and highest is None:
        return ""
    return f"  within {'…' if lowest is None else lowest} to {'…' if highest is None else highest}"


def _list(items: list[ir.Expr]) -> str:
    return ", ".join(text(item) for item in items)


def template(found: ir.Template) -> str:
    """A text with its values in braces."""
    return '"' + "".join(part if isinstance(part, str) else f"{{{text(part.value)}}}" for part in found.parts) + '"'


def text(e: ir.Expr) -> str:
    """An expression on one line."""
    match e:
        case ir.Const():
            return repr(e.value)
        case ir.Variable() | ir.Scalar():
            return e.name
        case ir.Element():
            return f"{e.array}[{text(e.index)}]"
        case ir.Lookup():
            return f"{e.table}[{text(e.index)}]"
        case ir.Operation():
            if e.operator in INFIX:
                return f"({INFIX[e.operator]} {text(e.operands[0])})"
            return "(" + f" {e.operator} ".join(text(operand) for operand in e.operands) + ")"
        case ir.Conditional():
            return f"({text(e.then)} if {text(e.condition)} else {text(e.otherwise)})"
        case ir.ListOf():
            return f"[{_list(e.items)}]"
        case ir.Contains():
            return f"({text(e.item)} in {text(e.items)})"
        case ir.CallRoutine():
            return f"{e.routine}({_list(e.arguments)})"
        case ir.CallMethod():
            return f"{text(e.receiver)}.{e.method}({_list(e.arguments)})"
        case ir.Possible() | ir.Would():
            tried = f"{e.routine}({_list(e.arguments)})"
            if e.receiver is not None:
                tried = f"{text(e.receiver)}.{tried}"
            return f"would({tried}, {e.condition}({_list(e.values)}))" if isinstance(e, ir.Would) else f"possible({tried})"
        case ir.Helper():
            return f"{e.name}({_list(e.arguments)})"
        case ir.WalkExpr():
            through = f" through {e.through[0].name} where {text(e.through[1])}" if e.through is not None else ""
            along = f" along {e.along[0].name} where {text(e.along[1])}" if e.along is not None else ""
            return f"{e.name}({e.board}, {_list(e.arguments)}{through}{along})"
        case ir.Prefix():
            return f"along({e.variable.name} in {text(e.row)} while {text(e.test)})"
        case ir.Group():
            return f"group({e.board}, {text(e.start)} where {e.array} == {text(e.value)})"
        case ir.Let():
            return f"let({e.variable.name} = {text(e.value)}: {text(e.body)})"
        case ir.Present():
            return f"{text(e.value)}!"
        case ir.ZoneContents():
            return f"{e.store}.zone {text(e.zone)}"
        case ir.ZoneSize():
            return f"{e.store}.size {text(e.zone)}"
        case ir.TokenCount():
            return f"{e.store}.count {text(e.zone)} {text(e.sort)}"
        case ir.TokenSorts():
            return f"{e.store}.sorts {text(e.zone)}"
        case ir.Place():
            return f"{e.store}.place {text(e.thing)}"
        case ir.QueryExpr():
            result = f"{text(e.result)} for " if e.result is not None else ""
            sources = ", ".join(f"{s.variable.name} in {text(s.domain)}{_where(s.condition)}" for s in e.sources)
            keys = " by " + ", ".join(text(key) + (" desc" if down else "") for key, down in e.keys) if e.keys else ""
            return f"{e.form}({result}{sources}{keys})"
    return type(e).__name__

"""Splits routines that can stop into blocks.

A block is a stretch that runs without stopping; its end says which block comes next. What a routine must remember between
blocks lies in its frame: entry 0 is the block to go on with, then the parameters, then every variable that more than one
block uses. The frames of a match are therefore lists of integers (and of lists of integers), and a match can be copied, kept
and resumed wherever it stops."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.machine import ir
from rulelang.machine.walk import everything, occurring


@dataclass(slots=True, eq=False)
class Goto:
    """Go on with a block."""

    block: Block


@dataclass(slots=True, eq=False)
class Test:
    """Go on with one of two blocks."""

    condition: ir.Expr
    then: Block
    otherwise: Block


@dataclass(slots=True, eq=False)
class Ask:
    """Stop and ask; without a legal option go on with `otherwise`, or report a fault of the rules."""

    choice: ir.Choice
    resume: Block
    otherwise: Block | None


@dataclass(slots=True, eq=False)
class Dispatch:
    """Take the answer apart and go on with the block of its alternative."""

    choice: ir.Choice
    blocks: list[Block]


@dataclass(slots=True, eq=False)
class CallThen:
    """Call a routine that can stop; go on when it returns."""

    call: ir.Call
    block: Block


@dataclass(slots=True, eq=False)
class ForkThen:
    """Run a routine for several players at once; go on when all are done."""

    fork: ir.AtOnceFor
    block: Block


@dataclass(slots=True, eq=False)
class Done:
    """The end of the routine."""


End = Goto | Test | Ask | Dispatch | CallThen | ForkThen | Done


@dataclass(slots=True, eq=False)
class TakeResult(ir.Stmt):
    """Give a variable what the routine just left has returned."""

    variable: ir.Variable


@dataclass(slots=True, eq=False)
class Block:
    """A stretch of statements and its end. `number` is its place among all blocks of the game."""

    number: int
    body: list[ir.Stmt] = field(default_factory=list)
    end: End = field(default_factory=Done)
    closed: bool = False
    """Whether its last statement leaves it, so that its end is never reached."""


@dataclass(slots=True, eq=False)
class SplitRoutine:
    """A routine in blocks. `slots` gives each variable that lives in the frame its entry; `size` is the frame's length."""

    routine: ir.Routine
    blocks: list[Block]
    slots: dict[ir.Variable, int]
    size: int
    labels: dict[int, tuple[Block, Block | None]]
    asks: dict[int, tuple[Block, Block]]
    """For each choice, the block that asks and the one that goes on with the answer."""

    @property
    def entry(self) -> Block:
        """Where the routine begins."""
        return self.blocks[0]


class Splitter:
    """Splits one routine; `first` is the number its first block gets."""

    def __init__(self, routine: ir.Routine, first: int, ask_again: bool = False) -> None:
        self.routine = routine
        self.first = first
        self.ask_again = ask_again
        """Whether a choice may have to be asked afresh: then it stands in a block of its own."""
        self.blocks: list[Block] = []
        self.labels: dict[int, tuple[Block, Block | None]] = {}
        self.asks: dict[int, tuple[Block, Block]] = {}
        self.begun: dict[int, Block] = {}
        """For choices of several things, the block in which what they are picked from is worked out."""

    def new(self) -> Block:
        """A new block."""
        block = Block(self.first + len(self.blocks))
        self.blocks.append(block)
        return block

    def split(self) -> SplitRoutine:
        """The routine in blocks, its frame laid out."""
        entry = self.new()
        last = self.sequence(self.routine.body, entry)
        last.end = Done()
        self.thread(entry)
        slots = {parameter: index + 1 for index, parameter in enumerate(self.routine.parameters)}
        users: dict[ir.Variable, int] = {}
        for block in self.blocks:
            for variable in occurring([block.body, *_of_end(block.end)]):
                users[variable] = users.get(variable, 0) + 1
            if isinstance(block.end, Ask):
                # The options and the texts are made by functions of their own, which know the frame only.
                own = _own(block.end.choice)
                for variable in (v for v in occurring(_asked(block.end.choice)) if v not in own):
                    users[variable] = users.get(variable, 0) + 1
            if isinstance(block.end, Dispatch):
                # Parameters are set here and read by labels and bodies.
                for variable in _own(block.end.choice):
                    users[variable] = users.get(variable, 0) + 2
        for variable, count in users.items():
            if count > 1 and variable not in slots:
                slots[variable] = len(slots) + 1
        return SplitRoutine(self.routine, self.blocks, slots, len(slots) + 1, self.labels, self.asks)

    def thread(self, entry: Block) -> None:
        """Pass over blocks that only lead on, leave out those that nothing reaches, and number what is left."""
        entry = _target(entry)
        self.labels = {
            label: (_target(out), None if again is None else _target(again)) for label, (out, again) in self.labels.items()
        }
        reached: list[Block] = []
        pending = [entry]
        while pending:
            block = pending.pop()
            if block in reached:
                continue
            reached.append(block)
            ended = any(isinstance(s, ir.Leave | ir.Again | ir.Return | ir.Finish | ir.Fail) for s in block.body)
            if ended and isinstance(block.body[-1], ir.Leave | ir.Again | ir.Return | ir.Finish | ir.Fail):
                block.end = Done()
                block.closed = True
            _redirect(block.end)
            pending.extend(reversed(_following(block.end)))
            left = {s.label for s in everything(block.body) if isinstance(s, ir.Leave)}
            pending.extend(self.labels[label][0] for label in sorted(left) if label in self.labels)
        self.blocks = reached
        for index, block in enumerate(reached):
            block.number = self.first + index

    def sequence(self, body: list[ir.Stmt], block: Block) -> Block:
        """Fill a block with statements, opening more as needed; the block after them."""
        for statement in body:
            block = self.statement(statement, block) if statement.suspends else self.plain(statement, block)
        return block

    def plain(self, statement: ir.Stmt, block: Block) -> Block:
        """A statement that runs through."""
        block.body.append(statement)
        return block

    def statement(self, statement: ir.Stmt, block: Block) -> Block:
        """A statement that can stop."""
        match statement:
            case ir.Branch(condition, then, otherwise):
                first, second, after = self.new(), self.new(), self.new()
                block.end = Test(condition, first, second)
                self.sequence(then, first).end = Goto(after)
                self.sequence(otherwise, second).end = Goto(after)
                return after
            case ir.Loop(body, after_body, label):
                head, again, out = self.new(), self.new(), self.new()
                block.end = Goto(head)
                self.labels[label] = (out, again)
                self.sequence(body, head).end = Goto(again)
                self.sequence(after_body, again).end = Goto(head)
                return out
            case ir.ForIn(variable, items, body, label):
                head, inner, out = self.new(), self.new(), self.new()
                values = ir.Variable("values", True, ["list", variable.shape])
                index = ir.Variable("index")
                block.body.append(ir.SetVariable(values, ir.Helper("frozen", [items]), span=statement.span))
                block.body.append(ir.SetVariable(index, ir.Const(0)))
                block.end = Goto(head)
                head.end = Test(ir.Operation("<", [index, ir.Helper("size", [values])]), inner, out)
                inner.body.append(ir.SetVariable(variable, ir.Helper("item0", [values, index])))
                inner.body.append(ir.SetVariable(index, ir.Operation("+", [index, ir.Const(1)])))
                self.labels[label] = (out, head)
                self.sequence(body, inner).end = Goto(head)
                return out
            case ir.Region(body, label):
                out = self.new()
                self.labels[label] = (out, None)
                self.sequence(body, block).end = Goto(out)
                return out
            case ir.Call(result=result):
                after = self.new()
                block.end = CallThen(statement, after)
                if result is not None:
                    after.body.append(TakeResult(result))
                return after
            case ir.BeforeChoice(choice=choice):
                if self.ask_again and block.body:
                    alone = self.new()
                    block.end = Goto(alone)
                    block = alone
                block.body.append(statement)
                self.begun[choice] = block
                return block
            case ir.Choice(alternatives=alternatives):
                if self.ask_again and block.body:
                    alone = self.new()
                    block.end = Goto(alone)
                    block = alone
                resume, after = self.new(), self.new()
                self.asks[statement.number] = (self.begun.get(statement.number, block), resume)
                otherwise_block = None if statement.otherwise is None else self.new()
                block.end = Ask(statement, resume, otherwise_block)
                starts: list[Block] = []
                for alternative in alternatives:
                    start = self.new()
                    starts.append(start)
                    self.sequence(alternative.body, start).end = Goto(after)
                if statement.members is not None:
                    # The last is for who passes.
                    starts.append(after)
                resume.end = Dispatch(statement, starts)
                if otherwise_block is not None and statement.otherwise is not None:
                    self.sequence(statement.otherwise, otherwise_block).end = Goto(after)
                return after
            case ir.AtOnceFor():
                after = self.new()
                block.end = ForkThen(statement, after)
                return after
        raise AssertionError(f"{type(statement).__name__} cannot stop")


def _target(block: Block) -> Block:
    """Where a block leads if it does nothing itself."""
    seen: list[Block] = []
    while not block.body and isinstance(block.end, Goto) and block not in seen:
        seen.append(block)
        block = block.end.block
    return block


def _redirect(end: End) -> None:
    match end:
        case Goto() | CallThen() | ForkThen():
            end.block = _target(end.block)
        case Test():
            end.then, end.otherwise = _target(end.then), _target(end.otherwise)
        case Ask():
            end.otherwise = None if end.otherwise is None else _target(end.otherwise)
        case Dispatch():
            end.blocks = [_target(b) for b in end.blocks]


def _following(end: End) -> list[Block]:
    match end:
        case Goto(block) | CallThen(_, block) | ForkThen(_, block):
            return [block]
        case Test(_, then, otherwise):
            return [then, otherwise]
        case Ask(_, resume, otherwise):
            return [resume] if otherwise is None else [resume, otherwise]
        case Dispatch(_, blocks):
            return blocks
    return []


def following(block: Block, labels: dict[int, tuple[Block, Block | None]]) -> list[Block]:
    """The blocks that may be gone on with after one."""
    found = _following(block.end)
    for statement in everything(block.body):
        if isinstance(statement, ir.Leave | ir.Again) and statement.label in labels:
            out, again = labels[statement.label]
            after = out if isinstance(statement, ir.Leave) else again
            found = [*found, after] if after is not None else found
    return found


def _of_end(end: End) -> list[object]:
    match end:
        case Test(condition):
            return [condition]
        case Ask(choice):
            return [choice.player]
        case CallThen(call):
            return [call.receiver, call.arguments] if call.receiver is not None else [call.arguments]
        case ForkThen(fork):
            return [fork.players, fork.arguments]
    return []


def _asked(choice: ir.Choice) -> list[object]:
    """What a choice's options and texts are made of."""
    found: list[object] = [choice.prompt] if choice.prompt is not None else []
    for alternative in choice.alternatives:
        found.append(alternative.sources)
        found.extend(x for x in (alternative.condition, alternative.label, alternative.notation) if x is not None)
    if choice.members is not None:
        found.append(choice.members)
    if choice.picked is not None:
        found.append(choice.picked)
    if choice.least is not None:
        found.append(choice.least)
    return found


def _own(choice: ir.Choice) -> list[ir.Variable]:
    """The variables of a choice's parameters, in order."""
    return list(dict.fromkeys(source.variable for alternative in choice.alternatives for source in alternative.sources))

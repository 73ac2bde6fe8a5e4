"""Lowers what says in which order things are done: branches, loops, turns, phases and steps, and leaving them.

`for each … by` takes its list before the first pass, `repeat for each` goes round and round, `turn of` restores the active player
however it is left, steps end with `return`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.machine import ir
from rulelang.machine.fold import none_of, plus
from rulelang.machine.registry import static_text
from rulelang.machine.statements import Frame, Statements
from rulelang.machine.texts import template_of
from rulelang.machine.walk import everything
from rulelang.sema.symbols import (
    EnumMember,
    InstanceSymbol,
    KindSymbol,
)
from rulelang.sema.types import (
    BoolType,
    EnumType,
    IntType,
    Type,
)
from rulelang.syntax import nodes
from rulelang.text.source import Span


class Flow(Statements):
    """Lowers a routine with all that leads through it."""

    # ---------------------------------------------------------------------------------------------------- leaving

    def unwind(self, down_to: int) -> None:
        """Undo what the frames above a depth have opened."""
        for depth in range(len(self.frames) - 1, down_to - 1, -1):
            frame = self.frames[depth]
            if frame.form == "node":
                self.emit(ir.Exit())
            elif frame.form == "after":
                outer, self.frames = self.frames, self.frames[:depth]
                self.out.extend(self.block([*frame.after]))
                self.frames = outer
            elif frame.form == "kept":
                self.emit(ir.Release())
            elif frame.form == "joined":
                assert frame.saved is not None
                self.emit(ir.PartMoves(frame.saved))
            elif frame.form == "turn":
                assert frame.saved is not None
                self.emit(ir.SetScalar("active", frame.saved))
            elif frame.form == "looking":
                assert frame.saved is not None and frame.zone is not None
                self.emit(ir.LookAway(*frame.zone, frame.saved))

    def _do_return(self, node: nodes.Return) -> None:
        value = None
        if node.value is not None:
            value = self.bounded(node.value, self.returns)
            if self.frames:
                value = self.keep(value, "answer")
        for depth in range(len(self.frames) - 1, -1, -1):
            if self.frames[depth].form == "step":
                self.unwind(depth + 1)
                self.emit(ir.Leave(self.frames[depth].label, span=node.span))
                return
        self.unwind(0)
        self.emit(ir.Return(value, span=node.span))

    returns: Type | None = None

    def _leave_loop(self, again: bool, span: Span) -> None:
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            if frame.form == "loop":
                self.unwind(depth + 1)
                self.emit(ir.Leave(frame.again, span=span) if again else ir.Leave(frame.label, span=span))
                return
        raise AssertionError("stop and next stand in loops")

    def _do_stop(self, node: nodes.Stop) -> None:
        self._leave_loop(False, node.span)

    def _do_next(self, node: nodes.Next) -> None:
        self._leave_loop(True, node.span)

    # ---------------------------------------------------------------------------------------------------- branches

    def _do_if(self, node: nodes.If) -> None:
        condition, body = node.branches[0]
        rest = node.branches[1:]
        test = self.lower(condition)
        if isinstance(test, ir.Const):
            if test.value:
                self.out.extend(self.block(body))
            elif rest:
                self._do_if(nodes.If(span=node.span, branches=rest, otherwise=node.otherwise))
            elif node.otherwise is not None:
                self.out.extend(self.block(node.otherwise))
            return
        then = self.block(body)
        if rest:
            inner = nodes.If(span=node.span, branches=rest, otherwise=node.otherwise)
            _, otherwise = self.captured(lambda: self._do_if(inner))
        else:
            otherwise = [] if node.otherwise is None else self.block(node.otherwise)
        self.emit(ir.Branch(test, then, otherwise, span=condition.span, suspends=stops(then) or stops(otherwise)))

    def _do_match(self, node: nodes.Match) -> None:
        subject = self.keep(self.scalar(node.subject), "subject")
        exhaustive = isinstance(node.subject.type, EnumType | BoolType)
        self.out.extend(self._arms(node, subject, 0, exhaustive))

    def _arms(self, node: nodes.Match, subject: ir.Expr, index: int, exhaustive: bool) -> list[ir.Stmt]:
        if index == len(node.arms):
            text = ir.Template(["no arm fits ", ir.Slot(subject, self.world.shape(node.subject.type or IntType()))])
            return [] if exhaustive else [ir.Fail("RL0811", text, span=node.span)]
        arm = node.arms[index]
        tests = [self._pattern(p, subject, node.subject.type) for p in arm.patterns]
        body = self.block(arm.body)
        if any(t is None for t in tests):
            return body
        known = [t for t in tests if t is not None]
        condition = known[0] if len(known) == 1 else ir.Operation("or", known)
        rest = self._arms(node, subject, index + 1, exhaustive)
        return [ir.Branch(condition, body, rest, span=arm.span, suspends=stops(body) or stops(rest))]

    def arm_that_fits(self, node: nodes.Match, evaluate: Callable[[ir.Expr], Any]) -> Sequence[nodes.Statement]:
        """The statements of the arm of a `match` that would run, with the values that `evaluate` finds; none if no arm fits."""
        subject = ir.Const(evaluate(self.scalar(node.subject)))
        for arm in node.arms:
            tests = [self._pattern(pattern, subject, node.subject.type) for pattern in arm.patterns]
            if any(test is None or evaluate(test) for test in tests):
                return arm.body
        return ()

    def _pattern(self, pattern: nodes.Pattern, subject: ir.Expr, type_: Type | None) -> ir.Expr | None:
        if pattern.form == "else":
            return None
        if pattern.form == "none":
            return ir.Operation("==", [subject, ir.Const(none_of(type_))])
        if pattern.form == "number":
            if pattern.lowest == pattern.highest:
                return ir.Operation("==", [subject, ir.Const(pattern.lowest)])
            ends: list[ir.Expr] = []
            if pattern.lowest is not None:
                ends.append(ir.Operation(">=", [subject, ir.Const(pattern.lowest)]))
            if pattern.highest is not None:
                ends.append(ir.Operation("<=", [subject, ir.Const(pattern.highest)]))
            return ends[0] if len(ends) == 1 else ir.Operation("and", ends)
        symbol = pattern.symbol
        if isinstance(symbol, KindSymbol):
            return ir.Lookup(self.world.membership_table(symbol), subject)
        if isinstance(symbol, EnumMember):
            return ir.Operation("==", [subject, ir.Const(symbol.number)])
        if isinstance(symbol, InstanceSymbol):
            things = self.world.things_of(symbol)
            if len(things) == 1:
                return ir.Operation("==", [subject, ir.Const(things[0].number)])
            table = self.world.design_table(self.world.store(symbol.kind))
            return ir.Operation("==", [ir.Lookup(table, subject), ir.Const(self.world.declared_number(symbol))])
        assert pattern.name is not None
        named = nodes.Name(span=pattern.span, text=pattern.name.text, symbol=symbol, type=type_)
        return ir.Operation("==", [subject, self.lower(named)])

    # ---------------------------------------------------------------------------------------------------- loops

    def head_items(self, head: nodes.Head) -> tuple[ir.Variable, ir.Expr]:
        """The variable of a loop and its list, filtered and in order."""
        source = self.source(head)
        if source.condition is None and head.order is None:
            return source.variable, source.domain
        keys = self.keys(head.order)
        at_random = head.order is not None and head.order.at_random
        # The query has a variable of its own, so that the loop's may live in a frame.
        query = ir.QueryExpr("sorted" if keys or at_random else "each", source.variable, [source], keys, at_random, head.span)
        variable = self.declare(head.symbol)
        return variable, query

    def loop_body(self, body: list[nodes.Statement], label: int) -> list[ir.Stmt]:
        """A loop's body, which `stop` and `next` inside may leave."""
        again = self.registry.label()
        self.frames.append(Frame("loop", label, again))
        inner = self.block(body)
        self.frames.pop()
        if uses_label(inner, again):
            return [ir.Region(inner, again, suspends=stops(inner))]
        return inner

    def _do_foreach(self, node: nodes.ForEach) -> None:
        variable, items = self.head_items(node.head)
        label = self.registry.label()
        body = self.loop_body(node.body, label)
        self.emit(ir.ForIn(variable, items, body, label, span=node.span, suspends=stops(body)))

    def _do_while(self, node: nodes.While) -> None:
        label = self.registry.label()
        test, before = self.captured(lambda: self.lower(node.condition))
        body = self.loop_body(node.body, label)
        whole = [*before, ir.Branch(test, [], [ir.Leave(label)], span=node.condition.span), *body]
        self.emit(ir.Loop(whole, [], label, span=node.span, suspends=stops(whole)))

    def _do_repeat(self, node: nodes.Repeat) -> None:
        label = self.registry.label()
        if node.times is not None:
            count = self.scalar(node.times)
            body = self.loop_body(node.body, label)
            items = ir.Helper("range", [ir.Const(1), count])
            self.emit(ir.ForIn(self.variable("pass"), items, body, label, span=node.span, suspends=stops(body)))
            return
        limit: ir.Expr | None = None
        counter: ir.Variable | None = None
        if node.at_most is not None:
            limit = self.keep(self.scalar(node.at_most), "limit")
            counter = self.variable("passes")
            self.emit(ir.SetVariable(counter, ir.Const(0)))
        if node.head is not None:
            self._repeat_round(node, label, counter, limit)
            return
        pass_, tail = self._pass(node, label, counter, limit)
        whole = [*pass_, *tail]
        self.emit(ir.Loop(whole, [], label, span=node.span, suspends=stops(whole)))

    def _pass(
        self, node: nodes.Repeat, label: int, counter: ir.Variable | None, limit: ir.Expr | None
    ) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
        """One pass of a `repeat`: the limit and the body; and what is tested after it."""
        before: list[ir.Stmt] = []
        if counter is not None and limit is not None:
            event = self.event("limit", node.span)
            text = ir.Template(["the limit of ", ir.Slot(limit, ["int"]), " is reached"])
            self.registry.events[event].text = static_text(text)
            before.append(
                ir.Branch(
                    ir.Operation(">=", [counter, limit]),
                    [ir.Tell(event, text, span=node.span), ir.Leave(label)],
                    [],
                    span=node.span,
                )
            )
            before.append(ir.SetVariable(counter, plus(counter, ir.Const(1))))
        body = self.loop_body(node.body, label)
        tail: list[ir.Stmt] = []
        until = node.until
        if until is not None:
            test, prelude = self.captured(lambda: self.lower(until))
            tail = [*prelude, ir.Branch(test, [ir.Leave(label)], [], span=until.span)]
        return [*before, *body], tail

    def _repeat_round(self, node: nodes.Repeat, label: int, counter: ir.Variable | None, limit: ir.Expr | None) -> None:
        head = node.head
        assert head is not None
        plain = nodes.Head(
            span=head.span, name=head.name, domain=head.domain, condition=None, order=head.order, symbol=head.symbol
        )
        variable, items = self.head_items(plain)
        items = self.keep(items, "round") if head.order is not None or not isinstance(items, ir.Const) else items
        if isinstance(items, ir.Variable):
            items.shape = ["list", variable.shape]
        inner_label = self.registry.label()
        condition = None if head.condition is None else self.lower(head.condition)
        pass_, tail = self._pass(node, label, counter, limit)
        turn = [*pass_, *tail]
        if condition is None:
            empty = ir.Branch(
                ir.Operation("==", [ir.Helper("size", [items]), ir.Const(0)]), [ir.Leave(label)], [], span=node.span
            )
            first = [] if isinstance(items, ir.Const) and items.value else [empty]
            lap: list[ir.Stmt] = [ir.ForIn(variable, items, turn, inner_label, span=node.span, suspends=stops(turn))]
            whole = [*first, *lap]
        else:
            anybody = self.variable("anybody")
            taken: list[ir.Stmt] = [ir.SetVariable(anybody, ir.Const(1)), *turn]
            guarded = ir.Branch(condition, taken, [], span=node.span, suspends=stops(taken))
            whole = [
                ir.SetVariable(anybody, ir.Const(0)),
                ir.ForIn(variable, items, [guarded], inner_label, span=node.span, suspends=guarded.suspends),
                ir.Branch(anybody, [], [ir.Leave(label)], span=node.span),
            ]
        self.emit(ir.Loop(whole, [], label, span=node.span, suspends=stops(whole)))

    # ---------------------------------------------------------------------------------------------------- turns and steps

    def _do_turnof(self, node: nodes.TurnOf) -> None:
        player = self.keep(self.holder(node.player), "turn_of")
        saved = self.variable("active_before")
        self.emit(ir.SetVariable(saved, ir.Scalar("active")))
        self.emit(ir.SetScalar("active", player, span=node.span))
        self.frames.append(Frame("turn", saved=saved))
        event = self.event("turn", node.span)
        template = ir.Template([ir.Slot(player, ["player"])])
        self.registry.events[event].text = static_text(template)
        self.emit(ir.Enter(event, template, "turn", span=node.span))
        self.frames.append(Frame("node"))
        self.out.extend(self.block(node.body))
        self.emit(ir.Exit())
        self.frames.pop()
        self.frames.pop()
        self.emit(ir.SetScalar("active", saved))

    def _do_part(self, node: nodes.Part) -> None:
        """What a variant put among other statements."""
        if node.form == "body":
            self.out.extend(self._before_hooks(lambda: self.block(node.body), node.after))
            return
        label = self.registry.label()
        self.frames.append(Frame("step", label))
        inner = self.block(node.body)
        self.frames.pop()
        self.emit(ir.Region(inner, label, span=node.span, suspends=stops(inner)))

    def _before_hooks(self, make: Callable[[], list[ir.Stmt]], after: list[nodes.Part]) -> list[ir.Stmt]:
        """Statements, and the hooks that run after them however they are left."""
        if not after:
            return make()
        self.frames.append(Frame("after", after=after))
        inner = make()
        self.frames.pop()
        return [*inner, *self.block([*after])]

    def _do_step(self, node: nodes.Step) -> None:
        self.node(node, f"{self.path}.{node.name.text}", "step")

    def node(self, node: nodes.Phase | nodes.Step, path: str, form: str) -> None:
        """A phase or a step: its title in the log, its skip, its loop, its body, and the hooks around it."""
        name, title, head, skip, span = node.name.text, node.title, node.head, node.skip, node.span
        skipped: ir.Expr | None = None
        if skip is not None:
            skipped = self.lower(skip.condition)
            if isinstance(skipped, ir.Const):
                if skipped.value:
                    self._skipped(path, title, skip)
                    return
                skipped = None
        outer_path, self.path = self.path, path
        inner = self.block([*node.before])
        inner += self._before_hooks(
            lambda: self.captured(lambda: self._node_body(name, path, title, head, node.body, span, form))[1], node.after
        )
        self.path = outer_path
        if skipped is None:
            self.out.extend(inner)
            return
        assert skip is not None
        _, instead = self.captured(lambda: self._skipped(path, title, skip))
        self.emit(ir.Branch(skipped, instead, inner, span=skip.span, suspends=stops(inner)))

    def _skipped(self, path: str, title: nodes.Text | None, skip: nodes.Skip) -> None:
        if skip.why is None:
            return
        why = template_of(self, skip.why)
        event = self.event("skip", skip.span, why, path=path)
        self.emit(ir.Tell(event, why, span=skip.span))

    def _node_body(
        self,
        name: str,
        path: str,
        title: nodes.Text | None,
        head: nodes.Head | None,
        body: list[nodes.Statement],
        span: Span,
        form: str,
    ) -> None:
        label = self.registry.label()
        if head is None:
            inner = self._entered(name, title, body, span, form, label, form == "step")
            self.emit(ir.Region(inner, label, span=span, suspends=stops(inner)))
            return
        variable, items = self.head_items(head)
        loop_label = self.registry.label()
        again = self.registry.label()
        self.frames.append(Frame("loop", loop_label, again))
        inner = self._entered(name, title, body, span, form, label, True)
        self.frames.pop()
        region: list[ir.Stmt] = [ir.Region(inner, label, span=span, suspends=stops(inner))]
        if uses_label(region, again):
            region = [ir.Region(region, again, suspends=stops(region))]
        self.emit(ir.ForIn(variable, items, region, loop_label, span=span, suspends=stops(region)))

    def _entered(
        self,
        name: str,
        title: nodes.Text | None,
        body: list[nodes.Statement],
        span: Span,
        form: str,
        label: int,
        returns_here: bool,
    ) -> list[ir.Stmt]:
        # The step's frame lies below the node's. `return` leaves a step, or one pass of a phase that is done for each; it unwinds
        # what lies above the step's frame, the node of the log among it.
        self.frames.append(Frame("step" if returns_here else "phase", label))
        _, start = self.captured(lambda: self._enter(title, span, form, name))
        self.frames.append(Frame("node"))
        inner = self.block(body)
        self.frames.pop()
        self.frames.pop()
        return [*start, *inner, ir.Exit()]

    def _enter(self, title: nodes.Text | None, span: Span, form: str, name: str) -> None:
        template = None if title is None else template_of(self, title)
        self.emit(ir.Enter(self.event(form, span, template), template, name, span=span))


def stops(body: list[ir.Stmt]) -> bool:
    """Whether a body can stop at a choice."""
    return any(s.suspends for s in body)


def uses_label(body: list[ir.Stmt], label: int) -> bool:
    """Whether anything in a body leaves by a label."""
    return any(isinstance(s, ir.Leave | ir.Again) and s.label == label for s in everything(body))

"""Checking what holds blocks: branches, loops, steps, turns; and what is known when they are left.

Each function says whether what follows can be reached. A loop forgets before its first pass what its body may write; what a
condition shows holds in the branch it guards and, where the other side leaves, for all that follows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rulelang.sema import choices, expressions, facts, library, matching, queries, say, sight, statements, types
from rulelang.sema.context import Body, Loop
from rulelang.sema.facts import Facts
from rulelang.sema.symbols import LocalSymbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label


def branches(body: Body, node: nodes.If) -> bool:
    """Check `if`, `else if`, `else`."""
    before = body.facts
    guards = len(body.guards)
    outcomes: list[Facts] = []
    for test, lines in node.branches:
        expressions.condition(body, test)
        body.forget(body.game.writes.of(test))
        body.guards.append(test)
        otherwise = {**body.facts, **facts.of_condition(test, False)}
        body.facts = {**body.facts, **facts.of_condition(test, True)}
        if statements.block(body, lines):
            outcomes.append(body.facts)
        body.facts = otherwise
    if node.otherwise is None or statements.block(body, node.otherwise):
        outcomes.append(body.facts)
    if outcomes:
        # A test whose branch leaves is thought of for all that follows; the others end here.
        if any(not _reaches_end(lines) for _, lines in node.branches):
            guards = len(body.guards)
    del body.guards[guards:]
    body.facts = _on_all(outcomes, before)
    return bool(outcomes)


def _reaches_end(lines: nodes.Block) -> bool:
    return not lines or not isinstance(lines[-1], nodes.Return | nodes.Stop | nodes.Next | nodes.EndGame)


def _on_all(outcomes: list[Facts], before: Facts) -> Facts:
    """What holds on every way that goes on."""
    if not outcomes:
        return before
    common = outcomes[0]
    for other in outcomes[1:]:
        common = facts.both(common, other)
    return common


def match_(body: Body, node: nodes.Match) -> bool:
    """Check `match` and its arms."""
    subject = expressions.check(body, node.subject)
    body.forget(body.game.writes.of(node.subject))
    before = body.facts
    outcomes: list[Facts] = []
    with body.meaning_designs():
        arms = matching.patterns(body, node, subject)
    for arm, shown in zip(node.arms, arms.shown, strict=True):
        body.facts = {**before, **shown}
        if statements.block(body, arm.body):
            outcomes.append(body.facts)
    if not arms.exhaustive:
        outcomes.append(before)
    body.facts = _on_all(outcomes, before)
    return bool(outcomes)


def _in_loop(body: Body, lines: nodes.Block) -> Loop:
    """Check the body of a loop; says whether something in it leaves the loop."""
    loop = Loop()
    body.loops.append(loop)
    statements.block(body, lines)
    body.loops.pop()
    return loop


def for_each(body: Body, node: nodes.ForEach) -> bool:
    """Check `for each`."""
    written = body.game.writes.of(list(node.body))
    with body.scope(), body.believing({}):
        queries.head(body, node.head)
        # List, condition and order are taken once, so a later pass may find the condition untrue.
        body.forget(written)
        with body.guarded(node.head.condition):
            _in_loop(body, node.body)
    body.forget(written | body.game.writes.of(node.head))
    return True


def at_once(body: Body, node: nodes.AtOnce) -> bool:
    """Check `at once`."""
    body.refuse("`at once` asks players", node.span)
    body.effects.chooses = True
    if body.at_once:
        body.sink.error("RL0503", "`at once` cannot stand inside another `at once`", node.span)
    written = body.game.writes.of(list(node.body))
    outside = body.at_once
    with body.scope(), body.believing({}):
        symbol = queries.head(body, node.head)
        if not isinstance(symbol.type, types.PlayerType | types.BadType):
            body.sink.error(
                "RL0503",
                f"`at once` goes through players, and {body.game.quoted(node.head.domain)} "
                f"is {say.type_words(types.ListType(symbol.type))}",
                node.head.domain.span,
            )
        body.forget(written)
        body.at_once = True
        with body.guarded(node.head.condition):
            _in_loop(body, node.body)
        body.at_once = outside
    if not outside:
        body.game.at_once.append((node, symbol))
    body.forget(written)
    return True


def while_(body: Body, node: nodes.While) -> bool:
    """Check `while`."""
    written = body.game.writes.of(list(node.body)) | body.game.writes.of(node.condition)
    body.forget(written)
    expressions.condition(body, node.condition)
    with body.guarded(node.condition), body.believing(facts.of_condition(node.condition, True)):
        loop = _in_loop(body, node.body)
    if not loop.left:
        body.facts = {**body.facts, **facts.of_condition(node.condition, False)}
    endless = isinstance(node.condition, nodes.Truth) and node.condition.value and not loop.left
    return not endless


def repeat(body: Body, node: nodes.Repeat) -> bool:
    """Check `repeat`, in all its forms."""
    for count in (node.times, node.at_most):
        if count is not None:
            expressions.number(body, count, "`repeat`")
    written = body.game.writes.of(list(node.body))
    body.forget(written)
    guards = len(body.guards)
    before = body.facts
    if node.until is not None:
        body.guards.append(node.until)
    with body.scope(), body.believing({}):
        if node.head is not None:
            queries.head(body, node.head)
        loop = Loop()
        body.loops.append(loop)
        with body.scope(), body.guarded(node.head.condition if node.head is not None else None):
            statements.sequence(body, node.body)
        body.loops.pop()
        if node.until is not None:
            # Whose turn it is may be asked; what the body has set need not have been set.
            body.facts = facts.without(before, body.game.writes.of(node.until))
            expressions.condition(body, node.until, "what follows `until`")
    shown: Facts = {}
    if node.until is not None:
        body.facts = facts.without(body.facts, body.game.writes.of(node.until))
        only_way = not loop.left and node.at_most is None and (node.head is None or _always_someone(body, node.head))
        shown = facts.of_condition(node.until, True) if only_way else {}
    del body.guards[guards:]
    body.facts = {**body.facts, **shown}
    endless = node.until is None and node.times is None and node.at_most is None and node.head is None and not loop.left
    return not endless


def _always_someone(body: Body, head: nodes.Head) -> bool:
    return head.condition is None and choices.never_empty(body, head.domain)


def step(body: Body, node: nodes.Step) -> bool:
    """Check a step, which is a part of its phase."""
    body.refuse("a step is a part of a phase", node.span)
    earlier = body.steps.get(node.name.text)
    if earlier is not None:
        body.sink.error(
            "RL0511",
            f"there are two steps called `{node.name.text}`",
            node.name.span,
            others=say.declared_at(
                LocalSymbol(name=node.name.text, span=earlier.name.span, type=types.BAD, role="let"), "the other"
            ),
        )
    body.steps.setdefault(node.name.text, node)
    written = body.game.writes.of(node)
    with body.scope(), body.believing({}):
        if node.before:
            statements.block(body, [*node.before])
        skip(body, node.skip, node.head)
        if node.head is not None:
            queries.head(body, node.head)
        # With a loop the title is told in each pass.
        expressions.text(body, node.title)
        body.forget(written if node.head is not None else frozenset())
        returns, body.returns = body.returns, types.VOID
        if node.head is not None:
            _in_loop(body, node.body)
        else:
            statements.block(body, node.body)
        body.returns = returns
    body.forget(written)
    if node.after:
        statements.block(body, [*node.after])
    return True


def part(body: Body, node: nodes.Part) -> bool:
    """Check what a variant put among other statements."""
    written = body.game.writes.of(list(node.body))
    before = facts.without(body.facts, written)
    if node.form == "body":
        falls = statements.block(body, node.body)
        if node.after:
            # It may be left early, so what its end shows is not known to the hooks.
            left, body.facts = body.facts, before
            statements.block(body, [*node.after])
            body.facts = facts.without(left, body.game.writes.of([*node.after]))
        return falls
    returns, loops = body.returns, body.loops
    body.returns = types.VOID
    if node.form == "hook":
        body.loops = []
    with body.believing({}):
        statements.block(body, node.body)
    body.returns, body.loops = returns, loops
    body.forget(written)
    return True


def skip(body: Body, node: nodes.Skip | None, head: nodes.Head | None) -> None:
    """Check `skip when c "why"`, which is asked once, before the list of a loop is made; that it was not skipped is believed from
    then on."""
    if node is None:
        return
    if head is not None and body.local(head.name.text) is None:
        early = [n for n in everything(node) if isinstance(n, nodes.Name) and n.text == head.name.text]
        if early and not body.game.names.candidates(head.name.text) and body.member(head.name.text) is None:
            body.sink.error(
                "RL0202",
                f"nothing is called `{head.name.text}` yet: `skip when` is asked once, before the loop begins",
                early[0].span,
                others=(Label(head.name.span, "the loop"),),
                help="what is to hold in each pass stands behind `where` in the loop, or in the body before a `return`",
            )
            return
    with body.doing_nothing("`skip when`"):
        expressions.condition(body, node.condition, "what follows `skip when`")
        expressions.text(body, node.why)
    body.guards.append(node.condition)
    body.facts = {**body.facts, **facts.of_condition(node.condition, False)}


def turn_of(body: Body, node: nodes.TurnOf) -> bool:
    """Check `turn of p:`."""
    body.effects.logs = True
    body.refuse("`turn of` begins a turn", node.span)
    expressions.player(body, node.player, "`turn of`")
    active = frozenset({"active"})
    body.forget(active)
    body.facts = {**body.facts, ("name", library.VALUES["active"]): types.PLAYER}
    falls = statements.block(body, node.body)
    body.forget(active)
    return falls


def one_move(body: Body, node: nodes.OneMove) -> bool:
    """Check `as one move:`."""
    body.refuse("`as one move` holds choices", node.span)
    return statements.block(body, node.body)


@cache
def compound() -> dict[type[nodes.Statement], Callable[[Body, Any], bool]]:
    """What checks each statement that holds blocks. Made when first asked for, since choices hold blocks as well."""
    return {
        nodes.If: branches,
        nodes.Match: match_,
        nodes.ForEach: for_each,
        nodes.AtOnce: at_once,
        nodes.While: while_,
        nodes.Repeat: repeat,
        nodes.Step: step,
        nodes.Part: part,
        nodes.TurnOf: turn_of,
        nodes.Looks: sight.looks,
        nodes.OneMove: one_move,
        nodes.Offer: choices.offer,
        nodes.Choose: choices.choose,
        nodes.ChooseOption: choices.choose_option,
    }

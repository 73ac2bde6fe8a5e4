"""Checking the bodies of rules, defines, phases and `play`, each once, when first needed or in the order of the text.

A define written with `=` and without a type gets the type of its value here. A rule or define that says `-> T` must give a value
on every way through.
"""

from __future__ import annotations

from rulelang.sema import control, expressions, fits, queries, say, statements, sums, totals, types
from rulelang.sema.context import PENDING, Body, Game, Loop
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, LocalSymbol, RoutineSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes


def check_routine(game: Game, routine: RoutineSymbol) -> None:
    """Check a body, unless that was done."""
    if routine in game.checked:
        return
    game.checked.add(routine)
    game.in_progress.append(routine)
    if routine.returns is PENDING and routine.value is None and routine.original is not None:
        check_routine(game, routine.original)
        routine.returns = routine.original.returns
    elif routine.returns is PENDING and routine.owner is not None:
        routine.returns = _of_method(game, routine, routine.owner)
    body = Body(game, routine, routine.this, routine.effects)
    body.returns = types.VOID if routine.returns is PENDING else routine.returns
    if routine.this is not None:
        body.scopes[0]["this"] = routine.this
    if totals.of_routine(routine) is None:
        for parameter in routine.parameters:
            body.admit(parameter)
    if routine.form == "define":
        body.pure = "a define"
    total = totals.of_routine(routine)
    if total is not None:
        sums.check(game, routine, total)
    elif isinstance(routine.node, nodes.Phase):
        _phase(body, routine.node)
    elif routine.value is not None:
        _value(body, routine)
    elif routine.body is not None:
        falls = statements.block(body, routine.body)
        if falls and not isinstance(routine.returns, types.VoidType | types.BadType):
            game.sink.error(
                "RL0308",
                f"`{routine.name}` does not give {say.type_words(routine.returns)} on every way through",
                routine.span,
                help="let every branch end with `return` and a value",
            )
    game.in_progress.remove(routine)


def _of_method(game: Game, routine: RoutineSymbol, owner: KindSymbol | InstanceSymbol) -> Type:
    """What the define that a body stands in for gives, where that is worked out from the kind's own body."""
    kind = owner.kind if isinstance(owner, InstanceSymbol) else owner
    method = kind.method(routine.name)
    if method is None or method.default is None or method.default is routine:
        return PENDING
    check_routine(game, method.default)
    return method.default.returns


def _value(body: Body, routine: RoutineSymbol) -> None:
    assert routine.value is not None
    if routine.returns is not PENDING:
        expressions.want(body, routine.value, routine.returns, f"`{routine.name}`")
        return
    found = expressions.check(body, routine.value)
    if isinstance(found, types.NoneType) or (isinstance(found, types.ListType) and isinstance(found.item, types.BadType)):
        if isinstance(found, types.NoneType) or isinstance(routine.value, nodes.ListLiteral):
            body.sink.error(
                "RL0310",
                f"{body.game.quoted(routine.value)} does not say what `{routine.name}` may give otherwise",
                routine.value.span,
                help=f"write it: `define {routine.name}(...) -> Player? = ...`",
            )
        found = types.BAD
    elif isinstance(found, types.VoidType):
        body.sink.error("RL0301", f"{body.game.quoted(routine.value)} gives no value", routine.value.span)
        found = types.BAD
    if routine.returns is PENDING:
        # A define that needs itself was reported meanwhile, and has the bad type by now.
        routine.returns = types.BadType() if isinstance(found, types.BadType) else fits.widened(found)


def _phase(body: Body, phase: nodes.Phase) -> None:
    if phase.before:
        statements.block(body, [*phase.before])
    with body.scope():
        control.skip(body, phase.skip, phase.head)
        if phase.head is not None:
            queries.head(body, phase.head)
            body.loops.append(Loop())
        expressions.text(body, phase.title)
        if phase.head is not None:
            body.forget(body.game.writes.of(list(phase.body)))
        statements.block(body, phase.body)
        if phase.head is not None:
            body.loops.pop()
    if phase.after:
        body.facts = {}
        statements.block(body, [*phase.after])


def this_of(owner: KindSymbol | InstanceSymbol) -> LocalSymbol:
    """`this` in a body of a kind or a thing."""
    kind = owner.kind if isinstance(owner, InstanceSymbol) else owner
    return LocalSymbol(name="this", span=owner.span, type=types.KindType(kind), role="this")

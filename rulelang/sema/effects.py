"""What running something may do, over the whole call graph.

Bodies note what they do themselves while they are checked. Here that is closed over calls: a rule does all that the rules it
calls do; a rule of a kind does what any of its bodies does, since which one runs is known only in play. Then the calls that
stand where nothing may be done are looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.sema import say
from rulelang.sema.context import Game
from rulelang.sema.symbols import Effects, MethodSymbol, RoutineSymbol

Callee = RoutineSymbol | MethodSymbol


def all_routines(game: Game) -> list[RoutineSymbol]:
    """Every body of a game."""
    model = game.model
    found: list[RoutineSymbol] = list(model.routines.values())
    found.extend(model.standing)
    if model.play is not None:
        found.append(model.play)
    for kind in model.kinds.values():
        found.extend(m.default for m in kind.methods.values() if m.default is not None)
        found.extend(kind.overrides.values())
    for instance in model.instances:
        found.extend(instance.overrides.values())
    found.extend(game.woven)
    # What a variant replaces still runs where it says `original(...)`.
    seen = set(found)
    for routine in list(found):
        outward = routine.original
        while outward is not None and outward not in seen:
            seen.add(outward)
            found.append(outward)
            outward = outward.original
    return found


def close(game: Game) -> None:
    """Close the effects of all bodies over calls."""
    routines = all_routines(game)
    methods = [m for kind in game.model.kinds.values() for m in kind.methods.values()]
    for method in methods:
        method.effects.calls.update(method.bodies())
    waiting: list[Callee] = [*routines, *methods]
    changed = True
    while changed:
        changed = False
        for callee in waiting:
            for other in callee.effects.calls:
                changed = _take(callee.effects, other.effects) or changed
            for tried in callee.effects.tries:
                before = len(callee.effects.reads)
                callee.effects.reads |= tried.effects.reads
                changed = changed or len(callee.effects.reads) != before


_FLAGS = ("chooses", "random", "ends_game", "logs", "cancels", "requires")


def _take(into: Effects, of: Effects) -> bool:
    """Take over what something called does; whether that was news."""
    news = False
    for flag in _FLAGS:
        if getattr(of, flag) and not getattr(into, flag):
            setattr(into, flag, True)
            news = True
    before = len(into.reads), len(into.writes)
    into.reads |= of.reads
    into.writes |= of.writes
    return news or before != (len(into.reads), len(into.writes))


def does(effects: Effects) -> str:
    """What something does, in words, the weightiest first; empty where it only gives a value."""
    if effects.chooses:
        return "asks a player"
    if effects.random:
        return "draws on chance"
    if effects.ends_game:
        return "ends the game"
    if effects.writes:
        names = sorted(f.name for f in effects.writes)
        return f"changes `{names[0]}`"
    if effects.logs:
        return "says something"
    if effects.cancels:
        return "takes something back"
    if effects.requires:
        return "forbids something"
    return ""


def keep_obligations(game: Game) -> None:
    """Report calls of what does something, where nothing may be done, and results of what does nothing that are not used."""
    for span, callee in game.results:
        if not does(callee.effects):
            game.sink.error(
                "RL0309",
                f"`{callee.name}` only gives a value, and nothing is done with it",
                span,
                others=say.declared_at(callee),
                help="keep it with `let`, or take the line out",
            )
    for obligation in game.obligations:
        deed = does(obligation.callee.effects)
        if deed:
            game.sink.error(
                "RL0501",
                f"{obligation.where} only works out a value, and `{obligation.callee.name}` {deed}",
                obligation.span,
                others=say.declared_at(obligation.callee),
                help="do it in a rule, before or after",
            )


def reachable(start: Iterable[Callee]) -> set[Callee]:
    """All that may run when these run."""
    found: set[Callee] = set()
    pending = list(start)
    while pending:
        callee = pending.pop()
        if callee in found:
            continue
        found.add(callee)
        pending.extend(callee.effects.calls)
        pending.extend(callee.effects.tries)
        if isinstance(callee, MethodSymbol):
            pending.extend(callee.bodies())
    return found

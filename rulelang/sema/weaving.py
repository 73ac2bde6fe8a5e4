"""Weaving one change of a variant into a game whose symbols are made and whose bodies are not checked yet.

A dotted name leads to a routine (a rule, define, phase, `play`, a body of a kind or thing), to something inside of the body of
one (`weaving_inside`), or to a value or a line of a sum (`weaving_values`). A routine is never changed: a new one takes its
place, which runs the old one where it says `original(...)`, or, for hooks, runs what comes before, the old one, and what comes
after. Those routines around others are built resolved and typed, since nobody wrote them.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

from rulelang.sema import merging, say, spots, totals, types, weaving_inside, weaving_values
from rulelang.sema.bodies import this_of
from rulelang.sema.clashes import is_original, path_span, written_name
from rulelang.sema.context import Game
from rulelang.sema.names import is_value
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, LocalSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.sema.weaving_inside import unfit
from rulelang.syntax import nodes


@dataclass(slots=True)
class Target:
    """A routine that a path leads to, how another is put in its place, and what of the path is left: names inside of it."""

    routine: RoutineSymbol
    put: Callable[[RoutineSymbol], None]
    rest: list[nodes.Identifier]


def rank(game: Game, change: nodes.Change) -> int:
    """In which order changes are made: by how far in the thing or kind is whose body they change."""
    name = change.path[0].text
    kind = game.model.kinds.get(name)
    if kind is not None:
        return len(kind.lineage())
    return len(game.model.kinds) + 1 if any(i.name == name for i in game.model.instances) else 0


def weave(game: Game, variant: nodes.Variant, change: nodes.Change) -> None:
    """Make one change."""
    if change in game.merged:
        return
    if change.declared is not None:
        merging.check(game, change)
        return
    if weaving_values.weave(game, variant, change):
        return
    if change.verb == "add" and totals.add_lines(game, change):
        return
    target = _target(game, change)
    if target is None:
        return
    node = target.routine.node
    if target.rest or change.line is not None:
        weaving_inside.weave(game, variant, change, target.routine, target.rest)
    elif isinstance(node, nodes.Whenever | nodes.Anytime):
        weaving_inside.standing(game, variant, change, target.routine, node)
    elif spots.in_each_pass(change, node, len(target.routine.parameters)) and isinstance(node, nodes.Phase):
        weaving_inside.each_pass(game, change, node, [p.name for p in target.routine.parameters])
    elif change.verb == "replace":
        _replace(game, change, target)
    elif change.verb in ("before", "after"):
        _hook(game, variant, change, target)
    elif change.verb == "add":
        body = target.routine.body or []
        weaving_inside.add_options(game, change, target.routine, body, [p.name for p in target.routine.parameters])
    else:
        unfit(game, change, f"`{target.routine.name}` cannot be {_PAST[change.verb]}", "name an option, a choice or a step in it")


_PAST = {"limit": "limited", "remove": "removed", "add": "added to"}


# ------------------------------------------------------------------------------------------------------------ finding


def _target(game: Game, change: nodes.Change) -> Target | None:
    """The routine that a path leads to."""
    first, rest = change.path[0], change.path[1:]
    model, name = game.model, change.path[0].text
    routine = model.routines.get(name)
    if routine is not None:
        return Target(routine, lambda new: _put_free(game, new), rest)
    if name == "play" and model.play is not None:

        def put_play(new: RoutineSymbol) -> None:
            model.play = new

        return Target(model.play, put_play, rest)
    stands = spots.standing(game, name)
    if stands is not None:
        return Target(stands, lambda new: None, rest)
    owner = spots.owner_of(game, name)
    if owner is not None:
        return _method_target(game, change, owner, rest)
    near = [
        *model.routines,
        *model.kinds,
        *(i.name for i in model.instances),
        *(s.name for s in model.standing),
        "play",
        "scoring",
    ]
    game.unknown("RL0401", f"the game has no `{name}` to be changed", first.span, name, near)
    return None


def _method_target(
    game: Game, change: nodes.Change, owner: KindSymbol | InstanceSymbol, rest: list[nodes.Identifier]
) -> Target | None:
    kind = owner.kind if isinstance(owner, InstanceSymbol) else owner
    if not rest:
        unfit(
            game,
            change,
            f"`{owner.name}` is {say.symbol_words(owner)}, and only its rules can be changed so",
            "name one of its rules after a dot",
        )
        return None
    name = rest[0].text
    method = kind.method(name)
    if method is None:
        near = [n for k in kind.lineage() for n in k.methods]
        game.unknown("RL0401", f"`{owner.name}` has no rule or define `{name}` to be changed", rest[0].span, name, near)
        return None
    method.uses.append(rest[0].span)
    current = owner.overrides.get(name)
    if current is None:
        current = _inherited(owner, kind, name)
    if current is None:
        unfit(
            game,
            change,
            f"`{owner.name}` leaves `{name}` open, so there is nothing to change",
            "change it in the things that give it",
            method,
        )
        return None
    declared = method

    def put(new: RoutineSymbol) -> None:
        if owner is declared.kind:
            declared.default = new
        else:
            owner.overrides[name] = new
        if isinstance(owner, KindSymbol):
            _hand_on(game, name, current, new)

    return Target(current, put, rest[1:])


def _hand_on(game: Game, name: str, old: RoutineSymbol, new: RoutineSymbol) -> None:
    """Let the bodies below that run the old one by `original(...)` run the new one."""
    holders: list[KindSymbol | InstanceSymbol] = [*game.model.kinds.values(), *game.model.instances]
    for holder in holders:
        below = holder.overrides.get(name)
        if below is not None and below is not new and below.original is old:
            below.original = new


def _inherited(owner: KindSymbol | InstanceSymbol, kind: KindSymbol, name: str) -> RoutineSymbol | None:
    """The body that holds for a kind or thing that gives none itself."""
    for each in kind.lineage():
        if name in each.overrides and each is not owner:
            return each.overrides[name]
        if name in each.methods:
            return each.methods[name].default
    return None


def _put_free(game: Game, new: RoutineSymbol) -> None:
    """Let a routine take the place of the one of its name."""
    game.model.routines[new.name] = new
    if is_value(new):
        game.names.values[new.name] = [new]
    else:
        game.names.calls[new.name] = new


# ------------------------------------------------------------------------------------------------------------ whole routines


def _like(old: RoutineSymbol, change: nodes.Change, form: str) -> RoutineSymbol:
    """A routine with the parameters of another, under the names that a change gives them."""
    written = change.parameters
    parameters: list[LocalSymbol] = []
    for number, declared in enumerate(old.parameters):
        name, span = declared.name, declared.span
        if written is not None:
            name, span = written[number].name.text, written[number].name.span
        parameter = LocalSymbol(name=name, span=span, type=declared.type, role="parameter")
        # Whether a parameter is used was asked where it was declared; a change need not use it.
        parameter.uses.append(span)
        if written is not None:
            written[number].symbol = parameter
        parameters.append(parameter)
    return RoutineSymbol(
        name=old.name,
        span=path_span(change),
        doc=change.doc,
        notes=change.notes,
        form=form,
        parameters=parameters,
        returns=old.returns,
        body=change.body,
        value=change.value,
        node=change,
        owner=old.owner,
        this=this_of(old.owner) if old.owner is not None else None,
    )


def _parameters_fit(game: Game, change: nodes.Change, old: RoutineSymbol, needed: bool) -> bool:
    written = change.parameters
    if written is None and not (needed and old.parameters):
        return True
    if written is not None and len(written) == len(old.parameters):
        return True
    names = ", ".join(p.name for p in old.parameters)
    found = say.count(len(written or ()), "parameter")
    unfit(
        game,
        change,
        f"`{old.name}` takes {say.count(len(old.parameters), 'parameter')}, and here are {found}",
        f"write `{change.verb} {written_name(game, change)}({names})`" if names else "leave the brackets out",
        old,
    )
    return False


def _replace(game: Game, change: nodes.Change, target: Target) -> None:
    old = target.routine
    if not _parameters_fit(game, change, old, needed=True):
        return
    if change.value is not None and old.form != "define":
        unfit(
            game,
            change,
            f"`{old.name}` is {say.symbol_words(old)}, and a value stands for a define only",
            "write a block after a colon",
            old,
        )
        return
    new = _like(old, change, old.form)
    new.original = old
    if isinstance(old.node, nodes.Phase) and not any(is_original(node) for node in everything(change)):
        new.node = _headed(old.node, new, old)
    target.put(new)


def _headed(phase: nodes.Phase, new: RoutineSymbol, old: RoutineSymbol) -> nodes.Phase:
    """A phase with another body. It keeps its title, if that does not speak of each pass, and when it is skipped."""
    names = {before.name: after.name for before, after in zip(old.parameters, new.parameters, strict=True)}
    title = deepcopy(phase.title) if phase.head is None else None
    skip = deepcopy(phase.skip)
    for node in everything([part for part in (title, skip) if part is not None]):
        if isinstance(node, nodes.Name):
            node.text = names.get(node.text, node.text)
    return nodes.Phase(span=new.span, name=phase.name, parameters=[], title=title, head=None, skip=skip, body=new.body or [])


def _hook(game: Game, variant: nodes.Variant, change: nodes.Change, target: Target) -> None:
    old = target.routine
    if old.form == "define":
        unfit(
            game,
            change,
            f"`{old.name}` only gives a value, so nothing happens {change.verb} it",
            "write `replace`, with `original(...)`",
            old,
        )
        return
    if not _parameters_fit(game, change, old, needed=False):
        return
    if isinstance(old.node, nodes.Phase):
        part = weaving_inside.hook_of(change, [p.name for p in old.parameters])
        if change.verb == "before":
            old.node.before.insert(0, part)
        else:
            old.node.after.append(part)
        return
    hook = _like(old, change, "rule")
    hook.returns = types.VOID
    hook.name = f"{old.name}_{change.verb}_{variant.name.text}"
    if change.parameters is None:
        hook.parameters = []
        game.untold[hook] = (change.verb, old)
    around = _like(old, change, old.form)
    around.parameters = [LocalSymbol(name=p.name, span=p.span, type=p.type, role="parameter") for p in old.parameters]
    around.body, around.value, around.node, around.original = [], None, old.node, old
    around.span, around.doc, around.notes = old.span, old.doc, old.notes
    first, last = _call(change, hook, around), _call(change, old, around)
    run: nodes.Statement = nodes.CallStatement(span=change.span, call=last)
    ends: list[nodes.Statement] = []
    if not isinstance(old.returns, types.VoidType):
        result = LocalSymbol(name="result", span=change.span, type=old.returns, role="let")
        name = nodes.Identifier(span=change.span, text="result")
        run = nodes.Let(span=change.span, name=name, type_node=None, value=last, symbol=result)
        given = nodes.Name(span=change.span, text="result", symbol=result, type=old.returns)
        ends = [nodes.Return(span=change.span, value=given)]
        if change.verb == "after" and _speaks_of_result(change):
            # What the rule gave is one more thing that the hook is called with.
            parameter = LocalSymbol(name="result", span=path_span(change), type=old.returns, role="parameter")
            hook.parameters = [*hook.parameters, parameter]
            first.arguments.append(nodes.Name(span=change.span, text="result", symbol=result, type=old.returns))
    say_it: nodes.Statement = nodes.CallStatement(span=change.span, call=first)
    around.body = [say_it, run, *ends] if change.verb == "before" else [run, say_it, *ends]
    for parameter in around.parameters:
        parameter.uses.append(parameter.span)
    around.effects.calls.update((hook, old))
    around.uses = old.uses
    game.checked.add(around)
    game.woven.append(hook)
    target.put(around)


def _speaks_of_result(change: nodes.Change) -> bool:
    named = any(p.name.text == "result" for p in change.parameters or [])
    return not named and any(isinstance(n, nodes.Name) and n.text == "result" for n in everything(change.body or []))


def _call(change: nodes.Change, callee: RoutineSymbol, caller: RoutineSymbol) -> nodes.Call:
    """A call that is resolved and typed, with the parameters of the caller."""
    function = nodes.Name(span=change.span, text=callee.name, symbol=callee, type=callee.returns)
    arguments: list[nodes.Expression] = [
        nodes.Name(span=change.span, text=p.name, symbol=p, type=p.type) for p in caller.parameters[: len(callee.parameters)]
    ]
    return nodes.Call(span=change.span, function=function, arguments=arguments, symbol=callee, type=callee.returns)

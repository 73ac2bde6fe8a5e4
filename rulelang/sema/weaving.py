"""Weaving one change of a variant into a game whose symbols are made and whose bodies are not checked yet.

A dotted name leads to a routine (a rule, define, phase, `play`, a body of a kind or thing), or to something inside the body of
one (a step, an option, a choice). What is inside is changed in the tree. A routine is never changed: a new one takes its place,
which runs the old one where it says `original(...)`, or, for hooks, runs what comes before, the old one, and what comes after.
Those routines around others are built resolved and typed, since nobody wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

from rulelang.sema import say, totals, types
from rulelang.sema.bodies import this_of
from rulelang.sema.context import Game
from rulelang.sema.names import is_value
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, LocalSymbol, RoutineSymbol, Symbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text import suggest
from rulelang.text.source import Span


@dataclass(slots=True)
class Target:
    """A routine that a path leads to, how another is put in its place, and what of the path is left: names inside of it."""

    routine: RoutineSymbol
    put: Callable[[RoutineSymbol], None]
    rest: list[nodes.Identifier]


def path_span(change: nodes.Change) -> Span:
    """Where the dotted name of a change stands."""
    return change.path[0].span.to(change.path[-1].span) if change.path else change.span


def rank(game: Game, change: nodes.Change) -> int:
    """In which order changes are made: by how far in the thing or kind is whose body they change."""
    name = change.path[0].text
    kind = game.model.kinds.get(name)
    if kind is not None:
        return len(kind.lineage())
    return len(game.model.kinds) + 1 if any(i.name == name for i in game.model.instances) else 0


def is_inside(game: Game, change: nodes.Change) -> bool:
    """Whether a change is made inside of a body: of a step, an option or a choice, or in each pass of a phase."""
    name, model = change.path[0].text, game.model
    routine = model.routines.get(name) if name != "play" else model.play
    if routine is None:
        return len(change.path) > 2
    each_pass = isinstance(routine.node, nodes.Phase) and routine.node.head is not None and not routine.parameters
    return len(change.path) > 1 or (each_pass and change.parameters is not None)


def weave(game: Game, variant: nodes.Variant, change: nodes.Change) -> None:
    """Make one change."""
    if change.verb == "add" and change.path[0].text == "scoring" and len(change.path) == 1:
        _add_lines(game, change)
        return
    if change.verb == "add" and totals.add_lines(game, change):
        return
    if change.verb == "remove" and len(change.path) == 1 and _remove_declared(game, change):
        return
    target = _target(game, change)
    if target is None:
        return
    if target.rest:
        _inside(game, change, target)
    elif change.verb == "replace":
        _replace(game, change, target)
    elif change.verb in ("before", "after"):
        _hook(game, variant, change, target)
    elif change.verb == "add":
        _add_options(game, change, target.routine, target.routine.body or [], [p.name for p in target.routine.parameters])
    else:
        _unfit(
            game, change, f"`{target.routine.name}` cannot be {_PAST[change.verb]}", "name an option, a choice or a step in it"
        )


_PAST = {"limit": "limited", "remove": "removed", "add": "added to"}


def _unfit(game: Game, change: nodes.Change, message: str, helps: str = "", other: Symbol | None = None) -> None:
    others = say.declared_at(other) if other is not None else ()
    game.sink.error("RL0403", message, path_span(change), others=others, help=(helps,) if helps else ())


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
    owner: KindSymbol | InstanceSymbol | None = model.kinds.get(name)
    if owner is None:
        owner = next((i for i in model.instances if i.name == name), None)
    if owner is not None:
        return _method_target(game, change, owner, rest)
    near = [*model.routines, *model.kinds, *(i.name for i in model.instances), "play", "scoring"]
    game.unknown("RL0401", f"the game has no `{name}` to be changed", first.span, name, near)
    return None


def _method_target(
    game: Game, change: nodes.Change, owner: KindSymbol | InstanceSymbol, rest: list[nodes.Identifier]
) -> Target | None:
    kind = owner.kind if isinstance(owner, InstanceSymbol) else owner
    if not rest:
        _unfit(
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
        _unfit(
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
    _unfit(
        game,
        change,
        f"`{old.name}` takes {say.count(len(old.parameters), 'parameter')}, and here are {found}",
        f"write `{change.verb} {'.'.join(p.text for p in change.path)}({names})`" if names else "leave the brackets out",
        old,
    )
    return False


def _replace(game: Game, change: nodes.Change, target: Target) -> None:
    old = target.routine
    if not _parameters_fit(game, change, old, needed=True):
        return
    if change.value is not None and old.form != "define":
        _unfit(
            game,
            change,
            f"`{old.name}` is {say.symbol_words(old)}, and a value stands for a define only",
            "write a block after a colon",
            old,
        )
        return
    new = _like(old, change, old.form)
    new.original = old
    target.put(new)


def _hook(game: Game, variant: nodes.Variant, change: nodes.Change, target: Target) -> None:
    old = target.routine
    if old.form == "define":
        _unfit(
            game,
            change,
            f"`{old.name}` only gives a value, so nothing happens {change.verb} it",
            "write `replace`, with `original(...)`",
            old,
        )
        return
    phase = old.node
    if isinstance(phase, nodes.Phase) and phase.head is not None and change.parameters is not None and not old.parameters:
        _each_pass(game, change, phase.head, phase.body)
        return
    if not _parameters_fit(game, change, old, needed=False):
        return
    hook = _like(old, change, "rule")
    hook.returns = types.VOID
    hook.name = f"{old.name}_{change.verb}_{variant.name.text}"
    if change.parameters is None:
        hook.parameters = []
    around = _like(old, change, old.form)
    around.parameters = [LocalSymbol(name=p.name, span=p.span, type=p.type, role="parameter") for p in old.parameters]
    around.body, around.value, around.node, around.original = [], None, old.node, old
    around.span, around.doc, around.notes = old.span, old.doc, old.notes
    if isinstance(old.node, nodes.Phase):
        # The old phase has title, head and skip; what is around it is a plain rule.
        around.node = change
    first, last = _call(change, hook, around), _call(change, old, around)
    run: nodes.Statement = nodes.CallStatement(span=change.span, call=last)
    ends: list[nodes.Statement] = []
    if not isinstance(old.returns, types.VoidType):
        result = LocalSymbol(name="result", span=change.span, type=old.returns, role="let")
        name = nodes.Identifier(span=change.span, text="result")
        run = nodes.Let(span=change.span, name=name, type_node=None, value=last, symbol=result)
        given = nodes.Name(span=change.span, text="result", symbol=result, type=old.returns)
        ends = [nodes.Return(span=change.span, value=given)]
    say_it: nodes.Statement = nodes.CallStatement(span=change.span, call=first)
    around.body = [say_it, run, *ends] if change.verb == "before" else [run, say_it, *ends]
    for parameter in around.parameters:
        parameter.uses.append(parameter.span)
    around.effects.calls.update((hook, old))
    around.uses = old.uses
    game.checked.add(around)
    game.woven.append(hook)
    target.put(around)


def _call(change: nodes.Change, callee: RoutineSymbol, caller: RoutineSymbol) -> nodes.Call:
    """A call that is resolved and typed, with the parameters of the caller."""
    function = nodes.Name(span=change.span, text=callee.name, symbol=callee, type=callee.returns)
    arguments: list[nodes.Expression] = [
        nodes.Name(span=change.span, text=p.name, symbol=p, type=p.type) for p in caller.parameters[: len(callee.parameters)]
    ]
    return nodes.Call(span=change.span, function=function, arguments=arguments, symbol=callee, type=callee.returns)


# ------------------------------------------------------------------------------------------------------------ inside of bodies


def _blocks(statements: nodes.Block) -> Iterator[nodes.Block]:
    """A block and all blocks inside of it."""
    yield statements
    for node in everything(statements):
        yield from _own_blocks(node)


def _own_blocks(node: nodes.Node) -> Iterator[nodes.Block]:
    """The blocks that belong to a statement, an arm or an option itself, and those of its arms and options."""
    for name in ("body", "otherwise"):
        inner = getattr(node, name, None)
        if isinstance(inner, list):
            yield inner
    if isinstance(node, nodes.If):
        for _, inner in node.branches:
            yield inner
    elif isinstance(node, nodes.Match):
        for arm in node.arms:
            yield arm.body
    elif isinstance(node, nodes.ChooseOption):
        for option in node.options:
            yield option.body


def _inside(game: Game, change: nodes.Change, target: Target) -> None:
    """A change of a step, an option or a choice."""
    statements: nodes.Block = target.routine.body or []
    scope = [p.name for p in target.routine.parameters]
    head = target.routine.node.head if isinstance(target.routine.node, nodes.Phase) else None
    scope.extend([head.name.text] if head is not None else [])
    for part in target.rest[:-1]:
        step = next((n for n in everything(statements) if isinstance(n, nodes.Step) and n.name.text == part.text), None)
        named = next((n for n in everything(statements) if isinstance(n, nodes.ChooseOption) and _is(n.name, part.text)), None)
        if step is not None:
            statements = step.body
            scope = [step.head.name.text] if step.head is not None else scope
        elif named is not None:
            statements = [named]
        else:
            _no_such(game, change, part, statements, target.routine.name)
            return
    last = target.rest[-1]
    for block in _blocks(statements):
        for number, node in enumerate(block):
            if isinstance(node, nodes.Step) and node.name.text == last.text:
                _step(game, change, block, number, node)
                return
            if isinstance(node, nodes.ChooseOption):
                if _is(node.name, last.text) and change.verb == "add":
                    _add_options(game, change, target.routine, [node], scope)
                    return
                for option in node.options:
                    if option.name.text == last.text:
                        _option(game, change, node, option)
                        return
            if isinstance(node, nodes.Choose) and node.name.text == last.text:
                if change.verb != "limit" or change.condition is None:
                    _unfit(game, change, f"the choice of `{last.text}` can only be limited")
                    return
                node.condition = _and(node.condition, change.condition)
                return
    _no_such(game, change, last, statements, target.routine.name)


def _is(name: nodes.Identifier | None, text: str) -> bool:
    return name is not None and name.text == text


def _no_such(game: Game, change: nodes.Change, part: nodes.Identifier, statements: nodes.Block, inside: str) -> None:
    names: list[str] = []
    for node in everything(statements):
        if isinstance(node, nodes.Step | nodes.Option | nodes.Choose | nodes.ChooseOption) and node.name is not None:
            names.append(node.name.text)
    message = f"`{inside}` has no step, option or choice called `{part.text}`"
    game.unknown("RL0401", message, part.span, part.text, names)


def _and(left: nodes.Expression | None, right: nodes.Expression) -> nodes.Expression:
    if left is None:
        return right
    return nodes.Logical(span=right.span, operator="and", left=left, right=right)


def _option(game: Game, change: nodes.Change, choice: nodes.ChooseOption, option: nodes.Option) -> None:
    name = option.name.text
    if change.verb == "limit" and change.condition is not None:
        option.condition = _and(option.condition, change.condition)
    elif change.verb == "remove":
        choice.options.remove(option)
        if not choice.options:
            _unfit(game, change, f"`{name}` is the only option of its choice", "replace the rule that asks")
    elif change.verb in ("before", "after") and not change.parameters:
        body = _own_block(change.body or [])
        option.body = [body, *option.body] if change.verb == "before" else [*option.body, body]
    elif change.verb == "replace" and change.body is not None and not change.parameters:
        option.body = change.body
    else:
        _unfit(
            game,
            change,
            f"`{name}` is an option, which cannot be changed so",
            "its parameters are known inside without being named",
        )


def _own_block(statements: nodes.Block) -> nodes.Statement:
    """Statements as a block of their own, whose names end with it."""
    span = statements[0].span if statements else Span(-1, 0, 0)
    return nodes.If(span=span, branches=[(nodes.Truth(span=span, value=True), statements)], otherwise=None)


def _step(game: Game, change: nodes.Change, block: nodes.Block, number: int, step: nodes.Step) -> None:
    match change.verb:
        case "remove":
            block[number] = nodes.Nothing(span=step.span)
        case "before" | "after":
            if change.parameters is None:
                hook = _own_block(change.body or [])
                at = number if change.verb == "before" else number + 1
                # What stands beside the step already are hooks around it, which this one goes around.
                while change.verb == "before" and at > 0 and block[at - 1] in game.hooks:
                    at -= 1
                while change.verb == "after" and at < len(block) and block[at] in game.hooks:
                    at += 1
                block.insert(at, hook)
                game.hooks.append(hook)
            elif step.head is not None and len(change.parameters) == 1:
                _each_pass(game, change, step.head, step.body)
            else:
                _unfit(
                    game,
                    change,
                    f"`{step.name.text}` has {'one name to take' if step.head else 'no passes, so it takes no parameters'}",
                )
        case "replace" if change.body is not None:
            if change.parameters and (step.head is None or [p.name.text for p in change.parameters] != [step.head.name.text]):
                _unfit(game, change, f"`{step.name.text}` does not take these parameters")
                return
            step.body = change.body
        case "add":
            scope = [step.head.name.text] if step.head is not None else []
            _add_options(game, change, None, step.body, scope)
        case _:
            _unfit(game, change, f"`{step.name.text}` is a step, which cannot be changed so")


def _each_pass(game: Game, change: nodes.Change, head: nodes.Head, body: nodes.Block) -> None:
    """A hook that runs at each pass of a loop of a phase or step, with the name of the loop."""
    parameters = change.parameters or []
    if len(parameters) != 1:
        _unfit(game, change, f"there is one name to take here, as `{head.name.text}`")
        return
    inside = list(change.body or [])
    name = parameters[0].name
    if name.text != head.name.text:
        value = nodes.Name(span=name.span, text=head.name.text)
        inside.insert(0, nodes.Let(span=name.span, name=name, type_node=None, value=value))
    block = _own_block(inside)
    if change.verb == "before":
        body.insert(0, block)
        return
    _before_exits(body, block, in_loop=False, in_step=False)
    body.append(block)


def _before_exits(statements: nodes.Block, hook: nodes.Statement, in_loop: bool, in_step: bool) -> None:
    """Let a hook run before whatever ends a pass early: `next` and `stop` of this loop, `return` from what it stands in."""
    at = 0
    while at < len(statements):
        node = statements[at]
        leaves = isinstance(node, nodes.Return) and not in_step
        if leaves or (isinstance(node, nodes.Next | nodes.Stop) and not in_loop):
            statements.insert(at, deepcopy(hook))
            at += 1
        elif node is not hook:
            step = isinstance(node, nodes.Step)
            loop = isinstance(node, nodes.ForEach | nodes.AtOnce | nodes.While | nodes.Repeat)
            loop = loop or (isinstance(node, nodes.Step) and node.head is not None)
            for inner in _own_blocks(node):
                _before_exits(inner, hook, in_loop or loop, in_step or step)
        at += 1


def _add_options(
    game: Game, change: nodes.Change, routine: RoutineSymbol | None, statements: nodes.Block, scope: list[str]
) -> None:
    """Options added to the one choice of options in a body."""
    name = change.path[-1].text
    choices = [n for n in everything(statements) if isinstance(n, nodes.ChooseOption)]
    if change.lines and not change.options:
        _unfit(game, change, f"`{name}` is not scoring, so it takes no lines")
        return
    if len(choices) != 1:
        if choices:
            named = [c.name.text for c in choices if c.name is not None]
            helps = (
                f"name one of them: {suggest.listing([f'{name}.{n}' for n in named[:4]])}"
                if named
                else "give the choices names in the game"
            )
            _unfit(game, change, f"`{name}` asks with options in {len(choices)} places", helps, routine)
        else:
            _unfit(game, change, f"`{name}` asks with no options", "", routine)
        return
    if change.parameters is not None:
        written = [p.name.text for p in change.parameters]
        if written != scope[: len(written)] or not written:
            _unfit(
                game,
                change,
                f"the names known there are {suggest.listing(scope, 'and') or 'none'}",
                "use the same names here",
                routine,
            )
            return
    choices[0].options.extend(change.options)


def _add_lines(game: Game, change: nodes.Change) -> None:
    scoring = game.model.scoring
    if scoring is None:
        game.sink.error("RL0401", "the game has no scoring to be added to", path_span(change))
        return
    if change.parameters is not None and [p.name.text for p in change.parameters] != [scoring.player.text]:
        _unfit(
            game,
            change,
            f"the player of scoring is called `{scoring.player.text}`",
            f"write `add to scoring({scoring.player.text}):`",
        )
        return
    if change.options:
        _unfit(game, change, "scoring takes lines and no options", 'a line is a text, a colon and a value: `"Coins": p.coins`')
        return
    scoring.lines.extend(change.lines)


def _remove_declared(game: Game, change: nodes.Change) -> bool:
    """Remove a thing, rule, define or phase as a whole; false where the path leads elsewhere."""
    model, name = game.model, change.path[0].text
    thing = next((i for i in model.instances if i.name == name), None)
    if thing is not None:
        if thing.board is not None or any(thing in way for board in model.boards.values() for way in board.ways):
            _unfit(game, change, f"`{name}` is a part of a board", "", thing)
            return True
        model.instances.remove(thing)
        thing.kind.instances.remove(thing)
        for board in model.boards.values():
            board.spaces = [space for space in board.spaces if space is not thing]
        game.names.values[name] = [s for s in game.names.values[name] if s is not thing]
        if not game.names.values[name]:
            del game.names.values[name]
        game.names.per_player.pop(name, None)
        return True
    routine = model.routines.pop(name, None)
    if routine is None:
        return False
    game.names.calls.pop(name, None)
    if is_value(routine):
        game.names.values.pop(name, None)
    return True

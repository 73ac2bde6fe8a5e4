"""Changes of what has a name inside of a body: steps, options, choices, the passes of a phase.

The tree itself is changed. A hook becomes a part of its own (`nodes.Part`), which `return` leaves and which no `stop` gets out
of; what it hangs on is dressed as a part with hooks, so that those after it run however it is left. Where a new body says
`original(...)`, what was there before takes the place of that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from rulelang.sema import say, spots
from rulelang.sema.clashes import is_original, path_span, written_name
from rulelang.sema.context import Game
from rulelang.sema.spots import Found
from rulelang.sema.symbols import RoutineSymbol, Symbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text import suggest


def unfit(game: Game, change: nodes.Change, message: str, helps: str = "", other: Symbol | None = None) -> None:
    """Report a change that does not fit what it names."""
    others = say.declared_at(other) if other is not None else ()
    game.sink.error("RL0403", message, path_span(change), others=others, help=(helps,) if helps else ())


def weave(
    game: Game, variant: nodes.Variant, change: nodes.Change, routine: RoutineSymbol, rest: Sequence[nodes.Identifier]
) -> None:
    """Change something inside of the body of a routine."""
    found = _one(game, variant, change, routine, rest)
    if found is None:
        return
    match found.node:
        case nodes.Step():
            _step(game, variant, change, routine, found, found.node)
        case nodes.Option():
            _option(game, variant, change, found, found.node)
        case nodes.Choose() if change.verb == "limit" and change.condition is not None:
            found.node.condition = both(found.node.condition, change.condition)
        case nodes.ChooseOption() | nodes.Offer() if change.verb == "add":
            member = [found.node.head.name.text] if isinstance(found.node, nodes.Offer) else []
            if _lines_instead(game, change) or not _names_known(
                game, change, routine, [p.name for p in routine.parameters] + member
            ):
                return
            _into_choice(change, found.node)
        case nodes.Choose():
            unfit(game, change, f"the choice of `{found.name}` can only be limited")
        case _:
            called = f"`{found.name}`" if found.name else f"`{written_name(game, change)}`"
            what = "window" if isinstance(found.node, nodes.Offer) else "choice"
            unfit(
                game, change, f"{called} is a {what}, to which options can be added", "a change of one option names that option"
            )


def _one(
    game: Game, variant: nodes.Variant, change: nodes.Change, routine: RoutineSymbol, rest: Sequence[nodes.Identifier]
) -> Found | None:
    """The one thing that a dotted name leads to."""
    block = routine.body or []
    names = [part.text for part in rest]
    found = spots.find(block, names, change.line)
    if len(found) == 1:
        return found[0]
    if change.line is not None and all(spots.find(block, names[: n + 1]) for n in range(len(names))):
        _no_one_question(game, change, routine, found)
        return None
    if found:
        ways = dict.fromkeys(way for way in (_way(routine, each) for each in found) if way)
        helps = f"name one of them: {suggest.listing(list(ways)[:4])}" if len(ways) == len(found) else ""
        unfit(
            game,
            change,
            f"`{routine.name}` has {len(found)} things called `{names[-1]}`",
            helps or "give the choices that they stand in names, in the game",
            routine,
        )
        return None
    known = [each for each in spots.walk(block) if each.name]
    for number, part in enumerate(rest):
        if not spots.find(block, names[: number + 1]):
            near = dict.fromkeys(each.name for each in known)
            message = f"`{routine.name}` has no step, option or choice called `{part.text}`"
            game.unknown("RL0401", message, part.span, part.text, near)
            return None
    return None


def _no_one_question(game: Game, change: nodes.Change, routine: RoutineSymbol, found: Sequence[Found]) -> None:
    """Report a question that nothing asks, or several choices do."""
    assert change.line is not None
    question = game.text(change.line.span)
    if found:
        helps = "put the step or option around it before the question, or give the choices names in the game"
        unfit(game, change, f"`{routine.name}` asks {question} in {len(found)} places", helps, routine)
        return
    asked = [each.node for each in spots.walk(routine.body or [])]
    prompts = [node.prompt for node in asked if isinstance(node, nodes.Choose | nodes.ChooseOption | nodes.Offer) and node.prompt]
    known = dict.fromkeys(game.text(prompt.span).strip('"') for prompt in prompts)
    near = suggest.help_for(question.strip('"'), known)
    game.sink.error("RL0401", f"`{routine.name}` has no choice that asks {question}", change.line.span, help=near)


def _way(routine: RoutineSymbol, found: Found) -> str:
    """A longer dotted name for something, if what is around it has a name."""
    outer = [spots.name_of(node) for node in found.around if spots.name_of(node)]
    return ".".join([routine.name, *outer, found.name]) if outer else ""


def both(left: nodes.Expression | None, right: nodes.Expression) -> nodes.Expression:
    """Both conditions."""
    if left is None:
        return right
    return nodes.Logical(span=right.span, operator="and", left=left, right=right)


# ------------------------------------------------------------------------------------------------------------ hooks


def hook_of(change: nodes.Change, names: Sequence[str]) -> nodes.Part:
    """The block of a hook, in which the things that it names are known under the names it gives them."""
    body = list(change.body or [])
    return nodes.Part(span=path_span(change), form="hook", body=[*_renamed(change, names, body), *body])


def _renamed(change: nodes.Change, names: Sequence[str], body: nodes.Block) -> nodes.Block:
    """What gives things the names that a change calls them by, as far as it speaks of them."""
    spoken = {node.text for node in everything(body) if isinstance(node, nodes.Name)}
    lets: nodes.Block = []
    for parameter, name in zip(change.parameters or [], names, strict=False):
        written = parameter.name
        if written.text != name and written.text in spoken:
            value = nodes.Name(span=written.span, text=name)
            lets.append(nodes.Let(span=written.span, name=written, type_node=None, value=value))
    return lets


def _dressed(change: nodes.Change, body: nodes.Block) -> nodes.Part:
    """The part of a body around which its hooks are; made if there are none yet."""
    last = body[-1] if body else None
    if isinstance(last, nodes.Part) and last.form == "body":
        return last
    part = nodes.Part(span=body[0].span if body else path_span(change), form="body", body=list(body))
    body[:] = [part]
    return part


def _hang(change: nodes.Change, body: nodes.Block, names: Sequence[str]) -> None:
    """Put a hook before or after what a body does."""
    part = _dressed(change, body)
    if change.verb == "before":
        body.insert(0, hook_of(change, names))
    else:
        part.after.append(hook_of(change, names))


def each_pass(game: Game, change: nodes.Change, node: nodes.Phase | nodes.Step | nodes.Whenever, parameters: list[str]) -> None:
    """A hook in each pass of a phase, step or `whenever`, or another body for each pass."""
    head = node.head
    assert head is not None
    names = [*parameters, head.name.text]
    if change.verb == "replace":
        if change.body is None:
            unfit(game, change, f"`{node.name.text}` does something, and a value stands for a define only", "write a block")
            return
        _stand_for(game, change, node.body, names, "original")
        return
    _hang(change, node.body, names)


def _stand_for(game: Game, change: nodes.Change, body: nodes.Block, names: Sequence[str], form: str) -> None:
    """Put another body in the place of one; hooks stay."""
    part = _dressed(change, body)
    new = list(change.body or [])
    part.body = _with_original(game, [*_renamed(change, names, new), *new], part.body, names, form)


def _with_original(game: Game, new: nodes.Block, old: nodes.Block, names: Sequence[str], form: str) -> nodes.Block:
    """A body in which what was there before stands for each `original(...)`."""
    first = True

    def old_again(line: nodes.CallStatement) -> nodes.Part:
        nonlocal first
        body = old if first else deepcopy(old)
        first = False
        return nodes.Part(span=line.span, form=form, body=body)

    def replaced(block: nodes.Block) -> None:
        for number, statement in enumerate(block):
            if isinstance(statement, nodes.CallStatement) and is_original(statement.call):
                _fitting(game, statement.call, names)
                block[number] = old_again(statement)
                continue
            for inner in spots.own_blocks(statement):
                replaced(inner)
            if isinstance(statement, nodes.ChooseOption | nodes.Offer):
                for option in statement.options:
                    replaced(option.body)

    replaced(new)
    return new


def _fitting(game: Game, call: nodes.Expression, names: Sequence[str]) -> None:
    """`original` of a step or an option knows what was known there, so it takes nothing but the name of the pass."""
    assert isinstance(call, nodes.Call)
    given = [argument.text if isinstance(argument, nodes.Name) else "" for argument in call.arguments]
    if given and len(given) != len(names):
        game.sink.error(
            "RL0403",
            "`original` is told nothing here: what was known there is known",
            call.span,
            help="write `original()`",
        )


# ------------------------------------------------------------------------------------------------------------ steps and options


def _step(
    game: Game, variant: nodes.Variant, change: nodes.Change, routine: RoutineSymbol, found: Found, step: nodes.Step
) -> None:
    if change.verb == "remove":
        found.block[:] = [nodes.Nothing(span=step.span) if node is step else node for node in found.block]  # type: ignore[misc]
        game.removed[step.name.text] = (variant, change)
        return
    if change.verb == "add":
        head = step.head
        scope = [p.name for p in routine.parameters] if head is None else [head.name.text]
        add_options(game, change, routine, step.body, scope)
        return
    if change.verb == "limit":
        unfit(game, change, f"`{step.name.text}` is a step, which cannot be limited", "name an option or a choice in it")
        return
    if spots.in_each_pass(change, step, 0):
        each_pass(game, change, step, [])
        return
    if change.parameters:
        has = (
            f"goes through one name, `{step.head.name.text}`" if step.head is not None else "has no passes, so it takes no names"
        )
        unfit(game, change, f"`{step.name.text}` {has}")
        return
    if change.verb == "replace":
        if change.body is None:
            unfit(game, change, f"`{step.name.text}` does something, and a value stands for a define only", "write a block")
            return
        _whole_step(game, change, step)
    elif change.verb == "before":
        step.before.insert(0, hook_of(change, []))
    else:
        step.after.append(hook_of(change, []))


def _whole_step(game: Game, change: nodes.Change, step: nodes.Step) -> None:
    """Another body for a step as a whole: for all of its passes."""
    old = step.body
    if step.head is not None:
        old = [nodes.ForEach(span=step.head.span, head=step.head, body=old)]
        step.head = None
    step.body = _with_original(game, list(change.body or []), old, [], "original")


def _option(game: Game, variant: nodes.Variant, change: nodes.Change, found: Found, option: nodes.Option) -> None:
    name = option.name.text
    if change.verb == "limit" and change.condition is not None:
        option.condition = both(option.condition, change.condition)
    elif change.verb == "remove":
        if len(found.block) == 1:
            unfit(game, change, f"`{name}` is the only option of its choice", "replace the rule that asks")
            return
        found.block.remove(option)  # type: ignore[arg-type]
        game.removed[name] = (variant, change)
    elif change.parameters or change.verb == "add" or (change.verb == "replace" and change.body is None):
        unfit(
            game,
            change,
            f"`{name}` is an option, which cannot be changed so",
            "its parameters are known inside without being named",
        )
    elif change.verb == "replace":
        # `return` in an option leaves the rule around it, and does so in what was there before.
        _stand_for(game, change, option.body, [], "body")
    else:
        _hang(change, option.body, [])


def standing(
    game: Game, variant: nodes.Variant, change: nodes.Change, routine: RoutineSymbol, node: nodes.Whenever | nodes.Anytime
) -> None:
    """Change a `whenever` or `anytime` as a whole."""
    name = node.name.text
    if change.verb == "remove":
        game.model.standing.remove(routine)
        game.removed[name] = (variant, change)
    elif isinstance(node, nodes.Anytime) and change.verb == "add":
        add_options(game, change, routine, routine.body or [], [node.head.name.text])
    elif isinstance(node, nodes.Anytime):
        unfit(game, change, f"`{name}` is open beside other choices, and nobody calls it", "change its options", routine)
    elif spots.in_each_pass(change, node, 0):
        each_pass(game, change, node, [])
    else:
        helps = f"write `{written_name(game, change)}({node.head.name.text})` behind `{change.verb}`"
        unfit(game, change, f"`{name}` is done for each `{node.head.name.text}` that it fits", helps, routine)


# ------------------------------------------------------------------------------------------------------------ options added


def add_options(game: Game, change: nodes.Change, routine: RoutineSymbol, statements: nodes.Block, scope: list[str]) -> None:
    """Options added to the one choice of options in a body, or to the one that stands in no option of another."""
    name = change.path[-1].text
    if _lines_instead(game, change):
        return
    asked = [each for each in spots.walk(statements) if isinstance(each.node, nodes.ChooseOption | nodes.Offer)]
    top = [each for each in asked if not any(isinstance(outer, nodes.Option) for outer in each.around)]
    chosen = asked if len(asked) == 1 else top
    if len(chosen) != 1:
        if asked:
            ways = suggest.listing([f"{written_name(game, change)}.{n}" for n in _called(game, statements, asked)[:4]])
            helps = f"name one of them: {ways}" if ways else "give the choices names in the game"
            unfit(game, change, f"`{name}` asks with options in {len(asked)} places", helps, routine)
        else:
            unfit(game, change, f"`{name}` asks with no options", "", routine)
        return
    if not _names_known(game, change, routine, scope):
        return
    choice = chosen[0].node
    assert isinstance(choice, nodes.ChooseOption | nodes.Offer)
    _into_choice(change, choice)


def _called(game: Game, block: nodes.Block, asked: Sequence[Found]) -> list[str]:
    """How the choices and windows of a body are called there: by name, else by a question that only one of them asks."""
    called: list[str] = []
    for each in asked:
        prompt = each.node.prompt if isinstance(each.node, nodes.ChooseOption | nodes.Offer) else None
        if each.name:
            called.append(each.name)
        elif prompt is not None and len(spots.find(block, [], prompt)) == 1:
            called.append(game.text(prompt.span))
    return called


def _lines_instead(game: Game, change: nodes.Change) -> bool:
    """Whether lines are added where options belong, which is reported."""
    if not change.lines or change.options:
        return False
    unfit(game, change, f"`{change.path[-1].text}` is not scoring, so it takes no lines")
    return True


def _names_known(game: Game, change: nodes.Change, routine: RoutineSymbol, scope: list[str]) -> bool:
    """Whether the names in brackets are those that the options will know."""
    if change.parameters is None:
        return True
    written = [p.name.text for p in change.parameters]
    if written and written == scope[: len(written)]:
        return True
    known = suggest.listing(scope, "and") or "none"
    unfit(game, change, f"the names known there are {known}", "use the same names here", routine)
    return False


def _into_choice(change: nodes.Change, choice: nodes.ChooseOption | nodes.Offer) -> None:
    """Add options to a choice; `pass` and `done` stay the last."""
    at = spots.place_for_more(choice.options)
    choice.options[at:at] = change.options

"""From parse tree to nodes: statements."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import (
    Context,
    TooDeep,
    branches,
    child,
    children,
    doc_text,
    only,
    token,
    token_or_none,
    tokens,
)
from rulelang.syntax.build_expressions import (
    expression,
    generator,
    head,
    head_of,
    skip_of,
    text_of,
    type_node,
    where,
)
from rulelang.syntax.layout import DEEPEST


def block(context: Context, branch: Branch) -> nodes.Block:
    """The statements of a `block`, or the one of a `one_line`."""
    with context.level(branch):
        statements: nodes.Block = []
        for part in branch.children:
            if isinstance(part, Token):
                if part.type == "DOC" and not context.placeholder(part):
                    statements.append(nodes.DocLine(span=context.span(part), text=doc_text(part)))
            else:
                statements.append(_BUILDERS[str(part.data)](context, part))
        return statements


def block_of(context: Context, branch: Branch) -> nodes.Block:
    """The block or one-line body among the children of a construct."""
    found = block_or_none(context, branch)
    assert found is not None, branch.data
    return found


def block_or_none(context: Context, branch: Branch) -> nodes.Block | None:
    """The block or one-line body among the children of a construct, if there is one."""
    for part in branch.children:
        if isinstance(part, Branch) and part.data in ("block", "one_line"):
            return block(context, part)
    return None


def _offer(context: Context, branch: Branch) -> nodes.Statement:
    around = nodes.Head(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "variable"),
        domain=expression(context, next(part for part in branches(branch) if part.data != "window_name")),
        condition=where(context, branch),
        order=None,
    )
    named = child(branch, "window_name")
    return nodes.Offer(
        span=context.span(branch),
        name=context.declared(token(named, "NAME"), "choice") if named is not None else None,
        head=around,
        first_to_act=child(branch, "first_to_act") is not None,
        prompt=text_of(context, branch),
        options=options(context, branch),
    )


def _otherwise(context: Context, branch: Branch) -> nodes.Block | None:
    found = child(branch, "otherwise")
    return block_of(context, found) if found is not None else None


def _wrapped(context: Context, branch: Branch, name: str) -> nodes.Expression | None:
    """The expression inside a named part, if there is one."""
    found = child(branch, name)
    return expression(context, only(found)) if found is not None else None


# ------------------------------------------------------------------------------------------------------------ simple statements


def _let(context: Context, branch: Branch) -> nodes.Statement:
    first = only(branch)
    default = child(branch, "default")
    assert default is not None
    return nodes.Let(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "variable"),
        type_node=type_node(context, first) if first is not default else None,
        value=expression(context, only(default)),
    )


def _assign(context: Context, branch: Branch) -> nodes.Statement:
    target, value = branches(branch)
    sign = token_or_none(branch, "AUGMENT")
    return nodes.Assign(
        span=context.span(branch),
        target=expression(context, target),
        operator=str(sign) if sign is not None else "=",
        value=expression(context, value),
    )


def _call(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.CallStatement(span=context.span(branch), call=expression(context, only(branch)))


def _gain(context: Context, branch: Branch) -> nodes.Statement:
    reason = child(branch, "reason")
    return nodes.Gain(
        span=context.span(branch),
        who=expression(context, only(branch, 0)),
        verb=str(branch.data),
        amount=expression(context, only(branch, 1)),
        resource=context.identifier(token(branch, "NAME")),
        reason=text_of(context, reason) if reason is not None else None,
    )


def _destination(context: Context, branch: Branch) -> tuple[nodes.Expression, bool]:
    """Where something goes, and whether to the bottom."""
    bottom = _wrapped(context, branch, "bottom_of")
    if bottom is not None:
        return bottom, True
    place = _wrapped(context, branch, "to_place")
    assert place is not None
    return place, False


def _move(context: Context, branch: Branch) -> nodes.Statement:
    moved = only(branch)
    source = _wrapped(context, branch, "source")
    destination, to_bottom = _destination(context, branch)
    drawn = child(branch, "at_random")
    count: nodes.Expression | None = None
    what: nodes.Expression | None = None
    many: nodes.Expression | None = None
    every = False
    if moved.data == "counted":
        name = token(moved, "NAME")
        many = expression(context, only(moved))
        what = nodes.Name(span=context.span(name), text=str(name))
    elif moved.data == "counted_of":
        many, what = (expression(context, part) for part in branches(moved))
        if isinstance(many, nodes.Name) and many.text in _ENDS_OF_ZONES:
            # `top of deck` is how one says it; told once and read as meant, it draws no further faults after it.
            span, zone = context.span(moved), context.source.text[what.span.start : what.span.end]
            message = f"`{many.text}` is a function: it takes the zone in brackets"
            context.sink.error("RL0101", message, span, help=f"write `{many.text}({zone})`")
            what, many = nodes.Call(span=span, function=many, arguments=[what]), None
    elif moved.data == "all_of" and branches(moved):
        what, every = expression(context, only(moved)), True
    elif moved.data == "any_of":
        count = expression(context, only(moved))
        if drawn is None:
            _missing(
                context,
                "`move any` does not say how they are picked",
                moved,
                "add `at random` before `to`, or let a player choose",
            )
    elif moved.data != "all_of":
        what = expression(context, moved)
    if (what is None or every or many is not None) and source is None:
        _missing(context, "this does not say where the things come from", moved, "add `from` and the zone")
    if drawn is not None and count is None:
        context.sink.error(
            "RL0101",
            "only `move any` picks at random",
            context.span(drawn),
            help="write `move any 1 from` the zone `at random to` the other",
        )
    return nodes.Move(
        span=context.span(branch),
        what=what,
        any_count=count,
        source=source,
        destination=destination,
        to_bottom=to_bottom,
        face_down=child(branch, "face_down") is not None,
        count=many,
        every=every,
    )


_ENDS_OF_ZONES = frozenset(("top", "first", "last"))


def _missing(context: Context, message: str, branch: Branch, help: str) -> None:
    context.sink.error("RL0112", message, context.span(branch), help=help)


def _as_name(context: Context, branch: Branch) -> nodes.Identifier | None:
    found = child(branch, "as_name")
    return context.declared(token(found, "NAME"), "variable") if found is not None else None


def _draw(context: Context, branch: Branch) -> nodes.Statement:
    destination, to_bottom = _destination(context, branch)
    return nodes.Draw(
        span=context.span(branch),
        count=expression(context, only(branch, 0)),
        source=expression(context, only(branch, 1)),
        destination=destination,
        to_bottom=to_bottom,
        name=_as_name(context, branch),
    )


def _shuffle(context: Context, branch: Branch) -> nodes.Statement:
    what, *into = (expression(context, part) for part in branches(branch))
    return nodes.Shuffle(span=context.span(branch), what=what, into=into[0] if into else None)


def _reveal(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Reveal(span=context.span(branch), what=expression(context, only(branch)))


def _show(context: Context, branch: Branch) -> nodes.Statement:
    what, to = (expression(context, part) for part in branches(branch))
    return nodes.Show(span=context.span(branch), what=what, to=to)


def _roll(context: Context, branch: Branch) -> nodes.Statement:
    die = branch.children[0]
    assert isinstance(die, Token)
    name = _as_name(context, branch)
    assert name is not None
    plus = child(branch, "plus")
    again = [part for part in branches(branch) if part.data not in ("as_name", "plus", "secretly")]
    return nodes.Roll(
        span=context.span(branch),
        die=context.identifier(die),
        name=name,
        again_while=expression(context, again[0]) if again else None,
        plus=expression(context, only(plus)) if plus is not None else None,
        secretly=child(branch, "secretly") is not None,
    )


def _record(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Record(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "record"),
        values=[expression(context, part) for part in branches(branch)],
    )


def _log(context: Context, branch: Branch) -> nodes.Statement:
    to = child(branch, "log_to")
    return nodes.Log(
        span=context.span(branch),
        text=context.text_node(token(branch, "STRING")),
        to=expression(context, only(to)) if to is not None else None,
    )


def _require(context: Context, branch: Branch) -> nodes.Statement:
    why = context.text_node(token(branch, "STRING"))
    return nodes.Require(span=context.span(branch), condition=expression(context, only(branch)), why=why)


def _return(context: Context, branch: Branch) -> nodes.Statement:
    values = branches(branch)
    return nodes.Return(span=context.span(branch), value=expression(context, values[0]) if values else None)


def _stop(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Stop(span=context.span(branch))


def _next(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Next(span=context.span(branch))


def _nothing(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Nothing(span=context.span(branch))


def _end_game(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.EndGame(
        span=context.span(branch),
        winner=_wrapped(context, branch, "won"),
        drawn=child(branch, "drawn") is not None,
        why=text_of(context, branch),
    )


# --------------------------------------------------------------------------------------------------------- statements with blocks


def _if(context: Context, branch: Branch) -> nodes.Statement:
    branches_: list[tuple[nodes.Expression, nodes.Block]] = [(expression(context, only(branch)), block_of(context, branch))]
    for part in children(branch, "else_if"):
        if len(branches_) >= DEEPEST:
            raise TooDeep(context.span(part))
        branches_.append((expression(context, only(part)), block_of(context, part)))
    last = child(branch, "else_")
    return nodes.If(
        span=context.span(branch), branches=branches_, otherwise=block_of(context, last) if last is not None else None
    )


def _match(context: Context, branch: Branch) -> nodes.Statement:
    arms = [
        nodes.Arm(
            span=context.span(arm),
            patterns=[_pattern(context, part) for part in branches(arm) if part.data not in ("block", "one_line")],
            body=block_of(context, arm),
        )
        for arm in children(branch, "arm")
    ]
    return nodes.Match(span=context.span(branch), subject=expression(context, only(branch)), arms=arms)


def _pattern(context: Context, branch: Branch) -> nodes.Pattern:
    span = context.span(branch)
    form = branch.data
    if form == "named":
        return nodes.Pattern(span=span, form="name", name=context.identifier(token(branch, "NAME")))
    if form == "of_kind":
        return nodes.Pattern(span=span, form="kind", name=context.identifier(token(branch, "KIND")))
    if form == "is_none":
        return nodes.Pattern(span=span, form="none")
    if form == "anything":
        return nodes.Pattern(span=span, form="else")
    bounds = [context.signed(bound) for bound in branches(branch)]
    if form == "at_least":
        return nodes.Pattern(span=span, form="number", lowest=bounds[0])
    if form == "at_most":
        return nodes.Pattern(span=span, form="number", highest=bounds[0])
    return nodes.Pattern(span=span, form="number", lowest=bounds[0], highest=bounds[-1])


def _for_each(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.ForEach(span=context.span(branch), head=head(context, only(branch)), body=block_of(context, branch))


def _at_once(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.AtOnce(span=context.span(branch), head=head(context, only(branch)), body=block_of(context, branch))


def _while(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.While(span=context.span(branch), condition=expression(context, only(branch)), body=block_of(context, branch))


def _repeat_times(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Repeat(
        span=context.span(branch),
        at_most=None,
        times=expression(context, only(branch)),
        head=None,
        body=block_of(context, branch),
        until=None,
    )


def _repeat(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Repeat(
        span=context.span(branch),
        at_most=_wrapped(context, branch, "at_most"),
        times=None,
        head=head_of(context, branch),
        body=block_of(context, branch),
        until=_wrapped(context, branch, "until"),
    )


def _step(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Step(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "step"),
        title=text_of(context, branch),
        head=head_of(context, branch),
        skip=skip_of(context, branch),
        body=block_of(context, branch),
    )


def _one_move(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.OneMove(span=context.span(branch), body=block_of(context, branch))


def _cancel(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Cancel(span=context.span(branch))


def _turn_of(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.TurnOf(span=context.span(branch), player=expression(context, only(branch)), body=block_of(context, branch))


def _looks(context: Context, branch: Branch) -> nodes.Statement:
    return nodes.Looks(
        span=context.span(branch),
        player=expression(context, only(branch, 0)),
        zone=expression(context, only(branch, 1)),
        body=block_of(context, branch),
    )


# ------------------------------------------------------------------------------------------------------------ choices


def _choose(context: Context, branch: Branch) -> nodes.Statement:
    quantity, count = "one", None
    parts = branches(branch)
    player = parts.pop(0)
    if branch.data == "may_choose":
        quantity = "may"
    elif parts[0].data in ("up_to", "exactly", "any_number"):
        amount = parts.pop(0)
        quantity = str(amount.data)
        count = expression(context, only(amount)) if branches(amount) else None
    return nodes.Choose(
        span=context.span(branch),
        player=expression(context, player),
        quantity=quantity,
        count=count,
        name=context.declared(token(branch, "NAME"), "choice"),
        domain=expression(context, parts[0]),
        condition=where(context, branch),
        prompt=text_of(context, branch),
        secretly=child(branch, "secretly") is not None,
        body=block_or_none(context, branch),
        otherwise=_otherwise(context, branch),
    )


def _choose_option(context: Context, branch: Branch) -> nodes.Statement:
    name = tokens(branch, "NAME")
    return nodes.ChooseOption(
        span=context.span(branch),
        player=expression(context, only(branch)),
        name=context.declared(name[0], "choice") if name else None,
        prompt=text_of(context, branch),
        options=options(context, branch),
        otherwise=_otherwise(context, branch),
    )


def options(context: Context, branch: Branch) -> list[nodes.Option]:
    """The options among the children, each with the doc lines before it."""
    found: list[nodes.Option] = []
    doc: list[str] = []
    for part in branch.children:
        if isinstance(part, Token):
            if part.type == "DOC" and not context.placeholder(part):
                doc.append(doc_text(part))
        elif part.data == "option":
            with context.level(part):
                found.append(_option(context, part, doc))
            doc = []
    return found


def _word(branch: Branch) -> Token:
    """The single word that a branch holds."""
    word = branch.children[0]
    assert isinstance(word, Token)
    return word


def _option(context: Context, branch: Branch, doc: list[str]) -> nodes.Option:
    notation = child(branch, "notation")
    return nodes.Option(
        span=context.span(branch),
        name=context.identifier(_word(only(branch))),
        parameters=[generator(context, part) for part in children(branch, "generator")],
        condition=where(context, branch),
        notation=text_of(context, notation) if notation is not None else None,
        label=text_of(context, branch),
        body=block_or_none(context, branch) or [],
        doc=doc,
    )


_BUILDERS: dict[str, Callable[[Context, Branch], nodes.Statement]] = {
    "let": _let,
    "assign": _assign,
    "augment": _assign,
    "call": _call,
    "gains": _gain,
    "loses": _gain,
    "pays": _gain,
    "move": _move,
    "draw": _draw,
    "shuffle": _shuffle,
    "reveal": _reveal,
    "show": _show,
    "roll": _roll,
    "record": _record,
    "log": _log,
    "require": _require,
    "return_": _return,
    "stop": _stop,
    "next": _next,
    "nothing": _nothing,
    "end_game": _end_game,
    "if_": _if,
    "match": _match,
    "for_each": _for_each,
    "at_once": _at_once,
    "while_": _while,
    "repeat_times": _repeat_times,
    "repeat": _repeat,
    "step": _step,
    "turn_of": _turn_of,
    "looks": _looks,
    "one_move": _one_move,
    "cancel": _cancel,
    "offer": _offer,
    "chooses": _choose,
    "may_choose": _choose,
    "chooses_option": _choose_option,
}

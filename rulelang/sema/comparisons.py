"""Checking comparisons: `is` for things, players, members of enums, none and kinds; `==` for numbers, texts and lists; `in`.

The wrong one of the two is an error with its fix, since in a rule book "is" says which thing, "equals" says how much. Where one
side cannot be told alone (a name that several enums have, `none`, `holder(x)`), the other side is looked at first.
"""

from __future__ import annotations

from rulelang.sema import expressions, fits, say, types
from rulelang.sema.context import Body, use
from rulelang.sema.symbols import EnumSymbol, KindSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Fix
from rulelang.text.source import Span


def comparison(body: Body, node: nodes.Comparison) -> None:
    """Check both sides of a comparison and whether they can be compared so."""
    if node.operator in ("in", "not in"):
        _membership(body, node)
    elif node.operator in ("is", "is not") and _kind_named(body, node.right) is not None:
        _kind_test(body, node)
    elif node.operator in ("<", "<=", ">", ">="):
        left, right = _sides(body, node, designs=False)
        _order(body, node, left, right)
        _settled(body, node, left, right)
    else:
        left, right = _sides(body, node, designs=True)
        _sameness(body, node, left, right)
        if node.operator in ("==", "!="):
            _settled(body, node, left, right)


def _needs_other(body: Body, expression: nodes.Expression) -> bool:
    """Whether an expression cannot be told without knowing what it is compared with."""
    if isinstance(expression, nodes.NoneLiteral):
        return True
    if isinstance(expression, nodes.ListLiteral):
        return not expression.items or any(_needs_other(body, item) for item in expression.items)
    if isinstance(expression, nodes.Call):
        return isinstance(expression.function, nodes.Name) and expression.function.text == "holder"
    if isinstance(expression, nodes.Name):
        return body.local(expression.text) is None and len(body.game.names.candidates(expression.text)) > 1
    return False


def _sides(body: Body, node: nodes.Comparison, designs: bool) -> tuple[Type, Type]:
    with body.meaning_designs(designs):
        if _needs_other(body, node.left) and not _needs_other(body, node.right):
            right = expressions.check(body, node.right)
            return expressions.check(body, node.left, types.without_none(right)), right
        left = expressions.check(body, node.left)
        return left, expressions.check(body, node.right, types.without_none(left))


def _kind_named(body: Body, expression: nodes.Expression) -> KindSymbol | None:
    if isinstance(expression, nodes.Name):
        found = body.game.names.capitals.get(expression.text)
        return found if isinstance(found, KindSymbol) else None
    return None


def _kind_test(body: Body, node: nodes.Comparison) -> None:
    kind = _kind_named(body, node.right)
    assert kind is not None and isinstance(node.right, nodes.Name)
    wanted = types.KindType(kind)
    with body.meaning_designs():
        if isinstance(node.left, nodes.Call):
            left = expressions.check(body, node.left, wanted)
        else:
            left = expressions.check(body, node.left)
    node.right.symbol = kind
    node.right.type = types.ListType(wanted)
    use(kind, node.right.span)
    base = types.without_none(left)
    if isinstance(base, types.BadType):
        return
    if not isinstance(base, types.KindType):
        body.sink.error("RL0305", f"{body.game.quoted(node.left)} is {say.type_words(left)} and never a {kind.name}", node.span)
    elif not fits.related(base, wanted):
        body.sink.error(
            "RL0305", f"{body.game.quoted(node.left)} is a {base.kind.name}, which is never a {kind.name}", node.span,
            others=say.declared_at(kind),
        )  # fmt: skip
    elif base.kind.is_a(kind) and not isinstance(left, types.OptionalType):
        body.sink.warning(
            "RL0904",
            f"{body.game.quoted(node.left)} is always a {kind.name}, "
            f"so this is always {'true' if node.operator == 'is' else 'false'}",
            node.span,
        )


def _operator_span(body: Body, node: nodes.Comparison) -> Span:
    """Where the operator itself stands, between the two sides."""
    start, end = node.left.span.end, node.right.span.start
    text = body.game.text(Span(node.span.file, start, end))
    at = text.find(node.operator.split()[0])
    if at < 0:
        return node.span
    first = start + at
    return Span(node.span.file, first, start + len(text.rstrip()))


def _wrong_operator(body: Body, node: nodes.Comparison, message: str) -> None:
    turned = {"is": "==", "is not": "!=", "==": "is", "!=": "is not"}[node.operator]
    span = _operator_span(body, node)
    text = body.game.text
    body.sink.error(
        "RL0302",
        message,
        span,
        help=f"write `{text(node.left.span)} {turned} {text(node.right.span)}`",
        fix=Fix(span, turned, sure=True) if span != node.span else None,
    )


def _sameness(body: Body, node: nodes.Comparison, left: Type, right: Type) -> None:
    """`is`, `is not`, `==` and `!=` between two values."""
    if isinstance(left, types.BadType) or isinstance(right, types.BadType):
        return
    for side, type_ in ((node.left, left), (node.right, right)):
        if isinstance(type_, types.VoidType):
            body.sink.error("RL0305", f"{body.game.quoted(side)} gives no value to compare", side.span)
            return
    if isinstance(left, types.NoneType) or isinstance(right, types.NoneType):
        _with_none(body, node, left, right)
        return
    by_identity = node.operator in ("is", "is not")
    if not fits.related(left, right) and fits.join(left, right) is None:
        _never(body, node, left, right)
        return
    if by_identity and not fits.is_identity(left):
        what = {types.BoolType: "yes/no", types.TextType: "texts", types.IntType: "numbers"}.get(
            type(types.without_none(left)), "lists"
        )
        _wrong_operator(
            body, node, f"{what} {'is' if what == 'yes/no' else 'are'} compared with `{'==' if node.operator == 'is' else '!='}`"
        )
    elif not by_identity and fits.is_identity(left):
        _wrong_operator(
            body, node, f"{_plural(types.without_none(left))} are compared with `{'is' if node.operator == '==' else 'is not'}`"
        )
    elif not by_identity:
        for side, type_ in ((node.left, left), (node.right, right)):
            if isinstance(type_, types.OptionalType):
                expressions.untested(body, side)
    elif isinstance(left, types.KindType) and isinstance(right, types.KindType) and not fits.related(left, right):
        _never(body, node, left, right)


def _plural(type_: Type) -> str:
    if isinstance(type_, types.PlayerType):
        return "players"
    if isinstance(type_, types.DirectionType):
        return "directions"
    if isinstance(type_, types.EnumType):
        return f"members of {type_.enum.name}"
    return "things"


def _with_none(body: Body, node: nodes.Comparison, left: Type, right: Type) -> None:
    if node.operator in ("==", "!="):
        _wrong_operator(body, node, f"`none` is compared with `{'is' if node.operator == '==' else 'is not'}`")
        return
    side, other = (node.left, left) if isinstance(right, types.NoneType) else (node.right, right)
    if not isinstance(other, types.OptionalType | types.NoneType):
        always = "false" if node.operator == "is" else "true"
        body.sink.warning("RL0904", f"{body.game.quoted(side)} is never none here, so this is always {always}", node.span)


def _never(body: Body, node: nodes.Comparison, left: Type, right: Type) -> None:
    helps: tuple[str, ...] = ()
    if isinstance(node.right, nodes.Name) and isinstance(node.right.symbol, EnumSymbol):
        helps = (f"`{node.right.text}` is the list of all its members: for any of them write `in`",)
    elif types.item_of(right) is not None and types.item_of(left) is None:
        helps = ("for one of several write `in`",)
    body.sink.error(
        "RL0305",
        f"{body.game.quoted(node.left)} is {say.type_words(left)} and {body.game.quoted(node.right)} is {say.type_words(right)}; "
        "they are never the same",
        node.span,
        help=helps,
    )


def _settled(body: Body, node: nodes.Comparison, left: Type, right: Type) -> None:
    """Warn of a comparison of numbers whose bounds decide it."""
    if not isinstance(left, types.IntType) or not isinstance(right, types.IntType):
        return
    low = left.lowest, right.lowest
    high = left.highest, right.highest
    below = high[0] is not None and low[1] is not None and high[0] < low[1]
    above = low[0] is not None and high[1] is not None and low[0] > high[1]
    not_above = high[0] is not None and low[1] is not None and high[0] <= low[1]
    not_below = low[0] is not None and high[1] is not None and low[0] >= high[1]
    always: bool | None = None
    match node.operator:
        case "<":
            always = True if below else False if not_below else None
        case "<=":
            always = True if not_above else False if above else None
        case ">":
            always = True if above else False if not_above else None
        case ">=":
            always = True if not_below else False if below else None
        case "==" | "!=" if below or above:
            always = node.operator == "!="
    if always is not None and not (isinstance(node.left, nodes.Number) and isinstance(node.right, nodes.Number)):
        known = [say.type_words(t) for t in (left, right) if t.lowest != t.highest]
        span = node.span
        message = f"{body.game.quoted(node)} is always {'true' if always else 'false'}"
        side = node.left if left.lowest != left.highest else node.right
        notes = (f"{body.game.quoted(side)} is {known[0]}",) if known else ()
        body.sink.warning("RL0904", message, span, notes=notes)


def _order(body: Body, node: nodes.Comparison, left: Type, right: Type) -> None:
    """`<` and its kin: numbers, or members of one enum."""
    if isinstance(left, types.EnumType) or isinstance(right, types.EnumType):
        if fits.fits(left, right):
            return
        if not isinstance(left, types.OptionalType) and not isinstance(right, types.OptionalType):
            body.sink.error(
                "RL0305",
                f"{body.game.quoted(node.left)} is {say.type_words(left)} and {body.game.quoted(node.right)} is "
                f"{say.type_words(right)}; `{node.operator}` compares numbers, or members of one enum",
                node.span,
            )
            return
    for side, type_ in ((node.left, left), (node.right, right)):
        if isinstance(type_, types.OptionalType) and isinstance(type_.base, types.IntType | types.EnumType):
            expressions.untested(body, side)
        elif not isinstance(type_, types.IntType | types.BadType | types.EnumType):
            body.sink.error(
                "RL0305",
                f"{body.game.quoted(side)} is {say.type_words(type_)}; "
                f"`{node.operator}` compares numbers, or members of one enum",
                side.span,
            )


def _membership(body: Body, node: nodes.Comparison) -> None:
    with body.meaning_designs():
        if _needs_other(body, node.left) and not _needs_other(body, node.right):
            right = expressions.raw(body, node.right)
            item = types.item_of(right)
            left = expressions.check(body, node.left, types.without_none(item) if item is not None else None)
        else:
            left = expressions.check(body, node.left)
            right = expressions.raw(body, node.right, types.ListType(types.without_none(left)))
    if isinstance(left, types.BadType) or isinstance(right, types.BadType):
        return
    if isinstance(right, types.BoxType):
        if not isinstance(types.without_none(left), types.KindType):
            body.sink.error(
                "RL0305", f"{body.game.quoted(node.left)} is {say.type_words(left)}; only things lie in the box", node.left.span
            )
        return
    item = types.item_of(right)
    if item is None:
        body.sink.error(
            "RL0313",
            f"{body.game.quoted(node.right)} is {say.type_words(right)}; `in` wants a list, a zone or a board",
            node.right.span,
        )
        return
    if isinstance(left, types.NoneType) and isinstance(item, types.OptionalType):
        return
    if not fits.related(left, item):
        body.sink.error(
            "RL0305",
            f"{body.game.quoted(node.left)} is {say.type_words(left)}, "
            f"and {body.game.quoted(node.right)} holds {say.many_words(item)}",
            node.span,
        )

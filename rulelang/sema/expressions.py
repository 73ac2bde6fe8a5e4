"""Checking expressions: what each name means, and of which type each value is.

`check` gives an expression its type and returns it; `wanted` is the type the place asks for, which tells names apart and gives
`none` and `[]` a type, but is not insisted on. `want` insists. `place` checks a zone as a place.

The type kept on an expression is that of what was written: a field that is a zone keeps its zone type, also where it is read as a
value. What `check` returns for a slot is how it reads: `K?`, or `K` where a test has shown that it is not empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.sema import bare_names, calls, comparisons, facts, fits, members, queries, say, types
from rulelang.sema.context import Body
from rulelang.sema.symbols import (
    BuiltinSymbol,
    FieldSymbol,
)
from rulelang.sema.types import Type
from rulelang.syntax import nodes


def check(body: Body, expression: nodes.Expression, wanted: Type | None = None) -> Type:
    """The type of an expression read as a value."""
    type_ = raw(body, expression, wanted)
    return read(body, expression) if isinstance(type_, types.ZoneType) else type_


def raw(body: Body, expression: nodes.Expression, wanted: Type | None = None) -> Type:
    """The type of an expression of which it is not known yet whether it is read as a place or as a value: a zone stays a zone."""
    type_ = _check(body, expression, wanted)
    expression.type = type_ if isinstance(type_, types.ZoneType) else _shown(body, expression, type_)
    return expression.type


def read(body: Body, expression: nodes.Expression) -> Type:
    """Read as a value what `raw` has checked."""
    if isinstance(expression.type, types.ZoneType):
        return _shown(body, expression, fits.value_of(expression.type))
    return expression.type or types.BAD


def _shown(body: Body, expression: nodes.Expression, type_: Type) -> Type:
    """A type, or the narrower one that a test has shown."""
    if body.facts and type_ is not types.BAD:
        key = facts.key_of(expression)
        if key is not None:
            return body.facts.get(key, type_)
    return type_


def want(body: Body, expression: nodes.Expression, wanted: Type, what: str = "") -> Type:
    """Check an expression that must be of a type; `what` says in a message who wants it ("`gains`", "the domain of …")."""
    type_ = check(body, expression, wanted)
    insist(body, expression, type_, wanted, what)
    return type_


def insist(body: Body, expression: nodes.Expression, type_: Type, wanted: Type, what: str = "") -> bool:
    """Report an expression whose type does not fit; whether it does."""
    if fits.fits(type_, wanted):
        if fits.outside(type_, wanted):
            body.sink.error(
                "RL0311",
                f"{body.game.quoted(expression)} is outside of {_bounds(wanted)}",
                expression.span,
                help="change the number, or the range where it is declared",
            )
            return False
        return True
    written = body.game.quoted(expression)
    if isinstance(type_, types.OptionalType) and fits.fits(type_.base, wanted):
        untested(body, expression)
        return False
    asked = f"{what} wants {say.type_words(wanted)}" if what else f"{say.type_words(wanted)} is wanted here"
    helps: tuple[str, ...] = ()
    if isinstance(type_, types.VoidType):
        message = f"{written} gives no value; {asked}"
    elif isinstance(type_, types.NoneType):
        message = f"`none` cannot stand here: {asked}"
        helps = ("write the type with a question mark where it is declared, to let it be none",)
    else:
        message = f"{written} is {say.type_words(type_)}; {asked}"
        if isinstance(wanted, types.ListType) and fits.fits(type_, wanted.item):
            helps = (f"for a list of one, write `[{body.game.text(expression.span)}]`",)
        elif isinstance(wanted, types.KindType) and isinstance(type_, types.KindType) and wanted.kind.is_a(type_.kind):
            helps = (f"test it first: `if {body.game.text(expression.span)} is {wanted.kind.name}:`",)
    body.sink.error("RL0301", message, expression.span, help=helps)
    return False


def untested(body: Body, expression: nodes.Expression) -> None:
    """Report something that may be none and is used without a test."""
    written = body.game.text(expression.span)
    helps = ["test it first, in an `if`, a `where`, or before `and`"]
    if facts.key_of(expression) is not None and "\n" not in written and len(written) <= say.LONGEST:
        helps = [f"test it first: `{written} is not none`"]
    else:
        helps = ["keep it with `let`, then test that it is not none"]
    body.sink.error(
        "RL0303", f"{body.game.quoted(expression)} may be none", expression.span, label="used without a test", help=tuple(helps)
    )


def condition(body: Body, expression: nodes.Expression, where: str = "a condition") -> None:
    """Check what must be yes or no."""
    type_ = check(body, expression, types.BOOL)
    if isinstance(type_, types.BoolType | types.BadType):
        return
    helps: tuple[str, ...] = ()
    if isinstance(type_, types.OptionalType):
        helps = (f"write `{body.game.text(expression.span)} is not none`",)
    elif isinstance(type_, types.IntType):
        helps = (f"compare it, such as `{body.game.text(expression.span)} > 0`",)
    elif types.item_of(type_) is not None:
        helps = (f"write `{body.game.text(expression.span)}.size > 0`",)
    found = "gives no value" if isinstance(type_, types.VoidType) else f"is {say.type_words(type_)}"
    body.sink.error("RL0304", f"{where} is yes or no, and {body.game.quoted(expression)} {found}", expression.span, help=helps)


def number(body: Body, expression: nodes.Expression, what: str = "") -> Type:
    """Check what must be a number."""
    return want(body, expression, types.INT, what)


def player(body: Body, expression: nodes.Expression, what: str) -> Type:
    """Check what must be a player."""
    return want(body, expression, types.PLAYER, what)


def listed(body: Body, expression: nodes.Expression, wanted_item: Type | None = None) -> Type:
    """Check what is gone through one by one; returns the type of one of it."""
    type_ = check(body, expression, types.ListType(wanted_item) if wanted_item is not None else None)
    if isinstance(type_, types.BadType):
        return types.BAD
    item = types.item_of(type_)
    if item is not None:
        return item
    helps: tuple[str, ...] = ()
    if isinstance(type_, types.IntType):
        helps = (f"write `range(1, {body.game.text(expression.span)})` for the numbers up to it",)
    elif isinstance(type_, types.PlayerType | types.KindType | types.EnumType):
        helps = (f"for a list of one, write `[{body.game.text(expression.span)}]`",)
    elif isinstance(expression, nodes.Name) and expression.text == "Player":
        helps = ("write `players`",)
    found = "gives no value" if isinstance(type_, types.VoidType) else f"is {say.type_words(type_)}"
    body.sink.error(
        "RL0313", f"{body.game.quoted(expression)} {found}; a list, a zone or a board is wanted here", expression.span, help=helps
    )
    return types.BAD


def place(body: Body, expression: nodes.Expression, what: str) -> Type:
    """Check a zone as a place: where things go to, come from, or are looked for."""
    type_ = _check(body, expression, None)
    expression.type = type_
    if isinstance(type_, types.ZoneType | types.BoxType | types.BadType):
        return type_
    body.sink.error(
        "RL0608",
        f"{body.game.quoted(expression)} is {say.type_words(type_)}; {what} wants a zone",
        expression.span,
        help="a zone is a field of type `pile of …` or `slot of …`, or `box`",
    )
    return types.BAD


def zone_fields(expression: nodes.Expression) -> list[FieldSymbol] | None:
    """The fields that a place may be; none where that is not known."""
    if isinstance(expression, nodes.Conditional):
        first, second = zone_fields(expression.then), zone_fields(expression.otherwise)
        return first + second if first is not None and second is not None else None
    symbol = getattr(expression, "symbol", None)
    if isinstance(symbol, FieldSymbol):
        return [symbol]
    if isinstance(symbol, BuiltinSymbol):
        return []
    return None


def _bounds(type_: Type) -> str:
    base = types.without_none(type_)
    if not isinstance(base, types.IntType):
        return "its range"
    if base.lowest is None:
        return f"at most {base.highest}"
    return f"{base.lowest} to {base.highest}" if base.highest is not None else f"{base.lowest} or more"


# ------------------------------------------------------------------------------------------------------------ each form


def _check(body: Body, expression: nodes.Expression, wanted: Type | None) -> Type:
    """The type of an expression as written: a zone stays a zone."""
    return _FORMS[type(expression)](body, expression, wanted)


def _number(body: Body, node: nodes.Number, wanted: Type | None) -> Type:
    return types.IntType(node.value, node.value)


def _text(body: Body, node: nodes.Text, wanted: Type | None) -> Type:
    """A text that is kept or handed on is fixed: its values would have to be looked up by whoever reads it at last."""
    for part in node.parts:
        if isinstance(part, nodes.Expression):
            help_ = "tell it here with `log`, or hand on the value"
            body.sink.error("RL0119", "a text with values in it is only told, not kept or handed on", part.span, help=help_)
            break
    return _told(body, node)


def _told(body: Body, node: nodes.Text) -> Type:
    with body.doing_nothing("a text"), body.meaning_designs(False):
        for part in node.parts:
            if isinstance(part, nodes.Expression):
                shown = check(body, part)
                if isinstance(shown, types.VoidType):
                    body.sink.error("RL0301", f"{body.game.quoted(part)} gives no value to show", part.span)
    return types.TEXT


def text(body: Body, node: nodes.Text | None) -> None:
    """Check a text with the values in it."""
    if node is not None:
        node.type = _told(body, node)


def _truth(body: Body, node: nodes.Truth, wanted: Type | None) -> Type:
    return types.BOOL


def _none(body: Body, node: nodes.NoneLiteral, wanted: Type | None) -> Type:
    return types.NONE


def _name(body: Body, node: nodes.Name, wanted: Type | None) -> Type:
    return bare_names.name(body, node, wanted)


def _attribute(body: Body, node: nodes.Attribute, wanted: Type | None) -> Type:
    return members.attribute(body, node, wanted)


def _call(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    with body.meaning_designs(False):
        return calls.call(body, node, wanted)


def _item(body: Body, node: nodes.Item, wanted: Type | None) -> Type:
    return members.item(body, node)


def _negate(body: Body, node: nodes.Negate, wanted: Type | None) -> Type:
    type_ = number(body, node.operand, "`-`")
    if isinstance(type_, types.IntType):
        return types.IntType(None if type_.highest is None else -type_.highest, None if type_.lowest is None else -type_.lowest)
    return types.INT


def _not(body: Body, node: nodes.Not, wanted: Type | None) -> Type:
    condition(body, node.operand, "what follows `not`")
    return types.BOOL


def _arithmetic(body: Body, node: nodes.Arithmetic, wanted: Type | None) -> Type:
    if node.operator == "+":
        left = check(body, node.left, wanted)
        if types.item_of(left) is not None:
            right = check(body, node.right, wanted or left)
            return _joined_lists(body, node, left, right)
        if isinstance(left, types.TextType):
            body.sink.error(
                "RL0306",
                "texts are not added with `+`",
                node.span,
                help='write one text with what belongs into it in braces, such as `"{a}{b}"`',
            )
            check(body, node.right)
            return types.TEXT
        insist(body, node.left, left, types.INT, "`+`")
        right = number(body, node.right, "`+`")
    else:
        word = f"`{node.operator.split()[0]}`"
        left = number(body, node.left, word)
        right = number(body, node.right, word)
    return _bounds_of(node.operator, left, right)


def _joined_lists(body: Body, node: nodes.Arithmetic, left: Type, right: Type) -> Type:
    if isinstance(right, types.BadType):
        return left
    if types.item_of(right) is None:
        body.sink.error(
            "RL0301",
            f"{body.game.quoted(node.right)} is {say.type_words(right)}; a list is wanted here",
            node.right.span,
            help=f"for a list of one, write `[{body.game.text(node.right.span)}]`",
        )
        return left
    joined = fits.join(fits.widened(left), fits.widened(right))
    if joined is None:
        body.sink.error("RL0305", f"{say.type_words(left)} and {say.type_words(right)} make no list together", node.span)
        return types.BAD
    return joined


def _bounds_of(operator: str, left: Type, right: Type) -> Type:
    """The bounds of a sum, difference or product of numbers whose bounds are known."""
    if not isinstance(left, types.IntType) or not isinstance(right, types.IntType):
        return types.INT
    a, b, c, d = left.lowest, left.highest, right.lowest, right.highest
    if operator == "+":
        return types.IntType(None if a is None or c is None else a + c, None if b is None or d is None else b + d)
    if operator == "-":
        return types.IntType(None if a is None or d is None else a - d, None if b is None or c is None else b - c)
    if operator == "*" and a is not None and b is not None and c is not None and d is not None:
        products = (a * c, a * d, b * c, b * d)
        return types.IntType(min(products), max(products))
    if operator == "%" and c is not None and d is not None and c > 0:
        return types.IntType(0, d - 1)
    return types.INT


def _logical(body: Body, node: nodes.Logical, wanted: Type | None) -> Type:
    word = f"what stands beside `{node.operator}`"
    condition(body, node.left, word)
    with body.believing(facts.of_condition(node.left, node.operator == "and")):
        right = check(body, node.right, types.BOOL)
    if not isinstance(right, types.BoolType | types.BadType):
        helps: tuple[str, ...] = ()
        left = node.left
        if node.operator == "or" and isinstance(left, nodes.Comparison) and left.operator in ("is", "=="):
            text = body.game.text
            helps = (f"write `{text(left.left.span)} in [{text(left.right.span)}, {text(node.right.span)}]`",)
        found = "gives no value" if isinstance(right, types.VoidType) else f"is {say.type_words(right)}"
        body.sink.error("RL0304", f"{word} is yes or no, and {body.game.quoted(node.right)} {found}", node.right.span, help=helps)
    return types.BOOL


def _conditional(body: Body, node: nodes.Conditional, wanted: Type | None) -> Type:
    condition(body, node.condition)
    with body.believing(facts.of_condition(node.condition, True)):
        then = raw(body, node.then, wanted)
    with body.believing(facts.of_condition(node.condition, False)):
        otherwise = raw(body, node.otherwise, wanted)
    if isinstance(then, types.ZoneType) and then == otherwise:
        return then
    with body.believing(facts.of_condition(node.condition, True)):
        then = read(body, node.then)
    with body.believing(facts.of_condition(node.condition, False)):
        otherwise = read(body, node.otherwise)
    joined = fits.join(then, otherwise)
    if joined is None:
        body.sink.error(
            "RL0305",
            f"{body.game.quoted(node.then)} is {say.type_words(then)} "
            f"and {body.game.quoted(node.otherwise)} is {say.type_words(otherwise)}",
            node.span,
            help="both sides of `if ... else` are of one type",
        )
        return types.BAD
    return joined


def _list(body: Body, node: nodes.ListLiteral, wanted: Type | None) -> Type:
    item_wanted = types.item_of(wanted) if wanted is not None else None
    found: Type | None = None
    for item in node.items:
        type_ = check(body, item, item_wanted or found)
        if found is None:
            found = type_
            continue
        joined = fits.join(found, type_)
        if joined is None:
            body.sink.error(
                "RL0305",
                f"{body.game.quoted(item)} is {say.type_words(type_)}, and the list begins with {say.type_words(found)}",
                item.span,
                help="a list holds values of one type",
            )
            return types.ListType(found)
        found = joined
    if found is None:
        return types.ListType(item_wanted if item_wanted is not None else types.BAD)
    if item_wanted is not None and fits.fits(found, item_wanted) and not isinstance(found, types.IntType):
        found = item_wanted
    return types.ListType(found)


def _range(body: Body, node: nodes.RangeArgument, wanted: Type | None) -> Type:
    number(body, node.lowest, "`to`")
    number(body, node.highest, "`to`")
    return types.INT


def _pick_one(body: Body, node: nodes.PickOne, wanted: Type | None) -> Type:
    body.refuse("`at random` is chance", node.span)
    body.effects.random = True
    return listed(body, node.source, wanted)


def _query(body: Body, node: nodes.Query, wanted: Type | None) -> Type:
    with body.meaning_designs(False):
        return queries.query(body, node, wanted)


def _comparison(body: Body, node: nodes.Comparison, wanted: Type | None) -> Type:
    comparisons.comparison(body, node)
    return types.BOOL


_Form = Callable[[Body, Any, Type | None], Type]

_FORMS: dict[type[nodes.Expression], _Form] = {
    nodes.Number: _number,
    nodes.Text: _text,
    nodes.Truth: _truth,
    nodes.NoneLiteral: _none,
    nodes.Name: _name,
    nodes.Attribute: _attribute,
    nodes.Call: _call,
    nodes.Item: _item,
    nodes.Negate: _negate,
    nodes.Not: _not,
    nodes.Arithmetic: _arithmetic,
    nodes.Logical: _logical,
    nodes.Conditional: _conditional,
    nodes.ListLiteral: _list,
    nodes.RangeArgument: _range,
    nodes.PickOne: _pick_one,
    nodes.Query: _query,
    nodes.Comparison: _comparison,
}

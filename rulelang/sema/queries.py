"""Checking queries and everything with `x in xs where C by k`: queries, heads of loops, parameters of options.

Each generator declares its name, then its condition is checked, and what the condition shows holds for all that follows. Nothing
may be done in a query: it is a question.
"""

from __future__ import annotations

from rulelang.sema import expressions, facts, fits, say, types
from rulelang.sema.context import Body
from rulelang.sema.symbols import LocalSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes

ORDERED = frozenset({"each", "first", "sorted", "places"})
"""Queries in which an order means something."""


def query(body: Body, node: nodes.Query, wanted: Type | None) -> Type:
    """The type of a query."""
    with body.scope(), body.believing({}), body.doing_nothing(f"`{node.word}(...)`"):
        item: Type = types.BAD
        for generator in node.generators:
            symbol = generate(body, generator, "query")
            # What the condition has shown of each holds of the list of them.
            item = body.facts.get(("name", symbol), symbol.type)
        if node.result is not None:
            item = _result(body, node, wanted)
        elif len(node.generators) > 1 and node.word not in ("count", "any", "all"):
            body.sink.error(
                "RL0310",
                f"`{node.word}(...)` goes through several lists and does not say what it takes from them",
                node.span,
                help=f"write it before `for`: `{node.word}({node.generators[0].name.text} for ...)`",
            )
            item = types.BAD
        order(body, node.order)
    if node.order is not None and node.word not in ORDERED:
        body.sink.error("RL0307", f"an order means nothing to `{node.word}`", node.order.span, help="leave `by` out")
    return _given(body, node, item)


def _result(body: Body, node: nodes.Query, wanted: Type | None) -> Type:
    assert node.result is not None
    if node.word in ("any", "all"):
        expressions.condition(body, node.result, f"what `{node.word}` tests")
        return types.BOOL
    if node.word == "count":
        expressions.check(body, node.result)
        body.sink.error(
            "RL0307",
            "`count` counts what follows `for`, so nothing stands before it",
            node.result.span,
            help="write `count(x in xs where ...)`, or `sum(... for x in xs)`",
        )
        return types.BAD
    if node.word in ("sum", "highest", "lowest"):
        return expressions.number(body, node.result, f"`{node.word}`")
    item = wanted
    if node.word in ("each", "sorted") and wanted is not None:
        item = types.item_of(wanted)
    type_ = expressions.check(body, node.result, types.without_none(item) if item is not None else None)
    if isinstance(type_, types.VoidType):
        body.sink.error("RL0301", f"{body.game.quoted(node.result)} gives no value", node.result.span)
        return types.BAD
    if isinstance(item, types.ZoneType) and isinstance(type_, types.ZoneType):
        # Zones themselves are wanted, not what lies in them.
        return type_
    return fits.widened(type_)


def _given(body: Body, node: nodes.Query, item: Type) -> Type:
    word = node.word
    if word == "count":
        return types.IntType(0, None)
    if word in ("any", "all"):
        return types.BOOL
    if word in ("sum", "highest", "lowest"):
        if node.result is None and not isinstance(item, types.IntType | types.BadType):
            body.sink.error(
                "RL0301",
                f"`{word}` wants numbers, and this goes through {say.type_words(types.ListType(item))}",
                node.span,
                help=f"say what to take of each: `{word}(... for {node.generators[0].name.text} in ...)`",
            )
        return types.INT if word == "sum" else item if isinstance(item, types.IntType) else types.INT
    if word == "first":
        return (
            types.OptionalType(types.without_none(item))
            if fits.may_be_none(types.without_none(item))
            else _unlisted(body, node, item)
        )
    if word == "the":
        return item
    listed = types.ListType(item)
    return types.ListType(listed) if word == "places" else listed


def _unlisted(body: Body, node: nodes.Query, item: Type) -> Type:
    body.sink.error(
        "RL0310",
        f"`first(...)` gives one of {say.type_words(types.ListType(item))} or none, and {say.type_words(item)} cannot be none",
        node.span,
        help="use `the(...)`, or take item 1 of `each(...)`",
    )
    return types.BAD


def generate(body: Body, generator: nodes.Generator, role: str) -> LocalSymbol:
    """Check one generator: its list, its name, its condition; what the condition shows is believed from then on."""
    item = expressions.listed(body, generator.domain)
    symbol = body.declare(generator.name, item, role)
    generator.symbol = symbol
    where(body, generator.condition)
    return symbol


def where(body: Body, condition: nodes.Expression | None) -> None:
    """Check a `where`, in which nothing may be done; what it shows is believed from then on."""
    if condition is None:
        return
    with body.doing_nothing("a `where`"):
        expressions.condition(body, condition, "a `where`")
    body.facts = {**body.facts, **facts.of_condition(condition, True)}


def order(body: Body, node: nodes.Order | None) -> None:
    """Check an order: keys are numbers, yes/no, or members of enums."""
    if node is None:
        return
    with body.doing_nothing("an order"):
        for key in node.keys:
            type_ = expressions.check(body, key.value)
            if isinstance(type_, types.OptionalType):
                expressions.untested(body, key.value)
            elif not isinstance(type_, types.IntType | types.BoolType | types.EnumType | types.BadType):
                body.sink.error(
                    "RL0305",
                    f"{body.game.quoted(key.value)} is {say.type_words(type_)}; things are put in order by numbers, "
                    "yes/no, or members of an enum",
                    key.value.span,
                )
    if node.at_random:
        body.refuse("`at random` is chance", node.span)
        body.effects.random = True


def head(body: Body, node: nodes.Head, role: str = "loop") -> LocalSymbol:
    """Check the head of a loop, a step or a phase; what its condition shows is believed from then on."""
    item = expressions.listed(body, node.domain)
    symbol = body.declare(node.name, item, role)
    node.symbol = symbol
    where(body, node.condition)
    order(body, node.order)
    return symbol

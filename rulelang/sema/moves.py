"""Checking what moves things: `move`, `draw`, `shuffle`, `reveal`.

A thing may lie in any zone of its kind or of a kind above. Where a `move` does not say from where, it may come out of any such
zone, and all of them count as written.
"""

from __future__ import annotations

from rulelang.sema import expressions, facts, say, tokens, types
from rulelang.sema.context import Body
from rulelang.sema.symbols import KindSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes


def things(body: Body, expression: nodes.Expression, verb: str) -> KindSymbol | None:
    """Check one thing, a list of things, or a zone with all that lies in it; the kind of the things."""
    type_ = expressions.raw(body, expression)
    if isinstance(type_, types.ZoneType):
        return type_.kind
    item: Type | None = type_ if isinstance(type_, types.KindType) else types.item_of(type_)
    if isinstance(type_, types.OptionalType) and isinstance(type_.base, types.KindType):
        expressions.untested(body, expression)
        return type_.base.kind
    if isinstance(item, types.KindType):
        return item.kind
    if isinstance(item, types.OptionalType) and isinstance(item.base, types.KindType):
        body.sink.error(
            "RL0303",
            f"{body.game.quoted(expression)} may hold none",
            expression.span,
            help="leave it out with a `where`: `... is not none`",
        )
        return item.base.kind
    if isinstance(type_, types.BadType) or isinstance(item, types.BadType):
        return None
    found = "gives no value" if isinstance(type_, types.VoidType) else f"is {say.type_words(type_)}"
    body.sink.error("RL0609", f"{body.game.quoted(expression)} {found}; `{verb}` wants things", expression.span)
    return None


def _written(body: Body, place: nodes.Expression, kind: KindSymbol | None) -> None:
    """Note that a zone changes; where it is not known which, all that may."""
    if isinstance(place.type, types.BadType):
        return
    fields = None if isinstance(place.type, types.ListType) else expressions.zone_fields(place)
    if fields is None and kind is not None:
        fields = list(body.holders(kind))
    for symbol in fields or ():
        body.writes(symbol)


def _sources(body: Body, node: nodes.Expression) -> Type:
    """One zone, or a list of zones that are emptied or drawn from together; the type of one of them."""
    if not isinstance(node, nodes.ListLiteral | nodes.Query):
        return expressions.place(body, node, "`from`")
    found: list[Type] = []
    if isinstance(node, nodes.ListLiteral):
        found = [expressions.place(body, item, "`from`") for item in node.items]
    else:
        marker = types.ZoneType("pile", KindSymbol(name="", span=node.span))
        item = types.item_of(expressions.check(body, node, types.ListType(marker)))
        found = [] if item is None else [item]
    zones = [type_ for type_ in found if isinstance(type_, types.ZoneType)]
    if not zones or len(zones) < len(found) or any(zone.kind.root is not zones[0].kind.root for zone in zones):
        if not any(isinstance(type_, types.BadType) for type_ in found):
            body.sink.error(
                "RL0608",
                f"{body.game.quoted(node)} is no list of zones; `from` wants a zone, or zones of one kind",
                node.span,
                help="name them: `[a, b]`, or `each(x.zone for x in xs)`",
            )
        node.type = types.BAD
        return types.BAD
    node.type = types.ListType(zones[0])
    return zones[0]


def _accepts(body: Body, destination: nodes.Expression, place: Type, kind: KindSymbol | None, what: nodes.Node) -> None:
    if kind is None or not isinstance(place, types.ZoneType) or kind.is_a(place.kind):
        return
    helps: tuple[str, ...] = ()
    if place.kind.is_a(kind):
        helps = (f"test first that it `is {place.kind.name}`",)
    body.sink.error(
        "RL0609",
        f"a {kind.name} cannot lie in {body.game.quoted(destination)}, which is {say.type_words(place)}",
        what.span,
        help=helps,
    )


def move(body: Body, node: nodes.Move) -> None:
    """Check `move`."""
    body.refuse("`move` moves things", node.span)
    body.effects.logs = True
    source: Type | None = None
    kind: KindSymbol | None = None
    if node.source is not None:
        source = _sources(body, node.source) if node.what is None else expressions.place(body, node.source, "`from`")
        if isinstance(source, types.ZoneType):
            kind = source.kind
    if node.what is not None:
        with body.meaning_designs(node.count is not None or node.every):
            kind = things(body, node.what, "move")
        if kind is not None and isinstance(source, types.ZoneType) and not (kind.is_a(source.kind) or source.kind.is_a(kind)):
            body.sink.error(
                "RL0609",
                f"a {kind.name} never lies in {body.game.quoted(node.source or node)}, which is {say.type_words(source)}",
                node.what.span,
            )
    if node.any_count is not None:
        expressions.number(body, node.any_count, "`any`")
        body.effects.random = True
    destination = expressions.place(body, node.destination, "`to`")
    _accepts(body, node.destination, destination, kind, node.what or node.source or node)
    if kind is not None and kind.root.counted:
        tokens.move(body, node, source, destination, kind)
    elif kind is not None and (node.count is not None or node.every):
        tokens.not_counted(body, node, kind)
    if node.source is not None:
        _written(body, node.source, kind)
    elif node.what is not None and isinstance(node.what.type, types.ZoneType):
        _written(body, node.what, kind)
    elif kind is not None:
        for symbol in body.holders(kind):
            body.writes(symbol)
    _written(body, node.destination, kind)


def draw(body: Body, node: nodes.Draw) -> None:
    """Check `draw`: where the number is written as 1, one thing is drawn, or none if the zone may be empty; else a list."""
    body.refuse("`draw` moves things", node.span)
    body.effects.logs = True
    expressions.number(body, node.count, "`draw`")
    source = expressions.place(body, node.source, "`from`")
    destination = expressions.place(body, node.destination, "`to`")
    kind = source.kind if isinstance(source, types.ZoneType) else None
    if isinstance(source, types.BoxType):
        body.sink.error(
            "RL0608", "nothing is drawn from the box, since it has no order", node.source.span, help="move what you want"
        )
    _accepts(body, node.destination, destination, kind, node.source)
    instead = "write `move any 1 from` the zone `at random to` the other"
    tokens.refuse(body, node.source, "which have no order to be drawn in", instead)
    if isinstance(source, types.ZoneType) and expressions.zone_fields(node.source) is not None:
        for field in expressions.zone_fields(node.source) or ():
            if field.refilled_from is not None:
                body.writes(field.refilled_from)
    # A shuffled zone is put in order when something is drawn from it, and that is chance.
    body.effects.random = True
    _written(body, node.source, kind)
    _written(body, node.destination, kind)
    if node.name is not None:
        drawn: Type = types.KindType(kind) if kind is not None else types.BAD
        single = isinstance(node.count, nodes.Number) and node.count.value == 1
        if kind is not None and not single:
            drawn = types.ListType(drawn)
        elif kind is not None and facts.filled(node.source) not in body.facts:
            drawn = types.OptionalType(drawn)
        node.symbol = body.declare(node.name, drawn, "let")


def shuffle(body: Body, node: nodes.Shuffle) -> None:
    """Check `shuffle`."""
    body.refuse("`shuffle` is chance", node.span)
    body.effects.random = body.effects.logs = True
    if node.into is None:
        type_ = expressions.place(body, node.what, "`shuffle`")
        tokens.refuse(body, node.what, "which have no order to be shuffled", "leave the line out: tokens are never in any order")
        if isinstance(type_, types.ZoneType) and type_.form == "slot":
            body.sink.error(
                "RL0608", f"{body.game.quoted(node.what)} holds at most one thing, so there is nothing to shuffle", node.what.span
            )
        _written(body, node.what, type_.kind if isinstance(type_, types.ZoneType) else None)
        return
    kind = things(body, node.what, "shuffle")
    into = expressions.place(body, node.into, "`into`")
    _accepts(body, node.into, into, kind, node.what)
    if isinstance(node.what.type, types.ZoneType):
        _written(body, node.what, kind)
    elif kind is not None:
        for symbol in body.holders(kind):
            body.writes(symbol)
    _written(body, node.into, kind)


def reveal(body: Body, node: nodes.Reveal) -> None:
    """Check `reveal`."""
    body.refuse("`reveal` shows something", node.span)
    body.effects.logs = True
    things(body, node.what, "reveal")
    instead = "say with `log` what is there, or `show` it to each player"
    tokens.refuse(body, node.what, "of which none is a thing of its own", instead)

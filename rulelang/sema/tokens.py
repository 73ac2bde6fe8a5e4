"""Checking tokens: things of a kind that are counted, and of which no one is told apart.

A kind of which any field is `tokens of K` is counted as a whole: each of its declarations is a sort, and `x n` its supply. A sort
is named where a thing would be; how many of it lie where is all there is to know. So tokens lie in zones of their own, have no
order, and are moved by number.
"""

from __future__ import annotations

from rulelang.sema import expressions, say, types
from rulelang.sema.context import Body, Game
from rulelang.sema.symbols import FieldSymbol, KindSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label


def check_kinds(game: Game) -> None:
    """A kind that is counted lies in no pile and no slot."""
    fields = [*game.model.state_fields.values(), *game.model.player_fields.values()]
    for kind in game.model.kinds.values():
        fields.extend(kind.fields.values())
    zones = [f for f in fields if isinstance(f.type, types.ZoneType)]
    for field in zones:
        assert isinstance(field.type, types.ZoneType)
        if not field.type.kind.root.counted or field.type.form == "tokens":
            continue
        counted = next(
            f for f in zones if isinstance(f.type, types.ZoneType) and f.type.form == "tokens" and _same_root(f.type, field.type)
        )
        game.sink.error(
            "RL0616",
            f"`{field.name}` is a {field.type.form} of {field.type.kind.name}, which is counted",
            field.span,
            others=(Label(counted.span, f"tokens of {field.type.kind.root.name}"),),
            help=f"write `tokens of {field.type.kind.name}` here too; a thing of its own is a sort of which there is one",
        )


def _same_root(first: types.ZoneType, second: types.ZoneType) -> bool:
    return first.kind.root is second.kind.root


def check_fields(game: Game) -> None:
    """What a sort is like changes only where there is one of it: else it would change for all of them at once."""
    for kind in game.model.kinds.values():
        if not kind.root.counted:
            continue
        changing = [f for f in kind.fields.values() if f.mutable and not isinstance(f.type, types.ZoneType)]
        zones = [f for f in kind.fields.values() if isinstance(f.type, types.ZoneType)]
        for field in [*changing, *zones]:
            many = [i for i in game.model.instances if i.kind.is_a(kind) and i.copies is not None]
            sort = next((i for i in many if not (isinstance(i.copies, nodes.Number) and i.copies.value <= 1)), None)
            if sort is None:
                continue
            what = "holds other things" if isinstance(field.type, types.ZoneType) else "changes"
            game.sink.error(
                "RL0617",
                f"`{field.name}` of {kind.name} {what}, and of `{sort.name}` there are several that are not told apart",
                field.span,
                others=(Label(sort.span, "several of this sort"),),
                help="let a pile hold them instead of tokens, or keep it in a field of whoever has them",
            )


def refuse(body: Body, expression: nodes.Expression, what: str, helps: str) -> bool:
    """Report tokens where things are wanted that are told apart and have an order; whether it was so."""
    if not types.is_counted(expression.type):
        return False
    body.sink.error("RL0616", f"{body.game.quoted(expression)} holds tokens, {what}", expression.span, help=helps)
    return True


def move(body: Body, node: nodes.Move, source: Type | None, destination: Type, kind: KindSymbol) -> None:
    """Check what is particular to a `move` of tokens: how many of what, from where, and that they have no order."""
    if node.count is not None:
        expressions.number(body, node.count, "`move`")
    what = node.what.type if node.what is not None else None
    if node.source is None and not isinstance(what, types.ZoneType):
        body.sink.error(
            "RL0616",
            f"this does not say from where, and {kind.name} lie in many places at once",
            node.span,
            help=f"write `move {body.game.text((node.what or node).span)} from` the zone `to` the other",
        )
    if node.to_bottom or node.face_down:
        word = "`bottom of`" if node.to_bottom else "`face down`"
        body.sink.error(
            "RL0616",
            f"tokens have no {'order' if node.to_bottom else 'face'}",
            node.span,
            help=f"leave {word} out"
            if node.to_bottom
            else "who sees them is said by the zone they lie in: give them one that is `private` or `secret`",
        )


def not_counted(body: Body, node: nodes.Move, kind: KindSymbol) -> None:
    """Report `move 2 x` and `move all x` of things that are told apart."""
    if node.count is not None:
        expressions.number(body, node.count, "`move`")
    assert node.what is not None
    word = "all of one sort are moved" if node.every else "a number is moved"
    body.sink.error(
        "RL0616",
        f"{word} of tokens, and each {kind.name} is a thing of its own",
        node.what.span,
        help=(
            f"move the things themselves, such as `each(x in zone where x is {body.game.text(node.what.span)})`",
            f"or let the zones be `tokens of {kind.name}`, so that they are counted",
        ),
    )


def number_of(body: Body, node: nodes.Item, zone: types.ZoneType) -> Type:
    """The type of `purse[coin]`: how many of that sort lie there."""
    if len(node.keys) != 1:
        for key in node.keys:
            expressions.check(body, key)
        body.sink.error("RL0307", f"{body.game.quoted(node.value)}[...] takes 1 sort in the brackets", node.span)
    else:
        expressions.want(body, node.keys[0], types.KindType(zone.kind), f"{body.game.quoted(node.value)}[...]")
    return types.IntType(0, None)


def refilled_from(game: Game, symbol: FieldSymbol, candidates: dict[str, FieldSymbol]) -> None:
    """Find the zone after `refilled from`: a pile of the same kind, in the same hands or everybody's."""
    name = symbol.node.refilled_from
    assert name is not None
    found = candidates.get(name.text)
    if found is None:
        near = [n for n, f in candidates.items() if isinstance(f.type, types.ZoneType)]
        game.unknown("RL0202", f"there is no field called `{name.text}`", name.span, name.text, near)
        return
    found.uses.append(name.span)
    mine, other = symbol.type, found.type
    if isinstance(mine, types.BadType) or isinstance(other, types.BadType):
        return
    if not isinstance(mine, types.ZoneType) or mine.form != "pile":
        game.sink.error("RL0618", f"only a pile is refilled, and `{symbol.name}` is {say.type_words(mine)}", name.span)
    elif not isinstance(other, types.ZoneType) or other.form != "pile" or not other.kind.is_a(mine.kind):
        game.sink.error(
            "RL0618",
            f"`{symbol.name}` is refilled from a pile of {mine.kind.name}, and `{name.text}` is {say.type_words(other)}",
            name.span,
            others=say.declared_at(found),
        )
    elif found is symbol:
        game.sink.error("RL0618", f"`{symbol.name}` cannot be refilled from itself", name.span)
    else:
        symbol.refilled_from = found

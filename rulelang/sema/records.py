"""Goods that run out, and positions that are kept: what of the state has a name of its own but is no field that rules may set.

`supply gold: 30` holds what players have not; it is read as `supply(gold)`. `record position of me, squares` keeps how things are
now; `times(position)` counts how often it was so. Both are fields of the state like any other, under names that no author can
write, so that copies, saved matches and views need know nothing of them.
"""

from __future__ import annotations

from rulelang.sema import say, types
from rulelang.sema.context import Body, Game, use
from rulelang.sema.symbols import FieldSymbol, KindSymbol, RecordSymbol, SupplySymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label


def collect(game: Game, node: nodes.Supply) -> None:
    """The symbol of a supply; the good must be a number of the players."""
    name = node.name.text
    model = game.model
    field = model.player_fields.get(name)
    if field is None:
        numbers = [n for n, f in model.player_fields.items() if isinstance(f.type, types.IntType)]
        game.unknown("RL0202", f"players have no `{name}` of which there could be a supply", node.name.span, name, numbers)
        return
    use(field, node.name.span)
    if not isinstance(field.type, types.IntType):
        game.sink.error(
            "RL0517",
            f"`{name}` is {say.type_words(field.type)}; only of a number is there a supply",
            node.name.span,
            others=say.declared_at(field),
        )
        return
    earlier = model.supplies.get(name)
    if earlier is not None:
        game.sink.error(
            "RL0201", f"the supply of `{name}` is declared twice", node.name.span, others=(Label(earlier.span, "the first"),)
        )
        return
    stock = nodes.Field(
        span=node.span,
        name=node.name,
        type_node=nodes.NamedType(span=node.span, name="Int"),
        default=node.amount,
        visibility="public",
        visible_to=None,
        top_public=False,
        announced=False,
        label=f"supply of {field.label or field.name.replace('_', ' ')}",
    )
    symbol = SupplySymbol(
        name=f"Supply_{name}",
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        type=types.INT,
        holder="state",
        node=stock,
        visibility="public",
        label=stock.label or "",
        mutable=True,
        of=field,
        then=node.then,
    )
    node.symbol = symbol
    model.supplies[name] = symbol


def check_supplies(game: Game) -> None:
    """How much there is at the start."""
    from rulelang.sema import expressions  # expressions know this module

    for supply in game.model.supplies.values():
        assert supply.node.default is not None
        found = expressions.number(Body(game, pure="a supply"), supply.node.default, "`supply`")
        if isinstance(found, types.IntType) and found.highest is not None and found.highest < 0:
            game.sink.error("RL0311", "a supply cannot begin below 0", supply.node.default.span)


def supply(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """Check `supply(gold)`."""
    argument = node.arguments[0]
    found = body.game.model.supplies.get(argument.text) if isinstance(argument, nodes.Name) else None
    if found is None or not isinstance(argument, nodes.Name):
        if isinstance(argument, nodes.Name):
            near = list(body.game.model.supplies)
            helps = () if near else ("declare it in a line such as `supply gold: 30`",)
            message = f"there is no supply of `{argument.text}`"
            body.game.unknown("RL0202", message, argument.span, argument.text, near, *helps)
        else:
            body.sink.error("RL0517", "`supply` wants the name of a good", argument.span, help="it is written `supply(gold)`")
        return types.BAD
    argument.symbol, argument.type = found, types.INT
    use(found, argument.span)
    body.reads(found)
    return types.INT


def refuse_assignment(body: Body, field: FieldSymbol, node: nodes.Assign) -> None:
    """A good of which there is a supply changes hands by `gains`, `loses` and `pays` only."""
    found = body.game.model.supplies.get(field.name)
    if found is None or found.of is not field:
        return
    body.sink.error(
        "RL0517",
        f"`{field.name}` comes out of a supply, which this line would pass by",
        node.span,
        others=say.declared_at(found, "the supply"),
        help="write `gains`, `loses` or `pays`",
    )


# ------------------------------------------------------------------------------------------------------------ positions


def _record(game: Game, name: nodes.Identifier | nodes.Name) -> RecordSymbol:
    """The record of that name; it comes to be where it is first named."""
    found = game.model.records.get(name.text)
    if found is None:
        node = nodes.Field(
            span=name.span,
            name=nodes.Identifier(span=name.span, text=name.text),
            type_node=nodes.NamedType(span=name.span, name="Text"),
            default=None,
            visibility="secret",
            visible_to=None,
            top_public=False,
            announced=False,
            label=None,
        )
        found = RecordSymbol(
            name=f"Record_{name.text}",
            span=name.span,
            type=types.ListType(types.TEXT),
            holder="state",
            node=node,
            visibility="secret",
            label=f"record of {name.text.replace('_', ' ')}",
            mutable=True,
        )
        game.model.records[name.text] = found
    return found


def record(body: Body, node: nodes.Record) -> None:
    """Check `record position of me, squares`."""
    from rulelang.sema import expressions  # expressions know this module

    body.refuse("`record` keeps something", node.span)
    symbol = _record(body.game, node.name)
    symbol.written.append(node.name.span)
    node.symbol = symbol
    body.writes(symbol)
    symbol.kept.extend(node.values)
    for value in node.values:
        type_ = expressions.raw(body, value)
        if isinstance(type_, types.BoardType):
            for field in fields_of(type_.kind):
                body.reads(field)
        elif isinstance(type_, types.VoidType | types.BoxType | types.NoneType):
            body.sink.error(
                "RL0518",
                f"{body.game.quoted(value)} cannot be recorded",
                value.span,
                help="name a board, a zone, a field or a player",
            )


def fields_of(kind: KindSymbol) -> list[FieldSymbol]:
    """The fields of a kind's things, its parents' first."""
    return [field for each in reversed(kind.lineage()) for field in each.fields.values()]


def times(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """Check `times(position)`."""
    from rulelang.sema import expressions  # expressions know this module

    argument = node.arguments[0]
    if not isinstance(argument, nodes.Name):
        expressions.check(body, argument)
        body.sink.error("RL0518", "`times` wants the name of a record", argument.span, help="it is written `times(position)`")
        return types.BAD
    symbol = _record(body.game, argument)
    symbol.uses.append(argument.span)
    argument.symbol, argument.type = symbol, symbol.type
    body.reads(symbol)
    return types.IntType(0, None)


def check_records(game: Game) -> None:
    """Records that nothing keeps, and such as nobody asks for."""
    kept = [name for name, symbol in game.model.records.items() if symbol.written]
    for name, symbol in list(game.model.records.items()):
        if not symbol.written:
            del game.model.records[name]
            for place in symbol.uses:
                game.unknown("RL0202", f"nothing records `{name}`", place, name, kept, "write `record` and what is to be kept")
        elif not symbol.uses and not game.model.damaged:
            game.sink.warning(
                "RL0901",
                f"the record `{name}` is never used",
                symbol.written[0],
                help=f"ask `times({name})`, or take it out",
            )

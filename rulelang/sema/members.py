"""Checking what stands after a dot or in square brackets.

After a dot only members count: the fields and defines of a kind, the fields of players and the things each of them has, members
of a named enum, and the few built-in attributes. Brackets take an item of a list, the value of a map, or one thing of a family.
"""

from __future__ import annotations

from rulelang.sema import calls, elsewhere, expressions, library, say, tokens, types
from rulelang.sema.context import Body, kind_words, player_words, use
from rulelang.sema.names import is_per_player
from rulelang.sema.symbols import (
    CopySymbol,
    EnumMember,
    EnumSymbol,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    MethodSymbol,
    Symbol,
)
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.source import Span


def attribute(body: Body, node: nodes.Attribute, wanted: Type | None) -> Type:
    """The type of `x.name`."""
    enum = _enum_named(body, node.value)
    if enum is not None and node.name.text != "size":
        return _member_of_enum(body, node, enum)
    type_ = holder(body, node)
    symbol, found = look_up(body, node, type_)
    node.symbol = symbol
    if symbol is None:
        return types.BAD
    use(symbol.instance if isinstance(symbol, CopySymbol) else symbol, node.name.span)
    if isinstance(symbol, FieldSymbol):
        body.reads(symbol)
    elif isinstance(symbol, CopySymbol):
        copy_is_there(body, node.name.span, symbol)
    elif isinstance(symbol, MethodSymbol):
        if symbol.form == "rule" or symbol.parameters:
            names = ", ".join(p.name for p in symbol.parameters)
            body.sink.error(
                "RL0209",
                f"`{symbol.name}` is {say.symbol_words(symbol)} and no value",
                node.name.span,
                others=say.declared_at(symbol),
                help=f"call it: `{body.game.text(node.span)}({names})`",
            )
            return types.BAD
        return calls.method_result(body, symbol, node.name.span)
    elif isinstance(symbol, InstanceSymbol) and not body.designs:
        if (symbol.copies is not None and not symbol.kind.root.counted) or (
            symbol.family is not None and symbol.family.generators
        ):
            several_of_player(body, node, symbol)
            return types.BAD
    return found


def holder(body: Body, node: nodes.Attribute) -> Type:
    """The type of what stands before the dot, after reporting that it may be none; a zone or list stays one for `.size`."""
    with body.meaning_designs(body.giving):
        type_ = expressions.raw(body, node.value)
    if node.name.text == "size" and types.item_of(type_) is not None:
        return type_
    type_ = expressions.read(body, node.value)
    if isinstance(type_, types.OptionalType):
        expressions.untested(body, node.value)
        return type_.base
    return type_


def copy_is_there(body: Body, span: Span, symbol: CopySymbol) -> None:
    """Report a copy beyond those there are, where their number is written."""
    copies = symbol.instance.copies
    if symbol.number and isinstance(copies, nodes.Number) and symbol.number > copies.value:
        each = "each " if symbol.instance.family is not None else ""
        body.sink.error(
            "RL0202",
            f"there {'is' if copies.value == 1 else 'are'} {copies.value} of {each}`{symbol.instance.name}`, "
            f"so nothing is called `{symbol.name}`",
            span,
            others=say.declared_at(symbol.instance),
        )


def several_of_player(body: Body, node: nodes.Expression, symbol: InstanceSymbol) -> None:
    """Report the things of a player where one is wanted."""
    written = body.game.text(node.span)
    if isinstance(node, nodes.Item):
        fixed = all(isinstance(key, nodes.Name | nodes.Number) and not _is_local(key) for key in node.keys)
        keys = "_".join(body.game.text(key.span) for key in node.keys)
        one = f"name one of the copies: `{body.game.text(node.value.span)}_{keys}_1`" if fixed else ""
        one = one or f"take one from where they lie: `first(x in ... where x is {written})`"
    elif symbol.family is not None and symbol.family.generators:
        one = f"name one of them: `{written}[{', '.join(g.name.text for g in symbol.family.generators)}]`"
    else:
        one = f"name one of the copies: `{written}_1`"
    body.sink.error(
        "RL0208",
        f"there are several `{written}`, and one is wanted here",
        node.span,
        others=say.declared_at(symbol),
        help=(one, f"or test for any of them: `x is {written}`"),
    )


def _is_local(key: nodes.Expression) -> bool:
    """Whether a key is a name that stands for different things at different times."""
    return isinstance(key, nodes.Name) and not isinstance(key.symbol, EnumMember | InstanceSymbol)


def _enum_named(body: Body, value: nodes.Expression) -> EnumSymbol | None:
    if isinstance(value, nodes.Name):
        found = body.game.names.capitals.get(value.text)
        return found if isinstance(found, EnumSymbol) else None
    return None


def _member_of_enum(body: Body, node: nodes.Attribute, enum: EnumSymbol) -> Type:
    assert isinstance(node.value, nodes.Name)
    node.value.symbol = enum
    node.value.type = types.ListType(types.EnumType(enum))
    use(enum, node.value.span)
    for member in enum.members:
        if member.name == node.name.text:
            node.symbol = member
            use(member, node.name.span)
            return types.EnumType(enum)
    name = node.name.text
    body.game.unknown("RL0203", f"{enum.name} has no `{name}`", node.name.span, name, [m.name for m in enum.members])
    return types.BAD


def look_up(body: Body, node: nodes.Attribute, type_: Type) -> tuple[Symbol | None, Type]:
    """What a name after a dot means for a value of a type, and its type; reports one that means nothing."""
    name = node.name.text
    game = body.game
    words: list[str] = []
    what = say.type_words(type_)
    if isinstance(type_, types.BadType):
        return None, types.BAD
    if isinstance(type_, types.PlayerType):
        what = "a player"
        field = game.model.player_fields.get(name)
        if field is not None:
            return field, field.type
        instance = game.names.per_player.get(name)
        if instance is not None:
            return instance, types.KindType(instance.kind)
        if name == "name":
            return library.ATTRIBUTES[name], types.TEXT
        copy = game.names.one_of_player(name)
        if copy is not None:
            return copy, types.KindType(copy.instance.kind)
        words = player_words(game)
    elif isinstance(type_, types.KindType):
        found = _of_kind(body, type_.kind, name)
        if found is not None:
            return found
        words = kind_words(type_.kind)
    elif isinstance(type_, types.EnumType):
        if name == "number":
            return library.ATTRIBUTES[name], types.IntType(1, len(type_.enum.members))
        words = ["number"]
    elif types.item_of(type_) is not None:
        if name == "size":
            most = type_.at_most if isinstance(type_, types.ListType) else None
            return library.ATTRIBUTES[name], types.IntType(0, most)
        words = ["size"]
    helps = _other_holder(body, name, type_)
    if not words and not helps:
        helps = (f"nothing of {what} is reached with a dot",) if not isinstance(type_, types.VoidType) else ()
    if words == ["size"] or words == ["number"]:
        instead = elsewhere.member_help(name, type_, game.text(node.value.span)) if words == ["size"] else ""
        helps = (instead or f"it has only `.{words[0]}`",)
        words = []
    game.unknown("RL0203", f"{what} has no `{name}`", node.name.span, name, words, *helps)
    return None, types.BAD


def _of_kind(body: Body, kind: KindSymbol, name: str) -> tuple[Symbol, Type] | None:
    found: FieldSymbol | MethodSymbol | None = kind.field(name) or kind.method(name)
    if found is not None:
        return found, found.type if isinstance(found, FieldSymbol) else found.returns
    if name == "owner" and kind.has_owner:
        return library.ATTRIBUTES[name], owner_type(kind)
    if name == "name":
        return library.ATTRIBUTES[name], types.TEXT
    if name in ("row", "column", "letter"):
        for board in body.game.model.boards.values():
            if board.grid is not None and kind.is_a(board.kind):
                if name == "letter":
                    return library.ATTRIBUTES[name], types.TEXT
                columns, rows = board.grid
                return library.ATTRIBUTES[name], types.IntType(1, rows if name == "row" else columns)
    return None


def owner_type(kind: KindSymbol) -> Type:
    """`Player` where each thing of a kind belongs to a player, else `Player?`."""
    pending, every = [kind], True
    while pending:
        each = pending.pop()
        every = every and all(is_per_player(i) for i in each.instances)
        pending.extend(each.children)
    return types.PLAYER if every else types.OptionalType(types.PLAYER)


def _other_holder(body: Body, name: str, type_: Type) -> tuple[str, ...]:
    """Where a member stands that was looked for in the wrong place."""
    model = body.game.model
    if isinstance(type_, types.KindType):
        below = [
            k
            for k in model.kinds.values()
            if k is not type_.kind and k.is_a(type_.kind) and (name in k.fields or name in k.methods)
        ]
        if below:
            return (f"a {below[0].name} has it: test first that it `is {below[0].name}`",)
        if name in model.player_fields:
            return (f"`{name}` is a field of the players",)
    if isinstance(type_, types.PlayerType):
        owners = [k.name for k in model.kinds.values() if name in k.fields or name in k.methods]
        if owners:
            return (f"`{name}` belongs to {' and '.join(owners[:3])}",)
    if name in model.state_fields and not isinstance(type_, types.BadType):
        return (f"`{name}` is a field of the game: write it without a dot",)
    return ()


def method_value(body: Body, node: nodes.Name, symbol: MethodSymbol) -> Type:
    """A member of `this` by its bare name: a define without parameters."""
    if symbol.form == "rule" or symbol.parameters:
        names = ", ".join(p.name for p in symbol.parameters)
        body.sink.error(
            "RL0209",
            f"`{symbol.name}` is {say.symbol_words(symbol)} and no value",
            node.span,
            others=say.declared_at(symbol),
            help=f"call it: `{symbol.name}({names})`",
        )
        return types.BAD
    return calls.method_result(body, symbol, node.span)


# ------------------------------------------------------------------------------------------------------------ brackets


def item(body: Body, node: nodes.Item) -> Type:
    """The type of `xs[n]`, `map[key]`, `family[a, b]`."""
    allowed = body.designs
    with body.meaning_designs():
        type_ = expressions.raw(body, node.value)
    symbol = getattr(node.value, "symbol", None)
    if isinstance(symbol, InstanceSymbol) and symbol.family is not None and symbol.family.generators:
        return _of_family(body, node, symbol, allowed)
    type_ = expressions.read(body, node.value)
    if isinstance(type_, types.OptionalType):
        expressions.untested(body, node.value)
        type_ = type_.base
    if isinstance(type_, types.ZoneType) and type_.form == "tokens":
        with body.meaning_designs(False):
            return tokens.number_of(body, node, type_)
    with body.meaning_designs(False):
        if isinstance(type_, types.MapType):
            if _one_key(body, node):
                expressions.want(body, node.keys[0], type_.key, f"{body.game.quoted(node.value)}[...]")
            return type_.value
        found = types.item_of(type_)
        if found is not None:
            if _one_key(body, node):
                _from_one(body, node, expressions.number(body, node.keys[0], "the number of an item"))
            return found
        for key in node.keys:
            expressions.check(body, key)
    if not isinstance(type_, types.BadType):
        body.sink.error(
            "RL0209",
            f"{body.game.quoted(node.value)} is {say.type_words(type_)}, which has no items",
            node.span,
            help="square brackets take an item of a list, the value of a map, or one thing of a family",
        )
    return types.BAD


def _from_one(body: Body, node: nodes.Item, number: Type) -> None:
    """Report the number of an item that is below 1 whatever happens."""
    if isinstance(number, types.IntType) and number.highest is not None and number.highest < 1:
        body.sink.error(
            "RL0311",
            f"items are counted from 1, and this is {body.game.quoted(node.keys[0])}",
            node.keys[0].span,
            help=f"the first is `{body.game.text(node.value.span)}[1]`",
        )


def _one_key(body: Body, node: nodes.Item) -> bool:
    if len(node.keys) == 1:
        return True
    for key in node.keys:
        expressions.check(body, key)
    body.sink.error(
        "RL0307",
        f"{body.game.quoted(node.value)}[...] takes 1 value in the brackets, and here are {len(node.keys)}",
        node.span,
    )
    return False


def _of_family(body: Body, node: nodes.Item, symbol: InstanceSymbol, designs: bool) -> Type:
    assert symbol.family is not None
    generators = symbol.family.generators
    with body.meaning_designs(False):
        if len(node.keys) != len(generators):
            for key in node.keys:
                expressions.check(body, key)
            names = ", ".join(g.name.text for g in generators)
            body.sink.error(
                "RL0307",
                f"`{symbol.name}` is told apart by {say.count(len(generators), 'value')}, and here are {len(node.keys)}",
                node.span,
                others=say.declared_at(symbol),
                help=f"write `{body.game.text(node.value.span)}[{names}]`",
            )
        else:
            for key, generator in zip(node.keys, generators, strict=True):
                wanted = generator.symbol.type if generator.symbol is not None else types.BAD
                expressions.want(body, key, wanted, f"`{generator.name.text}`")
    whole = symbol.family.per_player and isinstance(node.value, nodes.Name)
    if (whole or (symbol.copies is not None and not symbol.kind.root.counted)) and not designs:
        if whole:
            body.sink.error(
                "RL0208",
                f"each player has such a `{symbol.name}`, and one is wanted here",
                node.span,
                others=say.declared_at(symbol),
                help=f"name the player: `p.{body.game.text(node.span)}`",
            )
        else:
            several_of_player(body, node, symbol)
        return types.BAD
    return types.KindType(symbol.kind)

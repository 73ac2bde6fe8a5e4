"""What a bare name means: a local, a member of `this`, something of the whole game; and how one that means nothing is reported.

Where a name may mean several things, the type that is wanted tells which (`Names.pick`). A name of several things alike, copies
or a family, is refused where one is wanted, with the ways to name one.
"""

from __future__ import annotations

from rulelang.sema import calls, library, members, say, types
from rulelang.sema.context import Body, kind_words, use
from rulelang.sema.names import is_design, is_per_player, type_of
from rulelang.sema.symbols import CopySymbol, FieldSymbol, InstanceSymbol, MethodSymbol, OwnerSymbol, RoutineSymbol, Symbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Fix


def name(body: Body, node: nodes.Name, wanted: Type | None) -> Type:
    """The type of a bare name."""
    symbol = resolve(body, node, wanted)
    node.symbol = symbol
    if symbol is None:
        return types.BAD
    use(symbol.instance if isinstance(symbol, CopySymbol) else symbol, node.span)
    if isinstance(symbol, FieldSymbol):
        body.reads(symbol)
    elif isinstance(symbol, OwnerSymbol):
        holder = body.routine.owner if body.routine is not None else None
        # What a family for each player does itself, each of its things does for its own player.
        return types.PLAYER if isinstance(holder, InstanceSymbol) and is_per_player(holder) else members.owner_type(symbol.kind)
    elif isinstance(symbol, CopySymbol):
        members.copy_is_there(body, node.span, symbol)
    elif isinstance(symbol, RoutineSymbol):
        return calls.result(body, symbol, node.span)
    elif isinstance(symbol, MethodSymbol):
        return members.method_value(body, node, symbol)
    elif isinstance(symbol, InstanceSymbol) and is_design(symbol) and not body.designs:
        several(body, node, symbol)
        return types.BAD
    return type_of(symbol)


def several(body: Body, node: nodes.Name, symbol: InstanceSymbol) -> None:
    """Report a name of several things where one is wanted."""
    ways: list[str] = []
    if is_per_player(symbol):
        more = symbol.family is not None and bool(symbol.family.generators)
        ways.append(f"name the one of a player: `p.{symbol.name}{'[...]' if more else ''}`")
    elif symbol.family is not None:
        names = ", ".join(g.name.text for g in symbol.family.generators)
        ways.append(f"name one of them: `{symbol.name}[{names}]`")
    elif symbol.copies is not None:
        ways.append(f"name one of the copies: `{symbol.name}_1`")
    ways.append(f"or test for any of them: `x is {symbol.name}`")
    body.sink.error(
        "RL0208",
        f"there are several `{symbol.name}`, and one is wanted here",
        node.span,
        others=say.declared_at(symbol),
        help=tuple(ways),
    )


def resolve(body: Body, node: nodes.Name, wanted: Type | None) -> Symbol | None:
    """What a bare name means; reports a name that means nothing or too much."""
    name = node.text
    game = body.game
    if name[:1].isupper():
        return _capital(body, node)
    local = body.local(name)
    if local is not None:
        return local
    found = game.names.candidates(name)
    member = body.member(name) or _owner(body, name)
    if member is not None:
        if found:
            body.sink.error(
                "RL0207",
                f"`{name}` could be {say.symbol_words(member)} or {say.symbol_words(found[0])}",
                node.span,
                others=(*say.declared_at(member), *say.declared_at(found[0])),
                help=f"for the first write `this.{name}`; for the other, give one of them another name",
            )
        return member
    if body.total and name == "total":
        if found:
            body.sink.error(
                "RL0207",
                f"`total` could be {say.symbol_words(found[0])} or the sum of the lines above",
                node.span,
                others=say.declared_at(found[0]),
                help="call the other one something else",
            )
        return library.TOTAL
    if not found:
        _unknown(body, node)
        return None
    left = game.names.pick(found, wanted)
    if len(left) > 1:
        ways = [f"`{s.enum.name}.{name}`" for s in left if hasattr(s, "enum")]
        body.sink.error(
            "RL0207",
            f"`{name}` could be {' or '.join(say.symbol_words(s) for s in left[:3])}",
            node.span,
            others=tuple(label for s in left[:3] for label in say.declared_at(s)),
            help=f"write {' or '.join(ways[:3])}" if ways else (),
        )
        return None
    return left[0]


def _owner(body: Body, name: str) -> Symbol | None:
    """The owner of `this`, in a body of a kind whose things belong to players."""
    if name != "owner" or body.this is None or not isinstance(body.this.type, types.KindType):
        return None
    kind = body.this.type.kind
    if kind not in body.game.owners:
        body.game.owners[kind] = OwnerSymbol(name="owner", form="attribute", kind=kind)
    return body.game.owners[kind] if kind.has_owner else None


def _capital(body: Body, node: nodes.Name) -> Symbol | None:
    symbol = body.game.names.capitals.get(node.text)
    if symbol is not None:
        return symbol
    if node.text == "Player":
        body.sink.error(
            "RL0209",
            "`Player` is a type; the list of all players is `players`",
            node.span,
            help="write `players`",
            fix=Fix(node.span, "players", sure=True),
        )
    elif node.text in ("Int", "Bool", "Text", "Direction"):
        helps = ("all directions are `all_directions`",) if node.text == "Direction" else ()
        body.sink.error("RL0209", f"`{node.text}` is a type and no value", node.span, help=helps)
    else:
        near = [*body.game.names.capitals, *body.game.names.words()]
        body.game.unknown("RL0204", f"there is no kind or enum called `{node.text}`", node.span, node.text, near)
    return None


def _unknown(body: Body, node: nodes.Name) -> None:
    name, game = node.text, body.game
    if name == "this":
        body.sink.error("RL0212", "`this` means something only inside a kind or a thing", node.span)
        return
    routine = game.names.calls.get(name)
    if routine is not None:
        names = ", ".join(p.name for p in routine.parameters)
        use(routine, node.span)
        body.sink.error(
            "RL0209",
            f"`{name}` is {say.symbol_words(routine)} and no value",
            node.span,
            others=say.declared_at(routine),
            help=f"call it: `{name}({names})`",
        )
        return
    if name in library.FUNCTIONS:
        body.sink.error(
            "RL0209", f"`{name}` is a function of the library and no value", node.span, help=f"call it: `{name}(...)`"
        )
        return
    helps: list[str] = []
    if name in game.model.player_fields:
        helps.append(f"`{name}` is a field of the players: write `p.{name}` for a player p")
    elif name == "total":
        helps.append("`total` means something only after `winner:`")
    else:
        owners = [kind.name for kind in game.model.kinds.values() if name in kind.fields or name in kind.methods]
        if owners:
            helps.append(f"`{name}` belongs to {' and '.join(owners[:3])}: write it after a dot")
    verb, hooked = game.untold.get(body.routine, ("", None)) if body.routine is not None else ("", None)
    told = [parameter.name for parameter in hooked.parameters] if hooked is not None else []
    if hooked is not None and name in told:
        helps = [f"`{hooked.name}` was called with it: write `{verb} {hooked.name}({', '.join(told)}):`"]
    near = [*body.locals_in_sight(), *(kind_words_of(body)), *game.names.words()]
    game.unknown("RL0202", f"nothing is called `{name}`", node.span, name, () if helps else near, *helps)


def kind_words_of(body: Body) -> list[str]:
    """The members of `this`, if any."""
    if body.this is not None and isinstance(body.this.type, types.KindType):
        return kind_words(body.this.type.kind)
    return []

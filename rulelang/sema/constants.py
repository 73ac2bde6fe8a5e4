"""Checking what is set before a match: defaults of fields, values of things, settings, families, the start of zones.

All of these are worked out before the first move, so nothing may be done in them. A field of a kind that nothing ever changes
must have a value in each thing; that is looked at when all bodies are checked and it is known what changes.
"""

from __future__ import annotations

from rulelang.sema import expressions, queries, say, types
from rulelang.sema.bodies import this_of
from rulelang.sema.context import Body, Game
from rulelang.sema.names import is_per_player
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, KindSymbol, LocalSymbol
from rulelang.syntax import nodes
from rulelang.text import suggest
from rulelang.text.diagnostic import Label


def check_constants(game: Game) -> None:
    """Check all that is set before a match."""
    model = game.model
    for setting in model.settings.values():
        expressions.want(_body(game, "a setting"), setting.default, setting.type, f"`{setting.name}`")
    for field in model.state_fields.values():
        default(game, field, None)
    for field in model.player_fields.values():
        default(game, field, LocalSymbol(name="this", span=field.span, type=types.PLAYER, role="this"))
    for kind in model.kinds.values():
        for field in kind.fields.values():
            default(game, field, this_of(kind))
        for fixed in kind.fixed.values():
            _fixed(game, kind, fixed)
    for row in model.player_rows:
        for name, value in row.items():
            player_field = model.player_fields.get(name)
            if player_field is not None:
                _field_value(_body(game, "a table"), value, player_field)
    families: dict[int, Body] = {}
    for instance in model.instances:
        _instance(game, instance, families)
    for signs in model.signs.values():
        for sign in signs.signs.values():
            for name, value in sign.values.items():
                _field_value(_body(game, "a table"), value, signs.fields[name])
    for board in model.boards.values():
        if board.node.condition is not None:
            board.this = this_of(board.kind)
            queries.where(_body(game, "a board", board.this), board.node.condition)


def _body(game: Game, where: str, this: LocalSymbol | None = None) -> Body:
    body = Body(game, this=this, pure=where)
    if this is not None:
        body.scopes[0]["this"] = this
    return body


def default(game: Game, field: FieldSymbol, this: LocalSymbol | None) -> None:
    """Check the default of a field."""
    value = field.node.default
    if value is not None:
        _field_value(_body(game, "the start of a field", this), value, field)


def _field_value(body: Body, value: nodes.Expression, field: FieldSymbol) -> None:
    """Check a value given to a field: for a zone, what lies in it at the start; for a map, the value for each key."""
    if isinstance(field.type, types.ZoneType):
        start_of_zone(body, value, field.type)
    elif isinstance(field.type, types.MapType):
        expressions.want(body, value, field.type.value, f"`{field.name}`")
    else:
        expressions.want(body, value, field.type, f"`{field.name}`")


def start_of_zone(body: Body, value: nodes.Expression, zone: types.ZoneType) -> None:
    """Check what is put into a zone as a whole: things, all things of a design, a kind, none for a slot."""
    wanted = types.KindType(zone.kind)
    with body.meaning_designs():
        type_ = expressions.check(body, value, types.ListType(wanted))
    if isinstance(type_, types.NoneType) and zone.form == "slot":
        return
    item = types.item_of(type_)
    if item is None:
        expressions.insist(body, value, type_, wanted, "a zone")
    else:
        expressions.insist(body, value, types.ListType(item), types.ListType(wanted), "a zone")


def _fixed(game: Game, kind: KindSymbol, fixed: nodes.Fixed) -> None:
    name = fixed.name.text
    field = kind.field(name)
    if field is None:
        near = [n for k in kind.lineage() for n in k.fields]
        game.unknown("RL0602", f"{kind.name} has no `{name}`", fixed.name.span, name, near)
        return
    fixed.symbol = field
    field.uses.append(fixed.name.span)
    for above in kind.lineage()[1:]:
        if name in above.fixed:
            game.sink.error(
                "RL0605",
                f"`{name}` is given twice",
                fixed.name.span,
                others=(Label(above.fixed[name].name.span, f"given in {above.name}"),),
            )
    _field_value(_body(game, "a value"), fixed.value, field)


# ------------------------------------------------------------------------------------------------------------ things


def _instance(game: Game, instance: InstanceSymbol, families: dict[int, Body]) -> None:
    body = _family(game, instance, families)
    if instance.copies is not None:
        number = expressions.number(body, instance.copies, "`x`")
        if isinstance(number, types.IntType) and number.highest is not None and number.highest < 0:
            game.sink.error("RL0311", "there cannot be fewer than 0 copies", instance.copies.span)
    if isinstance(instance.label, nodes.Text):
        body.this = this_of(instance)
        body.scopes[0]["this"] = body.this
        expressions.text(body, instance.label)
        body.this = None
        del body.scopes[0]["this"]
    for name, value in instance.values.items():
        field = instance.kind.field(name)
        if field is None or name in instance.drawn:
            continue
        for kind in instance.kind.lineage():
            if name in kind.fixed:
                game.sink.error(
                    "RL0605",
                    f"`{name}` is given twice",
                    value.span,
                    others=(Label(kind.fixed[name].name.span, f"given in {kind.name}"),),
                )
        _field_value(body, value, field)
    for name, pairs in instance.map_values.items():
        field = instance.kind.field(name)
        if field is not None:
            _map_values(body, field, pairs)


def _map_values(body: Body, field: FieldSymbol, pairs: list[tuple[nodes.Expression, nodes.Expression]]) -> None:
    seen: dict[object, nodes.Expression] = {}
    for key, value in pairs:
        if not isinstance(field.type, types.MapType):
            expressions.check(body, key)
            expressions.check(body, value)
            if not isinstance(field.type, types.BadType):
                body.sink.error(
                    "RL0602",
                    f"`{field.name}` is {say.type_words(field.type)} and no map, so it has one value",
                    key.span,
                    others=say.declared_at(field),
                    help=f"write `{field.name}: ...`",
                )
            continue
        # A row of a table shares the expression of its heading with all rows.
        expressions.want(body, key, field.type.key, f"the key of `{field.name}`")
        expressions.want(body, value, field.type.value, f"`{field.name}`")
        symbol = getattr(key, "symbol", None)
        if symbol is not None:
            if symbol in seen:
                body.sink.error(
                    "RL0605",
                    f"`{field.name}[{symbol.name}]` is given twice",
                    key.span,
                    others=(Label(seen[symbol].span, "the first"),),
                )
            seen.setdefault(symbol, key)


def _family(game: Game, instance: InstanceSymbol, families: dict[int, Body]) -> Body:
    """The names in sight for a thing: those of its family, shared by all rows of a table."""
    family = instance.family
    if family is None:
        return _body(game, "a value")
    known = families.get(id(family))
    if known is not None:
        return known
    body = _body(game, "a value")
    for generator in family.generators:
        symbol = queries.generate(body, generator, "query")
        if not isinstance(symbol.type, types.KindType | types.EnumType | types.PlayerType | types.IntType | types.BadType):
            game.sink.error(
                "RL0612",
                f"`{generator.name.text}` is {say.type_words(symbol.type)}, which cannot tell things apart",
                generator.name.span,
                help="a family goes through things, players, numbers or the members of an enum",
            )
        field = instance.kind.field(generator.name.text)
        # A family is a use of its names: they tell its things apart.
        symbol.uses.append(generator.name.span)
        if field is not None:
            field.uses.append(generator.name.span)
            if not isinstance(field.type, types.ZoneType | types.MapType):
                expressions.insist(body, generator.domain, symbol.type, field.type, f"`{field.name}`")
    families[id(family)] = body
    return body


def check_given(game: Game) -> None:
    """Report things without a value they need, or without a rule they must give; when all bodies are checked."""
    for instance in game.model.instances:
        kind = instance.kind
        for each in kind.lineage():
            for field in each.fields.values():
                if instance in game.excused or _has_value(instance, field):
                    continue
                if game.never_changes(field):
                    _missing(game, instance, field)
            for method in each.methods.values():
                if method.default is None and method.body_for(instance) is None and game.missed(method.name):
                    game.sink.error(
                        "RL0603",
                        f"`{instance.name}` does not give {method.form} `{method.name}`",
                        instance.span,
                        others=say.declared_at(method, f"each {each.name} must give it"),
                        help=f"write `{_signature(method.form, method.name, [p.name for p in method.parameters])}` in it",
                    )
    for row in game.model.player_rows:
        for field in game.model.player_fields.values():
            given = any(field.name in other for other in game.model.player_rows)
            if given and field.name not in row and field.node.default is None:
                first = next((v for v in row.values()), None)
                game.sink.error(
                    "RL0601",
                    f"this row gives no `{field.name}`",
                    first.span if first is not None else field.span,
                    others=say.declared_at(field),
                )


def _signature(form: str, name: str, parameters: list[str]) -> str:
    if form == "rule":
        return f"rule {name}({', '.join(parameters)}):"
    return f"define {name}({', '.join(parameters)}) = ..." if parameters else f"define {name} = ..."


def _has_value(instance: InstanceSymbol, field: FieldSymbol) -> bool:
    if field.node.default is not None or isinstance(field.type, types.OptionalType | types.ZoneType | types.BadType):
        return True
    if field.name in instance.values:
        return True
    if any(field.name in kind.fixed for kind in instance.kind.lineage()):
        return True
    if instance.family is not None:
        if field.name == "owner" and is_per_player(instance) and isinstance(field.type, types.PlayerType):
            return True
        if any(g.name.text == field.name for g in instance.family.generators):
            return True
    if isinstance(field.type, types.MapType):
        return _all_keys(instance, field, field.type)
    return field.mutable


def _all_keys(instance: InstanceSymbol, field: FieldSymbol, type_: types.MapType) -> bool:
    given = {getattr(key, "symbol", None) for key, _ in instance.map_values.get(field.name, ())}
    if isinstance(type_.key, types.EnumType):
        return all(member in given for member in type_.key.enum.members)
    return False


def _missing(game: Game, instance: InstanceSymbol, field: FieldSymbol) -> None:
    what = f"the square `{instance.name}`" if instance.square is not None else f"`{instance.name}`"
    if isinstance(field.type, types.MapType):
        missing = ""
        if isinstance(field.type.key, types.EnumType):
            given = {getattr(key, "symbol", None) for key, _ in instance.map_values.get(field.name, ())}
            names = [m.name for m in field.type.key.enum.members if m not in given]
            missing = f" for {suggest.listing(names[:4], 'and')}"
        message = f"{what} has no `{field.name}`{missing}"
        helps = f"give it, or a default for all: `{field.name}: ... = 0`"
    else:
        message = f"{what} has no `{field.name}`, and nothing ever gives it one"
        helps = f"give it, or a default in the kind: `{field.name}: ... = ...`"
    game.sink.error("RL0601", message, instance.span, others=say.declared_at(field), help=helps)

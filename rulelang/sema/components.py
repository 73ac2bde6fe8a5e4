"""Checking `components:`, what the box of a game holds.

Here only names and types are looked at: how many there are is known when a game is laid out for its players
(`machine.components`).
"""

from __future__ import annotations

from rulelang.sema import expressions, say, types
from rulelang.sema.context import Body, Game, use
from rulelang.sema.symbols import InstanceSymbol, KindSymbol
from rulelang.syntax import nodes


def check(game: Game, node: nodes.Components) -> None:
    """Check each line."""
    for line in node.lines:
        body = Body(game, pure="`components`")
        expressions.number(body, line.count, "`components`")
        kind = _what(game, line)
        if kind is None:
            continue
        if line.zone is not None:
            zone = expressions.place(body, line.zone, "`in`")
            if isinstance(zone, types.ZoneType) and not (kind.is_a(zone.kind) or zone.kind.is_a(kind)):
                game.sink.error(
                    "RL0609",
                    f"a {kind.name} never lies in {game.quoted(line.zone)}, which is {say.type_words(zone)}",
                    line.zone.span,
                )
        for part in line.each:
            expressions.number(body, part.count, "`of each`")
            _field(game, kind, part)


def _what(game: Game, line: nodes.Component) -> KindSymbol | None:
    name = line.what.text
    model = game.model
    if name[:1].isupper():
        kind = model.kinds.get(name)
        if kind is None:
            game.unknown("RL0204", f"there is no kind called `{name}`", line.what.span, name, model.kinds)
            return None
        use(kind, line.what.span)
        line.symbol = kind
        return kind
    instance = next((i for i in model.instances if i.name == name), None)
    if not isinstance(instance, InstanceSymbol):
        near = dict.fromkeys(i.name for i in model.instances)
        game.unknown("RL0202", f"there is nothing called `{name}`", line.what.span, name, near)
        return None
    use(instance, line.what.span)
    line.symbol = instance
    return instance.kind


def _field(game: Game, kind: KindSymbol, part: nodes.OfEach) -> None:
    field = kind.field(part.name.text)
    if field is None:
        near = [n for each in kind.lineage() for n in each.fields]
        game.unknown("RL0203", f"a {kind.name} has no `{part.name.text}`", part.name.span, part.name.text, near)
        return
    use(field, part.name.span)
    part.symbol = field
    if not isinstance(field.type, types.EnumType | types.KindType | types.IntType | types.BoolType | types.PlayerType):
        game.sink.error(
            "RL0315",
            f"`{field.name}` is {say.type_words(field.type)}; `of each` counts by an enum, a thing, a player or a number",
            part.name.span,
            others=say.declared_at(field),
        )

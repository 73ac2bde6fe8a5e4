"""Checking `p gains 2 gold`, `loses`, `pays`.

The word names a field of the players, in its singular where that reads better, or a rule `pays_gold(p, n)` where the good is more
than a number. Both at once would leave open which is meant.
"""

from __future__ import annotations

from rulelang.sema import calls, expressions, say, types
from rulelang.sema.context import Body, use
from rulelang.sema.symbols import FieldSymbol, RoutineSymbol
from rulelang.sema.writes import plurals, singulars
from rulelang.syntax import nodes
from rulelang.text import suggest


def gain(body: Body, node: nodes.Gain) -> None:
    """Check `gains`, `loses` and `pays`."""
    body.refuse(f"`{node.verb}` changes something", node.span)
    body.effects.logs = True
    expressions.player(body, node.who, f"`{node.verb}`")
    amount = expressions.number(body, node.amount, f"`{node.verb}`")
    if isinstance(amount, types.IntType) and amount.highest is not None and amount.highest < 0:
        other = "loses" if node.verb == "gains" else "gains"
        body.sink.error("RL0311", f"`{node.verb}` takes no number below 0", node.amount.span, help=f"write `{other}`")
    expressions.text(body, node.reason)
    field, routine = _field(body, node), _routine(body, node)
    if field is not None and routine is not None:
        body.sink.error(
            "RL0508",
            f"`{node.resource.text}` could be the field `{field.name}` or the rule `{routine.name}`",
            node.resource.span,
            others=(*say.declared_at(field), *say.declared_at(routine)),
            help="give one of them another name",
        )
    elif routine is not None:
        node.symbol = routine
        use(routine, node.resource.span)
        calls.result(body, routine, node.span)
        wanted = (types.PLAYER, types.INT)
        found = tuple(p.type for p in routine.parameters)
        if len(found) != 2 or not isinstance(found[0], types.PlayerType) or not isinstance(found[1], types.IntType):
            body.sink.error(
                "RL0508",
                f"`{routine.name}` does not take a player and a number",
                node.resource.span,
                others=say.declared_at(routine),
                help=f"declare it as `rule {routine.name}(p: {wanted[0].describe().capitalize()}, n: Int):`",
            )
    elif field is not None:
        node.symbol = field
        use(field, node.resource.span)
        body.reads(field)
        body.writes(field)
        supply = body.game.model.supplies.get(field.name)
        if supply is not None:
            body.writes(supply)
    else:
        _unknown(body, node)


def _field(body: Body, node: nodes.Gain) -> FieldSymbol | None:
    for name in plurals(node.resource.text):
        field = body.game.model.player_fields.get(name)
        if field is not None and isinstance(field.type, types.IntType):
            return field
    return None


def _routine(body: Body, node: nodes.Gain) -> RoutineSymbol | None:
    for name in plurals(node.resource.text):
        routine = body.game.names.calls.get(f"{node.verb}_{name}")
        if routine is not None:
            return routine
    return None


def _unknown(body: Body, node: nodes.Gain) -> None:
    word = node.resource.text
    model = body.game.model
    for name in plurals(word):
        field = model.player_fields.get(name)
        if field is not None:
            use(field, node.resource.span)
            body.sink.error(
                "RL0508",
                f"`{name}` is {say.type_words(field.type)}; only a number is gained, lost or paid",
                node.resource.span,
                others=say.declared_at(field),
                help=f"or declare `rule {node.verb}_{word}(p: Player, n: Int):`",
            )
            return
    numbers = [name for name, field in model.player_fields.items() if isinstance(field.type, types.IntType)]
    words = [w for name in numbers for w in singulars(name)]
    near = suggest.help_for(word, words)
    helps = near or (f"declare it under `player:`, such as `{word}: Int = 0`",)
    if body.game.missed(word):
        body.sink.error("RL0508", f"players have no `{word}` to be gained, lost or paid", node.resource.span, help=helps)

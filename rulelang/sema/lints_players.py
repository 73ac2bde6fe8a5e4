"""A lint for players who are out.

Nothing in the language puts a player out of the game: `left_of`, `clockwise` and `players` know seats only. A game that keeps
a field such as `alive` must ask for it everywhere. The place where that is forgotten, in game after game, is whoever begins:
the mark goes to the next seat, and the round that begins there passes over him, or never begins."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.sema import effects, say
from rulelang.sema.context import Game
from rulelang.sema.symbols import BuiltinSymbol, FieldSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import BoolType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label


def check(game: Game) -> None:
    """Warn where a mark is handed to the next seat, and rounds that begin at the mark pass over some players."""
    bodies = [r.body for r in effects.all_routines(game) if r.body is not None]
    found = list(everything([statement for body in bodies for statement in body]))
    passed_over = dict(_passed_over(found))
    for node in found:
        if not isinstance(node, nodes.Assign) or node.operator != "=":
            continue
        mark = node.target.symbol if isinstance(node.target, nodes.Name | nodes.Attribute) else None
        if not isinstance(mark, FieldSymbol) or mark not in passed_over or not _next_seat(node.value):
            continue
        field, head = passed_over[mark]
        game.sink.warning(
            "RL0909",
            f"`{mark.name}` may become a player with `{field.name}` false",
            node.span,
            label="the next seat, whoever sits there",
            others=(Label(head.span, f"players without `{field.name}` are passed over here"), *say.declared_at(field)),
            help=(
                f"look for one who has it, `first(q in after(players, {mark.name}) where q.{field.name})`",
                "and test that there is one",
            ),
        )


def _next_seat(value: nodes.Expression) -> bool:
    return (
        isinstance(value, nodes.Call)
        and isinstance(value.function, nodes.Name)
        and isinstance(value.symbol or value.function.symbol, BuiltinSymbol)
        and value.function.text in ("left_of", "right_of")
    )


def _passed_over(found: list[nodes.Node]) -> Iterator[tuple[FieldSymbol, tuple[FieldSymbol, nodes.Head]]]:
    """The fields at which a round begins, with the field of the players whom it asks for and where it does."""
    for node in found:
        if not isinstance(node, nodes.Head) or node.condition is None or not isinstance(node.domain, nodes.Call):
            continue
        call = node.domain
        if not isinstance(call.function, nodes.Name) or call.function.text != "clockwise" or not call.arguments:
            continue
        first = call.arguments[0]
        mark = first.symbol if isinstance(first, nodes.Name | nodes.Attribute) else None
        asked = _asked_for(node)
        if isinstance(mark, FieldSymbol) and asked is not None:
            yield mark, (asked, node)


def _asked_for(head: nodes.Head) -> FieldSymbol | None:
    """The yes/no field of a player that a `where` demands."""
    for part in everything([head.condition] if head.condition is not None else []):
        if isinstance(part, nodes.Attribute) and isinstance(part.symbol, FieldSymbol) and part.symbol.mutable:
            owner = part.value
            if part.symbol.holder == "player" and isinstance(part.symbol.type, BoolType):
                if isinstance(owner, nodes.Name) and owner.text == head.name.text:
                    return part.symbol
    return None

"""Lowers texts with values in them: each value with its shape, by which it is shown, and with who may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulelang.machine import ir
from rulelang.machine.world import Shape, World
from rulelang.sema.symbols import FieldSymbol, KindSymbol
from rulelang.sema.types import KindType, ListType, OptionalType, TextType, ZoneType
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.machine.expressions import Body


def template_of(body: Body, text: nodes.Text) -> ir.Template:
    """A text with values, each with its shape and who may read it."""
    parts: list[str | ir.Slot] = []
    for part in text.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        assert part.type is not None
        value = body.scalar(part) if not isinstance(part.type, ZoneType) or part.type.form == "slot" else body.items(part)
        shape: Shape = body.world.shape(part.type)
        if isinstance(part.type, ZoneType):
            shape = (
                ["thing", part.type.kind.root.name] if part.type.form == "slot" else ["list", ["thing", part.type.kind.root.name]]
            )
            if part.type.form == "slot":
                shape = ["optional", shape]
        if isinstance(part.type, TextType) and isinstance(value, ir.Const):
            parts.append(str(value.value))
            continue
        parts.append(ir.Slot(value, shape, guard(body, part, value)))
    return ir.Template(parts)


def guard(body: Body, node: nodes.Expression, value: ir.Expr) -> tuple[Any, ...] | None:
    """Who may read a value: those who see the thing, or the holder of a private field."""
    type_ = node.type.base if isinstance(node.type, OptionalType) else node.type
    if isinstance(type_, ListType):
        type_ = type_.item
    if isinstance(type_, KindType | ZoneType) and type_.kind.root.counted:
        # What is said of a sort tells nothing of one thing; only what lies somewhere may be hidden.
        zone = isinstance(node.type, ZoneType) and hidden_store(body.world, type_.kind)
        return ("token", type_.kind.root.name, body.lower(node)) if zone else None
    if isinstance(type_, KindType | ZoneType):
        return ("thing", type_.kind.root.name, value) if hidden_store(body.world, type_.kind) else None
    if isinstance(node, nodes.Attribute) and isinstance(node.symbol, FieldSymbol) and node.symbol.visibility != "public":
        if node.symbol.holder == "player" and node.symbol.visibility == "private":
            return ("player", body.holder(node.value))
        return ("player", ir.Const(-1))
    return None


def hidden_store(world: World, kind: KindSymbol) -> bool:
    """Whether any zone for things of the store is not open to all, or things may lie face down."""
    store = world.store(kind)
    return store.turned or any(z.field is not None and z.field.visibility != "public" for z in store.zones)

"""Lowers comparisons: `==` and its kin of values, `is` of things, kinds, designs and none, and `in` of lists and zones.

A *design* is a thing declared once with many copies: `x is coin` asks whether x is a copy of it, and `coin in box` whether one
of its copies is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.machine import ir
from rulelang.machine.fold import negation, none_of
from rulelang.machine.reading import words_of
from rulelang.sema.symbols import InstanceSymbol, KindSymbol
from rulelang.sema.types import BoardType, BoxType, IntType, ListType, OptionalType, ZoneType
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.machine.expressions import Body


def comparison(body: Body, node: nodes.Comparison) -> ir.Expr:
    """The IR of a comparison of any kind."""
    operator = node.operator
    if operator in ("is", "is not"):
        expr = identity(body, node.left, node.right)
        return expr if operator == "is" else negation(expr)
    if operator in ("in", "not in"):
        expr = membership(body, node.left, node.right)
        return expr if operator == "in" else negation(expr)
    if isinstance(node.left.type, ListType | ZoneType | BoardType):
        same = ir.Helper("same", [body.items(node.left), body.items(node.right)])
        return same if operator == "==" else negation(same)
    return ir.Operation(operator, [plain(body, node.left), plain(body, node.right)])


def plain(body: Body, node: nodes.Expression) -> ir.Expr:
    """A side of `==` or `<`: a number that must not be none, a text, or a list."""
    if isinstance(node.type, OptionalType) and isinstance(node.type.base, IntType):
        return ir.Helper("present_number", [body.lower(node), ir.Const(f"`{words_of(node)}`")])
    return body.items(node)


def identity(body: Body, left: nodes.Expression, right: nodes.Expression) -> ir.Expr:
    """`left is right`: the same thing, a thing of that kind, a copy of that design, or none."""
    for one, other in ((left, right), (right, left)):
        match other:
            case nodes.NoneLiteral():
                if isinstance(one.type, ZoneType):
                    return ir.Operation("==", [ir.ZoneSize(one.type.kind.root.name, body.lower(one)), ir.Const(0)])
                return ir.Operation("==", [body.lower(one), ir.Const(none_of(one.type))])
            case nodes.Name(symbol=KindSymbol() as kind) if not isinstance(one.type, ListType):
                return ir.Lookup(body.world.membership_table(kind), body.scalar(one))
            case nodes.Name(symbol=InstanceSymbol() as design):
                things = body.world.things_of(design)
                if len(things) != 1:
                    table = body.world.design_table(body.world.store(design.kind))
                    return ir.Operation("==", [ir.Lookup(table, body.scalar(one)), ir.Const(body.world.declared_number(design))])
            case nodes.Attribute(symbol=InstanceSymbol() as design) if body.world.has_copies(design):
                return same_design(body, design, body.scalar(one), body.scalar(other))
    return ir.Operation("==", [body.scalar(left), body.scalar(right)])


def same_design(body: Body, design: InstanceSymbol, one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """Whether two things are copies of one another, as `x is p.coin` means it."""
    table = body.world.copies_table(body.world.store(design.kind))
    return ir.Operation("==", [ir.Lookup(table, one), ir.Lookup(table, other)])


def membership(body: Body, left: nodes.Expression, right: nodes.Expression) -> ir.Expr:
    """`left in right`, of a zone or a list; a design is in a zone if one of its copies is."""
    design = left.symbol if isinstance(left, nodes.Name) and isinstance(left.symbol, InstanceSymbol) else None
    if isinstance(left, nodes.Attribute) and isinstance(left.symbol, InstanceSymbol) and body.world.has_copies(left.symbol):
        variable = body.variable("one")
        same = same_design(body, left.symbol, variable, body.scalar(left))
        items = body.items(right)
        if isinstance(right.type, BoxType):
            items = ir.ZoneContents(body.store_of(left.type), ir.Const(0))
        return ir.QueryExpr("any", None, [ir.Source(variable, items, same)])
    if isinstance(right.type, ZoneType | BoxType):
        zone = body.lower(right)
        store = body.store_of(left.type if isinstance(right.type, BoxType) else right.type)
        if design is not None and len(body.world.things_of(design)) != 1 and not body.world.sorts(store):
            places: list[ir.Expr] = [
                ir.Operation("==", [ir.Place(store, ir.Const(t.number)), zone]) for t in body.world.things_of(design)
            ]
            return ir.Operation("or", places) if places else ir.Const(0)
        thing = body.scalar(left)
        held: ir.Expr = ir.Operation("==", [ir.Place(store, thing), zone])
        if body.world.sorts(store):
            held = ir.Operation(">", [ir.TokenCount(store, zone, thing), ir.Const(0)])
        if isinstance(left.type, OptionalType):
            return ir.Operation("and", [ir.Operation(">=", [thing, ir.Const(0)]), held])
        return held
    if design is not None and len(body.world.things_of(design)) != 1:
        variable = body.variable("one")
        table = body.world.design_table(body.world.store(design.kind))
        same = ir.Operation("==", [ir.Lookup(table, variable), ir.Const(body.world.declared_number(design))])
        return ir.QueryExpr("any", None, [ir.Source(variable, body.items(right), same)])
    items = body.items(right)
    return ir.Contains(body.scalar(left), items)

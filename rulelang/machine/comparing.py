"""Lowers comparisons: `==` and its kin of values, `is` of things, kinds, designs and none, and `in` of lists and zones.

A declaration makes copies, a family one thing for each player or combination; the name they share means each of them: `x is
coin`, `x is p.scout`, `page[summa] in deck`. What such a name gives as a value is the first of them, and the tables of the world
tell who else is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.machine import ir
from rulelang.machine.fold import negation, none_of
from rulelang.machine.reading import words_of
from rulelang.machine.world import design_named
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
    """`left is right`: the same thing, a thing of that kind, one of those that share that name, or none."""
    for one, other in ((left, right), (right, left)):
        match other:
            case nodes.NoneLiteral():
                if isinstance(one.type, ZoneType):
                    return ir.Operation("==", [ir.ZoneSize(one.type.kind.root.name, body.lower(one)), ir.Const(0)])
                return ir.Operation("==", [body.lower(one), ir.Const(none_of(one.type))])
            case nodes.Name(symbol=KindSymbol() as kind) if not isinstance(one.type, ListType):
                return ir.Lookup(body.world.membership_table(kind), body.scalar(one))
        design = _shared(body, other)
        if design is not None:
            return _one_of(body, design, other, body.scalar(one))
    return ir.Operation("==", [body.scalar(left), body.scalar(right)])


def membership(body: Body, left: nodes.Expression, right: nodes.Expression) -> ir.Expr:
    """`left in right`, of a zone or a list; of several things that share a name, whether one of them is there."""
    design = _shared(body, left)
    if isinstance(right.type, ZoneType | BoxType):
        store = body.store_of(left.type if isinstance(right.type, BoxType) else right.type)
        if design is None:
            return _lies_there(body, left, right, store)
        if body.world.sorts(store):
            return _sort_lies_there(body, design, left, right, store)
        if isinstance(left, nodes.Name):
            zone = body.lower(right)
            places: list[ir.Expr] = [
                ir.Operation("==", [ir.Place(store, ir.Const(t.number)), zone]) for t in body.world.things_of(design)
            ]
            return ir.Operation("or", places) if places else ir.Const(0)
        items: ir.Expr = ir.ZoneContents(store, body.lower(right))
    elif design is None:
        items = body.items(right)
        return ir.Contains(body.scalar(left), items)
    else:
        items = body.items(right)
    variable = body.variable("one")
    return ir.QueryExpr("any", None, [ir.Source(variable, items, _one_of(body, design, left, variable))])


def _lies_there(body: Body, left: nodes.Expression, right: nodes.Expression, store: str) -> ir.Expr:
    """Whether one thing, or a token of a sort, lies in a zone."""
    zone = body.lower(right)
    thing = body.scalar(left)
    held: ir.Expr = ir.Operation("==", [ir.Place(store, thing), zone])
    if body.world.sorts(store):
        held = ir.Operation(">", [ir.TokenCount(store, zone, thing), ir.Const(0)])
    if isinstance(left.type, OptionalType):
        return ir.Operation("and", [ir.Operation(">=", [thing, ir.Const(0)]), held])
    return held


def _sort_lies_there(body: Body, design: InstanceSymbol, left: nodes.Expression, right: nodes.Expression, store: str) -> ir.Expr:
    """Whether a token of any of the sorts that share a name lies in a zone."""
    variable = body.variable("sort")
    held = ir.Operation(">", [ir.TokenCount(store, body.lower(right), variable), ir.Const(0)])
    meant = ir.Operation("and", [_one_of(body, design, left, variable), held])
    sorts = ir.Const(tuple(thing.number for thing in body.world.things_of(design)))
    return ir.QueryExpr("any", None, [ir.Source(variable, sorts, meant)])


def _shared(body: Body, node: nodes.Expression) -> InstanceSymbol | None:
    """The declaration that an expression names, where several things share that name."""
    design = design_named(node)
    if design is None:
        return None
    if isinstance(node, nodes.Name):
        return design if len(body.world.things_of(design)) != 1 else None
    whole = isinstance(node, nodes.Attribute) and design.family is not None and bool(design.family.generators)
    return design if whole or body.world.has_copies(design) else None


def _one_of(body: Body, design: InstanceSymbol, node: nodes.Expression, thing: ir.Expr) -> ir.Expr:
    """Whether a thing is one of those that share a name."""
    world = body.world
    store = world.store(design.kind)
    declared = ir.Operation("==", [ir.Lookup(world.design_table(store), thing), ir.Const(world.declared_number(design))])
    if isinstance(node, nodes.Name):
        return declared
    if isinstance(node, nodes.Attribute) and design.family is not None and design.family.generators:
        owned = ir.Operation("==", [ir.Lookup(world.owner_table(design.kind), thing), body.holder(node.value)])
        return ir.Operation("and", [declared, owned])
    table = world.copies_table(store)
    return ir.Operation("==", [ir.Lookup(table, thing), ir.Lookup(table, body.scalar(node))])

"""What of something a player does not see: behind `expect ann sees x`, and in the words of its failure."""

from __future__ import annotations

from typing import Any

from rulelang.machine import ir
from rulelang.play.judging import Judge
from rulelang.runtime.view import Views
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol
from rulelang.sema.types import KindType, ListType, Type, ZoneType, without_none
from rulelang.syntax import nodes
from rulelang.text.suggest import listing


def unseen(judge: Judge, views: Views, state: Any, what: nodes.Expression, seat: int) -> str:
    """What a player does not see of a zone, of things, or of a field; empty where he sees all of it."""
    own = views.seen_by(state, seat)
    sight, naming = views.sight, views.naming
    symbol = getattr(what, "symbol", None)
    if isinstance(what.type, ZoneType):
        store = naming.stores[what.type.kind.root.name]
        shown = sight.contents(own, store, judge.evaluate(judge.body.lower(what)), seat)
        hidden = sum(thing < 0 for thing in shown)
        return "" if not hidden else f"{hidden} of the {len(shown)} that lie in `{judge.text(what)}`"
    base = what.value if isinstance(what, nodes.Item) else what
    field = getattr(base, "symbol", None)
    if isinstance(field, FieldSymbol):
        return _field(judge, views, own, what, field, seat)
    store_name = judge.body.store_of(what.type)
    store = naming.stores[store_name]
    found = judge.value(what)
    things = [found] if isinstance(found, int) else list(found)
    if isinstance(symbol, InstanceSymbol) and isinstance(found, int):
        # Of several alike it is enough to see one.
        alike = [n for n in range(len(store.names)) if store.designs[n] == store.designs[found]]
        things = [n for n in alike if sight.readers(own, store_name, n) >> seat & 1][:1] or alike[:1]
    dark = [thing for thing in things if not sight.readers(own, store_name, thing) >> seat & 1]
    return listing([f"`{naming.full_word(store_name, thing)}`" for thing in dark], "and")


def _field(judge: Judge, views: Views, state: Any, what: nodes.Expression, field: FieldSymbol, seat: int) -> str:
    array = views.naming.fields.get(field.path)
    if array is None:
        # What never changes is printed on a thing: who sees the thing can read it.
        value = what.value if isinstance(what, nodes.Attribute) else None
        return unseen(judge, views, state, value, seat) if value is not None and _is_thing(value.type) else ""
    _, holder, key = judge.body.target(what)
    index = 0
    if not array.scalar:
        index = judge.evaluate(judge.body.indexed(field, holder if holder is not None else ir.Const(0), key))
    return "" if views.sight.may_read_field(state, array, index, seat) else f"`{judge.text(what)}`"


def _is_thing(type_: Type | None) -> bool:
    base = None if type_ is None else without_none(type_)
    return isinstance(base, KindType) or (isinstance(base, ListType) and isinstance(base.item, KindType))

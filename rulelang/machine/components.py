"""Counts the box: what a game says that it holds, against what is there for this number of players.

A line of `components:` counts all things of a kind, or all copies of one thing; behind `in` those that start in one zone; behind
`of each` those with each value of a field, a value of which there is none among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulelang.machine import ir
from rulelang.machine.world import Thing
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, KindSymbol
from rulelang.sema.types import BoxType, EnumType, KindType, PlayerType, ZoneType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink
from rulelang.text.source import Span

if TYPE_CHECKING:
    from rulelang.machine.lower import Lowering


def check(lowering: Lowering, sink: Sink) -> None:
    """Report each line that does not count what is there."""
    for block in lowering.model.components:
        for line in block.lines:
            if line.symbol is not None:
                _line(lowering, line, sink)


def _line(lowering: Lowering, line: nodes.Component, sink: Sink) -> None:
    world = lowering.world
    symbol: KindSymbol | InstanceSymbol = line.symbol
    store = world.store(symbol if isinstance(symbol, KindSymbol) else symbol.kind)
    things = store.things if isinstance(symbol, KindSymbol) else world.things_of(symbol)
    found = [t for t in things if isinstance(symbol, InstanceSymbol) or t.symbol.kind.is_a(symbol)]
    where = ""
    if line.zone is None:
        found = [t for t in found for _ in range(t.supply)]
    else:
        number = _zone(lowering, line.zone)
        if store.counted:
            counts = world.start_counts(store)
            found = [t for t in found for _ in range(counts[number * len(store.things) + t.number])]
        else:
            inside = set(world.start_zones(store)[number])
            found = [t for t in found if t.number in inside]
        where = f" in `{_text(lowering, line.zone.span)}`"
    wanted = lowering.constant(line.count, {})
    _compare(lowering, sink, len(found), wanted, f"`{line.what.text}`{where}", line.count.span)
    for part in line.each:
        if isinstance(part.symbol, FieldSymbol):
            _each(lowering, line, part, part.symbol, found, where, sink)


def _each(
    lowering: Lowering,
    line: nodes.Component,
    part: nodes.OfEach,
    field: FieldSymbol,
    found: list[Thing],
    where: str,
    sink: Sink,
) -> None:
    """So many of each value of a field; the first value that is wrong is told."""
    world = lowering.world
    wanted = lowering.constant(part.count, {})
    table = world.tables[world.constant_table(field)] if not field.mutable else world.initial_values(world.array(field))
    counts: dict[Any, int] = {}
    if isinstance(field.type, EnumType | PlayerType):
        counts = dict.fromkeys(range(world.key_count(field.type)), 0)
    for thing in found:
        counts[table[thing.number]] = counts.get(table[thing.number], 0) + 1
    for value, number in counts.items():
        if number != wanted:
            named = isinstance(field.type, EnumType | PlayerType | KindType)
            shown = world.value_name(field.type, value) if named else str(value)
            what = f"`{line.what.text}`{where} whose `{field.name}` is {shown}"
            _compare(lowering, sink, number, wanted, what, part.count.span)
            return


def _compare(lowering: Lowering, sink: Sink, number: int, wanted: int, what: str, span: Span) -> None:
    if number == wanted:
        return
    model = lowering.model
    players = f" with {lowering.world.players} players" if model.fewest != model.most else ""
    sink.error(
        "RL0625",
        f"there {'is' if number == 1 else 'are'} {number} {what}{players}, and here {'is' if wanted == 1 else 'are'} {wanted}",
        span,
        help="a thing is missing or too many, or the number is wrong",
    )


def _zone(lowering: Lowering, node: nodes.Expression) -> int:
    """The number of the zone that a line names."""
    if isinstance(node.type, BoxType):
        return 0
    assert isinstance(node.type, ZoneType)
    expr = lowering.body("").lower(node)
    assert isinstance(expr, ir.Const)
    return int(expr.value)


def _text(lowering: Lowering, span: Span) -> str:
    file = lowering.model.sources.file(span)
    return " ".join(file.text[span.start : span.end].split())

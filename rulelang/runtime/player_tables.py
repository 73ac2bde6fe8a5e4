"""What the players have before them, as tables: a column for each player.

The first table has a row for each field of `player:` and for each zone. Where things in a zone have fields of their own that
change, the zone is a table by itself, in which each thing stands with what its fields say: a number as it is, what is true as a
star. Rows that say nothing of anybody are left out. What is too long for a column is counted there, and told in full to whom it
belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulelang.machine.program import ArrayLayout, StoreLayout
from rulelang.runtime.drawing import WIDEST, columns
from rulelang.runtime.naming import Reader, plural
from rulelang.runtime.thing_tables import NOTHING, UNREAD, field_says, has
from rulelang.text.render import visible, width

if TYPE_CHECKING:
    from rulelang.runtime.view import Views

LONGEST_CELL = 28
TRUE = "*"


def text(views: Views, state: Any, reader: Reader) -> str:
    """All tables of the players of a match, as one of them may see them; empty if players have nothing."""
    names = views.naming.players
    rows = list(_fields(views, state, reader))
    full: list[list[str]] = []
    tables: list[str] = []
    for store, label, zones in _zones(views):
        seat = -1 if reader is None else reader
        shown = {thing for zone in zones for thing in views.sight.contents(state, store, zone, seat)}
        own = [array for array in _own_fields(views, store) if any(has(store, thing, array.field) for thing in shown)]
        if own:
            tables.append(_things(views, state, store, label, zones, own, reader))
            continue
        cells = [_short(views, state, store, zone, reader) for zone in zones]
        if any(cell != NOTHING for cell in cells):
            rows.append([label, *cells])
        for seat, name in enumerate(names):
            whole = _wrapped(views.contents(state, store, zones[seat], reader))
            if len(whole) > 1 or (whole[0] != cells[seat] and width(whole[0]) > LONGEST_CELL):
                full.extend([f"{name}'s {label}" if number == 0 else "", line] for number, line in enumerate(whole))
    head = ["", *(f"{name} *" if seat == state.active else name for seat, name in enumerate(names))]
    parts = [columns([head, *rows]) if rows else "", columns(full)]
    return "\n\n".join(part for part in ("\n".join(part for part in parts if part), *tables) if part)


def _fields(views: Views, state: Any, reader: Reader) -> Iterator[list[str]]:
    """A row for each field of a player, and for each key of a map, that says something of somebody."""
    for array in views.layout.arrays:
        if array.holder != "player":
            continue
        for key in range(array.width):
            label = visible(array.label)
            row = [label if array.key_shape is None else f"{label} {views.naming.label(key, array.key_shape)}"]
            places = [seat * array.width + key for seat in range(len(views.naming.players))]
            if all(field_says(views, state, array, place, reader) in (NOTHING, UNREAD) for place in places):
                continue
            yield [*row, *(_value(views, state, array, place, reader) for place in places)]


def _value(views: Views, state: Any, array: ArrayLayout, index: int, reader: Reader) -> str:
    if not views.reads(state, array, index, reader):
        return UNREAD
    return views.naming.label(getattr(state, array.name)[index], array.shape, reader)


def _zones(views: Views) -> Iterator[tuple[StoreLayout, str, list[int]]]:
    """The zones of players: the store of what lies there, their label, and the number of each player's."""
    seats = range(len(views.naming.players))
    zones_of = views.sight.zones_of
    for store, first in zones_of("player", 0):
        name = store.zones[first].name
        yield (
            store,
            visible(store.zones[first].label),
            [next(i for s, i in zones_of("player", seat) if s is store and s.zones[i].name == name) for seat in seats],
        )


def _own_fields(views: Views, store: StoreLayout) -> list[ArrayLayout]:
    """The fields of things that change, one value each."""
    return [
        a for a in views.layout.arrays if a.holder == store.name and a.width == 1 and a.key_shape is None and a.shape[0] != "list"
    ]


def _things(
    views: Views, state: Any, store: StoreLayout, label: str, zones: list[int], own: list[ArrayLayout], reader: Reader
) -> str:
    """A zone of each player as a table: in each column one thing below the other, with what its fields say."""
    side: list[list[str]] = []
    for zone in zones:
        rows = [
            [
                views.naming.thing_label(store.name, thing) if thing >= 0 else store.name,
                *_said(views, state, store, own, thing, reader),
            ]
            for thing in views.sight.contents(state, store, zone, -1 if reader is None else reader)
        ]
        side.append(columns(rows).split("\n") if rows else [])
    told = [f"{TRUE} {visible(a.label)}" if a.shape[0] == "bool" else visible(a.label) for a in own]
    table = [[label, *views.naming.players]]
    for number in range(max(map(len, side))):
        first = told[number] if number < len(told) else ""
        table.append([f"  {first}" if first else "", *(lines[number] if number < len(lines) else "" for lines in side)])
    table.extend([f"  {first}"] for first in told[len(table) - 1 :])
    return columns(table)


def _said(views: Views, state: Any, store: StoreLayout, own: list[ArrayLayout], thing: int, reader: Reader) -> Iterator[str]:
    for array in own:
        if thing < 0 or not has(store, thing, array.field):
            yield ""
        elif array.shape[0] == "bool" and views.reads(state, array, thing, reader):
            yield TRUE if getattr(state, array.name)[thing] else ""
        else:
            yield _value(views, state, array, thing, reader)


def _short(views: Views, state: Any, store: StoreLayout, zone: int, reader: Reader) -> str:
    """What lies in a zone, or how many things, where that has no room in a column."""
    words = ", ".join(views.contents(state, store, zone, reader)) or NOTHING
    return words if width(words) <= LONGEST_CELL else f"{len(views.sight.lying(state, store, zone))} {plural(store.name)}"


def _wrapped(names: list[str]) -> list[str]:
    """Names in lines that leave room for what they are called."""
    lines = [""]
    for number, name in enumerate(names):
        piece = f"{name}," if number < len(names) - 1 else name
        if lines[-1] and width(lines[-1]) + 1 + width(piece) > WIDEST - LONGEST_CELL:
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}" if lines[-1] else piece
    return lines

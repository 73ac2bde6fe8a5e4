"""What changes of the things of the game, as tables: a row for each thing, a column for each field and for what lies with it.

Things of kinds that have the same fields and zones are one table. Spaces of boards are told with the board, and things that lie
with a player with what he has before him, so neither is told here. Of a few things all are told, of many those of which a field
says something else than at the start, or with which something lies; and none of whose fields says anything is left out, as is a
column in which no thing says anything. A kind of which no field says anything has no table.

A view may not tell copies apart that look alike: those of one design stand together, in the order of what is said of them. Only
where things lie nowhere, so that nobody ever loses sight of one, has each copy its name, as in scripts, and keeps its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.machine.program import ArrayLayout, ConstantLayout, StoreLayout
from rulelang.runtime.drawing import columns
from rulelang.runtime.naming import NO_NUMBER, Reader
from rulelang.text.render import visible

if TYPE_CHECKING:
    from rulelang.runtime.view import Views

FEW = 12
"""So many things of a table are all told; of more only those that have changed."""

NOTHING = "-"
UNREAD = "?"


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one table: those of a root kind that have the same fields and zones."""

    store: StoreLayout
    constants: list[ConstantLayout]
    """Numbers that never change and are not the same for all of them."""
    fields: list[ArrayLayout]
    zones: list[str]
    """The labels of what they hold."""
    things: list[int]


def groups(views: Views) -> list[Group]:
    """The things of the game that can have tables, by table."""
    layout = views.layout
    boards = {(board["store"], space) for board in layout.boards.values() for space in board["spaces"]}
    found: dict[tuple[Any, ...], Group] = {}
    for store in layout.stores:
        own = [a for a in layout.arrays if a.holder == store.name and a.given and a.key_shape is None]
        numbers = [c for c in layout.constants if c.holder == store.name]
        for thing in range(len(store.names)) if own else ():
            fields = [array for array in own if has(store, thing, array.field)]
            if not fields or (store.name, thing) in boards:
                continue
            constants = [constant for constant in numbers if has(store, thing, constant.field)]
            zones = [other.zones[zone] for other, zone in views.sight.zones_of(store.name, thing)]
            key = (store.name, *(a.field for a in fields), *(c.field for c in constants), *(zone.name for zone in zones))
            group = Group(store, constants, fields, [visible(zone.label) for zone in zones], [])
            found.setdefault(key, group).things.append(thing)
    for group in found.values():
        group.constants[:] = [c for c in group.constants if len({c.values[thing] for thing in group.things}) > 1]
    return list(found.values())


def has(store: StoreLayout, thing: int, field: str) -> bool:
    """Whether a thing has a field of one of the kinds of its store. Of one not seen, below 0, only the root kind is known."""
    if thing < 0:
        return field.partition(".")[0] == store.name
    kind = store.kinds[thing]
    return field.partition(".")[0] in (kind, store.name, *store.kinds_of.get(kind, ()))


def tables(views: Views, state: Any, reader: Reader) -> tuple[str, set[tuple[str, int]]]:
    """The tables as a reader may see them, and the zones that they tell, by store and number."""
    texts: list[str] = []
    zones: set[tuple[str, int]] = set()
    for group in views.groups:
        rows = _rows(views, state, group, reader)
        if rows:
            texts.append(columns(rows))
            zones.update(
                (other.name, zone) for thing in group.things for other, zone in views.sight.zones_of(group.store.name, thing)
            )
    return "\n\n".join(texts), zones


def _rows(views: Views, state: Any, group: Group, reader: Reader) -> list[list[str]]:
    """The table of a group, with its heading; empty if no field says anything of any of its things."""
    store = group.store
    cells = {thing: found for thing in group.things if (found := _cells(views, state, group, thing, reader))}
    labels = [*(visible(array.label) for array in group.fields), *group.zones]
    used = [number for number in range(len(labels)) if any(row[number] not in (NOTHING, UNREAD) for row in cells.values())]
    if not used or used[0] >= len(group.fields):
        return []
    first: dict[tuple[int, int], int] = {}
    for thing in group.things:
        first.setdefault((store.designs[thing], store.owners[thing]), thing)
    named = len(store.zones) < 2 and not store.counted
    order = sorted(
        cells, key=lambda thing: (first[store.designs[thing], store.owners[thing]], thing if named else 0, cells[thing])
    )
    constants = [visible(constant.label) for constant in group.constants]
    head = [", ".join(dict.fromkeys(store.kinds[thing] for thing in order)), *constants, *(labels[number] for number in used)]
    return [
        head,
        *(
            [
                _label(views, store, thing, named),
                *(str(constant.values[thing]) for constant in group.constants),
                *(cells[thing][number] for number in used),
            ]
            for thing in order
        ),
    ]


def _label(views: Views, store: StoreLayout, thing: int, named: bool) -> str:
    """What a thing is called in its row; `named` if copies may be told apart."""
    label = views.naming.owned_label(store.name, thing)
    return f"{label} ({views.naming.copy_word(store.name, thing)})" if named and store.copies[thing] > 0 else label


def _cells(views: Views, state: Any, group: Group, thing: int, reader: Reader) -> list[str]:
    """What the fields of a thing say and what lies with it; empty if there is nothing to tell."""
    store = group.store
    if not views.seen(state, store, thing, reader) or not _standing(state, store, thing):
        return []
    said = [field_says(views, state, array, thing, reader) for array in group.fields]
    lying = [views.zone_text(state, other, zone, reader) for other, zone in views.sight.zones_of(store.name, thing)]
    told = len(group.things) <= FEW or any(_changed(views, state, array, thing, reader) for array in group.fields)
    if any(cell != NOTHING for cell in lying) or (told and any(cell not in (NOTHING, UNREAD) for cell in said)):
        return [*said, *lying]
    return []


def _standing(state: Any, store: StoreLayout, thing: int) -> bool:
    """Whether a thing is in the game and not before a player: things that can lie in zones are told while they lie elsewhere."""
    if len(store.zones) < 2 or store.counted:
        return True
    zone = getattr(state, f"{store.name}_at")[thing]
    return bool(zone) and store.zones[zone].holder != "player"


def field_says(views: Views, state: Any, array: ArrayLayout, thing: int, reader: Reader) -> str:
    """What a field says of a thing; a dash for no, none, nothing, and a number that is still 0."""
    if not views.reads(state, array, thing, reader):
        return UNREAD
    value = getattr(state, array.name)[thing]
    if array.shape[0] == "list":
        return views.naming.label(value, array.shape, reader) if value else NOTHING
    if array.shape[0] == "bool":
        return "yes" if value else NOTHING
    if array.shape[0] == "int" and value == 0 == array.initial[thing]:
        return NOTHING
    if array.shape[0] == "optional" and value in (-1, NO_NUMBER):
        return NOTHING
    return views.naming.label(value, array.shape, reader)


def _changed(views: Views, state: Any, array: ArrayLayout, thing: int, reader: Reader) -> bool:
    return views.reads(state, array, thing, reader) and not same(getattr(state, array.name)[thing], array.initial[thing])


def same(value: Any, other: Any) -> bool:
    """Whether two values of a field are the same, lists by what is in them."""
    return list(value) == list(other) if isinstance(value, (list, tuple, range)) else bool(value == other)

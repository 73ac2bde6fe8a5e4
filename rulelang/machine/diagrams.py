"""What the signs of a board mean in a match, as data: for diagrams of examples, and for showing the board.

A sign speaks of every column of its table: where a row leaves a cell empty, of what the field begins with, or of an empty zone.
Fields that never change narrow down on which squares a sign can stand; all others are compared with the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.sema.diagrams import signs_of
from rulelang.sema.symbols import BoardSymbol, FieldSymbol, Sign
from rulelang.sema.types import ZoneType

if TYPE_CHECKING:
    from rulelang.machine.world import World


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a sign says: values of fields that change, values of those that never do, and the designs in zones."""

    fields: list[tuple[FieldSymbol, Any]]
    constants: list[tuple[FieldSymbol, Any]]
    zones: list[tuple[FieldSymbol, list[int]]]


def meaning(world: World, board: BoardSymbol, sign: Sign) -> Meaning:
    """What a sign of a board says in this match. The things of a zone are all that its sign could mean, by number."""
    signs = signs_of(world.model, board)
    assert signs is not None
    found = Meaning([], [], [])
    for name, field in signs.fields.items():
        written = sign.values.get(name)
        if isinstance(field.type, ZoneType):
            things = [] if written is None else world.start_things(written)
            found.zones.append((field, things))
        elif field.mutable:
            found.fields.append((field, world.value_of(field, written)))
        else:
            found.constants.append((field, world.value_of(field, written)))
    return found


def layout(world: World, board: BoardSymbol, spaces: tuple[int, ...]) -> list[dict[str, Any]]:
    """The signs of a board as plain data, in the order of their table: the first that fits a square is shown for it."""
    signs = signs_of(world.model, board)
    if signs is None or board.grid is None:
        return []
    rows: list[dict[str, Any]] = []
    for sign in signs.signs.values():
        said = meaning(world, board, sign)
        tables = [(world.tables[world.constant_table(field)], value) for field, value in said.constants]
        rows.append(
            {
                "sign": sign.text,
                "spaces": [s for s in spaces if all(table[s] == value for table, value in tables)],
                "fields": [[world.array(field).name, value] for field, value in said.fields],
                "zones": [[field.path, designs(world, field, things)] for field, things in said.zones],
            }
        )
    return rows


def designs(world: World, field: FieldSymbol, things: list[int]) -> list[int]:
    """The designs of things that could lie in a zone."""
    assert isinstance(field.type, ZoneType)
    store = world.store(field.type.kind)
    return sorted({store.things[number].design for number in things})

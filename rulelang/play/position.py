"""A position as the `given` lines of an example that leads to it.

Only what differs from the beginning is written, a board whose signs say all of it as a diagram. Of zones whose content a
reader does not see nothing is written, nor of fields that he may not read: such a position is what he knows, not what there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.machine.program import StoreLayout
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import NO_NUMBER, Naming, Reader
from rulelang.runtime.signs import sign_at


def lines(machine: Machine, naming: Naming, state: Any, reader: Reader = None) -> list[str]:
    """The lines."""
    blank = machine.blank()
    drawn, said = _diagrams(machine, state, blank, reader)
    found = [*drawn, *_fields(machine, naming, state, blank, reader, said)]
    for store in machine.layout.stores:
        found.extend(_zones(machine, naming, store, state, blank, reader, said))
    return found


def _diagrams(machine: Machine, state: Any, blank: Any, reader: Reader) -> tuple[list[str], set[tuple[str, int]]]:
    """Boards that signs say all of, as diagrams; and what those say: fields by array and index, zones by store and number."""
    found: list[str] = []
    said: set[tuple[str, int]] = set()
    for name, board in machine.layout.boards.items():
        signs = {space: sign_at(machine, state, board, space, reader) for space in board["spaces"]}
        if board["grid"] is None or not all(signs.values()):
            continue
        if signs == {space: sign_at(machine, blank, board, space, None) for space in board["spaces"]}:
            continue
        columns = {path for path, _ in board["signs"][0]["zones"]}
        around = [pair for space in board["spaces"] for pair in machine.sight.zones_of(board["store"], space)]
        zones = [(store, zone) for store, zone in around if store.zones[zone].name in columns]
        if any(_told_apart(machine, store) for store, _ in zones):
            continue
        across, up = board["grid"]
        at = {tuple(place): signs[space] for place, space in zip(board["places"], board["spaces"], strict=True)}
        # A square that is left out may have any sign.
        other = next(iter(signs.values()))
        rows = [" ".join(at.get((column, row), other) for column in range(1, across + 1)) for row in range(up, 0, -1)]
        found.extend([f"given {name}:", *(f'    "{row}"' for row in rows)])
        said.update((store.name, zone) for store, zone in zones)
        said.update((array, space) for space in board["spaces"] for array, _ in board["signs"][0]["fields"])
    return found, said


def literal(naming: Naming, value: Any, shape: Any) -> str:
    """A value as an expression of a script."""
    match shape[0]:
        case "optional":
            return "none" if value in (-1, NO_NUMBER) else literal(naming, value, shape[1])
        case "text":
            text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{")
            return f'"{text}"'
        case "list":
            return f"[{', '.join(literal(naming, one, shape[1]) for one in value)}]"
        case "thing":
            copies = naming.stores[shape[1]].copies[value] if value >= 0 else 0
            return "none" if value < 0 else naming.copy_word(shape[1], value) if copies else naming.full_word(shape[1], value)
    return naming.word(value, shape)


def _fields(
    machine: Machine, naming: Naming, state: Any, blank: Any, reader: Reader, said: set[tuple[str, int]]
) -> Iterator[str]:
    for array in machine.layout.arrays:
        if not array.given:
            continue
        now, then = getattr(state, array.name), getattr(blank, array.name)
        pairs = [(now, then)] if array.scalar else list(zip(now, then, strict=True))
        for index, (new, old) in enumerate(pairs):
            if (
                (array.name, index) not in said
                and _plain(new) != _plain(old)
                and machine.sight.may_read_field(state, array, index, reader)
            ):
                yield f"given {naming.field_word(array, index)} = {literal(naming, new, array.shape)}"


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple, range)) else int(value) if isinstance(value, bool) else value


def _zones(
    machine: Machine, naming: Naming, store: StoreLayout, state: Any, blank: Any, reader: Reader, said: set[tuple[str, int]]
) -> Iterator[str]:
    if len(store.zones) < 2:
        return
    if store.counted:
        yield from _tokens(machine, naming, store, state, blank, reader)
        return
    now, then = getattr(state, f"{store.name}_zones"), getattr(blank, f"{store.name}_zones")
    for number, zone in enumerate(store.zones[1:], 1):
        if (store.name, number) in said:
            continue
        apart = _told_apart(machine, store)
        same = now[number] == then[number] if apart else _designs(store, now[number]) == _designs(store, then[number])
        if same and not _undecided(state, store, number):
            continue
        shown = machine.sight.contents(state, store, number, -1 if reader is None else reader)
        if any(thing < 0 for thing in shown):
            continue
        word = naming.copy_word if apart else naming.full_word
        names = [word(store.name, thing) for thing in shown]
        value = (names[0] if names else "none") if zone.form == "slot" else f"[{', '.join(names)}]"
        yield f"given {naming.zone_word(store, number)} = {value}"


def _tokens(machine: Machine, naming: Naming, store: StoreLayout, state: Any, blank: Any, reader: Reader) -> Iterator[str]:
    """Zones of tokens: those where a sort starts as a whole last, since what is given elsewhere comes from there."""
    found: list[tuple[bool, str]] = []
    start, sorts = getattr(blank, f"{store.name}_counts"), len(store.names)
    homes = {max(range(len(store.zones)), key=lambda z: start[z * sorts + sort]) for sort in range(sorts)}
    for number in range(1, len(store.zones)):
        lying, started = (machine.sight.lying(which, store, number) for which in (state, blank))
        if lying == started:
            continue
        shown = machine.sight.contents(state, store, number, -1 if reader is None else reader)
        if all(sort >= 0 for sort in shown):
            names = ", ".join(naming.full_word(store.name, sort) for sort in shown)
            found.append((number in homes, f"given {naming.zone_word(store, number)} = [{names}]"))
    yield from (line for _, line in sorted(found, key=lambda row: row[0]))


def _told_apart(machine: Machine, store: StoreLayout) -> bool:
    """Whether copies can differ: then which of them lies where is part of the position."""
    return any(a.holder == store.name for a in machine.layout.arrays) or any(
        z.holder == store.name for other in machine.layout.stores for z in other.zones
    )


def _designs(store: StoreLayout, things: list[int]) -> list[int]:
    return [store.designs[thing] for thing in things]


def _undecided(state: Any, store: StoreLayout, number: int) -> int:
    found: int = getattr(state, f"{store.name}_undecided")[number] if store.shuffled else 0
    return found

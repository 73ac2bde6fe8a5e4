"""What a player sees of a state: as plain data, and as text for a terminal.

Both are derived from the layout and from `runtime.sight`, for all games alike. How many things lie in a zone everybody
may count; what they are, and what fields say, only those to whom the rules show it. Copies are not numbered. A thing
not seen is none in the data, and a dot in the text. A shuffled zone has no order, so its content is given in the order
of the rules to who may see it at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulelang.machine.program import ArrayLayout, StoreLayout
from rulelang.runtime import drawing, maps, player_tables, thing_tables
from rulelang.runtime.drawing import columns
from rulelang.runtime.machine import Machine
from rulelang.runtime.marks import Key, counted, letters, shortened, wrapped
from rulelang.runtime.naming import NO_NUMBER, Naming, Reader, plural
from rulelang.runtime.signs import sign_at
from rulelang.text.render import visible, width

WIDEST = 100
"""How many columns a line of a table may take."""

UNSEEN = "·"


class Views:
    """Views of the states of one compiled game with the players of one match."""

    def __init__(self, machine: Machine, naming: Naming) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.sight = machine.sight
        self.naming = naming
        self.groups = thing_tables.groups(self)

    # ---------------------------------------------------------------------------------------------------- data

    def view(self, state: Any, reader: Reader = None) -> dict[str, Any]:
        """All that a reader sees, by who or what holds it. Names are those of scripts."""
        own = self.seen_by(state, reader)
        return {
            "game": self.layout.game,
            "players": list(self.naming.players),
            "viewer": None if reader is None else self.naming.players[reader],
            "over": not self.machine.asked(state),
            "active": self.naming.players[own.active] if own.active >= 0 else None,
            "asked": [self.naming.players[seat] for seat in self.machine.waiting_for(state)],
            "state": self._held(own, "state", 0, reader),
            "player": {name: self._held(own, "player", seat, reader) for seat, name in enumerate(self.naming.players)},
            "things": {
                store.name: {
                    self.naming.copy_word(store.name, thing): held
                    for thing in range(len(store.names))
                    if self.seen(own, store, thing, reader) and (held := self._held(own, store.name, thing, reader))
                }
                for store in self.layout.stores
                if self._holds(store.name)
            },
        }

    def seen_by(self, state: Any, reader: Reader) -> Any:
        """The state as it is for a reader: while all choose at once, each sees what his own choices have done so far."""
        for branch in state.branches or ():
            if reader is not None and branch.player == reader:
                return branch.state
        return state

    def _holds(self, holder: str) -> bool:
        return any(a.holder == holder for a in self.layout.arrays) or any(
            z.holder == holder for s in self.layout.stores for z in s.zones
        )

    def seen(self, state: Any, store: StoreLayout, thing: int, reader: Reader) -> bool:
        return reader is None or bool(self.sight.readers(state, store.name, thing) >> reader & 1)

    def _held(self, state: Any, holder: str, number: int, reader: Reader) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for array in self.layout.arrays:
            if array.holder == holder and array.given:
                found[array.field.rpartition(".")[2]] = self._field(state, array, number, reader)
        for store, zone in self.sight.zones_of(holder, number):
            name = store.zones[zone].name.rpartition(".")[2]
            shown = self.sight.contents(state, store, zone, -1 if reader is None else reader)
            found[name] = {
                "size": len(shown),
                "contents": [self.naming.full_word(store.name, thing) if thing >= 0 else None for thing in shown],
            }
        return found

    def _field(self, state: Any, array: ArrayLayout, number: int, reader: Reader) -> Any:
        values = getattr(state, array.name)
        if array.scalar:
            return self._value(array, values) if self.reads(state, array, 0, reader) else None
        entries = [
            self._value(array, values[index]) if self.reads(state, array, index, reader) else None
            for index in range(number * array.width, (number + 1) * array.width)
        ]
        if array.key_shape is None:
            return entries[0]
        return {self.naming.word(key, array.key_shape): entry for key, entry in enumerate(entries)}

    def reads(self, state: Any, array: ArrayLayout, index: int, reader: Reader) -> bool:
        return self.sight.may_read_field(state, array, index, reader)

    def _value(self, array: ArrayLayout, value: Any) -> Any:
        return plain(self.naming, value, array.shape)

    # ---------------------------------------------------------------------------------------------------- text

    def table(self, state: Any, reader: Reader = None) -> str:
        """All that a reader sees, as text."""
        own = self.seen_by(state, reader)
        parts = [self._boards(own, names, reader) for names in maps.groups(self.layout.boards)]
        things, told = thing_tables.tables(self, own, reader)
        parts.extend([self._common(own, told, reader), things])
        parts.append(player_tables.text(self, own, reader))
        return "\n\n".join(part for part in parts if part)

    def _boards(self, state: Any, names: Sequence[str], reader: Reader) -> str:
        """A board, or several that are one map."""
        if self.layout.boards[names[0]]["places"] is None:
            return maps.map_text(self, state, names, reader)
        return self._board(state, names[0], reader)

    def _board(self, state: Any, name: str, reader: Reader) -> str:
        board = self.layout.boards[name]
        store = self.naming.stores[board["store"]]
        if board["grid"] is not None:
            return drawing.grid(board, self._signs(state, store, board, reader))
        rows: list[list[str]] = []
        for space in board["spaces"]:
            rows.append([self.naming.thing_label(store.name, space), ", ".join(self._here(state, store.name, space, reader))])
        names = {space: visible(row[0]) for space, row in zip(board["spaces"], rows, strict=True)}
        room = drawing.room(board, names)
        if self._signed(board):
            return self._map(state, board, names, dict(zip(board["spaces"], (row[1] for row in rows), strict=True)), reader)
        # What fits under a name is told there in words; of the rest there is room for a mark, and words in a list below.
        told = {space: row[1] for space, row in zip(board["spaces"], rows, strict=True)}
        short = self._marks(state, store, [space for space, words in told.items() if width(words) > room], reader)
        parts = [drawing.hexes(board, names, {**told, **short}), columns([[names[space], told[space]] for space in short])]
        return "\n\n".join(part for part in parts if part)

    def _signed(self, board: dict[str, Any]) -> bool:
        """Whether the rules give signs to things that can lie on the spaces of a board."""
        return any(
            any(store.signs) and any(index and zone.holder == board["store"] for index, zone in enumerate(store.zones))
            for store in self.layout.stores
        )

    def _map(self, state: Any, board: dict[str, Any], names: dict[int, str], told: dict[int, str], reader: Reader) -> str:
        """Hexes with the signs of what lies there, a key to the signs, and in words what has no room."""
        key = Key(self.naming)
        room = drawing.room(board, names)
        store = board["store"]
        lines: dict[int, list[str]] = {}
        for space in board["spaces"]:
            marks = [*self._pointing(state, store, space, reader), *self._changed(state, store, space, reader)]
            for other, zone in self.sight.zones_of(store, space):
                marks.extend(self._written(state, other, zone, key, reader))
            lines[space] = wrapped(marks, room)
        rest = columns([[names[space], told[space]] for space in shortened(lines)])
        drawn = drawing.hexes(board, names, {space: "\n".join(texts) for space, texts in lines.items()})
        return "\n\n".join(part for part in (drawn, key.text(), rest) if part)

    def _written(self, state: Any, store: StoreLayout, zone: int, key: Key, reader: Reader) -> list[str]:
        """What lies in a zone: by signs, and in words what has none."""
        shown = self.sight.contents(state, store, zone, -1 if reader is None else reader)
        holder = self.owner_of(zone, store)
        marks: list[str] = []
        for things in counted(store, shown).values():
            sign = key.of(store, things[0], len(things), store.owners[things[0]] != holder)
            marks.extend([sign] if sign else self._in_words(store, zone, things))
        return marks

    def marks(self, state: Any, name: str, reader: Reader = None) -> dict[int, str]:
        """What is shown on each square of a grid."""
        board = self.layout.boards[name]
        return self._signs(state, self.naming.stores[board["store"]], board, reader)

    def told(self, state: Any, name: str, reader: Reader = None) -> dict[int, list[str]]:
        """What stands on each space of a board, in words; spaces on which nothing does are left out."""
        store = self.layout.boards[name]["store"]
        rows = {space: self._here(state, store, space, reader) for space in self.layout.boards[name]["spaces"]}
        return {space: row for space, row in rows.items() if row}

    def _here(self, state: Any, store: str, space: int, reader: Reader) -> list[str]:
        """What stands on a space: who and what is there, what has changed of it, what lies on it."""
        return [
            *self._pointing(state, store, space, reader),
            *self._changed(state, store, space, reader),
            *self._lying(state, store, space, reader),
        ]

    def _signs(self, state: Any, store: StoreLayout, board: dict[str, Any], reader: Reader) -> dict[int, str]:
        """What stands on each square of a grid: the first sign of the game that fits, else a mark."""
        marks = {space: sign_at(self.machine, state, board, space, reader) for space in board["spaces"]}
        for space, sign in marks.items():
            if sign:
                marks[space] += "".join(self._pawns(state, store.name, space, reader))
        left = [space for space, mark in marks.items() if not mark]
        return {**marks, **self._marks(state, store, left, reader)}

    def _marks(self, state: Any, store: StoreLayout, spaces: Sequence[int], reader: Reader) -> dict[int, str]:
        """A short mark for each square: the first letters of what its fields say and of what lies on it."""
        marks: dict[int, str] = {}
        named = letters(self.naming.players)
        for space in spaces:
            texts: list[str] = []
            for array in self.layout.arrays:
                if array.holder == store.name and array.width == 1 and self.reads(state, array, space, reader):
                    value = getattr(state, array.name)[space]
                    initial = array.initial[space]
                    if value != initial and value not in (-1, NO_NUMBER):
                        texts.append(self._mark(array.shape, value, named))
            for other, zone in self.sight.zones_of(store.name, space):
                for thing in self.sight.contents(state, other, zone, -1 if reader is None else reader):
                    texts.append(self._mark(["thing", other.name], thing, named) if thing >= 0 else UNSEEN)
            texts.extend(self._pawns(state, store.name, space, reader))
            marks[space] = "".join(texts) or "."
        return marks

    def _mark(self, shape: Any, value: int, named: Sequence[str]) -> str:
        base = shape[1] if shape[0] == "optional" else shape
        if base[0] == "player":
            return named[value]
        if base[0] == "bool":
            return "*" if value else ""
        if base[0] == "int":
            return str(value)
        word = self.naming.label(value, base)
        if base[0] == "thing":
            owner = self.naming.stores[base[1]].owners[value]
            sign = visible(self.naming.stores[base[1]].signs[value])
            if sign:
                return f"{named[owner] if owner >= 0 else ''}{sign}"
            letter = word[:1]
            return letter.upper() if owner == 0 else letter.lower()
        return word[:1]

    def _pawns(self, state: Any, store: str, space: int, reader: Reader) -> Iterator[str]:
        """Letters of the fields that name a space: of a player's field his own, of the game's its first."""
        named = letters(self.naming.players)
        for array, index in self._pointers(state, store, space, reader):
            yield named[index] if array.holder == "player" else visible(array.label)[:1]

    def _pointing(self, state: Any, store: str, space: int, reader: Reader) -> Iterator[str]:
        """Fields of the game and of players that name a space, in words: pawns and markers; and things that say where they
        are."""
        for array, index in self._pointers(state, store, space, reader):
            yield self.naming.field_label(array, index)
        for array, index, value in self._whereabouts(state, store, reader):
            if value == space:
                owner, name = self.naming.stores[array.holder].owners[index], self.naming.thing_label(array.holder, index)
                yield name if owner < 0 or self.naming.players[owner] in name else f"{self.naming.players[owner]}'s {name}"

    def _whereabouts(self, state: Any, store: str, reader: Reader) -> Iterator[tuple[ArrayLayout, int, int]]:
        """The spaces that fields of other things name."""
        for array in self.layout.arrays:
            base = array.shape[1] if array.shape[0] == "optional" else array.shape
            if base == ["thing", store] and array.holder not in ("state", "player", store) and array.width == 1:
                for index, value in enumerate(getattr(state, array.name)):
                    if value >= 0 and self.reads(state, array, index, reader):
                        yield array, index, value

    def standing(self, state: Any, store: str, reader: Reader) -> Iterator[int]:
        """The spaces where a player stands, as far as he sees it: those that his fields name; else those where things of his own
        are. Who has no seat sees it as the player whose turn it is."""
        seat = state.active if reader is None else reader
        if seat < 0:
            return
        spaces = range(len(self.naming.stores[store].names))
        own = [
            space
            for space in spaces
            for array, index in self._pointers(state, store, space, reader)
            if array.holder == "player" and index == seat
        ]
        yield from own
        if not own:
            yield from self._with_things_of(seat, state, store, reader)

    def _with_things_of(self, seat: int, state: Any, store: str, reader: Reader) -> Iterator[int]:
        """The spaces where things of a player are."""
        for array, index, value in self._whereabouts(state, store, reader):
            if self.naming.stores[array.holder].owners[index] == seat:
                yield value
        for space in range(len(self.naming.stores[store].names)):
            for other, zone in self.sight.zones_of(store, space):
                things = self.sight.contents(state, other, zone, -1 if reader is None else reader)
                if any(thing >= 0 and other.owners[thing] == seat for thing in things):
                    yield space

    def _pointers(self, state: Any, store: str, space: int, reader: Reader) -> Iterator[tuple[ArrayLayout, int]]:
        for array in self.layout.arrays:
            base = array.shape[1] if array.shape[0] == "optional" else array.shape
            if base != ["thing", store] or array.holder not in ("state", "player") or array.key_shape is not None:
                continue
            values = [getattr(state, array.name)] if array.scalar else getattr(state, array.name)
            for index, value in enumerate(values):
                if value == space and self.reads(state, array, index, reader):
                    yield array, index

    def _changed(self, state: Any, store: str, space: int, reader: Reader) -> Iterator[str]:
        """What the fields of a space say that they did not say at the start."""
        for array in self.layout.arrays:
            if array.holder != store:
                continue
            for key in range(array.width):
                index = space * array.width + key
                value = getattr(state, array.name)[index]
                if thing_tables.same(value, array.initial[index]) or not self.reads(state, array, index, reader):
                    continue
                label = visible(array.label)
                if array.key_shape is not None:
                    label = f"{label} {self.naming.label(key, array.key_shape)}"
                if array.shape[0] == "bool":
                    yield label if value else f"not {label}"
                else:
                    yield f"{label} {self.naming.label(value, array.shape, reader)}"

    def _lying(self, state: Any, store: str, space: int, reader: Reader) -> Iterator[str]:
        """What lies on a space."""
        for other, zone in self.sight.zones_of(store, space):
            yield from self.contents(state, other, zone, reader)

    def contents(self, state: Any, store: StoreLayout, zone: int, reader: Reader) -> list[str]:
        """The things in a zone in words, alike ones together, in the order of the zone."""
        return self._in_words(store, zone, self.sight.contents(state, store, zone, -1 if reader is None else reader))

    def _in_words(self, store: StoreLayout, zone: int, things: Iterable[int]) -> list[str]:
        counts: dict[tuple[str, str], int] = {}
        for thing in things:
            owner = store.owners[thing] if thing >= 0 else -1
            whose = f"{self.naming.players[owner]}'s " if owner >= 0 and owner != self.owner_of(zone, store) else ""
            key = (whose, self.naming.thing_label(store.name, thing) if thing >= 0 else store.name)
            counts[key] = counts.get(key, 0) + 1
        return [f"{whose}{name}" if count == 1 else f"{whose}{count} {plural(name)}" for (whose, name), count in counts.items()]

    def owner_of(self, zone: int, store: StoreLayout) -> int:
        return self.sight.holder_seat(None, store.zones[zone])

    def _common(self, state: Any, told: set[tuple[str, int]], reader: Reader) -> str:
        """The fields and zones of the game, and the zones of things that are on no board and in no table."""
        rows: list[list[str]] = []
        boards = {(board["store"], space) for board in self.layout.boards.values() for space in board["spaces"]}
        for array in self.layout.arrays:
            if array.holder == "state":
                rows.extend(self._field_rows(state, array, 0, reader))
        for store, zone in self.sight.zones_of("state", 0):
            rows.append([_sentence(self.naming.zone_label(store.name, zone)), self.zone_text(state, store, zone, reader)])
        for holder in self.layout.stores:
            for thing in range(len(holder.names)):
                if (holder.name, thing) in boards:
                    continue
                for store, zone in self.sight.zones_of(holder.name, thing):
                    if (store.name, zone) in told:
                        continue
                    if self.sight.lying(state, store, zone) and self.seen(state, holder, thing, reader):
                        rows.append(
                            [_sentence(self.naming.zone_label(store.name, zone)), self.zone_text(state, store, zone, reader)]
                        )
        return columns(rows)

    def _field_rows(self, state: Any, array: ArrayLayout, number: int, reader: Reader) -> Iterator[list[str]]:
        values = getattr(state, array.name)
        for index in range(number * array.width, (number + 1) * array.width):
            value = values if array.scalar else values[index]
            if self.reads(state, array, index, reader):
                yield [_sentence(self.naming.field_label(array, index)), self.naming.label(value, array.shape, reader)]

    def zone_text(self, state: Any, store: StoreLayout, zone: int, reader: Reader) -> str:
        names = self.contents(state, store, zone, reader)
        size = len(self.sight.lying(state, store, zone))
        if not size:
            return "-"
        shown = ", ".join(names)
        return shown if width(shown) <= WIDEST - 30 else f"{size} things"


def plain(naming: Naming, value: Any, shape: Any) -> Any:
    """A value as JSON has it: numbers, yes and no, none, names, lists."""
    match shape[0]:
        case "optional":
            return None if value in (-1, NO_NUMBER) else plain(naming, value, shape[1])
        case "int":
            return int(value)
        case "bool":
            return bool(value)
        case "list":
            return [plain(naming, one, shape[1]) for one in value]
        case "thing":
            return naming.full_word(shape[1], value) if value >= 0 else None
    return naming.word(value, shape)


def _sentence(text: str) -> str:
    return text.removeprefix("the ")

"""Builds the world: everything of a game that is known once the number of players and the settings are.

All things of a root kind get numbers, in the order of their declarations: a *store*. All zones for things of a store get
numbers too; zone 0 is the box. Fields that nothing ever assigns become tables, fields that change become arrays of the state.
Boards become tables (`machine.boards`). Everything is made when first asked for, since declarations may stand in any order;
asking in a circle is the author's fault and says so.

Names in generated code come from here: `Card_zones`, `player_gold`, `T_Room_size`. Names of things, as scripts write them,
too."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.machine import library
from rulelang.machine.fault import WorldError
from rulelang.machine.tracing import Tracer
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import (
    BoardSymbol,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    LocalSymbol,
)
from rulelang.sema.types import (
    NO_NUMBER,
    BoolType,
    DirectionType,
    EnumType,
    IntType,
    KindType,
    ListType,
    MapType,
    OptionalType,
    PlayerType,
    TextType,
    Type,
    ZoneType,
)
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink
from rulelang.text.source import Span

Shape = Any
"""How a value is shown: a word, or a list of a word and what it needs; kept as plain data since compiled games carry it."""

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


@dataclass(slots=True, eq=False)
class Thing:
    """One thing. `owner` is a seat from 0, or -1; `copy` counts alike copies from 1, 0 where there is one; `values` are a
    family's. Of tokens it is a sort, of which there are `supply`."""

    number: int
    symbol: InstanceSymbol
    name: str
    owner: int
    copy: int
    design: int
    values: dict[LocalSymbol, Any]
    supply: int = 1

    @property
    def whole_name(self) -> str:
        """Its name, with the number of its copy where there are several alike, without its owner's: `page_summa_2`."""
        return f"{self.name}_{self.copy}" if self.copy else self.name


@dataclass(slots=True, eq=False)
class Zone:
    """One zone. `holder` is "state", "player" or a store's name; `number` the seat or thing; `field` none for the box."""

    number: int
    field: FieldSymbol | None
    holder: str
    holder_number: int


@dataclass(slots=True, eq=False)
class Store:
    """All things of a root kind and all zones that may hold them."""

    name: str
    kind: KindSymbol
    things: list[Thing] = dataclasses.field(default_factory=list)
    zones: list[Zone] = dataclasses.field(default_factory=list)
    bases: dict[FieldSymbol, int] = dataclasses.field(default_factory=dict)
    shuffled: bool = False
    turned: bool = False

    @property
    def counted(self) -> bool:
        """Whether its things are tokens: sorts, of which so many lie in each zone."""
        return self.kind.counted

    @property
    def has_zones(self) -> bool:
        """Whether any field can hold things of this store."""
        return len(self.zones) > 1


@dataclass(slots=True, eq=False)
class Array:
    """A field that changes: `size` integers, for the game (`scalar`), the players or the things of a store; maps have `width`
    keys each."""

    name: str
    field: FieldSymbol
    holder: str
    size: int
    width: int
    scalar: bool
    initial: list[Any] = dataclasses.field(default_factory=list)


Lower = Callable[..., Any]
"""Evaluates a constant expression with values for locals and, where one is given, the number of `this`; supplied by
`machine.lower`."""


class World:
    """See the module. `evaluate` is set by the compiler before anything is asked for."""

    def __init__(self, model: GameModel, players: int, settings: Mapping[str, Any], sink: Sink) -> None:
        self.model = model
        self.players = players
        self.given_settings = dict(settings)
        self.sink = sink
        self.evaluate: Lower
        self.tables: dict[str, Any] = {}
        self.boards: dict[str, library.BoardTable] = {}
        self.stores: dict[KindSymbol, Store] = {}
        self.arrays: dict[FieldSymbol, Array] = {}
        self._members: dict[KindSymbol, tuple[int, ...]] = {}
        self._by_symbol: dict[InstanceSymbol, list[Thing]] = {}
        self._settings: dict[str, Any] = {}
        self._building: list[str] = []
        self.board_spaces: dict[BoardSymbol, tuple[int, ...]] = {}
        self.tracer: Tracer | None = None
        """Who wants to know what is reached; none in a game that is only played."""

    # ---------------------------------------------------------------------------------------------------- settings

    def setting(self, name: str) -> Any:
        """The value of a setting in this match."""
        if name not in self._settings:
            symbol = self.model.settings[name]
            value = self.given_settings[name] if name in self.given_settings else self.evaluate(symbol.default, {})
            self._settings[name] = value
        return self._settings[name]

    # ---------------------------------------------------------------------------------------------------- things

    def store(self, kind: KindSymbol) -> Store:
        """The store of a kind's root, its things numbered."""
        root = kind.root
        if root in self.stores:
            return self.stores[root]
        self.enter(f"the things of `{root.name}`", root.span)
        store = Store(root.name, root)
        for symbol in self.model.instances:
            if symbol.kind.root is root:
                self._expand(store, symbol)
        self.leave()
        self.stores[root] = store
        self._number_zones(store)
        return store

    def _expand(self, store: Store, symbol: InstanceSymbol) -> None:
        designs = len({t.design for t in store.things})
        family = symbol.family
        combinations: list[tuple[int, dict[LocalSymbol, Any]]] = [(-1, {})]
        if family is not None:
            if family.per_player:
                combinations = [(seat, {}) for seat in range(self.players)]
            for generator in family.generators:
                combinations = [
                    (seat, {**values, generator.symbol: value})
                    for seat, values in combinations
                    for value in self.evaluate(generator.domain, values)
                    if generator.condition is None or self.evaluate(generator.condition, {**values, generator.symbol: value})
                ]
        for seat, values in combinations:
            count = 1 if symbol.copies is None else self.evaluate(symbol.copies, values)
            supply = 1
            if store.counted:
                count, supply = 1, max(count, 0)
            name = "_".join(
                [symbol.name, *(self.value_name(g.symbol.type, values[g.symbol]) for g in family.generators)]
                if family
                else [symbol.name]
            )
            for copy in range(count):
                number = len(store.things)
                one = symbol.copies is None or store.counted
                thing = Thing(number, symbol, name, seat, 0 if one else copy + 1, designs, values, supply)
                store.things.append(thing)
                self._by_symbol.setdefault(symbol, []).append(thing)
            designs += 1

    def things_of(self, symbol: InstanceSymbol) -> list[Thing]:
        """The things that a declaration made, in order."""
        self.store(symbol.kind)
        return self._by_symbol.get(symbol, [])

    def things_named(self, node: nodes.Expression, found: int) -> list[int]:
        """All things that an expression may mean which names a design: copies, or a family or a player's part of one.

        `found` is the thing that it gives as a value, the first of them; below 0 where there is none.
        """
        symbol = design_named(node)
        if symbol is None or found < 0:
            return [] if found < 0 else [found]
        things = self.things_of(symbol)
        first = self.store(symbol.kind).things[found]
        if isinstance(node, nodes.Name):
            return [t.number for t in things]
        if isinstance(node, nodes.Attribute):
            return [t.number for t in things if t.owner == first.owner]
        return [t.number for t in things if t.design == first.design]

    def members(self, kind: KindSymbol) -> tuple[int, ...]:
        """The numbers of all things that are of this kind."""
        if kind not in self._members:
            things = self.store(kind).things
            self._members[kind] = tuple(t.number for t in things if t.symbol.kind.is_a(kind))
        return self._members[kind]

    def membership_table(self, kind: KindSymbol) -> str:
        """The table that tells of each thing of the store whether it is of this kind; its last entry answers for none."""
        name = f"T_is_{kind.name}"
        if name not in self.tables:
            members = set(self.members(kind))
            self.tables[name] = (*(int(t.number in members) for t in self.store(kind).things), 0)
        return name

    def design_table(self, store: Store) -> str:
        """The table of the design each thing is a copy of, by the number of its declaration; its last entry answers for none."""
        name = f"T_declared_{store.name}"
        if name not in self.tables:
            order = {symbol: index for index, symbol in enumerate(self.model.instances)}
            self.tables[name] = (*(order[t.symbol] for t in store.things), -1)
        return name

    def copies_table(self, store: Store) -> str:
        """The table of the design each thing is a copy of, those of two owners apart; its last entry answers for none."""
        name = f"T_copies_{store.name}"
        if name not in self.tables:
            self.tables[name] = (*(t.design for t in store.things), -1)
        return name

    def has_copies(self, symbol: InstanceSymbol) -> bool:
        """Whether a declaration makes several alike things for one owner."""
        return any(t.copy > 1 for t in self.things_of(symbol))

    def declared_number(self, symbol: InstanceSymbol) -> int:
        """The number of a declaration, as `design_table` counts."""
        return self.model.instances.index(symbol)

    def alike(self, kind: KindSymbol) -> bool:
        """Whether some things of the store are copies of one another."""
        return any(t.copy > 1 for t in self.store(kind).things)

    def owner_table(self, kind: KindSymbol) -> str:
        """The table of owners."""
        store = self.store(kind)
        name = f"T_{store.name}_owner"
        if name not in self.tables:
            self.tables[name] = tuple(t.owner for t in store.things)
        return name

    # ---------------------------------------------------------------------------------------------------- fields

    def constant_table(self, symbol: FieldSymbol) -> str:
        """The table of a field of things or players that never changes."""
        holder = symbol.holder if isinstance(symbol.holder, str) else symbol.holder.name
        name = f"T_{holder}_{symbol.name}"
        if name in self.tables:
            return name
        self.enter(f"the field `{symbol.path}`", symbol.span)
        values: list[Any] = []
        if symbol.holder == "player":
            for seat in range(self.players):
                values.extend(self._entries(symbol, self._player_value(symbol, seat), [], {}, seat))
        else:
            assert isinstance(symbol.holder, KindSymbol)
            width = self.width(symbol.type)
            for thing in self.store(symbol.holder).things:
                if thing.symbol.kind.is_a(symbol.holder):
                    values.extend(self._thing_values(symbol, thing))
                else:
                    values.extend([-1] * width)
        self.tables[name] = tuple(values)
        self.leave()
        return name

    def constant(self, symbol: FieldSymbol) -> Any:
        """The value of a field of the game that never changes."""
        name = f"T_state_{symbol.name}"
        if name not in self.tables:
            self.enter(f"the field `{symbol.path}`", symbol.span)
            self.tables[name] = tuple(self._entries(symbol, symbol.node.default, [], {}))
            self.leave()
        entries = self.tables[name]
        return entries[0] if not isinstance(symbol.type, MapType) else entries

    def _player_value(self, symbol: FieldSymbol, seat: int) -> nodes.Expression | None:
        rows = self.model.player_rows
        if seat < len(rows) and symbol.name in rows[seat]:
            return rows[seat][symbol.name]
        return symbol.node.default

    def _thing_values(self, symbol: FieldSymbol, thing: Thing) -> list[Any]:
        """What a thing's field is at the start: family value, its own, its kind's fixed, or the default."""
        for local, value in thing.values.items():
            if local.name == symbol.name:
                return [value]
        if symbol.name == "owner" and thing.owner >= 0 and isinstance(symbol.type, PlayerType):
            return [thing.owner]
        written = thing.symbol.values.get(symbol.name)
        entries = thing.symbol.map_values.get(symbol.name, [])
        if written is None:
            for kind in thing.symbol.kind.lineage():
                if symbol.name in kind.fixed:
                    written = kind.fixed[symbol.name].value
                    break
        if written is None:
            written = symbol.node.default
        return self._entries(symbol, written, entries, thing.values, thing.number)

    def _entries(
        self,
        symbol: FieldSymbol,
        written: nodes.Expression | None,
        entries: Sequence[tuple[nodes.Expression, nodes.Expression]],
        values: Mapping[LocalSymbol, Any],
        this: int | None = None,
    ) -> list[Any]:
        """What a field is at the start, for each key of a map; `this` is the thing or the seat that has the field."""
        if isinstance(symbol.type, MapType):
            base = self.empty(symbol.type.value) if written is None else self.evaluate(written, values, this)
            result = [base] * self.width(symbol.type)
            for key, value in entries:
                result[self.evaluate(key, values, this)] = self.evaluate(value, values, this)
            return result
        return [self.empty(symbol.type) if written is None else self.evaluate(written, values, this)]

    def value_of(self, symbol: FieldSymbol, written: nodes.Expression | None) -> Any:
        """A value for a field, or what the field begins with where none is written."""
        return self._entries(symbol, symbol.node.default if written is None else written, [], {})[0]

    def empty(self, type_: Type) -> Any:
        """What a field holds before anybody gives it a value."""
        if isinstance(type_, OptionalType):
            return NO_NUMBER if isinstance(type_.base, IntType) else -1
        if isinstance(type_, IntType):
            return max(type_.lowest or 0, 0) if type_.highest is None or type_.highest >= 0 else type_.highest
        if isinstance(type_, BoolType):
            return 0
        if isinstance(type_, TextType):
            return ""
        if isinstance(type_, ListType):
            return ()
        return -1

    def width(self, type_: Type) -> int:
        """How many entries a value takes in an array: the number of keys of a map, else 1."""
        return self.key_count(type_.key) if isinstance(type_, MapType) else 1

    def key_count(self, type_: Type) -> int:
        """How many values a key type has."""
        if isinstance(type_, EnumType):
            return len(type_.enum.members)
        if isinstance(type_, PlayerType):
            return self.players
        if isinstance(type_, KindType):
            return len(self.store(type_.kind).things)
        if isinstance(type_, DirectionType):
            return 8
        return 2

    def array(self, symbol: FieldSymbol) -> Array:
        """The array of a field that changes."""
        if symbol not in self.arrays:
            width = self.width(symbol.type)
            if symbol.holder == "state":
                array = Array(f"state_{symbol.name}", symbol, "state", width, width, width == 1)
            elif symbol.holder == "player":
                array = Array(f"player_{symbol.name}", symbol, "player", self.players * width, width, False)
            else:
                assert isinstance(symbol.holder, KindSymbol)
                store = self.store(symbol.holder)
                array = Array(f"{symbol.holder.name}_{symbol.name}", symbol, store.name, len(store.things) * width, width, False)
            self.arrays[symbol] = array
        return self.arrays[symbol]

    def initial_values(self, array: Array) -> list[Any]:
        """What an array holds before play."""
        if not array.initial:
            symbol = array.field
            if array.holder == "state":
                array.initial = self._entries(symbol, symbol.node.default, [], {})
            elif array.holder == "player":
                array.initial = [
                    v
                    for seat in range(self.players)
                    for v in self._entries(symbol, self._player_value(symbol, seat), [], {}, seat)
                ]
            else:
                assert isinstance(symbol.holder, KindSymbol)
                for thing in self.store(symbol.holder).things:
                    if thing.symbol.kind.is_a(symbol.holder):
                        array.initial.extend(self._thing_values(symbol, thing))
                    else:
                        array.initial.extend([self.empty(symbol.type)] * array.width)
        return array.initial

    # ---------------------------------------------------------------------------------------------------- zones

    def _zone_fields(self) -> list[FieldSymbol]:
        fields = [*self.model.state_fields.values(), *self.model.player_fields.values()]
        for kind in self.model.kinds.values():
            fields.extend(kind.fields.values())
        return [f for f in fields if isinstance(f.type, ZoneType)]

    def _number_zones(self, store: Store) -> None:
        store.zones.append(Zone(0, None, "state", 0))
        for symbol in self._zone_fields():
            assert isinstance(symbol.type, ZoneType)
            if symbol.type.kind.root is not store.kind:
                continue
            store.bases[symbol] = len(store.zones)
            if symbol.holder == "state":
                holders: list[tuple[str, int]] = [("state", 0)]
            elif symbol.holder == "player":
                holders = [("player", seat) for seat in range(self.players)]
            else:
                assert isinstance(symbol.holder, KindSymbol)
                holders = [(symbol.holder.root.name, t.number) for t in self.store(symbol.holder).things]
            for holder, number in holders:
                store.zones.append(Zone(len(store.zones), symbol, holder, number))

    def sorts(self, store: str) -> int:
        """How many sorts of tokens a store has; 0 where its things are told apart. A table says so to whoever needs it."""
        found = next(s for s in self.stores.values() if s.name == store)
        if not found.counted:
            return 0
        self.tables[f"T_sorts_{store}"] = len(found.things)
        return len(found.things)

    def refills(self, store: str) -> str:
        """The table of the zone that fills each zone again when it is empty, -1 for none; empty where no zone is filled."""
        found = next(s for s in self.stores.values() if s.name == store)
        rows = [-1] * len(found.zones)
        for zone in found.zones[1:]:
            assert zone.field is not None
            other = zone.field.refilled_from
            if other is not None:
                rows[zone.number] = found.bases[other] + (0 if other.holder == "state" else zone.holder_number)
        if max(rows) < 0:
            return ""
        self.tables[f"T_refill_{store}"] = tuple(rows)
        return f"T_refill_{store}"

    def zone_base(self, symbol: FieldSymbol) -> tuple[Store, int]:
        """The store of a zone field and the number of its first zone; others follow by seat or thing."""
        assert isinstance(symbol.type, ZoneType)
        store = self.store(symbol.type.kind)
        return store, store.bases[symbol]

    def start_zones(self, store: Store) -> list[list[int]]:
        """Where everything lies before play, each zone bottom first."""
        zones: list[list[int]] = [[] for _ in store.zones]
        placed: dict[int, Zone] = {}
        for zone, drawn, written, values in self.start_written(store):
            things = self.start_things(written, values, zone.holder_number if zone.holder == "player" else -1)
            if drawn:
                things = self._drawn(store, things, placed, written)
            for number in things:
                if number in placed:
                    name = store.things[number].name
                    raise WorldError("RL0620", f"`{name}` starts in two zones", written.span)
                placed[number] = zone
            zones[zone.number] = list(things)[::-1]
        zones[0] = [t.number for t in store.things if t.number not in placed][::-1]
        return zones

    def start_written(self, store: Store) -> Iterator[tuple[Zone, bool, nodes.Expression, Mapping[LocalSymbol, Any]]]:
        """The zones for which it is said what lies there before play: whether by a diagram, and what is written."""
        for zone in store.zones[1:]:
            symbol = zone.field
            assert symbol is not None
            values: Mapping[LocalSymbol, Any] = {}
            written: nodes.Expression | None
            drawn = False
            if isinstance(symbol.holder, KindSymbol):
                thing = self.store(symbol.holder).things[zone.holder_number]
                if not thing.symbol.kind.is_a(symbol.holder):
                    continue
                written = thing.symbol.values.get(symbol.name, symbol.node.default)
                values = thing.values
                drawn = symbol.name in thing.symbol.drawn
            elif symbol.holder == "player":
                written = self._player_value(symbol, zone.holder_number)
            else:
                written = symbol.node.default
            if written is not None:
                yield zone, drawn, written, values

    def start_counts(self, store: Store) -> list[int]:
        """How many tokens of each sort lie in each zone before play, zone by zone.

        A list in brackets counts its tokens; anything else names sorts, all of whose tokens lie there that are nowhere else.
        """
        sorts = len(store.things)
        counts = [0] * (sorts * len(store.zones))
        left = [t.supply for t in store.things]
        whole: dict[int, int] = {}
        for zone, drawn, written, values in self.start_written(store):
            things = self.start_things(written, values, zone.holder_number if zone.holder == "player" else -1)
            for number in things[:1] if drawn else things:
                if drawn or isinstance(written, nodes.ListLiteral):
                    counts[zone.number * sorts + number] += 1
                    left[number] -= 1
                    if left[number] < 0:
                        name, supply = store.things[number].name, store.things[number].supply
                        raise WorldError("RL0620", f"more of `{name}` start somewhere than the {supply} there are", written.span)
                elif number in whole:
                    raise WorldError("RL0620", f"all of `{store.things[number].name}` start in two zones", written.span)
                else:
                    whole[number] = zone.number
        for number, count in enumerate(left):
            counts[whole.get(number, 0) * sorts + number] += count
        return counts

    def _drawn(self, store: Store, things: list[int], placed: Mapping[int, Zone], written: nodes.Expression) -> list[int]:
        """The first thing, of those that a sign of a diagram may mean, that lies nowhere yet."""
        free = [number for number in things if number not in placed]
        if things and not free:
            name = store.things[things[0]].symbol.name
            number = f"there {'is' if len(things) == 1 else 'are'} {len(things)}"
            raise WorldError("RL0624", f"the diagram draws more of `{name}` than there are: {number}", written.span)
        return free[:1]

    def start_things(
        self, written: nodes.Expression, values: Mapping[LocalSymbol, Any] | None = None, seat: int = -1
    ) -> list[int]:
        """The things that an expression puts into a zone at the start; of a kind or a design, those of the zone's player."""
        found = self.evaluate(written, values or {})
        things: Sequence[int] = [found] if isinstance(found, int) else found
        named: KindSymbol | None = None
        if isinstance(written, nodes.Name) and isinstance(written.symbol, KindSymbol):
            named = written.symbol
        elif isinstance(found, int) and found >= 0 and isinstance(written.type, KindType) and design_named(written):
            named = written.type.kind
            things = self.things_named(written, found)
        if named is not None and seat >= 0:
            owners = {n: self.store(named).things[n].owner for n in things if n >= 0}
            if any(owner >= 0 for owner in owners.values()):
                things = [n for n, owner in owners.items() if owner == seat]
        return [n for n in things if n >= 0]

    # ---------------------------------------------------------------------------------------------------- names and shapes

    def value_name(self, type_: Type, value: Any) -> str:
        """How scripts write a value."""
        match type_:
            case OptionalType(base):
                return "none" if value < 0 else self.value_name(base, value)
            case EnumType(enum):
                return str(enum.members[value].name)
            case KindType(kind):
                return str(self.store(kind).things[value].name)
            case BoolType():
                return "true" if value else "false"
            case DirectionType():
                return DIRECTIONS[value]
            case PlayerType():
                return f"player_{value + 1}"
        return str(value)

    def shape(self, type_: Type) -> Shape:
        """How values of a type are shown."""
        match type_:
            case OptionalType(base):
                return ["optional", self.shape(base)]
            case EnumType(enum):
                return ["enum", enum.name]
            case KindType(kind):
                return ["thing", kind.root.name]
            case ListType(item):
                return ["list", self.shape(item)]
            case ZoneType(_, kind):
                return ["zone", kind.root.name]
            case BoolType():
                return ["bool"]
            case DirectionType():
                return ["direction"]
            case PlayerType():
                return ["player"]
            case TextType():
                return ["text"]
        return ["int"]

    # ---------------------------------------------------------------------------------------------------- circles

    def enter(self, what: str, span: Span) -> None:
        """Note that something is being worked out; fails if that is already so."""
        if what in self._building:
            chain = ", then ".join(self._building[self._building.index(what) :])
            raise WorldError("RL0621", f"{what} cannot be worked out: it needs itself ({chain})", span)
        self._building.append(what)

    def leave(self) -> None:
        """Note that it was worked out."""
        self._building.pop()


def design_named(node: nodes.Expression) -> InstanceSymbol | None:
    """The declaration whose things an expression names by a name that they share: `coin`, `p.scout`, `page[summa]`."""
    symbol = getattr(node.value if isinstance(node, nodes.Item) else node, "symbol", None)
    return symbol if isinstance(symbol, InstanceSymbol) else None

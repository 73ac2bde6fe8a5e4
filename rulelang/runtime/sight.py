"""Who sees what.

Visibility is declared on zones and fields; this module derives from it, for any thing in any state, the set of players who
see it, as bits by seat. Views, the log and the texts of choices all ask here and nowhere else. """

from __future__ import annotations

from typing import Any

from rulelang.machine.program import ArrayLayout, Layout, StoreLayout, ZoneLayout


class Sight:
    """Answers for one compiled game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.everybody = (1 << layout.players) - 1
        self.stores = {store.name: store for store in layout.stores}
        self.fields = {array.field: array for array in layout.arrays}
        self.arrays = {array.name: array for array in layout.arrays}

    def zone_readers(self, state: Any, zone: ZoneLayout) -> int:
        """Who sees what lies in a zone, its top aside."""
        if zone.visibility == "public":
            return self.everybody
        if zone.visibility == "private":
            return 1 << self.holder_seat(state, zone) if self.holder_seat(state, zone) >= 0 else 0
        if zone.visibility == "private to":
            array = self.fields.get(zone.visible_to)
            if array is not None:
                values = getattr(state, array.name)
                seat = values if array.scalar else values[zone.number * array.width]
                return 1 << seat if seat >= 0 else 0
            owner = self.owner_of(zone)
            return 1 << owner if owner >= 0 else 0
        return 0

    def holder_seat(self, state: Any, zone: ZoneLayout) -> int:
        """The player to whom a zone belongs; -1 if to nobody."""
        if zone.holder == "player":
            return zone.number
        return self.owner_of(zone)

    def owner_of(self, zone: ZoneLayout) -> int:
        """The owner of the thing that holds a zone."""
        store = self.stores.get(zone.holder)
        return store.owners[zone.number] if store is not None else -1

    def readers(self, state: Any, store_name: str, thing: int) -> int:
        """Who sees a thing where it lies now."""
        if thing < 0:
            return self.everybody
        store = self.stores[store_name]
        if not store.hidden or len(store.zones) < 2:
            return self.everybody
        number = getattr(state, f"{store_name}_at")[thing]
        zone = store.zones[number]
        contents = getattr(state, f"{store_name}_zones")[number]
        if store.turned and getattr(state, f"{store_name}_down")[thing]:
            seat = self.holder_seat(state, zone)
            return 1 << seat if seat >= 0 else 0
        if zone.top_public and contents and contents[-1] == thing:
            return self.everybody
        return self.zone_readers(state, zone)

    def contents(self, state: Any, store: StoreLayout, number: int, seat: int) -> list[int]:
        """What a zone shows to a player, top first: a thing's number, or -1 for one he does not see."""
        shown: list[int] = []
        bit = 1 << seat if seat >= 0 else 0
        undecided = getattr(state, f"{store.name}_undecided")[number] if store.shuffled else 0
        things = getattr(state, f"{store.name}_zones")[number]
        for index in range(len(things) - 1, -1, -1):
            thing = things[index]
            # Nobody knows the order of what has been shuffled, but who sees the zone knows what is in it.
            seen = seat < 0 or (
                self.readers(state, store.name, thing) & bit and (index >= undecided or self.open_zone(state, store, number, bit))
            )
            shown.append(thing if seen else -1)
        return shown

    def open_zone(self, state: Any, store: StoreLayout, number: int, bit: int) -> bool:
        """Whether a player sees all of a zone."""
        return bool(self.zone_readers(state, store.zones[number]) & bit)

    # ---------------------------------------------------------------------------------------------------- fields

    def field_readers(self, state: Any, array: ArrayLayout, index: int) -> int:
        """Who may read an entry of a field. What a thing is like is read by those who see the thing."""
        holder = index // array.width
        shown = self.everybody if array.holder in ("state", "player") else self.readers(state, array.holder, holder)
        return shown & self._declared_readers(state, array, holder)

    def _declared_readers(self, state: Any, array: ArrayLayout, holder: int) -> int:
        if array.visibility == "public":
            return self.everybody
        if array.visibility == "private to":
            other = self.fields.get(array.visible_to)
            if other is not None:
                values = getattr(state, other.name)
                seat = values if other.scalar else values[holder * other.width]
                return 1 << seat if seat >= 0 else 0
        if array.visibility in ("private", "private to"):
            seat = -1 if array.holder == "state" else holder
            if array.holder not in ("state", "player"):
                seat = self.stores[array.holder].owners[holder]
            return 1 << seat if seat >= 0 else 0
        return 0

    def may_read_field(self, state: Any, array: ArrayLayout, index: int, reader: int | None) -> bool:
        """Whether a reader may read an entry of a field; the author, none, may read all."""
        return reader is None or bool(self.field_readers(state, array, index) >> reader & 1)

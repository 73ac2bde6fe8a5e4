"""Who sees what.

Visibility is declared on zones and fields; this module derives from it, for any thing in any state, the set of players who
see it, as bits by seat. Views, the log and the texts of choices all ask here and nowhere else.

Beside that there is what rules show to single players: who looks at a zone sees it as long as he looks, and who was shown a thing
knows it until it is shuffled or goes where he cannot follow it. Both are kept only for stores whose rules do such."""

from __future__ import annotations

from typing import Any

from rulelang.machine.program import ArrayLayout, Layout, StoreLayout, ZoneLayout
from rulelang.runtime.tokens import tokens


class Sight:
    """Answers for one compiled game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.everybody = (1 << layout.players) - 1
        self.stores = {store.name: store for store in layout.stores}
        self.fields = {array.field: array for array in layout.arrays}
        self.arrays = {array.name: array for array in layout.arrays}
        self._held: dict[tuple[str, int], list[tuple[StoreLayout, int]]] = {}
        for store in layout.stores:
            for index, zone in enumerate(store.zones):
                if index:
                    self._held.setdefault((zone.holder, zone.number), []).append((store, index))

    def zones_of(self, holder: str, number: int) -> list[tuple[StoreLayout, int]]:
        """The zones of the game, of a player or of a thing, each with the store of what lies there, but for the box."""
        return self._held.get((holder, number), [])

    def zone_readers(self, state: Any, store: StoreLayout, number: int) -> int:
        """Who sees what lies in a zone, its top aside: by its visibility, or because he is looking at it just now."""
        mask = self._declared_zone_readers(state, store.zones[number])
        return mask | getattr(state, f"{store.name}_looking")[number] if store.looked else mask

    def _declared_zone_readers(self, state: Any, zone: ZoneLayout) -> int:
        if zone.visibility == "public":
            return self.everybody
        if zone.visibility == "private":
            return self._bit(self.holder_seat(state, zone))
        if zone.visibility == "private to":
            array = self.fields.get(zone.visible_to)
            if array is None:
                return self._bit(zone.reader)
            values = getattr(state, array.name)
            return self._bit(values if array.scalar else values[zone.number * array.width])
        return 0

    @staticmethod
    def _bit(seat: int) -> int:
        return 1 << seat if seat >= 0 else 0

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
        """Who sees a thing where it lies now, or knows it since it was shown to him. What a sort of tokens is like everybody
        knows."""
        if thing < 0:
            return self.everybody
        store = self.stores[store_name]
        if not store.hidden or store.counted or len(store.zones) < 2:
            return self.everybody
        mask = self._open_to(state, store, thing)
        return mask | getattr(state, f"{store_name}_known")[thing] if store.shown else mask

    def _open_to(self, state: Any, store: StoreLayout, thing: int) -> int:
        """Who sees a thing where it lies now."""
        number = getattr(state, f"{store.name}_at")[thing]
        zone = store.zones[number]
        contents = getattr(state, f"{store.name}_zones")[number]
        if store.turned and getattr(state, f"{store.name}_down")[thing]:
            return self._bit(self.holder_seat(state, zone)) | self._looking(state, store, number)
        if zone.top_public and contents and contents[-1] == thing:
            return self.everybody
        return self.zone_readers(state, store, number)

    def _looking(self, state: Any, store: StoreLayout, number: int) -> int:
        mask: int = getattr(state, f"{store.name}_looking")[number] if store.looked else 0
        return mask

    # ---------------------------------------------------------------------------------------------------- what is known

    def told(self, state: Any, store: StoreLayout, thing: int, plain: bool) -> int:
        """Who knows of a thing that is about to move which it is: who sees it, and, where it is `plain` which of several it is,
        as when it is drawn from the top, who knows it."""
        mask = self._open_to(state, store, thing)
        return mask | getattr(state, f"{store.name}_known")[thing] if plain else mask

    def follow(self, state: Any, store: StoreLayout, thing: int, old: int, before: int, plain: bool) -> int:
        """Who knows of a thing that has moved which it was. Who does not know it any longer forgets what he was shown of it,
        and of the things that lay with it, any of which it may have been."""
        mask = before | self._open_to(state, store, thing)
        known = getattr(state, f"{store.name}_known")
        known[thing] &= mask
        if not plain:
            for other in getattr(state, f"{store.name}_zones")[old]:
                known[other] &= mask
        return mask

    def forget(self, state: Any, store_name: str, number: int) -> None:
        """A zone was shuffled: what lies there is known only to who sees it."""
        known = getattr(state, f"{store_name}_known")
        for thing in getattr(state, f"{store_name}_zones")[number]:
            known[thing] = 0

    def contents(self, state: Any, store: StoreLayout, number: int, seat: int) -> list[int]:
        """What a zone shows to a player, top first: a thing's number, or -1 for one he does not see."""
        bit = 1 << seat if seat >= 0 else 0
        if store.counted:
            lying = self.lying(state, store, number)
            return lying if seat < 0 or self.open_zone(state, store, number, bit) else [-1] * len(lying)
        shown: list[int] = []
        undecided = getattr(state, f"{store.name}_undecided")[number] if store.shuffled else 0
        things = getattr(state, f"{store.name}_zones")[number]
        for index in range(len(things) - 1, undecided - 1, -1):
            thing = things[index]
            shown.append(thing if seat < 0 or self.readers(state, store.name, thing) & bit else -1)
        # Nobody knows the order of what has been shuffled, but who sees the zone knows what is in it.
        if seat < 0 or self.open_zone(state, store, number, bit):
            return shown + [t if seat < 0 or self.readers(state, store.name, t) & bit else -1 for t in things[:undecided][::-1]]
        known = [t for t in things[:undecided] if store.shown and getattr(state, f"{store.name}_known")[t] & bit]
        return shown + [-1] * (undecided - len(known)) + known

    def lying(self, state: Any, store: StoreLayout, number: int) -> list[int]:
        """What lies in a zone, top first."""
        if store.counted:
            return tokens(getattr(state, f"{store.name}_counts"), number, len(store.names))
        things: list[int] = getattr(state, f"{store.name}_zones")[number][::-1]
        return things

    def open_zone(self, state: Any, store: StoreLayout, number: int, bit: int) -> bool:
        """Whether a player sees all of a zone."""
        return bool(self.zone_readers(state, store, number) & bit)

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
            if array.readers is not None:
                return self._bit(array.readers[holder])
        if array.visibility in ("private", "private to"):
            seat = -1 if array.holder == "state" else holder
            if array.holder not in ("state", "player"):
                seat = self.stores[array.holder].owners[holder]
            return 1 << seat if seat >= 0 else 0
        return 0

    def may_read_field(self, state: Any, array: ArrayLayout, index: int, reader: int | None) -> bool:
        """Whether a reader may read an entry of a field; the author, none, may read all."""
        return reader is None or bool(self.field_readers(state, array, index) >> reader & 1)

"""Names of values: what things, players and other values are called, in scripts and in sentences.

Two ways to call a value: its *word*, which scripts write (`lion_ring`, `ann`, `north`), and its *label*, which
sentences use ("lion ring"). Values come from the log and from choices as integers with a shape that says what they
stand for; a value that not everybody may read comes with its readers as bits. A reader who may not read it gets what is
public about it: of a thing that it is one of its kind, of a number a question mark.

What an author or a user wrote is never taken for markup, and nothing in it acts on a terminal: control characters come
out as escapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.machine.program import ArrayLayout, Layout, StoreLayout, ZoneLayout
from rulelang.text.render import visible

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
NO_NUMBER = -(1 << 40)
HIDDEN = "?"

Reader = int | None
"""A seat, or none for the author, who sees everything."""


def and_list(words: Sequence[str]) -> str:
    """Words as a list in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def plural(word: str) -> str:
    """A label for several."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def article(word: str) -> str:
    """A label with its article."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def may_read(mask: int, reader: Reader) -> bool:
    """Whether a reader is among those who may read."""
    return reader is None or bool(mask >> reader & 1)


class Naming:
    """Names for one compiled game and the players of one match."""

    def __init__(self, layout: Layout, players: Sequence[str]) -> None:
        self.layout = layout
        self.players = tuple(players)
        self.stores = {store.name: store for store in layout.stores}
        self.fields = {array.field: array for array in layout.arrays}
        self._labels: dict[tuple[str, int], str] = {}
        self._only_zone: dict[str, bool] = {}
        self._repeated: dict[str, set[str]] = {}

    # ---------------------------------------------------------------------------------------------------- words of scripts

    def word(self, value: Any, shape: Any) -> str:
        """What a script writes for a value."""
        match shape[0]:
            case "optional":
                return "none" if value in (-1, NO_NUMBER) else self.word(value, shape[1])
            case "enum":
                return str(self.layout.enums[shape[1]][value][0])
            case "thing":
                return self.thing_word(shape[1], value)
            case "list":
                return ",".join(self.word(one, shape[1]) for one in value)
            case "bool":
                return "true" if value else "false"
            case "direction":
                return DIRECTIONS[value]
            case "player":
                return self.players[value] if value >= 0 else "none"
        return visible(str(value))

    def thing_word(self, store: str, thing: int) -> str:
        """The name of a thing."""
        return self.stores[store].names[thing] if thing >= 0 else "none"

    def full_word(self, store: str, thing: int) -> str:
        """The name of a thing with its owner's in front: `ben.star_ring`."""
        owner = self.stores[store].owners[thing]
        name = self.stores[store].names[thing]
        return f"{self.players[owner]}.{name}" if owner >= 0 else name

    def copy_word(self, store: str, thing: int) -> str:
        """The full name of a thing with the number of its copy: `ben.star_ring_2`."""
        copy = self.stores[store].copies[thing]
        return f"{self.full_word(store, thing)}_{copy}" if copy > 0 else self.full_word(store, thing)

    # ---------------------------------------------------------------------------------------------------- labels of sentences

    def label(self, value: Any, shape: Any, reader: Reader = None) -> str:
        """What a sentence calls a value. `value` may come with its readers."""
        form = shape[0]
        if form == "list":
            if _masked_list(value, shape):
                value, mask = value
                if not may_read(mask, reader):
                    return HIDDEN
            return and_list([self.label(one, shape[1], reader) for one in value]) or "none"
        if isinstance(value, (tuple, list)):
            mask = value[1]
            if not may_read(mask, reader):
                return self.unseen(value[2]) if len(value) == 3 else HIDDEN
            value = value[0]
        match form:
            case "optional":
                return "none" if value in (-1, NO_NUMBER) else self.label(value, shape[1], reader)
            case "enum":
                name, label = self.layout.enums[shape[1]][value]
                return visible(label or name)
            case "thing":
                return self.thing_label(shape[1], value)
            case "bool":
                return "yes" if value else "no"
            case "direction":
                return DIRECTIONS[value]
            case "player":
                return self.players[value] if value >= 0 else "nobody"
        return visible(str(value))

    def thing_label(self, store: str, thing: int) -> str:
        """What a thing is called."""
        if thing < 0:
            return "none"
        key = (store, thing)
        if key not in self._labels:
            parts = self.stores[store].labels[thing]
            texts = [part if isinstance(part, str) else self.label(part[1], part[0]) for part in parts]
            self._labels[key] = visible("".join(texts))
        return self._labels[key]

    def owned_label(self, store: str, thing: int) -> str:
        """What a thing is called, with its owner where it has one: `ann's lion ring`. A label that names him says so already."""
        owner = self.stores[store].owners[thing] if thing >= 0 else -1
        label = self.thing_label(store, thing)
        if owner < 0:
            return label
        values = [part for part in self.stores[store].labels[thing] if not isinstance(part, str)]
        named = any(value == owner for shape, value in values if shape in (["player"], ["optional", ["player"]]))
        return label if named else f"{self.players[owner]}'s {label}"

    def unseen(self, store: str) -> str:
        """What a thing is called by somebody who does not see it: one of its kind."""
        return article(store)

    def common(self, store: str, thing: int) -> bool:
        """Whether its owner has others that are called the same, so that this one takes an article."""
        if self.stores[store].counted:
            return self.stores[store].supplies[thing] > 1
        if store not in self._repeated:
            seen: set[str] = set()
            repeated: set[str] = set()
            for number in range(len(self.stores[store].names)):
                label = self.owned_label(store, number)
                (repeated if label in seen else seen).add(label)
            self._repeated[store] = repeated
        return self.owned_label(store, thing) in self._repeated[store]

    # ---------------------------------------------------------------------------------------------------- texts

    def text(self, parts: Sequence[Any] | None, values: Sequence[Any], reader: Reader = None) -> str:
        """A text of the rules with its values."""
        left = iter(values)
        texts: list[str] = []
        for part in parts or ():
            if isinstance(part, str):
                texts.append(visible(part))
                continue
            value = next(left, None)
            texts.append(HIDDEN if value is None else self.label(value, part, reader))
        return "".join(texts)

    # ---------------------------------------------------------------------------------------------------- fields and zones

    def zone_label(self, store: str, number: int) -> str:
        """What a zone is called: `ann's stash`, `the bag`, or what it lies on where that holds nothing else."""
        zone = self.stores[store].zones[number]
        if number == 0:
            return "the box"
        label = visible(zone.label)
        if zone.holder == "state":
            return label if label.startswith("the ") else f"the {label}"
        if zone.holder == "player":
            return f"{self.players[zone.number]}'s {label}"
        holder = self.owned_label(zone.holder, zone.number)
        if self._single(zone):
            return holder
        return f"the {label} of {holder}"

    def _single(self, zone: ZoneLayout) -> bool:
        """Whether things of the zone's holder hold nothing but this one zone, so that its own name says nothing new."""
        if zone.holder not in self._only_zone:
            names = {z.name for s in self.layout.stores for z in s.zones if z.holder == zone.holder}
            self._only_zone[zone.holder] = len(names) == 1
        return self._only_zone[zone.holder]

    def zone_word(self, store: StoreLayout, number: int) -> str:
        """How a script writes a zone: `ann.stash`, `bag`, `ship_store.stock`."""
        zone = store.zones[number]
        field = zone.name.rpartition(".")[2]
        if zone.holder == "state":
            return field
        return f"{self.holder_word(zone.holder, zone.number)}.{field}"

    def holder_word(self, holder: str, number: int) -> str:
        """How a script writes who or what has a field."""
        if holder == "player":
            return self.players[number]
        copies = self.stores[holder].copies[number]
        return self.full_word(holder, number) if copies == 0 else self.copy_word(holder, number)

    def field_word(self, array: ArrayLayout, index: int) -> str:
        """How a script writes a field: `ann.points`, `round`, `ann.skill[storms]`."""
        holder, key = divmod(index, array.width)
        field = array.field.rpartition(".")[2]
        name = field if array.holder == "state" else f"{self.holder_word(array.holder, holder)}.{field}"
        return name if array.key_shape is None else f"{name}[{self.word(key, array.key_shape)}]"

    def field_label(self, array: ArrayLayout, index: int) -> str:
        """What a sentence calls a field: `ann's points`, `the round`."""
        holder, key = divmod(index, array.width)
        label = visible(array.label)
        if array.holder == "state":
            name = label
        elif array.holder == "player":
            name = f"{self.players[holder]}'s {label}"
        else:
            name = f"the {label} of {self.owned_label(array.holder, holder)}"
        return name if array.key_shape is None else f"{name} for {self.label(key, array.key_shape)}"


def _masked_list(value: Any, shape: Any) -> bool:
    """Whether a list comes with its readers as a whole."""
    return (
        isinstance(value, (tuple, list))
        and len(value) == 2
        and isinstance(value[0], (tuple, list, range))
        and isinstance(value[1], int)
        and shape[1][0] not in ("list", "thing")
    )

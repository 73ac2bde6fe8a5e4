"""What a player may believe: a state as it might be for all that he knows, for bots that look ahead.

Things are not moved but renamed. Where a thing lies that the player does not see, another lies in the new state that he does not
see either, and everything that speaks of the first speaks of the second: the zone, its fields, the rules that are being carried
out. So the new state fits together as well as the old one. Which things may stand for each other is taken from what everybody
knows: where the rules let them begin, whose they are, what a zone may hold, and which lie mixed in one zone now.

Fields that the player may not read get values that they had in random matches, at the same choice, where what he may read was the
same; if there were no such matches, at any choice. So do locals of rules that have stopped, where they hold what the player does
not know (`machine.secrets`). What others have answered in an `at once` is answered anew by chance. All
streams of chance are new, and nothing is dictated any longer. The log of the new state is empty: it is no part of what may come.

Of the true state nothing goes in but what the player sees: for two states that he cannot tell apart the result is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rulelang.machine.program import ArrayLayout, ChoiceLayout, StoreLayout
from rulelang.runtime.extra import Branch
from rulelang.runtime.machine import Asked, Machine, RulesFault
from rulelang.runtime.options import decode

Renaming = Mapping[str, Sequence[int]]
"""For stores with things that are renamed, the new number of each."""

TRIES = 20
"""How often a deal is tried that must fit what zones may hold."""
MATCHES = 30
"""How many random matches tell what values fields have."""
KEPT = 60
"""How many values of one field are kept for each choice."""
LONGEST = 400
"""How many choices of each of those matches are looked at."""
PLAIN = frozenset({"int", "bool", "enum", "player", "direction", "text"})
"""What has no name that could change."""


@dataclass(slots=True)
class Dealt:
    """A state dealt anew, and how its things are called in it. `codes` gives for each answer in the true state the same here."""

    state: Any
    renamed: Renaming
    codes: dict[int, int]


class Beliefs:
    """Deals states of one compiled game. The random matches are played once, when first needed."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.sight = machine.sight
        self.stores = {store.name: store for store in self.layout.stores}
        self.secret = [a for a in self.layout.arrays if a.visibility != "public" and a.given]
        self._origins = {store.name: _origins(store) for store in self.layout.stores}
        hidden = {store.name for store in self.layout.stores if store.hidden}
        self._guarded = [a for a in self.layout.arrays if a.visibility != "public" or a.holder in hidden]
        """The fields that somebody may not read."""
        self._seen: dict[int, list[dict[str, Any]]] | None = None
        self._stacks: dict[tuple[int, ...], list[list[list[Any]]]] = {}
        """The frames of random matches that hold secrets, by the blocks of the frames."""

    def deal(self, state: Any, seat: int, source: Random) -> Dealt:
        """The state as it might be for all that a player knows."""
        own = next((branch.state for branch in state.branches or () if branch.player == seat), state)
        renamed = self._renamed(own, seat, source)
        tokens = self._tokens(own, seat, source)
        fields = self._values(own, seat, source) if self.secret else {}
        choice = source.random() if self.machine.program.secrets else 0.0

        def anew(part: Any) -> None:
            self._deal_tokens(part, own, tokens)
            self._locals(part, seat, choice)
            self._rename(part, renamed, seat)
            self._fill(part, own, seat, fields, renamed)

        dealt = self.machine.copy(state)
        dealt.branches = None
        anew(dealt)
        if state.branches is not None:
            self._branches(dealt, state, seat, renamed, source, anew, choice)
        self._fresh(dealt, source)
        codes = {
            code: new
            for asked in self.machine.asked(state)
            if asked.player == seat
            for code, new in zip(asked.codes, self._codes(asked, renamed), strict=True)
        }
        return Dealt(dealt, renamed, codes)

    def _fresh(self, state: Any, source: Random) -> None:
        """Forget what will come by chance, and all that was told."""
        keys = tuple(source.getrandbits(64) for _ in self.machine.streams)
        kept = [kept.state for kept in state.extra.kept] if state.extra is not None else []
        for each in (state, *(branch.state for branch in state.branches or ()), *kept):
            each.dictated = None
            each.keys = keys
            each.log = []
            each.mentions = None

    # ---------------------------------------------------------------------------------------------------- who stands for whom

    def unseen(self, state: Any, store: StoreLayout, seat: int) -> list[tuple[int, int]]:
        """The things that a player does not see, each with its zone, in the order of zones and, in them, from the bottom."""
        if not store.hidden or store.counted or len(store.zones) < 2:
            return []
        bit = 1 << seat
        known = getattr(state, f"{store.name}_known") if store.shown else None
        found: list[tuple[int, int]] = []
        for number, things in enumerate(getattr(state, f"{store.name}_zones")):
            undecided = getattr(state, f"{store.name}_undecided")[number] if store.shuffled else 0
            if undecided and not self.sight.open_zone(state, store, number, bit):
                found.extend((t, number) for t in things[:undecided] if known is None or not known[t] & bit)
            found.extend((t, number) for t in things[undecided:] if not self.sight.readers(state, store.name, t) & bit)
        return found

    def _renamed(self, state: Any, seat: int, source: Random) -> dict[str, list[int]]:
        renamed: dict[str, list[int]] = {}
        for store in self.layout.stores:
            unseen = self.unseen(state, store, seat)
            if len(unseen) > 1:
                names = list(range(len(store.names)))
                for group in self._groups(store, unseen):
                    for (old, _), new in zip(group, self._dealt(store, group, source), strict=True):
                        names[old] = new
                renamed[store.name] = names
        return renamed

    def _groups(self, store: StoreLayout, unseen: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        """The unseen things in groups within which each may be any other: of one origin, or of origins that lie mixed."""
        origins = self._origins[store.name]
        leader: dict[Any, Any] = {}

        def find(origin: Any) -> Any:
            while leader.get(origin, origin) != origin:
                origin = leader[origin]
            return origin

        first: dict[int, Any] = {}
        for thing, zone in unseen:
            # What lies in the box was put there thing by thing, and is not mixed.
            if zone:
                leader[find(origins[thing])] = find(first.setdefault(zone, origins[thing]))
        groups: dict[Any, list[tuple[int, int]]] = {}
        for thing, zone in unseen:
            groups.setdefault(find(origins[thing]), []).append((thing, zone))
        yield from groups.values()

    def _dealt(self, store: StoreLayout, group: list[tuple[int, int]], source: Random) -> list[int]:
        """The things of a group in a new order, so that each may lie where it comes to lie."""
        # In the order of their numbers, so that nothing depends on which is where in truth.
        things = sorted(thing for thing, _ in group)
        kinds = [store.zones[zone].kind for _, zone in group]
        for _ in range(TRIES):
            source.shuffle(things)
            if self._fits(store, things, kinds):
                return things
        # It rarely fits by luck: change two at a time from where they are.
        things = [thing for thing, _ in group]
        for index in range(len(things)):
            other = source.randrange(len(things))
            things[index], things[other] = things[other], things[index]
            if not self._fits(store, (things[index], things[other]), (kinds[index], kinds[other])):
                things[index], things[other] = things[other], things[index]
        return things

    def _fits(self, store: StoreLayout, things: Sequence[int], kinds: Sequence[str]) -> bool:
        return all(
            not kind or kind == store.name or kind in store.kinds_of.get(store.kinds[thing], ())
            for thing, kind in zip(things, kinds, strict=True)
        )

    # ---------------------------------------------------------------------------------------------------- renaming

    def _rename(self, state: Any, renamed: Renaming, seat: int) -> None:
        """Give the things of a state their new names, wherever they stand."""
        if not renamed:
            return
        for store in self.layout.stores:
            self._zones(state, store, renamed)
        for array in self._guarded:
            self._array(state, array, renamed, seat)
        state.frames = [self._frame(frame, renamed) for frame in state.frames]
        if state.choice >= 0:
            state.options = tuple(self._codes(Asked(state.chooser, state.choice, tuple(state.options)), renamed))
        for kept in state.extra.kept if state.extra is not None else ():
            kept.state = self.machine.copy(kept.state)
            self._locals(kept.state, seat, 0.0)
            self._rename(kept.state, renamed, seat)

    def _zones(self, state: Any, store: StoreLayout, renamed: Renaming) -> None:
        if store.name not in renamed and not self._moves(store, renamed):
            return
        names: Sequence[int] = renamed.get(store.name, range(len(store.names)))
        places = self._places(store, renamed)
        if store.counted:
            sorts = len(store.names)
            counts = getattr(state, f"{store.name}_counts")
            old = counts[:]
            for zone, new in enumerate(places):
                counts[new * sorts : (new + 1) * sorts] = old[zone * sorts : (zone + 1) * sorts]
            return
        zones, at = getattr(state, f"{store.name}_zones"), getattr(state, f"{store.name}_at")
        old_zones, old_at = [zone[:] for zone in zones], at[:]
        for number, things in enumerate(old_zones):
            zones[places[number]] = [names[thing] for thing in things]
        for thing, zone in enumerate(old_at):
            at[names[thing]] = places[zone]
        if store.shuffled:
            undecided = getattr(state, f"{store.name}_undecided")
            _permute(undecided, places)
            for number, count in enumerate(undecided):
                zones[number][:count] = sorted(zones[number][:count])
        for part, kept, order in (
            ("down", store.turned, names),
            ("known", store.shown, names),
            ("looking", store.looked, places),
        ):
            if kept:
                _permute(getattr(state, f"{store.name}_{part}"), order)

    @staticmethod
    def _moves(store: StoreLayout, renamed: Renaming) -> bool:
        """Whether some zones belong to things that are renamed."""
        return any(zone.holder in renamed for zone in store.zones)

    def _places(self, store: StoreLayout, renamed: Renaming) -> Sequence[int]:
        """The new number of each zone: those of a thing go with it."""
        if not self._moves(store, renamed):
            return range(len(store.zones))
        at = {(zone.name, zone.holder, zone.number): number for number, zone in enumerate(store.zones)}
        return [
            at[zone.name, zone.holder, renamed[zone.holder][zone.number]] if zone.holder in renamed else number
            for number, zone in enumerate(store.zones)
        ]

    def _array(self, state: Any, array: ArrayLayout, renamed: Renaming, seat: int) -> None:
        values = getattr(state, array.name)
        if array.scalar:
            if not self.sight.field_readers(state, array, 0) >> seat & 1:
                setattr(state, array.name, self._value(values, array.shape, renamed))
            return
        names = renamed.get(array.holder)
        if names is not None:
            old = values[:]
            for thing, new in enumerate(names):
                values[new * array.width : (new + 1) * array.width] = old[thing * array.width : (thing + 1) * array.width]
        if _base(array.shape)[0] in PLAIN:
            return
        for index in range(len(values)):
            # What the player reads names a thing that he knows, wherever it lies.
            if not self.sight.field_readers(state, array, index) >> seat & 1:
                values[index] = self._value(values[index], array.shape, renamed)

    def _value(self, value: Any, shape: Any, renamed: Renaming) -> Any:
        if shape is None:
            return value
        match shape[0]:
            case "optional":
                return self._value(value, shape[1], renamed)
            case "list":
                if shape[1] is None or shape[1][0] in PLAIN or not isinstance(value, (list, tuple)):
                    return value
                return tuple(self._value(one, shape[1], renamed) for one in value)
            case "thing" if shape[1] in renamed and isinstance(value, int) and 0 <= value < len(renamed[shape[1]]):
                return renamed[shape[1]][value]
            case "zone" if shape[1] in self.stores and isinstance(value, int):
                places = self._places(self.stores[shape[1]], renamed)
                return places[value] if 0 <= value < len(places) else value
        return value

    def _frame(self, frame: list[Any], renamed: Renaming) -> list[Any]:
        if not renamed:
            return frame[:]
        shapes = self.machine.program.frame_shapes(frame[0])
        return [frame[0], *(self._value(value, shape, renamed) for value, shape in zip(frame[1:], shapes, strict=True))]

    def _codes(self, asked: Asked, renamed: Renaming) -> Iterator[int]:
        choice = self.layout.choices[asked.choice]
        for code in asked.codes:
            number, values = decode(choice, code)
            if number < 0 or not values or not renamed:
                yield code
                continue
            shapes = choice.options[number].shapes
            new = tuple(self._value(value, shape, renamed) for value, shape in zip(values, shapes, strict=True))
            yield code if new == values else _encoded(choice, number, new)

    # ---------------------------------------------------------------------------------------------------- locals of rules

    def _locals(self, state: Any, seat: int, choice: float) -> None:
        """Put other values into the locals of rules that the player does not know; `choice`, from 0 to 1, says which."""
        if self.machine.program.secrets and any(frame[0] in self.machine.program.secrets for frame in state.frames):
            state.frames = [frame[:] for frame in state.frames]
            self._frames_anew(state, state.frames, seat, choice)

    def _frames_anew(self, state: Any, frames: list[list[Any]], seat: int, choice: float) -> None:
        secrets = self.machine.program.secrets
        unknown = [
            (depth, entry)
            for depth, frame in enumerate(frames)
            for entry, knowers in secrets.get(frame[0], ())
            if not any(self._holds(state, frames, depth, knower) == seat for knower in knowers)
        ]
        if not unknown:
            return
        self._snapshots()
        stack = self._stacks.get(tuple(frame[0] for frame in frames), [])
        for depth, entry in unknown:
            seen = [there[depth] for there in stack] or [there[0] for there in self._stacks.get((frames[depth][0],), ())]
            if seen:
                frames[depth][entry] = seen[int(choice * len(seen))][entry]
            else:
                # No random match has come here.
                shape = self.machine.program.frame_shapes(frames[depth][0])[entry - 1]
                frames[depth][entry] = () if shape is not None and shape[0] == "list" else 0

    @staticmethod
    def _holds(state: Any, frames: list[list[Any]], depth: int, knower: Any) -> int:
        """The player who knows a local of a frame, as `machine.secrets` names him; -1 where nobody is."""
        if isinstance(knower, str):
            return int(getattr(state, knower))
        if isinstance(knower, int):
            return int(frames[depth][knower]) if knower > 0 else -1 - knower
        first, count, entry = knower
        below = frames[depth - 1] if depth else [-1]
        return int(below[entry]) if first <= below[0] < first + count else -1

    def _keep_stacks(self, state: Any) -> None:
        """Remember the frames of a random match that hold secrets: all of them together, and each by itself."""
        secrets = self.machine.program.secrets
        stacks = [state.frames]
        for branch in state.branches or ():
            stacks += [[branch.frame], branch.state.frames]
        for frames in stacks:
            if not any(frame[0] in secrets for frame in frames):
                continue
            for some in (frames, *([frame] for frame in frames if len(frames) > 1)):
                kept = self._stacks.setdefault(tuple(frame[0] for frame in some), [])
                if len(kept) < KEPT:
                    kept.append([frame[:] for frame in some])

    # ---------------------------------------------------------------------------------------------------- fields and tokens

    def _values(self, state: Any, seat: int, source: Random) -> dict[str, Any]:
        """New values of the fields that a player may not read, as whole fields of one of the random matches."""
        hidden = [array for array in self.secret if any(True for _ in self._unread(state, array, seat))]
        if not hidden:
            return {}
        seen = self._snapshots()
        candidates = seen.get(self._choice(state)) or [snapshot for choice in sorted(seen) for snapshot in seen[choice]]
        if not candidates:
            return {}
        likeness = [sum(self._agrees(state, array, snapshot, seat) for array in hidden) for snapshot in candidates]
        best = max(likeness)
        snapshot = source.choice([one for one, like in zip(candidates, likeness, strict=True) if like == best])
        return {array.name: snapshot[array.name] for array in hidden}

    def _agrees(self, state: Any, array: ArrayLayout, snapshot: dict[str, Any], seat: int) -> bool:
        """Whether what the player reads of a field is the same there."""
        if array.scalar:
            return True
        now, then = getattr(state, array.name), snapshot[array.name]
        unread = set(self._unread(state, array, seat))
        return all(_same(now[index], then[index]) for index in range(len(now)) if index not in unread)

    def _unread(self, state: Any, array: ArrayLayout, seat: int) -> Iterator[int]:
        """The entries of a field that a player may not read. What is said of things that he does not see goes with them."""
        if array.visibility == "public":
            return
        if array.scalar:
            if not self.sight.field_readers(state, array, 0) >> seat & 1:
                yield 0
            return
        of_things = array.holder not in ("state", "player")
        for index in range(len(getattr(state, array.name))):
            if self.sight.field_readers(state, array, index) >> seat & 1:
                continue
            if of_things and not self.sight.readers(state, array.holder, index // array.width) >> seat & 1:
                continue
            yield index

    def _fill(self, dealt: Any, own: Any, seat: int, fields: Mapping[str, Any], renamed: Renaming) -> None:
        """Put new values into fields, but where a value names a thing that got another name: that is anew already."""
        for name, values in fields.items():
            array = self.sight.arrays[name]
            base = _base(array.shape)
            if base[0] == "thing" and base[1] in renamed:
                continue
            if array.scalar:
                setattr(dealt, name, values)
                continue
            here = getattr(dealt, name)
            for index in self._unread(own, array, seat):
                here[index] = values[index]

    def _snapshots(self) -> dict[int, list[dict[str, Any]]]:
        """The secret fields in random matches, by the choice at which they were looked at."""
        if self._seen is not None:
            return self._seen
        seen: dict[int, list[dict[str, Any]]] = {}
        counts: dict[int, int] = {}
        source = Random("fields")
        for _ in range(MATCHES):
            try:
                state = self.machine.start(source.getrandbits(31))
                for _ in range(LONGEST):
                    asked = self.machine.asked(state)
                    if not asked:
                        break
                    choice = asked[0].choice
                    self._keep_stacks(state)
                    counts[choice] = counts.get(choice, 0) + 1
                    kept = seen.setdefault(choice, [])
                    place = len(kept) if len(kept) < KEPT else source.randrange(counts[choice])
                    if place < KEPT:
                        snapshot = {a.name: getattr(state, a.name) for a in self.secret}
                        kept[place : place + 1] = [{n: v[:] if isinstance(v, list) else v for n, v in snapshot.items()}]
                    self.machine.answer(state, asked[0], source.choice(asked[0].codes))
            except RulesFault:
                # Somebody else reports faults; what was seen before is good.
                continue
        self._seen = seen
        return seen

    @staticmethod
    def _choice(state: Any) -> int:
        here: int = state.choice
        return next((branch.state.choice for branch in state.branches or () if branch.state.choice >= 0), here)

    def _tokens(self, own: Any, seat: int, source: Random) -> dict[str, list[int]]:
        """For stores of tokens, how many are to lie in each zone: those in zones that the player does not see are mixed and dealt
        again, as many to each zone as before."""
        dealt: dict[str, list[int]] = {}
        for store in self.layout.stores:
            if not store.counted or not store.hidden:
                continue
            sorts = len(store.names)
            bit = 1 << seat
            closed = [number for number in range(len(store.zones)) if not self.sight.open_zone(own, store, number, bit)]
            counts: list[int] = getattr(own, f"{store.name}_counts")[:]
            pool = [s for s in range(sorts) for _ in range(sum(counts[zone * sorts + s] for zone in closed))]
            source.shuffle(pool)
            for zone in closed:
                size = sum(counts[zone * sorts : (zone + 1) * sorts])
                given, pool = pool[:size], pool[size:]
                counts[zone * sorts : (zone + 1) * sorts] = [given.count(s) for s in range(sorts)]
            dealt[store.name] = counts
        return dealt

    @staticmethod
    def _deal_tokens(state: Any, own: Any, tokens: Mapping[str, Sequence[int]]) -> None:
        """Deal tokens. Where the state is not the player's own, what differs between them goes on differing, if it can."""
        for name, counts in tokens.items():
            here, there = getattr(state, f"{name}_counts"), getattr(own, f"{name}_counts")
            new = [count + mine - his for count, mine, his in zip(counts, here, there, strict=True)]
            if min(new, default=0) >= 0:
                here[:] = new

    # ---------------------------------------------------------------------------------------------------- at once

    def _branches(
        self,
        dealt: Any,
        state: Any,
        seat: int,
        renamed: Renaming,
        source: Random,
        anew: Callable[[Any], None],
        choice: float,
    ) -> None:
        """The parts of an `at once`: the player's own dealt anew like the state, those of others played anew by chance."""
        whole: list[Branch] = []
        for branch in state.branches:
            frame = branch.frame[:]
            self._frames_anew(state, [frame], seat, choice)
            frame = self._frame(frame, renamed)
            if branch.player == seat:
                own = self.machine.copy(branch.state)
                anew(own)
                whole.append(Branch(branch.player, frame, branch.answers[:], own))
                continue
            other = self.machine.copy(dealt)
            self.machine.branch_again(other, [Branch(branch.player, frame, [], None)])
            [played] = other.branches
            while branch.state.choice < 0 <= played.state.choice:
                code = source.choice(tuple(played.state.options))
                played.answers.append(code)
                played.state.answer = code
                self.machine.advance(played.state)
            whole.append(played)
        dealt.branches = whole


def _origins(store: StoreLayout) -> list[Any]:
    """Where each thing begins, which everybody knows: its zone, or of what begins in the box its kind and its owner."""
    origins: list[Any] = [(0, kind, owner) for kind, owner in zip(store.kinds, store.owners, strict=True)]
    for zone, things in enumerate(store.start):
        for thing in things if zone else ():
            origins[thing] = (zone, "", -1)
    return origins


def _base(shape: Any) -> Any:
    """The shape of what an optional value or a list holds."""
    while shape[0] in ("optional", "list") and shape[1] is not None:
        shape = shape[1]
    return shape


def _encoded(choice: ChoiceLayout, number: int, values: Sequence[int]) -> int:
    """The code of an option with these values; `runtime.options.decode` the other way round."""
    if choice.pick:
        return values[0]
    option = choice.options[number]
    code = 0
    for index in range(len(values) - 1, -1, -1):
        value = values[index] - option.offsets[index]
        code = value if index == len(values) - 1 else code * option.sizes[index] + value
    return code if len(choice.options) == 1 else code * len(choice.options) + number


def _permute(values: list[Any], order: Sequence[int]) -> None:
    """Put each value where the order says."""
    old = values[:]
    for index, new in enumerate(order):
        values[new] = old[index]


def _same(value: Any, other: Any) -> bool:
    return list(value) == list(other) if isinstance(value, (list, tuple, range)) else bool(value == other)

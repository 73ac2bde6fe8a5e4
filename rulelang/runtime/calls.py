"""What generated code calls by name: chance, zones, the log, choices, and the library.

Code that is made for a game holds what differs between games; what all of them need stands here once, as plain functions over a
state. They are handed over in a namespace, under names that no rule can have, because it is quicker to find a name there than an
attribute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulelang.backend.program import Program
from rulelang.machine import groups, library
from rulelang.machine.library import Fault, GameEnded
from rulelang.runtime import chance, tokens, zones
from rulelang.runtime.chance import Dictation, Drawn
from rulelang.runtime.extra import NONE_WITHDRAWN, Extra, Kept

if TYPE_CHECKING:
    from rulelang.runtime.machine import Machine
    from rulelang.runtime.sight import Sight

TICK_LIMIT = 200_000
"""How many passes of loops and blocks one answer may cause before the rules are called endless."""
WHENEVER_LIMIT = 1000
"""How many times all `whenever` are gone through in one go."""
DEPTH_LIMIT = 1000
"""How many rules that can ask may be open at once."""


def namespace(machine: Machine) -> dict[str, Any]:
    """The functions that generated code calls by name, for one machine."""
    sight = machine.sight
    everybody = sight.everybody
    readers_of = {seat: 1 << seat for seat in range(machine.layout.players)}
    readers_of[-1] = 0

    def common(state: Any) -> None:
        state.active = -1
        state.winners = None
        state.over = state.ticks = state.depth = state.result = state.answer = 0
        state.frames = []
        state.choice = state.chooser = -1
        state.options = ()
        state.counters = [0] * len(machine.streams)
        state.keys = ()
        state.log = []
        state.mentions = state.dictated = state.branches = state.random = None
        state.apart = 0
        state.extra = Extra([]) if machine.program.uses_extra else None

    def pick_index(state: Any, stream: int, pool: Sequence[int], zone: int = -1, shape: Any = None) -> int:
        index = picked(state, stream, pool, zone, shape)
        if machine.tape is not None:
            store, number = machine.zone_streams.get(stream, ("", -1))
            machine.tape.append(Drawn(stream, pool[index], store, number, shape, tuple(pool)))
        return index

    def picked(state: Any, stream: int, pool: Sequence[int], zone: int, shape: Any) -> int:
        dictated: Dictation | None = state.dictated
        if dictated is not None:
            wanted = _dictated(machine.program, dictated, stream, zone)
            found = -1 if wanted is None else next((i for i, thing in enumerate(pool) if thing in wanted), -1)
            if found >= 0 and not dictated.recorded:
                return found
            if found >= 0:
                if len(pool) > 1:
                    index, state.counters[stream] = chance.below(state.keys[stream], state.counters[stream], len(pool))
                    # Of several alike, such as tokens of one sort from several zones, the very one that came then.
                    return index if pool[index] in wanted else found  # type: ignore[operator]
                return found
            if wanted is not None and not dictated.recorded:
                store, _ = machine.zone_streams.get(stream, ("", -1))
                raise chance.Misdictated(wanted, tuple(pool), store, shape)
            dictated.missed += 1
        if len(pool) == 1:
            return 0
        index, state.counters[stream] = chance.below(state.keys[stream], state.counters[stream], len(pool))
        return index

    def roll(state: Any, count: int, faces: tuple[int, ...], event: int) -> int:
        rolled: list[int] = []
        for _ in range(count):
            dictated: Dictation | None = state.dictated
            face = dictated.dice.pop(0) if dictated is not None and dictated.dice else None
            if face is not None and face not in faces and not dictated.recorded:  # type: ignore[union-attr]
                raise Fault("RL0711", f"this die has no face {face}")
            if dictated is None or dictated.recorded or face is None:
                index, state.counters[0] = chance.below(state.keys[0], state.counters[0], len(faces))
                if face is None or face not in faces:
                    face = faces[index]
                    if dictated is not None:
                        dictated.missed += 1
            if machine.tape is not None:
                machine.tape.append(Drawn(0, face, among=faces))
            rolled.append(face)
        if event >= 0:
            state.log.append((event, state.depth, (sum(rolled), *rolled)))
        return sum(rolled)

    def roll_plus(
        state: Any, count: int, faces: tuple[int, ...], event: int, more: int, bill: list[tuple[int, tuple[Any, ...], int]]
    ) -> int:
        rolled = [roll(state, 1, faces, -1) for _ in range(count)]
        total = sum(rolled) + more
        state.log.append((event, state.depth, (total, tuple(rolled), tuple(bill))))
        return total

    def pick_one(state: Any, items: Sequence[int], event: int) -> int:
        if not items:
            raise Fault("RL0820", "one of nothing cannot be taken at random")
        shape = (machine.layout.events[event].text or [None])[0]
        return items[pick_index(state, 1, items, -1, shape)]

    def pick_of(store: str) -> zones.Pick:
        def pick(state: Any, stream: int, pool: Sequence[int], zone: int = -1) -> int:
            return pick_index(state, stream, pool, zone, ["thing", store])

        return pick

    def pick_some(state: Any, things: Sequence[int], count: int, store: str) -> list[int]:
        return zones.pick_some(state, things, count, pick_of(store))

    def sort_at_random(state: Any, rows: list[tuple[int, ...]], shape: Any) -> list[tuple[int, ...]]:
        rows.sort(key=lambda row: row[:-2])
        index = 0
        while index < len(rows):
            end = index
            while end < len(rows) and rows[end][:-2] == rows[index][:-2]:
                end += 1
            if end - index > 1:
                group, pool = rows[index:end], [row[-1] for row in rows[index:end]]
                for place in range(index, end):
                    at = pick_index(state, 1, pool, -1, shape)
                    pool.pop(at)
                    rows[place] = group.pop(at)
            index = end
        return rows

    def log(state: Any, event: int, values: tuple[Any, ...]) -> None:
        state.log.append((event, state.depth, values))

    def enter(state: Any, event: int, values: tuple[Any, ...]) -> None:
        state.log.append((event, state.depth, values))
        state.depth += 1

    def seen(state: Any, store: str, value: Any) -> Any:
        if isinstance(value, int):
            mask = sight.readers(state, store, value)
            return value if mask == everybody else (value, mask, store)
        return [seen(state, store, one) for one in value]

    def token_seen(state: Any, store: str, value: Any, zone: int | None) -> Any:
        mask = readers_of[state.chooser] if zone is None else sight.zone_readers(state, sight.stores[store], zone)
        if isinstance(value, int):
            return value if mask == everybody else (value, mask, store)
        return [one if mask == everybody else (one, mask, store) for one in value]

    def put_down(state: Any, store: str, counts: list[int], sorts: int, taken: tokens.Taken, zone: int, event: int) -> None:
        there = sight.zone_readers(state, sight.stores[store], zone)
        tokens.put(counts, sorts, taken, zone)
        for old in dict.fromkeys(row[0] for row in taken):
            rows = tuple((sort, count) for where, sort, count in taken if where == old)
            mask = there | sight.zone_readers(state, sight.stores[store], old)
            if state.mentions:
                for sort, _ in rows:
                    _widen(state, store, sort, mask)
            state.log.append((event, state.depth, (old, zone, store, rows, mask)))

    def revealed(state: Any, store: str, things: Sequence[int], event: int) -> None:
        shown = [thing for thing in things if thing >= 0]
        for thing in shown:
            if state.mentions:
                _widen(state, store, thing, everybody)
        state.log.append((event, state.depth, (shown,)))

    def log_choice(state: Any, event: int, choice: int, option: int, values: Any, label: Any, prompt: Any) -> None:
        state.log.append((event, state.depth, (state.chooser, choice, option, values, label, prompt)))
        if machine.sight.layout.stores:
            state.mentions = [*(state.mentions or ()), len(state.log) - 1]

    def changed(state: Any, event: int, index: Any, old: Any, new: Any) -> None:
        if old != new:
            state.log.append((event, state.depth, (index, old, new)))

    def keep(state: Any, block: int, choice: int, code: int) -> None:
        extra = state.extra
        gone = extra.withdrawn[2] if extra.withdrawn[:2] == (choice, state.chooser) else ()
        extra.kept.append(Kept(machine.copy_state(state), block, choice, code, state.chooser, gone))
        extra.withdrawn = NONE_WITHDRAWN

    def not_withdrawn(state: Any, choice: int, options: list[int]) -> list[int]:
        number, _, gone = state.extra.withdrawn
        return options if number != choice else [code for code in options if code not in gone]

    def ask(state: Any, choice: int, player: int, options: Any) -> int:
        if player < 0:
            raise Fault("RL0815", "nobody is there to choose")
        state.choice = choice
        state.chooser = player
        state.options = options
        return -2

    def return_(state: Any, value: Any) -> int:
        state.frames.pop()
        state.result = value
        return -1

    def method_frame(entries: Any, receiver: int, arguments: tuple[Any, ...]) -> list[Any]:
        entry, extra = entries[receiver]
        return [entry, *arguments, *[0] * extra]

    return {
        **library_names(),
        "PROBE": machine.program.probe,
        "COMMON": common,
        "PICK_INDEX": pick_index,
        "BELOW": None,
        "ROLL": roll,
        "ROLL_PLUS": roll_plus,
        "PICK_ONE": pick_one,
        "PICK_SOME": pick_some,
        "PICK_OF": pick_of,
        "SORT_AT_RANDOM": sort_at_random,
        "LOG": log,
        "ENTER": enter,
        "SEEN": seen,
        **movement(machine.program, sight, pick_index),
        "TOKEN_SEEN": token_seen,
        "PUT_DOWN": put_down,
        "REVEALED": revealed,
        "LOG_CHOICE": log_choice,
        "CHANGED": changed,
        "ASK": ask,
        "KEEP": keep,
        "NOT_WITHDRAWN": not_withdrawn,
        "NONE_WITHDRAWN": NONE_WITHDRAWN,
        "RETURN": return_,
        "FORK": machine.fork,
        "METHOD_FRAME": method_frame,
        "TICK_LIMIT": TICK_LIMIT,
        "WHENEVER_LIMIT": WHENEVER_LIMIT,
        "ENDLESS": machine.endless,
        "NO_OPTION": machine.no_option,
        **zones.NAMES,
    }


def movement(program: Program, sight: Sight, pick_index: zones.Pick) -> dict[str, Any]:
    """What generated code calls to move and show things where it matters who sees them."""
    everybody = sight.everybody
    readers_of = {seat: 1 << seat for seat in range(program.layout.players)}
    readers_of[-1] = 0

    def moved(state: Any, store: str, thing: int, zone: int, bottom: int, down: int, event: int, followed: bool = False) -> None:
        layout = sight.stores[store]
        at = getattr(state, f"{store}_at")
        here = getattr(state, f"{store}_zones")
        old = at[thing]
        plain = layout.shown and (followed or len(here[old]) == 1)
        before = sight.told(state, layout, thing, plain) if layout.shown else sight.readers(state, store, thing)
        if layout.shuffled:
            undecided = getattr(state, f"{store}_undecided")
            base = program.stream_bases[store]
            zones.move_settled(state, here, at, undecided, thing, zone, bottom, base, pick_index)
        elif bottom:
            zones.move_bottom(here, at, thing, zone)
        else:
            zones.move(here, at, thing, zone)
        if layout.turned:
            getattr(state, f"{store}_down")[thing] = down
        if layout.shown:
            mask = sight.follow(state, layout, thing, old, before, plain)
        else:
            mask = before | sight.readers(state, store, thing)
        if state.mentions:
            _widen(state, store, thing, mask)
        if event >= 0:
            state.log.append((event, state.depth, (thing if mask == everybody else (thing, mask, store), old, zone, store)))

    def show(state: Any, store: str, things: Sequence[int], readers: Sequence[int], event: int) -> None:
        mask = sum(readers_of[player] for player in {*readers})
        shown = [thing for thing in things if thing >= 0]
        if sight.stores[store].shown:
            known = getattr(state, f"{store}_known")
            for thing in shown:
                known[thing] |= mask
        if event >= 0:
            named = tuple((thing, mask | sight.readers(state, store, thing), store) for thing in shown)
            state.log.append((event, state.depth, (named, tuple(readers))))

    return {"READERS": readers_of, "MOVED": moved, "SHOW": show, "FORGET": sight.forget}


def _dictated(program: Program, dictated: Dictation, stream: int, zone: int) -> frozenset[int] | None:
    if zone < 0:
        return dictated.picks.pop(0) if dictated.picks and stream == 1 else None
    for (store, number), queue in dictated.decks.items():
        if number == zone and program.stream_bases.get(store, -1) + zone == stream and queue:
            return queue.pop(0)
    return None


def _widen(state: Any, store: str, thing: int, mask: int) -> None:
    """A choice named a thing that has just moved where others see it: they may read of it after all."""
    for index in state.mentions:
        event, depth, values = state.log[index]
        chosen = tuple(_widened(v, store, thing, mask) for v in values[3])
        label = None if values[4] is None else tuple(_widened(v, store, thing, mask) for v in values[4])
        state.log[index] = (event, depth, (*values[:3], chosen, label, values[5]))


def _widened(value: Any, store: str, thing: int, mask: int) -> Any:
    if isinstance(value, tuple) and len(value) == 3 and value[0] == thing and value[2] == store:
        return (thing, value[1] | mask, store)
    return value


def change_by(array: list[int], index: int, amount: int, verb: str, lowest: int | None, highest: int | None) -> int:
    """Let a field gain or lose: it stops at its bounds, but what is paid must be there; what really changed."""
    if amount < 0:
        raise Fault("RL0817", f"`{verb}` wants a number of 0 or more, and this is {amount}")
    old = array[index]
    new = old + amount if verb == "gains" else old - amount
    if verb == "pays" and new < (0 if lowest is None else lowest):
        raise Fault("RL0818", f"{amount} has to be paid, and only {old} is there")
    if highest is not None and new > highest:
        new = highest
    if lowest is not None and new < lowest:
        new = lowest
    array[index] = new
    return new - old if verb == "gains" else old - new


def supplied(
    state: Any,
    stock: str,
    then: str,
    array: list[int],
    index: int,
    amount: int,
    verb: str,
    lowest: int | None,
    highest: int | None,
) -> tuple[int, int]:
    """Let a good change hands of which there is a supply: what really changed, and how many the supply was short of."""
    changed = change_by(array, index, amount, verb, lowest, highest)
    left: int = getattr(state, stock)
    # What a bound turns around comes the other way.
    taken = changed if verb == "gains" else -changed
    if taken <= left:
        setattr(state, stock, left - taken)
        return changed, 0
    short = taken - left
    if then == "":
        raise Fault("RL0824", f"{taken} are taken from a supply of {left}")
    setattr(state, stock, 0)
    if then == "nothing":
        array[index] -= short
        changed = changed - short if verb == "gains" else changed + short
    return changed, short


def family(table: dict[tuple[int, ...], int], keys: Sequence[int]) -> int:
    """The member of a family with these keys."""
    found = table.get(tuple(keys), -1)
    if found < 0:
        raise Fault("RL0819", "there is no such thing in the family")
    return found


def library_names() -> dict[str, Any]:
    """The functions of the library under the names that generated code uses."""
    return {
        "FAULT": Fault,
        "GAME_ENDED": GameEnded,
        "WITHDRAWN": library.Withdrawn,
        "BOARD": library.BoardTable,
        "ITEM": library.item,
        "FIRST": library.first,
        "LAST": library.last,
        "FIRST_LIST": library.first_list,
        "POSITION": library.position,
        "NEXT": library.next_in,
        "PREVIOUS": library.previous_in,
        "AFTER": library.after,
        "STARTING_AT": library.starting_at,
        "FIRST_OF": library.first_of,
        "DISTINCT": library.distinct,
        "THE": library.the,
        "HIGHEST": library.highest,
        "LOWEST": library.lowest,
        "PLACES": library.places,
        "PRESENT": library.present,
        "FIRST_NUMBER": library.first_number,
        "LAST_NUMBER": library.last_number,
        "PRESENT_NUMBER": library.present_number,
        "QUOTIENT": library.quotient,
        "QUOTIENT_UP": library.quotient_up,
        "REMAINDER": library.remainder,
        "NEIGHBOURS": library.walk_neighbours,
        "DISTANCE": library.walk_distance,
        "DISTANCES": library.walk_distances,
        "REMEMBER": library.remember,
        "PATH": library.walk_path,
        "WITHIN": library.walk_within,
        "NEXT_STEPS": library.walk_next_steps,
        "CONNECTED": library.walk_connected,
        "EDGE": library.walk_edge,
        "RAY": library.ray,
        "WITHIN_BOUNDS": library.within_bounds,
        "CHANGE_BY": change_by,
        "SUPPLIED": supplied,
        "RECORDED": library.recorded,
        "TIMES": library.times,
        "POSSIBLE": library.possible,
        "WOULD": library.would,
        "REACHED": library.Reached,
        "REFUSED": library.Refused,
        "FAMILY": family,
        "GROUP": groups.group,
        "GROUPS": groups.Groups,
        "MARKS": groups.marks,
        **tokens.NAMES,
    }

"""Runs a compiled game: states that stop at every choice.

A `Machine` owns the namespace in which a game's generated code lives and hands it the runtime's functions. A state is an
object of flat lists and integers made by that code; everything that happens goes through `start`, `answer` and `run`, which
drive the blocks until the match stops to ask or is over. Nothing here prints, waits, or looks at a clock.

The log is a list of tuples `(event, depth, values)`; what they mean stands in the layout's events, and `runtime.telling`
makes sentences of them. A value that not everybody may read comes with its readers as bits: `(thing, readers, store)` or
`(number, readers)`."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from rulelang.backend.program import Program
from rulelang.errors import RulelangError
from rulelang.machine import library
from rulelang.machine.library import Fault, GameEnded, Withdrawn
from rulelang.machine.program import COMMON_SLOTS
from rulelang.runtime import chance, parts, tokens, zones
from rulelang.runtime.chance import Dictation, Drawn
from rulelang.runtime.sight import Sight

TICK_LIMIT = 200_000
"""How many passes of loops and blocks one answer may cause before the rules are called endless."""
WHENEVER_LIMIT = 1000
"""How many times all `whenever` are gone through in one go."""
DEPTH_LIMIT = 1000
"""How many rules that can ask may be open at once."""
GENERATED = "<rules>"
NONE_WITHDRAWN: tuple[int, int, tuple[int, ...]] = (-1, -1, ())
"""That no option has just been taken back."""


class RulesFault(RulelangError):
    """A fault of the rules, met while they ran: a code, a sentence, and the place in the rules if it is known."""

    def __init__(self, code: str, message: str, place: str, rules: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place
        self.rules = tuple(rules)


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody who must choose now: seat, number of the choice, the codes of the legal options; `branch` in an `at once`,
    else -1."""

    player: int
    choice: int
    codes: tuple[int, ...]
    branch: int = -1
    optional: bool = False
    """Open to the player beside what is asked; nobody waits for it."""
    continues: bool = False
    """Whether the answer belongs to the same move as the one before."""


@dataclass(slots=True)
class Kept:
    """A state as it was before an option that may be taken back; `block` asks its choice again, `withdrawn` are the options
    gone."""

    state: Any
    block: int
    choice: int
    code: int
    player: int
    withdrawn: tuple[int, ...]
    spoilt: bool = False
    """Whether somebody else has chosen since."""


@dataclass(slots=True)
class Extra:
    """What only some games need: options that may be taken back, what was withdrawn, and whether choices are joined to one
    move."""

    kept: list[Kept]
    withdrawn: tuple[int, int, tuple[int, ...]] = NONE_WITHDRAWN
    """The choice of which options have been taken back, by whom, and their codes, until something else is chosen."""
    joined: int = 0
    """0 no, 1 yes and nothing chosen yet, 2 yes and something chosen."""

    def copy(self) -> Extra:
        """A copy that goes on by itself."""
        return Extra([replace(kept) for kept in self.kept], self.withdrawn, self.joined)


@dataclass(slots=True)
class Branch:
    """One player's part of an `at once`: what he has answered, and the state as it is for him; none of it happens before all
    are done."""

    player: int
    frame: list[Any]
    answers: list[int]
    state: Any

    def copy(self, copy_state: Any) -> Branch:
        """A copy that goes on by itself."""
        return Branch(self.player, self.frame[:], self.answers[:], copy_state(self.state))


class Machine:
    """See the module. `logging` chooses the code that writes the log."""

    def __init__(self, program: Program, *, logging: bool = True) -> None:
        self.program = program
        self.layout = program.layout
        self.logging = logging
        self.sight = Sight(self.layout)
        self.streams = self.layout.streams
        self.namespace = self._namespace()
        program.execute("log" if logging else "plain", self.namespace)
        self.blocks = self.namespace["BLOCKS"]
        self.copy_state = self.namespace["COPY"]
        self.players = self.layout.players
        self.whenever: Callable[[Any], None] | None = self.namespace.get("WHENEVER")
        self.changing = [name for name in self.namespace["State"].__slots__ if name not in COMMON_SLOTS]
        self._keys: tuple[int, tuple[int, ...]] = (-1, ())
        self.tape: list[Drawn] | None = None
        """Where the outcomes of chance are noted, while somebody wants to know them."""
        self._zone_streams = {
            base + number: (store.name, number)
            for store in self.layout.stores
            if (base := program.stream_bases.get(store.name, -1)) >= 0
            for number in range(len(store.zones))
        }

    # ---------------------------------------------------------------------------------------------------- states

    def blank(self, seed: int = 0, dictated: Dictation | None = None) -> Any:
        """A state in which nothing has happened: everything in its start zone, `play` not begun."""
        state = self.namespace["NEW"]()
        if self._keys[0] != seed:
            self._keys = (seed, tuple(chance.stream_key(seed, name) for name in self.streams))
        state.keys = self._keys[1]
        state.dictated = dictated
        return state

    def start(self, seed: int, dictated: Dictation | None = None) -> Any:
        """A new match, run to its first stop."""
        state = self.blank(seed, dictated)
        self.begin(state)
        return state

    def begin(self, state: Any) -> None:
        """Begin `play` in a blank state, and run to the first stop."""
        self.run(state, self.program.play, ())

    def run(self, state: Any, routine: str, arguments: Sequence[int]) -> None:
        """Run a routine, by its name in the code, until the match stops or the routine is done."""
        if routine not in self.program.entries:
            self.call(state, routine, arguments)
            return
        entry, size = self.program.entries[routine]
        state.frames.append([entry, *arguments, *[0] * (size - 1 - len(arguments))])
        self.advance(state)

    def call(self, state: Any, routine: str, arguments: Sequence[int]) -> Any:
        """Call a routine that cannot stop."""
        try:
            return self.namespace[routine](state, *arguments)
        except GameEnded:
            return None
        except Withdrawn:
            self._fault(Fault("RL0823", "there is no option to take back here"), state)
        except Exception as error:
            self._fault(error, state)

    def copy(self, state: Any) -> Any:
        """A copy that goes on by itself."""
        return self.copy_state(state)

    # ---------------------------------------------------------------------------------------------------- running

    def advance(self, state: Any) -> None:
        """Run until the match stops to ask, or is over."""
        state.ticks = 0
        state.choice = -1
        state.options = ()
        state.mentions = None
        try:
            self._drive_on(state)
        except GameEnded:
            state.frames.clear()
            state.over = 1
        except Exception as error:
            self._fault(error, state)
        if self.whenever is not None and not state.frames and state.branches is None:
            self._last_whenever(state, self.whenever)

    def _drive_on(self, state: Any) -> None:
        """Drive, and go back to a choice whenever its option is taken back."""
        while True:
            try:
                self._drive(state, 0)
                return
            except Withdrawn:
                self._take_back(state)

    def _take_back(self, state: Any) -> None:
        """`cancel`: the state as it was before the innermost option that is being carried out, without that option."""
        if state.extra is None or not state.extra.kept:
            raise Fault("RL0823", "there is no option to take back here")
        kept = state.extra.kept.pop()
        if kept.spoilt:
            raise Fault("RL0823", "an option cannot be taken back once somebody else has chosen")
        if kept.state.counters != state.counters or _left(kept.state) != _left(state):
            raise Fault("RL0823", "an option cannot be taken back once something was left to chance")
        if self._has_seen(kept.player, kept.state, state):
            raise Fault("RL0823", "an option cannot be taken back once its player has seen something hidden")
        before = self.copy_state(kept.state)
        for name in type(state).__slots__:
            setattr(state, name, getattr(before, name))
        if any(entry.choice == kept.choice for entry in self.program.anytimes):
            # Below it lies the choice that it had interrupted.
            state.frames.pop()
        else:
            state.frames[-1][0] = kept.block
        state.extra.withdrawn = (kept.choice, kept.player, (*kept.withdrawn, kept.code))
        state.choice = -1

    def _has_seen(self, player: int, before: Any, now: Any) -> bool:
        """Whether a player sees something now that he did not see before."""
        bit = 1 << player
        return any(
            self.sight.readers(now, store.name, thing) & ~self.sight.readers(before, store.name, thing) & bit
            for store in self.layout.stores
            if store.hidden and not store.counted
            for thing in range(len(store.names))
        )

    def _last_whenever(self, state: Any, whenever: Callable[[Any], None]) -> None:
        """What holds at the end of the game is done before it is scored."""
        try:
            whenever(state)
        except GameEnded:
            state.over = 1
        except Exception as error:
            self._fault(error, state)

    def _drive(self, state: Any, base: int) -> None:
        """Run blocks until a choice, or until only `base` frames are left."""
        blocks = self.blocks
        frames = state.frames
        ticks = 0
        while len(frames) > base:
            frame = frames[-1]
            block = frame[0]
            while block >= 0:
                block = blocks[block](state, frame)
                ticks += 1
                if ticks > TICK_LIMIT:
                    raise self._endless(state)
            if block == -2:
                return
            if len(frames) > DEPTH_LIMIT:
                raise Fault("RL0813", f"rules call each other deeper than {DEPTH_LIMIT}")

    def asked(self, state: Any) -> list[Asked]:
        """Who must choose now; empty when the match is over, or nothing was asked."""
        if state.branches is not None:
            found = []
            for number, branch in enumerate(state.branches):
                if branch.state.choice >= 0:
                    found.append(Asked(branch.player, branch.state.choice, tuple(branch.state.options), number))
            return found
        if state.choice < 0:
            return []
        continues = state.extra is not None and state.extra.joined == 2
        found = [Asked(state.chooser, state.choice, tuple(state.options), continues=continues)]
        return found if not self.program.anytimes else [*found, *self._open_anytime(state)]

    def _open_anytime(self, state: Any) -> list[Asked]:
        """What players may do beside what is asked: nothing in the middle of several picks or of a joined move, and nothing but
        his own for whom an option may still be taken back."""
        extra = state.extra
        if extra is not None and extra.joined:
            return []
        picked = self.layout.choices[state.choice].picked_slot
        if picked >= 0 and state.frames[-1][picked]:
            return []
        alone = set() if extra is None else {kept.player for kept in extra.kept}
        open_phases = {self.program.block_owner(frame[0]) for frame in state.frames}
        if any(entry.path in open_phases for entry in self.program.anytimes):
            return []
        found: list[Asked] = []
        for number, entry in enumerate(self.program.anytimes):
            if entry.during and entry.during not in open_phases:
                continue
            for player in self.namespace[f"OPEN_{number}"](state):
                if not alone <= {player}:
                    continue
                frame = [entry.resume, player, *[0] * (entry.size - 2)]
                codes = self.namespace[f"O_{entry.choice}"](state, frame)
                if extra is not None and extra.withdrawn[:2] == (entry.choice, player):
                    codes = [code for code in codes if code not in extra.withdrawn[2]]
                if codes:
                    found.append(Asked(player, entry.choice, tuple(codes), optional=True))
        return found

    def waiting_for(self, state: Any) -> tuple[int, ...]:
        """The seats of whom others may see that the match waits for: of a window all its members, never who is being asked."""
        if state.branches is not None:
            return tuple(b.player for b in state.branches if b.state.choice >= 0)
        if state.choice < 0:
            return ()
        if self.layout.choices[state.choice].window:
            return tuple(sorted(set(self.namespace[f"W_{state.choice}"](state, state.frames[-1]))))
        return (state.chooser,)

    def answer(self, state: Any, asked: Asked, code: int) -> None:
        """Give the answer to a choice, which must be one of its codes, and run to the next stop."""
        if asked.branch < 0:
            if state.extra is not None:
                self._note_answer(state, asked)
            if asked.optional:
                self._begin_anytime(state, asked)
            state.answer = code
            self.advance(state)
            return
        branch = state.branches[asked.branch]
        branch.answers.append(code)
        branch.state.answer = code
        self.advance(branch.state)
        if all(b.state.choice < 0 for b in state.branches):
            self._commit(state)

    def _note_answer(self, state: Any, asked: Asked) -> None:
        extra = state.extra
        if extra.withdrawn[:2] != (asked.choice, asked.player):
            extra.withdrawn = NONE_WITHDRAWN
        if extra.joined == 1:
            extra.joined = 2
        for kept in extra.kept:
            kept.spoilt = kept.spoilt or kept.player != asked.player

    def _begin_anytime(self, state: Any, asked: Asked) -> None:
        """Put the rule of an `anytime` on top; when it is done, the choice below is asked afresh."""
        entry = next(entry for entry in self.program.anytimes if entry.choice == asked.choice)
        state.frames[-1][0] = self.program.asks[state.choice]
        state.frames.append([entry.resume, asked.player, *[0] * (entry.size - 2)])
        state.chooser = asked.player

    def frame_of(self, state: Any, asked: Asked) -> list[Any]:
        """The frame of the rule that asks; for what is open beside the choice, the one that it would begin with."""
        if asked.optional:
            entry = next(entry for entry in self.program.anytimes if entry.choice == asked.choice)
            return [entry.resume, asked.player, *[0] * (entry.size - 2)]
        frame: list[Any] = self.state_of(state, asked).frames[-1]
        return frame

    def state_of(self, state: Any, asked: Asked) -> Any:
        """The state as it is for whoever is asked: in an `at once` each has his own."""
        return state if asked.branch < 0 else state.branches[asked.branch].state

    def _fork(self, state: Any, frame: list[Any], players: Sequence[int]) -> int:
        branches: list[Branch] = []
        state.branches = None
        for player in players:
            own = self.copy_state(state)
            own.frames = [[frame[0], player, *frame[2:]]]
            own.log = []
            own.depth = 0
            own.mentions = None
            branches.append(Branch(player, [frame[0], player, *frame[2:]], [], own))
            own.choice = -1
            own.apart = 1
            self._drive_on(own)
        state.branches = branches
        if all(b.state.choice < 0 for b in branches):
            self._play_out(state)
            return -1
        state.choice = -1
        return -2

    def branch_again(self, state: Any, branches: Sequence[Branch]) -> None:
        """Put a state back into an `at once`: each branch is played again from its answers."""
        state.branches = None
        for branch in branches:
            own = self.copy_state(state)
            own.frames = [branch.frame[:]]
            own.log = []
            own.depth = 0
            own.mentions = None
            own.choice = -1
            self._drive(own, 0)
            for code in branch.answers:
                own.answer = code
                self.advance(own)
            branch.state = own
        state.branches = list(branches)

    def _commit(self, state: Any) -> None:
        state.ticks = 0
        try:
            self._play_out(state)
        except Exception as error:
            self._fault(error, state)
        self.advance(state)

    def _play_out(self, state: Any) -> None:
        """All have answered: let what each did happen, each part having been played in isolation."""
        branches, state.branches = state.branches, None
        parts.merge(state, [parts.changes(self.changing, state, branch.state) for branch in branches])
        for branch in branches:
            state.log.extend((event, state.depth + depth, values) for event, depth, values in branch.state.log)
        state.choice = -1
        state.options = ()

    # ---------------------------------------------------------------------------------------------------- results

    def score(self, state: Any, player: int) -> tuple[list[tuple[int, tuple[Any, ...], int]], int, tuple[int, ...]]:
        """A player's bill: (line, values of its label, points); the total; and what ranks him, less being better placed last."""
        try:
            result: tuple[list[tuple[int, tuple[Any, ...], int]], int, tuple[int, ...]] = self.namespace["SCORE"](state, player)
        except Exception as error:
            self._fault(error, state)
        return result

    def winners(self, state: Any) -> tuple[int, ...]:
        """The seats of the winners of a match that is over, in seat order; all of a drawn one."""
        if state.winners is not None:
            return tuple(range(self.players)) if state.winners == (-1,) else tuple(sorted(state.winners))
        if not self.layout.scored:
            return tuple(range(self.players))
        ranks = [self.score(state, seat)[2] for seat in range(self.players)]
        best = max(ranks)
        return tuple(seat for seat in range(self.players) if ranks[seat] == best)

    def broken_invariant(self, state: Any, start: int = 0) -> int:
        """The number of the first `always` from `start` on that does not hold, or -1."""
        try:
            number: int = self.namespace["ALWAYS"](state, start)
        except Exception as error:
            self._fault(error, state)
        return number

    def claim(self, state: Any, number: int) -> tuple[Any, ...]:
        """The values of the text of an `always`."""
        try:
            values: tuple[Any, ...] = self.namespace["CLAIM"](state, number)
        except Exception as error:
            self._fault(error, state)
        return values

    # ---------------------------------------------------------------------------------------------------- faults

    def _endless(self, state: Any) -> RulesFault:
        names: list[str] = []
        for frame in state.frames[-6:]:
            name = self.program.block_owner(frame[0])
            if name not in names:
                names.append(name)
        chain = ", ".join(f"`{n}`" for n in names) or "a rule"
        return RulesFault("RL0808", f"this never ends: {chain} went on for {TICK_LIMIT} passes without asking anybody", "", names)

    def _no_option(self, state: Any, number: int) -> RulesFault:
        choice = self.layout.choices[number]
        return RulesFault(
            "RL0814", f"the choice `{choice.path}` has no legal option, no `otherwise` and no way to decline", choice.place
        )

    def _fault(self, error: Exception, state: Any) -> NoReturn:
        """Say which place of the rules an exception in generated code belongs to."""
        place = ""
        for entry in reversed(traceback.extract_tb(error.__traceback__)):
            if entry.filename.startswith(GENERATED) and entry.lineno is not None:
                place = self.program.place(entry.filename, entry.lineno)
                break
        if isinstance(error, RulesFault):
            raise RulesFault(error.code, error.message, error.place or place, error.rules) from error
        if isinstance(error, Fault):
            raise RulesFault(error.code, error.message, place) from error
        if isinstance(error, RecursionError):
            raise RulesFault("RL0813", "rules call each other without end", place) from error
        raise error

    # ---------------------------------------------------------------------------------------------------- the namespace

    def _namespace(self) -> dict[str, Any]:
        """The functions that generated code calls by name."""
        sight = self.sight
        everybody = sight.everybody
        readers_of = {seat: 1 << seat for seat in range(self.layout.players)}
        readers_of[-1] = 0

        def common(state: Any) -> None:
            state.active = -1
            state.winners = None
            state.over = state.ticks = state.depth = state.result = state.answer = 0
            state.frames = []
            state.choice = state.chooser = -1
            state.options = ()
            state.counters = [0] * len(self.streams)
            state.keys = ()
            state.log = []
            state.mentions = state.dictated = state.branches = state.random = None
            state.apart = 0
            state.extra = Extra([]) if self.program.uses_extra else None

        def pick_index(state: Any, stream: int, pool: Sequence[int], zone: int = -1, shape: Any = None) -> int:
            index = picked(state, stream, pool, zone)
            if self.tape is not None:
                store, number = self._zone_streams.get(stream, ("", -1))
                self.tape.append(Drawn(stream, pool[index], store, number, shape))
            return index

        def picked(state: Any, stream: int, pool: Sequence[int], zone: int) -> int:
            dictated: Dictation | None = state.dictated
            if dictated is not None:
                wanted = self._dictated(dictated, stream, zone)
                found = -1 if wanted is None else next((i for i, thing in enumerate(pool) if thing in wanted), -1)
                if found >= 0 and not dictated.recorded:
                    return found
                if found >= 0:
                    if len(pool) > 1:
                        _, state.counters[stream] = chance.below(state.keys[stream], state.counters[stream], len(pool))
                    return found
                if wanted is not None and not dictated.recorded:
                    raise Fault("RL0710", "what was dictated to come by chance cannot come here")
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
                if self.tape is not None:
                    self.tape.append(Drawn(0, face))
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
            shape = (self.layout.events[event].text or [None])[0]
            return items[pick_index(state, 1, items, -1, shape)]

        def pick_some(state: Any, things: Sequence[int], count: int, store: str) -> list[int]:
            def pick(state: Any, stream: int, pool: Sequence[int], zone: int) -> int:
                return pick_index(state, stream, pool, zone, ["thing", store])

            return zones.pick_some(state, things, count, pick)

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

        def put_down(
            state: Any, store: str, counts: list[int], sorts: int, taken: tokens.Taken, zone: int, event: int
        ) -> None:
            there = sight.zone_readers(state, sight.stores[store], zone)
            tokens.put(counts, sorts, taken, zone)
            for old in dict.fromkeys(row[0] for row in taken):
                rows = tuple((sort, count) for where, sort, count in taken if where == old)
                mask = there | sight.zone_readers(state, sight.stores[store], old)
                if state.mentions:
                    for sort, _ in rows:
                        self._widen(state, store, sort, mask)
                state.log.append((event, state.depth, (old, zone, store, rows, mask)))

        def moved(
            state: Any, store: str, thing: int, zone: int, bottom: int, down: int, event: int, followed: bool = False
        ) -> None:
            layout = sight.stores[store]
            at = getattr(state, f"{store}_at")
            here = getattr(state, f"{store}_zones")
            old = at[thing]
            plain = followed or len(here[old]) == 1
            before = sight.told(state, layout, thing, plain) if layout.shown else sight.readers(state, store, thing)
            if layout.shuffled:
                undecided = getattr(state, f"{store}_undecided")
                base = self.program.stream_bases[store]
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
                self._widen(state, store, thing, mask)
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

        def revealed(state: Any, store: str, things: Sequence[int], event: int) -> None:
            shown = [thing for thing in things if thing >= 0]
            for thing in shown:
                if state.mentions:
                    self._widen(state, store, thing, everybody)
            state.log.append((event, state.depth, (shown,)))

        def log_choice(state: Any, event: int, choice: int, option: int, values: Any, label: Any, prompt: Any) -> None:
            state.log.append((event, state.depth, (state.chooser, choice, option, values, label, prompt)))
            if self.sight.layout.stores:
                state.mentions = [*(state.mentions or ()), len(state.log) - 1]

        def changed(state: Any, event: int, index: Any, old: Any, new: Any) -> None:
            if old != new:
                state.log.append((event, state.depth, (index, old, new)))

        def keep(state: Any, block: int, choice: int, code: int) -> None:
            extra = state.extra
            gone = extra.withdrawn[2] if extra.withdrawn[:2] == (choice, state.chooser) else ()
            extra.kept.append(Kept(self.copy_state(state), block, choice, code, state.chooser, gone))
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
            "PROBE": self.program.probe,
            "COMMON": common,
            "PICK_INDEX": pick_index,
            "BELOW": None,
            "ROLL": roll,
            "ROLL_PLUS": roll_plus,
            "PICK_ONE": pick_one,
            "PICK_SOME": pick_some,
            "SORT_AT_RANDOM": sort_at_random,
            "LOG": log,
            "ENTER": enter,
            "SEEN": seen,
            "READERS": readers_of,
            "MOVED": moved,
            "TOKEN_SEEN": token_seen,
            "PUT_DOWN": put_down,
            "SHOW": show,
            "FORGET": sight.forget,
            "REVEALED": revealed,
            "LOG_CHOICE": log_choice,
            "CHANGED": changed,
            "ASK": ask,
            "KEEP": keep,
            "NOT_WITHDRAWN": not_withdrawn,
            "NONE_WITHDRAWN": NONE_WITHDRAWN,
            "RETURN": return_,
            "FORK": self._fork,
            "METHOD_FRAME": method_frame,
            "TICK_LIMIT": TICK_LIMIT,
            "WHENEVER_LIMIT": WHENEVER_LIMIT,
            "ENDLESS": self._endless,
            "NO_OPTION": self._no_option,
            "MOVE": zones.move,
            "MOVE_BOTTOM": zones.move_bottom,
            "MOVE_SETTLED": zones.move_settled,
            "SHUFFLE": zones.shuffle,
            "TOP": lambda state, z, u, zone, base: zones.top(state, z, u, zone, base, pick_index),
            "BOTTOM": lambda state, z, u, zone, base: zones.bottom(state, z, u, zone, base, pick_index),
            "SETTLED": lambda state, z, u, zone, base: zones.settled(state, z, u, zone, base, pick_index),
            "FREE_SLOT": zones.free_slot,
            "LIES_IN": zones.lies_in,
            "REFILL": zones.refill,
        }

    def _dictated(self, dictated: Dictation, stream: int, zone: int) -> frozenset[int] | None:
        if zone < 0:
            return dictated.picks.pop(0) if dictated.picks and stream == 1 else None
        for (store, number), queue in dictated.decks.items():
            if number == zone and self.program.stream_bases.get(store, -1) + zone == stream and queue:
                return queue.pop(0)
        return None

    def _widen(self, state: Any, store: str, thing: int, mask: int) -> None:
        """A choice named a thing that has just moved where others see it: they may read of it after all."""
        for index in state.mentions:
            event, depth, values = state.log[index]
            chosen = tuple(self._widened(v, store, thing, mask) for v in values[3])
            label = None if values[4] is None else tuple(self._widened(v, store, thing, mask) for v in values[4])
            state.log[index] = (event, depth, (*values[:3], chosen, label, values[5]))

    @staticmethod
    def _widened(value: Any, store: str, thing: int, mask: int) -> Any:
        if isinstance(value, tuple) and len(value) == 3 and value[0] == thing and value[2] == store:
            return (thing, value[1] | mask, store)
        return value


def _left(state: Any) -> tuple[int, int, int]:
    """How much of what was dictated to come by chance has not come yet."""
    dictated: Dictation | None = state.dictated
    return (0, 0, 0) if dictated is None else dictated.size()


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
        **tokens.NAMES,
    }

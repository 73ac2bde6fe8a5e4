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
from dataclasses import dataclass
from typing import Any, NoReturn

from rulelang.backend.program import Program
from rulelang.errors import RulelangError
from rulelang.machine.library import Fault, GameEnded, Withdrawn
from rulelang.machine.program import COMMON_SLOTS
from rulelang.runtime import calls, chance, parts
from rulelang.runtime.calls import DEPTH_LIMIT, TICK_LIMIT
from rulelang.runtime.chance import Dictation, Drawn
from rulelang.runtime.extra import NONE_WITHDRAWN, Branch
from rulelang.runtime.sight import Sight
from rulelang.runtime.way_back import at_the_line, refuse_late

GENERATED = "<rules>"


class RulesFault(RulelangError):
    """A fault of the rules, met while they ran: a code, a sentence, and the place in the rules if it is known. Where a choice had
    no option, `asked` says which and of whom, and `state` is that in which it was asked."""

    def __init__(
        self, code: str, message: str, place: str, rules: Sequence[str] = (), asked: Asked | None = None, state: Any = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place
        self.rules = tuple(rules)
        self.asked = asked
        self.state = state
        self.reasons: Callable[[], tuple[str, ...]] = tuple
        """What stands behind it, in sentences; worked out when asked for."""
        self.script: tuple[str, ...] = ()
        """A script that leads there, where a match met it."""


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


class Machine:
    """See the module. `logging` chooses the code that writes the log."""

    def __init__(self, program: Program, *, logging: bool = True) -> None:
        self.program = program
        self.layout = program.layout
        self.logging = logging
        self.sight = Sight(self.layout)
        self.streams = self.layout.streams
        self.namespace = calls.namespace(self)
        program.execute("log" if logging else "plain", self.namespace)
        self.blocks = self.namespace["BLOCKS"]
        self.copy_state = self.namespace["COPY"]
        self.players = self.layout.players
        self.whenever: Callable[[Any], None] | None = self.namespace.get("WHENEVER")
        self.changing = [name for name in self.namespace["State"].__slots__ if name not in COMMON_SLOTS]
        self._keys: tuple[int, tuple[int, ...]] = (-1, ())
        self.tape: list[Drawn] | None = None
        """Where the outcomes of chance are noted, while somebody wants to know them."""
        self.zone_streams = {
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
            if self.whenever is not None:
                self._last_whenever(state, self.whenever)
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
        if not self._picking(state):
            state.mentions = None
        state.ticks = 0
        state.choice = -1
        state.options = ()
        settled = False
        try:
            self._drive_on(state)
        except GameEnded as ended:
            state.frames.clear()
            state.over = 1
            settled = ended.by_whenever
        except Exception as error:
            self._fault(error, state)
        if self.whenever is not None and not settled and not state.frames and state.branches is None:
            self._last_whenever(state, self.whenever)

    def _drive_on(self, state: Any) -> None:
        """Drive, and go back to a choice whenever its option is taken back."""
        while True:
            try:
                self._drive(state, 0)
                return
            except Withdrawn as withdrawn:
                try:
                    self._take_back(state)
                except Fault as fault:
                    raise at_the_line(fault, withdrawn) from None

    def _take_back(self, state: Any) -> None:
        """`cancel`: the state as it was before the innermost option that is being carried out, without that option."""
        if state.extra is None or not state.extra.kept:
            raise Fault("RL0823", "there is no option to take back here")
        kept = state.extra.kept.pop()
        chance = kept.state.counters != state.counters or _left(kept.state) != _left(state)
        refuse_late(self.sight, kept.player, kept.state, state, kept.spoilt, chance)
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

    def _last_whenever(self, state: Any, whenever: Callable[[Any], None]) -> None:
        """What holds at the end of the game is done before it is scored; who has won already has won."""
        over, winners = state.over, state.winners
        try:
            whenever(state)
        except GameEnded:
            state.over = 1
            if over:
                state.winners = winners
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
                    raise self.endless(state)
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
        if self._picking(state):
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

    def _picking(self, state: Any) -> bool:
        """Whether the choice at which a state stands has been begun: some of several are picked already."""
        picked = self.layout.choices[state.choice].picked_slot if state.choice >= 0 else -1
        return picked >= 0 and bool(state.frames[-1][picked])

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

    @staticmethod
    def joins(state: Any) -> bool:
        """Whether a state stands in a move that the rules join of several choices."""
        return state.extra is not None and bool(state.extra.joined)

    def completes(self, state: Any, asked: Asked, code: int) -> bool:
        """Give an answer in a joined move and run no farther than its end: whether it was the last one.

        A state in which a move is complete is good for nothing but to be counted.
        """
        if asked.branch >= 0 or asked.optional or state.extra.kept:
            self.answer(state, asked, code)
            return not any(other.continues for other in self.asked(state))
        self._note_answer(state, asked)
        state.answer, state.ticks, state.choice, state.mentions = code, 0, -1, None
        try:
            while state.frames:
                frame = state.frames[-1]
                block = frame[0]
                while block >= 0:
                    block = self.blocks[block](state, frame)
                    if not state.extra.joined:
                        return True
                if block == -2:
                    return False
        except GameEnded:
            pass
        except Exception as error:
            self._fault(error, state)
        return True

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
        state.choice = -1
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

    def fork(self, state: Any, frame: list[Any], players: Sequence[int]) -> int:
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

    def endless(self, state: Any) -> RulesFault:
        names: list[str] = []
        for frame in state.frames[-6:]:
            name = self.program.block_owner(frame[0])
            if name not in names:
                names.append(name)
        chain = ", ".join(f"`{n}`" for n in names) or "a rule"
        return RulesFault("RL0808", f"this never ends: {chain} went on for {TICK_LIMIT} passes without asking anybody", "", names)

    def no_option(self, state: Any, number: int, player: int) -> RulesFault:
        choice = self.layout.choices[number]
        message = f"the choice `{choice.path}` has no legal option, no `otherwise` and no way to decline"
        asked = Asked(player, number, ()) if player >= 0 else None
        return RulesFault("RL0814", message, choice.place, (), asked, state)

    def _fault(self, error: Exception, state: Any) -> NoReturn:
        """Say which place of the rules an exception in generated code belongs to."""
        place = ""
        for entry in reversed(traceback.extract_tb(error.__traceback__)):
            if entry.filename.startswith(GENERATED) and entry.lineno is not None:
                place = self.program.place(entry.filename, entry.lineno)
                break
        if isinstance(error, RulesFault):
            raise RulesFault(error.code, error.message, error.place or place, error.rules, error.asked, error.state) from error
        if isinstance(error, Fault):
            raise RulesFault(error.code, error.message, place) from error
        if isinstance(error, RecursionError):
            raise RulesFault("RL0813", "rules call each other without end", place) from error
        raise error


def _left(state: Any) -> tuple[int, int, int]:
    """How much of what was dictated to come by chance has not come yet."""
    dictated: Dictation | None = state.dictated
    return (0, 0, 0) if dictated is None else dictated.size()

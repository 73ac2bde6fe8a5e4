"""Plays random games from start to end, as fast as generated Python can.

A playout runs the third module of a compiled game, in which nothing stops: a choice takes one of its legal options by chance
on the spot. There is no log, no frame, no text. All chance, that of the dice and that of the choices, comes from one
`random.Random`, so a playout is no game that could be recorded; the tests hold it against the machine by giving both the same
picks."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from rulelang.backend.program import Program
from rulelang.machine.library import Fault, GameEnded, Withdrawn, recorded_apart, recorded_here, times_apart
from rulelang.machine.program import COMMON_SLOTS
from rulelang.runtime import calls, parts, zones
from rulelang.runtime.calls import WHENEVER_LIMIT, library_names
from rulelang.runtime.machine import GENERATED, RulesFault
from rulelang.runtime.sight import Sight
from rulelang.runtime.way_back import PlayoutCounts


class Playout:
    """Random games of one compiled game. `play` may be called as often as one likes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.namespace: dict[str, Any] = {
            **library_names(),
            "TICK_LIMIT": 1_000_000,
            "WHENEVER_LIMIT": WHENEVER_LIMIT,
            "ENDLESS": self._endless,
            "NO_OPTION": self._no_option,
            "RECORDED": recorded_apart,
            "RECORDED_HERE": recorded_here,
            "TIMES": times_apart,
            "PICK_INDEX": pick_index,
            "PICK_SOME": zones.pick_some,
            "BELOW": None,
            "SORT_AT_RANDOM": sort_at_random,
            "AT_ONCE": at_once,
            **zones.NAMES,
        }
        if program.takes_back:
            sight = Sight(program.layout)
            self.namespace.update(
                **calls.movement(program, sight, pick_index_counted),
                PICK_INDEX=pick_index_counted,
                TAKE_BACK=PlayoutCounts(sight).take_back,
                SORT_AT_RANDOM=sort_at_random_counted,
            )
        program.execute("playout", self.namespace)
        self.new: Callable[[], Any] = self.namespace["NEW"]
        self.run: Callable[[Any], None] = self.namespace[program.play]
        self.whenever: Callable[[Any], None] | None = self.namespace.get("WHENEVER")

    def play(self, source: random.Random) -> Any:
        """The state at the end of a random game; raises `RulesFault` for a fault of the rules."""
        state = self.new()
        state.random = source.random
        settled = False
        try:
            self.run(state)
        except GameEnded as ended:
            settled = ended.by_whenever
        except Withdrawn:
            self._fault(Fault("RL0823", "there is no option to take back here"))
        except (Fault, RecursionError) as error:
            self._fault(error)
        if self.whenever is not None and not settled:
            self._last_whenever(state, self.whenever)
        return state

    def _last_whenever(self, state: Any, whenever: Callable[[Any], None]) -> None:
        """What holds at the end of the game is done before it is scored; who has won already has won."""
        over, winners = state.over, state.winners
        try:
            whenever(state)
        except GameEnded:
            if over:
                state.winners = winners
        except (Fault, RecursionError) as error:
            self._fault(error)

    def winners(self, state: Any) -> tuple[int, ...]:
        """The seats of the winners of a game that has been played."""
        players = self.program.layout.players
        if state.winners is not None:
            return tuple(range(players)) if state.winners == (-1,) else tuple(sorted(state.winners))
        if not self.program.layout.scored:
            return tuple(range(players))
        ranks = [self.namespace["SCORE"](state, seat)[2] for seat in range(players)]
        best = max(ranks)
        return tuple(seat for seat in range(players) if ranks[seat] == best)

    def score(self, state: Any, player: int) -> int:
        """The total of a player's bill."""
        total: int = self.namespace["SCORE"](state, player)[1]
        return total

    def _endless(self, state: Any) -> Fault:
        return Fault("RL0808", "the game never ends: it went round and round without coming to its end")

    def _no_option(self, state: Any, number: int) -> Fault:
        choice = self.program.layout.choices[number]
        return Fault("RL0814", f"the choice `{choice.path}` has no legal option, no `otherwise` and no way to decline")

    def _fault(self, error: Exception) -> None:
        place = ""
        for entry in reversed(traceback.extract_tb(error.__traceback__)):
            if entry.filename.startswith(GENERATED) and entry.lineno is not None:
                place = self.program.place(entry.filename, entry.lineno)
                break
        if isinstance(error, Fault):
            raise RulesFault(error.code, error.message, place) from error
        raise RulesFault("RL0813", "rules call each other without end", place) from error


def pick_index(state: Any, stream: int, pool: Sequence[int], zone: int = -1) -> int:
    """An index by chance."""
    return int(state.random() * len(pool))


def pick_index_counted(state: Any, stream: int, pool: Sequence[int], zone: int = -1) -> int:
    """An index by chance, where what chance has decided cannot be taken back."""
    if len(pool) > 1:
        state.counters[0] += 1
    return int(state.random() * len(pool))


def sort_at_random_counted(state: Any, rows: list[tuple[int, ...]], shape: Any) -> list[tuple[int, ...]]:
    """Rows in the order of their keys, equal ones by chance, where what chance has decided cannot be taken back."""
    if len({row[:-2] for row in rows}) < len(rows):
        state.counters[0] += 1
    return sort_at_random(state, rows, shape)


def at_once(state: Any, copy: Callable[[Any], Any], routine: Callable[..., Any], players: Sequence[int], *arguments: Any) -> None:
    """Let each player play his part from the state before, then let all of it happen."""
    names = [name for name in type(state).__slots__ if name not in COMMON_SLOTS]
    before = copy(state)
    found: list[parts.Changes] = []
    for player in players:
        own = copy(before)
        own.apart = 1
        routine(own, player, *arguments)
        found.append(parts.changes(names, before, own))
    parts.merge(state, found)


def sort_at_random(state: Any, rows: list[tuple[int, ...]], _: Any) -> list[tuple[int, ...]]:
    """Rows in the order of their keys, equal ones by chance."""
    rows.sort(key=lambda row: (row[:-2], state.random()))
    return rows

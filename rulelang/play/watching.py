"""Games watched choice by choice: bots at the machine, with the log on.

Everything about a game follows from the seed and the game's number, its chance apart from what its bots think. So the same deals
and dice come whoever plays, and any number of processes gives the same result. Watching is slow beside playouts, and sees what
they do not: how long games are, how many options there are, which limits broke something off, whether what must always hold did.
A game that runs into a fault of the rules is given back as a script.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulelang.backend.program import Program
from rulelang.play.agents import Agent, RandomAgent, Table
from rulelang.play.invariants import broken
from rulelang.runtime.machine import Asked, Machine, RulesFault
from rulelang.runtime.naming import Naming
from rulelang.runtime.options import Options

LONGEST = 20_000
"""A game is given up after so many choices."""


@dataclass(slots=True)
class Watched:
    """What some games came to."""

    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    scores: list[list[int]] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    options: Counter[int] = field(default_factory=Counter)
    """How many options a choice had, and how often."""
    first: Counter[int] = field(default_factory=Counter)
    """Who chose first."""
    won_by_first: float = 0.0
    limits: Counter[str] = field(default_factory=Counter)
    """By the text that the game tells: in how many games a limit of the rules broke something off."""
    ends: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    """What must always hold and did not."""
    faults: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    scripts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """For each code of a fault, the shortest of these games that met it."""
    unended: int = 0

    def add(self, other: Watched) -> None:
        """Count other games to these."""
        for name in ("winners", "options", "first", "limits", "ends", "faults"):
            getattr(self, name).update(getattr(other, name))
        self.scores.extend(other.scores)
        self.lengths.extend(other.lengths)
        self.won_by_first += other.won_by_first
        self.unended += other.unended
        self.broken.extend(sentence for sentence in other.broken if sentence not in self.broken)
        for code, script in other.scripts.items():
            if code not in self.scripts or len(script) < len(self.scripts[code]):
                self.scripts[code] = script


class Watcher:
    """Plays games of one program; `agents` by seat. `free` is how many free actions random bots take at one stop;
    `heading` is how a script of one of them begins."""

    def __init__(
        self,
        program: Program,
        names: Sequence[str],
        agents: Sequence[Agent],
        seed: int,
        free: int = 0,
        heading: Sequence[str] = (),
    ) -> None:
        self.machine = Machine(program)
        self.table = Table(program)
        self.naming = Naming(self.machine.layout, names)
        self.agents = list(agents)
        self.seed = seed
        self.free = free
        self.heading = tuple(heading)

    def watch(self, first: int, count: int) -> Watched:
        """Play so many games, from a number on."""
        watched = Watched()
        for number in range(first, first + count):
            self._watch(watched, number)
        return watched

    def _watch(self, watched: Watched, number: int) -> None:
        machine = self.machine
        seed = match_seed(self.seed, number)
        source = Random(f"{self.seed}/bots/{number}")
        moves: list[tuple[Asked, int]] = []
        options: Counter[int] = Counter()
        state: Any = None
        try:
            state = machine.start(seed)
            free = 0
            while (asked := machine.asked(state)) and len(moves) < LONGEST:
                self._ask(watched, state)
                now = self._next(asked, source, free)
                free = free + 1 if now.optional else 0
                options[len(now.codes)] += 1
                agent = RandomAgent() if now.optional else self.agents[now.player]
                code = agent.choose(self.table, state, now, source)
                moves.append((now, code))
                machine.answer(state, now, code)
            if asked:
                watched.unended += 1
                return
            self._ask(watched, state)
            winners = machine.winners(state)
            scores = [machine.score(state, seat)[1] for seat in range(machine.players)] if machine.layout.scored else None
        except RulesFault as fault:
            watched.faults[fault.code, fault.message, fault.place] += 1
            script = tuple(self._script(seed, moves))
            if fault.code not in watched.scripts or len(script) < len(watched.scripts[fault.code]):
                watched.scripts[fault.code] = script
            return
        watched.winners[winners] += 1
        watched.lengths.append(len(moves))
        watched.options.update(options)
        if scores is not None:
            watched.scores.append(scores)
        if moves:
            first = moves[0][0].player
            watched.first[first] += 1
            watched.won_by_first += 1 / len(winners) if first in winners else 0.0
        self._told(watched, state)

    def _ask(self, watched: Watched, state: Any) -> None:
        """Note what must hold now and does not."""
        for sentence in broken(self.machine, self.naming, state):
            if sentence not in watched.broken:
                watched.broken.append(sentence)

    def _next(self, asked: Sequence[Asked], source: Random, free: int) -> Asked:
        """Whose choice is made next: one that the match waits for, or, half the time, one open to a random bot beside it."""
        required = next((each for each in asked if not each.optional), asked[0])
        if free < self.free:
            beside = [each for each in asked if each.optional and isinstance(self.agents[each.player], RandomAgent)]
            if beside and source.random() < 0.5:
                return source.choice(beside)
        return required

    def _told(self, watched: Watched, state: Any) -> None:
        """What the log says of how a game ended, and of what was broken off."""
        events = self.machine.layout.events
        told = {event: values for event, _, values in state.log if events[event].form in ("limit", "end")}
        limits: set[str] = set()
        for event, values in told.items():
            layout = events[event]
            text = self.naming.text(layout.text, values) or layout.path
            if layout.form == "limit":
                limits.add(f"{layout.path}: {text}")
            else:
                watched.ends[text] += 1
        watched.limits.update(limits)

    def _script(self, seed: int, moves: Sequence[tuple[Asked, int]]) -> list[str]:
        """A game as lines of a script."""
        lines = [*self.heading, f"seed {seed}"]
        state = self.machine.start(seed) if moves else None
        options = Options(self.machine, self.naming)
        for number, (asked, code) in enumerate(moves):
            words = next(option.text for option in options.all(state, asked) if option.code == code)
            lines.append(f"{self.naming.players[asked.player]}: {words}")
            if number < len(moves) - 1:
                self.machine.answer(state, asked, code)
        return lines


def match_seed(seed: int, number: int) -> int:
    """The seed of a match of a simulation, by its number: the same whoever plays."""
    return Random(f"{seed}/match/{number}").getrandbits(31)

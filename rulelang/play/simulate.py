"""Random games in numbers: who wins, with which scores, how long it takes, and whether the rules hold.

Most games are played by the playout module of the compiled game, in which nothing stops and nothing is told. Games come
in blocks, each with random numbers of its own that follow from the seed and the block's number, so the result is the
same whatever the number of workers. A sample is played by the machine as well, a choice at a time with the log on: from
it come the lengths, the limits that broke games off, and the checks of what must always hold. A fault of the rules is
reported with the shortest game that was found to lead to it.
"""

from __future__ import annotations

import math
import random
import signal
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

from rulelang.backend.program import Program
from rulelang.play.invariants import broken
from rulelang.play.match import Game, Match
from rulelang.runtime.machine import RulesFault
from rulelang.runtime.naming import Naming
from rulelang.runtime.playout import Playout

BLOCK = 50
"""How many games share a source of random numbers."""
SAMPLE = 50
"""How many games are played a choice at a time as well."""
SEARCH = 200
"""How many games are looked through for a short way to a fault."""
LONGEST = 20_000
"""A sampled game is given up after so many choices."""
CONFIDENT = 1.96
"""The width of a 95 % interval in standard deviations."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """A number over many games."""

    mean: float
    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class FaultFound:
    """A fault of the rules: how many games met it, and the shortest game that does, if one was found, as lines of a script."""

    code: str
    message: str
    place: str
    games: int
    script: tuple[str, ...] = ()


@dataclass(slots=True)
class Result:
    """What came of a simulation. A shared victory counts for each of those who share it as a part of one."""

    game: str
    players: list[str]
    games: int
    seed: int
    seconds: float
    wins: dict[str, Share] = field(default_factory=dict)
    shared: Share = Share(0.0, 0.0, 0.0)
    scores: dict[str, Spread] = field(default_factory=dict)
    sampled: int = 0
    choices: Spread | None = None
    limits: dict[str, Share] = field(default_factory=dict)
    """By the text that the game tells: in which share of the sample a limit of the rules broke something off."""
    ends: dict[str, int] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    """What must always hold and did not, in the sample."""
    faults: list[FaultFound] = field(default_factory=list)
    stopped: bool = False
    """Whether it was stopped before all games were played; there is no sample then."""

    @property
    def sound(self) -> bool:
        """Whether no fault was met and everything held."""
        return not self.faults and not self.broken

    def data(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


@dataclass(slots=True)
class _Block:
    """What one block of games came to."""

    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    scores: list[list[int]] = field(default_factory=list)
    faults: Counter[tuple[str, str, str]] = field(default_factory=Counter)


_worker: Playout


def _begin(program: bytes) -> None:
    global _worker
    # Only the process that asked for the games answers Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = Playout(Program.from_bytes(program))


def _work(task: tuple[int, int, int]) -> _Block:
    return play_block(_worker, *task)


def play_block(playout: Playout, seed: int, number: int, games: int) -> _Block:
    """Play one block of random games."""
    source = random.Random(f"{seed}/{number}")
    block = _Block()
    seats = range(playout.program.layout.players)
    scored = playout.program.layout.scored
    for _ in range(games):
        try:
            state = playout.play(source)
        except RulesFault as fault:
            block.faults[(fault.code, fault.message, fault.place)] += 1
            continue
        block.winners[playout.winners(state)] += 1
        if scored:
            block.scores.append([playout.score(state, seat) for seat in seats])
    return block


def simulate(
    game: Game,
    players: int | tuple[str, ...] | list[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: int = 1,
    *,
    sample: int = SAMPLE,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play so many random games. `progress` is told how many are done, now and then; Ctrl-C ends it with what is done."""
    names = game.names(players)
    program = game.loaded(len(names)).program
    start = time.perf_counter()
    blocks: list[_Block] = []
    done = 0
    stopped = False
    try:
        for block, count in _blocks(program, games, seed, workers):
            blocks.append(block)
            done += count
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        # What is done so far still counts.
        stopped = True
    result = Result(game.id, list(names), done, seed, time.perf_counter() - start, stopped=stopped)
    _count(result, blocks)
    _sample(result, game, names, 0 if stopped else min(sample, games), seed)
    faults: Counter[tuple[str, str, str]] = Counter()
    for block in blocks:
        faults.update(block.faults)
    for (code, message, place), count in faults.items():
        result.faults.append(FaultFound(code, message, place, count, shortest(game, names, code, seed)))
    return result


def _blocks(program: Program, games: int, seed: int, workers: int) -> Iterator[tuple[_Block, int]]:
    """The blocks in order."""
    sizes = [min(BLOCK, games - first) for first in range(0, games, BLOCK)]
    tasks = [(seed, number, size) for number, size in enumerate(sizes)]
    if workers <= 1 or len(tasks) < 2:
        playout = Playout(program)
        for task in tasks:
            yield play_block(playout, *task), task[2]
        return
    with ProcessPoolExecutor(min(workers, len(tasks)), initializer=_begin, initargs=(program.to_bytes(),)) as pool:
        try:
            for task, block in zip(tasks, pool.map(_work, tasks), strict=True):
                yield block, task[2]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _count(result: Result, blocks: Iterable[_Block]) -> None:
    winners: Counter[tuple[int, ...]] = Counter()
    scores: list[list[int]] = []
    for block in blocks:
        winners.update(block.winners)
        scores.extend(block.scores)
    played = sum(winners.values())
    for seat, name in enumerate(result.players):
        won = sum(count / len(seats) for seats, count in winners.items() if seat in seats)
        result.wins[name] = share(won, played)
    result.shared = share(sum(count for seats, count in winners.items() if len(seats) > 1), played)
    if scores:
        for seat, name in enumerate(result.players):
            result.scores[name] = spread([row[seat] for row in scores])


def share(part: float, whole: int) -> Share:
    """A share and where it lies with 95 % confidence."""
    if whole == 0:
        return Share(0.0, 0.0, 1.0)
    found = part / whole
    z = CONFIDENT
    middle = (found + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z * math.sqrt(found * (1 - found) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return Share(found, max(0.0, middle - reach), min(1.0, middle + reach))


def spread(values: list[int]) -> Spread:
    """A number over many games."""
    return Spread(statistics.fmean(values), statistics.median(values), min(values), max(values))


# ------------------------------------------------------------------------------------------------------------ the sample


def random_match(game: Game, names: tuple[str, ...], seed: int, source: random.Random) -> Iterator[Match]:
    """A random match, after its beginning and after each choice."""
    match = game.start(names, seed)
    yield match
    while match.pending and len(match.moves) < LONGEST:
        choice = match.pending[0]
        match.choose(choice.seat, source.choice(choice.options))
        yield match


def _sample(result: Result, game: Game, names: tuple[str, ...], games: int, seed: int) -> None:
    """Play a sample a choice at a time."""
    machine = game.machine(len(names))
    naming = Naming(machine.layout, names)
    lengths: list[int] = []
    limits: Counter[str] = Counter()
    found: list[str] = []
    for number in range(games):
        source = random.Random(f"{seed}/sample/{number}")
        state, length = None, 0
        try:
            state = machine.start(source.getrandbits(31))
            while (asked := machine.asked(state)) and length < LONGEST:
                for sentence in broken(machine, naming, state):
                    if sentence not in found:
                        found.append(sentence)
                machine.answer(state, asked[0], source.choice(asked[0].codes))
                length += 1
        except RulesFault:
            # The playouts count faults, and `shortest` tells the way to each.
            continue
        lengths.append(length)
        told = {event: values for event, _, values in state.log if machine.layout.events[event].form in ("limit", "end")}
        texts = set()
        for event, values in told.items():
            layout = machine.layout.events[event]
            text = naming.text(layout.text, values) or layout.path
            if layout.form == "limit":
                texts.add(f"{layout.path}: {text}")
            else:
                result.ends[text] = result.ends.get(text, 0) + 1
        limits.update(texts)
    result.sampled = len(lengths)
    if lengths:
        result.choices = spread(lengths)
    result.limits = {text: share(count, len(lengths)) for text, count in limits.items()}
    result.broken = found


def shortest(game: Game, names: tuple[str, ...], code: str, seed: int) -> tuple[str, ...]:
    """The shortest of some random games that runs into a fault, as a script; nothing where none does."""
    best: tuple[str, ...] = ()
    for number in range(SEARCH):
        source = random.Random(f"{seed}/search/{number}")
        first = source.getrandbits(31)
        match: Match | None = None
        lines: list[str] = []
        try:
            match = game.start(names, first)
            while match.pending and (not best or len(lines) < len(best) - 3):
                choice = match.pending[0]
                option = source.choice(choice.options)
                lines.append(f"{choice.player}: {option.text}")
                match.choose(choice.seat, option)
        except RulesFault as fault:
            if fault.code == code and (not best or len(lines) + 3 < len(best)):
                best = (f"game {game.id}", f"seed {first}", f"players {', '.join(names)}", *lines)
    return best

"""Many games in numbers: who wins, with which scores, how long it takes, and whether the rules hold.

Where all play by chance, most games are played by the playout module of the compiled game, in which nothing stops and nothing is
told. They come in blocks, each with random numbers of its own that follow from the seed and the block's number, so the result is
the same whatever the number of workers. A sample is watched choice by choice as well (`play.watching`): from it come the lengths,
the numbers of options, the limits that broke games off, and the checks of what must always hold. Where bots think, or it is asked
for, every game is watched. A fault of the rules is reported with the shortest game that was found to lead to it.
"""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

from rulelang.backend.program import Program
from rulelang.errors import IllegalMove
from rulelang.play.agents import ITERATIONS, agent
from rulelang.play.figures import NO_SHARE, Difference, Share, Spread, difference, share, spread, spread_of
from rulelang.play.heading import heading
from rulelang.play.match import REQUIRED, Game, Match
from rulelang.play.watching import Watched, Watcher
from rulelang.runtime.machine import RulesFault
from rulelang.runtime.playout import Playout

BLOCK = 50
"""How many playouts share a source of random numbers."""
WATCHED_BLOCK = 5
"""How many watched games are given to a worker at a time."""
SAMPLE = 50
"""How many games are watched where the others are playouts."""
SEARCH = 200
"""How many games are looked through for a short way to a fault."""
RANDOM = "random"


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
    bots: list[str]
    """Who plays for each of them."""
    iterations: int | None
    """How many matches MCTS tries for a choice, where it plays."""
    dealt_anew: bool
    """Whether bots looked ahead: what is hidden from them, and what chance will bring, was dealt anew for it each time."""
    games: int
    seed: int
    seconds: float
    variants: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    """Those that differ from what the game says itself."""
    wins: dict[str, Share] = field(default_factory=dict)
    shared: Share = NO_SHARE
    """Games that several won together, drawn ones too."""
    drawn: Share = NO_SHARE
    """Games that everybody won together, or nobody."""
    scores: dict[str, Spread] = field(default_factory=dict)
    first: Share | None = None
    """How often the player who chose first won, in the games watched."""
    first_player: str | None = None
    """Who chose first, where that was always the same player; `first` counts all games then."""
    watched: int = 0
    """How many games were watched choice by choice; from them come the figures from here on."""
    choices: Spread | None = None
    options: Spread | None = None
    """How many options a choice had."""
    unended: int = 0
    """Games that were given up since they did not end."""
    limits: dict[str, Share] = field(default_factory=dict)
    """By the text that the game tells: in which share of the games watched a limit of the rules broke something off."""
    ends: dict[str, int] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    """What must always hold and did not."""
    faults: list[FaultFound] = field(default_factory=list)
    stopped: bool = False
    """Whether it was stopped before all games were played; where all play by chance none is watched then."""
    against: Result | None = None
    """The same of another game, where one was asked for to compare."""
    differences: list[Difference] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether no fault was met and everything held."""
        return not self.faults and not self.broken and (self.against is None or self.against.sound)

    def data(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


@dataclass(slots=True)
class _Block:
    """What one block of playouts came to."""

    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    scores: list[list[int]] = field(default_factory=list)
    faults: Counter[tuple[str, str, str]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Watching:
    """What a worker needs to know to watch games."""

    names: tuple[str, ...]
    bots: tuple[str, ...]
    iterations: int
    seed: int
    free: int
    heading: tuple[str, ...]

    def watcher(self, program: Program) -> Watcher:
        """One that watches."""
        agents = [agent(bot, self.iterations) for bot in self.bots]
        return Watcher(program, self.names, agents, self.seed, self.free, self.heading)


_playout: Playout
_watcher: Watcher


def _begin(program: bytes, watching: _Watching | None) -> None:
    global _playout, _watcher
    # Only the process that asked for the games answers Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if watching is None:
        _playout = Playout(Program.from_bytes(program))
    else:
        _watcher = watching.watcher(Program.from_bytes(program))


def _work(task: tuple[int, int, int]) -> _Block:
    return play_block(_playout, *task)


def _watch(task: tuple[int, int]) -> Watched:
    return _watcher.watch(*task)


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
    players: int | Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: int = 1,
    *,
    bots: Sequence[str] | None = None,
    iterations: int = ITERATIONS,
    free: int = 0,
    sample: int = SAMPLE,
    watch_all: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play so many games; `bots` says by their names who plays, seat by seat, by chance if nobody says.

    `free` is how many actions that are open to anybody at any time random bots take at one stop. So many games as `sample` says,
    or all, are watched choice by choice; all are where bots think or take free actions. `progress` is told how many are done, now
    and then; Ctrl-C ends it with what is done.
    """
    names = game.names(players if players is None or isinstance(players, int) else list(players))
    playing = tuple(bots) if bots is not None else (RANDOM,) * len(names)
    program = game.loaded(len(names)).program
    watching = _Watching(names, playing, iterations, seed, free, heading(game, names))
    thinking = any(bot != RANDOM for bot in playing)
    watching_all = watch_all or thinking or free > 0
    result = Result(
        game=game.id,
        players=list(names),
        bots=list(playing),
        iterations=iterations if "mcts" in playing else None,
        dealt_anew=thinking,
        games=0,
        seed=seed,
        seconds=0.0,
        variants=list(program.layout.variants),
        settings=dict(game.settings),
    )
    counted = _Block()
    watched = Watched()
    start = time.perf_counter()
    try:
        if watching_all:
            for part, count in _all_watched(program, watching, games, workers):
                watched.add(part)
                result.games += count
                if progress is not None:
                    progress(result.games)
            counted.winners, counted.scores, counted.faults = watched.winners, watched.scores, watched.faults
        else:
            for block, count in _blocks(program, games, seed, workers):
                counted.winners.update(block.winners)
                counted.scores.extend(block.scores)
                counted.faults.update(block.faults)
                result.games += count
                if progress is not None:
                    progress(result.games)
    except KeyboardInterrupt:
        # What is done so far still counts.
        result.stopped = True
        counted.winners, counted.scores = counted.winners or watched.winners, counted.scores or watched.scores
    result.seconds = time.perf_counter() - start
    _count(result, counted)
    if not (watching_all or result.stopped):
        watched = watching.watcher(program).watch(0, min(sample, games))
    _watched(result, watched)
    faults = counted.faults or watched.faults
    for (code, message, place), count in faults.items():
        script = _shorter(shortest(game, names, code, seed), watched.scripts.get(code, ()))
        result.faults.append(FaultFound(code, message, place, count, script))
    return result


def compare(here: Result, there: Result) -> Result:
    """The first of two results, with the second and how they differ beside it. Players are compared seat by seat."""
    here.against = there
    for one, other in zip(here.players, there.players, strict=False):
        what = one if one == other else f"{one} / {other}"
        here.differences.append(difference(f"wins of {what}", here.wins[one], there.wins[other]))
        if one in here.scores and other in there.scores:
            here.differences.append(difference(f"score of {what}", here.scores[one], there.scores[other]))
    here.differences.append(difference("shared victories", here.shared, there.shared))
    here.differences.append(difference("draws", here.drawn, there.drawn))
    if here.first is not None and there.first is not None:
        here.differences.append(difference("wins of who chose first", here.first, there.first))
    for what, mine, his in (
        ("choices in a game", here.choices, there.choices),
        ("options of a choice", here.options, there.options),
    ):
        if mine is not None and his is not None:
            here.differences.append(difference(what, mine, his))
    return here


def _pool(
    program: Program, watching: _Watching | None, workers: int, work: Callable[[Any], Any], tasks: Sequence[Any]
) -> Iterator[Any]:
    with ProcessPoolExecutor(min(workers, len(tasks)), initializer=_begin, initargs=(program.to_bytes(), watching)) as pool:
        try:
            yield from pool.map(work, tasks)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _blocks(program: Program, games: int, seed: int, workers: int) -> Iterator[tuple[_Block, int]]:
    """The blocks of playouts in order."""
    sizes = [min(BLOCK, games - first) for first in range(0, games, BLOCK)]
    tasks = [(seed, number, size) for number, size in enumerate(sizes)]
    if workers <= 1 or len(tasks) < 2:
        playout = Playout(program)
        for task in tasks:
            yield play_block(playout, *task), task[2]
        return
    yield from zip(_pool(program, None, workers, _work, tasks), sizes, strict=True)


def _all_watched(program: Program, watching: _Watching, games: int, workers: int) -> Iterator[tuple[Watched, int]]:
    """All games watched, some at a time, in order."""
    tasks = [(first, min(WATCHED_BLOCK, games - first)) for first in range(0, games, WATCHED_BLOCK)]
    if workers <= 1 or len(tasks) < 2:
        watcher = watching.watcher(program)
        for task in tasks:
            yield watcher.watch(*task), task[1]
        return
    yield from zip(_pool(program, watching, workers, _watch, tasks), [size for _, size in tasks], strict=True)


def _count(result: Result, counted: _Block) -> None:
    """Who won, with which scores."""
    everybody = len(result.players)
    played = sum(counted.winners.values())
    for seat, name in enumerate(result.players):
        won = sum(count / len(seats) for seats, count in counted.winners.items() if seat in seats)
        result.wins[name] = share(won, played)
    result.shared = share(sum(count for seats, count in counted.winners.items() if len(seats) > 1), played)
    result.drawn = share(sum(count for seats, count in counted.winners.items() if len(seats) == everybody > 1), played)
    if counted.scores:
        for seat, name in enumerate(result.players):
            result.scores[name] = spread(row[seat] for row in counted.scores)


def _watched(result: Result, watched: Watched) -> None:
    """What was seen choice by choice."""
    result.watched = len(watched.lengths)
    result.unended = watched.unended
    if watched.lengths:
        result.choices = spread(watched.lengths)
    if watched.options:
        result.options = spread_of(watched.options)
    if len(watched.first) == 1 and not watched.unended:
        result.first_player = result.players[next(iter(watched.first))]
        result.first = result.wins[result.first_player]
    elif watched.first:
        result.first = share(watched.won_by_first, sum(watched.first.values()))
    result.limits = {text: share(count, len(watched.lengths)) for text, count in sorted(watched.limits.items())}
    result.ends = dict(sorted(watched.ends.items()))
    result.broken = watched.broken


def _shorter(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The shorter of two scripts that is one."""
    return min((script for script in (one, other) if script), key=len, default=())


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
        except (RulesFault, IllegalMove) as fault:
            # What a rule forbids in the middle of a move is refused by a match.
            found = fault.code if isinstance(fault, RulesFault) else REQUIRED
            if found == code and (not best or len(lines) + 3 < len(best)):
                best = (*heading(game, names, first), *lines)
    return best

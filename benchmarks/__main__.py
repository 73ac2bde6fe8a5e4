"""Measures how fast games run and compile, and how that grows with a game: `python -m benchmarks`.

Everything is measured in one run on one core, each contestant in turn within every round, since the speed of a shared machine
drifts: what counts are the ratios. A row gives the median of the rounds with the least and the most. Nothing is judged here.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.handwritten import GAMES as HANDWRITTEN
from rulelang.locate import GamePlace, locate
from rulelang.play.loading import load_compiled, load_program
from rulelang.runtime.machine import Machine
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_game
from rulelang.syntax.memory import MEMORY
from rulelang.text.diagnostic import Sink

MEASURED = {"tictactoe": 2, "connect_four": 2, "treasures": 4, "crusaders": 4, "monks": 4, "mystery": 4}
"""The games and their numbers of players, the shortest first."""


def rate(play: Callable[[], object], seconds: float) -> float:
    """How often a function runs in a second."""
    count, step, start = 0, 1, time.perf_counter()
    while True:
        for _ in range(step):
            play()
        count += step
        spent = time.perf_counter() - start
        if spent >= seconds:
            return count / spent
        step = min(step * 2, 1000)


def seconds_of(action: Callable[[], object]) -> float:
    """How long an action takes once."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def row(name: str, what: str, values: list[float], digits: int = 0, unit: str = "") -> str:
    """A line of the table."""
    shown = [f"{value:,.{digits}f}" for value in (statistics.median(values), min(values), max(values))]
    return f"{name:<14} {what:<34} {shown[0]:>12} {unit:<3} [{shown[1]} - {shown[2]}]"


def playouts(rounds: int, seconds: float) -> None:
    """Random games per second, beside the same game written by hand where there is one."""
    print("random playouts per second, one core")
    source = random.Random(1)
    for name, players in MEASURED.items():
        playout = Playout(load_program(locate(name), players).program)
        generated: list[float] = []
        handwritten: list[float] = []
        ratios: list[float] = []
        for _ in range(rounds):
            generated.append(rate(partial(playout.play, source), seconds))
            if name in HANDWRITTEN:
                handwritten.append(rate(partial(HANDWRITTEN[name], source.random), seconds))
                ratios.append(generated[-1] / handwritten[-1])
        print(row(name, f"rules, {players} players", generated))
        if handwritten:
            print(row(name, "written by hand in Python", handwritten))
            print(row(name, "ratio", ratios, 2))


def machine(rounds: int, seconds: float) -> None:
    """Games per second that stop at every choice, and the time of a copy in the middle of one."""
    print("\nthe machine, stopping at every choice")
    for name, players in MEASURED.items():
        program = load_program(locate(name), players).program
        for logging in (False, True):
            engine = Machine(program, logging=logging)
            source = random.Random(1)

            def game(engine: Machine = engine, source: random.Random = source) -> None:
                state = engine.start(source.getrandbits(32))
                while asked := engine.asked(state):
                    one = asked[0]
                    engine.answer(state, one, one.codes[int(source.random() * len(one.codes))])

            what = "games per second, with log" if logging else "games per second"
            print(row(name, what, [rate(game, seconds) for _ in range(rounds)], 1))
        engine = Machine(program, logging=False)
        state = engine.start(1)
        for _ in range(20):
            asked = engine.asked(state)
            if asked:
                engine.answer(state, asked[0], asked[0].codes[0])
        copies = [1e6 / rate(partial(engine.copy, state), seconds / 4) for _ in range(rounds)]
        print(row(name, "one copy of a state", copies, 2, "µs"))


def compiling(rounds: int) -> None:
    """Time to check and to compile each game, cold and from the cache."""
    print("\ntime to check and compile")
    before = os.environ.get("RULELANG_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULELANG_CACHE"] = folder
        for name, players in MEASURED.items():
            place = locate(name)
            check(place)
            load_program(place, players)
            print(row(name, "check", [1e3 * cold(partial(check, place)) for _ in range(rounds)], 1, "ms"))
            again = [1e3 * seconds_of(partial(check, place)) for _ in range(rounds)]
            print(row(name, "check again, in one process", again, 1, "ms"))
            compiled = [1e3 * cold(partial(load_compiled, place, players)) for _ in range(rounds)]
            print(row(name, "check and compile", compiled, 1, "ms"))
            cached = [1e3 * seconds_of(partial(load_program, place, players)) for _ in range(rounds)]
            print(row(name, "load from the cache", cached, 1, "ms"))
    if before is None:
        del os.environ["RULELANG_CACHE"]
    else:
        os.environ["RULELANG_CACHE"] = before


def growing(rounds: int) -> None:
    """How the time to check and to compile grows from the smallest game to the largest, and what memory each needs."""
    print("\nwhat grows with a game: its lines, the time for a thousand of them, the memory of a process that plays it")
    for name, players in MEASURED.items():
        place = locate(name)
        model = load_game(place.entry, [], Sink())
        lines = sum(file.text.count("\n") for file in model.sources.files)
        print(f"{name:<14} {'lines':<34} {lines:>12,}")
        checked = [1e6 * cold(partial(check, place)) / lines for _ in range(rounds)]
        print(row(name, "check, of a thousand lines", checked, 1, "ms"))
        compiled = [1e6 * cold(partial(load_compiled, place, players)) / lines for _ in range(rounds)]
        print(row(name, "check and compile, of a thousand", compiled, 1, "ms"))
        found = memory(name)
        print(f"{name:<14} {'most memory of a process':<34} {found if found is not None else 'not known here':>12} MiB")


def memory(name: str) -> int | None:
    """The most memory, in MiB, of a process that plays a game once; none where the system does not tell."""
    done = subprocess.run([sys.executable, "-m", "benchmarks", "--alone", name], capture_output=True, text=True, check=True)
    return int(done.stdout) if done.stdout.strip() else None


def alone(name: str) -> None:
    """Play a game once, and print the memory that took."""
    Playout(load_program(locate(name), MEASURED[name]).program).play(random.Random(1))
    status = Path("/proc/self/status")
    if status.exists():
        print(next(int(line.split()[1]) // 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM:")))


def cold(work: Callable[[], object]) -> float:
    """Seconds that something takes of which nothing has been read before."""
    MEMORY.forget()
    return seconds_of(work)


def check(place: GamePlace) -> None:
    """Read and check a game."""
    load_game(place.entry, [], Sink())


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast games run and compile.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is measured (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for how long each time (default 0.5)")
    parser.add_argument("--alone", choices=MEASURED, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        alone(options.alone)
        return
    playouts(options.rounds, options.seconds)
    machine(options.rounds, options.seconds)
    compiling(options.rounds)
    growing(options.rounds)


if __name__ == "__main__":
    main()

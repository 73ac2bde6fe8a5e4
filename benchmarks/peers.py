"""Measures random playouts beside other ways to play the same games: `python -m benchmarks.peers`.

Each classic game is played by its compiled rules, by OpenSpiel's game of the same rules driven from a loop in Python, and, where
there is one, by a game written in Python by hand, plain and tuned. All in one run on one core, each in turn within every round,
since the speed of a machine drifts; a row gives the median of the rounds with the least and the most, in playouts per second of
processor time, and the median of what rules do in a round for one of the other's. Nothing is judged here.

OpenSpiel is the optional group `oracles`; without it the rest is measured. Memory is the most that a process of its own holds
that has played each game.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.handwritten import GAMES as PLAIN
from benchmarks.handwritten import TUNED

HAND: Mapping[str, object] = {"goal": 0, "passing": "by_lot"}

PEERS: dict[str, tuple[str, Mapping[str, object]]] = {
    "tictactoe": ("tic_tac_toe", {}),
    "connect_four": ("connect_four", {}),
    "breakthrough": ("breakthrough", {}),
    "hex": ("hex(board_size=11)", {}),
    "reversi": ("othello", {}),
    "draughts": ("checkers", {}),
    "chess": ("chess", {}),
    "pig": ("pig(diceoutcomes=6,winscore=100,players=2)", {}),
    "kuhn_poker": ("kuhn_poker", {}),
    "leduc_poker": ("leduc_poker", {}),
    "hearts": ("hearts", HAND),
}
"""Each game with its name in OpenSpiel, and the settings under which its rules are those there."""

WAYS = ("rules", "plain", "tuned", "openspiel")
WORDS = {
    "rules": "rules",
    "plain": "Python by hand, plain",
    "tuned": "Python by hand, tuned",
    "openspiel": "OpenSpiel, loop in Python",
}

Play = Callable[[], object]


def openspiel(name: str, source: random.Random) -> Play | None:
    """A random playout of a game of OpenSpiel, if that is installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def play() -> Any:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, likely)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(source.random() * len(actions))])
        return state

    return play


def playout(name: str, way: str, source: random.Random) -> Play | None:
    """A random playout of a game, or none where this way to play it is not there."""
    theirs, settings = PEERS[name]
    if way == "rules":
        # Only here, so that what the other ways hold in memory is theirs alone.
        from rulelang.locate import locate
        from rulelang.play.match import Game
        from rulelang.runtime.playout import Playout

        game = Game(locate(name), (), settings)
        return partial(Playout(game.loaded(game.information.fewest).program).play, source)
    if way == "openspiel":
        return openspiel(theirs, source)
    written = (PLAIN if way == "plain" else TUNED).get(name)
    return None if written is None else partial(written, source.random)


def rate(play: Play, seconds: float) -> float:
    """Playouts per second of processor time, in about so many seconds."""
    count, step, start = 0, 1, time.process_time()
    while True:
        for _ in range(step):
            play()
        count += step
        spent = time.process_time() - start
        if spent >= seconds:
            return count / spent
        step = max(1, min(step * 2, int(count / max(spent, 1e-6) * (seconds - spent)) + 1))


def measured(name: str, rounds: int, seconds: float) -> dict[str, list[float]]:
    """The playouts per second of each way to play a game, in each round."""
    source = random.Random(1)
    plays = {way: play for way in WAYS if (play := playout(name, way, source)) is not None}
    for play in plays.values():
        play()
    found: dict[str, list[float]] = {way: [] for way in plays}
    for _ in range(rounds):
        for way, play in plays.items():
            found[way].append(rate(play, seconds))
    return found


def lines(name: str, rates: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """The rows of a game."""
    for way, values in rates.items():
        middle, least, most = (f"{value:,.1f}" for value in (statistics.median(values), min(values), max(values)))
        ratio = statistics.median(ours / other for ours, other in zip(rates["rules"], values, strict=True))
        shown = "" if way == "rules" else f"  rules x {ratio:.3g}"
        yield f"{name:<13} {WORDS[way]:<26} {middle:>12}  {f'[{least} - {most}]':<28}{shown}".rstrip()


def memory(way: str, games: Sequence[str]) -> int | None:
    """The most memory, in MiB, of a process that plays each game once in one way; none where the system does not tell."""
    command = [sys.executable, "-m", "benchmarks.peers", "--alone", way, *games]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) if done.stdout.strip() else None


def alone(way: str, games: Sequence[str]) -> None:
    """Play each game once in one way, and print the memory that took."""
    plays = [play for name in games if (play := playout(name, way, random.Random(1))) is not None]
    for play in plays:
        play()
    status = Path("/proc/self/status")
    if status.exists():
        print(next(int(line.split()[1]) // 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM:")))


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="How fast the classic games are, and others.")
    parser.add_argument("games", nargs="*", help="which games; all by default")
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is measured (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for how long each time (default 0.5)")
    parser.add_argument("--alone", choices=WAYS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    games = options.games or list(PEERS)
    if unknown := [name for name in games if name not in PEERS]:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(PEERS)}")
    if options.alone:
        alone(options.alone, games)
        return
    print("random playouts per second of processor time, one core; median [least - most]; how often rules are as fast")
    ways = [way for way in WAYS if way != "openspiel" or openspiel("tic_tac_toe", random.Random(1)) is not None]
    if "openspiel" not in ways:
        print("OpenSpiel is not installed (the group `oracles`); it is left out")
    for name in games:
        for line in lines(name, measured(name, options.rounds, options.seconds)):
            print(line, flush=True)
    print("\nmost memory of a process that has played each game once")
    for way in ways:
        found = memory(way, games)
        print(f"{WORDS[way]:<26} {f'{found} MiB' if found is not None else 'not known here'}")


if __name__ == "__main__":
    main()

"""Published numbers of positions by depth, and a command that counts them again: `python -m tests.oracles.counts`.

Sources: the chess programming wiki (chess, with its test positions), the Othello perft tables, Aart Bik's counts for English
draughts; for tic-tac-toe, connect four and breakthrough counts made with OpenSpiel; for hex simple arithmetic, since no chain
joins two sides before the twenty-first stone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.play.perft import perft
from rulelang.play.script import Scripts
from rulelang.runtime.machine import Machine

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "games" / "classics"


@dataclass(frozen=True)
class Known:
    """What is known of a game or of a position in it; `quick` depths are counted by the tests."""

    name: str
    counts: tuple[int, ...]
    quick: int
    script: Path | None = None

    def position(self) -> tuple[Machine, Any]:
        """Where to count from."""
        if self.script is None:
            machine = Game(locate(self.name)).machine(2)
            return machine, machine.start(0)
        match = Scripts().run(self.script).match
        assert match is not None
        return match.machine, match.state


def _chess(name: str, counts: tuple[int, ...], quick: int) -> Known:
    return Known(name, counts, quick, HERE / "positions" / f"{name}.play")


KNOWN = (
    Known("tictactoe", (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872), 5),
    Known("connect_four", (7, 49, 343, 2401, 16807, 117649, 823536), 4),
    Known("breakthrough", (22, 484, 11132, 256036), 3),
    Known("hex", (121, 121 * 120, 121 * 120 * 119), 2),
    Known("reversi", (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288), 6),
    Known("draughts", (7, 49, 302, 1469, 7361, 36768, 179740, 845931), 5),
    Known("chess", (20, 400, 8902, 197281, 4865609), 3),
    Known("kiwipete", (48, 2039, 97862, 4085603), 2, SHIPPED / "chess" / "scripts" / "kiwipete.play"),
    _chess("chess_endgame", (14, 191, 2812, 43238, 674624), 3),
    _chess("chess_promotions", (6, 264, 9467, 422333), 2),
    _chess("chess_pinned_pawn", (44, 1486, 62379, 2103487), 2),
    _chess("chess_middle_game", (46, 2079, 89890, 3894594), 2),
)


def counted(known: Known, seconds: float) -> Iterator[tuple[int, int, float]]:
    """Each depth with what was counted and how long it took, as far as the next one is likely to be done in so many seconds."""
    machine, state = known.position()
    spent = 0.0
    for depth, count in enumerate(known.counts, 1):
        if depth > 1 and spent * count / known.counts[depth - 2] > seconds:
            return
        start = time.perf_counter()
        found = perft(machine, state, depth)
        spent = time.perf_counter() - start
        yield depth, found, spent


def main() -> int:
    """Count as deep as the time allows, and compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.counts", description="Count positions, and compare.")
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(known.name for known in KNOWN)}; all of them by default")
    parser.add_argument("--seconds", type=float, default=60, help="for how long about to count one depth (default 60)")
    options = parser.parse_args()
    failed = False
    for known in KNOWN:
        if options.names and known.name not in options.names:
            continue
        for depth, found, spent in counted(known, options.seconds):
            equal = found == known.counts[depth - 1]
            failed = failed or not equal
            verdict = "equal" if equal else f"should be {known.counts[depth - 1]}"
            sys.stdout.write(f"{known.name:<18} depth {depth} {found:>9} in {spent:6.1f} s  {verdict}\n")
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""The classic games have as many positions at each depth as is published of them; deeper by `python -m tests.oracles.counts`."""

from __future__ import annotations

from typing import Any

import pytest

from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.play.perft import moves, perft
from tests.oracles.counts import KNOWN, Known


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_counts_are_those_published(known: Known) -> None:
    machine, state = known.position()
    assert [perft(machine, state, depth) for depth in range(1, known.quick + 1)] == list(known.counts[: known.quick])


def test_tictactoe_has_5478_positions() -> None:
    machine = Game(locate("tictactoe")).machine(2)

    def squares(state: Any) -> tuple[int, ...]:
        return tuple(state.Square_owner)

    start = machine.start(0)
    found = {squares(start)}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for asked in machine.asked(state):
            for _, after in moves(machine, state, asked):
                if squares(after) not in found:
                    found.add(squares(after))
                    waiting.append(after)
    assert len(found) == 5478

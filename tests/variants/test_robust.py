"""Variants cut up and mixed: whatever they say, they are checked to the end, and what can be run can be compiled."""

from __future__ import annotations

import random

import pytest

from rulelang.backend.compile import compile_model
from rulelang.sema.load import load_text
from rulelang.text.diagnostic import Sink
from tests.variants import test_pairs, test_played

POOLS = [
    (test_pairs.GAME, [change for case in test_pairs.CASES for change in (case.first, case.second)]),
    (test_played.GAME + test_played.USES, [change for change, _ in test_played.CASES.values()]),
]
SLIPS = ("", "x", "(p, q)", "flood", "original()", "none")
PLACES = ("(p)", "(q)", "turn", "evening", "= ", "original()", "reward")


def slip(lines: list[str], source: random.Random) -> list[str]:
    """One slip of the pen."""
    at = source.randrange(len(lines))
    line = lines[at]
    made = source.choice(
        [
            [],
            [line, line],
            [line.replace(source.choice(PLACES), source.choice(SLIPS))],
            [f"{source.choice(['before', 'after', 'replace', 'remove', 'limit'])} {line.split(' ', 1)[-1]}"],
        ]
    )
    return [*lines[:at], *made, *lines[at + 1 :]] or [""]


@pytest.mark.parametrize("seed", range(40))
def test_variants_with_slips(seed: int) -> None:
    """No fault of ours, and an error wherever the game cannot be run."""
    source = random.Random(seed)
    game, changes = source.choice(POOLS)
    texts = []
    for number in range(source.choice([1, 2, 2, 3])):
        lines = "\n\n".join(source.sample(changes, source.choice([1, 1, 2, 3]))).split("\n")
        for _ in range(source.choice([0, 1, 2])):
            lines = slip(lines, source)
        over = source.choice(["", "", " over v2", " over v1, v3"])
        texts.append(f"variant v{number + 1} of small{over}\n\n" + "\n".join(lines) + "\n")
    model, sink = load_text(game, *texts)
    assert model.runnable or sink.has_errors
    if model.runnable:
        compile_model(model, 2, {}, Sink(), "")

"""Every line of every bill, and every rank of who wins, is held by an example or a script of its game.

Whoever says a bill says all lines that are not 0. So a line that counts for something in such a bill cannot be taken out, or
count otherwise, without an example that fails; and a rank without which others would win, where it is said who wins, cannot be
taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulelang.locate import locate, shipped_games
from rulelang.play.clauses import Run
from rulelang.play.example import Workshop
from rulelang.play.script import Scripts
from rulelang.syntax import nodes

PRINTED = {"monks"}
"""Games whose lines are held by the bills that their scripts print at the end, which `test_transcripts` keeps."""
SCORED = [name for name in sorted(shipped_games()) if Workshop(locate(name)).model.scoring is not None]


class Held:
    """The lines and ranks that were said."""

    def __init__(self) -> None:
        self.lines: set[int] = set()
        self.ranks: set[int] = set()

    def bill(self, run: Run, seat: int) -> None:
        """A bill was said."""
        self.lines |= {number for number, _, points in run.machine.score(run.state, seat)[0] if points}

    def won(self, ranks: Sequence[tuple[int, ...]]) -> None:
        """It was said who wins."""
        best = leading(ranks)
        without = {number: leading([row[:number] + row[number + 1 :] for row in ranks]) for number in range(len(ranks[0]))}
        self.ranks |= {number for number, seats in without.items() if seats != best}


def leading(ranks: Sequence[tuple[int, ...]]) -> list[int]:
    """The seats that rank first."""
    return [seat for seat, row in enumerate(ranks) if row == max(ranks)]


def ranks_of(run: Run) -> list[tuple[int, ...]]:
    """What ranks each player now."""
    return [run.machine.score(run.state, seat)[2] for seat in range(run.machine.players)]


@cache
def held_in(name: str) -> tuple[Workshop, Held]:
    """A game, and what its examples and scripts say of bills and victories, once they have passed."""
    held = Held()
    shop = Workshop(locate(name))
    said = (nodes.ExpectBill, nodes.ExpectWon)
    with pytest.MonkeyPatch.context() as patch:
        _then(patch, "_expect_bill", lambda run, clause: held.bill(run, run.match.players.index(clause.player.text)))
        _then(patch, "_expect_won", lambda run, clause: held.won(ranks_of(run)))
        if name in PRINTED:
            _then(patch, "finish", lambda run, _: _printed(held, run))
        for owner, example in shop.all_examples():
            if any(isinstance(clause, said) for clause in example.clauses):
                assert owner.example(example).passed, example.title
        scripts = Scripts()
        for path in sorted(Path(shop.place.folder, "scripts").glob("*.play")):
            if name in PRINTED or "expect bill" in path.read_text(encoding="utf-8"):
                assert not scripts.run(path).failed, path.name
    return shop, held


@pytest.mark.parametrize("name", SCORED)
def test_every_line_is_held(name: str) -> None:
    shop, held = held_in(name)
    scoring = shop.model.scoring
    assert scoring is not None
    missing = [shop.model.sources.place(line.span) for number, line in enumerate(scoring.lines) if number not in held.lines]
    assert missing == [], "no example says what these lines come to"


@pytest.mark.parametrize("name", SCORED)
def test_every_rank_is_held(name: str) -> None:
    shop, held = held_in(name)
    scoring = shop.model.scoring
    assert scoring is not None
    missing = [shop.model.sources.place(rank.span) for number, rank in enumerate(scoring.ranks) if number not in held.ranks]
    assert missing == [], "no example says who wins by these"


def _then(patch: pytest.MonkeyPatch, method: str, note: Callable[[Run, Any], None]) -> None:
    """Note something after each call of a method of `Run`."""
    original = getattr(Run, method)

    def noted(run: Run, *clause: Any) -> None:
        original(run, *clause)
        note(run, *clause or (None,))

    patch.setattr(Run, method, noted)


def _printed(held: Held, run: Run) -> None:
    """A script that ran to the end of its match has printed all bills and who has won."""
    if run.match.over:
        for seat in range(run.machine.players):
            held.bill(run, seat)
        held.won(ranks_of(run))

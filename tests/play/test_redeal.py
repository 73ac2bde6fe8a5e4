"""What a player cannot see makes no difference to him, in every game and on every page of rules that the tests know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.play.belief import Beliefs
from rulelang.play.match import Game
from rulelang.play.redeal import leaks, redealt, sample

ROOT = Path(__file__).resolve().parents[2]
GAMES = [
    *sorted(path for path in (ROOT / "games").rglob("game.rules") if not path.parent.name.startswith("_")),
    *sorted((ROOT / "tests" / "pages").glob("*.rules")),
    *sorted((ROOT / "tests" / "constructs").glob("*.rules")),
]
STATES = 12
"""At so many states of each match everything is dealt anew for each player."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_tells_a_player_what_he_cannot_see(path: Path) -> None:
    game = Game(path)
    source = Random(11)
    changed = hidden = 0
    for players in sorted({game.information.fewest, game.information.most}):
        beliefs = Beliefs(game.machine(players))
        hides = any(store.hidden for store in beliefs.layout.stores) or bool(beliefs.secret)
        hidden += hides
        for seed in range(2):
            match = game.start(players, seed=seed)
            for number, stopped in enumerate(sample(match, Random(seed), 5, 5 * (STATES if hides else 2))):
                for seat in range(players):
                    found = leaks(beliefs, stopped, seat, source, refusals=number % 4 == 0)
                    assert not found, found[0]
                    other, _ = redealt(beliefs, stopped, seat, source)
                    changed += any(
                        getattr(other.state, name) != getattr(stopped.state, name) for name in beliefs.machine.changing
                    )
    # A test that deals nothing anew would find nothing.
    assert changed or not hidden or path.stem == "crusaders_map"

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


TELLING = """
game telling "Telling":
    players 2

enum Suit: hearts, spades

kind Card:
    suit: Suit
Card heart x 4:
    suit: hearts
Card spade x 4:
    suit: spades

state:
    deck: pile of Card = Card, secret

player:
    hand: pile of Card, private
    order: Int 0 to 9 = 0, private
    points: Int = 0

rule think(p: Player) -> Int:
    p chooses m from range(0, 9) "Think of a number" secretly
    return m

rule guess(p: Player, n: Int):
    p chooses "Guess":
        high where n > 4: p gains 1 points
        pass

rule wait(p: Player, n: Int) -> Int:
    p chooses "Wait":
        wait
    return n

play:
    shuffle deck
    for each p in players:
        draw 2 from deck to p.hand
    for each p in players:
        p chooses n from range(0, 9) "Your number" secretly
        p.order = n
    repeat 3 times:
        for each p in players:
            ask(p, left_of(p))

rule ask(p: Player, q: Player):
    BEFORE
    p chooses "Ask":
        WHAT
        pass
"""

PASS = "rest: p gains 1 points"


@pytest.mark.parametrize(
    ("before", "option", "tells"),
    [
        ("nothing", "take where q.hand.size > 0: p gains 1 points", False),
        ("nothing", "take where any(c in p.hand where c.suit is hearts): p gains 1 points", False),
        ("nothing", "take where any(c in knowing(q.hand) where c.suit is hearts): p gains 1 points", True),
        ("nothing", "take where knowing(q.order) > 4: p gains 1 points", True),
        ("nothing", "take(c from knowing(q.hand)): move c to p.hand", True),
        ("nothing", "take where knowing(top(deck)) is heart: p gains 1 points", True),
        # What locals of rules hold that have stopped: read, thought of, handed on, given, worked out.
        ("let n = knowing(q.order)", "take where n > 4: p gains 1 points", True),
        ("let n = p.order", "take where n > 4: p gains 1 points", False),
        ("let n = knowing(q.order) > 4", "take where n: p gains 1 points", True),
        ('let n = knowing(q.order)\n    log "{n}"', "take where n > 4: p gains 1 points", False),
        ("let n = knowing(think(q))", "take where n > 4: p gains 1 points", True),
        ("let n = think(p)", "take where n > 4: p gains 1 points", False),
        ("let n = 0\n    if knowing(q.order) > 4:\n        n = 1", "take where n == 1: p gains 1 points", True),
        ("guess(p, knowing(q.order))", PASS, True),
        ("guess(p, p.order)", PASS, False),
        ("guess(p, knowing(think(q)))", PASS, True),
        ("guess(p, think(p))", PASS, False),
        ("let n = knowing(wait(p, q.order))", "take where n > 4: p gains 1 points", True),
        ("let n = wait(q, p.order)", "take where n > 4: p gains 1 points", False),
        ("q chooses m from range(0, 9) secretly", "take where knowing(m) > 4: p gains 1 points", True),
        ("q chooses m from range(0, 9)", "take where m > 4: p gains 1 points", False),
    ],
)
def test_what_tells_is_found(tmp_path: Path, before: str, option: str, tells: bool) -> None:
    path = tmp_path / "telling.rules"
    path.write_text(TELLING.replace("BEFORE", before).replace("WHAT", option), encoding="utf-8")
    game = Game(path)
    beliefs = Beliefs(game.machine(2))
    found: list[str] = []
    for seed in range(3):
        for stopped in sample(game.start(2, seed=seed), Random(seed), 1, 8):
            for seat in range(2):
                found += leaks(beliefs, stopped, seat, Random(seed))
    assert bool(found) is tells


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

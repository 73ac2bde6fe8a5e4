"""The optional rules of the Mystery of the Templars: what each alters, that all examples hold under them, and how games end."""

from __future__ import annotations

import random

import pytest

from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.match import Game
from tests.docs.test_tutorial import run

SETS = [(), ("preceptors",), ("strategic_enemies",), ("preceptors", "strategic_enemies")]

ALTERED = {
    "preceptors": {
        "set_up": ["after set_up.first_resources"],
        "display_relics": ["add to display_relics: archambaud"],
        "may_display": ["replace may_display"],
        "resolve_excavation": ["before resolve_excavation", "after resolve_excavation"],
        "most_valiant": ["replace most_valiant"],
        "attack": ["replace attack"],
        "saracen_strength": ["before saracen_strength"],
        "assault": ["replace assault"],
        "sell": ["add to sell: jacques"],
        "sold": ["after sold"],
        "markets": ["after markets", "add to markets.buy: roland"],
        "resources": ["after resources.deal_order"],
        "persecution_round": ["after persecution_round.deal_order"],
        "load_transports": ["add to load_transports: gondemar"],
        "allowance": ["replace allowance"],
        "transports": ["after transports"],
    },
    "strategic_enemies": {
        "station": ["replace station"],
        "attack_strength": ["replace attack_strength"],
        "pillage": ["replace pillage"],
        "beaten": ["replace beaten"],
        "example": ["replace example"] * 10,
    },
}
"""What each variant changes: the rule, and how."""


@pytest.mark.parametrize("variant", ALTERED)
def test_what_a_variant_alters(variant: str) -> None:
    """Each of these, in no more ways, and nothing else."""
    told: dict[str, list[str]] = {}
    rule = ""
    for line in run(f"rulelang show mystery changes --variant {variant}").splitlines():
        if not line.startswith(" "):
            rule = line.split()[0]
        elif rule != "new":
            told.setdefault(rule, []).append(line.strip())
    assert told.keys() == ALTERED[variant].keys()
    for rule, ways in ALTERED[variant].items():
        assert len(told[rule]) == len(ways)
        assert all(line.startswith(way) for line, way in zip(told[rule], ways, strict=True)), told[rule]


def test_what_is_added_to_a_choice_comes_before_being_done() -> None:
    phases = run("rulelang show mystery phases --variant preceptors")
    for added, last in (("gondemar ", "Load nothing more"), ("jacques ", "Sell nothing more"), ("roland ", "Buy nothing")):
        assert 0 < phases.index(f" {added}") < phases.index(last)


@pytest.mark.parametrize("variants", SETS[1:], ids="+".join)
def test_examples_hold_with_variants(variants: tuple[str, ...]) -> None:
    """Those of the game as well: what comes out otherwise says so by `replace example`."""
    outcomes = list(Workshop(locate("mystery"), variants).examples())
    assert len(outcomes) > 60
    assert not [f"{outcome.title}: {outcome.failed}" for outcome in outcomes if not outcome.passed]


@pytest.mark.parametrize("variants", SETS, ids=lambda variants: "+".join(variants) or "none")
def test_games_end_after_the_eighth_round(variants: tuple[str, ...]) -> None:
    """By our map the last counter of 1307 is laid in the eighth round of the persecution, never earlier and never later."""
    match = Game("mystery", variants).start(2 + len(variants), seed=3)
    source = random.Random(7)
    while match.pending:
        choice = source.choice(match.pending)
        match.choose(choice.seat, source.choice(choice.options))
    assert match.check_invariants() == []
    told = [line.text for line in match.log if line.text.startswith("Persecution, round")]
    assert told == [f"Persecution, round {number}" for number in range(1, 9)]

"""Case C05 (Card-Forge/forge#1669, jeremylarner/keyteki#67): an optional effect with nothing to choose; up to three with none."""

from __future__ import annotations

from pathlib import Path

from rulelang.locate import locate
from rulelang.play.example import Workshop
from tests.sema.marked import check

GAME = """
kind Creature:
    damage: Int = 0

Creature bear
Creature wolf

player:
    amber: Int = 0

rule vigour(me: Player):
    {choice}
"""

EMPTY = """
    me chooses patient from Creature where patient.damage > 0 "Heal whom?" # RL0905
    patient.damage -= 1
"""

DECLINED = """
    me may choose patient from Creature where patient.damage > 0 "Heal whom?"
    patient.damage -= 1 # RL0303
"""

HEALED = """
    me may choose patient from Creature where patient.damage > 0 "Heal whom?"
    if patient is not none:
        me chooses n from range(0, min(3, patient.damage)) "Heal how much?"
        patient.damage -= n
        if n == 3:
            me gains 1 amber for "a full cure"
"""


def test_an_empty_choice_is_warned_of() -> None:
    """The check says so at the line of the choice."""
    check(GAME.format(choice=EMPTY.strip()))


def test_what_may_be_declined_may_be_none() -> None:
    """Using it unchecked is an error of types."""
    check(GAME.format(choice=DECLINED.strip()))


def test_zero_to_three_with_and_without_a_patient(tmp_path: Path) -> None:
    """Healing none, some and all, and declining, in play."""
    examples = []
    for damage, healed, left, amber in ((4, 0, 4, 0), (4, 1, 3, 0), (4, 2, 2, 0), (4, 3, 1, 1), (2, 2, 0, 0)):
        examples.append(
            f'example "{healed} of {damage}":\n    players ann, ben\n    given bear.damage = {damage}\n    when vigour(ann)\n'
            f"    ann: bear\n    ann: {healed}\n    expect bear.damage == {left}\n    expect ann.amber == {amber}\n"
        )
    examples.append(
        'example "none to heal":\n    players ann, ben\n    when vigour(ann)\n    ann: pass\n    expect ann.amber == 0\n'
    )
    # A range whose end depends on the state may be empty as far as the check can tell, so it is warned of, not refused.
    text = (
        'game cure "Cure":\n    players 2\n'
        + GAME.format(choice=HEALED.strip())
        + "\nplay:\n    vigour(players[1])\n\n"
        + "\n".join(examples)
    )
    entry = tmp_path / "game.rules"
    entry.write_text(text, encoding="utf-8")
    outcomes = list(Workshop(locate(str(entry))).examples())
    assert len(outcomes) == 6
    assert not [o.failed.message for o in outcomes if o.failed is not None]

"""Case C05 (Card-Forge/forge#1669, jeremylarner/keyteki#67): an optional effect with nothing to choose; up to three with none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import group
from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.match import Game
from rulelang.runtime.machine import RulesFault
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


UP_TO = """
    me chooses up to 3 patients from each(x in Creature where x.damage > 0) "Heal whom?"
    for each one in patients:
        one.damage -= 1
"""
STUCK = """game cure "Cure":
    players 2
{game}
play:
    bear.damage = 2
    repeat 5 times:
        for each p in players:
            vigour(p)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    text = STUCK.format(game=GAME.format(choice=EMPTY.partition("#")[0].strip() + "\n    patient.damage -= 1"))
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    return tmp_path


def test_up_to_three_takes_none_to_three(tmp_path: Path) -> None:
    things = "".join(f"Creature c{n}\n" for n in range(4))
    text = 'game cure "Cure":\n    players 2\n' + GAME.format(choice=UP_TO.strip()).replace("Creature bear\n", things)
    examples = []
    for picked in ([], ["c0"], ["c2", "c0"], ["c3", "c1", "c0"]):
        # A line that names several is the whole answer; one thing may be the first of more.
        line = " ".join(picked) if len(picked) > 1 else "\n    ann: ".join([*picked, "done"])
        healed = "".join(f"    expect {name}.damage == {int(name not in picked)}\n" for name in ("c0", "c1", "c2", "c3"))
        given = "".join(f"    given c{n}.damage = 1\n" for n in range(4))
        head = f'example "heals {len(picked)}":\n    players ann, ben\n'
        examples.append(f"{head}{given}    when vigour(ann)\n    ann: {line}\n{healed}")
    examples.append('example "nobody is hurt":\n    players ann, ben\n    when vigour(ann)\n    expect wolf.damage == 0\n')
    entry = tmp_path / "game.rules"
    entry.write_text(text + "\nplay:\n    vigour(players[1])\n\n" + "\n".join(examples), encoding="utf-8")
    outcomes = list(Workshop(locate(str(entry))).examples())
    assert len(outcomes) == 5
    assert not [o.failed.message for o in outcomes if o.failed is not None]


SAID = "ann has nothing to choose: the choice `vigour.patient` has no legal option, no `otherwise` and no way to decline"
FALSE = ("`bear`: `bear.damage > 0` is false (0 <= 0)", "`wolf`: `wolf.damage > 0` is false (0 <= 0)")
SCRIPT = ["players ann, ben", "ann: bear", "ben: bear"]


@pytest.mark.parametrize("bots", [("--bot", "all=random"), ("--bot", "ben=random"), ()])
def test_met_in_play_it_says_who_and_why_and_gives_a_script(folder: Path, bots: tuple[str, ...]) -> None:
    result = CliRunner().invoke(group, ["play", ".", "--seed", "1", *bots], input="bear\nbear\n")
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert f"game.rules:14:5: error[RL0814]: {SAID}" in result.output
    assert all(f"  {each}\n" in result.output for each in FALSE)
    assert "Traceback" not in result.output
    script = result.output.split("this script leads there:\n")[1].splitlines()
    lines = [line.removeprefix("  ") for line in script if line.startswith("  ")]
    assert [line for line in lines if line in SCRIPT] == SCRIPT
    # And so it does.
    (folder / "there.play").write_text("\n".join(lines) + "\n", encoding="utf-8")
    again = CliRunner().invoke(group, ["run", "there.play"])
    assert again.exit_code == 1
    assert SAID in again.output and "there.play:5" in again.output
    assert all(f"note: {each}" in again.output for each in FALSE)


def test_the_fault_of_the_python_interface_tells_the_same(folder: Path) -> None:
    match = Game(locate(str(folder))).start(["ann", "ben"], 1)
    match.choose("ann", "bear")
    with pytest.raises(RulesFault) as told:
        match.choose("ben", "bear")
    assert (told.value.code, told.value.message) == ("RL0814", SAID)
    assert told.value.reasons() == FALSE
    assert told.value.script[-2:] == ("ann: bear", "ben: bear")
    # The match stands where it was.
    assert [choice.player for choice in match.pending] == ["ben"]

"""`run` on recorded matches: what it says, how it ends, what `--repair` writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import exit
from tests.cli.conftest import Rulelang

RULES = """\
game coins "Coins":
    players 2

player:
    coins: Int 0 to 99 = 3
    tired: Bool = false, private

rule tax(p: Player):
    p loses 1 coin for "tax"

play:
    repeat at most 6:
        for each me in players:
            turn of me:
                me chooses "Your turn":
                    work "Work":
                        roll d6 as n
                        me gains n coins for "work"
                    rest where not me.tired "Rest":
                        me.tired = true
                tax(me)

scoring for each player p:
    "Coins": p.coins
    winner: most total
"""


@pytest.fixture
def match(rulelang: Rulelang, tmp_path: Path) -> Path:
    """A recorded match of bots."""
    (tmp_path / "coins.rules").write_text(RULES, encoding="utf-8")
    result = rulelang("play", "coins.rules", "--bot", "all=random", "--seed", "4", "--record", "match.play")
    assert result.exit_code == exit.FINE, result.output
    return tmp_path / "match.play"


def change(match: Path, old: str, new: str) -> None:
    assert old in RULES
    (match.parent / "coins.rules").write_text(RULES.replace(old, new), encoding="utf-8")


def test_the_same_game(rulelang: Rulelang, match: Path) -> None:
    result = rulelang("run", "match.play")
    assert result.exit_code == exit.FINE
    assert "same game: all 12 moves, and every state" in result.stderr
    change(match, '"Work"', '"Go to work"')
    assert rulelang("run", "match.play").exit_code == exit.FINE


def test_another_state(rulelang: Rulelang, match: Path) -> None:
    change(match, "loses 1 coin", "loses 2 coins")
    result = rulelang("run", "match.play")
    assert result.exit_code == exit.OTHER_STATE
    assert "error[RL0732]: all 12 moves are still legal, but from move 1 on the state differs" in result.stderr
    assert "changed since: `tax` (coins.rules:8)" in result.stderr
    assert result.stdout.startswith("Coins\n=====\n"), "the match is told all the same"
    entry = json.loads(rulelang("run", "match.play", "--format", "json").stdout.splitlines()[-1])
    assert (entry["type"], entry["form"], entry["move"], entry["changed"]) == ("verdict", "other", 1, ["tax"])


def test_diverged(rulelang: Rulelang, match: Path) -> None:
    change(match, 'work "Work":', 'work where me.coins < 2 "Work":')
    result = rulelang("run", "match.play")
    assert result.exit_code == exit.DIVERGED
    assert "error[RL0731]: recorded with other rules (one rule differs: `play`), then diverged at move " in result.stderr
    assert "`me.coins < 2`" in result.stderr or ".coins < 2` is false" in result.stderr


def test_repaired(rulelang: Rulelang, match: Path) -> None:
    change(match, "                tax(me)\n", '                me chooses "The tax":\n                    pay "Pay": tax(me)\n')
    assert rulelang("run", "match.play").exit_code == exit.DIVERGED
    before = match.read_text(encoding="utf-8")
    result = rulelang("run", "--repair", "match.play")
    assert result.exit_code == exit.FINE, result.stderr
    assert "put in before it: ann: pay" in result.stderr
    after = match.read_text(encoding="utf-8")
    assert after.count(": pay\n") == 11 and before.count(": pay\n") == 0
    assert rulelang("run", "match.play").exit_code == exit.FINE
    assert rulelang("fmt", "--check", "match.play").exit_code == exit.FINE


def test_a_script_is_repaired_line_by_line(rulelang: Rulelang, match: Path) -> None:
    change(match, "                tax(me)\n", '                me chooses "The tax":\n                    pay "Pay": tax(me)\n')
    script = match.parent / "short.play"
    script.write_text(
        'game "coins.rules"\nplayers ann, ben\n\n# Ann rests.\nann: rest\nben: rest\nrefused ben: rest\n', encoding="utf-8"
    )
    assert rulelang("run", "short.play").exit_code == exit.FINDINGS
    result = rulelang("run", "--repair", "short.play")
    assert result.exit_code == exit.FINE, result.stderr
    expected = 'game "coins.rules"\nplayers ann, ben\n\n# Ann rests.\nann: rest\nann: pay\nben: rest\nrefused ben: rest\n'
    assert script.read_text(encoding="utf-8") == expected


def test_what_cannot_be_repaired_stays(rulelang: Rulelang, match: Path) -> None:
    change(match, 'work "Work":', 'work where me.coins < 2 "Work":')
    before = match.read_text(encoding="utf-8")
    assert rulelang("run", "--repair", "match.play").exit_code == exit.DIVERGED
    assert match.read_text(encoding="utf-8") == before


def test_a_refusal_is_told_to_who_was_refused(rulelang: Rulelang, match: Path) -> None:
    script = match.parent / "short.play"
    script.write_text('game "coins.rules"\nplayers ann, ben\n\nann: rest\nben: rest\nrefused ann: rest\n', encoding="utf-8")
    said = "ann cannot choose `rest`: `not ann.tired` is false"
    assert said in rulelang("run", "short.play").stdout or "`ann.tired` is true" in rulelang("run", "short.play").stdout
    assert "ann cannot" in rulelang("run", "short.play", "--as", "ann").stdout
    assert "cannot" not in rulelang("run", "short.play", "--as", "ben").stdout


def test_a_match_that_was_gone_on_with_keeps_its_record(rulelang: Rulelang, match: Path) -> None:
    words = ("play", "coins.rules", "--bot", "all=random")
    rulelang(*words, "--seed", "4", "--save", "half.json", "--stop-after", "5")
    assert rulelang(*words, "--resume", "half.json", "--record", "again.play").exit_code == exit.FINE
    assert (match.parent / "again.play").read_text(encoding="utf-8") == match.read_text(encoding="utf-8")

"""`check --secrets`: whether anything tells a player what he cannot see."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Rulelang

PEEKING = """
game peeking "Peeking":
    players 2

kind Card

Card ace x 3
Card king x 3

state:
    deck: pile of Card = Card, secret

player:
    hand: pile of Card, private
    points: Int = 0

play:
    shuffle deck
    for each p in players:
        draw 2 from deck to p.hand
    repeat 20 times:
        for each p in players:
            p chooses "What now?":
                strike where WHEN: p gains 1 points
                rest
"""


def test_what_tells_is_a_finding_with_the_game_that_leads_there(rulelang: Rulelang, tmp_path: Path) -> None:
    game = tmp_path / "peeking.rules"
    game.write_text(PEEKING.replace("WHEN", "any(c in knowing(left_of(p).hand) where c is ace)"), encoding="utf-8")
    found = rulelang("check", str(game), "--secrets", "30")
    assert found.exit_code == 1
    assert re.search(r"^2 players: \d+ looks at \d+ stops of \d+ games: told$", found.stdout, re.MULTILINE)
    assert re.search(r"^  what may be chosen of (ann|ben) would be otherwise", found.stdout, re.MULTILINE)
    # The game that leads there is a script.
    script = tmp_path / "told.play"
    lines = [line[4:] for line in found.stdout.splitlines() if line.startswith("    ")]
    assert lines[0].startswith("game ") and any(line.startswith("seed ") for line in lines)
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    # It runs to its end, where somebody is being asked.
    assert re.findall(r"RL\d{4}", rulelang("run", str(script)).output) == ["RL0713"]


def test_a_game_that_keeps_its_secrets(rulelang: Rulelang, tmp_path: Path) -> None:
    game = tmp_path / "peeking.rules"
    game.write_text(PEEKING.replace("WHEN", "any(c in p.hand where c is ace)"), encoding="utf-8")
    found = rulelang("check", str(game), "--secrets", "12")
    assert found.exit_code == 0
    assert re.fullmatch(
        r"2 players: 24 looks at 12 stops of \d+ games: nothing tells anybody what he cannot see\n", found.stdout
    ), found.stdout
    assert rulelang("check", "tictactoe", "--secrets", "5").stdout == "2 players: nothing is hidden from anybody\n"

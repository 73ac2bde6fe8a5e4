"""C16: two variants, each fine alone, broken together: one command tries them all, plays, and shows what breaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import group

GAME = """
game minichess "Minichess":
    players 2
    language 1

kind Man:
    worth: Int = 1

Man soldier x 3 for each player

player:
    board: pile of Man, public

define men(p: Player) = each(m in Man where m.owner is p and m not in box)

define has_won(p: Player) -> Bool = opponent(p).board.size == 0

rule take(p: Player, m: Man):
    move m to box

play:
    for each p in players:
        move each(m in Man where m.owner is p) to p.board
    repeat for each p in players:
        p chooses m from opponent(p).board "Take which?":
            take(p, m)
        otherwise:
            log "{p} has nothing to take"
    until any(q in players where has_won(q))
"""
LOSING = """
variant losing "Who loses all his men wins" of minichess

replace has_won(p) = men(p).size == 0
"""
DROPS = """
variant drops "Taken men come back" of minichess

player:
    pocket: pile of Man, public

after take(p, man):
    move man to p.pocket
"""
NEVER = """
variant never "Nobody wins" of minichess

replace has_won(p) = men(p).size > 9
"""
STRICT = """
variant strict "No man is ever gone" of minichess

always "no man is gone": all(m in Man where m not in box or m.worth > 1)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game and its variants."""
    (tmp_path / "minichess" / "variants").mkdir(parents=True)
    (tmp_path / "minichess" / "game.rules").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv("RULELANG_VARIANTS", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "minichess" / "variants"


def combinations(folder: Path, **variants: str) -> tuple[int, str]:
    """What `check --combinations` says of these."""
    for name, text in variants.items():
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(group, ["check", "minichess", "--combinations", "--games", "3"])
    return result.exit_code, result.output


def test_all_is_well_alone(folder: Path) -> None:
    """The table tells games, ends and lengths."""
    code, text = combinations(folder, losing=LOSING)
    assert code == 0, text
    assert text.splitlines()[0].split() == ["variants", "compiles", "games", "end", "choices"]
    assert text.splitlines()[1].split()[:4] == ["losing", "yes", "3", "3"]


def test_a_man_in_the_pocket_is_no_man_on_the_board(folder: Path) -> None:
    """Together nobody ever loses all his men, since those in a pocket count: that pair does not end, and is shown as a script."""
    code, text = combinations(folder, losing=LOSING, drops=DROPS)
    assert code == 1
    rows = {line.split("  ")[0]: line.split()[-3:] for line in text.splitlines()[:4]}
    assert rows["drops"][:2] == rows["losing"][:2] == ["3", "3"]
    assert "drops + losing, 2 players: " in text and "never ends" in text
    assert "variants drops, losing" in text and "players ann, ben" in text


def test_what_always_holds_is_asked(folder: Path) -> None:
    """A pair that breaks an `always` is shown with the shortest game that does."""
    code, text = combinations(folder, strict=STRICT)
    assert code == 1
    assert "strict, 2 players: `always` does not hold: no man is gone" in text


def test_what_does_not_compile_is_told(folder: Path) -> None:
    """A pair that excludes each other says why."""
    code, text = combinations(folder, losing=LOSING, never=NEVER)
    assert code == 1
    row = next(line for line in text.splitlines() if line.startswith("losing + never"))
    assert row.split()[-1] == "no"
    assert "`never` replaces `has_won`, which `losing` replaces" in text


def test_a_game_without_variants(folder: Path) -> None:
    """Nothing to try."""
    assert combinations(folder) == (0, "this game has no variants\n")

"""How games and scripts are called, as somebody does who made a game in a folder of his own: by name, by folder, by file, from
here and from elsewhere; and what commands print as a script is one, wherever it is put."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import group

RULES = """\
game mine "Mine":
    players 2 to 3
    language 1

setting most: Int 1 to 6 = 6

player:
    points: Int = 0, public

play:
    for each p in players:
        p chooses:
            dare: dare(p)
            pass

rule dare(p: Player):
    roll d6 as n
    require n <= most "not more"
    p.points += n

scoring for each player p:
    "Points": p.points
    winner: most p.points
"""
VARIANT = """\
variant harder "Harder" of mine

after dare(p):
    require p.points < 3 "too much"
"""
SCRIPT = "game mine\nplayers ann, ben\nseed 2\n\nann: pass\nben: pass\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("RULELANG_VARIANTS", str(tmp_path / "none"))
    home = tmp_path / "home" / "mine"
    (home / "scripts" / "deeper").mkdir(parents=True)
    (home / "variants").mkdir()
    (home / "game.rules").write_text(RULES, encoding="utf-8")
    (home / "variants" / "harder.rules").write_text(VARIANT, encoding="utf-8")
    (home / "scripts" / "one.play").write_text(SCRIPT, encoding="utf-8")
    (home / "scripts" / "deeper" / "two.play").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    return tmp_path


def call(*words: str) -> Result:
    return CliRunner().invoke(group, list(words))


FROM = {
    "home": ("mine", "mine/scripts", "mine/scripts/one.play"),
    "home/mine": (".", "scripts", "scripts/one.play"),
    "home/mine/scripts": ("..", ".", "one.play"),
    "elsewhere": ("../home/mine", "../home/mine/scripts", "../home/mine/scripts/one.play"),
}


@pytest.mark.parametrize("here", FROM)
def test_every_command_finds_a_game_in_a_folder(here: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / here)
    game, scripts, script = FROM[here]
    for called in (game, f"{game}/game.rules", str(folder / "home" / "mine")):
        for words in (
            ["check", called],
            ["simulate", called, "--games", "3", "--set", "most=6"],
            ["perft", called, "--depth", "1"],
            ["perft", called, "--depth", "1", "--from", script],
            ["test", called],
            ["run", called],
            ["show", called, "rules"],
            ["play", called, "--bot", "all=random", "--seed", "1"],
        ):
            result = call(*words)
            assert result.exit_code == 0 or (words[0] == "run" and called.endswith(".rules")), (words, result.output)
    assert "2 scripts: all passed" in call("test", game).output
    assert "2 scripts: all passed" in call("test", scripts).output
    assert "1 script: all passed" in call("test", script).output
    for called, many in ((game, 2), (scripts, 2), (script, 1)):
        assert call("run", called).output.count("ann, ben; seed 2") == many
        assert call("run", called, "-k", "two").output.count("ann, ben; seed 2") == many - 1


def test_what_is_not_found_is_told_with_what_might_be_meant(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "elsewhere")
    assert call("run", ".").exit_code == 2
    assert "the folder `.` holds no scripts: they end in `.play`" in call("run", ".").output
    (folder / "elsewhere" / "other.rules").write_text(RULES, encoding="utf-8")
    assert "there is no game `other`; did you mean `other.rules`?" in call("simulate", "other").output


def test_a_shipped_game_stands_for_its_scripts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "elsewhere")
    result = call("run", "connect_four")
    assert result.exit_code == 0 and result.output


@pytest.mark.parametrize("more", [[], ["--bot", "all=greedy"], ["--variant", "harder"], ["--players", "3"]])
def test_what_simulate_prints_as_a_script_is_one_anywhere(more: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "home")
    result = call("simulate", "mine", "--games", "40", "--set", "most=2", *more)
    found = re.search(r"^( +)game .*\n(?:\1.*\n?)+", result.output, re.MULTILINE)
    assert found is not None, result.output
    script = folder / "elsewhere" / "fault.play"
    script.write_text("".join(f"{line.strip()}\n" for line in found.group().splitlines()), encoding="utf-8")
    for here in ("elsewhere", "home/mine"):
        monkeypatch.chdir(folder / here)
        again = call("run", str(script))
        assert again.exit_code == 1
        assert re.search(r"not more|too much", again.output), again.output


def test_what_a_match_runs_into_is_a_script_anywhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check --combinations` plays every pair of variants, and tells the shortest match that breaks."""
    monkeypatch.chdir(folder / "home" / "mine")
    result = call("check", ".", "--combinations", "--games", "20")
    found = re.search(r"^( +)game .*\n(?:\1.*\n?)+", result.output, re.MULTILINE)
    assert found is not None, result.output
    script = folder / "elsewhere" / "fault.play"
    script.write_text("".join(f"{line.strip()}\n" for line in found.group().splitlines()), encoding="utf-8")
    monkeypatch.chdir(folder / "elsewhere")
    assert "too much" in call("run", "fault.play").output

"""`check` and `fmt`: all faults in one run, and one style."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli import exit
from rulelang.locate import GamePlace, games_folder, known_variants, locate, locate_all, shipped_games
from rulelang.tools.catalogue import read_entry
from tests.cli.conftest import Rulelang

GAMES = locate_all(str(games_folder()))
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

FAULTY = """\
game faulty "Faulty":
    players 2

state:
    heap: Int 0 to 9 = 5

play:
    heap = haep - 1
    repeat for each me in players:
        take(mee)
    until heap == zero

rule take(me: Player):
    heap -= 1
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY, encoding="utf-8")
    return path


def test_every_shipped_game_is_among_those_of_the_folder() -> None:
    assert {place.id for place in GAMES} == {*shipped_games(), "_new"}


@every_game
def test_a_sound_game_gives_one_line_and_each_of_its_variants_one(rulelang: Rulelang, game: GamePlace) -> None:
    result = rulelang("check", str(game.folder))
    assert result.exit_code == exit.FINE, result.output
    assert result.stdout.startswith(f"{read_entry(game).id}: ")
    lines = result.stdout.splitlines()
    assert len(lines) == 1 + sum(not variant.own for variant in known_variants(game)), result.output
    assert all(line.endswith("no faults") for line in lines)


@every_game
def test_examples_and_scripts_of_a_shipped_game_hold(rulelang: Rulelang, game: GamePlace) -> None:
    result = rulelang("test", str(game.folder))
    assert result.exit_code == exit.FINE, result.output
    assert "all passed" in result.stdout


VARIED = """\
game heap "Heap":
    players 2
    language 1

state:
    heap: Int 0 to 9 = 5

play:
    repeat for each me in players:
        take(me)
    until heap == 0

rule take(me: Player):
    me chooses "Take?":
        one: heap -= 1
"""


def test_the_variants_of_a_game_are_checked_with_it(rulelang: Rulelang, tmp_path: Path) -> None:
    variants = tmp_path / "heap" / "variants"
    variants.mkdir(parents=True)
    (tmp_path / "heap" / "game.rules").write_text(VARIED, encoding="utf-8")
    (variants / "greedy.rules").write_text(
        'variant greedy "Greedy" of heap\n\nadd to take."Take?":\n    all "All": heap = 0\n', encoding="utf-8"
    )
    # Alone there is nothing for it to change: it stands over the one that adds it.
    (variants / "modest.rules").write_text(
        'variant modest "Modest" of heap over greedy\n\nlimit take.all where heap < 3\n', encoding="utf-8"
    )
    sound = rulelang("check", "heap")
    assert sound.exit_code == exit.FINE, sound.output
    read = [line.partition(":")[0] for line in sound.stdout.splitlines()]
    assert read == ["heap", "heap with greedy", "heap with greedy, modest"]
    misspelt = 'variant modest "Modest" of heap\n\nreplace tkae(me):\n    nothing\n'
    (variants / "modest.rules").write_text(misspelt, encoding="utf-8")
    faulty = rulelang("check", "heap", "--format", "plain")
    assert faulty.exit_code == exit.FINDINGS
    assert "modest.rules:3:9: error[RL0401]" in faulty.stdout
    assert rulelang("check", "heap", "--variant", "greedy").exit_code == exit.FINE


def test_all_faults_in_one_run(rulelang: Rulelang, faulty: Path) -> None:
    result = rulelang("check", str(faulty), "--format", "plain")
    assert result.exit_code == exit.FINDINGS
    for place, near in (("8:12", "heap"), ("10:14", "me"), ("11:19", None)):
        (line,) = [line for line in result.stdout.splitlines() if line.startswith(f"faulty.rules:{place}: error[RL")]
        assert line
        if near is not None:
            assert f"`{near}`" in result.stdout


def test_findings_as_json(rulelang: Rulelang, faulty: Path) -> None:
    result = rulelang("check", "tictactoe", str(faulty), "--format", "json")
    assert result.exit_code == exit.FINDINGS
    found = json.loads(result.stdout)
    assert {each["place"]["line"] for each in found} >= {8, 10, 11}
    assert all(each["place"]["file"] == "faulty.rules" for each in found)
    assert all(each["code"].startswith("RL") for each in found)


def test_drawn_findings_mark_the_place(rulelang: Rulelang, faulty: Path) -> None:
    lines = rulelang("check", str(faulty)).stdout.splitlines()
    at = lines.index(next(line for line in lines if line.endswith("heap = haep - 1")))
    assert lines[at + 1].index("^") == lines[at].index("haep")


def test_no_colour_where_nobody_sees_it(rulelang: Rulelang, faulty: Path) -> None:
    assert "\x1b" not in rulelang("check", str(faulty)).output


def test_a_folder_of_games_is_all_of_them(rulelang: Rulelang) -> None:
    folder = locate("tictactoe").folder.parent
    names = {path.parent.name for path in folder.glob("**/game.rules")}
    names |= {f"{path.parents[1].name} with {path.stem}" for path in folder.glob("**/variants/*.rules")}
    result = rulelang("check", str(folder))
    assert result.exit_code == exit.FINE
    assert {line.split(":")[0] for line in result.stdout.splitlines()} == names


def test_what_the_terminal_would_obey_is_shown_as_text(rulelang: Rulelang, tmp_path: Path) -> None:
    path = tmp_path / "evil.rules"
    path.write_text(
        'game evil "\x1b]0;owned\x07 [bold]":\n    players 2\n\nplay:\n    nothing_here("\x1b[2J")\n', encoding="utf-8"
    )
    result = rulelang("check", str(path))
    assert result.exit_code == exit.FINDINGS
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    path = tmp_path / "untidy.rules"
    path.write_text('game untidy  "Untidy" :\n  players   2   # two\n\n\n\nplay:\n  nothing\n', encoding="utf-8")
    return path


TIDY = 'game untidy "Untidy":\n    players 2  # two\n\nplay:\n    nothing\n'


def test_fmt_writes_one_style(rulelang: Rulelang, untidy: Path) -> None:
    untidy.chmod(0o640)
    result = rulelang("fmt", "untidy.rules")
    assert result.exit_code == exit.FINE
    assert untidy.read_text(encoding="utf-8") == TIDY
    assert os.name == "nt" or untidy.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in untidy.parent.glob("*untidy*")] == ["untidy.rules"]
    assert rulelang("fmt", "--check", "untidy.rules").exit_code == exit.FINE


def test_a_variant_of_a_game_with_faults_is_not_said_to_have_none(rulelang: Rulelang, tmp_path: Path) -> None:
    """What is wrong with the game is told once; but nothing that holds it can be played."""
    (tmp_path / "hut" / "variants").mkdir(parents=True)
    game = 'game hut "Hut":\n    players 2\n    language 1\n\nplay:\n    for each p in players:\n        p gains 1 cion\n'
    (tmp_path / "hut" / "game.rules").write_text(game, encoding="utf-8")
    variant = 'variant duel "Duel" of hut for 2 players\n\nafter play:\n    log "done"\n'
    (tmp_path / "hut" / "variants" / "duel.rules").write_text(variant, encoding="utf-8")
    found = rulelang("check", str(tmp_path / "hut"))
    assert found.exit_code == 1 and found.output.count("error[") == 1
    assert "no faults" not in found.output
    (tmp_path / "hut" / "game.rules").write_text(game.replace("p gains 1 cion", 'log "{p}"'), encoding="utf-8")
    assert rulelang("check", str(tmp_path / "hut")).output.count("no faults") == 2


def test_fmt_check_and_diff_change_nothing(rulelang: Rulelang, untidy: Path) -> None:
    before = untidy.read_bytes()
    check = rulelang("fmt", "--check", "untidy.rules")
    assert (check.exit_code, check.stdout) == (exit.FINDINGS, "untidy.rules\n")
    diff = rulelang("fmt", "--diff", "untidy.rules")
    assert diff.exit_code == exit.FINDINGS
    assert "+    players 2  # two" in diff.stdout
    assert untidy.read_bytes() == before


def test_fmt_leaves_faulty_files_alone(rulelang: Rulelang, tmp_path: Path) -> None:
    broken = tmp_path / "broken.rules"
    broken.write_text('game broken "Broken":\n    players 2\n\nplay:\n    heap = = 3\n', encoding="utf-8")
    before = broken.read_bytes()
    result = rulelang("fmt", "broken.rules")
    assert result.exit_code == exit.FINDINGS
    assert "left alone" in result.stderr
    assert "broken.rules:5:" in result.stderr
    assert broken.read_bytes() == before


def test_shipped_files_are_in_the_one_style(rulelang: Rulelang) -> None:
    result = rulelang("fmt", "--check", str(games_folder()))
    assert result.exit_code == exit.FINE, result.stdout


def test_fmt_refuses_what_is_no_rules_file(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    result = rulelang("fmt", "notes.txt")
    assert result.exit_code == exit.USAGE
    assert "`notes.txt` is neither rules nor a script" in result.stderr

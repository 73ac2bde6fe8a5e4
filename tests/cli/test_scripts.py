"""`test`, `run` and `why`: examples, scripts and questions about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import exit
from rulelang.locate import locate
from tests.cli.conftest import Rulelang


@pytest.fixture
def mine(rulelang: Rulelang, tmp_path: Path) -> Path:
    """A new game in the folder `mine`."""
    rulelang("new", "mine")
    return tmp_path / "mine"


def edit(path: Path, old: str, new: str) -> None:
    """Change a file; the old text must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_new_game_passes_its_own_tests(rulelang: Rulelang, mine: Path) -> None:
    result = rulelang("test", "mine")
    assert result.exit_code == exit.FINE, result.output
    assert result.stdout == "2 examples, 1 script: all passed\n"


def test_a_copy_passes_the_tests_of_its_original(rulelang: Rulelang) -> None:
    rulelang("copy", "tictactoe", "mine")
    original, copied = rulelang("test", "tictactoe"), rulelang("test", "mine")
    assert (copied.exit_code, copied.stdout) == (exit.FINE, original.stdout)


def test_a_change_of_a_rule_fails_its_example(rulelang: Rulelang, mine: Path) -> None:
    edit(mine / "game.rules", "heap -= n", "heap -= 1")
    result = rulelang("test", "mine", "--format", "plain")
    assert result.exit_code == exit.FINDINGS
    assert "example “whoever takes the last counter has it” failed" in result.stdout
    assert "mine/game.rules:" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("failed")


def test_only_what_the_words_name(rulelang: Rulelang, mine: Path) -> None:
    assert rulelang("test", "mine", "-k", "NOBODY").stdout == "1 example: all passed\n"
    assert rulelang("test", "mine", "-k", "first").stdout == "1 script: all passed\n"
    assert rulelang("test", "mine", "-k", "nonesuch").stdout == "nothing to run\n"
    assert "passed  example nobody takes" in rulelang("test", "mine", "-k", "nobody", "-v").stderr


def test_one_script(rulelang: Rulelang, mine: Path) -> None:
    assert rulelang("test", "mine/scripts/first.play").stdout == "1 script: all passed\n"


def test_failures_as_json(rulelang: Rulelang, mine: Path) -> None:
    edit(mine / "scripts" / "first.play", "ben: take 2", "ben: take 4")
    result = rulelang("test", "mine", "--format", "json")
    assert result.exit_code == exit.FINDINGS
    (found,) = json.loads(result.stdout)
    assert found["place"]["file"] == "mine/scripts/first.play"
    assert found["code"].startswith("RL07")


def test_run_prints_a_transcript(rulelang: Rulelang, mine: Path) -> None:
    result = rulelang("run", "mine/scripts/first.play")
    assert result.exit_code == exit.FINE, result.stderr
    assert result.stdout.startswith("Mine\n====\nann, ben; seed 0")
    assert "# A short game: ann leaves ben four counters, and he cannot take them all." in result.stdout
    assert "ann: Take 1" in result.stdout
    assert result.stdout.endswith("ann wins\n")


def test_run_as_json_lines(rulelang: Rulelang, mine: Path) -> None:
    entries = [json.loads(line) for line in rulelang("run", "mine/scripts/first.play", "--format", "json").stdout.splitlines()]
    assert entries[0]["type"] == "header"
    assert entries[0]["players"] == ["ann", "ben"]
    assert entries[-1] == {"type": "end", "winners": ["ann"]}


def test_run_as_a_player(rulelang: Rulelang, mine: Path) -> None:
    assert rulelang("run", "mine/scripts/first.play", "--as", "ann").exit_code == exit.FINE
    result = rulelang("run", "mine/scripts/first.play", "--as", "zoe")
    assert result.exit_code == exit.USAGE
    assert "nobody is called `zoe`; the players are ann, ben" in result.stderr


def test_transcripts_beside_scripts(rulelang: Rulelang, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    script = "mine/scripts/first.play"
    kept = mine / "scripts" / "first.txt"
    missing = rulelang("run", "--check", script)
    assert missing.exit_code == exit.FINDINGS
    assert "+ann wins" in missing.stdout
    assert rulelang("run", "--update", script).exit_code == exit.FINE
    assert kept.read_text(encoding="utf-8") == rulelang("run", script).stdout
    assert "as before" in rulelang("run", "--update", script).stderr
    assert rulelang("run", "--check", script).exit_code == exit.FINE
    edit(mine / "scripts" / "first.play", "A short game", "A very short game")
    changed = rulelang("run", "--check", script)
    assert changed.exit_code == exit.FINDINGS
    assert "+# A very short game" in changed.stdout
    assert "first.txt: 2 lines\n" in rulelang("run", "--update", script).stderr


def test_update_keeps_nothing_of_a_failed_script(rulelang: Rulelang, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    edit(mine / "scripts" / "first.play", "expect ann.taken == 3", "expect ann.taken == 4")
    (mine / "scripts" / "old.txt").write_text("long ago", encoding="utf-8")
    result = rulelang("run", "--update", "mine/scripts/first.play")
    assert result.exit_code == exit.FINDINGS
    assert not (mine / "scripts" / "first.txt").exists()
    assert "no script for mine/scripts/old.txt" in result.stderr
    assert (mine / "scripts" / "old.txt").exists()


def test_update_and_check_are_two_things(rulelang: Rulelang, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rulelang("run", "--update", "--check", "mine/scripts/first.play").exit_code == exit.USAGE
    monkeypatch.setenv("CI", "true")
    result = rulelang("run", "--update", "mine/scripts/first.play")
    assert result.exit_code == exit.USAGE
    assert not (mine / "scripts" / "first.txt").exists()


def test_run_with_other_settings(rulelang: Rulelang, mine: Path) -> None:
    """The script's own line decides, and a flag that says something else is an error."""
    result = rulelang("run", "mine/scripts/first.play", "--set", "counters=6")
    assert result.exit_code == exit.USAGE
    assert "was written with `counters = 5`; you asked for `6`" in result.stderr
    assert result.stdout == ""
    edit(mine / "scripts" / "first.play", "set counters = 5\n", "")
    assert "counters = 6" in rulelang("run", "mine/scripts/first.play", "--set", "counters=6").stdout


def test_run_a_script_that_is_not_there(rulelang: Rulelang) -> None:
    result = rulelang("run", "nowhere.play")
    assert result.exit_code == exit.USAGE
    assert "`nowhere.play` cannot be read" in result.stderr


def test_why_of_a_line_of_a_script(rulelang: Rulelang, mine: Path) -> None:
    edit(mine / "scripts" / "first.play", "ann: take 2", "refused ann: take 3\nann: take 2")
    result = rulelang("why", "mine/scripts/first.play:8")
    assert result.exit_code == exit.FINDINGS
    lines = result.stdout.splitlines()
    assert lines[0] == "ann must choose: Take counters"
    assert lines[1].startswith("refused, a condition that is false [RL0726]: ann cannot choose `take 3`: `")
    assert lines[2].startswith("  --> mine/game.rules:26:")
    assert "take(n in range(1, 3) where n <= heap)" in lines[3]
    assert lines[4].rstrip().endswith("^")
    assert "near it are `take 1` and `take 2`" in result.stdout or "near it are `take 2` and `take 1`" in result.stdout


def test_why_of_a_legal_line(rulelang: Rulelang, mine: Path) -> None:
    result = rulelang("why", "mine/scripts/first.play:6")
    assert result.exit_code == exit.FINE
    assert result.stdout == "ann must choose: Take counters\nann may choose `take 1`\n"


def test_why_of_an_example(rulelang: Rulelang) -> None:
    place = locate("tictactoe").entry
    number = next(n for n, line in enumerate(place.read_text(encoding="utf-8").splitlines(), 1) if "refused" in line)
    result = rulelang("why", f"{place}:{number}")
    assert result.exit_code == exit.FINDINGS
    assert result.stdout.startswith("cross must choose: Take a square\nrefused, a condition that is false [RL0726]")


def test_why_of_a_move_at_the_end(rulelang: Rulelang, mine: Path) -> None:
    edit(mine / "scripts" / "first.play", "ann: take 2\nexpect ann.taken == 3\n", "expect heap == 2\n")
    result = rulelang("why", "mine/scripts/first.play", "ben: take 1")
    assert result.exit_code == exit.FINDINGS
    assert "another player's choice [RL0722]: ben cannot choose now: it is ann's choice" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["mine/scripts/first.play:2"],
            "no move stands in line 2 of `mine/scripts/first.play`; moves stand in lines `6`, `7` and `8`",
        ),
        (["mine/game.rules:2"], "no example stands at line 2 of `mine/game.rules`"),
        (["mine/scripts/first.play"], "say which line is meant, as FILE:LINE"),
        (["mine/scripts/first.play", "take 1"], "`take 1` is no move"),
        (["mine/scripts/first.play", "zoe: take 1"], "nobody is called `zoe`; the players are ann, ben"),
        (["mine/scripts/none.play:3"], "there is no file `mine/scripts/none.play`"),
    ],
)
def test_questions_that_cannot_be_put(rulelang: Rulelang, mine: Path, arguments: list[str], said: str) -> None:
    result = rulelang("why", *arguments)
    assert result.exit_code == exit.USAGE, result.output
    assert said in result.stderr

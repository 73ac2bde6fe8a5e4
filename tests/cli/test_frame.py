"""The frame of the command line: what every command shares."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli import exit
from cli.main import COMMANDS
from tests.cli.conftest import ROOT, Process, Rulelang

ALL_COMMANDS = [(name, line) for section in COMMANDS.values() for name, line in section.items()]


def test_help_imports_neither_parser_nor_pydantic() -> None:
    """The overview answers at once: only a command that is used is imported."""
    program = (
        "import sys\n"
        "from cli.main import group\n"
        "try:\n"
        "    group.main(['--help'])\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0, end.code\n"
        "heavy = sorted(m for m in sys.modules if m.split('.')[0] in ('lark', 'pydantic') or m.startswith('cli.commands.'))\n"
        "print('heavy:', heavy)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "heavy: []" in done.stdout
    for name, _ in ALL_COMMANDS:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["play", "tictactoe", "--bot", "all=random", "--seed", "1"],
        ["simulate", "tictactoe", "--games", "5"],
        ["perft", "tictactoe", "--depth", "2"],
    ],
)
def test_a_kept_game_needs_no_parser(words: list[str], process: Process, tmp_path: Path) -> None:
    """A compiled game is kept; whoever plays it again loads no parser, no checker and no compiler."""
    assert process(*words, RULELANG_CACHE=str(tmp_path / "cache")).returncode == exit.FINE
    program = (
        "import sys\n"
        "from cli.main import group\n"
        "try:\n"
        f"    group.main({words!r})\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0, end.code\n"
        "parts = ('lark', 'pydantic', 'rulelang.sema', 'rulelang.syntax.parse', 'rulelang.backend.compile')\n"
        "print('heavy:', sorted(m for m in sys.modules if m in parts))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RULELANG_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "heavy: []" in done.stdout


@pytest.mark.parametrize(("name", "line"), ALL_COMMANDS)
def test_overview_says_what_the_command_says(name: str, line: str) -> None:
    """The line in the overview is the first line of the command's own help."""
    command = importlib.import_module(f"cli.commands.{name}").command
    assert isinstance(command, click.Command)
    assert command.help is not None
    assert command.help.split("\n")[0] == line


def test_each_module_is_a_command() -> None:
    modules = {path.stem for path in (ROOT / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert modules == {name for name, _ in ALL_COMMANDS}


@pytest.mark.parametrize("name", [name for name, _ in ALL_COMMANDS])
def test_help_of_each_command(rulelang: Rulelang, name: str) -> None:
    result = rulelang(name, "--help")
    assert result.exit_code == exit.FINE
    assert result.stdout.startswith(f"Usage: rulelang {name}")


def test_misspelt_command_names_the_near_ones(rulelang: Rulelang) -> None:
    result = rulelang("chekc", "tictactoe")
    assert result.exit_code == exit.USAGE
    assert "there is no command `chekc`; did you mean `check`" in result.stderr
    assert result.stdout == ""


def test_misspelt_game_names_the_near_ones(rulelang: Rulelang) -> None:
    result = rulelang("check", "tictactow")
    assert result.exit_code == exit.USAGE
    assert "there is no game `tictactow`; did you mean `tictactoe`?" in result.stderr


def test_missing_path_is_a_usage_error(rulelang: Rulelang) -> None:
    result = rulelang("check", "nowhere/game.rules")
    assert result.exit_code == exit.USAGE
    assert "there is no file or folder `nowhere/game.rules`" in result.stderr


def test_unknown_option_is_a_usage_error(rulelang: Rulelang) -> None:
    assert rulelang("games", "--loud").exit_code == exit.USAGE


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "fast"], "is not of the form NAME=VALUE"),
        (["--set", "=3"], "is not of the form NAME=VALUE"),
        (["--players", "ann,,ben"], "is neither a number nor names with commas between"),
    ],
)
def test_malformed_options(rulelang: Rulelang, arguments: list[str], said: str) -> None:
    result = rulelang("check", "tictactoe", *arguments)
    assert result.exit_code == exit.USAGE
    assert said in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["treasures", "--set", "roundlimit=3"], "`treasures` has no setting `roundlimit`; did you mean `round_limit`?"),
        (["treasures", "--set", "round_limit=many"], "`round_limit` is a number, not `many`"),
        (["treasures", "--variant", "nonesuch"], "has no variant `nonesuch`"),
        (["treasures", "--variant", "x/nonesuch.rules"], "there is no file `x/nonesuch.rules`"),
        (["tictactoe", "--players", "3"], "`tictactoe` is for 2 players, not for 3"),
        (["treasures", "--players", "ann"], "`treasures` is for 2 to 5 players, not for 1"),
    ],
)
def test_options_that_the_game_does_not_know(rulelang: Rulelang, arguments: list[str], said: str) -> None:
    result = rulelang("check", *arguments)
    assert result.exit_code == exit.USAGE, result.output
    assert said in result.stderr


def test_a_fault_of_rulelang_keeps_a_report(rulelang: Rulelang, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No traceback, exit code 3, and a file that holds it."""

    def fail() -> list[object]:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(importlib.import_module("cli.commands.games"), "catalogue", fail)
    result = rulelang("games")
    assert result.exit_code == exit.INTERNAL
    assert "this is a fault of rulelang, not of your rules" in result.stderr
    assert "Traceback" not in result.output
    (report,) = (tmp_path / "cache" / "reports").iterdir()
    assert str(report) in result.stderr
    text = report.read_text(encoding="utf-8")
    assert "ZeroDivisionError: deep inside" in text
    assert "arguments: ['games']" in text


def test_ctrl_c_is_no_fault(rulelang: Rulelang, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted() -> list[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib.import_module("cli.commands.games"), "catalogue", interrupted)
    result = rulelang("games")
    assert result.exit_code == exit.INTERRUPTED
    assert result.stderr.strip() == "stopped"
    assert not (tmp_path / "cache").exists()


def test_reader_that_went_away() -> None:
    """`rulelang … | head -1` ends quietly."""
    command = f"{sys.executable} -m cli explain | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("RL")
    assert done.stderr == ""


def test_version(process: Process) -> None:
    done = process("--version")
    assert done.returncode == exit.FINE
    assert done.stdout.startswith("rulelang, version 0.")

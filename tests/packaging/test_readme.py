"""What the README says is so: its game is the shipped one, its commands and its Python do what it shows, its links lead on."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import COMMANDS
from rulelang.locate import shipped_games
from tests.docs.blocks import ROOT, blocks
from tests.docs.test_tutorial import pattern, run, steps

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def fenced(language: str) -> list[str]:
    """The blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_game_is_the_shipped_one() -> None:
    assert fenced("rules") == [shipped_games()["tictactoe"].entry.read_text(encoding="utf-8")]


def test_commands_print_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for name, value in {"NO_COLOR": "1", "COLUMNS": "120", "RULELANG_CACHE": str(tmp_path / "cache")}.items():
        monkeypatch.setenv(name, value)
    shown = 0
    for block in blocks(README):
        for path, text in block.files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        if block.language == "console":
            for command, printed in steps(block.text):
                out = run(command)
                assert re.fullmatch(pattern(printed), out), f"{command}\n\nprinted:\n{out}\nand the README says:\n{printed}"
                shown += 1
    assert shown >= 2


def test_its_python_runs(tmp_path: Path) -> None:
    (program,) = fenced("python")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("('ann',) [")


def test_every_command_stands_in_its_table() -> None:
    named = set(re.findall(r"`(?:rulelang )?([a-z]+)[^`]*`", TEXT[TEXT.index("## The commands") : TEXT.index("## From Python")]))
    assert {name for section in COMMANDS.values() for name in section} <= named


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", TEXT)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link

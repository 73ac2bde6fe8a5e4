"""What the tests of the command line share: calling `rulelang` in this process, and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import group

Rulelang = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def rulelang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulelang:
    """Call `rulelang` in this process, standing in a folder of its own, with reports and caches kept out of the user's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments: str, input: str | None = None) -> Result:
        return CliRunner().invoke(group, list(arguments), input=input)

    return call


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """Call `python -m cli` in a process of its own, from another folder."""

    def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cli", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
        )

    return call

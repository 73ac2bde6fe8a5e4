"""The same command from a wheel, an editable install and a plain checkout: grammar, games and error pages are found in each.

Each install goes into a fresh environment without pip, which borrows lark, pydantic and click from this one through a `.pth`
file, so nothing is downloaded. The commands run in another folder, so nothing of the checkout is found by chance.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parents[2]
BORROWED = Path(click.__file__).resolve().parents[1]
Command = Callable[..., "subprocess.CompletedProcess[str]"]


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, without any trace of the checkout in the environment."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RULELANG_CACHE", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**clean, "RULELANG_CACHE": str(folder / "cache"), "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], ROOT, RULELANG_CACHE=str(folder))
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def environment(folder: Path) -> Path:
    """A fresh environment that has the dependencies and not rulelang; its folder of programs."""
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("Lib/site-packages" if os.name == "nt" else "lib/python*/site-packages")
    (site / "borrowed.pth").write_text(f"{BORROWED}\n", encoding="utf-8")
    return folder / ("Scripts" if os.name == "nt" else "bin")


def install(programs: Path, folder: Path, *what: str | Path) -> None:
    """Install by this environment's pip into another one, without looking anywhere for anything."""
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet"]
    done = run([*pip, "--no-deps", "--no-index", "--no-build-isolation", *what], folder)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module", params=["wheel", "editable", "checkout"])
def rulelang(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command `rulelang` of one way to have it."""
    folder = tmp_path_factory.mktemp(request.param)
    programs = environment(folder / "env")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    if request.param == "checkout":
        return lambda *words: run([programs / "python", "-m", "cli", *words], elsewhere, PYTHONPATH=str(ROOT))
    if request.param == "wheel":
        install(programs, folder, request.getfixturevalue("wheel"))
    else:
        install(programs, folder, "--editable", ROOT)
    return lambda *words: run([programs / "rulelang", *words], elsewhere)


def test_finds_the_games(rulelang: Command) -> None:
    done = rulelang("games")
    assert done.returncode == 0, done.stderr
    shipped = {path.parent.name for path in (ROOT / "games").glob("**/game.rules") if not path.parent.name.startswith("_")}
    assert {line.split()[0] for line in done.stdout.splitlines() if line[0] != " "} == shipped


def test_finds_the_grammar(rulelang: Command) -> None:
    done = rulelang("check", "tictactoe")
    assert done.returncode == 0, done.stdout + done.stderr


def test_finds_the_pages_of_errors(rulelang: Command) -> None:
    done = rulelang("explain", "RL0101")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == (ROOT / "docs" / "errors" / "RL0101.md").read_text(encoding="utf-8").strip()


def test_makes_a_game_that_runs(rulelang: Command) -> None:
    assert rulelang("new", "mine").returncode == 0
    assert rulelang("check", "mine").returncode == 0


def test_wheel_holds_all_that_is_not_python(wheel: Path) -> None:
    """Grammar, games and pages, and nothing of tests, benchmarks or documentation beside."""
    names = set(zipfile.ZipFile(wheel).namelist())
    data = {path.relative_to(ROOT).as_posix() for suffix in ("rules", "play") for path in ROOT.glob(f"games/**/*.{suffix}")}
    data |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("grammar/*.lark")}
    data |= {f"rulelang/text/pages/{path.name}" for path in ROOT.glob("docs/errors/*.md")}
    assert data <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"rulelang", "cli", "grammar", "games"}

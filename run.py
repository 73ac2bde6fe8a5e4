#!/usr/bin/env python3
"""Sets up and does one thing: `python run.py play` plays a game, `python run.py test` passes the tests.

Needs nothing but Python 3.11 and pip. The first run makes `.venv` beside this file and installs into it; later runs find it
ready and start at once, until `pyproject.toml` changes. What `test` installs besides is read from the dependency groups of
`pyproject.toml` here, since many a pip in use does not know them.

    python run.py play [ARGUMENTS]     `rulelang play`, by default four bots at one game
    python run.py test [ARGUMENTS]     all checks; ARGUMENTS go to pytest, and then only the tests run
    python run.py rulelang ARGUMENTS   any command of rulelang
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TextIO

if sys.version_info < (3, 11):
    sys.exit("rulelang needs Python 3.11 or later, and this is " + sys.version.split()[0])

import tomllib

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
A_GAME = ["treasures", "--players", "4", "--bot", "all=random"]


def requirements(project: dict[str, object], group: str) -> list[str]:
    """The requirements of a dependency group, with those of the groups it includes."""
    groups = project["dependency-groups"]
    assert isinstance(groups, dict)
    found: list[str] = []
    for entry in groups[group]:
        found += requirements(project, entry["include-group"]) if isinstance(entry, dict) else [entry]
    return found


def run(
    command: list[str | Path], output: int | TextIO | None = None, errors: int | None = None, where: Path | None = HERE
) -> int:
    """Run a command and give its exit code; `output` and `errors` are where its two streams go."""
    return subprocess.call([str(word) for word in command], cwd=where, stdout=output, stderr=errors)


def make_environment() -> list[str | Path]:
    """Make `.venv` if it is missing; how to call pip for it."""
    if not PYTHON.exists():
        print("making .venv …", file=sys.stderr)
        if run([sys.executable, "-m", "venv", "--clear", VENV], output=subprocess.DEVNULL) != 0:
            # Some systems split `ensurepip` off; the pip at hand can install into an environment that has none.
            if run([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV]) != 0:
                sys.exit("could not make .venv: this needs the venv module of Python 3.11 or later")
    if run([PYTHON, "-m", "pip", "--version"], subprocess.DEVNULL, subprocess.DEVNULL) == 0:
        return [PYTHON, "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", PYTHON]


def set_up(group: str | None) -> None:
    """Make `.venv` ready: rulelang as an editable install and, where asked for, the tools of a dependency group."""
    text = (HERE / "pyproject.toml").read_bytes()
    stamp = hashlib.sha256(text + sys.version.encode() + str(HERE).encode()).hexdigest()
    markers = {name: VENV / f"ready-{name}" for name in ("play", "dev")}
    wanted = [markers["dev"]] if group else list(markers.values())
    if PYTHON.exists() and any(marker.exists() and marker.read_text() == stamp for marker in wanted):
        return
    pip = make_environment()
    print("installing …", file=sys.stderr)
    packages = requirements(tomllib.loads(text.decode()), group) if group else []
    code = run([*pip, "install", "--quiet", "--disable-pip-version-check", "--editable", ".", *packages], output=sys.stderr)
    if code != 0:
        sys.exit(f"could not install: pip ended with {code}")
    markers["dev" if group else "play"].write_text(stamp)


def told(command: list[str | Path]) -> tuple[int, str, float]:
    """Run a command: its exit code, what it printed, and how many seconds it took."""
    begin = time.monotonic()
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")
    return done.returncode, done.stdout, time.monotonic() - begin


def all_checks() -> int:
    """Every check that must hold before a change goes in. Those that look at the text of the program run side by side; the tests
    come last, so that their closing lines end the output. That all games are sound, in one style, and do what their examples and
    scripts say, is among the tests."""
    cores = min(os.cpu_count() or 1, 8)
    checks: list[list[str | Path]] = [
        [SCRIPTS / "mypy"],
        [SCRIPTS / "ruff", "check"],
        [SCRIPTS / "ruff", "format", "--check"],
        [SCRIPTS / "lint-imports"],
    ]
    # Whole files to a worker, so that what tests of a file share is made once; which come first, `tests/conftest.py` says.
    tests: list[str | Path] = [PYTHON, "-m", "pytest", "-q", "-n", str(cores), "--dist", "loadfile", "--no-loadscope-reorder"]
    failed: list[str] = []
    with ThreadPoolExecutor(cores) as pool:
        for check, (code, printed, seconds) in zip(checks, pool.map(told, checks), strict=True):
            print(f"── {name_of(check)}\n{printed}── {seconds:.1f} s", flush=True)
            failed += [name_of(check)] if code else []
    print(f"── {name_of(tests)}", flush=True)
    begin = time.monotonic()
    failed += [name_of(tests)] if run(tests) else []
    print(f"── {time.monotonic() - begin:.1f} s", flush=True)
    for name in failed:
        print(f"failed: {name}")
    return 1 if failed else 0


def name_of(command: list[str | Path]) -> str:
    """How a check is called in what is printed."""
    return " ".join([Path(command[0]).stem, *(str(word) for word in command[1:])])


def main(arguments: list[str]) -> int:
    """Do what the first argument says."""
    verb, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if verb == "play":
        set_up(None)
        return run([SCRIPTS / "rulelang", "play", *(rest or A_GAME)], where=None)
    if verb == "rulelang":
        set_up(None)
        return run([SCRIPTS / "rulelang", *rest], where=None)
    if verb == "test":
        set_up("dev")
        return run([PYTHON, "-m", "pytest", *rest]) if rest else all_checks()
    print(__doc__)
    return 0 if verb in ("--help", "-h") else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

"""The same match comes out the same, however it is played: plainly, after saving and loading at each choice, after its rules were
formatted anew, under another hash seed, and in a process of its own; of every shipped script, and of random matches of every game
and page. What is compared are the transcripts, and the states as data.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from rulelang.locate import GamePlace, locate
from rulelang.play.match import Game, Match
from rulelang.play.script import Scripts
from rulelang.play.transcript import as_json_lines, as_text, of_script
from rulelang.runtime import keeping
from rulelang.syntax.format import format_text
from rulelang.tools.playing import recording, story
from rulelang.tools.setup import Setup

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "games").glob("**/scripts/*.play"))
ENTRIES = [
    *sorted(path.parent for path in (ROOT / "games").glob("**/game.rules") if not path.parent.name.startswith("_")),
    *sorted((ROOT / "tests" / "pages").glob("*.rules")),
]
MOVES = 40
"""After so many moves a random match is left: what has gone apart by then has gone apart."""


@cache
def game(entry: Path) -> Game:
    return Game(locate(entry))


def played(game: Game, moves: int = MOVES, reload: bool = False) -> Match:
    """A random match, from the same choices each time."""
    match = game.start(None, seed=17)
    source = random.Random(23)
    while match.pending and len(match.moves) < moves:
        if reload:
            match = game.restore(match.to_json())
        choice = source.choice(match.pending)
        match.choose(choice.seat, source.choice(choice.options))
    return match


def outcome(match: Match, digest: bool = True) -> str:
    """All that can be told of a match: its story for each reader, and its state."""
    told = [story(match), *(story(match, player) for player in match.players)]
    if not digest:
        # The digest of the rules is that of their text, which formatting changes.
        told = ["\n".join(line for line in text.splitlines() if "; rules " not in line) for text in told]
    return "\n".join([*told, repr(keeping.dump(match.machine, match.state))])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.stem)
def test_saved_and_loaded_at_each_choice(entry: Path) -> None:
    assert outcome(played(game(entry))) == outcome(played(game(entry), reload=True))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.stem)
def test_formatted(entry: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    if entry.is_dir():
        shutil.copytree(entry, folder)
    else:
        folder.mkdir()
        shutil.copy(entry, folder / entry.name)
        if (entry.parent / "parts").is_dir():
            shutil.copytree(entry.parent / "parts", folder / "parts")
    for path in folder.glob("**/*.rules"):
        text = path.read_text(encoding="utf-8")
        # Blank lines and blanks that formatting takes out again, so that it has something to do.
        untidy = text.replace(" = ", "  =  ").replace("\n\n", "\n\n\n\n")
        assert format_text(untidy) == format_text(text)
        path.write_text(untidy, encoding="utf-8")
    other = Game(locate(folder if entry.is_dir() else folder / entry.name))
    assert outcome(played(game(entry)), digest=False) == outcome(played(other), digest=False)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.stem)
def test_recorded(entry: Path, tmp_path: Path) -> None:
    """A record plays the same match again, without the seed having a say in what chance decides."""
    match = played(game(entry))
    path = tmp_path / "match.play"
    place: GamePlace = match.game.place
    text = recording(match, place, Setup(), path).replace("\nseed 17\n", "\nseed 99\n")
    path.write_text(text, encoding="utf-8")
    again = Scripts().run(path)
    assert again.verdict is not None and again.verdict.form == "same", again.diagnostics
    assert again.match is not None
    assert [move.words for move in again.match.moves] == [move.words for move in match.moves]
    values = [keeping.dump(each.machine, each.state)["values"] for each in (match, again.match)]
    assert values[0] == values[1]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_scripts_saved_and_loaded(path: Path) -> None:
    """A script's match as it stands at the end is the same after saving and loading, and tells the same."""
    result = Scripts().run(path)
    assert result.match is not None and not result.failed
    settings = result.match.machine.layout.settings
    before = result.match
    assert as_text(of_script(result)) == as_text(of_script(Scripts().run(path)))
    if settings == before.game.machine(len(before.players)).layout.settings:
        after = before.game.restore(before.to_json())
        assert keeping.dump(after.machine, after.state) == keeping.dump(before.machine, before.state)
        assert [line.text for line in after.story()] == [line.text for line in before.story()]


def digests() -> str:
    """A digest of every script's transcript and of every random match, one a line."""
    lines = []
    scripts = Scripts()
    for path in SCRIPTS:
        result = scripts.run(path)
        assert result.match is not None
        text = as_json_lines(of_script(result)) + repr(keeping.dump(result.match.machine, result.match.state))
        lines.append(f"{path.stem} {sha256(text.encode()).hexdigest()}")
    for entry in ENTRIES:
        lines.append(f"{entry.stem} {sha256(outcome(played(game(entry))).encode()).hexdigest()}")
    return "\n".join(lines)


def test_other_processes_and_hash_seeds() -> None:
    """Everything once in this process, and in two others whose hashes differ."""
    here = digests()
    for seed in ("1", "4711"):
        code = "from tests.play.test_determinism import digests; print(digests())"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        there = subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path.cwd(),
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert there.returncode == 0, there.stderr
        assert there.stdout.strip().splitlines() == here.splitlines()

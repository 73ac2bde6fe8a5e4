"""The same match comes out the same, however it is played: plainly, after saving and loading at each choice, after its rules were
formatted anew, under another hash seed, and in a process of its own; of some scripts of every game, and of random matches of
every game and page. What is compared are the transcripts, and the states as data.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence
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


def _some_scripts() -> list[Path]:
    found: list[Path] = []
    for folder in sorted((ROOT / "games").glob("**/scripts")):
        found.append(random.Random(folder.parent.name).choice(sorted(folder.glob("*.play"))))
    return found


SCRIPTS = _some_scripts()
"""A script of each game, drawn by lot; the transcripts of all are tested elsewhere."""
ENTRIES = [
    *sorted(path.parent for path in (ROOT / "games").glob("**/game.rules") if not path.parent.name.startswith("_")),
    *sorted((ROOT / "tests" / "pages").glob("*.rules")),
]
MOVES = 80
"""After so many moves a random match is left: what has gone apart by then has gone apart. Short games are played to their end."""

RELOADS = 12
"""A match of more moves than this is saved and loaded before so many of them: the first ones, and others drawn by lot."""


@cache
def game(entry: Path) -> Game:
    return Game(locate(entry))


@cache
def scripts() -> Scripts:
    """The games of the scripts, each loaded once."""
    return Scripts()


def _counts(entry: Path) -> range:
    """For how many players a game is, as its `players` line says; read here, so that no game is compiled to collect tests."""
    text = (entry / "game.rules" if entry.is_dir() else entry).read_text(encoding="utf-8")
    found = re.search(r"^    players ([0-9]+)(?: to ([0-9]+))?$", text, re.MULTILINE)
    assert found is not None
    return range(int(found[1]), int(found[2] or found[1]) + 1)


CASES = [(entry, players) for entry in ENTRIES for players in _counts(entry)]
"""Every game and page with every number of players that it allows."""

ONE_EACH = [(entry, _counts(entry)[index % len(_counts(entry))]) for index, entry in enumerate(ENTRIES)]
"""Every game and page once, with numbers of players in turn. What compiles a game anew takes one half of them, or the other."""


def names(cases: Sequence[tuple[Path, int]]) -> list[str]:
    return [f"{entry.stem}-{players}" for entry, players in cases]


def played(game: Game, players: int, reload_at: Collection[int] = ()) -> Match:
    """A random match, from the same choices each time; saved and loaded before the moves of these numbers."""
    match = game.start(players, seed=17)
    source = random.Random(23)
    while match.pending and len(match.moves) < MOVES:
        if len(match.moves) in reload_at:
            match = game.restore(match.to_json())
        choice = source.choice(match.pending)
        match.choose(choice.seat, source.choice(choice.options))
    return match


@cache
def plainly(entry: Path, players: int) -> tuple[int, str]:
    """How many moves a random match has, and its outcome."""
    match = played(game(entry), players)
    return len(match.moves), outcome(match)


def outcome(match: Match) -> str:
    """All that can be told of a match: its story for each reader, and its state."""
    told = [story(match), *(story(match, player) for player in match.players)]
    return "\n".join([*told, repr(keeping.dump(match.machine, match.state))])


def _without_digest(text: str) -> str:
    """An outcome without the digest of the rules, which is that of their text."""
    return "\n".join(line for line in text.splitlines() if "; rules " not in line)


@pytest.mark.parametrize(("entry", "players"), CASES, ids=names(CASES))
def test_saved_and_loaded(entry: Path, players: int) -> None:
    """At each choice of a short match, and at some of a long one."""
    moves, before = plainly(entry, players)
    at = range(moves) if moves <= RELOADS else {*range(4), *random.Random(moves).sample(range(4, moves), RELOADS - 4)}
    assert outcome(played(game(entry), players, at)) == before


@pytest.mark.parametrize(("entry", "players"), ONE_EACH[::2], ids=names(ONE_EACH[::2]))
def test_formatted(entry: Path, players: int, tmp_path: Path) -> None:
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
    assert _without_digest(plainly(entry, players)[1]) == _without_digest(outcome(played(other, players)))


@pytest.mark.parametrize(("entry", "players"), ONE_EACH[1::2], ids=names(ONE_EACH[1::2]))
def test_recorded(entry: Path, players: int, tmp_path: Path) -> None:
    """A record plays the same match again, without the seed having a say in what chance decides."""
    match = played(game(entry), players)
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
    """A script's match as it stands at the end is the same after saving and loading, and tells the same. That it is the same when
    its game is compiled anew is asked of all scripts below."""
    result = scripts().run(path)
    assert result.match is not None and not result.failed
    settings = result.match.machine.layout.settings
    before = result.match
    assert as_text(of_script(result)) == as_text(of_script(scripts().run(path)))
    if settings == before.game.machine(len(before.players)).layout.settings:
        after = before.game.restore(before.to_json())
        assert keeping.dump(after.machine, after.state) == keeping.dump(before.machine, before.state)
        assert [line.text for line in after.story()] == [line.text for line in before.story()]


def digests() -> str:
    """A digest of every script's transcript and of every random match, one a line."""
    lines = []
    for path in SCRIPTS:
        result = scripts().run(path)
        assert result.match is not None
        text = as_json_lines(of_script(result)) + repr(keeping.dump(result.match.machine, result.match.state))
        lines.append(f"{path.stem} {sha256(text.encode()).hexdigest()}")
    for entry, players in ONE_EACH:
        lines.append(f"{entry.stem} {players} {sha256(plainly(entry, players)[1].encode()).hexdigest()}")
    return "\n".join(lines)


def digests_twice() -> str:
    """The digests, and again with nothing kept of the first time."""
    first = digests()
    game.cache_clear()
    plainly.cache_clear()
    scripts.cache_clear()
    return f"{first}\n{digests()}"


def test_other_processes_and_hash_seeds() -> None:
    """Everything in this process, and twice in another whose hashes differ."""
    here = digests().splitlines()
    code = "from tests.play.test_determinism import digests_twice; print(digests_twice())"
    seed = "4711" if os.environ.get("PYTHONHASHSEED") != "4711" else "1"
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
    assert there.stdout.strip().splitlines() == [*here, *here]

"""What `rulelang play` needs beside the session and the bots: files of matches, recordings, the closing lines."""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from pathlib import Path

from rulelang.errors import NotFound, RulelangError, SaveError
from rulelang.locate import GamePlace
from rulelang.play.heading import game_line, variant_names
from rulelang.play.match import Game, Match
from rulelang.play.transcript import as_text, entries
from rulelang.text.cachedir import cache_folder
from rulelang.tools.setup import Setup

LARGEST = 20_000_000
"""How many bytes a saved match may have."""


def begin(place: GamePlace, setup: Setup, seed: int | None) -> Match:
    """A new match."""
    game = Game(place, setup.variants, setup.settings)
    players = setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players)
    return game.start(players, secrets.randbelow(1 << 31) if seed is None else seed)


def resume(place: GamePlace, setup: Setup, file: Path) -> Match:
    """A match from its file. Raises `SaveError` where it cannot be gone on with."""
    if not file.is_file():
        raise NotFound(f"there is no file `{file}`")
    if file.stat().st_size > LARGEST:
        raise SaveError(f"`{file}` is no saved match: it is too large")
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SaveError(f"`{file}` is no saved match") from None
    return Game(place, setup.variants, setup.settings).restore(text)


def own_file(match: Match) -> Path | None:
    """Where a match is kept while it is played, if the user names no file; none where there is no safe place."""
    folder = cache_folder()
    if folder is None:
        return None
    matches = folder / "matches"
    try:
        matches.mkdir(exist_ok=True, mode=0o700)
    except OSError:
        return None
    return matches / f"{match.game.id}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"


def keep(match: Match, file: Path) -> None:
    """Write a match to its file: all of it, or the file stays as it was."""
    write_whole(file, match.to_json())


def write_whole(file: Path, text: str) -> None:
    """Write a file beside itself first, then put it in its place."""
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".new-")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(temporary).replace(file)
    except OSError as error:
        raise RulelangError(f"`{file}` cannot be written: {(error.strerror or 'the disk refuses').lower()}") from None


def recording(match: Match, place: GamePlace, setup: Setup, file: Path) -> str:
    """A match as a script that can be judged by other rules: see `play.recording`."""
    # Imported here, since whoever only plays needs no parser.
    from rulelang.play.recording import recording as recorded

    game = match.game
    names = variant_names(game, len(match.players))
    return recorded(match, game_line(place, game.id, file.parent), names, setup.settings)


def story(match: Match, reader: str | None = None) -> str:
    """The whole transcript of a match so far."""
    return as_text(entries(match, None, reader))


def closing(match: Match) -> str:
    """The bills and the winners."""
    return as_text(entry for entry in entries(match, []) if entry["type"] in ("score", "end")).strip("\n")

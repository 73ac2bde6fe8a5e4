"""Finding a game: from what a user calls it to its entry file.

A game is called by the id of a shipped one (the name of its folder in `games/`), or by a path: a folder with a `game.rules`,
that file, or any other `.rules` file of such a folder. Shipped games are found through `importlib.resources`, so a wheel, an
editable install and a plain checkout all serve the same ones. Nothing is parsed here.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from rulelang.errors import NotFound
from rulelang.text.suggest import near

ENTRY = "game.rules"
RULES = ".rules"
SCRIPT = ".play"
VARIANTS = "variants"
SCRIPTS = "scripts"
GAME_LINE = re.compile(r"^game\s+[a-z_]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where a game lies. `id` is what a shipped game is called; else the name of its folder or file. `variants` are those meant
    by a path to a variant's file."""

    id: str
    entry: Path
    shipped: bool = False
    variants: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder that holds all of the game."""
        return self.entry.parent


@cache
def games_folder() -> Path:
    """The folder of the shipped games."""
    return Path(str(files("games")))


@cache
def shipped_games() -> dict[str, GamePlace]:
    """The shipped games by id, in order of their ids. Folders that begin with `_` or `.` are not games."""
    root = games_folder()
    found: dict[str, GamePlace] = {}
    for entry in root.glob(f"**/{ENTRY}"):
        if not any(part.startswith(("_", ".")) for part in entry.relative_to(root).parts):
            found[entry.parent.name] = GamePlace(entry.parent.name, entry, shipped=True)
    return dict(sorted(found.items()))


def locate(called: str | os.PathLike[str]) -> GamePlace:
    """The game that is called so. Raises `NotFound`, with near names."""
    text = os.fspath(called)
    if text in shipped_games():
        return shipped_games()[text]
    path = Path(text)
    if path.is_dir():
        return _in_folder(path)
    if path.is_file():
        return _of_file(path)
    if path.suffix == RULES or "/" in text or os.sep in text:
        raise NotFound(f"there is no file or folder `{text}`")
    names = near(text, shipped_games())
    ways = f"did you mean {' or '.join(f'`{name}`' for name in names)}?" if names else "`rulelang games` lists those there are"
    raise NotFound(f"there is no game `{text}`; {ways}")


def locate_all(called: str | os.PathLike[str]) -> list[GamePlace]:
    """The game that is called so; of a folder that is no game itself, all games below it."""
    path = Path(os.fspath(called))
    if os.fspath(called) not in shipped_games() and path.is_dir() and not (path / ENTRY).is_file():
        entries = sorted(path.glob(f"**/{ENTRY}"))
        hidden = {entry for entry in entries if any(part.startswith(".") for part in entry.relative_to(path).parts)}
        below = [_known(GamePlace(entry.parent.resolve().name, entry)) for entry in entries if entry not in hidden]
        if below:
            return below
    return [locate(called)]


def _in_folder(folder: Path) -> GamePlace:
    entry = folder / ENTRY
    if not entry.is_file():
        others = sorted(folder.glob(f"*{RULES}"))
        if len(others) != 1:
            raise NotFound(f"the folder `{folder}` holds no `{ENTRY}`")
        entry = others[0]
    return _known(GamePlace(folder.resolve().name, entry))


def _of_file(path: Path) -> GamePlace:
    if path.suffix != RULES:
        raise NotFound(f"`{path}` is not a game: rules stand in files that end in `{RULES}`")
    home = path.resolve().parent
    if path.name != ENTRY and not GAME_LINE.search(path.read_text(encoding="utf-8", errors="replace")):
        # A part of a game means the game; a variant's file means the game with that variant.
        if (path.parent / ENTRY).is_file():
            return _known(GamePlace(home.name, path.parent / ENTRY))
        if home.name == VARIANTS and (path.parent.parent / ENTRY).is_file():
            return _known(GamePlace(home.parent.name, path.parent.parent / ENTRY, variants=(path.stem,)))
    return _known(GamePlace(home.name if path.name == ENTRY else path.stem, path))


def _known(place: GamePlace) -> GamePlace:
    """The same place, marked as shipped where it is one of those."""
    for other in shipped_games().values():
        if place.entry.resolve() == other.entry.resolve():
            return GamePlace(other.id, place.entry, shipped=True, variants=place.variants)
    return place


def variant_files(place: GamePlace) -> list[Path]:
    """The files of the variants that come with a game."""
    return sorted((place.folder / VARIANTS).glob(f"*{RULES}"))


def variant_path(place: GamePlace, called: str) -> Path:
    """The file of a variant, by the name of one that comes with the game, or by its path. Raises `NotFound`, with near names."""
    own = {path.stem: path for path in variant_files(place)}
    if called in own:
        return own[called]
    path = Path(called)
    if path.suffix == RULES and path.is_file():
        return path
    if path.suffix == RULES or "/" in called or os.sep in called:
        raise NotFound(f"there is no file `{called}`")
    names = near(called, own)
    ways = f"; did you mean {' or '.join(f'`{name}`' for name in names)}?" if names else ""
    raise NotFound(f"{place.id} has no variant `{called}`{ways}")


def script_files(place: GamePlace) -> list[Path]:
    """The scripts that come with a game."""
    return sorted((place.folder / SCRIPTS).glob(f"**/*{SCRIPT}"))


def rules_files(place: GamePlace) -> list[Path]:
    """All `.rules` files of a game: those beside the entry and below, the entry first."""
    others = sorted(path for path in place.folder.glob(f"**/*{RULES}") if path != place.entry)
    return [place.entry, *others]


def locate_for_script(script: Path, called: str) -> GamePlace:
    """The game that a script means by its `game` line: the game in whose folder the script lies, if that is its id; a path from
    the script's folder; else a game as `locate` finds it."""
    for folder in list(script.resolve().parents)[:3]:
        entry = folder / ENTRY
        if entry.is_file():
            line = re.search(rf"^game\s+{re.escape(called)}\b", entry.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
            if line is not None:
                return _known(GamePlace(folder.name, entry))
    beside = script.parent / called
    if called not in shipped_games() and beside.exists():
        return locate(beside)
    return locate(called)

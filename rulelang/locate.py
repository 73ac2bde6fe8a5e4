"""Finding a game: from what a user calls it to its entry file.

A game is called by the id of a shipped one (the name of its folder in `games/`), or by a path: a folder with a `game.rules`,
that file, or any other `.rules` file of such a folder. Shipped games are found through `importlib.resources`, so a wheel, an
editable install and a plain checkout all serve the same ones. Nothing is parsed here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from rulelang.errors import NotFound, RulelangError
from rulelang.text.suggest import listing, near

ENTRY = "game.rules"
RULES = ".rules"
SCRIPT = ".play"
VARIANTS = "variants"
SCRIPTS = "scripts"
GAME_LINE = re.compile(r"^game\s+([a-z_][a-z0-9_]*)", re.MULTILINE)
VARIANT_LINE = re.compile(
    r'^variant[ \t]+(?P<name>[a-z_][a-z0-9_]*)(?:[ \t]+"(?:[^"\\\n]|\\.)*")?[ \t]+of[ \t]+(?P<game>[a-z_][a-z0-9_]*)'
    r"(?:[ \t]+over[ \t]+[a-z0-9_, \t]*?)?(?:[ \t]+for[ \t]+(?P<players>[0-9]{1,3})[ \t]+players)?[ \t]*(?:#.*)?$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where a game lies. `id` is what a shipped game is called; else the name of its folder or file. `variants` are those meant
    by a path to a variant's file, `without` those that are not on by themselves although the number of players is theirs."""

    id: str
    entry: Path
    shipped: bool = False
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

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
    file = Path(f"{text}{RULES}")
    names = [str(file)] if file.is_file() else near(text, shipped_games())
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
            return replace(place, id=other.id, shipped=True)
    return place


def variant_files(place: GamePlace) -> list[Path]:
    """The files of the variants that come with a game."""
    return sorted((place.folder / VARIANTS).glob(f"*{RULES}"))


@dataclass(frozen=True, slots=True)
class VariantPlace:
    """Where a variant lies, and what its first line says: its name, and for how many players it is on by itself."""

    name: str
    path: Path
    players: int | None = None
    own: bool = False
    """Whether it lies in the folder of the user and not of the game."""


def variants_folder() -> Path | None:
    """The user's own folder of variants: `RULELANG_VARIANTS`, else `rulelang/variants` among the user's data; it need not
    exist."""
    chosen = os.environ.get("RULELANG_VARIANTS")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_DATA_HOME")
    try:
        data = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError:
        return None
    return data / "rulelang" / "variants"


def game_name(place: GamePlace) -> str:
    """What a game calls itself on its `game` line; its id where it has none."""
    found = GAME_LINE.search(_start_of(place.entry))
    return found[1] if found is not None else place.id


def known_variants(place: GamePlace) -> list[VariantPlace]:
    """The variants of a game by name: those that come with it, and those for it in the user's own folder."""
    found: list[VariantPlace] = []
    for path in variant_files(place):
        line = VARIANT_LINE.search(_start_of(path))
        players = int(line["players"]) if line is not None and line["players"] else None
        found.append(VariantPlace(line["name"] if line is not None else path.stem, path, players))
    folder = variants_folder()
    if folder is not None and folder.is_dir():
        name = game_name(place)
        for path in sorted(folder.glob(f"**/*{RULES}")):
            line = VARIANT_LINE.search(_start_of(path))
            if line is not None and line["game"] == name:
                found.append(VariantPlace(line["name"], path, int(line["players"]) if line["players"] else None, own=True))
    return found


def _start_of(path: Path) -> str:
    """The beginning of a file, in which its first line stands; nothing where it cannot be read."""
    try:
        if not path.is_file():
            return ""
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LONGEST_START)
    except OSError:
        return ""


LONGEST_START = 65536
"""How far into a file its first line is looked for: doc lines may stand before it."""


def variant_path(place: GamePlace, called: str) -> Path:
    """The file of a variant, by its name or by its path. Raises `NotFound`, with near names."""
    known = known_variants(place)
    named = [variant for variant in known if variant.name == called] or [v for v in known if v.path.stem == called and not v.own]
    if len(named) == 1:
        return named[0].path
    if named:
        files = listing([str(variant.path) for variant in named], "and")
        raise RulelangError(f"{place.id} has {len(named)} variants `{called}`: {files}; name one by its path")
    path = Path(called)
    if path.suffix == RULES and path.is_file():
        return path
    if path.suffix == RULES or "/" in called or os.sep in called:
        raise NotFound(f"there is no file `{called}`")
    raise NotFound(_no_variant(place, called, known))


def _no_variant(place: GamePlace, called: str, known: Sequence[VariantPlace]) -> str:
    names = near(called, dict.fromkeys(variant.name for variant in known))
    ways = f"; did you mean {listing(names)}?" if names else ""
    return f"{place.id} has no variant `{called}`{ways}"


def by_themselves(place: GamePlace, players: int | None) -> list[VariantPlace]:
    """The variants that come with a game and are on by themselves with so many players, unless they are turned off."""
    found = known_variants(place)
    for name in place.without:
        if not any(variant.name == name for variant in found):
            raise NotFound(_no_variant(place, name, found))
    return [v for v in found if players is not None and v.players == players and not v.own and v.name not in place.without]


def variants_on(place: GamePlace, called: Sequence[str], players: int | None) -> list[Path]:
    """The files of the variants that are on: those asked for, and those that are on by themselves with so many players. Each
    once, in an order that does not hang on the order in which they were asked for."""
    both = [name for name in called if name in place.without]
    if both:
        raise RulelangError(f"the variant `{both[0]}` is asked for, and turned off")
    paths = [variant_path(place, name) for name in (*place.variants, *called)]
    paths += [variant.path for variant in by_themselves(place, players)]
    # One file may be called by two names. Links are not followed here: the reader refuses them.
    return sorted({path.resolve(): path.absolute() for path in paths}.values())


def script_files(place: GamePlace) -> list[Path]:
    """The scripts that come with a game."""
    return sorted((place.folder / SCRIPTS).glob(f"**/*{SCRIPT}"))


def scripts_called(called: Path) -> list[Path]:
    """The scripts that a user means: a script by its path, those in a folder and below, or those of a shipped game by its id.
    Raises `NotFound` for a folder without any."""
    shipped = shipped_games().get(called.as_posix())
    if shipped is not None and not called.is_file():
        return script_files(shipped)
    if not called.is_dir():
        return [called]
    below = (path.relative_to(called) for path in called.glob(f"**/*{SCRIPT}"))
    found = [called / path for path in sorted(below) if not any(part.startswith(".") for part in path.parts)]
    if not found:
        raise NotFound(f"the folder `{called}` holds no scripts: they end in `{SCRIPT}`")
    return found


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

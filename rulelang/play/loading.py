"""From a game's place to a compiled program, through a cache.

Reading, checking and compiling a game takes long beside playing it, so a compiled game is kept in the user's own cache
folder. An entry is found by the game's path, its variants and settings, the number of players, the version of rulelang,
of Python, and of the compiler's own sources; it records every file that was read with a digest of what it held. A hit
is believed only when all those files still hold the same and still lie where rules may lie: inside the game's folder,
and no link out of it. So a change of one number in one file is seen at the next run, and a kept game never saves
anybody from the rules about files.

Whoever plays a kept game loads no parser, no checker and no compiler: everything of those is imported only on a miss.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.backend.program import Program
from rulelang.errors import NotFound, RulelangError, RulesError
from rulelang.locate import GamePlace, known_variants, variants_on
from rulelang.text.cachedir import cache_folder, read_cached, touch_cached, write_cached
from rulelang.text.suggest import listing, near
from rulelang.version import VERSION

if TYPE_CHECKING:
    from rulelang.backend.compile import Compiled
    from rulelang.sema.model import GameModel

LARGEST = 2_000_000
"""A source larger than this was never read by the checker, so an entry that names one is wrong."""

KEPT = 200
"""How many compiled games the cache holds; those that were asked for longest ago go first."""

SEAT_NAMES = ("ann", "ben", "cat", "dan", "eve", "flo", "gus", "hal", "ida", "joe")
"""What players are called who were given no names, by the game or by the user."""


@dataclass(frozen=True, slots=True)
class Information:
    """What is known of a game without a number of players: its name and title, for how many it is, how its seats are called."""

    name: str
    title: str
    fewest: int
    most: int
    seats: tuple[str, ...]
    settings: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game ready to be played, and what is known of it."""

    information: Information
    program: Program


# ------------------------------------------------------------------------------------------------------------ what is asked for


def written(value: object) -> str:
    """A setting's value as a command line writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)


def load_program(
    place: GamePlace, players: int, variants: Sequence[str] = (), settings: Mapping[str, object] | None = None
) -> Loaded:
    """The game compiled for so many players, from the cache if it is there. Raises `RulesError` where it cannot be."""
    asked = _Asked.of(place, variants, settings or {}, players)
    found = asked.kept()
    if found is not None and found.program is not None:
        return Loaded(found.information, found.program)
    model, information, sources = asked.read()
    if not information.fewest <= players <= information.most:
        number = (
            f"{information.fewest} to {information.most}" if information.fewest < information.most else str(information.fewest)
        )
        raise RulelangError(f"`{information.name}` is for {number} players, not for {players}")
    program = compiled_model(model, players, asked.settings, information.digest).program
    asked.keep(information, sources, program)
    return Loaded(information, program)


def information_of(place: GamePlace, variants: Sequence[str] = (), settings: Mapping[str, object] | None = None) -> Information:
    """What is known of a game without a number of players."""
    asked = _Asked.of(place, variants, settings or {}, 0)
    found = asked.kept()
    if found is not None:
        return found.information
    _, information, sources = asked.read()
    asked.keep(information, sources, None)
    return information


def load_compiled(
    place: GamePlace, players: int, variants: Sequence[str] = (), settings: Mapping[str, object] | None = None
) -> Compiled:
    """The game compiled afresh, with everything that it was made from: for tools that look inside."""
    asked = _Asked.of(place, variants, settings or {}, players)
    model, information, _ = asked.read()
    return compiled_model(model, players, asked.settings, information.digest)


def compiled_model(model: GameModel, players: int, settings: Mapping[str, str], digest: str) -> Compiled:
    """A checked game compiled. Raises `RulesError` where that cannot be done, and for settings that the game does not have."""
    from rulelang.backend.compile import compile_model
    from rulelang.text.diagnostic import Sink

    sink = Sink()
    values = setting_values(model, players, settings)
    compiled = compile_model(model, players, values, sink, digest)
    if compiled is None or sink.has_errors:
        raise RulesError(sink.sorted(), model.sources)
    return compiled


def setting_values(model: GameModel, players: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """The values of settings as the compiler wants them. Raises `NotFound` and `RulelangError` for wrong ones."""
    if not settings:
        return {}
    from rulelang.backend.compile import parse_setting
    from rulelang.machine.lower import Lowering
    from rulelang.text.diagnostic import Sink

    world = Lowering(model, players, {}, Sink()).world
    values: dict[str, Any] = {}
    for name, text in settings.items():
        if name not in model.settings:
            names = near(name, model.settings)
            ways = f"; did you mean {listing(names)}?" if names else ""
            raise NotFound(f"`{model.name}` has no setting `{name}`{ways}")
        try:
            values[name] = parse_setting(model, world, name, text)
        except ValueError as fault:
            raise RulelangError(str(fault)) from None
    return values


# ------------------------------------------------------------------------------------------------------------ the cache


@dataclass(frozen=True, slots=True)
class _Found:
    information: Information
    program: Program | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for; `players` is 0 where only the information is."""

    place: GamePlace
    variants: tuple[Path, ...]
    settings: dict[str, str]
    players: int

    @classmethod
    def of(cls, place: GamePlace, variants: Sequence[str], settings: Mapping[str, object], players: int) -> _Asked:
        """From what a user wrote. The order of variants and settings does not matter, nor that one is named twice."""
        paths = variants_on(place, variants, players or None)
        texts = {name: written(value) for name, value in sorted(settings.items())}
        return cls(place, tuple(paths), texts, players)

    @property
    def file(self) -> str:
        """The name of the cache's file."""
        parts: list[Any] = [
            str(self.place.entry.absolute()),
            os.fspath(Path.cwd()),
            [str(path) for path in self.variants],
            self.settings,
            self.players,
            VERSION,
            sys.implementation.cache_tag,
            compiler_fingerprint(),
        ]
        return f"game-{sha256(json.dumps(parts).encode()).hexdigest()[:40]}"

    def read(self) -> tuple[GameModel, Information, list[tuple[str, str]]]:
        """Read and check the rules. Raises `RulesError` where they cannot be played."""
        from rulelang.sema.load import load_game
        from rulelang.text.diagnostic import Sink

        sink = Sink()
        known = [variant.name for variant in known_variants(self.place)]
        model = load_game(self.place.entry, self.variants, sink, known=known)
        if not model.runnable:
            raise RulesError(sink.sorted(), model.sources)
        sources = [(str(path.absolute()), sha256(path.read_bytes()).hexdigest()) for path in model.paths if path is not None]
        information = Information(
            model.name,
            model.title,
            model.fewest,
            model.most,
            tuple(seat_names(model)),
            tuple(model.settings),
            rules_digest(model),
        )
        return model, information, sources

    def kept(self) -> _Found | None:
        """What the cache holds, if it is whole and its sources have not changed."""
        content = read_cached(self.file)
        if content is None:
            return None
        try:
            line, payload = content.split(b"\n", 1)
            head = json.loads(line)
            if head["payload"] != sha256(payload).hexdigest() or not self._same(head["sources"]):
                return None
            known: dict[str, Any] = head["information"]
            information = Information(**{name: tuple(v) if isinstance(v, list) else v for name, v in known.items()})  # type: ignore[arg-type]
            found = _Found(information, Program.from_bytes(payload) if payload else None)
            touch_cached(self.file)
            return found
        except (ValueError, KeyError, TypeError, EOFError, AttributeError, OSError):
            return None

    def _same(self, sources: list[list[str]]) -> bool:
        folder = self.place.folder.resolve()
        named = {str(self.place.entry.absolute()), *(str(path) for path in self.variants)}
        return bool(sources) and all(
            _unchanged(Path(path), digest, None if path in named else folder) for path, digest in sources
        )

    def keep(self, information: Information, sources: list[tuple[str, str]], program: Program | None) -> None:
        """Put an entry into the cache."""
        payload = program.to_bytes() if program is not None else b""
        fields = {name: getattr(information, name) for name in Information.__slots__}
        head = {"sources": sources, "information": fields, "payload": sha256(payload).hexdigest()}
        write_cached(self.file, json.dumps(head).encode() + b"\n" + payload)
        _prune()


def _unchanged(path: Path, digest: str, folder: Path | None) -> bool:
    """Whether a source still may be read and still holds the same."""
    if folder is None:
        if path.is_symlink():
            return False
    elif not path.resolve(strict=True).is_relative_to(folder):
        return False
    found = path.stat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        return False
    return sha256(path.read_bytes()).hexdigest() == digest


def _prune() -> None:
    """Forget the games that were asked for longest ago, beyond those that fit."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        entries = sorted(folder.glob("game-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in entries[KEPT:]:
            path.unlink(missing_ok=True)
    except OSError:
        return


def compiler_sources() -> list[Path]:
    """The files of everything that makes programs out of rules, in a fixed order."""
    root = Path(__file__).parent.parent
    sources = [
        path for name in ("text", "syntax", "sema", "machine", "backend", "runtime") for path in (root / name).rglob("*.py")
    ]
    return sorted([*sources, *Path(str(files("grammar"))).glob("*.lark")])


@cache
def compiler_fingerprint() -> str:
    """A digest of everything that makes programs out of rules: a compiled game is of no use to another compiler."""
    digest = sha256()
    for path in compiler_sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


# ------------------------------------------------------------------------------------------------------------ facts of a model


def rules_digest(model: GameModel) -> str:
    """A digest of the rules of a game as they stand in its files, its variants among them."""
    digest = sha256(VERSION.encode())
    for file in model.sources.files:
        digest.update(sha256(file.text.encode()).digest())
    return digest.hexdigest()[:16]


def seat_names(model: GameModel) -> list[str]:
    """What the players are called where nobody says: as the game's table of players says, else by short names."""
    from rulelang.syntax import nodes

    names: list[str] = []
    for row, other in zip((*model.player_rows, *({} for _ in range(model.most))), SEAT_NAMES, strict=False):
        cell = row.get("name")
        if isinstance(cell, nodes.Name):
            names.append(cell.text)
        elif isinstance(cell, nodes.Text) and len(cell.parts) == 1 and isinstance(cell.parts[0], str):
            names.append(cell.parts[0])
        else:
            names.append(other)
    return names[: model.most]


__all__ = [
    "Information",
    "Loaded",
    "compiled_model",
    "information_of",
    "load_compiled",
    "load_program",
    "rules_digest",
    "seat_names",
    "setting_values",
    "written",
]

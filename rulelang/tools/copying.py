"""Making games of one's own: a copy of a game to change, or a new small one that already runs.

A copy is renamed throughout: `game id`, the `of id` of its variants and the `game id` of its scripts, each at the place where
the tree says it stands, so that nothing else changes. It remembers what it is based on in `based_on.json`: which game, of which
version, and what each file held, so that tools can tell later what was changed here and what there.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from rulelang.errors import NotFound, RulelangError
from rulelang.locate import ENTRY, RULES, SCRIPT, GamePlace, games_folder
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules, parse_script
from rulelang.text.diagnostic import Sink
from rulelang.text.source import SourceMap, Span
from rulelang.version import VERSION

MEMORY = "based_on.json"
TEMPLATE = "_new"


class Origin(BaseModel):
    """What a copied game is based on. `files` gives what each copied file held, as SHA-256 of its bytes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = 1
    game: str
    rulelang: str
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that was made: its folder and its files, relative to it."""

    folder: Path
    id: str
    files: list[str]


def copy_game(place: GamePlace, target: Path) -> NewGame:
    """An editable copy of a game in a new folder, named after the folder."""
    made = _write(place.entry.parent, place.id, target, title=None)
    digests = {name: _digest(place.folder / name) for name in made.files}
    origin = Origin(game=place.id, rulelang=VERSION, files=digests)
    (target / MEMORY).write_text(origin.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return made


def new_game(target: Path) -> NewGame:
    """A fresh small game in a new folder."""
    return _write(games_folder() / TEMPLATE, "new_game", target, title=target.name.replace("_", " ").capitalize())


def origin_of(place: GamePlace) -> Origin | None:
    """What a game is based on, where it remembers."""
    path = place.folder / MEMORY
    return Origin.model_validate_json(path.read_text(encoding="utf-8")) if path.is_file() else None


def _write(source: Path, old: str, target: Path, title: str | None) -> NewGame:
    name = target.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise NotFound(f"`{name}` cannot be the name of a game: small letters, digits and `_`, beginning with a letter")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise RulelangError(f"`{target}` is there already; choose another name")
    written: list[str] = []
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if path.is_symlink() or not path.is_file() or any(part.startswith((".", "__")) for part in relative.parts):
            continue
        if relative.name == MEMORY:
            continue
        (target / relative).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in (RULES, SCRIPT):
            text = path.read_text(encoding="utf-8")
            (target / relative).write_text(renamed(text, path.suffix, old, name, title), encoding="utf-8", newline="\n")
        else:
            shutil.copyfile(path, target / relative)
        written.append(relative.as_posix())
    if ENTRY not in written:
        raise NotFound(f"`{source}` holds no `{ENTRY}`")
    return NewGame(target, name, written)


def renamed(text: str, suffix: str, old: str, new: str, title: str | None) -> str:
    """A file of a game with the game's id, and its title where one is given, replaced by others."""
    source = SourceMap().add("", text)
    edits: list[tuple[Span, str]] = []
    if suffix == SCRIPT:
        script = parse_script(source, Sink())
        if script.game == old and script.game_span is not None:
            edits.append((script.game_span, new))
    else:
        for declaration in parse_rules(source, Sink()).declarations:
            if isinstance(declaration, nodes.GameDeclaration) and declaration.name.text == old:
                edits.append((declaration.name.span, new))
                if title is not None:
                    begin = source.text.index('"', declaration.name.span.end)
                    end = source.text.index('"', begin + 1) + 1
                    edits.append((Span(source.number, begin, end), f'"{title}"'))
            elif isinstance(declaration, nodes.Variant) and declaration.of.text == old:
                edits.append((declaration.of.span, new))
    result = source.text
    for span, replacement in sorted(edits, reverse=True):
        result = result[: span.start] + replacement + result[span.end :]
    return result


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

"""The catalogue: what each game says of itself — title, players, settings, variants, scripts — without checking its rules.

Read from the tree of the entry file, of what it includes and of the files in `variants/`, so that a game with a fault in its
rules is still listed. `rulelang.locate` finds the files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulelang.locate import GamePlace, script_files, shipped_games, variant_files
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules
from rulelang.text.diagnostic import Sink
from rulelang.text.source import SourceMap, Span


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """A setting as declared: its type and value as the author wrote them."""

    name: str
    type: str
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class VariantEntry:
    """A variant that comes with a game."""

    name: str
    title: str
    for_players: int | None
    path: Path


@dataclass(slots=True)
class GameEntry:
    """A game in the catalogue."""

    place: GamePlace
    id: str
    title: str = ""
    fewest: int = 1
    most: int = 1
    settings: list[SettingEntry] = field(default_factory=list)
    variants: list[VariantEntry] = field(default_factory=list)
    scripts: list[Path] = field(default_factory=list)
    summary: str = ""


def catalogue() -> list[GameEntry]:
    """All shipped games."""
    return [read_entry(place) for place in shipped_games().values()]


def read_entry(place: GamePlace) -> GameEntry:
    """What a game says of itself."""
    reader = _Reader(place)
    reader.read(place.entry)
    for path in variant_files(place):
        reader.read_variant(path)
    return reader.entry


class _Reader:
    def __init__(self, place: GamePlace) -> None:
        self.place = place
        self.sources = SourceMap()
        self.seen: set[Path] = set()
        self.entry = GameEntry(place=place, id=place.id, scripts=script_files(place))

    def parse(self, path: Path) -> nodes.File:
        text = path.read_text(encoding="utf-8", errors="replace")
        return parse_rules(self.sources.add(path.name, text), Sink())

    def read(self, path: Path) -> None:
        resolved = path.resolve()
        inside = resolved.is_relative_to(self.place.folder.resolve())
        if resolved in self.seen or not inside or not resolved.is_file():
            return
        self.seen.add(resolved)
        for declaration in self.parse(path).declarations:
            if isinstance(declaration, nodes.GameDeclaration):
                self.entry.id = declaration.name.text
                self.entry.title = declaration.title
                self.entry.fewest, self.entry.most = declaration.fewest, declaration.most
                self.entry.summary = " ".join(line.strip() for line in declaration.doc)
            elif isinstance(declaration, nodes.Setting):
                label = self.written(declaration.label.span).strip('"') if declaration.label is not None else ""
                self.entry.settings.append(
                    SettingEntry(
                        declaration.name.text,
                        self.written(declaration.type_node.span),
                        self.written(declaration.value.span),
                        label,
                    )
                )
            elif isinstance(declaration, nodes.Include):
                for included, _ in declaration.paths:
                    self.read(path.parent / included)

    def read_variant(self, path: Path) -> None:
        for declaration in self.parse(path).declarations:
            if isinstance(declaration, nodes.Variant):
                self.entry.variants.append(
                    VariantEntry(declaration.name.text, declaration.title or "", declaration.for_players, path)
                )

    def written(self, span: Span) -> str:
        """What the author wrote at a place."""
        return self.sources.file(span).text[span.start : span.end]


def players_text(fewest: int, most: int) -> str:
    """`2 players`, `2 to 5 players`"""
    if fewest == most:
        return f"{most} player{'' if most == 1 else 's'}"
    return f"{fewest} to {most} players"


def catalogue_text(entries: list[GameEntry]) -> str:
    """The catalogue for people."""
    width = max((len(entry.id) for entry in entries), default=0)
    lines: list[str] = []
    for entry in entries:
        lines.append(f"{entry.id:<{width}}  {entry.title}, {players_text(entry.fewest, entry.most)}")
        indent = " " * (width + 2)
        lines += [f"{indent}--set {s.name}={s.value}" + (f"  {s.label}" if s.label else "") for s in entry.settings]
        for variant in entry.variants:
            when = f" (on for {variant.for_players} players)" if variant.for_players is not None else ""
            lines.append(f"{indent}--variant {variant.name}  {variant.title}{when}".rstrip())
        lines.append(f"{indent}{entry.place.folder}")
    return "\n".join(lines)

"""From an entry file and variants to a checked game.

Reads the entry and all it includes, each once, in the order of the text; merges the variants that are on; makes the symbols;
checks. Every fault goes into the sink, and there is always a `GameModel`; `runnable` says whether it can be compiled.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rulelang.pause import collector_paused
from rulelang.sema import variants as variant_rules
from rulelang.sema.check import check_model
from rulelang.sema.collect import collect
from rulelang.sema.context import Game
from rulelang.sema.files import Read, Reader
from rulelang.sema.model import GameModel
from rulelang.sema.names import Names
from rulelang.sema.sections import check_sections
from rulelang.sema.writes import Writes
from rulelang.syntax import nodes, parse
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import SourceFile, SourceMap, Span

ENTRY = "game.rules"
"""What the entry file of a game in a folder is called."""

LANGUAGE = 1
"""The version of the language that this checker knows."""

LANGUAGE_LINE = re.compile(r"[ \t]+language[ \t]+([0-9]{1,6})[ \t]*(?:#.*)?$")
"""How a file says, in the block of `game`, in which language it is written."""

DEEPEST = 20_000
"""How many calls may be open while a game is checked. Trees are at most a hundred levels deep, so this is never reached."""


def load_game(
    entry: Path,
    variants: Sequence[Path],
    sink: Sink,
    *,
    sources: SourceMap | None = None,
    read: Read | None = None,
    known: Sequence[str] | None = None,
) -> GameModel:
    """Read and check a game with some of its variants on. `entry` is its entry file, or the folder that holds it; `known` are the
    names of all of its variants, where the caller knows them."""
    with _deep_trees(), collector_paused():
        return _load_game(entry, variants, sink, SourceMap() if sources is None else sources, read, known)


@contextmanager
def _deep_trees() -> Iterator[None]:
    """Room for the walk over trees of a hundred levels: each level takes several calls, and types are worked out on demand."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _load_game(
    entry: Path, variants: Sequence[Path], sink: Sink, sources: SourceMap, read: Read | None, known: Sequence[str] | None
) -> GameModel:
    if read is None and entry.is_dir():
        entry = entry / ENTRY
    model = GameModel(sources, entry)
    reader = Reader(entry.parent, model.sources, sink, read)
    loading = _Loading(model, reader, sink, known)
    if not loading.game(entry):
        model.paths = reader.paths
        return model
    files = [loading.variant(path) for path in variants]
    model.paths = reader.paths
    return _finish(loading, [f for f in files if f is not None], sink)


def load_text(text: str, *variant_texts: str) -> tuple[GameModel, Sink]:
    """Check a game that is one text, for tests and tools."""
    sink = Sink()
    entry = Path("game.rules")
    texts = {entry: text}
    paths = []
    for number, variant in enumerate(variant_texts, 1):
        paths.append(Path(f"variant_{number}.rules"))
        texts[paths[-1]] = variant
    return load_game(entry, paths, sink, read=texts.get), sink


def _finish(loading: _Loading, variants: list[nodes.File], sink: Sink) -> GameModel:
    model = loading.model
    model.damaged = frozenset(loading.damaged)
    found = variant_rules.read_files(model, variants, sink, loading.known)
    declarations, made = variant_rules.merge(loading.declarations, found, sink)
    game = Game(model, sink, Names(), Writes(()))
    variant_rules.note(game, made)
    collect(game, declarations)
    variant_rules.examples(game, found)
    variant_rules.apply(game, found)
    game.writes = Writes([*declarations, *(change for each in found for change in each.changes)])
    check_model(game)
    check_sections(model, [*declarations, *(change for each in found for change in each.changes)], sink)
    model.runnable = not sink.has_errors and model.declaration is not None and model.play is not None
    return model


class _Loading:
    """The files of one game, as they are read."""

    def __init__(self, model: GameModel, reader: Reader, sink: Sink, known: Sequence[str] | None) -> None:
        self.model = model
        self.known = known
        self.reader = reader
        self.sink = sink
        self.declarations: list[nodes.Declaration] = []
        self.damaged: set[str] = set()
        self._seen: dict[Path, Span] = {}
        self._chain: list[Path] = []

    def game(self, entry: Path) -> bool:
        """Read the entry file and all it includes; false if it is written in a language that this rulelang does not know, so that
        nothing else can be said of it."""
        file = self.reader.entry(entry, "the game")
        if file is None:
            return True
        if not self._known_language(file):
            return False
        self._take(self._real(entry), file, entry=True)
        if self.model.declaration is None and "game" not in self.damaged:
            self.sink.error(
                "RL0143",
                "the file of a game begins with `game`, its id and its title",
                Span(file.number, 0, 0),
                help='write `game my_game "My game":` and below it, indented, `players 2 to 4`',
            )
        return True

    def _known_language(self, file: SourceFile) -> bool:
        """Whether the file asks for a language that is known. Looked for in the bare text, since a newer file may not be
        readable."""
        at, inside = 0, False
        found: re.Match[str] | None = None
        for line in file.text.split("\n"):
            if line[:1].strip() and not line.startswith("#"):
                if inside:
                    break
                inside = re.match(r"game\b", line) is not None
            elif inside:
                found = LANGUAGE_LINE.match(line)
                if found is not None:
                    break
            at += len(line) + 1
        if found is None or 1 <= int(found[1]) <= LANGUAGE:
            return True
        asked = int(found[1])
        span = Span(file.number, at + found.start(1), at + found.end(1))
        if asked > LANGUAGE:
            message = f"this file asks for language {asked}; this rulelang knows {LANGUAGE}"
            self.sink.error("RL0122", message, span, help="install a newer one: `pip install -U rulelang`")
        else:
            self.sink.error("RL0122", "languages are counted from 1", span, help=f"write `language {LANGUAGE}`")
        return False

    def _real(self, path: Path) -> Path:
        try:
            return path.resolve()
        except OSError:
            return path

    def _take(self, path: Path, file: SourceFile, entry: bool = False) -> None:
        self._seen.setdefault(path, Span(file.number, 0, 0))
        self._chain.append(path)
        tree = parse.parse_rules(file, self.sink)
        self.damaged.update(tree.damaged)
        for declaration in tree.declarations:
            match declaration:
                case nodes.GameDeclaration():
                    self._game_line(declaration, entry)
                case nodes.Include():
                    for written, span in declaration.paths:
                        self._include(written, span)
                case nodes.Change(verb="add", lines=[_, *_]) if declaration.path and declaration.path[0].text != "scoring":
                    self.declarations.append(declaration)
                case nodes.Variant() | nodes.Change():
                    span = declaration.name.span if isinstance(declaration, nodes.Variant) else _path_span(declaration)
                    self.sink.error(
                        "RL0404",
                        "this belongs into the file of a variant",
                        span,
                        help="a variant is a file of its own, which the game does not include",
                    )
                case _:
                    self.declarations.append(declaration)
        self._chain.pop()

    def _include(self, written: str, span: Span) -> None:
        path = self.reader.resolve(written, span)
        if path is None:
            return
        real = self._real(path)
        if real in self._chain:
            names = [p.name for p in [*self._chain[self._chain.index(real) :], real]]
            self.sink.error(
                "RL0142",
                "this file includes itself",
                span,
                notes=(" includes ".join(f"`{name}`" for name in names),),
                help="take the include out",
            )
            return
        if real in self._seen:
            self.sink.error(
                "RL0142",
                "this file is included twice",
                span,
                others=(Label(self._seen[real], "the first"),) if self._seen[real].end else (),
                help="take one of the two out",
            )
            return
        self._seen[real] = span
        read = self.reader.include(written, span)
        if read is not None:
            self._take(real, read[1])

    def _game_line(self, node: nodes.GameDeclaration, entry: bool) -> None:
        model = self.model
        if model.declaration is not None:
            self.sink.error(
                "RL0143", "a game has one `game` line", node.name.span, others=(Label(model.declaration.name.span, "the first"),)
            )
            return
        if not entry:
            self.sink.error("RL0143", "`game` stands in the entry file, not in one that is included", node.name.span)
            return
        model.declaration = node
        model.name, model.title = node.name.text, node.title
        model.fewest, model.most = node.fewest, node.most
        model.sections = list(node.sections)
        model.language = node.language or LANGUAGE

    def variant(self, path: Path) -> nodes.File | None:
        """Read the file of a variant."""
        file = self.reader.entry(path, "the variant")
        if file is None:
            return None
        tree = parse.parse_rules(file, self.sink)
        self.damaged.update(tree.damaged)
        return tree


def _path_span(change: nodes.Change) -> Span:
    return change.path[0].span if change.path else change.span

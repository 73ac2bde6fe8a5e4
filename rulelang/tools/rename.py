"""Renames something everywhere, and nothing else.

A use is what the checker has found to mean the same thing, so a word in a title, in a doc line or in the text beside an
interpolation is left alone, while the name inside `{p.gold}` changes. The game's own files, its variants and its scripts are
all gone through. The result is checked before anything is written: a name that is taken, or that the language keeps for
itself, is refused with the fault it would cause. The edits are plain data, so that an editor can apply them as one step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulelang.errors import NotFound, RulelangError, RulesError
from rulelang.locate import GamePlace, script_files, variant_files
from rulelang.play.script import read_script
from rulelang.sema.check import check_clauses
from rulelang.sema.load import load_game
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, Symbol
from rulelang.sema.writes import singulars
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules
from rulelang.syntax.tokens import RESERVED
from rulelang.text.diagnostic import Severity, Sink
from rulelang.text.source import SourceMap, Span
from rulelang.text.suggest import listing, near

SMALL = re.compile(r"[a-z_][a-z0-9_]*")
CAPITAL = re.compile(r"[A-Z][A-Za-z0-9]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement: in a file, from one offset to another, in code points of the text as it is read."""

    path: Path
    start: int
    end: int
    text: str
    line: int


@dataclass(slots=True)
class Renaming:
    """All edits of a renaming, file by file, and the dotted name that was meant."""

    path: str
    edits: list[Edit] = field(default_factory=list)

    def texts(self) -> dict[Path, str]:
        """The files as they will be."""
        found: dict[Path, str] = {}
        for path in sorted({edit.path for edit in self.edits}):
            text = _read(path)
            for edit in sorted((e for e in self.edits if e.path == path), key=lambda e: -e.start):
                text = text[: edit.start] + edit.text + text[edit.end :]
            found[path] = text
        return found


def _from_here(path: Path) -> Path:
    """A path as people would write it where they stand."""
    absolute = path.resolve()
    return absolute.relative_to(Path.cwd()) if absolute.is_relative_to(Path.cwd()) else absolute


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def rename(place: GamePlace, old: str, new: str) -> Renaming:
    """The edits that rename something of a game. Raises `NotFound` or `RulelangError` where that cannot be, `RulesError` for
    a clash."""
    model = _model(place, None)
    symbol = _meant(model, old)
    capital = symbol.name[:1].isupper()
    if (CAPITAL if capital else SMALL).fullmatch(new) is None:
        form = "a capital letter, then letters and digits" if capital else "small letters, digits and `_`"
        raise RulelangError(f"`{new}` cannot be a name here: it takes {form}")
    if new in RESERVED:
        raise RulelangError(f"`{new}` is a word of the language, so nothing can be called so")
    renaming = Renaming(symbol.path)
    for span, sources, paths in _uses(place, model, symbol):
        path = paths.get(span.file)
        if path is None:
            continue
        path = _from_here(path)
        file = sources.files[span.file]
        written = file.text[span.start : span.end]
        edit = Edit(path, span.start, span.end, _in_number(written, symbol.name, new), file.position(span.start).line)
        if edit not in renaming.edits:
            renaming.edits.append(edit)
    renaming.edits.extend(e for e in _words(place, symbol, new) if e not in renaming.edits)
    renaming.edits.sort(key=lambda e: (e.path.as_posix(), e.start))
    _prove(place, renaming)
    return renaming


def _in_number(written: str, old: str, new: str) -> str:
    """The new name in the number in which the old one is written: `1 point` of points."""
    if written == old:
        return new
    forms = singulars(old)
    if written in forms:
        return singulars(new)[-1]
    return written.replace(old, new)


def _model(place: GamePlace, texts: dict[Path, str] | None, variant: Path | None = None) -> GameModel:
    def read(path: Path) -> str | None:
        for known, text in (texts or {}).items():
            if known == path or (known.exists() and path.exists() and known.samefile(path)):
                return text
        return _read(path) if path.is_file() else None

    sink = Sink()
    model = load_game(place.entry, [] if variant is None else [variant], sink, read=None if texts is None else read)
    errors = [d for d in sink.sorted() if d.severity is Severity.ERROR]
    if errors:
        raise RulesError(errors, model.sources)
    return model


def _symbols(model: GameModel) -> Iterator[Symbol]:
    """Everything of a game that can be renamed."""
    yield from model.settings.values()
    for enum in model.enums.values():
        yield enum
        yield from enum.members
    yield from model.dice.values()
    for kind in model.kinds.values():
        yield kind
        yield from kind.fields.values()
        yield from kind.methods.values()
    yield from model.instances
    yield from model.boards.values()
    yield from model.state_fields.values()
    yield from model.player_fields.values()
    yield from model.routines.values()
    yield from model.standing


def _meant(model: GameModel, called: str) -> Symbol:
    """What is called so: by its dotted name, or by its name if only one thing has it."""
    symbols = list(_symbols(model))
    found = [s for s in symbols if called in (s.path, s.name)]
    exact = [s for s in found if s.path == called]
    if len(exact) == 1:
        found = exact
    if len(found) == 1:
        return found[0]
    if found:
        raise RulelangError(f"`{called}` could mean {listing(sorted(s.path for s in found)[:4])}; write which")
    names = near(called, sorted({s.path for s in symbols} | {s.name for s in symbols}))
    raise NotFound(f"nothing in `{model.name}` is called `{called}`" + (f"; did you mean {listing(names)}?" if names else ""))


Found = tuple[Span, SourceMap, dict[int, Path]]


def _uses(place: GamePlace, model: GameModel, symbol: Symbol) -> Iterator[Found]:
    """Every place that means the symbol, in the game, its variants and its scripts."""
    for script in script_files(place):
        _check_script(model, script)
    for span in (symbol.span, *_spans(symbol)):
        yield span, model.sources, _paths(model)
    for variant in variant_files(place):
        other = _model(place, None, variant)
        same = next((s for s in _symbols(other) if s.path == symbol.path and type(s) is type(symbol)), None)
        if same is not None:
            for span in (same.span, *_spans(same)):
                yield span, other.sources, _paths(other)
        yield from _changed(variant, symbol)


def _changed(variant: Path, symbol: Symbol) -> Iterator[Found]:
    """Where a variant names what it changes: `after tax(p):`."""
    sources, sink = SourceMap(), Sink()
    file = parse_rules(sources.add(variant.name, _read(variant)), sink)
    parts = symbol.path.split(".")
    for declaration in file.declarations:
        if isinstance(declaration, nodes.Change) and [name.text for name in declaration.path[: len(parts)]] == parts:
            yield declaration.path[len(parts) - 1].span, sources, {0: variant}


def _spans(symbol: Symbol) -> list[Span]:
    spans = list(symbol.uses)
    if isinstance(symbol, InstanceSymbol):
        return spans
    if isinstance(symbol, KindSymbol):
        spans.extend(
            child.node.parent.span for child in symbol.children if child.node is not None and child.node.parent is not None
        )
    for body in getattr(symbol, "bodies", list)():
        spans.append(body.span)
    return spans


def _paths(model: GameModel) -> dict[int, Path]:
    return {number: path for number, path in enumerate(model.paths) if path is not None}


def _check_script(model: GameModel, path: Path) -> None:
    """Read a script into the game's files and check it, so that what it names is found."""
    sink = Sink()
    _, script = read_script(path, model.sources, sink)
    while len(model.paths) < len(model.sources.files):
        model.paths.append(None)
    model.paths[len(model.sources.files) - 1] = path
    check_clauses(model, script.clauses, None, sink)


def _words(place: GamePlace, symbol: Symbol, new: str) -> Iterator[Edit]:
    """Answers are words, and things are called by their names in them."""
    if not isinstance(symbol, InstanceSymbol):
        return
    pattern = re.compile(rf"(?<![a-z0-9_]){re.escape(symbol.name)}(?![a-z])")
    for path in (*_rules_files(place), *script_files(place)):
        sources, sink = SourceMap(), Sink()
        for clause in _answers(path, sources, sink):
            text = sources.files[clause.span.file].text
            start = text.index(":", clause.span.start)
            for match in pattern.finditer(text, start, clause.span.end):
                file = sources.files[clause.span.file]
                yield Edit(_from_here(path), match.start(), match.end(), new, file.position(match.start()).line)


def _rules_files(place: GamePlace) -> list[Path]:
    return sorted(set(_paths(_model(place, None)).values()))


def _answers(path: Path, sources: SourceMap, sink: Sink) -> Iterator[nodes.Clause]:
    """The answers of a script, or of the examples of a file of rules."""
    if path.suffix == ".play":
        _, script = read_script(path, sources, sink)
        clauses = script.clauses
    else:
        file = parse_rules(sources.add(path.name, _read(path)), sink)
        clauses = [c for d in file.declarations if isinstance(d, nodes.Example) for c in d.clauses]
    yield from (c for c in clauses if isinstance(c, nodes.Answer | nodes.Refused))


def _prove(place: GamePlace, renaming: Renaming) -> None:
    """Check the game and each variant as they will be; raises `RulesError` with what the new name would break."""
    texts = renaming.texts()
    _model(place, texts)
    for variant in variant_files(place):
        _model(place, texts, variant)


def write(renaming: Renaming) -> None:
    """Write the changed files."""
    for path, text in renaming.texts().items():
        path.write_text(text, encoding="utf-8")

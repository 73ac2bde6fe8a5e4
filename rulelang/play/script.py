"""Runs `.play` files: scripts of whole games or of positions.

A script names its game; what is on top of that (variants, settings, players, the seed) stands in its header, and flags
may overrule it. Running it gives what failed, if anything did, and the match as it stands then, of which `transcript`
makes the story.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulelang.errors import RulelangError, ScriptError
from rulelang.locate import GamePlace, locate_for_script
from rulelang.play import words
from rulelang.play.clauses import Failed, Run
from rulelang.play.example import Workshop
from rulelang.play.match import Match
from rulelang.play.transcript import Part
from rulelang.sema.check import check_clauses, check_expression
from rulelang.sema.symbols import LocalSymbol
from rulelang.sema.types import PLAYER
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_script
from rulelang.text.diagnostic import Diagnostic, Severity, Sink
from rulelang.text.source import SourceFile, SourceMap, Span
from rulelang.text.suggest import help_for

LARGEST = 2_000_000
"""How many bytes a script may have."""


@dataclass(slots=True)
class Played:
    """A script that was run. `match` is none where it could not even begin; `diagnostics` are what failed, and warnings."""

    path: Path
    script: nodes.Script
    sources: SourceMap
    match: Match | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether anything did not come out as written."""
        return any(d.severity is Severity.ERROR for d in self.diagnostics)


def read_script(path: Path, sources: SourceMap, sink: Sink) -> tuple[SourceFile, nodes.Script]:
    """Read and parse a script. Raises `RulelangError` where it cannot be read as text."""
    shown = _shown(path)
    try:
        raw = path.read_bytes() if path.is_file() else None
    except OSError:
        raw = None
    if raw is None:
        raise RulelangError(f"`{shown}` cannot be read")
    if len(raw) > LARGEST:
        raise RulelangError(f"`{shown}` is larger than {LARGEST // 1_000_000} million bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise RulelangError(f"`{shown}` is no text in UTF-8") from None
    source = sources.add(shown, text)
    return source, parse_script(source, sink)


def _shown(path: Path) -> str:
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def game_of(path: Path, script: nodes.Script, sources: SourceMap) -> GamePlace:
    """The game a script is about. Raises `ScriptError` where it names none."""
    if script.game is None:
        fault = Diagnostic(
            "RL0706", "a script begins with the game it is about", Span(script.span.file, 0, 0), help=("write `game` and its id",)
        )
        raise ScriptError([fault], sources)
    return locate_for_script(path, script.game)


class Scripts:
    """Runs scripts; those of one game with the same variants share what was compiled."""

    def __init__(
        self,
        variants: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        players: Sequence[str] | int | None = None,
        seed: int | None = None,
    ) -> None:
        self.variants = tuple(variants)
        self.settings = dict(settings or {})
        self.players = players
        self.seed = seed
        self._workshops: dict[Any, Workshop] = {}

    def workshop(self, place: GamePlace, variants: Sequence[str]) -> Workshop:
        """The checked game with its variants."""
        key = (place.entry.resolve(), tuple(sorted(variants)))
        if key not in self._workshops:
            self._workshops[key] = Workshop(place, variants, self.settings)
        return self._workshops[key]

    def run(self, path: Path) -> Played:
        """Run a script. What is wrong stands in the result; raises `RulelangError` where it or its game cannot be read."""
        played, run = self._prepared(path)
        if run is not None:
            self._play(run, played)
        return played

    def ready(self, path: Path) -> tuple[Run, SourceMap]:
        """A script that is about to be run. Raises `ScriptError` where it cannot be."""
        played, run = self._prepared(path)
        if run is None:
            raise ScriptError(played.diagnostics, played.sources)
        return run, played.sources

    def _prepared(self, path: Path) -> tuple[Played, Run | None]:
        first = Sink()
        sources = SourceMap()
        _, script = read_script(path, sources, first)
        if first.has_errors:
            return Played(path, script, sources, diagnostics=first.sorted()), None
        place = game_of(path, script, sources)
        shop = self.workshop(place, [*(v.text for v in script.variants), *self.variants])
        # The script is read into the game's own files, so that messages can point at both.
        sink = Sink()
        sources = shop.model.sources
        _, script = read_script(path, sources, sink)
        played = Played(path, script, sources)
        values = self._settings(shop, script, sink)
        names = self._players(shop, script, sink)
        symbols = [LocalSymbol(name=name, type=PLAYER, role="player") for name in names]
        check_clauses(shop.model, script.clauses, symbols, sink)
        played.diagnostics = sink.sorted()
        if sink.has_errors:
            return played, None
        seed = self.seed if self.seed is not None else script.seed or 0
        compiled, machine = shop.compiled(len(names), values)
        known = {symbol.name: symbol for symbol in symbols}
        return played, Run(shop.game, compiled, machine, names, known, seed, script.clauses)

    def _play(self, run: Run, played: Played) -> None:
        told = 0
        try:
            for clause in run.steps():
                if isinstance(clause, nodes.Narration):
                    played.parts.append(Part(narration=clause.text))
                end = len(run.state.log)
                if end > told:
                    played.parts.append(Part(start=told, end=end))
                    told = end
        except Failed as failed:
            played.diagnostics.append(failed.diagnostic)
        end = len(run.state.log)
        if end > told:
            played.parts.append(Part(start=told, end=end))
        played.match = run.match

    def _settings(self, shop: Workshop, script: nodes.Script, sink: Sink) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, node in script.settings:
            symbol = shop.model.settings.get(name.text)
            if symbol is None:
                sink.error(
                    "RL0202",
                    f"`{shop.model.name}` has no setting `{name.text}`",
                    name.span,
                    help=help_for(name.text, shop.model.settings),
                )
                continue
            before = len(sink.diagnostics)
            check_expression(shop.model, node, {}, symbol.type, sink)
            if len(sink.diagnostics) == before and name.text not in self.settings:
                values[name.text] = shop.constant(node, symbol.type)
        return values

    def _players(self, shop: Workshop, script: nodes.Script, sink: Sink) -> Sequence[str]:
        """The players: those of the flag, of the script, or as few as the game allows."""
        written = [name for clause in script.clauses if isinstance(clause, nodes.Players) for name in clause.names]
        model = shop.model
        names: Sequence[str]
        if self.players is not None and not isinstance(self.players, int):
            names = words.player_names(self.players)
        elif written:
            names = [name.text for name in written]
            for index, name in enumerate(names):
                if name in names[:index]:
                    sink.error("RL0201", f"two players are called `{name}`", written[index].span)
        else:
            count = self.players if isinstance(self.players, int) else model.fewest
            names = shop.game.names(count)
        if not model.fewest <= len(names) <= model.most:
            wanted = str(model.fewest) if model.fewest == model.most else f"{model.fewest} to {model.most}"
            span = written[0].span if written else Span(script.span.file, 0, 0)
            sink.error("RL0705", f"here are {len(names)} players, and the game is for {wanted}", span)
        return names


def run_script(path: Path | str, **options: Any) -> Played:
    """Run one script."""
    return Scripts(**options).run(Path(path))


__all__ = ["Part", "Played", "Scripts", "game_of", "read_script", "run_script"]

"""Runs `.play` files: scripts of whole games or of positions.

A script names its game; what is on top of that (variants, settings, players, the seed) stands in its header. The header
decides: flags may say what it leaves open, and one that contradicts it is an error before anything is played. Running a script
gives what failed, if anything did, and the match as it stands then, of which `transcript` makes the story. A script that was
recorded also gets a verdict: what has become of its match under the rules as they are now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from rulelang.errors import NotFound, RulelangError, ScriptError
from rulelang.locate import GamePlace, known_variants, locate_for_script, variant_path
from rulelang.machine.tracing import EXPRESSION, STATEMENT, Tracer
from rulelang.play import words
from rulelang.play.clauses import Failed, Run
from rulelang.play.example import Workshop, billed
from rulelang.play.loading import written as written_value
from rulelang.play.match import Match, Move, Taken
from rulelang.play.repair import Inserted
from rulelang.play.transcript import Part, refusal, taken
from rulelang.play.verdict import Changed, Verdict, Witness
from rulelang.sema.check import check_clauses, check_expression
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import LocalSymbol
from rulelang.sema.types import PLAYER
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_script
from rulelang.syntax.walk import walk
from rulelang.text.diagnostic import Diagnostic, Severity, Sink
from rulelang.text.source import SourceFile, SourceMap, Span
from rulelang.text.suggest import help_for, listing

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
    verdict: Verdict | None = None
    """Of a recorded script: what has become of its match."""
    inserted: list[Inserted] = field(default_factory=list)
    """Forced steps that were put in."""
    done: list[Move | Taken | str] = field(default_factory=list)
    """Moves, and between them the lines of the script that are no moves, for recording it anew."""

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


class Contradiction(RulelangError):
    """A flag says something else than the header of a script."""


class Scripts:
    """Runs scripts; those of one game with the same variants share what was compiled."""

    def __init__(
        self,
        variants: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        players: Sequence[str] | int | None = None,
        seed: int | None = None,
        without: Sequence[str] = (),
        tracer: Tracer | None = None,
    ) -> None:
        self.tracer = tracer
        self.variants = tuple(variants)
        self.without = tuple(without)
        self.settings = dict(settings or {})
        self.players = players
        self.seed = seed
        self._workshops: dict[Any, Workshop] = {}

    def workshop(self, place: GamePlace, variants: Sequence[str]) -> Workshop:
        """The checked game with its variants."""
        key = (place.entry.resolve(), place.without, tuple(sorted(variants)))
        if key not in self._workshops:
            self._workshops[key] = Workshop(place, variants, self.settings, tracer=self.tracer)
        return self._workshops[key]

    def run(self, path: Path, repair: bool = False) -> Played:
        """Run a script; `repair` puts in steps that are forced now. What is wrong stands in the result; raises `RulelangError`
        where it or its game cannot be read, and `Contradiction`."""
        played, run = self._prepared(path)
        if run is not None:
            run.repair = repair
            if self.tracer is None:
                self._play(run, played)
            else:
                with self.tracer.of(path.stem):
                    self._play(run, played)
                    billed(run)
                if self.tracer.ran is not None:
                    self.tracer.ran(path.stem, run.match)
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
        place = self._place(game_of(path, script, sources), script)
        self._agree(path, script, sources)
        shop = self._shop(path, place, script)
        shop = shop.for_players(len(self._players(shop, script, Sink())))
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
        recorded = bool(script.rules)
        return played, Run(shop.game, compiled, machine, names, known, seed, script.clauses, recorded=recorded)

    def _place(self, place: GamePlace, script: nodes.Script) -> GamePlace:
        """The game, and which of its variants are not on by themselves: all but those in the header, if it names any or none."""
        without = self.without
        if script.says_variants:
            written = {variant.text for variant in script.variants}
            without = tuple(
                v.name for v in known_variants(place) if v.players is not None and not v.own and v.name not in written
            )
        return replace(place, without=without)

    def _shop(self, path: Path, place: GamePlace, script: nodes.Script) -> Workshop:
        """The checked game of a script, with the variants of its header and of the flags."""
        # A variant that lies anywhere is named in the header; where it lies only a flag can say.
        by_name = {Path(called).stem: called for called in self.variants}
        names = [variant.text for variant in script.variants]
        for name in names:
            try:
                variant_path(place, by_name.get(name, name))
            except NotFound as fault:
                raise NotFound(f"`{_shown(path)}` is for the variant `{name}`: {fault}") from None
        return self.workshop(place, [by_name.get(name, name) for name in dict.fromkeys([*names, *by_name])])

    def _agree(self, path: Path, script: nodes.Script, sources: SourceMap) -> None:
        """Make sure that no flag contradicts the header. What a recorded script does not name was not there."""
        recorded = bool(script.rules)
        how = "recorded" if recorded else "written"
        written = [variant.text for variant in script.variants]
        asked = [Path(called).stem for called in self.variants]
        if (script.says_variants or recorded) and any(called not in written for called in asked):
            was = listing(written, "and") if written else "no variant"
            raise Contradiction(f"`{_shown(path)}` was {how} with {was}; you asked for {listing(asked, 'and')}")
        settings = {name.text: _text_of(sources, node) for name, node in script.settings}
        for name, value in self.settings.items():
            if name in settings and settings[name] != written_value(value):
                raise Contradiction(
                    f"`{_shown(path)}` was {how} with `{name} = {settings[name]}`; you asked for `{written_value(value)}`"
                )
            if recorded and name not in settings:
                raise Contradiction(f"`{_shown(path)}` was recorded with the `{name}` of the game; you asked for another")
        if self.seed is not None and script.seed is not None and self.seed != script.seed:
            raise Contradiction(f"`{_shown(path)}` was {how} with seed {script.seed}; you asked for {self.seed}")
        players = [name.text for clause in script.clauses if isinstance(clause, nodes.Players) for name in clause.names]
        if players and self.players is not None:
            same = len(players) == self.players if isinstance(self.players, int) else players == list(self.players)
            if not same:
                wanted = self.players if isinstance(self.players, int) else ", ".join(self.players)
                raise Contradiction(f"`{_shown(path)}` was {how} with the players {', '.join(players)}; you asked for {wanted}")

    def _play(self, run: Run, played: Played, until: int | None = None) -> None:
        told = 0
        witness = Witness(played.script, run) if run.recorded else None
        if witness is not None and self.tracer is None:
            witness.meets = partial(self._met, played.path)
        failed: Failed | None = None
        text = played.sources.file(played.script.span).text
        done = 0
        try:
            for clause in run.steps():
                if isinstance(clause, nodes.Narration):
                    played.parts.append(Part(narration=clause.text))
                elif isinstance(clause, nodes.Refused):
                    played.parts.append(Part(refusal=refusal(run.match, clause.player.text, clause.words)))
                elif isinstance(clause, nodes.Undo | nodes.Redo):
                    told = min(told, len(run.state.log))
                    played.parts = [clipped(part, told) for part in played.parts]
                    played.parts.append(Part(taken=taken(run.match)))
                end = len(run.state.log)
                if end > told:
                    played.parts.append(Part(start=told, end=end))
                    told = end
                if witness is not None:
                    witness.saw(clause)
                    if until is not None and witness.move >= until:
                        return
                if len(run.match.history) > done:
                    played.done += run.match.history[done:]
                    done = len(run.match.history)
                elif not isinstance(clause, OF_RECORDS):
                    played.done.append(text[clause.span.start : clause.span.end].rstrip("\n"))
        except Failed as fault:
            failed = fault
        end = len(run.state.log)
        if end > told:
            played.parts.append(Part(start=told, end=end))
        played.match = run.match
        played.inserted = run.inserted
        diagnostic = None if failed is None else failed.diagnostic
        if witness is not None:
            reasons = getattr(failed.__cause__, "reasons", ()) if failed is not None else ()
            played.verdict, diagnostic = witness.verdict(diagnostic, reasons)
        if diagnostic is not None:
            played.diagnostics.append(diagnostic)

    def _met(self, path: Path, move: int, changed: Sequence[Changed]) -> dict[str, bool]:
        """Which of changed rules a recorded match meets up to a move: it is played again with marks in them."""
        tracer = Tracer()
        scripts = Scripts(self.variants, self.settings, self.players, self.seed, self.without, tracer)
        marks: dict[str, list[int]] = {}

        def want(model: GameModel) -> None:
            for each in changed:
                if each.node is not None and each.path not in marks:
                    name = model.sources.file(each.node.span).name
                    marks[each.path] = [tracer.want(name, span.start, span.end, form) for span, form in marked(each.node)]

        tracer.met = want
        try:
            played, run = scripts._prepared(path)
            if run is not None:
                with tracer.of(path.stem):
                    scripts._play(run, played, move)
        except RulelangError:
            return {}
        return {name: any(number in tracer.hits for number in numbers) for name, numbers in marks.items() if numbers}

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


OF_RECORDS = (nodes.Dice, nodes.Deck, nodes.RandomPicks, nodes.StateMark, nodes.Players)
"""What a script is recorded with anew."""


def marked(node: nodes.Node) -> Iterator[tuple[Span, str]]:
    """The stretches of a rule that are run when it is met."""
    for found in walk(node):
        if isinstance(found, nodes.Statement):
            yield found.span, STATEMENT
        elif isinstance(found, nodes.Define | nodes.Change | nodes.ScoreLine) and isinstance(found.value, nodes.Expression):
            yield found.value.span, EXPRESSION


def clipped(part: Part, end: int) -> Part:
    """A part without the entries of the log that were taken back."""
    return part if part.end <= end else replace(part, start=min(part.start, end), end=end)


def _text_of(sources: SourceMap, node: nodes.Node) -> str:
    return " ".join(sources.file(node.span).text[node.span.start : node.span.end].split())


def run_script(path: Path | str, **options: Any) -> Played:
    """Run one script."""
    return Scripts(**options).run(Path(path))


__all__ = ["Contradiction", "Part", "Played", "Scripts", "game_of", "read_script", "run_script"]

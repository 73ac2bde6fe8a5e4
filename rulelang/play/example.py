"""Runs the examples that stand beside rules.

Each example names its players, and so is for a number of them; examples for the same number and settings share one
compiled game. An example has its own random numbers, always the same, for what it does not dictate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulelang.backend.compile import Compiled, compile_model
from rulelang.errors import RulelangError, RulesError
from rulelang.locate import GamePlace, known_variants, variants_on
from rulelang.machine.tracing import Tracer
from rulelang.play.clauses import Run
from rulelang.play.loading import rules_digest, seat_names, setting_values, written
from rulelang.play.match import Game
from rulelang.runtime.machine import Machine
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import LocalSymbol
from rulelang.syntax import nodes
from rulelang.syntax.walk import walk
from rulelang.text.diagnostic import Diagnostic, Sink

SEED = 0
"""The seed of what an example does not dictate."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an example: nothing, or the clause that failed and why. `place` is where it stands."""

    title: str
    place: str
    failed: Diagnostic | None
    shop: Workshop | None = None
    """The game with which it was run."""

    @property
    def passed(self) -> bool:
        """Whether everything came out as written."""
        return self.failed is None


class Workshop:
    """A checked game and what is compiled of it, for examples, scripts and questions about rules."""

    def __init__(
        self,
        place: GamePlace,
        variants: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        players: int | None = None,
        tracer: Tracer | None = None,
    ) -> None:
        """`players` is for how many the game is looked at: some variants are on by themselves with so many. Without it none is.
        `tracer` is told what of the rules is reached."""
        from rulelang.sema.load import load_game

        self.place = place
        self.variants = tuple(variants)
        self.settings = {name: written(value) for name, value in (settings or {}).items()}
        self.sink = Sink()
        self.players = players
        self.tracer = tracer
        self.paths = variants_on(place, variants, players)
        known = [variant.name for variant in known_variants(place)]
        self.model: GameModel = load_game(place.entry, self.paths, self.sink, known=known)
        if not self.model.runnable:
            raise RulesError(self.sink.sorted(), self.model.sources)
        if tracer is not None and tracer.met is not None:
            tracer.met(self.model)
        self.digest = rules_digest(self.model)
        self.game = Game(place, self.variants, self.settings)
        self._compiled: dict[Any, tuple[Compiled, Machine]] = {}
        self._others: dict[tuple[Path, ...], Workshop] = {}

    def for_players(self, players: int) -> Workshop:
        """The workshop of the game as it is with so many players."""
        paths = tuple(variants_on(self.place, self.variants, players))
        if self.players is not None or list(paths) == self.paths:
            return self
        if paths not in self._others:
            self._others[paths] = Workshop(self.place, self.variants, self.settings, players, self.tracer)
        return self._others[paths]

    def compiled(self, players: int, settings: Mapping[str, Any] | None = None) -> tuple[Compiled, Machine]:
        """The game for so many players; `settings` are values as the compiler has them, on top of the workshop's own."""
        values = {**setting_values(self.model, players, self.settings), **(settings or {})}
        key = (players, tuple(sorted(values.items())))
        if key not in self._compiled:
            sink = Sink()
            # Examples and scripts are played with the log; what is only tried for them asks for the machine without.
            compiled = compile_model(self.model, players, values, sink, self.digest, self.tracer, ("log",))
            if compiled is None or sink.has_errors:
                raise RulesError(sink.sorted(), self.model.sources)
            self._compiled[key] = (compiled, Machine(compiled.program))
        return self._compiled[key]

    # ---------------------------------------------------------------------------------------------------- examples

    def players_of(self, clauses: Sequence[nodes.Clause]) -> list[str]:
        """The players that clauses name; else those of the game's own table."""
        named = [name.text for clause in clauses if isinstance(clause, nodes.Players) for name in clause.names]
        if named:
            return named
        return seat_names(self.model)[: len(self.model.player_rows)]

    def run(self, clauses: Sequence[nodes.Clause], players: Sequence[str], symbols: Mapping[str, LocalSymbol], seed: int) -> Run:
        """A run of clauses, ready to go."""
        settings = self.settings_of(clauses)
        compiled, machine = self.compiled(len(players), settings)
        return Run(self.game, compiled, machine, players, symbols, seed, clauses)

    def settings_of(self, clauses: Sequence[nodes.Clause]) -> dict[str, Any]:
        """The settings that clauses of an example change for themselves."""
        found: dict[str, Any] = {}
        for clause in clauses:
            if isinstance(clause, nodes.SetSetting):
                symbol = self.model.settings.get(clause.name.text)
                if symbol is not None:
                    found[clause.name.text] = self.constant(clause.value, symbol.type)
        return found

    def constant(self, node: nodes.Expression, type_: Any) -> Any:
        """The value of a setting as an example or a script writes it."""
        from rulelang.machine.lower import Lowering

        if node.type is None:
            node.type = type_
        return Lowering(self.model, self.model.fewest, {}, Sink()).constant(node, {})

    def examples(self, words: str = "") -> Iterator[Outcome]:
        """Run the examples whose titles hold these words, in the order of the files."""
        for shop, node in self.all_examples():
            if words.lower() in node.title.lower():
                yield shop.example(node)

    def all_examples(self) -> Iterator[tuple[Workshop, nodes.Example]]:
        """All examples, each with the game as it is with as many players as the example has; those of variants that are on by
        themselves among them."""
        for node in self.model.examples:
            shop = self.for_players(len(self.players_of(node.clauses)))
            if shop is self:
                yield self, node
                continue
            # The same example, or what a variant puts in its place.
            yield from ((shop, other) for other in shop.model.examples if other.title == node.title)
        if self.players is None:
            told = {node.title for node in self.model.examples}
            for players in range(self.model.fewest, self.model.most + 1):
                shop = self.for_players(players)
                for node in shop.model.examples if shop is not self else ():
                    if node.title not in told:
                        told.add(node.title)
                        yield shop, node

    @contextmanager
    def watched(self, title: str, run: Run) -> Iterator[None]:
        """What is run inside is told to the tracer, if there is one, also where it fails."""
        if self.tracer is None:
            yield
            return
        with self.tracer.of(title):
            yield
            billed(run)
        if self.tracer.ran is not None:
            self.tracer.ran(title, run.match)

    def example(self, node: nodes.Example) -> Outcome:
        """Run one example."""
        names = self.players_of(node.clauses)
        symbols = player_symbols(node.clauses)
        place = self.model.sources.place(node.span)
        broken = self.model.broken.get(node.title)
        if broken is not None:
            return Outcome(node.title, place, broken[0], self)
        try:
            run = self.run(node.clauses, names, symbols, SEED)
            with self.watched(node.title, run):
                failed = run.run()
        except RulesError as fault:
            failed = fault.diagnostics[0] if fault.diagnostics else Diagnostic("RL0707", str(fault), node.span)
        return Outcome(node.title, place, failed, self)


def billed(run: Run) -> None:
    """Work out the bills of a game that is over, as whoever tells of it does; a fault in them is told there."""
    if run.begun and run.match.over:
        with suppress(RulelangError):
            _ = run.match.scores


def player_symbols(clauses: Sequence[nodes.Clause]) -> dict[str, LocalSymbol]:
    """The symbols that the expressions of checked clauses use for players, by name."""
    found: dict[str, LocalSymbol] = {}
    for clause in clauses:
        for node in walk(clause):
            if isinstance(node, nodes.Name) and isinstance(node.symbol, LocalSymbol) and node.symbol.role == "player":
                found.setdefault(node.symbol.name, node.symbol)
    return found


__all__ = ["Outcome", "Workshop", "player_symbols"]

"""Checking a game whose symbols are made, and single expressions and clauses for tools.

`check_model` runs the parts in order: constants, bodies, scoring, invariants, examples; then what can only be seen of the whole:
effects, missing values, lints. `check_expression` and `check_clauses` check what stands outside of the game's files, against a
game that was checked before.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.sema import (
    at_once,
    boards,
    bodies,
    clauses,
    components,
    constants,
    effects,
    expressions,
    lints,
    queries,
    records,
    sight,
    standing,
    tokens,
    trials,
    types,
    ways_back,
)
from rulelang.sema.context import PENDING, Body, Game
from rulelang.sema.model import GameModel
from rulelang.sema.names import Names
from rulelang.sema.symbols import LocalSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import Type
from rulelang.sema.writes import Writes
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Severity, Sink
from rulelang.text.suggest import listing


def check_model(game: Game) -> None:
    """Check all of a game."""
    tokens.check_kinds(game)
    constants.check_constants(game)
    records.check_supplies(game)
    for routine in (*by_need(game), *effects.all_routines(game)):
        bodies.check_routine(game, routine)
    _methods(game)
    roots = Roots(game)
    roots.scoring()
    roots.always()
    roots.examples()
    roots.components()
    records.check_records(game)
    roots.bodies.extend(standing.check_heads(game))
    effects.close(game)
    sight.check_all(game)
    tokens.check_fields(game)
    standing.check_effects(game)
    effects.keep_obligations(game)
    trials.keep(game)
    at_once.check_all(game)
    ways_back.check_all(game)
    constants.check_given(game)
    boards.check_places(game)
    if game.model.play is None and game.model.declaration is not None and game.missed("play"):
        game.sink.error(
            "RL0510",
            "this game has no `play`, so nothing happens in it",
            game.model.declaration.name.span,
            help="write `play:` and what happens, from the top down",
        )
    lints.check(game, roots.bodies)


def by_need(game: Game) -> list[RoutineSymbol]:
    """The defines whose type is worked out from their value, each after those whose names its value holds.

    Types are worked out on demand anyway; the order only keeps long chains from being followed to their end in one breath.
    """
    waiting = [r for r in effects.all_routines(game) if r.value is not None and r.returns is PENDING]
    by_name: dict[str, list[RoutineSymbol]] = {}
    for routine in waiting:
        by_name.setdefault(routine.name, []).append(routine)
    done: dict[RoutineSymbol, None] = {}
    begun: set[RoutineSymbol] = set()
    for start in waiting:
        pending = [start]
        while pending:
            routine = pending[-1]
            if routine in begun:
                done.setdefault(pending.pop())
                continue
            begun.add(routine)
            assert routine.value is not None
            for node in everything(routine.value):
                if isinstance(node, nodes.Name):
                    pending.extend(r for r in by_name.get(node.text, ()) if r not in begun)
                elif isinstance(node, nodes.Attribute):
                    pending.extend(r for r in by_name.get(node.name.text, ()) if r not in begun)
    return list(done)


def _methods(game: Game) -> None:
    """Defines of kinds whose type is worked out have it by now, used or not."""
    for kind in game.model.kinds.values():
        for method in kind.methods.values():
            if method.default is not None and not method.default.body:
                method.returns = method.default.returns


class Roots:
    """What is checked outside of rules: scoring, invariants, examples. Their bodies are kept, since what they call is used."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bodies: list[Body] = []

    def _body(self, pure: str = "") -> Body:
        body = Body(self.game, pure=pure)
        self.bodies.append(body)
        return body

    def scoring(self) -> None:
        """The lines of the bill, and who wins."""
        node = self.game.model.scoring
        if node is None:
            return
        body = self._body("scoring")
        node.symbol = body.declare(node.player, types.PLAYER, "loop")
        node.symbol.uses.append(node.player.span)
        for line in node.lines:
            with body.scope(), body.believing({}):
                if line.head is not None:
                    queries.head(body, line.head)
                expressions.text(body, line.label)
                if line.condition is not None:
                    queries.where(body, line.condition)
                expressions.number(body, line.value, "a line of scoring")
        body.total = True
        for rank in node.ranks:
            type_ = expressions.check(body, rank.value)
            if not isinstance(type_, types.BoolType | types.EnumType):
                expressions.insist(body, rank.value, type_, types.INT, "`winner`")

    def always(self) -> None:
        """Invariants."""
        for node in self.game.model.always:
            body = self._body("`always`")
            expressions.text(body, node.text)
            expressions.condition(body, node.condition, "what `always` asks for")

    def components(self) -> None:
        """What the box holds."""
        for node in self.game.model.components:
            components.check(self.game, node)

    def examples(self) -> None:
        """Examples."""
        model = self.game.model
        changed = {variant.span.file for variant in model.variants}
        for node in model.examples:
            if not changed or node.span.file in changed:
                clauses.check(self._body(), node.clauses, None, node.span)
            else:
                self._of_the_game(node)

    def _of_the_game(self, node: nodes.Example) -> None:
        """An example of the game itself, checked with variants on: that it speaks of what they took away keeps nobody from
        playing."""
        game, model = self.game, self.game.model
        kept, game.sink = game.sink, Sink()
        clauses.check(self._body(), node.clauses, None, node.span)
        found, game.sink = game.sink, kept
        if not found.has_errors:
            for diagnostic in found.diagnostics:
                kept.add(diagnostic)
            return
        model.broken[node.title] = found.sorted()
        first = next(d for d in found.sorted() if d.severity is Severity.ERROR)
        names = listing([variant.name.text for variant in model.variants], "and")
        kept.warning(
            "RL0911",
            f"this example does not fit the game with {names}: {first.message}",
            first.span,
            others=first.others,
            help='let the variant say how it comes out: `replace example "..."`',
        )


def checker_of(model: GameModel, sink: Sink) -> Game:
    """A checker for a game that was checked before, for what is asked of it later."""
    written = [d for d in _bodies_of(model) if d is not None]
    return Game(model, sink, Names.of(model), Writes(written))


def _bodies_of(model: GameModel) -> Iterable[nodes.Node | None]:
    for routine in (*model.routines.values(), *model.standing):
        yield routine.node
    for kind in model.kinds.values():
        yield kind.node
    for instance in model.instances:
        for routine in instance.overrides.values():
            yield routine.node


def check_expression(
    model: GameModel,
    expression: nodes.Expression,
    scope: dict[str, LocalSymbol],
    expected: Type | None,
    sink: Sink,
    *,
    designs: bool = False,
) -> Type:
    """Check an expression of a tool or script against a checked game; `scope` holds the locals it may name."""
    body = Body(checker_of(model, sink), pure="an expression", designs=designs)
    body.scopes[0].update(scope)
    if expected is None:
        return expressions.check(body, expression)
    return expressions.want(body, expression, expected)


def check_clauses(
    model: GameModel, script: list[nodes.Clause], players: list[LocalSymbol] | None, sink: Sink
) -> dict[str, LocalSymbol]:
    """Check the clauses of a script against a checked game; returns the players by name.

    `players` are those that the caller knows (a script's header may be overruled by a flag); where none are given, they are
    those of the clause `players`.
    """
    game = checker_of(model, sink)
    body = Body(game)
    return clauses.check(body, script, players, None)

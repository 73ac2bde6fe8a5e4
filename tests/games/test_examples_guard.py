"""Every example fails when something of the rules is taken out: none of them would pass whatever the rules say.

Rules are taken out one at a time, in the checked tree: the body of a rule, phase or define, the condition of a choice, a line of
the bill, a column of values, the condition of a board. Compiling takes nearly all of the time, so the game is played once with
marks that tell which example comes past which of these places, and what most of those come past that have not failed yet is taken
out first, together with others that those examples do not come past. Only they are run on what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import pytest

from rulelang.locate import locate, shipped_games
from rulelang.machine.tracing import EXPRESSION, STATEMENT, Tracer
from rulelang.play.example import Workshop
from rulelang.sema.check import checker_of
from rulelang.sema.context import Game
from rulelang.sema.effects import all_routines
from rulelang.sema.symbols import BoardSymbol, InstanceSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import BoolType, EnumType, IntType, KindType, ListType, PlayerType, Type, VoidType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink
from rulelang.text.source import NOWHERE, Span

Undo = Callable[[], None]


@dataclass(frozen=True)
class Mutation:
    """Something that can be taken out: how, and where one comes past it, if that can be seen."""

    apply: Callable[[], Undo | None]
    span: Span = NOWHERE
    form: str = EXPRESSION


def nothing_of(type_: Type) -> nodes.Expression | None:
    """A value that says nothing, of a type."""
    match type_:
        case IntType(lowest):
            return nodes.Number(span=NOWHERE, value=lowest or 0, type=type_)
        case BoolType():
            return nodes.Truth(span=NOWHERE, value=False, type=type_)
        case ListType():
            return nodes.ListLiteral(span=NOWHERE, items=[], type=type_)
        case KindType() | EnumType() | PlayerType():
            return nodes.Number(span=NOWHERE, value=0, type=type_)
    return None


def without_body(routine: RoutineSymbol) -> Undo | None:
    """Take out what a routine does."""
    body, value, node = routine.body, routine.value, routine.node
    if isinstance(node, nodes.Phase | nodes.Play | nodes.Whenever):
        kept = node.body
        node.body = routine.body = []

        def undo_phase() -> None:
            node.body, routine.body = kept, body

        return undo_phase
    if isinstance(routine.returns, VoidType):
        routine.body = []
    else:
        plain = nothing_of(routine.returns)
        if plain is None:
            return None
        routine.body, routine.value = None, plain

    def undo() -> None:
        routine.body, routine.value = body, value

    return undo


def without_condition(choice: nodes.Choose | nodes.Option | nodes.Generator) -> Undo:
    """Take out the `where` of a choice."""
    kept = choice.condition
    choice.condition = None

    def undo() -> None:
        choice.condition = kept

    return undo


def otherwise_true(condition: nodes.If) -> Undo:
    """Let an `if` always go the first way."""
    kept = condition.branches[0]
    condition.branches[0] = (nodes.Truth(span=NOWHERE, value=True, type=BoolType()), kept[1])

    def undo() -> None:
        condition.branches[0] = kept

    return undo


def without_line(line: nodes.ScoreLine) -> Undo:
    """Let a line of the bill count nothing."""
    kept = line.value
    line.value = nodes.Number(span=NOWHERE, value=0, type=IntType())

    def undo() -> None:
        line.value = kept

    return undo


def without_column(symbols: list[InstanceSymbol], name: str) -> Undo:
    """Let no thing of a kind say what a field of it is."""
    kept = [dict(symbol.values) for symbol in symbols]
    for symbol in symbols:
        written = symbol.values.pop(name)
        field = symbol.kind.field(name)
        plain = nothing_of(written.type) if written.type is not None else None
        if field is not None and field.node.default is None and plain is not None:
            symbol.values[name] = plain

    def undo() -> None:
        for symbol, values in zip(symbols, kept, strict=True):
            symbol.values.clear()
            symbol.values.update(values)

    return undo


def without_gaps(board: BoardSymbol) -> Undo:
    """Let a board have all spaces in every match."""
    kept = board.node.condition
    board.node.condition = None

    def undo() -> None:
        board.node.condition = kept

    return undo


def mutations(game: Game) -> Iterator[Mutation]:
    """Ways to take something out of the rules."""
    routines = all_routines(game)
    for routine in routines:
        if routine.body:
            yield Mutation(partial(without_body, routine), routine.body[0].span, STATEMENT)
        elif routine.value is not None:
            yield Mutation(partial(without_body, routine), routine.value.span)
    for routine in routines:
        for node in everything(routine.body or []):
            if isinstance(node, nodes.Choose | nodes.Option | nodes.Generator) and node.condition is not None:
                yield Mutation(partial(without_condition, node), node.condition.span)
            elif isinstance(node, nodes.If):
                yield Mutation(partial(otherwise_true, node), node.branches[0][0].span)
    if game.model.scoring is not None:
        for line in game.model.scoring.lines:
            yield Mutation(partial(without_line, line))
    for board in game.model.boards.values():
        if board.node.condition is not None:
            yield Mutation(partial(without_gaps, board))
    columns: dict[tuple[str, str], list[InstanceSymbol]] = {}
    for symbol in game.model.instances:
        for name in symbol.values:
            columns.setdefault((symbol.kind.name, name), []).append(symbol)
    for (_, name), symbols in columns.items():
        yield Mutation(partial(without_column, symbols, name))


class Mutant(Workshop):
    """A workshop that compiles afresh each time."""

    def forget(self) -> None:
        """Compile again from what the tree says now."""
        self._compiled = {}


PART = {"mystery": 8}
"""Games that take long to compile, of which each so-and-so-many-th example is looked at."""


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_example_can_fail(name: str) -> None:
    tracer = Tracer()
    shop = Mutant(locate(name), tracer=tracer)
    waiting = {node.title: node for node in shop.model.examples[:: PART.get(name, 1)]}
    assert waiting
    found = list(mutations(checker_of(shop.model, Sink())))
    sources = shop.model.sources
    numbers = {
        mutation: tracer.want(sources.file(mutation.span).name, mutation.span.start, mutation.span.end, mutation.form)
        for mutation in found
        if mutation.span.file >= 0
    }
    assert all(shop.example(node).passed for node in waiting.values())
    past = {
        mutation: set().union(*tracer.hits.get(numbers[mutation], {}).values()) if mutation in numbers else set(waiting)
        for mutation in found
    }
    alone: list[Mutation] = []
    while waiting and (found or alone):
        batch = [alone.pop()] if alone else apart(found, lambda m: (m in numbers, len(past[m] & waiting.keys())), past, waiting)
        found = [mutation for mutation in found if mutation not in batch and past[mutation] & waiting.keys()]
        undone = [undo for mutation in batch if (undo := mutation.apply()) is not None]
        shop.forget()
        try:
            for title in sorted(set().union(*(past[mutation] for mutation in batch)) & waiting.keys()):
                try:
                    failed = not shop.example(waiting[title]).passed
                except Exception:
                    # What is left need not be a game at all; an example that cannot even run does not pass.
                    failed = len(batch) == 1
                    if not failed:
                        alone = [mutation for mutation in batch if mutation in numbers]
                if failed:
                    del waiting[title]
        finally:
            for undo in reversed(undone):
                undo()
    # Titles only: pytest would write out whole trees.
    assert sorted(waiting) == [], "these examples pass whatever is taken out"


def apart(
    found: list[Mutation],
    key: Callable[[Mutation], tuple[bool, int]],
    past: Mapping[Mutation, set[str]],
    waiting: Mapping[str, object],
) -> list[Mutation]:
    """Of what can be taken out, as much as can be at once, so that no example comes past two of them."""
    batch: list[Mutation] = []
    covered: set[str] = set()
    for mutation in sorted(found, key=key, reverse=True):
        affected = past[mutation] & waiting.keys()
        if affected and not affected & covered:
            batch.append(mutation)
            covered |= affected
    return batch

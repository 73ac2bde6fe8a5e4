"""Every example fails when something of the rules is taken out: none of them would pass whatever the rules say.

Rules are taken out one at a time, in the checked tree: the body of a rule, phase or define, or the condition of a choice. The
examples that have not failed yet are run on what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from rulelang.locate import locate, shipped_games
from rulelang.play.example import Workshop
from rulelang.sema.check import checker_of
from rulelang.sema.context import Game
from rulelang.sema.effects import all_routines
from rulelang.sema.symbols import RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import BoolType, EnumType, IntType, KindType, ListType, PlayerType, Type, VoidType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink
from rulelang.text.source import NOWHERE

Undo = Callable[[], None]


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
    if isinstance(node, nodes.Phase | nodes.Play):
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


def mutations(game: Game) -> Iterator[Callable[[], Undo | None]]:
    """Ways to take something out of the rules."""
    routines = all_routines(game)
    for routine in routines:
        yield lambda r=routine: without_body(r)  # type: ignore[misc]
    for routine in routines:
        for node in everything(routine.body or []):
            if isinstance(node, nodes.Choose | nodes.Option | nodes.Generator) and node.condition is not None:
                yield lambda n=node: without_condition(n)  # type: ignore[misc]
    for routine in routines:
        for node in everything(routine.body or []):
            if isinstance(node, nodes.If):
                yield lambda n=node: otherwise_true(n)  # type: ignore[misc]
    if game.model.scoring is not None:
        for line in game.model.scoring.lines:
            yield lambda x=line: without_line(x)  # type: ignore[misc]


class Mutant(Workshop):
    """A workshop that compiles afresh each time."""

    def forget(self) -> None:
        """Compile again from what the tree says now."""
        self._compiled = {}


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_example_can_fail(name: str) -> None:
    shop = Mutant(locate(name))
    waiting = {node.title: node for node in shop.model.examples}
    assert waiting
    for mutate in mutations(checker_of(shop.model, Sink())):
        if not waiting:
            break
        undo = mutate()
        if undo is None:
            continue
        shop.forget()
        try:
            for title, node in list(waiting.items()):
                try:
                    failed = not shop.example(node).passed
                except Exception:
                    # What is left need not be a game at all; an example that cannot even run does not pass.
                    failed = True
                if failed:
                    del waiting[title]
        finally:
            undo()
    assert not waiting, "these examples pass whatever is taken out"

"""What takes back, and what joins: `cancel` and `as one move`.

`cancel` needs an option around it. Whether there is one may depend on the way on which a rule was reached; reported is what can
never have one. Choices that are one move are one player's, and nothing between them is left to chance: the move is taken back
as a whole, and what chance has brought cannot be.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.sema import effects
from rulelang.sema.context import Game
from rulelang.sema.symbols import MethodSymbol, RoutineSymbol
from rulelang.sema.trees import children, everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

Callee = RoutineSymbol | MethodSymbol


def check_all(game: Game) -> None:
    """Check all `cancel` and `as one move` of a game, once effects are known."""
    routines = effects.all_routines(game)
    if any(routine.effects.cancels for routine in routines):
        _cancels(game, routines)
    for routine in routines:
        for node in everything(routine.body or ()):
            if isinstance(node, nodes.OneMove):
                _one_move(game, node)


# ------------------------------------------------------------------------------------------------------------ cancel


def _cancels(game: Game, routines: list[RoutineSymbol]) -> None:
    lonely: list[tuple[RoutineSymbol, Span]] = []
    within: set[Callee] = set()
    for routine in routines:
        if routine.form == "define":
            # That nothing is done in it has been said.
            continue
        for node, inside in _with_options(routine.body or [], False):
            if isinstance(node, nodes.Cancel) and not inside:
                lonely.append((routine, node.span))
            elif isinstance(node, nodes.Call) and inside:
                within.update(_called(node))
    reached = effects.reachable(list(within)) | within
    for routine, span in lonely:
        if routine not in reached and (routine.uses or routine.form in ("play", "whenever", "anytime")):
            game.sink.error(
                "RL0514",
                "no option is being carried out here, so this takes nothing back",
                span,
                help="`cancel` stands in what an option does, or in a rule that an option calls",
            )


def _with_options(statements: list[nodes.Statement], inside: bool) -> Iterator[tuple[nodes.Node, bool]]:
    """All that stands in a block, and whether it is done as part of an option that can be taken back."""
    pending: list[tuple[nodes.Node, bool]] = [(statement, inside) for statement in statements]
    while pending:
        node, within = pending.pop()
        yield node, within
        if isinstance(node, nodes.Option) and not all(isinstance(statement, nodes.Cancel) for statement in node.body):
            pending.extend((child, True) for child in node.body)
        elif isinstance(node, nodes.Choose) and node.body is not None and node.quantity in ("one", "may"):
            pending.extend((child, True) for child in node.body)
            pending.extend((child, within) for child in node.otherwise or ())
        else:
            pending.extend((child, within) for child in children(node))


def _called(node: nodes.Call) -> list[Callee]:
    symbol = node.symbol
    if symbol is None and isinstance(node.function, nodes.Name | nodes.Attribute):
        symbol = node.function.symbol
    return [symbol] if isinstance(symbol, RoutineSymbol | MethodSymbol) else []


# ------------------------------------------------------------------------------------------------------------ as one move


def _one_move(game: Game, move: nodes.OneMove) -> None:
    first: nodes.Expression | None = None
    for node in everything(move.body):
        match node:
            case nodes.Roll() | nodes.Shuffle() | nodes.PickOne():
                _not_in_one(game, move, node.span, "chance")
            case nodes.Order() if node.at_random:
                _not_in_one(game, move, node.span, "chance")
            case nodes.Move() if node.any_count is not None:
                _not_in_one(game, move, node.span, "chance")
            case nodes.Offer() | nodes.AtOnce():
                _not_in_one(game, move, node.span, "what asks other players")
            case nodes.Choose() | nodes.ChooseOption():
                if first is None:
                    first = node.player
                elif _differ(first, node.player):
                    _not_in_one(
                        game, move, node.player.span, "another player's choice", Label(first.span, "the player of the move")
                    )
            case nodes.Call() if any(callee.effects.random for callee in _called(node)):
                _not_in_one(game, move, node.span, "chance")


def _differ(one: nodes.Expression, other: nodes.Expression) -> bool:
    """Whether two players are plainly not written the same."""
    return isinstance(one, nodes.Name) and isinstance(other, nodes.Name) and one.symbol is not other.symbol


def _not_in_one(game: Game, move: nodes.OneMove, span: Span, what: str, *others: Label) -> None:
    game.sink.error(
        "RL0513",
        f"{what} cannot stand in what counts as one move",
        span,
        others=others or (Label(move.span, "one move"),),
        help="end `as one move` before it",
    )


__all__ = ["check_all"]

"""Lines added to totals: by files of the game itself (`add to modifier(v, t):`), and by variants.

Added lines have names of their own for the parameters, which mean the very same values. What a total is worth is put together in
`sums`, when all of its lines are known.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.sema import say
from rulelang.sema.context import Game, use
from rulelang.sema.symbols import RoutineSymbol
from rulelang.syntax import nodes


def of_routine(routine: RoutineSymbol | None) -> nodes.Total | None:
    """The total that a routine is, if it is one."""
    return routine.node if routine is not None and isinstance(routine.node, nodes.Total) else None


def add_lines(game: Game, change: nodes.Change) -> bool:
    """Add lines to the total that a change names; false if it names none."""
    routine = game.model.routines.get(change.path[0].text) if len(change.path) == 1 else None
    total = of_routine(routine)
    if routine is not None and total is None and _was_total(routine):
        game.sink.error(
            "RL0403",
            f"`{routine.name}` was replaced by one value, to which no lines can be added",
            change.path[0].span,
            others=say.declared_at(routine),
            help=f"write `replace {routine.name}({', '.join(p.name for p in routine.parameters)}) = original(...) + ...`",
        )
        return True
    if routine is None or total is None:
        return False
    use(routine, change.path[0].span)
    if change.options:
        game.sink.error(
            "RL0403",
            f"`{routine.name}` is a total, which takes lines and no options",
            change.options[0].span,
            help='a line is a text, a colon and a number: `"Holds a sword": 1`',
        )
        return True
    written = change.parameters or []
    if len(written) != len(routine.parameters):
        names = ", ".join(p.name for p in routine.parameters)
        game.sink.error(
            "RL0403",
            f"`{routine.name}` has {say.count(len(routine.parameters), 'parameter')}, "
            f"and here {'is' if len(written) == 1 else 'are'} {len(written) or 'none'}",
            change.path[0].span,
            others=say.declared_at(routine),
            help=f"write `add to {routine.name}({names}):`" if names else f"write `add to {routine.name}:`",
        )
        return True
    for parameter, symbol in zip(written, routine.parameters, strict=True):
        parameter.symbol = symbol
    total.added.append(change)
    return True


def _was_total(routine: RoutineSymbol) -> bool:
    """Whether a variant has put something else in the place of a total."""
    below = routine.original
    return below is not None and (of_routine(below) is not None or _was_total(below))


def add_own(game: Game, changes: Sequence[nodes.Change]) -> None:
    """The lines that files of the game itself add."""
    for change in changes:
        if add_lines(game, change):
            continue
        name = change.path[-1].text
        near = [n for n, r in game.model.routines.items() if of_routine(r) is not None]
        found = game.model.routines.get(name)
        if found is not None:
            game.sink.error(
                "RL0404",
                f"`{name}` is {say.symbol_words(found)}; within a game lines are added to a total",
                change.path[-1].span,
                others=say.declared_at(found),
                help="other changes are made where it is declared, or by a variant",
            )
        else:
            game.unknown("RL0401", f"there is no total called `{name}`", change.path[-1].span, name, near)

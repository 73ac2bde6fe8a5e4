"""Counts the moves of a game by depth, as chess programmers do: the numbers of a right implementation are known for many
games.

A position at depth n is reached by n moves; a match that is over goes no deeper. Where several are picked in one
choice, all the picks together are one move, and so are choices that the rules join. In an `at once` the players answer
one after the other, in the order of their seats. Chance comes from the match's seed, so the numbers are those of one
run of luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulelang.runtime.machine import Asked, Machine


@dataclass(frozen=True, slots=True)
class Depth:
    """How many positions lie at a depth, and, where that was counted, how many of the matches that led there are over in them."""

    depth: int
    positions: int
    over: int | None = None


def perft(machine: Machine, state: Any, depth: int) -> int:
    """How many positions lie so many moves below a state."""
    if depth == 0:
        return 1
    asked = machine.asked(state)
    if not asked:
        return 0
    first = asked[0]
    if depth == 1 and not machine.layout.choices[first.choice].several:
        # Whose turn it is then, and what he may do, need not be worked out any more.
        return len(first.codes) if not machine.joins(state) else sum(_complete(machine, state, first))
    return sum(perft(machine, after, depth - 1) for _, after in moves(machine, state, first))


def _complete(machine: Machine, state: Any, asked: Asked) -> Iterator[int]:
    """For each answer, how many moves begin with it."""
    for code in asked.codes:
        after = machine.copy(state)
        if machine.completes(after, asked, code):
            yield 1
        else:
            rest = _same_move(machine, after)
            yield sum(_complete(machine, after, rest)) if rest is not None else 1


def moves(machine: Machine, state: Any, asked: Asked) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Each move of whoever is asked: the answers that make it, and the state after it."""
    layout = machine.layout.choices[asked.choice]
    for code in asked.codes:
        after = machine.copy(state)
        machine.answer(after, asked, code)
        following = (
            _same_set(machine, after, asked) if layout.several and code != layout.declining else _same_move(machine, after)
        )
        if following is None:
            yield (code,), after
        else:
            for rest, last in moves(machine, after, following):
                yield (code, *rest), last


def _same_set(machine: Machine, state: Any, asked: Asked) -> Asked | None:
    """The next pick of the set that was begun, if it is not complete."""
    slot = machine.layout.choices[asked.choice].picked_slot
    for other in machine.asked(state):
        if other.player == asked.player and other.choice == asked.choice and machine.frame_of(state, other)[slot]:
            return other
    return _same_move(machine, state)


def _same_move(machine: Machine, state: Any) -> Asked | None:
    """The next choice, if it is joined to the one before."""
    return next((other for other in machine.asked(state) if other.continues), None)


def counts(machine: Machine, state: Any, depth: int, over: bool = False) -> Iterator[Depth]:
    """The numbers of all depths up to one, each as soon as it is known; with `over`, also how many matches end there, which takes
    much longer."""
    for level in range(1, depth + 1):
        yield Depth(level, perft(machine, state, level), finished(machine, state, level) if over else None)


def finished(machine: Machine, state: Any, depth: int) -> int:
    """How many of the positions at a depth are the end of a match."""
    asked = machine.asked(state)
    if not asked:
        return 1 if depth == 0 else 0
    if depth == 0:
        return 0
    return sum(finished(machine, after, depth - 1) for _, after in moves(machine, state, asked[0]))


def divided(machine: Machine, state: Any, depth: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """For each first move, how many positions lie behind it: where two implementations differ, this shows the way to where."""
    for asked in machine.asked(state)[:1]:
        for codes, after in moves(machine, state, asked):
            yield codes, perft(machine, after, depth - 1)

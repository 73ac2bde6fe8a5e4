"""`given squares:` and a diagram: the whole board set to what is drawn.

Every column of the table of symbols is set on every square; where a sign says nothing, to what the field begins with, or to an
empty zone. What lay in these zones goes into the box first, and each sign then takes a thing of its design that no `given` has
used yet. A column that never changes in play cannot be set: its sign must say what the square is like anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulelang.backend.compile import Compiled
from rulelang.machine import boards, diagrams
from rulelang.machine.program import StoreLayout
from rulelang.play import tokens
from rulelang.runtime.naming import Naming
from rulelang.sema.diagrams import drawn
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, Sign
from rulelang.sema.types import BoardType
from rulelang.syntax import nodes
from rulelang.text.source import Span


class Misdrawn(Exception):
    """A diagram that this match cannot have; with the place."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span


@dataclass(slots=True)
class Drawer:
    """What lays things on a board: the game, the state, how a thing is put into a zone, and what other `given` lines used."""

    compiled: Compiled
    naming: Naming
    state: Any
    put: Callable[[StoreLayout, int, int], None]
    placed: set[tuple[str, int]]

    def lay(self, clause: nodes.GivenDiagram) -> None:
        """Set a board to a diagram. Raises `Misdrawn`."""
        type_ = clause.target.type
        assert isinstance(type_, BoardType)
        model, world = self.compiled.model, self.compiled.world
        board = model.boards[type_.name]
        here = set(boards.spaces(world, board))
        squares = [
            (square, sign, place)
            for (square, sign), place in zip(drawn(model, board, clause.diagram), _places(clause.diagram), strict=True)
            if world.things_of(square)[0].number in here
        ]
        meanings = {sign.text: diagrams.meaning(world, board, sign) for _, sign, _ in squares}
        for square, _, _ in squares:
            self._clear(square, meanings)
        for square, sign, place in squares:
            number = world.things_of(square)[0].number
            said = meanings[sign.text]
            for field, value in said.constants:
                if world.tables[world.constant_table(field)][number] != value:
                    raise Misdrawn(
                        "RL0702", f"`{field.name}` of {square.name} never changes, and `{sign.text}` says otherwise", place
                    )
            for field, value in said.fields:
                getattr(self.state, world.array(field).name)[number] = value
            for field, things in said.zones:
                if things:
                    self._fill(field, number, things, sign, place)

    def _zone(self, field: FieldSymbol, number: int) -> tuple[StoreLayout, int]:
        store, base = self.compiled.world.zone_base(field)
        return self.naming.stores[store.name], base + number

    def _clear(self, square: InstanceSymbol, meanings: dict[str, diagrams.Meaning]) -> None:
        number = self.compiled.world.things_of(square)[0].number
        for field, _ in next(iter(meanings.values())).zones:
            store, zone = self._zone(field, number)
            if store.counted:
                tokens.clear(self.state, store, zone)
                continue
            for thing in list(getattr(self.state, f"{store.name}_zones")[zone]):
                self.put(store, thing, 0)

    def _fill(self, field: FieldSymbol, number: int, things: list[int], sign: Sign, place: Span) -> None:
        store, zone = self._zone(field, number)
        if store.counted:
            if not tokens.add_one(self.state, store, zone, things[0]):
                count = f"there {'is' if store.supplies[things[0]] == 1 else 'are'} only {store.supplies[things[0]]}"
                raise Misdrawn("RL0624", f"`{sign.text}` is drawn more often than there are tokens for it: {count}", place)
            return
        free = [thing for thing in things if (store.name, thing) not in self.placed]
        if not free:
            count = f"there {'is' if len(things) == 1 else 'are'} only {len(things)}"
            raise Misdrawn("RL0624", f"`{sign.text}` is drawn more often than there are things for it: {count}", place)
        at = getattr(self.state, f"{store.name}_at")
        # What lies in the box already is taken first, so that things elsewhere stay where they are.
        thing = min(free, key=lambda one: (at[one] != 0, one))
        self.put(store, thing, zone)
        self.placed.add((store.name, thing))
        if store.shuffled:
            getattr(self.state, f"{store.name}_undecided")[zone] = 0


def _places(diagram: nodes.Diagram) -> list[Span]:
    """Where each sign stands, in the order of `drawn`."""
    return [
        Span(row.span.file, row.span.start + at, row.span.start + at + 1)
        for row in diagram.rows
        for at, sign in enumerate(row.text)
        if sign != " "
    ]

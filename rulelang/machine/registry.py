"""What lowering finds in a game besides its routines: events of the log, choices, refusals, bills, and rules made on the way."""

from __future__ import annotations

from typing import Any

from rulelang.machine import ir
from rulelang.machine.program import EventLayout
from rulelang.machine.world import World
from rulelang.sema.symbols import (
    FieldSymbol,
    RoutineSymbol,
)
from rulelang.text.source import Span


def static_text(template: ir.Template | None) -> list[Any] | None:
    """A text's literal pieces and the shapes between them."""
    return None if template is None else [p if isinstance(p, str) else p.shape for p in template.parts]


def label_of(symbol: FieldSymbol) -> str:
    """How a field is called in sentences."""
    return symbol.label or symbol.name.replace("_", " ")


class Registry:
    """The events, choices and extra routines of a game, as lowering finds them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.events: list[EventLayout] = []
        self.choices: list[ir.Choice] = []
        self.routines: list[ir.Routine] = []
        self.refusals: list[ir.Fail] = []
        """Every `require`, by its number."""
        self.bills: dict[RoutineSymbol, str] = {}
        """Totals whose lines are told when dice are rolled, with the name of the function that gives them."""
        self.itemised: list[tuple[int, str]] = []
        """The events that tell them."""
        self.labels = 0

    def event(self, form: str, path: str, span: Span, text: ir.Template | None = None, detail: str = "") -> int:
        """A new event."""
        number = len(self.events)
        place = self.world.model.sources.place(span)
        self.events.append(EventLayout(number, form, path, place, static_text(text), detail))
        return number

    def label(self) -> int:
        """A new label."""
        self.labels += 1
        return self.labels

"""Finds what a loop asks again and again though it cannot change meanwhile.

`playable(me, card)` of each card in a hand may ask something of the whole hand. What does not depend on the loop's own variables
is the same in every pass, so it is worked out once: when it is first needed, and not at all if it never is. So what may
meet a fault still meets it then and there, and what is seldom asked costs nothing. Only what is work is kept so, such as queries
and calls; to read a field is as quick as to remember it."""

from __future__ import annotations

from typing import Any

from rulelang.machine import ir
from rulelang.machine.walk import Part, defined, everything, variables

WORK = (
    *(ir.QueryExpr, ir.WalkExpr, ir.Group, ir.CallRoutine, ir.CallMethod, ir.Possible, ir.Would),
    ir.Prefix,
)
"""What is worth remembering."""


class Invariants:
    """Takes out of a loop what does not depend on the variables that are given their value there."""

    def __init__(self, bound: set[ir.Variable]) -> None:
        self.bound = bound
        self.found: list[tuple[ir.Variable, ir.Expr]] = []
        """Names for what was taken out, each with what it stands for."""

    def without(self, part: Part) -> Part:
        """A part of the loop with names in the place of what is always the same in it."""
        found: Part = self._without(part)
        return found

    def _without(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._without(inner) for inner in part]
        if isinstance(part, tuple) and not hasattr(part, "_fields"):
            return tuple(self._without(inner) for inner in part)
        if isinstance(part, ir.Variable | ir.Const) or not isinstance(part, ir.Expr | ir.Source):
            return part
        if isinstance(part, ir.Expr) and not any(isinstance(found, WORK) for found in everything(part)):
            return part
        if isinstance(part, ir.Expr) and self._same(part):
            name = ir.Variable("once")
            self.found.append((name, part))
            return name
        copy = object.__new__(type(part))
        for field in part.__dataclass_fields__:
            value = getattr(part, field)
            # Conditions of walks are functions of their own, which cannot give a name outside its value.
            setattr(copy, field, value if field in ("through", "along") else self._without(value))
        return copy

    def _same(self, part: ir.Expr) -> bool:
        """Whether an expression has the same value in each pass, and is worked out without leaving a trace."""
        if (variables(part) - defined(part)) & self.bound:
            return False
        for found in everything(part):
            match found:
                case ir.QueryExpr(ties_at_random=True) | ir.Helper("probe" | "recorded"):
                    return False
        return True


__all__ = ["Invariants"]

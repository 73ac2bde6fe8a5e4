"""Finds the fields of spaces and things by whose values a game looks for them again and again.

`s in squares where s.owner is me` looks at all squares to find a dozen. Where rules ask so, the state of a playout keeps for each
value the numbers of those that have it, in any order, and each change of the field moves a number from one list to another. At
which place of its list a number stands is kept too, so that nothing has to be searched. Only a playout that is never copied but
to try something does so: any other state is made of as few lists as possible, since it is copied at every turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulelang.backend.fusion import conjunction, conjuncts, faultless
from rulelang.machine import ir
from rulelang.machine.walk import everything, variables
from rulelang.machine.world import Array, World

FEWEST = 8
"""Of fewer things than this none are kept by a field: to look at all is as quick."""
MOST_VALUES = 16
"""A field that can have more values than this keeps nothing by them."""


@dataclass(slots=True, eq=False)
class Having(ir.Expr):
    """The numbers of those that have a value of a field that is kept, in any order."""

    array: str
    value: ir.Expr


@dataclass(frozen=True, slots=True)
class Kept:
    """A field of so many things with so many values beside `none`: whether the state keeps who has none, and who has any of the
    others."""

    array: str
    size: int
    values: int
    none: bool
    others: bool

    def holds(self, some: bool | None) -> bool:
        """Whether it is kept who has a value, of which is known whether it is another than `none`, or not even that."""
        return (self.none or some is True) and (self.others or some is False)


@dataclass(frozen=True, slots=True)
class Sought:
    """All that have a value of a field: the field, the value, the condition that says so, and what is asked beside it."""

    array: str
    value: ir.Expr
    told_by: ir.Expr
    rest: ir.Expr | None


class Seeker:
    """Finds out who looks for those that have a value of one of some fields."""

    def __init__(self, world: World, kept: Mapping[str, Kept]) -> None:
        self.world = world
        self.kept = kept

    def sought(self, source: ir.Source) -> Sought | None:
        """What a generator looks for, if that is all that have a value that is kept."""
        if not isinstance(source.domain, ir.Const) or source.condition is None or not self.kept:
            return None
        operands = conjuncts(source.condition)
        for index, operand in enumerate(operands):
            found = _compared(operand, "==", source.variable)
            if found is not None and faultless(operands[:index]) and self._are_kept(source.domain, *found):
                rest = operands[:index] + operands[index + 1 :]
                return Sought(*found, operand, conjunction(rest) if rest else None)
        return self._of_two(source.domain, [_compared(operand, "!=", source.variable) for operand in operands], operands[0])

    def _are_kept(self, domain: ir.Const, array: str, value: ir.Expr) -> bool:
        """Whether a list is all that have a field, and who of them has a value is kept."""
        kept = self.kept.get(array)
        return kept is not None and kept.holds(self.some(value)) and domain.value == tuple(range(kept.size))

    def _of_two(self, domain: ir.Const, compared: list[tuple[str, ir.Expr] | None], told_by: ir.Expr) -> Sought | None:
        """Of a field with two values: who has neither none nor one of them has the other."""
        match compared:
            case [(array, ir.Const(-1)), (other, value)] | [(other, value), (array, ir.Const(-1))] if array == other:
                kept = self.kept.get(array)
                if kept is not None and kept.values == 2 and self.some(value) and self._are_kept(domain, array, value):
                    return Sought(array, ir.Operation("-", [ir.Const(1), value]), told_by, None)
        return None

    def some(self, value: ir.Expr) -> bool | None:
        """Whether a value of a field is another than `none`; none where that is only known in play."""
        match value:
            case ir.Const(number):
                return bool(number >= 0)
            case ir.Variable(shape=["player" | "enum", *_]):
                return True
            case ir.Operation("-", [ir.Const(1), other]):
                return self.some(other)
            case ir.Lookup(table):
                return True if all(isinstance(one, int) and one >= 0 for one in self.world.tables[table]) else None
        return None


def _compared(operand: ir.Expr, word: str, variable: ir.Variable) -> tuple[str, ir.Expr] | None:
    """The field of `variable` and the value with which a condition compares it."""
    match operand:
        case ir.Operation(found, [ir.Element(array, at), value]) | ir.Operation(found, [value, ir.Element(array, at)]):
            if found == word and at is variable and variable not in variables(value) and faultless(value):
                return array, value
    return None


def fields_to_keep(world: World, parts: Iterable[Any]) -> dict[str, Kept]:
    """The fields by whose values something is looked for anywhere."""
    able = {
        array.name: Kept(array.name, array.size, count, True, True)
        for array in world.arrays.values()
        if (count := _count(world, array))
    }
    seeker = Seeker(world, able)
    items = [one for part in parts for one in everything(part)]
    # To count a value in a list is quick as it is.
    counted = {id(one.sources[0]) for one in items if isinstance(one, ir.QueryExpr) and one.form == "count"}
    found: dict[str, set[bool | None]] = {}
    for source in (one for one in items if isinstance(one, ir.Source)):
        wanted = seeker.sought(source)
        if wanted is not None and (wanted.rest is not None or id(source) not in counted):
            found.setdefault(wanted.array, set()).add(seeker.some(wanted.value))
    return {name: replace(able[name], none=bool(asked - {True}), others=bool(asked - {False})) for name, asked in found.items()}


def _count(world: World, array: Array) -> int:
    """How many values a field can have beside `none`; 0 where nothing is kept by them."""
    if array.scalar or array.width != 1 or array.size < FEWEST:
        return 0
    shape = world.shape(array.field.type)
    if shape[0] == "optional":
        shape = shape[1]
    match shape:
        case ["player"]:
            count = world.players
        case ["enum", name]:
            count = len(world.model.enums[name].members)
        case _:
            return 0
    return count if count <= MOST_VALUES else 0


def having(array: str) -> str:
    """What a state calls the lists, one for each value and the last for `none`, of those that have it."""
    return f"{array}_having"


def places(array: str) -> str:
    """What a state calls the places at which each of them stands in its list."""
    return f"{array}_place"


def having_now(kept: Kept, values: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """As many lists as a field has values, and a last one for `none`, of those that have each, and at which place of its list
    each stands; lists of what is not kept are empty."""
    lists: list[list[int]] = [[] for _ in range(kept.values + 1)]
    where = [0] * len(values)
    for number, value in enumerate(values):
        if kept.holds(value >= 0):
            where[number] = len(lists[value])
            lists[value].append(number)
    return lists, where

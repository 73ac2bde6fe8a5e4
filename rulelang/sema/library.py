"""The standard library: its names and, for each function, how a call is typed.

Values and attributes are tables. A function is a typing rule that looks at the call, checks its arguments and says what it gives;
what it means is the business of later stages, which know functions by the name of their `BuiltinSymbol`. The rules themselves
stand in `library_rules`, so that names can be looked up without them.
"""

from __future__ import annotations

from rulelang.sema import types
from rulelang.sema.symbols import BuiltinSymbol
from rulelang.sema.types import Type

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The eight directions, in their order."""

VALUE_TYPES: dict[str, Type] = {
    "players": types.ListType(types.PLAYER),
    "active": types.OptionalType(types.PLAYER),
    "box": types.BOX,
    "orthogonals": types.ListType(types.DIRECTION),
    "diagonals": types.ListType(types.DIRECTION),
    "all_directions": types.ListType(types.DIRECTION),
    **dict.fromkeys(DIRECTIONS, types.DIRECTION),
}

VALUES: dict[str, BuiltinSymbol] = {name: BuiltinSymbol(name=name, form="value") for name in VALUE_TYPES}

TOTAL = BuiltinSymbol(name="total", form="value")
"""What `most total` ranks by: the sum of a player's lines; means something in `winner:` only."""

ATTRIBUTES: dict[str, BuiltinSymbol] = {
    name: BuiltinSymbol(name=name, form="attribute") for name in ("size", "name", "number", "owner", "row", "column", "letter")
}

FUNCTION_NAMES: tuple[str, ...] = (
    # players
    "clockwise",
    "left_of",
    "right_of",
    "opponent",
    "seat",
    # lists
    "reverse",
    "position",
    "next",
    "previous",
    "after",
    "starting_at",
    "first_of",
    "distinct",
    "first",
    "last",
    "count",
    "sum",
    "any",
    "all",
    "each",
    "the",
    "sorted",
    "highest",
    "lowest",
    "places",
    # numbers
    "min",
    "max",
    "abs",
    "range",
    # boards
    "neighbours",
    "edge",
    "edges",
    "ends",
    "distance",
    "path",
    "within",
    "next_steps",
    "connected",
    "step",
    "ray",
    "lines",
    "between",
    "leaps",
    "direction",
    "beside",
    "opposite",
    # zones
    "top",
    "bottom",
    "holder",
    "knowing",
    # looking ahead and back
    "possible",
    "would",
    "times",
    "supply",
)

FUNCTIONS: dict[str, BuiltinSymbol] = {name: BuiltinSymbol(name=name, form="function") for name in FUNCTION_NAMES}

"""What people look for who know other languages: members of lists and zones, and functions, that are written otherwise here."""

from __future__ import annotations

from rulelang.sema import types
from rulelang.sema.types import Type

_OF_ALL = {
    "size": ("length", "len", "count", "number", "amount"),
    "size == 0": ("empty", "is_empty"),
}
"""Members by what is written behind the dot instead."""

_OF_LISTS = {
    "`y in {x}`": ("contains", "includes", "has"),
    "`sorted(y in {x} by …)`": ("sort", "sorted", "order"),
    "`sum(y for y in {x})`": ("sum", "total"),
    "`highest(y for y in {x})`": ("max", "highest", "maximum"),
    "`lowest(y for y in {x})`": ("min", "lowest", "minimum"),
    "`reverse({x})`": ("reverse", "reversed"),
    "`any one of {x} at random`": ("random", "choice"),
    "`position({x}, y)`": ("index", "find", "position"),
    "`each(y in {x} where …)`": ("filter", "where", "select"),
}
_OF_ZONES = {
    "`top({x})`": ("first", "top", "head", "peek"),
    "`bottom({x})`": ("last", "bottom"),
    "`move y to {x}`": ("add", "append", "push", "put", "insert"),
    "`move y from {x} to box`": ("remove", "discard", "delete"),
    "`draw 1 from {x} to …`": ("draw", "pop", "take", "deal"),
    "`shuffle {x}`": ("shuffle", "mix"),
    "`move all from {x} to box`": ("clear",),
}
_OF_VALUES = {
    "`{x}[1]`": ("first", "top", "head"),
    "`{x}[{x}.size]`": ("last", "bottom"),
    "`{x} += [y]`": ("add", "append", "push", "insert"),
    "`{x} = []`": ("clear",),
}
_CALLS = {
    '`log "…"`': ("print", "echo", "say", "write", "message"),
    "`xs.size`": ("len", "length", "size"),
    "`roll d6 as n`, or `any one of xs at random`": ("random", "rand", "randint", "dice", "randrange"),
    "`any one of xs at random`": ("choice", "pick", "sample"),
    '`"{x}"`': ("str", "string", "format", "text"),
    "`a / b`, which rounds down": ("floor", "int", "round"),
    "`a / b rounded up`": ("ceil", "ceiling"),
    "`a % b`": ("mod", "modulo", "remainder"),
    "`each(x in xs where …)`": ("filter", "map", "select"),
    "`p chooses x from xs`": ("input", "ask", "prompt"),
    "`end game`": ("exit", "quit", "game_over", "win"),
}


def member_help(name: str, type_: Type, written: str) -> str:
    """What to write for a member that a list or zone, written so, does not have; empty if nothing is known of it."""
    for instead, names in _OF_ALL.items():
        if name in names:
            return f"write `{written}.{instead}`"
    own = _OF_ZONES if isinstance(type_, types.ZoneType) else _OF_VALUES
    for table in (_OF_LISTS, own):
        for instead, names in table.items():
            if name in names:
                return f"write {instead.replace('{x}', written)}"
    return ""


def call_help(name: str) -> str:
    """What to write for a function of other languages; empty if nothing is known of it."""
    for instead, names in _CALLS.items():
        if name in names:
            return f"write {instead}"
    return ""

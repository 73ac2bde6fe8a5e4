"""The signs of a board in a state: which sign of the game says what stands on a square.

Shared by the views of a board and by positions, which write a whole board as a diagram where its signs say all there is. A sign
fits if every column of its table agrees, as far as a reader sees it: whoever may not see one of them sees no sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Reader


def sign_at(machine: Machine, state: Any, board: Mapping[str, Any], space: int, reader: Reader) -> str:
    """The first sign that fits a square; empty if none does."""
    for sign in board["signs"]:
        if space in sign["spaces"] and _fits(machine, state, board["store"], sign, space, reader):
            found: str = sign["sign"]
            return found
    return ""


def _fits(machine: Machine, state: Any, store: str, sign: Mapping[str, Any], space: int, reader: Reader) -> bool:
    arrays = machine.sight.arrays
    for name, value in sign["fields"]:
        if not machine.sight.may_read_field(state, arrays[name], space, reader):
            return False
        if not _same(getattr(state, name)[space], value):
            return False
    wanted = dict(sign["zones"])
    for other, zone in machine.sight.zones_of(store, space):
        shown = machine.sight.contents(state, other, zone, -1 if reader is None else reader)
        found = [other.designs[thing] if thing >= 0 else -1 for thing in shown]
        designs: Sequence[int] = wanted.get(other.zones[zone].name, ())
        if not (len(found) == 1 and found[0] in designs) if designs else found:
            return False
    return True


def _same(value: Any, said: Any) -> bool:
    return list(value) == list(said) if isinstance(value, (list, tuple, range)) else bool(value == said)

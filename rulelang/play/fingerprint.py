"""What a state comes down to, in words that rules can change around: for telling whether two matches are in the same state.

A state as the machine keeps it is numbers whose meaning the compiled rules decide; another label, another order of rules or a
rule that nobody has reached would change them. So a state is compared by what a script would say about it: each field by its
name and its value in words, each zone by what lies in it, whose turn it is, who is asked. What is as if it had never been
touched (0, none, false, nothing in a zone) does not count, so that a new field in the rules changes no old match; nor does the
box, which holds what lies nowhere else.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import Any

from rulelang.machine.program import StoreLayout
from rulelang.play.position import literal
from rulelang.runtime.machine import Machine
from rulelang.runtime.naming import Naming

UNTOUCHED = frozenset(("0", "none", "false", "[]", '""'))
DIGITS = 6
"""How many hexadecimal digits a digest has: of one match, that is enough."""


def values(machine: Machine, naming: Naming, state: Any) -> dict[str, str]:
    """Everything that a state comes down to, by name."""
    found: dict[str, str] = {}
    for array in machine.layout.arrays:
        now = getattr(state, array.name)
        for index, value in enumerate([now] if array.scalar else now):
            found[naming.field_word(array, index)] = literal(naming, value, array.shape)
    for store in machine.layout.stores:
        if len(store.zones) > 1:
            for number in range(1, len(store.zones)):
                found[naming.zone_word(store, number)] = _content(machine, naming, store, state, number)
    found["active"] = naming.word(state.active, ["player"])
    found["asked"] = ", ".join(naming.players[seat] for seat in machine.waiting_for(state)) or "none"
    if state.winners is not None:
        found["winners"] = ", ".join(naming.players[seat] for seat in state.winners if seat >= 0) or "all"
    return found


def _content(machine: Machine, naming: Naming, store: StoreLayout, state: Any, number: int) -> str:
    """What lies in a zone, the top first; of what is shuffled only what it is, of tokens how many of each sort."""
    if store.counted:
        sorts = Counter(machine.sight.lying(state, store, number))
        return f"[{', '.join(f'{count} {naming.full_word(store.name, sort)}' for sort, count in sorted(sorts.items()))}]"
    here = getattr(state, f"{store.name}_zones")[number]
    count = getattr(state, f"{store.name}_undecided")[number] if store.shuffled else 0
    names = [naming.copy_word(store.name, thing) for thing in reversed(here[count:])]
    mixed = sorted(naming.copy_word(store.name, thing) for thing in here[:count])
    down = getattr(state, f"{store.name}_down", None)
    if down is not None and any(down[thing] for thing in here):
        names.append(f"face down: {', '.join(sorted(naming.copy_word(store.name, t) for t in here if down[t]))}")
    if mixed:
        names.append(f"in some order: {', '.join(mixed)}")
    return f"[{', '.join(names)}]"


def digest(found: dict[str, str]) -> str:
    """A short digest of the values of a state."""
    text = "\n".join(f"{name} = {value}" for name, value in sorted(found.items()) if value not in UNTOUCHED)
    return blake2b(text.encode(), digest_size=DIGITS // 2).hexdigest()


def short(value: str) -> str:
    """A value as a record keeps it: of many things only their number."""
    count = value.count(", ") + 1
    return f"{count} things" if value.startswith("[") and count > MANY else value


MANY = 6
"""Of more things than this in a zone a record keeps only the number."""

"""Chance: named streams of numbers, the same on every machine.

Each use of chance draws from its own stream: all dice from one, all picks `at random` from another, each zone that is
shuffled from its own. So a rule that rolls one die more changes no deal. A stream is a key, made of the seed and its name,
and a counter kept in the state: draw number i is a mix of key and i (the finaliser of SplitMix64), so that nothing but
integers has to be saved. The manual gives the algorithm with test vectors; changing it breaks every recorded game.

Scripts and examples may dictate what comes: `Dictation` holds what is still to come. Of a recorded match the numbers go on being
drawn beside what is dictated, so that what the record does not hold comes as it would have come.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from rulelang.machine.library import Fault

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def stream_key(seed: int, name: str) -> int:
    """The key of a stream: the first 8 bytes, big end first, of BLAKE2b over `seed/name` in UTF-8."""
    return int.from_bytes(blake2b(f"{seed}/{name}".encode(), digest_size=8).digest(), "big")


def draw(key: int, counter: int) -> int:
    """The 64-bit number at a place of a stream."""
    z = (key + counter * GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(key: int, counter: int, count: int) -> tuple[int, int]:
    """A number from 0 below `count`, each as likely, and the counter after it.

    A draw is scaled by multiplying and keeping the upper 64 bits; draws that would favour some numbers are passed over.
    """
    limit = (1 << 64) % count
    while True:
        product = draw(key, counter) * count
        counter += 1
        if (product & MASK) >= limit:
            return product >> 64, counter


class Misdictated(Fault):
    """What was dictated to come by chance cannot come: `wanted` is any of these, `pool` what there is; things of `store`, or
    values of a shape."""

    def __init__(self, wanted: frozenset[int], pool: tuple[int, ...], store: str, shape: Any) -> None:
        super().__init__("RL0710", "what was dictated to come by chance cannot come here")
        self.wanted = wanted
        self.pool = pool
        self.store = store
        self.shape = shape


@dataclass(frozen=True, slots=True)
class Drawn:
    """One outcome of chance: the stream, what came, of what it is (`zone` of a store, or the shape of a pick; faces have no
    shape), and among what, each as likely."""

    stream: int
    value: int
    store: str = ""
    zone: int = -1
    shape: Any = None
    among: tuple[int, ...] = ()


@dataclass(slots=True)
class Dictation:
    """What scripts say will come: faces of dice in order; for zones, by store and number, and for picks, sets of things that
    fit.

    What was `recorded` may not come any more once rules have changed: then chance decides, and `missed` counts it.
    """

    dice: list[int] = field(default_factory=list)
    decks: dict[tuple[str, int], list[frozenset[int]]] = field(default_factory=dict)
    picks: list[frozenset[int]] = field(default_factory=list)
    recorded: bool = False
    missed: int = 0

    def copy(self) -> Dictation:
        """A copy that is used up on its own."""
        decks = {key: value[:] for key, value in self.decks.items()}
        return Dictation(self.dice[:], decks, self.picks[:], self.recorded, self.missed)

    def size(self) -> tuple[int, int, int]:
        """How much is still to come: faces, things of zones, picks."""
        return len(self.dice), sum(len(things) for things in self.decks.values()), len(self.picks)

    def forget(self) -> None:
        """Let nothing come of what was dictated."""
        self.dice.clear()
        self.decks.clear()
        self.picks.clear()

    def left_over(self) -> list[str]:
        """In words, what was dictated and never came."""
        found = [f"{len(self.dice)} dice"] if self.dice else []
        found += [f"{len(things)} of a deck" for things in self.decks.values() if things]
        found += [f"{len(self.picks)} picks at random"] if self.picks else []
        return found

"""Shares and spreads: what many games say, and how far that is to be trusted.

Every figure comes with the interval in which the true one lies with 95 % confidence: of shares by Wilson's formula, which holds
for few games and for shares near none and all; of means by the normal one. Of numbers of which there are many, it is counted how
often each comes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

CONFIDENT = 1.96
"""The half width of a 95 % interval in standard deviations."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float


NO_SHARE = Share(0.0, 0.0, 1.0)
"""What is known of nothing."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A number over many games; `low` and `high` are the 95 % interval of the mean."""

    mean: float
    median: float
    least: float
    most: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How a figure differs from that of another simulation, with its 95 % interval; `clear` where 0 lies outside it."""

    what: str
    here: float
    there: float
    low: float
    high: float
    clear: bool


def share(part: float, whole: int) -> Share:
    """A share and where it lies with 95 % confidence."""
    if whole == 0:
        return NO_SHARE
    found = part / whole
    z = CONFIDENT
    middle = (found + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z * math.sqrt(found * (1 - found) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return Share(found, max(0.0, middle - reach), min(1.0, middle + reach))


def spread(values: Iterable[int]) -> Spread:
    """A number over many games."""
    return spread_of(Counter(values))


def spread_of(counts: Mapping[int, int]) -> Spread:
    """The same of numbers that were counted: how often each came."""
    size = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / size
    variance = sum(count * (value - mean) ** 2 for value, count in counts.items()) / max(1, size - 1)
    reach = CONFIDENT * math.sqrt(variance / size)
    return Spread(mean, _median(counts, size), min(counts), max(counts), mean - reach, mean + reach)


def _median(counts: Mapping[int, int], size: int) -> float:
    middle: list[int] = []
    seen = 0
    for value in sorted(counts):
        before, seen = seen, seen + counts[value]
        for place in ((size - 1) // 2, size // 2):
            if before <= place < seen:
                middle.append(value)
    return sum(middle) / len(middle)


def difference(what: str, here: Share | Spread, there: Share | Spread) -> Difference:
    """How two figures differ. The interval is made of theirs (Newcombe)."""
    one, other = _value(here), _value(there)
    low = one - other - math.hypot(one - here.low, there.high - other)
    high = one - other + math.hypot(here.high - one, other - there.low)
    return Difference(what, one, other, low, high, not low <= 0 <= high)


def _value(figure: Share | Spread) -> float:
    return figure.share if isinstance(figure, Share) else figure.mean

"""Near names: what an author may have meant by a name that nothing has.

The distance is that of Damerau and Levenshtein (one insertion, removal, change, or swap of neighbours counts one), taken with
case and underscores folded away, so `GoldMine` is at distance 0 from `gold_mine`. A name is near when at most half of the
longer of the two would have to change. At most four are given, nearest first; equals keep the order in which they were offered.
"""

from __future__ import annotations

from collections.abc import Iterable

MOST = 4
"""How many near names a message may show."""


def fold(name: str) -> str:
    """A name without case and underscores."""
    return name.replace("_", "").lower()


def distance(a: str, b: str, bound: int) -> int:
    """How many edits lead from `a` to `b`; any number above `bound` means more than `bound`."""
    if abs(len(a) - len(b)) > bound:
        return bound + 1
    before: list[int] = []
    previous = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        current = [i]
        for j, right in enumerate(b, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > bound:
            return bound + 1
        before, previous = previous, current
    return previous[-1]


def near(name: str, candidates: Iterable[str], most: int = MOST) -> list[str]:
    """The candidates most like `name`, nearest first, at most `most`, none that differs in more than half of its letters."""
    wanted = fold(name)
    ranked: list[tuple[int, int, str]] = []
    seen: set[str] = set()
    for order, candidate in enumerate(candidates):
        if candidate in seen or candidate == name:
            continue
        seen.add(candidate)
        folded = fold(candidate)
        bound = max(len(wanted), len(folded)) // 2
        found = distance(wanted, folded, bound)
        if found <= bound:
            ranked.append((found, order, candidate))
    ranked.sort()
    return [candidate for _, _, candidate in ranked[:most]]


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `name`, if any is near."""
    found = near(name, candidates, 1)
    return found[0] if found else None


def listing(names: list[str], joiner: str = "or") -> str:
    """Names in backticks as a list in a sentence: `a`, `b` or `c`."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {joiner} {quoted[-1]}"


def help_for(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The help line that offers near names; empty when none is near."""
    found = near(name, candidates)
    return (f"did you mean {listing(found)}?",) if found else ()

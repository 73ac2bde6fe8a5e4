"""Where the places of a map go on paper, when nobody says: by stress majorization.

Every two places want to be as far apart as there are steps between them, near ones more than far ones (the stress of Kamada and
Kawai). The stress is brought down by moving each place in turn to where the others want it (Gansner, Koren and North, 2004), from
a start that is the projection of the distances on their two widest axes. Nothing is left to chance, so the same rules give the
same picture on every machine. Parts of a map that no way joins are laid out apart and put beside each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import hypot

Point = tuple[float, float]
Box = tuple[float, float]
"""Width and height of what is drawn at a place."""

ROUNDS = 120
"""How often every place is moved at most."""

STILL = 1e-4
"""Once no place moves by more of a step than this, all is still."""

GAP = 14.0
"""How much paper is left at least between what is drawn at two places."""


def laid_out(neighbours: Sequence[Sequence[int]], boxes: Sequence[Box], step: float) -> list[Point]:
    """The middle of each place, whose boxes do not overlap; `step` is how long a way should be."""
    placed: list[Point] = [(0.0, 0.0)] * len(neighbours)
    left = 0.0
    for part in _parts(neighbours):
        inner = {place: index for index, place in enumerate(part)}
        around = [[inner[other] for other in neighbours[place]] for place in part]
        points = _spread([(x * step, y * step) for x, y in _settled(_steps(around))], [boxes[place] for place in part])
        leftmost = min(x - boxes[place][0] / 2 for (x, _), place in zip(points, part, strict=True))
        for (x, y), place in zip(points, part, strict=True):
            placed[place] = (x - leftmost + left, y)
        left += max(x + boxes[place][0] / 2 for (x, _), place in zip(points, part, strict=True)) - leftmost + 3 * GAP
    return placed


def scaled(points: Mapping[int, Point], boxes: Mapping[int, Box], narrowest: float, widest: float) -> dict[int, Point]:
    """Given places, drawn as large as their boxes need, within bounds; what overlaps then is pushed apart."""
    if not points:
        return {}
    scale = 1.0
    order = list(points)
    for number, one in enumerate(order):
        for other in order[:number]:
            across, down = abs(points[one][0] - points[other][0]), abs(points[one][1] - points[other][1])
            wide = (boxes[one][0] + boxes[other][0]) / 2 + GAP
            tall = (boxes[one][1] + boxes[other][1]) / 2 + GAP
            needed = [size / apart for size, apart in ((wide, across), (tall, down)) if apart > 0]
            scale = max(scale, min(needed, default=1.0))
    span = max(p[0] for p in points.values()) - min(p[0] for p in points.values())
    if span > 0:
        scale = min(max(scale, narrowest / span), widest / span)
    spread = _spread([(points[p][0] * scale, points[p][1] * scale) for p in order], [boxes[p] for p in order])
    return dict(zip(order, spread, strict=True))


def _parts(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """The places that ways join, the largest part first."""
    seen: set[int] = set()
    parts: list[list[int]] = []
    for start in range(len(neighbours)):
        if start not in seen:
            found = sorted(_from(neighbours, start))
            seen.update(found)
            parts.append(found)
    return sorted(parts, key=lambda part: (-len(part), part))


def _from(neighbours: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    """How many steps away the places are that can be reached."""
    far = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for other in neighbours[here]:
            if other not in far:
                far[other] = far[here] + 1
                waiting.append(other)
    return far


def _steps(neighbours: Sequence[Sequence[int]]) -> list[list[float]]:
    """How many steps lie between every two places of a part."""
    rows = []
    for start in range(len(neighbours)):
        far = _from(neighbours, start)
        rows.append([float(far[other]) for other in range(len(neighbours))])
    return rows


def _settled(far: list[list[float]]) -> list[Point]:
    """Places as far apart as they want to be, as well as paper allows, the widest way across."""
    count = len(far)
    points = list(_projected(far))
    for _ in range(ROUNDS):
        moved = 0.0
        for one in range(count):
            x, y = points[one]
            weights = across = down = 0.0
            for other, (ox, oy) in enumerate(points):
                if other == one:
                    continue
                wanted = far[one][other]
                weight = 1 / (wanted * wanted)
                apart = hypot(x - ox, y - oy) or STILL
                weights += weight
                across += weight * (ox + wanted * (x - ox) / apart)
                down += weight * (oy + wanted * (y - oy) / apart)
            if weights:
                points[one] = across / weights, down / weights
                moved = max(moved, hypot(points[one][0] - x, points[one][1] - y))
        if moved < STILL:
            break
    return points


def _projected(far: list[list[float]]) -> list[Point]:
    """Classical scaling: the two widest axes of the distances, found by repeated multiplication."""
    count = len(far)
    squares = [[d * d for d in row] for row in far]
    means = [sum(row) / count for row in squares]
    whole = sum(means) / count
    centred = [[-(squares[i][j] - means[i] - means[j] + whole) / 2 for j in range(count)] for i in range(count)]
    axes: list[list[float]] = []
    for number in range(2):
        # Any start will do that is not at right angles to the axis; this one differs for each place.
        vector = [((i * (7 + number) + 3) % 11) - 5.0 + i / count for i in range(count)]
        for _ in range(60):
            for axis in axes:
                length = sum(a * a for a in axis)
                along = sum(v * a for v, a in zip(vector, axis, strict=True)) / length if length else 0.0
                vector = [v - along * a for v, a in zip(vector, axis, strict=True)]
            product = [sum(c * v for c, v in zip(row, vector, strict=True)) for row in centred]
            length = hypot(*product)
            if length < STILL:
                # All lies on one line.
                vector = [0.0] * count
                break
            vector = [p / length for p in product]
        value = sum(v * sum(c * w for c, w in zip(row, vector, strict=True)) for v, row in zip(vector, centred, strict=True))
        axes.append([v * max(value, 0.0) ** 0.5 for v in vector])
    # The first place is on the left, above; places that fall together are moved apart a little.
    flips = [-1.0 if axis[0] > 0 else 1.0 for axis in axes]
    return [(axes[0][i] * flips[0], axes[1][i] * flips[1] + (i % 7 - 3) * 0.003) for i in range(count)]


def _spread(points: list[Point], boxes: Sequence[Box]) -> list[Point]:
    """The same places, pushed apart where their boxes overlap, each as little as will do."""
    for _ in range(300):
        clear = True
        for one in range(len(points)):
            for other in range(one):
                (x, y), (ox, oy) = points[one], points[other]
                wide = (boxes[one][0] + boxes[other][0]) / 2 + GAP - abs(x - ox)
                tall = (boxes[one][1] + boxes[other][1]) / 2 + GAP - abs(y - oy)
                if wide <= 0.01 or tall <= 0.01:
                    continue
                clear = False
                if tall <= wide:
                    push = tall / 2 if y >= oy else -tall / 2
                    points[one], points[other] = (x, y + push), (ox, oy - push)
                else:
                    push = wide / 2 if x >= ox else -wide / 2
                    points[one], points[other] = (x + push, y), (ox - push, oy)
        if clear:
            break
    return points

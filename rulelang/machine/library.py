"""The standard library at run time: small pure functions over integers, tuples and lists.

Both the generated code and the evaluator of constants call these, so a function means the same wherever it stands. Faults
that an author can cause raise `Fault`, which the machine turns into a message with a place in the rules. Lists are never
changed in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

Test = Callable[[int], bool]
NO_NUMBER = -(1 << 40)
"""`none` of type `Int?`, as `sema.types` has it."""


class Fault(Exception):
    """A fault of the rules met while they ran: a code of `text.codes` and a sentence in the author's words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class GameEnded(Exception):
    """Unwinds rules that cannot stop at a choice when one of them ends the game."""

    by_whenever = False
    """Whether a `whenever` has done it; then none is done once more."""


class Reached(Exception):
    """Raised where a rule that is only tried comes to a choice with something to choose."""


class Refused(Exception):
    """Raised where a rule that is only tried cannot go on: at a `require` (`form` "require", its number, and the values of the
    variables that it speaks of), or at a choice without anything to choose ("choice", its number, and the values of the variables
    that decide over its options, none where one has no value yet). `state` is how things were there.
    """

    def __init__(self, state: Any, form: str, number: int, values: tuple[Any, ...] = ()) -> None:
        super().__init__()
        self.state = state
        self.form = form
        self.number = number
        self.values = values


def possible(state: Any, routine: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether a rule, tried on a copy, runs to its end or to a choice with something to choose."""
    try:
        routine(state, *arguments)
    except (Reached, GameEnded):
        return True
    except Refused:
        return False
    return True


def would(
    state: Any,
    routine: Callable[..., Any],
    arguments: tuple[Any, ...],
    condition: Callable[..., Any],
    values: tuple[Any, ...],
) -> bool:
    """Whether a condition holds after a rule, tried on a copy; not where the rule forbids itself."""
    try:
        routine(state, *arguments)
    except Refused:
        return False
    return bool(condition(state, *values))


def plain(value: Any) -> Any:
    """A value with all its sequences as lists and its truths as numbers."""
    if isinstance(value, (list, tuple, range)):
        kinds = set(map(type, value))
        if kinds <= NUMBERS:
            return list(map(int, value)) if bool in kinds else list(value)
        return [plain(one) for one in value]
    return int(value) if isinstance(value, bool) else value


NUMBERS = {int, bool}
"""What is written down as a number."""


def recorded(kept: tuple[str, ...], values: list[Any]) -> tuple[str, ...]:
    """A record with one more position: the first 12 bytes of BLAKE2b over how it is written down."""
    digest = blake2b(repr(plain(values)).encode(), digest_size=12).hexdigest()
    return (*kept, digest)


class Positions:
    """A record of a game that nobody keeps: how often each position has been recorded, and the last of them."""

    __slots__ = ("last", "times")

    def __init__(self, times: dict[object, list[int]]) -> None:
        self.times = times
        """For each position a list of one number, so that a position is looked for once only."""
        self.last = 0
        """How often the last has been recorded."""

    def __len__(self) -> int:
        return sum(count for (count,) in self.times.values())

    def add(self, values: list[Any]) -> Positions:
        """Record one more position."""
        position = [tuple(one) if type(one) is list and one and type(one[0]) is int else hashed(one) for one in values]
        count = self.times.setdefault(tuple(position), [0])
        count[0] += 1
        self.last = count[0]
        return self


def hashed(value: Any) -> Any:
    """A value with all its sequences as tuples: two are equal where `plain` makes the same of both."""
    if not isinstance(value, (list, tuple, range)):
        return value
    # The values of a list are all of one sort.
    return tuple([hashed(one) for one in value]) if value and not isinstance(value[0], int) else tuple(value)


def recorded_here(kept: Positions | tuple[()], values: list[Any]) -> Positions:
    """The same for a playout that is never copied, whose record is added to."""
    return (kept if isinstance(kept, Positions) else Positions({})).add(values)


def recorded_apart(kept: Positions | tuple[()], values: list[Any]) -> Positions:
    """The same where others go on holding the record as it was."""
    before = kept.times if isinstance(kept, Positions) else {}
    return Positions({position: count[:] for position, count in before.items()}).add(values)


def times(kept: tuple[object, ...]) -> int:
    """How often what was recorded last has been recorded, itself included."""
    return kept.count(kept[-1]) if kept else 0


def times_apart(kept: Positions | tuple[()]) -> int:
    """The same for a game that nobody keeps."""
    return kept.last if isinstance(kept, Positions) else 0


class Withdrawn(Exception):
    """Unwinds to the choice whose option is taken back by `cancel`."""


# ------------------------------------------------------------------------------------------------------------ lists


def item(values: Sequence[int], index: int) -> int:
    """`xs[n]`, counted from 1."""
    if 1 <= index <= len(values):
        return values[index - 1]
    raise Fault("RL0802", f"there is no number {index} in a list of {len(values)}")


def first(values: Sequence[int]) -> int:
    """The first of a list, or none."""
    return values[0] if values else -1


def last(values: Sequence[int]) -> int:
    """The last of a list, or none."""
    return values[-1] if values else -1


def first_number(values: Sequence[int]) -> int:
    """The first of a list of numbers, or none as numbers keep it."""
    return values[0] if values else NO_NUMBER


def last_number(values: Sequence[int]) -> int:
    """The last of a list of numbers, or none as numbers keep it."""
    return values[-1] if values else NO_NUMBER


def first_list(values: Sequence[Sequence[int]]) -> Sequence[int]:
    """The first of a list of lists; an empty list if there is none."""
    return values[0] if values else ()


def position(value: int, values: Sequence[int]) -> int:
    """Where a value first stands in a list, counted from 1."""
    for index, other in enumerate(values):
        if other == value:
            return index + 1
    raise Fault("RL0803", "`position` looks for something that is not in the list")


def _index(value: int, values: Sequence[int], function: str) -> int:
    for index, other in enumerate(values):
        if other == value:
            return index
    raise Fault("RL0803", f"`{function}` looks for something that is not in the list")


def next_in(values: Sequence[int], value: int) -> int:
    """The one behind a value, going round."""
    return values[(_index(value, values, "next") + 1) % len(values)]


def previous_in(values: Sequence[int], value: int) -> int:
    """The one before a value, going round."""
    return values[_index(value, values, "previous") - 1]


def after(values: Sequence[int], value: int) -> list[int]:
    """The list from behind a value on, going round and ending with it."""
    at = _index(value, values, "after") + 1
    return [*values[at:], *values[:at]]


def tokens(counts: Sequence[int]) -> list[int]:
    """So many of each sort, one by one."""
    return [sort for sort, count in enumerate(counts) for _ in range(count)]


def starting_at(values: Sequence[int], value: int) -> list[int]:
    """The list from a value on, going round."""
    at = _index(value, values, "starting_at")
    return [*values[at:], *values[:at]]


def first_of(values: Sequence[int], count: int) -> Sequence[int]:
    """At most so many from the front."""
    return values[: max(count, 0)]


def distinct(values: Iterable[int]) -> list[int]:
    """Each value once, in the order of first appearance."""
    return list(dict.fromkeys(values))


def the(values: Sequence[int]) -> int:
    """The only one of a list."""
    if len(values) == 1:
        return values[0]
    raise Fault(
        "RL0804",
        f"`the` wants exactly one, and there are {len(values)}" if values else "`the` wants exactly one, and there is none",
    )


def highest(values: Sequence[int]) -> int:
    """The greatest of a list."""
    if not values:
        raise Fault("RL0805", "`highest` of nothing")
    return max(values)


def lowest(values: Sequence[int]) -> int:
    """The least of a list."""
    if not values:
        raise Fault("RL0805", "`lowest` of nothing")
    return min(values)


def span(lowest_: int, highest_: int) -> range:
    """`range(a, b)`: both ends included, empty if b is less."""
    return range(lowest_, highest_ + 1)


def places(values: Sequence[int], keys: Sequence[object]) -> list[list[int]]:
    """Groups of neighbours with equal keys, of a list already in order."""
    groups: list[list[int]] = []
    previous: object = None
    for value, key in zip(values, keys, strict=True):
        if groups and key == previous:
            groups[-1].append(value)
        else:
            groups.append([value])
        previous = key
    return groups


# ------------------------------------------------------------------------------------------------------------ numbers


def quotient(a: int, b: int) -> int:
    """`a / b`, rounded down."""
    if b == 0:
        raise Fault("RL0806", "division by zero")
    return a // b


def quotient_up(a: int, b: int) -> int:
    """`a / b rounded up`"""
    if b == 0:
        raise Fault("RL0806", "division by zero")
    return -(-a // b)


def remainder(a: int, b: int) -> int:
    """`a % b`, with the sign of b"""
    if b == 0:
        raise Fault("RL0806", "division by zero")
    return a % b


def present(value: int, what: str) -> int:
    """The value of something that must not be none."""
    if value < 0:
        raise Fault("RL0801", f"{what} is none here")
    return value


def present_number(value: int, what: str) -> int:
    """The number of something that must not be none."""
    if value == NO_NUMBER:
        raise Fault("RL0801", f"{what} is none here")
    return value


def within_bounds(value: int, lowest: int | None, highest: int | None) -> int:
    """The value, if it keeps within the bounds that were declared."""
    if (lowest is not None and value < lowest) or (highest is not None and value > highest):
        bounds = f"{'' if lowest is None else lowest} to {'' if highest is None else highest}"
        raise Fault("RL0816", f"{value} is outside the bounds {bounds}")
    return value


# ------------------------------------------------------------------------------------------------------------ boards


class BoardTable:
    """A board's ways: for each space, its neighbours and the edges to them, in the order of the rules."""

    __slots__ = ("edges", "far", "neighbours", "size", "spaces")

    def __init__(self, spaces: Sequence[int], neighbours: Sequence[Sequence[int]], edges: Sequence[Sequence[int]]) -> None:
        self.spaces = spaces
        self.neighbours = neighbours
        self.edges = edges
        self.size = len(neighbours)
        self.far = len(spaces) + 1

    def steps(self, space: int, along: Test | None) -> Iterable[int]:
        """The neighbours of a space over edges that may be used."""
        if along is None:
            return self.neighbours[space]
        return [n for n, e in zip(self.neighbours[space], self.edges[space], strict=True) if along(e)]


def walk_neighbours(board: BoardTable, space: int, through: Test | None, along: Test | None) -> list[int]:
    """The neighbours that can be reached in one step: `through` never hinders reaching."""
    return list(dict.fromkeys(board.steps(space, along)))


def walk_distances(board: BoardTable, space: int, through: Test | None, along: Test | None, limit: int = -1) -> dict[int, int]:
    """The least number of steps to each space within the limit; a space that fails `through` is reached and not passed."""
    distances = {space: 0}
    frontier = [space]
    steps = 0
    while frontier and steps != limit:
        steps += 1
        reached: list[int] = []
        for here in frontier:
            if through is not None and here != space and not through(here):
                continue
            for there in board.steps(here, along):
                if there not in distances:
                    distances[there] = steps
                    reached.append(there)
        frontier = reached
    return distances


MOST_REMEMBERED = 10_000
"""How many results of one walk are kept."""


def remember(
    memo: dict[tuple[int, ...], object], key: tuple[int, ...], function: Callable[..., object], *arguments: object
) -> object:
    """The result of a search, kept for the next time; a memory that has grown large begins anew.

    Who asks has looked for the key, but takes an empty result for none at all."""
    found = memo.get(key)
    if found is not None:
        return found
    if len(memo) > MOST_REMEMBERED:
        memo.clear()
    result = memo[key] = function(*arguments)
    return result


def walk_within(
    board: BoardTable, space: int, least: int, most: int, through: Test | None = None, along: Test | None = None
) -> list[int]:
    """The spaces whose least distance lies between the two numbers, in the order of the board."""
    distances = walk_distances(board, space, through, along, max(most, 0))
    if most < 0:
        return []
    return [s for s in board.spaces if s in distances and least <= distances[s] <= most]


def walk_distance(board: BoardTable, origin: int, goal: int, through: Test | None = None, along: Test | None = None) -> int:
    """The least number of steps; more than any real one if there is no way."""
    return walk_distances(board, origin, through, along).get(goal, board.far)


def walk_path(board: BoardTable, origin: int, goal: int, through: Test | None = None, along: Test | None = None) -> list[int]:
    """A shortest way, both ends included; the first in the order of the board; empty if there is none."""
    distances = walk_distances(board, origin, through, along)
    if goal not in distances:
        return []
    way = [goal]
    while way[-1] != origin:
        here = way[-1]
        for there in board.spaces:
            if distances.get(there, -1) == distances[here] - 1 and here in board.steps(there, along):
                if there == origin or through is None or through(there):
                    way.append(there)
                    break
    return way[::-1]


def walk_next_steps(
    board: BoardTable, origin: int, goal: int, through: Test | None = None, along: Test | None = None
) -> list[int]:
    """The neighbours of the origin that begin a shortest way to the goal. Ways lead both ways, so one search from the goal tells
    them all; a step is a space on the way, unless it is the goal.
    """
    distances = walk_distances(board, goal, through, along)
    whole = distances.get(origin, 0)
    if not whole:
        return []
    return [
        step
        for step in dict.fromkeys(board.steps(origin, along))
        if distances.get(step) == whole - 1 and (step == goal or through is None or through(step))
    ]


def walk_connected(board: BoardTable, space: int, through: Test | None = None, along: Test | None = None) -> list[int]:
    """All spaces that can be reached, the space itself included, in the order of the board."""
    distances = walk_distances(board, space, through, along)
    return [s for s in board.spaces if s in distances]


def walk_edge(board: BoardTable, a: int, b: int, through: Test | None = None, along: Test | None = None) -> int:
    """The edge between two neighbours, with the signature of the other walks."""
    return edge_between(board, a, b)


def edge_between(board: BoardTable, a: int, b: int) -> int:
    """The edge between two neighbours."""
    for there, edge in zip(board.neighbours[a], board.edges[a], strict=True):
        if there == b:
            return edge
    raise Fault("RL0807", "`edge` wants two neighbours, and these are none")


def item0(values: Sequence[int], index: int) -> int:
    """An entry of a table within a table."""
    return values[index]


def ray(steps: Sequence[int], space: int, through: Test | None = None, most: int = -1) -> list[int]:
    """The spaces in one direction; the first that fails `through` is the last. `steps` gives the next space of each."""
    found: list[int] = []
    here = steps[space]
    while here >= 0 and len(found) != most:
        found.append(here)
        if through is not None and not through(here):
            break
        here = steps[here]
    return found

"""Finds what tells a player something that he cannot see.

A match is looked at as one player meets it: what he sees, the story as it is told to him, for whom the match waits, what he is
asked and may answer, and why he may not answer something else. Then all that he cannot see is dealt anew (`play.belief`), and it
is looked at again. Whatever is otherwise then tells him of what he should not know: a fault of the rules, such as a condition on
another's hand, or of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rulelang.play.belief import Beliefs, Dealt, Renaming
from rulelang.play.match import Choice, Match

WRONG_LINES = 6
"""How many answers that are not legal are tried at a choice."""
LONGEST = 300
"""How much of what differs is quoted."""


def redealt(beliefs: Beliefs, match: Match, seat: int, source: Random, since: int = 0) -> tuple[Match, Dealt]:
    """A match as it might be for all that a player knows. Its log is that of the match, where of a thing that he may not know now
    another is told; before an entry of it all is told as it was."""
    dealt = beliefs.deal(match.state, seat, source)
    log = match.state.log
    told = ((event, depth, _told(values, dealt.renamed, seat)) for event, depth, values in log[since:])
    dealt.state.log = [*log[:since], *told]
    other = match.copy()
    other.state = dealt.state
    return other, dealt


def _told(value: Any, renamed: Renaming, seat: int) -> Any:
    """Values of a line of the log with the new names of things that the player may not know."""
    if isinstance(value, list):
        return [_told(one, renamed, seat) for one in value]
    if not isinstance(value, tuple):
        return value
    if len(value) == 3 and isinstance(value[1], int) and isinstance(value[2], str) and value[2] in renamed:
        thing, mask, store = value
        hidden = isinstance(thing, int) and thing >= 0 and not mask >> seat & 1
        return (renamed[store][thing], mask, store) if hidden else value
    return tuple(_told(one, renamed, seat) for one in value)


def leaks(beliefs: Beliefs, match: Match, seat: int, source: Random, *, refusals: bool = False, since: int = 0) -> list[str]:
    """What would be otherwise for a player if what he does not see were otherwise, in sentences.

    With `refusals` a few answers that he cannot give are asked about too, for which the game is compiled again. The story is
    told from an entry of the log on: who has looked before need not look at what was told then.
    """
    other, dealt = redealt(beliefs, match, seat, source, since)
    name = match.players[seat]
    found: list[str] = []
    pairs = zip(_everything(match, seat, dealt.codes, since), _everything(other, seat, {}, since), strict=True)
    for (what, one), (_, two) in pairs:
        if one != two:
            found.append(f"{what} of {name} would be otherwise: {_difference(one, two)}")
    if refusals and not found:
        for line in _wrong_lines(match, seat, source):
            one, two = (tuple((reason.message, reason.place) for reason in each.why_not(seat, line)) for each in (match, other))
            if one != two:
                found.append(f"why {name} cannot choose `{line}` would be otherwise: {_difference(one, two)}")
    return found


def _everything(match: Match, seat: int, codes: dict[int, int], since: int) -> list[tuple[str, Any]]:
    """All that a player gets to see, by what it is called."""
    found: list[tuple[str, Any]] = [
        ("the view", match.view(seat)),
        ("the table", match.table(seat)),
        ("the position", match.position(seat)),
        ("the story", [line.text for line in match.telling.story(match.state.log[since:], seat)]),
        ("for whom the match waits", match.waiting),
        ("how often he is asked", len(match.choices_of(seat))),
    ]
    for choice in match.choices_of(seat):
        found.append(("what is asked", (choice.path, choice.prompt)))
        found.append(("what may be chosen", _legal(match, choice, codes)))
        found.append(("how options are called", [(option.text, option.label) for option in choice.options]))
    return found


def _legal(match: Match, choice: Choice, codes: dict[int, int]) -> list[int]:
    """The legal options, worked out afresh; as they are called after things were renamed."""
    state = match.machine.state_of(match.state, choice.asked)
    frame = match.machine.frame_of(match.state, choice.asked)
    legal = match.machine.namespace[f"O_{choice.asked.choice}"](state, frame)
    if state.extra is not None:
        legal = match.machine.namespace["NOT_WITHDRAWN"](state, choice.asked.choice, legal)
    return sorted(codes.get(code, code) for code in legal)


def _wrong_lines(match: Match, seat: int, source: Random) -> Iterator[str]:
    """Answers that are not legal, with things that exist somewhere."""
    named = [store for store in match.machine.layout.stores if store.names]
    stores = [store for store in named if store.hidden] or named
    for choice in match.choices_of(seat):
        legal = {option.text for option in choice.options}
        for _ in range(WRONG_LINES if stores and choice.layout.options else 0):
            option = source.choice(choice.layout.options)
            word = source.choice(source.choice(stores).names)
            line = word if choice.layout.pick else f"{option.name} {word}"
            if line not in legal:
                yield line


def _difference(one: Any, two: Any) -> str:
    """Where two things begin to differ."""
    first, second = str(one), str(two)
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    start = max(0, at - LONGEST // 3)
    return f"…{first[start : start + LONGEST]}… / …{second[start : start + LONGEST]}…"


def sample(match: Match, chooser: Random, every: int, most: int, lines: list[str] | None = None) -> Iterator[Match]:
    """A match played at random, stopped every so many choices; what was chosen is added to `lines` as a script writes it."""
    for number in range(most):
        if not match.pending:
            return
        if number % every == 0:
            yield match
        choices: Sequence[Choice] = [c for c in match.pending if not c.optional or chooser.random() < 0.2] or match.pending
        choice = chooser.choice(choices)
        option = chooser.choice(choice.options)
        if lines is not None:
            lines.append(f"{choice.player}: {option.text}")
        match.choose(choice.seat, option)


__all__ = ["leaks", "redealt", "sample"]

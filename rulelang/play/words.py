"""Words of people: players' names, and which options a line means.

A line is matched against the legal options as they are written, and never taken apart by any other rule. Where several
things are picked, one line may name them all, in any order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulelang.errors import IllegalMove, RulelangError
from rulelang.runtime.naming import and_list
from rulelang.runtime.options import DONE, PASS, Option, matching
from rulelang.text.render import visible
from rulelang.text.suggest import listing, near

if TYPE_CHECKING:
    from rulelang.play.match import Choice, Match

NAME = re.compile(r"[a-z][a-z0-9_]*")
WORDS_OF_SCRIPTS = frozenset(
    (
        PASS,
        DONE,
        "all",
        "box",
        "deck",
        "dice",
        "expect",
        "game",
        "given",
        "none",
        "players",
        "random",
        "refused",
        "seed",
        "set",
        "variants",
        "when",
    )
)
"""Words that begin a line of a script, or mean something in a move: nobody can be called so."""


def player_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, if all of them can be written in scripts and no two are the same."""
    for name in names:
        shown = visible(name)
        if NAME.fullmatch(name) is None:
            raise RulelangError(f"`{shown}` cannot be a player's name: small letters, digits and `_`, beginning with a letter")
        if name in WORDS_OF_SCRIPTS:
            raise RulelangError(f"`{shown}` cannot be a player's name: it means something in scripts")
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RulelangError(f"two players are called `{name}`")
    return tuple(names)


def found(player: str, options: Sequence[Option], wanted: tuple[str, ...]) -> Option | None:
    """The option that a line means. Raises `IllegalMove` where it could mean several."""
    fitting = matching(options, wanted)
    if len(fitting) > 1:
        both = listing([option.text for option in fitting[:4]])
        more = f" and {len(fitting) - 4} more" if len(fitting) > 4 else ""
        raise IllegalMove(f"{player}: `{visible(' '.join(wanted))}` could mean {both}{more}")
    return fitting[0] if fitting else None


def several(match: Match, state: Any, choice: Choice, wanted: tuple[str, ...]) -> tuple[tuple[int, ...], str] | None:
    """Pick all that a line names; the answers given and their words, in the order of the list; none if that cannot be.

    A line that names several is the whole answer: what need not be picked any more is left.
    """
    left = list(wanted)
    codes: list[int] = []
    texts: list[str] = []
    machine = match.machine
    while True:
        asked = next((a for a in machine.asked(state) if a.player == choice.seat and a.choice == choice.asked.choice), None)
        if asked is None or not (_picked(match, state, choice, asked) or not codes):
            return (tuple(codes), " ".join(texts)) if left in ([], [DONE]) else None
        options = match.texts.all(state, asked)
        option = next((o for o in options if o.values and any((word,) in o.exact for word in left)), None)
        if option is None:
            option = next((o for o in options if not o.values), None)
            if left not in ([], [DONE]) or option is None:
                return None
            left.clear()
            if len(texts) < 2:
                # One alone could be the first of more.
                texts.append(option.text)
        else:
            left.remove(next(word for word in left if (word,) in option.exact))
            texts.append(option.text)
        codes.append(option.code)
        machine.answer(state, asked, option.code)


def _picked(match: Match, state: Any, choice: Choice, asked: Any) -> int:
    slot = choice.layout.picked_slot
    return len(match.machine.frame_of(state, asked)[slot]) if slot >= 0 else 0


def refused(match: Match, seat: int, line: str) -> str:
    """In one sentence, that a line is refused."""
    shown = visible(" ".join(line.split()))
    name = match.players[seat] if seat >= 0 else "nobody"
    if match.over:
        what = "the match is over" if match.base is None or match.state.over else "nobody is asked anything here"
        return f"{name} cannot choose `{shown}`: {what}"
    choice = match.choice_of(seat) if seat >= 0 else None
    if choice is None:
        others = f"{and_list(match.waiting)} must choose"
        return f"{name} is not asked anything now; {others}"
    texts = [option.text for other in match.choices_of(seat) for option in other.options]
    close = near(shown, texts) or texts[:4]
    return f"{name} cannot choose `{shown}` now; near it are {listing(close)}"

"""What a state holds for games in which options are taken back, moves joined, or several choose at once.

Other games pay nothing for it: a state without `extra` and `branches` is copied without a look at them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

NONE_WITHDRAWN: tuple[int, int, tuple[int, ...]] = (-1, -1, ())
"""That no option has just been taken back."""


@dataclass(slots=True)
class Kept:
    """A state as it was before an option that may be taken back; `block` asks its choice again, `withdrawn` are the options
    gone."""

    state: Any
    block: int
    choice: int
    code: int
    player: int
    withdrawn: tuple[int, ...]
    spoilt: bool = False
    """Whether somebody else has chosen since."""


@dataclass(slots=True)
class Extra:
    """What only some games need: options that may be taken back, what was withdrawn, and whether choices are joined to one
    move."""

    kept: list[Kept]
    withdrawn: tuple[int, int, tuple[int, ...]] = NONE_WITHDRAWN
    """The choice of which options have been taken back, by whom, and their codes, until something else is chosen."""
    joined: int = 0
    """0 no, 1 yes and nothing chosen yet, 2 yes and something chosen."""

    def copy(self) -> Extra:
        """A copy that goes on by itself."""
        return Extra([replace(kept) for kept in self.kept], self.withdrawn, self.joined)


@dataclass(slots=True)
class Branch:
    """One player's part of an `at once`: what he has answered, and the state as it is for him; none of it happens before all
    are done."""

    player: int
    frame: list[Any]
    answers: list[int]
    state: Any

    def copy(self, copy_state: Any) -> Branch:
        """A copy that goes on by itself."""
        return Branch(self.player, self.frame[:], self.answers[:], copy_state(self.state))

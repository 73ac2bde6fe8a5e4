"""A match at a terminal: people at one keyboard, bots, or both.

The session knows no terminal: it asks for a line by `ask` and says lines by `tell`, so tests play it as people do. A person
answers a choice by its number, its words, or the beginning of its words where that fits one option only; other lines are
commands. After every move the match is written to its file, if it has one, so nothing is lost when the program is killed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Offered(Protocol):
    """What can be chosen: its words, and what it is called on the table."""

    @property
    def text(self) -> str: ...

    @property
    def label(self) -> str: ...


OptionType = TypeVar("OptionType", bound=Offered)


@dataclass(frozen=True, slots=True)
class Picked(Generic[OptionType]):
    """What a line means among the options: one of them, several it could be, or none."""

    option: OptionType | None
    candidates: tuple[OptionType, ...] = ()


def pick(line: str, options: Sequence[OptionType]) -> Picked[OptionType]:
    """What a line means: a number counted from 1, the words or the label of an option, or how those of just one begin."""
    text = " ".join(line.lower().split())
    if text.isascii() and text.isdigit():
        number = int(text)
        if 1 <= number <= len(options):
            return Picked(options[number - 1])
    ways: list[Callable[[OptionType], bool]] = [
        lambda option: option.text.lower() == text,
        lambda option: option.label.lower() == text,
        lambda option: option.text.lower().startswith(text),
        lambda option: option.label.lower().startswith(text),
    ]
    for way in ways:
        fitting = tuple(option for option in options if text and way(option))
        if len(fitting) == 1:
            return Picked(fitting[0])
        if fitting:
            return Picked(None, fitting)
    return Picked(None)

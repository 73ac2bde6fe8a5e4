"""How a game is set up for a command: its variants, settings and players as a user wrote them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Setup:
    """Variants by name or path, settings by name, and how many play or what they are called; none where the game's own choice
    holds. `without` are variants that are not on by themselves."""

    variants: tuple[str, ...] = ()
    settings: dict[str, object] = field(default_factory=dict)
    players: int | tuple[str, ...] | None = None
    without: tuple[str, ...] = ()

    @property
    def count(self) -> int | None:
        """How many play, where that is said."""
        return self.players if self.players is None or isinstance(self.players, int) else len(self.players)


def read_value(text: str) -> object:
    """A setting's value as written on a command line: `true` and `false`, a whole number, `none`, else a name."""
    plain = {"true": True, "false": False, "none": None}
    if text in plain:
        return plain[text]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() else text

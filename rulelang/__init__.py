"""rulelang: board games written as rules, checked, compiled and played.

The public interface: `load` gives a `Game`, its `start` a `Match` that stops at every choice; `check` gives all that is
wrong with rules. Nothing is imported before it is used, so `import rulelang` costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from rulelang.version import VERSION

if TYPE_CHECKING:
    from rulelang.errors import IllegalMove, NotFound, RulelangError, RulesError, SaveError, ScriptError, UndoRefused
    from rulelang.play.match import Choice, Game, Match, Score
    from rulelang.runtime.machine import RulesFault
    from rulelang.runtime.options import Option
    from rulelang.text.diagnostic import Diagnostic

__version__ = VERSION

_HOMES = {
    "IllegalMove": "rulelang.errors",
    "NotFound": "rulelang.errors",
    "RulelangError": "rulelang.errors",
    "RulesError": "rulelang.errors",
    "SaveError": "rulelang.errors",
    "ScriptError": "rulelang.errors",
    "UndoRefused": "rulelang.errors",
    "Choice": "rulelang.play.match",
    "Game": "rulelang.play.match",
    "Match": "rulelang.play.match",
    "Score": "rulelang.play.match",
    "RulesFault": "rulelang.runtime.machine",
    "Option": "rulelang.runtime.options",
    "Diagnostic": "rulelang.text.diagnostic",
}


def load(
    game: str | PathLike[str],
    variants: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    *,
    without: Sequence[str] = (),
) -> Game:
    """A game by its id or path, with some of its variants on and settings changed; `without` names variants that are not on by
    themselves, whatever the number of players.

    Raises `NotFound` where there is no such game. Rules that cannot be played raise `RulesError`, with all that is wrong, once
    they are used.
    """
    from dataclasses import replace

    from rulelang.locate import locate
    from rulelang.play.match import Game

    return Game(replace(locate(game), without=tuple(without)), variants, settings)


def check(game: str | PathLike[str], variants: Sequence[str] = ()) -> list[Diagnostic]:
    """All that is wrong with a game, in the order of its files; nothing is raised for it."""
    from rulelang.locate import known_variants, locate, variants_on
    from rulelang.sema.load import load_game
    from rulelang.text.diagnostic import Sink

    place = locate(game)
    sink = Sink()
    known = [variant.name for variant in known_variants(place)]
    load_game(place.entry, variants_on(place, variants, None), sink, known=known)
    return sink.sorted()


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module `rulelang` has no `{name}`")


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Choice",
    "Diagnostic",
    "Game",
    "IllegalMove",
    "Match",
    "NotFound",
    "Option",
    "RulelangError",
    "RulesError",
    "RulesFault",
    "SaveError",
    "Score",
    "ScriptError",
    "UndoRefused",
    "__version__",
    "check",
    "load",
]

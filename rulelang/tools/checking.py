"""Checking games: all faults of each, or one line that says what was read."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.errors import RulesError
from rulelang.locate import GamePlace, variant_path
from rulelang.sema.load import load_game
from rulelang.sema.model import GameModel
from rulelang.text.diagnostic import Diagnostic, Sink
from rulelang.tools.catalogue import players_text
from rulelang.tools.setup import Setup


@dataclass(frozen=True, slots=True)
class Checked:
    """A game and what was found in it, in the order of its files."""

    place: GamePlace
    model: GameModel
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the game cannot be played as it is."""
        return not self.model.runnable


def check_game(place: GamePlace, setup: Setup | None = None) -> Checked:
    """Read and check a game with the variants of a set-up."""
    sink = Sink()
    called = dict.fromkeys([*place.variants, *(setup.variants if setup is not None else ())])
    model = load_game(place.entry, [variant_path(place, name) for name in called], sink)
    return Checked(place, model, tuple(sink.sorted()))


def checked_model(place: GamePlace, setup: Setup | None = None) -> GameModel:
    """The model of a game that can be played. Raises `RulesError` where it cannot."""
    checked = check_game(place, setup)
    if checked.has_errors:
        raise RulesError(checked.diagnostics, checked.model.sources)
    return checked.model


def summary(checked: Checked) -> str:
    """What was read, in one line."""
    model = checked.model
    counts = [
        (len(model.sources.files), "file", "files"),
        (sum(file.text.count("\n") for file in model.sources.files), "line", "lines"),
        (len(model.kinds), "kind", "kinds"),
        (len(model.instances), "thing", "things"),
        (sum(routine.form in ("rule", "phase", "play") for routine in model.routines.values()), "rule", "rules"),
        (len(model.examples), "example", "examples"),
    ]
    read = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts)
    return f"{model.name}: {players_text(model.fewest, model.most)}; {read}; no faults"

"""Checking games: all faults of each, or one line that says what was read."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.errors import RulelangError, RulesError
from rulelang.locate import GamePlace, variant_path
from rulelang.machine.lower import lower_game
from rulelang.play.loading import setting_values, written
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
    if model.runnable:
        _lay_out(model, setup or Setup(), sink)
    return Checked(place, model, tuple(sink.sorted()))


def _lay_out(model: GameModel, setup: Setup, sink: Sink) -> None:
    """Lay the game out for each number of players it is for, or for the one of the set-up: some faults show only then."""
    if setup.count is not None and not model.fewest <= setup.count <= model.most:
        raise RulelangError(f"`{model.name}` is for {players_text(model.fewest, model.most)}, not for {setup.count}")
    counts = range(model.fewest, model.most + 1) if setup.count is None else [setup.count]
    for players in counts:
        lower_game(model, players, setting_values(model, players, {n: written(v) for n, v in setup.settings.items()}), sink)
    model.runnable = not sink.has_errors


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

"""Checking games: all faults of each, or one line that says what was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulelang.backend.compile import check_depth
from rulelang.errors import RulelangError, RulesError
from rulelang.locate import GamePlace, VariantPlace, by_themselves, known_variants, variants_on
from rulelang.machine.lower import lower_game
from rulelang.pause import collector_paused
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
    """Read and check a game with the variants of a set-up, and lay it out for each number of players."""
    setup = setup or Setup()
    model, sink = _of_a_number(place, setup)
    if model.runnable:
        counts = range(model.fewest, model.most + 1) if setup.count is None else [setup.count]
        # With some numbers of players variants are on by themselves: those are games of their own.
        _lay_out(model, [n for n in counts if setup.count is not None or not by_themselves(place, n)], setup, sink)
    return Checked(place, model, tuple(sink.sorted()))


def read_game(place: GamePlace, setup: Setup | None = None) -> Checked:
    """Read and check a game with the variants of a set-up, for who only looks at its rules: it is not laid out, so what is wrong
    with some number of players alone is not found."""
    setup = setup or Setup()
    model, sink = _of_a_number(place, setup)
    if model.runnable:
        setting_values(model, setup.count or model.fewest, _settings(setup))
    return Checked(place, model, tuple(sink.sorted()))


def _of_a_number(place: GamePlace, setup: Setup) -> tuple[GameModel, Sink]:
    """The model of a game, which must be one for as many players as the set-up has."""
    model, sink = _read(place, setup, setup.count)
    if model.runnable and setup.count is not None and not model.fewest <= setup.count <= model.most:
        raise RulelangError(f"`{model.name}` is for {players_text(model.fewest, model.most)}, not for {setup.count}")
    return model, sink


def _settings(setup: Setup) -> dict[str, str]:
    return {name: written(value) for name, value in setup.settings.items()}


def check_all(place: GamePlace, setup: Setup) -> list[Checked]:
    """A game as `check_game` checks it; where variants are on by themselves with some numbers of players, the game with those;
    and where none were asked for, with each variant that comes with it alone. What was found in the first is not told again."""
    first = check_game(place, setup)
    found = [first]
    told = {_identity(d, first.model) for d in first.diagnostics}

    def add(checked: Checked) -> None:
        new = tuple(d for d in checked.diagnostics if _identity(d, checked.model) not in told)
        told.update(_identity(d, checked.model) for d in new)
        found.append(Checked(place, checked.model, new))

    if setup.count is None:
        for players in range(first.model.fewest, first.model.most + 1):
            if by_themselves(place, players):
                model, sink = _read(place, setup, players)
                if model.runnable:
                    _lay_out(model, [players], setup, sink)
                add(Checked(place, model, tuple(sink.sorted())))
    if not (setup.variants or place.variants or first.has_errors):
        tried = {variant.name.text for checked in found for variant in checked.model.variants} | {*place.without}
        for variant in known_variants(place):
            if not variant.own and variant.name not in tried:
                add(_with_variant(place, variant, setup))
    return found


def _with_variant(place: GamePlace, variant: VariantPlace, setup: Setup) -> Checked:
    """The game with one of its variants; if that fails alone, with those too that it stands over: it may change what they add."""
    names = [known.name for known in known_variants(place)]
    called = variant.name if names.count(variant.name) == 1 else str(variant.path)
    alone = check_game(place, replace(setup, variants=(called,)))
    below = [name.text for each in alone.model.variants for name in each.over]
    if alone.has_errors and below and all(name in names for name in below):
        together = check_game(place, replace(setup, variants=(called, *below)))
        if not together.has_errors:
            return together
    return alone


def _identity(diagnostic: Diagnostic, model: GameModel) -> tuple[str, str, object]:
    """What makes two findings the same, also where they come of two readings of a file."""
    return diagnostic.code, diagnostic.message, model.sources.place(diagnostic.span)


def _read(place: GamePlace, setup: Setup, players: int | None) -> tuple[GameModel, Sink]:
    sink = Sink()
    known = [variant.name for variant in known_variants(place)]
    return load_game(place.entry, variants_on(place, setup.variants, players), sink, known=known), sink


def _lay_out(model: GameModel, counts: Iterable[int], setup: Setup, sink: Sink) -> None:
    """Lay the game out for numbers of players: some faults show only then."""
    for players in counts:
        settings = setting_values(model, players, _settings(setup))
        with collector_paused():
            lowered = lower_game(model, players, settings, sink)
            if lowered is not None and not sink.has_errors:
                check_depth(lowered[1], sink)
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
    names = [variant.name.text for variant in model.variants]
    on = f" with {', '.join(names)}" if names else ""
    old = "" if model.declaration is None or model.declaration.language is not None else "; language 1, as no line says another"
    return f"{model.name}{on}: {players_text(model.fewest, model.most)}; {read}{old}; no faults"

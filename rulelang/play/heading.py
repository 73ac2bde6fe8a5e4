"""The first lines of a script: which game, with which variants, settings, seed and players.

Whatever writes a match as a script (a record, a fault of a simulation, a broken pair of variants) begins it so, that it can be
run from wherever it is put: a shipped game is called by its name, any other by the path of its file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.locate import GamePlace, known_variants
from rulelang.play.loading import written

if TYPE_CHECKING:
    from rulelang.play.match import Game


def game_line(place: GamePlace, name: str, folder: Path | None = None) -> str:
    """What stands behind `game` in a script; for a script in a folder, a path from there."""
    if place.shipped:
        return name
    entry = place.entry.resolve()
    path = entry if folder is None else Path(os.path.relpath(entry, folder.resolve()))
    return f'"{path.as_posix()}"'


def variant_names(game: Game, players: int) -> list[str]:
    """The variants that a header has to name. Without those that are on by themselves it must name some, or say that none is
    on."""
    place = game.place
    names = [Path(called).name.removesuffix(".rules") for called in (*place.variants, *game.variants)]
    themselves = {variant.name for variant in known_variants(place) if variant.players is not None}
    names += [name for name in game.machine(players).layout.variants if name in themselves and name not in names]
    return ["none"] if themselves and not names else names


def heading(game: Game, names: Sequence[str], seed: int | None = None) -> tuple[str, ...]:
    """The header of a script; its seed may be left to be put behind it."""
    lines = [f"game {game_line(game.place, game.id)}"]
    variants = variant_names(game, len(names))
    if variants:
        lines.append(f"variants {', '.join(variants)}")
    lines += [f"set {name} = {written(value)}" for name, value in game.settings.items()]
    lines.append(f"players {', '.join(names)}")
    return (*lines, f"seed {seed}") if seed is not None else tuple(lines)

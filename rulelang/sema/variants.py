"""Variants: what they add, and what they change, merged into a game before it is checked."""

from __future__ import annotations

from rulelang.sema.context import Game
from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink


def merge(
    model: GameModel, declarations: list[nodes.Declaration], variants: list[nodes.File], sink: Sink
) -> list[nodes.Declaration]:
    """The declarations of a game with those that its variants add."""
    merged = list(declarations)
    for file in variants:
        merged.extend(d for d in file.declarations if not isinstance(d, nodes.Variant | nodes.Change))
    return merged


def changes_of(variants: list[nodes.File]) -> list[nodes.Change]:
    """All changes that variants make."""
    return [d for file in variants for d in file.declarations if isinstance(d, nodes.Change)]


def apply(game: Game, variants: list[nodes.File]) -> None:
    """Make the changes."""

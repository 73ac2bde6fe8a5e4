"""What `rulelang show` can show, by word."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.backend.compile import Compiled
from rulelang.locate import GamePlace
from rulelang.play.loading import load_compiled
from rulelang.tools.board_svg import board_svg
from rulelang.tools.checking import read_game
from rulelang.tools.machine_text import machine_text, python_text
from rulelang.tools.outline import outline_of
from rulelang.tools.phases import phases_text
from rulelang.tools.provenance import provenance, provenance_text
from rulelang.tools.setup import Setup
from rulelang.tools.show import rule_text, rules_text
from rulelang.tools.show_board import board_text
from rulelang.tools.show_changes import changes_text
from rulelang.tools.show_hooks import hooks_text

View = Callable[[GamePlace, Setup, str], str]


def _phases(place: GamePlace, setup: Setup, name: str) -> str:
    return phases_text(read_game(place, setup).model)


def _rules(place: GamePlace, setup: Setup, name: str) -> str:
    return rules_text(read_game(place, setup).model)


def _rule(place: GamePlace, setup: Setup, name: str) -> str:
    return rule_text(read_game(place, setup).model, name)


def _hooks(place: GamePlace, setup: Setup, name: str) -> str:
    return hooks_text(read_game(place, setup).model)


def _changes(place: GamePlace, setup: Setup, name: str) -> str:
    checked = read_game(place, setup)
    sources = checked.model.sources
    faults = [f"{sources.place(d.span)}: {d.message}" for d in checked.diagnostics if d.code.startswith("RL04")]
    return changes_text(outline_of(checked.model), faults)


def _provenance(place: GamePlace, setup: Setup, name: str) -> str:
    return provenance_text(provenance(read_game(place, setup).model))


def _board(place: GamePlace, setup: Setup, name: str) -> str:
    return board_text(_compiled(place, setup), name)


def _compiled(place: GamePlace, setup: Setup) -> Compiled:
    players = setup.count if setup.count is not None else read_game(place, setup).model.fewest
    return load_compiled(place, players, setup.variants, setup.settings)


def _machine(place: GamePlace, setup: Setup, name: str) -> str:
    return machine_text(_compiled(place, setup))


def _python(place: GamePlace, setup: Setup, name: str) -> str:
    return python_text(_compiled(place, setup).program)


VIEWS: dict[str, View] = {
    "phases": _phases,
    "rules": _rules,
    "rule": _rule,
    "hooks": _hooks,
    "changes": _changes,
    "board": _board,
    "machine": _machine,
    "python": _python,
    "provenance": _provenance,
}


def picture(place: GamePlace, setup: Setup, name: str = "") -> str:
    """A board of a game, or all of them, as a picture in SVG."""
    return board_svg(_compiled(place, setup), name)


def view(place: GamePlace, setup: Setup, what: str, name: str = "") -> str:
    """One of the views of a game; `name` is for `rule` and `board`."""
    return VIEWS[what](place, setup, name)

"""Every set of variants of every shipped game: it compiles, and random games of it come to an end with nothing broken.

Games and variants are found where they lie, so that a new one is tried by itself. To stay quick, of each game a few sets are
tried, with the fewest players: always each variant alone and all together, else some that are picked by their names. All of
them, with a hundred games each, are tried by `rulelang check GAME --combinations --games 100`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import known_variants, locate
from rulelang.play.match import Game
from rulelang.tools.combinations import Combination, sets_of, try_combinations
from rulelang.tools.setup import Setup

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent for path in (ROOT / "games").rglob("game.rules") if (path.parent / "variants").is_dir())
SETS = 12
"""So many sets of each game are tried here."""


def test_there_is_something_to_try() -> None:
    assert GAMES


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_sets_of_variants(folder: Path) -> None:
    place = locate(folder)
    setup = Setup(players=Game(place).information.fewest)
    found = list(try_combinations(place, setup, 1, most=max(SETS, len(known_variants(place)) + 1)))
    assert {each.variants for each in found if len(each.variants) == 1} == {(v.name,) for v in known_variants(place)}
    assert not [said(each) for each in found if not each.sound and not (each.excluded and len(each.variants) == 2)]


def said(combination: Combination) -> str:
    """What is wrong with a set."""
    what = [*(d.message for d in combination.findings), *(t.what for t in combination.troubles)]
    return f"{' + '.join(combination.variants)}: {what}"


def test_all_sets_of_few_and_some_of_many() -> None:
    assert len(sets_of(["a", "b", "c"])) == 7
    many = [f"v{n}" for n in range(12)]
    found = sets_of(many)
    assert found == sets_of(many)
    assert len(found) == len(set(found)) == 63
    assert all((name,) in found for name in many)
    few = sets_of(many, 100)
    assert len(few) == 100 and tuple(many) in few and sum(len(chosen) == 2 for chosen in few) == 66

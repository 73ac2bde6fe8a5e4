"""Case C34: renaming changes every use of a name and no prose.

Source: onion-lang/onion PR #774, dotnet/roslyn#1486.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.errors import NotFound, RulelangError, RulesError
from rulelang.locate import GamePlace, locate
from rulelang.tools.rename import rename, write

GAME = """game tax "The gold tax":
    players 2

include "more.rules"

enum Mood: gold_mood, grey

kind Coin:
    worth: Int

Coin penny:
    worth: 1

player:
    gold: Int = 0, public
    purse: pile of Coin = Coin, public

## A gold coin is not the same as gold.
rule tax(p: Player):
    p loses 2 gold for "gold tax"
    log "{p} has {p.gold} gold left"

rule keep(p: Player):
    p chooses coin from p.purse "Which?"
    move coin to box

play:
    for each p in players:
        tax(p)
        bonus(p)
        keep(p)

example "a tax of gold":
    players ann, ben
    given ann.gold = 3
    when tax(ann)
    expect ann.gold == 1

example "keeping a penny":
    players ann, ben
    when keep(ann)
    ann: penny
"""
MORE = """rule bonus(p: Player):
    p.gold += 1
"""
VARIANT = """variant rich "Rich" of tax

after tax(p):
    p.gold += 10
"""
SCRIPT = """## gold is not meant here
game tax
players ann, ben
given ann.gold = 5
when tax(ann)
expect ann.gold == 3
"""


@pytest.fixture
def game(tmp_path: Path) -> GamePlace:
    folder = tmp_path / "tax"
    for name, text in (
        ("game.rules", GAME),
        ("more.rules", MORE),
        ("variants/rich.rules", VARIANT),
        ("scripts/taxed.play", SCRIPT),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return locate(str(folder))


def texts(game: GamePlace) -> dict[str, str]:
    return {p.relative_to(game.folder).as_posix(): p.read_text(encoding="utf-8") for p in game.folder.glob("**/*.*")}


def test_a_field_changes_wherever_it_is_meant(game: GamePlace) -> None:
    write(rename(game, "player.gold", "coins"))
    found = texts(game)
    entry = GAME.replace("    gold: Int", "    coins: Int").replace("loses 2 gold", "loses 2 coins")
    entry = entry.replace("{p.gold}", "{p.coins}").replace("ann.gold", "ann.coins")
    assert found["game.rules"] == entry
    assert '"gold tax"' in entry and "## A gold coin" in entry and "gold left" in entry and "gold_mood" in entry
    assert found["more.rules"] == MORE.replace("gold", "coins")
    assert found["variants/rich.rules"] == VARIANT.replace("gold", "coins")
    assert found["scripts/taxed.play"] == SCRIPT.replace("ann.gold", "ann.coins")


def test_a_rule_changes_where_a_variant_hooks_it(game: GamePlace) -> None:
    write(rename(game, "tax", "levy"))
    found = texts(game)
    assert found["variants/rich.rules"] == VARIANT.replace("after tax", "after levy")
    assert found["scripts/taxed.play"] == SCRIPT.replace("when tax", "when levy")
    assert 'game tax "The gold tax"' in found["game.rules"] and "rule levy(p" in found["game.rules"]


def test_a_thing_changes_in_answers(game: GamePlace) -> None:
    write(rename(game, "penny", "farthing"))
    assert texts(game)["game.rules"] == GAME.replace("Coin penny", "Coin farthing").replace("ann: penny", "ann: farthing")


def test_the_singular_stays_singular(game: GamePlace) -> None:
    write(rename(game, "gold", "coins"))
    path = game.folder / "more.rules"
    path.write_text(path.read_text().replace("p.coins += 1", "p gains 1 coin"), encoding="utf-8")
    write(rename(game, "coins", "florins"))
    assert "p gains 1 florin\n" in path.read_text()


def test_a_name_that_is_taken_is_refused_with_its_place(game: GamePlace) -> None:
    before = texts(game)
    with pytest.raises(RulesError) as refused:
        rename(game, "gold", "purse")
    assert "RL0201" in [d.code for d in refused.value.diagnostics]
    assert texts(game) == before


@pytest.mark.parametrize("name", ["move", "Coins", "two words", "1st"])
def test_what_cannot_be_a_name_is_refused(game: GamePlace, name: str) -> None:
    with pytest.raises(RulelangError):
        rename(game, "gold", name)


def test_a_name_that_nothing_has_gets_near_ones(game: GamePlace) -> None:
    with pytest.raises(NotFound, match="gold"):
        rename(game, "golt", "coins")

"""Variants on a real page: two of the Preceptors, both attack rules, a house rule over one of them, one for two players.

Every combination of them is clean, its examples hold, and it is played to the end, choice by choice and in playouts, with every
number of players, whatever the order in which its variants are named.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations
from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.play.loading import load_program
from rulelang.play.match import Game
from rulelang.runtime.machine import Machine
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_game
from rulelang.text.diagnostic import Sink
from rulelang.text.render import render
from rulelang.tools import testing
from rulelang.tools.checking import check_all
from rulelang.tools.combinations import combinations_text, try_combinations
from rulelang.tools.setup import Setup

PAGE = Path(__file__).parent / "mystery"
NAMES = ("fierce", "preceptors", "strategic_enemies", "two_lords")
SETS = [(), *((name,) for name in NAMES), ("preceptors", "strategic_enemies"), NAMES]


@pytest.mark.parametrize("chosen", SETS, ids="+".join)
def test_a_combination_is_clean_and_its_examples_hold(chosen: tuple[str, ...]) -> None:
    """Nothing is found in it, with any number of players; no example is broken."""
    place, setup = locate(PAGE), Setup(chosen)
    for checked in check_all(place, setup):
        assert not checked.diagnostics, render(checked.diagnostics, checked.model.sources, "plain")
    tested = list(testing.run_tests([place], setup))
    failed = [each for each in tested if each.failed]
    assert not failed, "\n".join(render(each.diagnostics, each.sources, "plain") for each in failed)
    assert "broken" not in testing.tests_summary(tested)


@pytest.mark.parametrize("chosen", SETS, ids="+".join)
def test_a_combination_is_played_to_the_end(chosen: tuple[str, ...]) -> None:
    """By the machine and in playouts."""
    for players in (2, 4):
        program = load_program(locate(PAGE), players, chosen).program
        on = {*chosen, "two_lords"} if players == 2 else {*chosen}
        assert program.layout.variants == sorted(on)
        machine, source = Machine(program), random.Random(players)
        state, moves = machine.start(players), 0
        while asked := machine.asked(state):
            must = next(one for one in asked if not one.optional)
            machine.answer(state, must, source.choice(must.codes))
            moves += 1
            assert moves < 2000
        Playout(program).play(source)


def test_the_order_of_the_flags_makes_no_difference() -> None:
    """The same rules, the same game."""
    digests, games = set(), set()
    for chosen in permutations(("fierce", "preceptors", "strategic_enemies")):
        game = Game(locate(PAGE), chosen)
        digests.add(game.loaded(3).information.digest)
        match = game.start(3, 7)
        source = random.Random(1)
        while match.pending:
            choice = match.pending[0]
            match.choose(choice.seat, source.choice(choice.options))
        games.add(tuple(move.words for move in match.moves))
    assert len(digests) == len(games) == 1


def test_strength_with_one_over_the_other() -> None:
    """Fierce is over strategic enemies: one more than the counters, and not than the die."""
    tested = testing.run_tests([locate(PAGE)], Setup(("fierce", "strategic_enemies")), "brigands")
    assert [each.group for each in tested] == ["changed"]


def test_without_over_they_exclude_each_other(tmp_path: Path) -> None:
    """The message shows both places, and knows which of them runs the other."""
    for path in [PAGE / "game.rules", *(PAGE / "variants").glob("*.rules")]:
        text = path.read_text(encoding="utf-8").replace(" over strategic_enemies", "")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    sink = Sink()
    model = load_game(tmp_path / "game.rules", [tmp_path / f"{n}.rules" for n in ("strategic_enemies", "fierce")], sink)
    [clash] = [d for d in sink.sorted() if d.code == "RL0402"]
    assert clash.message == "`strategic_enemies` replaces `attack_strength`, which `fierce` replaces"
    assert "runs what was there by `original`" in clash.others[0].text
    assert clash.label == "without `original`"
    assert clash.help[1].startswith('or write `variant fierce "Fierce enemies" of mystery_attack over strategic_enemies`')
    assert model.sources.place(clash.span).endswith("strategic_enemies.rules:18:9")


def test_all_sets_at_one_stroke() -> None:
    """What `check --combinations` prints."""
    found = list(try_combinations(locate(PAGE), Setup(), 1))
    assert [each.variants for each in found] == [each for size in range(1, 5) for each in combinations(NAMES, size)]
    assert all(each.sound and each.games == each.ended == 3 for each in found)
    assert len(combinations_text(found).splitlines()) == 16

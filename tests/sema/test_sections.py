"""Citations of sections that a game does not list are told of, wherever they stand."""

from __future__ import annotations

from rulelang.sema.load import load_text
from tests.sema.marked import check

GAME = """
game small "Small":
    players 2
    sections "1 Setting out", "2 Walking home", "3 Ends", "3 Odds"

@rulebook("2")
kind Road:
    @rulebook("Walking home") # RL0912
    length: Int = 1

@rulebook("1 Setting out")
Road lane
@rulebook("3") # RL0912
@found("4 Notes")
Road path:
    @rulebook("2 Walking hom") # RL0912
    length: 2

@rulebook("2 Walking home")
play:
    log "{sum(r.length for r in Road)}"
"""


def test_a_citation_is_a_title_or_the_number_of_one() -> None:
    _, sink = check(GAME)
    assert [found.help for found in sink.sorted()][-1] == ("did you mean `2 Walking home`?",)


def test_a_game_without_sections_cites_what_it_likes() -> None:
    check(GAME.replace('    sections "1 Setting out", "2 Walking home", "3 Ends", "3 Odds"\n', "").replace(" # RL0912", ""))


def test_a_variant_cites_the_sections_of_its_game() -> None:
    variant = 'variant long "Long" of small\n\n@rulebook("9 Odds and ends")\nRoad detour\n'
    _, sink = load_text(GAME.replace('hom")', 'home")').replace('("3")', '("3 Odds")').replace('("W', '("2 W'), variant)
    assert [(found.code, found.message) for found in sink.sorted()] == [("RL0912", 'the game lists no section "9 Odds and ends"')]

"""Kuhn and Leduc poker, checked by what theory says of them: the numbers of information sets, and Kuhn's value of -1/18.

An information set is all that a player can know where he must choose: his story of the match so far.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest

from rulelang.locate import locate
from rulelang.play.match import Game, Match
from rulelang.runtime.chance import Dictation
from tests.oracles.adapters import ADAPTERS, DECK

Strategy = Callable[[str, str], Fraction]
"""How likely a player bets, holding a card after these moves."""


def deals(name: str, cards: int) -> Iterator[Match]:
    """The match after each order in which cards can come."""
    game = Game(locate(name))
    machine = game.machine(2)
    number = len(machine.layout.stores[0].names)
    for dealt in itertools.permutations(range(number), cards):
        dictation = Dictation(decks={("Card", DECK): [frozenset({card}) for card in dealt]})
        yield Match(game, machine, ("ann", "ben"), 0, machine.start(0, dictation))


def choices(match: Match) -> Iterator[Match]:
    """The match at each place where somebody must choose, from here on."""
    if not match.pending:
        return
    yield match
    for option in match.pending[0].options:
        after = match.copy()
        after.choose(match.pending[0].seat, option)
        yield from choices(after)


@pytest.mark.parametrize(("name", "cards", "number"), [("kuhn_poker", 2, 12), ("leduc_poker", 3, 936)])
def test_information_sets(name: str, cards: int, number: int) -> None:
    known = set()
    for deal in deals(name, cards):
        for match in choices(deal):
            player = match.pending[0].player
            known.add((player, tuple(line.text for line in match.story(player))))
    assert len(known) == number


def value(strategies: Sequence[Strategy]) -> Fraction:
    """What the first player of Kuhn poker wins on average."""

    def going_on(match: Match, moves: str) -> Fraction:
        if not match.pending:
            return Fraction(ADAPTERS["kuhn_poker"].returns(match)[0])
        choice = match.pending[0]
        card = match.view(choice.player)["player"][choice.player]["hand"]["contents"][0]
        bets = strategies[choice.seat](card, moves)
        total = Fraction(0)
        for option in choice.options:
            likely = bets if option.text == "bet" else 1 - bets
            if likely:
                after = match.copy()
                after.choose(choice.seat, option)
                total += likely * going_on(after, moves + option.text[0])
        return total

    every = list(deals("kuhn_poker", 2))
    return sum((going_on(deal, "") for deal in every), Fraction(0)) / len(every)


def first(bluff: Fraction) -> Strategy:
    """One of the best ways to play first, by how often he bluffs with the jack."""
    table = {("jack", ""): bluff, ("queen", ""): Fraction(0), ("king", ""): 3 * bluff}
    table |= {("jack", "pb"): Fraction(0), ("queen", "pb"): bluff + Fraction(1, 3), ("king", "pb"): Fraction(1)}
    return lambda card, moves: table[card, moves]


def second(card: str, moves: str) -> Fraction:
    """The best way to play second."""
    if moves == "p":
        return {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}[card]
    return {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}[card]


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_is_worth_a_loss_of_an_eighteenth(bluff: Fraction) -> None:
    assert value((first(bluff), second)) == Fraction(-1, 18)


def test_nobody_does_better_in_kuhn_by_playing_otherwise() -> None:
    """Against the best strategy, each card played in any fixed way gains nothing."""
    places = {0: ("", "pb"), 1: ("p", "b")}
    for seat, histories in places.items():
        for card in ("jack", "queen", "king"):
            for bets in itertools.product((Fraction(0), Fraction(1)), repeat=2):
                fixed = dict(zip(histories, bets, strict=True))
                best: list[Strategy] = [first(Fraction(1, 5)), second]
                usual = best[seat]
                best[seat] = lambda held, moves, usual=usual, card=card, fixed=fixed: (  # type: ignore[misc]
                    fixed[moves] if held == card else usual(held, moves)
                )
                gain = value(best) * (1 if seat == 0 else -1)
                assert gain <= Fraction(-1, 18) * (1 if seat == 0 else -1)

"""Small games for tests, and random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulelang.locate import GamePlace, locate
from rulelang.play.example import Workshop
from rulelang.play.match import Game, Match

SHIPPED = (("tictactoe", 2), ("connect_four", 2), ("treasures", 2), ("treasures", 3), ("treasures", 5), ("monks", 3))
"""The shipped games with some of the numbers of players they are for."""

MARKET = """
game market "Market":
    players 2 to 4

enum Colour: red "red", blue "blue", green "green"

kind Card:
    colour: Colour
    worth: Int

Card coin x 3 "coin":
    colour: red
    worth: 1

Card gem x 2 "gem":
    colour: blue
    worth: 3

Card crown "the crown":
    colour: green
    worth: 5

Card token for each player "token":
    colour: green
    worth: 0

player:
    hand: pile of Card, private
    won: pile of Card, public
    gold: Int 0 to 9 = 2, public
    secret_number: Int = 0, private

state:
    deck: pile of Card = [coin_1, coin_2, coin_3, gem_1, gem_2, crown], secret
    table: pile of Card, public
    rounds: Int = 0, public, announced "the round"

play:
    shuffle deck
    for each p in players:
        draw 1 from deck to p.hand
        move p.token to p.won
    draw 2 from deck to table
    repeat at most 3:
        rounds += 1
        at once for each p in players:
            p chooses bid from range(0, p.gold) "Bid" secretly
            p.secret_number = bid
        for each p in players:
            turn(p)
    until deck.size == 0
    end game "the market closes"

phase turn(me: Player) "Turn of {me}":
    turn of me:
        me chooses "What now?":
            ## A card costs one coin of gold.
            buy(card from table where cost(me, card) <= me.gold) "Buy {card}":
                me loses cost(me, card) gold for "{card}"
                move card to me.won
                draw 1 from deck to table
            lay(card from me.hand) "Lay down {card}":
                move card to me.won
            work "Work":
                roll d6 as n
                me gains 2 gold for "a day's work"
                log "{me} works, and the die says {n}"
            rest:
                nothing

@rulebook("Prices")
define cost(me: Player, card: Card) -> Int = card.worth + (1 if card is crown else 0)

rule pick(me: Player):
    me chooses up to 2 kept from me.won "Keep"
    for each card in me.won:
        if card not in kept:
            move card to box

scoring for each player p:
    "Worth of cards": sum(card.worth for card in p.won)
    "Gold": p.gold when p.gold > 0
    winner: most total

always "nobody has more than nine gold": all(p in players where p.gold <= 9)
"""


def write(folder: Path, text: str) -> Path:
    """A game in a folder of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return folder


def market(folder: Path) -> Game:
    """The small market game."""
    return Game(locate(write(folder / "market", MARKET)))


@cache
def shipped(name: str) -> Game:
    """A shipped game, loaded once."""
    return Game(locate(name))


@cache
def workshop(name: str) -> Workshop:
    """A shipped game with its rules."""
    return Workshop(place(name))


def place(name: str) -> GamePlace:
    """Where a shipped game lies."""
    return locate(name)


def random_play(match: Match, seed: int, most: int = 10_000) -> Iterator[Match]:
    """A match after its beginning and each of some random choices."""
    source = random.Random(seed)
    yield match
    while match.pending and len(match.moves) < most:
        choice = source.choice(match.pending)
        match.choose(choice.seat, source.choice(choice.options))
        yield match

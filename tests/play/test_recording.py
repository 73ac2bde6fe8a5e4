"""Every way in which chance decides is recorded by name, and played again from the record alone."""

from __future__ import annotations

import random
from pathlib import Path

from rulelang.locate import locate
from rulelang.play.match import Game, Match
from rulelang.play.script import run_script
from rulelang.runtime import keeping
from rulelang.tools.playing import recording
from rulelang.tools.setup import Setup

RULES = """\
game lots "Lots":
    players 3

enum Colour: red, blue, green

die odd: 1, 3, 5

kind Card
Card red "the red card"
Card gem x 3 "gem"
Card token for each player "token"

state:
    deck: pile of Card = [red, gem_1, gem_2, gem_3], secret
    shelf: pile of Card
    colour: Colour = red
    number: Int = 0
    where_to: Direction = north
    leader: Player?
    brave: Bool = false

player:
    hand: pile of Card, private

play:
    shuffle deck
    for each p in players:
        move p.token to p.hand
    repeat 4 times:
        colour = any one of Colour at random
        number = any one of range(2, 9) at random
        leader = any one of players at random
        roll 2d6 as n
        roll odd as m
        number += n + m
        for each p in players by p.hand.size, at random:
            p chooses "What?":
                take where deck.size > 0 "Take":
                    draw 1 from deck to p.hand
                give where p.hand.size > 0 "Give":
                    move any 1 from p.hand at random to shelf
                mix where shelf.size > 0 "Mix":
                    shuffle shelf into deck
                rest "Rest"
    end game
"""


def game(folder: Path) -> Game:
    path = folder / "lots.rules"
    path.write_text(RULES, encoding="utf-8")
    return Game(locate(path))


def played(game: Game, seed: int) -> Match:
    match = game.start(["ann", "ben", "cat"], seed=seed)
    source = random.Random(seed)
    while match.pending:
        match.choose(source.choice(match.pending[0].options))
    return match


def test_all_of_chance_by_name(tmp_path: Path) -> None:
    lots = game(tmp_path)
    texts = []
    for seed in range(6):
        match = played(lots, seed)
        path = tmp_path / "match.play"
        text = recording(match, match.game.place, Setup(), path)
        texts.append(text)
        # Another seed: only what is recorded may decide.
        path.write_text(text.replace(f"\nseed {seed}\n", "\nseed 77\n"), encoding="utf-8")
        again = run_script(path)
        assert again.verdict is not None and again.verdict.form == "same", again.diagnostics
        assert again.match is not None
        one, other = (keeping.dump(each.machine, each.state)["values"] for each in (match, again.match))
        assert one == other
    whole = "\n".join(texts)
    assert "\nrandom Colour.red, " in whole, "an enum's member is told apart from a thing of the same name"
    assert "\nrandom blue, " in whole
    assert "\ndeck deck: gem_" in whole and "ann.token" in whole
    assert all(
        word in ("random", "Colour.red", "red", "blue", "green", "ann", "ben", "cat")
        or word.isdigit()
        or "." in word
        or "_" in word
        for line in whole.splitlines()
        if line.startswith("random ")
        for word in line.replace(",", "").split()
    )

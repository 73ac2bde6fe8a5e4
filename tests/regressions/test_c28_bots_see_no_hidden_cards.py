"""Case C28: a bot that looks ahead in the true state knows the deck and the other hands.

Source: boardgameio/boardgame.io#1069, hlynurd/open-mtg#4, bcollazo/catanatron PR #383.

By command, with all the games that the case asks for: `rulelang simulate guess --games 4000 --bot all=mcts`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulelang.locate import locate
from rulelang.play.agents import Agent, MctsAgent, Table, agent
from rulelang.play.belief import Dealt
from rulelang.play.match import Game
from rulelang.play.simulate import simulate
from rulelang.tools.counting import simulation_text

HEAD = """game guess "Guess":
    players 2

kind Number:
    value: Int

table Number:
    | name  | value |
    | one   | 1     |
    | two   | 2     |
    | three | 3     |
    | four  | 4     |

state:
    deck: pile of Number = Number, secret
    shown: pile of Number, public
    sealed: Int 1 to 4 = 1, secret

player:
    points: Int = 0, public
    card: pile of Number, private
    chosen: Int 0 to 4 = 0, private

rule reward(p: Player, said: Int, x: Number?):
    if x is not none and x.value == said:
        p gains 1 points for "a right guess"

"""
TAIL = """
scoring for each player p:
    "Right guesses": p.points
    winner: most p.points
"""
GAMES = {
    "the top of a deck": """play:
    for each p in players:
        shuffle deck
        p chooses n from range(1, 4) "Which card is on top?"
        reward(p, n, top(deck))
""",
    "a card that will be drawn": """play:
    for each p in players:
        shuffle deck
        p chooses n from range(1, 4) "Which card comes?"
        draw 1 from deck to shown as x
        reward(p, n, x)
        move all from shown to deck
""",
    "a die that will be rolled": """die d4: 1, 2, 3, 4

play:
    for each p in players:
        p chooses n from range(1, 4) "What comes?"
        roll d4 as x
        if x == n:
            p gains 1 points for "a right guess"
""",
    "a card in another hand": """play:
    for each p in players:
        shuffle deck
        draw 1 from deck to opponent(p).card
        p chooses n from range(1, 4) "What does the other hold?"
        reward(p, n, top(opponent(p).card))
        move all from opponent(p).card to deck
""",
    "a card that a rule has in hand": """play:
    for each p in players:
        shuffle deck
        draw 1 from deck to opponent(p).card as x
        p chooses n from range(1, 4) "What does the other hold?"
        reward(p, n, x)
        move all from opponent(p).card to deck
""",
    "a number that is kept secret": """play:
    for each p in players:
        sealed = any one of range(1, 4) at random
        p chooses n from range(1, 4) "What is it?"
        if sealed == n:
            p gains 1 points for "a right guess"
""",
    "what another has chosen": """play:
    for each p in players:
        opponent(p) chooses n from range(1, 4) "Which number?"
        opponent(p).chosen = n
        p chooses m from range(1, 4) "Which number has he?"
        if opponent(p).chosen == m:
            p gains 1 points for "a right guess"
""",
}


class Peeking:
    """MCTS that looks ahead in the true state: what must not be."""

    def choose(self, table: Table, state: Any, asked: Any, source: Random) -> int:
        """As a player with open cards."""
        peeping = Table(table.machine.program)

        def true(now: Any, seat: int, source: Random) -> Dealt:
            copy = peeping.machine.copy(now)
            return Dealt(copy, {}, {})

        peeping.deal = true  # type: ignore[method-assign, assignment]
        return MctsAgent(30).choose(peeping, state, asked, source)


def game_of(folder: Path, play: str) -> Game:
    """A game of guessing."""
    if play.startswith("die"):
        die, _, play = play.partition("\n\n")
        text = HEAD.replace("kind Number", die + "\n\nkind Number", 1) + play + TAIL
    else:
        text = HEAD + play + TAIL
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return Game(locate(str(folder)))


@pytest.fixture
def guess(tmp_path: Path) -> Callable[[str], Game]:
    return lambda name: game_of(tmp_path, GAMES[name])


@pytest.mark.parametrize("bot", ["greedy", "mcts"])
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_guesses_right_as_often_as_chance(guess: Callable[[str], Game], name: str, bot: str) -> None:
    # Fair guesses in so many games are farther off once in a thousand times; who sees what is hidden is right far more often.
    result = simulate(guess(name), games=400, seed=3, bots=[bot, bot], iterations=16)
    assert not result.faults
    for player in result.players:
        assert abs(result.scores[player].mean - 0.25) < 0.0715


@pytest.mark.parametrize("name", ["the top of a deck", "a card that will be drawn", "a card in another hand"])
def test_who_peeks_guesses_right_always(guess: Callable[[str], Game], name: str) -> None:
    """So the test above can fail."""
    game = guess(name)
    table = Table(game.loaded(2).program)
    source = Random(1)
    for seed in range(5):
        state = table.machine.start(seed)
        while (asked := table.asked(state)) is not None:
            table.machine.answer(state, asked, Peeking().choose(table, state, asked, source))
        assert table.scores(state) == [1, 1]


def test_who_answers_at_once_does_not_know_what_the_other_has_answered(tmp_path: Path) -> None:
    play = """play:
    at once for each p in players:
        p chooses n from range(1, 4) "Which number?" secretly
        p.chosen = n
    if players[1].chosen == players[2].chosen:
        players[2] gains 1 points for "a right guess"
"""
    result = simulate(game_of(tmp_path, play), games=200, seed=2, bots=["random", "mcts"], iterations=16)
    assert not result.faults
    score = result.scores["ben"]
    assert score.low <= 0.25 <= score.high


@pytest.mark.parametrize("name", ["kuhn_poker", "treasures"])
@pytest.mark.parametrize("bot", ["greedy", "mcts"])
def test_what_a_bot_does_follows_from_what_it_sees(name: str, bot: str) -> None:
    """In any other world that looks the same to it, it does the same."""
    program = Game(locate(name)).loaded(2).program
    table = Table(program)
    player: Agent = agent(bot, 6)
    chooser, changed = Random(4), 0
    for seed in range(4):
        state = table.machine.start(seed)
        for stop in range(24):
            asked = table.asked(state)
            if asked is None:
                break
            if stop % 4 == seed and len(asked.codes) > 1:
                other = table.deal(state, asked.player, Random(seed))
                changed += any(getattr(other.state, n) != getattr(state, n) for n in table.machine.changing)
                there = table.asked(other.state)
                assert there is not None and there.codes == asked.codes
                mine = player.choose(table, state, asked, Random(9))
                assert mine == player.choose(table, other.state, there, Random(9))
            table.machine.answer(state, asked, chooser.choice(asked.codes))
    assert changed


def test_the_report_says_so(guess: Callable[[str], Game]) -> None:
    game = guess("the top of a deck")
    said = "what is hidden from a bot, and what chance will bring, is dealt anew whenever it looks ahead"
    assert said in simulation_text(simulate(game, games=2, bots=["greedy", "random"]))
    assert said not in simulation_text(simulate(game, games=2))

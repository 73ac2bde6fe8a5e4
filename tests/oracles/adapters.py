"""How the classic games are called in OpenSpiel: its moves in our words, its chance as we dictate it, its returns.

An adapter knows two spellings of one game and nothing of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulelang.play.match import Match
from rulelang.runtime.chance import Dictation


@dataclass(frozen=True)
class Adapter:
    """A game in both spellings; `theirs` is what OpenSpiel loads."""

    name: str
    theirs: str
    game: str = ""
    """Our game, where the comparison has another name; several compare one game under several settings."""
    settings: Mapping[str, object] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    joined: bool = False
    """Whether choices that are one move here are one action there."""
    reversed_seats: bool = False
    """Whether their player 0 is the second of ours."""
    same_deal: bool = True
    """Whether chance decides in the same order, so that what may come can be compared beside how likely it is."""

    def our_key(self, words: str) -> str:
        """What one of our options means."""
        return words

    def their_key(self, words: str) -> str:
        """What one of their actions means."""
        return words

    def their_action(self, state: Any, player: int, action: int) -> str:
        """What an action means in a state."""
        return self.their_key(state.action_to_string(player, action))

    def dictation(self, outcomes: Sequence[str]) -> Dictation:
        """Chance as it has come there."""
        return Dictation()

    def chance_value(self, words: str) -> int:
        """The number that an outcome of chance has here."""
        return int(words.split(":")[-1].split(" ")[-1])

    def wanted(self, moves: Sequence[str]) -> str:
        """A move that leads to what chance alone would seldom come to, after these moves; none by default."""
        return ""

    def returns(self, match: Match) -> list[float]:
        """What each player gets, in the order of our seats."""
        if len(match.winners) == len(match.players):
            return [0.0] * len(match.players)
        return [1.0 if p in match.winners else -1.0 for p in match.players]


FILES = "abcdefghijk"
RANKS = "23456789TJQKA"
RANK_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
WAYS = {"Left": 0, "Right": 1, "Across": 2, "No Pass": 3}
DECK = 1
"""The number of the zone that is dealt from."""


class TicTacToe(Adapter):
    """`x(0,2)`: row from the top, column from the left."""

    def their_key(self, words: str) -> str:
        row, column = re.findall(r"\d", words)
        return f"{FILES[int(column)]}{3 - int(row)}"


class ConnectFour(Adapter):
    """`x3`: a column; ours is its letter."""

    def their_key(self, words: str) -> str:
        return FILES[int(words[1:])]


class Breakthrough(Adapter):
    """`a7b6*`: ranks are counted from the side of the player who begins, which is the upper one."""

    def their_key(self, words: str) -> str:
        a, b = words[:2], words[2:4]
        return "".join(f"{square[0]}{9 - int(square[1])}" for square in (a, b))


class Hex(Adapter):
    """`c2`: rows are counted from the top."""

    def our_key(self, words: str) -> str:
        return f"{words[0]}{12 - int(words[1:])}"


class Othello(Adapter):
    """`d3 (x)`: ranks are counted from the top."""

    def our_key(self, words: str) -> str:
        return words if words == "pass" else f"{words[0]}{9 - int(words[1])}"

    def their_key(self, words: str) -> str:
        return words.split(" ")[0]


class Pig(Adapter):
    """`Roll 3`"""

    def our_key(self, words: str) -> str:
        return {"roll": "roll", "hold": "stop"}[words]

    def dictation(self, outcomes: Sequence[str]) -> Dictation:
        return Dictation(dice=[self.chance_value(words) for words in outcomes])


class Poker(Adapter):
    """`Deal:2` or `Chance outcome:3`: cards as they are numbered here, by rank; coins won."""

    def our_key(self, words: str) -> str:
        return words.capitalize()

    def dictation(self, outcomes: Sequence[str]) -> Dictation:
        return Dictation(decks={("Card", DECK): [frozenset({self.chance_value(words)}) for words in outcomes]})

    def returns(self, match: Match) -> list[float]:
        return [float(score.total) for score in match.scores]


class Hearts(Adapter):
    """`QS`; a hand, of which 26 points less what was taken is the gain.

    Cards are dealt there one by one and here hand by hand, so their order is changed to ours.
    """

    def our_key(self, words: str) -> str:
        suit, rank = words.split("_")
        return f"{RANKS[RANK_WORDS.index(rank)]}{suit[0].upper()}"

    def dictation(self, outcomes: Sequence[str]) -> Dictation:
        cards = [self.chance_value(words) for words in outcomes if words not in WAYS]
        ways = [frozenset({WAYS[words]}) for words in outcomes if words in WAYS]
        dealt = [frozenset({card}) for seat in range(4) for card in cards[seat::4]]
        return Dictation(decks={("Card", DECK): dealt}, picks=ways if self.settings["passing"] == "by_lot" else [])

    def chance_value(self, words: str) -> int:
        return WAYS[words] if words in WAYS else "CDSH".index(words[1]) * 13 + RANKS.index(words[0])

    def returns(self, match: Match) -> list[float]:
        return [26.0 - float(score.total) for score in match.scores]


class Checkers(Adapter):
    """`a3b4`: each jump is an action of its own, by the same player."""

    def our_key(self, words: str) -> str:
        return words.replace("x", "")


class Chess(Adapter):
    """Moves in long algebraic notation; what a pawn becomes belongs to its move."""

    def our_key(self, words: str) -> str:
        move, _, man = words.partition(" ")
        return move + {"": "", "knight": "n"}.get(man, man[:1])

    def wanted(self, moves: Sequence[str]) -> str:
        """Back again, so that positions repeat."""
        return f"{moves[-2][2:4]}{moves[-2][:2]}" if len(moves) > 1 else ""

    def their_action(self, state: Any, player: int, action: int) -> str:
        import pyspiel

        return str(pyspiel.chess.action_to_move(action, state.board()).to_lan())


HAND: dict[str, object] = {"goal": 0, "passing": "by_lot"}
"""Hearts as it is played there: one hand, passed where lots say."""

ADAPTERS: dict[str, Adapter] = {
    a.name: a
    for a in (
        TicTacToe("tictactoe", "tic_tac_toe"),
        ConnectFour("connect_four", "connect_four"),
        Breakthrough("breakthrough", "breakthrough"),
        Hex("hex", "hex(board_size=11)"),
        Othello("reversi", "othello"),
        Pig("pig", "pig(diceoutcomes=6,winscore=100,players=2)"),
        Poker("kuhn_poker", "kuhn_poker"),
        Poker("leduc_poker", "leduc_poker"),
        Checkers("draughts", "checkers"),
        Chess("chess", "chess", joined=True, reversed_seats=True),
        Hearts("hearts", "hearts", settings=HAND, same_deal=False),
        Hearts(
            "hearts_freely",
            "hearts(pass_cards=false,no_pts_on_first_trick=false,can_lead_any_club=true,must_break_hearts=false)",
            game="hearts",
            settings={"goal": 0, "passing": "never", "points_wait": False, "hearts_wait": False},
            variants=("any_club",),
            same_deal=False,
        ),
        Hearts(
            "hearts_bonuses",
            "hearts(jd_bonus=true,avoid_all_tricks_bonus=true,qs_breaks_hearts=false,can_lead_hearts_instead_of_qs=true)",
            game="hearts",
            settings={**HAND, "queen_breaks": False},
            variants=("bonuses", "queen_waits"),
            same_deal=False,
        ),
    )
}

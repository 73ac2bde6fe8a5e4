"""How the classic games are called in OpenSpiel: its moves in our words, its chance as we dictate it, its returns.

An adapter knows two spellings of one game and nothing of its rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.play.match import Match
from rulelang.runtime.chance import Dictation


@dataclass(frozen=True)
class Adapter:
    """A game in both spellings; `theirs` is what OpenSpiel loads."""

    name: str
    theirs: str
    joined: bool = False
    """Whether choices that are one move here are one action there."""
    reversed_seats: bool = False
    """Whether their player 0 is the second of ours."""

    def our_key(self, words: str) -> str:
        """What one of our options means."""
        return words

    def their_key(self, words: str) -> str:
        """What one of their actions means."""
        return words

    def their_action(self, state: Any, player: int, action: int) -> str:
        """What an action means in a state."""
        return self.their_key(state.action_to_string(player, action))

    def dictation(self, outcomes: Sequence[str]) -> Dictation | None:
        """Chance as it has come there."""
        return None

    def chances(self, outcomes: Sequence[tuple[str, float]]) -> bool:
        """Whether the outcomes there are as likely as here: all alike, unless the game says otherwise."""
        return all(abs(p - 1 / len(outcomes)) < 1e-9 for _, p in outcomes)

    def returns(self, match: Match) -> list[float]:
        """What each player gets, in the order of our seats."""
        if len(match.winners) == len(match.players):
            return [0.0] * len(match.players)
        return [1.0 if p in match.winners else -1.0 for p in match.players]


FILES = "abcdefghijk"


class TicTacToe(Adapter):
    """`x(0,2)`: row from the top, column from the left."""

    def their_key(self, words: str) -> str:
        row, column = re.findall(r"\d", words)
        return f"{FILES[int(column)]}{3 - int(row)}"


class ConnectFour(Adapter):
    """`x3`: a column; ours is its top square."""

    def their_key(self, words: str) -> str:
        return f"{FILES[int(words[1:])]}6"


class Breakthrough(Adapter):
    """`a7b6*`: ranks are counted from the side of the player who begins, which is the upper one."""

    def their_key(self, words: str) -> str:
        a, b = words[:2], words[2:4]
        return "".join(f"{square[0]}{9 - int(square[1])}" for square in (a, b))


class Hex(Adapter):
    """`c2`: a letter for the column, a number for the row."""

    def our_key(self, words: str) -> str:
        row, column = words.split("_")[1:]
        return f"{FILES[int(column) - 1]}{row}"


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

    def dictation(self, outcomes: Sequence[str]) -> Dictation | None:
        return Dictation(dice=[int(o.split(" ")[-1]) for o in outcomes]) if outcomes else None


class Kuhn(Adapter):
    """`Deal:2`; coins won."""

    def our_key(self, words: str) -> str:
        return words.capitalize()

    def dictation(self, outcomes: Sequence[str]) -> Dictation | None:
        if not outcomes:
            return None
        return Dictation(decks={("Card", 1): [frozenset({int(o.split(":")[1])}) for o in outcomes]})

    def returns(self, match: Match) -> list[float]:
        if match.state.winners is not None:
            winner = match.state.winners[0]
            coins = match.state.player_pot[1 - winner]
            return [float(coins if seat == winner else -coins) for seat in range(2)]
        return [float(score.total) for score in match.scores]


class Leduc(Kuhn):
    """`Chance outcome:3`: cards by rank, two of each; chips won."""

    def dictation(self, outcomes: Sequence[str]) -> Dictation | None:
        if not outcomes:
            return None
        return Dictation(decks={("Card", 1): [frozenset({int(o.split(":")[1])}) for o in outcomes]})


class Checkers(Adapter):
    """`a3b4`: each jump is an action of its own, by the same player."""

    def our_key(self, words: str) -> str:
        return words.replace("x", "")


class Chess(Adapter):
    """Moves in long algebraic notation; what a pawn becomes belongs to its move."""

    def our_key(self, words: str) -> str:
        move, _, man = words.partition(" ")
        return move + {"": "", "knight": "n"}.get(man, man[:1])

    def their_action(self, state: Any, player: int, action: int) -> str:
        import pyspiel

        return str(pyspiel.chess.action_to_move(action, state.board()).to_lan())


ADAPTERS: dict[str, Adapter] = {
    a.name: a
    for a in (
        TicTacToe("tictactoe", "tic_tac_toe"),
        ConnectFour("connect_four", "connect_four"),
        Breakthrough("breakthrough", "breakthrough"),
        Hex("hex", "hex(board_size=11)"),
        Othello("reversi", "othello"),
        Pig("pig", "pig(diceoutcomes=6,winscore=100,players=2)"),
        Kuhn("kuhn_poker", "kuhn_poker"),
        Leduc("leduc_poker", "leduc_poker"),
        Checkers("draughts", "checkers"),
        Chess("chess", "chess", joined=True, reversed_seats=True),
    )
}

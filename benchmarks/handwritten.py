"""The two smallest games as somebody would write them in Python by hand, to measure generated code against.

Plain, direct code: no engine, no tables worked out in advance beyond the obvious, random moves until the game is over.
"""

from __future__ import annotations

from collections.abc import Callable

Source = Callable[[], float]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
COLUMNS, ROWS = 7, 6


def tictactoe(random: Source) -> int | None:
    """A random game of tic-tac-toe; the winner, or none of a draw."""
    board: list[int | None] = [None] * 9
    player = 0
    while True:
        moves = [square for square in range(9) if board[square] is None]
        if not moves:
            return None
        board[moves[int(random() * len(moves))]] = player
        for a, b, c in LINES:
            if board[a] == player and board[b] == player and board[c] == player:
                return player
        player = 1 - player


def connect_four(random: Source) -> int | None:
    """A random game of connect four; the winner, or none of a draw."""
    board: list[list[int | None]] = [[None] * COLUMNS for _ in range(ROWS)]
    player = 0
    while True:
        moves = [column for column in range(COLUMNS) if board[ROWS - 1][column] is None]
        if not moves:
            return None
        column = moves[int(random() * len(moves))]
        row = 0
        while board[row][column] is not None:
            row += 1
        board[row][column] = player
        for up, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                y, x = row + up * way, column + across * way
                while 0 <= y < ROWS and 0 <= x < COLUMNS and board[y][x] == player:
                    length += 1
                    y, x = y + up * way, x + across * way
            if length >= 4:
                return player
        player = 1 - player


GAMES: dict[str, Callable[[Source], int | None]] = {"tictactoe": tictactoe, "connect_four": connect_four}

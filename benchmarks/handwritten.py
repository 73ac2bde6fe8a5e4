"""The two smallest games written in Python by hand, to measure generated code against: random moves until the game is over.

Each twice: plain, as somebody would write it who wants a game, no tables worked out in advance beyond the obvious; and tuned, as
somebody would write it who wants a fast one: sets of squares as bits of a number, free squares kept in a list.
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


WON = [any(all(squares >> square & 1 for square in line) for line in LINES) for squares in range(512)]
"""Whether a set of squares of tic-tac-toe holds a line."""


def tictactoe_tuned(random: Source) -> int | None:
    """A random game of tic-tac-toe; the winner, or none of a draw."""
    free = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    mine = others = 0
    for left in range(9, 0, -1):
        at = int(random() * left)
        mine |= 1 << free[at]
        free[at] = free[left - 1]
        if WON[mine]:
            return 1 - left % 2
        mine, others = others, mine
    return None


def connect_four_tuned(random: Source) -> int | None:
    """A random game of connect four; the winner, or none of a draw. A column is seven bits, the highest of which stays free."""
    mine = others = 0
    heights = [0, 7, 14, 21, 28, 35, 42]
    columns = [0, 1, 2, 3, 4, 5, 6]
    open_columns = 7
    for turn in range(COLUMNS * ROWS):
        at = int(random() * open_columns)
        column = columns[at]
        height = heights[column]
        mine |= 1 << height
        heights[column] = height + 1
        if height % 7 == ROWS - 1:
            open_columns -= 1
            columns[at] = columns[open_columns]
        for step in (1, 6, 7, 8):
            pairs = mine & mine >> step
            if pairs & pairs >> 2 * step:
                return turn % 2
        mine, others = others, mine
    return None


GAMES: dict[str, Callable[[Source], int | None]] = {"tictactoe": tictactoe, "connect_four": connect_four}
TUNED: dict[str, Callable[[Source], int | None]] = {"tictactoe": tictactoe_tuned, "connect_four": connect_four_tuned}

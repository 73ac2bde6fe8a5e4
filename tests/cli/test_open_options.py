"""`play` where something is open at any time: how it is listed, and how others do it."""

from __future__ import annotations

from pathlib import Path

from cli import exit
from tests.cli.conftest import Rulelang

WINDOWS = str(Path(__file__).parent.parent / "constructs" / "windows.rules")
TRADE = str(Path(__file__).parent.parent / "pages" / "monks_trade.rules")
THREE = ("--players", "ann,ben,cat", "--seed", "1")


def test_what_is_open_stands_behind_what_is_asked(rulelang: Rulelang) -> None:
    result = rulelang("play", WINDOWS, *THREE, input="5\nborrow\nquit\n")
    assert result.exit_code == exit.FINE, result.output
    first = result.stdout.split("ann> ")[0]
    assert first.endswith(
        "  4  Rest\nAt any time:\n  5  Borrow a coin  (borrow)\nopen to ben: `borrow`; write `ben: borrow`\n"
        "open to cat: `borrow`; write `cat: borrow`\n"
    )
    assert result.stdout.count("ann gains 1 coin") == 2
    # The question is asked afresh: what can be spent has become more.
    assert "  5  Spend 5\n  6  Rest\nAt any time:\n  7  Borrow a coin" in result.stdout


def test_another_does_what_is_open_to_him(rulelang: Rulelang) -> None:
    result = rulelang("play", WINDOWS, *THREE, input="ben: bor\nann: spend 1\nben: 1\nquit\n")
    assert result.exit_code == exit.FINE, result.output
    assert "ben: Borrow a coin\n    ben gains 1 coin\n" in result.stdout
    assert "ann: Spend 1" in result.stdout
    assert "ben: Strike for 1" in result.stdout


def test_what_another_cannot_do_is_refused_as_his(rulelang: Rulelang) -> None:
    result = rulelang("play", WINDOWS, *THREE, input="cat: spend 1\nquit\n")
    assert result.exit_code == exit.FINE, result.output
    assert "cat cannot choose `spend 1` now; near it are `borrow`\n" in result.stdout
    alone = rulelang("play", WINDOWS, *THREE, "--bot", "ben=random", "--bot", "cat=random", input="cat: borrow\nquit\n")
    assert "cat is played by a bot\n" in alone.stdout


def test_who_may_not_know_is_not_told_what_is_open_to_others(rulelang: Rulelang) -> None:
    result = rulelang("play", TRADE, "--players", "ann,ben", "--seed", "1", input="?\nben: trade ann\n\n\nben: done\nquit\n")
    assert result.exit_code == exit.FINE, result.output
    assert "open to ben" not in result.stdout
    assert "  NAME: WORDS   what another player may do at any time\n" in result.stdout
    assert "Trade:\n" in result.stdout
    assert "ben: What do you offer ann?" in result.stdout


def test_help_says_nothing_of_others_where_nothing_is_open(rulelang: Rulelang) -> None:
    assert "NAME: WORDS" not in rulelang("play", "tictactoe", "--players", "ann,ben", "--seed", "1", input="?\nquit\n").stdout

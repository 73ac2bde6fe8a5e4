"""`simulate` and `perft`: counting games."""

from __future__ import annotations

import csv
import importlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli import exit
from tests.cli.conftest import Rulelang

RARE = """
game rare "Rare":
    players 2

state:
    unlucky: Bool = false, public

play:
    roll 2d20 as pips
    unlucky = pips >= 39
    for each p in players:
        p chooses "?":
            go: nothing
    unlucky = false

always "nobody is unlucky": not unlucky
"""


def test_simulate_tells_who_wins(rulelang: Rulelang) -> None:
    result = rulelang("simulate", "tictactoe", "--games", "60")
    assert result.exit_code == exit.FINE, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("tictactoe, 2 players, random bots: 60 games, seed 0 (")
    assert lines[1].startswith("  ann  wins ")
    assert any(line.startswith("  ended by “three in a row”: ") for line in lines)


def test_simulate_is_the_same_with_any_number_of_workers(rulelang: Rulelang) -> None:
    def counted(*more: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(rulelang("simulate", "tictactoe", "--games", "120", "--format", "json", *more).stdout)
        found.pop("seconds")
        return found

    assert counted() == counted("--workers", "2")
    assert counted() != counted("--seed", "1")


def test_simulate_as_a_table(rulelang: Rulelang) -> None:
    text = rulelang("simulate", "treasures", "--games", "10", "--players", "ada,bo,cy", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["player"] for row in rows] == ["ada", "bo", "cy"]
    assert sum(float(row["wins"]) for row in rows) == pytest.approx(1.0, abs=1e-5)
    assert all(float(row["score_least"]) <= float(row["score_mean"]) <= float(row["score_most"]) for row in rows)


def test_a_fault_of_the_rules_is_a_finding(rulelang: Rulelang, tmp_path: Path) -> None:
    """Rules that run into nothing to choose are found, and the way there is a script."""
    rulelang("new", "mine")
    rules = tmp_path / "mine" / "game.rules"
    text = rules.read_text(encoding="utf-8")
    for old, new in (
        ("    otherwise:\n        nothing\n", ""),
        ("until heap == 0", "until false"),
        ('end game won by me "{me} takes the last counter"', "nothing"),
    ):
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text, encoding="utf-8")
    result = rulelang("simulate", "mine", "--games", "20")
    assert result.exit_code == exit.FINDINGS, result.output
    assert "fault of the rules in 20 games: mine/game.rules:" in result.stdout
    script = [line.strip() for line in result.stdout.splitlines() if line.startswith("    ")]
    assert script[0] == f'game "{rules.resolve().as_posix()}"'
    assert script[-1].startswith(("ann: take", "ben: take"))


def test_what_is_done_counts_when_stopped(rulelang: Rulelang, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("rulelang.play.simulate")
    play_block = module.play_block

    def interrupted(playout: object, seed: int, number: int, games: int) -> object:
        if number == 2:
            raise KeyboardInterrupt
        return play_block(playout, seed, number, games)

    monkeypatch.setattr(module, "play_block", interrupted)
    result = rulelang("simulate", "tictactoe", "--games", "1000")
    assert result.exit_code == exit.INTERRUPTED
    assert "100 games, seed 0, stopped" in result.stdout


def test_perft_of_the_smallest_game(rulelang: Rulelang) -> None:
    result = rulelang("perft", "tictactoe", "--depth", "6", "--over")
    assert result.exit_code == exit.FINE
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["1", "9"],
        ["2", "72"],
        ["3", "504"],
        ["4", "3024"],
        ["5", "15120"],
        ["6", "54720"],
    ]
    assert result.stdout.splitlines()[4].endswith("1440 of them the end")


def test_perft_divided_adds_up(rulelang: Rulelang) -> None:
    lines = rulelang("perft", "connect_four", "--depth", "3", "--divide").stdout.splitlines()
    assert len(lines) == 7
    assert lines[0].startswith("ann: a  ")
    assert sum(int(line.split()[-1]) for line in lines) == 343


def test_perft_from_where_a_script_ends(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "half.play").write_text("game tictactoe\nplayers ann, ben\nann: b2\nben: a1\n", encoding="utf-8")
    assert rulelang("perft", "tictactoe", "--depth", "2", "--from", "half.play").stdout == "  1  7\n  2  42\n"
    wrong = rulelang("perft", "connect_four", "--depth", "1", "--from", "half.play")
    assert wrong.exit_code == exit.USAGE
    assert "is a script of `tictactoe`, not of `connect_four`" in wrong.stderr


def test_bots_play_for_single_players(rulelang: Rulelang) -> None:
    text = rulelang("simulate", "tictactoe", "--games", "8", "--bot", "ann=mcts", "--iterations", "20", "--format", "json").stdout
    found = json.loads(text)
    assert (found["bots"], found["iterations"], found["dealt_anew"]) == (["mcts", "random"], 20, True)
    assert found["wins"]["ann"]["share"] > 0.5
    assert (found["watched"], found["first_player"]) == (8, "ann")
    said = rulelang("simulate", "tictactoe", "--games", "4", "--bot", "greedy").stdout
    assert said.startswith("tictactoe, 2 players, greedy bots: 4 games, seed 0 (")
    assert "is dealt anew whenever it looks ahead" in said


@pytest.mark.parametrize("bot", ["all=clever", "cleo=random"])
def test_nobody_plays_for_nobody(rulelang: Rulelang, bot: str) -> None:
    result = rulelang("simulate", "tictactoe", "--games", "4", "--bot", bot)
    assert result.exit_code == exit.USAGE
    assert "clever" in result.output or "cleo" in result.output


def test_games_of_bots_are_the_same_with_any_number_of_workers(rulelang: Rulelang) -> None:
    def counted(*more: str) -> dict[str, Any]:
        arguments = ("simulate", "kuhn_poker", "--games", "12", "--bot", "all=greedy", "--format", "json", *more)
        found: dict[str, Any] = json.loads(rulelang(*arguments).stdout)
        found.pop("seconds")
        return found

    assert counted() == counted("--workers", "2")


def test_simulations_are_compared(rulelang: Rulelang) -> None:
    arguments = ("simulate", "kuhn_poker", "--games", "60", "--against", "tictactoe")
    found = json.loads(rulelang(*arguments, "--format", "json").stdout)
    assert (found["game"], found["against"]["game"]) == ("kuhn_poker", "tictactoe")
    lengths = next(each for each in found["differences"] if each["what"] == "choices in a game")
    assert lengths["clear"] and lengths["high"] < 0
    said = rulelang(*arguments).stdout.splitlines()
    assert "kuhn_poker less tictactoe" in said
    assert any(line.startswith("  choices in a game") and "could be chance" not in line for line in said)
    rows = list(csv.DictReader(io.StringIO(rulelang(*arguments, "--format", "csv").stdout)))
    assert [(row["game"], row["player"]) for row in rows] == [
        ("kuhn_poker", "ann"),
        ("kuhn_poker", "ben"),
        ("tictactoe", "ann"),
        ("tictactoe", "ben"),
    ]


def test_a_game_against_itself_differs_in_nothing(rulelang: Rulelang) -> None:
    said = rulelang("simulate", "tictactoe", "--games", "50", "--against", "tictactoe").stdout
    compared = said.split("tictactoe less tictactoe\n")[1].splitlines()
    assert compared and all(line.endswith("could be chance") for line in compared)


def test_free_actions_are_taken_when_asked_for(rulelang: Rulelang) -> None:
    page = str(Path(__file__).resolve().parents[1] / "pages" / "monks_trade.rules")

    def found(*more: str) -> dict[str, Any]:
        text = rulelang("simulate", page, "--games", "4", "--format", "json", *more).stdout
        counted: dict[str, Any] = json.loads(text)
        return counted

    without, taken = found(), found("--free-actions", "2")
    assert (without["watched"], taken["watched"]) == (4, 4)
    assert without["options"]["mean"] != taken["options"]["mean"]
    assert not taken["faults"]


def test_every_game_is_watched_when_asked_for(rulelang: Rulelang) -> None:
    """What must always hold is asked in each game, and not in the first fifty only, which hold here."""
    text = rulelang("simulate", "tictactoe", "--games", "120", "--watch-all").stdout
    choices = re.search(r"in (\d+) games watched", text)
    asked = re.search(r"what must always hold did, at each of (\d+) choices", text)
    assert choices is not None and choices[1] == "120"
    assert asked is not None and 120 * 5 <= int(asked[1]) <= 120 * 9


def test_what_holds_in_the_first_games_only_is_found(rulelang: Rulelang, tmp_path: Path) -> None:
    game = tmp_path / "rare.rules"
    game.write_text(RARE, encoding="utf-8")
    some = rulelang("simulate", str(game), "--games", "600")
    assert some.exit_code == 0 and "what must always hold did, at each of 100 choices" in some.stdout
    every = rulelang("simulate", str(game), "--games", "600", "--watch-all")
    assert every.exit_code == 1 and "does not hold: `always` does not hold: nobody is unlucky" in every.stdout


def test_what_must_hold_is_asked_at_the_end_too(rulelang: Rulelang, tmp_path: Path) -> None:
    game = tmp_path / "late.rules"
    game.write_text(RARE.replace("    unlucky = false\n", "    unlucky = true\n"), encoding="utf-8")
    assert "`always` does not hold: nobody is unlucky" in rulelang("simulate", str(game), "--games", "1").stdout

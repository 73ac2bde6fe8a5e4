"""`play`, at a terminal and by bots: the session, files of matches, recordings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import exit
from tests.cli.conftest import Process, Rulelang

BOTS = ("play", "tictactoe", "--bot", "all=random", "--seed", "3")


def test_bots_tell_the_whole_story(rulelang: Rulelang) -> None:
    result = rulelang(*BOTS)
    assert result.exit_code == exit.FINE
    lines = result.stdout.splitlines()
    assert lines[0] == "Tic-tac-toe"
    assert lines[2].startswith("ann, ben; seed 3")
    assert sum(line.startswith(("ann: ", "ben: ")) for line in lines) >= 5
    assert lines[-1] in ("ann wins", "ben wins", "ann and ben share the victory")


def test_same_seed_same_story_whatever_the_hash_seed(process: Process) -> None:
    words = ("play", "treasures", "--players", "4", "--bot", "all=random", "--seed", "1")
    first, second = process(*words, PYTHONHASHSEED="1"), process(*words, PYTHONHASHSEED="77")
    assert first.returncode == exit.FINE, first.stderr
    assert len(first.stdout.splitlines()) > 100
    assert first.stdout == second.stdout


def test_other_seeds_other_stories(rulelang: Rulelang) -> None:
    stories = {rulelang("play", "tictactoe", "--bot", "all=random", "--seed", str(seed)).stdout for seed in range(4)}
    assert len(stories) == 4


def test_saved_in_the_middle_and_gone_on_with(rulelang: Rulelang, tmp_path: Path) -> None:
    words = ("play", "treasures", "--players", "3", "--bot", "all=random")
    whole = rulelang(*words, "--seed", "5").stdout
    half = rulelang(*words, "--seed", "5", "--save", "half.json", "--stop-after", "30")
    assert half.exit_code == exit.FINE
    assert len(json.loads((tmp_path / "half.json").read_text(encoding="utf-8"))["moves"]) == 30
    assert len(half.stdout) < len(whole)
    assert rulelang("play", "treasures", "--bot", "all=random", "--resume", "half.json").stdout == whole


def test_a_recording_tells_the_same(rulelang: Rulelang, tmp_path: Path) -> None:
    words = ("play", "treasures", "--players", "ada,bo", "--bot", "all=random", "--seed", "2", "--set", "round_limit=3")
    played = rulelang(*words, "--record", "match.play")
    assert played.exit_code == exit.FINE
    text = (tmp_path / "match.play").read_text(encoding="utf-8")
    assert text.startswith('game treasures\nset round_limit = 3\nseed 2\nplayers ada, bo\nrules "rulelang ')
    assert "\nrandom ada\n" in text or "\nrandom bo\n" in text
    run = rulelang("run", "match.play")
    assert run.exit_code == exit.FINE, run.stderr
    assert run.stdout == played.stdout
    assert rulelang("fmt", "--check", "match.play").exit_code == exit.FINE


def test_a_recording_of_a_copy_finds_it_by_path(rulelang: Rulelang, tmp_path: Path) -> None:
    rulelang("copy", "tictactoe", "mine")
    rulelang("play", "mine", "--bot", "all=random", "--seed", "2", "--record", "match.play")
    assert (tmp_path / "match.play").read_text(encoding="utf-8").startswith('game "mine/game.rules"\n')
    assert rulelang("run", "match.play").exit_code == exit.FINE


def test_people_answer_by_number_words_and_beginnings(rulelang: Rulelang) -> None:
    result = rulelang("play", "tictactoe", "--players", "ann,ben", "--seed", "1", input="10\n1\nb2\nA2\nc\nc3\na3\n")
    assert result.exit_code == exit.FINE, result.output
    assert "there is no option 10: they go from 1 to 9" in result.stdout
    assert "that could be `c1`, `c2` or `c3`; write more of it" in result.stdout
    assert result.stdout.endswith("ann wins\n")


BIDS = """
game bids "Bids":
    players 2

player:
    coins: Int = 4, public

anytime purse for each p in players where p.coins < 9:
    borrow "Borrow a coin": p gains 1 coin

play:
    for each p in players:
        p may choose bid from range(0, p.coins) "How much?":
            p pays bid coins
        log "{p} has {p.coins}"
"""


def test_a_number_is_the_answer_that_it_says_where_answers_are_numbers(rulelang: Rulelang, tmp_path: Path) -> None:
    """The first of them is 0, so that their numbers in the list would be others; nothing beside them has a number."""
    game = tmp_path / "bids.rules"
    game.write_text(BIDS, encoding="utf-8")
    result = rulelang("play", str(game), "--players", "ann,ben", "--seed", "1", input="3\n5\nborrow\n5\n")
    assert "ann has 1" in result.stdout and "ben has 0" in result.stdout, result.stdout
    lines = result.stdout.splitlines()
    assert [line for line in lines if line.strip().isdigit()][:5] == ["  0", "  1", "  2", "  3", "  4"]
    assert "     Pass" in lines
    assert "     Borrow a coin  (borrow)" in lines


def test_a_prompt_shows_table_question_and_options(rulelang: Rulelang) -> None:
    result = rulelang("play", "tictactoe", "--players", "ann,ben", "--seed", "1", input="quit\n")
    assert result.exit_code == exit.FINE
    lines = result.stdout.splitlines()
    assert "ann: Take a square" in lines
    assert "  1  a1" in lines
    assert "  9  c3" in lines


def test_a_refused_answer_is_explained(rulelang: Rulelang) -> None:
    result = rulelang("play", "tictactoe", "--players", "ann,ben", "--seed", "1", input="a1\na1\nwhy a1\nwhy b2\nwhy\nquit\n")
    assert result.stdout.count("`a1.owner is none` is false (`a1.owner` is ann)") == 2
    assert "game.rules:14:46" in result.stdout
    assert "`b2` is allowed" in result.stdout
    assert "write what you would choose behind it" in result.stdout


def test_commands_at_the_prompt(rulelang: Rulelang, tmp_path: Path) -> None:
    given = "?\nb2\ntable\nlog\nposition\nundo\nredo\nsave\nsave here.json\nquit\n"
    result = rulelang("play", "tictactoe", "--players", "ann,ben", "--bot", "ben=random", "--seed", "1", input=given)
    assert result.exit_code == exit.FINE
    text = result.stdout
    assert "answer with the number of an option" in text
    assert "given b2.owner = ann" in text
    assert "taken back: ann: b2" in text
    assert "write the file behind it" in text
    assert "saved in here.json" in text
    assert json.loads((tmp_path / "here.json").read_text(encoding="utf-8"))["players"] == ["ann", "ben"]


def test_undo_takes_back_what_bots_did_since(rulelang: Rulelang) -> None:
    given = "undo\nb2\nundo\nundo\nquit\n"
    result = rulelang("play", "tictactoe", "--players", "ann,ben", "--bot", "ben=random", "--seed", "1", input=given)
    assert result.stdout.count("nothing has been chosen yet") == 2
    assert result.stdout.count("taken back: ann: b2") == 1
    assert result.stdout.count("  9  c3") == 2


def test_who_leaves_can_go_on(rulelang: Rulelang) -> None:
    left = rulelang("play", "tictactoe", "--players", "ann,ben", "--seed", "1", input="a1\nb2\n")
    assert left.exit_code == exit.FINE
    file = left.stderr.split("--resume ")[1].split("`")[0]
    again = rulelang("play", "tictactoe", "--resume", file, input="a2\nc3\na3\n")
    assert again.exit_code == exit.FINE, again.output
    assert again.stdout.endswith("ann wins\n")


def test_what_is_hidden_from_a_person_is_not_told(rulelang: Rulelang) -> None:
    """One person's bots choose in secret; what they chose is not told before it is shown to all."""
    words = ("play", "treasures", "--players", "ann,ben,cat", "--seed", "1", "--bot", "ben=random", "--bot", "cat=random")
    text = rulelang(*words, input="1\nquit\n").stdout
    asked = text.index("ann: ")
    assert "ben: Play" not in text[:asked]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bot", "all=clever"], "there is no bot `clever`"),
        (["--bot", "anna=random", "--players", "ann,ben"], "nobody is called `anna`; did you mean `ann`"),
        (["--bot", "random"], "is not of the form NAME=VALUE"),
        (["--players", "Ann,ben"], "`Ann` cannot be a player's name"),
        (["--players", "ann,ann"], "two players are called `ann`"),
        (["--players", "ann: pass,ben"], "cannot be a player's name"),
        (["--resume", "nowhere.json"], "there is no file `nowhere.json`"),
        (["--seed", "-1"], "-1"),
    ],
)
def test_wrong_calls(rulelang: Rulelang, arguments: list[str], said: str) -> None:
    result = rulelang("play", "tictactoe", *arguments)
    assert result.exit_code == exit.USAGE, result.output
    assert said in result.stderr


@pytest.mark.parametrize("content", ["", "{}", "no match", '{"format": 1}', "[]", "\x00"])
def test_a_damaged_file_is_refused(rulelang: Rulelang, tmp_path: Path, content: str) -> None:
    (tmp_path / "bad.json").write_text(content, encoding="utf-8")
    result = rulelang("play", "tictactoe", "--resume", "bad.json", "--bot", "all=random")
    assert result.exit_code == exit.USAGE
    assert "this is no saved match" in result.stderr


def test_a_match_of_other_rules_is_refused(rulelang: Rulelang, tmp_path: Path) -> None:
    rulelang("copy", "tictactoe", "mine")
    rulelang("play", "mine", "--bot", "all=random", "--seed", "1", "--save", "m.json", "--stop-after", "2")
    rules = tmp_path / "mine" / "game.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("lines(square, 3)", "lines(square, 2)"), encoding="utf-8")
    result = rulelang("play", "mine", "--bot", "all=random", "--resume", "m.json")
    assert result.exit_code == exit.USAGE
    assert "the rules of `mine` have changed since this match was saved" in result.stderr


def test_rules_with_errors_cannot_be_played(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text('game bad "Bad":\n    players 2\n\nplay:\n    nothingg\n', encoding="utf-8")
    result = rulelang("play", "bad.rules", "--bot", "all=random")
    assert result.exit_code == exit.FINDINGS
    assert result.stdout == ""
    assert "bad.rules:5:5" in result.stderr


def test_a_number_changed_in_the_rules_changes_the_game(rulelang: Rulelang, tmp_path: Path) -> None:
    """No Python is touched, and nothing is left over from before."""
    rulelang("new", "mine")
    words = ("play", "mine", "--players", "2", "--bot", "all=random", "--seed", "4")
    before = rulelang(*words).stdout
    rules = tmp_path / "mine" / "game.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("range(1, 3)", "range(1, 1)"), encoding="utf-8")
    after = rulelang(*words).stdout
    assert before.count("Take ") < after.count("Take ") == 12 + 0 * len(before)


SECRETS = """\
game secrets "Secrets [bold]":
    players 2

kind Card

Card ace "the [/] ace"
Card king "the king"
Card queen "the queen"

state:
    deck: pile of Card = Card, secret
    shown: pile of Card

player:
    hand: pile of Card, private

play:
    draw 1 from deck to players[1].hand
    draw 1 from deck to players[2].hand
    for each me in players:
        turn of me:
            me chooses card from me.hand "Show a card"
            move card to shown
"""


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """A game of hidden cards, whose labels look like markup."""
    path = tmp_path / "secrets.rules"
    path.write_text(SECRETS, encoding="utf-8")
    return path


def test_people_at_one_keyboard_are_told_what_each_may_know(rulelang: Rulelang, secrets: Path) -> None:
    result = rulelang("play", str(secrets), "--players", "ann,ben", "--seed", "1", input="1\n\n\n1\n")
    assert result.exit_code == exit.FINE, result.output
    first, second = result.stdout.split("ben, press Enter when nobody else is looking ")
    assert "the king" not in first, "what ben holds was told before it was his to see"
    assert "the [/] ace moves from the deck to ann's hand" in first
    assert "a Card moves from the deck to ben's hand" in first
    assert "the king moves from the deck to ben's hand" in second
    assert "a Card moves from the deck to ann's hand" in second


def test_labels_are_never_markup(rulelang: Rulelang, secrets: Path) -> None:
    result = rulelang("play", str(secrets), "--bot", "all=random", "--seed", "1")
    assert result.exit_code == exit.FINE, result.output
    assert "the [/] ace" in result.stdout
    assert result.stdout.startswith("Secrets [bold]\n")


def test_a_table_that_has_not_changed_is_not_shown_again(rulelang: Rulelang) -> None:
    """Cards are picked one after another: nothing changes between the picks, and `table` shows it all the same."""
    result = rulelang(
        "play",
        "hearts",
        "--bot",
        "ben=random",
        "--bot",
        "cat=random",
        "--bot",
        "dan=random",
        "--seed",
        "3",
        input="1\n1\ntable\nquit\n",
    )
    assert result.exit_code == exit.FINE, result.output
    assert "(2 picked)" in result.stdout
    assert result.stdout.count("hearts broken") == 2


def test_q_stops_unless_an_option_begins_with_it(rulelang: Rulelang, tmp_path: Path) -> None:
    rules = tmp_path / "game.rules"
    rules.write_text(
        'game birds "Birds":\n    players 2\n\nplay:\n    players[1] chooses:\n        quail: log "it calls"\n        owl\n'
    )
    assert "it calls" in rulelang("play", str(rules), input="q\n").stdout
    rules.write_text(rules.read_text().replace("quail", "hen"))
    stopped = rulelang("play", str(rules), input="q\n")
    assert stopped.exit_code == exit.FINE and "it calls" not in stopped.stdout and "cannot choose" not in stopped.output

"""Changes of dice, boards, titles and who wins, and what is removed and declared anew: each shows in the game as it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.match import Game
from rulelang.sema.load import load_text
from rulelang.text.diagnostic import Severity

GAME = """
game small "Small":
    players 2
    language 1

die fate: 1, 1

enum Weather: sun, rain

kind Place:
    define near -> Int = neighbours(this).size

Place here
Place there
Place yonder

kind Road
board sea of Place by Road:
    here - there - yonder
    ferry: yonder - here

kind Square
board field_ of Square:
    grid 2 by 2
    gap a1 - a2

player:
    points: Int = 1
    coins: Int = 3

state:
    rounds: Int = 0

define price(n: Int) -> Int = n

rule die(p: Player):
    p.points -= price(1)

phase turn(p: Player) "Turn of {p}":
    step throw "Throwing":
        roll fate as n
        p.points += n
    step look:
        if rounds > 3 and p.coins == 0:
            die(p)

play:
    for each p in players:
        turn(p)
    players[2].coins += 1

scoring for each player p:
    "Points": p.points
    winner: most total
"""

CASES = {
    "a die": ("replace die fate: 5", "when turn(ann)\n    expect ann.points == 6"),
    "a rule that is called die": ("replace die(p):\n    p.points = 9", "when die(ann)\n    expect ann.points == 9"),
    "ways added": ("add to board sea:\n    here - there", ""),
    "steps taken away": (
        "remove from board sea:\n    there - here",
        "expect here.near == 1 and there.near == 1 and yonder.near == 2",
    ),
    "a way with a name": ("remove ferry", "expect here.near == 1 and yonder.near == 1"),
    "all ways": ("replace board sea:\n    bridge: here - there", "expect here.near == 1 and yonder.near == 0"),
    "a grid": ("replace board field_:\n    grid 2 by 3", "expect count(s in Square) == 6"),
    "a gap": ("remove from board field_:\n    gap a2 - a1", "expect neighbours(a1).size == 2"),
    "a default and a value": ("remove rounds\n\nremove turn.look\n\nreplace player.points = 4", "expect ann.points == 5"),
    "other parameters": (
        "remove price\n\ndefine price(n: Int, m: Int) -> Int = n + m\n\n"
        "remove die\n\nrule die(p: Player):\n    p.points = price(1, 2)",
        "when die(ann)\n    expect ann.points == 3",
    ),
    "a field of another type": (
        "remove player.coins\n\nplayer:\n    coins: Int 0 to 5 = 4\n\nafter play:\n    players[1] gains 7 coins",
        "expect ann.coins == 5",
    ),
    "an enum in another order": ("remove Weather\n\nenum Weather: rain, sun", "expect rain < sun"),
    "a thing of another kind": (
        "kind Isle is Place\n\nremove yonder\n\nIsle yonder",
        "expect yonder is Isle and yonder.near == 2 and here.near == 2",
    ),
    "a board": ("remove sea\n\nboard sea of Place:\n    here - yonder", "expect here.near == 1 and there.near == 0"),
    "scoring": ('remove scoring\n\nscoring for each player q:\n    "Coins": q.coins\n    winner: least total', ""),
}


def shop(folder: Path, change: str, clauses: str) -> Workshop:
    """A game in a folder, with a variant."""
    (folder / "variants").mkdir()
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    example = f'\n\nexample "v":\n    players ann, ben\n    {clauses}\n' if clauses else ""
    (folder / "variants" / "v.rules").write_text(f'variant v "V" of small\n\n{change}\n{example}', encoding="utf-8")
    return Workshop(locate(folder), ["v"])


@pytest.mark.parametrize("case", CASES)
def test_a_change_of_a_declaration(case: str, tmp_path: Path) -> None:
    change, clauses = CASES[case]
    if case == "ways added":
        # Two spaces are joined once.
        _, sink = load_text(GAME, f"variant v of small\n\n{change}\n")
        assert [d.code for d in sink.sorted() if d.severity is Severity.ERROR] == ["RL0607"]
        return
    for outcome in shop(tmp_path, change, clauses).examples():
        assert outcome.failed is None, outcome.failed
    assert Game(tmp_path, ["v"]).start(["ann", "ben"], seed=1).over


@pytest.mark.parametrize(
    ("change", "winners"),
    [
        ("", [0, 1]),
        ("add to winner: most p.coins", [1]),
        ("replace winner: most total, then least p.coins", [0]),
        ('remove scoring\n\nscoring for each player q:\n    "Coins": q.coins\n    winner: least total', [0]),
    ],
)
def test_who_wins(change: str, winners: list[int], tmp_path: Path) -> None:
    shop(tmp_path, change, "")
    match = Game(tmp_path, ["v"]).start(["ann", "ben"], seed=1)
    assert [match.players.index(name) for name in match.winners] == winners


def test_titles(tmp_path: Path) -> None:
    shop(tmp_path, 'replace turn.title = "{p}, go"\n\nreplace turn.throw.title = "Go on"', "")
    told = [line.text for line in Game(tmp_path, ["v"]).start(["ann", "ben"], seed=1).story()]
    assert "ann, go" in told and "Go on" in told and not any("Turn of" in line or "Throwing" in line for line in told)


def test_what_was_removed_is_told() -> None:
    """What still names a field that a variant removes is an unknown name, and the message says who removed it."""
    model, sink = load_text(GAME, "variant v of small\n\nremove player.coins\n")
    found = [d for d in sink.sorted() if d.severity is Severity.ERROR]
    assert found and {d.code for d in found} <= {"RL0202", "RL0203"}
    assert any("`v` removes it here" in label.text for d in found for label in d.others), [(d.message, d.others) for d in found]
    assert model.sources.files[found[0].span.file].name == "game.rules"

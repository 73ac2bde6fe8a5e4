"""C18: a recorded match under changed rules gets one of three verdicts, and never quietly shows another game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.commands.run import VERDICTS
from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.play.script import Played, run_script
from rulelang.tools.playing import recording
from rulelang.tools.setup import Setup

RULES = """\
game castle "Castle":
    players 2

kind Card:
    worth: Int

table Card:
    | name  | worth |
    | rake  | 1     |
    | spade | 2     |
    | crown | 5     |

state:
    deck: pile of Card = Card, secret
    shelf: pile of Card
    rounds: Int = 0

player:
    gold: Int 0 to 99 = 20
    won: pile of Card

## Everybody pays each round.
rule tax(p: Player):
    p loses 1 gold for "tax"

rule ransom(p: Player):
    p loses 15 gold for "ransom"

play:
    shuffle deck
    repeat at most 10:
        rounds += 1
        for each me in players:
            turn of me:
                roll d6 as n
                if shelf.size == 0:
                    draw 1 from deck to shelf
                me chooses "What now?":
                    work where me.gold < 40 "Work":
                        me gains n gold for "work"
                    buy(card from shelf where me.gold >= 10) "Buy {card}":
                        move card to me.won
                        me gains card.worth gold for "{card}"
                    rest "Rest":
                        nothing
                tax(me)
                if me.gold == 0 and rounds > 99:
                    ransom(me)

scoring for each player p:
    "Gold": p.gold
    winner: most total
"""


def choose(text: str, options: list[str]) -> str:
    return random.Random(text).choice(options)


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A match of ten rounds, recorded. The crown is bought late, if at all."""
    (tmp_path / "castle.rules").write_text(RULES, encoding="utf-8")
    place = locate(tmp_path / "castle.rules")
    match = Game(place).start(["ann", "ben"], seed=11)
    while match.pending:
        words = [option.text for option in match.pending[0].options]
        buying = [word for word in words if word.startswith("buy")]
        number = len(match.moves)
        match.choose(buying[0] if buying and number in (2, 5, 13) else "work" if "work" in words and number % 3 else "rest")
    assert len(match.moves) == 20
    path = tmp_path / "match.play"
    path.write_text(recording(match, place, Setup(), path), encoding="utf-8")
    return path


def rerun(path: Path, *changes: tuple[str, str], repair: bool = False) -> Played:
    """The record under changed rules."""
    text = RULES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (path.parent / "castle.rules").write_text(text, encoding="utf-8")
    return run_script(path) if not repair else _repair(path)


def _repair(path: Path) -> Played:
    from rulelang.play.script import Scripts

    return Scripts().run(path, repair=True)


def test_a_record_keeps_chance_by_stream_and_name(recorded: Path) -> None:
    text = recorded.read_text(encoding="utf-8")
    assert "\ndice " in text
    assert text.count("deck deck: ") == 3
    assert "tax " in text.split("\n\n")[0]
    assert text.count("\nstate ") >= 4


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [("## Everybody pays each round.", "## Nobody likes it.\n# A comment.")],
        [('"Castle"', '"The Castle"'), ('"Work"', '"Go to work"'), ('"What now?"', '"Well?"'), ('"tax"', '"the king\'s tax"')],
        [("loses 15 gold", "loses 16 gold")],
        [("rule ransom", "rule idle(p: Player):\n    nothing\n\nrule ransom")],
        [("    rounds: Int = 0\n", "    rounds: Int = 0\n    storms: Int = 0\n")],
        [("    | rake  | 1     |\n", "    | rake | 1 |\n")],
    ],
    ids=["nothing", "comments", "labels", "unreached", "a rule more", "a field more", "layout"],
)
def test_the_same_game(recorded: Path, changes: list[tuple[str, str]]) -> None:
    played = rerun(recorded, *changes)
    assert not played.failed, played.diagnostics
    assert played.verdict is not None and played.verdict.form == "same"
    assert played.verdict.message.startswith("same game: all 20 moves, and every state")


def test_the_same_moves_and_another_state(recorded: Path) -> None:
    played = rerun(recorded, ("loses 1 gold", "loses 2 gold"))
    assert played.verdict is not None
    assert (played.verdict.form, played.verdict.move, played.verdict.moves) == ("other", 1, 20)
    assert played.verdict.message.startswith(
        "all 20 moves are still legal, but from move 1 on the state differs: after move 5 `ann.gold` is "
    )
    assert ", recorded " in played.verdict.message
    assert played.verdict.changed == ("tax",)
    assert "changed since: `tax` (" in played.verdict.message and "castle.rules:23)" in played.verdict.message


def test_only_rules_that_the_match_has_met_are_to_blame(recorded: Path) -> None:
    played = rerun(recorded, ("loses 15 gold", "loses 16 gold"), ("loses 1 gold", "loses 2 gold"))
    assert played.verdict is not None and played.verdict.form == "other"
    assert set(played.verdict.changed) == {"tax", "ransom"}
    assert "changed since: `tax` (" in played.verdict.message
    assert played.verdict.message.endswith("; 1 more changed, and was not met")


def test_a_card_that_nobody_took_until_late(recorded: Path) -> None:
    """The state differs from the move that takes it, not before."""
    lines = recorded.read_text(encoding="utf-8").splitlines()
    moves = [line for line in lines if line.startswith(("ann: ", "ben: "))]
    last = max(number for number, line in enumerate(moves, 1) if "buy " in line)
    card = moves[last - 1].split()[-1]
    row = next(line for line in RULES.splitlines() if line.startswith(f"    | {card}"))
    number = row.split("|")[2].strip()
    played = rerun(recorded, (row, row.replace(f"| {number} ", f"| {int(number) + 3} ")))
    assert played.verdict is not None
    assert (played.verdict.form, played.verdict.move) == ("other", last)
    assert played.verdict.changed == (card,)


def test_a_move_that_is_no_longer_legal(recorded: Path) -> None:
    played = rerun(recorded, ("me.gold >= 10", "me.gold >= 90"))
    assert played.verdict is not None and played.failed
    assert (played.verdict.form, played.verdict.move) == ("diverged", 3)
    message = played.verdict.message
    assert message.startswith("recorded with other rules (one rule differs: `play`), then diverged at move 3: `ann: buy ")
    assert "is no longer legal because " in message
    assert "`ann.gold >= 90` is false (" in message and "castle.rules:4" in message
    assert [d.code for d in played.diagnostics if d.code.startswith("RL073")] == ["RL0731"]
    assert played.match is not None and len(played.match.moves) == 2


def test_a_roll_more_changes_nothing_before_it(recorded: Path) -> None:
    """Chance is kept by stream: one die more in the fifth round leaves what came before as it was, and the deck too."""
    played = rerun(
        recorded,
        (
            "        rounds += 1\n",
            "        rounds += 1\n        if rounds == 5:\n            roll d6 as luck\n            rounds += luck - luck\n",
        ),
    )
    assert played.verdict is not None
    assert (played.verdict.form, played.verdict.move) == ("other", 8)


def test_chance_that_cannot_come_any_more(recorded: Path) -> None:
    played = rerun(recorded, ("roll d6 as n", "roll d4 as n"))
    assert played.verdict is not None
    assert played.verdict.form in ("other", "diverged")
    assert not any(d.code in ("RL0710", "RL0711") for d in played.diagnostics)


def test_steps_that_are_forced_now_are_put_in(recorded: Path) -> None:
    more = (
        "                tax(me)\n",
        '                me chooses "The tax":\n                    pay "Pay":\n                        tax(me)\n',
    )
    plain = rerun(recorded, more)
    assert plain.verdict is not None and plain.verdict.form == "diverged" and plain.verdict.move == 2
    played = rerun(recorded, more, repair=True)
    assert played.verdict is not None and played.verdict.form != "diverged"
    assert len(played.inserted) == 19
    assert played.inserted[0].moves == (("ann", "pay"),)


def test_exit_codes_differ() -> None:
    assert len(set(VERDICTS.values())) == 3

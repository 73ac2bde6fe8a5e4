"""C36: coverage counts what the rules say, not the lines they stand on, and says why something is not reached."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.syntax.format import format_text
from rulelang.tools.coverage import Coverage
from rulelang.tools.report import FORMS
from rulelang.tools.setup import Setup
from rulelang.tools.testing import run_tests
from tests.cli import conftest
from tests.cli.conftest import Rulelang

rulelang = conftest.rulelang

PLAGUE = """\
game plague "Plague":
    players 2

player:
    lost_turns: Int = 0
    dead: Bool = false
    rich: Bool = false

rule die(v: Player):
    v.dead = true
    v.rich = false

rule plague(v: Player):
    roll 2d6 as n
    match n:
        6 or less: nothing
        7 to 8: v.lost_turns += 1
        else:
            die(v)
    if v.rich and v.lost_turns > 3:
        log "{v} is ill"

play:
    step round "The round" for each v in players skip when players[1].rich:
        plague(v)

example "a seven":
    players ann, ben
    dice 3, 4
    when plague(ann)
    expect ann.lost_turns == 1
"""

ONE_LINE = PLAGUE.replace("        else:\n            die(v)\n", "        else: die(v)\n").replace(
    '    if v.rich and v.lost_turns > 3:\n        log "{v} is ill"\n', '    if v.rich and v.lost_turns > 3: log "{v} is ill"\n'
)
BROKEN = PLAGUE.replace("v.rich and v.lost_turns", "v.rich and\n        v.lost_turns").replace(
    "roll 2d6 as n\n", "roll 2d6   as n # two dice\n\n"
)


def covered(folder: Path, text: str) -> Coverage:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    coverage = Coverage()
    list(run_tests([locate(path)], Setup(), tracer=coverage.tracer))
    coverage.finish()
    return coverage


def reasons(coverage: Coverage) -> list[str]:
    return [gap.reason for gap in coverage.gaps()]


@pytest.mark.parametrize(
    "text", [PLAGUE, ONE_LINE, BROKEN, format_text(BROKEN)], ids=["as written", "one line", "broken", "formatted"]
)
def test_layout_changes_nothing(tmp_path: Path, text: str) -> None:
    coverage = covered(tmp_path, text)
    assert reasons(coverage) == [
        "`die` is never run",
        "arm `6 or less`: no example rolls 2 to 6",
        "arm `else`: no example rolls 9 to 12",
        "`v.rich` was never true",
        "`play` is never run",
    ]
    assert coverage.counts() == {"rule": (1, 3), "line": (4, 11), "condition": (0, 4), "arm": (1, 3)}


def test_both_sides_of_and(tmp_path: Path) -> None:
    more = 'example "ill":\n    players ann, ben\n    given ann.rich = true\n    dice 3, 4\n    when plague(ann)\n'
    found = reasons(covered(tmp_path, f"{PLAGUE}\n{more}"))
    assert "`v.lost_turns > 3` was never true" in found and "`v.rich` was never true" not in found


def test_skipped_phases(tmp_path: Path) -> None:
    more = 'example "nobody is rich":\n    players ann, ben\n    dice 3, 4, 6, 6\n    when play\n    expect ben.dead\n'
    found = reasons(covered(tmp_path, f"{PLAGUE}\n{more}"))
    assert "`players[1].rich` was never true" in found
    assert "arm `else`: no example rolls 9 to 12" not in found and "`play` is never run" not in found


def test_a_failing_example_shows_what_it_reached(tmp_path: Path) -> None:
    failing = PLAGUE.replace("expect ann.lost_turns == 1", "expect ann.lost_turns == 2")
    assert reasons(covered(tmp_path, failing)) == reasons(covered(tmp_path, PLAGUE))


CARDS = """\
game cards "Cards":
    players 2

kind Card:
    worth: Int
    rule act(p: Player)

table Card:
    | name  | worth |
    | rake  | 1     |
    | spade | 2     |
    | crown | 5     |

also rake:
    rule act(p):
        p.gold += 1

also spade:
    rule act(p):
        p.gold += 2

also crown:
    rule act(p):
        p.gold += 5

player:
    gold: Int = 0
    hand: pile of Card

rule turn(p: Player):
    p chooses "What?":
        play(card from Card) "Play {card}":
            card.act(p)
        rest "Rest"

play:
    for each p in players:
        turn(p)

scoring for each player p:
    "Gold": p.gold when p.gold > 0
    winner: most total

example "a rake is worth one":
    players ann, ben
    when turn(ann)
    ann: play rake
    expect ann.gold == 1
"""


def test_cards_options_and_bills(tmp_path: Path) -> None:
    coverage = covered(tmp_path, CARDS)
    assert reasons(coverage) == [
        "`spade.act` is never run",
        "`crown.act` is never run",
        "`turn.rest` is never chosen",
        "`play` is never run",
        "`scoring` is never run",
        "Card `spade` never comes up",
        "Card `crown` never comes up",
    ]
    whole = 'example "all of it":\n    players ann, ben\n    ann: play spade\n    ben: rest\n    expect ann.gold == 2\n'
    coverage = covered(tmp_path, f"{CARDS}\n{whole}")
    assert reasons(coverage) == ["`crown.act` is never run", "Card `crown` never comes up"]
    (rest,) = [item for item in coverage.items if item.path == "turn.rest"]
    assert rest.by == {"all of it"}


def test_as_a_command(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(CARDS, encoding="utf-8")
    result = rulelang("test", "game.rules", "--coverage")
    assert result.exit_code == 0, result.output
    assert "game.rules:19:5: `spade.act` is never run\n" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("reached: 2 of 6 rules, ")
    report = FORMS["coverage"].validate_json(rulelang("test", "game.rules", "--coverage", "--format", "json").stdout)
    assert report.reached["thing"] == [1, 3]
    (item,) = [each for each in report.items if each.path == "rake.act" and each.form == "rule"]
    assert item.by == ["a rake is worth one"] and item.covered and not item.reason
    assert json.loads(rulelang("test", "game.rules", "--format", "json").stdout) == []


TRIED = """\
game tried "Tried":
    players 2

player:
    coins: Int = 1

rule spend(p: Player):
    p.coins -= 1

play:
    for each p in players:
        p chooses "Spend?":
            pay(n from [1]) where would(spend(p), p.coins >= n): spend(p)
            wait: nothing
"""


def test_why_not_is_told_while_coverage_is_counted(tmp_path: Path) -> None:
    """A transcript says why a move is refused also where the condition is a rule that was tried, and its value is noted."""
    path = tmp_path / "tried" / "game.rules"
    (path.parent / "scripts").mkdir(parents=True)
    path.write_text(TRIED, encoding="utf-8")
    script = "game tried\nplayers ann, ben\n\nrefused ann: pay 1\nann: wait\nben: wait\n"
    (path.parent / "scripts" / "no.play").write_text(script, encoding="utf-8")
    coverage = Coverage()
    (report,) = run_tests([locate(path)], Setup(), tracer=coverage.tracer)
    assert not report.failed, report.diagnostics


EITHER = """
define luck(v: Player) -> Int = 7 if v.rich else 2

example "the poor have less luck":
    players ann, ben
    expect luck(ann) == 2
"""


def test_a_define_of_two_arms_is_reached(tmp_path: Path) -> None:
    told = reasons(covered(tmp_path, PLAGUE + EITHER))
    assert "`v.rich` was never true" in told
    assert not [reason for reason in told if "7 if v.rich else 2" in reason]

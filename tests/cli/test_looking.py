"""`find`, `show` and `explain`: looking inside a game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli import exit
from rulelang.text.codes import CODES
from tests.cli.conftest import Rulelang

GAME = """\
## Berries are picked from the bush until it is bare.
game berries "Berries":
    players 2 to 3
    sections "Picking", "Winning", "Weather"

include "picking.rules"

@found("a neighbour")
setting bush_size: Int 1 to 20 = 6 "how many berries grow"

@rulebook("Picking")
state:
    bush: Int 0 to 20 = 0 "the bush"

player:
    berries: Int 0 to 20 = 0, public

play:
    bush = bush_size
    repeat for each me in players:
        pick_some(me)
    until bush == 0

@rulebook("Winning")
scoring for each player p:
    "berries": p.berries
    winner: most total
"""

PICKING = """\
## One or two at a time.
@rulebook("Picking")
rule pick_some(me: Player):
    turn of me:
        me chooses "Pick":
            pick(n in range(1, 2) where n <= bush) "Pick {n}":
                bush -= n
                me gains n berries

@reconstructed("nobody remembers")
@rulebook("Pikcing")
define is_bare -> Bool = bush == 0

example "two berries":
    players ann, ben
    given bush = 3
    when pick_some(ann)
    ann: pick 2
    expect bush == 1
    expect not is_bare
"""


@pytest.fixture
def berries(tmp_path: Path) -> Path:
    """A small game in two files."""
    folder = tmp_path / "berries"
    folder.mkdir()
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    (folder / "picking.rules").write_text(PICKING, encoding="utf-8")
    return folder


def test_find_by_name_tells_readers_and_writers(rulelang: Rulelang, berries: Path) -> None:
    result = rulelang("find", "berries", "bush", "--format", "json")
    assert result.exit_code == exit.FINE
    found = json.loads(result.stdout)["found"]
    assert [each["path"] for each in found[:2]] == ["state.bush", "bush_size"]
    field = found[0]
    assert (field["type"], field["value"], field["label"]) == ("Int 0 to 20", "0", "the bush")
    assert field["origin"] == ['@rulebook("Picking")']
    assert {use["within"] for use in field["writers"]} == {"play", "pick_some.pick"}
    assert {use["within"] for use in field["readers"]} >= {"play", "pick_some.pick", "is_bare"}
    assert field["place"] == "berries/game.rules:13:5"


def test_find_by_label_and_by_text(rulelang: Rulelang, berries: Path) -> None:
    labelled = rulelang("find", "berries", "GROW", "berries").stdout
    assert labelled.startswith("bush_size  setting “how many berries grow”  berries/game.rules:9:9\n")
    assert '    @found("a neighbour")' in labelled
    spoken = rulelang("find", "berries", "one", "or", "two").stdout
    assert spoken.startswith("pick_some  rule  berries/picking.rules:3:6\n    One or two at a time.")
    text = rulelang("find", "berries", "n", "<=", "bush").stdout
    assert "berries/picking.rules:6:13  pick(n in range(1, 2)" in text


def test_find_nothing(rulelang: Rulelang, berries: Path) -> None:
    result = rulelang("find", "berries", "nettles")
    assert result.exit_code == exit.FINDINGS
    assert result.stdout == ""
    assert "nothing in berries speaks of nettles" in result.stderr


def test_phases(rulelang: Rulelang, berries: Path) -> None:
    lines = [line.split("  berries/")[0].rstrip() for line in rulelang("show", "berries", "phases").stdout.splitlines()]
    assert lines == [
        "play",
        "    repeat for each me in players",
        "        pick_some(me)",
        "            turn of me",
        '                me chooses "Pick"',
        '                    pick "Pick {n}"',
        "    until bush == 0",
        "scoring for each player p",
        '    "berries"',
        "    winner: most total",
    ]


def test_rules_and_hooks(rulelang: Rulelang, berries: Path) -> None:
    rules = [line.split("  ")[0] for line in rulelang("show", "berries", "rules").stdout.splitlines()]
    assert rules == ["play play", "scoring scoring", "rule pick_some", "option pick_some.pick", "define is_bare"]
    hooks = {line.split()[0]: line for line in rulelang("show", "berries", "hooks").stdout.splitlines()}
    assert "before, after, replace, add to" in hooks["pick_some"]
    assert "replace, limit" in hooks["pick_some.pick"]
    assert "replace" in hooks["is_bare"]


CHANGES = {
    "before": "before {path}:\n    nothing\n",
    "after": "after {path}:\n    nothing\n",
    "limit": "limit {path} where bush > 1\n",
    "remove": "remove {path}\n",
    "replace winner": "replace winner: least total\n",
    "add to winner": "add to winner: least total\n",
    "add to": 'add to {path}:\n    leave "Leave"\n',
    "add to scoring": 'add to {path}:\n    "a basket": 1\n',
    "replace pick_some": "replace {path}(me):\n    original(me)\n",
    "replace pick_some.pick": "replace {path}:\n    bush -= 1\n",
    "replace play": "replace {path}:\n    original()\n",
    "replace is_bare": "replace {path} = original() or bush == 1\n",
}


def test_every_hook_can_be_used(rulelang: Rulelang, berries: Path) -> None:
    """What `hooks` offers is no error in a variant: no name is unknown, no change unfit."""
    used = 0
    for line in rulelang("show", "berries", "hooks").stdout.splitlines():
        path, verbs, _ = (part.strip() for part in re.split(r"\s{2,}", line))
        for verb in verbs.split(", "):
            text = CHANGES.get(f"{verb} {path}") or CHANGES.get(verb, "replace {path} = original()\n")
            (berries / "odd.rules").write_text(f"variant odd of berries\n\n{text.format(path=path)}", encoding="utf-8")
            found = json.loads(rulelang("check", "berries", "--variant", "berries/odd.rules", "--format", "json").stdout)
            codes = {each["code"] for each in found} & {"RL0122", "RL0401", "RL0402", "RL0403", "RL0404", "RL0101"}
            assert not codes, f"{verb} {path}: {found}"
            used += 1
    assert used > 10


def test_a_rule_with_what_variants_change(rulelang: Rulelang, berries: Path) -> None:
    (berries / "variants").mkdir()
    text = "variant odd of berries\n\nafter pick_some:\n    nothing\n"
    (berries / "variants" / "odd.rules").write_text(text, encoding="utf-8")
    plain = rulelang("show", "berries", "rule", "pick_some").stdout
    changed = rulelang("show", "berries", "rule", "pick_some", "--variant", "odd").stdout
    bare = [line.split("  ", 1)[1].strip() for line in changed.splitlines()]
    assert bare == [*(line.split("  ", 1)[1].strip() for line in plain.splitlines()), "after pick_some:", "nothing"]
    assert "berries/variants/odd.rules:3      after pick_some:" in changed


def test_rule_with_the_file_of_each_line(rulelang: Rulelang, berries: Path) -> None:
    lines = rulelang("show", "berries", "rule", "pick_some").stdout.splitlines()
    assert lines[0] == "berries/picking.rules:1  ## One or two at a time."
    assert lines[-1] == "berries/picking.rules:8                  me gains n berries"


def test_a_define_with_one_variant_over_another(rulelang: Rulelang, berries: Path) -> None:
    """What a higher one says, and deeper what its `original` runs, although neither has the line of the define itself."""
    folder = berries / "variants"
    folder.mkdir(exist_ok=True)
    (folder / "early.rules").write_text('variant early "Early" of berries\n\nreplace is_bare = original() or bush == 1\n')
    (folder / "late.rules").write_text('variant late "Late" of berries over early\n\nreplace is_bare = original() or bush == 2\n')
    shown = rulelang("show", "berries", "rule", "is_bare", "--variant", "early", "--variant", "late").stdout.splitlines()
    assert [line.split()[1] for line in shown if "bush" in line] == ["replace", "replace", "define"]
    depths = [line.index(line.split()[1]) for line in shown if "bush" in line]
    assert depths == sorted(set(depths))


def test_rule_that_is_not_there(rulelang: Rulelang, berries: Path) -> None:
    result = rulelang("show", "berries", "rule", "pick_sum")
    assert result.exit_code == exit.USAGE
    assert "nothing is called `pick_sum`; did you mean `pick_some`" in result.stderr
    assert rulelang("show", "berries", "rule").exit_code == exit.USAGE
    assert rulelang("show", "berries", "phases", "pick_some").exit_code == exit.USAGE


def test_provenance(rulelang: Rulelang, berries: Path) -> None:
    text = rulelang("show", "berries", "provenance").stdout
    assert "sections of the rule book with a rule: 2 of 3" in text
    assert "       0  Weather" in text
    assert 'berries/picking.rules:11:1  @rulebook("Pikcing"); did you mean `Picking` or `Winning`?' in text
    assert "sections without a rule: 1\n    Weather\n" in text
    rules = text.split("rules without a section: ")[1].split("\n\n")[0].splitlines()
    assert rules == ["1", "    play  berries/game.rules:18:1"]
    assert 'is_bare  @reconstructed("nobody remembers")  berries/picking.rules:10:1' in text
    assert 'bush_size  @found("a neighbour")  berries/game.rules:8:1' in text
    without = text.split("without a mark:\n")[1]
    assert "pick_some" not in without
    assert "play  berries/game.rules:18:1" in without


def test_sections_are_cited_by_title_or_number(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(
        """\
game numbered "Numbered":
    players 2
    language 1
    sections "1 Aim", "2.1 Going", "2.2 Coming", "2.2 Coming back", "A.1: More", "A Walk"

@rulebook("1")
play:
    go()
    come()
    more()

@rulebook("2.1 Going")
rule go():
    log "go"

@rulebook("2.2")
rule come():
    log "come"

@rulebook("A.1")
@rulebook("A")
rule more():
    log "more"
""",
        encoding="utf-8",
    )
    text = rulelang("show", str(tmp_path), "provenance").stdout
    counts = dict(line.split(maxsplit=1)[::-1] for line in text.splitlines()[7:13] if line.strip())
    assert counts == {
        "1 Aim": "1",
        "2.1 Going": "1",
        "2.2 Coming": "0",
        "2.2 Coming back": "0",
        "A.1: More": "1",
        "A Walk": "0",
    }
    # A number that two sections begin with says of neither that it has a rule; one letter may be a word.
    assert "rules without a section: none" in text
    assert '@rulebook("2.2")' in text.split("cited, and not among the sections of the game:")[1]


def test_explain_in_all_spellings(rulelang: Rulelang) -> None:
    pages = {rulelang("explain", spelling).stdout for spelling in ("RL0101", "rl0101", "101")}
    assert len(pages) == 1
    assert "RL0101" in pages.pop()


def test_explain_lists_all_codes(rulelang: Rulelang) -> None:
    lines = rulelang("explain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)


def test_explain_an_unknown_code(rulelang: Rulelang) -> None:
    result = rulelang("explain", "RL9999")
    assert result.exit_code == exit.USAGE
    assert "there is no error with the code `RL9999`" in result.stderr

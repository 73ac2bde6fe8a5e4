"""Clauses of examples and scripts: positions, chance, answers, expectations, refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulelang
from rulelang.errors import RulesError
from rulelang.play.example import Outcome, Workshop
from rulelang.play.script import Played, run_script
from rulelang.play.transcript import as_json_lines, as_text, of_script
from tests.play.helpers import MARKET, write

PLAYERS = "    players ann, ben\n"


def outcome(tmp_path: Path, *clauses: str, rules: str = MARKET) -> Outcome:
    """What comes of an example with these clauses."""
    lines = "".join(f"    {clause}\n" for clause in clauses)
    text = f'{rules}\nexample "one":\n{PLAYERS}{lines}'
    shop = Workshop(rulelang.load(write(tmp_path / "game", text)).place)
    return next(shop.examples())


def failed(tmp_path: Path, *clauses: str, rules: str = MARKET) -> tuple[str, str, tuple[str, ...]]:
    found = outcome(tmp_path, *clauses, rules=rules).failed
    assert found is not None
    return found.code, found.message, found.notes


def passes(tmp_path: Path, *clauses: str, rules: str = MARKET) -> None:
    found = outcome(tmp_path, *clauses, rules=rules)
    assert found.failed is None, (found.failed.message, found.failed.notes)


def test_a_position_holds_what_is_given(tmp_path: Path) -> None:
    passes(
        tmp_path,
        "given ann.won = [crown, coin, coin]",
        "given ben.hand = [coin]",
        "given ann.gold = 7",
        "expect ann.won.size == 3",
        "expect top(ann.won) is crown",
        "expect count(c in ann.won where c is coin) == 2",
        "expect coin_3 in ben.hand",
        "expect deck.size == 2",
        "expect ann.gold == 7 and ben.gold == 2",
        "given ann.won = [gem]",
        "expect crown in deck",
        "given deck = []",
        "expect crown in box",
    )


def test_more_copies_than_there_are(tmp_path: Path) -> None:
    assert failed(tmp_path, "given ann.won = [crown, crown]")[:2] == ("RL0702", "there is only 1 of `crown`")
    assert failed(tmp_path, "given ann.won = [gem, gem, gem]")[:2] == ("RL0702", "there are only 2 of `gem`")
    assert failed(tmp_path, "given ann.won = [gem_1, gem_1]")[0] == "RL0702"


def test_a_design_means_all_its_copies_where_a_field_is_set_and_one_in_a_slot(tmp_path: Path) -> None:
    rules = MARKET.replace("kind Card:\n", "kind Card:\n    worn: Bool = false\n", 1)
    rules = rules.replace("player:\n", "player:\n    held: slot of Card = none\n", 1)
    rules += "\nrule wear(c: Card, p: Player):\n    c.worn = true\n    move c to p.held\n"
    passes(
        tmp_path,
        "given gem.worn = true",
        "expect count(c in Card where c.worn) == 2",
        "given gem_1.worn = false",
        "expect each(c in Card where c.worn) == [gem_2]",
        "given ann.held = coin",
        "expect ann.held is coin",
        rules=rules,
    )


PAGES = """
game library "Library":
    players 2

enum Work: summa, guide

kind Page:
    work: Work

Page page x 3 for each work in Work
Page note x 2 for each player, work in Work
Page seal x 2 for each player:
    work: guide

state:
    shelf: pile of Page = Page, secret

player:
    hand: pile of Page

rule put_back(me: Player):
    me chooses p from me.hand "Which?":
        move p to box
    otherwise:
        nothing

play:
    shuffle shelf
    for each p in players:
        draw 2 from shelf to p.hand
        put_back(p)
"""


def test_copies_of_a_family(tmp_path: Path) -> None:
    """What names several things of a family means as many as a list has room for, or all of them, and which of them is no
    matter to `is` and `in`."""
    passes(
        tmp_path,
        "given ann.hand = [page[summa], page[guide], page[summa], ben.note[guide], ann.seal]",
        "expect count(p in ann.hand where p is page[summa]) == 2",
        "expect count(p in ann.hand where p is page) == 3",
        "expect page[summa] in ann.hand and page[summa] in shelf",
        "expect ben.note in ann.hand and ann.note not in ann.hand",
        "expect any(p in ann.hand where p is ben.note) and not any(p in ann.hand where p is ann.note)",
        "given ann.hand = page[summa]",
        "expect ann.hand.size == 3 and page[summa] not in shelf",
        "given ann.hand = ben.note",
        "expect ann.hand.size == 4",
        "given ann.hand = ben.note[guide]",
        "expect ann.hand == [ben.note_guide_1, ben.note_guide_2]",
        "given ann.hand = [page, page, page, page, page, page]",
        "expect ann.hand.size == 6",
        rules=PAGES,
    )
    assert failed(tmp_path, "given ann.hand = [page[summa], page[summa], page[summa], page[summa]]", rules=PAGES)[:2] == (
        "RL0702",
        "there are only 3 of `page[summa]`",
    )


def test_a_copy_of_a_family_by_its_whole_name(tmp_path: Path) -> None:
    passes(
        tmp_path,
        "given ann.hand = [page_summa_3, ann.note_guide_2, ann.seal_1]",
        "expect page_summa_3 in ann.hand and page_summa_1 not in ann.hand",
        "when put_back(ann)",
        "ann: page_summa",
        "expect page_summa_3 in box",
        rules=PAGES,
    )
    passes(
        tmp_path,
        "deck shelf: page[guide], page_summa_2, seal, note",
        "expect ann.hand[2] is page[guide] and ann.hand[1] is page_summa_2",
        "ann: page_guide",
        "expect ben.hand[2] is ann.seal or ben.hand[2] is ben.seal",
        "ben: seal",
        rules=PAGES,
    )


def test_chance_is_dictated(tmp_path: Path) -> None:
    assert failed(tmp_path, "dice 7", "when turn(ann)", "ann: work")[0] == "RL0711"
    assert failed(tmp_path, "dice 3", "when turn(ann)", "ann: rest")[0] == "RL0712"
    passes(tmp_path, "dice 3", "when turn(ann)", "ann: work", "expect ann.gold == 4")
    passes(
        tmp_path,
        "given table = [coin]",
        "deck deck: crown",
        "when turn(ann)",
        "ann: buy coin",
        "expect top(table) is crown",
    )
    assert failed(tmp_path, "given table = [coin, crown]", "deck deck: crown", "when turn(ann)", "ann: buy coin")[0] == "RL0710"


def test_a_whole_game_begins_where_nothing_is_given(tmp_path: Path) -> None:
    passes(
        tmp_path,
        "deck deck: coin, gem, crown, coin",
        "expect top(ann.hand) is coin and top(ben.hand) is gem",
        "expect top(table) is coin",
        "refused ann: 3",
        "ann: 0",
        "refused ann: 0",
        "ben: 2",
        "ann: rest",
        "refused ann: rest",
    )


def test_an_expectation_prints_what_it_is_about(tmp_path: Path) -> None:
    code, message, notes = failed(tmp_path, "given ann.gold = 4", "expect cost(ann, crown) <= ann.gold - 1")
    assert code == "RL0707"
    assert message == "expected, and not so: `cost(ann, crown) <= ann.gold - 1` is false (6 > 3)"
    assert "`cost(ann, crown)` is 6" in notes and "`ann.gold` is 4" in notes


def test_options_are_compared_in_any_order(tmp_path: Path) -> None:
    passes(tmp_path, "when turn(ann)", "expect options of ann == [rest, work]")
    passes(tmp_path, "when turn(ann)", 'expect options of ann == ["work", "rest"]')
    passes(tmp_path, "expect options of ben == [0, 1, 2]")
    passes(tmp_path, "when turn(ann)", "expect options of ben == []", "refused ann: nothing")
    code, message, _ = failed(tmp_path, "given table = [coin]", "when turn(ann)", "expect options of ann == [rest, lay]")
    assert code == "RL0714"
    assert message == "ann has other options: `lay` is no option, and `buy coin` and `work` are options too"


def test_a_choice_may_be_left_open_only_by_a_line_about_it(tmp_path: Path) -> None:
    assert failed(tmp_path, "when turn(ann)")[0] == "RL0713"
    assert failed(tmp_path, "when turn(ann)", "given ann.gold = 1")[:2] == (
        "RL0713",
        "ann must choose before `given` can come",
    )
    passes(tmp_path, "when turn(ann)", "refused ann: dance")


def test_a_refusal_must_come_from_where_it_is_said_to(tmp_path: Path) -> None:
    passes(tmp_path, "given table = [crown]", "when turn(ann)", "refused ann: buy crown by turn.buy")
    assert failed(tmp_path, "given table = [crown]", "when turn(ann)", "refused ann: buy crown by turn.lay")[0] == "RL0709"
    assert failed(tmp_path, "when turn(ann)", "refused ann: rest")[0] == "RL0709"
    assert failed(tmp_path, "refused ann: buy crown by turn.buy")[0] == "RL0709"


def test_a_refused_answer_tells_why(tmp_path: Path) -> None:
    code, message, notes = failed(tmp_path, "given table = [crown]", "when turn(ann)", "ann: buy crown")
    assert code == "RL0708" and message.startswith("ann cannot choose `buy crown` now")
    assert "`cost(ann, crown) <= ann.gold` is false (6 > 2)" in notes[0]
    # When the match is over there is no more to say than that.
    _, message, notes = failed(tmp_path, "given table = [crown]", "ann: buy crown")
    assert message == "ann cannot choose `buy crown`: the match is over" and list(notes) == []


SCRIPT = """## A short day at the market.
game "game.rules"
seed 3
players ann, ben
deck deck: coin, gem, crown, coin
dice 5

ann: 1
ben: 0
## Ann goes to work.
ann: work
expect ann.gold == 4
refused ben: buy crown
"""


def script(tmp_path: Path, text: str = SCRIPT, **options: object) -> Played:
    folder = write(tmp_path / "market", MARKET)
    (folder / "day.play").write_text(text, encoding="utf-8")
    return run_script(folder / "day.play", **options)


def test_a_script_tells_its_story(tmp_path: Path) -> None:
    played = script(tmp_path)
    assert not played.failed, played.diagnostics
    told = as_text(of_script(played))
    assert told.startswith("Market\n======\nann, ben; seed 3; rules ")
    assert "# A short day at the market." in told
    at = told.index("# Ann goes to work.")
    assert told.index("ann: Work") > at > told.index("ben: Bid: 0")
    assert "d6: 5" in told
    assert "a coin moves from the deck to ann's hand" in told


def test_a_story_for_one_player_tells_what_he_knows(tmp_path: Path) -> None:
    told = as_text(of_script(script(tmp_path), "ben"))
    assert "a Card moves from the deck to ann's hand" in told
    assert "ann: Bid: ?" in told and "ben: Bid: 0" in told


def test_the_story_as_data(tmp_path: Path) -> None:
    entries = [json.loads(line) for line in as_json_lines(of_script(script(tmp_path))).splitlines()]
    assert entries[0]["type"] == "header" and entries[0]["players"] == ["ann", "ben"]
    assert [e["text"] for e in entries if e["type"] == "narration"] == ["A short day at the market.", "Ann goes to work."]
    lines = [e for e in entries if e["type"] == "line"]
    assert all(line["place"] for line in lines)


@pytest.mark.parametrize(
    ("header", "flags", "said"),
    [
        ("seed 3\n", {"seed": 4}, "was written with seed 3; you asked for 4"),
        ("", {"players": ["ann", "cat"]}, "was written with the players ann, ben; you asked for ann, cat"),
        ("", {"players": 3}, "you asked for 3"),
        ("variants calm\n", {"variants": ["stormy"]}, "was written with `calm`; you asked for `stormy`"),
        ('rules "rulelang 0.1.0"\n', {"variants": ["stormy"]}, "was recorded with no variant; you asked for `stormy`"),
        ('rules "rulelang 0.1.0"\n', {"settings": {"speed": 3}}, "was recorded with the `speed` of the game"),
        ("set speed = 2\n", {"settings": {"speed": 3}}, "was written with `speed = 2`; you asked for `3`"),
    ],
)
def test_the_header_decides(tmp_path: Path, header: str, flags: dict[str, object], said: str) -> None:
    text = f'game "game.rules"\n{header}players ann, ben\n\nann: 1\nrefused ann: 0\n'
    with pytest.raises(rulelang.RulelangError, match=re.escape(said)):
        script(tmp_path, text, **flags)


def test_flags_say_what_the_header_leaves_open(tmp_path: Path) -> None:
    plain = 'game "game.rules"\nplayers ann, ben\n\nann: 1\nrefused ann: 0\n'
    one, other = script(tmp_path, plain), script(tmp_path, plain, seed=4, players=2)
    assert one.match is not None and other.match is not None
    assert (one.match.seed, other.match.seed) == (0, 4)
    assert one.match.view()["state"]["deck"] != other.match.view()["state"]["deck"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("players ann, ben\n\nann: 0\n", "RL0706"),
        ('game "game.rules"\nset speed = 3\nplayers ann, ben\n\nann: 0\n', "RL0202"),
        ('game "game.rules"\nplayers ann\n\nann: 0\n', "RL0705"),
        ('game "game.rules"\nplayers ann, ann\n\nann: 0\n', "RL0201"),
        ('game "game.rules"\nplayers ann, ben\n\ncat: 0\n', "RL0701"),
        ('game "game.rules"\nplayers ann, ben\n\nann: 5\n', "RL0708"),
        ('game "game.rules"\nplayers ann, ben\n\nann: 0\n', "RL0713"),
    ],
)
def test_what_is_wrong_with_a_script_has_a_code_and_a_place(tmp_path: Path, text: str, code: str) -> None:
    try:
        played = script(tmp_path, text)
        found, sources = played.diagnostics, played.sources
    except rulelang.ScriptError as error:
        found, sources = list(error.diagnostics), error.sources
    assert [d.code for d in found][:1] == [code]
    assert "day.play:" in sources.place(found[0].span)


LENDER = """
game lender "Lender":
    players 2

player:
    debts: Int 0 to 3 = 0

anytime lender "At any time" for each p in players during day:
    borrow where p.debts < 3 "Borrow": p.debts += 1
    repay where p.debts > 0 "Repay": p.debts -= 1

phase day(p: Player):
    p chooses "What now?":
        work "Work": nothing

play:
    day(players[1])
"""


def test_a_refusal_of_what_is_open_beside_a_choice_names_it(tmp_path: Path) -> None:
    passes(tmp_path, "when day(ann)", "refused ann: repay by lender.repay", "ann: work", rules=LENDER)
    assert failed(tmp_path, "when day(ann)", "refused ann: repay by lender.borrow", "ann: work", rules=LENDER)[0] == "RL0709"


ORCHARD = """game orchard "Orchard":
    players 2 to 3

player:
    fruit: Int = 0
    nuts: Int = 0

play:
    for each p in players:
        p gains 1 fruit
        p gains 1 nuts

scoring for each player p:
    "fruit of {p}": 2 * p.fruit
    "nuts": p.nuts when p.nuts > 1
    "leaves": 0
    winner: most total, then least p.nuts
"""


def test_a_bill_is_said_line_by_line(tmp_path: Path) -> None:
    given = ("given ann.fruit = 3", "given ann.nuts = 2")
    lines = ('    "nuts": 2', '    "fruit of ann": 3 * 2')
    passes(tmp_path, *given, "expect bill of ann:", *lines, rules=ORCHARD)
    passes(tmp_path, *given, "expect bill of ann:", *lines, '    "leaves": 0', rules=ORCHARD)
    passes(tmp_path, "expect bill of ben:", '    "fruit of ben": 2', rules=ORCHARD)

    def wrong(*lines: str) -> str:
        code, message, _ = failed(tmp_path, *given, "expect bill of ann:", *(f"    {line}" for line in lines), rules=ORCHARD)
        assert code == "RL0707"
        return message.removeprefix("ann has another bill: ")

    assert wrong('"nuts": 2') == "`fruit of ann` is 6"
    assert wrong('"nuts": 1', '"fruit of ann": 6') == "`nuts` is 2, not 1"
    assert wrong('"nuts": 2', '"fruit of ann": 6', '"fruit": 6') == "there is no line `fruit`"
    assert wrong('"nuts": 2', '"nuts": 2', '"fruit of ann": 6') == "there is no line `nuts`"


def test_who_wins_is_said(tmp_path: Path) -> None:
    passes(tmp_path, "given ann.fruit = 1", "expect won by ann", rules=ORCHARD)
    passes(tmp_path, "expect won by ben, ann", rules=ORCHARD)
    passes(tmp_path, "given ann.nuts = 1", "expect won by ben", rules=ORCHARD)
    assert (
        failed(tmp_path, "given ann.fruit = 1", "expect won by ann, ben", rules=ORCHARD)[1] == "expected, and not so: `ann` wins"
    )


UNSCORED = """game race "Race":
    players 2

play:
    players[1] chooses "Go?":
        go: end game won by players[1]
        stay: end game drawn
"""


def test_without_scoring_there_are_winners_and_no_bills(tmp_path: Path) -> None:
    passes(tmp_path, "ann: go", "expect won by ann", rules=UNSCORED)
    passes(tmp_path, "ann: stay", "expect won by ann, ben", rules=UNSCORED)
    message = failed(tmp_path, "expect won by ann", "ann: go", rules=UNSCORED)[1]
    assert message == "nobody has won yet, and without `scoring` nobody is ahead"
    with pytest.raises(RulesError, match="this game has no `scoring`, so nobody has a bill"):
        outcome(tmp_path, "expect bill of ann:", '    "x": 0', rules=UNSCORED)


WEDGES = """game wheel "Wheel":
    players 2

kind Wedge

Wedge big for each player
Wedge small x 2 for each player

player:
    wheel: pile of Wedge = Wedge

state:
    got: pile of Wedge
    chosen: Player?

play:
    turn(players[2])
    lot()

rule turn(p: Player):
    shuffle p.wheel
    draw 1 from p.wheel to got

rule lot():
    chosen = any one of players at random
"""


@pytest.mark.parametrize(
    "condition", ["ben.wheel == [ben.big, ben.small]", "top(ben.wheel) is ben.big", "ben.wheel[1] is ben.big"]
)
def test_an_order_that_nothing_has_decided_cannot_be_expected(tmp_path: Path, condition: str) -> None:
    code, message, _ = failed(tmp_path, "deck ben.wheel: ben.small", "when turn(ben)", f"expect {condition}", rules=WEDGES)
    assert (code, message) == ("RL0707", "`ben.wheel` was shuffled, and nothing has decided its order since")


def test_what_lies_in_an_undecided_zone_and_what_is_decided_can(tmp_path: Path) -> None:
    passes(
        tmp_path,
        "deck ben.wheel: ben.small, ben.big",
        "when turn(ben)",
        "expect got == [ben.small] and got[1] in got",
        "expect count(w in ben.wheel where w is big) == 1 and ben.big in ben.wheel and ben.wheel != []",
        "when turn(ben)",
        "expect ben.wheel[1] is small and top(ben.wheel) is small",
        "expect ann.wheel[1] is ann.big",
        rules=WEDGES,
    )


def test_chance_that_cannot_come_says_what_can(tmp_path: Path) -> None:
    def why(*clauses: str) -> str:
        code, message, _ = failed(tmp_path, *clauses, rules=WEDGES)
        assert code == "RL0710"
        return message.partition(", at ")[0]

    there = "was dictated to come by chance, and cannot come here: there is"
    assert why("deck ben.wheel: ann.big", "when turn(ben)") == (
        f"`ann.big` {there} `ben.big`, `ben.small_1`, `ben.small_2`; it is ann's, and here are ben's"
    )
    assert why("deck ben.wheel: ben.big, ben.big", "when turn(ben)", "when turn(ben)") == (
        f"`ben.big` {there} `ben.small_1`, `ben.small_2`"
    )
    assert why("random 4", "when lot()") == f"`4` {there} `ann`, `ben`"

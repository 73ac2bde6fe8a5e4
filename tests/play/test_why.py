"""Why a move is refused: each of the seven kinds, with the condition and its place, from what the player may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.play.example import Workshop
from rulelang.play.match import Match
from rulelang.play.why import KINDS, Reason
from rulelang.tools.setup import Setup
from rulelang.tools.why import split_move, why
from tests.play.helpers import write

RULES = """
game site "Site":
    players 2

kind City
City lyon "Lyon"
City paris "Paris"
City rome "Rome"

kind Building:
    cost: Int
    place: City?, public
    define open_to(me: Player) -> Bool = place is none and cost <= me.strength

Building church_1 "small church":
    cost: 2
Building church_2 "big church":
    cost: 4

kind Card:
    value: Int
Card ace:
    value: 1
Card king:
    value: 13

player:
    strength: Int = 3, public
    hand: pile of Card, private

state:
    deck: pile of Card = Card, secret
    shut: City? = rome, public

define price(me: Player, b: Building, c: City) -> Int = b.cost + (1 if c is paris else 0)

define sites(me: Player) -> list of City:
    let closed = shut
    return each(c in City where c is not closed)

## Buildings are paid with strength.
@rulebook("Building")
rule act(me: Player):
    me chooses "What to build?":
        ## A building is built once.
        build(b from Building where b.place is none, c from sites(me))
                where price(me, b, c) <= me.strength "Build {b} in {c}":
            require b is not church_2 "church_2 was never built"
            b.place = c
        open(b from Building where b.open_to(me)):
            nothing
        lay(card from me.hand):
            nothing
        pause:
            nothing

rule walk(me: Player):
    me chooses c from City where c is not shut and me.strength in range(2, 5) "Walk to"
    shut = c

play:
    for each p in players:
        act(p)
        walk(p)
    draw 1 from deck to players[1].hand

example "questions":
    players ann, ben
    when act(ann)
    refused ann: build church_2 paris by act.build
    ann: build church_1 lyon
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return rulelang.load(write(tmp_path / "site", RULES)).start(["ann", "ben"], seed=1)


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(RULES.split("\n"), 1) if text in line)


def only(reasons: tuple[Reason, ...]) -> Reason:
    assert len(reasons) == 1
    reason = reasons[0]
    assert reason.kind == KINDS[reason.code]
    return reason


def test_a_false_condition_is_told_with_its_values_and_place(match: Match) -> None:
    reason = only(match.why_not("ann", "build church_2 paris"))
    assert reason.code == "RL0726"
    assert reason.message == (
        "ann cannot choose `build church_2 paris`: `price(ann, church_2, paris) <= ann.strength` is false (5 > 3)"
    )
    assert reason.place.endswith(f"game.rules:{line_of('where price(me, b, c)')}:23")
    assert reason.asked == "ann must choose: What to build?"
    assert reason.path == "act.build"
    assert reason.doc == ("A building is built once.",) and reason.rulebook == "Building"
    assert "build church_1 paris" in reason.near


def test_what_is_legal_has_no_reasons(match: Match) -> None:
    assert match.why_not("ann", "build church_1 lyon") == ()


def test_a_set_made_by_a_define_is_unfolded(match: Match) -> None:
    reason = only(match.why_not("ann", "build church_1 rome"))
    assert reason.code == "RL0725"
    assert reason.message.endswith("`rome is not rome` is false")
    assert reason.place.endswith(f"game.rules:{line_of('return each(c in City')}:33")


def test_a_define_that_says_no_is_unfolded(match: Match) -> None:
    reason = only(match.why_not("ann", "open church_2"))
    assert reason.code == "RL0726"
    assert "`church_2.open_to(ann)` is false: `cost <= ann.strength` is false (4 > 3)" in reason.message


def test_other_kinds(match: Match) -> None:
    assert only(match.why_not("ben", "build church_1 lyon")).code == "RL0722"
    assert only(match.why_not("ann", "sell church_1")).code == "RL0723"
    assert only(match.why_not("ann", "build church_1")).code == "RL0723"
    unknown = only(match.why_not("ann", "build church_3 lyon"))
    assert unknown.code == "RL0724" and unknown.help == ("did you mean `church_1` or `church_2`?",)
    match.choose("ann", "build church_1 lyon")
    shut = only(match.why_not("ann", "rome"))
    assert shut.code == "RL0726" and shut.message.endswith("`rome is not shut` is false (`shut` is rome)")
    match.choose("ann", "paris")
    used = only(match.why_not("ben", "build church_1 lyon"))
    assert used.code == "RL0726" and "`church_1.place is none` is false (`church_1.place` is lyon)" in used.message


def test_a_requirement_inside_is_a_refusal(tmp_path: Path) -> None:
    rich = RULES.replace("strength: Int = 3", "strength: Int = 9")
    match = rulelang.load(write(tmp_path / "rich", rich)).start(["ann", "ben"], seed=1)
    reason = only(match.why_not("ann", "build church_2 lyon"))
    assert reason.code == "RL0727" and "church_2 was never built" in reason.message
    assert f":{line_of('require b is not')}:" in reason.place
    with pytest.raises(rulelang.IllegalMove, match="church_2 was never built") as refused:
        match.choose("ann", "build church_2 lyon")
    assert [r.code for r in refused.value.reasons] == ["RL0727"]
    assert not match.moves


def test_what_a_player_cannot_see_is_as_if_it_were_not_there(match: Match) -> None:
    hidden = only(match.why_not("ann", "lay ace"))
    nothing = only(match.why_not("ann", "lay axe"))
    assert hidden.code == nothing.code == "RL0724"
    assert hidden.message.replace("ace", "x") == nothing.message.replace("axe", "x")
    assert hidden.help == nothing.help and hidden.near == nothing.near


def test_after_the_end_nothing_is_asked(match: Match) -> None:
    while match.pending:
        match.choose(match.pending[0].seat, next(o for o in match.pending[0].options if "church_2" not in o.text))
    reason = only(match.why_not("ann", "build church_1 lyon"))
    assert reason.code == "RL0721" and reason.message.endswith("the match is over")


def test_questions_about_a_line_and_about_a_game(tmp_path: Path) -> None:
    folder = write(tmp_path / "site", RULES)
    place = f"{folder / 'game.rules'}:{line_of('refused ann: build church_2 paris')}"
    answered = why(place)
    assert answered.asked == "ann must choose: What to build?"
    assert [r.code for r in answered.reasons] == ["RL0726"]
    assert why(f"{folder / 'game.rules'}:{line_of('    ann: build church_1 lyon')}").reasons == ()
    assert [r.code for r in why(str(folder), "ben: lyon", Setup(players=("ann", "ben"))).reasons] == ["RL0722"]
    script = folder / "way.play"
    script.write_text("game site\nplayers ann, ben\nann: build church_1 lyon\n")
    assert [r.code for r in why(str(script), "ann: rome").reasons] == ["RL0726"]
    assert why(f"{script}:3").reasons == ()
    with pytest.raises(rulelang.NotFound, match=r"no move stands in line 1 .*; moves stand in lines `3`"):
        why(f"{script}:1")
    with pytest.raises(rulelang.RulelangError, match="is no move"):
        split_move("nothing")


NOTED = """
game noted "Noted":
    players 2

kind Square:
    pawn: Player?, public

board field of Square:
    grid 3 by 3
    start:
        ". . ."
        ". . o"
        "x x x"

symbols Square:
    | sign | pawn       |
    | "."  |            |
    | "x"  | players[1] |
    | "o"  | players[2] |

define goes(me: Player, a: Square) -> list of Square:
    let steps = each(b in neighbours(a, [north]) where b.pawn is none)
    if a.pawn is me:
        return steps + each(b in neighbours(a, [northeast]) where b.pawn is not none)
    return []

play:
    for each me in players:
        me chooses "Move":
            move (a from field where a.pawn is me, b from goes(me, a)) as "{a}-{b}":
                b.pawn = a.pawn
        otherwise:
            nothing
"""


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("c1-c2", "RL0725", "ann cannot choose `c1-c2`: `c2.pawn is none` is false (`c2.pawn` is ben)"),
        ("a1-b2", "RL0725", "ann cannot choose `a1-b2`: `b2.pawn is not none` is false (`b2.pawn` is none)"),
        ("a1-c3", "RL0725", "ann cannot choose `a1-c3`: `c3` is not in `goes(ann, a1)`"),
        ("c2-c3", "RL0726", "ann cannot choose `c2-c3`: `c2.pawn is ann` is false (`c2.pawn` is ben)"),
        ("a1-d4", "RL0723", "ann has no option `a1-d4` here; there is `move`"),
    ],
)
def test_what_is_written_as_the_option_says_is_understood(tmp_path: Path, line: str, code: str, message: str) -> None:
    """By `as`, whatever its parameters range over; into lists that are joined, and into branches of a define, one can look."""
    match = rulelang.load(write(tmp_path, NOTED)).start(("ann", "ben"))
    assert [option.text for option in match.pending[0].options] == ["a1-a2", "b1-b2", "b1-c2"]
    found = match.why_not("ann", line)
    assert [(reason.code, reason.message) for reason in found] == [(code, message)]


OPEN = """
game market "Market":
    players 3

player:
    coins: Int 0 to 20 = 3, public
    place: Int 1 to 2 = 1, public
    picked: list of Int = []

anytime purse "Money" for each p in players where p is active during turn:
    borrow where p.coins < 4 "Borrow":
        p gains 1 coin
    swap(rival from players where rival is not p and rival.place == p.place) "Swap with {rival}":
        rival chooses "Agreed?":
            agree
            refuse

anytime bell "Bell" for each p in clockwise(players[2]) where p.coins > 1:
    ring where p.place == 2 "Ring": p.place = 1

phase turn(me: Player):
    turn of me:
        me chooses any number of ns from range(1, 3) "Numbers"
        me.picked = ns
        me chooses "What now?":
            rest
            work: me gains 1 coin

play:
    for each p in players:
        turn(p)
        p chooses "Ready?":
            ready

example "what is not open is refused by it":
    players ann, ben, cat
    given ben.place = 2
    when turn(ann)
    refused ben: borrow by purse.borrow
    refused ann: ring by bell.ring
    ann: done
    ann: rest
"""


def test_why_nothing_is_open_at_any_time(tmp_path: Path) -> None:
    """Each way in which what `anytime` opens is closed: to this player, by a condition, for now, or out of its phase."""
    game = rulelang.load(write(tmp_path / "game", OPEN))
    match = game.start(["ann", "ben", "cat"])

    def said(player: str, line: str) -> tuple[str, str, str]:
        (reason,) = match.why_not(player, line)
        return reason.code, reason.message, reason.path

    assert said("ben", "borrow") == (
        "RL0726",
        "ben cannot choose `borrow`: `ben is active` is false (`active` is ann)",
        "purse.borrow",
    )
    assert said("ben", "ring") == ("RL0726", "ben cannot choose `ring`: `ben.place == 2` is false (1 != 2)", "bell.ring")
    assert match.why_not("ann", "borrow") == ()
    match.choose("ann", "borrow")
    (reason,) = match.why_not("ann", "borrow")
    assert reason.message == "ann cannot choose `borrow`: `ann.coins < 4` is false (4 >= 4)"
    # What is legal now is told, not what would be legal of what is closed.
    assert reason.near and all(option in {"swap ben", "swap cat", "1", "2", "3", "done"} for option in reason.near)
    match.choose("ann", "1")
    assert said("ann", "swap ben") == (
        "RL0721",
        "ann cannot choose `swap ben` now: some of several have been picked, and nothing else can be done until all are",
        "purse.swap",
    )
    match.choose("ann", "done")
    match.choose("ann", "swap cat")
    assert said("ann", "borrow")[1] == "ann cannot choose `borrow` now: nothing else can be done until `purse` is done"
    match.choose("cat", "refuse")
    match.choose("ann", "rest")
    assert said("ann", "borrow") == (
        "RL0721",
        "ann cannot choose `borrow` now: `purse` is open during `turn` only",
        "purse.borrow",
    )


def test_what_is_not_open_can_be_expected_to_refuse(tmp_path: Path) -> None:
    game = write(tmp_path / "game", OPEN)
    assert [each.failed for each in Workshop(rulelang.load(game).place).examples()] == [None]


ARMS = """
game arms "Arms":
    players 1

enum Way: by_land, by_sea, by_air

kind Town:
    port: Bool = false

table Town:
    | name  | port  |
    | rome  | false |
    | lyon  | false |
    | genoa | true  |

define reached(from_town: Town, way: Way) -> list of Town:
    match way:
        by_land: return each(t in Town where not t.port)
        by_sea: return each(t in Town where t.port)
        else: return each(t in Town where t is not from_town)

play:
    for each me in players:
        me chooses "Go":
            go(way from Way, town from reached(rome, way)): nothing
            pass: nothing
"""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("go by_land genoa", "`genoa.port` is true"),
        ("go by_sea lyon", "`lyon.port` is false"),
        ("go by_air rome", "`rome is not rome` is false"),
    ],
)
def test_the_arm_of_a_match_is_unfolded(tmp_path: Path, line: str, message: str) -> None:
    reason = only(rulelang.load(write(tmp_path / "arms", ARMS.lstrip())).start(["ann"], seed=1).why_not("ann", line))
    assert reason.code == "RL0725"
    assert message in reason.message


OWN = """game wheels "Wheels":
    players 2

kind Wedge:
    tokens: Int = 2, public

Wedge big for each player
Wedge small for each player

play:
    players[2] chooses "Which?":
        spin(w from first_of(each(w in Wedge where w.owner is players[2]), 1), n from range(1, w.tokens - 1)) "Spin": nothing
        wait: nothing
"""


def test_a_thing_that_each_has_is_the_choosers_own_and_numbers_are_shown(tmp_path: Path) -> None:
    match = rulelang.load(write(tmp_path / "game", OWN)).start(["ann", "ben"], seed=1)
    (found,) = match.why_not("ben", "spin small 1")
    assert "`ben.small` is not in" in found.message
    (found,) = match.why_not("ben", "spin big 2")
    assert found.message.endswith("`2` is not in `range(1, ben.big.tokens - 1)`, which is [1]")

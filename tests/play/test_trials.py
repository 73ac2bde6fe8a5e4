"""What is told of rolls, supplies and goods, and how *why not* looks inside what was tried."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.match import Match
from rulelang.play.saving import to_json

RULES = """game market "Market":
    players 2

kind Stall:
    price: Int
    define fee(p: Player) -> Int = price + p.debts
    rule rent(p: Player):
        require fee(p) <= p.coins "{this} is too dear"
        p loses fee(p) coins

table Stall:
    | name  | price |
    | small | 2     |
    | large | 9     |

supply coins: 3, then from outside
supply fame: 1, then nothing

player:
    coins: Int = 4, public
    debts: Int = 1, public
    fame: Int = 0, public
    safe: Int = 2, private

total luck(p: Player):
    "Debts": -p.debts when p.debts > 0
    "{q} watches" for each q in players where q is not p: 1
    "Nothing": 0

rule pays_tax(p: Player, n: Int):
    p loses n coins

rule borrow(p: Player):
    p.debts += 1

rule ask(p: Player, n: Int):
    p chooses "Really?":
        yes where n > 1 "Yes": nothing
        pass

rule open_safe(p: Player, q: Player):
    require knowing(q.safe > 5) "there is too little in it"
    borrow(p)

phase turn(p: Player):
    p chooses act "Your turn":
        rent(s from Stall where possible(s.rent(p))) "Rent {s}": s.rent(p)
        ask(n from [1, 2] where possible(ask(p, n))) "Ask {n}": ask(p, n)
        crack(q from players where possible(open_safe(p, q))) "Crack {q}": open_safe(p, q)
        owe where would(borrow(p), p.debts < 3 and luck(p) > 0) "Owe": borrow(p)
        earn "Earn": earn(p)

rule earn(p: Player):
    roll d6 plus luck(p) as result
    roll d6 plus p.coins as more
    p gains 5 coins for "{result}"
    p gains 3 fame
    p pays 2 tax for "the king"

play:
    repeat 2 times:
        turn(players[1])

scoring for each player p:
    "Coins": p.coins

always "{players[1]} is not rich": players[1].coins < 10
"""


def market(tmp_path: Path, rules: str = RULES) -> Match:
    """A match of the market."""
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    return rulelang.load(tmp_path).start(["ann", "ben"], seed=1)


def reason(match: Match, words: str) -> str:
    """Why ann cannot choose something, as she is told."""
    (found,) = match.why_not("ann", words)
    return str(found.message)


def test_a_require_is_shown_with_its_values(tmp_path: Path) -> None:
    message = reason(market(tmp_path), "rent large")
    assert "`possible(large.rent(ann))` is false: large is too dear" in message
    assert "10 > 4" in message and "game.rules:8:9" in message


@pytest.mark.parametrize("declining", ["pass", "done: nothing", 'done: nothing\n        pass "No"'])
def test_a_choice_with_nothing_but_passing_is_named(tmp_path: Path, declining: str) -> None:
    rules = RULES.replace("        pass\n", f"        {declining}\n", 1)
    assert rules.count(declining) == 1
    assert "the choice `ask` has nothing to choose" in reason(market(tmp_path, rules), "ask 1")


def test_what_keeps_out_each_option_is_said(tmp_path: Path) -> None:
    assert "has nothing to choose, " in reason(market(tmp_path), "ask 1")
    assert reason(market(tmp_path), "ask 1").endswith(": `yes` `1 > 1` is false (1 <= 1)")


CAMPS = """game camps "Camps":
    players 2

kind Camp:
    foe: Int
    fort: Player?, public

table Camp:
    | name  | foe |
    | hill  | 6   |
    | ford  | 0   |
    | marsh | 0   |

player:
    goods: Int 0 to 9 = 2, public

rule attack(p: Player, strength: Int):
    let more = strength + 1
    p chooses "Attack with {strength}":
        storm(c from Camp where c.foe > 0) where c.foe <= more "Storm {c}": nothing

rule build(p: Player):
    p chooses c from Camp where c.foe == 0 and c.fort is none "Where do you build?":
        c.fort = p

play:
    players[1] chooses "Your turn":
        attack(n from [4, 5] where possible(attack(players[1], n))) "Attack": attack(players[1], n)
        build where possible(build(players[1])) "Build": build(players[1])
        wait: nothing
"""


def test_why_nothing_can_be_chosen_later_is_said_with_the_values_there(tmp_path: Path) -> None:
    match = market(tmp_path, CAMPS)
    message = reason(match, "attack 4")
    assert "`possible(attack(players[1], 4))` is false: the choice `attack` has nothing to choose" in message
    assert message.endswith(
        "`storm` `hill`: `hill.foe <= 5` is false (6 > 5); "
        "`storm` `ford`: `ford.foe > 0` is false (0 <= 0); `storm` `marsh`: `marsh.foe > 0` is false (0 <= 0)"
    )
    match.choose("ann", "attack 5")
    rules = CAMPS.replace("fort: Player?, public", "fort: Player? = players[2], public")
    assert reason(market(tmp_path, rules), "build").endswith(
        "`hill`: `hill.foe == 0` is false (6 != 0); "
        "`ford`: `ford.fort is none` is false (`ford.fort` is ben); `marsh`: `marsh.fort is none` is false (`marsh.fort` is ben)"
    )


def test_to_be_done_with_something_is_to_choose_it(tmp_path: Path) -> None:
    """Only an option that chooses nothing else is none."""
    match = market(tmp_path, RULES.replace("        pass\n", '        done(q from players) "{q} is done": nothing\n', 1))
    assert "ask 1" in [option.text for option in match.pending[0].options]


def test_what_would_not_hold_afterwards_is_shown(tmp_path: Path) -> None:
    message = reason(market(tmp_path), "owe")
    assert "after it, `luck(ann) > 0` is false" in message


def test_a_value_that_the_player_may_not_know_is_not_told(tmp_path: Path) -> None:
    message = reason(market(tmp_path), "crack ben")
    assert "`knowing(ben.safe > 5)` is false, " in message, "the condition is a rule; its value is not told"


def test_the_story_itemises(tmp_path: Path) -> None:
    match = market(tmp_path)
    match.choose("ann", "earn")
    lines = [line.text for line in match.log]
    roll = next(line for line in lines if line.startswith("d6: ") and "watches" in line)
    pips = int(roll.split(",")[0].removeprefix("d6: "))
    assert roll == f"d6: {pips}, Debts -1, ben watches +1 = {pips}"
    assert any(line.endswith(f"coins +4 = {int(line.split(',')[0][4:]) + 4}") for line in lines if line.startswith("d6: "))
    assert "ann gains 1 fame" in lines
    assert "the supply of fame is empty: 2 are not there to be had" in lines
    assert "the supply of coins is empty: 2 come from outside" in lines
    assert "ann pays 2 tax for the king" in lines


def test_an_invariant_says_what_it_is_about(tmp_path: Path) -> None:
    match = market(tmp_path)
    match.choose("ann", "earn")
    match.choose("ann", "earn")
    assert match.check_invariants() == ["`always` does not hold: ann is not rich"]


POSITIONS = """game walk "Walk":
    players 2

state:
    place: Int = 0, public
    seen: Int = 0, public

supply coins: 5

player:
    coins: Int = 0, public

rule go(p: Player, to_place: Int):
    place = to_place
    record position of place
    seen = times(position)
    p gains 1 coin

play:
    repeat 4 times:
        players[1] chooses to_place from [0, 1] "Where to?":
            go(players[1], to_place)

example "a supply can be given":
    players ann, ben
    given supply(coins) = 1
    when go(ann, 1)
    expect supply(coins) == 0 and times(position) == 1
"""


def test_records_are_kept_saved_and_taken_back_but_not_shown(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(POSITIONS, encoding="utf-8")
    game = rulelang.load(tmp_path)
    match = game.start(["ann", "ben"], seed=1)
    for where in ("1", "0", "1"):
        match.choose("ann", where)
    again = game.restore(to_json(match))
    for each in (match, again):
        assert each.view()["state"] == {"place": 1, "seen": 2, "supply(coins)": 2}
        assert each.position() == ["given place = 1", "given seen = 2", "given ann.coins = 3", "given supply(coins) = 2"]
        each.choose("ann", "1")
        assert each.view()["state"]["seen"] == 3
        each.undo(force=True)
        assert each.view()["state"]["seen"] == 2
    assert all(outcome.passed for outcome in Workshop(locate(tmp_path)).examples())

"""Changes that do not fit what they name: each is one message, at its place, with what would help."""

from __future__ import annotations

import pytest

from rulelang.sema.load import load_text

UNUSED = {"RL0901", "RL0902", "RL0903", "RL0905"}

GAME = """
game small "Small":
    players 2 to 4
    language 1

setting goal: Int = 10 "how many points win"

enum Weather: sun, rain

enum Mood: calm

die fate: 1, 2, 3

kind Place

Place here
Place there

board sea of Place:
    here - there

kind Event:
    cost: Int = 1
    worth: map Weather to Int = 0

Event flood:
    cost: 2

Event feast

player:
    points: Int = 0

state:
    rounds: Int = 0

define price(n: Int) -> Int = n * 2

total strength(p: Player):
    "rich": 1 when p.points > price(2)

phase turn(p: Player):
    turn of p:
        p chooses first_choice "First":
            build(e from Event where e.cost > 0) "Build {e}":
                p.points += strength(p)
            pass
        p chooses "Second":
            build "Build again": rounds += 1
            pass

phase evening for each p in players:
    step tell for each q in players:
        log "{q} and {p}: {flood.worth[sun]}"
    step rest:
        roll fate as n
        p.points += n + distance(here, there)
        p chooses e from Event "Which?"
        log "{e}"

rule duel(p: Player):
    p chooses "Draw?":
        draw "Draw":
            p chooses "Again?":
                yes
        walk "Walk":
            p chooses "Again?":
                yes
    offer parry to each q in players where q is not p "Parry?":
        hit "Hit": q.points += 1
    offer each q in players:
        bow "Bow": q.points += 1

whenever tidy for each p in players where p.points < 0:
    p.points = 0

anytime wave for each p in players:
    hello "Hello": nothing

play:
    for each p in players:
        turn(p)
        duel(p)
    evening()

scoring for each player p:
    "Points": p.points if p.points < goal else goal
    "Bonus": 1
    "Bonus": 2
    winner: most total
"""


@pytest.mark.parametrize(
    ("change", "code", "message", "helps"),
    [
        ("remove turn.pass", "RL0403", "`turn` has 2 things called `pass`", "give the choices that they stand in names"),
        ("limit turn.build where p.points > 1", "RL0403", "2 things called `build`", "give the choices"),
        ("replace turn.first_choice.build:\n    stop", "RL0502", "", ""),
        ("after turn.first_choice.pass:\n    stop", "RL0502", "", ""),
        ("after evening(p):\n    next", "RL0502", "", ""),
        ("before evening.tell(a, b):\n    nothing", "RL0403", "`tell` goes through one name, `q`", ""),
        ("before evening.rest(a):\n    nothing", "RL0403", "`rest` has no passes", ""),
        ("replace evening.tell = 3", "RL0403", "a value stands for a define only", "write a block"),
        ("limit evening.rest where rounds > 1", "RL0403", "`rest` is a step, which cannot be limited", "name an option"),
        ("replace evening.e:\n    nothing", "RL0403", "the choice of `e` can only be limited", ""),
        ("limit turn.first_choice where rounds > 1", "RL0403", "is a choice, to which options can be added", ""),
        ("add to turn:\n    sing: nothing", "RL0403", "`turn` asks with options in 2 places", "`turn.first_choice`"),
        ("before tidy:\n    nothing", "RL0403", "`tidy` is done for each `p` that it fits", "write `tidy(p)` behind `before`"),
        ("before wave:\n    nothing", "RL0403", "`wave` is open beside other choices", "change its options"),
        ("remove wave.hello", "RL0403", "`hello` is the only option of its choice", "replace the rule"),
        ("remove Event", "RL0403", "`Event` is a kind, of which only things can be removed", "name one of its things"),
        ("replace die fait: 1, 2", "RL0401", "the game has no die `fait` to be changed", "did you mean `fate`?"),
        ("replace board see:\n    here - there", "RL0401", "the game has no board `see` to be changed", "did you mean `sea`?"),
        ("replace turn.title = 3", "RL0403", "a title is a text in quotes", ""),
        ("limit turn.title where goal > 1", "RL0403", "`turn.title` is a value", ""),
        ("remove Mood\n\nafter evening:\n    nothing\n\nreplace winner: most tutal", "RL0202", "", ""),
        ("limit flood.cost where rounds > 1", "RL0403", "`flood.cost` is a value", "write `replace flood.cost = ...`"),
        ("replace flood.cost:\n    nothing", "RL0403", "`flood.cost` is a value", "write `replace flood.cost = ...`"),
        ("replace flood.cost = original(1)", "RL0403", "`original()` of a value is told nothing", ""),
        ("replace flood.label = 3", "RL0403", "a label is a text in quotes", ""),
        ("replace flood.cost = none", "RL0301", "", ""),
        ("replace flood.cots = 3", "RL0401", "`flood` has no rule or define `cots` to be changed", ""),
        ("replace player.pionts = 3", "RL0401", "players have no such field", "did you mean `points`?"),
        ("replace state.ruonds = 3", "RL0401", "the game has no such field", "did you mean `rounds`?"),
        ('remove scoring."Piont"', "RL0401", '`scoring` has no line "Piont"', "did you mean `Points`?"),
        ('remove scoring."Bonus"', "RL0403", '`scoring` has 2 lines called "Bonus"', ""),
        ('before scoring."Points":\n    nothing', "RL0403", '"Points" is a line', ""),
        ('remove turn."Points"', "RL0401", '`turn` has no choice that asks "Points"', ""),
        (
            'add to turn."Secund":\n    sing: nothing',
            "RL0401",
            '`turn` has no choice that asks "Secund"',
            "did you mean `Second`?",
        ),
        ('add to turn."Second":\n    "sing": 1', "RL0403", "`turn` is not scoring", ""),
        ('add to turn."Second"(q):\n    sing: nothing', "RL0403", "the names known there are `p`", "use the same names here"),
        ('remove turn."Second"', "RL0403", '`turn."Second"` is a choice, to which options can be added', "names that option"),
        (
            "add to duel(p):\n    sing: nothing",
            "RL0403",
            "`duel` asks with options in 5 places",
            '`duel."Draw?"` or `duel.parry`',
        ),
        ('add to duel."Again?":\n    sing: nothing', "RL0403", '`duel` asks "Again?" in 2 places', "before the question"),
        ("before duel.parry:\n    nothing", "RL0403", "`parry` is a window, to which options can be added", ""),
        ('remove price."x"', "RL0401", '`price` has no choice that asks "x"', ""),
        ('remove player."x"', "RL0403", "`player` has no lines with a label", "lines stand in scoring and in totals"),
        ('replace strength."rich"(q) = 3', "RL0403", "the names known there are `p`", "use the same names here"),
        ('replace scoring."Points" = none', "RL0301", "", ""),
        ("kind Event is Weather:\n    depth: Int = 1", "RL0404", "`Event` is a kind of the game", "write `kind Event:`"),
        ('replace example "x":\n    players ann, ben\n    expect goal == 10', "RL0401", "no example “x” to be replaced", ""),
        ("replace turn(p):\n    turn(p)\n    original(p, p)", "RL0307", "", ""),
        ("replace price(n) = original(n)\n\nreplace price(n) = 3", "RL0402", "`v` replaces `price` twice", "take one"),
    ],
)
def test_one_message(change: str, code: str, message: str, helps: str) -> None:
    """What is said, and nothing else."""
    model, sink = load_text(GAME, f"variant v of small\n\n{change}\n")
    found = [d for d in sink.sorted() if d.code not in UNUSED]
    assert [d.code for d in found] == [code], [(d.code, d.message) for d in found]
    assert message in found[0].message
    assert helps in " ".join(found[0].help)
    assert model.sources.files[found[0].span.file].name == "variant_1.rules"


@pytest.mark.parametrize(
    "change",
    [
        "remove turn.first_choice.pass",
        "add to turn.first_choice:\n    sing: nothing",
        'add to turn."Second":\n    sing: nothing',
        'add to turn."Second"(p):\n    sing: p.points += 1',
        "add to duel.parry:\n    duck: q.points += 2",
        "add to duel.parry(p, q):\n    duck: q.points += p.points",
        'add to duel."Parry?":\n    duck: q.points += 2',
        'add to duel.draw."Again?":\n    no',
        'limit evening."Which?" where rounds > 1',
        "before duel.parry.hit:\n    p.points += 1",
        "limit evening.e where rounds > 1",
        'add to wave(p):\n    bow "Bow": nothing',
        "replace evening.tell(x):\n    original()\n    original(x)",
        "before tidy(x):\n    x.points += 1",
        "remove tidy",
        "replace feast.worth[rain] = original() + 1",
    ],
)
def test_what_fits(change: str) -> None:
    """The same kinds of names, used as they can be."""
    _, sink = load_text(GAME, f"variant v of small\n\n{change}\n")
    assert not [d.message for d in sink.sorted() if d.code not in UNUSED]

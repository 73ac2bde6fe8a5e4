"""What variants say inside of bodies, played: each change shows in an example of the variant, and in playouts.

`original` in steps, options and passes; hooks that run however a body is left; skipped phases; values, lines, members; rules that
nobody calls.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.loading import load_program
from rulelang.runtime.playout import Playout

GAME = """
game small "Small":
    players 2 to 4
    language 1

enum Weather: sun, rain

kind Event:
    cost: Int = 1
    worth: map Weather to Int = 0
    rule happen(p: Player):
        p.points += cost

Event flood
Event feast:
    worth[sun]: 3

player:
    points: Int = 0
    seen: Int = 0

state:
    rounds: Int = 0
    quiet: Bool = false
    marks: list of Int = []

define limit = 100

total strength(p: Player):
    "rich": 1 when p.points > 5

rule reward(p: Player, n: Int) -> Int:
    if n > 5:
        return 5
    p.points += n
    return n

rule act(p: Player) -> Int:
    p chooses "Act":
        take "Take":
            if p.points > 2:
                return 7
            p.points += 1
        give "Give":
            p.points -= 1
        pass
    return p.points

rule duel(p: Player):
    p chooses "Draw?":
        draw: p.points += 1
        wait
    offer parry to each q in players where q is not p "Parry?":
        hit "Hit": q.points += 1

phase morning(p: Player) "The morning of {p}" skip when quiet "it is quiet":
    p.points += 1

phase day for each p in players where p.points < limit:
    if p.points == 3:
        next
    if p.points == 4:
        stop
    if p.points == 5:
        return
    p.points += 10

phase evening:
    step tell "Telling" for each p in players:
        if p.points > 50:
            return
        p.points += 1
    step rest skip when quiet:
        rounds += 1

whenever tidy for each p in players where p.points < 0:
    p.points = 0

anytime wave "Wave" for each p in players where p.points < 3 during evening:
    hello "Wave hello":
        p.points += 1

play:
    quiet = marks.size > 3
    for each p in players:
        p.seen = 0
    repeat 2 times:
        day()
        evening()
        for each p in players:
            morning(p)
            let got = act(p)
            marks += [got + reward(p, strength(p))]
            first_of(Event, 1)[1].happen(p)

scoring for each player p:
    "Points": p.points
    "Sun": sum(e.worth[sun] for e in Event) when p.seen == 0
    winner: most total
"""

USES = """
define all_worth = sum(e.worth[sun] + e.worth[rain] + e.cost for e in Event)
"""

CASES = {
    "original in an option, whose return leaves the rule": (
        "replace act.take:\n    p.seen += 1\n    original()\n    p.seen += 10",
        """
    given ann.points = 1
    when act(ann)
    ann: take
    expect ann.seen == 11
    expect ann.points == 2
    given ben.points = 3
    when act(ben)
    ben: take
    expect ben.seen == 1
""",
    ),
    "an after-hook of an option runs however it is left": (
        "after act.take:\n    p.seen += 1\n\nbefore act.take:\n    p.seen += 10",
        """
    given ann.points = 3
    when act(ann)
    ann: take
    expect ann.seen == 11
    when act(ben)
    ben: take
    expect ben.seen == 11
""",
    ),
    "original in a step, whose return leaves it only": (
        "replace evening.tell(q):\n    original()\n    q.seen += 1",
        """
    given ann.points = 60
    when evening()
    expect ann.seen == 1
    expect ann.points == 60
    expect ben.points == 1
""",
    ),
    "original of all passes": (
        "replace evening.tell:\n    original()\n    original()",
        """
    when evening()
    expect ann.points == 2
    expect ben.points == 2
""",
    ),
    "another body for each pass of a phase": (
        "replace day(q):\n    q.seen += 1\n    original(q)",
        """
    when day()
    expect ann.seen == 1
    expect ann.points == 10
""",
    ),
    "an after-hook of a pass runs at next, stop and return": (
        "after day(q):\n    q.seen += 1",
        """
    given ann.points = 3
    given ben.points = 4
    when day()
    expect [ann.seen, ben.seen] == [1, 1]
    given ann.points = 5
    when day()
    expect ann.seen == 2
""",
    ),
    "hooks around a phase run once": (
        "before day:\n    rounds += 1\n\nafter day:\n    rounds += 10",
        """
    given ann.points = 4
    when day()
    expect rounds == 11
""",
    ),
    "what is skipped runs no hooks": (
        "before morning(q):\n    q.seen += 1\n\nafter morning(q):\n    q.seen += 10\n\nafter evening.rest:\n    rounds += 100",
        """
    when morning(ann)
    expect ann.seen == 11
    when evening()
    expect rounds == 101
    given quiet = true
    when morning(ben)
    expect ben.seen == 0
    when evening()
    expect rounds == 101
""",
    ),
    "a replaced phase is skipped as it was": (
        "replace morning(q):\n    q.points += 5",
        """
    when morning(ann)
    expect ann.points == 5
    given quiet = true
    when morning(ann)
    expect ann.points == 5
""",
    ),
    "an after-hook knows the result": (
        "after reward(p, n):\n    p.seen = result * 10 + n\n    return\n\n"
        "rule try(p: Player):\n    p.points += reward(p, 7)\n\n"
        "before morning(p):\n    if p.points < 0:\n        try(p)",
        """
    when try(ann)
    expect ann.seen == 57
    expect ann.points == 5
""",
    ),
    "values, defaults, copies and lines": (
        "replace feast.worth[sun] = original() + 4\nreplace flood.cost = 6\nreplace Event.cost = 2\nreplace player.points = 8\n"
        'replace state.rounds = 3\nreplace flood.x = 2\nreplace limit = original() + 1\nreplace scoring."Sun" = original() * 2'
        '\nlimit strength."rich" where p.seen == 0\nreplace strength."rich" = original() + 4',
        """
    expect sum(e.worth[sun] for e in Event) == 7
    expect sum(e.cost for e in Event) == 14
    expect ann.points == 8
    expect rounds == 3
    expect limit == 101
    expect strength(ann) == 5
    given ann.seen = 1
    expect strength(ann) == 0
""",
    ),
    "members of kinds and enums": (
        "enum Weather: snow\n\nkind Event:\n    depth: Int = 4\n    define deep -> Bool = depth > 3\n\n"
        "also flood:\n    depth: 1\n    worth[snow]: 2\n\n"
        "before morning(p):\n    p.seen += count(e in Event where e.deep) + flood.worth[snow]",
        """
    when morning(ann)
    expect ann.seen == 3
""",
    ),
    "a whenever in each of its passes": (
        "before tidy(q):\n    q.seen += 1\n\nreplace tidy(q):\n    original()\n    q.points += 2",
        """
    given ann.points = 1
    when act(ann)
    ann: give
    given ann.points = -4
    when act(ann)
    expect ann.points == 2
    expect ann.seen == 1
    ann: pass
""",
    ),
    "options of what is open at any time": (
        'add to wave(p):\n    bow "Bow":\n        p.seen += 1\n\nremove wave.hello\n\n'
        'before evening.rest:\n    for each p in players:\n        p chooses "Well?":\n            go_on',
        """
    when evening()
    ann: bow
    ann: go_on
    ben: go_on
    expect ann.seen == 1
""",
    ),
    "a body of a kind and of a thing": (
        "after Event.happen(p):\n    p.seen += 1\n\nreplace flood.happen(p):\n    original(p)\n    original(p)",
        """
    when flood.happen(ann)
    expect ann.points == 2
    expect ann.seen == 2
    when feast.happen(ben)
    expect ben.seen == 1
""",
    ),
    "an option before pass": (
        "add to act(p):\n    sing: p.points += 3",
        """
    when act(ann)
    expect options of ann == [take, give, sing, pass]
    ann: sing
    expect ann.points == 3
""",
    ),
    "options of a window and of the choice before it": (
        'add to duel.parry(p, q):\n    duck "Duck":\n        q.seen += p.points\n\n'
        'add to duel."Draw?":\n    yield "Yield": p.points += 4',
        """
    when duel(ann)
    expect options of ann == [draw, wait, yield]
    ann: yield
    expect ann.points == 4
    expect options of ben == [hit, duck, pass]
    refused ben: dive by duel.parry
    ben: duck
    expect ben.seen == 4
""",
    ),
    "what is removed": (
        'remove evening.tell\nremove act.give\nremove tidy\nremove wave\nremove scoring."Sun"\nremove flood',
        """
    when evening()
    expect ann.points == 0
    expect count(e in Event) == 1
""",
    ),
}


def folder_of(tmp_path: Path, change: str, clauses: str) -> Path:
    """A game in a folder, with a variant that has an example."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.rules").write_text(GAME + USES, encoding="utf-8")
    text = f'variant v of small\n\n{change}\n\nexample "v":\n    players ann, ben{clauses}'
    (tmp_path / "variants" / "v.rules").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("case", CASES)
def test_a_change_played(case: str, tmp_path: Path) -> None:
    """The variant's example holds, the game is played to its end in playouts, and its code can be made for each mode."""
    folder = folder_of(tmp_path, *CASES[case])
    [outcome] = list(Workshop(locate(folder), ["v"]).examples())
    assert outcome.failed is None, outcome.failed
    playout = Playout(load_program(locate(folder), 2, ["v"]).program)
    for seed in range(20):
        playout.play(random.Random(seed))

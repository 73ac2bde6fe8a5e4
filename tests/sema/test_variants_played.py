"""What variants change, played: each change of this one shows in an example."""

from __future__ import annotations

from pathlib import Path

from rulelang.locate import locate
from rulelang.play.example import Workshop

GAME = """
game small "Small":
    players 2 to 4

kind Event:
    cost: Int = 1
    rule happen(p: Player):
        p.points += cost

Event flood:
    rule happen(p):
        original(p)
        p.points += 10

Event feast

player:
    points: Int = 0

state:
    rounds: Int = 0

define price(n: Int) = n * 2

rule reward(p: Player, n: Int) -> Int:
    p.points += n
    return p.points

phase turn(p: Player) "Turn of {p}":
    turn of p:
        p chooses "Your move":
            build(e from Event where e.cost <= p.points) "Build {e}":
                e.happen(p)
            pass

phase round for each p in players where p.points < 100:
    if p.points > 50:
        return
    p.points += 1

phase evening:
    step count:
        rounds += 1
    step tell for each p in players:
        p.points += 1
        if p.points > 1:
            next
        p.points += 1

play:
    round()
    for each p in players:
        turn(p)
    evening()

scoring for each player p:
    "Points": p.points
    "Reward": reward_of(price(1))
    winner: most total

define reward_of(n: Int) = n
"""

VARIANT = """
variant v1 "One" of small

before reward:
    rounds += 1

after reward(p, n):
    p.points += n * 100

replace price(n) = original(n) + 1

before feast.happen(p):
    p.points += 5

after Event.happen(p):
    p.points += 1000

after round(q):
    q.points += 7

before evening.count:
    rounds += 100

after evening.tell(q):
    q.points += 30

add to turn(p):
    rest "Rest":
        p.points += 3

limit turn.build where e is not flood

state:
    seen: Int = 0

rule try(p: Player):
    seen = reward(p, 2)

example "hooks around a rule with a value":
    players ann, ben
    when try(ann)
    expect seen == 2
    expect ann.points == 202
    expect rounds == 1
    expect price(3) == 7

example "bodies of things":
    players ann, ben
    when feast.happen(ann)
    expect ann.points == 1006
    when flood.happen(ben)
    expect ben.points == 1011

example "a new option":
    players ann, ben
    given ann.points = 1
    when turn(ann)
    refused ann: build flood
    ann: rest
    expect ann.points == 4

example "each pass":
    players ann, ben
    given ann.points = 60
    when round()
    expect ann.points == 67
    expect ben.points == 8

example "steps":
    players ann, ben
    given ann.points = 60
    when evening()
    expect rounds == 101
    expect ann.points == 91
    expect ben.points == 32
"""

PLAIN = """
example "without the variant":
    players ann, ben
    given ann.points = 60
    when evening()
    expect rounds == 1
    expect ann.points == 61
    expect ben.points == 2
    when feast.happen(ann)
    expect ann.points == 62
    expect price(3) == 6
"""


def outcomes(folder: Path, game: str, *variants: str) -> dict[str, str]:
    """What came of each example: empty if it went well."""
    entry = folder / "game.rules"
    entry.write_text(game, encoding="utf-8")
    paths = []
    for number, text in enumerate(variants):
        path = folder / f"variant_{number}.rules"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    found = Workshop(locate(str(entry)), paths).examples()
    return {o.title: o.failed.message if o.failed is not None else "" for o in found}


def test_changes_are_played(tmp_path: Path) -> None:
    """Hooks around a rule with a value, bodies of things and kinds, an option, each pass of a phase and a step, limits."""
    found = outcomes(tmp_path, GAME, VARIANT)
    assert len(found) == 5
    assert not any(found.values()), found


def test_the_game_itself_is_as_it_was(tmp_path: Path) -> None:
    """Without the variant nothing of it holds."""
    found = outcomes(tmp_path, GAME + PLAIN)
    assert found == {"without the variant": ""}

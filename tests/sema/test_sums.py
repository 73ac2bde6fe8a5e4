"""Totals, supplies, records, components and trials: what the checker says of them."""

from __future__ import annotations

import pytest

from tests.sema.marked import check

GAME = """
enum Work: dig, rest

kind Card:
    cost: Int = 1

Card ace
Card king x 4

die odd: 1, 3, 5

player:
    coins: Int = 3, public
    wood: Int = 0, public
    hand: pile of Card, public
    best: Player?, public

supply wood: 20

state:
    deck: pile of Card = Card, public
    rest_of_it: pile of Card, public
    day: Int = 0, public

total worth(p: Player, w: Work):
    "Coins": p.coins when w is dig
    "{c}" for each c in p.hand where c is not ace: c.cost

rule take(p: Player, n: Int):
    require n <= p.coins "poor"
    p loses n coins

rule ask(p: Player):
    p chooses n from [1, 2] "Which?"
    roll d6 as pips
    p gains n + pips coins

rule lucky(p: Player):
    roll d6 as pips
    p gains pips coins

rule drawn(p: Player):
    draw 1 from deck to p.hand

rule drawn_rest(p: Player):
    draw 1 from rest_of_it to p.hand

rule owe(p: Player):
    p.best = players[1] if p.coins > 2 else none

rule finish(p: Player):
    end game won by p "done"

rule mix():
    shuffle rest_of_it

rule all_of_it(p: Player):
    take(p, 1)
    ask(p)
    lucky(p)
    drawn(p)
    drawn_rest(p)
    mix()
    owe(p)
    finish(p)
"""


def lines(*statements: str) -> str:
    """A game whose rule has these lines."""
    body = "\n    ".join(statements)
    return f"{GAME}\nrule act(p: Player):\n    {body}\n"


@pytest.mark.parametrize(
    "body",
    [
        ["p.coins = worth(p, dig)"],
        ["p.coins = worth(p) # RL0307"],
        ["p.coins = worth(p, 3) # RL0301"],
        ["roll 2d6 plus worth(p, rest) as n", "p.coins = n"],
        ["roll odd plus p.coins as n", "p.coins = n"],
        ["roll d6 plus p.hand as n # RL0301", "p.coins = n"],
        ["p gains 2 wood", "p.coins = supply(wood)"],
        ["p.wood = 3 # RL0517"],
        ["p.wood += 3 # RL0517"],
        ["p.coins = supply(coins) # RL0202"],
        ["p.coins = supply(3) # RL0517"],
        ["record position of day, p.coins, p.hand", "p.coins = times(position)"],
        ["record position of box # RL0518", "p.coins = times(position)"],
        ["p.coins = times(position) # RL0202"],
        ["p.coins = times(3) # RL0518"],
        ["record position of day # RL0901"],
        ["if possible(take(p, 2)):", "    take(p, 2)"],
        ["if possible(ask(p)):", "    ask(p)"],
        ["if possible(finish(p)) and possible(drawn(p)):", "    ask(p)"],
        ["if possible(lucky(p)): # RL0516", "    ask(p)"],
        ["if possible(drawn_rest(p)): # RL0516", "    ask(p)"],
        ["if possible(mix()): # RL0516", "    ask(p)"],
        ["if possible(worth(p, dig)): # RL0515", "    ask(p)"],
        ["if possible(p.coins): # RL0515", "    ask(p)"],
        ["if possible(take(p)): # RL0307", "    ask(p)"],
        ["if possible(take(p, p.best)): # RL0301", "    ask(p)"],
        ["if would(take(p, 2), p.coins > 0):", "    take(p, 2)"],
        ["if would(take(p, 2), p.coins): # RL0304", "    take(p, 2)"],
        ["if would(ask(p), p.coins > 0): # RL0516", "    take(p, 2)"],
        ["if would(finish(p), p.coins > 0): # RL0516", "    take(p, 2)"],
        ["if would(lucky(p), p.coins > 0): # RL0516", "    take(p, 2)"],
        ["if p.best is not none:", "    if possible(owe(p)):", "        p.best.coins = 3"],
        ["if p.best is not none:", "    owe(p)", "    p.best.coins = 3 # RL0303"],
        ["if p.best is not none and would(owe(p), p.best.coins > 3): # RL0303", "    p.best.coins = 3"],
        ["if would(drawn(p), p.hand.size > 0):", "    take(p, 2)"],
        ["if would(drawn_rest(p), p.hand.size > 0): # RL0516", "    take(p, 2)"],
        ["if p.hand.size > 0:", "    if would(drawn(p), top(p.hand).cost > 1): # RL0303", "        take(p, 2)"],
        ['p chooses n from range(1, 3) where possible(take(p, n)) or n == 1 "Which?" # RL0905', "p.coins = n"],
    ],
    ids=lambda body: body[0],
)
def test_statements(body: list[str]) -> None:
    check(lines(*body))


@pytest.mark.parametrize(
    "declaration",
    [
        'total sum_of(p: Player):\n    "a": p.hand # RL0301',
        'total sum_of(p: Player):\n    "a": 1 when p.coins # RL0304',
        'total sum_of(p: Player):\n    "a": lucky(p) # RL0301 RL0501',
        'total worth(p: Player): # RL0201\n    "a": 1',
        'add to worth(who, work):\n    "a": who.coins when work is rest',
        'add to worth(who): # RL0403\n    "a": who.coins',
        'add to worths(who, work): # RL0401\n    "a": 1',
        'add to take(p, n): # RL0404\n    "a": 1',
        'add to worth(who, work):\n    "a": p.coins # RL0202',
        "supply wood: 3 # RL0201",
        "supply woods: 3 # RL0202",
        "supply hand: 3 # RL0517",
        "supply coins: true # RL0301",
        "supply coins: 4 * players.size, then nothing",
        "components:\n    5 Card, 1 of each cost\n    4 king in deck",
        "components:\n    5 Cards # RL0204",
        "components:\n    5 kings # RL0202",
        "components:\n    5 Card in day # RL0608",
        "components:\n    5 Card, 1 of each size # RL0203",
    ],
    ids=lambda text: text.replace("\n", " "),
)
def test_declarations(declaration: str) -> None:
    check(f"{GAME}\n{declaration}\n")


PRIVATE = """
player:
    coins: Int = 3, private
    open: Int = 0, public

define size_of(p: Player) -> Int = p.coins

rule rob(p: Player, q: Player):
    require size_of(q) > 2 "too poor"
    q.coins -= 1

rule twice(p: Player, q: Player):
    p.open = q.coins
    rob(p, q)

rule told(p: Player, q: Player):
    require knowing(q.coins > 2) "too poor"
    q.coins -= 1

rule own(p: Player, q: Player):
    require p.coins > 2 "too poor"
    q.open += 1

rule harmless(p: Player, q: Player):
    q.open += p.coins + q.coins

play:
    twice(players[1], players[2])
    told(players[1], players[2])
    own(players[1], players[2])
    harmless(players[1], players[2])
    act(players[1])
"""


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("possible(rob(p, q))", " # RL0519"),
        ("possible(twice(p, q))", " # RL0519"),
        ("possible(told(p, q))", ""),
        ("possible(own(p, q))", ""),
        ("possible(harmless(p, q))", ""),
        ("would(harmless(p, q), q.open > 2)", ""),
        ("would(harmless(p, q), q.coins > 2)", " # RL0519"),
    ],
)
def test_what_is_tried_must_not_tell(condition: str, code: str) -> None:
    lines_of_it = [
        "rule act(p: Player):",
        f'    p chooses q from players where {condition} or q is p "Whom?":{code}',
        "        q.open += 1",
        "    otherwise:",
        '        log "nobody"',
    ]
    check(PRIVATE + "\n" + "\n".join(lines_of_it) + "\n")

"""Kinds, things, tables, families, boards, fields: what they may hold and what must be given."""

from __future__ import annotations

import pytest

from rulelang.sema.load import load_text
from rulelang.sema.trees import everything
from rulelang.sema.types import OptionalType, PlayerType
from rulelang.syntax import nodes
from tests.sema.marked import check, completed, found, only


def test_values_of_things() -> None:
    """Each value has its field and its type; what never changes must be given; maps are complete or have a default."""
    check(
        """
enum Topic: sea, land

kind Place:
    level: Int 0 to 9
    guest: Player?
    note: Text = "none"
    skill: map Topic to Int
    bonus: map Topic to Int = 0
    trees: Int

Place a:
    level: 3
    skill[sea]: 1
    skill[land]: 2
    bonus[sea]: 4

Place b:
    level: 10 # RL0311
    levle: 3 # RL0602
    skill[sea]: 1
    skill[land]: none # RL0301
    skill[fog]: 2 # RL0202
    bonus[sea]: 1
    bonus[sea]: 2 # RL0605
    note: 3 # RL0301
    level[sea]: 3 # RL0602

Place c: # RL0601
    level: 3
    level: 4 # RL0605

rule grow(p: Place):
    p.trees += 1
"""
    )


def test_rules_of_things() -> None:
    """Open ones are given, overriding ones fit, unknown ones are reported."""
    check(
        """
kind Event:
    cost: Int = 1
    rule happen(p: Player)
    define worth(p: Player) -> Int
    define price = 3

kind Storm is Event:
    define worth(p) = seat(p)

Storm gale: # RL0603
    define price = 4

Storm gust:
    rule happen(p):
        log "{p}"
    rule hapen(p): # RL0602
        log "{p}"
    rule cost(p): # RL0602
        log "{p}"

Event flood: # RL0603
    define happen(p) = 3 # RL0604
    define price = none # RL0301

Event feast:
    rule happen(p, q): # RL0604
        log "{p} {q}"
    define worth(p: Int) = 3 # RL0604
    define price -> Bool = true # RL0301
"""
    )


def test_kinds_above_kinds() -> None:
    """Sub-kinds inherit and may not declare again; fixed fields are given once; circles are reported."""
    check(
        """
kind Card:
    cost: Int
    age: Int = 1
    define worth = cost

kind Event is Card:
    cost = 2
    age: Int = 3 # RL0201
    define cost = 3 # RL0201
    wrong = 1 # RL0602

kind Flood is Event:
    cost = 3 # RL0605
    define worth = original() + 1

Flood great:
    cost: 4 # RL0605

Event small

kind One is Two:
    n: Int = 1
kind Two is One: # RL0210
    m: Int = 1
kind Three is Nowhere: # RL0204
    k: Int = 1
"""
    )


def test_tables() -> None:
    """A row a thing; columns are fields, entries of maps, name, label and x."""
    model, _ = check(
        """
enum Topic: sea, land

kind Place:
    level: Int
    skill: map Topic to Int = 0
    rule enter(p: Player):
        log "{p} {skill[sea]} {level}"

table Place:
    | name    | label         | level | skill[sea] | x |
    | harbour | "The Harbour" | 1     | 2          |   |
    | field   |               | 2     |            | 3 |

also field:
    rule enter(p):
        original(p)
        log "{p} is in the field"

also nowhere: # RL0202
    level: 3
"""
    )
    harbour, field = model.instances
    assert harbour.label is not None and harbour.copies is None
    assert field.label is None and isinstance(field.copies, nodes.Number) and field.copies.value == 3
    assert list(harbour.map_values) == ["skill"] and "skill" not in field.map_values
    assert list(field.overrides) == ["enter"]


@pytest.mark.parametrize(
    ("head", "row", "codes"),
    [
        ("| name | level |", "| inn | 3 |", ""),
        ("| nmae | level |", "| inn | 3 |", "head RL0606"),
        ("| name | levle |", "| inn | 3 |", "head RL0606"),
        ("| name | level | level |", "| inn | 3 | 4 |", "head RL0606"),
        ("| name | 3 |", "| inn | 3 |", "head RL0606"),
        ("| name | level |", "| 3 | 3 |", "row RL0606"),
        ("| name | level |", "| inn | none |", "row RL0301"),
        ("| name | level | label |", "| inn | 1 | 2 |", "row RL0606"),
        ("| name | level | x |", "| inn | 1 | hall |", "row RL0202"),
    ],
)
def test_heads_and_rows(head: str, row: str, codes: str) -> None:
    """What is wrong with a table is told at the head or in the row."""
    marks = {"head": "", "row": ""}
    if codes:
        place, code = codes.split()
        marks[place] = code
    text = f"kind Place:\n    level: Int\n\ntable Place:\n    {head}\n    {row}\n"
    model, sink = load_text(completed(text))
    wanted = {(5, marks["head"])} if marks["head"] else {(6, marks["row"])} if marks["row"] else set()
    lines = found(model, sink, wanted)
    if marks["head"] and "nmae" in head:
        # A table without names has one fault more: the column that is missing.
        lines.discard((4, "RL0606"))
    assert lines == wanted, [d.message for d in sink.sorted()]


def test_table_of_players() -> None:
    """A row for each seat; the columns are fields of the players."""
    model, _ = check(
        """
game two "Two":
    players 2

player:
    forward: Direction
    start: Int = 1

table Player:
    | name  | forward |
    | white | north   |
    | black | south   |

rule act(p: Player):
    log "{p.forward} {p.start}"

example "names of the table":
    when act(white)
    expect black.start == 1
"""
    )
    assert [row["forward"].type for row in model.player_rows] == [model.player_fields["forward"].type] * 2
    check(
        """
game two "Two":
    players 2 to 3

player:
    points: Int = 0

table Player: # RL0606
    | points |
    | 1      |
"""
    )


def test_families() -> None:
    """Owners, fields filled by generators, labels with them, conditions on them."""
    model, _ = check(
        """
enum Colour: red, blue

kind Card:
    colour: Colour
    cost: Int
    rule play_it(p: Player):
        log "{p} {this.owner} {colour}"

Card card for each player, colour in Colour where colour is not red "{colour} card":
    cost: 3 if colour is blue else 1

kind Tile:
    x1: Int
    y1: Int

Tile tile for each x1 in range(1, 2), y1 in range(x1, 3) "{x1}/{y1}"

kind Flag:
    n: Int = 1

Flag white_flag
Flag flag for each player

rule act(p: Player):
    p.card[blue].play_it(p)
    if p.card[blue].owner is p and flag_owner(p.flag) is p:
        log "{tile[1, 2]}"

define flag_owner(f: Flag) -> Player? = f.owner
"""
    )
    card = model.kinds["Card"]
    assert card.has_owner and not model.kinds["Tile"].has_owner
    owner = next(
        n.type
        for r in model.routines.values()
        for n in _all(r.value)
        if isinstance(n, nodes.Attribute) and n.name.text == "owner"
    )
    assert owner == OptionalType(PlayerType())


def _all(node: nodes.Node | None) -> list[nodes.Node]:
    return list(everything(node)) if node is not None else []


def test_doubles() -> None:
    """One name, one thing; the second place is reported."""
    check(
        """
kind Card:
    cost: Int = 1
    cost: Int = 2 # RL0201

kind Card: # RL0201
    n: Int = 1

enum Topic: sea, sea # RL0201

Card ace
Card ace # RL0201

state:
    gold: Int = 1

rule gold(): # RL0201
    nothing

die odd: 1, 3
die odd: 1, 5 # RL0201
"""
    )


def test_boards() -> None:
    """Ways join spaces and may be things; what cannot be laid out is reported."""
    model, _ = check(
        """
kind Room:
    level: Int = 1

Room a
Room b
Room c
Room towers x 2

kind Door:
    open: Bool = true
    width: Int = 1

Door gate:
    width: 3

board house of Room by Door:
    gate: a - b
    b - c
    long_way: a - c - b
    a - a # RL0607
    a - nowhere # RL0202
    a - towers # RL0607
    gate - a # RL0607
    b - c # RL0607
"""
    )
    board = model.boards["house"]
    assert [s.name for s in board.spaces] == ["a", "b", "c", "towers"]
    assert [(x.name, y.name, e.name if e else None) for x, y, e in board.ways] == [
        ("a", "b", "gate"),
        ("b", "c", "b_c"),
        ("a", "c", "long_way_1"),
        ("c", "b", "long_way_2"),
    ]
    gate = next(i for i in model.instances if i.name == "gate")
    assert gate.edge is not None and "width" in gate.values


def test_grids() -> None:
    """Squares are named from the bottom left, and are all the things of their kind."""
    model, _ = check(
        """
kind Square:
    owner: Player?

board squares of Square:
    grid 3 by 2

rule act(p: Player):
    a1.owner = p
    log "{c2.row} {c2.column} {step(a1, north) is a2}"
    log "{d1}" # RL0202
"""
    )
    assert [i.name for i in model.instances] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert model.instances[5].square == (3, 2)
    assert model.boards["squares"].grid == (3, 2)
    check(
        """
kind Square:
    owner: Player?

Square corner

board squares of Square:
    grid 30 by 2 # RL0607

board others of Square:
    grid 2 by 2 # RL0607
"""
    )


@pytest.mark.parametrize(
    "line",
    [
        "neighbours(hall)",
        "neighbours(house, hall)",
        "neighbours(yard) # RL0610",
        "neighbours(place) # RL0610",
        "neighbours(3) # RL0301",
        "within(hall, 2)",
        "within(hall, 1 to 2 through s where s is not attic along e where e.open)",
        "within(hall, 1 along e where e.beds > 0) # RL0203",
        "edge(hall, attic).open",
        "edges(hall).size",
        "ends(hall_attic).size",
        "ends(hall) # RL0610",
        "distance(hall, attic) + 1",
        "path(hall, yard) # RL0301",
        "connected(hall)",
        "step(hall, north) # RL0610",
        "step(a1, north)",
        "step(a1, 3) # RL0301",
        "step(a1, north).row # RL0303",
        "ray(a1, north through s where s.owner is none)",
        "lines(squares, 3).size",
        "lines(a1, 3).size",
        "lines(house, 3) # RL0610",
        "edge(a1, a2) # RL0610",
        "between(a1, c1)",
        "leaps(a1, 1, 2)",
        "direction(a1, a2)",
        "beside(north) + [opposite(south)]",
        "path(hall, attic along e where e.open)",
        "reverse(players through s where s is players[1]) # RL0307",
        "clockwise(players[1] through s where true) # RL0307",
    ],
)
def test_functions_of_boards(line: str) -> None:
    """Which board a function works on, and what it needs of it."""
    text, _, code = line.partition(" # ")
    check(
        f"""
kind Place:
    level: Int = 1

kind Room is Place:
    beds: Int = 1

Room hall
Room attic
Place yard

kind Door:
    open: Bool = true

board house of Room by Door:
    hall - attic

kind Square:
    owner: Player?

board squares of Square:
    grid 3 by 3

rule act(place: Place):
    let x = {text}{f" # {code}" if code else ""}
    log "{{x}} {{place}}"
"""
    )


def test_fields_and_visibility() -> None:
    """Zones, maps, optionals, and to whom they are shown."""
    check(
        """
kind Card:
    cost: Int = 1

state:
    a1: pile of Card = Card, secret, top public
    b1: slot of Card, public
    c1: Int = 0, top public # RL0611
    d1: Int = 0, private # RL0611
    e1: Int = 0, private to dealer
    f1: Int = 0, private to a1 # RL0611
    g1: Int = 0, private to nobody # RL0202
    dealer: Player?
    h1: list of Card? # RL0315
    i1: pile of Crad # RL0204
    j1: map Int to Int # RL0315
    k1: map Player to pile of Card # RL0315
    l1: Bool 1 to 2 # RL0315
    m1: Int 3 to 1 # RL0311
    n1: map Player to Int = none # RL0301
    o1: pile of Card = 3 # RL0301
    p1: Text? # RL0315
    q1: list of pile of Card # RL0315

setting r1: Int = 3 "a number"
setting s1: Player = players[1] "a player" # RL0315
setting t1: Bool = 3 "wrong" # RL0301
"""
    )


def test_holder_is_told_by_what_is_wanted() -> None:
    """The holder of a thing is a player, or a thing with a zone."""
    check(
        """
kind Card:
    cost: Int = 1

Card ace

kind Chest:
    inside: pile of Card

Chest box_one

player:
    hand: pile of Card

rule act(p: Player):
    if holder(ace) is p or holder(ace) is Chest:
        log "x"
    let h: Player? = holder(ace)
    let c: Chest? = holder(ace)
    let wrong = holder(ace) # RL0310
    log "{h} {c} {wrong} {holder(3)}" # RL0301
"""
    )


def test_near_fields_are_offered() -> None:
    """A misspelt value of a thing gets the field it is like, and no second message about the field it should have been."""
    found = only("kind Room:\n    places: Int\n\nRoom hall:\n    place: 3 # RL0602\n", "RL0602")
    assert found.help == ("did you mean `places`?",)


OWNERS = """
kind Ship:
    crew: Int = 0, public
    define boss -> Player = owner
    define is_of(p: Player) -> Bool = owner is p
    rule sail():
        crew += 1
        owner gains crew points
        owner chooses n from [1, 2]
        owner.points += n
        log "{owner} {boss} {is_of(owner)}"

Ship ship for each player "the ship of {owner}"

kind Boat:
    define paid -> Int
    rule row():
        if owner is not none:
            owner gains 1 point

Boat dinghy:
    define paid = 2

Boat canoe for each player:
    define paid = owner.points

player:
    points: Int = 0, public
"""


def test_the_bare_owner_is_that_of_this() -> None:
    check(
        OWNERS
        + """
play:
    for each p in players:
        p.ship.sail()
        p.canoe.row()
        log "{p.canoe.paid} {dinghy.paid}"
    dinghy.row()
"""
    )


PEBBLE = """
kind Stone:
    define mine -> Player = owner  # CODE

Stone pebble
MORE

play:
    log "{pebble.mine}"
"""


def test_the_bare_owner_is_no_name_elsewhere() -> None:
    check(
        OWNERS
        + """
play:
    log "{owner}"  # RL0202
    players[1].ship.sail()
    dinghy.row()
    log "{dinghy.paid}"
"""
    )
    check(PEBBLE.replace("CODE", "RL0202").replace("MORE", ""))
    # Of things that need not belong to anybody it may be none.
    check(PEBBLE.replace("CODE", "RL0303").replace("MORE", "Stone rock for each player"))


def test_an_owner_of_the_game_is_another() -> None:
    text = OWNERS.replace("player:", "state:\n    owner: Int = 0, public\n\nplayer:").replace(
        "    define boss -> Player = owner\n", "    define boss -> Player = owner  # RL0207\n"
    )
    assert "RL0207" in [d.code for d in load_text(completed(text))[1].sorted()]


def test_an_owner_that_is_a_field() -> None:
    check("""
kind Stone:
    owner: Player? = none, public
    rule take(p: Player):
        owner = p

Stone pebble

play:
    pebble.take(players[1])
""")

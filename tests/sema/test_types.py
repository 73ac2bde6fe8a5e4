"""Types: what fits where, `is` and `==`, inference, arguments, results."""

from __future__ import annotations

import pytest

from rulelang.sema.model import GameModel
from rulelang.sema.symbols import LocalSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import BOOL, INT, PLAYER, IntType, KindType, ListType, OptionalType, Type
from rulelang.syntax import nodes
from tests.sema.marked import check, only

KINDS = """
enum Action: build, travel, fight

kind Place:
    level: Int = 1

kind Room is Place:
    beds: Int = 2

kind Yard is Place:
    trees: Int = 2

Room hall
Yard garden

kind Card:
    cost: Int = 1

Card ace

state:
    place: Place = hall
    room: Room = hall
    maybe: Room?
    deck: pile of Card = Card
    shelf: slot of Card
    names: list of Player = []
    skill: map Action to Int = 0
    level: Int 1 to 5 = 1
"""


def lines(*statements: str) -> str:
    """A game whose rule has these lines."""
    body = "\n    ".join(statements)
    return f"{KINDS}\nrule act(p: Player, n: Int, a: Action, c: Bool):\n    {body}\n"


@pytest.mark.parametrize(
    "line",
    [
        "place = room",
        "room = place # RL0301",
        "room = garden # RL0301",
        "maybe = room",
        "maybe = none",
        "room = none # RL0301",
        "room = maybe # RL0303",
        "room = ace # RL0301",
        "names = [p]",
        "names = players",
        "names = p # RL0301",
        "names = []",
        "names = each(q in players where q is not p)",
        "names = [hall] # RL0301",
        "names += [p]",
        "names += p # RL0301",
        "names[1] = p # RL0314",
        "skill[build] = 2",
        "skill[hall] = 2 # RL0301",
        "skill[build] = none # RL0301",
        "skill[build] += 1",
        "skill = 3 # RL0314",
        "level = 5",
        "level = 6 # RL0311",
        "level = n",
        "level += 1",
        "deck = [ace] # RL0608",
        "shelf = ace # RL0608",
        "n = n + 1",
        "n = c # RL0301",
        "p = players[1]",
        "a = fight",
        "a = hall # RL0301",
        "hall = garden # RL0314",
        "players = [p] # RL0314",
        "hall.beds = 3",
        "place.beds = 3 # RL0203",
        "n += a # RL0301",
        "c += 1 # RL0301",
        "room = hall if c else garden # RL0301",
        "place = hall if c else garden",
        "place = hall if c else p # RL0305",
    ],
)
def test_assignment(line: str) -> None:
    """What may be assigned to what."""
    check(lines(line))


@pytest.mark.parametrize(
    "condition",
    [
        "p is players[1]",
        "p == players[1] # RL0302",
        "p != players[1] # RL0302",
        "n == 1",
        "n is 1 # RL0302",
        "n is not 1 # RL0302",
        "a is build",
        "a == build # RL0302",
        "a < fight",
        "a < 3 # RL0305",
        "a < hall # RL0305",
        "p < players[1] # RL0305",
        "a.number < 3",
        'p.name == "ann"',
        'p.name is "ann" # RL0302',
        "names == [p]",
        "names is [p] # RL0302",
        "place is Room",
        "place is not Yard",
        "place is Card # RL0305",
        "p is Room # RL0305",
        "room is garden # RL0305",
        "place is garden",
        "maybe is none",
        "maybe == none # RL0302",
        "none is maybe",
        "maybe is hall",
        "maybe.beds == 1 # RL0303",
        "room is none # RL0904",
        "place is Place # RL0904",
        "p is hall # RL0305",
        "a is Action # RL0305",
        "a in Action",
        "a in [build, travel]",
        "a in [hall] # RL0305",
        "hall in Room",
        "ace in deck",
        "hall in deck # RL0305",
        "ace in box",
        "p in players",
        "p not in names",
        "n in range(1, 3)",
        "n in 3 # RL0313",
        "shelf is ace",
        "shelf is none",
        "shelf.cost == 1 # RL0303",
        "ace in shelf",
        "top(deck).cost == 1 # RL0303",
        "deck.size == 3",
        "deck == [ace]",
        "c",
        "not c",
        "c == true",
        "n # RL0304",
        "maybe # RL0304",
        "names # RL0304",
        "not n # RL0304",
        "c and n # RL0304",
        "a is build or travel # RL0304",
        "c or p is players[1]",
        "deck.top is none # RL0203",
        "level > 5 # RL0904",
        "level >= 1 # RL0904",
        "level < 5",
        "level == 6 # RL0904",
        "seat(p) != 9 # RL0904",
        "players.size < 0 # RL0904",
        "a.number > 3 # RL0904",
    ],
)
def test_condition(condition: str) -> None:
    """What may be asked, and how."""
    text, _, code = condition.partition(" #")
    check(lines(f"if {text}:{' #' + code if code else ''}", '    log "yes"'))


def test_wrong_operator_has_its_fix() -> None:
    """The fix replaces the operator alone."""
    text = lines("if n is not 1: # RL0302", '    log "x"')
    found = only(text, "RL0302")
    assert found.fix is not None and found.fix.text == "!="
    assert found.help == ("write `n != 1`",)
    assert found.fix.span.end - found.fix.span.start == len("is not")


def test_several_values_after_or() -> None:
    """`a is b or c` gets the question that was meant."""
    found = only(lines("if a is build or travel: # RL0304", '    log "x"'), "RL0304")
    assert found.help == ("write `a in [build, travel]`",)


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("3", INT),
        ("n + 1", INT),
        ("c", BOOL),
        ("p", PLAYER),
        ("[p]", ListType(PLAYER)),
        ("players", ListType(PLAYER)),
        ("range(1, 3)", ListType(INT)),
        ("first(q in players where q is not p)", OptionalType(PLAYER)),
        ("first(players)", OptionalType(PLAYER)),
        ("count(q in players where q is not p)", INT),
        ("sum(q.name == p.name for q in players) # RL0301", INT),
        ("sum(1 for q in players)", INT),
        ("any(q in players where q is p)", BOOL),
        ("all(q is p for q in players)", BOOL),
        ("places(q in players by seat(q))", ListType(ListType(PLAYER))),
        ("highest(seat(q) for q in players)", INT),
        ("max(1, 2, n)", INT),
        ("names + [p]", ListType(PLAYER)),
        ("(none if c else p)", OptionalType(PLAYER)),
        ("left_of(p)", PLAYER),
        ("next(players, p)", PLAYER),
        ("after(players, p)", ListType(PLAYER)),
        ("each(seat(q) for q in players)", ListType(INT)),
        ("sorted(q in players by seat(q) desc)", ListType(PLAYER)),
        ("none # RL0310", INT),
        ("[] # RL0310", INT),
        ('"a" + "b" # RL0306', INT),
        ('"a {p}" # RL0119', INT),
        ("count(q for q in players) # RL0307", INT),
        ("count(q in players by seat(q)) # RL0307", INT),
        ("each(q in players, r in players) # RL0310", INT),
        ("each(q in players by q) # RL0305", INT),
        ("n.size # RL0203", INT),
        ("n[1] # RL0209", INT),
        ("players[p] # RL0301", PLAYER),
        ("players[1, 2] # RL0307", PLAYER),
    ],
)
def test_inference(value: str, type_: Type) -> None:
    """The type of a `let` is that of its value."""
    text, _, code = value.partition(" #")
    model, sink = check(lines(f"let x = {text}{' #' + code if code else ''}"))
    found = next((s for s in _locals(model) if s.name == "x"), None)
    if not sink.has_errors:
        assert found is not None and found.type == type_


def _locals(model: GameModel) -> list[LocalSymbol]:
    return [n.symbol for n in everything(model.routines["act"].body or []) if isinstance(n, nodes.Let)]


def test_zones_become_lists() -> None:
    """A `let` of a pile remembers what lies in it now; a slot reads as its thing or none."""
    model, _ = check(lines("let cards = deck", "let shown = shelf", "let ways = Room"))
    card, room = KindType(model.kinds["Card"]), KindType(model.kinds["Room"])
    assert [s.type for s in _locals(model)] == [ListType(card), OptionalType(card), ListType(room)]


def test_declared_lets() -> None:
    """A written type holds; the value must fit it."""
    check(
        lines(
            "let a1: Player? = none",
            "let b1: Player? = p",
            "let c1: Player = none # RL0301",
            "let d1: list of Player = []",
            "let e1: Int 1 to 3 = 4 # RL0311",
            "let f1: pile of Card = deck # RL0315",
            "let g1: Plyer = p # RL0204",
            'log "{a1} {b1} {c1} {d1} {e1} {f1} {g1}"',
        )
    )


def test_calls_by_number_and_type() -> None:
    """Arguments of rules, defines, rules of things, and the library."""
    check(
        """
kind Card:
    cost: Int = 1
    rule play_it(p: Player, n: Int):
        log "{p} {n} {cost}"
    define price(n: Int) -> Int = cost * n
    define double -> Int = cost * 2

Card ace

define twice(n: Int) -> Int = n * 2

rule act(p: Player):
    log "{twice(1)} {ace.price(2)} {ace.double}"
    ace.play_it(p, 1)
    ace.play_it(p) # RL0307
    ace.play_it(1, p) # RL0301
    act(p, p) # RL0307
    log "{twice(p)}" # RL0301
    log "{ace.price}" # RL0209
    log "{ace.double()}" # RL0307
    log "{ace.cost()}" # RL0209
    log "{p()}" # RL0209
    ace.paly_it(p, 1) # RL0203
    log "{left_of(1)}" # RL0301
    log "{left_of(p, p)}" # RL0307
    log "{left_of}" # RL0209
    log "{twice}" # RL0209
"""
    )


def test_results() -> None:
    """Every way gives a value of the type; what gives a value is not run for nothing."""
    check(
        """
enum Weather: sun, rain

state:
    points: Int = 0

define price(w: Weather) -> Int:
    match w:
        sun: return 1
        rain: return 2

define half(n: Int) -> Int: # RL0308
    if n > 1:
        return n / 2

rule dig() -> Int:
    points += 1
    return points

rule early(n: Int) -> Int:
    while true:
        if n > 2:
            return n
        n += 1

rule wrong() -> Int:
    return none # RL0301

rule nothing_given() -> Int:
    return # RL0312

rule given():
    return 3 # RL0312

rule act():
    dig()
    price(sun) # RL0309
    half(3) # RL0309
    points # RL0309
    early(1) # RL0309
    let n = given() # RL0301
    log "{n}"
    wrong() # RL0309
    nothing_given() # RL0309
"""
    )


def test_a_define_without_type_gets_that_of_its_value() -> None:
    """In whatever order they stand; one that uses itself has to say it."""
    model, _ = check(
        """
define a = b + 1
define b = c.size
define c = each(p in players where p is not none) # RL0904
define d(n: Int) = 1 if n == 0 else d(n - 1) # RL0310
define e(n: Int) -> Int = 1 if n == 0 else e(n - 1)

rule act():
    log "{a} {d(1)} {e(2)}"
"""
    )
    assert model.routines["a"].returns == INT
    assert model.routines["c"].returns == ListType(PLAYER)


def test_bounds_are_kept() -> None:
    """Numbers keep bounds that are declared or known."""
    model, _ = check(lines("let x = level", "for each i in range(1, 6):", '    log "{i} {x}"'))
    head = next(n for n in everything(model.routines["act"].body or []) if isinstance(n, nodes.Head))
    assert head.symbol.type == IntType(1, 6)
    assert model.state_fields["level"].type == IntType(1, 5)

"""Names: what they mean, that nothing hides anything, and that an unknown one is reported with its like."""

from __future__ import annotations

import pytest

from rulelang.sema.load import load_text
from rulelang.sema.symbols import CopySymbol, EnumMember, FieldSymbol, InstanceSymbol, LocalSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from tests.sema.marked import UNUSED, check, completed, only


def test_five_misspelt_words_give_five_errors_with_near_names() -> None:
    """Each with its place and the nearest name, in one run."""
    text = """
player:
    points: Int = 0

state:
    round_number: Int = 0

rule advance(p: Player):
    round_nubmer += 1 # RL0202
    p.pionts += 1 # RL0203
    p gains 1 piont # RL0508
    log "{p.nane}" # RL0203
    advnace(p) # RL0205
"""
    _, sink = check(text)
    helps = [d.help[0] for d in sink.sorted() if d.code not in UNUSED]
    assert helps == [
        "did you mean `round_number`?",
        "did you mean `points`?",
        "did you mean `point` or `points`?",
        "did you mean `name`?",
        "did you mean `advance`?",
    ]


def test_a_number_as_a_word_is_a_number() -> None:
    _, sink = check("player:\n    points: Int = 0\n\nrule r(p: Player):\n    p gains two points # RL0202\n    r(p)\n")
    assert [d.help for d in sink.sorted() if d.code == "RL0202"] == [("write the number, `2`",)]


def test_uses_are_kept_for_find_and_rename() -> None:
    """Also the singular after `gains`, uses in texts, and in examples."""
    model, _ = check(
        """
player:
    points: Int = 0

rule reward(p: Player):
    p gains 1 point
    log "{p.points}"

play:
    reward(players[1])

example "a reward":
    players ann, ben
    given ann.points = 3
    when reward(ann)
    expect ann.points == 4
"""
    )
    points = model.player_fields["points"]
    texts = [model.sources.files[0].text[s.start : s.end] for s in points.uses]
    assert texts == ["point", "points", "points", "points"]
    assert len(model.routines["reward"].uses) == 2


@pytest.mark.parametrize(
    "line",
    [
        "let goal = 1 # RL0206",
        "let players = [p] # RL0206",
        "let hall = 1 # RL0206",
        "let p = players[1] # RL0206",
        "let build = 1 # RL0206",
        'for each goal in range(1, 2): # RL0206\n        log "x"',
        'p chooses goal from range(1, 2) "x" # RL0206',
        'log "{count(goal in range(1, 2))}" # RL0206',
    ],
)
def test_nothing_hides_anything(line: str) -> None:
    """A local may not have the name of a field, a thing, a member of an enum, a parameter, a word of the library."""
    check(
        f"""
enum Action: build, travel

kind Room:
    places: Int = 1

Room hall

state:
    goal: Int = 1

rule act(p: Player):
    {line}
"""
    )


def test_names_of_calls_are_apart_from_names_of_values() -> None:
    """A local may be called as a rule or a library function is, since brackets tell them apart."""
    check(
        """
kind Room:
    places: Int = 1

Room hall
Room kitchen

board house of Room:
    hall - kitchen

rule walk(p: Player):
    let path = path(hall, kitchen)
    let walk = path.size
    log "{p} {walk} {path}"
"""
    )


def test_sibling_blocks_may_use_a_name_again() -> None:
    """A name ends with its block."""
    check(
        """
rule act(p: Player):
    if p is players[1]:
        let n = 1
        log "{n}"
    else:
        let n = 2
        log "{n}"
    for each n in range(1, 2):
        log "{n}"
"""
    )


def test_members_of_enums_are_told_apart_by_what_is_wanted() -> None:
    """As an argument, beside `is`, in a list, on the left side of `is`, by `Enum.member`; else it is an error."""
    check(
        """
enum Action: build, travel
enum Age: build, fight

state:
    action: Action = build
    ages: list of Age = [build, fight]

rule act(a: Action, b: Age):
    if a is build and build is b:
        action = build
    if b in [build, fight] and build in ages:
        log "{Age.build}"
    let c = build # RL0207
    log "{c}"
    act(build, build)
"""
    )


def test_thing_and_member_of_one_name() -> None:
    """The thing, unless a member is wanted."""
    model, _ = check(
        """
enum Job: smith, baker

kind Person:
    job: Job

Person smith:
    job: smith

state:
    chosen: Person = smith

rule act():
    if chosen.job is smith:
        log "{smith.name}"
"""
    )
    symbols = [n.symbol for n in everything(model.routines["act"].body or []) if isinstance(n, nodes.Name) and n.text == "smith"]
    assert [type(s) for s in symbols] == [EnumMember, InstanceSymbol]


def test_members_of_this_come_before_globals_unless_both_exist() -> None:
    """A bare name in a kind is a member of `this`; one that is both is an error."""
    model, _ = check(
        """
state:
    level: Int = 1

kind Card:
    cost: Int = 2
    level: Int = 1
    define price = cost * 2
    define both = level # RL0207
    rule play_it(p: Player):
        log "{p} pays {price}, {this.cost}"

Card ace

play:
    ace.play_it(players[1])
    level = ace.both
"""
    )
    price = model.kinds["Card"].methods["price"].default
    assert price is not None and isinstance(price.value, nodes.Arithmetic)
    assert isinstance(price.value.left, nodes.Name)
    assert price.value.left.symbol is model.kinds["Card"].fields["cost"]


def test_designs_only_where_several_make_sense() -> None:
    """A bare name of copies or a family means the design; where one thing is wanted the ways are named."""
    text = """
kind Coin:
    worth: Int = 1

Coin penny x 3
Coin mark for each player

state:
    purse: pile of Coin = [penny, penny]
    heap: pile of Coin = penny

rule act(p: Player):
    if top(purse) is penny and penny in purse and p.mark not in [penny, mark]:
        move penny_2 to purse
    move penny to purse # RL0208
    let n = count(c in purse where c is penny)
    log "{n} {p.mark}"
    move mark to purse # RL0208
    move penny_4 to purse # RL0202
"""
    _, sink = check(text)
    helps = [d.help[0] for d in sink.sorted() if d.code == "RL0208"]
    assert helps == ["name one of the copies: `penny_1`", "name the one of a player: `p.mark`"]


def test_one_copy_of_a_family() -> None:
    """Where one thing is wanted, the message says how one of the copies is called, or where to take it from."""
    text = """
enum Colour: red, blue

kind House:
    colour: Colour

House house x 2 for each colour in Colour
House hut x 2 for each player, colour in Colour

state:
    street: pile of House = House

rule act(p: Player, colour: Colour):
    move house_red_2 to street
    move p.hut_blue_1 to street
    move house[red] to street # RL0208
    move p.hut[blue] to street # RL0208
    move house[colour] to street # RL0208
    move house_red_3 to street # RL0202
    move p.hut_red_3 to street # RL0202
"""
    _, sink = check(text)
    helps = [d.help[0] for d in sink.sorted() if d.code == "RL0208"]
    assert helps == [
        "name one of the copies: `house_red_1`",
        "name one of the copies: `p.hut_blue_1`",
        "take one from where they lie: `first(x in ... where x is house[colour])`",
    ]


def test_families_by_keys() -> None:
    """`house[red, 1]`, `house_red_1`, and `p.card[red]`; wrong numbers and types of keys are errors."""
    model, _ = check(
        """
enum Colour: red, blue

kind House:
    colour: Colour
    floors: Int

House house for each colour in Colour, floors in range(1, 2)

kind Card:
    colour: Colour

Card card for each player, colour in Colour "{colour}"

rule act(p: Player):
    log "{house[red, 1]} {house_blue_2}"
    log "{p.card[red]}"
    log "{house[red]}" # RL0307
    log "{house[1, red]}" # RL0301
    log "{card[red]}" # RL0208
    log "{p.card}" # RL0208
    if p.card[red] is card[red] or p.card[red] is p.card:
        log "{house_green_1}" # RL0202
"""
    )
    names = [n for n in everything(model.routines["act"].body or []) if isinstance(n, nodes.Name) and n.text == "house_blue_2"]
    assert isinstance(names[0].symbol, CopySymbol)
    assert names[0].symbol.keys == (model.enums["Colour"].members[1], 2)


def test_tic_tac_toe_is_resolved() -> None:
    """Every name of a small game has its symbol and every expression its type."""
    model, sink = load_text(
        """
game tictactoe "Tic-tac-toe":
    players 2

kind Square:
    owner: Player?

board squares of Square:
    grid 3 by 3

play:
    repeat for each me in players:
        me chooses square from squares where square.owner is none "Take a square"
        square.owner = me
        if any(line in lines(squares, 3) where all(s in line where s.owner is me)):
            end game won by me "three in a row"
    until all(s in squares where s.owner is not none)
    end game drawn "the board is full"
"""
    )
    assert not sink.diagnostics
    assert model.runnable
    assert model.play is not None
    assert [i.name for i in model.instances] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    for node in everything(model.play.body or []):
        if isinstance(node, nodes.Name | nodes.Attribute | nodes.Call):
            assert node.symbol is not None, node
        if isinstance(node, nodes.Expression):
            assert node.type is not None, node
    owner = model.kinds["Square"].fields["owner"]
    assert owner.mutable
    assert model.play.effects.chooses and model.play.effects.ends_game and not model.play.effects.random
    assert model.play.effects.writes == {owner}
    call = next(n for n in everything(model.play.body or []) if isinstance(n, nodes.Call))
    assert call.board is model.boards["squares"]


def test_a_damaged_line_hides_what_it_may_have_declared() -> None:
    """One fault, one message: names that may stand in a line that could not be read are not missed."""
    text = completed(
        """
state:
    gold Int = 3
    silver: Int = 1

rule act():
    gold += silver
    copper += 1
"""
    )
    model, sink = load_text(text)
    codes = [d.code for d in sink.sorted()]
    assert codes == ["RL0101", "RL0202"] or codes[-1] == "RL0202", codes
    assert sum(code == "RL0202" for code in codes) == 1
    assert not model.runnable


def test_a_query_that_goes_through_nothing_has_no_wrong_type_besides() -> None:
    """One fault, one message: what was not said is of no type that could be another than is wanted."""
    check(
        """
kind Card

player:
    hand: pile of Card, public

state:
    xs: list of Card, public

define cards(p: Player) -> list of Card = each(p.hand) # RL0128

rule act(p: Player):
    xs = each(p.hand) # RL0128
    xs = sorted(cards(p)) # RL0128
"""
    )


def test_a_declaration_with_a_fault_is_not_missed_again() -> None:
    """A misspelt kind is one message, not one for each use of its things."""
    check(
        """
kind Room:
    places: Int = 1

kind Door:
    open: Bool = true

Room hall
Room attic
Romo kitchen # RL0204

table Doro: # RL0204
    | name  | open |
    | front | true |

board house of Room by Dor: # RL0204
    gate: hall - attic

board other of Rom: # RL0204
    hall - attic

rule act(p: Player):
    log "{kitchen.places} {front.open} {gate.open} {p}"
    log "{neighbours(hall along e where e.open)}"
    log "{edge(hall, attic).open} {other.size}"
"""
    )


def test_library_words_cannot_be_declared() -> None:
    """What the library calls so stays so."""
    check(
        """
state:
    north: Int = 1 # RL0211

rule top(n: Int): # RL0211
    log "{n}"

kind Int: # RL0211
    n: Int = 1

player:
    name: Text # RL0211
"""
    )


def test_near_names_are_at_most_four() -> None:
    """However many are like it."""
    found = only(
        """
state:
    gold1, gold2, gold3, gold4, gold5, gold6: Int = 0

rule act():
    gold9 += 1 # RL0202
""",
        "RL0202",
    )
    assert found.help[0].count("`") == 8


def test_locals_and_parameters_have_symbols() -> None:
    """Each use leads to the symbol that was declared, not to a copy."""
    model, _ = check(
        """
define twice(n: Int) -> Int = n * 2

rule act(p: Player):
    let m = twice(3)
    log "{p} {m}"
"""
    )
    act = model.routines["act"]
    names = {n.text: n.symbol for n in everything(act.body or []) if isinstance(n, nodes.Name)}
    assert names["p"] is act.parameters[0]
    assert isinstance(names["m"], LocalSymbol)
    assert isinstance(names["twice"], RoutineSymbol)
    assert not any(isinstance(s, FieldSymbol) for s in names.values())

"""What is done: choices, defines that do nothing, effects, `at once`, `match`, loops, goods."""

from __future__ import annotations

import pytest

from rulelang.sema.trees import everything
from rulelang.sema.types import KindType, ListType, OptionalType
from rulelang.syntax import nodes
from tests.sema.marked import check, only

CARDS = """
kind Card:
    cost: Int = 1

Card ace
Card king x 4

player:
    points: Int = 0
    berries: Int = 0
    boxes: Int = 0
    hand: pile of Card

state:
    deck: pile of Card = Card
    bin: pile of Card
    rounds: Int = 0
"""


def rule(*statements: str) -> str:
    """A game whose rule has these lines."""
    body = "\n    ".join(statements)
    return f"{CARDS}\nrule act(p: Player):\n    {body}\n"


# ------------------------------------------------------------------------------------------------------------ choices


@pytest.mark.parametrize(
    "body",
    [
        ['p chooses card from p.hand "Which?" # RL0905', 'log "{card}"'],
        ['p chooses card from Card "Which?"', 'log "{card}"'],
        ['p chooses q from players where q is not p "Whom?"', 'log "{q}"'],
        ['p chooses card from p.hand "Which?":', '    log "{card}"', "otherwise:", '    log "none"'],
        ['p chooses card from p.hand "Which?":', '    log "{card}"', "otherwise:", '    log "{card}" # RL0202'],
        ['p chooses card from p.hand "Which?":', '    log "{card}"', "otherwise:", '    log "none"', 'log "{card}" # RL0202'],
        ['p may choose card from p.hand "Which?"', 'log "{card is none}"'],
        ['p may choose card from p.hand "Which?"', 'log "{card.cost}" # RL0303'],
        ['p may choose card from p.hand "Which?":', '    log "{card}"', "otherwise:", '    log "x" # RL0906'],
        ['p chooses up to 2 cards from p.hand where cards.cost > 1 "Which?"', 'log "{cards.size}"'],
        ['p chooses exactly 2 cards from p.hand "Which?" # RL0905', 'log "{cards.size}"'],
        ['p chooses any number of cards from p.hand "Which?"', "for each c in cards:", '    log "{c.cost}"'],
        ["if p.hand.size > 0:", '    p chooses card from p.hand "Which?"', '    log "{card}"'],
        [
            "while any(c in p.hand where c.cost > 1):",
            '    p chooses card from p.hand where card.cost > 1 "?"',
            "    move card to bin",
        ],
        ["if p.hand.size == 0:", "    return", 'p chooses card from p.hand "Which?"', 'log "{card}"'],
        ["for each q in players where q.hand.size > 0:", '    q chooses card from q.hand "Which?"', '    log "{card}"'],
        ["for each q in players where q.hand.size > 0:", '    p chooses card from p.hand "?" # RL0905', '    log "{q} {card}"'],
        ["repeat for each q in players where q.hand.size > 0:", '    q chooses card from q.hand "?"', "    move card to bin"],
        [
            "at once for each q in players where q.hand.size > 0:",
            '    q chooses card from q.hand "?"',
            "    q.points = card.cost",
        ],
        ["rounds chooses card from p.hand # RL0301 RL0905", 'log "{card}"'],
        ["p chooses card from p # RL0313 RL0905", 'log "{card}"'],
        ['p chooses n from range(1, 3) "How many?"', 'log "{n}"'],
        ['p chooses n from range(1, rounds) "How many?" # RL0905', 'log "{n}"'],
        ['p chooses n from range(0, max(0, rounds)) "How many?" # RL0905', 'log "{n}"'],
    ],
)
def test_picks(body: list[str]) -> None:
    """Which names a choice gives, and where one may find nothing to choose."""
    check(rule(*body))


@pytest.mark.parametrize(
    "options",
    [
        ["build: nothing", "pass"],
        ["build: nothing", "build: nothing # RL0505"],
        ['use(c from p.hand): log "{c}"', "pass"],
        ['pay(n from range(1, 3), m from range(n, 3) where m > n) where n + m < 5 "{n}{m}": log "{n}"', "pass"],
        ['move where p.points > 0 "Move": nothing', "pass"],
    ],
)
def test_options(options: list[str]) -> None:
    """Options have different names; later parameters see earlier ones; words of the language may be names of options."""
    check(rule('p chooses "Your move":', *(f"    {o}" for o in options)))


def test_options_that_may_all_be_closed() -> None:
    """A choice of options without one that is always open, and without `otherwise`, is warned of."""
    check(rule('p chooses "Your move": # RL0905', "    use(c from p.hand):", '        log "{c}"'))
    check(rule('p chooses "Your move":', "    use(c from p.hand):", '        log "{c}"', "otherwise:", '    log "none"'))
    check(rule('p chooses "Your move":', "    pass", "otherwise:", '    log "none" # RL0906'))


def test_types_of_answers() -> None:
    """One, one or none, or a list; the candidate in `where` is one of them."""
    model, _ = check(
        rule(
            "p chooses one_card from Card",
            "p may choose maybe_card from Card",
            "p chooses up to 3 some_cards from Card where some_cards.cost > 0",
            'log "{one_card} {maybe_card} {some_cards}"',
        )
    )
    card = KindType(model.kinds["Card"])
    choices = [n for n in everything(model.routines["act"].body or []) if isinstance(n, nodes.Choose)]
    assert [c.symbol.type for c in choices] == [card, OptionalType(card), ListType(card)]
    assert [c.candidate.type for c in choices] == [card, card, card]
    assert choices[0].candidate is choices[0].symbol


# ------------------------------------------------------------------------------------------------------------ effects


def test_effects_go_through_calls() -> None:
    """What a rule does, with all it calls and whichever body of a thing's rule runs."""
    model, _ = check(
        """
kind Event:
    rule happen(p: Player)

Event flood:
    rule happen(p):
        p loses 1 point

Event feast:
    rule happen(p):
        p chooses q from players "Who?"
        log "{q}"

player:
    points: Int = 0

rule quiet(n: Int) -> Int:
    return n

rule one(p: Player):
    flood.happen(p)

rule two(p: Player):
    one(p)
    roll d6 as n
    log "{n}"

rule three():
    end game "over"
"""
    )
    effects = {name: r.effects for name, r in model.routines.items()}
    assert effects["quiet"].pure
    assert effects["one"].chooses and not effects["one"].random
    assert effects["two"].chooses and effects["two"].random and effects["two"].logs
    assert effects["three"].ends_game and not effects["three"].chooses
    assert effects["one"].writes == {model.player_fields["points"]}
    assert model.kinds["Event"].methods["happen"].effects.chooses
    flood = model.instances[0].overrides["happen"].effects
    assert not flood.chooses and flood.writes


@pytest.mark.parametrize(
    "declaration",
    [
        "define d(p: Player) -> Int:\n    p.points = 1 # RL0501\n    return 1",
        "define d(p: Player) -> Int:\n    let n = 1\n    n += 1\n    return n + p.points",
        "define d(p: Player) -> Int:\n    p gains 1 point # RL0501\n    return 1",
        "define d(p: Player) -> Int:\n    act(p) # RL0501\n    return 1",
        "define d(p: Player) -> Int:\n    p chooses n from range(1, 2) # RL0501\n    return n",
        "define d(p: Player) -> Int:\n    roll d6 as n # RL0501\n    return n + p.points",
        'define d(p: Player) -> Int:\n    log "{p}" # RL0501\n    return 1',
        "define d(p: Player) -> Int:\n    move ace to bin # RL0501\n    return p.points",
        "define d(p: Player) -> Int:\n    end game won by p # RL0501",
        "define d(p: Player) -> Int = p.points if quiet(1) == 1 else 0",
        "define d(p: Player) -> Bool = any(q in players where asks(q) == 1 and q is p) # RL0501",
        "define d(p: Player) -> Player = any one of players at random # RL0501",
        'rule d(p: Player):\n    for each q in players where asks(q) == 1: # RL0501\n        log "{q} {p}"',
        'rule d(p: Player):\n    log "{p} {asks(p)}" # RL0501',
        'rule d(p: Player):\n    let x = any one of players at random\n    let n = asks(p)\n    log "{x} {n}"',
        'rule d(p: Player):\n    for each q in players by seat(q), at random:\n        log "{q} {p}"',
    ],
)
def test_only_rules_do_things(declaration: str) -> None:
    """Defines, conditions, orders and texts only work out values, also through what they call."""
    check(
        f"""{CARDS}
rule act(p: Player):
    p gains 1 point

rule quiet(n: Int) -> Int:
    return n

rule asks(p: Player) -> Int:
    p chooses n from range(1, 3)
    return n

{declaration}
"""
    )


def test_what_changes_is_mutable() -> None:
    """Assignments, goods, and moves make a field one that changes; zones always are; all else is a constant."""
    model, _ = check(
        """
kind Card:
    cost: Int = 1
    used: Bool = false

Card ace

player:
    points: Int = 0
    start: Int = 3
    hand: pile of Card

state:
    rounds: Int = 0
    price: map Player to Int = 0
    limit: Int = 9

rule act(p: Player):
    p gains p.start points
    rounds += limit
    price[p] = 2
    ace.used = true
    move ace to p.hand
"""
    )
    changing = {
        f.name
        for f in (*model.state_fields.values(), *model.player_fields.values(), *model.kinds["Card"].fields.values())
        if f.mutable
    }
    assert changing == {"points", "hand", "rounds", "price", "used"}


# ------------------------------------------------------------------------------------------------------------ at once


@pytest.mark.parametrize(
    "body",
    [
        ['me chooses c from me.hand where c.cost > 0 "Which?" # RL0905', "move c to me.hand"],
        ["me.points = 3"],
        ["me gains 1 point"],
        ["opponent(me).points = 3 # RL0504"],
        ["rounds += 1 # RL0504"],
        ["roll d6 as n # RL0503", "me.points = n"],
        ["shuffle deck # RL0503"],
        ["move ace to bin # RL0504"],
        ["move all from me.hand to bin # RL0504"],
        ["end game # RL0503"],
        ["at once for each you in players: # RL0503", "    me.points = seat(you)"],
        ["own(me, 3)"],
        ["own(opponent(me), 3) # RL0504"],
        ["common(me) # RL0504"],
        ["lucky(me) # RL0503"],
        ["let mine = me", "mine.points = 3"],
        ["if me.hand.size > 0:", "    reveal top(me.hand) # RL0503"],
        ["let n = look(me)", "me.points = n"],
    ],
)
def test_at_once(body: list[str]) -> None:
    """Each player changes his own only, without chance, also through rules that are called."""
    lines = "\n        ".join(body)
    check(
        f"""{CARDS}
rule own(p: Player, n: Int):
    p.points = n

rule common(p: Player):
    rounds += p.points

rule lucky(p: Player):
    p.points = deeper(p)

rule deeper(p: Player) -> Int:
    roll d6 as n
    return n + p.points

define look(p: Player) -> Int = p.points + rounds

play:
    at once for each me in players:
        {lines}
"""
    )


# ------------------------------------------------------------------------------------------------------------ match


@pytest.mark.parametrize(
    ("subject", "arms"),
    [
        ("weather", ["sun: nothing", "rain, snow: nothing"]),
        ("weather", ["sun: nothing # RL0506 at the subject"]),
        ("weather", ["sun: nothing", "else: nothing"]),
        ("weather", ["sun, sun: nothing # RL0507", "else: nothing"]),
        ("weather", ["else: nothing", "sun: nothing # RL0507"]),
        ("weather", ["fog: nothing # RL0202", "else: nothing"]),
        ("weather", ["3: nothing # RL0301", "else: nothing"]),
        ("number", ["1 to 3, 5: nothing", "6 or more: nothing"]),
        ("number", ["1 to 3: nothing", "3 or less: nothing # RL0507"]),
        ("number", ["3 to 1: nothing # RL0311"]),
        ("number", ["sun: nothing # RL0301"]),
        ("maybe", ["none: nothing", "else: nothing"]),
        ("thing", ['Room: log "{thing.beds}"', "Yard: nothing"]),
        ("thing", ["Place: nothing", "Room: nothing # RL0507"]),
        ("thing", ["hall: nothing", "Card: nothing # RL0301", "else: nothing"]),
        ("thing", ["Rom: nothing # RL0204", "else: nothing"]),
        ("thing", ["none: nothing # RL0301", "else: nothing"]),
    ],
)
def test_match(subject: str, arms: list[str]) -> None:
    """What the arms of a match may be, and that none is said twice or left out."""
    at_subject = any("at the subject" in a for a in arms)
    arms = [a.removesuffix(" # RL0506 at the subject") for a in arms]
    lines = "\n        ".join(arms)
    check(
        f"""{CARDS}
enum Weather: sun, rain, snow

kind Place:
    level: Int = 1
kind Room is Place:
    beds: Int = 1
kind Yard is Place:
    trees: Int = 1
Room hall
Yard garden

rule act(weather: Weather, number: Int, maybe: Player?, thing: Place):
    match {subject}:{" # RL0506" if at_subject else ""}
        {lines}
"""
    )


# ------------------------------------------------------------------------------------------------------------ the rest


@pytest.mark.parametrize(
    "line",
    [
        "p gains 1 point",
        'p gains 2 points for "work by {p}"',
        "p loses 1 berry",
        "p pays rounds boxes",
        "p gains 1 box",
        "p gains 1 hand # RL0508",
        "p gains 1 wood # RL0508",
        "p gains -1 points # RL0311",
        "p gains p points # RL0301",
        "rounds gains 1 point # RL0301",
        "p pays 1 gold",
        "p gains 1 gold # RL0508",
        "p pays 1 stone # RL0508",
        "move ace to p.hand",
        "move ace to p # RL0608",
        "move p to bin # RL0609",
        "move king to bin # RL0208",
        "move king_1 to bin",
        "move all from deck to bin",
        "move any 2 from deck at random to p.hand",
        "move deck to bin",
        "move top(deck) to bin # RL0303",
        "draw 1 from bin to p.hand",
        "draw 1 from box to p.hand # RL0608",
        "shuffle bin into deck",
        "shuffle p.points # RL0608",
        "roll d6 as n",
        "roll 2d6 as n again while n == 2",
        "roll d6pool as n # RL0202",
        "reveal p.hand",
        "reveal 3 # RL0609",
        "stop # RL0502",
        "next # RL0502",
        'end game won by p "x"',
        "end game won by players",
        "end game won by 3 # RL0301",
        'require p.points > 0 "no points"',
        "turn of rounds: # RL0301\n        nothing",
        'for each x in 3: # RL0313\n        log "{x}"',
        "repeat 3 times:\n        stop",
        "repeat p times: # RL0301\n        nothing",
        'return\n    log "x" # RL0907',
        "nothing",
    ],
)
def test_statements(line: str) -> None:
    """Each statement takes what it should."""
    check(
        f"""{CARDS}
player:
    stone: pile of Card

rule pays_gold(p: Player, n: Int):
    p.points -= n

rule act(p: Player):
    {line}
"""
    )


def test_goods_by_field_and_by_rule() -> None:
    """A field and a rule for one good leave open which is meant."""
    found = only(
        """
player:
    gold: Int = 0

rule pays_gold(p: Player, n: Int):
    p.gold -= n

rule act(p: Player):
    p gains 1 gold
    p pays 1 gold # RL0508
""",
        "RL0508",
    )
    assert len(found.others) == 2


def test_steps_have_different_names() -> None:
    """Two steps of one phase may not share a name; `return` leaves the step alone."""
    check(
        """
phase round(p: Player):
    step one:
        if p is players[1]:
            return
        log "{p}"
    step two for each q in players where q is not p skip when players.size < 3 "too few":
        if q is p:
            next
        log "{q}"
    step one: # RL0511
        log "again"
"""
    )


def test_only_then_branches_that_leave_are_unreachable_after() -> None:
    """A line after branches that all leave is never reached."""
    check(
        """
rule act(p: Player):
    if p is players[1]:
        return
    else:
        end game won by p
    log "never" # RL0907
"""
    )


def test_a_misspelt_original_is_offered_where_there_is_one() -> None:
    _, sink = check(
        """
kind Event:
    rule happen(p: Player):
        log "{p}"

Event gale:
    rule happen(p):
        orignal(p) # RL0205

rule act(p: Player):
    gale.happen(p)
    orignal(p) # RL0205
"""
    )
    assert [d.help for d in sink.sorted() if d.code == "RL0205"] == [("did you mean `original`?",), ()]


def test_original_runs_the_next_body_outward() -> None:
    """In a thing that of its kind, in a kind that of the kind above; where there is none it is an error."""
    model, _ = check(
        """
kind Event:
    rule happen(p: Player):
        log "{p}"
    rule open_one(p: Player)

kind Storm is Event:
    rule happen(p):
        original(p)
        log "and storm"
    rule open_one(p):
        original(p) # RL0212
        log "storm"

Storm gale:
    rule happen(p):
        original(p)
        log "and gale"
    rule open_one(p):
        original(p)

rule act(p: Player):
    gale.happen(p)
    gale.open_one(p)
    original(p) # RL0212
"""
    )
    gale = model.instances[0]
    storm = model.kinds["Storm"]
    assert gale.overrides["happen"].original is storm.overrides["happen"]
    assert storm.overrides["happen"].original is model.kinds["Event"].methods["happen"].default
    assert gale.overrides["open_one"].original is storm.overrides["open_one"]
    assert storm.overrides["open_one"].original is None


def test_the_title_knows_the_pass_and_skip_when_does_not() -> None:
    """A title is told in each pass; `skip when` is asked once, before the list is made."""
    check(
        """
state:
    shut: Bool = true, public

player:
    coins: Int = 0, public

play:
    shut = false
    tithe()
    late()

phase tithe "Tithe of {p}" for each p in players where p.coins == 0 skip when shut "shut":
    p.coins = 1
    step give "For {q}" for each q in players skip when p.coins == 3 "{p} has three":
        q.coins += 1

phase late "Late for {p}" for each p in players skip when p.coins > 0 "not {p}":  # RL0202
    step more "For {q}" for each q in players skip when shut "not {q}":  # RL0202
        q.coins += 1
"""
    )


def test_a_parameter_may_decide_what_is_skipped() -> None:
    check(
        """
player:
    coins: Int = 0, public

play:
    for each p in players:
        tithe(p)

phase tithe(p: Player) for each q in players skip when p.coins > 3 "{p} has enough":
    q.coins += 1
    p.coins += 1
"""
    )

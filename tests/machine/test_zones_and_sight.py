"""Tokens, piles that refill, and what players are shown: what they mean in the machine and in a playout, and who is told."""
# ruff: noqa: E501 (programs of one line)

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rulelang.backend.compile import Compiled
from rulelang.errors import UndoRefused
from rulelang.play.match import Game, Match
from rulelang.runtime import keeping
from rulelang.runtime.machine import Machine, RulesFault
from rulelang.runtime.playout import Playout
from rulelang.sema.load import load_text
from tests.machine.meaning import Program
from tests.machine.test_meaning import compiled, said

COINS = """
kind Coin:
    worth: Int

Coin penny x 10:
    worth: 1
Coin shilling x 6:
    worth: 5
Coin crown x 1:
    worth: 30

state:
    bank: tokens of Coin = Coin
    pot: tokens of Coin
    lost: tokens of Coin = [penny, penny, crown]

player:
    purse: tokens of Coin = [penny], private

define gold(p: Player) = sum(c.worth for c in p.purse)
"""

CARDS = """
kind Card
Card ace x 3
Card king x 2

state:
    bin: pile of Card
    deck: pile of Card = Card, secret, refilled from bin

player:
    hand: pile of Card, private
"""

PROGRAMS = [
    Program(
        "what is given in brackets is counted, the rest starts where the kind does",
        COINS,
        "say(bank[penny])\nsay(bank[shilling])\nsay(bank[crown])\nsay(lost.size)\nsay(players[2].purse[penny])\nsay(bank.size)",
        [5, 6, 0, 3, 1, 11],
    ),
    Program(
        "a number, all of a sort, all",
        COINS,
        "move 3 penny from bank to pot\nmove 2 * 2 of shilling from bank to pot\nsay(pot.size)\nmove all penny from pot to bank\nsay(pot[penny])\n"
        "say(pot[shilling])\nmove all from pot to lost\nsay(pot.size)\nsay(lost[shilling])\nmove shilling from bank to pot\nsay(pot.size)",
        [7, 0, 4, 0, 4, 1],
    ),
    Program(
        "a list is one for each time it names a sort",
        COINS,
        "move [penny, shilling, penny] from bank to pot\nsay(pot[penny])\nsay(pot[shilling])\nmove each(c in pot where c.worth == 1) from pot to lost\nsay(pot.size)\n"
        "say(lost[penny])",
        [2, 1, 1, 4],
    ),
    Program(
        "a zone goes through each token, grouped by sort; distinct through each sort",
        COINS,
        "move 2 shilling from bank to pot\nmove 2 penny from bank to pot\nfor each c in pot:\n    say(c.worth)\nfor each c in distinct(pot):\n    say(c.worth)\n"
        "say(count(c in pot where c is penny))\nsay(sum(c.worth for c in pot))\nsay(highest(c.worth for c in pot))",
        [1, 1, 5, 5, 1, 5, 2, 12, 5],
    ),
    Program(
        "a sort is in a zone if one of it is",
        COINS,
        "say(1 if crown in lost else 0)\nsay(1 if crown in bank else 0)\nmove crown from lost to box\nsay(1 if crown in lost else 0)\nsay(1 if crown in box else 0)\n"
        "say(gold(players[1]))",
        [1, 0, 0, 1, 1],
    ),
    Program(
        "by chance from several zones, each out of the one it lay in",
        COINS,
        "move all from bank to box\nmove any 9 from [lost, players[1].purse, players[2].purse] at random to pot\nsay(pot.size)\nsay(lost.size)\nsay(players[1].purse.size)\n"
        "move any 1 from each(p.purse for p in players) at random to pot\nsay(pot[penny])\nsay(pot[crown])",
        [5, 0, 0, 5, 1],
    ),
    Program(
        "a choice offers each sort once",
        COINS,
        "move 4 penny from bank to pot\nmove 2 shilling from bank to pot\nlet p = players[1]\np chooses c from pot where c.worth > 1\nmove 1 c from pot to bank\nsay(pot[shilling])\n"
        "p chooses exactly 2 cs from pot where cs is penny\nmove cs from pot to bank\nsay(pot[penny])\nsay(cs.size)",
        [1, 2, 2],
    ),
    Program(
        "options of tokens, and a zone handed to a rule",
        COINS
        + "rule give(from_zone: tokens of Coin, to_zone: tokens of Coin, n: Int):\n    move n of penny from from_zone to to_zone\n",
        "give(bank, pot, 2)\nsay(pot[penny])\nlet p = players[1]\np chooses:\n    take(c from pot, n from range(1, pot[c])) where n == 2:\n        move n of c from pot to p.purse\nsay(p.purse[penny])",
        [2, 3],
    ),
    Program(
        "a sort of which there is one may change",
        "kind Piece:\n    worn: Int = 0\nPiece saw\nPiece nail\nstate:\n    shed: tokens of Piece = Piece\n",
        "saw.worn += 2\nsay(saw.worn)\nsay(nail.worn)\nsay(shed.size)",
        [2, 0, 2],
    ),
    Program(
        "an empty pile is filled again when something is drawn",
        CARDS,
        "let p = players[1]\nmove all from deck to bin\ndraw 2 from deck to p.hand as cards\nsay(cards.size)\nsay(bin.size)\nsay(deck.size)\ndraw 3 from deck to p.hand\n"
        "draw 1 from deck to p.hand as one\nsay(1 if one is none else 0)\nmove all from p.hand to bin\nsay(deck.size)\ndraw 9 from deck to p.hand\nsay(p.hand.size)",
        [2, 0, 3, 1, 0, 5],
    ),
    Program(
        "the pile of a parameter is filled too",
        CARDS + "rule take(z: pile of Card, p: Player):\n    draw 1 from z to p.hand\n",
        "move all from deck to bin\ntake(deck, players[1])\nsay(players[1].hand.size)\nsay(deck.size)\ntake(bin, players[1])\nsay(players[1].hand.size)",
        [1, 4, 1],
    ),
    Program(
        "looking, showing and telling change nothing",
        CARDS,
        "let p = players[1]\ndraw 2 from deck to p.hand\np looks at deck:\n    say(deck.size)\n    p looks at deck:\n        show deck to players\nshow p.hand to players[2]\n"
        'log to p "{p.hand}"\nfor each q in players:\n    p looks at q.hand:\n        if q is p:\n            next\n        stop\nsay(p.hand.size)',
        [3, 2],
    ),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=[p.name for p in PROGRAMS])
def test_meaning(program: Program) -> None:
    game = compiled(program)
    for logging in (True, False):
        machine = Machine(game.program, logging=logging)
        state = machine.start(1)
        while asked := machine.asked(state):
            machine.answer(state, asked[0], asked[0].codes[0])
            again = keeping.load(machine, json.loads(json.dumps(keeping.dump(machine, state))), state.keys)
            assert keeping.dump(machine, again) == keeping.dump(machine, state)
        assert said(state) == program.says
    assert said(Playout(game.program).play(random.Random(1))) == program.says


@pytest.mark.parametrize(
    "body",
    [
        "move 11 penny from bank to pot",
        "move crown from bank to pot",
        "move [crown, crown] from lost to pot",
        "move 0 - 1 of penny from bank to pot",
    ],
)
def test_what_is_not_there_cannot_be_moved(body: str) -> None:
    game = compiled(Program("", COINS, body, []))
    for machine in (Machine(game.program), Machine(game.program, logging=False)):
        with pytest.raises(RulesFault) as fault:
            machine.start(1)
        assert fault.value.code == "RL0826"
    with pytest.raises(RulesFault):
        Playout(game.program).play(random.Random(1))


# ---------------------------------------------------------------------------------------------------- who is told


def match_of(tmp_path: Path, declarations: str, play: str) -> Match:
    """A match of two players of a game with this `play`."""
    lines = "".join(f"    {line}\n" for line in play.splitlines())
    path = tmp_path / "game.rules"
    path.write_text(f'game shown "Shown":\n    players 2\n{declarations}\nplay:\n{lines}', encoding="utf-8")
    return Game(path).start(("ann", "ben"), seed=1)


def told(match: Match, reader: str | None) -> list[str]:
    """The story as a player could tell it."""
    return [line.text for line in match.story(reader)]


def test_tokens_are_named_to_who_saw_them_before_or_after(tmp_path: Path) -> None:
    match = match_of(
        tmp_path,
        COINS.replace("pot: tokens of Coin", "pot: tokens of Coin, secret"),
        'let p = players[1]\nmove 2 shilling from bank to p.purse\nmove all from p.purse to pot\nmove all from pot to lost\np chooses "x":\n    end_it',
    )
    moved = "2 shillings move from the bank to ann's purse"
    assert told(match, "ben") == [
        moved,
        "3 Coins move from ann's purse to the pot",
        "a penny and 2 shillings move from the pot to the lost",
    ]
    assert told(match, "ann")[1] == "a penny and 2 shillings move from ann's purse to the pot"
    assert match.view("ben")["player"]["ann"]["purse"] == {"size": 0, "contents": []}


def test_a_choice_of_tokens_is_told_to_who_sees_the_zone(tmp_path: Path) -> None:
    play = 'let p = players[1]\np chooses:\n    hide(c from p.purse) "Hide {c}":\n        move c from p.purse to pot\np chooses "x":\n    end_it'
    secret = COINS.replace("pot: tokens of Coin", "pot: tokens of Coin, secret")
    match = match_of(tmp_path, secret, play)
    assert [o.text for o in match.pending[0].options] == ["hide penny"]
    match.choose("ann", "hide penny")
    assert told(match, "ann")[0] == "ann: Hide penny"
    assert told(match, "ben") == ["ann: Hide a Coin", "a Coin moves from ann's purse to the pot"]
    match = match_of(tmp_path, COINS, play)
    match.choose("ann", "hide penny")
    assert told(match, "ben")[0] == "ann: Hide penny"


def test_a_secret_choice_is_not_told(tmp_path: Path) -> None:
    play = (
        'let p = players[1]\np chooses c from p.purse "Bet" secretly\nmove c from p.purse to pot\n'
        'p chooses n from range(1, 3) "Guess" secretly\np chooses "x":\n    end_it'
    )
    match = match_of(tmp_path, COINS.replace("pot: tokens of Coin", "pot: tokens of Coin, secret"), play)
    match.choose("ann", "penny")
    match.choose("ann", "2")
    assert told(match, "ann") == ["ann: Bet: penny", "a penny moves from ann's purse to the pot", "ann: Guess: 2"]
    assert told(match, "ben") == ["ann: Bet: a Coin", "a Coin moves from ann's purse to the pot", "ann: Guess: ?"]


def test_a_line_for_one_player_is_told_to_him(tmp_path: Path) -> None:
    play = 'log to players[1] "for you"\nlog to players "for all"\nlog "{players[1].purse}"\nplayers[1] chooses "x":\n    end_it'
    match = match_of(tmp_path, COINS, play)
    assert told(match, "ann") == ["for you", "for all", "penny"]
    assert told(match, "ben") == ["for all", "a Coin"]
    assert told(match, None)[0] == "for you"


SHOWN = """
kind Card
Card ace
Card king
Card queen
Card jack

state:
    deck: pile of Card = Card, secret
    bin: pile of Card, secret
    open_row: pile of Card

player:
    hand: pile of Card, private
"""


def shown_after(tmp_path: Path, play: str, reader: str = "ben") -> list[Any]:
    """What a player sees of ann's hand, of the deck and of the bin."""
    match = match_of(tmp_path, SHOWN, f'{play}\nplayers[1] chooses "x":\n    end_it')
    view = match.view(reader)
    return [view["player"]["ann"]["hand"]["contents"], view["state"]["deck"]["contents"], view["state"]["bin"]["contents"]]


TAKE = "move ace to players[1].hand\nmove king to players[1].hand\nshow ace to players[2]\n"


@pytest.mark.parametrize(
    ("play", "hand", "deck", "bin_"),
    [
        (TAKE, [None, "ace"], [None, None], []),
        (TAKE + "move ace to players[2].hand", [None], [None, None], []),
        # Which of two it was that went where ben does not see he cannot tell, so he knows of neither any longer.
        (TAKE + "move ace to bin", [None], [None, None], [None]),
        (TAKE + "move king to bin", [None], [None, None], [None]),
        # What he sees go he can tell apart.
        (TAKE + "move king to open_row", ["ace"], [None, None], []),
        # The last of a zone can be followed.
        (TAKE + "move king to open_row\nmove ace to bin", [], [None, None], ["ace"]),
        (TAKE + "move king to open_row\nmove ace to bin\nshuffle bin", [], [None, None], [None]),
        ("show first_of(deck, 2) to players[2]", [], ["ace", "king", None, None], []),
        # What is drawn from the top can be followed, and what lies below is still known.
        ("show first_of(deck, 2) to players[2]\ndraw 1 from deck to players[1].hand", ["ace"], ["king", None, None], []),
        ("show first_of(deck, 2) to players[2]\nshuffle deck", [], [None, None, None, None], []),
        ("show first_of(deck, 2) to players[2]\nmove jack to deck", [], [None] * 4, []),
        ("show deck to players[1]", [], [None, None, None, None], []),
    ],
)
def test_what_was_shown_is_known_as_long_as_it_can_be_followed(
    tmp_path: Path, play: str, hand: list[Any], deck: list[Any], bin_: list[Any]
) -> None:
    assert shown_after(tmp_path, play) == [hand, deck, bin_]


def test_others_are_told_that_something_was_shown(tmp_path: Path) -> None:
    match = match_of(tmp_path, SHOWN, TAKE + 'players[1] chooses "x":\n    end_it')
    assert told(match, "ben")[-1] == "ace is shown to ben"
    three = SHOWN.replace("hand: pile", "hand: pile")
    path = tmp_path / "three.rules"
    path.write_text(
        f'game three "Three":\n    players 3\n{three}\nplay:\n    show ace to players[2]\n    players[1] chooses "x":\n        end_it\n'
    )
    match = Game(path).start(("ann", "ben", "cid"), seed=1)
    assert told(match, "ben") == ["ace is shown to ben"]
    assert told(match, "cid") == ["a Card is shown to ben"]


def test_who_looks_sees_as_long_as_he_looks(tmp_path: Path) -> None:
    play = (
        'players[2] looks at deck:\n    players[2] chooses card from deck "Take":\n        move card to players[2].hand\n'
        'players[1] chooses "x":\n    end_it'
    )
    match = match_of(tmp_path, SHOWN, play)
    assert match.view("ben")["state"]["deck"]["contents"] == ["ace", "king", "queen", "jack"]
    assert match.view("ann")["state"]["deck"]["contents"] == [None] * 4
    assert told(match, "ann") == ["ben looks at the deck"]
    match.choose("ben", "king")
    assert match.view("ben")["state"]["deck"]["contents"] == [None] * 3
    assert told(match, "ann") == ["ben looks at the deck", "ben: Take: a Card", "a Card moves from the deck to ben's hand"]


def test_an_empty_pile_that_is_filled_is_told_of(tmp_path: Path) -> None:
    play = 'move all from deck to bin\ndraw 6 from deck to players[1].hand\nplayers[1] chooses "x":\n    end_it'
    match = match_of(tmp_path, CARDS, play)
    story = told(match, "ben")
    assert "the deck is empty: the bin is shuffled into it" in story
    assert story[-1] == "nothing is left to draw"


@pytest.mark.parametrize(
    ("doing", "why"),
    [
        ("move penny from players[1].purse to pot", "a Coin that was hidden has been seen"),
        ("move penny from bank to players[1].purse", ""),
        ("move any 1 from bank at random to pot", "chance has decided something"),
        ("show players[1].purse to players[2]", "a Coin was shown"),
        ('players[2] looks at players[1].purse:\n    log "x"', "ben has looked at ann's purse"),
        ('log to players[2] "x"', "something was told to one player only"),
    ],
)
def test_what_was_seen_is_not_taken_back(tmp_path: Path, doing: str, why: str) -> None:
    play = f'players[1] chooses "x":\n    go_on\n{doing}\nplayers[1] chooses "x":\n    end_it'
    match = match_of(tmp_path, COINS, play)
    match.choose("ann", "go_on")
    if not why:
        match.undo()
        assert not match.moves
        return
    with pytest.raises(UndoRefused) as refused:
        match.undo()
    assert why in str(refused.value)


# ---------------------------------------------------------------------------------------------------- the check


def found(declarations: str, *lines: str) -> list[str]:
    """The codes found in a game whose rule has these lines, but for what is not used."""
    body = "\n    ".join(lines)
    _, sink = load_text(
        f'game found "Found":\n    players 2 to 3\n{declarations}\nplay:\n    let p = players[1]\n    let q = players[2]\n    {body}\n'
    )
    return [d.code for d in sink.sorted() if not d.code.startswith("RL09")]


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["move 2 penny from bank to pot"], []),
        (["move penny to pot"], ["RL0616"]),
        (["move penny from bank to bottom of pot"], ["RL0616"]),
        (["move penny from bank to pot face down"], ["RL0616"]),
        (["draw 1 from bank to pot"], ["RL0616"]),
        (["shuffle bank"], ["RL0616"]),
        (["reveal bank"], ["RL0616"]),
        (["let t = top(bank)", 'log "{t is none}"'], ["RL0616"]),
        (["let h: Player? = holder(penny)", 'log "{h is none}"'], ["RL0616"]),
        (["move penny_2 from bank to pot"], ["RL0202"]),
        (["let n = bank[3]", 'log "{n}"'], ["RL0301"]),
        (["move any 2 from bank at random to pot"], []),
        (["move any 2 from [bank, p.purse] at random to pot"], []),
        (["move any 2 from [bank, p] at random to pot"], ["RL0608"]),
        (["move any 2 from players at random to pot"], ["RL0608"]),
        (["show p.purse to q"], []),
        (["show p to q"], ["RL0609"]),
        (["show p.purse to bank"], ["RL0301"]),
        (["p looks at bank:", "    nothing"], []),
        (["p looks at box:", "    nothing"], ["RL0608"]),
        (['log to bank "x"'], ["RL0301"]),
    ],
)
def test_what_is_said_of_tokens(lines: list[str], codes: list[str]) -> None:
    assert found(COINS, *lines) == codes


def test_a_number_of_things_that_are_told_apart_is_not_moved() -> None:
    assert found(CARDS, "move 2 ace from deck to bin") == ["RL0616"]
    assert found(CARDS, "move all ace from deck to bin") == ["RL0616"]


def test_a_kind_is_counted_or_it_is_not() -> None:
    assert found(COINS + "state:\n    heap: pile of Coin\n", "nothing") == ["RL0616"]
    assert found(COINS.replace("worth: Int", "worth: Int\n    spent: Int = 0"), "penny.spent = 1") == ["RL0617"]


SIGHT = """
kind Card:
    cost: Int = 1
Card ace x 3
Card king

kind Bed:
    crop: Int = 0
kind Shaft:
    ore: Int = 0, secret
Shaft near_shaft
Shaft far_shaft

board garden of Bed:
    grid 2 by 1
board mine of Shaft:
    near_shaft - far_shaft

state:
    deck: pile of Card = Card, secret
    row: pile of Card, secret, top public
    clue: Int = 0, secret
    leader: Player?
    plan: Int = 0, private to leader
    buried: pile of Card
    mixed: pile of Card

player:
    hand: pile of Card, private
    bid: Int = 0, private
    points: Int = 0
    hidden: pile of Card

rule bury(p: Player):
    move all from p.hidden to buried face down
    move all from p.hand to p.hidden face down
    move all from p.hand to mixed face down
    move all from buried to mixed

rule handed(who: Player, n: Int):
    who chooses:
        a where n > 1: nothing
        pass

rule handed_on(who: Player, n: Int):
    let more = n + 1
    handed(who, more)

rule asks_another(who: Player, n: Int):
    let other = left_of(who)
    other chooses:
        a where n > 1: nothing
        pass

rule shown(who: Player, n: Int):
    log "it is {n}"
    who chooses:
        a where n > 1: nothing
        pass

rule gives(x: Player) -> Int:
    return x.bid

rule thinks(x: Player) -> Int:
    x chooses n from range(0, 3) secretly
    return n

rule judged(x: Player) -> Bool:
    if x.bid > 3:
        log "{x} is bold"
        return true
    return false

rule weighed(x: Player) -> Bool:
    if x.bid > 3:
        return true
    return false

define rich(x: Player) -> Bool = x.bid > 2
define marked -> Bool = clue > 2
define hand_of(x: Player) -> list of Card = each(c in x.hand)
"""


@pytest.mark.parametrize(
    ("lines", "tells"),
    [
        (["p chooses c from p.hand:", '    log "{c}"', "otherwise:", "    nothing"], False),
        (["p chooses c from q.hand:", '    log "{c}"', "otherwise:", "    nothing"], True),
        (["p chooses c from knowing(q.hand):", '    log "{c}"', "otherwise:", "    nothing"], False),
        (["p chooses c from deck:", '    log "{c}"', "otherwise:", "    nothing"], True),
        (["p looks at deck:", "    p chooses c from deck:", '        log "{c}"', "    otherwise:", "        nothing"], False),
        (["q looks at deck:", "    p chooses c from deck:", '        log "{c}"', "    otherwise:", "        nothing"], True),
        (["p chooses x from players where x.hand.size > 0:", '    log "{x}"', "otherwise:", "    nothing"], False),
        (["p chooses x from players where deck.size > 0:", '    log "{x}"', "otherwise:", "    nothing"], False),
        (["p chooses x from players where rich(x):", '    log "{x}"', "otherwise:", "    nothing"], True),
        (["p chooses n from range(1, 3) where rich(p):", '    log "{n}"', "otherwise:", "    nothing"], False),
        (["p chooses n from range(1, 3) where rich(q):", '    log "{n}"', "otherwise:", "    nothing"], True),
        (["p chooses n from range(1, 3) where marked:", '    log "{n}"', "otherwise:", "    nothing"], True),
        (["p chooses n from range(1, 3) where knowing(marked):", '    log "{n}"', "otherwise:", "    nothing"], False),
        (["p chooses c from hand_of(p):", '    log "{c}"', "otherwise:", "    nothing"], False),
        (["p chooses c from hand_of(q):", '    log "{c}"', "otherwise:", "    nothing"], True),
        (["p chooses:", "    a where q.bid > 1: nothing", "    pass"], True),
        (["p chooses:", "    a(c from q.hand): nothing", "    pass"], True),
        (["p chooses:", "    a(c from p.hand where c.cost > p.bid): nothing", "    pass"], False),
        (["p chooses:", "    a where top(row) is king: nothing", "    pass"], False),
        (["p chooses:", "    a where king in row: nothing", "    pass"], True),
        (["offer each x in players where x.bid > 1:", "    a: nothing"], True),
        (["offer each x in players where x.points > 1:", "    a where x.bid > 2: nothing"], False),
        (["let n = q.bid + 1", "p chooses:", "    a where n > 1: nothing", "    pass"], True),
        (["let n = p.bid + 1", "p chooses:", "    a where n > 1: nothing", "    pass"], False),
        (["let seen = first_of(deck, 2)", "show seen to p", "p may choose c from seen", 'log "{c}"'], False),
        (["handed(p, p.bid)"], False),
        (["handed(p, q.bid)"], True),
        (["handed(p, clue)"], True),
        (["handed(p, knowing(clue))"], False),
        (["handed_on(q, q.bid)"], False),
        (["handed_on(p, q.bid)"], True),
        (["asks_another(p, p.bid)"], True),
        (["asks_another(p, p.points)"], False),
        (["shown(p, q.bid)"], False),
        (["let n = gives(q)", "handed(p, n)"], True),
        (["let n = gives(p)", "handed(p, n)"], False),
        (["handed(p, gives(q))"], True),
        (["let me = p", "let n = me.bid", "handed(p, n)"], False),
        (["let n = thinks(q)", "handed(p, n)"], True),
        (["let n = thinks(p)", "handed(p, n)"], False),
        (["q chooses n from range(0, 3) secretly", "p chooses:", "    a where n > 1: nothing", "    pass"], True),
        (["q chooses n from range(0, 3)", "p chooses:", "    a where n > 1: nothing", "    pass"], False),
        (["p chooses n from range(0, 3) secretly", "p chooses:", "    a where n > 1: nothing", "    pass"], False),
        (["q chooses n from range(0, 3) secretly", 'log "{n}"', "p chooses:", "    a where n > 1: nothing", "    pass"], False),
        (["let b = judged(q)", "p chooses:", "    a where b: nothing", "    pass"], False),
        (["let b = weighed(q)", "p chooses:", "    a where b: nothing", "    pass"], True),
        (["let b = 0", "if q.bid > 2:", "    b = 1", "p chooses:", "    a where b == 1: nothing", "    pass"], True),
        (
            ["let b = 0", "if q.bid > 2:", "    b = 1", '    log "so"', "p chooses:", "    a where b == 1: nothing", "    pass"],
            False,
        ),
        (
            ["let x = q", "while x is p and x.bid > 1:", "    x = p", "x chooses:", "    a where q.bid > 1: nothing", "    pass"],
            True,
        ),
        (["p chooses:", "    a where plan > 1: nothing", "    pass"], True),
        (["if leader is p:", "    p chooses:", "        a where plan > 1: nothing", "        pass"], False),
        (["if leader is not none:", "    leader chooses:", "        a where plan > 1: nothing", "        pass"], False),
        (["p chooses:", "    a where king in buried: nothing", "    pass"], True),
        (["p chooses:", "    a where buried.size > 0: nothing", "    pass"], False),
        (["p chooses:", "    a where king in mixed: nothing", "    pass"], False),
        (["p chooses:", "    a where king in q.hidden: nothing", "    pass"], True),
        (["p chooses:", "    a where king in p.hidden: nothing", "    pass"], False),
        (["p chooses c from buried:", '    log "{c}"', "otherwise:", "    nothing"], False),
        (["turn of p:", "    p chooses:", "        a where active.bid > 1: nothing", "        pass"], False),
        (["record spot of p, p.points", "p chooses:", "    a where times(spot) == 1: nothing", "    pass"], False),
        (["record spot of p.points, clue", "p chooses:", "    a where times(spot) == 1: nothing", "    pass"], True),
        (["record spot of clue", "p chooses:", "    a where knowing(times(spot)) == 1: nothing", "    pass"], False),
        (["record spot of garden", "p chooses:", "    a where times(spot) == 1: nothing", "    pass"], False),
        (["record spot of mine", "p chooses:", "    a where times(spot) == 1: nothing", "    pass"], True),
        (["record spot of deck.size", "p chooses:", "    a where times(spot) == 1: nothing", "    pass"], False),
    ],
)
def test_a_choice_reads_only_what_its_chooser_may_see(lines: list[str], tells: bool) -> None:
    assert found(SIGHT, *lines) == (["RL0519"] if tells else [])


def test_private_to_a_field_that_changes_and_to_one_that_does_not(tmp_path: Path) -> None:
    declarations = """
kind Coin
Coin penny x 9
kind Chest:
    keeper: Player?
    guard: Player
    inside: tokens of Coin, private to keeper
    below: tokens of Coin, private to guard
Chest chest for each guard in players
state:
    bank: tokens of Coin = Coin
"""
    play = (
        "for each c in Chest:\n    move 1 penny from bank to c.inside\n    move 2 penny from bank to c.below\n"
        'chest[players[1]].keeper = players[2]\nplayers[1] chooses "x":\n    end_it'
    )
    match = match_of(tmp_path, declarations, play)
    seen = {name: match.view(name)["things"]["Chest"] for name in ("ann", "ben")}
    assert seen["ann"]["chest_player_1"]["inside"]["contents"] == [None]
    assert seen["ben"]["chest_player_1"]["inside"]["contents"] == ["penny"]
    assert seen["ben"]["chest_player_2"]["inside"]["contents"] == [None]
    assert seen["ann"]["chest_player_1"]["below"]["contents"] == ["penny", "penny"]
    assert seen["ben"]["chest_player_1"]["below"]["contents"] == [None, None]


def test_games_without_any_of_this_have_none_of_it_in_their_code() -> None:
    game: Compiled = compiled(Program("", "", "say(1)", []))
    for module in game.program.modules.values():
        for word in ("_counts", "_known", "_looking", "REFILL", "FORGET", "TAKE"):
            assert word not in module.source

"""Examples and scripts: their clauses, and what they may set."""

from __future__ import annotations

from rulelang.sema.check import check_clauses, check_expression
from rulelang.sema.load import load_text
from rulelang.sema.symbols import LocalSymbol
from rulelang.sema.types import BOOL, INT, PLAYER
from rulelang.syntax import nodes, parse
from rulelang.text.diagnostic import Sink
from tests.sema.marked import check, completed

GAME = """
kind Card:
    cost: Int = 1
    worn: Bool = false

Card ace
Card king x 3
Card mark for each player

player:
    points: Int = 0
    start: Int = 2
    hand: pile of Card

state:
    deck: pile of Card = Card
    shelf: slot of Card
    price: map Player to Int = 0
    rounds: Int = 0

phase turn(p: Player):
    turn of p:
        p chooses "Your move":
            build(c from p.hand where c.cost > 0) "Build {c}":
                c.worn = true
                move c to shelf
                p.points += p.start
            pass
    step count:
        rounds += 1
        price[p] = rounds

phase opening:
    turn(players[1])

play:
    opening()
"""


def test_clauses() -> None:
    """What may stand in an example."""
    check(
        GAME
        + """
example "all fine":
    players ann, ben
    given ann.points = 3
    given deck = [ace, king, king, ann.mark]
    given ben.hand = king
    given ann.hand = []
    given shelf = ace
    given price[ann] = 2
    given ace.worn = true
    given king.worn = true
    given ann.mark.worn = true
    deck deck: king, ace, mark
    dice 3, 1
    random king, ann
    when turn(ann)
    expect options of ann == [pass, ace, "build king"]
    refused ann: build king by turn.build
    refused ann: build king by turn.count
    refused ben: pass by turn
    ann: pass
    expect ann.points == 3 and top(deck) is not none
    when opening()
    when play

example "all wrong":
    players ann, ben, ann # RL0201
    given ann.start = 3 # RL0702
    given ann.point = 3 # RL0203
    given ann.points = ben # RL0301
    given deck = [3] # RL0301
    given ace = king # RL0702
    given price = 3 # RL0301
    given players = [ann] # RL0702
    deck rounds: ace # RL0608
    deck deck: ann # RL0301
    when trun(ann) # RL0205
    when turn(3) # RL0301
    when opening # RL0703
    when rounds # RL0703
    when max(1, 2) # RL0703
    expect ann.points # RL0304
    expect cat.points == 1 # RL0202
    expect options of cat == [] # RL0701
    expect options of ann == [fly] # RL0202
    refused cat: pass # RL0701
    refused ann: pass by trun # RL0704
    refused ann: pass by turn.fly # RL0704
    cat: pass # RL0701
    expect turn(ann) # RL0304 RL0501

example "too many": # nothing here
    players a, b, c, d, e # RL0705

example "none": # RL0705
    expect rounds == 0
""".replace(" # nothing here", "")
    )


def test_players_of_an_example_are_names_like_others() -> None:
    """They may not hide what the game calls so."""
    check(GAME + '\nexample "x":\n    players ace, ben # RL0206\n    expect rounds == 0\n')


def test_nothing_is_believed_from_one_clause_to_the_next() -> None:
    """What a clause shows may be changed by the next."""
    check(
        """
state:
    king: Player?

rule crown(p: Player):
    king = p

example "x":
    players ann, ben
    given king = ann
    expect king.name == "ann" # RL0303
    expect king is ann and king.name == "ann"
    when crown(ben)
"""
    )


def test_a_line_with_a_fault_still_counts_as_changing() -> None:
    """One fault, one message: a field that a faulty line assigns is not called a constant."""
    check(
        """
state:
    rounds: Int = 0

rule advance():
    rounds += many # RL0202

example "x":
    players ann, ben
    given rounds = 2
    when advance()
"""
    )


def test_clauses_of_a_script() -> None:
    """The clauses of a script are checked against a game that was checked before."""
    model, sink = load_text(completed(GAME))
    assert not sink.has_errors
    text = "game example\nplayers ann, ben\n\ngiven ann.points = 3\nann: pass\nexpect ann.pionts == 3\nbne: pass\n"
    source = model.sources.add("x.play", text)
    sink = Sink()
    script = parse.parse_script(source, sink)
    players = check_clauses(model, script.clauses, None, sink)
    assert list(players) == ["ann", "ben"]
    assert [d.code for d in sink.sorted()] == ["RL0203", "RL0701"]
    sink = Sink()
    given = [LocalSymbol(name=n, type=PLAYER, role="player") for n in ("red", "blue")]
    clauses: list[nodes.Clause] = [c for c in script.clauses if isinstance(c, nodes.Answer)]
    check_clauses(model, clauses, given, sink)
    assert [d.code for d in sink.diagnostics] == ["RL0701", "RL0701"]


def test_expressions_of_tools() -> None:
    """One expression against a checked game, with locals of the tool's own."""
    model, _ = load_text(completed(GAME))
    source = model.sources.add("prompt", "ann.points + rounds")
    from rulelang.text.source import Span

    ann = LocalSymbol(name="ann", type=PLAYER, role="player")
    sink = Sink()
    expression = parse.parse_expression(source, Span(source.number, 0, len(source.text)), sink)
    assert expression is not None
    assert check_expression(model, expression, {"ann": ann}, None, sink) == INT
    assert not sink.diagnostics
    check_expression(model, expression, {"ann": ann}, BOOL, sink)
    assert [d.code for d in sink.diagnostics] == ["RL0301"]
    sink = Sink()
    check_expression(model, expression, {}, None, sink)
    assert [d.code for d in sink.diagnostics] == ["RL0202"]

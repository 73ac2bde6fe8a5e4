"""Variants: what they add and change, and what they cannot."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulelang.sema.load import load_text
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink
from tests.sema.marked import UNUSED

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
        log "{p} is wet"

Event feast
Event spare

player:
    points: Int = 0

state:
    rounds: Int = 0

define price(n: Int) = n * 2
define goal = 10

rule reward(p: Player, n: Int) -> Int:
    p.points += n
    return p.points

phase turn(p: Player) "Turn of {p}":
    turn of p:
        p chooses "Your move":
            build(e from Event where e.cost <= p.points) "Build {e}":
                e.happen(p)
            pass

phase round for each p in players where p.points < goal:
    turn(p)
    if p.points > 3:
        return
    let got = reward(p, 1)
    log "{price(got)}"

phase evening:
    step count:
        rounds += 1
    step tell for each p in players:
        log "{p}"
    step draw_lots:
        for each p in players:
            p chooses e from Event "Which?"
            log "{e}"

play:
    round()
    evening()

scoring for each player p:
    "Points": p.points
    winner: most total
"""


def load(*changes: str) -> tuple[GameModel, Sink]:
    """The game with variants called `v1`, `v2`, …, each made of these changes."""
    texts = [f"variant v{number} of small\n\n{change.strip()}\n" for number, change in enumerate(changes, 1)]
    return load_text(GAME, *texts)


def told(sink: Sink) -> list[str]:
    """The codes of what was found, but for what is not used."""
    return [d.code for d in sink.sorted() if d.code not in UNUSED]


def messages(sink: Sink) -> str:
    """All that was said."""
    return "\n".join(f"{d.code} {d.message} {d.help}" for d in sink.sorted())


def inside(routine: RoutineSymbol | None) -> Sequence[nodes.Node]:
    """All nodes of a body."""
    assert routine is not None
    return list(everything(routine.body or []))


def whole(routine: RoutineSymbol) -> Sequence[nodes.Node]:
    """All nodes of a phase in the order in which they run, its hooks among them."""
    phase = routine.node
    assert isinstance(phase, nodes.Phase)
    steps = [n for n in everything(phase.body) if isinstance(n, nodes.Step) and (n.before or n.after)]
    if not steps:
        return [*everything([*phase.before]), *everything(phase.body), *everything([*phase.after])]
    return [n for step in steps for part in (step.before, step.body, step.after) for n in everything([*part])]


@pytest.mark.parametrize(
    "change",
    [
        'before reward:\n    log "a reward"',
        'after reward(q, m):\n    log "{q} got {m}"',
        "replace reward(p, n):\n    return original(p, n) + 1",
        "replace price(n) = original(n) + 1",
        "replace price(n):\n    if n > 3:\n        return 0\n    return original(n)",
        "replace goal = 20",
        'before turn(who):\n    log "{who}"',
        'before round:\n    log "a new round"',
        'before round(q):\n    log "{q} comes"',
        'after round(p):\n    log "{p} is done"',
        'after play:\n    log "the end"',
        'before turn(q):\n    log "{q}"\n\nafter turn.build:\n    log "built"\n\nremove turn.pass',
        'before round:\n    log "a new round"\n\nafter round(p):\n    log "{p} is done"',
        'before evening.count:\n    log "first"',
        'after evening.tell:\n    log "last"',
        'after evening.tell(q):\n    log "{q} again"',
        "replace evening.count:\n    rounds += 2",
        "remove evening.tell",
        'add to turn(p):\n    rest "Rest":\n        p.points += 1',
        "limit turn.build where p.points > 1 and e.cost < 3",
        "limit evening.e where e.cost > 0",
        "remove turn.pass",
        'after turn.build:\n    log "built {e}"',
        "replace turn.pass:\n    p.points += 1",
        'before flood.happen(p):\n    log "clouds over {p}"',
        "replace feast.happen(p):\n    original(p)\n    original(p)",
        'after Event.happen(p):\n    log "something happened to {p}"',
        "replace Event.happen(p):\n    p.points += 2 * cost",
        'add to scoring:\n    "Rounds": rounds',
        "remove spare",
        "player:\n    gifts: Int = 0\n\nafter reward(p, n):\n    p.gifts += n",
        'Event storm:\n    cost: 2\n\nexample "s":\n    players ann, ben\n    when storm.happen(ann)\n    expect ann.points == 2',
        "rule more(p: Player):\n    p.points += 1\n\nbefore turn(p):\n    more(p)",
    ],
)
def test_changes(change: str) -> None:
    """Each of these is fine."""
    model, sink = load(change)
    assert not [c for c in told(sink) if c != "RL0905"], messages(sink)
    assert model.runnable
    assert [v.name.text for v in model.variants] == ["v1"]


@pytest.mark.parametrize(
    ("change", "code", "help_"),
    [
        ('before rewrad:\n    log "x"', "RL0401", "did you mean `reward`?"),
        ('before evening.cuont:\n    log "x"', "RL0401", "did you mean `count`?"),
        ("limit turn.bulid where p.points > 1", "RL0401", "did you mean `build`?"),
        ('replace flood.hapen(p):\n    log "{p}"', "RL0401", "did you mean `happen`?"),
        ("remove flod", "RL0401", "did you mean `flood`?"),
        ("replace reward(p):\n    return 1", "RL0403", "write `replace reward(p, n)`"),
        ("replace reward:\n    return 1", "RL0403", "write `replace reward(p, n)`"),
        ('before price(n):\n    log "{n}"', "RL0403", "write `replace`, with `original(...)`"),
        ("replace reward(p, n) = 3", "RL0403", "write a block after a colon"),
        ('add to reward(p):\n    rest "Rest": nothing', "RL0403", ""),
        ('add to turn(q):\n    rest "Rest": nothing', "RL0403", "use the same names here"),
        ('add to scoring:\n    rest "Rest": nothing', "RL0403", ""),
        ("limit reward where rounds > 1", "RL0403", "name an option, a choice or a step in it"),
        ('before flood:\n    log "x"', "RL0403", "name one of its rules after a dot"),
        ("replace evening.count:\n    original(1)", "RL0403", "write `original()`"),
        ("replace reward(p, n):\n    return none", "RL0301", ""),
        ("replace reward(p, n):\n    p.points += n", "RL0308", ""),
        ('before reward(p, n):\n    log "{m}"', "RL0202", ""),
        ("limit turn.build where p.pionts > 1", "RL0203", "did you mean `points`?"),
        ("limit turn.pass where reward(p, 1) > 1", "RL0501", ""),
        ('add to turn(p):\n    pass "Again": nothing', "RL0505", ""),
        ('rule reward(p: Player):\n    log "{p}"', "RL0201", ""),
        ("remove price", "RL0205", ""),
        ("replace goal = none", "RL0310", ""),
    ],
)
def test_changes_that_do_not_fit(change: str, code: str, help_: str) -> None:
    """Each is reported in the variant, once."""
    _, sink = load(change)
    found = [d for d in sink.sorted() if d.code not in UNUSED and d.code != "RL0905"]
    assert [d.code for d in found] == [code], messages(sink)
    assert not help_ or any(help_ in h for h in found[0].help), found[0].help


def test_hooks_run_in_the_order_of_names() -> None:
    """Whatever the order of the flags: before v1, before v2, the body, after v1, after v2."""
    change = 'before reward:\n    log "before"\n\nafter reward:\n    log "after"'
    texts = [f"variant {name} of small\n\n{change}\n" for name in ("a", "b")]
    orders = []
    for given in (texts, texts[::-1]):
        model, sink = load_text(GAME, *given)
        assert not told(sink)
        orders.append(_order(model.routines["reward"]))
    assert orders[0] == orders[1] == ["reward_before_a", "reward_before_b", "reward", "reward_after_a", "reward_after_b"]


def test_hooks_of_steps_run_in_the_order_of_names() -> None:
    """The same holds inside of a phase."""
    changes = [
        f'before evening.tell:\n    log "before {n}"\n\nafter evening.tell:\n    log "after {n}"\n\n'
        f'before round(p):\n    log "before {n}"\n\nafter round(p):\n    log "after {n}"'
        for n in (1, 2)
    ]
    model, sink = load(*changes)
    assert not told(sink), messages(sink)
    for phase in ("evening", "round"):
        texts = ["".join(str(p) for p in n.text.parts) for n in whole(model.routines[phase]) if isinstance(n, nodes.Log)]
        hooks = [t for t in texts if t.startswith(("before", "after"))]
        assert hooks == ["before 1", "before 2", "after 1", "after 2"], phase


def _order(routine: RoutineSymbol) -> list[str]:
    """The routines that run, in order, when one does: hooks unfolded to what is called in them."""
    if routine.original is None or routine.form == "define":
        return [routine.name]
    names: list[str] = []
    for node in inside(routine):
        if isinstance(node, nodes.Call) and isinstance(node.symbol, RoutineSymbol):
            names.extend(_order(node.symbol))
    return names


def test_result_goes_through_hooks() -> None:
    """A rule with a value still gives it, and its effects are those of all."""
    model, sink = load('after reward(p, n):\n    p chooses m from range(0, n) "?"\n    log "{m}"')
    assert not [c for c in told(sink) if c != "RL0905"], messages(sink)
    around = model.routines["reward"]
    assert around.effects.chooses and around.effects.writes
    assert any(isinstance(n, nodes.Return) for n in inside(around))
    round_phase = model.routines["round"]
    assert round_phase.effects.chooses


def test_replaced_body_runs_the_old_one() -> None:
    """`original` in a replaced body is what was there, also of a thing that had no body of its own."""
    model, _ = load("replace feast.happen(p):\n    original(p)\n    original(p)")
    feast = next(i for i in model.instances if i.name == "feast")
    assert feast.overrides["happen"].original is model.kinds["Event"].methods["happen"].default


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("replace goal = 1", "replace goal = 2"),
        ('replace turn(p):\n    log "{p}"', "limit turn.build where p.points > 1"),
        ("remove evening.tell", 'before evening.tell:\n    log "x"'),
        ("remove turn.pass", "limit turn.pass where p.points > 1"),
    ],
)
def test_clashes(first: str, second: str) -> None:
    """Two variants that want the same thing: an error that shows both places, in whatever order they are given."""
    _, sink = load(first, second)
    clashes = [d for d in sink.diagnostics if d.code == "RL0402"]
    assert len(clashes) == 1, messages(sink)
    assert len(clashes[0].others) == 1
    swapped = [f"variant v{n} of small\n\n{t}\n" for n, t in ((2, second), (1, first))]
    _, again = load_text(GAME, *swapped)
    assert [d.message for d in again.diagnostics if d.code == "RL0402"] == [clashes[0].message]


def test_what_does_not_clash() -> None:
    """Hooks around what another replaces, and options beside those of another."""
    for first, second in (
        ("replace reward(p, n):\n    return 1", 'before reward:\n    log "x"'),
        ("add to turn(p):\n    rest: p.points += 1", "add to turn(p):\n    sing: p.points += 2"),
        ("remove spare", "remove spare"),
        ("limit turn.build where p.points > 1", "limit turn.build where e.cost > 1"),
    ):
        _, sink = load(first, second)
        assert not [c for c in told(sink) if c != "RL0905"], messages(sink)


@pytest.mark.parametrize(
    "text",
    [
        "rule x():\n    nothing\n",
        "variant v of other\n",
        "variant v of small\n\nvariant w of small\n",
        'variant v of small\n\ngame small "Small":\n    players 2\n',
    ],
)
def test_files_that_are_no_variant(text: str) -> None:
    """Each is one message."""
    _, sink = load_text(GAME, text)
    assert [d.code for d in sink.diagnostics if d.code not in UNUSED] == ["RL0404"], messages(sink)


def test_variant_lines_in_the_game() -> None:
    """A change belongs into a variant."""
    _, sink = load_text(GAME + '\nbefore reward:\n    log "x"\n')
    assert [d.code for d in sink.diagnostics] == ["RL0404"]


def test_two_variants_of_one_name() -> None:
    """They could not be told apart."""
    _, sink = load_text(GAME, "variant v of small\n", "variant v of small\n")
    assert [d.code for d in sink.diagnostics] == ["RL0404"]


def test_a_hook_written_by_a_rule_ends_what_was_shown() -> None:
    """What a hook writes counts as written by the rule it hangs on."""
    text = """
game small "Small":
    players 2

state:
    king: Player?

rule quiet(p: Player):
    log "{p}"

play:
    king = players[1]
    quiet(king)
    log "{king.name}"
"""
    _, sink = load_text(text)
    assert not sink.has_errors
    _, sink = load_text(text, "variant v of small\n\nafter quiet:\n    king = none\n")
    assert [d.code for d in sink.diagnostics] == ["RL0303"]


@pytest.mark.parametrize(
    ("change", "code", "help_"),
    [
        ("rule reward(p: Player, n: Int) -> Int:\n    return n", "RL0201", "to change it, write `replace reward(p, n):`"),
        ("define goal = 3", "RL0201", "to change it, write `replace goal = ...`"),
        (
            "player:\n    points: Int = 3",
            "RL0201",
            "to change what it begins as, write `replace player.points = ...`",
        ),
        ("Event flood", "RL0201", "to change a value of it, write `replace flood.field = ...`"),
        ("after reward:\n    p gains 1 point", "RL0202", "`reward` was called with it: write `after reward(p, n):`"),
    ],
)
def test_how_a_variant_changes_what_is_there(change: str, code: str, help_: str) -> None:
    _, sink = load(change)
    assert [(d.code, d.help) for d in sink.sorted() if d.code not in UNUSED] == [(code, (help_,))]

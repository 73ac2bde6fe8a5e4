"""Every pair of changes of two variants that can meet: what the manual's table says comes of it, comes of it.

Each case is a row of the table in the manual, so that neither can change without the other. Whatever comes of it, the order in
which the variants are given makes no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulelang.backend.compile import compile_model
from rulelang.sema.load import load_text
from rulelang.text.diagnostic import Severity, Sink

MANUAL = Path(__file__).parents[2] / "docs" / "language.md"
UNUSED = {"RL0901", "RL0902", "RL0903", "RL0905"}

GAME = """
game small "Small":
    players 2 to 4
    language 1

setting goal: Int = 10 "how many points win"

enum Weather: sun, rain

die fate: 1, 2, 3

kind Place

Place here
Place there
Place yonder

board sea of Place:
    here - there - yonder

kind Event:
    cost: Int = 1
    worth: map Weather to Int = 0
    rule happen(p: Player):
        p.points += cost

Event flood:
    cost: 2
    rule happen(p):
        original(p)
        log "{p} is wet"

Event feast
Event spare

components:
    3 Event

player:
    points: Int = 0

define price(n: Int) -> Int = n * 2

total strength(p: Player):
    "rich": 1 when p.points > price(2)

rule reward(p: Player, n: Int):
    p.points += n + strength(p) + sum(e.worth[sun] for e in Event)

phase turn(p: Player) "Turn of {p}":
    turn of p:
        p chooses "Your move":
            build(e from Event) "Build {e}":
                e.happen(p)
            pass

rule duel(p: Player):
    offer parry to each q in players where q is not p "Parry?":
        hit "Hit": q.points += 1
    offer each q in players "Bow?":
        bow "Bow": q.points += 1

phase evening:
    step tell for each p in players:
        reward(p, 1)
    step rest "Rest":
        roll fate as n
        log "quiet {n + distance(here, yonder)}"

play:
    for each p in players:
        turn(p)
        duel(p)
    evening()

scoring for each player p:
    "Points": p.points if p.points < goal else goal
    winner: most total

example "a reward":
    players ann, ben
    when reward(ann, 1)
    expect ann.points == 1
"""


@dataclass(frozen=True)
class Case:
    """A row of the manual's table, and two changes that meet so. `over` says that the first variant is over the second."""

    one: str
    other: str
    verdict: str
    first: str
    second: str
    over: bool = False


BEFORE = 'before reward:\n    log "a"'
AFTER_OPTION = 'after turn.build:\n    log "b"'
CASES = [
    Case("`before`, `after`", "`before`, `after` of the same", "defined", BEFORE, 'before reward(q, m):\n    log "{q} {m}"'),
    Case(
        "a hook of each pass",
        "a hook around all passes",
        "defined",
        'before evening.tell(q):\n    log "{q}"',
        'before evening.tell:\n    log "x"',
    ),
    Case("`before`, `after`", "`replace` of the same", "defined", BEFORE, "replace reward(p, n):\n    p.points += n"),
    Case("`before`, `after`", "`limit` of the same", "defined", AFTER_OPTION, "limit turn.build where p.points > 1"),
    Case(
        "`before`, `after`",
        "`add to` the same",
        "defined",
        'before turn:\n    log "x"',
        "add to turn(p):\n    sing: p.points += 1",
    ),
    Case("`before`, `after`", "`remove` of the same", "error RL0402", AFTER_OPTION, "remove turn.build"),
    Case(
        "a hook of each pass",
        "`replace` of all passes",
        "error RL0402",
        'after evening.tell(q):\n    log "{q}"',
        'replace evening.tell:\n    log "x"',
    ),
    Case(
        "a hook of each pass",
        "`replace` of each pass",
        "defined",
        'after evening.tell(q):\n    log "{q}"',
        'replace evening.tell(p):\n    log "{p}"',
    ),
    Case("any change", "`replace` of what is around", "error RL0402", AFTER_OPTION, 'replace turn(p):\n    log "{p}"'),
    Case(
        "any change",
        "`before`, `after` of what is around",
        "defined",
        "limit turn.build where p.points > 1",
        'after turn(q):\n    log "{q}"',
    ),
    Case("any change", "`remove` of what is around", "error RL0402", 'before flood.happen(p):\n    log "{p}"', "remove flood"),
    Case(
        "`replace`",
        "`replace` of the same",
        "error RL0402",
        "replace price(n) = original(n) + 1",
        "replace price(n) = 2 * original(n)",
    ),
    Case(
        "`replace` of each pass",
        "`replace` of all passes",
        "error RL0402",
        'replace evening.tell(p):\n    log "{p}"',
        'replace evening.tell:\n    log "x"',
    ),
    Case(
        "`replace` of a kind's rule",
        "`replace` of that of one thing",
        "defined",
        "replace Event.happen(p):\n    p.points += 2 * cost",
        "replace flood.happen(p):\n    original(p)",
    ),
    Case(
        "`replace`",
        "`add to` the same",
        "error RL0402",
        'replace turn(p):\n    log "{p}"',
        "add to turn(p):\n    sing: p.points += 1",
    ),
    Case(
        "`replace` of an option",
        "`limit` of the same",
        "defined",
        "replace turn.build:\n    p.points += 3",
        "limit turn.build where p.points > 1",
    ),
    Case("`replace`", "`remove` of the same", "error RL0402", 'replace evening.rest:\n    log "loud"', "remove evening.rest"),
    Case(
        "`add to`",
        "`add to` the same",
        "defined",
        "add to turn(p):\n    sing: p.points += 1",
        "add to turn(p):\n    rest: p.points += 2",
    ),
    Case(
        "`add to` a choice or window by its name",
        "`add to` it by its question",
        "defined",
        "add to duel.parry:\n    duck: q.points += 2",
        'add to duel."Parry?"(p):\n    jump: p.points += 3',
    ),
    Case(
        "`add to` a window",
        "an option of the same name added by its question",
        "error RL0505",
        "add to duel.parry:\n    duck: q.points += 2",
        'add to duel."Parry?":\n    duck: q.points += 3',
    ),
    Case(
        "`add to` a window",
        "`add to` another window of the rule",
        "defined",
        "add to duel.parry:\n    duck: q.points += 2",
        'add to duel."Bow?":\n    bend: q.points += 3',
    ),
    Case(
        "an option added",
        "an option of the same name added",
        "error RL0505",
        "add to turn(p):\n    sing: p.points += 1",
        "add to turn(p):\n    sing: p.points += 2",
    ),
    Case(
        "`add to`",
        "`limit`, `remove` of an option there",
        "defined",
        "add to turn(p):\n    sing: p.points += 1",
        "remove turn.pass",
    ),
    Case(
        "a line added",
        "a line of the same label added",
        "defined",
        'add to scoring:\n    "Bonus": 1',
        'add to scoring:\n    "Bonus": 2',
    ),
    Case("`limit`", "`limit` of the same", "defined", "limit turn.build where p.points > 1", "limit turn.build where e.cost > 1"),
    Case("`limit`", "`remove` of the same", "error RL0402", "limit turn.build where p.points > 1", "remove turn.build"),
    Case(
        "`remove`",
        "`remove` of the same, or of what is around",
        "defined",
        "remove spare\n\ncomponents:\n    2 Event",
        "remove spare",
    ),
    Case(
        "a line replaced",
        "the line limited",
        "defined",
        'replace scoring."Points" = original() * 2',
        'limit scoring."Points" where p.points > 3',
    ),
    Case(
        "a line replaced",
        "the line replaced",
        "error RL0402",
        'replace scoring."Points" = original() * 2',
        'replace scoring."Points" = 0',
    ),
    Case("a line changed", "the line removed", "error RL0402", 'replace strength."rich" = 5', 'remove strength."rich"'),
    Case(
        "a value replaced",
        "the same value replaced",
        "error RL0402",
        "replace flood.cost = 3",
        "replace flood.cost = original() + 1",
    ),
    Case(
        "a value of a map replaced",
        "another value of the map replaced",
        "defined",
        "replace feast.worth[sun] = 3",
        "replace feast.worth[rain] = 1",
    ),
    Case(
        "a setting or a default replaced",
        "the same replaced",
        "error RL0402",
        "replace player.points = 3",
        "replace player.points = 1",
    ),
    Case("a title replaced", "the same title replaced", "error RL0402", 'replace turn.title = "A"', 'replace turn.title = "B"'),
    Case(
        "a title replaced", "a title inside replaced", "defined", 'replace turn.title = "A"', 'replace evening.rest.title = "B"'
    ),
    Case("a die replaced", "the same die replaced", "error RL0402", "replace die fate: 1, 2", "replace die fate: 4"),
    Case("`replace winner`", "`replace winner`", "error RL0402", "replace winner: least total", "replace winner: most p.points"),
    Case("`replace winner`", "`add to winner`", "error RL0402", "replace winner: least total", "add to winner: most p.points"),
    Case("`add to winner`", "`add to winner`", "defined", "add to winner: least p.points", "add to winner: most p.points"),
    Case(
        "`add to board`, `remove from board`",
        "`add to board`, `remove from board`",
        "defined",
        "add to board sea:\n    here - yonder",
        "remove from board sea:\n    here - there",
    ),
    Case(
        "`replace board`",
        "any change of the board",
        "error RL0402",
        "replace board sea:\n    here - yonder",
        "remove from board sea:\n    there - yonder",
    ),
    Case(
        "a field or setting removed",
        "the same changed",
        "error RL0402",
        'remove goal\n\nreplace scoring."Points" = 1',
        "replace goal = 3",
    ),
    Case(
        "something removed and declared anew",
        "any change of it",
        "error RL0402",
        "remove price\n\ndefine price(k: Int) -> Int = k",
        "replace price(n) = n",
    ),
    Case(
        "something removed and declared anew",
        "the same declared anew",
        "error RL0201",
        "remove price\n\ndefine price(n: Int) -> Int = n",
        "remove price\n\ndefine price(n: Int) -> Int = 3 * n",
    ),
    Case("a value replaced", "the value given by `also`", "error RL0402", "replace feast.cost = 3", "also feast:\n    cost: 4"),
    Case(
        "a value given by `also`",
        "the same value given by `also`",
        "error RL0605",
        "also feast:\n    cost: 3",
        "also feast:\n    cost: 4",
    ),
    Case("anything given by `also`", "`remove` of the thing", "error RL0402", "also feast:\n    cost: 3", "remove feast"),
    Case(
        "a rule given by `also`",
        "the same rule given by `also`",
        "error RL0201",
        'also feast:\n    rule happen(p):\n        log "{p}"',
        "also feast:\n    rule happen(p):\n        p.points += 1",
    ),
    Case(
        "a new name",
        "the same new name",
        "error RL0201",
        "rule more(p: Player):\n    p.points += 1\n\nbefore turn(p):\n    more(p)",
        "define more = 3",
    ),
    Case(
        "a new thing or row",
        "a thing or row of the same name",
        "error RL0201",
        "Event storm",
        "table Event:\n    | name | cost |\n    | storm | 3 |",
    ),
    Case("a new field", "a field of the same name", "error RL0201", "player:\n    gifts: Int = 0", "player:\n    gifts: Int = 1"),
    Case(
        "a new member of a kind",
        "a member of the same name",
        "error RL0201",
        "kind Event:\n    depth: Int = 1",
        "kind Event:\n    depth: Int = 2",
    ),
    Case("a new value of an enum", "another new value of the enum", "defined", "enum Weather: snow", "enum Weather: fog"),
    Case("a new value of an enum", "the same new value", "error RL0201", "enum Weather: snow", "enum Weather: snow"),
    Case(
        "something new",
        "a change of it",
        "defined",
        "rule more(p: Player):\n    p.points += 1\n\nbefore turn(p):\n    more(p)",
        'after more:\n    log "x"',
    ),
    Case(
        "something removed",
        "what speaks of it",
        "error RL0202",
        "remove spare\n\ncomponents:\n    2 Event",
        "before turn(p):\n    spare.happen(p)",
    ),
    Case(
        "a line of `components`", "a line about the same", "error RL0402", "components:\n    3 Event", "components:\n    4 Event"
    ),
    Case(
        "`replace example`",
        "`replace example` of the same",
        "warning RL0911",
        'replace example "a reward":\n    players ann, ben\n    when reward(ann, 2)\n    expect ann.points == 2',
        'replace example "a reward":\n    players ann, ben\n    when reward(ann, 3)\n    expect ann.points == 3',
    ),
    Case(
        "`replace` with `original`, over",
        "`replace` of the same",
        "defined",
        "replace price(n) = original(n) + 1",
        "replace price(n) = 2 * original(n)",
        True,
    ),
    Case(
        "`replace` without `original`, over",
        "any change of the same, or inside",
        "warning RL0910",
        "replace price(n) = n + 1",
        "replace price(n) = 2 * original(n)",
        True,
    ),
    Case(
        "any change, over",
        "`replace` of what is around",
        "defined",
        "limit turn.build where p.points > 1",
        'replace turn(q):\n    turn of q:\n        q chooses "x":\n            build(p from players): p.points += 1\n'
        "            pass",
        True,
    ),
    Case(
        "`remove`, over",
        "any change of the same, or inside",
        "warning RL0910",
        "remove evening.rest",
        'before evening.rest:\n    log "x"',
        True,
    ),
    Case(
        "any change, over",
        "`remove` of the same",
        "error RL0401",
        'before evening.rest:\n    log "x"',
        "remove evening.rest",
        True,
    ),
]


def loaded(case: Case, swapped: bool) -> tuple[list[str], str, Sink]:
    """The codes of what two variants come to, and the code that is made of them."""
    over = " over second" if case.over else ""
    texts = [f"variant first of small{over}\n\n{case.first}\n", f"variant second of small\n\n{case.second}\n"]
    model, sink = load_text(GAME, *(texts[::-1] if swapped else texts))
    source = ""
    if model.runnable:
        compiled = compile_model(model, 2, {}, sink, "")
        source = "\n".join(part.source for part in compiled.program.modules.values()) if compiled is not None else ""
    codes = [f"{d.severity.value} {d.code}" for d in sink.diagnostics if d.code not in UNUSED]
    assert model.runnable or any(code.startswith("error") for code in codes)
    return sorted(set(codes)), source, sink


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.one} | {case.other}".replace("`", ""))
def test_a_pair(case: Case) -> None:
    """What comes of the pair is what the table says, in whatever order the variants are given."""
    codes, source, sink = loaded(case, False)
    assert codes == ([] if case.verdict == "defined" else [case.verdict]), [d.message for d in sink.sorted()]
    again, other, _ = loaded(case, True)
    assert again == codes
    assert re.sub(r"variant_\d", "", other) == re.sub(r"variant_\d", "", source)
    if case.verdict.startswith("error RL0402"):
        clash = next(d for d in sink.diagnostics if d.code == "RL0402")
        assert clash.severity is Severity.ERROR and clash.others and clash.help


def test_each_alone_is_fine() -> None:
    """Each change of the table can be made: what is told is told of the pair."""
    for case in CASES:
        if case.one == "something new":
            continue
        for change in (case.first, case.second):
            _, sink = load_text(GAME, f"variant first of small\n\n{change}\n")
            assert not sink.has_errors, (change, [d.message for d in sink.sorted()])


def test_the_manual_says_so() -> None:
    """The manual's table and the cases are the same."""
    text = MANUAL.read_text(encoding="utf-8")
    part = text[text.index("### Several variants at once") :]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| ((?:defined|error|warning)[^|]*?) \|", part, re.MULTILINE)
    assert [(one, other, verdict) for one, other, verdict in rows] == [(c.one, c.other, c.verdict) for c in CASES]

"""A total that a variant replaces is still told line by line in a roll, and what is told comes to the result."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.play.match import Game
from rulelang.sema.load import load_text
from rulelang.text.diagnostic import Severity

GAME = """
game small "Small":
    players 2
    language 1

die seven: 7

player:
    points: Int = 3
    tired: Bool = false
    reached: Int = 0

total luck(p: Player):
    "a clover": 2

total strength(p: Player, n: Int):
    "rich": 1 when p.points > 2
    "rested": n when not p.tired
    "{q} helps" for each q in players where q is not p: 2

play:
    for each me in players:
        roll seven plus strength(me, 4) as n
        me.reached = n
    end game drawn

scoring for each player p:
    "reached": p.reached + luck(p) * 0
    winner: most total
"""

LINES = "rich +1, rested +4, ben helps +2"
CASES = {
    "": LINES,
    "replace strength(p, n) = original(p, n) + 1": f"{LINES}, Odd +1",
    "replace strength(q, m) = original(q, m)": LINES,
    "replace strength(p, n) = 1 + p.points - original(p, n + 1)": "rich -1, rested -5, ben helps -2, Odd +4",
    "replace strength(p, n) = 2 * (original(p, n) + 1) + n": "rich +2, rested +8, ben helps +4, Odd +6",
    "replace strength(p, n) = original(p, n) * p.points": "rich +3, rested +12, ben helps +6",
    "replace strength(p, n) = -original(p, 0) + original(p, n)": "rich -1, ben helps -2, rich +1, rested +4, ben helps +2",
    "replace strength(p, n) = original(p, n) + luck(p)": f"{LINES}, a clover +2",
    "replace strength(p, n) = max(9, original(p, n))": "strength +9",
    "replace strength(p, n) = 3": "strength +3",
    "replace strength(p, n):\n    return original(p, n) - 1": f"{LINES}, Odd -1",
    "replace strength(p, n):\n    let more = original(p, n)\n    return more + 1": "strength +8",
    'replace strength."rich" = original() * 5\n\nadd to strength(p, n):\n    "brave": 3': LINES.replace("+1", "+5")
    + ", brave +3",
    'add to strength(p, n):\n    "brave": 3\n\nreplace strength(p, n) = original(p, n) + 1': f"{LINES}, brave +3, Odd +1",
}


def told(folder: Path, *variants: str) -> list[str]:
    """The lines about rolls."""
    match = Game(folder, variants).start(["ann", "ben"], seed=1)
    return [line.text for line in match.story() if line.text.startswith("seven")]


@pytest.mark.parametrize("change", CASES, ids=lambda change: change.splitlines()[0] if change else "as it is")
def test_a_replaced_total_is_told_line_by_line(tmp_path: Path, change: str) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants" / "odd.rules").write_text(f'variant odd "Odd" of small\n\n{change}\n', encoding="utf-8")
    line = told(tmp_path, "odd")[0]
    assert line.startswith(f"seven: 7, {CASES[change]} = ")
    added = sum(int(number) for number in re.findall(r" ([+-]\d+)", line))
    assert line.endswith(f" = {7 + added}")


def test_one_over_the_other(tmp_path: Path) -> None:
    """Each variant that adds something is a line of its own."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    for name, over, change in (
        ("one", "", "replace strength(p, n) = original(p, n) + 1"),
        ("two", " over one", "replace strength(p, n) = 2 * original(p, n) - 3"),
    ):
        text = f'variant {name} "The {name}" of small{over}\n\n{change}\n'
        (tmp_path / "variants" / f"{name}.rules").write_text(text, encoding="utf-8")
    line = told(tmp_path, "two", "one")[0]
    assert line == "seven: 7, rich +2, rested +8, ben helps +4, The one +2, The two -3 = 20"


def test_lines_added_over_one_value(tmp_path: Path) -> None:
    """What was replaced by one value has no lines any more, and the message says what to write."""
    texts = [
        "variant one of small\n\nreplace strength(p, n) = 3\n",
        'variant two of small over one\n\nadd to strength(p, n):\n    "brave": 3\n',
    ]
    _, sink = load_text(GAME, *texts)
    [found] = [d for d in sink.sorted() if d.severity is Severity.ERROR]
    assert (found.code, found.message) == ("RL0403", "`strength` was replaced by one value, to which no lines can be added")
    assert found.help == ("write `replace strength(p, n) = original(...) + ...`",)

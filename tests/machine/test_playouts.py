"""Playouts against the machine: what a playout chooses is legal in the machine, leads to the same end, and is chosen fairly.

A playout does not list the options of every choice, so the same random numbers do not lead to the same game. It is written here
with a note of what it chose (`Module.noted`), and the machine is made to choose the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulelang.backend.kept import Kept, having, places
from rulelang.backend.module import Module
from rulelang.backend.program import ModuleCode
from rulelang.locate import locate, shipped_games
from rulelang.machine import library
from rulelang.play.loading import information_of, load_compiled
from rulelang.runtime import calls, chance, keeping, playout
from rulelang.runtime.machine import Machine

LONG = {"chess", "treasures"}
"""Games of which only one is followed."""


class Noted:
    """Playouts of a game that tell what is chosen."""

    def __init__(self, place: Any, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
        compiled = load_compiled(place, players)
        code = Module(compiled.facts, True, False, noted=True).write()
        self.program = compiled.program
        self.kept = compiled.facts.kept
        self.program.modules["playout"] = ModuleCode(compile(code.source, "<rules>:playout", "exec"), [], code.source)
        self.chosen: list[tuple[int, int, int]] = []
        """Who chose, at which choice, what."""
        self.choosing = random.Random(1)
        names = {
            **calls.library_names(),
            "TAKEN": lambda *chosen: self.chosen.append(chosen),
            "CHOOSE": self.choosing.random,
        }
        monkeypatch.setattr(playout, "library_names", lambda: names)
        monkeypatch.setattr(playout, "pick_index", pick)
        self.playout = playout.Playout(self.program)

    def play(self, seed: int) -> Any:
        """A random game; what was chosen in it is in `chosen`."""
        self.chosen.clear()
        return self.playout.play(random.Random(seed))


def pick(state: Any, stream: int, pool: Any, zone: int = -1) -> int:
    """As the machine does it, one of one is not drawn."""
    return 0 if len(pool) == 1 else int(state.random() * len(pool))


def tables() -> Iterator[tuple[str, int]]:
    """Games with the fewest and the most players they are for. Their playouts draw on chance in the order of a match; where
    players act at any time, or draw while all choose at once, that is not so."""
    for name in ("treasures", *(name for name in shipped_games() if locate(name).folder.parent.name == "classics")):
        known = information_of(locate(name))
        yield from ((name, players) for players in sorted({known.fewest, known.most}))


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_a_playout_is_a_game_of_the_machine(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    follow(Noted(locate(name), players, monkeypatch), 1 if name in LONG else 6, monkeypatch)


def follow(noted: Noted, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play so many games, each then in the machine with the same choices and the same chance."""
    machine = Machine(noted.program, logging=False)
    for seed in range(games):
        ended = noted.play(seed)
        numbers = random.Random(seed)
        monkeypatch.setattr(chance, "below", lambda key, counter, count, n=numbers: (int(n.random() * count), counter + 1))
        state = machine.start(0)
        for player, number, code in noted.chosen:
            asked = next(asked for asked in machine.asked(state) if (asked.player, asked.choice) == (player, number))
            assert code in asked.codes
            machine.answer(state, asked, code)
        assert not machine.asked(state)
        # What a playout records is only told apart, and written otherwise.
        records = {array.name for array in noted.program.layout.arrays if "Record_" in array.name}
        for field in records:
            assert len(getattr(state, field)) == len(getattr(ended, field))
        for field in set(machine.changing) - records:
            assert keeping.listed(getattr(state, field)) == keeping.listed(getattr(ended, field)), field
        assert machine.winners(state) == noted.playout.winners(ended)
        for kept in noted.kept.values():
            assert_kept(ended, kept)


def assert_kept(state: Any, kept: Kept) -> None:
    """What a state keeps by the values of a field is what the field says."""
    values, lists, where = (getattr(state, name) for name in (kept.array, having(kept.array), places(kept.array)))
    assert len(lists) == kept.values + 1
    for value in range(-1, kept.values):
        expected = [index for index, own in enumerate(values) if own == value] if kept.holds(value >= 0) else []
        assert sorted(lists[value]) == expected
        assert [where[index] for index in lists[value]] == list(range(len(expected)))


VALUES = """
game values "Who has which value":
    players 2

enum Sort: stone, tree, house

kind Square:
    sort: Sort?, public
    owner: Player?, public
    mark: Player?, public

board squares of Square:
    grid 5 by 5

state:
    numbers: list of Int, public
    turns: Int = 0, public

define sorts(s: Square) -> Int = count(t in squares where t.sort is s.sort and t.row == s.row)

rule clear(sort: Sort):
    for each s in squares where s.sort is sort:
        s.sort = none

rule swap(a: Square, b: Square):
    let before = a.sort
    a.sort = b.sort
    b.sort = before

play:
    repeat for each me in players:
        turns += 1
        if not any(s in squares where s.owner is none):
            end game drawn "all are taken"
        me chooses square from squares where square.owner is none "Take"
        square.owner = me
        me chooses sort from Sort "A sort":
            square.sort = sort
        me chooses "Leave one, or swap two":
            leave(s from squares where s.owner is me and turns % 4 == 0):
                s.owner = none
            swap(a from squares where a.sort is house, b from neighbours(a) where b.sort is not house):
                swap(a, b)
            clear(gone from Sort where would(clear(gone), count(s in squares where s.sort is none and s.owner is me) > 4)):
                clear(gone)
            pass "Pass"
        let firsts = each(s in squares where s.owner is me and s.sort is tree)
        numbers += each(s.row for s in firsts)
        numbers += [sorts(square), count(s in squares where s.owner is opponent(me) and s.row > 2)]
        let lowest_free = first(s in squares where s.owner is none by s.column)
        if lowest_free is not none:
            numbers += [lowest_free.row]
            lowest_free.mark = lowest_free.owner
        if all(s in squares where s.owner is none or s.owner is me) or any(s in squares where s.sort is tree):
            numbers += [turns]
        if turns > 60:
            end game drawn "it is enough"
"""


def test_who_has_which_value_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.rules").write_text(VALUES.lstrip(), encoding="utf-8")
    noted = Noted(locate(tmp_path), 2, monkeypatch)
    assert {(kept.array, kept.none, kept.others) for kept in noted.kept.values()} == {
        ("Square_sort", True, True),
        ("Square_owner", True, True),
    }
    follow(noted, 30, monkeypatch)


DRAWS = """
game draws "Draws":
    players 1

kind Square:
    mark: Int = 0, public

board squares of Square:
    grid 9 by 9

player:
    forward: Direction

table Player:
    | name | forward |
    | ann  | north   |

state:
    chosen: list of Int, public

## Straight ahead to a square without a mark, aslant to one with it.
define steps(me: Player, s: Square) -> list of Square = each(t in neighbours(s, [me.forward]) where t.mark == 0) +
    each(t in neighbours(s, beside(me.forward)) where t.mark == 1)

rule forbid(s: Square):
    s.mark = 5

play:
    for each s in squares:
        s.mark = 1 if s.column == 3 else 2 if s.row == 4 else 0
    for each me in players:
        BODY
    end game drawn "it is done"
"""

CHOICES = {
    "drawn": """me chooses "Go":
            go(s from squares where s.column == 2 and s.row > 1, t from steps(me, s)):
                chosen = [s.row, s.column, t.row, t.column]""",
    "struck out": """me chooses "Go":
            go(s from squares where would(forbid(s), count(t in squares where t.column == 3 and t.mark == 5) == 1)):
                chosen = [s.row, s.column]""",
    "rare": """me chooses "Go":
            go(s from squares where s.mark == 2 and any(t in squares where t.mark == 1 and t.row == s.row)):
                chosen = [s.row, s.column]""",
}


@pytest.mark.parametrize("body", CHOICES.values(), ids=CHOICES.keys())
def test_each_option_is_as_likely_as_every_other(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.rules").write_text(DRAWS.replace("BODY", body).lstrip(), encoding="utf-8")
    noted = Noted(locate(tmp_path), 1, monkeypatch)
    machine = Machine(noted.program, logging=False)
    source = noted.program.modules["playout"].source
    assert ("while options" if "would" in body else "range(patience)") in source
    options = machine.asked(machine.start(0))[0].codes
    counts = Counter(noted.play(seed) and noted.chosen[0][2] for seed in range(400 * len(options)))
    assert sorted(counts) == sorted(options)
    # With the seeds fixed this cannot come out otherwise; one in a thousand fair draws would be farther from even.
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < len(options) - 1 + 5 * (2 * len(options)) ** 0.5


def test_positions_are_told_apart_as_the_machine_does() -> None:
    positions: list[list[Any]] = [
        [1, [0, -1, 2], [[1, 2], []]],
        [True, (False, -1, 2), [range(1, 3), ()]],
        [1, [0, -1, 2], [[1], [2]]],
        [1, [0, -1], [[2], [1, 2], []]],
        [1, [0, -1, 2], [(1, 2), []]],
    ]
    written: tuple[str, ...] = ()
    here: library.Positions | tuple[()] = ()
    apart: library.Positions | tuple[()] = ()
    for values in positions:
        written = library.recorded(written, values)
        before, apart = apart, library.recorded_apart(apart, values)
        here = library.recorded_here(here, values)
        assert library.times(written) == library.times_apart(here) == library.times_apart(apart)
        assert len(written) == len(here) == len(apart) == len(before) + 1
    assert library.times(written) == 3

"""Rules that have been rearranged mean what they meant: games are played with them and with the rules as they were written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulelang.locate import GamePlace, locate, shipped_games
from rulelang.play.example import Workshop
from rulelang.play.loading import load_compiled
from rulelang.runtime import keeping
from rulelang.runtime.machine import Machine

IDIOMS = """
game idioms "What is asked of lists":
    players 2

enum Sort: stone, tree, house

kind Square:
    mark: Int = 0, public
    owner: Player?, public
    sort: Sort?, public

board squares of Square:
    grid 6 by 6

player:
    forward: Direction

table Player:
    | name | forward |
    | ann  | north   |
    | ben  | south   |

state:
    numbers: list of Int, public
    turns: Int = 0, public

## How far one sees, whose end it is, and what lies between.
define seen(s: Square, d: Direction) -> list of Square = ray(s, d through t where t.mark == 0)

define end_of(s: Square, d: Direction) -> Square? = last(seen(s, d))

define between_own(me: Player, s: Square, d: Direction) -> list of Square:
    let way = ray(s, d through t where t.owner is opponent(me))
    let end_of_way = last(way)
    if end_of_way is none or end_of_way.owner is not me:
        return []
    return first_of(way, way.size - 1)

define steps(me: Player, s: Square) -> list of Square = each(t in neighbours(s, [me.forward]) where t.owner is none) +
    each(t in neighbours(s, beside(me.forward)) where t.owner is opponent(me))

define reached(me: Player, s: Square, sort: Sort) -> list of Square:
    match sort:
        stone: return steps(me, s)
        tree: return leaps(s, 1, 2)
        house: return each(t for d in diagonals, t in ray(s, d through u where u.owner is none))

define threatened(me: Player, s: Square) -> Bool = any(sort in Sort, t in reached(opponent(me), s, sort)
    where t.owner is opponent(me) and t.sort is sort)

define chain(me: Player, s: Square) -> list of Square = each(t in connected(s through u where u.owner is me) where t.owner is me)

define hop(me: Player, s: Square) -> list of Square = each(t for d in (diagonals if s.mark > 1 else [me.forward]),
    m in neighbours(s, [d]) where m.owner is opponent(me), t in neighbours(m, [d]) where t.owner is none)

define weight(s: Square) -> Int:
    let n = s.mark
    if n > 3:
        return n * 2
    let around = count(t in neighbours(s) where t.mark > n)
    return around + n

play:
    repeat for each me in players:
        turns += 1
        me chooses square from squares where square.owner is none or turns % 3 == 0 "Mark":
            square.owner = me if turns % 5 > 0 else none
            square.mark = (square.mark + turns) % 4
            square.sort = stone if turns % 3 == 0 else tree if turns % 3 == 1 else house
            let legal = each(s in squares where s.owner is none and any(d in all_directions where between_own(me, s, d).size > 0))
            numbers = [legal.size, sum(s.mark for s in legal), count(s in squares where threatened(me, s)),
                count(s in squares, d in all_directions where end_of(s, d) is not none and seen(s, d).size > 1),
                sum(between_own(me, square, d).size for d in all_directions), steps(me, square).size,
                count(s in squares where square in steps(me, s)), count(s in squares where square in reached(me, s, house)),
                count(s in squares where square in hop(me, s)), sum(hop(me, s).size for s in squares),
                count(s in squares where square in seen(s, north) + seen(s, southeast)),
                chain(me, square).size, count(s in chain(me, square) where s.row == 1),
                sum(weight(s) for s in squares), sum(weight(s) for s in steps(me, square)),
                1 if any(s in chain(me, square) where s.row == 1) and any(s in chain(me, square) where s.row == 6) else 0,
                1 if first(s in squares where seen(s, east).size == 0 and s.mark > 0) is none else 0,
                1 if all(s in squares where seen(s, west).size < 5) else 0]
            for each d in all_directions:
                for each s in between_own(me, square, d):
                    s.owner = me
        otherwise:
            stop
    until turns == 60
"""


def plain(place: GamePlace, players: int, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The machine of a game whose rules are as they were written."""
    with monkeypatch.context() as patched:
        for name in ("inlined", "tabulated"):
            patched.setattr(f"rulelang.backend.facts.{name}", lambda lowered: None)
        return Machine(load_compiled(place, players).program, logging=False)


def same_games(place: GamePlace, players: int, most: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play a few games in both; how many choices were made."""
    written, rearranged = plain(place, players, monkeypatch), Machine(load_compiled(place, players).program, logging=False)
    choices = 0
    for seed in range(3):
        source = random.Random(seed)
        one, other = written.start(seed), rearranged.start(seed)
        for _ in range(most):
            asked, also = written.asked(one), rearranged.asked(other)
            assert [(a.player, a.choice, list(a.codes)) for a in asked] == [(a.player, a.choice, list(a.codes)) for a in also]
            if not asked:
                break
            index = source.randrange(len(asked))
            code = source.choice(asked[index].codes)
            written.answer(one, asked[index], code)
            rearranged.answer(other, also[index], code)
            choices += 1
            for field in written.changing:
                assert keeping.listed(getattr(one, field)) == keeping.listed(getattr(other, field)), field
        assert written.winners(one) == rearranged.winners(other)
    return choices


def test_idioms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.rules").write_text(IDIOMS.lstrip(), encoding="utf-8")
    assert same_games(locate(tmp_path), 2, 100, monkeypatch) > 150


@pytest.mark.parametrize("name", [n for n in shipped_games() if locate(n).folder.parent.name == "classics"])
def test_classics(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert same_games(locate(name), 4 if name == "hearts" else 2, 12 if name == "chess" else 40, monkeypatch) > 5


def test_defines_within_one_another_stay_within_what_can_be_run(tmp_path: Path) -> None:
    """Twenty-five small defines, each of which goes through squares for the next, are no fifty loops in one."""
    defines = [
        f"define deep_{n}(s: Square) -> Bool = any(t in neighbours(s), u in neighbours(t) where deep_{n + 1}(u))"
        for n in range(25)
    ]
    text = f"""
game deep "Deep":
    players 1

kind Square:
    mark: Int = 0, public

board squares of Square:
    grid 3 by 3

{chr(10).join(defines)}

define deep_25(s: Square) -> Bool = s.mark > 0

play:
    if any(s in squares where deep_0(s)):
        end game drawn "deep"
    end game drawn "flat"
"""
    (tmp_path / "game.rules").write_text(text.lstrip(), encoding="utf-8")
    assert "def R_deep_20(" in load_compiled(locate(tmp_path), 1).program.modules["plain"].source


METHODS = """
game boxes "Boxes":
    players 1

kind Box:
    things: Int = 0, public
    ## Nobody says otherwise: it is the same for all boxes.
    define left -> Int = room - things
    define room -> Int

kind Crate is Box:
    define room = 3

kind Bag is Box:
    define room = 2

Crate crate x 2
Bag bag

rule fill(b: Box):
    b.things += b.left

play:
    for each b in Box:
        fill(b)
    end game drawn "{sum(c.room for c in Crate)} in crates, {sum(b.things for b in Box)} in all"

always "no box is too full": all(b in Box where b.left >= 0)

example "all are filled":
    players ann
    expect sum(b.left for b in Box) == 8
    when fill(crate_1)
    when fill(bag)
    expect sum(b.left for b in Box) == 3 and sum(b.left for b in Bag) == 0
"""


def test_what_is_the_same_for_all_things_is_not_looked_up(tmp_path: Path) -> None:
    """A define of a kind that says one thing for all that are asked is put in the place of its calls, where it is claimed too."""
    (tmp_path / "game.rules").write_text(METHODS.lstrip(), encoding="utf-8")
    source = load_compiled(locate(tmp_path), 1).program.modules["plain"].source
    assert "M_Box_left" not in source
    # What room a box has depends on the box; of crates it is known, and so is what they hold together.
    assert "M_Box_room[b]" in source
    assert "M_Box_room[c]" not in source
    assert all(outcome.passed for outcome in Workshop(locate(tmp_path)).examples())

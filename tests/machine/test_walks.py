"""Walks over boards, and over the intermediate representation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from rulelang.backend.facts import Facts
from rulelang.backend.module import Module
from rulelang.locate import locate
from rulelang.machine import ir
from rulelang.machine.library import remember
from rulelang.machine.lower import lower_game
from rulelang.machine.walk import everything
from rulelang.text.diagnostic import Sink
from rulelang.tools.checking import check_game


def test_a_search_that_finds_nothing_is_made_once() -> None:
    memo: dict[tuple[int, ...], object] = {}
    made: list[int] = []

    def search(goal: int) -> list[int]:
        made.append(goal)
        return []

    assert remember(memo, (3,), search, 3) == remember(memo, (3,), search, 3) == []
    assert made == [3]


def naive(item: object) -> Iterator[object]:
    """All IR inside something, found by looking into every field of every class."""
    if isinstance(item, list | tuple):
        for inner in item:
            yield from naive(inner)
    elif isinstance(item, ir.Expr | ir.Stmt | ir.Source | ir.Template | ir.Slot | ir.Alternative):
        yield item
        for field in fields(item):
            if field.name not in ("span", "node"):
                yield from naive(getattr(item, field.name))


@pytest.mark.parametrize("name", ["treasures", "crusaders", "hex"])
def test_a_walk_passes_nothing_over(name: str) -> None:
    """Which fields can hold IR is told by their annotations."""
    lowered = lower_game(check_game(locate(name)).model, 2, {}, Sink())
    assert lowered is not None
    Facts(lowered[1])
    bodies = [routine.body for routine in lowered[1].routines.values()]
    assert [id(found) for body in bodies for found in everything(body)] == [id(found) for body in bodies for found in naive(body)]
    assert sum(1 for body in bodies for found in everything(body) if isinstance(found, ir.Variable)) > 20


def test_walks_share_no_memory() -> None:
    """Also those that are made only while code is written: the next may lie where the one before lay."""
    lowered = lower_game(check_game(locate("hex")).model, 2, {}, Sink())
    assert lowered is not None
    module = Module(Facts(lowered[1]), playout=False, logging=False)
    assert len({module.memo(ir.WalkExpr("distance", "board", [], None, None)) for _ in range(20)}) == 20
    walk = ir.WalkExpr("distance", "board", [], None, None)
    assert module.memo(walk) == module.memo(walk)

"""Which zones something holds, and what lies in those that only count."""

from __future__ import annotations

import pytest

from rulelang.play.match import Game
from rulelang.runtime.tokens import tokens


@pytest.mark.parametrize("name", ["treasures", "crusaders"])
def test_each_zone_belongs_to_what_holds_it(name: str) -> None:
    """Each zone but the boxes once, in the order of the layout."""
    machine = Game(name).machine(2)
    zones = [(store, index, zone) for store in machine.layout.stores for index, zone in enumerate(store.zones) if index]
    holders = dict.fromkeys((zone.holder, zone.number) for _, _, zone in zones)
    assert {holder for holder, _ in holders} >= {"state", "player"}
    for holder, number in holders:
        there = [(store.name, index) for store, index, zone in zones if (zone.holder, zone.number) == (holder, number)]
        assert [(store.name, index) for store, index in machine.sight.zones_of(holder, number)] == there
    assert machine.sight.zones_of("player", 2) == []


def test_tokens_lie_in_the_order_of_their_sorts() -> None:
    counts = [9, 9, 9, 0, 2, 1]
    assert tokens(counts, 1, 3) == [1, 1, 2]
    assert tokens([0, 0, 0], 0, 3) == []

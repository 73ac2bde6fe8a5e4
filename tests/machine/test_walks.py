"""What a search of a board has found is kept, also if it is nothing."""

from __future__ import annotations

from rulelang.machine.library import remember


def test_a_search_that_finds_nothing_is_made_once() -> None:
    memo: dict[tuple[int, ...], object] = {}
    made: list[int] = []

    def search(goal: int) -> list[int]:
        made.append(goal)
        return []

    assert remember(memo, (3,), search, 3) == remember(memo, (3,), search, 3) == []
    assert made == [3]

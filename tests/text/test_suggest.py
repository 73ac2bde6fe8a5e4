"""Near names."""

from __future__ import annotations

import pytest

from rulelang.text.suggest import distance, help_for, listing, near, nearest


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("", "", 0),
        ("gold", "gold", 0),
        ("gold", "gld", 1),
        ("gold", "glod", 1),
        ("gold", "bold", 1),
        ("gold", "golds", 1),
        ("ca", "abc", 3),
    ],
)
def test_distance_counts_edits(a: str, b: str, apart: int) -> None:
    assert distance(a, b, 9) == apart
    assert distance(b, a, 9) == apart


def test_distance_stops_at_its_bound() -> None:
    assert distance("aaaaaaaaaa", "bbbbbbbbbb", 3) == 4
    assert distance("a", "aaaaaaa", 2) == 3


def test_case_and_underscores_do_not_count() -> None:
    assert near("HolyLance", ["holy_rood", "holy_lance"])[0] == "holy_lance"


def test_at_most_four_nearest_first() -> None:
    assert near("card", ["cord", "care", "cards", "carb", "cart", "crd"]) == ["cord", "care", "cards", "carb"]
    assert near("footmen", ["foot", "gold", "footman"]) == ["footman", "foot"]


def test_what_differs_in_more_than_half_is_not_near() -> None:
    assert near("gold", ["iron"]) == []
    assert near("a", ["b"]) == []
    assert near("gold", ["gold"]) == []


def test_nearest_and_help() -> None:
    assert nearest("gld", ["iron", "gold"]) == "gold"
    assert nearest("xyz", ["iron"]) is None
    assert help_for("gld", ["gold", "glad"]) == ("did you mean `gold` or `glad`?",)
    assert help_for("xyz", ["iron"]) == ()
    assert listing(["a", "b", "c"]) == "`a`, `b` or `c`"
    assert listing(["a"], "and") == "`a`"
    assert listing([]) == ""

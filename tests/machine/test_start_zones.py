"""Where things lie before play: what a kind, a design or a family puts into the zones of each player."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from tests.play.helpers import write

RULES = """
game shown "Shown":
    players 2 to 4

kind Pawn

Pawn pawn x 3 for each player "pawn"
Pawn black for each player "black pawn"
Pawn grey x 2 "grey pawn"

player:
    reserve: pile of Pawn = {start}, public

play:
    players[1] chooses p from Pawn "Which?":
        move p to players[2].reserve
"""


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("pawn", {"ann": ["ann.pawn", "ann.pawn", "ann.pawn"], "ben": ["ben.pawn", "ben.pawn", "ben.pawn"]}),
        ("black", {"ann": ["ann.black"], "ben": ["ben.black"]}),
        (
            "Pawn",
            {
                "ann": ["ann.pawn", "ann.pawn", "ann.pawn", "ann.black"],
                "ben": ["ben.pawn", "ben.pawn", "ben.pawn", "ben.black"],
            },
        ),
    ],
)
def test_a_zone_of_a_player_begins_with_his_own(tmp_path: Path, start: str, expected: dict[str, list[str]]) -> None:
    match = rulelang.load(write(tmp_path / "game", RULES.replace("{start}", start))).start(["ann", "ben"])
    view = match.view()
    found = {name: sorted(view["player"][name]["reserve"]["contents"]) for name in ("ann", "ben")}
    assert found == {name: sorted(names) for name, names in expected.items()}

"""`show GAME phases`, `rules` and `hooks` show the game with its variants, each line with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import known_variants, locate
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.tools.checking import check_game
from rulelang.tools.phases import phases_text
from rulelang.tools.setup import Setup
from rulelang.tools.show import rules_text
from rulelang.tools.show_hooks import hooks_text
from rulelang.tools.woven import woven_outline
from tests.variants.test_played import GAME

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent for path in (ROOT / "games").rglob("game.rules") if (path.parent / "variants").is_dir())

CHANGES = """variant v of small

phase noon(p: Player) "Noon":
    p chooses "Noon?":
        eat "Eat": p.points += 1
        fast "Fast"

add to act(p):
    sing "Sing": p.points += 3

remove act.give

remove evening.tell

remove tidy

replace morning(p):
    if p.points > 1:
        original(p)
    noon(p)

before evening.rest:
    for each p in players:
        p chooses "Rested?":
            rested "Rested"

add to scoring(p):
    "Songs": p.seen
"""


@pytest.fixture
def texts(tmp_path: Path) -> dict[str, str]:
    """The views of a small game with a variant."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants" / "v.rules").write_text(CHANGES, encoding="utf-8")
    model = check_game(locate(tmp_path), Setup(variants=("v",))).model
    assert model.runnable
    return {"phases": phases_text(model), "rules": rules_text(model), "hooks": hooks_text(model)}


def lines(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line]


def test_what_is_added_stands_where_it_acts(texts: dict[str, str]) -> None:
    for view, word in (("phases", 'sing "Sing"'), ("rules", "act.sing"), ("hooks", "act.sing")):
        [line] = lines(texts[view], word)
        assert "v.rules:" in line, line
    options = [line.split()[0] for line in texts["phases"].splitlines()]
    assert options.index("take") < options.index("sing") < options.index("pass")
    for word in ("phase noon(p)", 'eat "Eat"', 'rested "Rested"', '"Songs"'):
        assert lines(texts["phases"], word), texts["phases"]


def test_what_is_removed_is_not_there(texts: dict[str, str]) -> None:
    for view, words in (
        ("phases", ('give "Give"', "step tell", "whenever tidy")),
        ("rules", ("act.give", "evening.tell", "tidy")),
    ):
        for word in words:
            assert not lines(texts[view], word), (view, word)
    assert not lines(texts["hooks"], "act.give") and not lines(texts["hooks"], "tidy")


def test_changes_are_no_rules(texts: dict[str, str]) -> None:
    forms = {line.split()[0] for line in texts["rules"].splitlines()}
    assert not forms & {"add", "remove", "replace", "before", "after"}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_options_are_those_of_the_checked_game(folder: Path) -> None:
    """Of each shipped variant: whatever can be chosen in the game as it is checked stands in the outline."""
    for variant in known_variants(locate(folder)):
        model = check_game(locate(folder), Setup(variants=(variant.name,))).model
        shown = {i.name_span for i in woven_outline(model).items if isinstance(i.node, nodes.Option)}
        bodies = [r.body or [] for r in model.routines.values() if not isinstance(r.node, nodes.Change)]
        there = {n.name.span for body in bodies for n in everything(body) if isinstance(n, nodes.Option)}
        assert there <= shown, (variant.name, [model.sources.place(span) for span in there - shown])

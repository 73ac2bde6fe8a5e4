"""Whatever is edited in a game, the variant that `diff` writes makes the game the edited one.

Shipped games are edited at random: numbers, texts, lines moved, taken out, said twice; rules with another parameter, things in
another order. Where the edited game is still sound, both are played with the same seeds and tell the same story. What no variant
can say must be told, and is no failure; it is counted, so that it stays rare.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulelang.errors import RulesError
from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.sema.load import load_game
from rulelang.text.diagnostic import Sink
from rulelang.tools.diff_variant import diff_variant
from rulelang.tools.diffing import book_of, differences
from rulelang.tools.setup import Setup
from tests.variants.test_declared import GAME

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "mystery": ROOT / "tests" / "variants" / "mystery" / "game.rules",
    "leduc": ROOT / "games" / "classics" / "leduc_poker" / "game.rules",
    "pig": ROOT / "games" / "classics" / "pig" / "game.rules",
    "tictactoe": ROOT / "games" / "classics" / "tictactoe" / "game.rules",
    "windows": ROOT / "tests" / "constructs" / "windows.rules",
}
EDITS = 8
"""So many sound edits of each page are tried."""
LONGEST = 150
"""So many choices of a match are compared."""


def edited(text: str, source: random.Random) -> str:
    """A game with a few edits."""
    for _ in range(source.randint(1, 3)):
        text = source.choice([number, line_out, line_twice, lines_exchanged, blocks_exchanged, words])(text, source)
    return text


def number(text: str, source: random.Random) -> str:
    """Another number somewhere."""
    found = list(re.finditer(r"(?<![\w.])\d+(?!\w)", text))
    one = source.choice(found)
    return text[: one.start()] + str(max(0, int(one[0]) + source.choice([-1, 1, 2]))) + text[one.end() :]


def words(text: str, source: random.Random) -> str:
    """Another word in a text."""
    found = list(re.finditer(r'"[A-Z][a-z]+', text))
    one = source.choice(found)
    return text[: one.end()] + "er" + text[one.end() :]


def line_out(text: str, source: random.Random) -> str:
    """A line less."""
    lines = text.split("\n")
    del lines[source.randrange(len(lines))]
    return "\n".join(lines)


def line_twice(text: str, source: random.Random) -> str:
    """A line said twice."""
    lines = text.split("\n")
    at = source.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]])


def lines_exchanged(text: str, source: random.Random) -> str:
    """Two lines in another order."""
    lines = text.split("\n")
    at = source.randrange(len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return "\n".join(lines)


def blocks_exchanged(text: str, source: random.Random) -> str:
    """Two declarations in another order."""
    blocks = re.split(r"\n\n(?=\S)", text)
    one, other = source.randrange(1, len(blocks)), source.randrange(1, len(blocks))
    blocks[one], blocks[other] = blocks[other], blocks[one]
    return "\n\n".join(blocks)


def sound(path: Path) -> bool:
    """Whether a game has no faults."""
    sink = Sink()
    return load_game(path, [], sink).runnable


def story_of(game: Game, players: int, seed: int) -> list[str]:
    """All that is told of a match, until it ends, stops at a fault, or is long enough."""
    source = random.Random(seed)
    told: list[str] = []
    try:
        match = game.start(players, seed)
        while match.pending and len(match.moves) < LONGEST:
            choice = match.pending[0]
            told.append(" ".join(option.text for option in choice.options))
            match.choose(choice.seat, source.choice(choice.options))
        told += [*(move.words for move in match.moves), *(f"{s.player} {s.items}" for s in match.scores), *match.winners]
        told += [line.text for line in match.story()]
    except Exception as fault:
        told.append(str(fault).rpartition(": ")[2])
    return told


@pytest.mark.parametrize("name", PAGES)
def test_the_variant_says_every_edit(name: str, tmp_path: Path) -> None:
    source = random.Random(name)
    text = PAGES[name].read_text(encoding="utf-8")
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    (tmp_path / "one" / "game.rules").write_text(text, encoding="utf-8")
    first = tmp_path / "one"
    tried = unsaid = 0
    while tried < EDITS:
        new = edited(text, source)
        (tmp_path / "two" / "game.rules").write_text(new, encoding="utf-8")
        if not sound(tmp_path / "two" / "game.rules"):
            continue
        tried += 1
        one, two = book_of(locate(first), Setup()), book_of(locate(tmp_path / "two"), Setup())
        if not differences(one, two):
            continue
        said = diff_variant(one, two, "other")
        if said.unsaid:
            unsaid += 1
            continue
        (tmp_path / "other.rules").write_text(said.text, encoding="utf-8")
        try:
            with_variant = Game(first, [str(tmp_path / "other.rules")])
            other = Game(tmp_path / "two")
            for players in sorted({other.information.fewest, min(3, other.information.most)}):
                assert story_of(with_variant, players, tried) == story_of(other, players, tried), said.text
        except RulesError as error:
            raise AssertionError(f"{said.text}\n{error}") from error
    assert unsaid <= EDITS // 2


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("die fate: 1, 1", "die fate: 1, 3", "replace die fate: 1, 3"),
        ("winner: most total", "winner: least total, then most p.coins", "replace winner: least total, then most p.coins"),
        ('"Turn of {p}"', '"Go, {p}"', 'replace turn.title = "Go, {p}"'),
        ("    gap a1 - a2", "    gap a1 - b1", "replace board field_:\n    grid 2 by 2\n    gap a1 - b1"),
        (
            "of Place by Road:\n    here - there - yonder\n    ferry: yonder - here",
            "of Place:\n    here - yonder",
            "remove sea\n",
        ),
        ("    coins: Int = 3", "    coins: Int 0 to 9 = 3", "remove player.coins\n\nplayer:\n    coins: Int 0 to 9 = 3"),
        ("sun, rain", "rain, sun", "remove Weather\n\nenum Weather: rain, sun"),
        ("Place there\n", "Place isle\nPlace there\n", "remove there\n\nremove yonder"),
        ("define price(n: Int) -> Int = n", "define price(k: Int) -> Int = k * 2", "replace price(k) = k * 2"),
        ("rule die(p: Player):", "rule die(p: Player?):\n    if p is none:\n        return", "remove die\n"),
        ('    "Points": p.points', '    "Coins": p.coins\n    "Points": p.points', "remove scoring\n"),
    ],
)
def test_how_a_difference_is_said(old: str, new: str, expected: str, tmp_path: Path) -> None:
    """Each in its own words; and the game with the variant has no difference left that shows."""
    for folder, text in (("one", GAME), ("two", GAME.replace(old, new))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "game.rules").write_text(text, encoding="utf-8")
    said = diff_variant(book_of(locate(tmp_path / "one"), Setup()), book_of(locate(tmp_path / "two"), Setup()), "other")
    assert not said.unsaid and expected in said.text, said.text
    (tmp_path / "other.rules").write_text(said.text, encoding="utf-8")
    assert story_of(Game(tmp_path / "one", [str(tmp_path / "other.rules")]), 2, 3) == story_of(Game(tmp_path / "two"), 2, 3)

"""`diff`: what differs between two games, and the difference as a variant, which makes the one the other."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import group
from rulelang.play.match import Game

PAGE = Path(__file__).parent / "mystery" / "game.rules"

CHANGES = {
    # What is changed in the game, and what the variant says of it.
    "setting rounds: Int 1 to 9 = 4": ("setting rounds: Int 1 to 9 = 3", "replace rounds = 3"),
    "die holy_die: 3, 2, 2, 1, 1, 1\n": ("die holy_die: 3, 2, 2, 1, 1, 1\n\ndie other_die: 1, 2\n", "die other_die: 1, 2"),
    "enum Colour: blue, yellow, red, green": (
        'enum Colour: blue, yellow, red, green, white "White"',
        'enum Colour: white "White"',
    ),
    "    base_defence: Int = 1": ("    base_defence: Int = 2", "replace Convoy.base_defence = 2"),
    "    halted: Bool = false, public": (
        "    halted: Bool = false, public\n    speed: Int = 1",
        "kind Convoy:\n    speed: Int = 1",
    ),
    '    | brigands | "Brigands" |      | 0           | 1       | marseille |': (
        '    | brigands | "Robbers"  |      | 1           | 1       | marseille |',
        'replace brigands.label = "Robbers"',
    ),
    "    points: Int = 0\n": ("    points: Int = 0\n    fame: Int = 1\n", "player:\n    fame: Int = 1"),
    "    coins: Int 0 to 200 = 4": ("    coins: Int 0 to 200 = 6", "replace player.coins = 6"),
    "= market + p.bonus": ("= market + p.bonus + 1", "replace price(p) = market + p.bonus + 1"),
    "    c.way = c.way + 1 if c.way < 4 else 1\n": (
        "    c.way = c.way + 1 if c.way < 4 else 1\n    for each p in players:\n        p.fame += c.speed\n",
        "replace travel(c):\n    c.halted = false\n",
    ),
    "    roll holy_die as result\n    log": (
        "    roll other_die as result\n    log",
        "replace attack_strength(e, c):\n    roll other_die",
    ),
    '    "Coins": p.coins / 2': ('    "Coins": p.coins / 3\n    "Fame": p.fame', 'replace scoring."Coins" = p.coins / 3'),
    'phase enemies "An enemy stirs":\n    let e': (
        'phase enemies "An enemy stirs":\n    log "the wind turns"\n    let e',
        'replace enemies:\n    log "the wind turns"',
    ),
    "    expect marie.coins == 4\n": (
        "    expect marie.coins == 6\n",
        'replace example "goods are sold at the price of the market":',
    ),
}


def story_of(game: Game, players: int, seed: int) -> list[str]:
    """All that is told of a random match."""
    match = game.start(players, seed)
    source = random.Random(seed)
    while match.pending:
        choice = match.pending[0]
        match.choose(choice.seat, source.choice(choice.options))
    return [*(move.words for move in match.moves), *(f"{s.player} {s.total}" for s in match.scores)]


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page, and a copy with many changes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELANG_VARIANTS", str(tmp_path / "none"))
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    text = PAGE.read_text(encoding="utf-8")
    (tmp_path / "one" / "game.rules").write_text(text, encoding="utf-8")
    for old, (new, _) in CHANGES.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "two" / "game.rules").write_text(text, encoding="utf-8")
    return tmp_path


def called(*words: str) -> tuple[int, str, str]:
    """A command: its exit code, what it prints, what it says besides."""
    result = CliRunner().invoke(group, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_the_variant_makes_one_game_the_other(changed: Path) -> None:
    """Everything can be said here, each change in its own words, and the game with the variant plays as the other one."""
    code, text, said = called("diff", "one", "two", "--as-variant", "other")
    assert (code, said) == (0, "")
    for _, expected in CHANGES.values():
        assert expected in text, (expected, text)
    (changed / "other.rules").write_text(text, encoding="utf-8")
    assert called("check", "one", "--variant", "other.rules")[0] == 0
    assert called("test", "one", "--variant", "other.rules")[0] == called("test", "two")[0]
    with_variant, other = Game("one", ["other.rules"]), Game("two")
    for players in (2, 4):
        for seed in range(3):
            assert story_of(with_variant, players, seed) == story_of(other, players, seed)


def test_what_differs(changed: Path) -> None:
    """Names, places, and lines."""
    code, text, _ = called("diff", "one", "two")
    assert code == 1
    assert "changed  price  one/game.rules:" in text
    assert "    - define price(p: Player) -> Int = market + p.bonus" in text
    assert "new      player.fame  two/game.rules:" in text
    back = called("diff", "two", "one")[1]
    assert "gone     player.fame" in back


def test_what_explains_a_rule_is_no_difference(changed: Path) -> None:
    """Nor are the layout, the order, and other files."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition("rule beaten(e: Enemy, c: Convoy):\n    e.counters[place(c)] -= 1\n")
    (changed / "two" / "game.rules").write_text(head + rest + '\ninclude "more.rules"\n', encoding="utf-8")
    (changed / "two" / "more.rules").write_text(
        "## One of them is gone.\nrule beaten(e: Enemy, c: Convoy):\n    # one\n    e.counters[place(c)]   -= 1\n",
        encoding="utf-8",
    )
    assert called("diff", "one", "two") == (0, "", "mystery_attack and mystery_attack say the same\n")


def test_what_no_variant_can_say(changed: Path) -> None:
    """It is told, in the variant and beside it."""
    text = PAGE.read_text(encoding="utf-8").replace("players 2 to 4", "players 2 to 3")
    (changed / "two" / "game.rules").write_text(text, encoding="utf-8")
    code, text, said = called("diff", "one", "two", "--as-variant", "other")
    assert code == 1
    assert "# cannot be said by a variant: game has become `players 2 to 3`" in text
    assert said == "cannot be said by a variant: game has become `players 2 to 3`\n"


def test_a_copy_remembers(changed: Path) -> None:
    """It is compared with what it was copied from; what is no copy is not."""
    assert called("copy", "tictactoe", "mine")[0] == 0
    code, text, said = called("diff", "mine")
    assert (code, text) == (0, "") and "say the same" in said
    path = changed / "mine" / "game.rules"
    path.write_text(path.read_text(encoding="utf-8").replace("three in a row", "a row"), encoding="utf-8")
    code, text, _ = called("diff", "mine", "--as-variant", "rows")
    assert text.startswith('variant rows "Tic-tac-toe" of tictactoe\n\nreplace play:\n')
    shutil.rmtree(changed / "two")
    assert called("diff", "one")[0] == 2

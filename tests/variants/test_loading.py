"""Which variants are on: by number of players, by flags, by a script's header, from the game's folder and the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulelang
from cli.main import group
from rulelang.errors import NotFound, RulelangError
from rulelang.locate import locate, variant_path, variants_on
from rulelang.play.script import run_script

GAME = """
game small "Small":
    players 2 to 4
    language 1

player:
    coins: Int = 3

rule earn(p: Player):
    p gains 1 coin

phase turn(p: Player) "Turn of {p}":
    turn of p:
        p chooses "Your move":
            work "Work": earn(p)
            pass

play:
    for each p in players:
        turn(p)

scoring for each player p:
    "coins": p.coins
    winner: most total

example "two work":
    players ann, ben
    when turn(ann)
    ann: work
    expect ann.coins > 3

example "three work":
    players ann, ben, cat
    when turn(ann)
    ann: work
    expect ann.coins == 4
"""

DUEL = """
## A duel.
variant duel "Duel" of small for 2 players   # two only

replace player.coins = 10

example "a duel's own":
    players ann, ben
    expect ann.coins == 10
"""

RICH = "variant rich of small\n\nreplace earn(p):\n    original(p)\n    p gains 5 coins\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a variant for two players, and a folder of the user's own."""
    (tmp_path / "small" / "variants").mkdir(parents=True)
    (tmp_path / "own").mkdir()
    (tmp_path / "small" / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "small" / "variants" / "duel.rules").write_text(DUEL, encoding="utf-8")
    (tmp_path / "own" / "my_rich_rules.rules").write_text(RICH, encoding="utf-8")
    (tmp_path / "own" / "other.rules").write_text("variant other of another_game for 2 players\n", encoding="utf-8")
    monkeypatch.setenv("RULELANG_VARIANTS", str(tmp_path / "own"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def called(*words: str) -> tuple[int, str]:
    """A command: its exit code and all that it prints."""
    result = CliRunner().invoke(group, list(words))
    return result.exit_code, result.output


def on(players: int, **options: object) -> list[str]:
    """The variants that are on in a match."""
    return list(rulelang.load("small", **options).start(players, 1).machine.layout.variants)  # type: ignore[arg-type]


def test_by_the_number_of_players(folder: Path) -> None:
    """On by itself with two, by name with three, off where it is left off; a variant of the user's own when asked for."""
    assert on(2) == ["duel"]
    assert on(3) == []
    assert on(3, variants=["duel"]) == ["duel"]
    assert on(2, without=["duel"]) == []
    assert on(2, variants=["rich"]) == ["duel", "rich"]
    assert on(3, variants=["rich"]) == ["rich"]


def test_what_cannot_be_meant(folder: Path) -> None:
    """Unknown names, contradictions, one name in two places."""
    place = locate("small")
    with pytest.raises(NotFound, match="has no variant `rihc`; did you mean `rich`"):
        variant_path(place, "rihc")
    with pytest.raises(NotFound, match="has no variant `dule`; did you mean `duel`"):
        rulelang.load("small", without=["dule"]).start(2)
    with pytest.raises(RulelangError, match="asked for, and turned off"):
        rulelang.load("small", ["duel"], without=["duel"]).start(2)
    (folder / "own" / "duel.rules").write_text("variant duel of small\n", encoding="utf-8")
    with pytest.raises(RulelangError, match="2 variants `duel`"):
        variant_path(place, "duel")
    assert variants_on(place, ["own/my_rich_rules.rules"], 3) == [(folder / "own" / "my_rich_rules.rules").absolute()]


def test_a_variant_for_more_than_can_play(folder: Path) -> None:
    """A number of players that the game is not for."""
    (folder / "small" / "variants" / "crowd.rules").write_text("variant crowd of small for 9 players\n", encoding="utf-8")
    code, text = called("check", "small", "--variant", "crowd")
    assert code == 1 and "for 9 players, and the game is for 2 to 4" in text


def test_examples_by_their_players(folder: Path) -> None:
    """An example of two is played with what is on with two."""
    code, text = called("test", "small")
    assert code == 0 and text.splitlines() == ["3 examples: all passed", "with `duel`: 1 of the game the same, 1 of its own"]
    code, text = called("test", "small", "--without", "duel")
    assert code == 0 and text.splitlines() == ["2 examples: all passed"]
    code, text = called("test", "small", "--variant", "rich")
    assert code == 1 and "with `rich`: 1 broken" in text


def test_the_check_looks_at_every_number_of_players(folder: Path) -> None:
    """A fault of a variant that is on with two is found without asking for it."""
    assert called("check", "small")[0] == 0
    (folder / "small" / "variants" / "duel.rules").write_text(DUEL + "\nremove earm\n", encoding="utf-8")
    code, text = called("check", "small")
    assert code == 1 and "the game has no `earm` to be changed" in text


@pytest.mark.parametrize(
    ("header", "players", "variants"),
    [
        ("", "ann, ben", ["duel"]),
        ("", "ann, ben, cat", []),
        ("variants none\n", "ann, ben", []),
        ("variants rich\n", "ann, ben", ["rich"]),
        ("variants duel, rich\n", "ann, ben, cat", ["duel", "rich"]),
    ],
)
def test_the_header_decides(folder: Path, header: str, players: str, variants: list[str]) -> None:
    """A script that names variants names all of them."""
    script = folder / "small" / "a.play"
    script.write_text(f"game small\n{header}players {players}\n\nann: pass\nexpect ann.coins > 0\nben: pass\n", encoding="utf-8")
    played = run_script(script)
    assert played.match is not None
    assert played.match.machine.layout.variants == variants


def test_a_header_with_what_is_not_there(folder: Path) -> None:
    """A variant that was renamed, or is not installed, is named before the first move."""
    script = folder / "small" / "a.play"
    script.write_text("game small\nvariants dual\nplayers ann, ben\n\nann: pass\n", encoding="utf-8")
    code, text = called("run", str(script))
    assert code == 2 and "is for the variant `dual`" in text and "did you mean `duel`" in text


@pytest.mark.parametrize("flags", [[], ["--without", "duel"], ["--variant", "rich"]])
def test_a_record_tells_what_was_on(folder: Path, flags: list[str]) -> None:
    """A match that was written down is the same match again."""
    code, _ = called("play", "small", "--players", "ann,ben", "--bot", "all=random", "--seed", "1", "--record", "r.play", *flags)
    assert code == 0
    code, text = called("run", "r.play")
    assert code == 0 and "same game" in text


def test_a_link_or_a_pipe_among_variants_is_no_trap(folder: Path) -> None:
    """What is no plain file is not read."""
    (folder / "small" / "variants" / "aside.rules").symlink_to("/etc/hostname")
    assert on(2) == ["duel"]
    code, text = called("check", "small", "--variant", "aside")
    assert code == 1 and "RL0140" in text

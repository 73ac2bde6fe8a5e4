"""C14: the same record under another variant. The header decides, and what differs is said before any move is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import exit
from tests.cli import conftest
from tests.cli.conftest import Rulelang

rulelang = conftest.rulelang

GAME = """\
game palace "Palace":
    players 2

rule pass_by(p: Player):
    p chooses "Your move":
        step_on "Step":
            nothing
        wait "Wait":
            nothing

play:
    repeat 3 times:
        for each me in players:
            turn of me:
                pass_by(me)
"""
CASUAL = 'variant casual "No waiting" of palace\n\nremove pass_by.wait\n'
MODERN = 'variant modern "No stepping" of palace\n\nremove pass_by.step_on\n'


@pytest.fixture
def recorded(rulelang: Rulelang, tmp_path: Path) -> Path:
    """A match recorded with the variant `casual`."""
    folder = tmp_path / "palace"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    (folder / "variants" / "casual.rules").write_text(CASUAL, encoding="utf-8")
    (folder / "variants" / "modern.rules").write_text(MODERN, encoding="utf-8")
    words = ("play", "palace", "--variant", "casual", "--bot", "all=random", "--seed", "3", "--record", "match.play")
    result = rulelang(*words)
    assert result.exit_code == exit.FINE, result.output
    return tmp_path / "match.play"


def test_the_header_decides(rulelang: Rulelang, recorded: Path) -> None:
    assert "\nvariants casual\n" in recorded.read_text(encoding="utf-8")
    for flags in ((), ("--variant", "casual"), ("--variant", "palace/variants/casual.rules")):
        result = rulelang("run", "match.play", *flags)
        assert result.exit_code == exit.FINE, result.output
        assert "same game: all 6 moves" in result.stderr


@pytest.mark.parametrize("flags", [("--variant", "modern"), ("--variant", "casual", "--variant", "modern")])
def test_a_flag_that_contradicts_is_an_error_before_move_1(rulelang: Rulelang, recorded: Path, flags: tuple[str, ...]) -> None:
    result = rulelang("run", "match.play", *flags)
    assert result.exit_code == exit.USAGE
    assert "`match.play` was recorded with `casual`; you asked for " in result.stderr
    assert result.stdout == ""


def test_a_record_without_variants_had_none(rulelang: Rulelang, recorded: Path) -> None:
    text = recorded.read_text(encoding="utf-8")
    recorded.write_text(text.replace("variants casual\n", ""), encoding="utf-8")
    result = rulelang("run", "match.play", "--variant", "modern")
    assert result.exit_code == exit.USAGE
    assert "was recorded with no variant; you asked for `modern`" in result.stderr


@pytest.mark.parametrize("change", ["gone", "renamed"])
def test_a_variant_that_is_not_there(rulelang: Rulelang, recorded: Path, change: str) -> None:
    path = recorded.parent / "palace" / "variants" / "casual.rules"
    if change == "gone":
        path.unlink()
    else:
        path.rename(path.with_name("casuals.rules"))
        path.with_name("casuals.rules").write_text(CASUAL.replace("variant casual", "variant casuals"), encoding="utf-8")
    result = rulelang("run", "match.play")
    assert result.exit_code == exit.USAGE
    assert "`match.play` is for the variant `casual`: " in result.stderr
    assert ("did you mean `casuals`?" in result.stderr) == (change == "renamed")


def test_other_rules_are_said_first(rulelang: Rulelang, recorded: Path) -> None:
    variant = recorded.parent / "palace" / "variants" / "casual.rules"
    variant.write_text(CASUAL.replace("remove pass_by.wait", "remove pass_by.step_on"), encoding="utf-8")
    result = rulelang("run", "match.play")
    assert result.exit_code == exit.DIVERGED
    first = result.stderr.splitlines()[0]
    assert "recorded with other rules (" in first and "pass_by" in first
    assert first.index("recorded with other rules") < first.index(
        "diverged at move 1: `ann: step_on` is no longer legal because "
    )

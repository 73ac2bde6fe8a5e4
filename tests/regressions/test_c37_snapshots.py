"""C37: keeping one transcript touches no other, and only what ran to its end is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import exit
from tests.cli import conftest
from tests.cli.conftest import Rulelang

rulelang = conftest.rulelang


@pytest.fixture
def scripts(rulelang: Rulelang, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with three scripts, of which the last cannot be loaded, and a transcript without a script."""
    monkeypatch.delenv("CI", raising=False)
    rulelang("new", "mine")
    folder = tmp_path / "mine" / "scripts"
    (folder / "first.play").rename(folder / "a_market.play")
    text = (folder / "a_market.play").read_text(encoding="utf-8")
    (folder / "b.play").write_text(
        text.replace("game new_game", "game nonesuch").replace("game mine", "game nonesuch"), encoding="utf-8"
    )
    (folder / "c.play").write_text(text.replace("players ann, ben", "variants calm\nplayers ann, ben"), encoding="utf-8")
    (folder / "d_market.play").write_text(text.replace("ben: take 2", "ben: take 9"), encoding="utf-8")
    (folder / "e.play").write_text(text, encoding="utf-8")
    for name in ("b", "c", "d_market", "e", "old"):
        (folder / f"{name}.txt").write_text("as it was\n", encoding="utf-8")
    return folder


def test_only_what_ran_is_written_and_nothing_is_deleted(rulelang: Rulelang, scripts: Path) -> None:
    paths = sorted(path.relative_to(scripts.parents[1]).as_posix() for path in scripts.glob("*.play"))
    result = rulelang("run", *paths, "-k", "market", "--update")
    assert result.exit_code == exit.FINDINGS
    assert "a_market.txt: " in result.stderr and "old.txt" in result.stderr and "e.txt" not in result.stderr
    assert {path.name for path in scripts.glob("*.txt")} == {
        f"{name}.txt" for name in ("a_market", "b", "c", "d_market", "e", "old")
    }
    for name in ("b", "c", "d_market", "e", "old"):
        assert (scripts / f"{name}.txt").read_text(encoding="utf-8") == "as it was\n"
    again = rulelang("run", *paths, "--update")
    assert again.exit_code == exit.USAGE
    assert "a_market.txt: as before" in again.stderr
    assert "e.txt: " in again.stderr and (scripts / "e.txt").read_text(encoding="utf-8") != "as it was\n"
    assert "nonesuch" in again.stderr and "the variant `calm`" in again.stderr
    assert "no script for " in again.stderr
    for name in ("b", "c", "d_market", "old"):
        assert (scripts / f"{name}.txt").read_text(encoding="utf-8") == "as it was\n"


def test_what_changed_is_printed(rulelang: Rulelang, scripts: Path) -> None:
    rulelang("run", "mine/scripts/a_market.play", "--update")
    kept = scripts / "a_market.txt"
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join([*lines[:-1], "nobody wins\n"]), encoding="utf-8")
    result = rulelang("run", "mine/scripts/a_market.play", "--update")
    assert "a_market.txt: 2 lines" in result.stderr


def test_wrong_calls(rulelang: Rulelang, scripts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rulelang("run", "mine/scripts/a_market.play", "--update", "--check").exit_code == exit.USAGE
    monkeypatch.setenv("CI", "true")
    assert rulelang("run", "mine/scripts/a_market.play", "--update").exit_code == exit.USAGE
    assert rulelang("run", "mine/scripts/a_market.play", "--check").exit_code == exit.FINDINGS

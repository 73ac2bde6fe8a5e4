"""Every game in the documentation plays: its examples hold, its scripts run, and matches come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.match import Game
from rulelang.play.script import run_script
from tests.docs.blocks import UNUSED, Block, all_blocks

GAMES = [block for block in all_blocks("rules") if block.is_game and not block.codes and block.changed is None]
FINISHED = [block for block in GAMES if "unfinished" not in block.words]
PARTS = [block for block in all_blocks("rules") if not block.is_game and not block.codes]


def written(block: Block, folder: Path) -> Path:
    """The block's game as a folder."""
    for path, text in block.files.items():
        if "/variants/" in path:
            (folder / "variants").mkdir(exist_ok=True)
            (folder / "variants" / Path(path).name).write_text(text, encoding="utf-8")
    (folder / "game.rules").write_text(block.whole, encoding="utf-8")
    return folder


@pytest.mark.parametrize("block", FINISHED, ids=lambda block: block.name)
def test_examples_hold(block: Block, tmp_path: Path) -> None:
    """Each example in a game comes out as written."""
    for outcome in Workshop(locate(written(block, tmp_path))).examples():
        assert outcome.passed, f"{outcome.title}: {outcome.failed}"


@pytest.mark.parametrize("block", GAMES, ids=lambda block: block.name)
def test_games_end(block: Block, tmp_path: Path) -> None:
    """Taking turns through the options, each match ends."""
    match = Game(written(block, tmp_path)).start(seed=1)
    for number in range(400):
        if match.over:
            break
        choice = match.pending[0]
        match.choose(choice.player, choice.options[number % len(choice.options)])
    assert match.over
    assert match.log


@pytest.mark.parametrize("block", PARTS, ids=lambda block: block.name)
def test_parts_can_be_compiled(block: Block, tmp_path: Path) -> None:
    """A part of a game is not only checked, but laid out and compiled with the rest of it, and the game starts."""
    assert Game(written(block, tmp_path)).start(seed=1).state is not None


@pytest.mark.parametrize("block", all_blocks("play"), ids=lambda block: block.name)
def test_scripts_run(block: Block, tmp_path: Path) -> None:
    """Each script comes out as written."""
    script = written(block, tmp_path) / "scripts" / "shown.play"
    script.parent.mkdir()
    script.write_text(block.text, encoding="utf-8")
    played = run_script(script)
    told = [d.message for d in played.diagnostics if d.code not in UNUSED]
    assert not told and not played.failed, told

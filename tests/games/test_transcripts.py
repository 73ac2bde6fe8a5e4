"""The transcripts of the shipped scripts, each a snapshot of its own: what happens in a game, told as a story."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulelang.play.script import Scripts
from rulelang.play.transcript import as_text, of_script

GAMES = Path(__file__).parents[2] / "games"
SCRIPTS = sorted(GAMES.glob("**/scripts/*.play"))


class Transcript(SingleFileSnapshotExtension):
    """A snapshot is a text file that people can read."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture(scope="module")
def scripts() -> Scripts:
    """The games of the scripts, each loaded once."""
    return Scripts()


@pytest.mark.parametrize("path", SCRIPTS, ids=[f"{path.parents[1].name}-{path.stem}" for path in SCRIPTS])
def test_transcript(path: Path, scripts: Scripts, snapshot: SnapshotAssertion) -> None:
    played = scripts.run(path)
    assert not played.failed, played.diagnostics
    told = [line for line in as_text(of_script(played)).splitlines() if "; rules " not in line]
    assert "\n".join(told) + "\n" == snapshot(extension_class=Transcript)
    assert played.match is not None and len(told) > 5
    for reader in played.match.players:
        assert as_text(of_script(played, reader))

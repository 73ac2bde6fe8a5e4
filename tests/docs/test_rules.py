"""Every block of rules in the documentation says what the language really does."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulelang.locate import locate, shipped_games
from rulelang.sema.load import load_game, load_text
from rulelang.text.diagnostic import Diagnostic, Severity, Sink
from tests.docs.blocks import UNUSED, Block, all_blocks


def found_in(block: Block) -> list[Diagnostic]:
    """What a check finds, but for what is merely unused in a part of a game."""
    if block.changed is not None and block.changed in shipped_games():
        return _on_shipped(block.changed, block)
    texts = [block.whole]
    if "/variants/" in block.path:
        texts.insert(0, block.files[f"{block.path.split('/')[0]}/game.rules"])
    _, sink = load_text(*texts)
    return [d for d in sink.sorted() if block.is_game or d.code not in UNUSED or d.code in block.codes]


def _on_shipped(game: str, block: Block) -> list[Diagnostic]:
    """What a check finds in a variant of a shipped game."""
    sink = Sink()
    with TemporaryDirectory() as folder:
        path = Path(folder) / Path(block.path).name
        path.write_text(block.whole, encoding="utf-8")
        load_game(locate(game).entry, [path], sink)
    return sink.sorted()


@pytest.mark.parametrize("block", all_blocks("rules"), ids=lambda block: block.name)
def test_block(block: Block) -> None:
    """A block is fine, or has exactly the faults it is there to show."""
    found = found_in(block)
    told = "\n".join(f"{d.code} {d.severity.value}: {d.message}" for d in found)
    assert sorted({d.code for d in found}) == block.codes, f"{told}\n\n{block.whole}"
    if not block.codes:
        assert not any(d.severity is Severity.ERROR for d in found)

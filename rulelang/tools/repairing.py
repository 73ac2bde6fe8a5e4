"""Writing a script with the steps that rules force now.

A script that people wrote keeps every line and every comment; the steps stand before the move that needs them. A recorded
script is recorded anew, since what it says of states and rules is no longer so; the lines between its moves are kept.
"""

from __future__ import annotations

from pathlib import Path

from rulelang.play.recording import Recorder
from rulelang.play.repair import with_steps
from rulelang.play.script import Played
from rulelang.tools.playing import write_whole


def repaired(path: Path, played: Played) -> list[str] | None:
    """Write a script that was run with repair, where that changed something; what was done, in sentences. None where nothing
    was."""
    verdict = played.verdict
    source = played.sources.file(played.script.span)
    if verdict is None:
        if not played.inserted or played.failed:
            return None
        write_whole(path, with_steps(source.text, played.inserted))
        return [*_steps(path, played)]
    if not played.inserted and verdict.form == "same" and not verdict.changed:
        return None
    assert played.match is not None
    script = played.script
    settings = {name.text: source.text[node.span.start : node.span.end] for name, node in script.settings}
    game = f'"{script.game}"' if script.game_span is not None and source.text[script.game_span.start] == '"' else script.game
    variants = [variant.text for variant in script.variants] or (["none"] if script.says_variants else [])
    write_whole(path, Recorder(played.match).text(str(game), variants, settings, played.done))
    return [*_steps(path, played), f"{path}: recorded anew under the rules as they are"]


def _steps(path: Path, played: Played) -> list[str]:
    return [
        f"{path}:{each.line}: put in before it: {'; '.join(f'{player}: {words}' for player, words in each.moves)}"
        for each in played.inserted
    ]

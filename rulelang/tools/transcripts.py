"""Transcripts of scripts, kept beside them: `a.play` has `a.txt`.

A transcript is written only of a script that ran to its end as written, only where it differs, and nothing is ever deleted;
transcripts whose script has gone are named.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from rulelang.errors import RulelangError
from rulelang.locate import SCRIPT
from rulelang.play.script import Played
from rulelang.play.transcript import as_json_lines, as_text, of_script

KEPT = ".txt"


def transcript_of(played: Played, style: str = "text", reader: str | None = None) -> str:
    """What a script's run has to tell, as text or as JSON Lines, to one player or to who sees all."""
    if played.match is not None and reader is not None and reader not in played.match.players:
        raise RulelangError(f"nobody is called `{reader}`; the players are {', '.join(played.match.players)}")
    found = of_script(played, reader)
    return as_json_lines(found) if style == "json" else as_text(found) if played.match is not None else ""


def kept_transcript(script: Path) -> Path:
    """Where the transcript of a script is kept."""
    return script.with_suffix(KEPT)


def difference(script: Path, now: str) -> str | None:
    """How a transcript differs from the one that is kept; none if it does not, all of it where none is kept."""
    path = kept_transcript(script)
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    if before == now:
        return None
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), now.splitlines(keepends=True), path.as_posix(), f"{script.as_posix()} as it runs now"
    )
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def keep_transcript(script: Path, now: str) -> int:
    """Write a transcript if it differs; how many lines changed."""
    path = kept_transcript(script)
    before = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    changed = sum(line[:1] in "+-" for line in list(difflib.unified_diff(before, now.splitlines(), n=0))[2:])
    if changed or not path.is_file():
        path.write_text(now, encoding="utf-8", newline="\n")
    return changed


def left_over(scripts: Iterable[Path]) -> list[Path]:
    """Transcripts in the folders of these scripts that belong to no script."""
    folders = sorted({script.parent for script in scripts})
    return [path for folder in folders for path in sorted(folder.glob(f"*{KEPT}")) if not path.with_suffix(SCRIPT).exists()]

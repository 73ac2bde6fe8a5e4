"""Formatting files: which files are meant, what each would become, and writing them.

A file that cannot be formatted safely is left as it is and reported: one with faults, or one whose result would not say the
same. Files are written whole or not at all: beside the old file first, then in its place.
"""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulelang.errors import NotFound
from rulelang.locate import RULES, SCRIPT, locate, shipped_games
from rulelang.syntax.format import Formatted, format_source


@dataclass(frozen=True, slots=True)
class FormattedFile:
    """A file, what it held, and what came of it."""

    path: Path
    before: str
    result: Formatted

    @property
    def changed(self) -> bool:
        """Whether the file is not in the one style."""
        return self.result.refused is None and self.result.text != self.before

    def diff(self) -> str:
        """What would change."""
        name = self.path.as_posix()
        lines = difflib.unified_diff(
            self.before.splitlines(keepends=True), self.result.text.splitlines(keepends=True), name, f"{name} (formatted)"
        )
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def files_meant(called: Iterable[str]) -> Iterator[Path]:
    """The files of rules and scripts that paths and ids of games mean, each once: a folder means all in and below it."""
    seen: set[Path] = set()
    for text in called:
        path = locate(text).folder if text in shipped_games() else Path(text)
        if path.is_dir():
            found = sorted(each for suffix in (RULES, SCRIPT) for each in path.glob(f"**/*{suffix}"))
        elif path.suffix in (RULES, SCRIPT) and path.is_file():
            found = [path]
        elif path.is_file():
            raise NotFound(f"`{text}` is neither rules nor a script")
        else:
            # Says that it does not exist, with near names.
            found = [locate(text).entry]
        for each in found:
            if each not in seen:
                seen.add(each)
                yield each


def format_file(path: Path) -> FormattedFile:
    """What a file would become."""
    before = path.read_bytes().decode("utf-8", errors="surrogateescape")
    return FormattedFile(path, before, format_source(before, path.as_posix(), script=path.suffix == SCRIPT))


def write_formatted(file: FormattedFile) -> None:
    """Write a file in its new form, keeping its permissions."""
    target = file.path.resolve()
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(file.result.text)
        Path(temporary).chmod(target.stat().st_mode & 0o7777)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise

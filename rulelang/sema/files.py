"""Reading the files of a game, and nothing else.

Rules are text from strangers. An include is a plain path inside the folder of the game's entry file: parts of letters, digits,
`_` and `-`, the last one ending in `.rules`. Links may not lead out of the folder; what is no plain file (a folder, a pipe, a
device) is not opened; size is limited. When a path is refused nothing of the file was read, so no message can show any of it.

Paths of includes count from the game's folder, also in files that lie in a folder below it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from rulelang.text import suggest
from rulelang.text.diagnostic import Sink
from rulelang.text.source import SourceFile, SourceMap, Span

LARGEST = 2_000_000
"""How many bytes a file may have."""

PLAIN = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.rules")

Read = Callable[[Path], str | None]
"""Supplies the text of a file, or none where there is none: for tests, and for editors that hold unsaved text."""


class Reader:
    """Reads files into a source map; `folder` is that of the game."""

    def __init__(self, folder: Path, sources: SourceMap, sink: Sink, read: Read | None) -> None:
        self.folder = folder
        self.sources = sources
        self.sink = sink
        self.paths: list[Path | None] = []
        self._read = read

    def entry(self, path: Path, what: str) -> SourceFile | None:
        """Read a file that the user named: the game itself, or a variant."""
        if self._read is None and path.is_symlink():
            self.sink.error("RL0140", f"{what} `{path.name}` is a link", help="name the file itself")
            return None
        text = self._text(path, Span(-1, 0, 0), f"{what} `{path.name}`")
        return self._add(path, text) if text is not None else None

    def include(self, written: str, span: Span) -> tuple[Path, SourceFile] | None:
        """Read an included file; reports at `span` what keeps it from being read."""
        path = self.resolve(written, span)
        if path is None:
            return None
        text = self._text(path, span, "this file")
        return (path, self._add(path, text)) if text is not None else None

    def resolve(self, written: str, span: Span) -> Path | None:
        """The path of an include, if it may be one; nothing is opened."""
        if PLAIN.fullmatch(written) is None:
            self.sink.error(
                "RL0140",
                _refusal(written),
                span,
                help="includes stand in the game's folder, such as `cards.rules` or `cards/spells.rules`",
            )
            return None
        path = self.folder / written
        if self._read is not None:
            return path
        try:
            real = path.resolve(strict=True)
        except FileNotFoundError:
            self.sink.error(
                "RL0141", "there is no such file in the game's folder", span, help=suggest.help_for(written, self._there())
            )
            return None
        except (OSError, RuntimeError):
            self.sink.error("RL0140", "this file cannot be reached", span)
            return None
        if not real.is_relative_to(self.folder.resolve()):
            self.sink.error(
                "RL0140", "this is a link that leads out of the game's folder", span, help="copy the file into the folder"
            )
            return None
        return real

    def _there(self) -> list[str]:
        """The rules files that could be included, for near names."""
        found: list[str] = []
        for path in sorted(self.folder.glob("**/*.rules"))[:200]:
            found.append(path.relative_to(self.folder).as_posix())
        return found

    def _add(self, path: Path, text: str) -> SourceFile:
        file = self.sources.add(shown(path), text)
        self.paths.extend([None] * (file.number - len(self.paths)))
        self.paths.append(path)
        return file

    def _text(self, path: Path, span: Span, what: str) -> str | None:
        if self._read is not None:
            text = self._read(path)
            if text is None:
                self.sink.error("RL0141", f"{what} is not there", span)
            return text
        try:
            raw = _bytes(path)
        except IsADirectoryError:
            self.sink.error("RL0140", f"{what} is a folder", span)
        except _NotPlainError:
            self.sink.error("RL0140", f"{what} is no plain file", span)
        except FileNotFoundError:
            self.sink.error("RL0141", f"{what} is not there", span)
        except OSError:
            self.sink.error("RL0140", f"{what} cannot be read", span, help="look at its permissions")
        else:
            return self._decoded(raw, span, what)
        return None

    def _decoded(self, raw: bytes | None, span: Span, what: str) -> str | None:
        if raw is None:
            self.sink.error(
                "RL0116", f"{what} is larger than {LARGEST // 1_000_000} million bytes", span, help="split it into several files"
            )
            return None
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as fault:
            line = raw.count(b"\n", 0, fault.start) + 1
            self.sink.error("RL0127", f"{what} is no text in UTF-8 (line {line})", span, help="save it as UTF-8 in your editor")
            return None


class _NotPlainError(OSError):
    """A pipe, a device, a socket."""


def _bytes(path: Path) -> bytes | None:
    """What a plain file holds; none where that is too much. A pipe is not waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    mode = os.stat(path).st_mode  # noqa: PTH116 (the same call for every kind of file)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "a folder")
    if not stat.S_ISREG(mode):
        raise _NotPlainError
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        # The file may have been exchanged since it was looked at.
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _NotPlainError
        if status.st_size > LARGEST:
            return None
        raw = file.read(LARGEST + 1)
    return raw if len(raw) <= LARGEST else None


def _refusal(written: str) -> str:
    """Why a path cannot be an include."""
    parts = re.split(r"[/\\]", written)
    if written.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:", written):
        return "an include never begins outside of the game's folder"
    if ".." in parts:
        return "an include never leads out of its folder with `..`"
    if not written.endswith(".rules"):
        return "an include ends in `.rules`"
    return "the path of an include has only letters, digits, `_`, `-` and `/`"


def shown(path: Path) -> str:
    """How messages call a file: by its path from where the user stands, if it lies below."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()

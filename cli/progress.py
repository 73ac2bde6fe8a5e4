"""A line that says how far something is, on a terminal and only for what takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TextIO, TypeVar

Part = TypeVar("Part")
PATIENCE = 1.0
"""How long something may take before anything is said, in seconds."""
PAUSE = 0.1
WIDTH = 24


class Progress:
    """Told how much is done; shows it on the error output while that is a terminal, and takes it away at the end."""

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self.total = total
        self.what = what
        self.stream = stream if stream is not None else sys.stderr
        self.on = self.stream.isatty()
        self.next = time.monotonic() + PATIENCE
        self.shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def tell(self, done: int) -> None:
        """So much is done."""
        now = time.monotonic()
        if not self.on or now < self.next:
            return
        self.next = now + PAUSE
        self.shown = True
        full = WIDTH * done // max(self.total, 1)
        self.stream.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done} of {self.total} {self.what}\x1b[K")
        self.stream.flush()


def with_progress(parts: Iterable[Part], total: int, what: str) -> Iterator[Part]:
    """The same parts, with the progress shown while they come."""
    with Progress(total, what) as progress:
        for done, part in enumerate(parts, 1):
            progress.tell(done)
            yield part

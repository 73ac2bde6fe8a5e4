"""Python's collector of garbage, put off while a game is made.

Reading, checking and compiling make hundreds of thousands of objects that hold on to one another, and nearly all of them are
kept until the work is done. The collector comes by every few thousand and looks through all of them again: a third of the time
of reading a large game went to it, and it found nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Put the collector off until the work inside is done; one that is off stays off."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()

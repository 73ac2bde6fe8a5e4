"""The progress line: only on a terminal, only after a second, and gone at the end."""

from __future__ import annotations

import io

import pytest

from cli import progress
from cli.progress import Progress, with_progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_nothing_within_the_first_second() -> None:
    terminal = Terminal()
    with Progress(3, "games", terminal) as shown:
        for done in range(3):
            shown.tell(done)
    assert terminal.getvalue() == ""


def test_shown_after_it_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("cli.progress.time.monotonic", lambda: now)
    terminal = Terminal()
    with Progress(4, "games", terminal) as shown:
        shown.tell(1)
        now = 1.5
        shown.tell(2)
        shown.tell(3)
    text = terminal.getvalue()
    assert "] 2 of 4 games" in text
    assert "3 of 4" not in text
    assert text.endswith("\r\x1b[K")


def test_nothing_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    stream = io.StringIO()
    with Progress(2, "games", stream) as shown:
        shown.tell(1)
    assert stream.getvalue() == ""


def test_parts_come_through_unchanged() -> None:
    assert list(with_progress(iter("abc"), 3, "letters")) == ["a", "b", "c"]

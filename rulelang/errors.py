"""The exceptions of the Python interface, all under `RulelangError`.

No stage of the compiler raises for an author's fault; these are for who calls the whole: a game that cannot run because of its
rules, a name that nothing has. Their text is a sentence for people, without a full stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.text.diagnostic import Diagnostic, Severity
from rulelang.text.source import SourceMap


class RulelangError(Exception):
    """Anything that rulelang refuses to do."""


class NotFound(RulelangError):
    """A game, variant, setting, script or name that does not exist; the text holds near names where there are any."""


class RulesError(RulelangError):
    """Rules that cannot be played. `diagnostics` are all that was found, `sources` the files they point into."""

    def __init__(self, diagnostics: Sequence[Diagnostic], sources: SourceMap) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = sources
        errors = [d for d in self.diagnostics if d.severity is Severity.ERROR]
        first = errors[0] if errors else None
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        place = sources.place(first.span) if first is not None else ""
        said = f"{first.message}{more}" if first is not None else "these rules cannot be played"
        super().__init__(f"{place}: {said}" if place else said)


class IllegalMove(RulelangError):
    """A choice that is not legal now. `reasons` say why, each with its place in the rules; they are worked out when asked for."""

    def __init__(self, message: str, reasons: Callable[[], tuple[Any, ...]] = tuple) -> None:
        super().__init__(message)
        self._find = reasons
        self._reasons: tuple[Any, ...] | None = None

    @property
    def reasons(self) -> tuple[Any, ...]:
        """Why it is not legal (`rulelang.play.why.Reason`)."""
        if self._reasons is None:
            self._reasons = self._find()
        return self._reasons


class UndoRefused(RulelangError):
    """A choice that cannot be taken back, since somebody has learnt something since, or somebody else has chosen."""


class SaveError(RulelangError):
    """A saved match that cannot be gone on with: it is damaged, or other rules made it."""


class ScriptError(RulelangError):
    """A script or example that failed. `diagnostics` say where, `sources` are the files they point into."""

    def __init__(self, diagnostics: Sequence[Diagnostic], sources: SourceMap) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = sources
        first = self.diagnostics[0] if self.diagnostics else None
        place = sources.place(first.span) if first is not None else ""
        said = first.message if first is not None else "this script failed"
        super().__init__(f"{place}: {said}" if place else said)

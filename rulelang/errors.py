"""The exceptions of the Python interface, all under `RulelangError`.

No stage of the compiler raises for an author's fault; these are for who calls the whole: a game that cannot run because of its
rules, a name that nothing has. Their text is a sentence for people, without a full stop.
"""

from __future__ import annotations

from collections.abc import Sequence

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

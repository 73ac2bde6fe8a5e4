"""Diagnostics: what the tools say about rules.

A stage that finds a fault makes a `Diagnostic` and puts it into a `Sink`; it never prints and never raises for an author's fault.
A diagnostic is a plain value: a code, one sentence, the places that matter, notes, and what would help. `render` shows it for
people (`human`), for screen readers and logs (`plain`) and for tools (`json`).

House rules of the prose, after the habits of Rust, Elm and Cedar: lower case, no full stop, one clause, what the author wrote in
backticks, words of games only. The message never proposes; `help` does. At most four near names. One fault, one message.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from rulelang.text.source import NOWHERE, Span


class Severity(Enum):
    """How bad it is: only errors keep a game from running."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said about it there; the text may be empty."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit a tool may offer: replace `span` by `text`. `sure` is false where the author should look first."""

    span: Span
    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is a key of `codes.CODES`; `span` the place of the fault; `label` says what is wrong there."""

    code: str
    message: str
    span: Span = NOWHERE
    severity: Severity = Severity.ERROR
    label: str = ""
    others: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    fix: Fix | None = None


@dataclass(slots=True)
class Sink:
    """Collects diagnostics. The same code at the same place is kept once; `damaged` names suppress follow-up faults (see
    `Declaration`)."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, Span]] = field(default_factory=set)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless the same was said of the same place."""
        key = (diagnostic.code, diagnostic.span)
        if diagnostic.span == NOWHERE or key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(diagnostic)

    def error(
        self,
        code: str,
        message: str,
        span: Span = NOWHERE,
        *,
        label: str = "",
        others: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        help: tuple[str, ...] | str = (),
        fix: Fix | None = None,
    ) -> None:
        """Add an error."""
        helps = (help,) if isinstance(help, str) else help
        self.add(Diagnostic(code, message, span, Severity.ERROR, label, others, notes, helps, fix))

    def warning(
        self,
        code: str,
        message: str,
        span: Span = NOWHERE,
        *,
        label: str = "",
        others: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        help: tuple[str, ...] | str = (),
        fix: Fix | None = None,
    ) -> None:
        """Add a warning."""
        helps = (help,) if isinstance(help, str) else help
        self.add(Diagnostic(code, message, span, Severity.WARNING, label, others, notes, helps, fix))

    @property
    def has_errors(self) -> bool:
        """Whether anything was found that keeps the game from running."""
        return any(d.severity is Severity.ERROR for d in self.diagnostics)

    def sorted(self) -> list[Diagnostic]:
        """All of them by file and place, errors of no place first."""
        return sorted(self.diagnostics, key=lambda d: (d.span, d.severity.value, d.code))

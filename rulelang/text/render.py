"""Showing diagnostics: for people (`human`), for screen readers and logs (`plain`), for tools (`json`).

`human` draws the source line and marks the place under it; other places that matter are drawn with it, in the order of the
file, with `...` where lines are left out. `plain` says the same in sentences, one a line, each beginning with its place. `json`
is a list of objects in pure ASCII.

Rules files are text from anywhere. Whatever comes from them is shown so that it cannot act on a terminal: control characters,
marks that turn the direction of writing and other invisible ones appear as `\\x1b` or `\\u202e`. The width of a line counts
what is seen: wide characters as two, marks that combine as none, tabs as four, so that the caret stands under what it means.
"""

from __future__ import annotations

import json as json_module
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulelang.text.diagnostic import Diagnostic, Label, Severity
from rulelang.text.source import NOWHERE, SourceFile, SourceMap, Span

MOST = 50
"""How many diagnostics are shown to people."""

WIDEST = 120
"""How many columns of a source line are shown."""

_JOINER = "\u200d"
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m", "bold": "\x1b[1m", "quiet": "\x1b[34m"}
_RESET = "\x1b[0m"


# ------------------------------------------------------------------------------------------------------------ safe text


def visible(text: str) -> str:
    """The text with everything that cannot be seen, or could act on a terminal, written as an escape; tabs as four spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character, before) for before, character in zip(["", *text], text, strict=False))


def safe_json(text: str) -> str:
    """JSON in which nothing acts on a terminal either: what `visible` would write as an escape is one of JSON's."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(
        json_module.dumps(character)[1:-1] if character not in "\n\t" and _visible(character, before) != character else character
        for before, character in zip(["", *text], text, strict=False)
    )


def _visible(character: str, before: str) -> str:
    if character == "\t":
        return "    "
    # A joiner makes one sign of two; after a plain letter it only hides.
    if character == _JOINER and before and not before.isascii() and before != _JOINER:
        return character
    if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return character
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def width(text: str) -> int:
    """How many columns a visible text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if character == _JOINER or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


# ------------------------------------------------------------------------------------------------------------ the three styles


def render(diagnostics: Sequence[Diagnostic], sources: SourceMap, style: str = "human", colour: bool = False) -> str:
    """The diagnostics in one of the styles human, plain and json."""
    if style == "json":
        return json(diagnostics, sources)
    if style == "plain":
        return plain(diagnostics, sources)
    assert style == "human", style
    return human(diagnostics, sources, colour)


def human(diagnostics: Sequence[Diagnostic], sources: SourceMap, colour: bool = False) -> str:
    """For people at a terminal; `colour` adds colours and nothing else."""
    paint = _Paint(colour)
    parts = [_drawn(diagnostic, sources, paint) for diagnostic in diagnostics[:MOST]]
    parts.extend(_closing(diagnostics))
    return "\n\n".join(parts) + "\n" if parts else ""


def plain(diagnostics: Sequence[Diagnostic], sources: SourceMap) -> str:
    """For screen readers and logs: sentences, no drawing, no colour."""
    lines: list[str] = []
    for diagnostic in diagnostics[:MOST]:
        lines.append(
            _with_place(
                sources, diagnostic.span, f"{diagnostic.severity.value}[{diagnostic.code}]: {visible(diagnostic.message)}"
            )
        )
        if diagnostic.label:
            lines.append(f"  here: {visible(diagnostic.label)}")
        for other in diagnostic.others:
            lines.append("  " + _with_place(sources, other.span, f"see: {visible(other.text)}" if other.text else "see also"))
        lines.extend(f"  note: {visible(note)}" for note in diagnostic.notes)
        lines.extend(f"  help: {visible(help)}" for help in diagnostic.help)
    lines.extend(_closing(diagnostics))
    return "\n".join(lines) + "\n" if lines else ""


def json(diagnostics: Sequence[Diagnostic], sources: SourceMap) -> str:
    """For tools: a list of objects. Lines and columns count from 1, columns in code points; `end` is the place behind the last
    one.
    """
    return json_module.dumps([as_data(diagnostic, sources) for diagnostic in diagnostics], indent=2) + "\n"


def as_data(diagnostic: Diagnostic, sources: SourceMap) -> dict[str, object]:
    """One diagnostic as plain data."""
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "place": _place_data(diagnostic.span, sources),
        "label": diagnostic.label,
        "others": [{"place": _place_data(other.span, sources), "text": other.text} for other in diagnostic.others],
        "notes": list(diagnostic.notes),
        "help": list(diagnostic.help),
        "fix": None if fix is None else {"place": _place_data(fix.span, sources), "text": fix.text, "sure": fix.sure},
    }


def _place_data(span: Span, sources: SourceMap) -> dict[str, object] | None:
    if span.file < 0:
        return None
    file = sources.file(span)
    start, end = file.position(span.start), file.position(span.end)
    return {
        "file": file.name,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }


def _closing(diagnostics: Sequence[Diagnostic]) -> list[str]:
    """How many there are, and how many of them were not shown."""
    if not diagnostics:
        return []
    counts = [
        f"{count} {word if count == 1 else word + 's'}"
        for word, count in ((s.value, sum(d.severity is s for d in diagnostics)) for s in Severity)
        if count
    ]
    lines = [", ".join(counts)]
    if len(diagnostics) > MOST:
        lines.insert(0, f"… and {len(diagnostics) - MOST} more")
    return lines


def _with_place(sources: SourceMap, span: Span, text: str) -> str:
    place = sources.place(span)
    return f"{visible(place)}: {text}" if place else text


# ------------------------------------------------------------------------------------------------------------ drawing


class _Paint:
    """Colours, if wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"{_COLOURS[style]}{text}{_RESET}" if self.colour and text else text


@dataclass(slots=True)
class _Mark:
    """A place to be marked on a line: offsets, what to say, and whether it is the fault itself."""

    span: Span
    text: str
    main: bool


def _drawn(diagnostic: Diagnostic, sources: SourceMap, paint: _Paint) -> str:
    severity = diagnostic.severity.value
    head = f"{paint(severity, f'{severity}[{diagnostic.code}]')}{paint('bold', ': ' + visible(diagnostic.message))}"
    marks = [_Mark(diagnostic.span, diagnostic.label, True)] if diagnostic.span != NOWHERE else []
    marks.extend(_Mark(other.span, other.text, False) for other in diagnostic.others if other.span.file >= 0)
    by_file: dict[int, list[_Mark]] = {}
    for mark in marks:
        by_file.setdefault(mark.span.file, []).append(mark)
    gutter = max((len(str(sources.file(m.span).position(m.span.start).line)) for m in marks), default=1)
    lines = [head]
    for found in by_file.values():
        lines.extend(_excerpt(found, sources, gutter, severity, paint))
    lines.extend(f"{paint('note', 'note')}: {visible(note)}" for note in diagnostic.notes)
    lines.extend(f"{paint('note', 'help')}: {visible(help)}" for help in diagnostic.help)
    return "\n".join(lines)


def _excerpt(marks: list[_Mark], sources: SourceMap, gutter: int, severity: str, paint: _Paint) -> list[str]:
    """The lines of one file that matter, with their marks."""
    file = sources.file(marks[0].span)
    bar = paint("quiet", " " * gutter + " |")
    lines = [f"{' ' * gutter}{paint('quiet', '-->')} {visible(sources.place(marks[0].span))}", bar]
    by_line: dict[int, list[_Mark]] = {}
    for mark in marks:
        by_line.setdefault(file.position(mark.span.start).line, []).append(mark)
    before: int | None = None
    for number in sorted(by_line):
        if before is not None and number > before + 1:
            lines.append(paint("quiet", "..."))
        before = number
        shown, under = _marked_line(file, number, by_line[number])
        lines.append(f"{paint('quiet', f'{number:>{gutter}} |')} {shown}".rstrip())
        for text, main in under:
            lines.append(f"{bar} {paint(severity if main else 'quiet', text)}")
    return lines


def _marked_line(file: SourceFile, number: int, marks: Iterable[_Mark]) -> tuple[str, list[tuple[str, bool]]]:
    """A source line as shown and, for each mark on it, the line under it."""
    text = file.line(number)
    start = file.line_starts()[number - 1]
    ordered = sorted(marks, key=lambda mark: (not mark.main, mark.span.start))
    first = min(mark.span.start - start for mark in ordered)
    from_, to = _window(text, first)
    lead = "…" if from_ else ""
    tail = "…" if to < len(text) else ""
    under: list[tuple[str, bool]] = []
    for mark in ordered:
        begin = min(max(mark.span.start - start, from_), to)
        end = min(max(mark.span.end - start, begin), to)
        space = " " * (width(visible(text[from_:begin])) + len(lead))
        sign = ("^" if mark.main else "-") * max(1, width(visible(text[begin:end])))
        under.append((f"{space}{sign} {visible(mark.text)}".rstrip(), mark.main))
    return lead + visible(text[from_:to]) + tail, under


def _window(text: str, first: int) -> tuple[int, int]:
    """The part of a long line that is shown: the start if the place lies there, else what lies around it."""
    if len(text) <= WIDEST:
        return 0, len(text)
    if first < WIDEST * 2 // 3:
        return 0, WIDEST
    begin = first - WIDEST // 3
    return begin, min(len(text), begin + WIDEST)


def label_line(sources: SourceMap, label: Label) -> str:
    """A place and what is said of it, on one line."""
    return _with_place(sources, label.span, visible(label.text))

"""Games whose comments say what the checker must find: `# RL0202` at the end of a line expects that code on that line.

Whatever every game needs is added when it is missing: the `game` line (two to four players) and `play`. Warnings about what is
not used are left out unless a comment expects one.
"""

from __future__ import annotations

import re

from rulelang.sema.load import load_text
from rulelang.sema.model import GameModel
from rulelang.text.diagnostic import Diagnostic, Sink
from rulelang.text.source import Span

UNUSED = {"RL0901", "RL0902", "RL0903"}
_MARK = re.compile(r"#((?: RL[0-9]{4})+)[ \t]*$")


def completed(text: str) -> str:
    """The text with what every game needs."""
    text = text.strip("\n") + "\n"
    if not re.search(r"^play:", text, re.MULTILINE):
        text += "\nplay:\n    nothing\n"
    if not re.search(r"^game\b", text, re.MULTILINE):
        text += '\ngame example "Example":\n    players 2 to 4\n'
    return text


def expected(text: str) -> set[tuple[int, str]]:
    """The lines and codes that comments expect."""
    found: set[tuple[int, str]] = set()
    for number, line in enumerate(text.splitlines(), 1):
        mark = _MARK.search(line)
        if mark is not None:
            found.update((number, code) for code in mark[1].split())
    return found


def line_of(model: GameModel, span: Span) -> int:
    """The line of a place, 0 for none."""
    return model.sources.file(span).position(span.start).line if span.file >= 0 else 0


def found(model: GameModel, sink: Sink, marked: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """The lines and codes that were found, without unused things that nobody asked for."""
    places = {(line_of(model, d.span), d.code) for d in sink.diagnostics}
    return {place for place in places if place in marked or place[1] not in UNUSED}


def check(text: str) -> tuple[GameModel, Sink]:
    """Check a game and that exactly what its comments expect was found."""
    whole = completed(text)
    model, sink = load_text(whole)
    marked = expected(whole)
    told = "\n".join(f"{line_of(model, d.span)}: {d.code} {d.message} {d.help}" for d in sink.sorted())
    assert found(model, sink, marked) == marked, told
    return model, sink


def only(text: str, code: str) -> Diagnostic:
    """The one finding of a code in a game that has no other faults than expected."""
    _, sink = check(text)
    findings = [d for d in sink.diagnostics if d.code == code]
    assert len(findings) == 1, [d.message for d in findings]
    return findings[0]

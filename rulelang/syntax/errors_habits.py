"""Turns of phrase from English, or from other languages, which this language writes otherwise.

Each habit is a way of writing with what is probably meant by it. It is tried only around the place where parsing got stuck, and
told only if the line can be read as it is meant at least to the end of what was put there: of `me draws 2 from deck` it is told
that `draw` has nobody before it, and that `to` is missing when the line is read again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from rulelang.syntax.expected import trial
from rulelang.syntax.faults import Edit, Fault
from rulelang.syntax.habits import FORMS, SPEECH, Habit
from rulelang.syntax.site import Site


def speech(site: Site) -> Fault | None:
    """A line that says what is meant as English says it."""
    return _first(site, SPEECH)


def form(site: Site) -> Fault | None:
    """A line that gives what is meant another form."""
    return _first(site, FORMS)


def _first(site: Site, habits: Sequence[Habit]) -> Fault | None:
    """What is told of the first habit that fits."""
    if site.stuck.kind in ("_INDENT", "_DEDENT"):
        return None
    line, stuck = site.words, site.stuck.start - site.line.start
    state = site.before(len(site.tokens)).parser
    before = max((token.end_pos or 0) - site.line.start for token in site.tokens[-1:]) if site.tokens else 0
    for way in habits:
        for found in way.pattern.finditer(line):
            if not found.start() <= max(stuck, before) or found.end() < before:
                continue
            meant = way.read_as(found)
            text = line[: found.start()] + meant + line[found.end() :]
            reached, whole = trial(state, text) if meant else (0, True)
            if not whole and reached < found.start() + len(meant.rstrip()):
                continue
            start = site.line.start + found.start() + len(found.group()) - len(found.group().lstrip())
            end = site.line.start + found.end()
            return Fault(
                "RL0130",
                way.message,
                start,
                max(end - len(found.group()) + len(found.group().rstrip()), start + 1),
                help=(way.help or f"write `{meant.strip()}`",),
                edits=_edits(found.group(), meant, site.line.start + found.start()) if meant else (),
                replacement=Edit(site.line.start + found.start(), end, meant) if meant else None,
            )
    return None


def _edits(written: str, meant: str, at: int) -> tuple[Edit, ...]:
    """What makes one of the other, word by word: what stays keeps its place, so that what is said of it later points there."""
    old, new = (_PIECE.findall(text) for text in (written, meant))
    places = [at]
    for piece in old:
        places.append(places[-1] + len(piece))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple(Edit(places[a], places[b], "".join(new[c:d])) for tag, a, b, c, d in steps if tag != "equal")


_PIECE = re.compile(r"\w+|\s+|.")

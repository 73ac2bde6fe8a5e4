"""The sections of a printed rule book, and the notes that cite them.

A section is cited by its whole title, or by the number that it begins with: `@rulebook("4.2")` means the section "4.2 Fighting".
A game that lists no sections may cite what it likes; where it does, a citation of another one is most likely misspelt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rulelang.sema.model import GameModel
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink
from rulelang.text.suggest import help_for

_NUMBER = re.compile(r"[0-9A-Z](?:[0-9A-Za-z]*\.)*[0-9A-Za-z]*(?=[.:)]?\s)")


def section_names(sections: Iterable[str]) -> dict[str, str]:
    """The sections by what they may be called: their titles, and the numbers that only one of them begins with."""
    titles = {section: section for section in sections}
    numbers = {section: found.group() for section in titles if (found := _NUMBER.match(section)) is not None}
    counts = Counter(numbers.values())
    called = {number: section for section, number in numbers.items() if counts[number] == 1 and any(c.isdigit() for c in number)}
    return {**called, **titles}


def check_sections(model: GameModel, declarations: Iterable[nodes.Declaration], sink: Sink) -> None:
    """Warn of notes that cite a section which the game does not list."""
    if not model.sections:
        return
    known = section_names(model.sections)
    for node in everything(declarations):
        for note in node.notes if isinstance(node, nodes.Declaration) else ():
            if note.name == "rulebook" and note.text is not None and note.text not in known:
                sink.warning(
                    "RL0912",
                    f'the game lists no section "{note.text}"',
                    note.span,
                    help=help_for(note.text, known) or ("cite one of `sections`, or list it there",),
                )

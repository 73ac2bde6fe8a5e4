"""Faults of syntax, and the draft of a declaration in which they are mended.

When a declaration cannot be read, the fault is reported, mended in a *draft* of the declaration's text (a missing colon put in,
a line taken out) and the declaration is read again, so that each of its faults is reported in one run. A `Draft` therefore
knows for every character where it came from: places in messages and in the tree are always those of the file.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a draft: what stands from `start` to `end` becomes `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a draft with something to say about it."""

    start: int
    end: int
    text: str = ""


@dataclass(slots=True)
class Fault:
    """One fault, in offsets of the draft it was found in.

    `{line}` in the message or a help stands for the line number of `line_of`. `edits` mend the fault; without them the faulty
    line is taken out with its block. `replacement` is what a tool may offer to put in the place of the fault. `word` is the
    first word of the faulty line: if it turns out to be a word of the language that the file uses as a name, that has been said
    already.
    """

    code: str
    message: str
    start: int
    end: int
    label: str = ""
    others: tuple[Spot, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    line_of: int | None = None
    edits: tuple[Edit, ...] = ()
    replacement: Edit | None = None
    word: str = ""
    mended: bool = False
    """Whether nothing needs to be taken out: the layout reads the line as it was probably meant."""


@dataclass(slots=True)
class Draft:
    """A stretch of a file, possibly edited. `begins[i]` is where in the draft a stretch begins that came from `origins[i]` of
    the file.
    """

    text: str
    begins: list[int] = field(default_factory=lambda: [0])
    origins: list[int] = field(default_factory=lambda: [0])
    inserted: list[bool] = field(default_factory=lambda: [False])

    @property
    def edited(self) -> bool:
        """Whether anything differs from the file."""
        return len(self.begins) > 1 or self.inserted[0]

    def origin(self, offset: int) -> int:
        """Where in the file an offset of the draft came from."""
        at = bisect_right(self.begins, offset) - 1
        if self.inserted[at]:
            return self.origins[at]
        return self.origins[at] + offset - self.begins[at]

    def is_inserted(self, offset: int) -> bool:
        """Whether the character at an offset was put in by an edit."""
        return self.inserted[bisect_right(self.begins, offset) - 1]

    def edit(self, edit: Edit) -> Draft:
        """The draft after a change."""
        pieces: list[tuple[int, int, bool, str]] = []
        ends = [*self.begins[1:], len(self.text)]
        for begin, end, origin, inserted in zip(self.begins, ends, self.origins, self.inserted, strict=True):
            if begin < edit.start:
                stop = min(end, edit.start)
                pieces.append((begin, origin, inserted, self.text[begin:stop]))
        pieces.append((edit.start, self.origin(edit.start), True, edit.text))
        for begin, end, origin, inserted in zip(self.begins, ends, self.origins, self.inserted, strict=True):
            if end > edit.end:
                first = max(begin, edit.end)
                pieces.append((first, origin if inserted else origin + first - begin, inserted, self.text[first:end]))
        draft = Draft("", [], [], [])
        parts: list[str] = []
        length = 0
        for _, origin, inserted, text in pieces:
            if text:
                draft.begins.append(length)
                draft.origins.append(origin)
                draft.inserted.append(inserted)
                parts.append(text)
                length += len(text)
        if not parts:
            return Draft("", [0], [self.origin(edit.start)], [True])
        draft.text = "".join(parts)
        return draft

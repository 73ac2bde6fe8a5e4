"""Source files and places in them.

A place is a `Span`: a file and two offsets in code points, half open. Lines, columns and UTF-16 units are worked out only
when a place is shown, since most places never are. Text is decoded once, a byte order mark is dropped and CRLF becomes LF, so
every later stage sees the same text on every machine."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """Where something stands: `file` numbers a `SourceFile` in its `SourceMap`, `start` and `end` count code points from 0."""

    file: int
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The place from the start of this one to the end of `other`, in the same file."""
        return Span(self.file, self.start, max(self.end, other.end))


NOWHERE = Span(-1, 0, 0)


class Position(NamedTuple):
    """A line and a column, both counted from 1; the column in code points."""

    line: int
    column: int


@dataclass(slots=True, eq=False)
class SourceFile:
    """A file's text as the language sees it. `name` is how messages call it: the path relative to where the user stands, if
    below."""

    name: str
    text: str
    number: int
    _line_starts: list[int] = field(default_factory=list, repr=False)

    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        if not self._line_starts:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._line_starts = starts
        return self._line_starts

    def position(self, offset: int) -> Position:
        """The line and column of an offset."""
        starts = self.line_starts()
        line = bisect_right(starts, offset) - 1
        return Position(line + 1, offset - starts[line] + 1)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        starts = self.line_starts()
        begin = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[begin:end]

    def utf16_column(self, offset: int) -> int:
        """The column of an offset in UTF-16 units from 0, as editors count."""
        position = self.position(offset)
        before = self.text[offset - position.column + 1 : offset]
        return sum(2 if ord(character) > 0xFFFF else 1 for character in before)


class SourceMap:
    """All the files of one reading, by number."""

    def __init__(self) -> None:
        self.files: list[SourceFile] = []

    def add(self, name: str, text: str) -> SourceFile:
        """Take in a file; `text` is what was read, with or without a byte order mark, with any line ends."""
        clean = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        file = SourceFile(name, clean, len(self.files))
        self.files.append(file)
        return file

    def file(self, span: Span) -> SourceFile:
        """The file in which a place lies."""
        return self.files[span.file]

    def place(self, span: Span) -> str:
        """`file:line:column`, as messages and logs write it; empty for no place."""
        if span.file < 0:
            return ""
        file = self.files[span.file]
        position = file.position(span.start)
        return f"{file.name}:{position.line}:{position.column}"

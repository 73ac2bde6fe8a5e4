"""Source files and places."""

from __future__ import annotations

from rulelang.text.source import NOWHERE, SourceMap, Span


def test_lines_and_columns_count_from_one() -> None:
    file = SourceMap().add("a.rules", "one\ntwo\n\nfour")
    assert [tuple(file.position(offset)) for offset in (0, 2, 3, 4, 8, 9, 13)] == [
        (1, 1),
        (1, 3),
        (1, 4),
        (2, 1),
        (3, 1),
        (4, 1),
        (4, 5),
    ]
    assert [file.line(number) for number in (1, 2, 3, 4)] == ["one", "two", "", "four"]


def test_marks_and_line_ends_are_made_one() -> None:
    assert SourceMap().add("a", "\ufeffa\r\nb\rc\n").text == "a\nb\nc\n"


def test_utf16_columns_count_units() -> None:
    file = SourceMap().add("a", "x\n😀é b")
    assert file.utf16_column(file.text.index("b")) == 4


def test_places_are_written_with_their_file() -> None:
    sources = SourceMap()
    sources.add("a.rules", "x\n")
    second = sources.add("b.rules", "y\nz\n")
    assert sources.place(Span(1, 2, 3)) == "b.rules:2:1"
    assert sources.file(Span(1, 0, 0)) is second
    assert sources.place(NOWHERE) == ""
    assert Span(1, 2, 3).to(Span(1, 5, 9)) == Span(1, 2, 9)

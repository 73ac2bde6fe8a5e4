"""Layout: from characters to logical lines and their levels.

Lark's stock indenter reads indentation from newline tokens: it gives INDENT and DEDENT the place of the line before, a comment
at another depth confuses it, and inside a bracket that is never closed it swallows the rest of the file. Here a scan of the
text comes first, line by line. It finds comments, texts in quotes and brackets, joins continued lines, and gives every logical
line its level. The lexer then gets a copy of the text of the same length in which comments and joined line ends are blanks, so
that it meets a line end only where a logical line ends; the driver (`parser.py`) puts INDENT and DEDENT in from the levels,
each at its true place.

A line goes on after `,` `and` `or` `+`, inside brackets, and when the next line is deeper and begins with `where` or the line
ends in `=`. A line that begins in column 0 always begins a declaration, whatever is still open; only a closing bracket may stand
there.

Faults of indentation are mended as they are found: a line that fits no block is read at the nearest level, so that one fault is
reported and nothing after it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulelang.syntax.faults import Edit, Fault, Spot

STEP = 4
"""How many spaces a block is indented by."""

DEEPEST = 100
"""How many levels of anything may lie within each other."""

_STUFF = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|"|#[^\n]*|[()\[\]]')
_ANSWER = re.compile(r"(?:refused[ \t]+)?[a-z_][a-z0-9_]*:(?=[ \t])")
_GOES_ON = re.compile(r"(?:,|\+|(?<![A-Za-z0-9_])(?:and|or))$")
_IS_SET = re.compile(r"[A-Za-z0-9_\])?][ \t]*[+-]?=$")
_WHERE = re.compile(r"where(?![A-Za-z0-9_])")
_COLUMN_0 = re.compile(r"^(?!#(?!#))[^\s)\]]", re.MULTILINE)
_CLOSES = {")": "(", "]": "["}


@dataclass(slots=True)
class Line:
    """A logical line. `begin` is the start of its first physical line, `start` its first character behind the indentation, `end`
    the offset behind its last character that is not a comment. `parts` are the first characters of the physical lines joined to
    it. `opens` says that it ends in a colon, `doc` that it is a doc line."""

    begin: int
    start: int
    end: int
    indent: int
    level: int = 0
    parts: list[int] = field(default_factory=list)
    opens: bool = False
    doc: bool = False


@dataclass(slots=True)
class Layout:
    """A text as laid out. `text` is what the lexer reads, of the same length as what was written (and a line end more if it had
    none).

    `broken` says that it is not worth parsing: nested too deep, or indented with nothing above.
    """

    text: str
    lines: list[Line]
    comments: list[tuple[int, int]]
    faults: list[Fault]
    broken: bool = False

    def line_at(self, offset: int) -> int:
        """The index of the logical line in which an offset lies (or behind which)."""
        low, high = 0, len(self.lines)
        while low < high:
            middle = (low + high) // 2
            if self.lines[middle].begin <= offset:
                low = middle + 1
            else:
                high = middle
        return max(low - 1, 0)

    def block_end(self, index: int) -> int:
        """The index behind the last line of the block that lies under the line `index`."""
        level = self.lines[index].level
        after = index + 1
        while after < len(self.lines) and self.lines[after].level > level:
            after += 1
        return after


@dataclass(frozen=True, slots=True)
class Chunk:
    """A top-level declaration with the doc lines and notes before it, as a stretch of a file."""

    start: int
    end: int


def split(text: str) -> list[Chunk]:
    """Cut a file at its top-level declarations. What comes before the first line in column 0 is a chunk if anything stands
    there.
    """
    starts = [match.start() for match in _COLUMN_0.finditer(text)]
    chunks: list[Chunk] = []
    if text[: starts[0] if starts else len(text)].strip():
        chunks.append(Chunk(0, starts[0] if starts else len(text)))
    begin: int | None = None
    for index, start in enumerate(starts):
        if begin is None:
            begin = start
        end = starts[index + 1] if index + 1 < len(starts) else len(text)
        leads = text.startswith("##", start) or text[start] == "@"
        if leads and index + 1 < len(starts) and not _holds_text(text, start, end):
            continue
        chunks.append(Chunk(begin, end))
        begin = None
    return chunks


def _holds_text(text: str, start: int, end: int) -> bool:
    """Whether anything but comments and blank lines follows the first line of a stretch."""
    after = text.find("\n", start, end)
    if after < 0:
        return False
    return any(line.strip() and not re.match(r"[ \t]*#(?!#)", line) for line in text[after:end].split("\n"))


def lay_out(text: str, step: int = STEP, clauses: bool = False) -> Layout:
    """Find the logical lines of a chunk and their levels. `clauses` says that answers (`ann: words`) may stand in it."""
    scan = _Scan(text, clauses)
    scan.run()
    _set_levels(text, scan.lines, scan.faults, step)
    blanks = sorted(scan.blanks)
    pieces: list[str] = []
    at = 0
    for start, end in blanks:  # a comment may lie inside a joined line end
        if end > at:
            pieces.append(text[at:start])
            pieces.append(" " * (end - max(start, at)))
            at = end
    pieces.append(text[at:])
    clean = "".join(pieces)
    if not clean.endswith("\n"):
        clean += "\n"
    if scan.too_deep:
        scan.faults = [fault for fault in scan.faults if fault.code == "RL0115"]
    broken = scan.too_deep or (bool(scan.lines) and scan.lines[0].indent > 0)
    return Layout(clean, scan.lines, scan.comments, scan.faults, broken)


class _Scan:
    """The pass over the physical lines."""

    def __init__(self, text: str, clauses: bool) -> None:
        self.text = text
        self.clauses = clauses
        self.lines: list[Line] = []
        self.comments: list[tuple[int, int]] = []
        self.faults: list[Fault] = []
        self.blanks: list[tuple[int, int]] = []
        self.open: list[tuple[str, int]] = []
        self.goes_on = False
        self.wants_value = False
        self.too_deep = False

    def run(self) -> None:
        """Read all physical lines; where a bracket stays open, read again from the line that cannot belong to it."""
        at = 0
        limit = len(self.text)
        while True:
            while at <= limit:
                end = self.text.find("\n", at)
                end = limit if end < 0 else end
                self.physical_line(at, end)
                at = end + 1
            if not self.open:
                return
            at = self.give_up_bracket()

    def physical_line(self, begin: int, end: int) -> None:
        """Take in one physical line."""
        text = self.text
        start = begin
        while start < end and text[start] in " \t":
            start += 1
        if start == end:
            return
        is_doc = text.startswith("##", start)
        if text[start] == "#" and not is_doc:
            self.comments.append((start, end))
            self.blanks.append((start, end))
            return
        indent = width(text[begin:start])
        line = self.lines[-1] if self.lines else None
        joins = line is not None and (
            self.open
            or self.goes_on
            or (indent > line.indent and (self.wants_value or (not line.doc and _WHERE.match(text, start, end) is not None)))
        )
        if joins and line is not None and is_doc and not self.open:
            joins = False
        if joins and line is not None:
            self.blanks.append((line.end, start))
            line.parts.append(start)
        else:
            line = Line(begin, start, end, indent)
            self.lines.append(line)
            self.tabs(begin, start)
        assert line is not None
        self.goes_on = self.wants_value = False
        if is_doc and not joins:
            line.doc = True
            line.end = end
            return
        answer = self.clauses and not joins and _ANSWER.match(text, start, end) is not None
        line.end = self.content(start, end, answer)
        line.opens = text[line.end - 1] == ":" and not answer
        self.goes_on = not answer and _GOES_ON.search(text, start, line.end) is not None
        self.wants_value = not answer and _IS_SET.search(text, start, line.end) is not None

    def tabs(self, begin: int, start: int) -> None:
        """Report tabs in the indentation of a line."""
        at = self.text.find("\t", begin, start)
        if at >= 0:
            self.faults.append(
                Fault(
                    "RL0102",
                    "a tab in the indentation",
                    at,
                    at + 1,
                    "a tab",
                    help=("indent by spaces, four for each block",),
                    mended=True,
                )
            )

    def content(self, start: int, end: int, answer: bool) -> int:
        """Read what stands on a line: texts, brackets, a comment; the offset behind the last character that counts."""
        text = self.text
        last = end
        pairs: list[tuple[int, int]] = []
        for match in _STUFF.finditer(text, start, end):
            found = match.group()
            at = match.start()
            if found[0] == "#":
                if found.startswith("##"):
                    break
                self.comments.append((at, end))
                self.blanks.append((at, end))
                last = at
                break
            if answer:
                continue
            if found == '"':
                self.unclosed_quote(at, end, pairs)
                last = end
                break
            if found[0] == '"':
                pairs.append((at, match.end()))
            elif self.too_deep:
                continue
            elif found in "([":
                self.open.append((found, at))
                if len(self.open) > DEEPEST:
                    self.too_deep = True
                    self.open.clear()
                    help = "take a part out into a rule or define of its own"
                    self.faults.append(Fault("RL0115", f"nested deeper than {DEEPEST} levels", at, at + 1, help=(help,)))
            elif self.open and self.open[-1][0] == _CLOSES[found]:
                self.open.pop()
            else:
                self.stray_bracket(found, at)
        while last > start and text[last - 1] in " \t":
            last -= 1
        return last

    def unclosed_quote(self, at: int, end: int, pairs: list[tuple[int, int]]) -> None:
        """Report a quote without its partner. A text whose closing quote touches a word is the likelier culprit."""
        for start, stop in pairs:
            if stop < end and (self.text[stop].isalnum()):
                at = start
                break
        self.open.clear()
        self.faults.append(
            Fault(
                "RL0109",
                "this quote is never closed",
                at,
                at + 1,
                "the text begins here",
                help=('put `"` where the text ends, on the same line',),
            )
        )

    def stray_bracket(self, found: str, at: int) -> None:
        """Report a closing bracket that fits no opening one."""
        if self.open:
            opening, where = self.open.pop()
            self.faults.append(
                Fault(
                    "RL0107",
                    f"`{opening}` is closed by `{found}`",
                    at,
                    at + 1,
                    "closes another sort of bracket",
                    (Spot(where, where + 1, "opened here"),),
                    help=(f"close it with `{')' if opening == '(' else ']'}`",),
                )
            )
        else:
            self.faults.append(Fault("RL0108", f"this `{found}` closes nothing", at, at + 1, "no bracket is open here"))

    def give_up_bracket(self) -> int:
        """Report the bracket left open at the end of the chunk. A line that ends in a colon was to open a block: it ends there,
        and is mended. Otherwise reading goes on at the first line that is not deeper than the one on which the bracket opened.
        """
        bracket, at = self.open[0]
        row_end = self.text.find("\n", at)
        row_end = len(self.text) if row_end < 0 else row_end
        code_end = next((start for start, _ in self.comments if at < start < row_end), row_end)
        code_end = len(self.text[:code_end].rstrip())
        ends_in_colon = self.text[code_end - 1] == ":"
        closers = "".join(")" if found == "(" else "]" for found, place in reversed(self.open) if place < code_end)
        self.open.clear()
        self.goes_on = False
        index = next(i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].start <= at)
        line = self.lines[index]
        self.faults = [fault for fault in self.faults if fault.start < at]
        closing = ")" if bracket == "(" else "]"
        fault = Fault("RL0107", "this bracket is never closed", at, at + 1, "opened here", help=(f"add the missing `{closing}`",))
        self.faults.append(fault)
        resume = len(self.text) + 1
        if ends_in_colon:
            fault.edits = (Edit(code_end - 1, code_end - 1, closers),)
            resume = row_end + 1
        for part in line.parts:
            if part > at and not ends_in_colon:
                begin = self.text.rfind("\n", 0, part) + 1
                if width(self.text[begin:part]) <= line.indent and self.text[part] not in ")]":
                    resume = begin
                    break
        del self.lines[index + 1 :]
        line.parts = [part for part in line.parts if part < resume]
        limit = min(resume - 1, len(self.text))
        line.end = code_end if ends_in_colon else max(len(self.text[:limit].rstrip()), at + 1)
        line.opens = ends_in_colon
        self.comments = [comment for comment in self.comments if comment[0] < resume]
        self.blanks = [blank for blank in self.blanks if blank[1] < resume]
        return resume


def width(whitespace: str) -> int:
    """How far a line is indented: a tab goes to the next multiple of four."""
    if "\t" not in whitespace:
        return len(whitespace)
    columns = 0
    for character in whitespace:
        columns = columns + 1 if character == " " else columns // STEP * STEP + STEP
    return columns


def _set_levels(text: str, lines: list[Line], faults: list[Fault], step: int) -> None:
    """Give every line its level; report those that fit no block and read them at the nearest."""
    blocks: list[tuple[int, int]] = [(0, 0)]  # indent and level of the blocks around, innermost last
    strays: dict[int, int] = {}
    first_of: dict[int, Line] = {}
    previous: Line | None = None
    for line in lines:
        indent = line.indent
        around, level = blocks[-1]
        if previous is None:
            line.level = 0 if indent == 0 else 1
            if indent:
                if not any(fault.code == "RL0102" and line.begin <= fault.start < line.start for fault in faults):
                    faults.append(_nothing_opens(line, None))
                blocks.append((indent, 1))
        elif indent in strays and indent not in (block[0] for block in blocks) and not previous.opens:
            line.level = strays[indent]
        elif indent > around:
            if previous.opens or indent - around >= step:
                line.level = level + 1
                if previous.opens and step not in (indent - around, indent - previous.indent):
                    faults.append(_wrong_depth(line, previous, around, step))
                    blocks.append((around + step, line.level))
                    strays[indent] = line.level
                else:
                    blocks.append((indent, line.level))
            else:
                faults.append(_nothing_opens(line, previous))
                line.level = strays[indent] = level
        else:
            while blocks[-1][0] > indent:
                blocks.pop()
            if blocks[-1][0] == indent:
                line.level = blocks[-1][1]
                strays = {depth: near for depth, near in strays.items() if depth < indent}
            else:
                outer, outer_level = blocks[-1]
                inner = next(
                    (other for other in reversed(lines[: lines.index(line)]) if other.level == outer_level + 1), previous
                )
                nearer_outer = indent - outer < inner.indent - indent and outer_level > 0
                line.level = outer_level if nearer_outer else outer_level + 1
                if not nearer_outer:
                    blocks.append((inner.indent, outer_level + 1))
                model = inner if not nearer_outer else first_of.get(outer_level, inner)
                faults.append(_fits_nothing(line, model))
                strays[indent] = line.level
        first_of[line.level] = line
        previous = line


def spaces(count: int) -> str:
    """So many spaces, in words."""
    return "1 space" if count == 1 else f"{count} spaces"


def _place(line: Line) -> tuple[int, int]:
    return (line.begin, line.start)


def _nothing_opens(line: Line, previous: Line | None) -> Fault:
    start, end = _place(line)
    message = f"this line is indented by {spaces(line.indent)}, but nothing above opens a block"
    if previous is None:
        return Fault("RL0123", message, start, end, help=("a declaration begins at the start of a line",), mended=True)
    message = (
        f"this line is indented by {spaces(line.indent)}, the line above by {previous.indent}, but nothing above opens a block"
    )
    other = Spot(previous.start, previous.end, f"indented by {previous.indent}")
    if previous.indent == 0:
        help = ("a declaration begins at the start of a line",)
        return Fault("RL0123", message, start, end, "", (other,), help=help, mended=True)
    return Fault(
        "RL0123",
        message,
        start,
        end,
        "",
        (other,),
        help=(f"indent it by {spaces(previous.indent)}, like the line above",),
        mended=True,
    )


def _wrong_depth(line: Line, opener: Line, around: int, step: int) -> Fault:
    start, end = _place(line)
    return Fault(
        "RL0103",
        f"this line is indented by {spaces(line.indent)}; the block opened in line {{line}} is indented by {around + step}",
        start,
        end,
        "",
        (Spot(opener.start, opener.end, "opens the block"),),
        help=(f"indent the block by {spaces(around + step)}",),
        line_of=opener.start,
        mended=True,
    )


def _fits_nothing(line: Line, model: Line) -> Fault:
    start, end = _place(line)
    return Fault(
        "RL0103",
        f"this line is indented by {spaces(line.indent)}; the block above has {model.indent} (line {{line}})",
        start,
        end,
        "",
        (Spot(model.start, model.end, f"indented by {model.indent}"),),
        help=(f"indent it by {spaces(model.indent)} to belong to that block",),
        line_of=model.start,
        mended=True,
    )

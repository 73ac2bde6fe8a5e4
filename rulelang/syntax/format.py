"""The formatter: one way to lay out a file.

It works on logical lines and their tokens, not on the tree: what the author wrote is printed again with four spaces for each
level, one space where one belongs, cells of a table in columns, at most one blank line in a row and one between declarations.
Line breaks inside a statement stay where the author put them, what follows one level deeper, or two where a block follows; a
line of more than 140 columns is broken further after `,`, `and`, `or` or `+`. Comments stay where they are: behind the line
they stand behind, or above the line they stand above, at a level of one of the two lines around them.

Every run proves itself: the result is parsed, and must give the same tree, the same comments in the same order, and the same
text when formatted again. Otherwise nothing is changed, and the result says why.
"""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.layout import STEP, Layout, Line, lay_out
from rulelang.syntax.parse import Reading, parse_rules, parse_script
from rulelang.syntax.parser import Stuck, run
from rulelang.syntax.walk import same_tree
from rulelang.text.diagnostic import Diagnostic, Severity, Sink
from rulelang.text.render import width
from rulelang.text.source import SourceFile, SourceMap

WIDEST = 140
"""How many columns a line may have before it is broken."""

_HEALED = frozenset(("RL0102", "RL0104"))
"""Faults that formatting mends: tabs in the indentation, and another number of spaces."""

_TIGHT_BEFORE = frozenset((")", "]", ",", ":", ".", "?"))
_TIGHT_AFTER = frozenset(("(", "[", ".", "@"))
_ENDS_VALUE = frozenset(("NAME", "KIND", "NUMBER", "STRING", "DICE"))
_ENDS_VALUE_TOO = frozenset((")", "]", "none", "true", "false", "gap", "grid", "hexes", "spaces", "start"))
"""Signs, and words that are values or may be the names of spaces."""

_BREAK_AFTER = frozenset((",", "and", "or", "+"))


@dataclass(frozen=True, slots=True)
class Formatted:
    """The outcome. `text` is the file as it should stand, unchanged if `refused` says why it was left alone; `diagnostics` and
    `sources` are what was found when reading it."""

    text: str
    refused: str | None
    diagnostics: list[Diagnostic]
    sources: SourceMap


def format_text(text: str, script: bool = False) -> str:
    """The text as it should stand; as it is, where that cannot be done safely."""
    return format_source(text, script=script).text


def format_source(text: str, name: str = "text", script: bool = False) -> Formatted:
    """Format a file of rules, or a script; see `Formatted`."""
    sources = SourceMap()
    source = sources.add(name, text)
    sink = Sink()
    tree = _parse(source, sink, script)
    found = sink.sorted()
    if any(d.severity is Severity.ERROR and d.code not in _HEALED for d in found):
        return Formatted(text, "it has faults that must be mended first", found, sources)
    result = _lay_out_anew(source, script)
    why = _doubt(tree, result, name, script)
    return Formatted(text if why else result, why, found, sources)


def _parse(source: SourceFile, sink: Sink, script: bool) -> nodes.File | nodes.Script:
    return parse_script(source, sink) if script else parse_rules(source, sink)


def _doubt(tree: nodes.File | nodes.Script, result: str, name: str, script: bool) -> str | None:
    """Why the result cannot be trusted; none if it says the same as before."""
    sources = SourceMap()
    source = sources.add(name, result)
    sink = Sink()
    again = _parse(source, sink, script)
    if sink.has_errors or not same_tree(tree, again):
        return "formatting would have changed its meaning; this is a fault of rulelang"
    if [c.text.rstrip() for c in tree.comments] != [c.text.rstrip() for c in again.comments]:
        return "formatting would have lost a comment; this is a fault of rulelang"
    if _lay_out_anew(source, script) != result:
        return "formatting did not come to rest; this is a fault of rulelang"
    return None


# ------------------------------------------------------------------------------------------------------------ lines of output


@dataclass(slots=True)
class _Row:
    """A line of output: code, a comment of its own, or the row of a table (then `cells`); `behind` is a comment behind it."""

    level: int
    text: str
    blank: bool = False
    behind: str = ""
    comment: bool = False
    first: bool = False
    short: bool = False
    extra: int = 0
    cells: list[str] | None = None
    opens: bool = False


def _lay_out_anew(source: SourceFile, script: bool) -> str:
    reading = Reading(source, Sink(), script)
    text = reading.text
    rows: list[_Row] = []
    chunks = reading.chunks()
    first = chunks[0][0] if chunks else len(text)
    if first:
        layout = lay_out(text[:first])
        rows.extend(_Row(0, text[start:end].rstrip(), _blank_before(text, start), comment=True) for start, end in layout.comments)
    for start, end in chunks:
        part = text[start:end]
        layout = lay_out(part, reading.step, reading.has_clauses(start))
        tokens: list[Token] = []
        result = run(layout, "script" if script else "start", tokens)
        assert not isinstance(result, Stuck)
        made = _chunk_rows(part, layout, tokens, reading.step)
        if made and not script:
            made[0].first = True
            made[0].short = (
                sum(not (row.comment or row.extra or row.text[:2] == "##" or row.text[:1] == "@") for row in made) == 1
            )
        rows.extend(made)
        if made and start:
            made[0].blank = _blank_before(text, start)
    _align_tables(rows)
    _space_declarations(rows)
    return _print(rows)


def _blank_before(text: str, offset: int) -> bool:
    """Whether the line above the one of an offset is blank."""
    begin = text.rfind("\n", 0, offset) + 1
    if begin == 0:
        return False
    above = text.rfind("\n", 0, begin - 1) + 1
    return not text[above : begin - 1].strip()


def _chunk_rows(text: str, layout: Layout, tokens: list[Token], step: int) -> list[_Row]:
    """The lines of output of a chunk."""
    behind: dict[int, str] = {}
    own: list[tuple[int, str]] = []
    for start, end in layout.comments:
        begin = text.rfind("\n", 0, start) + 1
        words = text[start:end].rstrip()
        if text[begin:start].strip():
            behind[begin] = words
        else:
            own.append((start, words))
    code = [token for token in tokens if token.type not in ("_NL", "_INDENT", "_DEDENT")]
    rows: list[_Row] = []
    at = 0
    for index, line in enumerate(layout.lines):
        own = _own_comments(text, layout, index, own, rows, step)
        starts = [line.start, *line.parts]
        for number, start in enumerate(starts):
            stop = starts[number + 1] if number + 1 < len(starts) else line.end
            while own and own[0][0] < start:
                place, words = own.pop(0)
                rows.append(
                    _Row(line.level, words, _blank_before(text, place), comment=True, extra=2 * STEP if line.opens else STEP)
                )
            piece: list[Token] = []
            while at < len(code) and (code[at].start_pos or 0) < stop:
                piece.append(code[at])
                at += 1
            made = _piece_rows(piece, line, number > 0)
            made[0].blank = _blank_before(text, start) and number == 0
            made[-1].behind = behind.get(text.rfind("\n", 0, start) + 1, "")
            rows.extend(made)
        rows[-1].opens = line.opens
    _own_comments(text, layout, len(layout.lines), own, rows, step)
    return rows


def _own_comments(
    text: str, layout: Layout, index: int, own: list[tuple[int, str]], rows: list[_Row], step: int
) -> list[tuple[int, str]]:
    """Put the comments that stand on lines of their own before the logical line `index` into the rows; those that remain."""
    lines = layout.lines
    following = lines[index] if index < len(lines) else None
    limit = following.start if following is not None else len(text) + 1
    if not own or own[0][0] >= limit:
        return own
    before = lines[index - 1].level if index else 0
    after = following.level if following is not None else 0
    lowest, highest = (after, after) if after > before else (after, before)
    while own and own[0][0] < limit:
        start, words = own.pop(0)
        begin = text.rfind("\n", 0, start) + 1
        column = width(text[begin:start].expandtabs(STEP))
        highest = max(lowest, min(highest, (column + step // 2) // step))
        rows.append(_Row(highest, words, _blank_before(text, start), comment=True))
    return own


def _piece_rows(piece: list[Token], line: Line, continued: bool) -> list[_Row]:
    """A physical line of a statement, broken further if it is too long."""
    if str(piece[0]) == "|" and not continued and not line.parts:
        return [_Row(line.level, "", cells=_cells(piece))]
    deeper = 2 * STEP if line.opens else STEP
    extra = deeper if continued and str(piece[0]) not in (")", "]") else 0
    room = WIDEST - line.level * STEP
    rows: list[_Row] = []
    pending = _spaced(piece)
    while pending:
        count = _fitting(pending, room - extra)
        text = "".join((space if number else "") + written for number, (space, written, _) in enumerate(pending[:count]))
        rows.append(_Row(line.level, text, extra=extra))
        pending = pending[count:]
        extra = deeper
    return rows


def _fitting(pending: list[tuple[str, str, bool]], room: int) -> int:
    """How many tokens go on a line: all if they fit, else up to the last place to break outside of most brackets."""
    taken = depth = 0
    best: tuple[int, int] | None = None
    for count, (space, written, breaks) in enumerate(pending):
        taken += (width(space) if count else 0) + width(written)
        if taken > room and best is not None:
            return -best[1]
        if written[-1:] in ("(", "["):
            depth += 1
        elif written in (")", "]"):
            depth -= 1
        if breaks and count + 1 < len(pending) and (best is None or (depth, -count - 1) < best):
            best = (depth, -count - 1)
    return len(pending)


def _spaced(piece: list[Token]) -> list[tuple[str, str, bool]]:
    """Each token with the space before it, as it is written, and whether the line may be broken behind it."""
    texts: list[tuple[str, str, bool]] = []
    before: Token | None = None
    unary = False
    for token in piece:
        written = _written(token)
        space = " "
        if (
            before is None
            or written in _TIGHT_BEFORE
            or before.type == "QUERY"
            or str(before) in _TIGHT_AFTER
            or unary
            or (written in ("(", "[") and (before.type in ("NAME", "KIND") or str(before) in (")", "]")))
        ):
            space = ""
        unary = written == "-" and (before is None or (before.type not in _ENDS_VALUE and str(before) not in _ENDS_VALUE_TOO))
        texts.append((space, written, written in _BREAK_AFTER))
        before = token
    return texts


def _written(token: Token) -> str:
    """A token as it should be written."""
    text = str(token)
    if token.type == "DOC":
        words = text[2:].strip()
        return f"## {words}" if words else "##"
    if token.type == "ANSWER":
        player, words = text.split(":", 1)
        return f"{player}: {' '.join(words.split())}"
    if token.type == "TURN_OF":
        return "turn of"
    return text


# ------------------------------------------------------------------------------------------------------------ tables and spacing


def _cells(piece: list[Token]) -> list[str]:
    """The cells of a row."""
    cells: list[list[Token]] = []
    for token in piece:
        if str(token) == "|":
            cells.append([])
        else:
            cells[-1].append(token)
    return ["".join(space + written for space, written, _ in _spaced(cell)) for cell in cells[:-1]]


def _align_tables(rows: list[_Row]) -> None:
    """Give the cells of each table the width of its columns."""
    at = 0
    while at < len(rows):
        if rows[at].cells is None:
            at += 1
            continue
        end = at
        while end < len(rows) and not rows[end].first and (rows[end].cells is not None or rows[end].level == rows[at].level):
            end += 1
        table = [row for row in rows[at:end] if row.cells is not None]
        widths: list[int] = []
        for row in table:
            for column, cell in enumerate(row.cells or ()):
                if column == len(widths):
                    widths.append(0)
                widths[column] = max(widths[column], width(cell))
        for row in table:
            cells = [cell + " " * (widths[column] - width(cell)) for column, cell in enumerate(row.cells or ())]
            row.text = "|" + "".join(f" {cell} |" for cell in cells)
        at = end


def _space_declarations(rows: list[_Row]) -> None:
    """One blank line between declarations, above the comments that belong to the second; none between short ones, if none was
    there.
    """
    previous_short = False
    seen = False
    for index, row in enumerate(rows):
        if not row.first:
            continue
        lead = index
        while lead and not rows[lead].blank and rows[lead - 1].comment and rows[lead - 1].level == 0:
            lead -= 1
        if seen and not (previous_short and row.short):
            rows[lead].blank = True
        previous_short = row.short
        seen = True


def _print(rows: list[_Row]) -> str:
    lines: list[str] = []
    for index, row in enumerate(rows):
        if row.blank and index and not rows[index - 1].opens:
            lines.append("")
        line = " " * (row.level * STEP + row.extra) + row.text
        if row.behind:
            line += "  " + row.behind
        lines.append(line)
    return "\n".join(lines) + "\n" if lines else ""

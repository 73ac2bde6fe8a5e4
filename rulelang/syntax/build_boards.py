"""From parse tree to nodes: boards, and diagrams of them.

The first space of a line of a board is read as a word of boards where it has that spelling, since the grammar must look at what
follows to tell `gap - hall` (a way) from `gap hall - tower`; here it becomes a name again. The rows of a diagram are kept as they
stand between their quotes: what their signs mean is for the checker, who reports each at its own column.
"""

from __future__ import annotations

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import Context, branches, child, token, tokens
from rulelang.syntax.build_expressions import where
from rulelang.text.source import Span

_WAY_WORDS = ("NAME", "GAP", "GRID", "HEXES", "SPACES", "START")
"""What the first space of a line of a board, or the name of a way, may be read as."""


def _way(context: Context, branch: Branch) -> nodes.Way:
    named = child(branch, "way_name")
    return nodes.Way(
        span=context.span(branch),
        name=context.declared(_way_words(named)[0], "way") if named is not None else None,
        spaces=[context.identifier(space) for space in _way_words(branch)],
    )


def _way_words(branch: Branch) -> list[Token]:
    return [part for part in branch.children if isinstance(part, Token) and part.type in _WAY_WORDS]


def board(context: Context, branch: Branch) -> nodes.Declaration:
    """`board NAME of KIND:` with what stands in it."""
    edges = child(branch, "edge_kind")
    made = nodes.Board(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "board"),
        kind=context.identifier(token(branch, "KIND")),
        edge_kind=context.identifier(token(edges, "KIND")) if edges is not None else None,
        ways=[],
        grid=None,
    )
    return _lines(context, branch, made)


def board_change(context: Context, branch: Branch) -> nodes.Board:
    """The lines of a board that a variant replaces, adds or takes away; of what kind it is, the game says."""
    name = context.identifier(token(branch, "NAME"))
    made = nodes.Board(span=context.span(branch), name=name, kind=name, edge_kind=None, ways=[], grid=None)
    return _lines(context, branch, made)


def _lines(context: Context, branch: Branch, made: nodes.Board) -> nodes.Board:
    """Put what stands in a board into it."""
    form: Span | None = None
    for part in branches(branch):
        span = context.span(part)
        match str(part.data):
            case "way":
                made.ways.append(_way(context, part))
            case "gap":
                made.gaps.append(_way(context, part))
            case "start_diagram":
                if made.start is not None:
                    context.twice("this board has two diagrams", span, made.start.span)
                made.start = diagram_of(context, part)
            case "grid" | "hex_grid" | "hexes" | "spaces":
                if form is not None:
                    context.twice("this board says twice what its spaces are", span, form)
                    continue
                form = span
                made.condition = where(context, part)
                placed = child(part, "placed")
                if placed is not None:
                    across, down = (context.identifier(name) for name in tokens(placed, "NAME"))
                    made.placed = nodes.Placed(span=context.span(placed), across=across, down=down)
                if part.data in ("grid", "hex_grid"):
                    columns, rows = (context.number(number) for number in tokens(part, "NUMBER"))
                    made.grid = nodes.Grid(span=span, columns=columns, rows=rows, hexes=part.data == "hex_grid")
                elif part.data == "hexes":
                    across, down = (context.identifier(name) for name in tokens(part, "NAME"))
                    made.hexes = nodes.Hexes(span=span, pointy=child(part, "pointy") is not None, across=across, down=down)
    return made


def diagram_of(context: Context, branch: Branch) -> nodes.Diagram:
    """The rows of a diagram."""
    rows: list[nodes.DiagramRow] = []
    for row in tokens(branch, "STRING"):
        start, end = row.start_pos or 0, row.end_pos or 0
        rows.append(nodes.DiagramRow(span=context.place(start + 1, end - 1), text=str(row)[1:-1]))
    return nodes.Diagram(span=context.span(branch), rows=rows)

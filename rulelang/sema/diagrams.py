"""From `symbols Square:` and diagrams to what each square of a grid holds.

A table of symbols says what a sign means: values for fields of a square, things for its zones. A diagram draws the whole board
with these signs, the highest row first, as `start:` of a board, after `given` in an example, and when the board is shown. Spaces
between the signs mean nothing. What a `start:` draws becomes values of the squares, as if each square had been declared with
them; so a field that is only ever drawn is as constant as one in a table.
"""

from __future__ import annotations

from rulelang.sema import say, types
from rulelang.sema.context import Game, use
from rulelang.sema.declared_types import kind_named
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import BoardSymbol, InstanceSymbol, KindSymbol, Sign, Signs
from rulelang.syntax import nodes
from rulelang.text import suggest
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

NO_SIGNS = frozenset(' "\\{}')
"""Characters that are no signs: they mean something in a text, or nothing in a diagram."""


def collect(game: Game, declarations: list[nodes.Declaration]) -> None:
    """All tables of symbols, then what the boards begin with."""
    for node in declarations:
        if isinstance(node, nodes.Symbols):
            _table(game, node)
    for board in game.model.boards.values():
        diagram = board.node.start
        if diagram is None or not check(game, board, diagram):
            continue
        for square, sign in drawn(game.model, board, diagram):
            for name, value in sign.values.items():
                square.values.setdefault(name, value)
                square.drawn.add(name)


# ------------------------------------------------------------------------------------------------------------ symbols


def _table(game: Game, node: nodes.Symbols) -> None:
    kind = kind_named(game, node.kind)
    if kind is None:
        return
    earlier = game.model.signs.get(kind)
    if earlier is not None:
        game.sink.error(
            "RL0614",
            f"there are two tables of symbols of {kind.name}",
            node.kind.span,
            others=(Label(earlier.span, "the first"),),
        )
        return
    signs = Signs(kind, node.kind.span, {}, {})
    game.model.signs[kind] = signs
    columns = [_column(game, kind, cell, signs) for cell in node.header]
    if "sign" not in columns:
        if node.header:
            helps = 'call a column `sign`, and write a sign in quotes in each row: `| "x" |`'
            game.sink.error("RL0614", "this table has no column `sign`", node.kind.span, help=helps)
        return
    for row in node.rows:
        cells = [(name, value) for name, value in zip(columns, row.cells, strict=False) if name and value is not None]
        text = next((value for name, value in cells if name == "sign"), None)
        sign = _sign(game, text, row)
        if sign is None or text is None:
            continue
        if sign in signs.signs:
            others = (Label(signs.signs[sign].span, "the first"),)
            game.sink.error("RL0614", f"the sign `{sign}` stands twice", text.span, others=others)
            continue
        signs.signs[sign] = Sign(sign, text.span, {name: value for name, value in cells if name != "sign"})


def _column(game: Game, kind: KindSymbol, cell: nodes.Expression, signs: Signs) -> str:
    """The field that a column is about, or `sign`; empty for one that was reported."""
    if not isinstance(cell, nodes.Name) or cell.text[:1].isupper():
        helps = "a column is called by a field of the kind, or `sign`"
        game.sink.error("RL0614", f"{game.quoted(cell)} is no heading of a column", cell.span, help=helps)
        return ""
    name = cell.text
    if name in signs.fields or (name == "sign" and "sign" in signs.fields):
        game.sink.error("RL0614", f"two columns are called `{name}`", cell.span)
        return ""
    if name == "sign":
        return name
    field = kind.field(name)
    if field is None:
        near = ["sign", *(n for k in kind.lineage() for n in k.fields)]
        game.unknown("RL0614", f"{kind.name} has no `{name}`", cell.span, name, near)
        return ""
    use(field, cell.span)
    if isinstance(field.type, types.MapType):
        game.sink.error(
            "RL0614",
            f"`{name}` is a map, of which a sign cannot say all",
            cell.span,
            others=say.declared_at(field),
            help="give its entries in the rules, or a default in the kind",
        )
        return ""
    signs.fields[name] = field
    return name


def _sign(game: Game, cell: nodes.Expression | None, row: nodes.Row) -> str | None:
    if cell is None:
        game.sink.error("RL0614", "this row has no sign", row.span, help='write it in quotes: `| "x" |`')
        return None
    if isinstance(cell, nodes.Text) and len(cell.parts) == 1 and isinstance(cell.parts[0], str):
        text = cell.parts[0]
        if len(text) == 1 and text not in NO_SIGNS:
            return text
    helps = 'a sign is one character in quotes, such as `"x"`, and no space, quote, backslash or brace'
    game.sink.error("RL0614", f"{game.quoted(cell)} is no sign", cell.span, help=helps)
    return None


# ------------------------------------------------------------------------------------------------------------ diagrams


def signs_of(model: GameModel, board: BoardSymbol) -> Signs | None:
    """The symbols of a board's squares."""
    return next((model.signs[kind] for kind in board.kind.lineage() if kind in model.signs), None)


def check(game: Game, board: BoardSymbol, diagram: nodes.Diagram) -> bool:
    """Whether a diagram fits its board; reports each place where it does not."""
    if board.node.grid is None:
        game.sink.error(
            "RL0613",
            f"a diagram shows the squares of a grid, and `{board.name}` has none",
            diagram.rows[0].span if diagram.rows else diagram.span,
            others=say.declared_at(board),
        )
        return False
    if board.grid is None:
        return False
    signs = signs_of(game.model, board)
    if signs is None:
        game.sink.error(
            "RL0613",
            "nothing says what the signs of this diagram mean",
            diagram.rows[0].span if diagram.rows else diagram.span,
            help=f"write a table `symbols {board.kind.name}:` with a column `sign`",
        )
        return False
    columns, rows = board.grid
    fine = True
    if len(diagram.rows) != rows:
        game.sink.error(
            "RL0613",
            f"this diagram has {say.count(len(diagram.rows), 'row')}, and `{board.name}` has {rows}",
            diagram.rows[min(len(diagram.rows), rows) - 1].span,
            others=_grid_of(board),
            help="write a row in quotes for each row of the board, the highest first",
        )
        fine = False
    for row in diagram.rows:
        fine = _row(game, board, signs, row, columns) and fine
    return fine


def _grid_of(board: BoardSymbol) -> tuple[Label, ...]:
    return (Label(board.node.grid.span, "the grid"),) if board.node.grid is not None else ()


def _row(game: Game, board: BoardSymbol, signs: Signs, row: nodes.DiagramRow, columns: int) -> bool:
    found = [(at, sign) for at, sign in enumerate(row.text) if sign != " "]
    fine = True
    for at, sign in found:
        if sign not in signs.signs:
            known = f"the signs are {suggest.listing(list(signs.signs), 'and')}" if len(signs.signs) <= 5 else ()
            game.sink.error(
                "RL0613",
                f"`{sign}` is no sign of {signs.kind.name}",
                Span(row.span.file, row.span.start + at, row.span.start + at + 1),
                others=(Label(signs.span, "the signs"),),
                help=known,
            )
            fine = False
    if len(found) != columns:
        at = found[columns][0] if len(found) > columns else len(row.text)
        game.sink.error(
            "RL0613",
            f"this row has {say.count(len(found), 'sign')}, and a row of `{board.name}` has {columns}",
            Span(row.span.file, row.span.start + at, max(row.span.end, row.span.start + at + 1)),
            others=_grid_of(board),
        )
        fine = False
    return fine


def drawn(model: GameModel, board: BoardSymbol, diagram: nodes.Diagram) -> list[tuple[InstanceSymbol, Sign]]:
    """The squares of a board with their signs in a diagram that fits it."""
    signs = signs_of(model, board)
    assert signs is not None and board.grid is not None
    at = {square.square: square for square in board.spaces}
    return [
        (at[column, len(diagram.rows) - index], signs.signs[sign])
        for index, row in enumerate(diagram.rows)
        for column, sign in enumerate(row.text.replace(" ", ""), 1)
    ]

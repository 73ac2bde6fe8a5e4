"""From `Card mine:` and tables to things.

Each declaration of a thing and row of a table makes one `InstanceSymbol`, however many copies or owners it has; so do ways and
squares of boards (`boards`). What was written for a field stays an expression here; `constants` checks it.
"""

from __future__ import annotations

from rulelang.sema import boards, declaring, methods, say
from rulelang.sema.context import Game, use
from rulelang.sema.declared_types import kind_named
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, Symbol
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.render import width
from rulelang.text.source import Span

Declared = dict[str, Symbol]

SIGN = "sign"
"""What says how a thing is written where there is little room, unless its kind has a field of that name."""
LONGEST_SIGN = 8
BESIDES = ("name", "label", SIGN, "x")
"""Columns of a table that are no fields."""


def _add(game: Game, symbol: InstanceSymbol, declared: Declared) -> None:
    """Take in a thing under its name; one whose name is taken was reported and still counts for its kind."""
    if declaring.declare(game, symbol, declared):
        game.model.instances.append(symbol)
        symbol.kind.instances.append(symbol)


def instance(game: Game, node: nodes.Instance, declared: Declared) -> None:
    """A thing declared by itself."""
    kind = kind_named(game, node.kind)
    if kind is None:
        game.lost.add(node.name.text)
        return
    symbol = InstanceSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        kind=kind,
        label=node.label,
        copies=node.copies,
        family=node.family,
    )
    node.symbol = symbol
    _slots(game, symbol, node.slots)
    _add(game, symbol, declared)


def also(game: Game, node: nodes.Also) -> None:
    """Values and bodies added to a thing that stands in a table or is a way of a board."""
    found = next((i for i in game.model.instances if i.name == node.name.text), None)
    if found is None:
        _later_also(game, node)
        return
    use(found, node.name.span)
    _slots(game, found, node.slots)


def _later_also(game: Game, node: nodes.Also) -> None:
    """`also` for a way or square, which are made after all else: they get a thing here that the board then takes."""
    for board in game.model.boards.values():
        if board.edge_kind is None:
            continue
        for name, span in boards.way_names(board.node):
            if name == node.name.text:
                symbol = InstanceSymbol(name=name, span=span, kind=board.edge_kind, doc=node.doc, notes=node.notes, board=board)
                use(symbol, node.name.span)
                _slots(game, symbol, node.slots)
                game.model.instances.append(symbol)
                board.edge_kind.instances.append(symbol)
                return
    near = [i.name for i in game.model.instances]
    game.unknown("RL0202", f"there is no thing called `{node.name.text}`", node.name.span, node.name.text, near)


def _slots(game: Game, symbol: InstanceSymbol, slots: list[nodes.Value | nodes.Rule | nodes.Define]) -> None:
    for slot in slots:
        if isinstance(slot, nodes.Value):
            _value(game, symbol, slot.name, slot.key, slot.value)
            continue
        method = symbol.kind.method(slot.name.text)
        if method is None:
            near = [name for kind in symbol.kind.lineage() for name in kind.methods]
            helps = (f"declare it in the kind first: `{_form(slot)} {slot.name.text}(...)`",)
            message = f"{symbol.kind.name} has no rule or define `{slot.name.text}`"
            if symbol.kind.field(slot.name.text) is not None:
                message = f"`{slot.name.text}` is a field of {symbol.kind.name} and no {_form(slot)}"
                helps = (f"write `{slot.name.text}: ...`",)
            game.unknown("RL0602", message, slot.name.span, slot.name.text, near, *helps)
            continue
        earlier = symbol.overrides.get(method.name)
        if earlier is not None:
            declaring.twice(game, method.name, slot.name.span, earlier)
            continue
        use(method, slot.name.span)
        symbol.overrides[method.name] = methods.override_of(game, slot, method, symbol)


def sign_of(game: Game, value: nodes.Expression) -> str:
    """A sign as it is written for a thing; empty, and reported, if it is none."""
    text = "".join(part for part in value.parts if isinstance(part, str)) if isinstance(value, nodes.Text) else ""
    whole = isinstance(value, nodes.Text) and all(isinstance(part, str) for part in value.parts)
    if whole and text.isprintable() and " " not in text and 0 < width(text) <= LONGEST_SIGN:
        return text
    game.sink.error(
        "RL0614",
        f"{game.quoted(value)} is no sign of a thing",
        value.span,
        help=f"a sign is a text of one to {LONGEST_SIGN} columns, without blanks and values",
    )
    return ""


def _form(slot: nodes.Rule | nodes.Define) -> str:
    return "rule" if isinstance(slot, nodes.Rule) else "define"


def _value(
    game: Game, symbol: InstanceSymbol, name: nodes.Identifier, key: nodes.Expression | None, value: nodes.Expression
) -> None:
    """One value of a thing, as written; whether its kind has such a field is looked at here."""
    field = symbol.kind.field(name.text)
    if field is None and name.text == SIGN and key is None:
        symbol.sign = sign_of(game, value)
        return
    if field is None:
        game.excused.add(symbol)
        method = symbol.kind.method(name.text)
        helps: tuple[str, ...] = ()
        message = f"{symbol.kind.name} has no `{name.text}`"
        if method is not None:
            message = f"`{name.text}` is {say.symbol_words(method)} and no field"
            helps = (f"write `{method.form} {name.text}{'' if not method.parameters else '(...)'} = ...`",)
        near = [n for kind in symbol.kind.lineage() for n in kind.fields]
        game.unknown("RL0602", message, name.span, name.text, near if method is None else (), *helps)
        return
    use(field, name.span)
    if key is not None:
        symbol.map_values.setdefault(name.text, []).append((key, value))
        return
    earlier = symbol.values.get(name.text)
    if earlier is not None:
        game.sink.error(
            "RL0605",
            f"`{name.text}` is given twice",
            name.span,
            others=(Label(earlier.span, "the first"),),
            help=f"take one of the two out; a variant writes `replace {symbol.name}.{name.text} = ...`",
        )
        return
    symbol.values[name.text] = value


# ------------------------------------------------------------------------------------------------------------ tables


def table(game: Game, node: nodes.Table, declared: Declared) -> None:
    """A thing for each row."""
    if node.kind.text == "Player":
        _players(game, node)
        return
    kind = kind_named(game, node.kind)
    if kind is None:
        game.lost.update(cell.text for row in node.rows for cell in row.cells if isinstance(cell, nodes.Name))
        return
    columns = _columns(game, node, kind)
    for row in node.rows:
        _row(game, node, kind, columns, row, declared)


def _columns(game: Game, node: nodes.Table, kind: KindSymbol | None) -> list[tuple[str, nodes.Expression | None] | None]:
    """What each column holds: a name and, for a map, the key; none for one that was reported."""
    columns: list[tuple[str, nodes.Expression | None] | None] = []
    seen: dict[str, Span] = {}
    for cell in node.header:
        name, key = _heading(cell)
        if name is None:
            game.sink.error(
                "RL0606",
                f"{game.quoted(cell)} is no heading of a column",
                cell.span,
                help="a column is called by a field, by `field[key]`, or `name`, `label`, `sign` or `x`",
            )
            columns.append(None)
            continue
        whole = " ".join(game.text(cell.span).split())
        if whole in seen:
            game.sink.error("RL0606", f"two columns are called `{whole}`", cell.span, others=(Label(seen[whole], "the first"),))
            columns.append(None)
            continue
        seen[whole] = cell.span
        if kind is not None and (name not in BESIDES or kind.field(name) is not None):
            field = kind.field(name)
            if field is None:
                near = [*BESIDES, *(n for k in kind.lineage() for n in k.fields)]
                game.unknown("RL0606", f"{kind.name} has no `{name}`", cell.span, name, near)
                columns.append(None)
                continue
            use(field, cell.span)
        columns.append((name, key))
    if kind is not None and "name" not in seen:
        game.sink.error(
            "RL0606", "this table has no column `name`", node.kind.span, help="each row is a thing, which needs a name"
        )
    return columns


def _heading(cell: nodes.Expression) -> tuple[str | None, nodes.Expression | None]:
    if isinstance(cell, nodes.Name):
        return cell.text, None
    if isinstance(cell, nodes.Item) and isinstance(cell.value, nodes.Name) and len(cell.keys) == 1:
        return cell.value.text, cell.keys[0]
    return None, None


def _row(
    game: Game,
    node: nodes.Table,
    kind: KindSymbol,
    columns: list[tuple[str, nodes.Expression | None] | None],
    row: nodes.Row,
    declared: Declared,
) -> None:
    cells = [(c, v) for c, v in zip(columns, row.cells, strict=False) if c is not None and v is not None]
    named = next((v for (column, _), v in cells if column == "name"), None)
    if not isinstance(named, nodes.Name) or named.text[:1].isupper():
        if any(c is not None and c[0] == "name" for c in columns):
            span = named.span if named is not None else row.span
            found = f"{game.quoted(named)} is no name" if named is not None else "this row has no name"
            game.sink.error("RL0606", found, span, help="a name is written in small letters, such as `gold_mine`")
        return
    symbol = InstanceSymbol(name=named.text, span=named.span, doc=row.doc or node.doc, notes=row.notes or node.notes, kind=kind)
    symbol.family = node.family
    row.symbol = symbol
    if None in columns:
        game.excused.add(symbol)
    for (column, key), value in cells:
        if column == "name":
            continue
        if column == "label" and kind.field("label") is None:
            if isinstance(value, nodes.Text):
                symbol.label = value
            else:
                game.sink.error("RL0606", f"{game.quoted(value)} is no label", value.span, help="a label is a text in quotes")
        elif column == SIGN and kind.field(SIGN) is None:
            symbol.sign = sign_of(game, value)
        elif column == "x" and kind.field("x") is None:
            symbol.copies = value
        elif key is not None:
            symbol.map_values.setdefault(column, []).append((key, value))
        else:
            symbol.values[column] = value
    _add(game, symbol, declared)


def _players(game: Game, node: nodes.Table) -> None:
    """`table Player:`: a row for each seat."""
    columns = _columns(game, node, None)
    known: list[str | None] = []
    for column, cell in zip(columns, node.header, strict=True):
        if column is None:
            known.append(None)
            continue
        field = game.model.player_fields.get(column[0])
        if column[1] is not None:
            game.sink.error("RL0606", f"{game.quoted(cell)} cannot stand in a table of players", cell.span)
            known.append(None)
        elif field is None and column[0] != "name":
            near = ["name", *game.model.player_fields]
            game.unknown("RL0606", f"players have no `{column[0]}`", cell.span, column[0], near, "declare it under `player:`")
            known.append(None)
        else:
            if field is not None:
                use(field, cell.span)
            known.append(column[0])
    for row in node.rows:
        values = {n: v for n, v in zip(known, row.cells, strict=False) if n is not None and v is not None}
        game.model.player_rows.append(values)
    rows = len(game.model.player_rows)
    if rows < game.model.most and game.model.declaration is not None:
        game.sink.error(
            "RL0606",
            f"this table has {say.count(rows, 'row')}, and the game is for up to {game.model.most} players",
            node.kind.span,
            others=(Label(game.model.declaration.name.span, "declared here"),),
            help="write a row for each seat",
        )

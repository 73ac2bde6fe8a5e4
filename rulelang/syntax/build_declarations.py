"""From parse tree to nodes: declarations. What stands in them is built in `build_members`, `build_boards`, `build_clauses`."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import Context, branches, child, children, only, token, token_or_none, tokens
from rulelang.syntax.build_boards import board, board_change
from rulelang.syntax.build_clauses import clause
from rulelang.syntax.build_expressions import (
    expression,
    generator,
    head_of,
    parameters,
    path,
    plain_of,
    skip_of,
    text_of,
    type_node,
)
from rulelang.syntax.build_members import Leads, define, members, rule, value_after_equals
from rulelang.syntax.build_statements import block_of, block_or_none, options
from rulelang.text.source import Span


def declaration(context: Context, branch: Branch) -> nodes.Declaration:
    """A top-level declaration."""
    with context.level(branch):
        return _BUILDERS[str(branch.data)](context, branch)


# ------------------------------------------------------------------------------------------------------------ game and settings


def _game(context: Context, branch: Branch) -> nodes.Declaration:
    fewest, most, language = 0, 0, None
    seen: dict[str, Span] = {}
    sections: list[str] = []
    for line in branches(branch):
        form = str(line.data)
        if form in seen:
            context.twice(f"`{form}` stands twice in this game", context.span(line), seen[form])
        seen[form] = context.span(line)
        if form == "players":
            numbers = [context.number(number) for number in tokens(line, "NUMBER")]
            fewest, most = numbers[0], numbers[-1]
        elif form == "sections":
            sections = [context.plain(text) for text in tokens(line, "STRING")]
        else:
            language = context.number(token(line, "NUMBER"))
    name = context.declared(token(branch, "NAME"), "game")
    if "players" not in seen:
        context.sink.error(
            "RL0129",
            f"game `{name.text}` does not say for how many players it is",
            name.span,
            help="add a line such as `players 2 to 4`",
        )
    return nodes.GameDeclaration(
        span=context.span(branch),
        name=name,
        title=plain_of(context, branch) or "",
        fewest=fewest,
        most=most,
        sections=sections,
        language=language,
    )


def _include(context: Context, branch: Branch) -> nodes.Declaration:
    paths = [(context.plain(text), context.span(text)) for text in tokens(branch, "STRING")]
    return nodes.Include(span=context.span(branch), paths=paths)


def _setting(context: Context, branch: Branch) -> nodes.Declaration:
    return nodes.Setting(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "setting"),
        type_node=type_node(context, only(branch, 0)),
        value=expression(context, only(branch, 1)),
        label=text_of(context, branch),
    )


def _enum(context: Context, branch: Branch) -> nodes.Declaration:
    members = [
        (context.declared(token(member, "NAME"), "value"), plain_of(context, member))
        for member in children(branch, "enum_member")
    ]
    return nodes.Enum(span=context.span(branch), name=context.identifier(token(branch, "KIND")), members=members)


def _die(context: Context, branch: Branch) -> nodes.Declaration:
    faces = [context.signed(face) for face in branches(branch)]
    return nodes.Die(span=context.span(branch), name=context.declared(token(branch, "NAME"), "die"), faces=faces)


# ------------------------------------------------------------------------------------------------------------ things


def _kind(context: Context, branch: Branch) -> nodes.Declaration:
    names = tokens(branch, "KIND")
    found = [m for m in members(context, branch.children) if isinstance(m, nodes.Field | nodes.Fixed | nodes.Rule | nodes.Define)]
    return nodes.Kind(
        span=context.span(branch),
        name=context.identifier(names[0]),
        parent=context.identifier(names[1]) if len(names) > 1 else None,
        members=found,
    )


def _family(context: Context, branch: Branch) -> nodes.Family | None:
    found = child(branch, "per_player") or child(branch, "per_combination")
    if found is None:
        return None
    generators = [generator(context, part) for part in branches(found)]
    return nodes.Family(span=context.span(found), per_player=found.data == "per_player", generators=generators)


def _slots(context: Context, branch: Branch) -> list[nodes.Value | nodes.Rule | nodes.Define]:
    return [m for m in members(context, branch.children) if isinstance(m, nodes.Value | nodes.Rule | nodes.Define)]


def _instance(context: Context, branch: Branch) -> nodes.Declaration:
    copies = child(branch, "copies")
    return nodes.Instance(
        span=context.span(branch),
        kind=context.identifier(token(branch, "KIND")),
        name=context.declared(token(branch, "NAME"), "thing"),
        copies=expression(context, only(copies)) if copies is not None else None,
        family=_family(context, branch),
        label=text_of(context, branch),
        slots=_slots(context, branch),
    )


def _table(context: Context, branch: Branch) -> nodes.Declaration:
    header, rows = _rows(context, branch)
    names = {at for at, cell in enumerate(header) if isinstance(cell, nodes.Name) and cell.text == "name"}
    for row in rows:
        for at in names:
            cell = row.cells[at]
            if cell is not None:
                written = context.source.text[cell.span.start : cell.span.end]
                context.check_declared(written, "thing", cell.span)
    return nodes.Table(
        span=context.span(branch),
        kind=context.identifier(token(branch, "KIND")),
        family=_family(context, branch),
        header=header,
        rows=rows,
    )


def _rows(context: Context, branch: Branch) -> tuple[list[nodes.Expression], list[nodes.Row]]:
    """The head and the rows of a table, each row with as many cells as the head."""
    rows = [row for row in members(context, branch.children) if isinstance(row, nodes.Row)]
    if not rows:
        if not context.draft.edited:
            first = "sign" if branch.data == "symbols" else "name"
            context.sink.error(
                "RL0125",
                "this table has no rows",
                context.span(token(branch, "KIND")),
                help=f"the first row names the fields: `| {first} | label |`",
            )
        return [], []
    head, *body = rows
    header: list[nodes.Expression] = []
    for at, cell in enumerate(head.cells):
        if cell is None:
            context.sink.error(
                "RL0125", f"column {at + 1} of this table has no name", head.span, help="write the name of the field at its head"
            )
            cell = nodes.Name(span=head.span, text="_")
        header.append(cell)
    for row in body:
        if len(row.cells) != len(header):
            context.sink.error(
                "RL0125",
                f"this row has {_counted(len(row.cells), 'cell')}, the head has {len(header)}",
                row.span,
                help="write `|` around every cell, also around empty ones",
            )
            row.cells = [*row.cells, *[None] * len(header)][: len(header)]
    return header, body


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _also(context: Context, branch: Branch) -> nodes.Declaration:
    name = context.identifier(token(branch, "NAME"))
    return nodes.Also(span=context.span(branch), name=name, slots=_slots(context, branch))


# ------------------------------------------------------------------------------------------------------------ boards


def _symbols(context: Context, branch: Branch) -> nodes.Declaration:
    header, rows = _rows(context, branch)
    kind = context.identifier(token(branch, "KIND"))
    return nodes.Symbols(span=context.span(branch), kind=kind, header=header, rows=rows)


def _state(context: Context, branch: Branch) -> nodes.Declaration:
    fields = [m for m in members(context, branch.children) if isinstance(m, nodes.Field)]
    return nodes.StateBlock(span=context.span(branch), fields=fields)


def _player(context: Context, branch: Branch) -> nodes.Declaration:
    fields = [m for m in members(context, branch.children) if isinstance(m, nodes.Field)]
    return nodes.PlayerBlock(span=context.span(branch), fields=fields)


# ------------------------------------------------------------------------------------------------------------ behaviour


def _play(context: Context, branch: Branch) -> nodes.Declaration:
    return nodes.Play(span=context.span(branch), body=block_of(context, branch))


def _phase(context: Context, branch: Branch) -> nodes.Declaration:
    return nodes.Phase(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "phase"),
        parameters=parameters(context, branch) or [],
        title=text_of(context, branch),
        head=head_of(context, branch),
        skip=skip_of(context, branch),
        body=block_of(context, branch),
    )


def _score_line(context: Context, branch: Branch) -> nodes.ScoreLine:
    condition = child(branch, "only_when")
    return nodes.ScoreLine(
        span=context.span(branch),
        label=context.text_node(token(branch, "STRING")),
        head=head_of(context, branch),
        value=expression(context, next(part for part in branches(branch) if part.data not in ("head", "only_when"))),
        condition=expression(context, only(condition)) if condition is not None else None,
    )


def _scoring(context: Context, branch: Branch) -> nodes.Declaration:
    lines = [_score_line(context, part) for part in children(branch, "score_line")]
    ranks: list[nodes.Rank] = []
    winner: Branch | None = None
    for part in children(branch, "winner"):
        if winner is not None:
            context.twice("this says twice who wins", context.span(part), context.span(winner))
        winner = part
        ranks = _ranks(context, part)
    return nodes.Scoring(
        span=context.span(branch),
        player=context.declared(token(branch, "NAME"), "player"),
        lines=lines,
        ranks=ranks,
    )


def _ranks(context: Context, branch: Branch) -> list[nodes.Rank]:
    return [
        nodes.Rank(span=context.span(rank), most=rank.data == "most", value=expression(context, only(rank)))
        for rank in branches(branch)
    ]


def _total(context: Context, branch: Branch) -> nodes.Declaration:
    return nodes.Total(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "total"),
        parameters=parameters(context, branch) or [],
        lines=[_score_line(context, part) for part in children(branch, "score_line")],
    )


def _supply(context: Context, branch: Branch) -> nodes.Declaration:
    then = "outside" if child(branch, "then_from_outside") else "nothing" if child(branch, "then_nothing") else ""
    name = context.identifier(token(branch, "NAME"))
    return nodes.Supply(span=context.span(branch), name=name, amount=expression(context, only(branch)), then=then)


def _components(context: Context, branch: Branch) -> nodes.Declaration:
    return nodes.Components(span=context.span(branch), lines=[_component(context, part) for part in branches(branch)])


def _component(context: Context, branch: Branch) -> nodes.Component:
    count, *zone = (part for part in branches(branch) if part.data != "of_each")
    each = [
        nodes.OfEach(
            span=context.span(part),
            count=expression(context, only(part)),
            name=context.identifier(token(part, "NAME")),
        )
        for part in children(branch, "of_each")
    ]
    return nodes.Component(
        span=context.span(branch),
        count=expression(context, count),
        what=context.identifier(token_or_none(branch, "KIND") or token(branch, "NAME")),
        zone=expression(context, zone[0]) if zone else None,
        each=each,
    )


def _always(context: Context, branch: Branch) -> nodes.Declaration:
    text = context.text_node(token(branch, "STRING"))
    return nodes.Always(span=context.span(branch), text=text, condition=expression(context, only(branch)))


def _whenever(context: Context, branch: Branch) -> nodes.Declaration:
    around = head_of(context, branch)
    assert around is not None
    name = context.declared(token(branch, "NAME"), "rule")
    return nodes.Whenever(span=context.span(branch), name=name, head=around, body=block_of(context, branch))


def _anytime(context: Context, branch: Branch) -> nodes.Declaration:
    around = head_of(context, branch)
    assert around is not None
    during = child(branch, "during")
    return nodes.Anytime(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "choice"),
        label=text_of(context, branch),
        head=around,
        during=context.identifier(token(during, "NAME")) if during is not None else None,
        options=options(context, branch),
    )


def _example(context: Context, branch: Branch) -> nodes.Example:
    clauses = [
        clause(context, part)
        for part in branches(branch)
        if part.data != "script_note" or not context.placeholder(token(part, "DOC"))
    ]
    return nodes.Example(span=context.span(branch), title=plain_of(context, branch) or "", clauses=clauses)


def _replace_example(context: Context, branch: Branch) -> nodes.Declaration:
    found = _example(context, branch)
    found.replaces = True
    return found


# ------------------------------------------------------------------------------------------------------------ variants


def _variant(context: Context, branch: Branch) -> nodes.Declaration:
    name, game = tokens(branch, "NAME")
    count = child(branch, "for_players")
    below = child(branch, "over")
    return nodes.Variant(
        span=context.span(branch),
        name=context.declared(name, "variant"),
        title=plain_of(context, branch),
        of=context.identifier(game),
        for_players=context.number(token(count, "NUMBER")) if count is not None else None,
        over=[context.identifier(word) for word in tokens(below, "NAME")] if below is not None else [],
    )


def _change(context: Context, branch: Branch) -> nodes.Declaration:
    verb = "add" if branch.data == "add_to" else str(branch.data)
    target = child(branch, "path")
    assert target is not None
    value = value_after_equals(branch) if verb in ("replace", "limit") else None
    line, key = token_or_none(target, "STRING"), child(target, "key_of")
    change = nodes.Change(
        span=context.span(branch),
        verb=verb,
        path=path(context, target),
        line=context.text_node(line) if line is not None else None,
        key=expression(context, only(key)) if key is not None else None,
        parameters=parameters(context, branch),
        body=block_or_none(context, branch),
    )
    if value is not None and verb == "replace":
        change.value = expression(context, value)
    elif value is not None:
        change.condition = expression(context, value)
    if verb == "add":
        change.options = options(context, branch)
        change.lines = [_score_line(context, part) for part in children(branch, "score_line")]
    return change


def _change_of_declared(context: Context, branch: Branch) -> nodes.Declaration:
    """A change of a die, of a board, or of who wins."""
    form, span = str(branch.data), context.span(branch)
    declared: nodes.Die | nodes.Board | nodes.Scoring
    if form == "replace_die":
        name = context.identifier(token(branch, "NAME"))
        declared = nodes.Die(span=span, name=name, faces=[context.signed(face) for face in branches(branch)])
    elif form.endswith("board"):
        declared = board_change(context, branch)
        name = declared.name
    else:
        ranks = _ranks(context, branch)
        name = nodes.Identifier(span=ranks[0].span, text="winner")
        declared = nodes.Scoring(span=span, player=name, lines=[], ranks=ranks)
    verb = "take" if form.startswith("remove") else form.partition("_")[0]
    return nodes.Change(span=span, verb=verb, path=[name], declared=declared)


def rebuild(context: Context, tree: Branch) -> nodes.Declaration | None:
    """The declaration of a chunk, with its doc lines and notes; none if the chunk holds only those."""
    leads = Leads(context)
    found: nodes.Declaration | None = None
    for part in tree.children:
        if leads.take(part) or not isinstance(part, Branch):
            continue
        found = declaration(context, part)
        leads.give([found])
    leads.finish(top=True)
    return found


_BUILDERS: dict[str, Callable[[Context, Branch], nodes.Declaration]] = {
    "game": _game,
    "include": _include,
    "setting": _setting,
    "enum": _enum,
    "die": _die,
    "kind": _kind,
    "instance": _instance,
    "table": _table,
    "also": _also,
    "board": board,
    "symbols": _symbols,
    "state": _state,
    "player": _player,
    "play": _play,
    "phase": _phase,
    "rule": rule,
    "define": define,
    "scoring": _scoring,
    "total": _total,
    "supply": _supply,
    "components": _components,
    "always": _always,
    "whenever": _whenever,
    "anytime": _anytime,
    "example": _example,
    "replace_example": _replace_example,
    "variant": _variant,
    "before": _change,
    "after": _change,
    "replace": _change,
    "add_to": _change,
    "limit": _change,
    "remove": _change,
    **dict.fromkeys(
        ("replace_die", "replace_winner", "add_to_winner", "replace_board", "add_to_board", "remove_from_board"),
        _change_of_declared,
    ),
}

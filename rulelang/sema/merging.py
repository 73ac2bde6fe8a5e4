"""Changes of variants that are made to declarations, before anything in them has a symbol: dice, boards, who wins, and what is
removed.

What a variant removes here is gone as if it had never been written, so that the variant may declare it anew, in another form:
a rule with other parameters, a field of another type, a board. All that still names it is an unknown name. Things, rules,
defines and phases that are not declared anew are removed later, with all other changes (`weaving_values`), where it is known
what they are.

Which changes exclude each other is not asked here, but of the claims (`clashes`), so the variants are simply gone through from
the lowest up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.sema import clashes
from rulelang.sema.context import Game
from rulelang.syntax import nodes
from rulelang.syntax.walk import same_tree
from rulelang.text.diagnostic import Sink
from rulelang.text.suggest import help_for

NAMED = (
    *(nodes.Setting, nodes.Enum, nodes.Die, nodes.Kind, nodes.Board, nodes.Supply, nodes.Rule, nodes.Define, nodes.Phase),
    *(nodes.Total, nodes.Whenever, nodes.Anytime, nodes.Instance),
)
"""Declarations with a name of their own."""

LATER = (nodes.Rule, nodes.Define, nodes.Phase, nodes.Total, nodes.Whenever, nodes.Anytime, nodes.Instance, nodes.Row)
"""What is removed when it is known what it is, unless it is declared anew."""


@dataclass(frozen=True, slots=True)
class Made:
    """A change that was made to a declaration."""

    variant: nodes.Variant
    change: nodes.Change


Declarations = list[nodes.Declaration]


def make(declarations: Declarations, variants: Sequence[tuple[nodes.Variant, Declarations]]) -> list[Made]:
    """Change the declarations of a game, and of variants below, in place; what was done, from the lowest variant up."""
    done: list[Made] = []
    levels = clashes.levels_of([variant for variant, _ in variants], Sink())
    below: Declarations = declarations
    for variant, own in sorted(variants, key=lambda pair: (levels[pair[0].name.text], pair[0].name.text)):
        anew = {name for declaration in own for name in _names(declaration)}
        kinds = {d.kind.text for d in below if isinstance(d, nodes.Instance | nodes.Table)}
        changes = [d for d in own if isinstance(d, nodes.Change) and d.path]
        gone = {c.path[0].text for c in changes if c.verb == "remove" and len(c.path) == 1}
        for change in changes:
            if change.declared is not None:
                made = _declared(below, change)
            else:
                made = change.verb == "remove" and change.line is None and _remove(below, change, anew, gone, kinds)
            if made:
                done.append(Made(variant, change))
    return done


def _names(declaration: nodes.Declaration) -> Iterator[str]:
    """The dotted names that a declaration gives."""
    if isinstance(declaration, NAMED):
        yield declaration.name.text
    elif isinstance(declaration, nodes.StateBlock | nodes.PlayerBlock):
        holder = "state" if isinstance(declaration, nodes.StateBlock) else "player"
        for each in declaration.fields:
            yield f"{holder}.{each.name.text}"
            if holder == "state":
                yield each.name.text
    elif isinstance(declaration, nodes.Table):
        yield from (name for row in declaration.rows if (name := _row_name(declaration, row)))
    elif isinstance(declaration, nodes.Scoring):
        yield "scoring"
    if isinstance(declaration, nodes.Kind):
        yield from (f"{declaration.name.text}.{member.name.text}" for member in declaration.members)


def _row_name(table: nodes.Table, row: nodes.Row) -> str:
    head = [cell.text if isinstance(cell, nodes.Name) else "" for cell in table.header]
    cell = row.cells[head.index("name")] if "name" in head and head.index("name") < len(row.cells) else None
    return cell.text if isinstance(cell, nodes.Name) else ""


# ------------------------------------------------------------------------------------------------------------ dice and boards


def _declared(declarations: Declarations, change: nodes.Change) -> bool:
    """Change a die, a board, or who wins; false if the game has none of that name."""
    new = change.declared
    for old in declarations:
        if isinstance(new, nodes.Die) and isinstance(old, nodes.Die) and old.name.text == new.name.text:
            old.faces = list(new.faces)
            return True
        if isinstance(new, nodes.Board) and isinstance(old, nodes.Board) and old.name.text == new.name.text:
            _board(change, old, new)
            return True
        if isinstance(new, nodes.Scoring) and isinstance(old, nodes.Scoring):
            old.ranks = [*(old.ranks if change.verb == "add" else []), *new.ranks]
            return True
    return False


def _board(change: nodes.Change, old: nodes.Board, new: nodes.Board) -> None:
    """Put lines into a board, or take them out; `replace` puts them in the place of all lines of their sorts."""
    if change.verb == "take":
        old.ways = [way for each in old.ways for way in _without(each, new.ways)]
        old.gaps = [gap for each in old.gaps for gap in _without(each, new.gaps)]
        old.start = None if new.start is not None else old.start
        return
    if change.verb == "replace":
        old.ways = [] if new.ways else old.ways
        old.gaps = [] if new.gaps else old.gaps
    if new.grid is not None or new.hexes is not None or new.condition is not None:
        old.grid, old.hexes, old.condition, old.placed = new.grid, new.hexes, new.condition, new.placed
    old.start = new.start if new.start is not None else old.start
    old.ways = [*old.ways, *new.ways]
    old.gaps = [*old.gaps, *new.gaps]


def _without(line: nodes.Way, taken: Sequence[nodes.Way]) -> Iterator[nodes.Way]:
    """What is left of a line of spaces when some steps of it are taken away: none, itself, or the stretches between."""
    if line.name is not None and any(t.name is not None and t.name.text == line.name.text for t in taken):
        return
    steps = {frozenset(pair) for each in taken for pair in _steps(each)}
    stretch = [line.spaces[0]]
    for before, after in zip(line.spaces, line.spaces[1:], strict=False):
        if frozenset((before.text, after.text)) in steps:
            if len(stretch) > 1:
                yield nodes.Way(span=line.span, name=line.name, spaces=stretch)
            stretch = []
        stretch.append(after)
    if len(stretch) == len(line.spaces):
        yield line
    elif len(stretch) > 1:
        yield nodes.Way(span=line.span, name=line.name, spaces=stretch)


def _steps(line: nodes.Way) -> Iterator[tuple[str, str]]:
    for before, after in zip(line.spaces, line.spaces[1:], strict=False):
        yield before.text, after.text


# ------------------------------------------------------------------------------------------------------------ what is removed


def _remove(declarations: Declarations, change: nodes.Change, anew: set[str], gone: set[str], kinds: set[str]) -> bool:
    """Remove a declaration, or a member of one; false if that is done later, or there is nothing of that name."""
    names = [part.text for part in change.path]
    if len(names) == 2:
        return _remove_member(declarations, change, names[0], names[1])
    if len(names) != 1 or change.key is not None:
        return False
    name = names[0]
    for number, declaration in enumerate(declarations):
        if isinstance(declaration, NAMED) and declaration.name.text == name:
            whole = isinstance(declaration, nodes.Instance) and declaration.kind.text in gone
            if isinstance(declaration, LATER) and name not in anew and not whole:
                return False
            if isinstance(declaration, nodes.Kind) and name not in anew and _has_things(declarations, name, gone):
                return False
            del declarations[number]
            declarations[:] = [d for d in declarations if not (isinstance(d, nodes.Also) and d.name.text == name)]
            return True
        if isinstance(declaration, nodes.Scoring) and name == "scoring":
            del declarations[number]
            return True
        if isinstance(declaration, nodes.StateBlock) and any(f.name.text == name for f in declaration.fields):
            declaration.fields = [f for f in declaration.fields if f.name.text != name]
            return True
        if isinstance(declaration, nodes.Table) and (name in anew or declaration.kind.text in gone):
            rows = [row for row in declaration.rows if _row_name(declaration, row) != name]
            if len(rows) < len(declaration.rows):
                declaration.rows = rows
                declarations[:] = [d for d in declarations if rows or d is not declaration]
                declarations[:] = [d for d in declarations if not (isinstance(d, nodes.Also) and d.name.text == name)]
                return True
        if isinstance(declaration, nodes.Board) and any(w.name is not None and w.name.text == name for w in declaration.ways):
            declaration.ways = [w for w in declaration.ways if w.name is None or w.name.text != name]
            declarations[:] = [d for d in declarations if not (isinstance(d, nodes.Also) and d.name.text == name)]
            return True
    return False


def _has_things(declarations: Declarations, kind: str, gone: set[str]) -> bool:
    """Whether there are things of a kind, or kinds below it, that are not removed with it."""
    for d in declarations:
        if isinstance(d, nodes.Instance) and d.kind.text == kind and d.name.text not in gone:
            return True
        if isinstance(d, nodes.Table) and d.kind.text == kind and any(_row_name(d, row) not in gone for row in d.rows):
            return True
        if isinstance(d, nodes.Kind) and d.parent is not None and d.parent.text == kind and d.name.text not in gone:
            return True
    return False


def _remove_member(declarations: Declarations, change: nodes.Change, owner: str, name: str) -> bool:
    """Remove a field, a member of a kind or of an enum, a value or a body of a thing."""
    found = False
    for declaration in declarations:
        if isinstance(declaration, nodes.StateBlock | nodes.PlayerBlock):
            if owner == ("state" if isinstance(declaration, nodes.StateBlock) else "player"):
                kept = [f for f in declaration.fields if f.name.text != name]
                found = found or len(kept) < len(declaration.fields)
                declaration.fields = kept
        elif isinstance(declaration, nodes.Enum) and declaration.name.text == owner:
            values = [m for m in declaration.members if m[0].text != name]
            found = found or len(values) < len(declaration.members)
            declaration.members = values
        elif isinstance(declaration, nodes.Kind) and declaration.name.text == owner:
            members = [m for m in declaration.members if m.name.text != name]
            found = found or len(members) < len(declaration.members)
            declaration.members = members
        elif isinstance(declaration, nodes.Instance | nodes.Also) and declaration.name.text == owner:
            slots = [slot for slot in declaration.slots if not _is_slot(slot, name, change.key)]
            found = found or len(slots) < len(declaration.slots)
            declaration.slots = slots
        elif isinstance(declaration, nodes.Table):
            found = _empty_cell(declaration, change, owner, name) or found
    return found


def _is_slot(slot: nodes.Value | nodes.Rule | nodes.Define, name: str, key: nodes.Expression | None) -> bool:
    if slot.name.text != name:
        return False
    own = slot.key if isinstance(slot, nodes.Value) else None
    return own is None if key is None else own is not None and same_tree(own, key)


def _empty_cell(table: nodes.Table, change: nodes.Change, owner: str, name: str) -> bool:
    for row in table.rows:
        if _row_name(table, row) != owner:
            continue
        for number, head in enumerate(table.header):
            if isinstance(head, nodes.Item):
                same = isinstance(head.value, nodes.Name) and head.value.text == name and len(head.keys) == 1
                fits = same and change.key is not None and same_tree(head.keys[0], change.key)
            else:
                fits = isinstance(head, nodes.Name) and head.text == name and change.key is None
            if fits and number < len(row.cells) and row.cells[number] is not None:
                row.cells[number] = None
                return True
    return False


# ------------------------------------------------------------------------------------------------------------ what is not there


def check(game: Game, change: nodes.Change) -> None:
    """Report a change of a die, a board or of who wins that the game does not have."""
    new, name = change.declared, change.path[0]
    if isinstance(new, nodes.Die):
        game.unknown("RL0401", f"the game has no die `{name.text}` to be changed", name.span, name.text, game.model.dice)
    elif isinstance(new, nodes.Board):
        game.unknown("RL0401", f"the game has no board `{name.text}` to be changed", name.span, name.text, game.model.boards)
    elif new is not None:
        game.sink.error("RL0401", "the game has no scoring that says who wins", name.span, help=help_for("scoring", []))

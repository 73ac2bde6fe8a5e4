"""How two games differ, rule by rule: what only one of them has, and what both have and say in different words.

Games are compared by their dotted names and not by their files and lines, so that rules that were moved, explained anew or laid
out otherwise are the same rules. `diff_variant` says the difference as a variant of the first game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.errors import NotFound
from rulelang.locate import GamePlace, locate
from rulelang.syntax import nodes
from rulelang.syntax.walk import same_tree, walk
from rulelang.text.source import Span
from rulelang.tools.checking import read_game
from rulelang.tools.copying import origin_of
from rulelang.tools.outline import Outline, outline_of
from rulelang.tools.setup import Setup


@dataclass(slots=True)
class Unit:
    """Something that a game says under a name. `form` is what it is; `owner` the declaration around a member; `node` its tree,
    which is compared, or none where `text` is."""

    path: str
    form: str
    span: Span
    text: str
    node: nodes.Node | None = None
    owner: nodes.Node | None = None

    def same(self, other: Unit) -> bool:
        """Whether both say the same."""
        if self.form != other.form:
            return False
        if self.node is not None and other.node is not None:
            return same_tree(self.node, other.node)
        return self.text == other.text


@dataclass(slots=True)
class Book:
    """All that a game says, by name, in the order of its files."""

    outline: Outline
    name: str
    title: str
    units: dict[str, Unit] = field(default_factory=dict)

    def place(self, unit: Unit) -> str:
        """Where a unit stands."""
        return self.outline.sources.place(unit.span)

    def lines(self, span: Span, leading: bool = False) -> list[str]:
        """The lines of a place, as they stand; with those that explain it, if they are wanted."""
        source = self.outline.sources.file(span)
        text = source.text[span.start : span.end].rstrip()
        first = source.position(span.start).line
        last = source.position(span.start + max(len(text) - 1, 0)).line
        while leading and first > 1 and source.line(first - 1).lstrip().startswith(("##", "@")):
            first -= 1
        return [source.line(number).rstrip() for number in range(first, last + 1)]


def book_of(place: GamePlace, setup: Setup) -> Book:
    """What a game says. Its faults do not matter, as far as its files can be read."""
    model = read_game(place, setup).model
    outline = outline_of(model)
    book = Book(outline, model.name, model.title)
    for tree in outline.files:
        for declaration in tree.declarations:
            for unit in _units(outline, declaration):
                book.units.setdefault(unit.path, unit)
    for unit in book.units.values():
        for node in walk(unit.node) if unit.node is not None else ():
            # What explains a rule is no part of it.
            if isinstance(node, nodes.Declaration | nodes.Option):
                node.doc = []
            if isinstance(node, nodes.Declaration):
                node.notes = []
    return book


def _units(outline: Outline, d: nodes.Declaration) -> Iterator[Unit]:
    written = outline.written
    match d:
        case nodes.GameDeclaration():
            yield Unit("game", "game", d.name.span, f"players {d.fewest} to {d.most}")
        case nodes.Setting() | nodes.Enum() | nodes.Die() | nodes.Board() | nodes.Supply() | nodes.Whenever() | nodes.Anytime():
            yield Unit(d.name.text, type(d).__name__.lower(), d.name.span, written(d), d)
        case nodes.Rule() | nodes.Define() | nodes.Phase():
            yield Unit(d.name.text, type(d).__name__.lower(), d.name.span, written(d), d)
        case nodes.Symbols():
            yield Unit(f"symbols {d.kind.text}", "symbols", d.kind.span, written(d), d)
        case nodes.Play():
            yield Unit("play", "play", d.span, written(d), d)
        case nodes.Always():
            yield Unit(f"always {written(d.text)}", "always", d.text.span, written(d), d)
        case nodes.Example():
            yield Unit(f'example "{d.title}"', "example", d.span, written(d), d)
        case nodes.StateBlock() | nodes.PlayerBlock():
            holder = "state" if isinstance(d, nodes.StateBlock) else "player"
            for each in d.fields:
                yield Unit(f"{holder}.{each.name.text}", "field", each.name.span, _field(written(each), each), None, d)
        case nodes.Kind():
            parent = f" is {d.parent.text}" if d.parent is not None else ""
            yield Unit(d.name.text, "kind", d.name.span, f"kind {d.name.text}{parent}", None, d)
            for member in d.members:
                text = _field(written(member), member) if isinstance(member, nodes.Field) else written(member)
                node = member if isinstance(member, nodes.Rule | nodes.Define) else None
                form = "field" if isinstance(member, nodes.Field) else "value" if isinstance(member, nodes.Fixed) else "member"
                yield Unit(f"{d.name.text}.{member.name.text}", form, member.name.span, text, node, d)
        case nodes.Instance():
            yield _thing(d.name.text, d.kind.text, d.name.span, written(d.copies), written(d.family), written(d.label), d)
            yield from _slots(outline, d.name.text, d.slots, d)
        case nodes.Also():
            yield from _slots(outline, d.name.text, d.slots, d)
        case nodes.Table():
            yield from _rows(outline, d)
        case nodes.Total():
            header = ", ".join(written(p) for p in d.parameters)
            yield Unit(d.name.text, "total", d.name.span, f"total {d.name.text}({header})", None, d)
            for line in d.lines:
                yield Unit(f"{d.name.text}.{written(line.label)}", "line", line.label.span, written(line), line, d)
        case nodes.Scoring():
            ranks = ", ".join(written(rank) for rank in d.ranks)
            yield Unit("scoring", "scoring", d.player.span, f"for each player {d.player.text} winner {ranks}", None, d)
            for line in d.lines:
                yield Unit(f"scoring.{written(line.label)}", "line", line.label.span, written(line), line, d)
        case nodes.Components():
            for component in d.lines:
                zone = f" in {written(component.zone)}" if component.zone is not None else ""
                yield Unit(
                    f"components {component.what.text}{zone}", "component", component.what.span, written(component), None, d
                )
        case _:
            return


def _field(text: str, node: nodes.Field) -> str:
    """A field with its own name, where several were declared in one line."""
    return f"{node.name.text}{text[text.index(':') :]}"


def _thing(name: str, kind: str, span: Span, copies: str, family: str, label: str, owner: nodes.Node) -> Unit:
    copies = copies.removeprefix("x ").strip()
    head = [kind, name, *([f"x {copies}"] if copies else []), *([family] if family else []), *([label] if label else [])]
    return Unit(name, "thing", span, " ".join(head), None, owner)


def _slots(
    outline: Outline, name: str, slots: list[nodes.Value | nodes.Rule | nodes.Define], owner: nodes.Node
) -> Iterator[Unit]:
    for slot in slots:
        if isinstance(slot, nodes.Value):
            key = f"[{outline.written(slot.key)}]" if slot.key is not None else ""
            yield Unit(f"{name}.{slot.name.text}{key}", "value", slot.name.span, outline.written(slot.value), None, owner)
        else:
            yield Unit(f"{name}.{slot.name.text}", "member", slot.name.span, outline.written(slot), slot, owner)


def _rows(outline: Outline, table: nodes.Table) -> Iterator[Unit]:
    written = outline.written
    head = [written(cell) for cell in table.header]
    for number, row in enumerate(table.rows, 1):
        cells = {column: cell for column, cell in zip(head, row.cells, strict=False) if cell is not None}
        named = cells.pop("name", None)
        name = written(named) if named is not None and table.kind.text != "Player" else f"{table.kind.text}[{number}]"
        span = named.span if named is not None else row.span
        copies, label = written(cells.pop("x", None)), written(cells.pop("label", None))
        yield _thing(name, table.kind.text, span, copies, written(table.family), label, table)
        for column, cell in cells.items():
            yield Unit(f"{name}.{column}", "value", cell.span, written(cell), None, table)


# ------------------------------------------------------------------------------------------------------------ as text


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the first game says, or the second, or both in different words."""

    path: str
    old: Unit | None
    new: Unit | None


def differences(first: Book, second: Book) -> list[Difference]:
    """All differences, in the order of the first game, then what only the second has. A member of something that one of them
    lacks is no difference of its own."""
    found: list[Difference] = []
    for path, unit in first.units.items():
        other = second.units.get(path)
        if other is None:
            found.append(Difference(path, unit, None))
        elif not unit.same(other):
            found.append(Difference(path, unit, other))
    found.extend(Difference(path, None, unit) for path, unit in second.units.items() if path not in first.units)
    whole = {d.path for d in found if (d.old is None) != (d.new is None)}
    return [d for d in found if not any(d.path.startswith(f"{path}.") for path in whole)]


def diff_text(first: Book, second: Book) -> str:
    """The differences for people; empty where there are none."""
    lines: list[str] = []
    for difference in differences(first, second):
        old, new = difference.old, difference.new
        if old is None and new is not None:
            lines.append(f"new      {difference.path}  {second.place(new)}")
        elif new is None and old is not None:
            lines.append(f"gone     {difference.path}  {first.place(old)}")
        elif old is not None and new is not None:
            lines.append(f"changed  {difference.path}  {first.place(old)}  {second.place(new)}")
            lines.extend(_compared(first, old, second, new))
    return "\n".join(lines)


def _compared(first: Book, old: Unit, second: Book, new: Unit) -> Iterator[str]:
    import difflib

    before = first.lines(old.node.span) if old.node is not None else [old.text]
    after = second.lines(new.node.span) if new.node is not None else [new.text]
    for line in list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]:
        if not line.startswith("@@"):
            yield f"    {line[0]} {line[1:]}"


def books(first: GamePlace, second: GamePlace | None, setup: Setup) -> tuple[Book, Book]:
    """The two games to compare: of one alone, what it is a copy of, and itself. Raises `NotFound` where it is no copy."""
    if second is not None:
        return book_of(first, setup), book_of(second, setup)
    origin = origin_of(first)
    if origin is None:
        raise NotFound(f"`{first.id}` does not remember what it is a copy of; name the game to compare it with")
    return book_of(locate(origin.game), setup), book_of(first, setup)

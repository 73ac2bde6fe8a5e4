"""The outline of a game: everything in it that has a name, in the order of the text.

Made from the trees of the files alone, so it exists for a game with faults too. Each item has the dotted name by which variants
change it, transcripts cite it and errors point at it. `find`, `show` and the provenance report stand on this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulelang.sema.model import GameModel
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules
from rulelang.text.diagnostic import Sink
from rulelang.text.source import SourceMap, Span


@dataclass(slots=True, eq=False)
class Item:
    """Something with a name. `form` is what it is, in the words of the manual; `span` all of it, `name_span` its name; `label`
    what it is called on the table; `notes` are those of its own, `inherited` those of the declaration around it."""

    path: str
    form: str
    span: Span
    name_span: Span
    node: nodes.Node
    label: str = ""
    value: str = ""
    doc: list[str] = field(default_factory=list)
    notes: list[nodes.Note] = field(default_factory=list)
    inherited: list[nodes.Note] = field(default_factory=list)

    @property
    def origin(self) -> list[nodes.Note]:
        """Where it comes from: its own notes, else those of what it stands in."""
        return self.notes or self.inherited


class Outline:
    """The items of a game's files."""

    def __init__(self, sources: SourceMap) -> None:
        self.sources = sources
        self.files = [parse_rules(file, Sink()) for file in sources.files if file.name.endswith(".rules")]
        self.items: list[Item] = []
        self.list_items()

    def list_items(self) -> None:
        """List what has a name in the trees as they are now."""
        self.items = [item for tree in self.files for declaration in tree.declarations for item in self._declared(declaration)]

    def written(self, node: nodes.Node | Span | None) -> str:
        """What the author wrote there, on one line."""
        if node is None:
            return ""
        span = node.span if isinstance(node, nodes.Node) else node
        return " ".join(self.sources.file(span).text[span.start : span.end].split())

    def around(self, span: Span) -> Item | None:
        """The innermost item with a body or a value that a place lies in."""
        best: Item | None = None
        for item in self.items:
            if item.span.file == span.file and item.span.start <= span.start < item.span.end:
                if best is None or item.span.start >= best.span.start:
                    best = item
        return best

    def named(self, path: str) -> list[Item]:
        """The items of that dotted name."""
        return [item for item in self.items if item.path == path]

    # -------------------------------------------------------------------------------------------------- declarations

    def _label(self, text: nodes.Text | str | None) -> str:
        if isinstance(text, nodes.Text):
            return self.written(text).strip('"')
        return text or ""

    def _item(self, path: str, form: str, node: nodes.Node, name: nodes.Node, **more: object) -> Item:
        item = Item(path, form, node.span, name.span, node)
        if isinstance(node, nodes.Declaration):
            item.doc, item.notes = node.doc, node.notes
        for key, value in more.items():
            setattr(item, key, value)
        return item

    def _declared(self, declaration: nodes.Declaration) -> Iterator[Item]:
        match declaration:
            case nodes.GameDeclaration():
                yield self._item(declaration.name.text, "game", declaration, declaration.name, label=declaration.title)
            case nodes.Variant():
                yield self._item(declaration.name.text, "variant", declaration, declaration.name, label=declaration.title or "")
            case nodes.Setting():
                value, label = self.written(declaration.value), self._label(declaration.label)
                yield self._item(declaration.name.text, "setting", declaration, declaration.name, value=value, label=label)
            case nodes.Enum():
                yield self._item(declaration.name.text, "enum", declaration, declaration.name)
                for name, text in declaration.members:
                    path = f"{declaration.name.text}.{name.text}"
                    yield self._item(path, "enum member", name, name, label=text or "", inherited=declaration.notes)
            case nodes.Die():
                faces = ", ".join(str(face) for face in declaration.faces)
                yield self._item(declaration.name.text, "die", declaration, declaration.name, value=faces)
            case nodes.Kind():
                yield self._item(declaration.name.text, "kind", declaration, declaration.name)
                for member in declaration.members:
                    yield from self._member(declaration.name.text, member, declaration.notes)
            case nodes.Instance():
                label = self._label(declaration.label)
                yield self._item(declaration.name.text, declaration.kind.text, declaration, declaration.name, label=label)
                for slot in declaration.slots:
                    yield from self._member(declaration.name.text, slot, declaration.notes)
            case nodes.Also():
                yield self._item(declaration.name.text, "additions", declaration, declaration.name)
                for slot in declaration.slots:
                    yield from self._member(declaration.name.text, slot, declaration.notes)
            case nodes.Table():
                yield from self._table(declaration)
            case nodes.Board():
                yield self._item(declaration.name.text, "board", declaration, declaration.name)
                for way in declaration.ways:
                    if way.name is not None:
                        yield self._item(way.name.text, "edge", way, way.name, inherited=declaration.notes)
            case nodes.Symbols():
                yield self._item(f"{declaration.kind.text}.symbols", "symbols", declaration, declaration.kind)
            case nodes.StateBlock():
                for each in declaration.fields:
                    yield from self._member("state", each, declaration.notes)
            case nodes.PlayerBlock():
                for each in declaration.fields:
                    yield from self._member("player", each, declaration.notes)
            case nodes.Rule() | nodes.Define() | nodes.Phase() | nodes.Play():
                yield from self._routine("", declaration, [])
            case nodes.Scoring():
                yield from self._scoring(declaration)
            case nodes.Whenever() | nodes.Anytime():
                word = "whenever" if isinstance(declaration, nodes.Whenever) else "anytime"
                label = self._label(declaration.label) if isinstance(declaration, nodes.Anytime) else ""
                item = self._item(declaration.name.text, word, declaration, declaration.name, label=label)
                yield item
                yield from self._inside(item.path, declaration, item.origin)
            case nodes.Total():
                yield self._item(declaration.name.text, "total", declaration, declaration.name)
                for line in declaration.lines:
                    yield self._line(declaration.name.text, line, declaration.notes)
            case nodes.Supply():
                value = self.written(declaration.amount)
                yield self._item(declaration.name.text, "supply", declaration, declaration.name, value=value)
            case nodes.Components():
                yield self._item("components", "components", declaration, declaration)
            case nodes.Always():
                yield self._item("always", "always", declaration, declaration.text, label=self._label(declaration.text))
            case nodes.Example():
                yield self._item("example", "example", declaration, declaration, label=declaration.title)
            case nodes.Change():
                yield from self._change(declaration)
            case _:
                return

    def _member(self, holder: str, member: nodes.Declaration, notes: list[nodes.Note]) -> Iterator[Item]:
        if isinstance(member, nodes.Field):
            item = self._item(f"{holder}.{member.name.text}", "field", member, member.name, label=member.label or "")
            item.value = self.written(member.default)
            item.inherited = notes
            yield item
        elif isinstance(member, nodes.Fixed):
            yield self._item(
                f"{holder}.{member.name.text}", "value", member, member.name, value=self.written(member.value), inherited=notes
            )
        elif isinstance(member, nodes.Value):
            key = f"[{self.written(member.key)}]" if member.key is not None else ""
            path = f"{holder}.{member.name.text}{key}"
            yield self._item(path, "value", member, member.name, value=self.written(member.value), inherited=notes)
        elif isinstance(member, nodes.Rule | nodes.Define):
            yield from self._routine(holder, member, notes)

    def _table(self, table: nodes.Table) -> Iterator[Item]:
        head = [self.written(cell) for cell in table.header]
        at = head.index("name") if "name" in head else None
        for number, row in enumerate(table.rows, 1):
            cells = dict(zip(head, row.cells, strict=False))
            name = row.cells[at] if at is not None and at < len(row.cells) else None
            label = self.written(cells.get("label")).strip('"')
            path = self.written(name) if name is not None else f"{table.kind.text}[{number}]"
            place = name if name is not None else row
            row_item = self._item(path, table.kind.text, row, place, label=label, inherited=table.notes)
            yield row_item
            for column, cell in cells.items():
                if cell is not None and column not in ("name", "label", "x"):
                    item = self._item(f"{path}.{column}", "value", cell, cell, value=self.written(cell))
                    item.inherited = row_item.origin
                    yield item

    def _routine(self, holder: str, routine: nodes.Declaration, notes: list[nodes.Note]) -> Iterator[Item]:
        if isinstance(routine, nodes.Play):
            begin = routine.span.start
            item = Item("play", "play", routine.span, Span(routine.span.file, begin, begin + len("play")), routine)
            item.doc, item.notes = routine.doc, routine.notes
        else:
            assert isinstance(routine, nodes.Rule | nodes.Define | nodes.Phase)
            form = type(routine).__name__.lower()
            name = f"{holder}.{routine.name.text}" if holder else routine.name.text
            title = self._label(routine.title) if isinstance(routine, nodes.Phase) else ""
            item = self._item(name, form, routine, routine.name, label=title, inherited=notes)
            if isinstance(routine, nodes.Define):
                item.value = self.written(routine.value)
        yield item
        yield from self._inside(item.path, routine, item.origin)

    def _inside(self, path: str, body: nodes.Node | Iterable[nodes.Node], notes: list[nodes.Note]) -> Iterator[Item]:
        """The steps, choices and options in a body."""
        for node in everything(body):
            if isinstance(node, nodes.Step):
                yield self._item(
                    f"{path}.{node.name.text}", "step", node, node.name, label=self._label(node.title), inherited=notes
                )
            elif isinstance(node, nodes.Option):
                label = self._label(node.label)
                yield self._item(
                    f"{path}.{node.name.text}", "option", node, node.name, label=label, doc=node.doc, inherited=notes
                )

    def _scoring(self, scoring: nodes.Scoring) -> Iterator[Item]:
        item = self._item("scoring", "scoring", scoring, scoring.player)
        yield item
        for line in scoring.lines:
            yield self._line("scoring", line, item.notes)

    def _line(self, path: str, line: nodes.ScoreLine, notes: list[nodes.Note]) -> Item:
        label, value = self._label(line.label), self.written(line.value)
        return self._item(path, "score line", line, line.label, label=label, value=value, inherited=notes)

    def _change(self, change: nodes.Change) -> Iterator[Item]:
        target = ".".join(part.text for part in change.path)
        item = self._item(target, f"{change.verb}", change, change.path[-1], value=self.written(change.value))
        yield item
        yield from self._inside(target, change, item.notes)


def outline_of(model: GameModel) -> Outline:
    """The outline of a checked game, of all the files that were read for it."""
    return Outline(model.sources)

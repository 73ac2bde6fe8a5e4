"""Where a name, a label or a text of a game stands; what it is worth, where it comes from, who reads it and who writes it.

All words asked for must occur, in any order and in capitals or small letters; `_` counts as a space. What is called so comes
first, then what is labelled so, then what speaks of it. Readers and writers are the rules, phases and values around each use of
the symbol; a use writes where it is assigned to, gained or lost, or where things are moved from or to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.sema.model import GameModel
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, Symbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.source import Span
from rulelang.tools.outline import Item, Outline, outline_of

Place = tuple[int, int]
"""A file and where a name ends in it: how a use is known by name, whether its span is the name or all of `a.b`."""


@dataclass(frozen=True, slots=True)
class Use:
    """A place that means a symbol: the dotted name of what it stands in, and where."""

    within: str
    place: str


@dataclass(slots=True)
class Found:
    """Something found. `form` is what it is; `text` the line where only a text was found."""

    path: str
    form: str
    place: str
    label: str = ""
    value: str = ""
    type: str = ""
    text: str = ""
    doc: list[str] = field(default_factory=list)
    origin: list[str] = field(default_factory=list)
    readers: list[Use] = field(default_factory=list)
    writers: list[Use] = field(default_factory=list)


def find(model: GameModel, words: list[str]) -> list[Found]:
    """What is called so, labelled so or speaks of it, best first."""
    outline = outline_of(model)
    wanted = [word.lower().replace("_", " ") for word in words if word.strip()]
    if not wanted:
        return []
    symbols = {(symbol.span.file, symbol.span.end): symbol for symbol in all_symbols(model)}
    written = set(written_places(outline))
    ranked: list[tuple[int, int, Found]] = []
    covered: list[Span] = []
    for order, item in enumerate(outline.items):
        rank = _rank(item, wanted)
        if rank is None:
            continue
        found = _describe(outline, item)
        symbol = symbols.get((item.name_span.file, item.name_span.end))
        if symbol is not None:
            _add_uses(outline, symbol, written, found)
        covered.append(item.name_span)
        ranked.append((rank, order, found))
    ranked.sort(key=lambda entry: entry[:2])
    return [found for _, _, found in ranked] + _texts(outline, wanted, covered)


def note_text(note: nodes.Note) -> str:
    """A note as written: `@rulebook("4.2")`."""
    return f'@{note.name}("{note.text}")' if note.text is not None else f"@{note.name}"


def all_symbols(model: GameModel) -> Iterator[Symbol]:
    """Every symbol that a game declares."""
    yield from model.settings.values()
    for enum in model.enums.values():
        yield enum
        yield from enum.members
    yield from model.dice.values()
    yield from model.boards.values()
    yield from model.state_fields.values()
    yield from model.player_fields.values()
    yield from model.routines.values()
    yield from model.standing
    for kind in model.kinds.values():
        yield kind
        yield from kind.fields.values()
        yield from kind.methods.values()
        yield from _overrides(kind)
    for instance in model.instances:
        yield instance
        yield from _overrides(instance)


def _overrides(holder: KindSymbol | InstanceSymbol) -> Iterator[Symbol]:
    yield from holder.overrides.values()


def written_places(outline: Outline) -> Iterator[Place]:
    """Where a name stands that is written there."""
    for tree in outline.files:
        for node in everything(tree):
            match node:
                case nodes.Assign():
                    yield _name_end(node.target)
                case nodes.Gain():
                    yield node.resource.span.file, node.resource.span.end
                case nodes.Move():
                    yield _name_end(node.destination)
                    if node.source is not None:
                        yield _name_end(node.source)
                case nodes.Draw():
                    yield _name_end(node.source)
                    yield _name_end(node.destination)
                case nodes.Shuffle():
                    yield _name_end(node.into if node.into is not None else node.what)
                case _:
                    pass


def _name_end(target: nodes.Expression) -> Place:
    while isinstance(target, nodes.Item):
        target = target.value
    span = target.name.span if isinstance(target, nodes.Attribute) else target.span
    return span.file, span.end


def _rank(item: Item, wanted: list[str]) -> int | None:
    path = item.path.lower().replace("_", " ")
    name = path.rpartition(".")[2]
    asked = " ".join(wanted)
    if asked in (path, name):
        return 0
    for rank, text in enumerate((path, f"{path} {item.label.lower()}"), 1):
        if all(word in text for word in wanted):
            return rank
    spoken = " ".join([path, item.label, *item.doc, *(note.text or "" for note in item.notes)]).lower().replace("_", " ")
    return 3 if all(word in spoken for word in wanted) else None


def _describe(outline: Outline, item: Item) -> Found:
    return Found(
        path=item.path,
        form=item.form,
        place=outline.sources.place(item.name_span),
        label=item.label,
        value=item.value,
        type=outline.written(item.node.type_node) if isinstance(item.node, nodes.Field | nodes.Setting) else "",
        doc=[line.strip() for line in item.doc],
        origin=[note_text(note) for note in item.origin],
    )


def _add_uses(outline: Outline, symbol: Symbol, written: set[Place], found: Found) -> None:
    for span in dict.fromkeys(symbol.uses):
        if span.file < 0:
            continue
        around = outline.around(span)
        use = Use(around.path if around is not None else "", outline.sources.place(span))
        (found.writers if (span.file, span.end) in written else found.readers).append(use)


def _texts(outline: Outline, wanted: list[str], covered: list[Span]) -> list[Found]:
    """Lines that hold the words and are not the line of something found by name."""
    known = {(span.file, outline.sources.file(span).position(span.start).line) for span in covered}
    texts: list[Found] = []
    for source in outline.sources.files:
        for number, line in enumerate(source.text.split("\n"), 1):
            folded = line.lower().replace("_", " ")
            if (source.number, number) in known or not all(word in folded for word in wanted):
                continue
            column = len(line) - len(line.lstrip())
            span = Span(source.number, source.line_starts()[number - 1] + column, source.line_starts()[number - 1] + len(line))
            around = outline.around(span)
            path = around.path if around is not None else ""
            texts.append(Found(path, "text", outline.sources.place(span), text=line.strip()))
    return texts


def find_text(found: list[Found], most_uses: int = 12) -> str:
    """What was found, for people."""
    blocks: list[str] = []
    for each in found:
        if each.form == "text":
            blocks.append(f"{each.place}  {each.text}" + (f"  (in {each.path})" if each.path else ""))
            continue
        title = f"{each.path}  {each.form}{f' “{each.label}”' if each.label and each.label != each.path else ''}"
        lines = [f"{title}  {each.place}"]
        if each.type or each.value:
            lines.append("    " + " = ".join(part for part in (each.type, each.value) if part))
        lines += [f"    {line}" for line in each.doc]
        lines += [f"    {line}" for line in each.origin]
        for word, uses in (("read", each.readers), ("written", each.writers)):
            lines += [f"    {word} by {use.within or 'the game'}  {use.place}" for use in uses[:most_uses]]
            if len(uses) > most_uses:
                lines.append(f"    {word} in {len(uses) - most_uses} more places")
        blocks.append("\n".join(lines))
    return "\n".join(blocks)

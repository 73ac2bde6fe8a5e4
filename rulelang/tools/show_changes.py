"""What variants make of a game, as text: what a combination of them changes, rule by rule, and a rule as it now stands.

Both are made from the trees of the files as they were written, and not from the game that was woven of them, so they can be
shown also where two variants exclude each other. A rule is shown in the lines of its files: what a change says stands where it
acts, what it takes away is left out, and where it says `original(...)` the lines that were there follow, deeper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.sema import spots
from rulelang.sema.clashes import is_original
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.source import Span
from rulelang.tools.outline import Item, Outline

STEP = "    "
VERBS = ("add", "limit", "replace", "before", "after", "remove")


@dataclass(frozen=True, slots=True)
class Made:
    """A change and the variant that makes it."""

    variant: nodes.Variant
    change: nodes.Change

    @property
    def path(self) -> list[str]:
        """The dotted name of what is changed."""
        return [part.text for part in self.change.path]


def made_by_variants(outline: Outline) -> list[Made]:
    """All changes, in the order of the variants: each behind those that it is over, else by name."""
    files = [(_variant_of(tree), tree) for tree in outline.files]
    found = sorted(((v, tree) for v, tree in files if v is not None), key=lambda pair: pair[0].name.text)
    placed: list[tuple[nodes.Variant, nodes.File]] = []
    while found:
        names = {v.name.text for v, _ in found}
        free = next((p for p in found if not any(o.text in names for o in p[0].over)), found[0])
        found.remove(free)
        placed.append(free)
    return [Made(v, d) for v, tree in placed for d in tree.declarations if isinstance(d, nodes.Change) and d.path]


def _variant_of(tree: nodes.File) -> nodes.Variant | None:
    return next((d for d in tree.declarations if isinstance(d, nodes.Variant)), None)


# ------------------------------------------------------------------------------------------------------------ all changes


def changes_text(outline: Outline, faults: Sequence[str]) -> str:
    """What the variants that are on change, name by name, and what they add; `faults` are what keeps them from going together."""
    changes = made_by_variants(outline)
    rows: list[tuple[str, str, str]] = []
    for first in dict.fromkeys(made.path[0] for made in changes):
        own = [item for item in outline.named(first) if item.form not in VERBS]
        rows.append((first, "", outline.sources.place(own[0].name_span) if own else ""))
        for made in changes:
            if made.path[0] == first:
                rows.append(
                    (f"{STEP}{_says(outline, made)}", made.variant.name.text, outline.sources.place(made.change.path[0].span))
                )
    for example, saying in _examples_replaced(outline):
        own = [item for item in outline.items if item.form == "example" and item.label == example.title]
        rows.append((f"example “{example.title}”", "", outline.sources.place(own[0].name_span)))
        rows.append((f"{STEP}replace example", saying.name.text, outline.sources.place(example.span)))
    replaced = {example.span for example, _ in _examples_replaced(outline)}
    for tree in outline.files:
        variant = _variant_of(tree)
        if variant is None:
            continue
        new = [i for i in outline.items if i.span.file == tree.span.file and _is_new(i) and i.span not in replaced]
        if new:
            rows.append((f"new with {variant.name.text}", "", ""))
        rows.extend((f"{STEP}{_called(item)}", variant.name.text, outline.sources.place(item.name_span)) for item in new)
    if not rows:
        return "no variant is on, so nothing is changed"
    first_width = max(len(row[0]) for row in rows)
    second_width = max(len(row[1]) for row in rows)
    lines = [f"{a:<{first_width}}  {b:<{second_width}}  {c}".rstrip() for a, b, c in rows]
    return "\n".join([*lines, *([""] if faults else []), *faults])


def _examples_replaced(outline: Outline) -> list[tuple[nodes.Example, nodes.Variant]]:
    """The examples of a game that come out otherwise, each with the variant that says so."""
    found = [
        (d, _variant_of(tree)) for tree in outline.files for d in tree.declarations if isinstance(d, nodes.Example) and d.replaces
    ]
    return [(example, variant) for example, variant in found if variant is not None]


def _says(outline: Outline, made: Made) -> str:
    change = made.change
    name = ".".join(made.path)
    if change.line is not None:
        name += f".{outline.written(change.line)}"
    if change.key is not None:
        name += f"[{outline.written(change.key)}]"
    if change.declared is not None:
        return _of_declared(outline, change)
    if change.verb == "replace":
        value = f" = {outline.written(change.value)}" if change.value is not None else ""
        runs = any(is_original(node) for node in everything(change))
        return f"replace {name}{value}" if value else f"replace {name}, {'runs' if runs else 'without'} the original"
    if change.verb == "limit":
        return f"limit {name} where {outline.written(change.condition)}"
    if change.verb == "add":
        added = [option.name.text for option in change.options] + [outline.written(line.label) for line in change.lines]
        return f"add to {name}: {', '.join(added)}"
    return f"{change.verb} {name}"


def _of_declared(outline: Outline, change: nodes.Change) -> str:
    """A change of a die, a board, or who wins, as it is written, on one line."""
    new = change.declared
    verb = {"take": "remove from", "add": "add to"}.get(change.verb, change.verb)
    if isinstance(new, nodes.Die):
        return f"{verb} die {new.name.text}: {', '.join(str(face) for face in new.faces)}"
    if isinstance(new, nodes.Scoring):
        return f"{verb} winner: {', then '.join(outline.written(rank) for rank in new.ranks)}"
    assert isinstance(new, nodes.Board)
    lines = [outline.written(line) for line in (*new.ways, *new.gaps)]
    lines += [outline.written(new.grid)] if new.grid is not None else []
    lines += ["start"] if new.start is not None else []
    return f"{verb} board {new.name.text}: {', '.join(lines)}"


def _is_new(item: Item) -> bool:
    """Whether an item is something that a variant adds, by itself."""
    inside = item.form in ("variant", "choice", "option", "step", "value", "score line", "enum member", *VERBS)
    return not inside and (item.form in ("field", "example") or "." not in item.path)


def _called(item: Item) -> str:
    if item.form == "example":
        return f"example “{item.label}”"
    return f"{item.form} {item.path}"


# ------------------------------------------------------------------------------------------------------------ one rule


@dataclass(slots=True)
class Line:
    """A line of a file, where it stands, and the text to show."""

    file: int
    number: int
    text: str

    @property
    def depth(self) -> int:
        """How deep it is indented."""
        return len(self.text) - len(self.text.lstrip())


class Standing:
    """The lines of a rule, into which changes are put."""

    def __init__(self, outline: Outline, span: Span) -> None:
        self.outline = outline
        self.lines = list(self.of(span, leading=True))
        self.bodies: dict[Span, set[int]] = {}
        """The lines of each body that was replaced, by where what has it stands."""

    def of(self, span: Span, leading: bool = False) -> Iterator[Line]:
        """The lines of a place."""
        source = self.outline.sources.file(span)
        first, last = self._range(span)
        while leading and first > 1 and source.line(first - 1).lstrip().startswith(("##", "@")):
            first -= 1
        for number in range(first, last + 1):
            yield Line(span.file, number, source.line(number).rstrip())

    def _range(self, span: Span) -> tuple[int, int]:
        source = self.outline.sources.file(span)
        text = source.text[span.start : span.end].rstrip()
        return source.position(span.start).line, source.position(span.start + max(len(text) - 1, 0)).line

    def _at(self, span: Span) -> tuple[int, int]:
        """Where the lines of a place are now, with whatever was put among them."""
        first, last = self._range(span)
        here = [n for n, line in enumerate(self.lines) if line.file == span.file and first <= line.number <= last]
        return (here[0], here[-1] + 1) if here else (len(self.lines), len(self.lines))

    def moved(self, lines: Sequence[Line], depth: int) -> list[Line]:
        """Lines at another depth."""
        least = min((line.depth for line in lines if line.text), default=0)
        return [Line(line.file, line.number, " " * depth + line.text[least:] if line.text else "") for line in lines]

    def make(self, change: nodes.Change, header: Span, body: Span | None, whole: Span) -> None:
        """Put a change where it acts: on something whose first line, body and whole are given."""
        put_in = [n for n, line in enumerate(self.lines) if id(line) in self.bodies.get(header, ())]
        # What stands in for a whole line, that of a define, has no header above it.
        headless = change.value is not None and body is None and bool(put_in)
        start = put_in[0] if headless else self._at(header)[0]
        if start >= len(self.lines):
            return
        inner = self.lines[start].depth + len(STEP)
        own = self.moved(list(self.of(change.span)), inner)
        first, last = self._at(body) if body is not None else (start + 1, start + 1)
        if put_in:
            first, last = put_in[0], put_in[-1] + 1
        if not headless:
            first, last = max(first, start + 1), max(last, start + 1)
        if change.verb == "remove":
            first, last = self._at(whole)
            self.lines[first:last] = self.moved(own, inner - len(STEP))
        elif change.verb == "limit":
            self.lines[start + 1 : start + 1] = own
        elif change.verb == "before":
            self.lines[first:first] = own
        elif change.verb == "after":
            self.lines[last:last] = own
        elif change.verb == "replace":
            if change.value is not None and body is None:
                first, last = self._at(whole) if header not in self.bodies else (first, last)
                own = self.moved(own, inner - len(STEP))
            new = self._with_original(change, own, self.lines[first:last])
            self.lines[first:last] = new
            self.bodies[header] = {id(line) for line in new}

    def add(self, change: nodes.Change, choice: nodes.ChooseOption | nodes.Offer) -> None:
        """Put options among those of a choice; `pass` and `done` stay the last."""
        place = spots.place_for_more(choice.options)
        first, end = self._at(choice.options[min(place, len(choice.options) - 1)].span)
        depth = self.lines[first].depth if first < len(self.lines) else 0
        at = first if place < len(choice.options) else end
        for option in change.options:
            own = self.moved(list(self.of(option.span)), depth)
            self.lines[at:at] = own
            at += len(own)

    def _with_original(self, change: nodes.Change, own: list[Line], old: list[Line]) -> list[Line]:
        """The lines of a change, with those that it replaces behind each line that says `original(...)`."""
        source = self.outline.sources.file(change.span)
        says = {source.position(node.span.start).line for node in everything(change) if is_original(node)}
        made: list[Line] = []
        for line in own:
            made.append(line)
            if line.number in says:
                made.extend(self.moved(old, line.depth + len(STEP)))
        return made

    def text(self) -> str:
        """The lines with their files."""
        names = [f"{self.outline.sources.files[line.file].name}:{line.number}" for line in self.lines]
        width = max((len(name) for name in names), default=0)
        return "\n".join(f"{name:<{width}}  {line.text}".rstrip() for name, line in zip(names, self.lines, strict=True))


def standing_text(outline: Outline, item: Item) -> str:
    """A named thing as it now stands, with all that variants change of it."""
    shown = Standing(outline, item.span)
    path = item.path.split(".")
    changes = [m for m in made_by_variants(outline) if m.change.line is None and m.path[: len(path)] == path]
    changes.sort(key=lambda m: (-len(m.path), VERBS.index(m.change.verb)))
    for made in changes:
        rest = made.path[len(path) :]
        change = made.change
        if not rest:
            _whole(outline, shown, change, item.node)
            continue
        found = spots.find(_block(item.node), rest)
        if len(found) != 1:
            continue
        node = found[0].node
        if change.verb == "add":
            _add(shown, change, [] if isinstance(node, nodes.Option) else [node])
        elif isinstance(node, nodes.Step | nodes.Option | nodes.Choose):
            shown.make(change, node.span, _span(node.body or []), node.span)
    return shown.text()


def _block(node: nodes.Node) -> nodes.Block:
    body = getattr(node, "body", None)
    return body if isinstance(body, list) else []


def _whole(outline: Outline, shown: Standing, change: nodes.Change, node: nodes.Node) -> None:
    body = _block(node)
    if change.verb == "add":
        if isinstance(node, nodes.Scoring | nodes.Total):
            last = shown.lines[-1].depth
            for line in change.lines:
                shown.lines.extend(shown.moved(list(shown.of(line.span)), last))
            return
        _add(shown, change, body)
        return
    shown.make(change, node.span, _span(body), node.span)


def _add(shown: Standing, change: nodes.Change, block: Sequence[nodes.Statement]) -> None:
    asked = [f for f in spots.walk(list(block)) if isinstance(f.node, nodes.ChooseOption | nodes.Offer)]
    top = [f for f in asked if not any(isinstance(outer, nodes.Option) for outer in f.around)]
    for found in (top or asked)[:1]:
        assert isinstance(found.node, nodes.ChooseOption | nodes.Offer)
        shown.add(change, found.node)


def _span(body: Sequence[nodes.Node]) -> Span | None:
    """Where the statements of a body stand."""
    return body[0].span.to(body[-1].span) if body else None

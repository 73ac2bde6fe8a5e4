"""The outline of a game with its variants: what they add, replace and remove, where it acts.

Made from the trees of the files, as the outline is, so that every line keeps its file, and it exists also where two variants
exclude each other. What `limit` and new values say shapes no course and is left to `show GAME changes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from rulelang.sema import spots
from rulelang.sema.clashes import is_original
from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.tools.outline import Outline
from rulelang.tools.show_changes import made_by_variants

VERBS = ("add", "replace", "remove", "before", "after")

Bodied = nodes.Rule | nodes.Phase | nodes.Play | nodes.Whenever


def woven_outline(model: GameModel) -> Outline:
    """The outline of a checked game in which its variants act."""
    outline = Outline(model.sources)
    changes = [made.change for made in made_by_variants(outline) if made.change.verb in VERBS and made.change.declared is None]
    for change in sorted(changes, key=lambda c: (c.verb in ("before", "after"), -len(c.path), VERBS.index(c.verb))):
        _weave(outline, change)
    for tree in outline.files:
        if any(isinstance(d, nodes.Variant) for d in tree.declarations):
            tree.declarations = [d for d in tree.declarations if not isinstance(d, nodes.Change)]
    outline.list_items()
    return outline


def _weave(outline: Outline, change: nodes.Change) -> None:
    names = [part.text for part in change.path]
    if change.line is None and change.verb == "remove" and len(names) == 1:
        _remove(outline, names[0])
        return
    for node, rest in _bodies(outline, names):
        if isinstance(node, nodes.Scoring | nodes.Total):
            if change.verb == "add":
                node.lines.extend(change.lines)
            elif change.verb == "remove" and change.line is not None:
                written = outline.written(change.line)
                node.lines = [line for line in node.lines if outline.written(line.label) != written]
            continue
        if isinstance(node, nodes.Anytime):
            _inside(change, [_asked(node)], rest)
        elif isinstance(node, nodes.Define):
            node.value = change.value if change.verb == "replace" and not rest and change.value is not None else node.value
        elif rest or change.line is not None or change.verb == "add":
            _inside(change, node.body or [], rest)
        elif node.body is not None:
            node.body = _changed(change, node.body)


def _remove(outline: Outline, name: str) -> None:
    """Leave out what is removed as a whole, unless a variant declares it anew: then what stands last is meant."""
    for tree in outline.files:
        if any(isinstance(d, nodes.Variant) for d in tree.declarations):
            continue
        tree.declarations = [d for d in tree.declarations if getattr(getattr(d, "name", None), "text", "") != name]
        for table in (d for d in tree.declarations if isinstance(d, nodes.Table)):
            at = next((n for n, cell in enumerate(table.header) if outline.written(cell) == "name"), None)
            if at is not None:
                table.rows = [row for row in table.rows if at >= len(row.cells) or outline.written(row.cells[at]) != name]


def _bodies(
    outline: Outline, names: list[str]
) -> Iterator[tuple[Bodied | nodes.Define | nodes.Anytime | nodes.Scoring | nodes.Total, list[str]]]:
    """What a dotted name begins with, and what of the name is left."""
    for tree in outline.files:
        for d in tree.declarations:
            if isinstance(d, nodes.Play) and names[0] == "play":
                yield d, names[1:]
            elif isinstance(d, nodes.Scoring) and names == ["scoring"]:
                yield d, []
            elif isinstance(d, Bodied | nodes.Define | nodes.Anytime | nodes.Total) and not isinstance(d, nodes.Play):
                if d.name.text == names[0]:
                    yield d, names[1:]
            elif isinstance(d, nodes.Kind | nodes.Instance | nodes.Also) and d.name.text == names[0] and len(names) > 1:
                for member in d.members if isinstance(d, nodes.Kind) else d.slots:
                    if isinstance(member, nodes.Rule | nodes.Define) and member.name.text == names[1]:
                        yield member, names[2:]


def _asked(node: nodes.Anytime) -> nodes.ChooseOption:
    """The options of an `anytime` as a choice, with the very same list."""
    asked = nodes.Name(span=node.name.span, text=node.head.name.text)
    return nodes.ChooseOption(span=node.span, player=asked, name=None, prompt=node.label, options=node.options, otherwise=None)


def _inside(change: nodes.Change, block: nodes.Block, rest: list[str]) -> None:
    """Change what has a name inside of a body."""
    if rest or change.line is not None:
        found = spots.find(block, rest, change.line)
    else:
        asked = [each for each in spots.walk(block) if isinstance(each.node, nodes.ChooseOption | nodes.Offer)]
        found = [each for each in asked if not any(isinstance(outer, nodes.Option) for outer in each.around)] or asked
    if len(found) != 1:
        return
    node = found[0].node
    if change.verb == "add" and isinstance(node, nodes.Step):
        _inside(change, node.body, [])
    elif change.verb == "add" and isinstance(node, nodes.ChooseOption | nodes.Offer):
        at = spots.place_for_more(node.options)
        node.options[at:at] = change.options
    elif change.verb == "remove":
        found[0].block[:] = [each for each in found[0].block if each is not node]  # type: ignore[misc]
    elif isinstance(node, nodes.Step | nodes.Option):
        node.body = _changed(change, node.body)


def _changed(change: nodes.Change, body: nodes.Block) -> nodes.Block:
    """A body with what runs before or after it, or another one, in which `original(...)` is what was there."""
    new = deepcopy(change.body or [])
    if change.verb == "before":
        return [*new, *body]
    if change.verb == "after":
        return [*body, *new]
    _put_original(new, body)
    return new


def _put_original(new: nodes.Block, old: nodes.Block) -> None:
    """Let what was there take the place of each `original(...)` in a body."""
    for number in range(len(new) - 1, -1, -1):
        statement = new[number]
        if isinstance(statement, nodes.CallStatement) and is_original(statement.call):
            new[number : number + 1] = old
            continue
        for inner in spots.own_blocks(statement):
            _put_original(inner, old)
        if isinstance(statement, nodes.ChooseOption | nodes.Offer):
            for option in statement.options:
                _put_original(option.body, old)

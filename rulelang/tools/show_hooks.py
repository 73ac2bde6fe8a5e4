"""Every name of a game that a variant can change, and by which verbs.

Declared names come from the outline; what has a name inside of a body is gone through here, since its dotted name is the
shortest that leads to it and to nothing else. What cannot be changed is not listed: an only option cannot be removed, nor a
part of a board.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.sema import spots
from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.text.source import Span
from rulelang.tools.outline import Item, Outline
from rulelang.tools.woven import woven_outline

ZONES = (nodes.ZoneType, nodes.MapType)


def hooks_text(model: GameModel) -> str:
    """The list: name, verbs, place."""
    outline = woven_outline(model)
    fixed = {thing.name for thing in model.instances if thing.board is not None}
    fixed |= {thing.name for board in model.boards.values() for way in board.ways for thing in way if thing is not None}
    rows: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    seats = {item.path for item in outline.items if item.form == "Player"}
    for item in outline.items:
        if item.path.partition(".")[0] in seats:
            # A row of the table of players is a seat and no thing.
            continue
        found = [(item.path, _verbs(item), item.name_span)] if item.form not in ("step", "option") else []
        found += _inside(outline, item)
        for path, verbs, span in found:
            kept = [verb for verb in verbs if not (path in fixed and verb == "remove")]
            if kept and path not in seen:
                seen.add(path)
                rows.append((path, ", ".join(kept), outline.sources.place(span)))
    first = max((len(row[0]) for row in rows), default=0)
    second = max((len(row[1]) for row in rows), default=0)
    return "\n".join(f"{a:<{first}}  {b:<{second}}  {c}".rstrip() for a, b, c in rows)


def _verbs(item: Item) -> list[str]:
    """The changes that a variant can make to something declared; none where its body is left open, or where it has none."""
    free = "." not in item.path
    match item.node:
        case nodes.Rule() | nodes.Phase() | nodes.Play() if item.node.body is not None:
            removed = ["remove"] if free and not isinstance(item.node, nodes.Play) else []
            return ["before", "after", "replace", *_added(item.node.body), *removed]
        case nodes.Define() if item.node.body is not None or item.node.value is not None:
            return ["replace", "remove"] if free else ["replace"]
        case nodes.Total():
            return ["add to", "replace", "remove"]
        case nodes.Whenever():
            return ["before", "after", "replace", "remove"]
        case nodes.Anytime():
            return ["add to", "remove"]
        case nodes.Scoring():
            return ["add to", "remove"]
        case nodes.Die():
            return ["replace die", "remove"]
        case nodes.Board():
            return ["add to board", "remove from board", "replace board", "remove"]
        case nodes.Enum():
            return ["remove"]
        case nodes.Instance():
            return ["remove"]
        case nodes.Row():
            return ["remove"]
        case nodes.Setting():
            return ["replace", "remove"]
        case nodes.Field():
            return ["replace", "remove"] if not isinstance(item.node.type_node, ZONES) else ["remove"]
        case nodes.Value() | nodes.Fixed():
            return ["replace", "remove"]
        case nodes.Expression() if item.form == "value":
            return ["replace", "remove"]
        case _:
            return []


def _inside(outline: Outline, item: Item) -> Iterator[tuple[str, list[str], Span]]:
    """What can be changed inside of something declared: lines with a label; steps, choices and options of a body."""
    node = item.node
    if isinstance(node, nodes.Scoring | nodes.Total):
        for line in node.lines:
            yield f"{item.path}.{outline.written(line.label)}", ["replace", "limit", "remove"], line.label.span
        if isinstance(node, nodes.Scoring) and node.ranks:
            yield "winner", ["replace winner", "add to winner"], node.ranks[0].span
        return
    if isinstance(node, nodes.Phase) and node.title is not None:
        yield f"{item.path}.title", ["replace"], node.title.span
    block: nodes.Block = []
    if isinstance(node, nodes.Rule | nodes.Phase | nodes.Play | nodes.Whenever):
        block = node.body or []
    elif isinstance(node, nodes.Anytime):
        asked = nodes.Name(span=node.name.span, text=node.head.name.text)
        block = [nodes.ChooseOption(span=node.span, player=asked, name=None, prompt=None, options=node.options, otherwise=None)]
    for found in spots.walk(block):
        path = _way(outline, block, found)
        verbs = _of_found(found)
        if path and verbs:
            named = found.node.name
            if isinstance(found.node, nodes.Step) and found.node.title is not None:
                yield f"{item.path}.{path}.title", ["replace"], found.node.title.span
            yield f"{item.path}.{path}", verbs, named.span if named is not None else found.node.span


def _way(outline: Outline, block: nodes.Block, found: spots.Found) -> str:
    """The shortest dotted name that leads to something and to nothing else; empty where there is none."""
    node = found.node
    question = node.prompt if not found.name and isinstance(node, nodes.ChooseOption | nodes.Offer) else None
    if not found.name and question is None:
        return ""
    own = [found.name] if question is None else []
    outer = [name for node in found.around if (name := spots.name_of(node))]
    for length in range(len(outer) + 1):
        names = [*outer[len(outer) - length :], *own]
        if [each.node for each in spots.find(block, names, question)] == [found.node]:
            return ".".join([*names, *([outline.written(question)] if question is not None else [])])
    return ""


def _of_found(found: spots.Found) -> list[str]:
    match found.node:
        case nodes.Step():
            return ["before", "after", "replace", *_added(found.node.body), "remove"]
        case nodes.Option():
            return ["before", "after", "replace", "limit", *(["remove"] if len(found.block) > 1 else [])]
        case nodes.ChooseOption() | nodes.Offer():
            return ["add to"]
        case nodes.Choose():
            return ["limit"]
        case _:
            return []


def _added(block: nodes.Block) -> list[str]:
    """Options can be added where a body asks with options in one place, or in one that stands in no option of another."""
    asked = [each for each in spots.walk(block) if isinstance(each.node, nodes.ChooseOption | nodes.Offer)]
    top = [each for each in asked if not any(isinstance(outer, nodes.Option) for outer in each.around)]
    return ["add to"] if len(asked) == 1 or len(top) == 1 else []

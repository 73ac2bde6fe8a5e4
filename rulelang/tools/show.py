"""Lists and texts of the rules of a game: all its names, what variants can change, one rule as it now stands."""

from __future__ import annotations

from rulelang.errors import NotFound
from rulelang.sema.model import GameModel
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.suggest import near
from rulelang.tools.outline import Item, outline_of
from rulelang.tools.show_changes import standing_text

CHANGES = ("before", "after", "replace", "add", "limit", "remove")
FORMS = frozenset(
    ("phase", "step", "rule", "define", "choice", "option", "play", "whenever", "anytime", "total", "scoring", *CHANGES)
)
"""What has a body, asks, or counts."""


def rules_text(model: GameModel) -> str:
    """Everything with a body or a choice, by dotted name: what it is and where it stands."""
    outline = outline_of(model)
    shown = [item for item in outline.items if item.form in FORMS]
    rows = [(f"{item.form} {item.path}", outline.sources.place(item.name_span), item.label) for item in shown]
    return _columns(rows)


def hooks_text(model: GameModel) -> str:
    """Every name that a variant can change, and by which verbs. Parts of boards and only options stay."""
    outline = outline_of(model)
    fixed = {thing.name for thing in model.instances if thing.board is not None}
    fixed |= {thing.name for board in model.boards.values() for way in board.ways for thing in way if thing is not None}
    asked = [node for tree in outline.files for node in everything(tree) if isinstance(node, nodes.ChooseOption)]
    alone = {id(node.options[0]) for node in asked if len(node.options) == 1}
    rows: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for item in outline.items:
        kept = item.path in fixed or id(item.node) in alone
        verbs = ", ".join(verb for verb in _verbs(item) if not (kept and verb == "remove"))
        if verbs and item.path not in seen:
            seen.add(item.path)
            rows.append((item.path, verbs, outline.sources.place(item.name_span)))
    return _columns(rows)


def _verbs(item: Item) -> list[str]:
    """The changes that a variant can make to an item; none where its body is left open, or where it has none."""
    free = "." not in item.path
    match item.node:
        case nodes.Rule() | nodes.Phase() | nodes.Play() if item.node.body is not None:
            removed = ["remove"] if free and not isinstance(item.node, nodes.Play) else []
            return ["before", "after", "replace", *_added(item.node), *removed]
        case nodes.Define() if item.node.body is not None or item.node.value is not None:
            return ["replace", "remove"] if free else ["replace"]
        case nodes.Step():
            return ["before", "after", "replace", *_added(item.node), "remove"]
        case nodes.Option():
            return ["before", "after", "replace", "limit", "remove"]
        case nodes.ChooseOption() | nodes.Scoring():
            return ["add to"]
        case nodes.Instance() | nodes.Row():
            return ["remove"]
        case _:
            return []


def _added(node: nodes.Node) -> list[str]:
    """Options can be added where a body asks with options in one place."""
    return ["add to"] if sum(isinstance(each, nodes.ChooseOption) for each in everything(node)) == 1 else []


def rule_text(model: GameModel, name: str) -> str:
    """A named thing as it now stands, with the file and line of each line; what variants say of it stands where it acts."""
    outline = outline_of(model)
    items = outline.named(name)
    if not items:
        # A method asked for by its own name alone means all its bodies.
        items = [item for item in outline.items if item.path.rpartition(".")[2] == name]
    if not items:
        names = near(name, dict.fromkeys(item.path for item in outline.items))
        ways = f"; did you mean {' or '.join(f'`{other}`' for other in names)}?" if names else ""
        raise NotFound(f"nothing is called `{name}`{ways}")
    own = [item for item in items if item.form not in CHANGES]
    return "\n\n".join(standing_text(outline, item) for item in own or items)


def _columns(rows: list[tuple[str, str, str]]) -> str:
    first = max((len(row[0]) for row in rows), default=0)
    second = max((len(row[1]) for row in rows), default=0)
    return "\n".join(f"{a:<{first}}  {b:<{second}}  {c}".rstrip() for a, b, c in rows)

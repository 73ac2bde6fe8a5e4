"""Lists and texts of the rules of a game: all its names, what variants can change, one rule as it now stands."""

from __future__ import annotations

from rulelang.errors import NotFound
from rulelang.sema.model import GameModel
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.suggest import near
from rulelang.tools.outline import Item, Outline, outline_of

CHANGES = ("before", "after", "replace", "add", "limit", "remove")


def rules_text(model: GameModel) -> str:
    """Everything with a body or a choice, by dotted name: what it is and where it stands."""
    outline = outline_of(model)
    shown = [item for item in outline.items if item.form in ("phase", "step", "rule", "define", "option", "play", *CHANGES)]
    rows = [(f"{item.form} {item.path}", outline.sources.place(item.name_span), item.label) for item in shown]
    return _columns(rows)


def hooks_text(model: GameModel) -> str:
    """Every name that a variant can change, and by which verbs."""
    outline = outline_of(model)
    rows: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for item in outline.items:
        verbs = _verbs(item)
        if verbs and item.path not in seen:
            seen.add(item.path)
            rows.append((item.path, verbs, outline.sources.place(item.name_span)))
    return _columns(rows)


def _verbs(item: Item) -> str:
    match item.node:
        case nodes.Rule() | nodes.Phase() | nodes.Step():
            return "before, after, replace" + (", add to" if _has_options(item.node) else "")
        case nodes.Define():
            return "replace"
        case nodes.Option():
            return "before, after, replace, limit, remove"
        case nodes.Scoring():
            return "add to, replace"
        case nodes.Instance() | nodes.Row():
            return "remove"
        case nodes.Field() | nodes.Value() | nodes.Setting():
            return "replace"
        case _:
            return ""


def _has_options(node: nodes.Rule | nodes.Phase | nodes.Step) -> bool:
    return any(isinstance(statement, nodes.ChooseOption) for statement in everything(node))


def rule_text(model: GameModel, name: str) -> str:
    """A named thing as it now stands, with the file and line of each line; changes by variants follow it."""
    outline = outline_of(model)
    items = outline.named(name)
    if not items:
        # A method asked for by its own name alone means all its bodies.
        items = [item for item in outline.items if item.path.rpartition(".")[2] == name]
    if not items:
        names = near(name, dict.fromkeys(item.path for item in outline.items))
        ways = f"; did you mean {' or '.join(f'`{other}`' for other in names)}?" if names else ""
        raise NotFound(f"nothing is called `{name}`{ways}")
    return "\n\n".join(_lines(outline, item) for item in items)


def _lines(outline: Outline, item: Item) -> str:
    source = outline.sources.file(item.span)
    first = source.position(item.span.start).line
    last = source.position(max(item.span.start, item.span.end - 1)).line
    while first > 1 and source.line(first - 1).lstrip().startswith(("##", "@")):
        first -= 1
    while last > first and not source.line(last).strip():
        last -= 1
    width = len(f"{source.name}:{last}")
    return "\n".join(f"{f'{source.name}:{number}':<{width}}  {source.line(number)}".rstrip() for number in range(first, last + 1))


def _columns(rows: list[tuple[str, str, str]]) -> str:
    first = max((len(row[0]) for row in rows), default=0)
    second = max((len(row[1]) for row in rows), default=0)
    return "\n".join(f"{a:<{first}}  {b:<{second}}  {c}".rstrip() for a, b, c in rows)

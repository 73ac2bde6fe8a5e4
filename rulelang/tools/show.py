"""Lists and texts of the rules of a game: all its names, one rule as it now stands."""

from __future__ import annotations

from rulelang.errors import NotFound
from rulelang.sema.model import GameModel
from rulelang.text.suggest import near
from rulelang.tools.outline import outline_of
from rulelang.tools.show_changes import standing_text
from rulelang.tools.woven import woven_outline

CHANGES = ("before", "after", "replace", "add", "limit", "remove")
FORMS = frozenset(
    ("phase", "step", "rule", "define", "choice", "option", "play", "whenever", "anytime", "total", "scoring", *CHANGES)
)
"""What has a body, asks, or counts."""


def rules_text(model: GameModel) -> str:
    """Everything with a body or a choice, by dotted name: what it is and where it stands, also what variants add."""
    outline = woven_outline(model)
    shown = [item for item in outline.items if item.form in FORMS]
    rows = [(f"{item.form} {item.path}", outline.sources.place(item.name_span), item.label) for item in shown]
    return _columns(rows)


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

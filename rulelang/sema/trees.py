"""Walking a tree without knowing its constructs.

The checker itself treats each construct on its own. Only the few passes that look for something anywhere below (what is written,
what is called) go through children blindly; they use this. The walk keeps its own stack, so a deep tree is no trouble.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from rulelang.syntax import nodes

_FIELDS: dict[type[nodes.Node], tuple[str, ...]] = {}

_LEARNT = frozenset({"span", "type", "symbol", "symbols", "candidate", "board", "die_symbol", "doc", "damaged", "notes"})
"""Fields that hold no children: places, and what the checker hung there."""


def children(node: nodes.Node) -> Iterator[nodes.Node]:
    """The nodes directly below one, in the order of the fields."""
    names = _FIELDS.get(type(node))
    if names is None:
        names = tuple(f.name for f in fields(node) if f.name not in _LEARNT)
        _FIELDS[type(node)] = names
    for name in names:
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[nodes.Node]:
    if isinstance(value, nodes.Node):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _nodes(part)


def everything(root: nodes.Node | Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """A node, or several, and all below, in the order of the text."""
    pending = [root] if isinstance(root, nodes.Node) else list(root)
    pending.reverse()
    while pending:
        node = pending.pop()
        yield node
        below = list(children(node))
        below.reverse()
        pending.extend(below)

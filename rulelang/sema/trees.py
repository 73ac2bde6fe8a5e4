"""Walking a tree without knowing its constructs.

The checker itself treats each construct on its own. Only the few passes that look for something anywhere below (what is written,
what is called) go through children blindly; they use this. The walk keeps its own stack, so a deep tree is no trouble.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from rulelang.syntax import nodes
from rulelang.text.source import Span

_FIELDS: dict[type[nodes.Node], tuple[str, ...]] = {}

_LEARNT = frozenset({"span", "type", "symbol", "symbols", "candidate", "board", "die_symbol", "doc", "damaged", "notes"})
"""Fields that hold no children: places, and what the checker hung there."""


_NOTHING, _NODE, _SEVERAL = 0, 1, 2


class _Kinds(dict[type, int]):
    """For each class of Python: whether its objects are nodes, may hold several in a row, or are neither. Asked once for each,
    since the passes that walk blindly come by every field of every node a dozen times."""

    def __missing__(self, cls: type) -> int:
        found = _NOTHING
        if issubclass(cls, nodes.Node):
            found = _NODE
        elif issubclass(cls, (list, tuple)) and not issubclass(cls, Span):
            found = _SEVERAL
        self[cls] = found
        return found


_KINDS = _Kinds()


def children(node: nodes.Node) -> list[nodes.Node]:
    """The nodes directly below one, in the order of the fields."""
    names = _FIELDS.get(node.__class__)
    if names is None:
        names = tuple(f.name for f in fields(node) if f.name not in _LEARNT)
        _FIELDS[type(node)] = names
    found: list[nodes.Node] = []
    for name in names:
        value = getattr(node, name)
        kind = _KINDS[value.__class__]
        if kind == _NODE:
            found.append(value)
        elif kind == _SEVERAL:
            _add(found, value)
    return found


def _add(found: list[nodes.Node], row: Iterable[Any]) -> None:
    for value in row:
        kind = _KINDS[value.__class__]
        if kind == _NODE:
            found.append(value)
        elif kind == _SEVERAL:
            _add(found, value)


def everything(root: nodes.Node | Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """A node, or several, and all below, in the order of the text."""
    pending = [root] if isinstance(root, nodes.Node) else list(root)
    pending.reverse()
    while pending:
        node = pending.pop()
        yield node
        below = children(node)
        below.reverse()
        pending += below

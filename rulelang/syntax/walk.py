"""Walking over trees.

The fields of the node classes say where the parts of a node lie, so no list of them is kept by hand: a part is a node, or a
list or pair that holds nodes. What the checker hangs on nodes are no parts. All walks here are loops, not recursions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulelang.syntax.nodes import Node
from rulelang.text.source import Span

CHECKER_FIELDS = frozenset(("type", "symbol", "symbols", "candidate", "die_symbol", "board"))
"""Fields that the checker fills, and that are no parts of the tree."""

_NOT_COMPARED = CHECKER_FIELDS | {"span", "name_span", "game_span", "damaged"}


_PARTS: dict[str, tuple[str, ...]] = {}


def parts_of(node: Node) -> tuple[str, ...]:
    kind = type(node).__name__
    if kind not in _PARTS:
        _PARTS[kind] = tuple(field.name for field in fields(node) if field.name not in _NOT_COMPARED)
    return _PARTS[kind]


def children(node: Node) -> Iterator[Node]:
    """The parts of a node, in the order of its fields."""
    for name in parts_of(node):
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _nodes(part)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything in it, each before its parts."""
    pending = [node]
    while pending:
        found = pending.pop()
        yield found
        pending.extend(reversed(list(children(found))))


def same_tree(one: Node, other: Node) -> bool:
    """Whether two trees say the same: places, comments and what the checker learned do not count."""
    pending: list[tuple[object, object]] = [(one, other)]
    while pending:
        left, right = pending.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, Span):
            continue
        if isinstance(left, Node):
            for name in parts_of(left):
                if name != "comments":
                    pending.append((getattr(left, name), getattr(right, name)))
        elif isinstance(left, list | tuple):
            assert isinstance(right, list | tuple)
            if len(left) != len(right):
                return False
            pending.extend(zip(left, right, strict=True))
        elif left != right:
            return False
    return True

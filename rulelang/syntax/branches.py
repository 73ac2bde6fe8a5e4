"""The tree that parsing yields before nodes are built of it: named branches, and the tokens that are no keywords.

Lark has a tree of its own, whose places are kept in an object beside each branch, a dozen numbers for each, and which is put
together by a chain of three or four objects for each rule of the grammar. Building it took half of the time of reading a game. A
`Branch` knows two pairs of offsets, and one function for each rule makes it.

What the names in the grammar mean is as in Lark: a rule `_x` is put in the place where it stands, `?x` with one child is that
child, `-> y` names the branch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token
from lark.grammar import Rule


class Branch:
    """A part of a declaration: the rule of the grammar that it is of, and what it holds.

    `start` and `end` are the offsets of its text, -1 where it has none. `outer_start` and `outer_end` are those of what it was
    alone in, such as brackets: what lies around it begins and ends there."""

    __slots__ = ("children", "data", "end", "outer_end", "outer_start", "start")

    def __init__(self, data: str, children: list[Branch | Token]) -> None:
        self.data = data
        self.children = children
        self.start = self.end = self.outer_start = self.outer_end = -1


Build = Callable[[list[Any]], Any]


def builder(rule: Rule) -> Build | None:
    """The function that makes what a rule of the grammar yields out of what its parts yielded; none where that is simply what its
    only part yielded."""
    kept = [
        (index, not symbol.is_term and symbol.name.startswith("_"))
        for index, symbol in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)  # type: ignore[attr-defined]
    ]
    name = str(rule.alias or rule.options.template_source or rule.origin.name)
    alone = rule.options.expand1 and not rule.alias
    opened = any(opens for _, opens in kept)
    picked = [index for index, _ in kept]
    whole = not opened and len(kept) == len(rule.expansion)
    if alone and whole and len(kept) == 1:
        return None

    def build(parts: list[Any]) -> Any:
        if whole:
            children = parts
        elif not opened:
            children = [parts[index] for index in picked]
        else:
            children = []
            for index, opens in kept:
                if not opens:
                    children.append(parts[index])
                elif children:
                    children += parts[index].children
                else:
                    # A row that grows to the right: nothing else holds on to the one before.
                    children = parts[index].children
        if alone and len(children) == 1:
            found = children[0]
            if found.__class__ is not Branch:
                return found
        else:
            found = Branch(name, children)
        for part in parts:
            start = part.outer_start if part.__class__ is Branch else part.start_pos
            if start >= 0:
                found.outer_start = start
                if found.start < 0:
                    found.start = start
                break
        for part in reversed(parts):
            end = part.outer_end if part.__class__ is Branch else part.end_pos
            if end >= 0:
                found.outer_end = end
                if found.end < 0:
                    found.end = end
                break
        return found

    return build


def handed_on(parts: list[Any]) -> Any:
    """What a rule yields that has no builder."""
    return parts[0]

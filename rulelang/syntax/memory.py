"""What was read before: the trees of declarations, by their text.

An author changes one rule and checks again; a test takes one rule out, a hundred times. Declarations are read one by one
(`parse`), and what the grammar makes of one is a function of its text alone: places in the tree count from where it begins. So a
tree of a text that holds no fault is kept, and given again for the same text, in whichever file and wherever in it. Nothing
changes such a tree; the nodes that are built of it are made anew each time, since the checker writes on them.

What is kept is bounded: beyond `MOST` characters of text, what was asked for longest ago is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.syntax.branches import Branch
from rulelang.syntax.layout import Layout

MOST = 1_000_000
"""Of how many characters of text the trees are kept: a hundred times as many bytes, at most."""

Key = tuple[str, int, bool, str]
"""A text, by how many spaces its file indents, whether answers may stand in it, and as what it is read: all that counts."""


@dataclass(slots=True)
class Memory:
    """Layouts and trees of what holds no fault, those asked for last behind the others."""

    most: int = MOST
    size: int = 0
    """How many characters of text it holds."""
    known: dict[Key, tuple[Layout, Branch]] = field(default_factory=dict)

    def get(self, key: Key) -> tuple[Layout, Branch] | None:
        """The layout and the tree of a text, if they are kept."""
        found = self.known.pop(key, None)
        if found is not None:
            self.known[key] = found
        return found

    def forget(self) -> None:
        """Forget all of it, as at the start."""
        self.known.clear()
        self.size = 0

    def keep(self, key: Key, layout: Layout, tree: Branch) -> None:
        """Keep what a text was read as, and forget what was not asked for in a long time."""
        if len(key[0]) > self.most or key in self.known:
            return
        self.known[key] = (layout, tree)
        self.size += len(key[0])
        while self.size > self.most:
            oldest = next(iter(self.known))
            del self.known[oldest]
            self.size -= len(oldest[0])


MEMORY = Memory()
"""What this process has read."""

"""Writes generated Python, remembering for each line which place of the rules it came from."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from contextlib import contextmanager

from rulelang.machine import ir
from rulelang.text.source import NOWHERE, Span

OWN = ("S", "F", "code", "index", "options", "random", "seen")
BUILT_IN = ("abs", "all", "any", "bool", "dict", "enumerate", "int", "len", "list", "max", "min", "range", "reversed", "set")
TAKEN = frozenset((*OWN, *BUILT_IN, "sorted", "str", "sum", "tuple", "zip"))
"""Names that generated code uses itself."""


class Writer:
    """Lines of Python with their indentation and their places."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[Span] = []
        self.depth = 0
        self.span = NOWHERE

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + text)
        self.places.append(self.span)

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Write a deeper block; an empty one gets `pass`."""
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1


class Names:
    """Gives the variables of one function their names in Python."""

    def __init__(self, slots: dict[ir.Variable, int] | None = None) -> None:
        self.slots = slots or {}
        self.names: dict[ir.Variable, str] = {}
        self.taken: set[str] = set(TAKEN)
        self.temporaries = 0

    def of(self, variable: ir.Variable) -> str:
        """The name of a variable: an entry of the frame, or a local."""
        if variable in self.slots:
            return f"F[{self.slots[variable]}]"
        if variable not in self.names:
            self.names[variable] = self.fresh(variable.name)
        return self.names[variable]

    def fresh(self, wanted: str) -> str:
        """A name nobody has yet."""
        base = f"{wanted}_" if keyword.iskeyword(wanted) or keyword.issoftkeyword(wanted) else wanted
        name, count = base, 1
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        self.taken.add(name)
        return name

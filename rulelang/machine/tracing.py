"""What of the rules is reached: marks that are compiled in only when somebody asks.

A tracer knows the stretches of text that somebody wants to know about, statements and expressions apart. Lowering asks it for
each node whether it is one of them; if so, the code calls `probe` there, with the value where it is an expression. A game that
is compiled without a tracer holds none of this. Stretches are known by file, begin and end, so that the same place counts as
the same in games compiled for other numbers of players, settings and variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine import ir
from rulelang.text.source import SourceMap, Span

Key = tuple[str, int, int, str]
"""File, begin, end, and the form: statement or expression."""
STATEMENT, EXPRESSION = "statement", "expression"


@dataclass(slots=True)
class Tracer:
    """See the module. `hits` are the truths of what was met at each stretch, by the title of what was run."""

    wanted: dict[Key, int] = field(default_factory=dict)
    hits: dict[int, dict[bool, set[str]]] = field(default_factory=dict)
    constants: dict[int, set[bool]] = field(default_factory=dict)
    """Expressions that are settled before play, and how."""
    met: Callable[[Any], None] | None = None
    """Is told of each checked game before it is compiled, so that it can say what is wanted."""
    ran: Callable[[str, Any], None] | None = None
    """Is told of each match that was run, with its title."""
    _now: set[tuple[int, bool]] = field(default_factory=set)

    def want(self, name: str, begin: int, end: int, form: str) -> int:
        """The number of a stretch that is wanted."""
        return self.wanted.setdefault((name, begin, end, form), len(self.wanted))

    def find(self, sources: SourceMap, span: Span, form: str) -> int | None:
        """The number of a stretch, if it is wanted."""
        if span.file < 0:
            return None
        return self.wanted.get((sources.file(span).name, span.start, span.end, form))

    def marked(self, sources: SourceMap, span: Span, expr: ir.Expr) -> ir.Expr:
        """An expression whose value is noted, if it is wanted."""
        number = self.find(sources, span, EXPRESSION)
        if number is None:
            return expr
        if isinstance(expr, ir.Const):
            self.constants.setdefault(number, set()).add(bool(expr.value))
            return expr
        return ir.Helper("probe", [ir.Const(number), expr])

    def probe(self, number: int, value: Any) -> Any:
        """Note what was met; the value itself."""
        self._now.add((number, bool(value)))
        return value

    @contextmanager
    def of(self, title: str) -> Iterator[None]:
        """Everything met inside belongs to this title, also when it ends in a fault."""
        self._now = set()
        try:
            yield
        finally:
            for number, truth in self._now:
                self.hits.setdefault(number, {}).setdefault(truth, set()).add(title)
            self._now = set()

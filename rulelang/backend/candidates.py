"""Finds out what of a choice is known before play.

Of most choices on a board all that could ever be chosen is known: every space, or every step from every space in one's own
direction, whatever stands there. The conditions that depend on the state are what is left to be tested. `candidates` gives these
as a table; it must hold each option once, or those of one option must exclude each other, so that to draw from it is fair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from rulelang.backend.fusion import conjunction, conjuncts, faultless, fresh, substituted
from rulelang.backend.tables import MADE, span_of
from rulelang.machine import evaluate, ir, library
from rulelang.machine.fold import Tables, negation, stateless
from rulelang.machine.walk import everything, occurring
from rulelang.machine.world import World

MOST = 3000
"""More candidates than this are not kept."""
LEAVES = 6
"""Nor are those of more sorts."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sort of candidates: the generators that give them, all without the state, and the condition on which one is legal.

    `sides` are the conditions on the state that decide between sorts: which, and how. `variables` stand in the table."""

    sources: tuple[ir.Source, ...] = ()
    conditions: tuple[ir.Expr, ...] = ()
    sides: tuple[tuple[int, bool], ...] = ()
    variables: tuple[ir.Variable, ...] = ()

    @property
    def condition(self) -> ir.Expr | None:
        """What is left to be tested."""
        return conjunction(list(self.conditions)) if self.conditions else None

    def given(self, known: ir.Expr) -> Candidate:
        """The same where one of the conditions is known to hold."""
        left = [part for condition in self.conditions for part in conjuncts(condition) if part is not known]
        return replace(self, conditions=tuple(left))


def candidates(choice: ir.Choice, world: World) -> tuple[ir.Expr, int, list[Candidate]] | None:
    """The table of what could be chosen, how many entries each of its rows has, and what is left to be tested of each sort."""
    alternative = choice.alternatives[0]
    own = alternative.condition
    if not all(faultless([s.domain, s.condition or []]) for s in alternative.sources) or (own and not faultless(own)):
        return None
    found = _all(alternative, world, True)
    if found is None or len(found.outside) > 1 or len({len(row) for row in found.rows}) != 1:
        return None
    rows = found.rows
    if own is not None:
        found.leaves = [replace(leaf, conditions=(*leaf.conditions, own)) for leaf in found.leaves]
    if len(found.leaves) == 1 and len(found.leaves[0].variables) == 1:
        rows = [tuple(values[0] for values in row) for row in rows]
    if not found.outside:
        return ir.Const(rows[0]), len(rows[0]), found.leaves
    name = f"{MADE}candidates_{choice.number}"
    world.tables[name] = tuple(rows)
    return ir.Lookup(name, found.outside[0]), len(rows[0]), found.leaves


def differ(alternative: ir.Alternative, world: World) -> bool:
    """Whether the options of an alternative can be seen to be all different."""
    return _all(alternative, world, False) is not None


@dataclass(slots=True)
class _All:
    """All candidates, and their table: a row for each value of what it depends on."""

    outside: list[ir.Variable]
    rows: list[tuple[Any, ...]]
    leaves: list[Candidate]


def _sorts(sources: list[ir.Source], before: Candidate) -> Iterator[Candidate | None]:
    """All ways in which generators can give values; none among them where that depends on the state."""
    if not sources:
        yield before
        return
    source, rest = sources[0], sources[1:]
    variable = source.variable
    more = () if source.condition is None else (source.condition,)
    match source.domain:
        case domain if stateless(domain):
            plain = ir.Source(variable, domain, None)
            yield from _sorts(rest, replace(before, sources=(*before.sources, plain), conditions=(*before.conditions, *more)))
        case ir.Helper("concatenate", [first, second]):
            for part in (first, second):
                yield from _sorts([ir.Source(variable, part, source.condition), *rest], before)
        case ir.Conditional(condition, then, otherwise):
            for part, holds in ((then, True), (otherwise, False)):
                test = condition if holds else negation(condition)
                side = (*before.sides, (id(condition), holds))
                with_side = replace(before, conditions=(*before.conditions, test), sides=side)
                yield from _sorts([ir.Source(variable, part, source.condition), *rest], with_side)
        case ir.QueryExpr("each", result, inner, []) as query if not query.ties_at_random:
            query = fresh(query)
            result, inner = query.result, query.sources
            last = inner[-1]
            if result is None or result is last.variable:
                tests = [] if last.condition is None else [substituted(last.condition, {last.variable: variable})]
                tests += more
                joined = ir.Source(variable, last.domain, conjunction(tests) if tests else None)
                yield from _sorts([*inner[:-1], joined, *rest], before)
            elif stateless(result):
                yield from _sorts([*inner, ir.Source(variable, ir.ListOf([result]), source.condition), *rest], before)
            else:
                yield None
        case _:
            yield None


def _all(alternative: ir.Alternative, world: World, tested: bool) -> _All | None:
    """All candidates; none where they depend on the state, or one could be legal twice. If they are to be `tested`, they come
    with the values that their conditions need."""
    if not alternative.sources:
        return None
    leaves: list[Candidate] = []
    for leaf in _sorts(alternative.sources, Candidate()):
        if leaf is None or len(leaves) == LEAVES:
            return None
        leaves.append(leaf)
    own = [source.variable for source in alternative.sources]
    outside: list[ir.Variable] = []
    for leaf in leaves:
        given = {source.variable for source in leaf.sources}
        for variable in occurring([source.domain for source in leaf.sources]):
            if variable not in given and variable not in outside and not _inner(leaf, variable):
                outside.append(variable)
    wanted = list(own)
    for leaf in leaves if tested else ():
        needed = set(occurring(list(leaf.conditions)))
        more = [s.variable for s in leaf.sources if s.variable in needed and s.variable not in own]
        if more and len(leaves) > 1:
            return None
        wanted += more
    spans = [span_of(world, variable) for variable in outside]
    if len(outside) > 2 or any(span is None for span in spans):
        return None
    evaluator = evaluate.Evaluator(Tables(world))
    rows: list[tuple[Any, ...]] = []
    for each in product(*(span for span in spans if span is not None)):
        row: list[tuple[Any, ...]] = []
        owners: dict[tuple[Any, ...], list[int]] = {}
        for number, leaf in enumerate(leaves):
            try:
                for found in evaluator.passes(list(leaf.sources), dict(zip(outside, each, strict=True))):
                    values = tuple(found[variable] for variable in wanted)
                    row.append(values if len(leaves) == 1 else (number, *values))
                    owners.setdefault(values[: len(own)], []).append(number)
                    if len(row) > MOST:
                        return None
            except (library.Fault, IndexError, KeyError, TypeError):
                return None
        if not all(_exclude([leaves[number] for number in numbers]) for numbers in owners.values()):
            return None
        rows.append(tuple(row))
    return _All(outside, rows, [replace(leaf, variables=tuple(wanted)) for leaf in leaves])


def _inner(leaf: Candidate, variable: ir.Variable) -> bool:
    """Whether a variable is given its value within what a generator ranges over."""
    for found in everything([source.domain for source in leaf.sources]):
        if isinstance(found, ir.Source | ir.Let | ir.Prefix) and found.variable is variable:
            return True
    return False


def _exclude(leaves: list[Candidate]) -> bool:
    """Whether at most one of some candidates for the same option can be legal."""
    for index, one in enumerate(leaves):
        for other in leaves[index + 1 :]:
            if not any((condition, not holds) in other.sides for condition, holds in one.sides):
                return False
    return True


# ------------------------------------------------------------------------------------------------------------ tested when drawn


def deferred(choice: ir.Choice) -> tuple[ir.Choice, list[list[ir.Expr]]] | None:
    """A choice without those of its conditions, from the first on that tries something on a copy, that come last in its options,
    and these conditions for each; none where nothing is tried."""
    if choice.pick or choice.members is not None or choice.picked is not None:
        return None
    listed: list[ir.Alternative] = []
    late: list[list[ir.Expr]] = []
    for alternative in choice.alternatives:
        sources, own = list(alternative.sources), alternative.condition
        kept_own, late_own = _parted(own)
        if sources:
            kept, after = _parted(sources[-1].condition)
            if after:
                sources[-1] = ir.Source(sources[-1].variable, sources[-1].domain, kept)
                kept_own, late_own = None, [*after, *([] if own is None else [own])]
        listed.append(replace(alternative, sources=sources, condition=kept_own))
        late.append(late_own)
    return (replace(choice, alternatives=listed), late) if any(late) else None


def _parted(condition: ir.Expr | None) -> tuple[ir.Expr | None, list[ir.Expr]]:
    """A condition up to the first part that tries something, and the parts from there on."""
    if condition is None:
        return None, []
    parts = conjuncts(condition)
    for index, part in enumerate(parts):
        if any(isinstance(found, ir.Possible | ir.Would) for found in everything(part)):
            return (conjunction(parts[:index]) if index else None), list(parts[index:])
    return condition, []

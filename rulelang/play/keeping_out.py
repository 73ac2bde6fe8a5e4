"""What keeps out the options of a choice, for each of them and each way to fill in its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.machine import ir
from rulelang.machine.library import Fault
from rulelang.sema.symbols import LocalSymbol
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.machine.program import ChoiceLayout
    from rulelang.play.judging import Judge

MOST = 4
"""How many reasons are told for one option."""

Judges = Callable[[Mapping[LocalSymbol, int]], "Judge"]
"""Gives a judge at the choice, with values for the parameters that were gone through."""


@dataclass(frozen=True, slots=True)
class Given:
    """One parameter of an option as it is written in the tree: its symbol, what it ranges over, its condition."""

    symbol: LocalSymbol
    domain: nodes.Expression
    condition: nodes.Expression | None


def kept_out(choice: ir.Choice, layout: ChoiceLayout, judge_with: Judges) -> Iterator[str]:
    """What is false for the options of a choice, each sentence once, and not too many of them."""
    for alternative, option in zip(choice.alternatives, layout.options, strict=True):
        node = alternative.node
        own = node.condition if isinstance(node, nodes.Option) else None
        try:
            reasons = list(dict.fromkeys(_reasons(judge_with, option.shapes, givens_of(choice, alternative), own, {}, ())))
        except (Fault, KeyError, AssertionError, IndexError):
            continue
        name = "" if layout.pick else f"`{option.name}` "
        yield from (f"{name}{reason}" for reason in reasons[:MOST])
        if len(reasons) > MOST:
            yield f"and {len(reasons) - MOST} more"


def givens_of(choice: ir.Choice, alternative: ir.Alternative) -> list[Given]:
    """The parameters of an option as the tree has them."""
    node = alternative.node
    if isinstance(node, nodes.Option):
        return [Given(g.symbol, g.domain, g.condition) for g in node.parameters]
    node = choice.node
    assert isinstance(node, nodes.Choose)
    return [Given(node.candidate if node.candidate is not None else node.symbol, node.domain, node.condition)]


def _reasons(
    judge_with: Judges,
    shapes: Sequence[Any],
    givens: list[Given],
    own: nodes.Expression | None,
    known: Mapping[LocalSymbol, int],
    words: tuple[str, ...],
) -> Iterator[str]:
    """What is false for each way to fill in the parameters."""
    judge = judge_with(known)
    said = f"{' '.join(words)}: " if words else ""
    if len(known) == len(givens):
        if own is not None and not judge.holds(own):
            yield said + ", and ".join(judge.blame(own))
        return
    given, shape = givens[len(known)], shapes[len(known)]
    values = list(judge.value(given.domain))
    if not values:
        yield f"{said}there is nothing in `{judge.filled(given.domain)}`"
    for value in values:
        here = {**known, given.symbol: value}
        judge = judge_with(here)
        word = (*words, f"`{judge.shown(value, shape)}`")
        if given.condition is not None and not judge.holds(given.condition):
            yield f"{' '.join(word)}: {', and '.join(judge.blame(given.condition))}"
        else:
            yield from _reasons(judge_with, shapes, givens, own, here, word)

"""C15: order sentences that contradict each other, and none at all. The order of flags and files never decides the rules."""

from __future__ import annotations

from itertools import permutations

import pytest

from rulelang.play.loading import rules_digest
from rulelang.sema.load import load_text
from rulelang.sema.model import GameModel
from rulelang.text.diagnostic import Diagnostic, Sink

BASE = """
game base "Base":
    players 2
    language 1

define price(x: Int) -> Int = x

play:
    log "{price(3)}"
"""
A = 'variant a "A" of base{over}\n\nreplace price(x):\n    return original(x) + 1\n'
B = 'variant b "B" of base{over}\n\nreplace price(y):\n    return 2 * original(y)\n'
THIRD = "variant c of base\n"


def all_orders(*texts: str) -> tuple[GameModel, list[Diagnostic]]:
    """What some variants come to, which is the same in whatever order they are given."""
    told = []
    for given in permutations(texts):
        model, sink = load_text(BASE, *given)
        told.append((model, sink))
    first = [(d.code, d.message, d.notes, d.help) for d in told[0][1].sorted()]
    assert all(sorted(first) == sorted((d.code, d.message, d.notes, d.help) for d in sink.sorted()) for _, sink in told)
    return told[0][0], told[0][1].sorted()


def test_a_circle_is_an_error_with_both_lines() -> None:
    """Once, and nothing else."""
    model, found = all_orders(A.format(over=" over b"), B.format(over=" over a"))
    assert [d.code for d in found] == ["RL0405"]
    places = [found[0].span, *(label.span for label in found[0].others)]
    assert {model.sources.file(span).text[span.start : span.end] for span in places} == {"a", "b"}


def test_a_longer_circle() -> None:
    """Through a third one that says nothing else."""
    third = "variant c of base over a\n"
    _, found = all_orders(A.format(over=" over b"), B.format(over=" over c"), third)
    assert [d.code for d in found] == ["RL0405"]
    assert found[0].message == "these variants stand over each other: `a` over `b`, `b` over `c`, `c` over `a`"


@pytest.mark.parametrize(
    "texts",
    [
        ["variant a of base over a\n"],
        ["variant a of base over b, a\n", "variant b of base over a, b\n"],
        ["variant a of base over b, c\n", "variant b of base over a, c\n", "variant c of base over a, b\n"],
    ],
)
def test_several_circles_are_one_message(texts: list[str]) -> None:
    """All hang together, and one is told."""
    _, found = all_orders(*texts)
    assert [d.code for d in found] == ["RL0405"]


@pytest.mark.parametrize("third", [(), (THIRD,)])
def test_without_an_order_both_results_are_spelt_out(third: tuple[str, ...]) -> None:
    """An error with both places, what each order would come to, and the ways out."""
    _, found = all_orders(A.format(over=""), B.format(over=""), *third)
    assert [d.code for d in found] == ["RL0402"]
    [clash] = found
    assert clash.notes == ("`a` over `b`: `(2 * original(x)) + 1`", "`b` over `a`: `2 * (original(y) + 1)`")
    assert clash.help[0] == "turn one of the two off"
    assert clash.help[1].startswith('or write `variant a "A" of base over b`')
    assert clash.help[2].startswith('or write `variant b "B" of base over a`')
    assert len(clash.others) == 1


@pytest.mark.parametrize(("first", "second", "outer"), [(" over b", "", "a"), ("", " over a", "b")])
def test_with_an_order_it_holds(first: str, second: str, outer: str) -> None:
    """The one that is over the other runs it, whatever its name."""
    model, found = all_orders(A.format(over=first), B.format(over=second), THIRD)
    assert not found
    routine = model.routines["price"]
    assert [p.name for p in routine.parameters] == ["x" if outer == "a" else "y"]
    assert routine.original is not None and routine.original.original is not None


def test_over_through_one_that_says_nothing() -> None:
    """`a` over `c`, `c` over `b`: so `a` is over `b`."""
    _, found = all_orders(A.format(over=" over c"), B.format(over=""), "variant c of base over b\n")
    assert not found


def test_three_that_exclude_each_other_are_one_message() -> None:
    """It shows all places."""
    third = "variant c of base\n\nreplace price(x) = 7\n"
    _, found = all_orders(A.format(over=""), B.format(over=""), third)
    assert [d.code for d in found] == ["RL0402"]
    assert found[0].message == "`a`, `b` and `c` change `price`, each in another way"
    assert len(found[0].others) == 2
    assert found[0].help == ("turn all but one of them off",)


def test_the_digest_does_not_hang_on_the_order_of_flags() -> None:
    """The loader's callers sort the files, so that the rules' digest is the same."""
    sink = Sink()
    model, _ = load_text(BASE, A.format(over=" over b"), B.format(over=""))
    again, _ = load_text(BASE, A.format(over=" over b"), B.format(over=""))
    assert rules_digest(model) == rules_digest(again) and not sink.diagnostics

"""What the scripts of the Mystery of the Templars see together, without any example: all event cards, all steps of all phases,
all Preceptors, and both limits of the persecution."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from rulelang.locate import locate
from rulelang.machine.tracing import STATEMENT, Tracer
from rulelang.play.example import Workshop
from rulelang.play.match import Match
from rulelang.play.script import Scripts
from rulelang.sema.trees import everything
from rulelang.syntax import nodes

MYSTERY = locate("mystery")
SCRIPTS = sorted((MYSTERY.folder / "scripts").glob("*.play"))
MODEL = Workshop(MYSTERY, ["preceptors"]).model
HAPPENS = re.compile(r"^when (\w+)\.happen\(\)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Seen:
    """What all scripts came to, in words only: pytest writes it out where a test fails."""

    failed: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    steps: set[str] = field(default_factory=set)
    persecutions: list[tuple[int, int]] = field(default_factory=list)
    """Of each persecution that came to its end: its rounds, and the regions lost."""


def labels(kind: str) -> dict[str, str]:
    """What the things of a kind are called, by their names."""
    found: dict[str, str] = {}
    for symbol in MODEL.instances:
        if symbol.kind.is_a(MODEL.kinds[kind]):
            found[symbol.name] = "".join(str(p) for p in symbol.label.parts) if isinstance(symbol.label, nodes.Text) else ""
    return found


def steps() -> Iterator[tuple[str, nodes.Statement]]:
    """Each step by its name, with the first line of it."""
    for routine in MODEL.routines.values():
        for step in everything(routine.node.body if isinstance(routine.node, nodes.Phase) else []):
            if isinstance(step, nodes.Step):
                yield f"{routine.name}.{step.name.text}", step.body[0]


def number(match: Match, name: str) -> int:
    """A number of the state, as it is at the end."""
    value: int = getattr(match.state, f"state_{name}")
    return value


@pytest.fixture(scope="module")
def seen() -> Seen:
    """All scripts, played once."""
    tracer, found = Tracer(), Seen()
    numbers = {}
    for name, line in steps():
        file = MODEL.sources.file(line.span).name
        numbers[tracer.want(file, line.span.start, line.span.end, STATEMENT)] = name
    scripts = Scripts(tracer=tracer)
    for path in SCRIPTS:
        played = scripts.run(path)
        if played.failed or played.match is None:
            found.failed.append(path.stem)
            continue
        lines = [line.text for line in played.match.log]
        found.lines.extend(lines)
        if number(played.match, "flight") > 0:
            given = len(re.findall(r"^given \w+\.lost = true$", path.read_text(encoding="utf-8"), re.MULTILINE))
            found.persecutions.append((number(played.match, "flight"), given + sum(line.endswith(" is lost") for line in lines)))
    found.steps.update(name for mark, name in numbers.items() if tracer.hits.get(mark))
    return found


def test_there_are_twelve_at_least_and_all_pass(seen: Seen) -> None:
    assert len(SCRIPTS) >= 12
    assert seen.failed == []


def test_every_event_card_happens(seen: Seen) -> None:
    """Turned up in the phase of events, which tells it with its priority, or made to happen alone."""
    cards = labels("Event")
    alone = {name for path in SCRIPTS for name in HAPPENS.findall(path.read_text(encoding="utf-8"))}
    turned_up = {name for name, label in cards.items() if any(line.startswith(f"{label} (priority ") for line in seen.lines)}
    assert len(cards) == 30
    assert cards.keys() - turned_up - alone == set()


def test_every_step_is_come_to(seen: Seen) -> None:
    names = {name for name, _ in steps()}
    assert len(names) == 30
    assert names - seen.steps == set()


def test_every_preceptor_is_used(seen: Seen) -> None:
    cards = labels("Preceptor")
    assert len(cards) == 8
    assert {name for name, label in cards.items() if not any(line.endswith(f" uses {label}") for line in seen.lines)} == set()


def test_the_persecution_ends_by_its_rounds_and_by_its_counters(seen: Seen) -> None:
    """Each limit alone, and both in the same round."""
    assert (8, 34) in seen.persecutions, "eight rounds, with a counter left"
    assert (8, 35) in seen.persecutions, "both at once"
    assert any(rounds < 8 and lost == 35 for rounds, lost in seen.persecutions), "no counter left before the eighth round"

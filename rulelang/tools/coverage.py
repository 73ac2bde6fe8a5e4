"""What of a game's rules its examples and scripts reach, and why the rest is not reached.

Counted are rules, lines (statements, wherever they are broken), conditions (each should have been true once and false once,
also each side of `and` and `or`), arms of `match`, options, and things. All are stretches of the text, so that the layout of a
file changes nothing. Of what is not reached only the outermost is told, with its reason: a rule that nothing runs, a condition
that was never true, an arm whose values nothing rolls.

What is wanted is found in the trees; what is met is told by the code itself, which is compiled with marks for this
(`machine.tracing`). Options and things are seen in the logs and states of the matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine.tracing import EXPRESSION, STATEMENT, Tracer
from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules
from rulelang.syntax.walk import parts_of
from rulelang.text.diagnostic import Sink
from rulelang.text.render import visible
from rulelang.text.source import SourceFile, Span
from rulelang.tools.report import CoverageItem, CoverageReport

FORMS = ("rule", "line", "condition", "arm", "option", "thing")
PLURALS = {"rule": "rules", "line": "lines", "condition": "conditions", "arm": "arms", "option": "options", "thing": "things"}
LONGEST = 60
SETTLED = "worked out before play"


@dataclass(slots=True, eq=False)
class Item:
    """Something that can be reached. `number` is the tracer's, or -1; `inside` is what it stands in, and for what `when` of it: a
    condition must have been so. `lacks` are, for an arm, the values that would reach it."""

    form: str
    path: str
    place: str
    text: str
    number: int = -1
    inside: Item | None = None
    when: bool | None = None
    lacks: str = ""
    by: set[str] = field(default_factory=set)
    truths: dict[bool, set[str]] = field(default_factory=dict)
    parts: list[Item] = field(default_factory=list)

    @property
    def reached(self) -> bool:
        """Whether anything reached it."""
        return bool(self.by)

    @property
    def covered(self) -> bool:
        """Whether it was reached as it should be: a condition in both ways."""
        return len(self.truths) == 2 if self.form == "condition" else self.reached


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is not reached, and why."""

    item: Item
    reason: str


class Coverage:
    """Collects what is wanted, and what is met. Hand its `tracer` to whatever runs examples and scripts."""

    def __init__(self) -> None:
        self.tracer = Tracer(met=self._met, ran=self._ran)
        self.items: list[Item] = []
        self._files: set[str] = set()
        self._things: dict[str, Item] = {}
        self._options: dict[str, Item] = {}

    # ---------------------------------------------------------------------------------------------------- what is wanted

    def _met(self, model: GameModel) -> None:
        for file in model.sources.files:
            if file.name.endswith(".rules") and file.name not in self._files:
                self._files.add(file.name)
                self.items.extend(_Reader(self, file).read())
        places = Counter(symbol.span for symbol in model.instances)
        for symbol in model.instances:
            # What one line makes many of, such as the squares of a grid, is not written by anybody one by one.
            place = model.sources.place(symbol.span) if places[symbol.span] == 1 else ""
            if place and place not in self._things and symbol.edge is None:
                self._things[place] = Item("thing", symbol.name, place, symbol.kind.name)
                self.items.append(self._things[place])

    def option(self, item: Item) -> None:
        """Remember an option by its place, by which logs know it."""
        self._options[item.place] = item

    # ---------------------------------------------------------------------------------------------------- what is met

    def _ran(self, title: str, match: Any) -> None:
        layout = match.machine.layout
        for number, _, values in match.state.log:
            if layout.events[number].form == "choice":
                _, choice, option, *_ = values
                found = self._options.get(layout.choices[choice].options[option].place)
                if found is not None:
                    found.by.add(title)
        world = match.compiled.world
        stores = {store.name: store for store in world.stores.values()}
        for name, thing in _things_met(match):
            place = match.compiled.model.sources.place(stores[name].things[thing].symbol.span)
            if place in self._things:
                self._things[place].by.add(title)

    def finish(self) -> None:
        """Bring what the code told to the items."""
        for item in self.items:
            if item.number >= 0:
                item.truths = self.tracer.hits.get(item.number, {})
                item.by |= {title for titles in item.truths.values() for title in titles}
            if item.form == "line" and item.number in self.tracer.constants and not item.by:
                # What is settled before play cannot be left out by any example.
                item.by.add(SETTLED)
        for item in self.items:
            if item.form in ("rule", "arm", "option") and any(part.reached for part in item.parts):
                item.by |= {title for part in item.parts for title in part.by}
        for item in self.items:
            if item.form == "condition" and item.number in self.tracer.constants:
                for truth in self.tracer.constants[item.number]:
                    item.truths = {**item.truths, truth: item.truths.get(truth, set())}
                item.by |= item.inside.by if item.inside is not None else set()

    def gaps(self) -> Iterator[Gap]:
        """What is not reached, the outermost only, in the order of the text."""
        for item in self.items:
            if item.covered:
                continue
            around = item.inside
            if around is not None and not _opened(item, around):
                continue
            if item.form == "condition" and (not item.reached or any(not side.covered for side in item.parts)):
                # One of its sides says more; and a side that was never asked stands behind one that always decided.
                continue
            yield Gap(item, _reason(item))

    def counts(self) -> dict[str, tuple[int, int]]:
        """For each form, how many are covered, of how many."""
        found: dict[str, tuple[int, int]] = {}
        for form in FORMS:
            items = [item for item in self.items if item.form == form]
            if items:
                found[form] = (sum(item.covered for item in items), len(items))
        return found


def _opened(item: Item, around: Item) -> bool:
    """Whether what an item stands in was reached in the way that leads to it."""
    if item.when is None:
        return around.reached
    return item.when in around.truths


def _reason(item: Item) -> str:
    match item.form:
        case "rule":
            return f"`{item.path}` is never run"
        case "condition":
            return f"`{item.text}` was never {'false' if True in item.truths else 'true'}"
        case "arm":
            return f"arm `{item.text}`: {item.lacks}"
        case "option":
            return f"`{item.path}` is never chosen"
        case "thing":
            return f"{item.text} `{item.path}` never comes up"
    return f"never reached: `{item.text}`"


# ------------------------------------------------------------------------------------------------------------ things of a match


def _things_met(match: Any) -> set[tuple[str, int]]:
    """The things that a match has moved, named or come upon."""
    machine, state = match.machine, match.state
    blank = machine.blank()
    found: set[tuple[str, int]] = set()
    for array in machine.layout.arrays:
        shape = array.shape[1] if array.shape[0] == "optional" else array.shape
        now, then = getattr(state, array.name), getattr(blank, array.name)
        pairs = [(now, then)] if array.scalar else list(zip(now, then, strict=True))
        for index, (new, old) in enumerate(pairs):
            if new == old:
                continue
            if shape[0] == "thing" and isinstance(new, int) and new >= 0:
                found.add((shape[1], new))
            if array.holder not in ("state", "player"):
                found.add((array.holder, index // array.width))
    for store in machine.layout.stores:
        now, then = (getattr(s, f"{store.name}_at", None) for s in (state, blank))
        if now is not None and then is not None:
            found.update((store.name, thing) for thing in range(len(now)) if now[thing] != then[thing])
    for number, _, values in state.log:
        event = machine.layout.events[number]
        if event.form == "choice":
            _, choice, option, chosen, *_ = values
            for value, shape in zip(chosen, machine.layout.choices[choice].options[option].shapes, strict=False):
                inner = shape[1] if shape[0] == "optional" else shape
                value = value[0] if isinstance(value, (tuple, list)) else value
                if inner[0] == "thing" and isinstance(value, int) and value >= 0:
                    found.add((inner[1], value))
        elif event.form in ("move", "draw") and values:
            thing = values[0][0] if isinstance(values[0], (tuple, list)) else values[0]
            found.add((values[3], thing))
        elif event.form == "tokens":
            found.update((values[2], sort) for sort, _ in values[3])
    return found


# ------------------------------------------------------------------------------------------------------------ reading the trees


class _Reader:
    """Finds what can be reached in a file."""

    def __init__(self, coverage: Coverage, file: SourceFile) -> None:
        self.coverage = coverage
        self.file = file
        self.items: list[Item] = []
        self.rolled: dict[str, tuple[int, int]] = {}

    def read(self) -> list[Item]:
        """All items, in the order of the text."""
        for declaration in parse_rules(self.file, Sink()).declarations:
            self._declared(declaration)
        return self.items

    def _declared(self, declaration: nodes.Declaration) -> None:
        match declaration:
            case nodes.Example() | nodes.Setting():
                return
            case nodes.Kind(name=name, members=members):
                for member in members:
                    if isinstance(member, nodes.Rule | nodes.Define):
                        self._routine(f"{name.text}.{member.name.text}", member)
            case nodes.Instance(name=name, slots=slots) | nodes.Also(name=name, slots=slots):
                for slot in slots:
                    if isinstance(slot, nodes.Rule | nodes.Define):
                        self._routine(f"{name.text}.{slot.name.text}", slot)
            case nodes.Play():
                self._routine("play", declaration)
            case nodes.Rule(name=name) | nodes.Define(name=name) | nodes.Phase(name=name):
                self._routine(name.text, declaration)
            case nodes.Whenever(name=name) | nodes.Anytime(name=name) | nodes.Total(name=name):
                self._routine(name.text, declaration)
            case nodes.Scoring():
                self._routine("scoring", declaration)
            case nodes.Change(verb=verb, path=path) if verb != "remove":
                self._routine(f"{verb} {'.'.join(part.text for part in path)}", declaration)

    def _routine(self, path: str, node: nodes.Declaration) -> None:
        self.rolled = {}
        rule = self._item("rule", path, node.span, path, None, None)
        if getattr(node, "body", ()) is None and getattr(node, "value", None) is None and not isinstance(node, nodes.Change):
            # Declared for others to give a body: nothing of it can run.
            self.items.remove(rule)
            return
        self._parts(node, rule, None, path, skip=("name", "parameters", "returns"))
        # What is written in one expression is reached with it.
        if isinstance(node, nodes.Define | nodes.Change) and node.value is not None:
            self._line(node.value, EXPRESSION, rule, None, path)
        rule.parts = [item for item in self.items if item.inside is rule]

    def _item(self, form: str, path: str, span: Span, text: str, inside: Item | None, when: bool | None) -> Item:
        position = self.file.position(span.start)
        item = Item(form, path, f"{self.file.name}:{position.line}:{position.column}", text, inside=inside, when=when)
        self.items.append(item)
        return item

    def _written(self, span: Span) -> str:
        text = visible(" ".join(self.file.text[span.start : span.end].split()))
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"

    def _line(self, node: nodes.Node, form: str, inside: Item, when: bool | None, path: str) -> Item:
        first = self.file.text[node.span.start : node.span.end].split("\n", 1)[0].strip()
        item = self._item("line", path, node.span, visible(first[:LONGEST]), inside, when)
        item.number = self.coverage.tracer.want(self.file.name, node.span.start, node.span.end, form)
        return item

    def _block(self, statements: Iterable[nodes.Statement], inside: Item, when: bool | None, path: str) -> None:
        for statement in statements:
            if isinstance(statement, nodes.DocLine):
                continue
            item = self._line(statement, STATEMENT, inside, when, path)
            self._statement(statement, item, path)

    def _statement(self, node: nodes.Statement, item: Item, path: str) -> None:
        match node:
            case nodes.If(branches=branches, otherwise=otherwise):
                around, when = item, None
                for condition, body in branches:
                    asked = self._condition(condition, around, when, path)
                    self._block(body, asked, True, path)
                    around, when = asked, False
                if otherwise is not None:
                    self._block(otherwise, around, False, path)
            case nodes.Match():
                self._match(node, item, path)
            case nodes.Roll():
                self._note_roll(node)
                self._parts(node, item, None, path)
            case nodes.Step(name=name):
                self._parts(node, item, None, f"{path}.{name.text}")
            case _:
                self._parts(node, item, None, path)

    def _note_roll(self, node: nodes.Roll) -> None:
        count, letter, faces = node.die.text.partition("d")
        if letter and faces.isdigit() and node.plus is None and (not count or count.isdigit()):
            number = int(count or 1)
            self.rolled[node.name.text] = (number, number * int(faces))

    def _match(self, node: nodes.Match, item: Item, path: str) -> None:
        self._expression(node.subject, item, None, path)
        subject = self._written(node.subject.span)
        taken: set[int] = set()
        for arm in node.arms:
            ends = self.rolled.get(subject)
            words = self._written(Span(arm.span.file, arm.patterns[0].span.start, arm.patterns[-1].span.end))
            found = self._item("arm", path, arm.span, words, item, None)
            values = _values(arm.patterns, ends, taken)
            taken |= values
            if ends is not None:
                found.lacks = f"no example rolls {_ranges(values)}" if values else "there is no such roll"
            else:
                found.lacks = f"`{subject}` is never {'anything else' if words == 'else' else words}"
            self._block(arm.body, found, None, path)
            found.parts = [each for each in self.items if each.inside is found]

    def _condition(self, node: nodes.Expression, inside: Item, when: bool | None, path: str) -> Item:
        item = self._item("condition", path, node.span, self._written(node.span), inside, when)
        item.number = self.coverage.tracer.want(self.file.name, node.span.start, node.span.end, EXPRESSION)
        self._expression(node, item, None, path)
        if isinstance(node, nodes.Logical):
            item.parts = [side for side in self.items if side.inside is item and side.form == "condition"]
        return item

    def _expression(self, node: nodes.Expression, inside: Item, when: bool | None, path: str) -> None:
        match node:
            case nodes.Logical(left=left, right=right):
                for side in (left, right):
                    if isinstance(side, nodes.Logical) and side.operator == node.operator:
                        self._expression(side, inside, when, path)
                    else:
                        self._condition(side, inside, when, path)
            case _:
                self._parts(node, inside, when, path)

    def _parts(self, node: nodes.Node, inside: Item, when: bool | None, path: str, skip: tuple[str, ...] = ()) -> None:
        """What stands in a node that has nothing of its own to say."""
        for name in parts_of(node):
            if name in skip or name in ("doc", "notes", "label", "title", "prompt"):
                continue
            value = getattr(node, name)
            if name in ("condition", "until", "again_while") and isinstance(value, nodes.Expression):
                self._condition(value, inside, when, path)
            else:
                self._value(value, inside, when, path)

    def _value(self, value: object, inside: Item, when: bool | None, path: str) -> None:
        if isinstance(value, nodes.Option):
            option = self._item("option", f"{path}.{value.name.text}", value.span, value.name.text, inside, when)
            self.coverage.option(option)
            for generator in value.parameters:
                self._value(generator, inside, when, path)
            if value.condition is not None:
                self._condition(value.condition, inside, when, path)
            self._block(value.body, option, None, option.path)
            option.parts = [item for item in self.items if item.inside is option]
        elif isinstance(value, nodes.ScoreLine):
            line = self._line(value.value, EXPRESSION, inside, when, path)
            if value.condition is not None:
                asked = self._condition(value.condition, inside, when, path)
                line.inside, line.when = asked, True
            self._value(value.head, inside, when, path)
            self._expression(value.value, line, None, path)
        elif isinstance(value, nodes.Expression):
            self._expression(value, inside, when, path)
        elif isinstance(value, nodes.Statement):
            self._block([value], inside, when, path)
        elif isinstance(value, nodes.Node):
            self._parts(value, inside, when, path)
        elif isinstance(value, list | tuple):
            for part in value:
                self._value(part, inside, when, path)


def _values(patterns: list[nodes.Pattern], ends: tuple[int, int] | None, taken: set[int]) -> set[int]:
    """The rolls that reach an arm, given those that arms before it take."""
    if ends is None:
        return set()
    low, high = ends
    found: set[int] = set()
    for pattern in patterns:
        if pattern.form == "else":
            found |= set(range(low, high + 1))
        elif pattern.form == "number":
            first = low if pattern.lowest is None else max(low, pattern.lowest)
            last = high if pattern.highest is None else min(high, pattern.highest)
            found |= set(range(first, last + 1))
    return found - taken


def _ranges(values: set[int]) -> str:
    """Numbers as ranges: 2 to 6, 9."""
    parts: list[str] = []
    ordered = sorted(values)
    start = 0
    for index in range(1, len(ordered) + 1):
        if index == len(ordered) or ordered[index] != ordered[index - 1] + 1:
            first, last = ordered[start], ordered[index - 1]
            parts.append(str(first) if first == last else f"{first} to {last}")
            start = index
    return ", ".join(parts)


# ------------------------------------------------------------------------------------------------------------ as text and data


def coverage_report(coverage: Coverage) -> CoverageReport:
    """All that can be reached, as a report."""
    reasons = {id(gap.item): gap.reason for gap in coverage.gaps()}
    items = [
        CoverageItem(
            form=item.form,
            path=item.path,
            place=item.place,
            text=item.text,
            covered=item.covered,
            reason=reasons.get(id(item), ""),
            by=sorted(item.by),
        )
        for item in coverage.items
    ]
    return CoverageReport(reached={form: list(counts) for form, counts in coverage.counts().items()}, items=items)


def coverage_text(coverage: Coverage) -> str:
    """The gaps by place, then how much is covered."""
    lines = [f"{gap.item.place}: {gap.reason}" for gap in coverage.gaps()]
    told = [f"{covered} of {number} {PLURALS[form]}" for form, (covered, number) in coverage.counts().items()]
    return "\n".join([*lines, *([""] if lines else []), f"reached: {', '.join(told)}" if told else "nothing can be reached"])

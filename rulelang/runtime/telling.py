"""The story of a match: sentences made from its log.

The log is a list of events with their values (see `runtime.machine`); nothing here is made before somebody asks. Each
reader gets his own story: what he could not see is told to him as what could be seen of it. A phase or step with a
title becomes a heading, deeper ones below it; what has no title is not told of. Moves of alike things by one statement
are told in one sentence, and what a choice has just said is not told again (`runtime.repeats`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.machine.program import ArrayLayout, ChoiceLayout, EventLayout, Layout
from rulelang.runtime.naming import HIDDEN, Naming, Reader, and_list, article, may_read, plural
from rulelang.runtime.repeats import Repeats
from rulelang.text.render import visible

OPENING = ("phase", "step", "turn")
MOVING = ("move", "draw")
JOINING_WORDS = frozenset(
    ("to", "in", "into", "from", "through", "with", "at", "on", "onto", "of", "for", "by", "past", "under", "over", "as")
)
"""A prompt that ends in one of these goes on with the answer; behind any other comes a colon."""


MANY = 5
"""Of more different things than this that move together, only the number is told."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story. `form` is heading, choice, effect, chance, note or end; `depth` counts headings above it.

    `event` numbers the first log entry it tells of; `place` is where in the rules it comes from, `path` the dotted name of that,
    `rulebook` the section that is cited there.
    """

    text: str
    form: str
    depth: int
    event: int
    place: str
    path: str
    rulebook: str = ""


class Telling:
    """Tells the logs of one compiled game with the players of one match."""

    def __init__(self, layout: Layout, naming: Naming) -> None:
        self.layout = layout
        self.naming = naming
        self.repeats = Repeats(layout, naming)

    def story(self, log: Sequence[tuple[int, int, tuple[Any, ...]]], reader: Reader = None, start: int = 0) -> list[Line]:
        """The lines of a log from its entry `start` on."""
        lines: list[Line] = []
        titled: list[bool] = []
        chosen: tuple[Sequence[Any], str] | None = None
        index = 0
        while index < len(log):
            number, depth, values = log[index]
            event = self.layout.events[number]
            del titled[depth:]
            end = self._together(log, index)
            entries = [entry[2] for entry in log[index:end]]
            if event.form in OPENING:
                chosen = None
                heading = self._heading(event, values, lines, reader)
                if heading and index >= start:
                    lines.append(self._line(event, index, heading, "heading", sum(titled)))
                titled.append(bool(heading))
            else:
                if event.form in MOVING:
                    end, entries = self._moved_on(log, end, entries, reader, start)
                form, text = self._sentence(event, entries, reader)
                repeated = chosen is not None and event.form == "move" and self.repeats.said(*chosen, entries, reader)
                if form == "choice":
                    chosen = (log[index:end], text)
                elif text and not repeated:
                    chosen = None
                if text and not repeated and index >= start:
                    lines.append(self._line(event, index, text, form, sum(titled)))
            index = end
        return lines

    def _moved_on(
        self, log: Sequence[Any], end: int, entries: list[tuple[Any, ...]], reader: Reader, start: int
    ) -> tuple[int, list[tuple[Any, ...]]]:
        """Moves together with those behind them that take the same things further: from the first place to the last."""
        while end < len(log) and end != start and self.layout.events[log[end][0]].form in MOVING:
            further_end = self._together(log, end)
            further = [entry[2] for entry in log[end:further_end]]
            if not self.repeats.goes_on(entries, further, reader):
                break
            entries = [(thing, old, further[0][2], store) for thing, old, _, store in entries]
            end = further_end
        return end, entries

    def _line(self, event: EventLayout, index: int, text: str, form: str, depth: int) -> Line:
        return Line(text, form, depth, index, event.place, event.path, event.rulebook)

    def _together(self, log: Sequence[tuple[int, int, tuple[Any, ...]]], index: int) -> int:
        """Behind the last entry that is told in one sentence with this one."""
        number, depth, values = log[index]
        event = self.layout.events[number]
        end = index + 1
        if event.form in ("move", "draw") and values:
            while end < len(log) and log[end][0] == number and log[end][2] and log[end][2][1:3] == values[1:3]:
                end += 1
        elif event.form == "tokens":
            # The same way taken by tokens one after another, by whichever statement; where some saw more than others see of it,
            # each by itself.
            way = (depth, *values[:3], values[4])
            while end < len(log) and self.layout.events[log[end][0]].form == "tokens":
                if (log[end][1], *log[end][2][:3], log[end][2][4]) != way:
                    break
                end += 1
        elif event.form == "choice" and self.layout.choices[values[1]].several:
            while end < len(log) and log[end][0] == number and log[end][2][0] == values[0]:
                end += 1
        return end

    # ---------------------------------------------------------------------------------------------------- headings

    def _heading(self, event: EventLayout, values: tuple[Any, ...], lines: list[Line], reader: Reader) -> str:
        if event.form == "turn":
            name = self.naming.label(values[0], ["player"])
            above = lines[-1] if lines else None
            if above is not None and above.form == "heading" and name in above.text.split():
                return ""
            return f"Turn of {name}"
        return self.naming.text(event.text, values, reader) if event.text else ""

    # ---------------------------------------------------------------------------------------------------- sentences

    def _sentence(self, event: EventLayout, entries: list[tuple[Any, ...]], reader: Reader) -> tuple[str, str]:
        """The form and the text of one sentence."""
        values = entries[0]
        match event.form:
            case "choice":
                return "choice", self._choice(entries, reader)
            case "gains" | "loses" | "pays":
                return "effect", self._gain(event, values, reader)
            case "good":
                return "effect", self.naming.text(event.text, values, reader)
            case "short outside" | "short nothing":
                return "note", self._short(event, values[0])
            case "move" | "draw":
                return "effect", self._moves(entries, reader)
            case "tokens":
                return "effect", self._tokens(entries, reader)
            case "refill":
                zone, other = (self.naming.zone_label(event.detail, number) for number in values)
                return (
                    "chance",
                    f"{zone} {_is(zone)} empty: {other} {_is(other)} shuffled into {'them' if several(zone) else 'it'}",
                )
            case "show":
                return "effect", self._shown(event, values, reader)
            case "look":
                player, zone = values
                return "effect", f"{self.naming.players[player]} looks at {self.naming.zone_label(event.detail, zone)}"
            case "private text":
                mask, inner = values
                return "note", self.naming.text(event.text, inner, reader) if may_read(mask, reader) else ""
            case "shuffle":
                zone = self.naming.zone_label(event.detail, values[0])
                return "chance", f"{zone} {_is(zone)} shuffled"
            case "reveal":
                shown = [self.naming.owned_label(event.detail, thing) for thing in values[0]]
                return "effect", f"{and_list(shown)} {_be(shown)} shown to all" if shown else ""
            case "unseen roll" | "unseen roll plus" if reader is not None:
                return "chance", f"{_die(event)}: unseen"
            case "roll" | "unseen roll":
                return "chance", self._roll(event, values)
            case "roll plus" | "unseen roll plus":
                return "chance", self._roll_plus(event, values, reader)
            case "pick":
                assert event.text is not None
                return "chance", f"by lot: {self.naming.label(values[0], event.text[0], reader)}"
            case "change":
                return "effect", self._change(event, values, reader)
            case "end":
                why = self.naming.text(event.text, values, reader)
                return "end", f"the game ends: {why}" if why else "the game ends"
        return "note", self.naming.text(event.text, values, reader)

    def _choice(self, entries: list[tuple[Any, ...]], reader: Reader) -> str:
        chooser, number, option, values, label, prompt = entries[0]
        choice = self.layout.choices[number]
        name = self.naming.label(chooser, ["player"])
        asked = self.naming.text(choice.prompt, prompt or (), reader) if choice.prompt else ""
        if not choice.pick:
            return f"{name}: {self._option(choice.options[option], values, label, reader)}"
        words = self._counted_unseen([self.chosen(values, choice, reader) for _, _, _, values, _, _ in entries], choice)
        answer = and_list(words) if words else "none" if choice.several else "pass"
        if not asked:
            return f"{name} passes" if answer == "pass" else f"{name} chooses {answer}"
        return f"{name}: {joined(asked, answer)}"

    def chosen(self, values: Sequence[Any], choice: ChoiceLayout, reader: Reader) -> str:
        """What was picked; empty for declining."""
        value, shapes = values[0], choice.options[0].shapes
        if isinstance(value, (tuple, list)):
            if not may_read(value[1], reader):
                shape = shapes[0][1] if shapes[0][0] == "optional" else shapes[0]
                store = value[2] if len(value) == 3 else shape[1] if shape[0] == "thing" else ""
                return self.naming.unseen(store) if store else HIDDEN
            value = value[0]
        if choice.optional and value == choice.declining:
            return ""
        return self.naming.label(value, shapes[0])

    def _counted_unseen(self, taken: Sequence[str], choice: ChoiceLayout) -> list[str]:
        """What was picked, of things that are not seen only how many."""
        words = [word for word in taken if word]
        shape = choice.options[0].shapes[0]
        if shape[0] != "thing":
            return words
        unseen = self.naming.unseen(shape[1])
        hidden = words.count(unseen)
        return [word for word in words if word != unseen] + ([self._amount(f"\0{shape[1]}", hidden)] if hidden else [])

    def _option(self, option: Any, values: Sequence[Any], label: Any, reader: Reader) -> str:
        if option.label is not None:
            return self.naming.text(option.label, label or (), reader)
        words = [self.naming.label(v, s, reader) for v, s in zip(values, option.shapes, strict=True)]
        return " ".join([visible(option.name.replace("_", " ")), *words])

    def _gain(self, event: EventLayout, values: tuple[Any, ...], reader: Reader) -> str:
        index, amount, *rest = values
        array = self.naming.fields[event.detail]
        who = self.naming.players[index] if array.holder == "player" else self.naming.owned_label(array.holder, index)
        verb = event.form if event.form == "gains" or amount >= 0 else "gains"
        if not self._reads(array, index, reader):
            number, label = "some", visible(array.label)
        else:
            number, label = _counted(abs(amount), visible(array.label))
        why = self.naming.text(event.text, rest, reader) if event.text else ""
        return f"{who} {verb} {number} {label}{f' for {why}' if why else ''}"

    def _reads(self, array: ArrayLayout, index: int, reader: Reader) -> bool:
        """Whether a reader may know a field; a field that is private to whom another field says, only its author."""
        if reader is None or array.visibility == "public":
            return True
        if array.visibility == "private":
            holder = index // array.width
            owner = holder if array.holder == "player" else self.naming.stores[array.holder].owners[holder]
            return owner == reader
        return False

    def _moves(self, entries: list[tuple[Any, ...]], reader: Reader) -> str:
        if not entries[0]:
            return "nothing is left to draw"
        names: dict[str, int] = {}
        _, old, new, store = entries[0]
        for thing, *_ in entries:
            name = self._thing(thing, store, reader)
            names[name] = names.get(name, 0) + 1
        from_, to = (self.naming.zone_label(store, zone) for zone in (old, new))
        if old == new and len(entries) > MANY:
            return f"{to} is put in another order"
        if len(names) > MANY:
            names = {f"\0{store}": len(entries)}
        moved = and_list([self._amount(name, count) for name, count in names.items()])
        verb = "moves" if len(entries) == 1 else "move"
        if old == new:
            return f"{moved} {'is' if len(entries) == 1 else 'are'} put in another place of {to}"
        return f"{moved} {verb} from {from_} to {to}"

    def _tokens(self, entries: Sequence[tuple[Any, ...]], reader: Reader) -> str:
        """Tokens that moved: by sort for those who saw them before or after, for others only how many."""
        old, new, store, _, mask = entries[0]
        sorts: dict[int, int] = {}
        for _, _, _, rows, _ in entries:
            for sort, count in rows:
                sorts[sort] = sorts.get(sort, 0) + count
        total = sum(sorts.values())
        if may_read(mask, reader):
            moved = and_list([self._amount(self._thing(sort, store, reader), count) for sort, count in sorts.items()])
        else:
            moved = self._amount(f"\0{store}", total)
        from_, to = (self.naming.zone_label(store, zone) for zone in (old, new))
        return f"{moved} {'moves' if total == 1 else 'move'} from {from_} to {to}"

    def _shown(self, event: EventLayout, values: tuple[Any, ...], reader: Reader) -> str:
        """What was shown to somebody: what it was is told to those who see it now."""
        things, players = values
        if not things:
            return ""
        names: dict[str, int] = {}
        for thing in things:
            name = self._thing(thing, event.detail, reader)
            names[name] = names.get(name, 0) + 1
        shown = and_list([self._amount(name, count) for name, count in names.items()])
        to = and_list([self.naming.players[player] for player in players])
        return f"{shown} {'is' if len(things) == 1 else 'are'} shown to {to}"

    def _thing(self, thing: Any, store: str, reader: Reader) -> str:
        """A thing's label; "\\0" before one that takes a number or an article."""
        if isinstance(thing, (tuple, list)):
            if not may_read(thing[1], reader):
                return f"\0{store}"
            thing = thing[0]
        label = self.naming.thing_label(store, thing)
        return f"\0{label}" if self.naming.common(store, thing) and not label.startswith("the ") else label

    def _amount(self, name: str, count: int) -> str:
        if not name.startswith("\0"):
            return name
        return article(name[1:]) if count == 1 else f"{count} {plural(name[1:])}"

    def _roll(self, event: EventLayout, values: tuple[Any, ...]) -> str:
        total, *faces = values
        shown = " + ".join(str(face) for face in faces)
        return f"{_die(event)}: {shown} = {total}" if len(faces) > 1 else f"{_die(event)}: {total}"

    def _roll_plus(self, event: EventLayout, values: tuple[Any, ...], reader: Reader) -> str:
        """A roll with what is added to it, line by line."""
        total, faces, bill = values
        shown = [" + ".join(str(face) for face in faces)]
        for number, inner, amount in bill:
            label = self.naming.text(event.items[number], inner, reader)
            shown.append(f"{label} {amount:+d}".strip())
        return f"{_die(event)}: {', '.join(shown)} = {total}"

    def _short(self, event: EventLayout, short: int) -> str:
        """A supply that ran out."""
        label = visible(self.naming.fields[event.detail].label)
        if event.form == "short outside":
            return f"the {label} is empty: {short} come{'s' if short == 1 else ''} from outside"
        return f"the {label} is empty: {short} {'is' if short == 1 else 'are'} not there to be had"

    def _change(self, event: EventLayout, values: tuple[Any, ...], reader: Reader) -> str:
        index, _, new = values
        array = self.naming.fields[event.detail]
        name = self.naming.field_label(array, index or 0)
        if not self._reads(array, index or 0, reader):
            return f"{name} changes"
        return f"{name} is now {self.naming.label(new, array.shape, reader)}"


def _die(event: EventLayout) -> str:
    """What is rolled, in words, as fields are told."""
    return visible(event.detail.replace("_", " "))


def joined(prompt: str, answer: str) -> str:
    """A prompt and the answer to it in one line."""
    start = prompt.rstrip(" :")
    last = start.rpartition(" ")[2].lower()
    if last in JOINING_WORDS:
        return f"{start} {answer}"
    return f"{start} {answer}" if start.endswith("?") else f"{start}: {answer}"


def _be(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _is(zone: str) -> str:
    return "are" if several(zone) else "is"


def several(label: str) -> bool:
    """Whether the label of a zone speaks of several: `the events of the first age`."""
    head = re.split(r" of | in |[,(]", label, maxsplit=1)[0].split()
    return bool(head) and re.search(r"[^sui]s$", head[-1]) is not None


def _counted(number: int, label: str) -> tuple[str, str]:
    """A number and a label that agrees with it."""
    if number == 1 and label.endswith("s") and not label.endswith("ss"):
        return "1", label[:-1]
    return ("no" if number == 0 else str(number)), label


def headings(lines: Sequence[Line]) -> Iterator[str]:
    """The lines as plain text, indented below their headings."""
    for line in lines:
        mark = "" if line.form != "heading" else "== " if line.depth == 0 else "-- "
        yield f"{'  ' * line.depth}{mark}{line.text}"


__all__ = ["Line", "Telling", "headings", "joined"]

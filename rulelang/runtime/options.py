"""The options of a choice as people see and write them.

The machine offers codes. This module takes a code apart into the option and its arguments, gives it its words (what
scripts write) and its label (what is shown), and finds which option a line of words means. Words are only ever matched
against the legal options as they are written here; nothing is parsed, so whatever an option can be called in some game,
no rule of writing stands against it.

Words are names with spaces between: of an option its name and its arguments, of a pick the name of what is picked.
Where two options would be written the same, things of others take their owner's name in front (`ben.star_ring`), and if
that is not enough all copies take numbers. Declining is `pass`; of several picks, `done` says that they are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulelang.machine.program import ChoiceLayout, OptionLayout
from rulelang.runtime.machine import Asked, Machine
from rulelang.runtime.naming import NO_NUMBER, Naming
from rulelang.text.render import visible

PASS = "pass"
DONE = "done"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be chosen now. `text` is what a script writes, `label` what is shown, `args` the words of its arguments.

    `name` is the option's own name, empty for a pick; `path` its dotted name; `place` where it stands in the rules; `doc` the
    author's words about it. `code` is the machine's number for it.
    """

    text: str
    label: str
    args: tuple[str, ...]
    name: str
    path: str
    place: str
    code: int
    doc: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    exact: frozenset[tuple[str, ...]] = field(default=frozenset(), repr=False, compare=False)
    loose: frozenset[tuple[str, ...]] = field(default=frozenset(), repr=False, compare=False)


def decode(choice: ChoiceLayout, code: int) -> tuple[int, tuple[int, ...]]:
    """The number of the option that a code stands for, and the values of its parameters; -1 and none for declining."""
    if code == choice.declining and choice.optional:
        return -1, ()
    if choice.pick:
        return 0, (code,)
    count = len(choice.options)
    if count == 1:
        rest, number = code, 0
    elif all(not option.sizes for option in choice.options):
        return code, ()
    else:
        rest, number = divmod(code, count)
    option = choice.options[number]
    values: list[int] = []
    last = len(option.sizes) - 1
    for index, (size, offset) in enumerate(zip(option.sizes, option.offsets, strict=True)):
        if index == last:
            value = rest
        else:
            rest, value = divmod(rest, size)
        values.append(value + offset)
    return number, tuple(values)


def split_words(words: str) -> tuple[str, ...]:
    """A line as the words it is made of; a comma is as good as a space."""
    return tuple(words.replace(",", " ").split())


class Options:
    """Words and labels of the options of one compiled game with the players of one match."""

    def __init__(self, machine: Machine, naming: Naming) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.naming = naming

    def prompt(self, state: Any, asked: Asked, reader: int | None = None) -> str:
        """What is asked."""
        choice = self.layout.choices[asked.choice]
        if choice.prompt is None:
            return ""
        own = self.machine.state_of(state, asked)
        values = self.machine.namespace[f"P_{choice.number}"](own, self.machine.frame_of(state, asked))
        return self.naming.text(choice.prompt, values, reader)

    def all(self, state: Any, asked: Asked) -> tuple[Option, ...]:
        """The options of a choice, in order."""
        choice = self.layout.choices[asked.choice]
        at = (self.machine.state_of(state, asked), self.machine.frame_of(state, asked))
        taken = [decode(choice, code) for code in asked.codes]
        words = [self._words(choice, number, values) for number, values in taken]
        words = self._apart(choice, taken, words, asked.player)
        return tuple(
            self._option(choice, at, asked, code, number, values, text)
            for code, (number, values), text in zip(asked.codes, taken, words, strict=True)
        )

    # ---------------------------------------------------------------------------------------------------- words

    def _argument(self, shape: Any, value: int, form: str, chooser: int) -> str:
        """An argument's word: plain; `others`' things, or all, with their owner; or with the number of the copy too."""
        if shape[0] == "optional":
            return "" if value in (-1, NO_NUMBER) else self._argument(shape[1], value, form, chooser)
        if shape[0] == "thing" and value >= 0 and form != "plain":
            store = self.naming.stores[shape[1]]
            if form == "others" and store.owners[value] == chooser:
                return self.naming.thing_word(shape[1], value)
            return self.naming.copy_word(shape[1], value) if form == "copies" else self.naming.full_word(shape[1], value)
        return self.naming.word(value, shape)

    def _words(self, choice: ChoiceLayout, number: int, values: tuple[int, ...], form: str = "plain", chooser: int = -1) -> str:
        if number < 0:
            return DONE if choice.several else PASS
        option = choice.options[number]
        words = [self._argument(shape, value, form, chooser) for shape, value in zip(option.shapes, values, strict=True)]
        shown = [word for word in words if word]
        return " ".join(shown if choice.pick else [option.name, *shown])

    def _apart(self, choice: ChoiceLayout, taken: list[tuple[int, tuple[int, ...]]], words: list[str], chooser: int) -> list[str]:
        """The words, longer where they would be the same."""
        for form in ("others", "owners", "copies"):
            twice = _repeated(words)
            if not twice:
                return words
            words = [
                self._words(choice, number, values, form, chooser) if text in twice else text
                for text, (number, values) in zip(words, taken, strict=True)
            ]
        count: dict[str, int] = {}
        for index, text in enumerate(words):
            count[text] = count.get(text, 0) + 1
            if count[text] > 1:
                words[index] = f"{text}_{count[text]}"
        return words

    def _option(
        self,
        choice: ChoiceLayout,
        at: tuple[Any, list[Any]],
        asked: Asked,
        code: int,
        number: int,
        values: tuple[int, ...],
        text: str,
    ) -> Option:
        if number < 0:
            label = "Done" if choice.several else "Pass"
            return Option(text, label, (), "", choice.path, choice.place, code, exact=frozenset({(text,)}))
        layout = choice.options[number]
        forms = [
            tuple(w for s, v in zip(layout.shapes, values, strict=True) if (w := self._argument(s, v, form, asked.player)))
            for form in ("plain", "owners", "copies")
        ]
        exact: set[tuple[str, ...]] = {split_words(text)}
        loose: set[tuple[str, ...]] = set()
        notation = ""
        if choice.pick:
            exact.update(forms)
            loose.update((f"{choice.path.rpartition('.')[2]}", *words) for words in forms)
        else:
            exact.update((layout.name, *words) for words in forms)
            loose.update(words for words in forms if words)
            notation = self.notation(choice, number, at, values, asked.player)
            if notation:
                exact.add(split_words(notation))
        label = self._label(choice, layout, number, at, values, asked.player)
        return Option(
            notation or text,
            label,
            forms[0],
            "" if choice.pick else layout.name,
            layout.path,
            layout.place,
            code,
            tuple(layout.doc),
            values,
            frozenset(exact),
            frozenset(loose),
        )

    def notation(self, choice: ChoiceLayout, number: int, at: tuple[Any, list[Any]], values: tuple[int, ...], reader: int) -> str:
        """How an option with these values is written, where its `as` says so; `at` are the state and the frame it stands in."""
        layout = choice.options[number]
        return self._text(layout, layout.notation, f"N_{choice.number}_{number}", at, values, reader)

    def _label(
        self,
        choice: ChoiceLayout,
        layout: OptionLayout,
        number: int,
        at: tuple[Any, list[Any]],
        values: tuple[int, ...],
        reader: int,
    ) -> str:
        if choice.pick:
            return self.naming.label(values[0], layout.shapes[0])
        if layout.label is not None:
            return self._text(layout, layout.label, f"L_{choice.number}_{number}", at, values, reader)
        words = [self.naming.label(value, shape) for value, shape in zip(values, layout.shapes, strict=True)]
        return " ".join([visible(layout.name.replace("_", " ")).capitalize(), *words])

    def _text(
        self,
        layout: OptionLayout,
        parts: list[Any] | None,
        function: str,
        at: tuple[Any, list[Any]],
        values: tuple[int, ...],
        reader: int,
    ) -> str:
        if parts is None:
            return ""
        return self.naming.text(parts, self.machine.namespace[function](*at, *values), reader)


def matching(options: Sequence[Option], words: tuple[str, ...]) -> list[Option]:
    """The options that words can mean: those written so; if none is, those of which they give the arguments."""
    found = [option for option in options if words in option.exact]
    own = [option for option in found if split_words(option.text) == words]
    return own or found or [option for option in options if words in option.loose]


def _repeated(words: Sequence[str]) -> set[str]:
    seen: set[str] = set()
    twice: set[str] = set()
    for word in words:
        (twice if word in seen else seen).add(word)
    return twice


__all__ = ["DONE", "PASS", "Option", "Options", "decode", "matching", "split_words"]

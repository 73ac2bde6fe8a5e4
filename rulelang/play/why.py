"""Why a move is not legal.

First it is said what is being asked, and of whom; then which kind of refusal it is, with its code and its place in the
rules:

- RL0721 nothing is asked now                  RL0725 a thing that is not among those to choose from
- RL0722 another player must choose            RL0726 a `where` that is false, with the values of its operands
- RL0723 there is no such option               RL0727 a `require` that fails in what the option does
- RL0724 there is no such thing

Legality is written once, at the option, so it is explained from there: the checked tree of the choice is gone through
in order, each parameter with the value that was written, and the first thing that stands in the way is told. A set that
a `define` makes is unfolded for the one value asked about.

A player's question is answered from what he may know: a thing he cannot see and a thing that does not exist get the
same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from rulelang.machine import ir, split
from rulelang.machine.library import Fault
from rulelang.machine.program import OptionLayout
from rulelang.play.judging import Judge
from rulelang.play.keeping_out import Given, givens_of
from rulelang.play.why_closed import closed, why_closed
from rulelang.runtime.machine import RulesFault
from rulelang.runtime.naming import and_list
from rulelang.runtime.options import Option, matching, split_words
from rulelang.sema.symbols import LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import item_of
from rulelang.syntax import nodes
from rulelang.text.render import visible
from rulelang.text.suggest import help_for, listing, near

if TYPE_CHECKING:
    from rulelang.play.match import Choice, Match

ASKED, OTHERS, OPTION, THING, DOMAIN, CONDITION, REQUIRE = (f"RL072{n}" for n in range(1, 8))
KINDS = {
    ASKED: "not asked now",
    OTHERS: "another player's choice",
    OPTION: "no such option",
    THING: "no such thing",
    DOMAIN: "not to choose from",
    CONDITION: "a condition that is false",
    REQUIRE: "a requirement inside",
}


MOST_TRIED = 20_000
"""How many combinations of values are written down to find the one that some words mean."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not legal. `kind` is one of `KINDS`; `place` is `file:line:column`; `near` are legal moves like it.

    `asked` says what is asked and of whom; `doc` and `rulebook` are the rule's own words and the section that it cites.
    """

    code: str
    message: str
    place: str = ""
    path: str = ""
    asked: str = ""
    near: tuple[str, ...] = ()
    doc: tuple[str, ...] = ()
    rulebook: str = ""
    help: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind in words."""
        return KINDS[self.code]


def why_not(match: Match, seat: int, line: str, *, reader: int | None = None, everything: bool = False) -> tuple[Reason, ...]:
    """Why a player cannot choose what a line says; empty if he can. `everything` answers as the author, who sees all."""
    name = match.players[seat]
    asked = what_is_asked(match)
    shown = visible(" ".join(line.split()))
    if match.over:
        what = "the match is over" if match.base is None or match.state.over else "nobody is asked anything here"
        return (Reason(ASKED, f"{name} cannot choose `{shown}`: {what}", asked=asked),)
    choice = match.choice_of(seat)
    words = split_words(line)
    shut = closed(match, seat, line)
    if shut:
        looking = None if everything else seat if reader is None else reader
        return why_closed(match, shut, line, lambda each: Search(match, each, words, asked, looking))
    if choice is None or (choice.optional and not _among(match.choices_of(seat), words)):
        others = and_list([f"{other}'s" for other in match.waiting])
        opened = [option.text for own in match.choices_of(seat) for option in own.options]
        message = f"{name} cannot choose {'that ' if opened else ''}now: it is {others} choice"
        return (Reason(OTHERS, message, asked=asked, near=tuple(near(shown, opened) or opened[:4])),)
    options = [option for own in match.choices_of(seat) for option in own.options]
    fitting = matching(options, words)
    if len(fitting) == 1:
        home = next(own for own in match.choices_of(seat) if fitting[0] in own.options)
        return _inside(match, home, fitting[0], asked)
    for own in match.choices_of(seat)[1:]:
        if words[:1] and words[0] in {option.name for option in own.layout.options}:
            choice = own
    search = Search(match, choice, words, asked, None if everything else seat if reader is None else reader)
    if len(fitting) > 1:
        meanings = listing([option.text for option in fitting[:4]])
        return (search.reason(OPTION, f"`{shown}` could mean {meanings}", choice.place),)
    if choice.several and len(words) > 1:
        from rulelang.play.words import several

        if several(match, match.machine.copy(match.state), choice, words) is not None:
            return ()
    return tuple(search.reasons())


def _among(choices: Sequence[Choice], words: Sequence[str]) -> bool:
    """Whether a line is about something that is open to a player beside what others are asked."""
    names = {option.name for choice in choices for option in choice.layout.options}
    return any(word in names for word in words[:1]) or any(matching(choice.options, tuple(words)) for choice in choices)


def what_is_asked(match: Match) -> str:
    """What is being asked, and of whom, as far as everybody may know."""
    if not match.pending:
        return "nobody is asked anything"
    required = [choice for choice in match.pending if not choice.optional]
    if len(required) == 1 and match.waiting == (required[0].player,):
        return f"{required[0].player} must choose: {required[0].prompt or required[0].path}"
    return f"{and_list(match.waiting)} must choose"


def _inside(match: Match, choice: Choice, option: Option, asked: str) -> tuple[Reason, ...]:
    """A legal option may still run into a `require`."""
    state = match.machine.copy(match.state)
    try:
        match.machine.answer(state, choice.asked, option.code)
    except RulesFault as fault:
        if fault.code != "RL0810":
            raise
        message = f"{choice.player} cannot choose `{option.text}`: {fault.message}"
        return (Reason(REQUIRE, message, fault.place, option.path, asked, doc=option.doc),)
    return ()


class Search:
    """Goes through a choice to find what stands in the way of some words."""

    def __init__(self, match: Match, choice: Choice, words: tuple[str, ...], asked: str, reader: int | None) -> None:
        self.match = match
        self.choice = choice
        self.words = words
        self.asked = asked
        self.reader = reader
        self.naming = match.naming
        self.compiled = match.compiled
        self.shown = visible(" ".join(words))
        self.own = match.machine.state_of(match.state, choice.asked)
        self.lowered: ir.Choice = self.compiled.lowered.registry.choices[choice.asked.choice]
        self.routine = _routine_of(self.compiled.facts.splits, self.lowered)
        self.symbol = _symbol_of(self.compiled.lowering.names, self.routine.routine.name)
        frame = match.machine.frame_of(match.state, choice.asked)
        self.env = {variable: frame[slot] for variable, slot in self.routine.slots.items()}
        texts = [option.text for option in choice.options]
        self.near = tuple(near(self.shown, texts) or texts[:4])

    def reason(
        self, code: str, message: str, place: str, option: OptionLayout | None = None, help: tuple[str, ...] = ()
    ) -> Reason:
        """A reason with what belongs to the rule it comes from."""
        symbol = self.symbol
        doc = tuple(option.doc) if option is not None and option.doc else tuple(symbol.doc) if symbol is not None else ()
        notes = [n.text for n in symbol.notes if n.name == "rulebook" and n.text] if symbol is not None else []
        path = option.path if option is not None else self.choice.path
        return Reason(code, message, place, path, self.asked, self.near, doc, notes[0] if notes else "", help)

    def judge(self, values: Mapping[LocalSymbol, int]) -> Judge:
        """A judge where the match has stopped, with values for the parameters that were gone through."""
        variables: dict[LocalSymbol, ir.Expr] = dict(self.compiled.lowering.variables)
        variables.update({symbol: ir.Const(value) for symbol, value in values.items()})
        this: ir.Expr | None = None
        if self.symbol is not None and self.symbol.owner is not None:
            routine = self.compiled.lowered.routines[self.compiled.lowering.names[self.symbol]]
            this = routine.parameters[0]
        return Judge(self.compiled, self.naming, self.own, variables, self.env, this, self.reader)

    # ---------------------------------------------------------------------------------------------------- which option is meant

    def reasons(self) -> Iterator[Reason]:
        """What stands in the way."""
        layout = self.choice.layout
        if layout.pick:
            yield self.option(0, self.words)
            return
        named = [n for n, option in enumerate(layout.options) if self.words[:1] == (option.name,)]
        if named:
            yield self.option(named[0], self.words[1:])
            return
        fitting = [n for n, option in enumerate(layout.options) if self.words and len(option.shapes) == len(self.words)]
        known = [n for n in fitting if all(self.values(s, w) for s, w in zip(layout.options[n].shapes, self.words, strict=True))]
        if known:
            yield self.option(known[0], self.words)
            return
        noted = self.noted()
        if noted is not None:
            yield self.option(*noted)
            return
        names = [option.name for option in layout.options]
        first = self.words[0] if self.words else ""
        there = f"there {'is' if len(names) == 1 else 'are'} {listing(names, 'and')}"
        message = f"{self.choice.player} has no option `{visible(first)}` here; {there}"
        yield self.reason(OPTION, message, self.choice.place, help=help_for(first, names))

    def noted(self) -> tuple[int, tuple[str, ...]] | None:
        """The option that the words would be by its `as`, whatever its parameters range over, with the words of these."""
        chooser = self.choice.seat
        at = (self.own, self.match.machine.frame_of(self.match.state, self.choice.asked))
        for number, layout in enumerate(self.choice.layout.options):
            named = [self.names(shape) for shape in layout.shapes]
            if layout.notation is None or not named or prod(map(len, named)) > MOST_TRIED:
                continue
            for words in product(*named):
                values = [self.values(shape, word) for shape, word in zip(layout.shapes, words, strict=True)]
                for chosen in product(*values):
                    try:
                        written = self.match.texts.notation(self.choice.layout, number, at, chosen, chooser)
                    except (Fault, IndexError, KeyError):
                        # Of a value that nobody can choose something may be asked that it does not have.
                        continue
                    if split_words(written) == self.words:
                        return number, words
        return None

    def option(self, number: int, words: Sequence[str]) -> Reason:
        """What stands in the way of one option with these arguments."""
        layout = self.choice.layout.options[number]
        alternative = self.lowered.alternatives[number]
        givens = givens_of(self.lowered, alternative)
        said = f"{self.choice.player} cannot choose `{self.shown}`"
        if len(words) != len(layout.shapes):
            wanted = ", ".join(f"`{given.symbol.name}`" for given in givens)
            what = f"`{layout.name}` wants {wanted}" if givens else f"`{layout.name}` stands alone"
            if self.choice.layout.pick and len(words) > 1:
                what = f"there is no {self.kind(givens[0])} `{self.shown}`"
            return self.reason(THING if self.choice.layout.pick else OPTION, f"{said}: {what}", layout.place, layout)
        possible: list[list[int]] = []
        for given, shape, word in zip(givens, layout.shapes, words, strict=True):
            values = self.values(shape, word)
            if not values:
                message = f"{said}: there is no {self.kind(given)} `{visible(word)}`"
                return self.reason(THING, message, layout.place, layout, help_for(word, self.names(shape)))
            possible.append(values)
        best: tuple[int, Reason] | None = None
        for chosen in product(*possible):
            depth, reason = self.test(layout, alternative, givens, chosen, said)
            if best is None or depth > best[0]:
                best = (depth, reason)
        assert best is not None
        return best[1]

    # ---------------------------------------------------------------------------------------------------- one option

    def test(
        self, layout: OptionLayout, alternative: ir.Alternative, givens: list[Given], values: Sequence[int], said: str
    ) -> tuple[int, Reason]:
        """The first thing in the way, and how far one gets before it."""
        known: dict[LocalSymbol, int] = {}
        for depth, (given, value, shape) in enumerate(zip(givens, values, layout.shapes, strict=True)):
            judge = self.judge(known)
            if value not in list(judge.value(given.domain)):
                word = judge.shown(value, shape)
                why, place = self.outside(judge, given.domain, value, word)
                if shape[0] == "int" and why.endswith("`"):
                    why += f", which is {judge.shown(list(judge.value(given.domain)), ['list', shape])}"
                return 3 * depth, self.reason(DOMAIN, f"{said}: {why}", place, layout)
            known[given.symbol] = value
            judge = self.judge(known)
            if given.condition is not None and not judge.holds(given.condition):
                return 3 * depth + 1, self.false(judge, given.condition, said, layout)
        judge = self.judge(known)
        node = alternative.node
        if isinstance(node, nodes.Option) and node.condition is not None and not judge.holds(node.condition):
            return 3 * len(givens), self.false(judge, node.condition, said, layout)
        message = f"{said}: `{self.shown}` has been picked or passed over" if self.choice.several else f"{said} now"
        return 3 * len(givens) + 1, self.reason(DOMAIN, message, layout.place, layout)

    def false(self, judge: Judge, condition: nodes.Expression, said: str, layout: OptionLayout) -> Reason:
        """A condition that is false."""
        blamed = judge.blame(condition)
        return self.reason(CONDITION, f"{said}: {', and '.join(blamed)}", self.place(condition), layout)

    def place(self, node: nodes.Node) -> str:
        """Where something stands."""
        place: str = self.compiled.model.sources.place(node.span)
        return place

    def outside(self, judge: Judge, domain: nodes.Expression, value: int, word: str) -> tuple[str, str]:
        """Why a value is not in a set, and where that is said: what made the set is unfolded for this value."""
        try:
            found = self.unfolded(judge, domain, value, 0)
        except (Fault, KeyError, AssertionError, IndexError):
            found = None
        if found is not None:
            return found
        return f"`{word}` is not in `{judge.filled(domain)}`", self.place(domain)

    def unfolded(self, judge: Judge, node: nodes.Expression, value: int, depth: int) -> tuple[str, str] | None:
        """The condition of a query, here or in a define that is called, which keeps this value out."""
        if depth > 8:
            return None
        match node:
            case nodes.Query(word="each" | "sorted", generators=[generator]) if node.result is None or _is(
                node.result, generator
            ):
                if value not in list(judge.value(generator.domain)):
                    return self.unfolded(judge, generator.domain, value, depth + 1)
                if generator.condition is None:
                    return None
                judge.body.variables[generator.symbol] = ir.Const(value)
                if judge.holds(generator.condition):
                    return None
                return ", and ".join(judge.blame(generator.condition)), self.place(generator.condition)
            case nodes.Name(symbol=LocalSymbol() as local) if local in judge.lets:
                return self.unfolded(judge, judge.lets[local], value, depth + 1)
            case nodes.Arithmetic(operator="+", left=left, right=right):
                # Of lists that are joined, the one that would have it but for a condition.
                return self.unfolded(judge, left, value, depth + 1) or self.unfolded(judge, right, value, depth + 1)
            case nodes.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.unfolded(judge, then if judge.holds(condition) else otherwise, value, depth + 1)
        inside = judge.entered(node)
        return None if inside is None else self.unfolded(*inside, value, depth + 1)

    # ---------------------------------------------------------------------------------------------------- words for values

    def kind(self, given: Given) -> str:
        """What is wanted for a parameter."""
        type_ = item_of(given.domain.type) if given.domain.type is not None else None
        return type_.describe() if type_ is not None else "thing"

    def values(self, shape: Any, word: str) -> list[int]:
        """The values that a word can mean here; none for what the reader cannot see, as if it did not exist."""
        base = shape[1] if shape[0] == "optional" else shape
        match base[0]:
            case "int":
                return [int(word)] if word.removeprefix("-").isdecimal() and len(word) < 12 else []
            case "bool":
                return [int(word == "true")] if word in ("true", "false") else []
            case "thing":
                store = base[1]
                names = (self.naming.thing_word, self.naming.full_word, self.naming.copy_word)
                found = [t for t in range(len(self.naming.stores[store].names)) if any(f(store, t) == word for f in names)]
                owners = self.naming.stores[store].owners
                # Who names a thing that each player has means his own.
                return sorted((t for t in found if self._sees(store, t)), key=lambda t: owners[t] != self.choice.seat)
        return [value for value, name in enumerate(self.names(base)) if name == word]

    def names(self, shape: Any) -> list[str]:
        """What a word could have been."""
        base = shape[1] if shape[0] == "optional" else shape
        match base[0]:
            case "enum":
                return [name for name, _ in self.naming.layout.enums[base[1]]]
            case "player":
                return list(self.naming.players)
            case "direction":
                return [self.naming.word(n, base) for n in range(8)]
            case "thing":
                count = len(self.naming.stores[base[1]].names)
                return list(dict.fromkeys(self.naming.thing_word(base[1], t) for t in range(count) if self._sees(base[1], t)))
        return []

    def _sees(self, store: str, thing: int) -> bool:
        return self.reader is None or bool(self.match.machine.sight.readers(self.own, store, thing) >> self.reader & 1)


def _routine_of(splits: Mapping[str, split.SplitRoutine], choice: ir.Choice) -> split.SplitRoutine:
    """The routine in which a choice stands."""
    for routine in splits.values():
        for block in routine.blocks:
            if isinstance(block.end, split.Ask) and block.end.choice is choice:
                return routine
    raise AssertionError("each choice stands in a routine")


def _symbol_of(names: Mapping[RoutineSymbol | MethodSymbol, str], name: str) -> RoutineSymbol | None:
    """The rule or phase that a routine was made of; for a part of an `at once`, that in which it stands."""
    home = name.partition("_at_once_")[0]
    return next((s for s, n in names.items() if n == home and isinstance(s, RoutineSymbol)), None)


def _is(node: nodes.Expression, generator: nodes.Generator) -> bool:
    return isinstance(node, nodes.Name) and node.symbol is generator.symbol


__all__ = ["KINDS", "Reason", "Search", "why_not"]

"""What the checker knows while it works: `Game` about the whole game, `Body` about the body it is in.

A `Body` is one place where names are declared and things are done: the body of a rule, one value of a thing, an example. It holds
the scopes of locals, what tests have shown so far (`facts`), the effects met, and what may not be done here (`pure`). The modules
that check expressions and statements are functions over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulelang.sema import facts, say, types
from rulelang.sema.facts import Facts
from rulelang.sema.model import GameModel
from rulelang.sema.names import Names, is_per_player
from rulelang.sema.symbols import (
    BuiltinSymbol,
    Effects,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    LocalSymbol,
    MethodSymbol,
    OwnerSymbol,
    RoutineSymbol,
    Symbol,
)
from rulelang.sema.types import Type
from rulelang.sema.writes import Writes
from rulelang.syntax import nodes
from rulelang.syntax.tokens import NUMBER_WORDS, STATEMENT_FORMS
from rulelang.text import suggest
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import Span

PENDING = types.BadType()
"""The result of a define whose type is worked out from its value, until that was done. Compared by identity."""


@dataclass(slots=True)
class Obligation:
    """A call that stands where nothing may be done; looked at when all effects are known."""

    span: Span
    callee: RoutineSymbol | MethodSymbol
    where: str


@dataclass(slots=True)
class Trial:
    """A rule that is tried: where, by which word, and which."""

    span: Span
    word: str
    callee: RoutineSymbol | MethodSymbol


@dataclass(slots=True)
class Doubt:
    """A choice that may have nothing to choose from: told, unless `possible` tries the rule in which it stands.

    `domains` are what it chooses from if a condition around it has looked at that: then only what is open at any time, while the
    choice is asked, may leave nothing of it.
    """

    routine: RoutineSymbol | None
    span: Span
    what: str
    helps: tuple[str, ...]
    domains: tuple[nodes.Expression, ...] = ()


@dataclass(slots=True, eq=False)
class Game:
    """The checker's view of a game: its model, its names, and what has to be looked at when all bodies are checked."""

    model: GameModel
    sink: Sink
    names: Names
    writes: Writes
    obligations: list[Obligation] = field(default_factory=list)
    results: list[tuple[Span, RoutineSymbol | MethodSymbol]] = field(default_factory=list)
    """Rules that give a value and are run as a line of their own; fine if they do something."""
    lost: set[str] = field(default_factory=set)
    """Names of things whose declaration has a fault that was reported, so that they do not exist."""
    excused: set[InstanceSymbol] = field(default_factory=set)
    """Things with a value or heading that was reported: what they lack may be just that."""
    locals: list[LocalSymbol] = field(default_factory=list)
    owners: dict[KindSymbol, OwnerSymbol] = field(default_factory=dict)
    """What a bare `owner` means in the bodies of each kind."""
    at_once: list[tuple[nodes.AtOnce, LocalSymbol]] = field(default_factory=list)
    option_names: frozenset[str] | None = None
    """The names of all options of the game, once an example asked for them."""
    doubts: list[Doubt] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    """Rules that `possible` and `would` try; looked at when all effects are known."""
    in_progress: list[RoutineSymbol] = field(default_factory=list)
    checked: set[RoutineSymbol] = field(default_factory=set)
    removed: dict[str, tuple[nodes.Variant, nodes.Change]] = field(default_factory=dict)
    """What variants took away, by its last name, and where."""
    merged: set[nodes.Change] = field(default_factory=set)
    """Changes that were made to declarations, before these had symbols."""
    untold: dict[RoutineSymbol, tuple[str, RoutineSymbol]] = field(default_factory=dict)
    """Blocks of variants before or after a rule that do not name what it was called with: the verb, and the rule."""
    questions: list[Any] = field(default_factory=list)
    """What choices read (`sight.Question`); looked at when all bodies are checked."""
    woven: list[RoutineSymbol] = field(default_factory=list)
    """Bodies that variants hang around others: no name of the game leads to them."""

    def quoted(self, node: nodes.Node | Span) -> str:
        """What the author wrote, in backticks."""
        return say.quoted(self.model.sources, node.span if isinstance(node, nodes.Node) else node)

    def text(self, span: Span) -> str:
        """What the author wrote, as it stands."""
        if span.file < 0 or span.file >= len(self.model.sources.files):
            return ""
        return self.model.sources.files[span.file].text[span.start : span.end]

    def never_changes(self, symbol: FieldSymbol) -> bool:
        """Whether a field is a constant: nothing assigns it, not even a line that has a fault or could not be read."""
        return not symbol.mutable and symbol.name not in self.writes.assigned and self.missed(symbol.name)

    def missed(self, name: str) -> bool:
        """Whether an unknown name is to be reported: not if its declaration could not be read, or was reported itself."""
        return name not in self.model.damaged and name not in self.lost

    def unknown(self, code: str, message: str, span: Span, name: str, near: Iterable[str], *helps: str) -> None:
        """Report a name that nothing has, with those that are like it, unless it may be among what could not be read."""
        if self.missed(name):
            others: tuple[Label, ...] = ()
            if name in self.removed:
                variant, change = self.removed[name]
                others = (Label(change.path[-1].span, f"the variant `{variant.name.text}` removes it here"),)
            if name in NUMBER_WORDS:
                near, helps = (), (f"write the number, `{NUMBER_WORDS[name]}`",)
            elif name in STATEMENT_FORMS:
                near, helps = (), (*helps, f"as a statement it is written `{STATEMENT_FORMS[name]}`")
            self.sink.error(code, message, span, others=others, help=(*suggest.help_for(name, near), *helps))


def use(symbol: Symbol, span: Span) -> None:
    """Note that a place means a symbol."""
    if not isinstance(symbol, BuiltinSymbol) and span.file >= 0:
        symbol.uses.append(span)


@dataclass(slots=True)
class Loop:
    """A loop around the statement being checked; `left` is set by `stop`."""

    left: bool = False


@dataclass(slots=True, eq=False)
class Body:
    """One body being checked."""

    game: Game
    routine: RoutineSymbol | None = None
    this: LocalSymbol | None = None
    effects: Effects = field(default_factory=Effects)
    scopes: list[dict[str, LocalSymbol]] = field(default_factory=lambda: [{}])
    facts: Facts = field(default_factory=dict)
    pure: str = ""
    """Where nothing may be done: the words for it, such as "a `where`"; empty where things may be done."""
    designs: bool = False
    """Whether a bare name may mean several things alike here."""
    giving: bool = False
    """Whether this is the target of `given`, where `coin.worn = true` sets all the coins."""
    loops: list[Loop] = field(default_factory=list)
    returns: Type = types.VOID
    total: bool = False
    """Whether `total` means something here."""
    at_once: bool = False
    looking: list[tuple[nodes.Expression, nodes.Expression]] = field(default_factory=list)
    """Who looks at which zone in the blocks around what is being checked."""
    steps: dict[str, nodes.Step] = field(default_factory=dict)
    guards: list[nodes.Expression] = field(default_factory=list)
    """Conditions that decide whether the statement being checked is reached: what an author has thought of."""

    @property
    def sink(self) -> Sink:
        """Where faults go."""
        return self.game.sink

    # ---------------------------------------------------------------------------------------- scopes

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block: names declared in it end with it."""
        self.scopes.append({})
        try:
            yield
        finally:
            self.scopes.pop()

    @contextmanager
    def believing(self, shown: Facts) -> Iterator[None]:
        """An expression or a block in which something was shown; what else it shows ends with it."""
        before = self.facts
        self.facts = {**before, **shown} if shown else before
        try:
            yield
        finally:
            self.facts = before

    @contextmanager
    def guarded(self, condition: nodes.Expression | None) -> Iterator[None]:
        """A part that is reached only where a condition holds."""
        count = len(self.guards)
        if condition is not None:
            self.guards.append(condition)
        try:
            yield
        finally:
            del self.guards[count:]

    @contextmanager
    def doing_nothing(self, where: str) -> Iterator[None]:
        """A part in which a value is worked out and nothing may be done."""
        before = self.pure
        self.pure = before or where
        try:
            yield
        finally:
            self.pure = before

    @contextmanager
    def meaning_designs(self, allowed: bool = True) -> Iterator[None]:
        """A part in which a bare name may mean all the things of one design."""
        before = self.designs
        self.designs = allowed
        try:
            yield
        finally:
            self.designs = before

    def local(self, name: str) -> LocalSymbol | None:
        """The local of that name in sight."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def locals_in_sight(self) -> Iterator[str]:
        """The names of all locals in sight, nearest first."""
        for scope in reversed(self.scopes):
            yield from scope

    def member(self, name: str) -> FieldSymbol | MethodSymbol | InstanceSymbol | None:
        """The member of `this` of that name, in a body that has one."""
        if self.this is None:
            return None
        if isinstance(self.this.type, types.KindType):
            kind = self.this.type.kind
            return kind.field(name) or kind.method(name)
        return None

    def declare(self, name: nodes.Identifier, type_: Type, role: str) -> LocalSymbol:
        """A new local in the innermost block. A name already in sight is an error; the new one holds all the same."""
        symbol = LocalSymbol(name=name.text, span=name.span, type=type_, role=role)
        self.game.locals.append(symbol)
        self.admit(symbol)
        return symbol

    def admit(self, symbol: LocalSymbol) -> None:
        """Let a local be in sight from here to the end of the innermost block."""
        hidden: Symbol | None = self.local(symbol.name) or self.member(symbol.name)
        if hidden is None:
            found = self.game.names.candidates(symbol.name)
            hidden = found[0] if found else None
        if hidden is not None and hidden is not symbol and symbol.role != "this":
            self.sink.error(
                "RL0206",
                f"`{symbol.name}` is {say.symbol_words(hidden)} already",
                symbol.span,
                label="would hide it",
                others=say.declared_at(hidden),
                help="choose another name here",
            )
        self.scopes[-1][symbol.name] = symbol

    def forget(self, names: frozenset[str]) -> None:
        """Drop what was shown about what may have been written."""
        self.facts = facts.without(self.facts, names)

    # ---------------------------------------------------------------------------------------- effects

    def refuse(self, what: str, span: Span) -> bool:
        """Report something done where only a value may be worked out; whether it was refused."""
        if not self.pure:
            return False
        self.sink.error(
            "RL0501",
            f"{self.pure} only works out a value, and {what}",
            span,
            help="do it in a rule, before or after",
        )
        return True

    def reads(self, symbol: FieldSymbol) -> None:
        """Note that a field is read here."""
        self.effects.reads.add(symbol)

    def writes(self, symbol: FieldSymbol) -> None:
        """Note that a field is written here."""
        self.effects.writes.add(symbol)
        symbol.mutable = True

    def calls(self, callee: RoutineSymbol | MethodSymbol, span: Span) -> None:
        """Note a call, and look later at what it does if nothing may be done here."""
        self.effects.calls.add(callee)
        if self.pure and callee.form != "define":
            self.game.obligations.append(Obligation(span, callee, self.pure))

    # ---------------------------------------------------------------------------------------- names after a dot

    def holders(self, kind: KindSymbol) -> Iterator[FieldSymbol]:
        """All zones that may hold things of a kind."""
        model = self.game.model
        everywhere = [*model.state_fields.values(), *model.player_fields.values()]
        for other in model.kinds.values():
            everywhere.extend(other.fields.values())
        for symbol in everywhere:
            if isinstance(symbol.type, types.ZoneType) and (symbol.type.kind.is_a(kind) or kind.is_a(symbol.type.kind)):
                yield symbol


def player_words(game: Game) -> list[str]:
    """What may stand after the dot of a player."""
    return [*game.model.player_fields, *(n for n, i in game.names.per_player.items() if is_per_player(i)), "name"]


def kind_words(kind: KindSymbol) -> list[str]:
    """What may stand after the dot of a thing of a kind."""
    words: list[str] = []
    for each in kind.lineage():
        words.extend(each.fields)
        words.extend(each.methods)
    if kind.has_owner:
        words.append("owner")
    return [*words, "name"]


def other_place(span: Span, text: str) -> tuple[Label, ...]:
    """A second place of a message, if it is one."""
    return (Label(span, text),) if span.file >= 0 else ()

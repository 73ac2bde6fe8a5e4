"""Where the values of locals come from: what they were worked out of, what rules were handed, who chose them secretly.

Made once, from all checked bodies, for those who must know what a local may tell (`sema.sight`). Only locals that hold no thing
are followed: where a thing lies, and who has seen it on the way, is not to be read from the text. A local that the rules tell to
all (they write it to the log, or into a field that all may read) is no secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.sema import effects, facts, spots, types
from rulelang.sema.context import Game
from rulelang.sema.symbols import FieldSymbol, LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes

QUIET = (
    *(nodes.Let, nodes.If, nodes.Match, nodes.ForEach, nodes.While, nodes.Repeat, nodes.Stop, nodes.Next, nodes.Nothing),
    *(nodes.DocLine, nodes.Assign),
)
"""Statements that may be among those which only work something out."""


@dataclass(slots=True, eq=False)
class Origin:
    """One way in which a local gets its value: what it is, on which conditions it hangs, or who chose it secretly."""

    value: nodes.Expression | None = None
    guards: tuple[nodes.Expression, ...] = ()
    chooser: nodes.Expression | None = None


@dataclass(slots=True, eq=False)
class Handed:
    """What a call hands to a parameter; `names` are the ways in which the caller writes all that it hands over, and `this`."""

    argument: nodes.Expression
    names: dict[LocalSymbol, facts.Key | None]
    this: facts.Key | None


@dataclass(slots=True, eq=False)
class Origins:
    """Where all locals of a game come from, and which of them are told to all."""

    of: dict[LocalSymbol, list[Origin]] = field(default_factory=dict)
    handed: dict[LocalSymbol, list[Handed]] = field(default_factory=dict)
    told: set[LocalSymbol] = field(default_factory=set)

    def path(self, key: facts.Key | None) -> facts.Key | None:
        """The way to a value, where a local is nothing but another name for it."""
        seen: set[object] = set()
        while key is not None and key[0] == "name" and isinstance(key[1], LocalSymbol) and key[1] not in seen:
            seen.add(key[1])
            found = self.of.get(key[1], [])
            whole = facts.key_of(found[0].value) if len(found) == 1 and found[0].value is not None else None
            if whole is None or whole[0] not in ("name", "field"):
                return key
            key = whole
        return key


def origins_of(game: Game) -> Origins:
    """Go through all bodies of a game."""
    found = Origins()
    for routine in effects.all_routines(game):
        _block(found, routine.body or [], ())
        for node in everything([*(routine.body or []), *([routine.value] if routine.value is not None else [])]):
            if isinstance(node, nodes.Call):
                _call(found, node)
            else:
                found.told.update(_told(node))
    return found


def plain(type_: types.Type) -> bool:
    """Whether values of a type are no things: numbers, yes/no, members, players, and lists of them."""
    item = types.item_of(type_)
    base = types.without_none(item if item is not None else type_)
    return isinstance(base, types.IntType | types.BoolType | types.EnumType | types.PlayerType)


def _block(found: Origins, block: nodes.Block, guards: tuple[nodes.Expression, ...]) -> None:
    for statement in block:
        inner = guards
        match statement:
            case nodes.Let(symbol=LocalSymbol() as symbol, value=value):
                _add(found, symbol, Origin(value, guards))
            case nodes.Assign(target=nodes.Name(symbol=LocalSymbol() as symbol), value=value):
                _add(found, symbol, Origin(value, guards))
            case nodes.Choose(secretly=True, symbol=LocalSymbol() as symbol, player=player):
                _add(found, symbol, Origin(chooser=player))
                if statement.candidate is not symbol and isinstance(statement.candidate, LocalSymbol):
                    _add(found, statement.candidate, Origin(chooser=player))
            case nodes.If() if _quiet(statement):
                inner = (*guards, *(test for test, _ in statement.branches))
            case nodes.Match() if _quiet(statement):
                inner = (*guards, statement.subject)
        for below in spots.own_blocks(statement):
            _block(found, below, inner)
        if isinstance(statement, nodes.ChooseOption | nodes.Offer):
            for option in statement.options:
                _block(found, option.body, guards)


def _add(found: Origins, symbol: LocalSymbol, origin: Origin) -> None:
    if plain(symbol.type):
        found.of.setdefault(symbol, []).append(origin)


def _quiet(statement: nodes.Statement) -> bool:
    """Whether it shows to nobody which way a branch goes: nothing is done in it but to work out locals."""
    for node in everything(statement):
        if isinstance(node, nodes.Statement) and not isinstance(node, QUIET):
            return False
        if isinstance(node, nodes.Assign) and not isinstance(getattr(node.target, "symbol", None), LocalSymbol):
            return False
        if isinstance(node, nodes.Call) and not _only_works_out(node):
            return False
    return True


def _only_works_out(call: nodes.Call) -> bool:
    symbol = _called(call)
    return not isinstance(symbol, RoutineSymbol | MethodSymbol) or symbol.form == "define"


def _called(call: nodes.Call) -> object:
    return call.symbol if call.symbol is not None else getattr(call.function, "symbol", None)


def _call(found: Origins, call: nodes.Call) -> None:
    """Note what a rule or phase is handed."""
    symbol = _called(call)
    if isinstance(symbol, RoutineSymbol):
        bodies = [symbol]
    elif isinstance(symbol, MethodSymbol):
        bodies = symbol.bodies()
    else:
        return
    this = facts.key_of(call.function.value) if isinstance(call.function, nodes.Attribute) else ("this",)
    for body in bodies:
        if body.form == "define":
            continue
        names = {p: facts.key_of(a) for p, a in zip(body.parameters, call.arguments, strict=False)}
        for parameter, argument in zip(body.parameters, call.arguments, strict=False):
            if plain(parameter.type):
                found.handed.setdefault(parameter, []).append(Handed(argument, names, this))


def _told(node: nodes.Node) -> Iterator[LocalSymbol]:
    """The locals that a statement tells to all."""
    said: list[nodes.Node | None] = []
    match node:
        case nodes.Log(to=None, text=text):
            said = [text]
        case nodes.Gain(amount=amount, reason=reason):
            said = [amount, reason]
        case nodes.Step(title=title):
            said = [title]
        case nodes.Assign(target=target, value=value):
            field_ = getattr(target, "symbol", None)
            said = [value] if isinstance(field_, FieldSymbol) and field_.visibility == "public" else []
    for part in said:
        for inner in everything(part) if part is not None else ():
            if isinstance(inner, nodes.Name) and isinstance(inner.symbol, LocalSymbol):
                yield inner.symbol

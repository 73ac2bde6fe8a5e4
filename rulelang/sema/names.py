"""The names that hold everywhere: what each bare name, each call and each capital name means.

Three spaces that the syntax tells apart: values (`ender`, `market`), calls (`turn(me)`), and capital names of kinds and enums.
One name stands for one thing, with one exception: members of enums may share a name with members of other enums and with things;
which is meant is told by the type that is wanted (`pick`), else by writing `Action.build`.

`Names` is worked out from a `GameModel` at any time, so that tools can look up names in a checked game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.sema import fits, library, types
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import (
    BoardSymbol,
    BuiltinSymbol,
    CopySymbol,
    EnumMember,
    EnumSymbol,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    LocalSymbol,
    RoutineSymbol,
    SettingSymbol,
    Symbol,
)
from rulelang.sema.types import Type
from rulelang.syntax import nodes

BUILT_IN_TYPES: dict[str, Type] = {
    "Int": types.INT,
    "Bool": types.BOOL,
    "Text": types.TEXT,
    "Player": types.PLAYER,
    "Direction": types.DIRECTION,
}


def is_value(routine: RoutineSymbol) -> bool:
    """Whether a routine is used by its bare name: a define without parameters."""
    return routine.form == "define" and not routine.parameters


@dataclass(slots=True, eq=False)
class Names:
    """All names that hold everywhere in a game."""

    values: dict[str, list[Symbol]] = field(default_factory=dict)
    calls: dict[str, RoutineSymbol] = field(default_factory=dict)
    capitals: dict[str, KindSymbol | EnumSymbol] = field(default_factory=dict)
    per_player: dict[str, InstanceSymbol] = field(default_factory=dict)

    @classmethod
    def of(cls, model: GameModel) -> Names:
        """The names of a game."""
        names = cls()
        names.capitals.update(model.kinds)
        names.capitals.update(model.enums)
        for symbol in model.state_fields.values():
            names.add(symbol)
        for setting in model.settings.values():
            names.add(setting)
        for board in model.boards.values():
            names.add(board)
        for instance in model.instances:
            names.add(instance)
            if is_per_player(instance):
                names.per_player[instance.name] = instance
        for routine in model.routines.values():
            if is_value(routine):
                names.add(routine)
            else:
                names.calls[routine.name] = routine
        for enum in model.enums.values():
            for member in enum.members:
                names.add(member)
        for name, builtin in library.VALUES.items():
            names.values.setdefault(name, [builtin])
        return names

    def add(self, symbol: Symbol) -> None:
        """Let a bare name mean a symbol as well."""
        self.values.setdefault(symbol.name, []).append(symbol)

    def candidates(self, name: str) -> list[Symbol]:
        """What a bare name may mean; also one copy of a thing (`coin_2`)."""
        found = self.values.get(name)
        if found is not None:
            return found
        one = self._one_of_several(name)
        return [one] if one is not None else []

    def _one_of_several(self, name: str) -> CopySymbol | None:
        """`coin_2`, `house_lisboa_chapel`, `page_summa_2`: the name of a thing with copies or of a family, and behind it what
        tells one apart."""
        at = name.find("_")
        while at > 0:
            for symbol in self.values.get(name[:at], ()):
                if isinstance(symbol, InstanceSymbol) and not is_per_player(symbol):
                    found = self._told_apart(symbol, name, name[at + 1 :])
                    if found is not None:
                        return found
            at = name.find("_", at + 1)
        return None

    def one_of_player(self, name: str) -> CopySymbol | None:
        """The same of what each player has: `coin_2`, `coin_summa` and `coin_summa_2` behind `p.`."""
        at = name.find("_")
        while at > 0:
            symbol = self.per_player.get(name[:at])
            found = None if symbol is None else self._told_apart(symbol, name, name[at + 1 :])
            if found is not None:
                return found
            at = name.find("_", at + 1)
        return None

    def _told_apart(self, symbol: InstanceSymbol, name: str, rest: str) -> CopySymbol | None:
        """One thing of a declaration, if the rest of a name is what tells it apart: the keys of its family, the number of a
        copy."""
        number = ""
        if _has_copies(symbol):
            rest, _, number = rest.rpartition("_")
            if not _is_number(number):
                return None
        elif not rest:
            return None
        keys = self._keys(rest, symbol.family.generators if symbol.family is not None else [])
        if keys is None:
            return None
        return CopySymbol(name=name, span=symbol.span, instance=symbol, number=int(number or 0), keys=keys)

    def _keys(self, text: str, generators: list[nodes.Generator]) -> tuple[object, ...] | None:
        """The keys of a family that a text spells, joined by `_`."""
        if not generators:
            return () if not text else None
        type_ = generators[0].symbol.type if generators[0].symbol is not None else types.BAD
        at = len(text)
        while at > 0:
            key = self._key(text[:at], type_)
            if key is not None:
                rest = self._keys(text[at + 1 :], generators[1:])
                if rest is not None:
                    return (key, *rest)
            at = text.rfind("_", 0, at)
        return None

    def _key(self, text: str, type_: Type) -> object | None:
        if isinstance(type_, types.IntType):
            return int(text) if _is_number(text) else None
        for symbol in self.values.get(text, ()):
            if isinstance(symbol, InstanceSymbol | EnumMember) and fits.fits(type_of(symbol), type_):
                return symbol
        return None

    def pick(self, found: list[Symbol], wanted: Type | None) -> list[Symbol]:
        """Of what a name may mean, that which the wanted type leaves."""
        if len(found) < 2:
            return found
        if wanted is not None and not isinstance(wanted, types.BadType):
            fitting = [s for s in found if fits.related(type_of(s), wanted)]
            if fitting:
                return fitting
        things = [s for s in found if not isinstance(s, EnumMember)]
        return things if len(things) == 1 else found

    def words(self) -> Iterator[str]:
        """All bare names, for near names."""
        yield from self.values


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and not text.startswith("0")


def is_per_player(instance: InstanceSymbol) -> bool:
    """Whether there is one of a thing for each player."""
    return instance.family is not None and instance.family.per_player


def is_design(symbol: Symbol) -> bool:
    """Whether a bare name stands for several things alike: copies, or a family."""
    return isinstance(symbol, InstanceSymbol) and (_has_copies(symbol) or symbol.family is not None)


def _has_copies(symbol: InstanceSymbol) -> bool:
    """Whether a thing has copies that are told apart: those of tokens are not."""
    return symbol.copies is not None and not symbol.kind.root.counted


def type_of(symbol: Symbol) -> Type:
    """The type of a bare name that means a symbol."""
    match symbol:
        case LocalSymbol() | FieldSymbol() | SettingSymbol() | BoardSymbol():
            return symbol.type
        case InstanceSymbol():
            return types.KindType(symbol.kind)
        case CopySymbol():
            return types.KindType(symbol.instance.kind)
        case EnumMember():
            return types.EnumType(symbol.enum)
        case KindSymbol():
            return types.ListType(types.KindType(symbol))
        case EnumSymbol():
            return types.ListType(types.EnumType(symbol))
        case RoutineSymbol():
            return symbol.returns
        case BuiltinSymbol():
            return library.VALUE_TYPES.get(symbol.name, types.BAD)
    return types.BAD

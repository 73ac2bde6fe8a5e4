"""How the checker says things: articles, types in a sentence, what the author wrote, near names.

All messages of the checker take their words from here, so that a thing is called the same in every message.
"""

from __future__ import annotations

from rulelang.sema import types
from rulelang.sema.symbols import (
    BoardSymbol,
    BuiltinSymbol,
    CopySymbol,
    DieSymbol,
    EnumMember,
    EnumSymbol,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    LocalSymbol,
    MethodSymbol,
    OwnerSymbol,
    RoutineSymbol,
    SettingSymbol,
    Symbol,
)
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import SourceMap, Span

LONGEST = 40
"""How much of the author's text a message quotes."""


def article(words: str) -> str:
    """The words with `a` or `an` before them."""
    return f"{'an' if words[:1].lower() in 'aeio' else 'a'} {words}"


def type_words(type_: Type) -> str:
    """A type in a sentence, with its article: `a number`, `a Room or none`, `a list of Card`."""
    if isinstance(type_, types.OptionalType):
        return f"{type_words(type_.base)} or none"
    if isinstance(type_, types.IntType) and type_.lowest is not None and type_.highest is not None:
        return f"a number from {type_.lowest} to {type_.highest}" if type_.lowest != type_.highest else "a number"
    if isinstance(type_, types.BoolType | types.NoneType | types.VoidType | types.TextType):
        return type_.describe()
    if isinstance(type_, types.BoxType):
        return "the box"
    if isinstance(type_, types.ListType):
        return f"a list of {many_words(type_.item)}"
    if isinstance(type_, types.MapType):
        return f"a map from {many_words(type_.key)} to {many_words(type_.value)}"
    return article(type_.describe())


def many_words(type_: Type) -> str:
    """Several values of a type in a sentence: `numbers`, `players`, `Card`, `lists of Card`."""
    if isinstance(type_, types.ListType):
        return f"lists of {many_words(type_.item)}"
    if isinstance(type_, types.OptionalType):
        return f"{many_words(type_.base)} or none"
    plural = {types.IntType: "numbers", types.TextType: "texts", types.PlayerType: "players", types.DirectionType: "directions"}
    return plural.get(type(type_), type_.describe())


def quoted(sources: SourceMap, span: Span) -> str:
    """What the author wrote at a place, in backticks, on one line and not too long."""
    if span.file < 0 or span.file >= len(sources.files):
        return "this"
    text = " ".join(sources.files[span.file].text[span.start : span.end].split())
    if not text:
        return "this"
    if len(text) > LONGEST:
        text = text[: LONGEST - 3].rstrip() + "..."
    return f"`{text}`"


def symbol_words(symbol: Symbol) -> str:
    """What a symbol is, with an article: `a rule`, `a Card`, `a field of Room`."""
    if isinstance(symbol, FieldSymbol):
        if symbol.holder == "state":
            return "a field of the game"
        if symbol.holder == "player":
            return "a field of the players"
        return f"a field of {symbol.holder.name}" if isinstance(symbol.holder, KindSymbol) else "a field"
    if isinstance(symbol, InstanceSymbol):
        return article(symbol.kind.name)
    if isinstance(symbol, CopySymbol):
        return article(symbol.instance.kind.name)
    if isinstance(symbol, EnumMember):
        return article(symbol.enum.name)
    if isinstance(symbol, RoutineSymbol):
        return article(form_of(symbol)) if symbol.form != "play" else "`play`"
    if isinstance(symbol, MethodSymbol):
        return f"{article(symbol.form)} of {symbol.kind.name}"
    if isinstance(symbol, LocalSymbol):
        names = {"parameter": "a parameter", "player": "a player", "let": "a name given by `let`"}
        return names.get(symbol.role, "a name of this block")
    if isinstance(symbol, OwnerSymbol):
        return "the owner of `this`"
    if isinstance(symbol, BuiltinSymbol):
        return "a word of the library"
    words: dict[type[Symbol], str] = {
        EnumSymbol: "an enum",
        KindSymbol: "a kind",
        SettingSymbol: "a setting",
        DieSymbol: "a die",
        BoardSymbol: "a board",
    }
    return words.get(type(symbol), "a name")


def form_of(routine: RoutineSymbol) -> str:
    """The word that declares a routine: a total is a define to all that uses it, but not to its author."""
    return "total" if isinstance(routine.node, nodes.Total) else routine.form


def declared_at(symbol: Symbol, text: str = "declared here") -> tuple[Label, ...]:
    """The place of a symbol's declaration as a second place of a message; none for what is built in."""
    return (Label(symbol.span, text),) if symbol.span.file >= 0 else ()


def count(number: int, singular: str, plural: str | None = None) -> str:
    """`1 argument`, `2 arguments`, `no arguments`."""
    word = singular if number == 1 else plural or f"{singular}s"
    return f"{number or 'no'} {word}"

"""Taking names: one name stands for one thing of a game, and the first declaration counts."""

from __future__ import annotations

from rulelang.sema import library, say
from rulelang.sema.context import Game
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, RoutineSymbol, SettingSymbol, Symbol
from rulelang.text.source import Span

Declared = dict[str, Symbol]
"""What is declared so far, by name."""


def twice(game: Game, name: str, span: Span, earlier: Symbol) -> None:
    """Report a name declared a second time."""
    game.sink.error(
        "RL0201",
        f"`{name}` is declared twice",
        span,
        others=say.declared_at(earlier, f"{say.symbol_words(earlier)}, declared here"),
        help=_to_change(game, span, earlier) or "give one of them another name",
    )


def _to_change(game: Game, span: Span, earlier: Symbol) -> str:
    """How a variant changes what it declares anew; empty where it is none, or where there is no such way."""
    files = {variant.span.file for variant in game.model.variants}
    if span.file not in files or earlier.span.file in files:
        return ""
    if isinstance(earlier, RoutineSymbol):
        names = f"({', '.join(parameter.name for parameter in earlier.parameters)})" if earlier.parameters else ""
        end = " = ..." if earlier.form == "define" else ":"
        return f"to change it, write `replace {earlier.name}{names}{end}`"
    if isinstance(earlier, FieldSymbol) and earlier.holder in ("state", "player"):
        return f"to change what it begins as, write `replace {earlier.holder}.{earlier.name} = ...`"
    if isinstance(earlier, SettingSymbol):
        return f"to change its value, write `replace {earlier.name} = ...`"
    if isinstance(earlier, InstanceSymbol):
        return f"to change a value of it, write `replace {earlier.name}.field = ...`"
    return ""


def declare(game: Game, symbol: Symbol, declared: Declared) -> bool:
    """Take a name for a symbol; false after reporting that it is taken."""
    name = symbol.name
    if name in library.VALUES or (isinstance(symbol, RoutineSymbol) and name in library.FUNCTIONS):
        game.sink.error("RL0211", f"`{name}` is a word of the library", symbol.span, help="choose another name")
        return False
    earlier = declared.get(name)
    if earlier is not None:
        twice(game, name, symbol.span, earlier)
        return False
    declared[name] = symbol
    return True

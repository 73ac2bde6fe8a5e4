"""Taking names: one name stands for one thing of a game, and the first declaration counts."""

from __future__ import annotations

from rulelang.sema import library, say
from rulelang.sema.context import Game
from rulelang.sema.symbols import RoutineSymbol, Symbol
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
        help="give one of them another name",
    )


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

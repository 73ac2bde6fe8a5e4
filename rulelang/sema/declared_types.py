"""From a type as written to a type: `Int 0 to 10`, `list of Card`, `pile of Coin`, `map Topic to Int`, `Player?`."""

from __future__ import annotations

from rulelang.sema import fits, say, types
from rulelang.sema.context import Game, use
from rulelang.sema.names import BUILT_IN_TYPES
from rulelang.sema.symbols import KindSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.source import Span


def resolve_type(game: Game, node: nodes.TypeNode) -> Type:
    """The type that was written; BAD after a report."""
    match node:
        case nodes.NamedType():
            return _named(game, node.name, node.span)
        case nodes.BoundedType():
            return _bounded(game, node)
        case nodes.OptionalType():
            return _optional(game, node)
        case nodes.ListType():
            item = resolve_type(game, node.item)
            if isinstance(item, types.ZoneType | types.MapType):
                _cannot(game, node.item, f"a list of {item.describe()}", "a list holds values, and a zone is a place")
                return types.BAD
            return types.ListType(item, node.at_most) if not isinstance(item, types.BadType) else types.BAD
        case nodes.ZoneType():
            kind = kind_named(game, node.kind)
            return types.ZoneType(node.form, kind) if kind is not None else types.BAD
        case nodes.MapType():
            return _map(game, node)
    return types.BAD


def _named(game: Game, name: str, span: Span) -> Type:
    built_in = BUILT_IN_TYPES.get(name)
    if built_in is not None:
        return built_in
    symbol = game.names.capitals.get(name)
    if symbol is None:
        game.unknown("RL0204", f"there is no kind or enum called `{name}`", span, name, [*game.names.capitals, *BUILT_IN_TYPES])
        return types.BAD
    use(symbol, span)
    return types.KindType(symbol) if isinstance(symbol, KindSymbol) else types.EnumType(symbol)


def kind_named(game: Game, name: nodes.Identifier) -> KindSymbol | None:
    """The kind of that name; reports one that is none."""
    symbol = game.names.capitals.get(name.text)
    if isinstance(symbol, KindSymbol):
        use(symbol, name.span)
        return symbol
    if symbol is not None or name.text in BUILT_IN_TYPES:
        what = say.symbol_words(symbol) if symbol is not None else "a type"
        game.sink.error("RL0209", f"`{name.text}` is {what}; a kind is wanted here", name.span)
    else:
        game.unknown("RL0204", f"there is no kind called `{name.text}`", name.span, name.text, game.model.kinds)
    return None


def _bounded(game: Game, node: nodes.BoundedType) -> Type:
    if node.name != "Int":
        _cannot(game, node, f"`{node.name}` with bounds", "only `Int` has bounds")
        return types.BAD
    if node.lowest > node.highest:
        game.sink.error(
            "RL0311", f"no number is from {node.lowest} to {node.highest}", node.span, help="write the smaller number first"
        )
        return types.INT
    return types.IntType(node.lowest, node.highest)


def _optional(game: Game, node: nodes.OptionalType) -> Type:
    base = resolve_type(game, node.base)
    if isinstance(base, types.BadType):
        return base
    if not fits.may_be_none(base):
        helps = (
            "an empty list, pile or text says it"
            if not isinstance(base, types.MapType)
            else "put the question mark at its values"
        )
        _cannot(game, node, f"{say.type_words(base)} that may be none", helps)
        return base
    return types.OptionalType(base)


def _map(game: Game, node: nodes.MapType) -> Type:
    key = _named(game, node.key.text, node.key.span)
    value = resolve_type(game, node.value)
    if isinstance(key, types.BadType) or isinstance(value, types.BadType):
        return types.BAD
    if not isinstance(key, types.EnumType | types.KindType | types.PlayerType):
        _cannot(game, node, f"a map from {say.type_words(key)}", "a map goes from an enum, a kind or `Player`")
        return types.BAD
    if isinstance(value, types.ZoneType | types.MapType | types.ListType):
        _cannot(game, node.value, f"a map to {say.type_words(value)}", "a map goes to single values")
        return types.BAD
    return types.MapType(key, value)


def _cannot(game: Game, node: nodes.TypeNode, what: str, helps: str) -> None:
    game.sink.error("RL0315", f"there is no {what.removeprefix('a ').removeprefix('an ')}", node.span, help=helps)

"""Rules and defines of kinds, and the bodies that kinds below and things give in their place.

A rule of a kind is a `MethodSymbol` with a body of its own or none. Whoever overrides it writes the same parameters without their
types. Each such body knows the next one outward, which `original(...)` runs.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.sema import say, types
from rulelang.sema.bodies import this_of
from rulelang.sema.context import PENDING, Game
from rulelang.sema.declared_types import resolve_type
from rulelang.sema.declaring import twice
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, LocalSymbol, MethodSymbol, RoutineSymbol, Symbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes


def parameters_of(game: Game, written: list[nodes.Parameter]) -> list[LocalSymbol]:
    """The parameters of a rule, define or phase, each with its type."""
    found: list[LocalSymbol] = []
    names: dict[str, LocalSymbol] = {}
    for node in written:
        type_: Type = types.BAD
        if node.type_node is None:
            game.sink.error(
                "RL0509",
                f"`{node.name.text}` has no type",
                node.name.span,
                help=f"write it after a colon, such as `{node.name.text}: Player`",
            )
        else:
            type_ = resolve_type(game, node.type_node)
            if isinstance(type_, types.MapType):
                game.sink.error("RL0315", f"a parameter cannot be {say.type_words(type_)}", node.type_node.span)
                type_ = types.BAD
        symbol = LocalSymbol(name=node.name.text, span=node.name.span, type=type_, role="parameter")
        node.symbol = symbol
        if symbol.name in names:
            twice(game, symbol.name, symbol.span, names[symbol.name])
        names[symbol.name] = symbol
        found.append(symbol)
    return found


def returns_of(game: Game, node: nodes.Rule | nodes.Define) -> Type:
    """What a rule or define gives, as far as its first line says."""
    if node.returns is not None:
        type_ = resolve_type(game, node.returns)
        if isinstance(type_, types.ZoneType | types.MapType):
            game.sink.error("RL0315", f"nothing gives {say.type_words(type_)}", node.returns.span, help="write a list")
            return types.BadType()
        return type_ if not isinstance(type_, types.BadType) else types.BadType()
    if isinstance(node, nodes.Rule):
        return types.VOID
    if node.value is not None:
        return PENDING
    game.sink.error(
        "RL0509",
        f"`{node.name.text}` does not say what it gives",
        node.name.span,
        help=f"write it before the colon: `define {node.name.text}{'(...)' if node.parameters else ''} -> Int:`",
    )
    return types.BadType()


def methods_of(game: Game, node: nodes.Kind, kind: KindSymbol) -> None:
    """Rules and defines of a kind, after those of the kinds above."""
    for name, symbol in kind.fields.items():
        above = kind.parent.field(name) or kind.parent.method(name) if kind.parent is not None else None
        if above is not None:
            twice(game, name, symbol.span, above)
    for member in node.members:
        if not isinstance(member, nodes.Rule | nodes.Define):
            continue
        name = member.name.text
        earlier: Symbol | None = kind.fields.get(name) or kind.methods.get(name) or kind.overrides.get(name)
        if earlier is None and kind.parent is not None:
            earlier = kind.parent.field(name)
        if earlier is not None:
            twice(game, name, member.name.span, earlier)
            continue
        if name == "name":
            game.sink.error("RL0211", "each thing has a `name` already", member.name.span, help="choose another name")
            continue
        above_method = kind.method(name)
        if above_method is not None:
            kind.overrides[name] = override_of(game, member, above_method, kind)
            continue
        kind.methods[name] = _method(game, member, kind)


def _method(game: Game, node: nodes.Rule | nodes.Define, kind: KindSymbol) -> MethodSymbol:
    parameters = parameters_of(game, node.parameters)
    returns = returns_of(game, node)
    form = "rule" if isinstance(node, nodes.Rule) else "define"
    symbol = MethodSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        form=form,
        kind=kind,
        parameters=parameters,
        returns=returns,
        node=node,
    )
    node.symbol = symbol
    value = node.value if isinstance(node, nodes.Define) else None
    if node.body is not None or value is not None:
        symbol.default = RoutineSymbol(
            name=symbol.name,
            span=symbol.span,
            doc=node.doc,
            notes=node.notes,
            form=form,
            parameters=parameters,
            returns=returns,
            body=node.body,
            value=value,
            node=node,
            owner=kind,
            this=this_of(kind),
        )
    return symbol


def override_of(
    game: Game, node: nodes.Rule | nodes.Define, method: MethodSymbol, owner: KindSymbol | InstanceSymbol
) -> RoutineSymbol:
    """The body that a kind below, or a thing, gives to a rule or define; without what it does where it does not fit."""
    form = "rule" if isinstance(node, nodes.Rule) else "define"
    others = say.declared_at(method)
    value = node.value if isinstance(node, nodes.Define) else None
    routine = RoutineSymbol(
        name=method.name,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        form=method.form,
        parameters=method.parameters,
        returns=method.returns,
        node=node,
        owner=owner,
        this=this_of(owner),
    )
    node.symbol = routine
    if form != method.form:
        game.sink.error(
            "RL0604",
            f"`{method.name}` is {say.symbol_words(method)}, and here it is {say.article(form)}",
            node.name.span,
            others=others,
            help=f"write `{method.form}`",
        )
        return routine
    if len(node.parameters) != len(method.parameters):
        names = ", ".join(p.name for p in method.parameters)
        game.sink.error(
            "RL0604",
            f"`{method.name}` takes {say.count(len(method.parameters), 'parameter')}, and here "
            f"{'is' if len(node.parameters) == 1 else 'are'} {len(node.parameters) or 'none'}",
            node.name.span,
            others=others,
            help=f"write `{form} {method.name}({names})`" if names else f"write `{form} {method.name}`",
        )
        return routine
    parameters: list[LocalSymbol] = []
    for written, declared in zip(node.parameters, method.parameters, strict=True):
        if written.type_node is not None:
            found = resolve_type(game, written.type_node)
            if found != declared.type and not isinstance(found, types.BadType) and not isinstance(declared.type, types.BadType):
                game.sink.error(
                    "RL0604",
                    f"`{written.name.text}` is {say.type_words(found)} here, "
                    f"and {say.type_words(declared.type)} where `{method.name}` is declared",
                    written.type_node.span,
                    others=say.declared_at(declared),
                    help="leave the type out",
                )
        written.symbol = LocalSymbol(name=written.name.text, span=written.name.span, type=declared.type, role="parameter")
        parameters.append(written.symbol)
    if node.returns is not None and not isinstance(method.returns, types.BadType):
        found = resolve_type(game, node.returns)
        if found != method.returns and not isinstance(found, types.BadType):
            game.sink.error(
                "RL0604",
                f"`{method.name}` gives {say.type_words(found)} here, and {say.type_words(method.returns)} where it is declared",
                node.returns.span,
                others=others,
                help="leave the type out",
            )
    if node.body is None and value is None:
        game.sink.error(
            "RL0604",
            f"`{method.name}` has no body here",
            node.name.span,
            others=others,
            help="write what it does, or leave the line out",
        )
        return routine
    routine.parameters, routine.body, routine.value = parameters, node.body, value
    return routine


def link_originals(kinds: Iterable[KindSymbol], instances: Iterable[InstanceSymbol]) -> None:
    """Let each body that stands in for another know the next one outward."""
    for kind in kinds:
        for name, routine in kind.overrides.items():
            routine.original = _outward(kind.lineage()[1:], name)
    for instance in instances:
        for name, routine in instance.overrides.items():
            routine.original = _outward(instance.kind.lineage(), name)


def _outward(lineage: list[KindSymbol], name: str) -> RoutineSymbol | None:
    for kind in lineage:
        if name in kind.overrides:
            return kind.overrides[name]
        if name in kind.methods:
            return kind.methods[name].default
    return None

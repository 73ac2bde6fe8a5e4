"""Checking calls: of rules, defines and phases, of rules of things, of `original`, of the library.

A define written with `=` may leave out what it gives; it is worked out from its value at the first use, so bodies are checked on
demand (`bodies.check_routine`). One that needs itself for that has to write it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.sema import bodies, elsewhere, expressions, library, library_rules, members, say, types
from rulelang.sema.context import PENDING, Body, kind_words, use
from rulelang.sema.names import is_value
from rulelang.sema.symbols import LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Fix, Label
from rulelang.text.source import Span

LONGEST_CHAIN = 20
"""How many defines may wait for one another's types; they are checked in the order of their needs, so only odd games get near."""


def result(body: Body, routine: RoutineSymbol, span: Span) -> Type:
    """What running a routine gives; notes the call."""
    if routine.returns is PENDING:
        if len(body.game.in_progress) > LONGEST_CHAIN:
            body.sink.error(
                "RL0310",
                f"what `{routine.name}` gives hangs on too many other defines that do not say what they give",
                span,
                others=say.declared_at(routine),
                help=f"write it: `define {routine.name}(...) -> Int = ...`",
            )
            return types.BAD
        if routine in body.game.in_progress:
            body.sink.error(
                "RL0310",
                f"what `{routine.name}` gives cannot be worked out, since it uses itself",
                span,
                others=say.declared_at(routine),
                help=f"write it: `define {routine.name}(...) -> Int = ...`",
            )
            routine.returns = types.BadType()
        else:
            bodies.check_routine(body.game, routine)
    body.calls(routine, span)
    return types.BAD if isinstance(routine.returns, types.BadType) else routine.returns


def method_result(body: Body, method: MethodSymbol, span: Span) -> Type:
    """What running a rule or define of a thing gives; notes the call."""
    if method.returns is PENDING and method.default is not None:
        method.returns = result(body, method.default, span)
    body.calls(method, span)
    return types.BAD if isinstance(method.returns, types.BadType) else method.returns


def call(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """The type of a call."""
    function = node.function
    if isinstance(function, nodes.Attribute):
        return _member_call(body, node, function)
    if not isinstance(function, nodes.Name):
        expressions.check(body, function)
        _loose_arguments(body, node)
        body.sink.error("RL0209", f"{body.game.quoted(function)} cannot be called", function.span)
        return types.BAD
    name = function.text
    if name == "original":
        return _original(body, node, function)
    method = body.member(name)
    if isinstance(method, MethodSymbol):
        return _method(body, node, function, method)
    routine = body.game.names.calls.get(name)
    if routine is not None:
        function.symbol = node.symbol = routine
        use(routine, function.span)
        arguments(body, node, f"`{name}`", routine.parameters, say.declared_at(routine))
        given = result(body, routine, node.span)
        function.type = given
        return given
    if name in library.FUNCTIONS:
        node.symbol = function.symbol = library.FUNCTIONS[name]
        given = library_rules.check(body, node, name, wanted)
        function.type = given
        return given
    return _unknown(body, node, function)


def _original(body: Body, node: nodes.Call, function: nodes.Name) -> Type:
    routine = body.routine
    outward = routine.original if routine is not None else None
    if outward is None:
        _loose_arguments(body, node)
        body.sink.error(
            "RL0212",
            "there is no `original` here",
            function.span,
            help="`original(...)` runs what a rule stands in for: in a thing with a rule of its own, or in a variant",
        )
        return types.BAD
    node.symbol = function.symbol = outward
    use(outward, function.span)
    arguments(body, node, "`original`", outward.parameters, say.declared_at(outward))
    return result(body, outward, node.span)


def _member_call(body: Body, node: nodes.Call, function: nodes.Attribute) -> Type:
    type_ = members.holder(body, function)
    name = function.name.text
    if isinstance(type_, types.KindType):
        method = type_.kind.method(name)
        if method is not None:
            return _method(body, node, function, method)
        if type_.kind.field(name) is None:
            _loose_arguments(body, node)
            routine = body.game.names.calls.get(name)
            helps: tuple[str, ...] = ()
            if routine is not None or name in library.FUNCTIONS:
                helps = (f"write `{name}({body.game.text(function.value.span)}, ...)`",)
            near = [] if helps else kind_words(type_.kind)
            message = f"a {type_.kind.name} has no rule or define `{name}`"
            body.game.unknown("RL0203", message, function.name.span, name, near, *helps)
            return types.BAD
    symbol, found = members.look_up(body, function, type_)
    function.symbol = symbol
    _loose_arguments(body, node)
    if symbol is not None:
        use(symbol, function.name.span)
        body.sink.error(
            "RL0209",
            f"`{name}` is {say.symbol_words(symbol)}, which cannot be called",
            function.name.span,
            others=say.declared_at(symbol),
            help="leave the brackets out",
        )
    return found


def _method(body: Body, node: nodes.Call, function: nodes.Name | nodes.Attribute, method: MethodSymbol) -> Type:
    node.symbol = function.symbol = method
    span = function.name.span if isinstance(function, nodes.Attribute) else function.span
    use(method, span)
    if method.form == "define" and not method.parameters:
        _without_brackets(body, node, method.name, span)
        return method_result(body, method, span)
    arguments(body, node, f"`{method.name}`", method.parameters, say.declared_at(method))
    given = method_result(body, method, node.span)
    function.type = given
    return given


def _without_brackets(body: Body, node: nodes.Call, name: str, span: Span) -> None:
    _loose_arguments(body, node)
    whole = body.game.text(node.function.span)
    body.sink.error(
        "RL0307",
        f"`{name}` is a define without parameters and is not called",
        span,
        help=f"write `{whole}`",
        fix=Fix(node.span, whole),
    )


def _unknown(body: Body, node: nodes.Call, function: nodes.Name) -> Type:
    name, game = function.text, body.game
    found = body.local(name) or next(iter(game.names.candidates(name)), None) or game.names.capitals.get(name)
    if isinstance(found, RoutineSymbol) and is_value(found):
        node.symbol = function.symbol = found
        use(found, function.span)
        _without_brackets(body, node, name, function.span)
        return result(body, found, function.span)
    _loose_arguments(body, node)
    if found is not None:
        body.sink.error(
            "RL0209",
            f"`{name}` is {say.symbol_words(found)}, which cannot be called",
            function.span,
            others=say.declared_at(found),
            help=f"for an item write `{name}[...]`",
        )
        return types.BAD
    kinds = [k.name for k in game.model.kinds.values() if name in k.methods]
    helps = (f"`{name}` belongs to {' and '.join(kinds[:3])}: write it after a dot",) if kinds else ()
    foreign = elsewhere.call_help(name)
    helps = helps or ((foreign,) if foreign else ())
    near = [] if helps else [*game.names.calls, *(m for m in _own_methods(body)), *library.FUNCTIONS]
    if near and body.routine is not None and body.routine.original is not None:
        near.append("original")
    game.unknown("RL0205", f"there is no rule or define called `{name}`", function.span, name, near, *helps)
    return types.BAD


def _own_methods(body: Body) -> list[str]:
    if body.this is not None and isinstance(body.this.type, types.KindType):
        return [name for kind in body.this.type.kind.lineage() for name in kind.methods]
    return []


def arguments(
    body: Body, node: nodes.Call, called: str, parameters: Sequence[LocalSymbol], others: tuple[Label, ...] = ()
) -> None:
    """Check the arguments of a call against parameters, by number and type."""
    _no_walks(body, node, called)
    if len(node.arguments) != len(parameters):
        _loose_arguments(body, node)
        wanted = say.count(len(parameters), "argument")
        names = ", ".join(p.name for p in parameters)
        body.sink.error(
            "RL0307",
            f"{called} takes {wanted}, and here {'is' if len(node.arguments) == 1 else 'are'} {len(node.arguments) or 'none'}",
            node.span,
            others=others,
            help=f"it is called with ({names})" if names else "leave the brackets empty",
        )
        return
    for argument, parameter in zip(node.arguments, parameters, strict=True):
        if isinstance(parameter.type, types.ZoneType):
            found = expressions.place(body, argument, f"`{parameter.name}` of {called}")
            expressions.insist(body, argument, found, parameter.type, f"`{parameter.name}` of {called}")
        else:
            expressions.want(body, argument, parameter.type, f"`{parameter.name}` of {called}")


def _no_walks(body: Body, node: nodes.Call, called: str) -> None:
    for walk, word in ((node.through, "through"), (node.along, "along")):
        if walk is not None:
            body.sink.error(
                "RL0307",
                f"{called} takes no `{word}`",
                walk.span,
                help="`through` and `along` belong to walks over a board, such as `within` and `neighbours`",
            )


def _loose_arguments(body: Body, node: nodes.Call) -> None:
    """Check arguments of a call that was reported, for the faults in them."""
    for argument in node.arguments:
        expressions.check(body, argument)

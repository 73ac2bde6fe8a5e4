"""Checking statements, and what is known after each.

`block` checks statements in order and says whether its end can be reached; with that, `-> T` rules are known to give a value on
every way, and a test whose other side leaves (`if x is none: return`) shows something for all that follows. What tests have shown
is dropped as soon as a statement, or a rule it calls, may write what it depends on; a loop drops before its first pass what its
body may write.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from rulelang.sema import (
    control,
    expressions,
    facts,
    fits,
    moves,
    records,
    resources,
    say,
    sight,
    types,
)
from rulelang.sema.context import Body, use
from rulelang.sema.declared_types import resolve_type
from rulelang.sema.facts import Facts
from rulelang.sema.symbols import DieSymbol, FieldSymbol, LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes

DICE = re.compile(r"([0-9]*)d([0-9]+)")


def block(body: Body, statements: list[nodes.Statement]) -> bool:
    """Check a block; whether its end can be reached."""
    with body.scope():
        return sequence(body, statements)


def sequence(body: Body, statements: list[nodes.Statement]) -> bool:
    """Check statements in the scope that is open."""
    falls, told = True, False
    for statement in statements:
        if not falls and not told and not isinstance(statement, nodes.DocLine):
            told = True
            body.sink.warning("RL0907", "this line is never reached", statement.span, help="what stands above always leaves")
        falls = _statement(body, statement) and falls
    return falls


def _statement(body: Body, node: nodes.Statement) -> bool:
    compound = control.compound().get(type(node))
    if compound is not None:
        return compound(body, node)
    shown = _simple()[type(node)](body, node)
    body.forget(body.game.writes.of(node))
    if shown:
        body.facts = {**body.facts, **shown}
    return not isinstance(node, nodes.Return | nodes.Stop | nodes.Next | nodes.EndGame | nodes.Cancel)


# ------------------------------------------------------------------------------------------------------------ simple statements


def _nothing(body: Body, node: nodes.Statement) -> None:
    """`nothing`, or a doc line."""


def _let(body: Body, node: nodes.Let) -> Facts:
    if node.type_node is not None:
        declared = resolve_type(body.game, node.type_node)
        if isinstance(declared, types.ZoneType | types.MapType):
            body.sink.error(
                "RL0315",
                f"a `let` cannot be {say.type_words(declared)}",
                node.type_node.span,
                help=f"to remember what lies in a zone now, write `list of {declared.kind.name}`"
                if isinstance(declared, types.ZoneType)
                else (),
            )
            declared = types.BAD
        value = expressions.want(body, node.value, declared, f"`{node.name.text}`")
    else:
        value = expressions.check(body, node.value)
        declared = fits.widened(value)
        if isinstance(value, types.NoneType):
            _unclear(body, node, "`none` alone does not say what it may be otherwise", f"let {node.name.text}: Player? = none")
            declared = types.BAD
        elif (
            isinstance(value, types.ListType)
            and isinstance(value.item, types.BadType)
            and isinstance(node.value, nodes.ListLiteral)
        ):
            if not node.value.items:
                _unclear(body, node, "an empty list does not say of what it is", f"let {node.name.text}: list of Player = []")
        elif isinstance(value, types.VoidType):
            body.sink.error("RL0301", f"{body.game.quoted(node.value)} gives no value", node.value.span)
            declared = types.BAD
        elif isinstance(value, types.MapType | types.BoxType):
            body.sink.error("RL0315", f"a `let` cannot be {say.type_words(value)}", node.value.span, help="name one value of it")
            declared = types.BAD
    node.symbol = body.declare(node.name, declared, "let")
    if isinstance(declared, types.OptionalType) and not isinstance(value, types.OptionalType | types.NoneType | types.BadType):
        return {("name", node.symbol): value}
    return {}


def _unclear(body: Body, node: nodes.Let, message: str, example: str) -> None:
    body.sink.error("RL0310", message, node.value.span, help=f"write its type, such as `{example}`")


def _assign(body: Body, node: nodes.Assign) -> Facts:
    declared = _target(body, node)
    if node.operator == "=":
        value = expressions.want(body, node.value, declared, body.game.quoted(node.target))
        if isinstance(declared, types.OptionalType) and not isinstance(
            value, types.OptionalType | types.NoneType | types.BadType
        ):
            return facts.narrowed(node.target, value)
        return {}
    if node.operator == "+=" and isinstance(declared, types.ListType):
        expressions.want(body, node.value, declared, "`+=`")
        return {}
    if not isinstance(declared, types.IntType | types.BadType):
        if (
            isinstance(declared, types.OptionalType)
            and node.target.type is not None
            and isinstance(node.target.type, types.IntType)
        ):
            expressions.number(body, node.value, f"`{node.operator}`")
            return facts.narrowed(node.target, types.INT)
        expressions.insist(body, node.target, node.target.type or declared, types.INT, f"`{node.operator}`")
    expressions.number(body, node.value, f"`{node.operator}`")
    return {}


def _target(body: Body, node: nodes.Assign) -> Type:
    """The declared type of what is assigned to; reports what cannot be."""
    target = node.target
    type_ = expressions.raw(body, target)
    if isinstance(type_, types.BadType):
        return type_
    base = target
    while isinstance(base, nodes.Item):
        base = base.value
    symbol = getattr(base, "symbol", None)
    if isinstance(type_, types.ZoneType | types.BoxType):
        helps = f"write `move {body.game.text(node.value.span)} to {body.game.text(target.span)}`"
        body.sink.error("RL0608", f"{body.game.quoted(target)} is a zone and is not assigned", target.span, help=helps)
        return types.BAD
    if isinstance(symbol, LocalSymbol) and base is target:
        if symbol.role in ("let", "parameter"):
            return symbol.type
        what = "`this`" if symbol.role == "this" else f"`{symbol.name}`"
        body.sink.error(
            "RL0314",
            f"{what} is not changed",
            target.span,
            others=say.declared_at(symbol),
            help="keep the new value with `let` under another name",
        )
        return types.BAD
    if isinstance(symbol, FieldSymbol):
        if isinstance(symbol.type, types.MapType) and base is target:
            body.sink.error(
                "RL0314",
                f"`{symbol.name}` is a map, which is not set as a whole",
                target.span,
                help=f"set one value of it: `{body.game.text(target.span)}[...] = ...`",
            )
            return types.BAD
        if base is target or isinstance(symbol.type, types.MapType):
            records.refuse_assignment(body, symbol, node)
            if not body.refuse(f"this changes `{symbol.name}`", target.span):
                body.writes(symbol)
                body.effects.logs = body.effects.logs or symbol.announced
            return _declared(symbol.type, target)
        body.sink.error(
            "RL0314",
            f"one item of a list is not changed by itself, and `{symbol.name}` is {say.type_words(symbol.type)}",
            target.span,
            help="assign the whole list anew",
        )
        return types.BAD
    if symbol is not None:
        what = say.symbol_words(symbol)
        message = f"{body.game.quoted(target)} is {what}, which is not changed"
    else:
        message = f"{body.game.quoted(target)} cannot be changed"
    body.sink.error("RL0314", message, target.span)
    return types.BAD


def _declared(type_: Type, target: nodes.Expression) -> Type:
    if isinstance(type_, types.MapType) and isinstance(target, nodes.Item):
        return type_.value
    if isinstance(type_, types.MapType):
        return types.BAD
    return type_


def _call(body: Body, node: nodes.CallStatement) -> None:
    given = expressions.check(body, node.call)
    if isinstance(given, types.BadType | types.VoidType):
        return
    if isinstance(node.call, nodes.Call) and isinstance(node.call.symbol, RoutineSymbol | MethodSymbol):
        if node.call.symbol.form == "rule":
            # A rule may be run for what it does; one that does nothing is reported when effects are known.
            body.game.results.append((node.call.span, node.call.symbol))
            return
    if isinstance(node.call, nodes.Call):
        message = f"nothing is done with what {body.game.quoted(node.call)} gives"
        help_ = f"keep it: `let result = {body.game.text(node.call.span)}`"
    else:
        message = f"{body.game.quoted(node.call)} is a value, and nothing is done with it"
        help_ = "a line that does something is a call, an assignment, or begins with a word such as `move` or `log`"
    body.sink.error("RL0309", message, node.call.span, help=help_)


def _roll(body: Body, node: nodes.Roll) -> None:
    body.refuse("`roll` is chance", node.span)
    body.effects.random = body.effects.logs = True
    node.die_symbol = _die(body, node.die)
    bounds: Type = types.INT
    if node.die_symbol is not None:
        faces, count = node.die_symbol.faces, node.die_symbol.count
        if faces:
            bounds = types.IntType(min(faces) * count, max(faces) * count)
    if node.plus is not None:
        with body.doing_nothing("`plus`"):
            expressions.number(body, node.plus, "`plus`")
        bounds = types.INT
    node.symbol = body.declare(node.name, bounds, "let")
    if node.again_while is not None:
        with body.doing_nothing("`again while`"):
            expressions.condition(body, node.again_while)


def _die(body: Body, die: nodes.Identifier) -> DieSymbol | None:
    plain = DICE.fullmatch(die.text)
    if plain is not None:
        count, sides = int(plain[1] or 1), int(plain[2])
        if not 0 < count <= 100 or not 0 < sides <= 1000:
            body.sink.error("RL0311", f"`{die.text}` is no die", die.span, help="at most 100 dice of at most 1000 sides")
            return None
        return DieSymbol(name=die.text, span=die.span, faces=list(range(1, sides + 1)), count=count)
    found = body.game.model.dice.get(die.text)
    if found is None:
        body.game.unknown(
            "RL0202",
            f"there is no die called `{die.text}`",
            die.span,
            die.text,
            body.game.model.dice,
            "plain dice are written `d6` or `2d6`",
        )
        return None
    use(found, die.span)
    return found


def _require(body: Body, node: nodes.Require) -> Facts:
    body.refuse("`require` forbids something", node.span)
    body.effects.requires = True
    expressions.condition(body, node.condition, "what `require` asks for")
    expressions.text(body, node.why)
    return facts.of_condition(node.condition, True)


def _return(body: Body, node: nodes.Return) -> None:
    wanted = body.returns
    if node.value is None:
        if not isinstance(wanted, types.VoidType | types.BadType):
            body.sink.error("RL0312", f"`return` gives no value, and {say.type_words(wanted)} is to be given", node.span)
        return
    if isinstance(wanted, types.VoidType):
        expressions.check(body, node.value)
        name = body.routine.name if body.routine is not None else "this"
        body.sink.error(
            "RL0312",
            f"`{name}` gives no value, so `return` takes none",
            node.value.span,
            help="to give a value, say so where it is declared: `-> Int`",
        )
        return
    expressions.want(body, node.value, wanted, "`return`")


def _leave(body: Body, node: nodes.Stop | nodes.Next) -> None:
    word = "stop" if isinstance(node, nodes.Stop) else "next"
    if not body.loops:
        body.sink.error(
            "RL0502", f"`{word}` stands outside a loop", node.span, help="to leave a rule, step or phase write `return`"
        )
    elif isinstance(node, nodes.Stop):
        body.loops[-1].left = True


def _end_game(body: Body, node: nodes.EndGame) -> None:
    body.refuse("`end game` ends the game", node.span)
    body.effects.ends_game = True
    if body.at_once:
        body.sink.error(
            "RL0503", "`end game` cannot stand in `at once`", node.span, help="end the game after it, when all have chosen"
        )
    if node.winner is not None:
        type_ = expressions.check(body, node.winner)
        wanted: Type = types.ListType(types.PLAYER) if types.item_of(type_) is not None else types.PLAYER
        expressions.insist(body, node.winner, type_, wanted, "`won by`")
    expressions.text(body, node.why)


def _cancel(body: Body, node: nodes.Cancel) -> None:
    body.refuse("`cancel` takes back a choice", node.span)
    body.effects.cancels = True


@cache
def _simple() -> dict[type[nodes.Statement], Callable[[Body, Any], Facts | None]]:
    """What checks each statement of one line. Made when first asked for, since the modules of this package need one another."""
    return {
        nodes.DocLine: _nothing,
        nodes.Nothing: _nothing,
        nodes.Let: _let,
        nodes.Assign: _assign,
        nodes.CallStatement: _call,
        nodes.Gain: resources.gain,
        nodes.Move: moves.move,
        nodes.Draw: moves.draw,
        nodes.Shuffle: moves.shuffle,
        nodes.Reveal: moves.reveal,
        nodes.Show: sight.show,
        nodes.Roll: _roll,
        nodes.Log: sight.log,
        nodes.Record: records.record,
        nodes.Require: _require,
        nodes.Return: _return,
        nodes.Stop: _leave,
        nodes.Next: _leave,
        nodes.EndGame: _end_game,
        nodes.Cancel: _cancel,
    }

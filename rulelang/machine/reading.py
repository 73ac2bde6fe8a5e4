"""Small questions about the tree that lowering asks: what a call calls, whether an expression does something, how it reads."""

from __future__ import annotations

from typing import Any

from rulelang.sema.symbols import BuiltinSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes


def called(node: nodes.Call) -> Any:
    """The symbol of what a call calls."""
    if node.symbol is not None:
        return node.symbol
    return node.function.symbol if isinstance(node.function, nodes.Name | nodes.Attribute) else None


def can_cancel(body: list[nodes.Statement]) -> bool:
    """Whether carrying out a body may lead to a `cancel` that takes its option back.

    A body with nothing in it but `cancel` is a way out of what is being done: what it takes back is the option around it."""
    if all(isinstance(statement, nodes.Cancel) for statement in body):
        return False
    for node in everything(body):
        if isinstance(node, nodes.Cancel):
            return True
        if isinstance(node, nodes.Call):
            symbol = called(node)
            if isinstance(symbol, RoutineSymbol | MethodSymbol) and symbol.effects.cancels:
                return True
    return False


def words_of(node: nodes.Expression) -> str:
    """A short expression as the author wrote it, for messages."""
    match node:
        case nodes.Name(text=text):
            return text
        case nodes.Attribute(value=value, name=name):
            return f"{words_of(value)}.{name.text}"
        case nodes.Call(function=function):
            return f"{words_of(function)}(…)"
        case nodes.Item(value=value):
            return f"{words_of(value)}[…]"
        case nodes.Query(word=word):
            return f"{word}(…)"
    return "this"


def has_effects(node: nodes.Expression) -> bool:
    """Whether evaluating an expression does something, or may stop at a choice."""
    match node:
        case nodes.PickOne():
            return True
        case nodes.Query():
            return node.order is not None and node.order.at_random
        case nodes.Call():
            symbol = called(node)
            if isinstance(symbol, RoutineSymbol | MethodSymbol) and not symbol.effects.pure:
                return True
            if isinstance(symbol, BuiltinSymbol) and symbol.name in ("possible", "would"):
                # What is tried happens to a copy.
                tried, *rest = node.arguments
                inner = tried.arguments if isinstance(tried, nodes.Call) else []
                return any(has_effects(a) for a in (*inner, *rest))
            return any(has_effects(a) for a in (node.function, *node.arguments))
        case nodes.Attribute(value=value):
            return has_effects(value)
        case nodes.Item(value=value, keys=keys):
            return has_effects(value) or any(has_effects(k) for k in keys)
        case nodes.Negate(operand=operand) | nodes.Not(operand=operand):
            return has_effects(operand)
        case nodes.Arithmetic() | nodes.Comparison() | nodes.Logical():
            return has_effects(node.left) or has_effects(node.right)
        case nodes.Conditional():
            return any(has_effects(e) for e in (node.then, node.condition, node.otherwise))
        case nodes.ListLiteral(items=items):
            return any(has_effects(i) for i in items)
        case nodes.RangeArgument(lowest=lowest, highest=highest):
            return has_effects(lowest) or has_effects(highest)
    return False

"""Expressions of the rules, evaluated on a state, with every step in words.

Examples check expressions on a state, and *why not* explains a condition that is false. Both want more than a value: which operand is
to blame, and what it is. So the expression is taken as its tree, each part is lowered and evaluated by itself (`machine.evaluate`),
and what comes out is said with the author's own text.

The state may be a match that has stopped inside a rule: then the rule's own names have the values that its frame holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.backend.compile import Compiled
from rulelang.machine import ir
from rulelang.machine.evaluate import Evaluator
from rulelang.machine.library import Fault
from rulelang.runtime.naming import Naming
from rulelang.sema.symbols import InstanceSymbol, LocalSymbol
from rulelang.sema.types import BoolType, ListType, OptionalType, TextType, Type, ZoneType
from rulelang.syntax import nodes
from rulelang.text.render import visible

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
LONGEST = 8
"""Of a longer list only so many are shown."""


class Judge:
    """Evaluates expressions on one state. `variables` are the rules' names, `env` what the frame holds for them."""

    def __init__(
        self,
        compiled: Compiled,
        naming: Naming,
        state: Any,
        variables: Mapping[LocalSymbol, ir.Expr],
        env: Mapping[ir.Variable, Any] | None = None,
        this: ir.Expr | None = None,
    ) -> None:
        self.compiled = compiled
        self.naming = naming
        self.body = compiled.lowering.body("")
        self.body.variables = dict(variables)
        self.body.this = this
        self.env: dict[ir.Variable, Any] = dict(env or {})
        self.evaluator = Evaluator(compiled.lowered, state)

    # ---------------------------------------------------------------------------------------------------- values

    def evaluate(self, expr: ir.Expr) -> Any:
        """The value of lowered code."""
        self.compiled.lowering.lower_pending()
        return self.evaluator.value(expr, self.env)

    def value(self, node: nodes.Expression, wanted: Type | None = None) -> Any:
        """The value of an expression, as a value of the type that is wanted; a zone as its things."""
        expr = self.body.fitted(node, wanted) if wanted is not None else self.body.items(node)
        value = self.evaluate(expr)
        return int(value) if isinstance(value, bool) else value

    def holds(self, node: nodes.Expression) -> bool:
        """Whether a condition holds."""
        return bool(self.evaluate(self.body.lower(node)))

    # ---------------------------------------------------------------------------------------------------- words

    def text(self, node: nodes.Node) -> str:
        """What the author wrote, on one line."""
        file = self.compiled.model.sources.file(node.span)
        return visible(" ".join(file.text[node.span.start : node.span.end].split()))

    def shape(self, type_: Type | None) -> Any:
        """How values of a type are shown."""
        if isinstance(type_, ZoneType):
            thing = ["thing", type_.kind.root.name]
            return ["optional", thing] if type_.form == "slot" else ["list", thing]
        return self.compiled.world.shape(type_) if type_ is not None else ["int"]

    def words(self, node: nodes.Expression) -> str:
        """The value of an expression in words."""
        type_ = node.type
        value = self.evaluate(self.body.scalar(node)) if isinstance(type_, ZoneType) and type_.form == "slot" else self.value(node)
        return self.shown(value, self.shape(type_))

    def shown(self, value: Any, shape: Any) -> str:
        """A value in words of scripts."""
        if shape[0] == "list":
            items = [self.shown(one, shape[1]) for one in value]
            more = f", and {len(items) - LONGEST} more" if len(items) > LONGEST else ""
            return f"[{', '.join(items[:LONGEST])}{more}]"
        if shape[0] == "zone":
            return "a zone"
        if shape[0] == "thing" and isinstance(value, int) and value >= 0:
            return self.naming.full_word(shape[1], value)
        if shape[0] == "text":
            return f'"{visible(str(value))}"'
        return self.naming.word(value, shape)

    # ---------------------------------------------------------------------------------------------------- what is to blame

    def blame(self, node: nodes.Expression) -> list[str]:
        """Why a condition that is false is false: one sentence for each part that is to blame."""
        match node:
            case nodes.Logical(operator="and", left=left, right=right):
                return self.blame(left) if not self.holds(left) else self.blame(right)
            case nodes.Logical(operator="or", left=left, right=right):
                return [*self.blame(left), *self.blame(right)]
            case nodes.Not(operand=operand):
                return [f"`{self.text(operand)}` is true{self._because(operand)}"]
            case nodes.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.blame(then if self.holds(condition) else otherwise)
        return [f"`{self.text(node)}` is false{self._values(node)}"]

    def _because(self, node: nodes.Expression) -> str:
        values = self._values(node, holds=True)
        return values

    def _values(self, node: nodes.Expression, holds: bool = False) -> str:
        """The operands of a condition with their values, in brackets."""
        try:
            found = self._operands(node, holds)
        except (Fault, KeyError, AssertionError, IndexError):
            return ""
        return f" ({found})" if found else ""

    def _operands(self, node: nodes.Expression, holds: bool) -> str:
        match node:
            case nodes.Comparison(operator=operator, left=left, right=right) if operator in OPPOSITE:
                said = operator if holds else OPPOSITE[operator]
                return f"{self.words(left)} {said} {self.words(right)}"
            case nodes.Comparison(operator="is" | "is not", left=left):
                return "" if isinstance(left, nodes.NoneLiteral) else f"`{self.text(left)}` is {self.words(left)}"
            case nodes.Comparison(operator="in" | "not in", left=left, right=right):
                return f"{self.words(left)}; there are {self.words(right)}"
            case nodes.Call(arguments=arguments):
                shown = [f"`{self.text(a)}` is {self.words(a)}" for a in arguments if self._telling(a)]
                return ", ".join(shown)
        return ""

    def _telling(self, node: nodes.Expression) -> bool:
        """Whether the value of an expression says more than its text."""
        if isinstance(node, nodes.Number | nodes.Text | nodes.Truth | nodes.NoneLiteral | nodes.RangeArgument):
            return False
        return self.words(node) != self.text(node)

    def facts(self, node: nodes.Expression) -> list[str]:
        """Every operand of a condition whose value its text does not say, with the value."""
        found: dict[str, str] = {}
        self._collect(node, found)
        return [f"`{text}` is {value}" for text, value in found.items()]

    def _collect(self, node: nodes.Expression, found: dict[str, str]) -> None:
        match node:
            case nodes.Logical(left=left, right=right) | nodes.Comparison(left=left, right=right):
                self._collect(left, found)
                self._collect(right, found)
                return
            case nodes.Not(operand=operand):
                self._collect(operand, found)
                return
            case nodes.Arithmetic(left=left, right=right):
                self._add(node, found)
                self._collect(left, found)
                self._collect(right, found)
                return
            case nodes.Call(arguments=arguments):
                self._add(node, found)
                for argument in arguments:
                    self._collect(argument, found)
                return
        self._add(node, found)

    def _add(self, node: nodes.Expression, found: dict[str, str]) -> None:
        if isinstance(node, nodes.Number | nodes.Text | nodes.Truth | nodes.NoneLiteral | nodes.RangeArgument | nodes.ListLiteral):
            return
        if node.type is None or (isinstance(node, nodes.Name) and isinstance(node.symbol, InstanceSymbol)):
            return
        try:
            text, value = self.text(node), self.words(node)
        except (Fault, KeyError, AssertionError, IndexError, TypeError):
            return
        if text != value:
            found.setdefault(text, value)


def lists(type_: Type | None) -> bool:
    """Whether values of a type are lists."""
    return isinstance(type_, ListType) or (isinstance(type_, ZoneType) and type_.form == "pile")


def plain_type(type_: Type | None) -> Type | None:
    """A type without its `?`."""
    return type_.base if isinstance(type_, OptionalType) else type_


__all__ = ["BoolType", "Judge", "TextType", "lists", "plain_type"]

"""Expressions of the rules, evaluated on a state, with every step in words.

Examples check expressions on a state, and *why not* explains a condition that is false. Both want more than a value:
which operand is to blame, and what it is. So the expression is taken as its tree, each part is lowered and evaluated by
itself (`machine.evaluate`), and what comes out is said with the author's own text.

The state may be a match that has stopped inside a rule: then the rule's own names have the values that its frame holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulelang.backend.compile import Compiled
from rulelang.backend.facts import read_in_order
from rulelang.backend.trials import read_by
from rulelang.machine import ir
from rulelang.machine.evaluate import Evaluator
from rulelang.machine.library import Fault, Refused
from rulelang.machine.registry import static_text
from rulelang.play.keeping_out import kept_out
from rulelang.play.trying import trials_of
from rulelang.runtime.naming import NO_NUMBER, Naming, article
from rulelang.runtime.sight import Sight
from rulelang.sema.symbols import BuiltinSymbol, FieldSymbol, InstanceSymbol, KindSymbol, LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.types import BoolType, ListType, OptionalType, TextType, Type, ZoneType
from rulelang.syntax import nodes
from rulelang.syntax.walk import walk
from rulelang.text.render import visible

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
DEEPEST = 3
"""So many defines within defines are unfolded to say why something is false."""

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
        reader: int | None = None,
    ) -> None:
        self.compiled = compiled
        self.state = state
        self.reader = reader
        self.lets: dict[LocalSymbol, nodes.Expression] = {}
        """What names stand for that the statements of a define have given."""
        self.sight = Sight(compiled.program.layout)
        self.naming = naming
        self.body = compiled.lowering.body("")
        self.body.variables = dict(variables)
        self.body.this = this
        self.env: dict[ir.Variable, Any] = dict(env or {})
        self.evaluator = Evaluator(compiled.lowered, state, trials_of(compiled))
        self.depth = 0

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

    def holds(self, node: nodes.Expression, *, decided: bool = False) -> bool:
        """Whether a condition holds. With `decided`, raises `Undecided` where it asks for an order that nothing has decided."""
        expr = self.body.lower(node)
        self.evaluator.ordered = frozenset(id(found) for found in read_in_order(expr)) if decided else None
        try:
            return bool(self.evaluate(expr))
        finally:
            self.evaluator.ordered = None

    # ---------------------------------------------------------------------------------------------------- words

    def text(self, node: nodes.Node) -> str:
        """What the author wrote, on one line."""
        file = self.compiled.model.sources.file(node.span)
        return visible(" ".join(file.text[node.span.start : node.span.end].split()))

    def filled(self, node: nodes.Node) -> str:
        """What the author wrote, with the values of the rule's own names in their place."""
        file = self.compiled.model.sources.file(node.span)
        text: list[str] = []
        at = node.span.start
        for found in sorted(_locals(node), key=lambda n: n.span.start):
            word = self._local(found)
            if word and found.span.start >= at:
                text += [file.text[at : found.span.start], word]
                at = found.span.end
        text.append(file.text[at : node.span.end])
        return visible(" ".join("".join(text).split()))

    def _local(self, node: nodes.Name) -> str:
        """The word for the value of a local name; empty where it has none yet, or none that may be told."""
        variable = self.body.variables.get(node.symbol)
        if variable is None or (isinstance(variable, ir.Variable) and variable not in self.env) or lists(node.type):
            return ""
        value = (
            variable.value
            if isinstance(variable, ir.Const)
            else self.env.get(variable)
            if isinstance(variable, ir.Variable)
            else None
        )
        if not isinstance(value, int) or (node.symbol.type is not None and lists(node.symbol.type)):
            return ""
        return self.shown(int(value), self.shape(node.symbol.type))

    def shape(self, type_: Type | None) -> Any:
        """How values of a type are shown."""
        if isinstance(type_, ZoneType):
            thing = ["thing", type_.kind.root.name]
            return ["optional", thing] if type_.form == "slot" else ["list", thing]
        return self.compiled.world.shape(type_) if type_ is not None else ["int"]

    def words(self, node: nodes.Expression) -> str:
        """The value of an expression in words."""
        type_ = node.type
        value = (
            self.evaluate(self.body.scalar(node)) if isinstance(type_, ZoneType) and type_.form == "slot" else self.value(node)
        )
        return self.shown(value, self.shape(type_))

    def shown(self, value: Any, shape: Any) -> str:
        """A value in words of scripts."""
        if shape[0] == "list":
            items = [self.shown(one, shape[1]) for one in value]
            more = f", and {len(items) - LONGEST} more" if len(items) > LONGEST else ""
            return f"[{', '.join(items[:LONGEST])}{more}]"
        if shape[0] == "zone":
            return "a zone"
        if shape[0] == "optional" and isinstance(value, int) and value not in (-1, NO_NUMBER):
            return self.shown(value, shape[1])
        if shape[0] == "thing" and isinstance(value, int) and value >= 0:
            if not self.sees(shape[1], value):
                return self.naming.unseen(shape[1])
            return self.naming.full_word(shape[1], value)
        if shape[0] == "text":
            return f'"{visible(str(value))}"'
        return self.naming.word(value, shape)

    def sees(self, store: str, thing: int) -> bool:
        """Whether the reader sees a thing."""
        return self.reader is None or bool(self.sight.readers(self.state, store, thing) >> self.reader & 1)

    def secret(self, node: nodes.Node) -> bool:
        """Whether an expression reads what its reader may not know."""
        if self.reader is None:
            return False
        return any(self._hides(found) for found in walk(node))

    def _hides(self, node: nodes.Node) -> bool:
        symbol = getattr(node, "symbol", None)
        match symbol:
            case FieldSymbol() if symbol.visibility != "public":
                if symbol.holder == "player" and symbol.visibility == "private" and isinstance(node, nodes.Attribute):
                    return bool(self.value(node.value) != self.reader)
                return True
            case RoutineSymbol() | MethodSymbol() if isinstance(node, nodes.Call | nodes.Name | nodes.Attribute):
                return any(field.visibility not in ("public", "private") for field in symbol.effects.reads)
        return False

    # ---------------------------------------------------------------------------------------------------- what is to blame

    def blame(self, node: nodes.Expression) -> list[str]:
        """Why a condition that is false is false: one sentence for each part that is to blame."""
        match node:
            case nodes.Logical(operator="and", left=left, right=right):
                return self.blame(left) if not self.holds(left) else self.blame(right)
            case nodes.Logical(operator="or", left=left, right=right):
                return [*self.blame(left), *self.blame(right)]
            case nodes.Not(operand=operand):
                return [f"`{self._said(operand)}` is true{self._values(operand, holds=True)}"]
            case nodes.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.blame(then if self.holds(condition) else otherwise)
            case nodes.Call(symbol=BuiltinSymbol(name="possible" | "would")) if not self.secret(node):
                return [f"`{self.filled(node)}` is false: {self.stopped(node)}"]
        inside = self.entered(node)
        if inside is not None and not self.secret(node):
            judge, value = inside
            judge.depth = self.depth + 1
            if judge.depth <= DEEPEST and not judge.holds(value):
                return [f"`{self.filled(node)}` is false: {', and '.join(judge.blame(value))}"]
        return [f"`{self._said(node)}` is false{self._values(node)}"]

    def _said(self, node: nodes.Expression) -> str:
        """A condition in words; one that is a single name is called by it, since its value is what is said of it."""
        return self.text(node) if isinstance(node, nodes.Name) else self.filled(node)

    def stopped(self, node: nodes.Call) -> str:
        """Why a rule that is tried cannot go on, or what does not hold after it."""
        expr = self.body.lower(node)
        if isinstance(expr, ir.Helper):
            # Where it is noted what of the rules is reached, the value goes through a probe.
            expr = expr.arguments[-1]
        assert isinstance(expr, ir.Possible | ir.Would)
        self.compiled.lowering.lower_pending()
        after = trials_of(self.compiled).after(self.state, *self.evaluator.tried(expr, self.env))
        if isinstance(after, Refused):
            return self._refused(after)
        judge = Judge(self.compiled, self.naming, after, self.body.variables, self.env, self.body.this, self.reader)
        judge.depth = self.depth + 1
        return f"after it, {', and '.join(judge.blame(node.arguments[-1]))}"

    def _refused(self, refused: Refused) -> str:
        registry = self.compiled.lowering.registry
        if refused.form == "choice":
            choice = registry.choices[refused.number]
            place = self.compiled.model.sources.place(choice.span)
            why = "; ".join(self._kept_out(choice, refused)) if self.depth < DEEPEST else ""
            return f"the choice `{choice.path}` has nothing to choose, {place}{': ' if why else ''}{why}"
        if refused.form != "require":
            return "there is too little to choose from" if refused.form == "few" else "it would be taken back"
        fail = registry.refusals[refused.number]
        known = dict(self.compiled.lowering.variables)
        env = dict(zip(fail.scope, refused.values, strict=True))
        judge = Judge(self.compiled, self.naming, refused.state, known, env, fail.this, self.reader)
        judge.depth = self.depth + 1
        values = [judge.evaluate(part.value) for part in fail.text.parts if isinstance(part, ir.Slot)]
        why = self.naming.text(static_text(fail.text), values, self.reader)
        place = self.compiled.model.sources.place(fail.span)
        if judge.depth > DEEPEST:
            return f"{why}, {place}"
        return f"{why}: {', and '.join(judge.blame(fail.node.condition))}, {place}"

    def _kept_out(self, choice: ir.Choice, refused: Refused) -> list[str]:
        """What keeps out the options of a choice that was come to in a trial."""
        env = {v: value for v, value in zip(read_by(choice), refused.values, strict=True) if value is not None}
        owner = next((v for v in env if v.name == "this"), None)

        def judge_with(known: Mapping[LocalSymbol, int]) -> Judge:
            variables: dict[LocalSymbol, ir.Expr] = dict(self.compiled.lowering.variables)
            variables.update({symbol: ir.Const(value) for symbol, value in known.items()})
            judge = Judge(self.compiled, self.naming, refused.state, variables, env, owner, self.reader)
            judge.depth = self.depth + 1
            return judge

        return list(kept_out(choice, self.compiled.program.layout.choices[refused.number], judge_with))

    def entered(self, node: nodes.Expression) -> tuple[Judge, nodes.Expression] | None:
        """The value of the define that an expression calls, with a judge who knows its parameters; none where it calls none."""
        match node:
            case nodes.Call(symbol=RoutineSymbol() | MethodSymbol() as symbol, arguments=arguments, function=function):
                return self._define(symbol, function.value if isinstance(function, nodes.Attribute) else None, arguments)
            case nodes.Name(symbol=RoutineSymbol() | MethodSymbol() as symbol):
                return self._define(symbol, None, [])
            case nodes.Attribute(symbol=MethodSymbol() as symbol, value=receiver):
                return self._define(symbol, receiver, [])
        return None

    def _define(
        self, symbol: RoutineSymbol | MethodSymbol, receiver: nodes.Expression | None, arguments: Sequence[nodes.Expression]
    ) -> tuple[Judge, nodes.Expression] | None:
        this = ir.Const(self.value(receiver)) if receiver is not None else self.body.this
        body: RoutineSymbol | None = None
        if isinstance(symbol, RoutineSymbol):
            body = symbol
        elif this is not None:
            thing = self.compiled.world.store(symbol.kind).things[self.evaluate(this)]
            body = symbol.body_for(thing.symbol)
        if body is None or body.form != "define":
            return None
        known: dict[LocalSymbol, ir.Expr] = {
            p: ir.Const(_frozen(self.value(a, p.type))) for p, a in zip(body.parameters, arguments, strict=True)
        }
        if body.this is not None and this is not None:
            known[body.this] = this
        inner = Judge(self.compiled, self.naming, self.state, known, self.env, this, self.reader)
        if body.value is not None:
            return inner, body.value
        returned = inner.returned(body.body or ())
        return (inner, returned) if returned is not None else None

    def returned(self, statements: Sequence[nodes.Statement]) -> nodes.Expression | None:
        """What plain statements give back: names for values, and branches; none where there is more to it."""
        for statement in statements:
            match statement:
                case nodes.Let(value=let, symbol=local):
                    self.lets[local] = let
                    self.body.variables[local] = ir.Const(_frozen(self.value(let, local.type)))
                case nodes.Return(value=nodes.Expression() as returned):
                    return returned
                case nodes.If(branches=branches, otherwise=otherwise):
                    taken = next((block for condition, block in branches if self.holds(condition)), otherwise or ())
                    inside = self.returned(taken)
                    if inside is not None or taken:
                        return inside
                case nodes.Match():
                    arm = self.body.arm_that_fits(statement, self.evaluate)
                    inside = self.returned(arm)
                    if inside is not None or arm:
                        return inside
                case nodes.DocLine():
                    pass
                case _:
                    return None
        return None

    def _values(self, node: nodes.Expression, holds: bool = False) -> str:
        """The operands of a condition with their values, in brackets."""
        if self.secret(node):
            return ""
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
            case nodes.Comparison(operator="is" | "is not", left=left, right=right):
                return ", ".join(told for told in (self._what(left, right), self._what(right, left)) if told)
            case nodes.Comparison(operator="in" | "not in", left=left, right=right):
                return f"{self.words(left)}; there are {self.words(right)}"
            case nodes.Call(arguments=arguments):
                shown = [f"`{self.text(a)}` is {self.words(a)}" for a in arguments if self._telling(a)]
                return ", ".join(shown)
        return ""

    def _what(self, node: nodes.Expression, other: nodes.Expression) -> str:
        """What one side of `is` is; where the other side is a kind, of which kind it is."""
        if isinstance(node, nodes.NoneLiteral) or _is_kind(node):
            return ""
        text, word = self.filled(node), self.words(node)
        if text != word:
            return f"`{text}` is {word}"
        if not _is_kind(other):
            return ""
        shape = self.shape(plain_type(node.type))
        return f"`{text}` is {article(self.naming.stores[shape[1]].kinds[self.value(node)])}"

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
        if isinstance(
            node, nodes.Number | nodes.Text | nodes.Truth | nodes.NoneLiteral | nodes.RangeArgument | nodes.ListLiteral
        ):
            return
        if node.type is None or (isinstance(node, nodes.Name) and isinstance(node.symbol, InstanceSymbol)):
            return
        try:
            text, value = self.text(node), self.words(node)
        except (Fault, KeyError, AssertionError, IndexError, TypeError):
            return
        if text != value:
            found.setdefault(text, value)


def _is_kind(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Name) and isinstance(node.symbol, KindSymbol)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, (list, range)) else value


def _locals(node: nodes.Node) -> list[nodes.Name]:
    """The names of the rule's own in an expression."""
    return [found for found in walk(node) if isinstance(found, nodes.Name) and isinstance(found.symbol, LocalSymbol)]


def lists(type_: Type | None) -> bool:
    """Whether values of a type are lists."""
    return isinstance(type_, ListType) or (isinstance(type_, ZoneType) and type_.form == "pile")


def plain_type(type_: Type | None) -> Type | None:
    """A type without its `?`."""
    return type_.base if isinstance(type_, OptionalType) else type_


__all__ = ["BoolType", "Judge", "TextType", "lists", "plain_type"]

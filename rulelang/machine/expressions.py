"""Lowers expressions of the tree to IR.

Constants are folded on the way: a value that the world already knows becomes a `Const`, so that conditions over the things
and spaces of a game cost nothing at run time. A call that has effects, or that may stop at a choice, is not an expression of
the IR: it is hoisted into a statement before (`Body.emit`), and operands evaluated earlier are kept in variables, so that the
order stays from left to right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.machine import boards, ir
from rulelang.machine.fold import filtered, fold, none_of, plus
from rulelang.machine.reading import called, has_effects, words_of
from rulelang.machine.world import DIRECTIONS, Shape, World
from rulelang.sema.symbols import (
    BoardSymbol,
    BuiltinSymbol,
    CopySymbol,
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
)
from rulelang.sema.types import (
    BoardType,
    EnumType,
    IntType,
    KindType,
    ListType,
    MapType,
    OptionalType,
    PlayerType,
    Type,
    ZoneType,
)
from rulelang.syntax import nodes
from rulelang.text.source import Span

ORTHOGONALS = (0, 2, 4, 6)
DIAGONALS = (1, 3, 5, 7)
WALKS = {"neighbours", "distance", "path", "within", "next_steps", "connected"}

Names = Callable[[RoutineSymbol], str]


class Body:
    """What lowering one routine needs: its variables, and the statements made so far."""

    def __init__(self, world: World, routine_name: Callable[[Any], str], method_name: Callable[[MethodSymbol], str]) -> None:
        self.world = world
        self.routine_name = routine_name
        self.method_name = method_name
        self.variables: dict[LocalSymbol, ir.Expr] = {}
        self.this: ir.Expr | None = None
        self.owner: Any = None
        self.total: ir.Variable | None = None
        self.names: dict[str, int] = {}
        self.placed: dict[int, ir.Expr] = {}
        self.out: list[ir.Stmt] = []

    # ---------------------------------------------------------------------------------------------------- variables

    def variable(self, name: str, holds_list: bool = False, shape: Any = None) -> ir.Variable:
        """A new variable with a name of its own."""
        count = self.names.get(name, 0) + 1
        self.names[name] = count
        return ir.Variable(name if count == 1 else f"{name}_{count}", holds_list, shape)

    def declare(self, symbol: LocalSymbol) -> ir.Variable:
        """The variable of a local of the rules."""
        variable = self.variable(symbol.name, isinstance(symbol.type, ListType), self.world.shape(symbol.type))
        self.variables[symbol] = variable
        return variable

    def emit(self, statement: ir.Stmt) -> None:
        """Add a statement."""
        self.out.append(statement)

    def keep(self, expr: ir.Expr, name: str = "kept") -> ir.Expr:
        """The value as it is now, in a variable unless it is constant."""
        if isinstance(expr, ir.Const):
            return expr
        variable = self.variable(name, shape=expr.shape if isinstance(expr, ir.Variable) else None)
        self.emit(ir.SetVariable(variable, expr))
        return variable

    # ---------------------------------------------------------------------------------------------------- entry

    def lower(self, node: nodes.Expression) -> ir.Expr:
        """The IR of an expression."""
        if id(node) in self.placed:
            return self.placed[id(node)]
        if has_effects(node):
            return self._effectful(node)
        method = getattr(self, "_" + type(node).__name__.lower())
        return self.marked(node, fold(method(node), self.world))

    def marked(self, node: nodes.Expression, expr: ir.Expr) -> ir.Expr:
        """The IR of an expression, with a mark where a tracer wants to know of it."""
        tracer = self.world.tracer
        return expr if tracer is None else tracer.marked(self.world.model.sources, node.span, expr)

    def scalar(self, node: nodes.Expression) -> ir.Expr:
        """The IR of an expression used as a plain value: a slot reads as the thing in it."""
        expr = self.lower(node)
        if isinstance(node.type, ZoneType) and node.type.form == "slot":
            return ir.Helper("first", [ir.ZoneContents(node.type.kind.root.name, expr)])
        return expr

    def items(self, node: nodes.Expression) -> ir.Expr:
        """The IR of an expression as a list: a zone gives its things, top first."""
        expr = self.lower(node)
        if isinstance(node.type, ZoneType):
            return ir.ZoneContents(node.type.kind.root.name, expr)
        return expr

    def fitted(self, node: nodes.Expression, wanted: Type | None) -> ir.Expr:
        """The IR of an expression where a value of the type is wanted: `none` as that type keeps it."""
        if isinstance(node, nodes.NoneLiteral):
            return ir.Const(none_of(wanted))
        if wanted is not None and isinstance(wanted, ZoneType):
            return self.lower(node)
        if isinstance(node.type, ZoneType):
            if isinstance(wanted, ListType):
                return self.items(node)
            if isinstance(wanted, KindType | OptionalType):
                return self.scalar(node)
        if isinstance(node, nodes.Conditional) and wanted is not None and not has_effects(node) and id(node) not in self.placed:
            then, otherwise = self.fitted(node.then, wanted), self.fitted(node.otherwise, wanted)
            return self.marked(node, fold(ir.Conditional(self.lower(node.condition), then, otherwise), self.world))
        return self.lower(node)

    def bounded(self, node: nodes.Expression, wanted: Type | None) -> ir.Expr:
        """Like `fitted`; a number that may leave the bounds wanted is tested in play."""
        expr = self.fitted(node, wanted)
        if not isinstance(wanted, IntType) or (wanted.lowest is None and wanted.highest is None):
            return expr
        have = node.type if isinstance(node.type, IntType) else IntType()
        low = wanted.lowest is None or (have.lowest is not None and have.lowest >= wanted.lowest)
        high = wanted.highest is None or (have.highest is not None and have.highest <= wanted.highest)
        if (low and high) or isinstance(expr, ir.Const):
            return expr
        return ir.Helper("within_bounds", [expr, ir.Const(wanted.lowest), ir.Const(wanted.highest)])

    # ---------------------------------------------------------------------------------------------------- effects

    def _effectful(self, node: nodes.Expression) -> ir.Expr:
        """Hoist what has effects, in order."""
        match node:
            case nodes.Call():
                return self.call(node, wanted=True)
            case nodes.PickOne():
                items = self.items(node.source)
                variable = self.variable("picked", shape=self.world.shape(node.type or IntType()))
                self.emit(
                    ir.PickRandom(
                        variable, items, self.pick_event(node.span, self.world.shape(node.type or IntType())), span=node.span
                    )
                )
                return variable
            case nodes.Logical(operator=operator, left=left, right=right):
                result = self.variable("holds")
                self.emit(ir.SetVariable(result, self.lower(left)))
                outer, self.out = self.out, []
                self.emit(ir.SetVariable(result, self.lower(right)))
                inner, self.out = self.out, outer
                then, otherwise = (inner, []) if operator == "and" else ([], inner)
                self.emit(ir.Branch(result, then, otherwise, span=node.span))
                return result
            case nodes.Conditional():
                result = self.variable("value", isinstance(node.type, ListType), self.world.shape(node.type or IntType()))
                condition = self.lower(node.condition)
                outer, self.out = self.out, []
                self.emit(ir.SetVariable(result, self.fitted(node.then, node.type)))
                then, self.out = self.out, []
                self.emit(ir.SetVariable(result, self.fitted(node.otherwise, node.type)))
                otherwise, self.out = self.out, outer
                self.emit(ir.Branch(condition, then, otherwise, span=node.span))
                return result
            case nodes.Arithmetic() | nodes.Comparison():
                left_value = self.keep(self.lower(node.left))
                right_value = self.lower(node.right)
                placed = {id(node.left): left_value, id(node.right): right_value}
                return self._with_placed(node, placed)
            case nodes.Not() | nodes.Negate():
                return ir.Operation("not" if isinstance(node, nodes.Not) else "neg", [self.lower(node.operand)])
            case nodes.ListLiteral():
                return ir.ListOf([self.keep(self.lower(i)) for i in node.items])
            case nodes.Query():
                return self.keep(self._query(node), "drawn")
        method = getattr(self, "_" + type(node).__name__.lower())
        result_expr: ir.Expr = method(node)
        return result_expr

    def _with_placed(self, node: nodes.Expression, placed: dict[int, ir.Expr]) -> ir.Expr:
        """Lower an expression whose operands have been lowered before."""
        self.placed.update(placed)
        method = getattr(self, "_" + type(node).__name__.lower())
        expr: ir.Expr = method(node)
        for key in placed:
            del self.placed[key]
        return expr

    def pick_event(self, span: Span, shape: Shape) -> int:
        """The log event of a random pick; statements override it."""
        return -1

    def apart(self, expr: ir.Expr, span: Span) -> tuple[str, list[ir.Variable]]:
        """An expression as a routine of its own, with the variables that it must be handed; statements make it."""
        raise AssertionError("this is lowered within a routine")

    # ---------------------------------------------------------------------------------------------------- leaves

    def _number(self, node: nodes.Number) -> ir.Expr:
        return ir.Const(node.value)

    def _truth(self, node: nodes.Truth) -> ir.Expr:
        return ir.Const(int(node.value))

    def _noneliteral(self, node: nodes.NoneLiteral) -> ir.Expr:
        return ir.Const(none_of(node.type))

    def _text(self, node: nodes.Text) -> ir.Expr:
        return ir.Const("".join(p for p in node.parts if isinstance(p, str)))

    def _name(self, node: nodes.Name) -> ir.Expr:
        symbol = node.symbol
        match symbol:
            case LocalSymbol():
                if symbol in self.variables:
                    return self.variables[symbol]
                if symbol.role == "this" and self.this is not None:
                    return self.this
            case FieldSymbol():
                if symbol.holder in ("state", "player"):
                    return self.field(symbol, None)
                assert self.this is not None
                return self.field(symbol, self.this)
            case EnumMember():
                return ir.Const(symbol.number)
            case EnumSymbol():
                return ir.Const(tuple(range(len(symbol.members))))
            case KindSymbol():
                return ir.Const(self.world.members(symbol))
            case InstanceSymbol():
                return self.instance(symbol)
            case CopySymbol():
                return self.one_of_several(symbol)
            case SettingSymbol():
                return ir.Const(self.world.setting(symbol.name))
            case RoutineSymbol():
                return ir.CallRoutine(self.routine_name(symbol), self.own_arguments(symbol))
            case MethodSymbol():
                assert self.this is not None
                return ir.CallMethod(self.method_name(symbol), self.this, [])
            case BoardSymbol():
                return ir.Const(boards.spaces(self.world, symbol))
            case OwnerSymbol(kind=kind):
                assert self.this is not None
                return ir.Lookup(self.world.owner_table(kind), self.this)
            case BuiltinSymbol():
                return self.builtin_value(symbol.name)
        raise AssertionError(f"nothing is known of the name {node.text}")

    def own_arguments(self, symbol: RoutineSymbol) -> list[ir.Expr]:
        """The `this` that a body of a kind or thing wants first."""
        if symbol.owner is None:
            return []
        assert self.this is not None
        return [self.this]

    def instance(self, symbol: InstanceSymbol) -> ir.Expr:
        """A thing named by itself."""
        things = self.world.things_of(symbol)
        return ir.Const(things[0].number if things else -1)

    def one_of_several(self, symbol: CopySymbol) -> ir.Expr:
        """`coin_2`, `house_lisboa_chapel`, `page_summa_2`: one copy, or one thing of a family, by its whole name."""
        for thing in self.world.things_of(symbol.instance):
            if thing.whole_name == symbol.name:
                return ir.Const(thing.number)
        return ir.Const(-1)

    def builtin_value(self, name: str) -> ir.Expr:
        """A value of the standard library."""
        if name == "players":
            return ir.Const(tuple(range(self.world.players)))
        if name == "active":
            return ir.Scalar("active")
        if name == "box":
            return ir.Const(0)
        if name == "total":
            assert self.total is not None
            return self.total
        if name == "orthogonals":
            return ir.Const(ORTHOGONALS)
        if name == "diagonals":
            return ir.Const(DIAGONALS)
        if name == "all_directions":
            return ir.Const(tuple(range(8)))
        return ir.Const(DIRECTIONS.index(name))

    # ---------------------------------------------------------------------------------------------------- fields

    def field(self, symbol: FieldSymbol, holder: ir.Expr | None, key: ir.Expr | None = None) -> ir.Expr:
        """The value of a field, or the number of a zone; `key` picks an entry of a map."""
        if isinstance(symbol.type, ZoneType):
            _, base = self.world.zone_base(symbol)
            return ir.Const(base) if holder is None else plus(ir.Const(base), holder)
        if symbol.holder == "state":
            if not symbol.mutable:
                value = self.world.constant(symbol)
                if key is None:
                    return ir.Const(value)
                self.world.tables[f"T_state_{symbol.name}"] = value
                return ir.Lookup(f"T_state_{symbol.name}", key)
            array = self.world.array(symbol)
            value = ir.Scalar(array.name) if array.scalar else ir.Element(array.name, key if key is not None else ir.Const(0))
            return self.set_before(symbol, value)
        assert holder is not None
        index = self.indexed(symbol, holder, key)
        if symbol.mutable:
            return self.set_before(symbol, ir.Element(self.world.array(symbol).name, index))
        return ir.Lookup(self.world.constant_table(symbol), index)

    def set_before(self, symbol: FieldSymbol, value: ir.Expr) -> ir.Expr:
        """The value of a field that holds nothing until a rule sets it, which must have been done by now."""
        unset = symbol.node.default is None and isinstance(symbol.type, KindType | PlayerType | EnumType)
        if (
            not unset
            or symbol.holder not in ("state", "player")
            or any(symbol.name in row for row in self.world.model.player_rows)
        ):
            return value
        return ir.Present(value, f"`{symbol.name}`", symbol.span)

    def indexed(self, symbol: FieldSymbol, holder: ir.Expr, key: ir.Expr | None) -> ir.Expr:
        """Where in its array a field of a holder stands."""
        width = self.world.width(symbol.type)
        if not isinstance(symbol.type, MapType):
            return holder
        index = ir.Operation("*", [holder, ir.Const(width)]) if width != 1 else holder
        return plus(fold(index, self.world), key) if key is not None else index

    def holder(self, node: nodes.Expression) -> ir.Expr:
        """The thing or player before a dot, which must not be none."""
        expr = self.scalar(node)
        if isinstance(node.type, OptionalType) or (isinstance(node.type, ZoneType) and node.type.form == "slot"):
            return ir.Present(expr, f"`{words_of(node)}`", node.span)
        return expr

    def _attribute(self, node: nodes.Attribute) -> ir.Expr:
        symbol = node.symbol
        match symbol:
            case FieldSymbol():
                return self.field(symbol, self.holder(node.value))
            case MethodSymbol():
                return ir.CallMethod(self.method_name(symbol), self.holder(node.value), [])
            case InstanceSymbol():
                return self.owned(symbol, self.holder(node.value))
            case CopySymbol():
                return self.owned(symbol.instance, self.holder(node.value), symbol.name)
            case EnumMember():
                return ir.Const(symbol.number)
            case BuiltinSymbol():
                return self.builtin_attribute(symbol.name, node.value)
        raise AssertionError(f"nothing is known of the member {node.name.text}")

    def owned(self, symbol: InstanceSymbol, player: ir.Expr, whole_name: str = "") -> ir.Expr:
        """A player's own thing of a family: `p.travel_build`, or one of several by its whole name."""
        name = f"T_own_{symbol.name}_{whole_name}" if whole_name else f"T_own_{symbol.name}"
        if name not in self.world.tables:
            numbers = {t.owner: t.number for t in reversed(self.world.things_of(symbol)) if whole_name in ("", t.whole_name)}
            self.world.tables[name] = tuple(numbers.get(seat, -1) for seat in range(self.world.players))
        return ir.Lookup(name, player)

    def builtin_attribute(self, name: str, value: nodes.Expression) -> ir.Expr:
        """An attribute of the standard library."""
        if name == "size":
            if isinstance(value.type, ZoneType):
                return ir.ZoneSize(value.type.kind.root.name, self.lower(value))
            return ir.Helper("size", [self.lower(value)])
        if name == "number":
            return plus(self.holder(value), ir.Const(1))
        if name == "owner":
            owned = thing_type(value.type)
            assert isinstance(owned, KindType)
            return ir.Lookup(self.world.owner_table(owned.kind), self.holder(value))
        if name == "name":
            return self.name_of(value)
        square = thing_type(value.type)
        assert isinstance(square, KindType)
        board = next(b for b in self.world.model.boards.values() if b.grid is not None and square.kind.is_a(b.kind))
        if name == "letter":
            return ir.Lookup(boards.letters(self.world, board), self.holder(value))
        return ir.Lookup(boards.square_table(self.world, board, int(name == "row")), self.holder(value))

    def name_of(self, value: nodes.Expression) -> ir.Expr:
        """`.name` of a thing or an enum member."""
        type_ = thing_type(value.type)
        assert type_ is not None
        table = f"T_names_{type_.describe()}"
        if isinstance(type_, KindType):
            table = f"T_names_{type_.kind.root.name}"
            self.world.tables[table] = tuple(t.name for t in self.world.store(type_.kind).things)
        else:
            self.world.tables[table] = tuple(self.world.value_name(type_, n) for n in range(self.world.key_count(type_)))
        return ir.Lookup(table, self.holder(value))

    def _item(self, node: nodes.Item) -> ir.Expr:
        if isinstance(node.value.type, MapType):
            key = self.scalar(node.keys[0])
            match node.value:
                case nodes.Attribute(symbol=FieldSymbol() as symbol):
                    return self.field(symbol, self.holder(node.value.value), key)
                case nodes.Name(symbol=FieldSymbol() as symbol):
                    return self.field(symbol, None if symbol.holder == "state" else self.this, key)
        match node.value:
            case nodes.Name(symbol=InstanceSymbol() as family):
                return self.family_member(family, [self.scalar(k) for k in node.keys])
            case nodes.Attribute(symbol=InstanceSymbol() as family, value=owner):
                return self.family_member(family, [self.holder(owner), *(self.scalar(k) for k in node.keys)])
        if isinstance(node.value.type, ZoneType) and node.value.type.form == "tokens":
            return ir.TokenCount(node.value.type.kind.root.name, self.lower(node.value), self.scalar(node.keys[0]))
        items = self.items(node.value)
        return ir.Helper("item", [items, self.lower(node.keys[0])])

    def family_member(self, symbol: InstanceSymbol, values: list[ir.Expr]) -> ir.Expr:
        """`house[lisboa, chapel]`: by the keys of the family, the player first, and the number of the copy last."""
        things = self.world.things_of(symbol)
        index: dict[tuple[Any, ...], int] = {}
        assert symbol.family is not None
        for thing in things:
            key = (*((thing.owner,) if symbol.family.per_player else ()), *thing.values.values())
            index.setdefault(key[: len(values)], thing.number)
            index[(*key, thing.copy)] = thing.number
        if all(isinstance(v, ir.Const) for v in values):
            wanted = tuple(v.value for v in values if isinstance(v, ir.Const))
            if wanted in index:
                return ir.Const(index[wanted])
        name = f"T_family_{symbol.name}"
        self.world.tables[name] = index
        return ir.Helper("family", [ir.Const(name), ir.ListOf(values)])

    # ---------------------------------------------------------------------------------------------------- operators

    def _negate(self, node: nodes.Negate) -> ir.Expr:
        return ir.Operation("neg", [self.lower(node.operand)])

    def _not(self, node: nodes.Not) -> ir.Expr:
        return ir.Operation("not", [self.lower(node.operand)])

    def _arithmetic(self, node: nodes.Arithmetic) -> ir.Expr:
        left, right = self.lower(node.left), self.lower(node.right)
        if node.operator == "+" and isinstance(node.type, ListType):
            return ir.Helper("concatenate", [self.as_items(node.left, left), self.as_items(node.right, right)])
        operator = {"/": "//", "/ rounded up": "ceil"}.get(node.operator, node.operator)
        return ir.Operation(operator, [left, right])

    def as_items(self, node: nodes.Expression, expr: ir.Expr) -> ir.Expr:
        """An expression already lowered, as a list."""
        return ir.ZoneContents(node.type.kind.root.name, expr) if isinstance(node.type, ZoneType) else expr

    def _comparison(self, node: nodes.Comparison) -> ir.Expr:
        from rulelang.machine.comparing import comparison

        return comparison(self, node)

    def store_of(self, type_: Type | None) -> str:
        """The name of the store whose things a type speaks of."""
        match type_:
            case OptionalType(base):
                return self.store_of(base)
            case ListType(item):
                return self.store_of(item)
            case KindType(kind) | ZoneType(_, kind) | BoardType(_, kind, _):
                return kind.root.name
        raise AssertionError("no things here")

    def _logical(self, node: nodes.Logical) -> ir.Expr:
        left, right = self.lower(node.left), self.lower(node.right)
        operands: list[ir.Expr] = []
        for side in (left, right):
            operands.extend(side.operands if isinstance(side, ir.Operation) and side.operator == node.operator else [side])
        return ir.Operation(node.operator, operands)

    def _conditional(self, node: nodes.Conditional) -> ir.Expr:
        return ir.Conditional(
            self.lower(node.condition), self.fitted(node.then, node.type), self.fitted(node.otherwise, node.type)
        )

    def _listliteral(self, node: nodes.ListLiteral) -> ir.Expr:
        return ir.ListOf([self.entry(i, node.type) for i in node.items])

    def entry(self, node: nodes.Expression, listed: Type | None) -> ir.Expr:
        """One value of a list: where lists are listed, a pile stands for what lies in it, where zones are, for itself."""
        if isinstance(listed, ListType) and isinstance(listed.item, ListType) and isinstance(node.type, ZoneType):
            return self.items(node)
        zones = isinstance(listed, ListType) and isinstance(listed.item, ZoneType)
        return self.lower(node) if zones else self.scalar(node)

    # ---------------------------------------------------------------------------------------------------- queries

    def source(self, generator: nodes.Generator | nodes.Head) -> ir.Source:
        """A generator of a query; its variable is known from here on."""
        domain = self.items(generator.domain)
        variable = self.declare(generator.symbol)
        condition = None if generator.condition is None else self.lower(generator.condition)
        return filtered(ir.Source(variable, domain, condition), self.world)

    def keys(self, order: nodes.Order | None) -> list[tuple[ir.Expr, bool]]:
        """The keys of an order."""
        return [] if order is None else [(self.scalar(k.value), k.descending) for k in order.keys]

    def _query(self, node: nodes.Query) -> ir.Expr:
        word = node.word
        if word == "all" and node.result is None:
            # In `all(x in xs where c)` the last condition is the claim; earlier ones choose.
            claim = node.generators[-1].condition
            sources = [self.source(g) for g in node.generators[:-1]]
            last = node.generators[-1]
            domain = self.items(last.domain)
            variable = self.declare(last.symbol)
            result = ir.Const(1) if claim is None else self.lower(claim)
            return ir.QueryExpr("all", result, [*sources, ir.Source(variable, domain, None)], span=node.span)
        sources = [self.source(g) for g in node.generators]
        value = None if node.result is None else self.entry(node.result, node.type)
        if word in ("sum", "highest", "lowest") and value is None:
            value = sources[-1].variable
        at_random = node.order is not None and node.order.at_random
        return ir.QueryExpr(word, value, sources, self.keys(node.order), at_random, node.span, none_of(node.type))

    def _rangeargument(self, node: nodes.RangeArgument) -> ir.Expr:
        return ir.ListOf([self.lower(node.lowest), self.lower(node.highest)])

    def _pickone(self, node: nodes.PickOne) -> ir.Expr:
        raise AssertionError("a random pick has effects")

    # ---------------------------------------------------------------------------------------------------- calls

    def _call(self, node: nodes.Call) -> ir.Expr:
        return self.call(node, wanted=True)

    def call(self, node: nodes.Call, wanted: bool) -> ir.Expr:
        """A call; one with effects becomes a statement and gives its result's variable."""
        symbol = called(node)
        match symbol:
            case BuiltinSymbol():
                from rulelang.machine.builtins import lower_builtin

                return fold(lower_builtin(self, node, symbol.name), self.world)
            case RoutineSymbol():
                parameters = symbol.parameters
                first = self.own_arguments(symbol)
                receiver: ir.Expr | None = None
            case MethodSymbol():
                parameters = symbol.parameters
                first = []
                receiver = self.holder(node.function.value) if isinstance(node.function, nodes.Attribute) else self.this
                assert receiver is not None
            case _:
                raise AssertionError("this cannot be called")
        impure = not symbol.effects.pure
        if impure and receiver is not None and any(has_effects(a) for a in node.arguments):
            receiver = self.keep(receiver, "receiver")
        arguments = [*first, *(self.bounded(a, p.type) for a, p in zip(node.arguments, parameters, strict=True))]
        if not impure:
            if isinstance(symbol, MethodSymbol):
                assert receiver is not None
                return ir.CallMethod(self.method_name(symbol), receiver, arguments)
            return ir.CallRoutine(self.routine_name(symbol), arguments)
        name = self.method_name(symbol) if isinstance(symbol, MethodSymbol) else self.routine_name(symbol)
        result = None
        if wanted:
            shape = self.world.shape(symbol.returns) if symbol.returns is not None else None
            result = self.variable("result", isinstance(symbol.returns, ListType), shape)
        self.emit(ir.Call(name, receiver, arguments, result, span=node.span, suspends=symbol.effects.chooses))
        return result if result is not None else ir.Const(0)

    def walk_test(self, walk: nodes.Walk | None) -> tuple[ir.Variable, ir.Expr] | None:
        """The test of a `through` or `along`."""
        if walk is None:
            return None
        variable = self.declare(walk.symbol)
        return variable, self.lower(walk.condition)

    def board_of(self, type_: Type | None) -> BoardSymbol:
        """The board on which the spaces of a type lie."""
        match type_:
            case OptionalType(base):
                return self.board_of(base)
            case ListType(item):
                return self.board_of(item)
            case BoardType(name, _, _):
                return self.world.model.boards[name]
            case KindType(kind) | ZoneType(_, kind):
                for board in self.world.model.boards.values():
                    if board.kind.root is kind.root or (board.edge_kind is not None and board.edge_kind.root is kind.root):
                        return board
        raise AssertionError("no board here")


# ------------------------------------------------------------------------------------------------------------ helpers


def thing_type(type_: Type | None) -> Type | None:
    """The type of what is before a dot: of a slot, that of the thing in it; without `none`."""
    if isinstance(type_, ZoneType):
        return KindType(type_.kind)
    return type_.base if isinstance(type_, OptionalType) else type_

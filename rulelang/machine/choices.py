"""Lowers choices.

A pick (`p chooses x from xs`) becomes a choice with one alternative and one parameter; a set of picks (`up to 3`) a loop of
single picks, each later in the list than the one before, so that no set is offered twice and no list of all sets is ever
made. Options become alternatives, whose parameters are encoded into one integer: the runtime deals in numbers, and texts are
made when somebody asks."""

from __future__ import annotations

from rulelang.machine import ir
from rulelang.machine.flow import stops
from rulelang.machine.fold import filtered, none_of, plus
from rulelang.machine.goods import Goods
from rulelang.machine.reading import can_cancel
from rulelang.machine.statements import Frame
from rulelang.machine.texts import template_of
from rulelang.sema.types import BoolType, DirectionType, EnumType, IntType, KindType, ListType, OptionalType, PlayerType, Type
from rulelang.syntax import nodes

OPEN_SIZE = 1 << 20
"""How many values a number without bounds may take as an option's parameter; half of them below 0."""


class Choices(Goods):
    """Adds choices to the lowering of statements."""

    # ---------------------------------------------------------------------------------------------------- encoding

    def extent(self, type_: Type | None) -> tuple[int, int]:
        """How many values a parameter can take, and the least of them."""
        if isinstance(type_, OptionalType) and not isinstance(type_.base, IntType):
            # One more for none, which is kept as -1.
            size, _ = self.extent(type_.base)
            return size + 1, -1
        base = type_.base if isinstance(type_, OptionalType) else type_
        match base:
            case IntType(lowest, highest):
                if lowest is not None and highest is not None:
                    return highest - lowest + 1, lowest
                return OPEN_SIZE, -OPEN_SIZE // 2
            case EnumType() | PlayerType() | KindType() | DirectionType() | BoolType():
                return self.world.key_count(base), 0
        return OPEN_SIZE, -OPEN_SIZE // 2

    def alike_store(self, type_: Type | None) -> str | None:
        """The store whose alike copies a parameter offers once."""
        base = type_.base if isinstance(type_, OptionalType) else type_
        if isinstance(base, KindType) and self.world.alike(base.kind):
            return base.kind.root.name
        return None

    def parameter(self, generator: nodes.Generator) -> ir.Source:
        """A parameter of an option."""
        return self.offered(self.source(generator))

    def offered(self, source: ir.Source) -> ir.Source:
        """What may be chosen: of tokens in a zone each sort once."""
        if isinstance(source.domain, ir.ZoneContents) and self.world.sorts(source.domain.store):
            return ir.Source(source.variable, ir.TokenSorts(source.domain.store, source.domain.zone), source.condition)
        return source

    def chooser(self, node: nodes.Expression) -> ir.Expr:
        """Who is asked; in a variable, unless it is one."""
        player = self.holder(node)
        return player if isinstance(player, ir.Variable) else self.keep(player, "chooser")

    # ---------------------------------------------------------------------------------------------------- picks

    def _do_choose(self, node: nodes.Choose) -> None:
        player = self.chooser(node.player)
        if node.quantity in ("exactly", "up_to", "any_number"):
            self._several(node, player)
            return
        prompt = None if node.prompt is None else template_of(self, node.prompt)
        domain = self.items(node.domain)
        symbol = node.candidate if node.candidate is not None else node.symbol
        variable = self.declare(symbol)
        condition = None if node.condition is None else self.lower(node.condition)
        if node.symbol is not symbol:
            self.variables[node.symbol] = variable
        optional = node.quantity == "may"
        body = self._picked_body(node, variable, optional)
        source = self.offered(filtered(ir.Source(variable, domain, condition), self.world))
        self._choice(node, player, prompt, [source], body, optional)

    def _picked_body(self, node: nodes.Choose, variable: ir.Variable, optional: bool) -> list[ir.Stmt]:
        if node.body is None:
            return []
        body = self._kept(node.body, can_cancel(node.body))
        if optional:
            chosen = ir.Operation("!=", [variable, ir.Const(none_of(self._item_type(node)))])
            return [ir.Branch(chosen, body, [], span=node.span, suspends=stops(body))]
        return body

    def _choice(
        self,
        node: nodes.Choose,
        player: ir.Expr,
        prompt: ir.Template | None,
        sources: list[ir.Source],
        body: list[ir.Stmt],
        optional: bool,
        picked: ir.Variable | None = None,
    ) -> None:
        size, offset = self.extent(self._item_type(node))
        alternative = ir.Alternative(
            node.name.text,
            sources,
            None,
            None,
            None,
            body,
            [self.world.shape(self._item_type(node) or IntType())],
            [size],
            [offset],
            [self.alike_store(self._item_type(node))],
            node.span,
            node,
            node.body is not None and picked is None and can_cancel(node.body),
        )
        otherwise = None if node.otherwise is None else self.block(node.otherwise)
        path = f"{self.path}.{node.name.text}"
        event = self.event("choice", node.span, path=path)
        choice = ir.Choice(
            len(self.registry.choices),
            player,
            prompt,
            [alternative],
            True,
            optional,
            node.secretly,
            path,
            event,
            otherwise,
            picked,
            node=node,
            declining=none_of(self._item_type(node)),
            span=node.span,
            suspends=True,
        )
        self.registry.choices.append(choice)
        self.emit(choice)

    def _item_type(self, node: nodes.Choose) -> Type | None:
        type_ = node.symbol.type if node.candidate is None else node.candidate.type
        return (
            type_.item
            if isinstance(type_, ListType) and node.candidate is None and node.quantity not in ("one", "may")
            else type_
        )

    def _several(self, node: nodes.Choose, player: ir.Expr) -> None:
        """A set, as picks in the order of the list; enough is said with -1 once there are enough."""
        begun = ir.BeforeChoice(span=node.span, suspends=True)
        self.emit(begun)
        count = None if node.count is None else self.keep(self.scalar(node.count), "number")
        prompt = None if node.prompt is None else template_of(self, node.prompt)
        candidate = node.candidate
        source = self.source(
            nodes.Generator(span=node.span, name=node.name, domain=node.domain, condition=node.condition, symbol=candidate)
        )
        pool = self.keep(ir.QueryExpr("each", source.variable, [source], span=node.span), "pool")
        items = ir.Helper("frozen", [pool])
        shape = source.variable.shape
        pool_variable = self.variable("pool", True, ["list", shape])
        self.emit(ir.SetVariable(pool_variable, items))
        size = ir.Helper("size", [pool_variable])
        most = size if count is None else ir.Helper("min", [count, size])
        least: ir.Expr = count if node.quantity == "exactly" and count is not None else ir.Const(0)
        most_picks = self.keep(most, "most")
        picked = self.variable("picked", True, ["list", shape])
        start = self.variable("start")
        self.emit(ir.SetVariable(picked, ir.Const(())))
        self.emit(ir.SetVariable(start, ir.Const(0)))
        answer = self.variable(node.name.text, True, ["list", shape])
        done = ir.Helper("size", [picked])
        label = self.registry.label()
        # A pick must leave enough behind it to complete the set, so the list ends that much earlier.
        end = ir.Operation("-", [size, ir.Helper("max", [ir.Const(0), ir.Operation("-", [least, plus(done, ir.Const(1))])])])
        variable = self.variable("pick", shape=shape)
        domain = ir.Helper("slice", [pool_variable, start, end])
        taken: list[ir.Stmt] = [
            ir.Branch(
                ir.Operation("==", [variable, ir.Const(none_of(self._item_type(node)))]), [ir.Leave(label)], [], span=node.span
            ),
            ir.SetVariable(start, ir.Helper("behind", [pool_variable, start, variable])),
            ir.SetVariable(picked, ir.Helper("append", [picked, variable])),
        ]
        for lacking in self._too_few(node, least, size, label):
            self.emit(lacking)
        _, ask = self.captured(
            lambda: self._choice(
                nodes.Choose(
                    span=node.span,
                    player=node.player,
                    quantity="may",
                    count=None,
                    name=node.name,
                    domain=node.domain,
                    condition=node.condition,
                    prompt=node.prompt,
                    secretly=node.secretly,
                    body=None,
                    otherwise=None,
                    symbol=node.symbol,
                    candidate=candidate,
                ),
                player,
                prompt,
                [ir.Source(variable, domain, None)],
                [],
                True,
                picked,
            )
        )
        choice = ask[-1]
        assert isinstance(choice, ir.Choice)
        choice.least = least
        choice.node = node
        begun.choice = choice.number
        enough = ir.Branch(ir.Operation(">=", [done, most_picks]), [ir.Leave(label)], [], span=node.span)
        empty = ir.Branch(
            ir.Operation("and", [ir.Operation(">=", [done, least]), ir.Operation(">=", [start, size])]),
            [ir.Leave(label)],
            [],
            span=node.span,
        )
        body = [enough, empty, *ask, *taken]
        loop = ir.Loop(body, [], label, span=node.span, suspends=True)
        self.variables[node.symbol] = answer
        after: list[ir.Stmt] = [ir.SetVariable(answer, picked)]
        then = [] if node.body is None else self.block(node.body)
        if node.otherwise is None:
            self.out.extend([loop, *after, *then])
            return
        otherwise = self.block(node.otherwise)
        lacking_test = ir.Operation("<", [size, least]) if node.quantity == "exactly" else ir.Operation("==", [size, ir.Const(0)])
        whole = [loop, *after, *then]
        self.emit(ir.Branch(lacking_test, otherwise, whole, span=node.span, suspends=True))

    def _too_few(self, node: nodes.Choose, least: ir.Expr, size: ir.Expr, label: int) -> list[ir.Stmt]:
        if node.quantity != "exactly" or node.otherwise is not None:
            return []
        text = ir.Template([f"`{node.name.text}` wants ", ir.Slot(least, ["int"]), " and there are ", ir.Slot(size, ["int"])])
        return [ir.Branch(ir.Operation("<", [size, least]), [ir.Fail("RL0812", text, span=node.span)], [], span=node.span)]

    # ---------------------------------------------------------------------------------------------------- options

    def _do_chooseoption(self, node: nodes.ChooseOption) -> None:
        player = self.chooser(node.player)
        prompt = None if node.prompt is None else template_of(self, node.prompt)
        path = self.path if node.name is None else f"{self.path}.{node.name.text}"
        alternatives = [self._alternative(option) for option in node.options]
        otherwise = None if node.otherwise is None else self.block(node.otherwise)
        event = self.event("choice", node.span, path=path)
        choice = ir.Choice(
            len(self.registry.choices),
            player,
            prompt,
            alternatives,
            False,
            False,
            False,
            path,
            event,
            otherwise,
            node=node,
            span=node.span,
            suspends=True,
        )
        self.registry.choices.append(choice)
        self.emit(choice)

    def _do_offer(self, node: nodes.Offer) -> None:
        """A window: each member is asked in turn, may pass, and is passed over if he can do nothing."""
        self.emit(ir.BeforeChoice(span=node.head.span))
        source = self.source(node.head)
        members = self.variable("members", True)
        query = ir.QueryExpr("each", source.variable, [source], span=node.head.span)
        self.emit(ir.SetVariable(members, ir.Helper("frozen", [query]), span=node.head.span))
        member = self.declare(node.head.symbol)
        label = self.registry.label()
        prompt = None if node.prompt is None else template_of(self, node.prompt)
        alternatives = [self._alternative(option) for option in node.options]
        if node.first_to_act:
            for alternative in alternatives:
                alternative.body.append(ir.Leave(label, span=alternative.span))
        path = self.path if node.name is None else f"{self.path}.{node.name.text}"
        event = self.event("choice", node.span, path=path)
        choice = ir.Choice(
            len(self.registry.choices),
            member,
            prompt,
            alternatives,
            False,
            True,
            False,
            path,
            event,
            [],
            node=node,
            members=members,
            span=node.span,
            suspends=True,
        )
        self.registry.choices.append(choice)
        self.emit(ir.ForIn(member, members, [choice], label, span=node.span, suspends=True))

    def _do_onemove(self, node: nodes.OneMove) -> None:
        saved = self.variable("joined_before")
        self.emit(ir.JoinMoves(saved, span=node.span))
        self.frames.append(Frame("joined", saved=saved))
        self.out.extend(self.block(node.body))
        self.frames.pop()
        self.emit(ir.PartMoves(saved))

    def _do_cancel(self, node: nodes.Cancel) -> None:
        self.emit(ir.Withdraw(span=node.span))

    def _kept(self, body: list[nodes.Statement], keeps: bool) -> list[ir.Stmt]:
        """The body of an option, which may be taken back until it is done, however it is left."""
        if not keeps:
            return self.block(body)
        self.frames.append(Frame("kept"))
        inner = self.block(body)
        self.frames.pop()
        return [*inner, ir.Release()]

    def _alternative(self, option: nodes.Option) -> ir.Alternative:
        sources = [self.parameter(g) for g in option.parameters]
        condition = None if option.condition is None else self.lower(option.condition)
        label = None if option.label is None else template_of(self, option.label)
        notation = None if option.notation is None else template_of(self, option.notation)
        extents = [self.extent(g.symbol.type) for g in option.parameters]
        self._guard_tokens(label, sources)
        keeps = can_cancel(option.body)
        body = self._kept(option.body, keeps)
        return ir.Alternative(
            option.name.text,
            sources,
            condition,
            label,
            notation,
            body,
            [self.world.shape(g.symbol.type) for g in option.parameters],
            [size for size, _ in extents],
            [offset for _, offset in extents],
            [self.alike_store(g.symbol.type) for g in option.parameters],
            option.span,
            option,
            keeps,
        )

    def _guard_tokens(self, label: ir.Template | None, sources: list[ir.Source]) -> None:
        """A sort chosen out of a zone is named in the option's label to those who see into the zone."""
        for slot in () if label is None else label.parts:
            if isinstance(slot, str):
                continue
            source = next((s for s in sources if s.variable is slot.value), None)
            if source is not None and isinstance(source.domain, ir.TokenSorts):
                slot.guard = ("token", source.domain.store, source.domain.zone)

    # ---------------------------------------------------------------------------------------------------- all at once

    def _do_atonce(self, node: nodes.AtOnce) -> None:
        """The body becomes a routine of its own; what it uses from outside is handed over."""
        from rulelang.machine.walk import defined, variables

        variable, items = self.head_items(node.head)
        label = self.registry.label()
        outer_frames, self.frames = self.frames, [Frame("step", label)]
        body = self.block(node.body)
        self.frames = outer_frames
        region: list[ir.Stmt] = [ir.Region(body, label, span=node.span, suspends=stops(body))]
        used = sorted(variables(region) - defined(region) - {variable}, key=lambda v: v.name)
        name = f"{self.routine_label}_at_once_{len(self.registry.routines) + 1}"
        self.registry.routines.append(
            ir.Routine(name, f"{self.path}.at_once", [variable, *used], region, True, False, node.span, "at once")
        )
        arguments: list[ir.Expr] = list(used)
        self.emit(ir.AtOnceFor(name, items, arguments, span=node.span, suspends=True))

    routine_label = "R"

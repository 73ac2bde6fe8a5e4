"""What `at once` asks of its body.

Each player goes through the body in isolation, so it may write only what is his own: fields and zones reached through the player
of the loop. It may not draw on chance, end the game, or hold another `at once`; the rules it calls are held to the same. Which
players' things a called rule writes depends on what it is called with, so the check follows calls, remembering which parameters
stand for the player or for things of his.
"""

from __future__ import annotations

from rulelang.sema import effects, types
from rulelang.sema.context import Game
from rulelang.sema.symbols import BuiltinSymbol, FieldSymbol, LocalSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

Own = frozenset[LocalSymbol]

WITHIN = frozenset(
    {
        "top",
        "bottom",
        "first",
        "last",
        "the",
        "each",
        "sorted",
        "reverse",
        "distinct",
        "first_of",
        "next",
        "previous",
        "after",
        "starting_at",
    }
)
"""Functions of the library that give something out of what they are given, so what is a player's own stays it."""


def check_all(game: Game) -> None:
    """Check all `at once` blocks of a game."""
    for node, player in game.at_once:
        _Check(game, player).block(node.body, frozenset({player}), None)


class _Check:
    def __init__(self, game: Game, player: LocalSymbol) -> None:
        self.game = game
        self.player = player
        self.seen: set[tuple[RoutineSymbol, Own]] = set()

    def block(self, statements: list[nodes.Statement], own: Own, caller: Span | None) -> None:
        """Check what stands in a block; `caller` is the call in the `at once` body that leads here."""
        mine = set(own)
        for node in everything(statements):
            self._names(node, mine)
            match node:
                case nodes.Assign():
                    self._target(node.target, mine, caller)
                case nodes.Gain():
                    if isinstance(node.symbol, FieldSymbol):
                        if not self._is_own(node.who, mine):
                            self._foreign(node.who, node.symbol.name, caller)
                    elif isinstance(node.symbol, RoutineSymbol):
                        self._into(node.symbol, [node.who, node.amount], node.span, mine, caller)
                case nodes.Move() | nodes.Draw():
                    self._move(node, mine, caller)
                case nodes.Shuffle() | nodes.Roll() | nodes.PickOne():
                    self._not_allowed("chance", node.span, caller)
                case nodes.Order() if node.at_random:
                    self._not_allowed("chance", node.span, caller)
                case nodes.Reveal() | nodes.Show() | nodes.Looks():
                    word = "reveal" if isinstance(node, nodes.Reveal) else "show" if isinstance(node, nodes.Show) else "looks at"
                    self._not_allowed(f"`{word}`", node.span, caller, "do it after it, when all have chosen")
                case nodes.EndGame() if caller is not None:
                    self._not_allowed("`end game`", node.span, caller)
                case nodes.Offer():
                    self._not_allowed("`offer`", node.span, caller, "offer it after it, when all have chosen")
                case nodes.TurnOf():
                    self._not_allowed("`turn of`", node.span, caller)
                case nodes.AtOnce() if caller is not None:
                    self._not_allowed("another `at once`", node.span, caller)
                case nodes.Call():
                    self._call(node, mine, caller)

    # ---------------------------------------------------------------------------------------- what is the player's own

    def _names(self, node: nodes.Node, mine: set[LocalSymbol]) -> None:
        """Let names that stand for something of the player's own count as his."""
        if isinstance(node, nodes.AtOnce):
            # One inside another is reported; what it does to its own player's things is not the fault.
            mine.update(s for s in (node.head.symbol,) if s is not None)
        elif isinstance(node, nodes.Let) and node.symbol is not None and self._reached(node.value, mine):
            mine.add(node.symbol)
        elif isinstance(node, nodes.Choose) and self._reached(node.domain, mine):
            mine.update(s for s in (node.symbol, node.candidate) if s is not None)
        elif isinstance(node, nodes.Head | nodes.Generator | nodes.Draw):
            source = node.destination if isinstance(node, nodes.Draw) else node.domain
            if node.symbol is not None and self._reached(source, mine):
                mine.add(node.symbol)

    def _is_own(self, expression: nodes.Expression, mine: set[LocalSymbol]) -> bool:
        return isinstance(expression, nodes.Name) and expression.symbol in mine

    def _reached(self, expression: nodes.Expression, mine: set[LocalSymbol]) -> bool:
        """Whether something is reached through the player: `me.hand`, `top(me.hand)`, a local chosen from it."""
        if isinstance(expression, nodes.Name):
            return expression.symbol in mine
        if isinstance(expression, nodes.Attribute | nodes.Item):
            return self._reached(expression.value, mine)
        if isinstance(expression, nodes.Call) and isinstance(expression.symbol, BuiltinSymbol) and expression.arguments:
            if expression.symbol.name not in WITHIN:
                return False
            return self._reached(expression.arguments[0], mine)
        if isinstance(expression, nodes.ListLiteral):
            return bool(expression.items) and all(self._reached(item, mine) for item in expression.items)
        if isinstance(expression, nodes.Arithmetic):
            return self._reached(expression.left, mine) and self._reached(expression.right, mine)
        if isinstance(expression, nodes.Query) and expression.generators:
            if expression.result is None:
                return self._reached(expression.generators[-1].domain, mine)
        return False

    # ---------------------------------------------------------------------------------------- what is not

    def _target(self, target: nodes.Expression, mine: set[LocalSymbol], caller: Span | None) -> None:
        base = target
        while isinstance(base, nodes.Item):
            base = base.value
        symbol = getattr(base, "symbol", None)
        if not isinstance(symbol, FieldSymbol):
            return
        if isinstance(base, nodes.Attribute) and self._reached(base.value, mine):
            return
        if isinstance(base, nodes.Name) and not isinstance(symbol.holder, str) and any(s.role == "this" for s in mine):
            return
        self._foreign(target, symbol.name, caller)

    def _move(self, node: nodes.Move | nodes.Draw, mine: set[LocalSymbol], caller: Span | None) -> None:
        if isinstance(node, nodes.Move) and node.any_count is not None:
            self._not_allowed("chance", node.span, caller)
            return
        if not self._place(node.destination, mine):
            self._foreign(node.destination, "", caller)
        if isinstance(node, nodes.Draw):
            self._not_allowed("drawing from a pile", node.span, caller)
        elif node.source is not None:
            if not self._place(node.source, mine):
                self._foreign(node.source, "", caller)
        elif node.what is not None and not self._reached(node.what, mine):
            self._foreign(node.what, "", caller)

    def _place(self, place: nodes.Expression, mine: set[LocalSymbol]) -> bool:
        if isinstance(place.type, types.BadType):
            return True
        if isinstance(place, nodes.Conditional):
            return self._place(place.then, mine) and self._place(place.otherwise, mine)
        return self._reached(place, mine)

    def _foreign(self, node: nodes.Node, name: str, caller: Span | None) -> None:
        what = f"`{name}`" if name else self.game.quoted(node)
        others = [Label(self.player.span, "the player of `at once`")]
        span = node.span
        if caller is not None:
            others.append(Label(node.span, "changed here"))
            span = caller
        self.game.sink.error(
            "RL0504",
            f"{what} is not reached through `{self.player.name}`, and `at once` changes only what is the player's own",
            span,
            others=tuple(others),
            help=f"change it after the `at once`, or reach it through `{self.player.name}`",
        )

    def _not_allowed(self, what: str, span: Span, caller: Span | None, helps: str = "do it before or after") -> None:
        others = (Label(span, "stands here"),) if caller is not None else ()
        self.game.sink.error("RL0503", f"{what} cannot stand in `at once`", caller or span, others=others, help=helps)

    # ---------------------------------------------------------------------------------------- calls

    def _call(self, node: nodes.Call, mine: set[LocalSymbol], caller: Span | None) -> None:
        callee = node.symbol
        if not isinstance(callee, RoutineSymbol | MethodSymbol) or not effects.does(callee.effects):
            return
        this = node.function.value if isinstance(node.function, nodes.Attribute) else None
        bodies = callee.bodies() if isinstance(callee, MethodSymbol) else [callee]
        for body in bodies:
            self._into(body, node.arguments, node.span, mine, caller, this)

    def _into(
        self,
        routine: RoutineSymbol,
        arguments: list[nodes.Expression],
        span: Span,
        mine: set[LocalSymbol],
        caller: Span | None,
        this: nodes.Expression | None = None,
    ) -> None:
        own = {p for p, a in zip(routine.parameters, arguments, strict=False) if self._reached(a, mine)}
        if routine.this is not None and this is not None and self._reached(this, mine):
            own.add(routine.this)
        key = (routine, frozenset(own))
        if key in self.seen:
            return
        self.seen.add(key)
        self.block(routine.body or [], frozenset(own), caller or span)

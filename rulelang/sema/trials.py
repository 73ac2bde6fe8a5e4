"""Checking `possible(build(p, x))` and `would(make(a, b), safe(p))`: rules that are tried and never happen.

A tried rule may do what it likes, since it does it to a copy; so a trial is a value, and may stand where nothing may be done.
What it must not do is draw on chance: of `possible` only what comes before the first real choice is tried, of `would` the whole
rule, which therefore may not ask either, nor end the game. That is looked at when all effects are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.sema import expressions, say, types
from rulelang.sema.context import Body, Doubt, Game, Obligation, Trial
from rulelang.sema.effects import all_routines, does, reachable
from rulelang.sema.symbols import BuiltinSymbol, Effects, FieldSymbol, KindSymbol, MethodSymbol, RoutineSymbol
from rulelang.sema.trees import children, everything
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

Callee = RoutineSymbol | MethodSymbol

WORDS = frozenset({"possible", "would"})


def possible(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """Check `possible(rule(...))`."""
    _tried(body, node.arguments[0], "possible")
    return types.BOOL


def would(body: Body, node: nodes.Call, wanted: Type | None) -> Type:
    """Check `would(rule(...), condition)`."""
    _tried(body, node.arguments[0], "would")
    with body.believing({}), body.doing_nothing("`would`"):
        # What was shown before may no longer hold when the rule has been tried.
        body.forget(body.game.writes.of(node.arguments[0]))
        expressions.condition(body, node.arguments[1], "what `would` asks for")
    return types.BOOL


def _tried(body: Body, argument: nodes.Expression, word: str) -> None:
    outer, outer_pure, outer_facts = body.effects, body.pure, body.facts
    body.effects, body.pure = Effects(), ""
    expressions.check(body, argument)
    inner, body.effects, body.pure, body.facts = body.effects, outer, outer_pure, outer_facts
    callee = argument.symbol if isinstance(argument, nodes.Call) else None
    if not isinstance(callee, RoutineSymbol | MethodSymbol) or callee.form not in ("rule", "phase"):
        if not isinstance(argument.type, types.BadType) or isinstance(callee, RoutineSymbol | MethodSymbol):
            body.sink.error(
                "RL0515",
                f"`{word}` tries a rule, and {body.game.quoted(argument)} calls none",
                argument.span,
                help="name a rule with its arguments: `possible(build(p, site))`"
                if word == "possible"
                else "name a rule with its arguments: `would(build(p, site), p.gold > 0)`",
            )
        return
    body.effects.reads |= inner.reads
    body.effects.tries.add(callee)
    for other in inner.calls - {callee}:
        body.effects.calls.add(other)
        body.game.obligations.append(Obligation(argument.span, other, f"an argument within `{word}`"))
    inner.calls.clear()
    deed = does(inner)
    if deed:
        body.sink.error(
            "RL0501",
            f"an argument within `{word}` only works out a value, and this {deed}",
            argument.span,
            help="keep the argument with `let` before",
        )
    body.game.trials.append(Trial(argument.span, word, callee))


def keep(game: Game) -> None:
    """Report rules that are tried and cannot be."""
    ahead = Ahead(Shuffled(game))
    for trial in game.trials:
        name = trial.callee.name
        if trial.word == "possible":
            chance, _ = ahead.callee(trial.callee)
            if chance is not None:
                game.sink.error(
                    "RL0516",
                    f"`{name}` draws on chance before its first choice, so nobody can say whether it is possible",
                    trial.span,
                    others=(Label(chance, "chance is drawn on here"),),
                    help="let `possible` try a rule that ends before, or asks first",
                )
            continue
        effects = trial.callee.effects
        chance = None if effects.chooses or effects.ends_game else _first_chance(ahead, trial.callee)
        if effects.chooses or effects.ends_game or chance is not None:
            deed = "draws on chance" if chance is not None else does(effects)
            others = (Label(chance, "chance is drawn on here"),) if chance is not None else say.declared_at(trial.callee)
            game.sink.error(
                "RL0516",
                f"`{name}` {deed}, so nobody can say what would be after it",
                trial.span,
                others=others,
                help="let `would` try a rule that only does what it says, or ask `possible`",
            )
    _tell_doubts(game)


def _first_chance(ahead: Ahead, callee: Callee) -> Span | None:
    """Where a rule that asks nobody draws on chance, if it does."""
    return ahead.callee(callee)[0] if callee.effects.random else None


def _tell_doubts(game: Game) -> None:
    """Choices that may have nothing to choose from, but for those in rules of which somebody asks first whether they are
    possible."""
    asked = reachable(trial.callee for trial in game.trials if trial.word == "possible")
    for doubt in game.doubts:
        if doubt.routine is not None and doubt.routine in asked:
            continue
        if not doubt.domains:
            game.sink.warning("RL0905", doubt.what, doubt.span, help=doubt.helps)
            continue
        emptying = _emptied_at_any_time(game, doubt)
        if emptying is not None:
            game.sink.warning(
                "RL0905",
                f"{doubt.what} once something else was done while it is asked",
                doubt.span,
                others=(Label(emptying.span, "this is open meanwhile, and may leave nothing of it"),),
                help=doubt.helps,
            )


def _emptied_at_any_time(game: Game, doubt: Doubt) -> RoutineSymbol | None:
    """An `anytime` that is open while a choice is asked and changes what it chooses from."""
    fields: set[FieldSymbol] = set()
    for node in everything(doubt.domains):
        symbol = getattr(node, "symbol", None)
        if isinstance(symbol, FieldSymbol):
            fields.add(symbol)
        elif isinstance(symbol, RoutineSymbol | MethodSymbol):
            fields |= symbol.effects.reads
    for standing in game.model.standing:
        head = standing.node
        if not isinstance(head, nodes.Anytime) or not standing.effects.writes & fields:
            continue
        phase = game.model.play if head.during is None else game.model.routines.get(head.during.text)
        # Within its own body nothing else is open.
        if phase is not None and doubt.routine in reachable([phase]):
            return standing
    return None


class Shuffled:
    """Which zones of a game are ever shuffled: from another, what is drawn is no chance."""

    def __init__(self, game: Game) -> None:
        self.fields: set[FieldSymbol] = set()
        self.kinds: set[KindSymbol] = set()
        bodies = (statement for routine in all_routines(game) for statement in routine.body or ())
        for node in everything(bodies):
            if isinstance(node, nodes.Shuffle):
                zone = node.into or node.what
                fields = expressions.zone_fields(zone)
                if fields is not None:
                    self.fields.update(fields)
                elif isinstance(zone.type, types.ZoneType):
                    self.kinds.add(zone.type.kind.root)

    def may_be(self, zone: nodes.Expression) -> bool:
        """Whether a zone may be one of them."""
        fields = expressions.zone_fields(zone)
        kind = zone.type.kind.root if isinstance(zone.type, types.ZoneType) else None
        if kind in self.kinds or fields is None:
            return bool(self.fields or self.kinds)
        return any(field in self.fields or field.refilled_from is not None for field in fields)


Outlook = tuple[Span | None, bool]
"""What may come of a stretch before anybody has chosen: the first chance met, and whether its end is reached."""


class Ahead:
    """Looks ahead through rules for chance that comes before the first choice."""

    def __init__(self, shuffled: Shuffled) -> None:
        self.shuffled = shuffled
        self.known: dict[RoutineSymbol, Outlook] = {}
        self.returned = False

    def callee(self, callee: Callee) -> Outlook:
        """The outlook of a rule, or of any body that a rule of a kind may have."""
        bodies = [callee] if isinstance(callee, RoutineSymbol) else callee.bodies()
        return self._any(self.routine(body) for body in bodies)

    def routine(self, routine: RoutineSymbol) -> Outlook:
        """The outlook of a rule."""
        if routine in self.known:
            return self.known[routine]
        # A rule that comes back to itself adds nothing that its other ways do not have.
        self.known[routine] = (None, False)
        outer, self.returned = self.returned, False
        if routine.value is not None:
            chance, falls = self.expression(routine.value)
        else:
            chance, falls = self.block(routine.body or [])
        self.known[routine] = (chance, falls or self.returned)
        self.returned = outer
        return self.known[routine]

    def block(self, statements: list[nodes.Statement]) -> Outlook:
        """The outlook of statements one after another."""
        for statement in statements:
            chance, falls = self.statement(statement)
            if chance is not None or not falls:
                return chance, falls
        return None, True

    def statement(self, node: nodes.Statement) -> Outlook:
        """The outlook of one statement."""
        match node:
            case nodes.Roll() | nodes.Shuffle():
                return node.span, True
            case nodes.Draw(source=source) if self.shuffled.may_be(source):
                return node.span, True
            case nodes.Move() if node.any_count is not None:
                return node.span, True
            case nodes.Offer():
                # Who can do nothing is not asked.
                return None, True
            case nodes.Choose(quantity="one" | "may", otherwise=otherwise):
                return (None, False) if otherwise is None else self.block(otherwise)
            case nodes.Choose(otherwise=otherwise, body=body):
                # With nothing to choose from, any number of it is none, and the rule goes on.
                return self._any((self.block(body or []), self.block(otherwise or [])))
            case nodes.ChooseOption(otherwise=otherwise):
                return (None, False) if otherwise is None else self.block(otherwise)
            case nodes.Return():
                chance, falls = self._parts(node)
                self.returned = self.returned or falls
                return chance, False
            case nodes.Stop() | nodes.Next() | nodes.EndGame() | nodes.Cancel():
                return None, False
            case nodes.If(branches=branches, otherwise=otherwise):
                outlooks: list[Outlook] = []
                for condition, body in branches:
                    chance, falls = self.expression(condition)
                    outlooks.append((chance, falls) if chance is not None or not falls else self.block(body))
                outlooks.append(self.block(otherwise or []))
                return self._any(outlooks)
            case nodes.Match(subject=subject, arms=arms):
                chance, falls = self.expression(subject)
                if chance is not None or not falls:
                    return chance, falls
                return self._any([(None, True), *(self.block(arm.body) for arm in arms)])
            case nodes.ForEach(body=body) | nodes.While(body=body) | nodes.AtOnce(body=body):
                return self.block(body)[0], True
            case nodes.Repeat(body=body, head=head, at_most=at_most, times=times):
                chance, falls = self.block(body)
                return chance, falls or head is not None or at_most is not None or times is not None
            case nodes.Part(form=form, body=body, after=after):
                chance, falls = self.block(body)
                falls = falls or (form != "body" and _returns(body))
                return (chance, falls) if chance is not None or not falls else self.block([*after])
            case nodes.Step(body=body, head=head, skip=skip, before=before, after=after) if before or after:
                plain = nodes.Step(span=node.span, name=node.name, title=None, head=head, skip=skip, body=body)
                return self.block([*before, plain, *after])
            case nodes.Step(body=body, head=head, skip=skip):
                chance, falls = self.block(body)
                # `return` in a step leaves the step.
                return chance, falls or head is not None or skip is not None or _returns(body)
            case nodes.TurnOf(body=body) | nodes.Looks(body=body) | nodes.OneMove(body=body):
                return self.block(body)
        return self._parts(node)

    def _parts(self, node: nodes.Node) -> Outlook:
        """A simple statement: the rules that its expressions run, in order."""
        if isinstance(node, nodes.Gain) and isinstance(node.symbol, RoutineSymbol):
            return self.callee(node.symbol)
        for part in children(node):
            if isinstance(part, nodes.Expression):
                chance, falls = self.expression(part)
                if chance is not None or not falls:
                    return chance, falls
        return self.block([part for part in children(node) if isinstance(part, nodes.Statement)])

    def expression(self, node: nodes.Expression) -> Outlook:
        """The rules that an expression runs."""
        for part in _run(node):
            if isinstance(part, nodes.PickOne) or (
                isinstance(part, nodes.Query) and part.order is not None and part.order.at_random
            ):
                return part.span, True
            if isinstance(part, nodes.Call) and isinstance(part.symbol, RoutineSymbol | MethodSymbol):
                if part.symbol.form == "define":
                    continue
                chance, falls = self.callee(part.symbol)
                if chance is not None or not falls:
                    return chance, falls
        return None, True

    @staticmethod
    def _any(outlooks: Iterable[Outlook]) -> Outlook:
        found = list(outlooks)
        return next((chance for chance, _ in found if chance is not None), None), any(falls for _, falls in found)


def _run(node: nodes.Node) -> Iterator[nodes.Node]:
    """The parts of an expression that are worked out, without what is only tried."""
    if isinstance(node, nodes.Call) and isinstance(node.symbol, BuiltinSymbol) and node.symbol.name in WORDS:
        return
    for part in children(node):
        yield from _run(part)
    yield node


def _returns(statements: Iterable[nodes.Node]) -> bool:
    return any(isinstance(node, nodes.Return) for node in everything(statements))

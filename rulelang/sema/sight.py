"""Checking what players are shown, and that no choice tells what its chooser may not see.

`show`, `p looks at z:` and `log to p` are checked where they stand. What a choice reads in `from` and `where` is looked at when
all bodies are checked: which options are legal is told to the chooser, so a condition on what he may not see would tell it him.
That is followed through defines, through what locals were worked out of, what rules were handed and what they gave. Only what is
certain is reported: what nobody sees, what another player keeps to himself or has chosen secretly, and zones into which
everything goes face down. Things that locals hold are left to the test that deals anew (`play.redeal`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulelang.sema import effects, expressions, facts, moves, origins, records, say, statements, types
from rulelang.sema.context import Body, Game
from rulelang.sema.symbols import BuiltinSymbol, FieldSymbol, KindSymbol, LocalSymbol, MethodSymbol, RecordSymbol, RoutineSymbol
from rulelang.sema.trees import children, everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

DEEPEST = 20
"""How many defines within one another are followed."""

ACTIVE = "active"

# ------------------------------------------------------------------------------------------------------------ statements


def show(body: Body, node: nodes.Show) -> None:
    """Check `show xs to q`."""
    body.refuse("`show` shows something", node.span)
    body.effects.logs = True
    moves.things(body, node.what, "show")
    _readers(body, node.to, "`show`")


def _readers(body: Body, node: nodes.Expression, what: str) -> None:
    """One player, or several."""
    type_ = expressions.check(body, node)
    wanted: types.Type = types.ListType(types.PLAYER) if types.item_of(type_) is not None else types.PLAYER
    expressions.insist(body, node, type_, wanted, what)


def log(body: Body, node: nodes.Log) -> None:
    """Check `log` and `log to q`."""
    body.refuse("`log` says something", node.span)
    body.effects.logs = True
    if node.to is not None:
        _readers(body, node.to, "`log to`")
    expressions.text(body, node.text)


def looks(body: Body, node: nodes.Looks) -> bool:
    """Check `p looks at z:`; whether what follows can be reached."""
    body.refuse("`looks at` shows something", node.span)
    body.effects.logs = True
    expressions.player(body, node.player, "`looks at`")
    place = expressions.place(body, node.zone, "`looks at`")
    if isinstance(place, types.BoxType):
        body.sink.error("RL0608", "everybody sees what lies in the box", node.zone.span, help="leave `looks at` out")
    body.looking.append((node.player, node.zone))
    falls = statements.block(body, node.body)
    body.looking.pop()
    return falls


# ------------------------------------------------------------------------------------------------------------ what a choice reads


@dataclass(slots=True, eq=False)
class Question:
    """What decides over the options of a choice: `chooser` is none where all players may see who is asked."""

    chooser: nodes.Expression | LocalSymbol | None
    parts: list[nodes.Expression]
    looking: list[tuple[nodes.Expression, nodes.Expression]]
    where: str
    guards: list[nodes.Expression]

    def speaks_of(self, symbol: FieldSymbol) -> bool:
        """Whether a field stands in what decides, or in a test around the choice."""
        return any(getattr(node, "symbol", None) is symbol for node in everything([*self.parts, *self.guards]))


@dataclass(slots=True, eq=False)
class Reading:
    """A field read, or a local that was chosen secretly: where, whose, and how the author wrote it; `size` where only how much
    lies there is asked; `chooser` is how he who chooses is written there."""

    symbol: FieldSymbol | LocalSymbol
    holder: facts.Key | None
    key: facts.Key | None
    span: Span
    size: bool
    through: Span | None
    chooser: facts.Key | None


def pick(body: Body, node: nodes.Choose) -> None:
    """Note what a choice reads."""
    parts = [node.domain, *([node.condition] if node.condition is not None else [])]
    ask(body, node.player, parts)


def options(body: Body, chooser: nodes.Expression | LocalSymbol | None, written: Sequence[nodes.Option]) -> None:
    """Note what options read."""
    parts: list[nodes.Expression] = []
    for option in written:
        for generator in option.parameters:
            parts.extend([generator.domain, *([generator.condition] if generator.condition is not None else [])])
        parts.extend([option.condition] if option.condition is not None else [])
    ask(body, chooser, parts)


def members(body: Body, head: nodes.Head) -> None:
    """Note what decides over who is asked in a window: all others can tell who is."""
    ask(body, None, [head.domain, *([head.condition] if head.condition is not None else [])], "who is asked")


def ask(
    body: Body, chooser: nodes.Expression | LocalSymbol | None, parts: list[nodes.Expression], where: str = "what may be chosen"
) -> None:
    """Note a choice, to be looked at when all bodies are checked."""
    body.game.questions.append(Question(chooser, parts, list(body.looking), where, list(body.guards)))


UNKNOWN: facts.Key = ("unknown",)
"""A player of whom is not known how he is written: nobody in particular."""


def check_all(game: Game) -> None:
    """Look at all that choices read."""
    told: set[tuple[Span, FieldSymbol | LocalSymbol]] = set()
    if not game.questions:
        return
    found = origins.origins_of(game)
    down = _always_face_down(game)
    for question in game.questions:
        chooser = found.path(_key(question.chooser))
        seen = {(facts.key_of(zone), _key(player)) for player, zone in question.looking if facts.key_of(zone) is not None}
        for part in question.parts:
            for reading in _readings(part, _Scope(game, found, chooser)):
                if (reading.span, reading.symbol) in told or (reading.key, _key(question.chooser)) in seen:
                    continue
                whole = reading.span == part.span
                why = _hidden(question, reading, () if whole else down)
                if why:
                    told.add((reading.span, reading.symbol))
                    _report(game, question, reading, why)


def _key(chooser: nodes.Expression | LocalSymbol | None) -> facts.Key | None:
    if isinstance(chooser, LocalSymbol):
        return ("name", chooser)
    return facts.key_of(chooser) if chooser is not None else None


def _hidden(question: Question, reading: Reading, down: Collection[FieldSymbol]) -> str:
    """Why a chooser may not see what is read; empty where he may, or where it is not certain. `down` are the zones in which
    everything lies face down."""
    symbol, chooser = reading.symbol, reading.chooser
    name = symbol.name
    another = reading.holder is not None and reading.holder != chooser and not _may_be_same(reading.holder, chooser)
    if isinstance(symbol, LocalSymbol):
        return f"`{name}` was chosen secretly, not by the one who chooses here" if another or chooser is None else ""
    if reading.size:
        return ""
    if symbol in down and (symbol.holder == "state" or another):
        return f"all lies face down in `{name}`"
    if symbol.visibility == "secret":
        return f"`{name}` is secret"
    if symbol.holder == "player" and symbol.visibility == "private":
        if chooser is None:
            return f"`{name}` is private, and everybody can tell who is asked"
        if another:
            return f"`{name}` is private to the player who has it, which need not be the one who chooses"
    to = symbol.visible_to
    if symbol.visibility == "private to" and symbol.holder == "state" and to is not None:
        if chooser != ("name", to) and not question.speaks_of(to):
            return f"`{name}` is private to `{to.name}`, who need not be the one who chooses"
    return ""


def _always_face_down(game: Game) -> set[FieldSymbol]:
    """Public zones of the game and of players into which everything is moved face down, and in which nothing is turned up."""
    into: dict[FieldSymbol, bool] = {}
    kinds: set[KindSymbol] = set()
    for routine in effects.all_routines(game):
        for node in everything(routine.body or []):
            if isinstance(node, nodes.Move | nodes.Draw):
                symbol = getattr(node.destination, "symbol", None)
                if isinstance(symbol, FieldSymbol):
                    into[symbol] = into.get(symbol, True) and isinstance(node, nodes.Move) and node.face_down
                else:
                    kinds.update(_kinds_in(node.destination))
            elif isinstance(node, nodes.Reveal | nodes.Show):
                kinds.update(_kinds_in(node.what))
    return {
        symbol
        for symbol, down in into.items()
        if down
        and symbol.visibility == "public"
        and not symbol.top_public
        and symbol.holder in ("state", "player")
        and symbol.node.default is None
        and isinstance(symbol.type, types.ZoneType)
        and symbol.type.kind.root not in kinds
    }


def _kinds_in(node: nodes.Expression) -> Iterator[KindSymbol]:
    """The root kind of the things that an expression gives."""
    if node.type is None:
        return
    type_ = types.without_none(types.item_of(node.type) or node.type)
    if isinstance(type_, types.KindType | types.ZoneType):
        yield type_.kind.root


def _may_be_same(holder: facts.Key, chooser: facts.Key | None) -> bool:
    """Whether two ways to name a player may be meant as one: `active` is whoever's turn it is."""

    def is_active(key: facts.Key) -> bool:
        return key[0] == "name" and isinstance(key[1], BuiltinSymbol) and key[1].name == ACTIVE

    return is_active(holder) or (chooser is not None and is_active(chooser))


def _report(game: Game, question: Question, reading: Reading, why: str) -> None:
    others = [*say.declared_at(reading.symbol)]
    if reading.through is not None:
        others.insert(0, Label(reading.span, "read here"))
    span = reading.through or reading.span
    helps = ["to tell him all the same, as a referee would, write `knowing(...)` around it"]
    if isinstance(reading.symbol, FieldSymbol) and isinstance(reading.symbol.type, types.ZoneType):
        helps.insert(0, "how many lie there is public: `.size`; or let him see it: `p looks at zone:`")
    game.sink.error("RL0519", f"this decides {question.where}, and {why}", span, others=tuple(others), help=tuple(helps))


@dataclass(slots=True, eq=False)
class _Scope:
    """What parameters stand for in the define that is followed; `through` is the call in the choice itself."""

    game: Game
    origins: origins.Origins
    chooser: facts.Key | None
    values: dict[LocalSymbol, facts.Key | None] = field(default_factory=dict)
    this: facts.Key | None = None
    through: Span | None = None
    within: tuple[RoutineSymbol, ...] = ()
    tried: bool = False
    """Whether rules are followed too, since `possible` or `would` tries them."""
    followed: frozenset[LocalSymbol | RecordSymbol] = frozenset()
    """The locals and records whose origins are being looked at."""


def _readings(node: nodes.Node, scope: _Scope) -> Iterator[Reading]:
    """All fields that a tree reads, through the defines that it calls."""
    if isinstance(node, nodes.Call) and isinstance(node.symbol, BuiltinSymbol):
        if node.symbol.name == "knowing":
            return
        if node.symbol.name in ("top", "bottom") and node.arguments:
            yield from _end(node, scope)
            return
        if node.symbol.name in ("possible", "would"):
            scope = replace(scope, tried=True)
    symbol = getattr(node, "symbol", None)
    if isinstance(node, nodes.Attribute) and node.name.text == "size" and isinstance(node.value.type, types.ZoneType):
        yield from _field(node.value, scope, size=True)
        return
    if isinstance(node, nodes.Comparison) and node.operator in ("is", "is not") and isinstance(node.right, nodes.NoneLiteral):
        if isinstance(node.left.type, types.ZoneType):
            yield from _field(node.left, scope, size=True)
            return
    if isinstance(node, nodes.Name | nodes.Attribute) and isinstance(symbol, FieldSymbol):
        yield from _field(node, scope)
        return
    if isinstance(node, nodes.Name) and isinstance(symbol, LocalSymbol):
        yield from _local(node, symbol, scope)
        return
    yield from _called(node, scope)
    for child in children(node):
        yield from _readings(child, scope)


def _local(node: nodes.Name, symbol: LocalSymbol, scope: _Scope) -> Iterator[Reading]:
    """What was read when a local got its value: where it was worked out, chosen, or handed to the rule."""
    if symbol in scope.followed or symbol in scope.origins.told or not origins.plain(symbol.type):
        return
    inner = replace(scope, through=scope.through or node.span, followed=scope.followed | {symbol})
    for origin in scope.origins.of.get(symbol, ()):
        if origin.chooser is not None:
            holder = scope.origins.path(_resolved(facts.key_of(origin.chooser), scope))
            yield Reading(symbol, holder, None, node.span, False, scope.through, scope.chooser)
        for part in (*([origin.value] if origin.value is not None else []), *origin.guards):
            yield from _readings(part, inner)
    if scope.within:
        # What a define is told is looked at where it is called.
        return
    for handed in scope.origins.handed.get(symbol, ()):
        caller = _Scope(scope.game, scope.origins, None, handed.names, handed.this, within=(_HANDED,))
        chooser = scope.chooser if scope.chooser is None else scope.origins.path(_resolved(scope.chooser, caller)) or UNKNOWN
        yield from _readings(
            handed.argument,
            _Scope(scope.game, scope.origins, chooser, through=inner.through, followed=inner.followed),
        )


_HANDED = RoutineSymbol(name="", form="rule", returns=types.VOID)
"""Stands for the rule that was called, when what it knows is said in terms of its caller."""


def _end(node: nodes.Call, scope: _Scope) -> Iterator[Reading]:
    """`top(deck)`, which may be public where the rest is not."""
    zone = node.arguments[0]
    symbol = getattr(zone, "symbol", None)
    shown = isinstance(symbol, FieldSymbol) and symbol.top_public and isinstance(node.symbol, BuiltinSymbol)
    if not (shown and isinstance(node.symbol, BuiltinSymbol) and node.symbol.name == "top"):
        yield from _readings(zone, scope)


def _field(node: nodes.Expression, scope: _Scope, size: bool = False) -> Iterator[Reading]:
    if isinstance(node, nodes.Attribute):
        yield from _readings(node.value, scope)
        holder = _resolved(facts.key_of(node.value), scope)
    else:
        holder = scope.this
    symbol = getattr(node, "symbol", None)
    if isinstance(symbol, RecordSymbol):
        yield from _recorded(node, symbol, scope)
    elif isinstance(symbol, FieldSymbol):
        key = _resolved(facts.key_of(node), scope)
        yield Reading(symbol, scope.origins.path(holder), key, node.span, size, scope.through, scope.chooser)


def _recorded(node: nodes.Expression, record: RecordSymbol, scope: _Scope) -> Iterator[Reading]:
    """What was read when a record was made: `times(position)` tells of all that is in it."""
    if record in scope.followed:
        return
    through = scope.through or node.span
    # Whose fields they were is said in terms of the rule that records, and not known here.
    inner = _Scope(
        scope.game, scope.origins, scope.chooser, through=through, within=(_HANDED,), followed=scope.followed | {record}
    )
    for value in record.kept:
        if isinstance(value.type, types.BoardType):
            for kept in records.fields_of(value.type.kind):
                yield Reading(kept, None, None, value.span, False, through, scope.chooser)
        else:
            yield from _readings(value, inner)


def _resolved(key: facts.Key | None, scope: _Scope) -> facts.Key | None:
    """A way to a value as the choice itself would write it; none where it runs through what is not known there."""
    if not key or not scope.within:
        return key
    if key[0] == "name" and isinstance(key[1], LocalSymbol):
        return scope.values.get(key[1])
    if key[0] == "this":
        return scope.this
    parts: list[object] = []
    for part in key:
        if isinstance(part, tuple):
            inner = _resolved(part, scope)
            if inner is None:
                return None
            parts.append(inner)
        else:
            parts.append(part)
    return tuple(parts)


def _called(node: nodes.Node, scope: _Scope) -> Iterator[Reading]:
    """What a define reads that is called here, and what a rule gives, where a local holds it."""
    symbol = getattr(node, "symbol", None)
    if not isinstance(node, nodes.Name | nodes.Attribute | nodes.Call) or len(scope.within) > DEEPEST:
        return
    if isinstance(symbol, RoutineSymbol):
        bodies: list[RoutineSymbol] = [symbol]
    elif isinstance(symbol, MethodSymbol):
        bodies = symbol.bodies()
    else:
        return
    arguments = node.arguments if isinstance(node, nodes.Call) else []
    function = node.function if isinstance(node, nodes.Call) else node
    this = _resolved(facts.key_of(function.value), scope) if isinstance(function, nodes.Attribute) else scope.this
    keys = [_resolved(facts.key_of(argument), scope) for argument in arguments]
    for routine in bodies:
        if routine in scope.within:
            continue
        inner = replace(
            scope,
            values=dict(zip(routine.parameters, keys, strict=False)),
            this=this,
            through=scope.through or node.span,
            within=(*scope.within, routine),
        )
        if routine.form != "define" and scope.tried:
            yield from _forbidden(routine, inner)
            continue
        if routine.form != "define" and not routine.effects.pure:
            # What it does may show which way it went; what it gives does not.
            for given in everything(routine.body or []):
                if isinstance(given, nodes.Return) and given.value is not None:
                    yield from _readings(given.value, inner)
            continue
        for part in (*([routine.value] if routine.value is not None else []), *(routine.body or ())):
            yield from _readings(part, inner)


def _forbidden(routine: RoutineSymbol, scope: _Scope) -> Iterator[Reading]:
    """What is read where a tried rule may forbid itself: by a `require`, or since nothing can be chosen."""
    for node in everything(routine.body or []):
        read: list[nodes.Expression | None] = []
        match node:
            case nodes.Require(condition=condition):
                read = [condition]
            case nodes.Choose(domain=domain, condition=condition):
                read = [domain, condition]
            case nodes.Option(parameters=parameters, condition=condition):
                read = [condition, *(g.domain for g in parameters), *(g.condition for g in parameters)]
            case nodes.Call(symbol=RoutineSymbol() | MethodSymbol() as symbol) if symbol.form != "define":
                yield from _called(node, scope)
        for part in read:
            if part is not None:
                yield from _readings(part, scope)


# ------------------------------------------------------------------------------------------------------------ examples


def expect_sees(body: Body, node: nodes.ExpectSees) -> None:
    """Check `expect ann sees x`: a thing, things, a zone, or a field."""
    expressions.player(body, node.player, "`sees`")
    with body.meaning_designs():
        type_ = expressions.raw(body, node.what)
    symbol = getattr(node.what, "symbol", None)
    if isinstance(type_, types.ZoneType | types.KindType | types.BadType) or isinstance(symbol, FieldSymbol):
        return
    if isinstance(types.without_none(type_), types.KindType) or isinstance(types.item_of(type_), types.KindType):
        return
    body.sink.error(
        "RL0301",
        f"{body.game.quoted(node.what)} is {say.type_words(type_)}; `sees` wants a thing, a zone or a field",
        node.what.span,
    )

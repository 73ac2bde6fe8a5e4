"""Checking examples and scripts, which share their clauses.

The players are names in sight, of type `Player`. `given` may set what can change in play: what never changes is part of the
rules, and an example that changes it would be about another game. Answers are words that only the running game can match, so
they are not looked at here, except that their player must be one.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.sema import constants, diagrams, expressions, library, say, sight, tokens, types
from rulelang.sema.context import Body, Game, use
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, KindSymbol, LocalSymbol, MethodSymbol, RoutineSymbol, Symbol
from rulelang.sema.trees import everything
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.source import Span


def check(body: Body, script: list[nodes.Clause], players: list[LocalSymbol] | None, span: Span | None) -> dict[str, LocalSymbol]:
    """Check clauses; returns the players by name."""
    known: dict[str, LocalSymbol] = {}
    written = [c for c in script if isinstance(c, nodes.Players)]
    if players is not None:
        for player in players:
            known[player.name] = player
    else:
        names = [name for clause in written for name in clause.names]
        for name in names:
            if name.text in known:
                body.sink.error(
                    "RL0201", f"two players are called `{name.text}`", name.span, others=say.declared_at(known[name.text])
                )
                continue
            symbol = LocalSymbol(name=name.text, span=name.span, type=types.PLAYER, role="player")
            known[name.text] = symbol
        if not names:
            for row, name_text in zip(body.game.model.player_rows, _seat_names(body.game), strict=False):
                if name_text:
                    known[name_text] = LocalSymbol(name=name_text, span=row["name"].span, type=types.PLAYER, role="player")
        _count(body, written, len(known), span)
    for symbol in known.values():
        body.admit(symbol)
    for clause in script:
        body.facts = {}
        _clause(body, clause, known)
    return known


def _seat_names(game: Game) -> Iterator[str]:
    """The names that `table Player:` gives to the seats."""
    for row in game.model.player_rows:
        cell = row.get("name")
        if isinstance(cell, nodes.Name):
            yield cell.text
        elif isinstance(cell, nodes.Text) and len(cell.parts) == 1 and isinstance(cell.parts[0], str):
            yield cell.parts[0]
        else:
            yield ""


def _count(body: Body, written: list[nodes.Players], number: int, span: Span | None) -> None:
    model = body.game.model
    if not written:
        if number == 0 and span is not None and model.declaration is not None:
            body.sink.error("RL0705", "this example has no players", _first_line(body, span), help="write `players ann, ben`")
        return
    if model.declaration is None or model.fewest <= number <= model.most:
        return
    wanted = str(model.fewest) if model.fewest == model.most else f"{model.fewest} to {model.most}"
    body.sink.error(
        "RL0705",
        f"here {'is' if number == 1 else 'are'} {say.count(number, 'player')}, and the game is for {wanted}",
        written[0].span,
        others=say.declared_at(LocalSymbol(name="", span=model.declaration.name.span, type=types.BAD, role="let")),
    )


def _first_line(body: Body, span: Span) -> Span:
    length = body.game.text(span).find("\n")
    return Span(span.file, span.start, span.start + length) if length > 0 else span


def option_names(game: Game) -> frozenset[str]:
    """The names of all options that the game asks with."""
    if game.option_names is None:
        found = (node for root in _roots(game) for node in everything(root))
        game.option_names = frozenset(node.name.text for node in found if isinstance(node, nodes.Option))
    return game.option_names


def _roots(game: Game) -> Iterator[nodes.Node]:
    model = game.model
    for routine in (*model.routines.values(), *model.standing):
        yield from routine.body or ()
    if model.play is not None:
        yield from model.play.body or ()
    for kind in model.kinds.values():
        for routine in (*(m.default for m in kind.methods.values() if m.default is not None), *kind.overrides.values()):
            yield from routine.body or ()
    for instance in model.instances:
        for routine in instance.overrides.values():
            yield from routine.body or ()


def _clause(body: Body, clause: nodes.Clause, players: dict[str, LocalSymbol]) -> None:
    match clause:
        case nodes.SetSetting():
            _set_setting(body, clause)
        case nodes.Given():
            _given(body, clause)
        case nodes.GivenDiagram():
            _given_diagram(body, clause)
        case nodes.Deck():
            zone = expressions.place(body, clause.zone, "`deck`")
            tokens.refuse(body, clause.zone, "which have no order", "`random` says what is picked of them by chance")
            wanted = types.KindType(zone.kind) if isinstance(zone, types.ZoneType) else types.BAD
            with body.meaning_designs():
                for thing in clause.things:
                    expressions.want(body, thing, wanted, "`deck`")
        case nodes.RandomPicks():
            with body.meaning_designs():
                for thing in clause.things:
                    expressions.check(body, thing)
        case nodes.When():
            _when(body, clause)
        case nodes.Expect():
            with body.doing_nothing("`expect`"):
                expressions.condition(body, clause.condition, "what `expect` says")
        case nodes.ExpectSees():
            with body.doing_nothing("`expect`"):
                sight.expect_sees(body, clause)
        case nodes.ExpectOptions():
            _player(body, clause.player, players)
            with body.doing_nothing("`expect`"):
                _options(body, clause.options)
        case nodes.ExpectBill():
            _player(body, clause.player, players)
            _scored(body, clause.span)
            with body.doing_nothing("`expect`"):
                for line in clause.lines:
                    expressions.want(body, line.value, types.INT, "a line of a bill")
        case nodes.ExpectWon():
            for name in clause.players:
                _player(body, name, players)
        case nodes.Answer():
            _player(body, clause.player, players)
        case nodes.Refused():
            _player(body, clause.player, players)
            if clause.by:
                _refused_by(body, clause.by)


def _player(body: Body, name: nodes.Identifier, players: dict[str, LocalSymbol]) -> None:
    symbol = players.get(name.text)
    if symbol is not None:
        use(symbol, name.span)
        return
    body.game.unknown("RL0701", f"no player is called `{name.text}`", name.span, name.text, players)


def _scored(body: Body, span: Span) -> None:
    """A game without scoring has no bills."""
    model = body.game.model
    if model.scoring is None and model.declaration is not None:
        body.sink.error(
            "RL0707",
            "this game has no `scoring`, so nobody has a bill",
            _first_line(body, span),
            help="say who wins with `expect won by …`",
        )


def _set_setting(body: Body, clause: nodes.SetSetting) -> None:
    settings = body.game.model.settings
    symbol = settings.get(clause.name.text)
    if symbol is None:
        body.game.unknown("RL0202", f"no setting is called `{clause.name.text}`", clause.name.span, clause.name.text, settings)
        expressions.check(body, clause.value)
        return
    clause.symbol = symbol
    use(symbol, clause.name.span)
    with body.doing_nothing("`set`"):
        expressions.want(body, clause.value, symbol.type, f"`{symbol.name}`")


def _given(body: Body, clause: nodes.Given) -> None:
    target = clause.target
    with body.doing_nothing("`given`"):
        body.giving = True
        type_ = expressions.raw(body, target)
        body.giving = False
        base = target
        while isinstance(base, nodes.Item):
            base = base.value
        if isinstance(base, nodes.Call) and base.symbol is library.FUNCTIONS["supply"]:
            base = target = base.arguments[0]
        symbol = getattr(base, "symbol", None)
        if isinstance(type_, types.ZoneType):
            constants.start_of_zone(body, clause.value, type_)
            return
        if isinstance(type_, types.BadType):
            with body.meaning_designs():
                expressions.check(body, clause.value)
            return
        if isinstance(symbol, FieldSymbol):
            declared: Type = symbol.type
            if isinstance(declared, types.MapType) and base is not target:
                declared = declared.value
            elif base is not target:
                declared = types.BAD
                body.sink.error("RL0702", "one item of a list is not set by itself", target.span, help="set the whole list")
            expressions.want(body, clause.value, declared, body.game.quoted(target))
            if body.game.never_changes(symbol):
                body.sink.error(
                    "RL0702",
                    f"`{symbol.name}` never changes in this game, so `given` cannot set it",
                    target.span,
                    others=say.declared_at(symbol),
                )
            return
        with body.meaning_designs():
            expressions.check(body, clause.value)
        what = say.symbol_words(symbol) if isinstance(symbol, Symbol) else "no field"
        body.sink.error("RL0702", f"{body.game.quoted(target)} is {what}; `given` sets fields and fills zones", target.span)


def _given_diagram(body: Body, clause: nodes.GivenDiagram) -> None:
    """`given squares:` and a diagram of that board."""
    type_ = expressions.check(body, clause.target)
    board = body.game.model.boards.get(type_.name) if isinstance(type_, types.BoardType) else None
    if board is not None:
        diagrams.check(body.game, board, clause.diagram)
    elif not isinstance(type_, types.BadType):
        body.sink.error(
            "RL0702",
            f"{body.game.quoted(clause.target)} is {say.type_words(type_)}; a diagram shows a board",
            clause.target.span,
            help="write `given x = ...` for anything else",
        )


def _when(body: Body, clause: nodes.When) -> None:
    call = clause.call
    if isinstance(call, nodes.Name) and call.text == "play" and body.game.model.play is not None:
        # The whole game has no brackets where it is declared, and none here.
        call.symbol = body.game.model.play
        call.type = types.VOID
        body.effects.calls.add(body.game.model.play)
        return
    if isinstance(call, nodes.Name):
        routine = body.game.names.calls.get(call.text)
        if routine is not None and not routine.parameters:
            # `when opening` is clear enough for an error, but there is one way to write a call.
            use(routine, call.span)
            body.effects.calls.add(routine)
            body.sink.error("RL0703", f"`{call.text}` is run by calling it", call.span, help=f"write `when {call.text}()`")
            return
    if isinstance(call, nodes.Call):
        expressions.check(body, call)
        symbol = call.symbol
        if symbol is None or (isinstance(symbol, RoutineSymbol | MethodSymbol) and symbol.form in ("rule", "phase")):
            return
    else:
        type_ = expressions.check(body, call)
        if isinstance(type_, types.BadType):
            return
    body.sink.error(
        "RL0703", f"{body.game.quoted(call)} is no rule or phase to run", call.span, help="write a call, such as `when turn(ann)`"
    )


def _options(body: Body, options: nodes.Expression) -> None:
    """The options expected: values of any type, texts as rendered, or names of options without parameters."""
    if not isinstance(options, nodes.ListLiteral):
        expressions.listed(body, options)
        return
    with body.meaning_designs():
        for item in options.items:
            named = isinstance(item, nodes.Name) and body.local(item.text) is None and not body.game.names.candidates(item.text)
            if isinstance(item, nodes.Name) and named and item.text in option_names(body.game):
                item.type = types.TEXT
            else:
                expressions.check(body, item)
    options.type = types.ListType(types.BAD)


# ------------------------------------------------------------------------------------------------------------ who refuses


def _refused_by(body: Body, path: list[nodes.Identifier]) -> None:
    """`by building.build`: a rule, phase or thing first, then names of what stands in it."""
    game = body.game
    first = path[0]
    owners = _named_bodies(game, first.text)
    if owners is None:
        near = [*game.model.routines, *(s.name for s in game.model.standing), *game.model.kinds]
        near.extend(i.name for i in game.model.instances if i.overrides)
        game.unknown("RL0704", f"there is no rule or phase called `{first.text}`", first.span, first.text, near)
        return
    rest = path[1:]
    if rest:
        inside = {name for routine in owners for name in _names_inside(routine)}
        inside |= {routine.name for routine in owners}
        for name in rest:
            if name.text not in inside:
                message = f"`{first.text}` has no option, choice or step called `{name.text}`"
                game.unknown("RL0704", message, name.span, name.text, sorted(inside))
                return


def _named_bodies(game: Game, name: str) -> list[RoutineSymbol] | None:
    routine = game.model.routines.get(name)
    if routine is not None:
        return [routine]
    if name == "play" and game.model.play is not None:
        return [game.model.play]
    standing = [symbol for symbol in game.model.standing if symbol.name == name]
    if standing:
        return standing
    kind = game.model.kinds.get(name)
    if kind is not None:
        return _of_kind(kind)
    for instance in game.model.instances:
        if instance.name == name:
            return _of_thing(instance)
    return None


def _of_kind(kind: KindSymbol) -> list[RoutineSymbol]:
    return [*(m.default for m in kind.methods.values() if m.default is not None), *kind.overrides.values()]


def _of_thing(instance: InstanceSymbol) -> list[RoutineSymbol]:
    found = list(instance.overrides.values())
    for kind in instance.kind.lineage():
        found.extend(_of_kind(kind))
    return found


def _names_inside(routine: RoutineSymbol) -> Iterator[str]:
    for node in everything(routine.body or ()):
        if (
            isinstance(node, nodes.Option | nodes.Choose | nodes.Step | nodes.ChooseOption | nodes.Offer)
            and node.name is not None
        ):
            yield node.name.text

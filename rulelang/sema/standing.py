"""Rules that nobody calls: `whenever`, done as soon as it holds, and `anytime`, open beside whatever is asked.

Each becomes a routine of its own. That of `whenever` is its loop; that of `anytime` has the player as its parameter and asks
him with the options, one of which has been taken when it is run."""

from __future__ import annotations

from rulelang.sema import expressions, queries, say, types
from rulelang.sema.context import Body, Game, use
from rulelang.sema.symbols import LocalSymbol, RoutineSymbol
from rulelang.syntax import nodes


def whenever(game: Game, node: nodes.Whenever) -> RoutineSymbol:
    """The routine of a `whenever`."""
    loop = nodes.ForEach(span=node.span, head=node.head, body=node.body)
    return _routine(game, node, "whenever", [], [loop])


def anytime(game: Game, node: nodes.Anytime) -> RoutineSymbol:
    """The routine of an `anytime`."""
    player = LocalSymbol(name=node.head.name.text, span=node.head.name.span, type=types.PLAYER, role="parameter")
    asked = nodes.Name(span=node.head.name.span, text=node.head.name.text)
    choice = nodes.ChooseOption(span=node.span, player=asked, name=None, prompt=node.label, options=node.options, otherwise=None)
    return _routine(game, node, "anytime", [player], [choice])


def _routine(
    game: Game, node: nodes.Whenever | nodes.Anytime, form: str, parameters: list[LocalSymbol], body: list[nodes.Statement]
) -> RoutineSymbol:
    symbol = RoutineSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        form=form,
        parameters=parameters,
        returns=types.VOID,
        body=body,
        node=node,
    )
    node.symbol = symbol
    game.model.standing.append(symbol)
    return symbol


def check_heads(game: Game) -> list[Body]:
    """Check for whom an `anytime` is open, and when; the bodies used, since what they call is needed."""
    used: list[Body] = []
    for symbol in game.model.standing:
        node = symbol.node
        if not isinstance(node, nodes.Anytime):
            continue
        body = Body(game, pure="the head of `anytime`")
        used.append(body)
        found = queries.head(body, node.head)
        if not isinstance(found.type, types.PlayerType | types.BadType):
            expressions.insist(body, node.head.domain, types.ListType(found.type), types.ListType(types.PLAYER), "`anytime`")
        if node.during is None:
            continue
        phase = game.model.routines.get(node.during.text)
        if phase is not None and phase.form != "phase":
            game.sink.error(
                "RL0209",
                f"`{phase.name}` is a {say.form_of(phase)}, and `during` wants a phase",
                node.during.span,
                others=say.declared_at(phase),
                help=f"make it a phase, `phase {phase.name}`",
            )
        elif phase is None:
            phases = {name: r for name, r in game.model.routines.items() if r.form == "phase"}
            game.unknown("RL0202", f"no phase is called `{node.during.text}`", node.during.span, node.during.text, phases)
        else:
            use(phase, node.during.span)
    return used


def check_effects(game: Game) -> None:
    """`whenever` is done between moves, where nobody can be asked and nothing may hang on chance."""
    for symbol in game.model.standing:
        does = symbol.effects
        if symbol.form != "whenever" or not (does.chooses or does.random):
            continue
        verb = "asks a player" if does.chooses else "draws on chance"
        game.sink.error(
            "RL0512",
            f"`{symbol.name}` {verb}, and a `whenever` can neither ask nor draw on chance",
            symbol.span,
            help="do it in a rule that a phase calls",
        )

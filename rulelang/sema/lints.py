"""What is allowed but probably not meant: declared and never used, never reached.

A thing, a member of an enum, a value of a thing may be there for its own sake. Everything else that is declared has to be needed
by something.
"""

from __future__ import annotations

from rulelang.sema import effects, lints_players, say
from rulelang.sema.context import Body, Game
from rulelang.sema.symbols import FieldSymbol, LocalSymbol, MethodSymbol, RoutineSymbol, Symbol
from rulelang.syntax import nodes


def check(game: Game, roots: list[Body]) -> None:
    """All warnings about what is not used; none where something could not be read, since it may be used there."""
    if game.model.damaged:
        return
    _declarations(game)
    _routines(game, roots)
    lints_players.check(game)
    _locals(game)


def _unused(game: Game, symbol: Symbol, what: str) -> None:
    game.sink.warning("RL0901", f"{what} `{symbol.name}` is never used", symbol.span, help="use it, or take it out")


def _declarations(game: Game) -> None:
    model = game.model
    for kind in model.kinds.values():
        if not kind.uses and not kind.instances and not kind.children:
            _unused(game, kind, "the kind")
        for field in kind.fields.values():
            _field(game, field, f"the field `{field.name}` of {kind.name}")
        for method in kind.methods.values():
            if not _called(method):
                game.sink.warning(
                    "RL0901",
                    f"the {method.form} `{method.name}` of {kind.name} is never used",
                    method.span,
                    help="call it, or take it out",
                )
    for enum in model.enums.values():
        if not enum.uses and not any(member.uses for member in enum.members):
            _unused(game, enum, "the enum")
    for field in model.state_fields.values():
        _field(game, field, f"the field `{field.name}`")
    for field in model.player_fields.values():
        _field(game, field, f"the field `{field.name}` of the players")
    for setting in model.settings.values():
        if not setting.uses:
            _unused(game, setting, "the setting")
    for die in model.dice.values():
        if not die.uses:
            _unused(game, die, "the die")


def _field(game: Game, field: FieldSymbol, what: str) -> None:
    if not field.uses:
        game.sink.warning("RL0901", f"{what} is never used", field.span, help="use it, or take it out")


def _called(method: MethodSymbol) -> bool:
    """Whether something calls a rule of a kind; that things give it their own body is no call."""
    given = {routine.span for routine in method.bodies()}
    return any(use not in given for use in method.uses)


def _routines(game: Game, roots: list[Body]) -> None:
    model = game.model
    start: list[RoutineSymbol | MethodSymbol] = [] if model.play is None else [model.play]
    for body in roots:
        start.extend(body.effects.calls)
    start.extend(model.standing)
    start.extend(_called_by_constants(game))
    found = effects.reachable(start)
    for routine in model.routines.values():
        if routine in found:
            continue
        if not routine.uses:
            _unused(game, routine, f"the {say.form_of(routine)}")
        elif model.play is not None:
            game.sink.warning(
                "RL0903",
                f"nothing that `play`, scoring or an example does leads to the {say.form_of(routine)} `{routine.name}`",
                routine.span,
                others=say.declared_at(Symbol(name="", span=routine.uses[0]), "called here, which is not reached either"),
            )


def _called_by_constants(game: Game) -> list[RoutineSymbol]:
    """Defines that values of things, defaults and copies use: those have uses outside of every body."""
    inside = [r.node.span for r in effects.all_routines(game) if r.node is not None]
    return [r for r in game.model.routines.values() if any(not any(_within(use, span) for span in inside) for use in r.uses)]


def _within(inner: object, outer: object) -> bool:
    a, b = inner, outer
    return isinstance(a, tuple) and isinstance(b, tuple) and a[0] == b[0] and b[1] <= a[1] and a[2] <= b[2]


def _locals(game: Game) -> None:
    for symbol in game.locals:
        if not symbol.uses and symbol.role in ("let", "answer"):
            what = "chosen and" if symbol.role == "answer" else "set and"
            game.sink.warning("RL0902", f"`{symbol.name}` is {what} never used", symbol.span, help="use it, or take it out")
    for routine in game.model.routines.values():
        for parameter in routine.parameters:
            _parameter(game, routine, parameter)


def _parameter(game: Game, routine: RoutineSymbol, parameter: LocalSymbol) -> None:
    if not parameter.uses and isinstance(routine.node, nodes.Rule | nodes.Define | nodes.Phase):
        game.sink.warning(
            "RL0902",
            f"`{routine.name}` never uses its parameter `{parameter.name}`",
            parameter.span,
            help="use it, or take it out here and where it is called",
        )

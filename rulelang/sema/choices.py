"""Checking choices: picks from a list, named options, and whether one can be met with nothing to choose.

With `otherwise`, the name of what was chosen lives in the block only, since outside nothing may have been chosen; without, it
lives on to the end of the block around. `may choose` gives `T?`, and its block runs only when something was chosen. Where
several are chosen the name stands for one candidate in `where`, and for the list afterwards.
"""

from __future__ import annotations

from rulelang.sema import expressions, facts, queries, sight, statements, types
from rulelang.sema.context import Body, Doubt
from rulelang.sema.facts import Facts
from rulelang.sema.symbols import BoardSymbol, EnumSymbol, InstanceSymbol, KindSymbol, LocalSymbol, RoutineSymbol
from rulelang.sema.trees import everything
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label


def _begin(body: Body, node: nodes.Choose | nodes.ChooseOption) -> None:
    body.refuse("a choice asks a player", node.player.span)
    body.effects.chooses = body.effects.logs = True
    expressions.player(body, node.player, "a choice")


def choose(body: Body, node: nodes.Choose) -> bool:
    """Check `p chooses x from xs where C` and its kin; whether what follows can be reached."""
    _begin(body, node)
    if node.count is not None:
        expressions.number(body, node.count, "the number to choose")
    with body.doing_nothing("what is chosen from"):
        item = expressions.listed(body, node.domain)
    several = node.quantity in ("exactly", "up_to", "any_number")
    with body.scope(), body.believing({}):
        candidate = body.declare(node.name, item, "answer")
        queries.where(body, node.condition)
        shown = body.facts
    node.candidate = candidate
    sight.pick(body, node)
    if several or node.quantity == "may":
        answer: Type = types.ListType(item) if several else item
        if node.quantity == "may" and not isinstance(item, types.BadType | types.OptionalType):
            answer = types.OptionalType(item)
        node.symbol = LocalSymbol(name=node.name.text, span=node.name.span, type=answer, role="answer")
        # Both names are one to the author: a use of either counts for both.
        node.symbol.uses = candidate.uses
        shown = body.facts
        if node.quantity == "may" and isinstance(answer, types.OptionalType):
            shown = {**shown, ("name", node.symbol): item}
    else:
        node.symbol = candidate
    expressions.text(body, node.prompt)
    _warn_if_empty(body, node)
    if node.otherwise is not None:
        return _with_otherwise(body, node, shown)
    body.scopes[-1][node.name.text] = node.symbol
    if node.body is None:
        if node.quantity == "one":
            body.facts = shown
        return True
    before = body.facts
    body.facts = shown
    falls = statements.block(body, node.body)
    if node.quantity == "may":
        body.facts = facts.both(body.facts, before) if falls else before
        return True
    return falls


def _with_otherwise(body: Body, node: nodes.Choose, shown: Facts) -> bool:
    before = body.facts
    outcomes: list[Facts] = []
    body.facts = shown
    with body.scope():
        body.scopes[-1][node.name.text] = node.symbol
        if node.body is None or statements.sequence(body, node.body):
            outcomes.append(body.facts)
    body.facts = before
    assert node.otherwise is not None
    if statements.block(body, node.otherwise):
        outcomes.append(body.facts)
    if node.quantity in ("may", "any_number", "up_to"):
        body.sink.warning(
            "RL0906",
            "choosing nothing is always possible here, so `otherwise` never runs",
            node.otherwise[0].span if node.otherwise else node.span,
            help="test after the choice whether something was chosen",
        )
    if not outcomes:
        body.facts = before
        return False
    body.facts = outcomes[0] if len(outcomes) == 1 else facts.both(outcomes[0], outcomes[1])
    return True


def offer(body: Body, node: nodes.Offer) -> bool:
    """Check `offer each q in xs …:` with its options; what follows can always be reached, since all may pass."""
    body.refuse("`offer` asks players", node.span)
    body.effects.chooses = body.effects.logs = True
    written = body.game.writes.of([statement for option in node.options for statement in option.body])
    with body.scope(), body.believing({}):
        symbol = queries.head(body, node.head)
        if not isinstance(symbol.type, types.PlayerType | types.BadType):
            expressions.insist(body, node.head.domain, types.ListType(symbol.type), types.ListType(types.PLAYER), "`offer each`")
        # Members, and whether they fit, are taken once; what is tested may have changed when a later one is asked.
        body.forget(written)
        expressions.text(body, node.prompt)
        _options(body, node.options)
        sight.members(body, node.head)
        sight.options(body, symbol, node.options)
    body.forget(written)
    return True


def choose_option(body: Body, node: nodes.ChooseOption) -> bool:
    """Check `p chooses "…":` with its options; whether what follows can be reached."""
    _begin(body, node)
    expressions.text(body, node.prompt)
    before = body.facts
    outcomes = _options(body, node.options)
    sight.options(body, node.player, node.options)
    body.facts = before
    if node.otherwise is not None:
        always = next((o for o in node.options if not o.parameters and o.condition is None), None)
        if always is not None and node.otherwise:
            body.sink.warning(
                "RL0906",
                f"`{always.name.text}` is always possible, so `otherwise` never runs",
                node.otherwise[0].span,
                others=(Label(always.name.span, "always possible"),),
            )
        if statements.block(body, node.otherwise):
            outcomes.append(body.facts)
    if not isinstance(body.routine, RoutineSymbol) or body.routine.form != "anytime":
        _warn_if_empty(body, node)
    body.facts = before
    if outcomes:
        body.facts = outcomes[0]
        for other in outcomes[1:]:
            body.facts = facts.both(body.facts, other)
    return bool(outcomes)


def _options(body: Body, options: list[nodes.Option]) -> list[Facts]:
    """Check options; what is known after each of those whose end can be reached."""
    before = body.facts
    outcomes: list[Facts] = []
    names: dict[str, nodes.Option] = {}
    for option in options:
        earlier = names.get(option.name.text)
        if earlier is not None:
            body.sink.error(
                "RL0505",
                f"two options of this choice are called `{option.name.text}`",
                option.name.span,
                others=(Label(earlier.name.span, "the other"),),
            )
        names.setdefault(option.name.text, option)
        body.facts = before
        if _option(body, option):
            outcomes.append(body.facts)
    body.facts = before
    return outcomes


def _option(body: Body, option: nodes.Option) -> bool:
    with body.scope():
        for generator in option.parameters:
            with body.doing_nothing("an option"):
                queries.generate(body, generator, "answer")
        queries.where(body, option.condition)
        expressions.text(body, option.notation)
        expressions.text(body, option.label)
        guards = len(body.guards)
        body.guards.extend(c for c in (option.condition, *(g.condition for g in option.parameters)) if c is not None)
        reached = statements.sequence(body, option.body)
        del body.guards[guards:]
        return reached


# ------------------------------------------------------------------------------------------------------------ nothing to choose


def _warn_if_empty(body: Body, node: nodes.Choose | nodes.ChooseOption) -> None:
    """Warn of a choice that may have nothing to choose and does not say what happens then."""
    if node.otherwise is not None:
        return
    if isinstance(node, nodes.Choose):
        if node.quantity not in ("one", "exactly"):
            return
        if node.condition is None and node.quantity == "one" and never_empty(body, node.domain):
            return
        if node.quantity == "one" and _leaves_some(body, node):
            return
        domains = [node.domain]
        span, what = node.domain.span, "this choice may find nothing to choose from"
        helps = ("say what happens then: `otherwise:` after it", "or let the player decline: `may choose`")
    else:
        if not node.options or any(_always_open(body, option) for option in node.options):
            return
        domains = [g.domain for o in node.options for g in o.parameters]
        span, what = node.player.span, "none of these options may be possible"
        helps = ("say what happens then: `otherwise:` after the choice", "or add an option without a `where`, such as `pass`")
    looked_at = tuple(domains) if thought_of(body, domains) else ()
    body.game.doubts.append(Doubt(body.routine, span, what, helps, looked_at))


def _leaves_some(body: Body, node: nodes.Choose) -> bool:
    """Whether the condition only leaves out one of at least two: `where x is not y`."""
    condition = node.condition
    if not isinstance(condition, nodes.Comparison) or condition.operator != "is not":
        return False
    chosen, other = condition.left, condition.right
    if not isinstance(chosen, nodes.Name) or chosen.text != node.name.text:
        return False
    if any(isinstance(part, nodes.Name) and part.text == node.name.text for part in everything(other)):
        return False
    domain = node.domain
    if not isinstance(domain, nodes.Name):
        return False
    symbol = domain.symbol
    if isinstance(symbol, EnumSymbol):
        return len(symbol.members) > 1
    if isinstance(symbol, KindSymbol):
        return _certain_things(symbol) > 1
    if isinstance(symbol, BoardSymbol):
        return len(symbol.spaces) > 1 and symbol.node.condition is None
    return domain.text == "players" and body.game.model.fewest > 1 and body.local("players") is None


def _always_open(body: Body, option: nodes.Option) -> bool:
    if option.condition is not None:
        return False
    return all(g.condition is None and never_empty(body, g.domain) for g in option.parameters)


def thought_of(body: Body, domains: list[nodes.Expression]) -> bool:
    """Whether a condition around the choice looks at what is chosen from: then the author has thought of it."""
    texts = {" ".join(body.game.text(domain.span).split()) for domain in domains}
    texts.discard("")
    return any(" ".join(body.game.text(node.span).split()) in texts for node in everything(body.guards))


def never_empty(body: Body, domain: nodes.Expression) -> bool:
    """Whether a list plainly holds something, whatever the state."""
    if isinstance(domain, nodes.ListLiteral):
        return bool(domain.items)
    if isinstance(domain, nodes.Conditional):
        return never_empty(body, domain.then) and never_empty(body, domain.otherwise)
    if isinstance(domain, nodes.Name):
        symbol = domain.symbol
        if isinstance(symbol, EnumSymbol):
            return True
        if isinstance(symbol, KindSymbol):
            return _has_things(symbol)
        if isinstance(symbol, BoardSymbol):
            return bool(symbol.spaces) and symbol.node.condition is None
        return domain.text in ("players", "orthogonals", "diagonals", "all_directions") and body.local(domain.text) is None
    if isinstance(domain, nodes.Arithmetic):
        return never_empty(body, domain.left) or never_empty(body, domain.right)
    if isinstance(domain, nodes.Call) and isinstance(domain.function, nodes.Name):
        return _call_gives_something(body, domain, domain.function.text)
    return False


def _call_gives_something(body: Body, call: nodes.Call, name: str) -> bool:
    arguments = call.arguments
    if name == "clockwise":
        return True
    if name in ("reverse", "distinct", "after", "starting_at", "sorted") and arguments:
        return never_empty(body, arguments[0])
    if name == "range" and len(arguments) == 2:
        low, high = arguments[0].type, arguments[1].type
        return (
            isinstance(low, types.IntType)
            and isinstance(high, types.IntType)
            and low.highest is not None
            and high.lowest is not None
            and low.highest <= high.lowest
        )
    if name == "within" and arguments:
        steps = arguments[-1]
        return not isinstance(steps, nodes.RangeArgument)
    if name == "neighbours" and call.through is None and call.along is None and isinstance(call.board, BoardSymbol):
        board = call.board
        if board.node.condition is not None or board.gaps or board.hexes is not None:
            return False
        if board.grid is not None:
            return board.grid[0] * board.grid[1] > 1
        joined = {space for way in board.ways for space in way[:2]}
        return bool(board.spaces) and all(space in joined for space in board.spaces)
    return False


def _has_things(kind: KindSymbol) -> bool:
    return _certain_things(kind) > 0


def _certain_things(kind: KindSymbol) -> int:
    """How many things of a kind there are whatever the players and settings, at least."""
    certain: list[InstanceSymbol] = [i for i in kind.instances if i.family is None and i.copies is None]
    return len(certain) + sum(_certain_things(child) for child in kind.children)

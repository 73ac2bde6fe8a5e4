"""Where in a game a change of a variant is made: what a dotted name leads to, and what lies inside of what.

A name begins with a rule, a phase, a thing, a kind, `play` or `scoring`, and may go on to what has a name inside of a body:
steps, choices, windows, options; a choice or window without a name is called by its question. A spot is the chain of all that,
the outermost first, so that two changes are about the same if their chains are the same, and one is inside of the other if its
chain goes on where the other ends. What a pass of a loop is replaced by, or hooked in, lies inside of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.sema import totals
from rulelang.sema.context import Game
from rulelang.sema.symbols import InstanceSymbol, KindSymbol, RoutineSymbol
from rulelang.syntax import nodes
from rulelang.syntax.walk import same_tree

Named = nodes.Step | nodes.Choose | nodes.ChooseOption | nodes.Offer | nodes.Option


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is changed. `each` says that it is in each pass of a loop."""

    chain: tuple[object, ...]
    each: bool = False

    def inside(self, outer: Spot) -> bool:
        """Whether this lies inside of another spot."""
        length = len(outer.chain)
        if self.chain[:length] != outer.chain:
            return False
        return len(self.chain) > length or (self.each and not outer.each)


@dataclass(slots=True, eq=False)
class Found:
    """Something with a name inside of a body: where it stands, and the named things around it."""

    node: Named
    block: list[nodes.Statement] | list[nodes.Option]
    around: tuple[Named, ...]

    @property
    def name(self) -> str:
        """Its name; empty for a choice without one."""
        return name_of(self.node)


def name_of(node: Named) -> str:
    """The name of something inside of a body."""
    return node.name.text if node.name is not None else ""


def own_blocks(node: nodes.Node) -> Iterator[nodes.Block]:
    """The blocks that belong to a statement itself, or to its arms."""
    if isinstance(node, nodes.Phase | nodes.Step):
        yield [*node.before]
    for name in ("body", "otherwise"):
        inner = getattr(node, name, None)
        if isinstance(inner, list):
            yield inner
    if isinstance(node, nodes.If):
        for _, inner in node.branches:
            yield inner
    elif isinstance(node, nodes.Match):
        for arm in node.arms:
            yield arm.body
    if isinstance(node, nodes.Phase | nodes.Step | nodes.Part):
        yield [*node.after]


def walk(block: nodes.Block, around: tuple[Named, ...] = ()) -> Iterator[Found]:
    """All that has a name in a block, in the order of the text."""
    for statement in block:
        inner = around
        if isinstance(statement, nodes.Step | nodes.Choose | nodes.ChooseOption | nodes.Offer):
            yield Found(statement, block, around)
            inner = (*around, statement)
        if isinstance(statement, nodes.ChooseOption | nodes.Offer):
            for option in statement.options:
                yield Found(option, statement.options, inner)
                yield from walk(option.body, (*inner, option))
        for below in own_blocks(statement):
            yield from walk(below, inner)


def find(block: nodes.Block, names: Sequence[str], question: nodes.Text | None = None) -> list[Found]:
    """What the last of these names leads to, with the other names around it, in order; or the choices that ask a question, with
    all of the names around them."""
    found: list[Found] = []
    for each in walk(block):
        meant, above = (each.name == names[-1], names[:-1]) if question is None else (asks(each.node, question), names)
        if meant:
            outer = iter([name_of(node) for node in each.around])
            if all(name in outer for name in above):
                found.append(each)
    # A name means the outermost of that name: `sell` a step, `sell.sell` an option in it.
    outermost = {id(each.node) for each in found}
    return [each for each in found if not any(id(node) in outermost for node in each.around)]


def asks(node: Named, question: nodes.Text) -> bool:
    """Whether this is a choice that is put in these words."""
    prompt = node.prompt if isinstance(node, nodes.Choose | nodes.ChooseOption | nodes.Offer) else None
    return prompt is not None and same_tree(prompt, question)


def has_lines(game: Game, name: str) -> bool:
    """Whether this is scoring or a total, whose lines have labels."""
    return name == "scoring" or totals.of_routine(game.model.routines.get(name)) is not None


def standing(game: Game, name: str) -> RoutineSymbol | None:
    """The `whenever` or `anytime` of that name."""
    return next((s for s in game.model.standing if s.name == name), None)


def free_routine(game: Game, name: str) -> RoutineSymbol | None:
    """The rule, define, phase, `whenever`, `anytime` of that name, or `play`."""
    if name == "play":
        return game.model.play
    return game.model.routines.get(name) or standing(game, name)


def owner_of(game: Game, name: str) -> KindSymbol | InstanceSymbol | None:
    """The kind or thing of that name."""
    kind = game.model.kinds.get(name)
    return kind if kind is not None else next((i for i in game.model.instances if i.name == name), None)


def head_of(node: object) -> nodes.Head | None:
    """What a phase, step or `whenever` goes through."""
    return node.head if isinstance(node, nodes.Phase | nodes.Step | nodes.Whenever) else None


def in_each_pass(change: nodes.Change, node: object, parameters: int) -> bool:
    """Whether a change that names so many things is about each pass of a phase, step or `whenever`."""
    return (
        head_of(node) is not None
        and change.verb in ("before", "after", "replace")
        and change.parameters is not None
        and len(change.parameters) == parameters + 1
    )


def spot_of(game: Game, change: nodes.Change) -> Spot:
    """Where a change is made, in the game as it is before any change. What the game does not have is told by its names."""
    names = [part.text for part in change.path]
    if change.declared is not None:
        word = "winner" if isinstance(change.declared, nodes.Scoring) else type(change.declared).__name__.lower()
        return Spot(("scoring", "winner") if word == "winner" else (names[0],))
    first, rest = names[0], names[1:]
    if change.line is not None and has_lines(game, first):
        return Spot((*names, game.text(change.line.span)))
    routine = free_routine(game, first)
    chain: tuple[object, ...] = (first,)
    parameters = 0
    if routine is None and rest and owner_of(game, first) is not None:
        chain = (first, rest[0])
        owner = owner_of(game, first)
        assert owner is not None
        kind = owner.kind if isinstance(owner, InstanceSymbol) else owner
        method = kind.method(rest[0])
        if method is None:
            key = () if change.key is None else (game.text(change.key.span),)
            return Spot((*names, *key))
        rest = rest[1:]
        routine = owner.overrides.get(method.name) or method.default
    elif routine is not None:
        parameters = len(routine.parameters) if isinstance(routine.node, nodes.Phase) else 0
    if routine is None:
        return Spot(tuple(names))
    if not rest and change.line is None:
        return Spot(chain, in_each_pass(change, routine.node, parameters))
    found = find(routine.body or [], rest, change.line)
    if len(found) != 1:
        return Spot((*chain, *rest, *([game.text(change.line.span)] if change.line is not None else [])))
    return Spot((*chain, *found[0].around, found[0].node), in_each_pass(change, found[0].node, 0))


DECLINING = ("pass", "done")
"""The names of options that are no real ones: to choose one is to do nothing more. What chooses something else besides is one,
whatever it is called."""


def place_for_more(options: Sequence[nodes.Option]) -> int:
    """Where options are put that are added to some: before those at the end by which one does nothing more."""
    at = len(options)
    while at and options[at - 1].name.text in DECLINING and not options[at - 1].parameters:
        at -= 1
    return at

"""Variants: which files are one, what they add, and in which order their changes are made.

A variant adds declarations like any file of the game, and changes things by their dotted names. Several may be on at once, and
the order in which they were asked for never matters: they are sorted by name, each behind those that it is `over`. Which
changes cannot be made together, `clashes` says. The changes themselves are made by `weaving`, between the making of symbols and
the check, so that all that a variant writes is checked like the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.sema import clashes, merging, weaving
from rulelang.sema.clashes import Claim
from rulelang.sema.context import Game
from rulelang.sema.model import GameModel
from rulelang.sema.spots import Spot
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import Span
from rulelang.text.suggest import help_for, listing

VERBS = ("add", "take", "limit", "replace", "remove")
"""The changes of one spot by one variant are made in this order; hooks follow, around whatever is there then."""


@dataclass(slots=True)
class VariantFile:
    """The file of a variant: its first line and all else."""

    variant: nodes.Variant
    declarations: list[nodes.Declaration]
    unclear: bool = False
    """Whether it is over something unknown."""

    @property
    def changes(self) -> list[nodes.Change]:
        """What it changes."""
        return [d for d in self.declarations if isinstance(d, nodes.Change)]


# ------------------------------------------------------------------------------------------------------------ files


def read_files(model: GameModel, files: list[nodes.File], sink: Sink, known: Sequence[str] | None = None) -> list[VariantFile]:
    """The variants among the files given, in the order of their names; reports files that are none. `known` are the names of all
    variants of the game, where the caller knows them."""
    found: list[VariantFile] = []
    for file in files:
        variant = _first_line(model, file, sink)
        if variant is not None:
            found.append(VariantFile(variant, [d for d in file.declarations if not isinstance(d, nodes.Variant)]))
    found.sort(key=lambda f: f.variant.name.text)
    kept: list[VariantFile] = []
    for each in found:
        if kept and kept[-1].variant.name.text == each.variant.name.text:
            sink.error(
                "RL0404",
                f"two of the variants are called `{each.variant.name.text}`",
                each.variant.name.span,
                others=(Label(kept[-1].variant.name.span, "the other"),),
            )
            continue
        kept.append(each)
    model.variants = [each.variant for each in kept]
    if known is not None:
        _known_below(kept, [*known, *(each.variant.name.text for each in kept)], sink)
    return kept


def _known_below(files: list[VariantFile], known: list[str], sink: Sink) -> None:
    """Report names after `over` that no variant of the game has."""
    for each in files:
        for name in each.variant.over:
            if name.text not in known:
                each.unclear = True
                near = [n for n in dict.fromkeys(known) if n != each.variant.name.text]
                helps = help_for(name.text, near) or ((f"there are {listing(near[:4], 'and')}",) if near else ())
                sink.error("RL0406", f"no variant of this game is called `{name.text}`", name.span, help=helps)


def _first_line(model: GameModel, file: nodes.File, sink: Sink) -> nodes.Variant | None:
    variants = [d for d in file.declarations if isinstance(d, nodes.Variant)]
    if not variants:
        if "variant" not in file.damaged:
            sink.error(
                "RL0404",
                "the file of a variant begins with `variant`, its name and its game",
                Span(file.span.file, 0, 0),
                help=f"write `variant my_rules of {model.name or 'my_game'}`",
            )
        return None
    for second in variants[1:]:
        sink.error("RL0404", "a file holds one variant", second.name.span, others=(Label(variants[0].name.span, "the first"),))
    for declaration in file.declarations:
        if isinstance(declaration, nodes.Include):
            sink.error("RL0140", "a variant includes nothing", declaration.span, help="write all of it in one file")
        elif isinstance(declaration, nodes.GameDeclaration):
            sink.error("RL0404", "a variant has no `game` line", declaration.name.span)
    first = variants[0]
    count = first.for_players
    if count is not None and model.declaration is not None and not model.fewest <= count <= model.most:
        wanted = str(model.fewest) if model.fewest == model.most else f"{model.fewest} to {model.most}"
        sink.error("RL0404", f"this variant is for {count} players, and the game is for {wanted}", first.name.span)
    if model.name and first.of.text != model.name:
        sink.error("RL0404", f"this is a variant of `{first.of.text}`, and the game is `{model.name}`", first.of.span)
        return None
    return first


# ------------------------------------------------------------------------------------------------------------ additions


def merge(
    declarations: list[nodes.Declaration], variants: list[VariantFile], sink: Sink
) -> tuple[list[nodes.Declaration], list[merging.Made]]:
    """The declarations of a game with those that its variants add, without what they remove; and which changes that were."""
    made = merging.make(declarations, [(each.variant, each.declarations) for each in variants])
    merged = list(declarations)
    left_out = nodes.Change | nodes.Include | nodes.GameDeclaration | nodes.Components | nodes.Example
    own = {d.name.text: d for d in declarations if isinstance(d, nodes.Kind | nodes.Enum)}
    for each in variants:
        for declaration in each.declarations:
            if isinstance(declaration, nodes.Kind | nodes.Enum) and _goes_on(declaration, own, sink):
                continue
            if not isinstance(declaration, left_out):
                merged.append(declaration)
    return _with_components(merged, variants, sink), made


def _goes_on(node: nodes.Kind | nodes.Enum, own: dict[str, nodes.Kind | nodes.Enum], sink: Sink) -> bool:
    """Whether a variant adds to a kind or enum of the game by its name: members of the kind, values behind those of the enum."""
    there = own.get(node.name.text)
    if isinstance(node, nodes.Kind) and isinstance(there, nodes.Kind):
        if node.parent is not None and (there.parent is None or there.parent.text != node.parent.text):
            sink.error(
                "RL0404",
                f"`{node.name.text}` is a kind of the game, and what it is stays as it is",
                node.parent.span,
                others=(Label(there.name.span, "declared here"),),
                help=f"write `kind {node.name.text}:` and what is added",
            )
        there.members.extend(node.members)
        return True
    if isinstance(node, nodes.Enum) and isinstance(there, nodes.Enum):
        there.members.extend(node.members)
        return True
    return False


def _with_components(declarations: list[nodes.Declaration], variants: list[VariantFile], sink: Sink) -> list[nodes.Declaration]:
    """What the box holds, where variants say so anew: a line of a variant stands in for that of the game about the same
    things."""
    said: dict[tuple[str, str], tuple[nodes.Component, str]] = {}
    for each in variants:
        for block in (d for d in each.declarations if isinstance(d, nodes.Components)):
            for line in block.lines:
                earlier = said.setdefault(_of_what(line), (line, each.variant.name.text))
                if earlier[0] is not line:
                    sink.error(
                        "RL0402",
                        f"`{each.variant.name.text}` and `{earlier[1]}` both say how many `{line.what.text}` there are",
                        line.what.span,
                        others=(Label(earlier[0].what.span, f"`{earlier[1]}` says it here"),),
                        help="turn one of the two off",
                    )
    if not said:
        return declarations
    kept: list[nodes.Declaration] = []
    for declaration in declarations:
        if isinstance(declaration, nodes.Components):
            lines = [line for line in declaration.lines if _of_what(line) not in said]
            declaration = nodes.Components(span=declaration.span, doc=declaration.doc, notes=declaration.notes, lines=lines)
        kept.append(declaration)
    added = [line for line, _ in said.values()]
    return [*kept, nodes.Components(span=added[0].span, lines=added)]


def _of_what(line: nodes.Component) -> tuple[str, str]:
    zone = line.zone
    return line.what.text, zone.text if isinstance(zone, nodes.Name) else "" if zone is None else type(zone).__name__


# ------------------------------------------------------------------------------------------------------------ examples


def examples(game: Game, variants: list[VariantFile]) -> None:
    """Add the examples of variants, and let those that replace an example of the game stand in its place."""
    model = game.model
    replaced: dict[str, tuple[nodes.Example, nodes.Variant]] = {}
    own = {example.title: example for example in model.examples}
    order = clashes.Order(game.sink, [each.variant for each in variants]) if variants else None
    for each in variants:
        for example in (d for d in each.declarations if isinstance(d, nodes.Example)):
            if not example.replaces:
                model.examples.append(example)
                continue
            if example.title not in own:
                near = help_for(example.title, own)
                game.sink.error("RL0401", f"the game has no example “{example.title}” to be replaced", example.span, help=near)
                continue
            earlier = replaced.get(example.title)
            if earlier is None:
                replaced[example.title] = (example, each.variant)
                continue
            assert order is not None
            if order.over(earlier[1].name.text, each.variant.name.text):
                continue
            if not order.over(each.variant.name.text, earlier[1].name.text):
                model.silent.append(example.title)
                game.sink.warning(
                    "RL0911",
                    f"`{earlier[1].name.text}` and `{each.variant.name.text}` both replace this example, so it is left out",
                    example.span,
                    others=(Label(earlier[0].span, f"`{earlier[1].name.text}` replaces it here"),),
                    help="a variant over both can say how it comes out with both",
                )
            replaced[example.title] = (example, each.variant)
    for title, (example, _) in replaced.items():
        if title in model.silent:
            model.examples.remove(own[title])
            continue
        model.examples[model.examples.index(own[title])] = example
        model.replaced[title] = own[title]


# ------------------------------------------------------------------------------------------------------------ changes


def note(game: Game, made: list[merging.Made]) -> None:
    """Let the checker know which changes were made to declarations."""
    for each in made:
        game.merged.add(each.change)
        if each.change.verb == "remove":
            game.removed[each.change.path[-1].text] = (each.variant, each.change)


def apply(game: Game, variants: list[VariantFile]) -> None:
    """Make the changes of variants that exclude no others.

    A thing without a body of its own runs that of its kind, so kinds are changed first, the outermost before all. Then the
    variants that are over no other, then those over them, and so on; of one such level what lies deepest first, since what
    surrounds it may stand for it. Hooks are made last, so that they are around whatever is there; but before something around
    them is replaced.
    """
    if not variants:
        return
    unclear = [each.variant.name.text for each in variants if each.unclear]
    order = clashes.Order(game.sink, [each.variant for each in variants], unclear)
    claims: list[Claim] = []
    for each in sorted(variants, key=lambda v: (order.levels[v.variant.name.text], v.variant.name.text)):
        claims.extend(clashes.claims_of(game, each.variant, each.declarations))
    kept = [claim for claim in clashes.settle(game, claims, order) if claim.change is not None]
    levels = sorted(set(order.levels.values()))
    removed: set[Spot] = set()
    for rank in sorted({weaving.rank(game, claim.change) for claim in kept if claim.change is not None}):
        hooks: list[Claim] = []
        for level in levels:
            here = [
                claim
                for claim in kept
                if claim.change is not None and order.levels[claim.by] == level and weaving.rank(game, claim.change) == rank
            ]
            hooks.extend(claim for claim in here if claim.verb in clashes.HOOKS)
            changes = [claim for claim in here if claim.verb in VERBS]
            changes.sort(key=lambda c: (c.verb != "add", -_depth(c), VERBS.index(c.verb)))
            for claim in changes:
                if claim.verb in clashes.STANDS_FOR:
                    inside = [hook for hook in hooks if hook.spot.inside(claim.spot)]
                    _hang(game, inside)
                    hooks = [hook for hook in hooks if hook not in inside]
                if claim.verb == "remove":
                    if claim.spot in removed:
                        continue
                    removed.add(claim.spot)
                _weave(game, claim)
        _hang(game, hooks)


def _depth(claim: Claim) -> float:
    return len(claim.spot.chain) + (0.5 if claim.spot.each else 0)


def _hang(game: Game, hooks: list[Claim]) -> None:
    """Make hooks: the innermost first. Around a whole rule the one before that is made last runs first."""
    for depth in sorted({_depth(hook) for hook in hooks}, reverse=True):
        here = [hook for hook in hooks if _depth(hook) == depth]
        outside_in = [hook for hook in here if hook.verb == "before"]
        for hook in (*reversed(outside_in), *(hook for hook in here if hook.verb == "after")):
            _weave(game, hook)


def _weave(game: Game, claim: Claim) -> None:
    assert claim.change is not None
    weaving.weave(game, claim.variant, claim.change)

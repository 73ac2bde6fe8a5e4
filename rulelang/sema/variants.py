"""Variants: which files are one, what they add, what they change, and whether two of them want the same thing.

A variant adds declarations like any file of the game, and changes things by their dotted names. Several may be on at once, and
the order in which they were asked for never matters: they are sorted by name, hooks run in that order, and two that replace or
remove the same thing are an error that shows both places. The changes themselves are made by `weaving`, between the making of
symbols and the check, so that all that a variant writes is checked like the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.sema import weaving
from rulelang.sema.context import Game
from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import Span

HOOKS = ("before", "after")
CLAIMS = ("replace", "remove")


@dataclass(slots=True)
class VariantFile:
    """The file of a variant: its first line and all else."""

    variant: nodes.Variant
    declarations: list[nodes.Declaration]

    @property
    def changes(self) -> list[nodes.Change]:
        """What it changes."""
        return [d for d in self.declarations if isinstance(d, nodes.Change)]


def read_files(model: GameModel, files: list[nodes.File], sink: Sink) -> list[VariantFile]:
    """The variants among the files given, in the order of their names; reports files that are none."""
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
    return kept


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
    if first.for_players is not None:
        sink.error(
            "RL0122",
            "that a variant is for a number of players only is said in a later version of the language",
            first.name.span,
            help="leave `for … players` out, and switch the variant on by its name",
        )
    if model.name and first.of.text != model.name:
        sink.error("RL0404", f"this is a variant of `{first.of.text}`, and the game is `{model.name}`", first.of.span)
        return None
    return first


def merge(declarations: list[nodes.Declaration], variants: list[VariantFile]) -> list[nodes.Declaration]:
    """The declarations of a game with those that its variants add."""
    merged = list(declarations)
    left_out = nodes.Change | nodes.Include | nodes.GameDeclaration
    for each in variants:
        merged.extend(d for d in each.declarations if not isinstance(d, left_out))
    return merged


def apply(game: Game, variants: list[VariantFile]) -> None:
    """Make the changes: additions and limits, replacements, then hooks and removals inside of bodies, last those of whole bodies.

    A hook around a body hides what is inside of it, so what is inside comes first.
    """
    allowed = _without_clashes(variants, game.sink)
    # A thing without a body of its own runs that of its kind, so kinds are changed first, the outermost before all.
    ranks = sorted({weaving.rank(game, change) for _, change in allowed})
    for rank in ranks:
        here = [(variant, change) for variant, change in allowed if weaving.rank(game, change) == rank]
        for verb in ("add", "limit", "replace"):
            _weave(game, [each for each in here if each[1].verb == verb])
        inside = [each for each in here if weaving.is_inside(game, each[1])]
        for part in (inside, [each for each in here if each not in inside]):
            for verb in ("before", "after", "remove"):
                found = [each for each in part if each[1].verb == verb]
                # Each hook goes around what is there, so the last one before runs first, and the last one after runs last.
                _weave(game, found[::-1] if verb == "before" else found)


def _weave(game: Game, changes: list[tuple[nodes.Variant, nodes.Change]]) -> None:
    for variant, change in changes:
        weaving.weave(game, variant, change)


def _without_clashes(variants: list[VariantFile], sink: Sink) -> list[tuple[nodes.Variant, nodes.Change]]:
    """All changes but those that clash with one before; each clash is reported with both places."""
    claims: dict[str, tuple[nodes.Variant, nodes.Change]] = {}
    allowed: list[tuple[nodes.Variant, nodes.Change]] = []
    everything = [(each.variant, change) for each in variants for change in each.changes if change.path]
    for variant, change in everything:
        if change.verb not in CLAIMS:
            continue
        earlier = claims.get(_name(change))
        if earlier is not None:
            _clash(sink, earlier, (variant, change))
        claims.setdefault(_name(change), (variant, change))
    for variant, change in everything:
        name = _name(change)
        claim = claims.get(name)
        if change.verb in CLAIMS:
            if claim is not None and claim[1] is change:
                allowed.append((variant, change))
            continue
        if claim is not None and claim[1].verb == "replace" and change.verb in HOOKS:
            # A hook runs around whatever the body is.
            claim = None
        if claim is None:
            claim = next((claims[outer] for outer in _outward(name) if outer in claims), None)
        if claim is not None and claim[0] is not variant:
            _clash(sink, claim, (variant, change))
        else:
            allowed.append((variant, change))
    return allowed


def _name(change: nodes.Change) -> str:
    return ".".join(part.text for part in change.path)


def _outward(name: str) -> list[str]:
    """The names around a dotted name: `a.b`, `a` of `a.b.c`."""
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1)]


_DEEDS = {
    "replace": "replaces",
    "remove": "removes",
    "add": "adds to",
    "limit": "limits",
    "before": "acts before",
    "after": "acts after",
}


def _clash(sink: Sink, first: tuple[nodes.Variant, nodes.Change], second: tuple[nodes.Variant, nodes.Change]) -> None:
    one, other = first[0].name.text, second[0].name.text
    place, earlier = weaving.path_span(second[1]), weaving.path_span(first[1])
    message = f"`{other}` {_DEEDS[second[1].verb]} `{_name(second[1])}`, which `{one}` {_DEEDS[first[1].verb]}"
    if one == other:
        message = f"`{one}` {_DEEDS[second[1].verb]} `{_name(second[1])}` twice"
    helps = "turn one of the two variants off" if one != other else "take one of the two out"
    sink.error("RL0402", message, place, others=(Label(earlier, f"`{one}` {_DEEDS[first[1].verb]} it here"),), help=helps)

"""Which changes of several variants can be made together, and which cannot.

Two changes exclude each other if it would matter which of them is made first, or if one takes away what the other changes. Then
nobody is asked to guess: it is an error that shows all places, unless a variant says that it stands `over` the other. The order
in which variants were asked for never decides anything.

The message says what an author wants to know: which of the two runs the other by `original`, and where both are values, what
each order would come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulelang.sema.context import Game
from rulelang.sema.spots import Spot, owner_of, spot_of
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import Span
from rulelang.text.suggest import listing

HOOKS = ("before", "after")
STANDS_FOR = ("replace", "remove")


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """What a variant does to a spot. `verb` is that of a change, or `value` for what `also` gives to a thing; `change` is none
    then. `name` is how the author called it."""

    variant: nodes.Variant
    verb: str
    spot: Spot
    name: str
    span: Span
    change: nodes.Change | None = None

    @property
    def by(self) -> str:
        """The variant's name."""
        return self.variant.name.text

    @property
    def runs_original(self) -> bool:
        """Whether it runs what it stands for."""
        return self.change is not None and any(is_original(node) for node in everything(self.change))


def is_original(node: nodes.Node) -> bool:
    """Whether this is `original` in `original(...)`."""
    return isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name) and node.function.text == "original"


def written_name(game: Game, change: nodes.Change) -> str:
    """The dotted name of a change, as written."""
    name = ".".join(part.text for part in change.path)
    line = f".{game.text(change.line.span)}" if change.line is not None else ""
    key = f"[{game.text(change.key.span)}]" if change.key is not None else ""
    return f"{name}{line}{key}"


def path_span(change: nodes.Change) -> Span:
    """Where the dotted name of a change stands."""
    if not change.path:
        return change.span
    if isinstance(change.declared, nodes.Scoring):
        return change.declared.ranks[0].span.to(change.declared.ranks[-1].span)
    last = change.key or change.line or change.path[-1]
    return change.path[0].span.to(last.span)


def claims_of(game: Game, variant: nodes.Variant, declarations: Iterable[nodes.Declaration]) -> list[Claim]:
    """What a variant does to what the game has."""
    found: list[Claim] = []
    for declaration in declarations:
        if isinstance(declaration, nodes.Change) and declaration.path:
            spot, name = spot_of(game, declaration), written_name(game, declaration)
            found.append(Claim(variant, declaration.verb, spot, name, path_span(declaration), declaration))
        elif isinstance(declaration, nodes.Also) and owner_of(game, declaration.name.text) is not None:
            for slot in declaration.slots:
                key = (game.text(slot.key.span),) if isinstance(slot, nodes.Value) and slot.key is not None else ()
                chain = (declaration.name.text, slot.name.text, *key)
                found.append(Claim(variant, "value", Spot(chain), ".".join(chain[:2]), slot.name.span))
    return found


def exclude(one: Claim, other: Claim) -> bool:
    """Whether two claims exclude each other, if neither is said to be over the other."""
    verbs = {one.verb, other.verb}
    if verbs == {"remove"}:
        return False
    if one.spot == other.spot:
        if "remove" in verbs or verbs == {"replace"}:
            return True
        return "replace" in verbs and bool(verbs & {"add", "take", "value"})
    for inner, outer in ((one, other), (other, one)):
        if inner.spot.inside(outer.spot):
            return outer.verb in STANDS_FOR
    return False


def levels_of(variants: Sequence[nodes.Variant], sink: Sink) -> dict[str, int]:
    """How many variants stand below each, at the deepest."""
    return Order(sink, variants).levels


class Order:
    """Which variant is over which. `levels` says of each how many stand below it, at the deepest; `unclear` are those that
    are over something unknown, which was reported."""

    def __init__(self, sink: Sink, variants: Sequence[nodes.Variant], unclear: Iterable[str] = ()) -> None:
        self.unclear = frozenset(unclear)
        self.below: dict[str, set[str]] = {v.name.text: set() for v in variants}
        self.circular: set[str] = set()
        self.places: dict[tuple[str, str], Span] = {}
        for variant in variants:
            for name in variant.over:
                self.places[variant.name.text, name.text] = name.span
                if name.text in self.below:
                    self.below[variant.name.text].add(name.text)
        self._cut_circles(sink)
        self.levels = {name: self._level(name) for name in self.below}

    def _cut_circles(self, sink: Sink) -> None:
        """Report variants that are over each other, once for each circle."""
        while circle := next((found for start in sorted(self.below) if (found := self._way(start, start)) is not None), None):
            steps = list(pairwise(circle))
            lines = [self.places[step] for step in steps]
            if not self.circular & set(circle):
                sink.error(
                    "RL0405",
                    f"these variants stand over each other: {', '.join(f'`{a}` over `{b}`' for a, b in steps)}",
                    lines[0],
                    others=tuple(Label(line, "and here") for line in lines[1:]),
                    help="take `over` out of one of them",
                )
            self.circular.update(circle)
            for above, below in steps:
                self.below[above].discard(below)

    def _way(self, start: str, end: str) -> list[str] | None:
        """A way from a variant down to another, both included."""
        pending = [[start]]
        seen: set[str] = set()
        while pending:
            way = pending.pop(0)
            for name in sorted(self.below[way[-1]]):
                if name == end:
                    return [*way, name]
                if name not in seen:
                    seen.add(name)
                    pending.append([*way, name])
        return None

    def _level(self, name: str) -> int:
        return max((self._level(other) + 1 for other in self.below[name]), default=0)

    def over(self, upper: str, lower: str) -> bool:
        """Whether one variant is over another, by itself or through others."""
        return self._way(upper, lower) is not None


def settle(game: Game, claims: Sequence[Claim], order: Order) -> list[Claim]:
    """The claims that can be kept, in the order of variants; all that exclude each other are reported."""
    conflicts: dict[Claim, list[Claim]] = {claim: [] for claim in claims}
    dropped: set[Claim] = set()
    for number, one in enumerate(claims):
        for other in claims[number + 1 :]:
            if one.variant is other.variant:
                if one.spot == other.spot and one.verb == other.verb and one.verb in STANDS_FOR:
                    _twice(game, one, other)
                    dropped.add(other)
                continue
            if not exclude(one, other):
                continue
            if order.over(one.by, other.by):
                _above(game, one, other, dropped)
            elif order.over(other.by, one.by):
                _above(game, other, one, dropped)
            elif one.by in order.circular and other.by in order.circular:
                # Which is over which is asked already.
                dropped.add(other)
            elif {one.by, other.by} & order.unclear:
                dropped.add(other)
            else:
                conflicts[one].append(other)
                conflicts[other].append(one)
    told: set[Claim] = set()
    for claim in claims:
        if claim in told or not conflicts[claim]:
            continue
        group = _group(claim, conflicts)
        group.sort(key=claims.index)
        told.update(group)
        _clash(game, group)
        # What is removed is gone already, so nothing else can be made of it.
        kept = next((each for each in group if each.change in game.merged), group[0])
        dropped.update(each for each in group if each is not kept)
    return [claim for claim in claims if claim not in dropped]


def _group(start: Claim, conflicts: dict[Claim, list[Claim]]) -> list[Claim]:
    found = [start]
    for claim in found:
        found.extend(other for other in conflicts[claim] if other not in found)
    return found


def _above(game: Game, upper: Claim, lower: Claim, dropped: set[Claim]) -> None:
    """What it comes to that a variant is over another: told where a change of the lower one has no effect at all."""
    inner = lower.spot == upper.spot or lower.spot.inside(upper.spot)
    if not inner:
        return
    if upper.verb == "remove" or (upper.verb == "value" and lower.verb == "replace"):
        dropped.add(lower)
    elif lower.verb == "remove" or upper.verb != "replace" or upper.runs_original:
        return
    game.sink.warning(
        "RL0910",
        f"this has no effect: `{upper.by}`, which is over `{lower.by}`, {DEEDS[upper.verb]} `{upper.name}`"
        + ("" if upper.verb != "replace" else " without `original`"),
        lower.span,
        others=(Label(upper.span, f"`{upper.by}` {DEEDS[upper.verb]} it here"),),
        help=f"let `{upper.by}` run what `{lower.by}` says by `original(...)`" if upper.verb == "replace" else (),
    )


DEEDS = {
    "replace": "replaces",
    "remove": "removes",
    "add": "adds to",
    "take": "takes from",
    "limit": "limits",
    "before": "acts before",
    "after": "acts after",
    "value": "gives",
}


def _twice(game: Game, first: Claim, second: Claim) -> None:
    game.sink.error(
        "RL0402",
        f"`{second.by}` {DEEDS[second.verb]} `{second.name}` twice",
        second.span,
        others=(Label(first.span, "the first"),),
        help="take one of the two out",
    )


def _clash(game: Game, group: list[Claim]) -> None:
    """Report claims that exclude each other: all places, who runs whom by `original`, what each order would come to."""
    first, last = group[0], group[-1]
    names = list(dict.fromkeys(claim.by for claim in group))
    if len(group) == 2:
        message = f"`{last.by}` {DEEDS[last.verb]} `{last.name}`, which `{first.by}` {DEEDS[first.verb]}"
        if last.name != first.name:
            message = f"`{last.by}` {DEEDS[last.verb]} `{last.name}`, and `{first.by}` {DEEDS[first.verb]} `{first.name}`"
    else:
        message = f"{listing(names, 'and')} change `{first.name}`, each in another way"
    others = tuple(
        Label(claim.span, f"`{claim.by}` {DEEDS[claim.verb]} {_it(claim, last)} here{_by_original(claim)}")
        for claim in group[:-1]
    )
    game.sink.error(
        "RL0402",
        message,
        last.span,
        label=_by_original(last).removeprefix(", "),
        others=others,
        notes=tuple(_results(game, group)),
        help=tuple(_ways_out(group, names)),
    )


def _it(claim: Claim, other: Claim) -> str:
    return "it" if claim.name == other.name else f"`{claim.name}`"


def _by_original(claim: Claim) -> str:
    if claim.verb != "replace":
        return ""
    return ", and runs what was there by `original`" if claim.runs_original else ", without `original`"


def _ways_out(group: list[Claim], names: list[str]) -> list[str]:
    helps = [f"turn {'one of the two' if len(names) == 2 else 'all but one of them'} off"]
    if len(names) == 2 and len(group) == 2:
        one, other = group
        for upper, lower in ((one, other), (other, one)):
            if upper.verb == "replace" and upper.runs_original and lower.verb != "remove":
                helps.append(
                    f"or write `{_line(upper)} over {lower.by}`: then `original(...)` in `{upper.by}` runs what `{lower.by}` says"
                )
        if len(helps) == 1:
            keeps = one if one.verb in STANDS_FOR else other
            gives = other if keeps is one else one
            helps.append(f"or write `{_line(keeps)} over {gives.by}`, and what `{gives.by}` says here has no effect")
    return helps


def _line(claim: Claim) -> str:
    title = f' "{claim.variant.title}"' if claim.variant.title else ""
    return f"variant {claim.by}{title} of {claim.variant.of.text}"


# ------------------------------------------------------------------------------------------------------------ results


def _results(game: Game, group: list[Claim]) -> list[str]:
    """What each of two orders would come to, where both are values and one runs the other."""
    if len(group) != 2 or any(claim.verb != "replace" or claim.spot != group[0].spot for claim in group):
        return []
    if not any(claim.runs_original for claim in group):
        return []
    notes: list[str] = []
    for upper, lower in ((group[0], group[1]), (group[1], group[0])):
        text = _composed(game, upper, lower)
        if text is None:
            return []
        notes.append(f"`{upper.by}` over `{lower.by}`: `{text}`")
    return notes


def _value(claim: Claim) -> nodes.Expression | None:
    """The value that a replaced define or rule gives, where it is nothing but that."""
    change = claim.change
    if change is None:
        return None
    if change.value is not None:
        return change.value
    body = [s for s in change.body or [] if not isinstance(s, nodes.DocLine)]
    if len(body) == 1 and isinstance(body[0], nodes.Return):
        return body[0].value
    return None


def _composed(game: Game, upper: Claim, lower: Claim) -> str | None:
    """The text of one value in which `original(...)` stands for another value."""
    outer, inner = _value(upper), _value(lower)
    if outer is None or inner is None or lower.change is None:
        return None
    names = [p.name.text for p in lower.change.parameters or []]
    edits: list[tuple[Span, str]] = []
    for node in everything(outer):
        if is_original(node) and isinstance(node, nodes.Call):
            given = [game.text(argument.span) for argument in node.arguments]
            if len(given) != len(names):
                return None
            edits.append((node.span, _within(game, inner, dict(zip(names, given, strict=True)), node is outer)))
    return _edited(game, outer, edits)


def _within(game: Game, node: nodes.Expression, renamed: dict[str, str], whole: bool) -> str:
    edits = [
        (part.span, renamed[part.text])
        for part in everything(node)
        if isinstance(part, nodes.Name) and renamed.get(part.text, part.text) != part.text
    ]
    text = _edited(game, node, edits)
    plain = whole or isinstance(node, nodes.Name | nodes.Number | nodes.Call | nodes.Attribute)
    return text if plain else f"({text})"


def _edited(game: Game, node: nodes.Expression, edits: list[tuple[Span, str]]) -> str:
    text, begin = game.text(node.span), node.span.start
    for span, replacement in sorted(edits, reverse=True):
        text = text[: span.start - begin] + replacement + text[span.end - begin :]
    return " ".join(text.split())

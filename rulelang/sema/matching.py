"""Checking the patterns of a `match`: what they can mean for the subject, whether they overlap, whether they leave something
out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.sema import facts, fits, say, types
from rulelang.sema.context import Body, use
from rulelang.sema.facts import Facts
from rulelang.sema.symbols import EnumMember, InstanceSymbol, KindSymbol, Symbol
from rulelang.sema.types import Type
from rulelang.syntax import nodes
from rulelang.text import suggest
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

FAR = 1 << 60
"""Beyond every number: where a range is open."""


@dataclass(slots=True)
class Arms:
    """What each arm shows of the subject, and whether one of them always runs."""

    shown: list[Facts] = field(default_factory=list)
    exhaustive: bool = False


@dataclass(slots=True)
class _Seen:
    ranges: list[tuple[int, int, Span]] = field(default_factory=list)
    symbols: dict[Symbol, Span] = field(default_factory=dict)
    none: Span | None = None
    other: Span | None = None


def patterns(body: Body, node: nodes.Match, subject: Type) -> Arms:
    """Check all patterns of a match."""
    arms = Arms()
    seen = _Seen()
    for arm in node.arms:
        shown: Facts | None = None
        for pattern in arm.patterns:
            if seen.other is not None:
                body.sink.error(
                    "RL0507", "this comes after `else` and is never reached", pattern.span, others=(Label(seen.other, "`else`"),)
                )
            here = _pattern(body, node, pattern, subject, seen)
            shown = here if shown is None else facts.both(shown, here)
        arms.shown.append(shown or {})
    arms.exhaustive = seen.other is not None or _all_covered(body, node, subject, seen)
    return arms


def _twice(body: Body, span: Span, earlier: Span, what: str) -> None:
    body.sink.error(
        "RL0507", f"{what} stands in two arms", span, others=(Label(earlier, "the other"),), help="the first would always win"
    )


def _pattern(body: Body, node: nodes.Match, pattern: nodes.Pattern, subject: Type, seen: _Seen) -> Facts:
    base = types.without_none(subject)
    if isinstance(base, types.BadType) and pattern.form != "else":
        return {}
    match pattern.form:
        case "else":
            seen.other = pattern.span
        case "none":
            if not isinstance(subject, types.OptionalType):
                _unfit(body, node, pattern, subject, "`none`")
            elif seen.none is not None:
                _twice(body, pattern.span, seen.none, "`none`")
            seen.none = pattern.span
        case "number":
            _number(body, node, pattern, subject, seen)
        case "kind":
            return _kind(body, node, pattern, subject, seen)
        case "name":
            return _name(body, node, pattern, subject, seen)
    return {}


def _unfit(body: Body, node: nodes.Match, pattern: nodes.Pattern, subject: Type, what: str) -> None:
    body.sink.error("RL0301", f"{body.game.quoted(node.subject)} is {say.type_words(subject)} and never {what}", pattern.span)


def _number(body: Body, node: nodes.Match, pattern: nodes.Pattern, subject: Type, seen: _Seen) -> None:
    if not isinstance(types.without_none(subject), types.IntType):
        _unfit(body, node, pattern, subject, "a number")
        return
    lowest = -FAR if pattern.lowest is None else pattern.lowest
    highest = FAR if pattern.highest is None else pattern.highest
    if lowest > highest:
        body.sink.error(
            "RL0311", f"{body.game.quoted(pattern)} holds no number", pattern.span, help="write the smaller number first"
        )
        return
    for low, high, span in seen.ranges:
        if lowest <= high and low <= highest:
            _twice(
                body,
                pattern.span,
                span,
                body.game.quoted(pattern) if lowest == highest else f"part of {body.game.quoted(pattern)}",
            )
            break
    seen.ranges.append((lowest, highest, pattern.span))


def _kind(body: Body, node: nodes.Match, pattern: nodes.Pattern, subject: Type, seen: _Seen) -> Facts:
    assert pattern.name is not None
    name = pattern.name.text
    kind = body.game.model.kinds.get(name)
    base = types.without_none(subject)
    if kind is None:
        body.game.unknown("RL0204", f"there is no kind called `{name}`", pattern.name.span, name, body.game.model.kinds)
        return {}
    pattern.symbol = kind
    use(kind, pattern.name.span)
    if not isinstance(base, types.KindType) or not fits.related(base, types.KindType(kind)):
        _unfit(body, node, pattern, subject, f"a {kind.name}")
        return {}
    for symbol, span in seen.symbols.items():
        if isinstance(symbol, KindSymbol) and kind.is_a(symbol):
            _twice(body, pattern.span, span, f"`{name}`")
            break
    seen.symbols[kind] = pattern.span
    return facts.narrowed(node.subject, types.KindType(kind) if kind.is_a(base.kind) else base)


def _name(body: Body, node: nodes.Match, pattern: nodes.Pattern, subject: Type, seen: _Seen) -> Facts:
    assert pattern.name is not None
    name = pattern.name.text
    base = types.without_none(subject)
    found = body.game.names.candidates(name)
    fitting = [s for s in found if isinstance(s, EnumMember | InstanceSymbol) and fits.related(_type(s), base)]
    if not fitting:
        if found:
            _unfit(body, node, pattern, subject, f"`{name}`, which is {say.symbol_words(found[0])}")
            return {}
        words = [m.name for m in base.enum.members] if isinstance(base, types.EnumType) else list(body.game.names.words())
        message = f"{base.enum.name} has no `{name}`" if isinstance(base, types.EnumType) else f"nothing is called `{name}`"
        if body.game.missed(name):
            body.sink.error("RL0202", message, pattern.name.span, help=suggest.help_for(name, words))
        return {}
    symbol = fitting[0]
    pattern.symbol = symbol
    use(symbol, pattern.name.span)
    if symbol in seen.symbols:
        _twice(body, pattern.span, seen.symbols[symbol], f"`{name}`")
    elif isinstance(symbol, InstanceSymbol):
        for kind, span in seen.symbols.items():
            if isinstance(kind, KindSymbol) and symbol.kind.is_a(kind):
                _twice(body, pattern.span, span, f"`{name}`, which is a {kind.name},")
                break
    seen.symbols[symbol] = pattern.span
    return facts.narrowed(node.subject, base) if base != subject else {}


def _type(symbol: EnumMember | InstanceSymbol) -> Type:
    return types.EnumType(symbol.enum) if isinstance(symbol, EnumMember) else types.KindType(symbol.kind)


def _all_covered(body: Body, node: nodes.Match, subject: Type, seen: _Seen) -> bool:
    """Whether the arms leave nothing out; for enums it is an error if they do."""
    base = types.without_none(subject)
    none_left = isinstance(subject, types.OptionalType) and seen.none is None
    if isinstance(base, types.EnumType):
        missing = [m.name for m in base.enum.members if m not in seen.symbols]
        if none_left:
            missing.append("none")
        if missing:
            shown = suggest.listing(missing[:4], "and")
            more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
            body.sink.error(
                "RL0506",
                f"this `match` leaves out {shown}{more}",
                node.subject.span,
                help="add them, or `else: nothing`",
            )
        return True
    if none_left:
        return False
    if isinstance(base, types.IntType):
        at = -FAR if base.lowest is None else base.lowest
        end = FAR if base.highest is None else base.highest
        for low, high, _ in sorted(seen.ranges):
            if low > at:
                return False
            at = max(at, high + 1)
        return at > end
    if isinstance(base, types.KindType):
        return any(isinstance(s, KindSymbol) and base.kind.is_a(s) for s in seen.symbols)
    return False

"""Every combination of variants, compiled and played: does it hold together, and does it come to an end?

That variants do not exclude each other by name says nothing about what they mean together. So every set of them is tried, for
each number of players; of many variants, whose sets are too many, each alone, each two, all that go together, and some of the
sets between, picked by chance but always the same: the game is checked and compiled, some random games are played a choice at
a time, and what must always hold is asked at every choice. What goes wrong is shown with the shortest game that was found to
lead to it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rulelang.errors import IllegalMove, RulesError
from rulelang.locate import GamePlace, known_variants
from rulelang.play.example import Workshop
from rulelang.play.heading import heading
from rulelang.play.match import Game, Match
from rulelang.runtime.machine import RulesFault
from rulelang.text.diagnostic import Diagnostic, Severity
from rulelang.text.source import SourceMap
from rulelang.tools.setup import Setup

MOST = 63
"""So many sets are tried: all those of six variants."""

LONGEST = 2_000
"""A game that has not ended after so many choices is said not to end."""


@dataclass(slots=True)
class Trouble:
    """Something that went wrong in a game: what, with how many players, and the shortest script found that leads to it."""

    what: str
    players: int
    script: tuple[str, ...]


@dataclass(slots=True)
class Combination:
    """What came of some variants together. `findings` are what keeps them from being compiled."""

    variants: tuple[str, ...]
    findings: tuple[Diagnostic, ...] = ()
    sources: SourceMap | None = None
    games: int = 0
    ended: int = 0
    choices: int = 0
    troubles: list[Trouble] = field(default_factory=list)

    @property
    def excluded(self) -> bool:
        """Whether the variants exclude each other by what they change, and nothing else is wrong with them."""
        return bool(self.findings) and all(finding.code == "RL0402" for finding in self.findings)

    @property
    def sound(self) -> bool:
        """Whether it compiles, ends, and nothing broke."""
        return self.sources is None and not self.troubles


def try_combinations(place: GamePlace, setup: Setup, games: int, seed: int = 0, most: int = MOST) -> Iterator[Combination]:
    """Sets of variants, on top of those of the set-up, from the smallest on. A set with two in it that exclude each other is left
    out: that those two do is told of them."""
    names = [variant.name for variant in known_variants(place) if variant.name not in setup.variants]
    excluded: list[frozenset[str]] = []
    for chosen in sets_of(names, most):
        if any(apart < frozenset(chosen) for apart in excluded):
            continue
        made = _tried(place, setup, chosen, games, seed)
        if made.excluded:
            excluded.append(frozenset(chosen))
        yield made


def sets_of(names: Sequence[str], most: int = MOST) -> list[tuple[str, ...]]:
    """The sets of some names, the smallest first: all, if they are no more than `most`; else as many, among them each alone, each
    two as far as they go, and all together."""
    sizes = range(1, len(names) + 1)
    if 2 ** len(names) - 1 <= most:
        return [chosen for size in sizes for chosen in combinations(names, size)]
    found = [*combinations(names, 1), *combinations(names, 2)][: most - 1]
    source = random.Random("/".join(names))
    larger = {tuple(names)}
    while len(found) + len(larger) < most:
        size = source.randint(3, len(names))
        larger.add(tuple(sorted(source.sample(names, size), key=names.index)))
    return [*found, *sorted(larger, key=lambda chosen: (len(chosen), chosen))]


def _tried(place: GamePlace, setup: Setup, chosen: tuple[str, ...], games: int, seed: int) -> Combination:
    made = Combination(chosen)
    variants = (*setup.variants, *chosen)
    try:
        model = Workshop(place, variants, setup.settings).model
        counts = range(model.fewest, model.most + 1) if setup.count is None else [setup.count]
        game = Game(place, variants, setup.settings)
        for players in counts:
            _play(made, game, players, games, seed)
    except RulesError as fault:
        made.findings = tuple(d for d in fault.diagnostics if d.severity is Severity.ERROR)
        made.sources = fault.sources
    return made


def _play(made: Combination, game: Game, players: int, games: int, seed: int) -> None:
    """Play some random games with so many players."""
    names = game.names(players)
    troubles = {trouble.what: trouble for trouble in made.troubles}
    for number in range(games):
        source = random.Random(f"{seed}/{players}/{number}")
        first = source.getrandbits(31)
        lines: list[str] = []
        what = ""
        try:
            match = game.start(names, first)
            what = _broken(match)
            while match.pending and not what and len(lines) < LONGEST:
                choice = next((c for c in match.pending if not c.optional), None)
                if choice is None:
                    break
                option = source.choice(choice.options)
                lines.append(f"{choice.player}: {option.text}")
                match.choose(choice.seat, option)
                what = _broken(match)
            if not what and not match.over:
                what = f"does not end within {LONGEST} choices"
        except RulesFault as fault:
            what = (
                f"{fault.place}: error[{fault.code}]: {fault.message}" if fault.place else f"error[{fault.code}]: {fault.message}"
            )
        except IllegalMove as refused:
            what = str(refused)
        made.games += 1
        if not what:
            made.ended += 1
            made.choices += len(lines)
            continue
        known = troubles.get(what)
        if known is None or len(lines) + 4 < len(known.script):
            troubles[what] = Trouble(what, players, (*heading(game, names, first), *lines))
    made.troubles = list(troubles.values())


def _broken(match: Match) -> str:
    """What must hold and does not; empty if all is well."""
    return next(iter(match.check_invariants()), "")


def combinations_text(found: list[Combination]) -> str:
    """The table, and below it what went wrong."""
    if not found:
        return "this game has no variants"
    rows = [("variants", "compiles", "games", "end", "choices")]
    for each in found:
        if each.sources is not None:
            rows.append((" + ".join(each.variants), "no", "", "", ""))
            continue
        length = f"{each.choices / each.ended:.1f}" if each.ended else ""
        rows.append((" + ".join(each.variants), "yes", str(each.games), str(each.ended), length))
    widths = [max(len(row[n]) for row in rows) for n in range(5)]
    lines: list[str] = []
    for row in rows:
        cells = [cell.ljust(widths[n]) if n < 2 else cell.rjust(widths[n]) for n, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    for each in found:
        name = " + ".join(each.variants)
        if each.sources is not None:
            lines.append("")
            lines.extend(f"{name}: {each.sources.place(d.span)}: {d.message}" for d in each.findings[:5])
        for trouble in each.troubles:
            alone = next((o for o in found if o is not each and set(o.variants) < set(each.variants) and _has(o, trouble)), None)
            if alone is not None:
                lines.extend(["", f"{name}: {trouble.what}, as with {' + '.join(alone.variants)} alone"])
                continue
            lines.extend(["", f"{name}, {trouble.players} players: {trouble.what}"])
            lines.extend(f"    {line}" for line in _cut(trouble.script))
    return "\n".join(lines)


def _has(combination: Combination, trouble: Trouble) -> bool:
    return any(other.what == trouble.what for other in combination.troubles)


def _cut(script: tuple[str, ...], most: int = 40) -> Iterator[str]:
    """A script; of one that is very long, as of a game without an end, its beginning."""
    if len(script) <= most:
        yield from script
        return
    yield from script[:12]
    yield f"... and {len(script) - 12} more lines"

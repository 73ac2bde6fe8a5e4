"""Whether a game keeps its secrets: random games are stopped again and again, and at each stop everything that a player cannot
see is dealt anew (`play.redeal`). Whatever is otherwise for him then tells him something: what he sees, the story, what he is
asked and may choose, or why he is refused. The game is shown as a script that leads there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from rulelang.locate import GamePlace
from rulelang.play.belief import Beliefs
from rulelang.play.heading import heading
from rulelang.play.match import Game
from rulelang.play.redeal import leaks, sample
from rulelang.tools.setup import Setup

EVERY = 13
"""A game is stopped after so many choices, and again after as many."""
REFUSALS = 4
"""At one stop of so many it is also asked why other answers are refused, and the whole story is told, which takes longer."""
LONGEST = 2_000
"""A game is left after so many choices."""


@dataclass(slots=True)
class Kept:
    """What was looked at with so many players: at how many stops of how many games, how often by some player. `told` is what told
    a player something, with the script that leads there."""

    players: int
    stops: int = 0
    games: int = 0
    looks: int = 0
    hides: bool = True
    """Whether there is anything that a player cannot see."""
    told: list[str] = field(default_factory=list)
    script: tuple[str, ...] = ()


def try_secrets(
    place: GamePlace, setup: Setup, stops: int, seed: int = 0, progress: Callable[[int], None] | None = None
) -> list[Kept]:
    """Look at so many stops of random games for each number of players, from the seat of each; the first thing that tells a
    player something ends it for that number. `progress` is told how many stops are done."""
    game = Game(place, setup.variants, setup.settings)
    information = game.information
    counts = range(information.fewest, information.most + 1) if setup.count is None else [setup.count]
    found: list[Kept] = []
    for players in counts:
        done = sum(kept.stops for kept in found)
        found.append(_tried(game, players, stops, seed, progress, done))
    return found


def _tried(game: Game, players: int, stops: int, seed: int, progress: Callable[[int], None] | None, done: int) -> Kept:
    kept = Kept(players)
    beliefs = Beliefs(game.machine(players))
    kept.hides = any(store.hidden for store in beliefs.layout.stores) or bool(beliefs.secret)
    while kept.hides and kept.stops < stops and not kept.told:
        source = Random(f"{seed}/{players}/{kept.games}")
        first = source.getrandbits(31)
        names = game.names(players)
        lines: list[str] = []
        kept.games += 1
        told = 0
        for match in sample(game.start(names, first), source, EVERY, LONGEST, lines):
            whole = kept.stops % REFUSALS == 0
            for seat in range(players):
                kept.looks += 1
                kept.told += leaks(beliefs, match, seat, source, refusals=whole, since=0 if whole else told)
            told = len(match.state.log)
            kept.stops += 1
            if progress is not None:
                progress(done + kept.stops)
            if kept.told:
                kept.script = (*heading(game, names, first), *lines)
            if kept.told or kept.stops == stops:
                break
    return kept


def secrets_text(found: list[Kept]) -> str:
    """A line for each number of players, and what told something."""
    lines: list[str] = []
    for kept in found:
        if not kept.hides:
            lines.append(f"{kept.players} players: nothing is hidden from anybody")
            continue
        what = f"{kept.looks:,} looks at {kept.stops:,} stops of {kept.games:,} games"
        lines.append(f"{kept.players} players: {what}: {'nothing tells anybody what he cannot see' if not kept.told else 'told'}")
        lines += [f"  {sentence}" for sentence in kept.told]
        lines += [f"    {line}" for line in kept.script]
    return "\n".join(lines)

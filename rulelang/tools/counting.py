"""Simulations and perft as text and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from rulelang.errors import RulelangError, ScriptError
from rulelang.play.match import Game, Match
from rulelang.play.perft import Depth, counts, divided
from rulelang.play.simulate import Result, Share, Spread
from rulelang.tools.setup import Setup

CHOICE_LEFT_OPEN = "RL0713"


def simulation_text(result: Result) -> str:
    """What came of a simulation, for people."""
    rate = result.games / result.seconds if result.seconds else 0
    stopped = ", stopped" if result.stopped else ""
    lines = [
        f"{result.game}, {len(result.players)} players, random bots: {result.games} games, seed {result.seed}{stopped}"
        f" ({rate:,.0f} games a second)"
    ]
    width = max(len(player) for player in result.players)
    for player in result.players:
        score = f"   score {_spread(result.scores[player])}" if player in result.scores else ""
        lines.append(f"  {player:<{width}}  wins {_share(result.wins[player])}{score}")
    if result.shared.share:
        lines.append(f"  shared victories {_share(result.shared)}")
    if result.choices is not None:
        lines.append(f"  choices in a game {_spread(result.choices)}, in {result.sampled} games played choice by choice")
    lines += [
        f"  ended by “{text}”: {count}" for text, count in sorted(result.ends.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    lines += [f"  broken off by a limit: {text} {_share(share)}" for text, share in sorted(result.limits.items())]
    lines += [f"  does not hold: {sentence}" for sentence in result.broken]
    for fault in result.faults:
        lines.append(f"  fault of the rules in {fault.games} games: {fault.place}: [{fault.code}] {fault.message}")
        lines += [f"    {line}" for line in fault.script]
    return "\n".join(lines)


def simulation_csv(result: Result) -> str:
    """A line for each player."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["game", "player", "games", "seed", "wins", "wins_low", "wins_high", "score_mean", "score_least", "score_most"]
    )
    for player in result.players:
        win, score = result.wins[player], result.scores.get(player)
        shares = [f"{number:.6f}" for number in (win.share, win.low, win.high)]
        scored = [f"{score.mean:.3f}", f"{score.least:g}", f"{score.most:g}"] if score is not None else ["", "", ""]
        writer.writerow([result.game, player, result.games, result.seed, *shares, *scored])
    return out.getvalue()


def _share(share: Share) -> str:
    return f"{share.share:6.1%} ({share.low:.1%} to {share.high:.1%})"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} (median {spread.median:g}, {spread.least:g} to {spread.most:g})"


def position(game: Game, setup: Setup, script: Path | None, seed: int) -> Match:
    """Where to count from: the beginning of a match, or where a script ends."""
    if script is None:
        return game.start(setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players), seed)
    # Only here, since counting in a game that is kept needs no parser.
    from rulelang.play.script import Scripts

    played = Scripts(setup.variants, setup.settings, setup.players, seed).run(script)
    wrong = [d for d in played.diagnostics if d.severity.value == "error" and d.code != CHOICE_LEFT_OPEN]
    if wrong or played.match is None:
        raise ScriptError(wrong or played.diagnostics, played.sources)
    if played.match.game.id != game.id:
        raise RulelangError(f"`{script}` is a script of `{played.match.game.id}`, not of `{game.id}`")
    return played.match


def perft_lines(match: Match, depth: int) -> Iterator[str]:
    """The counts of each depth, each line as soon as it is known."""
    for each in counts(match.machine, match.state, depth):
        yield depth_line(each)


def depth_line(each: Depth) -> str:
    """One depth."""
    over = f"  {each.over} of them the end" if each.over else ""
    return f"{each.depth:>3}  {each.positions}{over}"


def divided_lines(match: Match, depth: int) -> Iterator[str]:
    """How many positions lie behind each first move."""
    for codes, positions in divided(match.machine, match.state, depth):
        after = match.copy()
        choice = after.pending[0]
        words: list[str] = []
        for code in codes:
            now = after.choice_of(choice.seat)
            option = next((o for o in now.options if o.code == code), None) if now is not None else None
            if option is None:
                break
            words.append(option.text)
            after.choose(choice.seat, option)
        yield f"{choice.player}: {' '.join(words)}  {positions}"

"""Simulations and perft as text and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from rulelang.errors import RulelangError, ScriptError
from rulelang.play.figures import Share, Spread
from rulelang.play.loading import written
from rulelang.play.match import Game, Match
from rulelang.play.perft import Depth, counts, divided
from rulelang.play.simulate import Result
from rulelang.tools.setup import Setup

CHOICE_LEFT_OPEN = "RL0713"


def simulation_text(result: Result) -> str:
    """What came of a simulation, for people."""
    lines = _result_lines(result)
    if result.against is not None:
        lines += ["", "against", *_result_lines(result.against), "", f"{result.game} less {result.against.game}"]
        width = max(len(each.what) for each in result.differences)
        for each in result.differences:
            scale, unit = (100, " %") if each.what.startswith(("wins", "shared", "draws")) else (1, "")
            text = f"{each.here - each.there:+.3g}" if not unit else f"{(each.here - each.there) * scale:+.1f}"
            interval = ", ".join(f"{bound * scale:+.1f}" if unit else f"{bound:+.3g}" for bound in (each.low, each.high))
            lines.append(f"  {each.what:<{width}}  {text}{unit} ({interval}{unit}){'' if each.clear else '  could be chance'}")
    return "\n".join(lines)


def _result_lines(result: Result) -> list[str]:
    rate = result.games / result.seconds if result.seconds else 0
    stopped = ", stopped" if result.stopped else ""
    lines = [
        f"{_called(result)}, {len(result.players)} players, {_bots(result)}: {result.games} games, seed {result.seed}{stopped}"
        f" ({rate:,.0f} games a second)"
    ]
    if result.dealt_anew:
        lines.append("  what is hidden from a bot, and what chance will bring, is dealt anew whenever it looks ahead")
    width = max(len(player) for player in result.players)
    for player in result.players:
        score = f"   score {_spread(result.scores[player])}" if player in result.scores else ""
        lines.append(f"  {player:<{width}}  wins {_share(result.wins[player])}{score}")
    if result.drawn.share:
        lines.append(f"  drawn games {_share(result.drawn)}")
    if result.shared.share > result.drawn.share:
        lines.append(f"  victories shared by several {_share(result.shared)}")
    if result.first is not None:
        who = f" (always {result.first_player})" if result.first_player is not None else f", in {result.watched} games watched,"
        lines.append(f"  who chooses first{who} wins {_share(result.first)}; an even share is {1 / len(result.players):.1%}")
    if result.choices is not None:
        lines.append(f"  choices in a game {_spread(result.choices)}, in {result.watched} games watched")
    if result.options is not None:
        lines.append(f"  options of a choice {_spread(result.options)}")
    if result.choices is not None and not result.broken:
        lines.append(f"  what must always hold did, at each of {round(result.choices.mean * result.watched):,} choices")
    if result.unended:
        lines.append(f"  given up without an end: {result.unended}")
    lines += [
        f"  ended by “{text}”: {count}" for text, count in sorted(result.ends.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    lines += [f"  broken off by a limit: {text} {_share(share)}" for text, share in sorted(result.limits.items())]
    lines += [f"  does not hold: {sentence}" for sentence in result.broken]
    for fault in result.faults:
        lines.append(f"  fault of the rules in {fault.games} games: {fault.place}: [{fault.code}] {fault.message}")
        lines += [f"    {line}" for line in fault.script]
    return lines


def _called(result: Result) -> str:
    """The game with its variants and the settings that were changed."""
    parts = [result.game, *(f"with {name}" for name in result.variants)]
    return " ".join([*parts, *(f"{name}={written(value)}" for name, value in result.settings.items())])


def _bots(result: Result) -> str:
    """Who plays."""
    more = f" ({result.iterations} matches tried for a choice)" if result.iterations is not None else ""
    if len(set(result.bots)) == 1:
        return f"{result.bots[0]} bots{more}"
    return ", ".join(f"{player} {bot}" for player, bot in zip(result.players, result.bots, strict=True)) + more


CSV = (
    *("game", "variants", "player", "bot", "games", "seed", "wins", "wins_low", "wins_high", "draws"),
    *("score_mean", "score_low", "score_high", "score_median", "score_least", "score_most"),
    *("choices_mean", "choices_low", "choices_high", "options_mean", "options_most"),
)


def simulation_csv(result: Result) -> str:
    """A line for each player, and each of the game that it is compared with."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV)
    for each in (result, *([result.against] if result.against is not None else [])):
        for player, bot in zip(each.players, each.bots, strict=True):
            win, score, choices, options = each.wins[player], each.scores.get(player), each.choices, each.options
            row: list[object] = [each.game, " ".join(each.variants), player, bot, each.games, each.seed]
            row += [f"{number:.6f}" for number in (win.share, win.low, win.high, each.drawn.share)]
            row += [""] * 3 if score is None else [f"{number:.3f}" for number in (score.mean, score.low, score.high)]
            row += [""] * 3 if score is None else [f"{number:g}" for number in (score.median, score.least, score.most)]
            row += [""] * 3 if choices is None else [f"{number:.3f}" for number in (choices.mean, choices.low, choices.high)]
            row += [""] * 2 if options is None else [f"{options.mean:.3f}", f"{options.most:g}"]
            writer.writerow(row)
    return out.getvalue()


def _share(share: Share) -> str:
    return f"{share.share:6.1%} ({share.low:.1%} to {share.high:.1%})"


def _spread(spread: Spread) -> str:
    places = 1 if spread.most - spread.least >= 10 else 2
    trust = f"{spread.low:.{places}f} to {spread.high:.{places}f}"
    return f"{spread.mean:.{places}f} ({trust}; median {spread.median:g}, from {spread.least:g} to {spread.most:g})"


def position(game: Game, setup: Setup, script: Path | None, seed: int | None) -> Match:
    """Where to count from: the beginning of a match, or where a script ends."""
    if script is None:
        players = setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players)
        return game.start(players, seed or 0)
    # Only here, since counting in a game that is kept needs no parser.
    from rulelang.play.script import Scripts

    played = Scripts(setup.variants, setup.settings, setup.players, seed, setup.without).run(script)
    wrong = [d for d in played.diagnostics if d.severity.value == "error" and d.code != CHOICE_LEFT_OPEN]
    if wrong or played.match is None:
        raise ScriptError(wrong or played.diagnostics, played.sources)
    if played.match.game.id != game.id:
        raise RulelangError(f"`{script}` is a script of `{played.match.game.id}`, not of `{game.id}`")
    return played.match


def perft_lines(match: Match, depth: int, over: bool = False) -> Iterator[str]:
    """The counts of each depth, each line as soon as it is known."""
    for each in counts(match.machine, match.state, depth, over):
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

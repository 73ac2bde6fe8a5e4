"""`rulelang play`"""

from __future__ import annotations

import contextlib
import importlib
import sys
from pathlib import Path

import click

from cli import exit
from cli.options import game_argument, game_options, iterations_option, read_pair, seed_option
from cli.output import say, show
from rulelang.locate import GamePlace
from rulelang.play.match import Match
from rulelang.tools.bots import bots_for
from rulelang.tools.playing import begin, closing, keep, own_file, recording, resume, story, write_whole
from rulelang.tools.session import Bot, Session
from rulelang.tools.setup import Setup

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@game_argument
@click.option("--bot", "bots", type=read_pair, multiple=True, metavar="NAME=BOT", help="Who is a bot: `all=random`, `ben=mcts`.")
@iterations_option
@seed_option
@click.option("--record", type=FILE, metavar="FILE", help="Write the match as a script, however it ends.")
@click.option("--save", "file", type=FILE, metavar="FILE", help="Keep the match in this file after every move.")
@click.option("--resume", "resumed", type=FILE, metavar="FILE", help="Go on with a match that was kept.")
@click.option("--stop-after", type=click.IntRange(min=0), metavar="N", help="Stop when N choices have been made; for bots alone.")
@game_options
def command(
    game: GamePlace,
    bots: tuple[tuple[str, str], ...],
    iterations: int,
    seed: int | None,
    record: Path | None,
    file: Path | None,
    resumed: Path | None,
    stop_after: int | None,
    setup: Setup,
) -> int:
    """Play a game, alone, together or against bots.

    Whoever is no bot is asked at this terminal; `?` there says what can be answered. A match of people is written to a file after
    every move, and `--resume` goes on with it. Bots alone print the whole transcript. Bots are random; greedy, which looks to
    the end of its next turn; and mcts, which tries whole matches. Neither sees what is hidden from it.
    """
    match = resume(game, setup, resumed) if resumed is not None else begin(game, setup, seed)
    playing = bots_for(bots, match.players, iterations)
    alone = all(player in playing for player in match.players)
    kept = file or resumed or (None if alone else own_file(match))
    if kept is not None:
        keep(match, kept)
    try:
        if alone:
            code = _bots(match, playing, kept, stop_after)
        else:
            code = _people(match, playing, kept, game)
    finally:
        if record is not None:
            write_whole(record, recording(match, game, setup, record))
            say(f"recorded in {record}")
    return code


def _bots(match: Match, bots: dict[str, Bot], kept: Path | None, stop_after: int | None) -> int:
    """Let bots play, then tell it all."""
    code = exit.FINE
    try:
        while not match.over and (stop_after is None or len(match.moves) < stop_after):
            choice = match.pending[0]
            match.choose(choice.seat, bots[choice.player](match, choice))
            if kept is not None:
                keep(match, kept)
    except KeyboardInterrupt:
        say("stopped; so far:")
        code = exit.INTERRUPTED
    finally:
        click.echo(story(match), nl=False)
    return code


def _people(match: Match, bots: dict[str, Bot], kept: Path | None, game: GamePlace) -> int:
    """Play with people."""
    again = f"; `rulelang play {game.id if game.shipped else game.entry} --resume {kept}` goes on" if kept is not None else ""

    def keep_match(now: Match) -> None:
        if kept is not None:
            keep(now, kept)

    def save(name: str) -> str:
        keep(match, Path(name))
        return name

    say(f"{match.game.title}: {', '.join(match.players)}; seed {match.seed}. `?` helps, `quit` stops.")
    session = Session(match, bots, _ask, show, keep_match, save, click.clear)
    try:
        if session.run():
            click.echo()
            show(closing(match))
            return exit.FINE
    except KeyboardInterrupt:
        say(f"\nstopped{again}")
        return exit.INTERRUPTED
    say(f"left{again}")
    return exit.FINE


def _ask(prompt: str) -> str | None:
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            # Where the system has it, a line can be edited once this is imported.
            importlib.import_module("readline")
    try:
        return input(prompt)
    except EOFError:
        click.echo()
        return None

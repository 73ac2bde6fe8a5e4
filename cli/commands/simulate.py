"""`rulelang simulate`"""

from __future__ import annotations

import json

import click

from cli import exit
from cli.options import game_argument, game_options
from cli.output import show
from cli.progress import Progress
from rulelang.locate import GamePlace
from rulelang.play.match import Game
from rulelang.play.simulate import simulate
from rulelang.tools.counting import simulation_csv, simulation_text
from rulelang.tools.setup import Setup


@click.command()
@game_argument
@click.option(
    "--games", "number", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many games."
)
@click.option("--bot", type=click.Choice(["random"]), default="random", show_default=True, help="Who plays.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="The same seed gives the same games."
)
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Processes; the result is the same."
)
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True, help="The form."
)
@game_options
def command(game: GamePlace, number: int, bot: str, seed: int, workers: int, style: str, setup: Setup) -> int:
    """Let bots play many games and count.

    Who wins how often, with which scores, how long games are, whether everything that must hold did hold. Ends with 1 where the
    rules have a fault; the shortest game found that leads to it is printed as a script. Ctrl-C gives what is done so far.
    """
    players = setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players)
    with Progress(number, "games") as progress:
        result = simulate(Game(game, setup.variants, setup.settings), players, number, seed, workers, progress=progress.tell)
    if style == "json":
        click.echo(json.dumps(result.data(), indent=2, ensure_ascii=False))
    elif style == "csv":
        click.echo(simulation_csv(result), nl=False)
    else:
        show(simulation_text(result))
    if result.stopped:
        return exit.INTERRUPTED
    return exit.FINE if result.sound else exit.FINDINGS

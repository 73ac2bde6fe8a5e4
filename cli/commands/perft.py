"""`rulelang perft`"""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import game_argument, game_options
from rulelang.locate import GamePlace
from rulelang.play.match import Game
from rulelang.tools.counting import divided_lines, perft_lines, position
from rulelang.tools.setup import Setup


@click.command()
@game_argument
@click.option("--depth", type=click.IntRange(min=1), required=True, metavar="N", help="How many moves deep.")
@click.option(
    "--from", "script", type=click.Path(path_type=Path, dir_okay=False), metavar="SCRIPT", help="Begin where a script ends."
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Which deals and dice; 0 if nobody says.")
@click.option("--over", is_flag=True, help="Count also how many of the positions are the end of a match, which takes longer.")
@click.option("--divide", is_flag=True, help="Count behind each first move.")
@game_options
def command(game: GamePlace, depth: int, script: Path | None, seed: int | None, over: bool, divide: bool, setup: Setup) -> None:
    """Count the ways a game can go.

    For each depth, how many positions so many moves lead to.
    """
    match = position(Game(game, setup.variants, setup.settings), setup, script, seed)
    for line in divided_lines(match, depth) if divide else perft_lines(match, depth, over):
        click.echo(line)

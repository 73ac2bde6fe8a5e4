"""`rulelang show`"""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import game_argument, game_options
from cli.output import say, show
from rulelang.locate import GamePlace
from rulelang.tools.playing import write_whole
from rulelang.tools.setup import Setup
from rulelang.tools.showing import VIEWS, picture, view


@click.command()
@game_argument
@click.argument("what", type=click.Choice(list(VIEWS)), metavar="WHAT")
@click.argument("name", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Draw boards, as SVG.")
@game_options
def command(game: GamePlace, what: str, name: str | None, output: Path | None, setup: Setup) -> None:
    """Show phases, rules, provenance and more of a game.

    \b
    WHAT is one of
      phases       the course of the game, from `play` down
      rules        all rules, phases, steps, defines and options by name
      rule NAME    a rule as it now stands, with the file of each line
      board [NAME] the boards as they are at the start, or one of them; `-o FILE.svg` draws them
      hooks        the names that a variant can change
      changes      what the variants that are on change, rule by rule
      machine      the rules as routines and blocks
      python       the program made of them
      provenance   where the rules come from, and how they cover the rule book
    """
    if what != "board" and (name is None) == (what == "rule"):
        raise click.UsageError("`show GAME rule` wants a NAME" if name is None else f"`show GAME {what}` takes no NAME")
    if output is not None:
        if what != "board":
            raise click.UsageError("`--output` is for `show GAME board`")
        if output.suffix != ".svg":
            raise click.UsageError(f"boards are drawn as SVG: call the file `{output.with_suffix('.svg')}`")
        write_whole(output, picture(game, setup, name or ""))
        say(f"drawn in {output}")
        return
    show(view(game, setup, what, name or ""))

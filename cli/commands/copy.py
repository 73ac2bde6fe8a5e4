"""`rulelang copy`"""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import game_argument
from cli.output import say
from rulelang.locate import GamePlace
from rulelang.tools.copying import copy_game


@click.command()
@game_argument
@click.argument("name", type=click.Path(path_type=Path))
def command(game: GamePlace, name: Path) -> None:
    """Make a copy of a game to change.

    NAME is the new folder, and the id of the copy. The copy remembers what it is based on and runs with every command:
    `rulelang play NAME`.
    """
    made = copy_game(game, name)
    click.echo(made.folder)
    say(f"{len(made.files)} files copied; change them, and `rulelang check {made.folder}` finds the faults")

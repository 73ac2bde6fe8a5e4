"""`rulelang new`"""

from __future__ import annotations

from pathlib import Path

import click

from cli.output import say
from rulelang.tools.copying import new_game


@click.command()
@click.argument("name", type=click.Path(path_type=Path))
def command(name: Path) -> None:
    """Start a new game that already runs.

    NAME is the new folder, and the id of the game.
    """
    made = new_game(name)
    click.echo(made.folder)
    say(f"`rulelang play {made.folder}` plays it as it is; its rules stand in {made.folder / 'game.rules'}")

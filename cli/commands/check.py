"""`rulelang check`"""

from __future__ import annotations

import click

from cli.options import format_option, game_options
from cli.output import show_findings
from rulelang.locate import GamePlace, locate_all
from rulelang.tools.checking import check_all, summary
from rulelang.tools.setup import Setup


@click.command()
@click.argument("games", nargs=-1, required=True, type=locate_all, metavar="PATH|GAME...")
@game_options
@format_option
def command(games: tuple[list[GamePlace], ...], setup: Setup, style: str) -> int:
    """Find all faults of a game.

    All of them in one run, each with its place, or one line that says what was read. A folder with several games means all of
    them. Ends with 1 if there is an error.
    """
    checked = [each for places in games for place in places for each in check_all(place, setup)]
    code = show_findings([(each.diagnostics, each.model.sources) for each in checked], style)
    if style != "json":
        for each in checked:
            if not each.diagnostics:
                click.echo(summary(each))
    return code

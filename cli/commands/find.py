"""`rulelang find`"""

from __future__ import annotations

import click

from cli import exit
from cli.options import game_argument, game_options
from cli.output import say, show
from rulelang.locate import GamePlace
from rulelang.text.render import safe_json
from rulelang.tools.checking import read_game
from rulelang.tools.find import find, find_text
from rulelang.tools.report import found_report
from rulelang.tools.setup import Setup


@click.command()
@game_argument
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How it is printed."
)
@game_options
def command(game: GamePlace, words: tuple[str, ...], style: str, setup: Setup) -> int:
    """Find where a name, a label or a text stands.

    With its value, where it comes from, who reads it and who writes it. All WORDS must occur, in any order.
    """
    found = find(read_game(game, setup).model, list(words))
    if style == "json":
        click.echo(safe_json(found_report(found).model_dump_json(indent=2)))
    elif found:
        show(find_text(found))
    if not found:
        say(f"nothing in {game.id} speaks of {' '.join(words)}")
        return exit.FINDINGS
    return exit.FINE

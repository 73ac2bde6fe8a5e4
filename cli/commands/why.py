"""`rulelang why`"""

from __future__ import annotations

import click

from cli import exit
from cli.options import game_options
from cli.output import show
from rulelang.tools.refusals import answered_text
from rulelang.tools.setup import Setup
from rulelang.tools.why import why


@click.command()
@click.argument("target", metavar="FILE:LINE|FILE")
@click.argument("move", required=False)
@game_options
def command(target: str, move: str | None, setup: Setup) -> int:
    """Say why a move in a script is not allowed.

    FILE:LINE is the line of a move in a script or in an example; all before it is played, then the question is put. With the
    FILE of a script alone, MOVE is a move at its end, as in `rulelang why game.play "ann: take 2"`. Ends with 1 if the move
    is refused.
    """
    answered = why(target, move, setup)
    show(answered_text(answered))
    return exit.FINDINGS if answered.reasons else exit.FINE

"""`rulelang diff`"""

from __future__ import annotations

import click

from cli import exit
from cli.options import game_argument
from cli.output import say, show
from rulelang.locate import GamePlace, locate
from rulelang.tools.diff_variant import diff_variant
from rulelang.tools.diffing import books, diff_text
from rulelang.tools.setup import Setup


@click.command()
@game_argument
@click.argument("other", required=False, type=locate, metavar="[OTHER]")
@click.option("--as-variant", "name", metavar="NAME", help="Print the difference as a variant of GAME.")
def command(game: GamePlace, other: GamePlace | None, name: str | None) -> int:
    """Compare two games, rule by rule.

    What is new in OTHER, what is gone, and what both say in different words; where a rule stands, how it is laid out and
    explained is no difference. A copy that remembers what it was copied from needs no OTHER: it is compared with that. Ends
    with 1 if the games differ; with `--as-variant`, if some of the difference cannot be said by a variant.
    """
    first, second = books(game, other, Setup())
    if name is not None:
        said = diff_variant(first, second, name)
        click.echo(said.text, nl=False)
        for each in said.unsaid:
            say(f"cannot be said by a variant: {each}")
        return exit.FINDINGS if said.unsaid else exit.FINE
    text = diff_text(first, second)
    if text:
        show(text)
        return exit.FINDINGS
    say(f"{first.name} and {second.name} say the same")
    return exit.FINE

"""`rulelang games`"""

from __future__ import annotations

import click

from cli.output import show
from rulelang.text.render import safe_json
from rulelang.tools.catalogue import catalogue, catalogue_text
from rulelang.tools.report import games_report


@click.command()
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How they are printed."
)
def command(style: str) -> None:
    """List the shipped games.

    With players, settings and variants, and where their files are.
    """
    entries = catalogue()
    if style == "json":
        click.echo(safe_json(games_report(entries).model_dump_json(indent=2)))
    else:
        show(catalogue_text(entries))

"""`rulelang explain`"""

from __future__ import annotations

import click

from rulelang.tools.pages import list_codes, read_page


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain the code of an error.

    CODE is what stands in brackets before an error, as RL0203; without it, all codes are listed.
    """
    if code is None:
        for each, title in list_codes():
            click.echo(f"{each}  {title}")
    else:
        click.echo(read_page(code).rstrip("\n"))

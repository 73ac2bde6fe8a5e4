"""`rulelang run`"""

from __future__ import annotations

import os
from pathlib import Path

import click

from cli import exit
from cli.options import game_options, seed_option
from cli.output import say, show, show_findings
from rulelang.play.script import Played, Scripts
from rulelang.tools.setup import Setup
from rulelang.tools.transcripts import difference, keep_transcript, left_over, transcript_of


@click.command()
@click.argument("scripts", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SCRIPT...")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", help="A story, or JSON Lines.")
@click.option("--as", "reader", metavar="PLAYER", help="Tell it as one player could.")
@click.option("--check", is_flag=True, help="Print nothing but how the transcripts kept beside the scripts differ.")
@click.option("--update", is_flag=True, help="Keep the transcripts beside the scripts, as NAME.txt.")
@seed_option
@game_options
def command(
    scripts: tuple[Path, ...], style: str, reader: str | None, check: bool, update: bool, seed: int | None, setup: Setup
) -> int:
    """Run scripts and print their transcripts.

    Ends with 1 if something does not come out as a script says.
    """
    if check and update:
        raise click.UsageError("`--check` and `--update` are two things: look first, then keep")
    if update and os.environ.get("CI"):
        raise click.UsageError("`--update` is refused where `CI` is set: a transcript is kept by who has read it")
    runner = Scripts(setup.variants, setup.settings, setup.players, seed)
    code = exit.FINE
    for path in scripts:
        played = runner.run(path)
        text = transcript_of(played, style, reader)
        if not (check or update):
            click.echo(text, nl=False)
        code = max(code, show_findings([(played.diagnostics, played.sources)], "human", err=True))
        if (check or update) and not played.failed:
            code = max(code, _compare(path, text) if check else _keep(path, text, played))
    if check or update:
        for path in left_over(scripts):
            say(f"no script for {path}")
    return code


def _compare(path: Path, text: str) -> int:
    found = difference(path, text)
    if found is None:
        return exit.FINE
    show(found.rstrip("\n"))
    return exit.FINDINGS


def _keep(path: Path, text: str, played: Played) -> int:
    changed = keep_transcript(path, text)
    say(f"{path}: {changed} lines changed" if changed else f"{path}: as before")
    return exit.FINE

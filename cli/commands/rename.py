"""`rulelang rename`"""

from __future__ import annotations

import json

import click

from cli import exit
from cli.options import game_argument
from cli.output import say, show
from rulelang.locate import GamePlace


@click.command()
@game_argument
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--dry-run", is_flag=True, help="Change nothing; print what would change.")
@click.option("--format", "style", type=click.Choice(["human", "json"]), default="human", help="How the edits are printed.")
def command(game: GamePlace, old: str, new: str, dry_run: bool, style: str) -> int:
    """Rename something everywhere but in prose.

    Wherever it is meant: in the rules, variants and scripts of a game, and inside `{…}` of texts. Doc lines, titles and other
    prose are left alone. OLD is a name, or a dotted one where several things have it, such as
    `player.gold`. A name that is taken is refused, with its place.
    """
    from rulelang.tools.rename import rename, write

    renaming = rename(game, old, new)
    if style == "json":
        rows = [
            {"file": e.path.as_posix(), "start": e.start, "end": e.end, "line": e.line, "text": e.text} for e in renaming.edits
        ]
        show(json.dumps({"renamed": renaming.path, "to": new, "edits": rows}, indent=2))
    else:
        for edit in renaming.edits:
            show(f"{edit.path.as_posix()}:{edit.line}: {edit.text}")
    if not dry_run:
        write(renaming)
    files = len({edit.path for edit in renaming.edits})
    verb = "would be" if dry_run else "are"
    say(f"`{renaming.path}` to `{new}`: {len(renaming.edits)} places in {files} files {verb} changed")
    return exit.FINE

"""`rulelang fmt`"""

from __future__ import annotations

import click

from cli import exit
from cli.output import say, show, show_findings
from rulelang.tools.formatting import FormattedFile, files_meant, format_file, write_formatted


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH|GAME...")
@click.option("--check", is_flag=True, help="Change nothing; end with 1 if a file is not in the one style.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Bring rules and scripts into one style.

    A folder means all `.rules` and `.play` files in and below it. Each run proves that meaning and comments are unchanged; a file
    with faults is left alone.
    """
    files = [format_file(path) for path in files_meant(paths)]
    refused = [file for file in files if file.result.refused is not None]
    changed = [file for file in files if file.changed]
    for file in changed:
        if diff:
            show(file.diff().rstrip("\n"))
        elif check:
            show(file.path.as_posix())
        else:
            write_formatted(file)
            say(f"formatted {file.path}")
    for file in refused:
        _say_refused(file)
    kept = len(files) - len(changed) - len(refused)
    say(f"{len(changed)} of {len(files)} files {'differ' if check or diff else 'formatted'}, {kept} fine as they are")
    return exit.FINDINGS if refused or (changed and (check or diff)) else exit.FINE


def _say_refused(file: FormattedFile) -> None:
    say(f"{file.path}: left alone, since {file.result.refused}")
    show_findings([(file.result.diagnostics, file.result.sources)], "plain", err=True)

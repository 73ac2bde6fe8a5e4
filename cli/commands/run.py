"""`rulelang run`"""

from __future__ import annotations

import os
from pathlib import Path

import click

from cli import exit
from cli.faults import explain_fault
from cli.options import game_options, seed_option
from cli.output import say, show, show_findings
from rulelang.errors import RulelangError
from rulelang.locate import scripts_called
from rulelang.play.script import Scripts
from rulelang.play.verdict import DIVERGED, OTHER, SAME, Verdict
from rulelang.tools.repairing import repaired
from rulelang.tools.setup import Setup
from rulelang.tools.transcripts import difference, keep_transcript, kept_transcript, left_over, transcript_of

VERDICTS = {SAME: exit.FINE, OTHER: exit.OTHER_STATE, DIVERGED: exit.DIVERGED}


@click.command()
@click.argument("scripts", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SCRIPT...")
@click.option("-k", "words", default="", metavar="WORDS", help="Only scripts whose path holds these words.")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", help="A story, or JSON Lines.")
@click.option("--as", "reader", metavar="PLAYER", help="Tell it as one player could.")
@click.option("--check", is_flag=True, help="Print nothing but how the transcripts kept beside the scripts differ.")
@click.option("--update", is_flag=True, help="Keep the transcripts beside the scripts, as NAME.txt.")
@click.option("--repair", is_flag=True, help="Put in steps that are forced now, and write the script with them.")
@seed_option
@game_options
def command(
    scripts: tuple[Path, ...],
    words: str,
    style: str,
    reader: str | None,
    check: bool,
    update: bool,
    repair: bool,
    seed: int | None,
    setup: Setup,
) -> int:
    """Run scripts and print their transcripts.

    SCRIPT is a `.play` file, a folder of them, or a shipped game for those that come with it.

    Ends with 1 if something does not come out as a script says. Of a match that `play --record` wrote it says what has become
    of it under the rules as they are: the same game (0), the same moves but another state (4), or a move that is not legal any
    more (5).
    """
    if check and update:
        raise click.UsageError("`--check` and `--update` are two things: look first, then keep")
    if update and os.environ.get("CI"):
        raise click.UsageError("`--update` is refused where `CI` is set: a transcript is kept by who has read it")
    runner = Scripts(setup.variants, setup.settings, setup.players, seed, setup.without)
    meant = [path for called in scripts for path in scripts_called(called)]
    chosen = [path for path in meant if words.lower() in path.as_posix().lower()]
    code = exit.FINE
    for path in chosen:
        try:
            code = max(code, _run(runner, path, style, reader, check, update, repair))
        except RulelangError as error:
            # The others are run all the same.
            code = max(code, explain_fault(error, ["run", str(path)]))
    if not chosen:
        say("nothing to run")
    if check or update:
        for path in left_over(meant):
            say(f"no script for {path}")
    return code


def _run(runner: Scripts, path: Path, style: str, reader: str | None, check: bool, update: bool, repair: bool) -> int:
    played = runner.run(path, repair)
    if repair and not _diverged(played.verdict):
        changed = repaired(path, played)
        if changed is not None:
            for step in changed:
                say(step)
            played = runner.run(path)
    text = transcript_of(played, style, reader)
    if not (check or update):
        click.echo(text, nl=False)
    code = show_findings([(played.diagnostics, played.sources)], "human", err=True)
    if played.verdict is not None:
        code = VERDICTS[played.verdict.form]
        if played.verdict.form == SAME and not (check or update):
            say(played.verdict.message)
    if (check or update) and not played.failed:
        code = max(code, _compare(path, text) if check else _keep(path, text))
    return code


def _diverged(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.form == DIVERGED


def _compare(path: Path, text: str) -> int:
    found = difference(path, text)
    if found is None:
        return exit.FINE
    show(found.rstrip("\n"))
    return exit.FINDINGS


def _keep(path: Path, text: str) -> int:
    changed = keep_transcript(path, text)
    kept = kept_transcript(path)
    say(f"{kept}: {changed} line{'' if changed == 1 else 's'}" if changed else f"{kept}: as before")
    return exit.FINE

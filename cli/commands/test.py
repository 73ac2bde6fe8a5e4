"""`rulelang test`"""

from __future__ import annotations

from pathlib import Path

import click

from cli import exit
from cli.options import format_option, game_options
from cli.output import say, show, show_findings
from rulelang.locate import GamePlace
from rulelang.text.render import visible
from rulelang.tools.coverage import Coverage, coverage_report, coverage_text
from rulelang.tools.setup import Setup
from rulelang.tools.testing import run_tests, tests_summary, things_to_test


@click.command()
@click.argument("things", nargs=-1, required=True, type=things_to_test, metavar="PATH|GAME...")
@click.option("-k", "words", default="", metavar="WORDS", help="Only examples and scripts whose title holds these words.")
@click.option("-v", "--verbose", is_flag=True, help="Name each example and script.")
@click.option("--coverage", is_flag=True, help="Say what of the rules they reach, and why the rest is not reached.")
@game_options
@format_option
def command(
    things: tuple[list[GamePlace | Path], ...], words: str, verbose: bool, coverage: bool, setup: Setup, style: str
) -> int:
    """Run the examples and scripts of a game.

    A path may also be that of one script. Ends with 1 if one of them fails.
    """
    tested = []
    seen = Coverage() if coverage else None
    try:
        for each in run_tests(
            [thing for group in things for thing in group], setup, words, None if seen is None else seen.tracer
        ):
            tested.append(each)
            if verbose:
                how = "failed" if each.failed else "skipped" if each.skipped else "passed"
                say(f"{how}  {each.form} {each.title}  {each.place}")
    except KeyboardInterrupt:
        say("stopped; so far:")
    findings = [each for each in tested if each.diagnostics]
    if style != "json":
        for each in findings:
            show(f"{each.form} “{visible(each.title)}” {'failed' if each.failed else 'has warnings'}")
            show_findings([(each.diagnostics, each.sources)], style)
            click.echo()
        show(tests_summary(tested))
    elif seen is None:
        show_findings([(each.diagnostics, each.sources) for each in findings], style)
    if seen is not None:
        seen.finish()
        show(coverage_text(seen) if style != "json" else coverage_report(seen).model_dump_json(indent=2))
    return exit.FINDINGS if any(each.failed for each in tested) else exit.FINE

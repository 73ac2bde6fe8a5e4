"""What commands print: results to the standard output, messages to the error output, colour only for a terminal that wants it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

import click

from cli import exit
from rulelang.text.diagnostic import Diagnostic, Severity
from rulelang.text.render import as_data, render, visible
from rulelang.text.source import SourceMap

Findings = tuple[Sequence[Diagnostic], SourceMap]
"""What was found, and the files it points into."""


def wants_colour(stream: TextIO) -> bool:
    """Whether colour may be used: on a terminal, unless `NO_COLOR` is set or the terminal is a dumb one."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def shown(text: str) -> str:
    """A text that may hold what authors and players wrote, so that nothing in it acts on a terminal."""
    return "\n".join(visible(line) for line in text.split("\n"))


def show(text: str) -> None:
    """A result for people."""
    click.echo(shown(text))


def say(text: str) -> None:
    """A message about what is being done."""
    click.echo(shown(text), err=True)


def show_findings(groups: Iterable[Findings], style: str, *, err: bool = False) -> int:
    """Print findings; the exit code they call for. `json` is one list of all of them."""
    found = list(groups)
    stream = sys.stderr if err else sys.stdout
    if style == "json":
        click.echo(json.dumps([as_data(d, sources) for diagnostics, sources in found for d in diagnostics], indent=2), err=err)
    else:
        for diagnostics, sources in found:
            if diagnostics:
                text = render(diagnostics, sources, style, wants_colour(stream))
                click.echo(text.rstrip("\n"), err=err, color=wants_colour(stream))
    wrong = any(d.severity is Severity.ERROR for diagnostics, _ in found for d in diagnostics)
    return exit.FINDINGS if wrong else exit.FINE

"""What commands print: results to the standard output, messages to the error output, colour only for a terminal that wants it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

import click

from cli import exit
from rulelang.text.diagnostic import Diagnostic, Severity
from rulelang.text.render import render
from rulelang.text.source import SourceMap


def wants_colour(stream: TextIO) -> bool:
    """Whether colour may be used: on a terminal, unless `NO_COLOR` is set or the terminal is a dumb one."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str) -> None:
    """A message about what is being done."""
    click.echo(text, err=True)


def show_findings(diagnostics: Iterable[Diagnostic], sources: SourceMap, style: str, *, err: bool = False) -> int:
    """Print findings; the exit code they call for."""
    found = list(diagnostics)
    stream = sys.stderr if err else sys.stdout
    text = render(found, sources, "colour" if style == "human" and wants_colour(stream) else style)
    if text:
        click.echo(text.rstrip("\n"), err=err, color=True)
    return exit.FINDINGS if any(d.severity is Severity.ERROR for d in found) else exit.FINE

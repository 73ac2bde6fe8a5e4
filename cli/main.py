"""The command `rulelang`: a group that imports a subcommand only when it is used.

`COMMANDS` gives each subcommand its line in the overview, so that `rulelang --help` imports neither the parser nor pydantic and
answers at once. The group is also the one place where every way a command can end becomes an exit code (`cli.exit`): a user
never sees a traceback.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from cli import exit
from rulelang.text.suggest import near
from rulelang.version import VERSION

COMMANDS: dict[str, dict[str, str]] = {
    "Play": {
        "games": "List the shipped games.",
        "play": "Play a game, alone, together or against bots.",
        "run": "Run scripts and print their transcripts.",
        "simulate": "Let bots play many games and count.",
    },
    "Write": {
        "new": "Start a new game that already runs.",
        "copy": "Make a copy of a game to change.",
        "diff": "Compare two games, rule by rule.",
        "check": "Find all faults of a game.",
        "fmt": "Bring rules and scripts into one style.",
        "rename": "Rename something everywhere but in prose.",
        "test": "Run the examples and scripts of a game.",
        "why": "Say why a move in a script is not allowed.",
    },
    "Look inside": {
        "find": "Find where a name, a label or a text stands.",
        "show": "Show phases, rules, provenance and more of a game.",
        "explain": "Explain the code of an error.",
        "perft": "Count the ways a game can go.",
    },
}


class LazyGroup(click.Group):
    """A group whose commands are the modules of `cli.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for section in COMMANDS.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in self.list_commands(ctx):
            names = near(name, self.list_commands(ctx))
            ways = f"; did you mean {' or '.join(f'`{other}`' for other in names)}?" if names else ""
            raise click.UsageError(f"there is no command `{name}`{ways}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(len(name) for name in self.list_commands(ctx))
        for title, section in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in section.items()])

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and leave the program with its exit code."""
        arguments = list(sys.argv[1:] if args is None else args)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # Names and texts of a game may hold what an old terminal cannot show.
                stream.reconfigure(errors="backslashreplace")
        extra["standalone_mode"] = False
        sys.exit(self._code(arguments, extra))

    def _code(self, arguments: list[str], extra: dict[str, Any]) -> int:
        try:
            code = super().main(arguments, "rulelang", **extra)
            sys.stdout.flush()
            return code if isinstance(code, int) else exit.FINE
        except click.exceptions.Exit as end:
            return end.exit_code
        except click.ClickException as error:
            output = importlib.import_module("cli.output")
            # The message is final to click, and what it quotes may not reach a terminal as it stands.
            vars(error)["message"] = output.shown(error.message)
            error.show()
            return exit.USAGE
        except (KeyboardInterrupt, click.Abort):
            click.echo("stopped", err=True)
            return exit.INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has gone, as `| head` does: nothing is left to say to anyone.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return exit.FINE
        except Exception as error:
            # Imported here, since a command that ends well needs none of it.
            faults = importlib.import_module("cli.faults")
            return int(faults.explain_fault(error, arguments))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="`rulelang COMMAND --help` says more of each. GAME is a shipped game or a path to a folder or `.rules` file.",
)
@click.version_option(VERSION, prog_name="rulelang")
def group() -> None:
    """Write the rules of a board game in plain words, check them, and play."""


def main() -> NoReturn:
    """The program `rulelang`."""
    group.main()

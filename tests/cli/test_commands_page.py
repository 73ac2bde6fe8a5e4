"""`docs/commands.md` is what the commands themselves say; `python -m tests.cli.test_commands_page` writes it anew."""

from __future__ import annotations

import re

from click.testing import CliRunner

from cli.main import COMMANDS, group
from tests.cli.conftest import ROOT

PAGE = ROOT / "docs" / "commands.md"
HEAD = """\
# The commands

This page is made from what each command says of itself with `--help`.

Wherever a command takes a GAME, that is the id of a shipped game, or a path: a folder with a `game.rules`, or a `.rules`
file. A path to a part of a game means the game, a path to a variant's file means the game with that variant on. `--variant`,
`--set` and `--players` are the same everywhere.

Results go to the standard output, and messages about the work to the error output. Colour is used on a terminal only, and
never where `NO_COLOR` is set. Ctrl-C stops cleanly, with what is done so far. The exit code is

| code | meaning |
| --- | --- |
| 0 | fine |
| 1 | findings: errors in rules, failed examples and scripts, files that `fmt` would change, a move that is refused |
| 2 | a wrong call: a command, option, game, file or name that does not exist |
| 3 | a fault of rulelang itself; the message says where a report of it is kept |
| 4 | `run`: a recorded match with the same moves, but another state |
| 5 | `run`: a recorded match with a move that is not legal any more |
| 130 | stopped by Ctrl-C |

Compiled games, matches under way and reports lie in `rulelang` in the user's cache folder, or in the folder that
`RULELANG_CACHE` names. `RULELANG_FORMAT` changes what `--format` is for findings when it is not given. The forms of JSON
output are described by the schemas in [schema](schema/).
"""


def help_of(*words: str) -> str:
    """What a command says of itself, in lines of one width on every terminal."""
    result = CliRunner().invoke(group, [*words, "--help"], terminal_width=100, max_content_width=100)
    return result.stdout.rstrip()


def page() -> str:
    """The page."""
    parts = [HEAD, f"```text\n{help_of()}\n```\n"]
    for title, section in COMMANDS.items():
        parts.append(f"## {title}\n")
        for name in section:
            parts.append(f"### {name}\n\n```text\n{help_of(name)}\n```\n")
    return "\n".join(parts)


def test_the_page_is_what_the_commands_say() -> None:
    def words(text: str) -> str:
        """The text without what different versions of click lay out differently."""
        return re.sub(r"\s+|[\[\]]", " ", text).replace(" ", "")

    assert words(PAGE.read_text(encoding="utf-8")) == words(page()), "write the page anew: python -m tests.cli.test_commands_page"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

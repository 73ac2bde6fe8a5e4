"""`rulelang check`"""

from __future__ import annotations

import click

from cli import exit
from cli.options import format_option, game_options
from cli.output import show, show_findings
from cli.progress import Progress
from rulelang.locate import GamePlace, locate_all
from rulelang.play.match import Game
from rulelang.tools.checking import check_all, summary
from rulelang.tools.combinations import combinations_text, try_combinations
from rulelang.tools.kept_secrets import secrets_text, try_secrets
from rulelang.tools.setup import Setup


@click.command()
@click.argument("games", nargs=-1, required=True, type=locate_all, metavar="PATH|GAME...")
@click.option("--combinations", is_flag=True, help="Try the sets of variants: compile, and play some games.")
@click.option(
    "--games",
    "number",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="With `--combinations`: how many games for each number of players.",
)
@click.option(
    "--secrets",
    "stops",
    type=click.IntRange(min=1),
    metavar="N",
    help="Look, at N stops of random games for each number of players, whether anything tells a player what he cannot see.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="With `--secrets`: which games."
)
@game_options
@format_option
def command(
    games: tuple[list[GamePlace], ...],
    combinations: bool,
    number: int,
    stops: int | None,
    seed: int,
    setup: Setup,
    style: str,
) -> int:
    """Find all faults of a game.

    All of them in one run, each with its place, or one line that says what was read; and so for each variant that comes with
    the game, unless `--variant` says which are meant. A folder with several games means all of them. Ends with 1 if there is an
    error.

    `--combinations` prints a table of the sets of variants, all of them, or of many variants the small ones and some larger:
    whether they go together, how many games were played, how many ended, and after how many choices. A set with two in it that
    exclude each other is left out. What must hold is asked at every choice; what goes wrong is
    shown with the shortest game that leads to it.

    `--secrets` stops random games again and again, deals all that a player cannot see anew, and looks whether anything is
    otherwise for him: what he is shown, told, asked, may choose, or is refused. What is, is shown with the game that leads to it.
    """
    if stops is not None:
        return _secrets([place for places in games for place in places], stops, seed, setup)
    if combinations:
        return _combinations([place for places in games for place in places], number, setup)
    checked = [each for places in games for place in places for each in check_all(place, setup)]
    code = show_findings([(each.diagnostics, each.model.sources) for each in checked], style)
    if style != "json":
        for each in checked:
            if not each.diagnostics and not each.has_errors:
                click.echo(summary(each))
    return code


def _combinations(places: list[GamePlace], number: int, setup: Setup) -> int:
    """Try the variants of games together."""
    code = exit.FINE
    for place in places:
        found = list(try_combinations(place, setup, number))
        if len(places) > 1:
            show(f"{place.id}:")
        show(combinations_text(found))
        if not all(each.sound for each in found):
            code = exit.FINDINGS
    return code


def _secrets(places: list[GamePlace], stops: int, seed: int, setup: Setup) -> int:
    """Look whether games tell what they hide."""
    code = exit.FINE
    for place in places:
        information = Game(place, setup.variants, setup.settings).information
        counts = 1 if setup.count is not None else information.most - information.fewest + 1
        with Progress(stops * counts, "stops") as progress:
            found = try_secrets(place, setup, stops, seed, progress.tell)
        if len(places) > 1:
            show(f"{place.id}:")
        show(secrets_text(found))
        if any(kept.told for kept in found):
            code = exit.FINDINGS
    return code

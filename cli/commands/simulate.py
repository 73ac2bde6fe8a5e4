"""`rulelang simulate`"""

from __future__ import annotations

import functools
import json

import click

from cli import exit
from cli.options import game_argument, game_options, iterations_option, read_bot
from cli.output import show
from cli.progress import Progress
from rulelang.locate import GamePlace, locate
from rulelang.play.match import Game
from rulelang.play.simulate import RANDOM, Result, compare, simulate
from rulelang.text.render import safe_json
from rulelang.tools.bots import seats_of
from rulelang.tools.counting import simulation_csv, simulation_text
from rulelang.tools.setup import Setup


@click.command()
@game_argument
@click.option(
    "--games", "number", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many games."
)
@click.option(
    "--bot",
    "bots",
    type=read_bot,
    multiple=True,
    metavar="NAME=BOT",
    help="Who plays: `all=mcts`, `ann=greedy`; bots are random, greedy and mcts. Without it, all are random.",
)
@iterations_option
@click.option(
    "--free-actions",
    "free",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="How many actions open at any time random bots take at one stop; none without it.",
)
@click.option(
    "--watch-all",
    is_flag=True,
    help="Watch every game choice by choice, not fifty only: what must always hold is asked at each choice.",
)
@click.option("--against", type=locate, metavar="OTHER", help="Simulate this game too, without variants, and compare.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="The same seed gives the same games."
)
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Processes; the result is the same."
)
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True, help="The form."
)
@game_options
def command(
    game: GamePlace,
    number: int,
    bots: tuple[tuple[str, str], ...],
    iterations: int,
    free: int,
    watch_all: bool,
    against: GamePlace | None,
    seed: int,
    workers: int,
    style: str,
    setup: Setup,
) -> int:
    """Let bots play many games and count.

    Who wins how often, with which scores, how long games are, whether everything that must hold did hold. Ends with 1 where the
    rules have a fault; the shortest game found that leads to it is printed as a script. Ctrl-C gives what is done so far.

    Where bots think, a game's deals and dice follow from the seed and its number, whoever plays. Bots that look ahead do not see
    what is hidden from them.
    """
    mine = Game(game, setup.variants, setup.settings)
    names = mine.names(setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players))
    playing = seats_of(bots, names)
    both = [mine] if against is None else [mine, Game(against)]
    results: list[Result] = []
    with Progress(number * len(both), "games") as progress:
        for each in both:
            done = number * len(results)
            results.append(
                simulate(
                    each,
                    names,
                    number,
                    seed,
                    workers,
                    bots=[playing.get(name, RANDOM) for name in names],
                    iterations=iterations,
                    free=free,
                    watch_all=watch_all,
                    progress=functools.partial(_tell, progress, done),
                )
            )
            if results[-1].stopped:
                break
    result = compare(*results) if len(results) == 2 else results[0]
    if style == "json":
        click.echo(safe_json(json.dumps(result.data(), indent=2, ensure_ascii=False)))
    elif style == "csv":
        click.echo(simulation_csv(result), nl=False)
    else:
        show(simulation_text(result))
    if results[-1].stopped:
        return exit.INTERRUPTED
    return exit.FINE if result.sound else exit.FINDINGS


def _tell(progress: Progress, before: int, done: int) -> None:
    progress.tell(before + done)

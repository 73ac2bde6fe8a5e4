"""Options and arguments that several commands share, so that they are called and mean the same everywhere."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from rulelang.locate import GamePlace, locate
from rulelang.tools.setup import Setup, read_value

Function = TypeVar("Function", bound=Callable[..., Any])


def read_pair(text: str) -> tuple[str, str]:
    """NAME=VALUE"""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.BadParameter(f"`{text}` is not of the form NAME=VALUE")
    return name.strip(), value.strip()


def read_bot(text: str) -> tuple[str, str]:
    """NAME=BOT, or a bot alone, which plays for all"""
    return read_pair(text) if "=" in text else ("all", text.strip())


def read_setting(text: str) -> tuple[str, object]:
    """NAME=VALUE, the value as the language has it"""
    name, value = read_pair(text)
    return name, read_value(value)


def read_players(text: str) -> int | tuple[str, ...]:
    """A number of players, or their names with commas between"""
    if text.strip().isdigit():
        return int(text)
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise click.BadParameter(f"`{text}` is neither a number nor names with commas between")
    return names


def game_argument(function: Function) -> Function:
    """The argument GAME."""
    return click.argument("game", type=locate, metavar="GAME")(function)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--variant`, `--without`, `--set` and `--players`, handed on as one `Setup` called `setup`; games know what to do
    without."""

    @click.option(
        "--variant", "variants", multiple=True, metavar="V", help="Switch a variant on, by name or path; may be repeated."
    )
    @click.option("--without", multiple=True, metavar="V", help="Leave a variant off that is on by itself; may be repeated.")
    @click.option(
        "--set", "settings", type=read_setting, multiple=True, metavar="NAME=VALUE", help="Change a setting; may be repeated."
    )
    @click.option("--players", type=read_players, metavar="N|NAMES", help="How many play, or their names: `ann,ben`.")
    @functools.wraps(function)
    def with_setup(
        *arguments: Any,
        variants: tuple[str, ...],
        without: tuple[str, ...],
        settings: tuple[tuple[str, object], ...],
        players: int | tuple[str, ...] | None,
        **named: Any,
    ) -> Any:
        if without:
            named = {name: _leaving_off(value, without) for name, value in named.items()}
        return function(*arguments, setup=Setup(variants, dict(settings), players, without), **named)

    return with_setup


def _leaving_off(value: Any, names: tuple[str, ...]) -> Any:
    """The games among arguments, without some of their variants."""
    if isinstance(value, GamePlace):
        return dataclasses.replace(value, without=names)
    if isinstance(value, list | tuple):
        return type(value)(_leaving_off(each, names) for each in value)
    return value


format_option = click.option(
    "--format",
    "style",
    type=click.Choice(["human", "plain", "json"]),
    default="human",
    show_default=True,
    envvar="RULELANG_FORMAT",
    help="How findings are printed; plain has no drawing and suits screen readers.",
)

iterations_option = click.option(
    "--iterations",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    metavar="N",
    help="How many matches mcts tries for a choice.",
)

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=None,
    metavar="N",
    help="Which deals and dice; the same seed gives the same game.",
)

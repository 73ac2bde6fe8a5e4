"""Options and arguments that several commands share, so that they are called and mean the same everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from rulelang.locate import GamePlace, locate
from rulelang.tools.setup import Setup, read_value

Function = TypeVar("Function", bound=Callable[..., Any])


class GameType(click.ParamType):
    """GAME: the id of a shipped game, or a path to a folder or a `.rules` file."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> GamePlace:
        return value if isinstance(value, GamePlace) else locate(value)


class SettingType(click.ParamType):
    """NAME=VALUE"""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        if isinstance(value, tuple):
            return value[0], value[1]
        name, equals, text = str(value).partition("=")
        if not equals or not name.strip():
            self.fail(f"`{value}` is not of the form NAME=VALUE", param, ctx)
        return name.strip(), read_value(text.strip())


class PlayersType(click.ParamType):
    """A number of players, or their names with commas between"""

    name = "n|names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | tuple[str, ...]:
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        if value.strip().isdigit():
            return int(value)
        names = tuple(name.strip() for name in value.split(","))
        if not all(names):
            self.fail(f"`{value}` is neither a number nor names with commas between", param, ctx)
        return names


def game_argument(function: Function) -> Function:
    """The argument GAME."""
    return click.argument("game", type=GameType(), metavar="GAME")(function)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--variant`, `--set` and `--players`, handed on as one `Setup` called `setup`."""

    @click.option(
        "--variant", "variants", multiple=True, metavar="V", help="Switch a variant on, by name or path; may be repeated."
    )
    @click.option(
        "--set", "settings", type=SettingType(), multiple=True, metavar="NAME=VALUE", help="Change a setting; may be repeated."
    )
    @click.option("--players", type=PlayersType(), metavar="N|NAMES", help="How many play, or their names: `ann,ben`.")
    @functools.wraps(function)
    def with_setup(
        *arguments: Any,
        variants: tuple[str, ...],
        settings: tuple[tuple[str, object], ...],
        players: int | tuple[str, ...] | None,
        **named: Any,
    ) -> Any:
        return function(*arguments, setup=Setup(variants, dict(settings), players), **named)

    return with_setup


format_option = click.option(
    "--format",
    "style",
    type=click.Choice(["human", "plain", "json"]),
    default="human",
    show_default=True,
    envvar="RULELANG_FORMAT",
    help="How findings are printed; plain has no drawing and suits screen readers.",
)

seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=None, help="Which deals and dice; the same seed gives the same game."
)

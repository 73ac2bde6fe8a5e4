"""Bots by name, as `play` and `simulate` are told of them.

A bot decides from the choice before it and from the match's seed alone, never from what it has decided before; so a match that
is saved and gone on with ends as it would have ended. What it draws by chance comes from numbers of its own, so who plays changes
no deal and no die.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulelang.errors import NotFound
from rulelang.play.agents import ITERATIONS, NAMES, Agent, Table, agent
from rulelang.play.match import Choice, Match, Option
from rulelang.text.suggest import help_for, listing
from rulelang.tools.session import Bot

ALL = "all"


def seats_of(asked: Sequence[tuple[str, str]], players: Sequence[str]) -> dict[str, str]:
    """Which bot plays for whom, from `player=bot` pairs; `all` means everybody, and a pair for one player goes before it. Raises
    `NotFound`."""
    found: dict[str, str] = {}
    for who, what in sorted(asked, key=lambda pair: pair[0] != ALL):
        if what not in NAMES:
            raise NotFound(f"there is no bot `{what}`; there are {', '.join(NAMES)}")
        if who == ALL:
            found.update(dict.fromkeys(players, what))
        elif who in players:
            found[who] = what
        else:
            ways = help_for(who, players) or (f"the players are {listing(list(players), 'and')}",)
            raise NotFound(f"nobody is called `{who}`; {ways[0]}")
    return found


def bots_for(asked: Sequence[tuple[str, str]], players: Sequence[str], iterations: int = ITERATIONS) -> dict[str, Bot]:
    """The bots of a match by their players; see `seats_of`."""
    tables: dict[int, Table] = {}
    return {who: _bot(agent(what, iterations), tables) for who, what in seats_of(asked, players).items()}


def _bot(player: Agent, tables: dict[int, Table]) -> Bot:
    """A bot that answers in a match. Bots of one match share a table."""

    def choose(match: Match, choice: Choice) -> Option:
        program = match.machine.program
        if id(program) not in tables:
            tables[id(program)] = Table(program)
        source = Random(f"{match.seed}/{choice.player}/{len(match.moves)}")
        code = player.choose(tables[id(program)], match.state, choice.asked, source)
        return next(option for option in choice.options if option.code == code)

    return choose

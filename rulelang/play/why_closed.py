"""Why something that an `anytime` opens cannot be done now.

It may be closed as a whole: its phase is not on, something else that is open at any time is going on, or a choice has been begun
that nothing may interrupt. It may be closed to this player, whom its `for each` leaves out. Or nothing of it is legal; then the
option that is meant is explained as any other is (`play.why`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulelang.runtime.machine import Asked
from rulelang.runtime.naming import and_list
from rulelang.runtime.options import split_words
from rulelang.syntax import nodes
from rulelang.text.render import visible
from rulelang.text.suggest import near

if TYPE_CHECKING:
    from rulelang.backend.program import AnytimeEntry
    from rulelang.play.match import Choice, Match
    from rulelang.play.why import Reason, Search

Searching = Callable[["Choice"], "Search"]


def closed(match: Match, seat: int, line: str) -> list[Choice]:
    """The choices of each `anytime` that have an option of the name a line begins with, and are not open to the player now."""
    from rulelang.play.match import Choice

    words = split_words(line)
    now = {choice.asked.choice for choice in match.choices_of(seat)}
    if any(words[:1] == (option.name,) for choice in match.choices_of(seat) for option in choice.layout.options):
        return []
    found: list[Choice] = []
    for entry in match.machine.program.anytimes:
        choice = Choice(match, Asked(seat, entry.choice, (), optional=True))
        if entry.choice not in now and any(words[:1] == (option.name,) for option in choice.layout.options):
            found.append(choice)
    return found


def why_closed(match: Match, choices: Sequence[Choice], line: str, search: Searching) -> tuple[Reason, ...]:
    """Why none of these choices is open: of several, why the one that comes nearest to being so is not."""
    found = [_why(match, choice, line, search(choice)) for choice in choices]
    return (max(found, key=lambda pair: pair[0])[1],)


def _why(match: Match, choice: Choice, line: str, search: Search) -> tuple[int, Reason]:
    """Why one of them is not open, and how near it comes to being so."""
    from rulelang.play.why import ASKED, CONDITION, DOMAIN

    entry = next(entry for entry in match.machine.program.anytimes if entry.choice == choice.asked.choice)
    shown = visible(" ".join(split_words(line)))
    said = f"{choice.player} cannot choose `{shown}`"
    legal = [option.text for own in match.choices_of(choice.seat) for option in own.options]
    search.near = tuple(near(shown, legal) or legal[:4])
    option = next(option for option in choice.layout.options if split_words(line)[:1] == (option.name,))
    running = {match.machine.program.block_owner(frame[0]) for frame in match.state.frames}
    if entry.during and entry.during not in running:
        return 0, search.reason(ASKED, f"{said} now: `{entry.path}` is open during `{entry.during}` only", choice.place, option)
    busy = _busy(match, choice.asked.player, running)
    if busy:
        return 1, search.reason(ASKED, f"{said} now: {busy}", choice.place, option)
    head = _head(search, entry)
    if head is not None:
        judge = search.judge({})
        if choice.asked.player not in list(judge.value(head.domain)):
            why, place = search.outside(judge, head.domain, choice.asked.player, choice.player)
            return 2, search.reason(DOMAIN, f"{said}: {why}", place, option)
        if head.condition is not None and not judge.holds(head.condition):
            blamed = " and ".join(judge.blame(head.condition))
            return 2, search.reason(CONDITION, f"{said}: {blamed}", search.place(head.condition), option)
    return 3, next(iter(search.reasons()))


def _head(search: Search, entry: AnytimeEntry) -> nodes.Head | None:
    """For whom an `anytime` is, with its name standing for the player of its rule."""
    symbol = search.symbol
    if symbol is None or not isinstance(symbol.node, nodes.Anytime):
        return None
    head = symbol.node.head
    search.compiled.lowering.variables[head.symbol] = search.compiled.lowering.variables[symbol.parameters[0]]
    return head


def _busy(match: Match, player: int, running: set[Any]) -> str:
    """What keeps everything closed that is open at any time; empty if nothing does."""
    state, machine = match.state, match.machine
    if state.branches is not None:
        return "nothing else can be done while players choose at once"
    mine = next((entry.path for entry in machine.program.anytimes if entry.path in running), "")
    if mine:
        return f"nothing else can be done until `{mine}` is done"
    if state.extra is not None and state.extra.joined:
        return "nothing else can be done until the move is complete"
    if (
        machine.layout.choices[state.choice].picked_slot >= 0
        and state.frames[-1][machine.layout.choices[state.choice].picked_slot]
    ):
        return "some of several have been picked, and nothing else can be done until all are"
    others = {kept.player for kept in state.extra.kept} - {player} if state.extra is not None else set()
    if others:
        names = and_list([match.players[other] for other in sorted(others)])
        return f"nothing else can be done while {names} may still take back what is being done"
    return ""

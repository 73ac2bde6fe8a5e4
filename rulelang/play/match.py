"""Games and matches: the Python interface.

A `Game` is rules, variants and settings; a `Match` is one play of them by named players. A match stops at every choice;
`pending` says who must choose what, `choose` answers. Everything that is words (options, the story, views) is made when
it is asked for.

A match remembers where it began and every choice since, so that taking back is playing again from the beginning but for
the last choice, and a saved match can be checked. Choices act on a copy of the state, which takes the old one's place
when all went well: a fault of the rules in the middle of a move leaves the match as it was before it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from rulelang.errors import IllegalMove, RulelangError, UndoRefused
from rulelang.locate import GamePlace, locate
from rulelang.play import position, undoing, words
from rulelang.play.loading import Information, Loaded, information_of, load_compiled, load_program
from rulelang.runtime.chance import Dictation
from rulelang.runtime.machine import Asked, Machine, RulesFault
from rulelang.runtime.naming import Naming
from rulelang.runtime.options import Option, Options, split_words
from rulelang.runtime.telling import Line, Telling
from rulelang.runtime.view import Views

REQUIRED = "RL0810"
"""What a rule reports when something that it requires is not so."""


class Game:
    """A game with its variants and settings. `place` is where it lies; see `rulelang.load`."""

    def __init__(
        self, place: GamePlace | str | Path, variants: Sequence[str] = (), settings: Mapping[str, object] | None = None
    ) -> None:
        self.place = place if isinstance(place, GamePlace) else locate(place)
        self.variants = tuple(variants)
        self.settings = dict(settings or {})
        self._loaded: dict[int, Loaded] = {}
        self._machines: dict[int, Machine] = {}
        self._compiled: dict[int, Any] = {}

    @cached_property
    def information(self) -> Information:
        """The game's name, its title, for how many players it is."""
        for loaded in self._loaded.values():
            return loaded.information
        return information_of(self.place, self.variants, self.settings)

    @property
    def id(self) -> str:
        """What the game is called: the name on its `game` line."""
        return self.information.name

    @property
    def title(self) -> str:
        """Its title."""
        return self.information.title

    def loaded(self, players: int) -> Loaded:
        """The game compiled for so many players."""
        if players not in self._loaded:
            self._loaded[players] = load_program(self.place, players, self.variants, self.settings)
        return self._loaded[players]

    def compiled(self, players: int) -> Any:
        """The game compiled afresh, with everything that it was made from (`backend.compile.Compiled`)."""
        if players not in self._compiled:
            self._compiled[players] = load_compiled(self.place, players, self.variants, self.settings)
        return self._compiled[players]

    def machine(self, players: int) -> Machine:
        """The machine that runs it for so many players."""
        if players not in self._machines:
            self._machines[players] = Machine(self.loaded(players).program)
        return self._machines[players]

    def names(self, players: int | Sequence[str] | None) -> tuple[str, ...]:
        """The players' names: those given, or as many as are asked for; as few as the game allows where nobody says."""
        if players is None:
            players = self.information.fewest
        if isinstance(players, int):
            if not self.information.fewest <= players <= self.information.most:
                self.loaded(players)
            return self.information.seats[:players]
        return words.player_names(players)

    def start(self, players: int | Sequence[str] | None = None, seed: int | None = None) -> Match:
        """A new match, at its first choice. Without a seed one is taken by chance; `Match.seed` tells it."""
        names = self.names(players)
        chosen = secrets.randbelow(1 << 31) if seed is None else seed
        machine = self.machine(len(names))
        try:
            state = machine.start(chosen)
        except RulesFault as fault:
            raise Match(self, machine, names, chosen, machine.blank(chosen)).told(fault) from fault
        return Match(self, machine, names, chosen, state)

    def restore(self, text: str) -> Match:
        """A match from what `Match.to_json` gave. Raises `SaveError` where it is damaged or made with other rules."""
        from rulelang.play import saving

        return saving.restore(self, text)


class Choice:
    """A choice that somebody must make now: who, what is asked, and what may be answered."""

    def __init__(self, match: Match, asked: Asked) -> None:
        self._match = match
        self.asked = asked
        self.layout = match.machine.layout.choices[asked.choice]
        self.player = match.players[asked.player]
        self.seat = asked.player

    @cached_property
    def prompt(self) -> str:
        """What is asked, as its chooser reads it."""
        return self._match.texts.prompt(self._match.state, self.asked, self.seat)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What may be answered, in order."""
        return self._match.texts.all(self._match.state, self.asked)

    @property
    def path(self) -> str:
        """The dotted name of the choice in the rules."""
        return self.layout.path

    @property
    def place(self) -> str:
        """Where it stands in the rules."""
        return self.layout.place

    @property
    def several(self) -> bool:
        """Whether several are picked, one by one or in one line."""
        return self.layout.several

    @property
    def picked(self) -> int:
        """How many have been picked so far where several are."""
        if self.layout.picked_slot < 0:
            return 0
        return len(self._match.machine.frame_of(self._match.state, self.asked)[self.layout.picked_slot])

    @property
    def optional(self) -> bool:
        """Whether it is open to the player beside what is asked; nobody waits for it."""
        return self.asked.optional

    def __repr__(self) -> str:
        return f"Choice({self.player}: {self.prompt or self.path}, {len(self.asked.codes)} options)"


@dataclass(frozen=True, slots=True)
class Move:
    """One choice that was made: by which seat, the words of it, and the answers the machine was given for it.

    `choice` numbers what was asked; `joined` says that it belongs to the same move as the one before; `dictated` is what scripts
    had dictated before it.
    """

    seat: int
    words: str
    codes: tuple[int, ...]
    choice: int = -1
    joined: bool = False
    dictated: Dictation | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """The last move was taken back (undo), or chosen again (redo); `anyway` where the rule about that was set aside."""

    form: Literal["undo", "redo"]
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """A line of a bill."""

    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """A player's bill and its total."""

    player: str
    items: tuple[ScoreItem, ...]
    total: int


class Match:
    """One play of a game; made by `Game.start` and `Game.restore`."""

    def __init__(
        self,
        game: Game,
        machine: Machine,
        players: Sequence[str],
        seed: int,
        state: Any,
        *,
        moves: Sequence[Move] = (),
        base: Any = None,
        compiled: Any = None,
    ) -> None:
        self.game = game
        self.machine = machine
        self.players = tuple(players)
        self.seed = seed
        self.state = state
        self.base = base
        """The state before the first move, where it is not the game's own beginning."""
        self.moves: list[Move] = list(moves)
        self.history: list[Move | Taken] = list(moves)
        """All that was done, in order: also the moves that were taken back."""
        self.undone: list[list[Move]] = []
        """What was taken back and can be chosen again, the last at the end."""
        self._pending: tuple[Choice, ...] | None = None
        self._compiled = compiled

    @property
    def compiled(self) -> Any:
        """The game with everything it was compiled from, for questions about its rules; compiled when first asked for."""
        if self._compiled is None:
            self._compiled = self.game.compiled(len(self.players))
        return self._compiled

    # ---------------------------------------------------------------------------------------------------- words

    @cached_property
    def naming(self) -> Naming:
        """What things and players are called."""
        return Naming(self.machine.layout, self.players)

    @cached_property
    def texts(self) -> Options:
        """The words of options."""
        return Options(self.machine, self.naming)

    @cached_property
    def telling(self) -> Telling:
        """The sentences of the log."""
        return Telling(self.machine.layout, self.naming)

    @cached_property
    def views(self) -> Views:
        """What each player sees."""
        return Views(self.machine, self.naming)

    def seat(self, player: str | int) -> int:
        """The seat of a player, by his name or the seat itself."""
        if isinstance(player, int):
            if 0 <= player < len(self.players):
                return player
            raise RulelangError(f"there is no seat {player}")
        if player not in self.players:
            raise RulelangError(f"nobody is called `{player}`; the players are {', '.join(self.players)}")
        return self.players.index(player)

    # ---------------------------------------------------------------------------------------------------- choosing

    @property
    def pending(self) -> tuple[Choice, ...]:
        """Who must choose now, and what: several while they choose at once, none when the match is over."""
        if self._pending is None:
            self._pending = tuple(Choice(self, asked) for asked in self.machine.asked(self.state))
        return self._pending

    @property
    def waiting(self) -> tuple[str, ...]:
        """For whom the match waits, as far as everybody may know."""
        return tuple(self.players[seat] for seat in self.machine.waiting_for(self.state))

    def choices_of(self, player: str | int) -> tuple[Choice, ...]:
        """What a player may choose now: first what he must, then what is open to him beside it."""
        seat = self.seat(player)
        return tuple(choice for choice in self.pending if choice.seat == seat)

    def choice_of(self, player: str | int) -> Choice | None:
        """What a player must choose now, else what is open to him; none if there is nothing."""
        return next(iter(self.choices_of(player)), None)

    def choose(self, player: str | int | Option, what: str | int | Option | None = None) -> None:
        """Answer a choice: `choose("ann", "build tower")`, or with an option or its index.

        The player may be left out where one is asked. Raises `IllegalMove` where that cannot be chosen now.
        """
        if what is None:
            required = [choice for choice in self.pending if not choice.optional]
            if len(required) > 1:
                raise IllegalMove(f"several must choose now: {', '.join(c.player for c in required)}; say who chooses")
            what = player
            seat = required[0].seat if required else -1
        else:
            if isinstance(player, Option):
                raise RulelangError("the player comes first, then the option")
            seat = self.seat(player)
        choices = self.choices_of(seat) if seat >= 0 else ()
        if not choices:
            raise self._refusal(seat, what)
        try:
            state, move = self._in_words(choices, what) if isinstance(what, str) else self._picked(choices, what)
        except RulesFault as fault:
            said = what.text if isinstance(what, Option) else what if isinstance(what, str) else choices[0].options[what].text
            if fault.code != REQUIRED:
                raise self.told(fault, seat, said) from fault
            raise IllegalMove(
                f"{self.players[seat]} cannot choose `{said}`: {fault.message}", lambda: self.why_not(seat, said)
            ) from fault
        self._become(state)
        self.moves.append(move)
        self.history.append(move)
        self.undone.clear()

    def told(self, fault: RulesFault, seat: int = -1, words: str = "") -> RulesFault:
        """A fault of the rules with all that the match knows of it: who found no option, and why; a script that leads there."""
        from rulelang.play.stuck import script, stuck

        if fault.script:
            return fault
        message = fault.message
        if fault.asked is not None:
            message = f"{self.players[fault.asked.player]} has nothing to choose: {message}"
        told = RulesFault(fault.code, message, fault.place, fault.rules, fault.asked, fault.state)
        told.reasons = lambda: stuck(self, fault)
        told.script = script(self, self.players[seat] if seat >= 0 else "", words)
        return told

    def _picked(self, choices: Sequence[Choice], what: int | Option) -> tuple[Any, Move]:
        """The state after an option itself or, by its number, one of the first choice."""
        choice = choices[0]
        if isinstance(what, Option):
            choice = next((c for c in choices if what in c.options), choice)
        option = self._given(choice, what)
        return self._after(choice, option)

    def _after(self, choice: Choice, option: Option) -> tuple[Any, Move]:
        state = self.machine.copy(self.state)
        self.machine.answer(state, choice.asked, option.code)
        return state, self._move(choice, option.text, (option.code,))

    def _move(self, choice: Choice, said: str, codes: tuple[int, ...]) -> Move:
        dictated = self.state.dictated
        waiting = dictated.copy() if dictated is not None and any(dictated.size()) else None
        return Move(choice.seat, said, codes, choice.asked.choice, choice.asked.continues, waiting)

    def _given(self, choice: Choice, what: int | Option) -> Option:
        if isinstance(what, int):
            if not 0 <= what < len(choice.options):
                raise IllegalMove(f"{choice.player} has {len(choice.options)} options, and none is number {what}")
            return choice.options[what]
        if what in choice.options:
            return what
        raise self._refusal(choice.seat, what.text)

    def _in_words(self, choices: Sequence[Choice], line: str) -> tuple[Any, Move]:
        """The state after an answer in words."""
        wanted = split_words(line)
        options = [option for choice in choices for option in choice.options]
        found = words.found(choices[0].player, options, wanted)
        if found is not None:
            return self._after(next(choice for choice in choices if found in choice.options), found)
        for choice in choices:
            state = self.machine.copy(self.state)
            picked = words.several(self, state, choice, wanted) if choice.several else None
            if picked is not None:
                codes, said = picked
                return state, self._move(choice, said, codes)
        raise self._refusal(choices[0].seat, line)

    def _become(self, state: Any) -> None:
        self.state = state
        self._pending = None

    def _refusal(self, seat: int, what: object) -> IllegalMove:
        said = what.text if isinstance(what, Option) else str(what)
        name = self.players[seat] if seat >= 0 else "nobody"
        return IllegalMove(words.refused(self, seat, said), lambda: self.why_not(name, said) if seat >= 0 else ())

    def why_not(self, player: str | int, line: str) -> tuple[Any, ...]:
        """Why a player cannot choose what these words say now, from what he may know; empty if he can."""
        from rulelang.play.why import why_not

        return why_not(self, self.seat(player), line)

    # ---------------------------------------------------------------------------------------------------- taking back

    def _replayed(self, moves: Sequence[Move]) -> Any:
        """The state after these moves from the beginning. What was dictated and has come stays used up."""
        state = self.machine.start(self.seed) if self.base is None else self.machine.copy(self.base)
        for move in moves:
            replay(self.machine, state, move)
        state.dictated = None if self.state.dictated is None else self.state.dictated.copy()
        return state

    def undo(self, player: str | int | None = None, *, force: bool = False) -> Move:
        """Take back the last move, or that of a player if nobody has chosen since; choices joined to one move go together.

        Raises `UndoRefused` where there is none, where chance or something hidden was revealed by it, or where another player has
        chosen since; `force` takes it back all the same.
        """
        if not self.moves:
            raise UndoRefused("nothing has been chosen yet")
        last = self.moves[-1]
        if player is not None and last.seat != self.seat(player):
            name = self.players[self.seat(player)]
            if all(move.seat != self.seat(player) for move in self.moves):
                raise UndoRefused(f"{name} has not chosen anything yet")
            raise UndoRefused(f"{self.players[last.seat]} has chosen since")
        first = len(self.moves) - 1
        while first > 0 and self.moves[first].joined:
            first -= 1
        taken = self.moves[first:]
        before = self._replayed(self.moves[:first])
        if not force:
            learnt = undoing.learnt(self, before, taken)
            if learnt:
                raise UndoRefused(f"move {len(self.moves)} cannot be taken back: {learnt}")
        del self.moves[first:]
        self.undone.append(taken)
        self.history.append(Taken("undo", force))
        self._become(before)
        return taken[0]

    def redo(self) -> Move:
        """Choose again what was taken back last."""
        if not self.undone:
            raise UndoRefused("nothing was taken back")
        taken = self.undone.pop()
        state = self.machine.copy(self.state)
        for move in taken:
            replay(self.machine, state, move)
        self._become(state)
        self.moves.extend(taken)
        self.history.append(Taken("redo"))
        return taken[0]

    # ---------------------------------------------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.machine.asked(self.state)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; empty before the end, all of a drawn match."""
        return tuple(self.players[seat] for seat in self.machine.winners(self.state)) if self.over else ()

    @property
    def scores(self) -> tuple[Score, ...]:
        """Each player's bill as it stands now; empty in a game without scoring."""
        return tuple(self.score(seat) for seat in range(len(self.players))) if self.machine.layout.scored else ()

    def score(self, player: str | int) -> Score:
        """One player's bill."""
        seat = self.seat(player)
        bill, total, _ = self.machine.score(self.state, seat)
        lines = self.machine.layout.score_lines
        items = tuple(ScoreItem(self.naming.text(lines[number], values), points) for number, values, points in bill)
        return Score(self.players[seat], items, total)

    @property
    def log(self) -> list[Line]:
        """The story so far, as who sees everything would tell it."""
        return self.story()

    def story(self, reader: str | int | None = None, start: int = 0) -> list[Line]:
        """The story as a player could tell it; from an entry of the log on."""
        return self.telling.story(self.state.log, None if reader is None else self.seat(reader), start)

    def view(self, player: str | int | None = None) -> dict[str, Any]:
        """What a player sees, or everything, as plain data."""
        return self.views.view(self.state, None if player is None else self.seat(player))

    def table(self, player: str | int | None = None) -> str:
        """What a player sees, or everything, as text: boards, what lies open, each player's own."""
        return self.views.table(self.state, None if player is None else self.seat(player))

    def position(self, player: str | int | None = None) -> list[str]:
        """The position as `given` lines of an example: what differs from the beginning, as far as a player sees it."""
        return position.lines(self.machine, self.naming, self.state, None if player is None else self.seat(player))

    # ---------------------------------------------------------------------------------------------------- keeping

    def copy(self) -> Match:
        """A match that goes on by itself from here."""
        other = Match(
            self.game,
            self.machine,
            self.players,
            self.seed,
            self.machine.copy(self.state),
            moves=self.moves,
            base=self.base,
            compiled=self._compiled,
        )
        other.history = self.history[:]
        other.undone = [taken[:] for taken in self.undone]
        return other

    def to_json(self) -> str:
        """The whole match as text, for `Game.restore`."""
        from rulelang.play import saving

        return saving.to_json(self)

    def check_invariants(self) -> list[str]:
        """What is wrong with the state, in sentences; empty if nothing is."""
        from rulelang.play.invariants import broken

        return list(broken(self.machine, self.naming, self.state))

    def play(self, chooser: Any) -> Iterator[Move]:
        """Let `chooser(choice)` give an option for every choice until the match is over; the moves as they are made."""
        while self.pending:
            choice = self.pending[0]
            self.choose(choice.seat, chooser(choice))
            yield self.moves[-1]


def replay(machine: Machine, state: Any, move: Move) -> None:
    """Make a move again, with what was dictated before it."""
    if state.dictated is not None or move.dictated is not None:
        recorded = state.dictated is not None and state.dictated.recorded
        state.dictated = move.dictated.copy() if move.dictated is not None else Dictation(recorded=recorded)
    for code in move.codes:
        own = [asked for asked in machine.asked(state) if asked.player == move.seat]
        asked = next((asked for asked in own if asked.choice == move.choice), next(iter(own), None))
        if asked is None or code not in asked.codes:
            raise RulelangError(f"`{move.words}` cannot be played again: it is not legal here")
        machine.answer(state, asked, code)


__all__ = ["Choice", "Game", "Match", "Move", "Option", "Score", "ScoreItem", "Taken", "replay"]

"""A match at a terminal: people at one keyboard, bots, or both.

The session knows no terminal: it asks for a line by `ask` and says lines by `tell`, so tests play it as people do. A person
answers a choice by its number, its words, or the beginning of its words where that fits one option only; other lines are
commands, and an option called like a command goes before it. What is open to somebody at any time stands behind the options of
what he is asked; others do it with their name in front, `ben: trade`. Everything is told as the person who sits there may know
it. After every move the match is handed to `keep`, so nothing is lost when the program is killed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rulelang.errors import IllegalMove, RulelangError
from rulelang.play.match import Choice, Match, Option
from rulelang.runtime.drawing import WIDEST, columns
from rulelang.runtime.machine import RulesFault
from rulelang.runtime.telling import headings
from rulelang.text.render import visible, width
from rulelang.text.suggest import listing
from rulelang.tools.refusals import reason_text

Ask = Callable[[str], str | None]
"""Asks for a line, after a prompt; none when there are no more."""
Tell = Callable[[str], None]
Bot = Callable[[Match, Choice], Option]
"""Chooses for a player."""
Keep = Callable[[Match], None]
"""Writes the match to its file after a move."""

HELP = """\
answer with the number of an option, its words, or how they begin; or
  ?             this help
  why WORDS     why that is not allowed
  table         the table as you see it
  log           the story so far, as you know it
  position      the position as lines of an example
  undo, redo    take your last choice back; choose it again
  save FILE     write the match to a file
  quit          stop here"""
HELP_OTHERS = "  NAME: WORDS   what another player may do at any time"
COLUMNS = 3
LONGEST = 12
"""How long a list may be before it takes more columns than three."""
MANY = 18
"""From how many options on they are listed in columns."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What a line means among the options: one of them, several it could be, or none."""

    option: Option | None
    candidates: tuple[Option, ...] = ()


def pick(line: str, options: Sequence[Option]) -> Picked:
    """What a line means: a number counted from 1, the words or the label of an option, or how those of just one begin.

    Where options are numbers themselves, a number is the answer that it says."""
    text = " ".join(line.lower().split())
    if text.isascii() and text.isdigit() and not any(map(_is_number, options)):
        number = int(text)
        if 1 <= number <= len(options):
            return Picked(options[number - 1])
    ways: list[Callable[[Option], bool]] = [
        lambda option: option.text.lower() == text,
        lambda option: option.label.lower() == text,
        lambda option: not text.isdigit() and option.text.lower().startswith(text),
        lambda option: not text.isdigit() and option.label.lower().startswith(text),
    ]
    for way in ways:
        fitting = tuple(option for option in options if text and way(option))
        if len(fitting) == 1:
            return Picked(fitting[0])
        if fitting:
            return Picked(None, fitting)
    return Picked(None)


class Session:
    """Plays a match with people and bots until it is over or somebody leaves."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[str, Bot],
        ask: Ask,
        tell: Tell,
        keep: Keep | None = None,
        save: Callable[[str], str] | None = None,
        hide: Callable[[], None] | None = None,
    ) -> None:
        self.match = match
        self.bots = dict(bots)
        self.ask = ask
        self.tell = tell
        self.keep = keep
        self.save = save
        self.hide = hide
        self.people = [player for player in match.players if player not in self.bots]
        layout = match.machine.layout
        secret = any(store.hidden for store in layout.stores) or any(array.visibility != "public" for array in layout.arrays)
        self.apart = secret and len(self.people) > 1
        """Whether people at one keyboard may not know the same."""
        self.told: dict[str | None, int] = {}
        self.sitting: str | None = None
        """Who was asked last, where people may not know the same."""
        self.seen: tuple[str, str] = ("", "")
        """To whom the table was shown last, and how it looked."""

    def run(self) -> bool:
        """Play; whether the match came to its end."""
        self._tell_story(self._reader(None))
        while not self.match.over:
            choice = self.match.pending[0]
            if choice.player in self.bots:
                self.match.choose(choice.seat, self.bots[choice.player](self.match, choice))
            elif not self._person(choice):
                return False
            if self.keep is not None:
                self.keep(self.match)
            self._tell_story(self._reader(choice.player))
        return True

    # ---------------------------------------------------------------------------------------------------- telling

    def _reader(self, player: str | None) -> str | None:
        """As whose story things are told after a choice of a player: of the one person there is, of the one who chose, or all
        of it."""
        if not self.people:
            return None
        if len(self.people) == 1:
            return self.people[0]
        return player if self.apart and player in self.people else None

    def _tell_story(self, reader: str | None) -> None:
        if reader is None and self.apart:
            return
        length = len(self.match.state.log)
        start = min(self.told.get(reader, 0), length)
        for line in headings(self.match.story(reader, start)):
            self.tell(line)
        self.told[reader] = length

    # ---------------------------------------------------------------------------------------------------- a person's choice

    def _person(self, choice: Choice) -> bool:
        """Ask until a choice is made; false if the person leaves."""
        player = choice.player
        if self.apart:
            if not self._hand_over(player):
                return False
            self._tell_story(player)
        self._show(choice)
        while True:
            line = self.ask(f"{player}> ")
            if line is None or self._leaves(line, choice):
                return False
            try:
                if not line.strip():
                    continue
                if self._is_option(line, choice) or not self._command(line.strip(), choice):
                    if self._of_another(line, choice) or self._answer(line, choice):
                        return True
                elif choice not in self.match.pending:
                    return True
            except RulesFault:
                # Nothing that a person answers mends the rules.
                raise
            except RulelangError as error:
                self.tell(str(error))

    def _hand_over(self, player: str) -> bool:
        """Let another person sit down before anything is told that is for him alone; false if nobody does."""
        if self.sitting not in (None, player):
            if self.ask(f"press Enter to hide this; {player} is next ") is None:
                return False
            if self.hide is not None:
                self.hide()
            if self.ask(f"{player}, press Enter when nobody else is looking ") is None:
                return False
        self.sitting = player
        return True

    def _leaves(self, line: str, choice: Choice) -> bool:
        """Whether a person wants to stop: `q` alone does only where no option begins with it."""
        word = line.strip()
        if word == "q":
            found = pick(word, self._options(choice))
            return found.option is None and not found.candidates
        return word in ("quit", "exit") and not self._is_option(line, choice)

    def _is_option(self, line: str, choice: Choice) -> bool:
        text = " ".join(line.lower().split())
        return any(text == option.text.lower() for option in self._options(choice))

    def _open(self, player: str) -> list[Choice]:
        """What is open to a player beside what is asked."""
        return [choice for choice in self.match.choices_of(player) if choice.optional]

    def _options(self, choice: Choice) -> tuple[Option, ...]:
        """What somebody may answer, and behind it what is open to him besides."""
        return (*choice.options, *(option for extra in self._open(choice.player) for option in extra.options))

    def _show(self, choice: Choice, again: bool = False) -> None:
        """Ask: with the table, unless it is as the same person saw it when he was asked before; `again` shows it in any case."""
        table = self.match.table(choice.player)
        if table and (again or self.seen != (choice.player, table)):
            self.tell(table)
        self.seen = (choice.player, table)
        more = f" ({choice.picked} picked)" if choice.several and choice.picked else ""
        self.tell(f"{choice.player}: {choice.prompt or 'choose'}{more}")
        self.tell(options_text(choice.options))
        # Beside answers that are numbers nothing else has one.
        first = 0 if any(map(_is_number, choice.options)) else len(choice.options) + 1
        for extra in self._open(choice.player):
            self.tell(f"{extra.prompt or 'at any time'}:")
            self.tell(options_text(extra.options, first))
            first += len(extra.options) if first else 0
        if not self.apart:
            # Where all know the same, all may know what is open to the others.
            for other in self.people:
                texts = [option.text for extra in self._open(other) for option in extra.options]
                if other != choice.player and texts:
                    more = f" and {len(texts) - 4} more" if len(texts) > 4 else ""
                    self.tell(f"open to {other}: {listing(texts[:4])}{more}; write `{other}: {texts[0]}`")

    def _spoken_by(self, line: str) -> tuple[str, str]:
        """Whose name stands before a line, if any does, and the line."""
        name, colon, words = line.partition(":")
        player = name.strip().lower()
        return (player, words.strip()) if colon and player in self.match.players else ("", line)

    def _of_another(self, line: str, choice: Choice) -> bool:
        """Do what another player may do at any time, `ben: trade`; whether the line says so."""
        other, words = self._spoken_by(line)
        if other in ("", choice.player):
            return False
        if other in self.bots:
            raise RulelangError(f"{other} is played by a bot")
        options = [option for extra in self._open(other) for option in extra.options]
        found = pick(words, options) if words and not words.isdigit() else Picked(None)
        if found.candidates:
            raise RulelangError(f"that could be {listing([option.text for option in found.candidates[:4]])}; write more of it")
        self.match.choose(other, found.option if found.option is not None else words)
        return True

    def _answer(self, line: str, choice: Choice) -> bool:
        _, line = self._spoken_by(line)
        found = pick(line, self._options(choice))
        if found.option is not None:
            self.match.choose(choice.seat, found.option)
            return True
        if found.candidates:
            self.tell(f"that could be {listing([option.text for option in found.candidates[:4]])}; write more of it")
            return False
        options = self._options(choice)
        if line.strip().isdecimal() and not any(map(_is_number, options)):
            last = len(options)
            self.tell(f"there is no option {line.strip()}: {'1 is the only one' if last == 1 else f'they go from 1 to {last}'}")
            return False
        try:
            self.match.choose(choice.seat, line)
            return True
        except IllegalMove as refused:
            reasons = [reason_text(reason) for reason in refused.reasons]
            # A reason that names what was typed says all that the refusal itself does.
            if not any(f"`{visible(line.strip())}`" in text for text in reasons):
                self.tell(str(refused))
            for text in reasons:
                self.tell(text)
            return False

    # ---------------------------------------------------------------------------------------------------- commands

    def _command(self, line: str, choice: Choice) -> bool:
        """Carry out a command; false if the line is none."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str, Choice], None]] = {
            "?": self._help,
            "help": self._help,
            "why": self._why,
            "table": self._table,
            "log": self._log,
            "position": self._position,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
        }
        if word not in commands:
            return False
        commands[word](rest.strip(), choice)
        return True

    def _help(self, rest: str, choice: Choice) -> None:
        self.tell(HELP)
        if self.match.machine.program.anytimes and len(self.people) > 1:
            self.tell(HELP_OTHERS)
        for option in self._options(choice):
            if option.doc:
                self.tell(f"{option.text}: {' '.join(part.strip() for part in option.doc)}")

    def _why(self, rest: str, choice: Choice) -> None:
        if not rest:
            self.tell("write what you would choose behind it: `why WORDS`")
            return
        reasons = self.match.why_not(choice.seat, rest)
        for reason in reasons:
            self.tell(reason_text(reason))
        if not reasons:
            self.tell(f"`{rest}` is allowed")

    def _table(self, rest: str, choice: Choice) -> None:
        self._show(choice, again=True)

    def _log(self, rest: str, choice: Choice) -> None:
        for line in headings(self.match.story(choice.player)):
            self.tell(line)

    def _position(self, rest: str, choice: Choice) -> None:
        for line in self.match.position(choice.player):
            self.tell(line)

    def _undo(self, rest: str, choice: Choice) -> None:
        """Take back the last choice of a person; choices of bots since then go with it, as they would choose the same again."""
        people = [move for move in self.match.moves if self.match.players[move.seat] in self.people]
        if not people:
            self.tell("nothing has been chosen yet")
            return
        trial = self.match.copy()
        while True:
            move = trial.undo()
            if self.match.players[move.seat] in self.people:
                break
        while len(self.match.moves) > len(trial.moves):
            self.match.undo()
        self.told = {reader: min(count, len(self.match.state.log)) for reader, count in self.told.items()}
        self.seen = ("", "")
        self.tell(f"taken back: {self.match.players[move.seat]}: {move.words}")

    def _redo(self, rest: str, choice: Choice) -> None:
        move = self.match.redo()
        self.tell(f"{self.match.players[move.seat]}: {move.words}")

    def _save(self, rest: str, choice: Choice) -> None:
        if self.save is None:
            self.tell("this match cannot be saved")
        elif not rest:
            self.tell("write the file behind it: `save FILE`")
        else:
            self.tell(f"saved in {self.save(rest)}")


def options_text(options: Sequence[Option], first: int = 1) -> str:
    """The options as a numbered list, in columns where there are many; without numbers if `first` is 0, or where options are
    numbers themselves."""
    if first and not any(map(_is_number, options)):
        shown = [f"{number:>3}  {_called(option)}" for number, option in enumerate(options, first)]
    else:
        shown = [_numbered(option) if _is_number(option) else f"     {_called(option)}" for option in options]
    if len(shown) < MANY:
        return "\n".join(shown)
    for count in range(max(COLUMNS, -(-len(shown) // LONGEST)), 1, -1):
        rows = -(-len(shown) // count)
        text = columns([shown[row::rows] for row in range(rows)])
        if max(map(width, text.split("\n"))) <= WIDEST:
            return text
    return "\n".join(shown)


def _is_number(option: Option) -> bool:
    """Whether an option is written as a number, and by nothing else."""
    return option.text.removeprefix("-").isdecimal()


def _numbered(option: Option) -> str:
    """A number, and what it is called if by something else."""
    return f"{option.text:>3}" if option.label in ("", option.text) else f"{option.text:>3}  {option.label}"


def _called(option: Option) -> str:
    return f"{option.label or option.text}{_words(option)}"


def _words(option: Option) -> str:
    return f"  ({option.text})" if option.label and option.label.lower() != option.text.lower() else ""

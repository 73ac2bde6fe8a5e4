"""What becomes of a recorded match under the rules as they are now: three verdicts.

*Same*: all moves are legal and every state is as it was. *Other*: all moves are legal, but from some move on the state differs.
*Diverged*: a move is not legal any more, or the rules fail at it. A `Witness` watches a script being run and compares; what it
has to say names the rules that have changed since, those first that the match has used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.play import fingerprint
from rulelang.play.digests import digests_of
from rulelang.play.recording import recorded_rules, recorded_values
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Diagnostic
from rulelang.text.source import Span
from rulelang.text.suggest import listing

if TYPE_CHECKING:
    from rulelang.play.clauses import Run
    from rulelang.sema.model import GameModel

SAME, OTHER, DIVERGED = "same", "other", "diverged"
MOST_RULES = 6
MOST_VALUES = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """`form` is same, other or diverged; `move` the number of the move from which on it is so, `moves` how many there are."""

    form: str
    move: int
    moves: int
    message: str
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A rule that is not as it was when the match was recorded; `place` is empty where it is gone."""

    path: str
    place: str
    node: nodes.Node | None = None

    def __str__(self) -> str:
        return f"`{self.path}` ({self.place})" if self.place else f"`{self.path}` (gone)"


def changed_rules(rules: Sequence[str], model: GameModel) -> list[Changed]:
    """The rules of a game that differ from those in the header of a recorded script."""
    then, now = recorded_rules(rules), digests_of(model)
    found = [
        Changed(path, _line(model.sources.place(each.span)), each.node)
        for path, each in now.items()
        if path in then and then[path] != each.digest
    ]
    found += [Changed(path, _line(model.sources.place(each.span)), each.node) for path, each in now.items() if path not in then]
    found += [Changed(path, "") for path in then if path not in now]
    return found


class Witness:
    """Watches a recorded script being run."""

    def __init__(self, script: nodes.Script, run: Run) -> None:
        self.run = run
        self.script = script
        self.expected = [digest for c in script.clauses if isinstance(c, nodes.StateMark) for digest in c.digests]
        self.changed = changed_rules(script.rules, run.compiled.model)
        self.moves = sum(isinstance(c, nodes.Answer) for c in script.clauses)
        self.move = 0
        self.first: int | None = None
        self.span: Span | None = None
        self.recorded: dict[str, str] = {}
        self.missed = 0
        self.differing: list[str] = []
        self.looked = 0
        """After which move the recorded values were compared."""
        self.chance = False
        self.meets: Callable[[int, Sequence[Changed]], dict[str, bool]] | None = None
        """Says of changed rules whether the match meets them up to a move; nothing of those that are not run."""

    def saw(self, clause: nodes.Clause) -> None:
        """A clause was run."""
        match clause:
            case nodes.Answer():
                self.move += 1
                self._compare(clause.span)
            case nodes.StateMark():
                if self.move == 0:
                    self._compare(clause.span)
                self.recorded.update(recorded_values(clause.values))
                if self.first is not None and not self.differing:
                    self.differing = self._differing()
                    self.looked = self.move

    def _compare(self, span: Span) -> None:
        state = self.run.state
        dictated = state.dictated
        if dictated is not None and (dictated.missed > self.missed or any(dictated.size())):
            self.chance = self.chance or self.first is None
            self.missed = dictated.missed
            dictated.forget()
            self._differs(span)
        if self.move < len(self.expected):
            now = fingerprint.digest(self._values())
            if now != self.expected[self.move]:
                self._differs(span)

    def _values(self) -> dict[str, str]:
        return fingerprint.values(self.run.machine, self.run.naming, self.run.state)

    def _differs(self, span: Span) -> None:
        if self.first is None:
            self.first = self.move
            self.span = span

    def _differing(self) -> list[str]:
        """Which recorded values are others now, in words."""
        now = self._values()
        found: list[str] = []
        for name, then in self.recorded.items():
            value = fingerprint.short(now[name]) if name in now else None
            if value is None:
                found.append(f"`{name}` is no more, recorded {then}")
            elif value != then:
                found.append(f"`{name}` is {value}, recorded {then}")
        return found

    # ---------------------------------------------------------------------------------------------------- verdicts

    def _since(self, move: int) -> str:
        """The rules that have changed: those that the match has met by then, then those of which that cannot be told; of rules
        that it has not met only how many there are."""
        met = self.meets(move, self.changed) if self.meets is not None and len(self.changed) > 1 else {}
        blamed = sorted((c for c in self.changed if met.get(c.path) is not False), key=lambda c: not met.get(c.path))
        others = len(self.changed) - len(blamed)
        if not blamed:
            blamed, others = self.changed, 0
        if not blamed:
            return ""
        shown = ", ".join(str(each) for each in blamed[:MOST_RULES])
        more = f" and {len(blamed) - MOST_RULES} more" if len(blamed) > MOST_RULES else ""
        besides = f"; {others} more changed, and {'was' if others == 1 else 'were'} not met" if others else ""
        return f"changed since: {shown}{more}{besides}"

    def _paths(self) -> tuple[str, ...]:
        return tuple(each.path for each in self.changed)

    def verdict(self, failed: Diagnostic | None, reasons: Sequence[Any] = ()) -> tuple[Verdict, Diagnostic | None]:
        """The verdict when all was run, or when a clause failed; and the finding that says so."""
        if failed is not None:
            return self._diverged(failed, reasons)
        if self.first is None:
            others = f", though {len(self.changed)} rules differ" if len(self.changed) > 1 else ", though one rule differs"
            message = f"same game: all {self.moves} moves, and every state{others if self.changed else ''}"
            return Verdict(SAME, self.moves, self.moves, message, self._paths()), None
        start = f"from move {self.first} on" if self.first else "from the beginning on"
        message = f"all {self.moves} moves are still legal, but {start} the state differs"
        notes = [*self.differing[:MOST_VALUES]]
        if self.chance:
            notes.append("chance was not asked for what is recorded, or for more")
        if self.differing:
            when = "" if self.looked == self.first else f"after move {self.looked} "
            message += f": {when}{self.differing[0]}"
        since = self._since(self.first)
        full = f"{message}; {since}" if since else message
        span = self.span if self.span is not None else self.script.span
        finding = Diagnostic("RL0732", message, span, notes=(*notes[1 if self.differing else 0 :], *_those(since)))
        return Verdict(OTHER, self.first, self.moves, full, self._paths()), finding

    def _diverged(self, failed: Diagnostic, reasons: Sequence[Any]) -> tuple[Verdict, Diagnostic]:
        clause = self._clause_at(failed.span)
        number = self.move + 1
        if isinstance(clause, nodes.Answer):
            why = _why(reasons[0]) if reasons else failed.message
            words = f"`{clause.player.text}: {clause.words}`"
            legal = "no longer legal" if self.changed else "not legal"
            message = f"diverged at move {number}: {words} is {legal} because {why}"
        else:
            message = f"diverged before move {number}: {failed.message}"
        if self.changed:
            names = listing([each.path for each in self.changed[:MOST_RULES]], "and")
            count = f"{len(self.changed)} rules differ" if len(self.changed) > 1 else "one rule differs"
            message = f"recorded with other rules ({count}: {names}), then {message}"
        notes = list(failed.notes)
        if self.first is not None and self.first < number:
            notes.append(f"the state differs from move {self.first} on")
        if since := self._since(number):
            notes.append(since)
        finding = Diagnostic("RL0731", message, failed.span, notes=tuple(notes), help=failed.help)
        return Verdict(DIVERGED, number, self.moves, message, self._paths()), finding

    def _clause_at(self, span: Span) -> nodes.Clause | None:
        return next((clause for clause in self.script.clauses if clause.span == span), None)


def _those(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _why(reason: Any) -> str:
    """A reason with the place of it in the rules."""
    return f"{reason.message} ({_line(reason.place)})" if reason.place else str(reason.message)


def _line(place: str) -> str:
    """A place as `file:line`."""
    return place.rpartition(":")[0]


__all__ = ["DIVERGED", "OTHER", "SAME", "Changed", "Verdict", "Witness", "changed_rules"]

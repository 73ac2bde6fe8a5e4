"""A match as a script that can be judged by other rules.

A recorded script holds the choices in words, what chance decided before each of them, and after every few moves what the
states came down to; its header names the digest of each rule. With the same rules it plays the same match again. With other
rules it tells where the match would have gone another way, and which rule is to blame (`verdict`). The seed is kept only to
say where the match came from, and for chance that the record does not hold because the rules did not ask for it.

To write one, the match is played again from its beginning, with a tape that notes what chance decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulelang.play import fingerprint
from rulelang.play.digests import digests_of
from rulelang.play.loading import written
from rulelang.play.match import Match, Move, Taken, replay
from rulelang.play.position import literal
from rulelang.runtime.chance import Drawn
from rulelang.runtime.naming import Naming
from rulelang.version import VERSION

EVERY = 5
"""After how many moves what the states came down to is written."""
WIDE = 110


def recording(match: Match, game: str, variants: Sequence[str], settings: dict[str, Any]) -> str:
    """A match as a script: all of its moves, chance, and states. `game` is what its `game` line says."""
    return Recorder(match).text(game, variants, settings, match.history)


def header(match: Match, game: str, variants: Sequence[str], settings: dict[str, Any]) -> list[str]:
    """The lines that decide a match."""
    lines = [f"game {game}"]
    if variants:
        lines.append(f"variants {', '.join(variants)}")
    lines += [f"set {name} = {written(value)}" for name, value in settings.items()]
    lines += [f"seed {match.seed}", f"players {', '.join(match.players)}"]
    digests = digests_of(match.compiled.model)
    rules = [f"rulelang {VERSION}", *packed(f"{each.path} {each.digest}" for each in digests.values())]
    lines.append(f"rules {quoted(rules)}")
    return lines


def quoted(texts: Iterable[str]) -> str:
    """Texts in quotes, one a line."""
    escaped = [text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}") for text in texts]
    return ",\n    ".join(f'"{text}"' for text in escaped)


def packed(parts: Iterable[str]) -> Iterator[str]:
    """Parts joined by commas to texts that are not too wide."""
    line = ""
    for part in parts:
        if line and len(line) + len(part) > WIDE:
            yield line
            line = ""
        line += f", {part}" if line else part
    if line:
        yield line


class Recorder:
    """Plays a match again and writes down what it meets."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.machine = match.machine
        self.naming: Naming = match.naming
        self.lines: list[str] = []
        self.digests: list[str] = []
        self.known: dict[str, str] = {}

    def text(self, game: str, variants: Sequence[str], settings: dict[str, Any], done: Iterable[Move | Taken | str]) -> str:
        """The whole script. A text among what was done is a line that stands there as it is."""
        self.machine.tape = []
        try:
            self._play(done)
        finally:
            self.machine.tape = None
        return "\n".join([*header(self.match, game, variants, settings), "", *self.lines]) + "\n"

    def _play(self, done: Iterable[Move | Taken | str]) -> None:
        machine = self.machine
        state = machine.start(self.match.seed) if self.match.base is None else machine.copy(self.match.base)
        before: list[tuple[Any, Move]] = []
        undone: list[list[Move]] = []
        self._chance()
        self._see(state)
        self._mark(state)
        for each in done:
            if isinstance(each, str):
                self.lines.append(each)
            elif isinstance(each, Move):
                before.append((machine.copy(state), each))
                replay(machine, state, each)
                undone.clear()
                self._chance()
                self.lines.append(f"{self.naming.players[each.seat]}: {each.words}")
                self._see(state)
                if len(self.digests) >= EVERY:
                    self._mark(state)
            elif each.form == "undo":
                state, taken = _back(before)
                undone.append(taken)
                self.lines.append("undo anyway" if each.anyway else "undo")
            else:
                for move in undone.pop():
                    before.append((machine.copy(state), move))
                    replay(machine, state, move)
                self._chance()
                self.lines.append("redo")
        if self.digests:
            self._mark(state)

    def _chance(self) -> None:
        """The lines for what chance has decided since the last."""
        assert self.machine.tape is not None
        self.lines += chance_lines(self.machine.tape, self.naming)
        self.machine.tape.clear()

    def _see(self, state: Any) -> None:
        self.now = fingerprint.values(self.machine, self.naming, state)
        self.digests.append(fingerprint.digest(self.now))

    def _mark(self, state: Any) -> None:
        """The line that says what the last states came down to, and what changed since the line before."""
        texts = [" ".join(self.digests)]
        changed = [
            f"{name} = {fingerprint.short(value)}"
            for name, value in self.now.items()
            if value != self.known.get(name, value if value in fingerprint.UNTOUCHED else None)
        ]
        self.lines.append(f"state {quoted([*texts, *packed_values(changed)])}")
        self.known = dict(self.now)
        self.digests.clear()


SEPARATOR = "; "


def packed_values(parts: Sequence[str]) -> Iterator[str]:
    """Values of fields, joined to texts that are not too wide."""
    for line in packed(part.replace(", ", "\0") for part in parts):
        yield line.replace(", ", SEPARATOR).replace("\0", ", ")


def recorded_values(texts: Sequence[str]) -> dict[str, str]:
    """The values that `packed_values` wrote."""
    pairs = (part.partition(" = ") for text in texts for part in text.split(SEPARATOR))
    return {name: value for name, equals, value in pairs if equals}


def recorded_rules(texts: Sequence[str]) -> dict[str, str]:
    """The digests of a header, by dotted name."""
    pairs = (part.rpartition(" ") for text in texts[1:] for part in text.split(", "))
    return {path: digest for path, space, digest in pairs if space}


def _back(before: list[tuple[Any, Move]]) -> tuple[Any, list[Move]]:
    """Take back the last move with all that is joined to it."""
    taken: list[Move] = []
    while True:
        state, move = before.pop()
        taken.insert(0, move)
        if not (move.joined and before):
            return state, taken


def chance_lines(tape: Sequence[Drawn], naming: Naming) -> Iterator[str]:
    """What chance decided, as lines of a script."""
    faces = [str(drawn.value) for drawn in tape if drawn.stream == 0]
    if faces:
        yield f"dice {_wrapped(faces)}"
    decks: dict[tuple[str, int], list[str]] = {}
    for drawn in tape:
        if drawn.zone >= 0:
            decks.setdefault((drawn.store, drawn.zone), []).append(literal(naming, drawn.value, ["thing", drawn.store]))
    for (store, zone), things in decks.items():
        yield f"deck {naming.zone_word(naming.stores[store], zone)}: {_wrapped(things)}"
    picks = [pick_word(naming, drawn) for drawn in tape if drawn.stream == 1]
    if picks:
        yield f"random {_wrapped(picks)}"


def _wrapped(words: Sequence[str]) -> str:
    """Words with commas between, on as many lines as they need."""
    return ",\n    ".join(packed(words))


def pick_word(naming: Naming, drawn: Drawn) -> str:
    """How a script writes what was picked at random."""
    if drawn.shape is None:
        return str(drawn.value)
    shape = drawn.shape[1] if drawn.shape[0] == "optional" else drawn.shape
    word = literal(naming, drawn.value, shape)
    if shape[0] == "enum":
        layout = naming.layout
        names = [member[0] for name, members in layout.enums.items() if name != shape[1] for member in members]
        names += [name for store in layout.stores for name in store.names]
        return f"{shape[1]}.{word}" if word in names or word in naming.players else word
    return word


__all__ = ["Recorder", "chance_lines", "recorded_rules", "recorded_values", "recording"]

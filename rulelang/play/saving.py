"""Saved matches: a match as text, and back.

The text is JSON: which rules made it, who plays, the state with its open rules (frames) and its log, what has been
answered in an `at once`, and every choice so far. It is checked by schema before anything of it is used, and a match
made with other rules is refused: what its numbers mean may have changed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulelang.errors import SaveError
from rulelang.play import words
from rulelang.runtime import chance, keeping
from rulelang.version import VERSION

if TYPE_CHECKING:
    from rulelang.play.match import Game, Match, Move

FORMAT = 2


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SavedBranch(_Strict):
    """One player's part of an `at once`."""

    player: int = Field(ge=0)
    frame: list[Any]
    answers: list[int]


class SavedDictation(_Strict):
    """Chance that was dictated and has not come yet: faces, and per zone and for picks the things that fit."""

    dice: list[int]
    decks: list[tuple[str, int, list[list[int]]]]
    picks: list[list[int]]
    recorded: bool = False
    missed: int = Field(default=0, ge=0)


class SavedMove(_Strict):
    """One choice: the seat, its words, the machine's answers; `dictated` is what was dictated before it."""

    seat: int = Field(ge=0)
    words: str
    codes: list[int]
    choice: int
    joined: bool
    dictated: SavedDictation | None = None


class SavedTaken(_Strict):
    """Among the moves, in the order in which it all happened: the last was taken back, or chosen again."""

    form: Literal["undo", "redo"]
    anyway: bool


class SavedKept(_Strict):
    """The state before an option that may be taken back."""

    state: SavedState
    block: int
    choice: int
    code: int
    player: int
    withdrawn: list[int]
    spoilt: bool


class SavedExtra(_Strict):
    """What only some games need: options that may be taken back, what was withdrawn, whether choices are joined to one move."""

    kept: list[SavedKept]
    withdrawn: tuple[int, int, list[int]]
    joined: int


class SavedState(_Strict):
    """A state: its fields, its zones, where its rules stand, and the log."""

    values: dict[str, Any]
    common: dict[str, Any]
    frames: list[list[Any]]
    log: list[tuple[int, int, list[Any]]]
    branches: list[SavedBranch] | None = None
    dictated: SavedDictation | None = None
    extra: SavedExtra | None = None


class SavedMatch(_Strict):
    """A whole match."""

    format: int
    rulelang: str
    game: str
    digest: str
    variants: list[str]
    settings: dict[str, Any]
    players: list[str]
    seed: int = Field(ge=0)
    state: SavedState
    base: SavedState | None = None
    moves: list[SavedMove]
    history: list[SavedMove | SavedTaken]
    undone: list[list[SavedMove]]


def to_json(match: Match) -> str:
    """A match as text."""
    from rulelang.play.match import Move

    layout = match.machine.layout
    whole = {
        "format": FORMAT,
        "rulelang": VERSION,
        "game": layout.game,
        "digest": layout.digest,
        "variants": layout.variants,
        "settings": layout.settings,
        "players": list(match.players),
        "seed": match.seed,
        "state": keeping.dump(match.machine, match.state),
        "base": None if match.base is None else keeping.dump(match.machine, match.base),
        "moves": [_move(move) for move in match.moves],
        "history": [_move(done) if isinstance(done, Move) else asdict(done) for done in match.history],
        "undone": [[_move(move) for move in taken] for taken in match.undone],
    }
    return json.dumps(whole, separators=(",", ":"), ensure_ascii=False)


def restore(game: Game, text: str) -> Match:
    """A match from its text, with the rules of a game."""
    from rulelang.play.match import Match, Taken

    try:
        saved = SavedMatch.model_validate_json(text)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SaveError(f"this is no saved match{f': `{where}` is wrong' if where else ''}") from None
    if saved.format != FORMAT:
        raise SaveError(f"this match was saved by rulelang {saved.rulelang}, in a form that rulelang {VERSION} does not know")
    if saved.game != game.id:
        raise SaveError(f"this is a match of `{saved.game}`, not of `{game.id}`")
    names = words.player_names(saved.players)
    machine = game.machine(len(names))
    layout = machine.layout
    if saved.variants != layout.variants:
        raise SaveError(
            f"this match was played with {_variants(saved.variants)}, and the game is loaded with {_variants(layout.variants)}"
        )
    for name, value in layout.settings.items():
        if saved.settings.get(name) != value:
            raise SaveError(f"this match was played with another value of the setting `{name}`")
    if saved.digest != layout.digest:
        raise SaveError(
            f"the rules of `{saved.game}` have changed since this match was saved; a recorded script can be played with new rules"
        )
    keys = tuple(chance.stream_key(saved.seed, name) for name in machine.streams)
    try:
        state = keeping.load(machine, saved.state.model_dump(), keys)
        base = None if saved.base is None else keeping.load(machine, saved.base.model_dump(), keys)
        found = Match(game, machine, names, saved.seed, state, moves=[_moved(move) for move in saved.moves], base=base)
        found.history = [_moved(d) if isinstance(d, SavedMove) else Taken(d.form, d.anyway) for d in saved.history]
        found.undone = [[_moved(move) for move in taken] for taken in saved.undone]
        return found
    except (keeping.Damaged, ValueError, TypeError, KeyError, IndexError, AttributeError) as fault:
        raise SaveError(f"this saved match is damaged: {fault}") from None


def _move(move: Move) -> dict[str, Any]:
    found = {"seat": move.seat, "words": move.words, "codes": list(move.codes), "choice": move.choice, "joined": move.joined}
    if move.dictated is not None:
        found["dictated"] = keeping.dump_dictated(move.dictated)
    return found


def _moved(saved: SavedMove) -> Move:
    from rulelang.play.match import Move

    dictated = None if saved.dictated is None else keeping.load_dictated(saved.dictated.model_dump())
    return Move(saved.seat, saved.words, tuple(saved.codes), saved.choice, saved.joined, dictated)


def _variants(names: list[str]) -> str:
    return " and ".join(f"the variant `{name}`" for name in names) or "no variant"

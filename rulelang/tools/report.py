"""The shapes of all JSON output, as pydantic models: what `--format json` prints is one of these.

Closed and frozen, so that a field cannot appear unannounced; each model's JSON Schema is what tools may rely on. Paths are
printed with forward slashes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rulelang.play.simulate import Result
from rulelang.tools.catalogue import GameEntry
from rulelang.tools.find import Found


class Report(BaseModel):
    """Anything printed as JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SettingReport(Report):
    """A setting of a game."""

    name: str
    type: str
    value: str
    label: str


class VariantReport(Report):
    """A variant that comes with a game."""

    name: str
    title: str
    for_players: int | None
    path: str


class GameReport(Report):
    """A game in the catalogue."""

    id: str
    title: str
    summary: str
    fewest_players: int
    most_players: int
    settings: list[SettingReport]
    variants: list[VariantReport]
    scripts: list[str]
    entry: str


class GamesReport(Report):
    """What `rulelang games --format json` prints."""

    format: int = 1
    games: list[GameReport]


def games_report(entries: Iterable[GameEntry]) -> GamesReport:
    """The catalogue as a report."""
    return GamesReport(games=[_game(entry) for entry in entries])


def _game(entry: GameEntry) -> GameReport:
    return GameReport(
        id=entry.id,
        title=entry.title,
        summary=entry.summary,
        fewest_players=entry.fewest,
        most_players=entry.most,
        settings=[SettingReport(name=s.name, type=s.type, value=s.value, label=s.label) for s in entry.settings],
        variants=[
            VariantReport(name=v.name, title=v.title, for_players=v.for_players, path=v.path.as_posix()) for v in entry.variants
        ],
        scripts=[path.as_posix() for path in entry.scripts],
        entry=entry.place.entry.as_posix(),
    )


class UseReport(Report):
    """A place that uses a name, and the dotted name of what it stands in."""

    within: str
    place: str


class FoundItem(Report):
    """Something found by name, label or text."""

    path: str
    form: str
    place: str
    label: str
    value: str
    type: str
    text: str
    doc: list[str]
    origin: list[str]
    readers: list[UseReport]
    writers: list[UseReport]


class FoundReport(Report):
    """What `rulelang find --format json` prints."""

    format: int = 1
    found: list[FoundItem]


def found_report(found: Iterable[Found]) -> FoundReport:
    """What was found as a report."""
    return FoundReport(
        found=[
            FoundItem(
                path=each.path,
                form=each.form,
                place=each.place,
                label=each.label,
                value=each.value,
                type=each.type,
                text=each.text,
                doc=each.doc,
                origin=each.origin,
                readers=[UseReport(within=use.within, place=use.place) for use in each.readers],
                writers=[UseReport(within=use.within, place=use.place) for use in each.writers],
            )
            for each in found
        ]
    )


class PlaceReport(Report):
    """A place in a file: lines and columns count from 1, columns in code points; the end is behind the last one."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class OtherReport(Report):
    """Another place that matters, and what is to be said of it."""

    place: PlaceReport | None
    text: str


class FixReport(Report):
    """An edit that a tool may offer; `sure` is false where the author should look first."""

    place: PlaceReport | None
    text: str
    sure: bool


class FindingReport(Report):
    """One finding of `--format json`; all of a run are a list."""

    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    place: PlaceReport | None
    label: str
    others: list[OtherReport]
    notes: list[str]
    help: list[str]
    fix: FixReport | None


class HeaderEntry(Report):
    """The first line of a transcript: what decides the match."""

    type: Literal["header"]
    game: str
    title: str
    rules: str
    variants: list[str]
    settings: dict[str, str]
    players: list[str]
    seed: int


class NarrationEntry(Report):
    """What a script says between its moves."""

    type: Literal["narration"]
    text: str


class RefusedEntry(Report):
    """A move that a script says is refused, and why; `place` is where in the rules the first reason stands."""

    type: Literal["refused"]
    player: str
    words: str
    reasons: list[str]
    place: str


class TakenEntry(Report):
    """A move that was taken back (undo) or chosen again (redo)."""

    type: Literal["taken"]
    form: Literal["undo", "redo"]
    player: str
    words: str


class LineEntry(Report):
    """A line of the story; `place` is where in the rules it comes from, `path` the dotted name of that."""

    type: Literal["line"]
    form: str
    depth: int
    text: str
    place: str
    path: str
    rulebook: str = ""


class ItemEntry(Report):
    """A line of a bill."""

    label: str
    points: int


class ScoreEntry(Report):
    """A player's bill."""

    type: Literal["score"]
    player: str
    items: list[ItemEntry]
    total: int


class EndEntry(Report):
    """The winners."""

    type: Literal["end"]
    winners: list[str]


class VerdictEntry(Report):
    """The last line of a recorded match: what has become of it under the rules as they are.

    `form` is same, other (the same moves, another state from `move` on) or diverged (`move` is not legal any more); `changed`
    are the dotted names of rules that differ from those it was recorded with."""

    type: Literal["verdict"]
    form: Literal["same", "other", "diverged"]
    move: int
    moves: int
    message: str
    changed: list[str]


TranscriptEntry = Annotated[
    HeaderEntry | NarrationEntry | RefusedEntry | TakenEntry | LineEntry | ScoreEntry | EndEntry | VerdictEntry,
    Field(discriminator="type"),
]
"""One line of `rulelang run --format json`."""


class CoverageItem(Report):
    """Something of the rules that examples and scripts can reach. `form` is rule, line, condition, arm, option or thing; `reason`
    says why it is not reached, and is empty where it is, or where what it stands in is not; `by` are the titles of what reaches
    it."""

    form: str
    path: str
    place: str
    text: str
    covered: bool
    reason: str
    by: list[str]


class CoverageReport(Report):
    """What `rulelang test --coverage --format json` prints. `reached` gives for each form how many are covered, of how many."""

    format: int = 1
    reached: dict[str, list[int]]
    items: list[CoverageItem]


FORMS: dict[str, TypeAdapter[Any]] = {
    "games": TypeAdapter(GamesReport),
    "found": TypeAdapter(FoundReport),
    "findings": TypeAdapter(list[FindingReport]),
    "transcript": TypeAdapter(TranscriptEntry),
    "coverage": TypeAdapter(CoverageReport),
    "simulation": TypeAdapter(Result),
}
"""All forms of JSON output: the names of the schemas in `docs/schema/`."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a form."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **FORMS[name].json_schema(mode="serialization")}

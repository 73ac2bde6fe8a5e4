"""The transcript of a match or a script: what was played, as a story, and what came of it.

It is made of entries, each plain data, which become text for people or JSON Lines for tools. It begins with what
decides the match (the game, its rules by their digest, variants, settings, players, seed), tells the log with the
script's own narration between, and ends with each player's bill and the winners.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from rulelang.play.match import Match, Taken
from rulelang.runtime.naming import and_list
from rulelang.runtime.telling import Line
from rulelang.text.render import safe_json, visible, width

if TYPE_CHECKING:
    from rulelang.play.script import Played

WIDE = 100


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a script's story: narration, a move that was refused, one that was taken back or chosen again, or the log
    from an entry to another."""

    narration: str = ""
    start: int = 0
    end: int = 0
    refusal: Refusal | None = None
    taken: tuple[str, str, str] | None = None
    """The form (undo or redo), the player, the words."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that a script says is refused: who tried it, what, and why not, as he may know it."""

    player: str
    words: str
    reasons: tuple[str, ...]
    places: tuple[str, ...]


def refusal(match: Match, player: str, words: str) -> Refusal:
    """Why a player cannot choose something now."""
    reasons = match.why_not(player, words)
    return Refusal(player, words, tuple(each.message for each in reasons), tuple(each.place for each in reasons))


def taken(match: Match) -> tuple[str, str, str]:
    """What was taken back or chosen again last."""
    last = match.history[-1]
    assert isinstance(last, Taken)
    move = match.undone[-1][0] if last.form == "undo" else match.moves[-1]
    return last.form, match.players[move.seat], move.words


def entries(match: Match, parts: Sequence[Part] | None = None, reader: str | None = None) -> Iterator[dict[str, Any]]:
    """The entries of a transcript: `type` is header, narration, line, score or end."""
    yield header(match)
    whole = [Part(start=0, end=len(match.state.log))] if parts is None else parts
    lines = match.story(reader)
    for part in whole:
        if part.narration:
            yield {"type": "narration", "text": visible(part.narration)}
            continue
        if part.refusal is not None:
            if reader is None or reader == part.refusal.player:
                yield _refusal_entry(part.refusal)
            continue
        if part.taken is not None:
            form, player, words = part.taken
            yield {"type": "taken", "form": form, "player": player, "words": visible(words)}
            continue
        yield from (line_entry(line) for line in lines if part.start <= line.event < part.end)
    if match.over:
        for score in match.scores:
            items = [{"label": item.label, "points": item.points} for item in score.items]
            yield {"type": "score", "player": score.player, "items": items, "total": score.total}
        if match.state.over or match.machine.layout.scored:
            yield {"type": "end", "winners": list(match.winners)}


def _refusal_entry(refused: Refusal) -> dict[str, Any]:
    """A refused move as data; `place` is that of the first reason."""
    return {
        "type": "refused",
        "player": refused.player,
        "words": visible(refused.words),
        "reasons": list(refused.reasons),
        "place": next(iter(refused.places), ""),
    }


def header(match: Match) -> dict[str, Any]:
    """What decides a match."""
    layout = match.machine.layout
    return {
        "type": "header",
        "game": layout.game,
        "title": visible(layout.title),
        "rules": layout.digest,
        "variants": layout.variants,
        "settings": {name: match.naming.word(value, layout.setting_shapes[name]) for name, value in layout.settings.items()},
        "players": list(match.players),
        "seed": match.seed,
    }


def line_entry(line: Line) -> dict[str, Any]:
    """A line of the story as data."""
    entry: dict[str, Any] = {
        "type": "line",
        "form": line.form,
        "depth": line.depth,
        "text": line.text,
        "place": line.place,
        "path": line.path,
    }
    if line.rulebook:
        entry["rulebook"] = line.rulebook
    return entry


def as_text(found: Iterator[dict[str, Any]]) -> str:
    """Entries as a story for people."""
    lines: list[str] = []
    before = ""
    for entry in found:
        match entry["type"]:
            case "header":
                lines.extend(_header_lines(entry))
            case "narration":
                if before == "narration":
                    # Lines of narration that follow one another are one paragraph.
                    lines.pop()
                else:
                    _space(lines)
                lines.append(f"# {entry['text']}")
                lines.append("")
            case "line":
                if entry["form"] == "heading" and entry["depth"] == 0:
                    _space(lines)
                lines.append(_line(entry))
            case "refused":
                lines.append(f"  {_refused(entry)}")
            case "taken":
                verb = "takes back" if entry["form"] == "undo" else "chooses again"
                lines.append(f"{entry['player']} {verb}: {entry['words']}")
            case "score":
                lines.extend(_bill(entry, lines))
            case "end":
                _space(lines)
                lines.append(_winners(entry["winners"]))
        before = entry["type"]
    return "\n".join(lines) + "\n"


def as_json_lines(found: Iterator[dict[str, Any]]) -> str:
    """Entries as JSON, one a line."""
    return "".join(safe_json(json.dumps(entry, ensure_ascii=False)) + "\n" for entry in found)


def of_script(played: Played, reader: str | None = None) -> Iterator[dict[str, Any]]:
    """The entries of a script that was run."""
    if played.match is None:
        return
    yield from entries(played.match, played.parts, reader)
    if played.verdict is not None:
        verdict = asdict(played.verdict)
        yield {"type": "verdict", **verdict, "changed": list(played.verdict.changed)}


def _space(lines: list[str]) -> None:
    if lines and lines[-1]:
        lines.append("")


def _header_lines(entry: dict[str, Any]) -> Iterator[str]:
    yield entry["title"]
    yield "=" * width(entry["title"])
    yield f"{', '.join(entry['players'])}; seed {entry['seed']}; rules {entry['rules']}"
    if entry["variants"]:
        yield f"variants: {', '.join(entry['variants'])}"
    settings = [f"{name} = {value}" for name, value in entry["settings"].items()]
    line = "settings:"
    for setting in settings:
        if len(line) + len(setting) > WIDE:
            yield f"{line},"
            line = "   "
        line += f"{'' if line.endswith(':') or not line.strip() else ','} {setting}"
    if settings:
        yield line
    yield ""


def _line(entry: dict[str, Any]) -> str:
    indent = "  " * entry["depth"]
    if entry["form"] == "heading":
        return f"{indent}{'#' * min(entry['depth'] + 2, 6)} {entry['text']}"
    if entry["form"] == "choice":
        return f"{indent}{entry['text']}"
    return f"{indent}  {entry['text']}"


def _refused(entry: dict[str, Any]) -> str:
    """A refused move in a sentence."""
    if not entry["reasons"]:
        return f"{entry['player']} cannot choose `{entry['words']}`"
    return str(entry["reasons"][0])


def _bill(entry: dict[str, Any], lines: list[str]) -> Iterator[str]:
    if lines and lines[-1]:
        yield ""
    yield f"{entry['player']}: {entry['total']}"
    wide = max((width(item["label"]) for item in entry["items"]), default=0)
    for item in entry["items"]:
        yield f"    {item['label']}{' ' * (wide - width(item['label']))}  {item['points']:>4}"


def _winners(names: Sequence[str]) -> str:
    if not names:
        return "nobody wins"
    return f"{and_list(list(names))} {'wins' if len(names) == 1 else 'share the victory'}"

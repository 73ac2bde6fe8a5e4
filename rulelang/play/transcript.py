"""The transcript of a match or a script: what was played, as a story, and what came of it.

It is made of entries, each plain data, which become text for people or JSON Lines for tools. It begins with what
decides the match (the game, its rules by their digest, variants, settings, players, seed), tells the log with the
script's own narration between, and ends with each player's bill and the winners.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.play.match import Match
from rulelang.runtime.naming import and_list
from rulelang.runtime.telling import Line
from rulelang.text.render import visible, width

if TYPE_CHECKING:
    from rulelang.play.script import Played

WIDE = 100


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a script's story: narration, or the log from an entry on."""

    narration: str = ""
    start: int = 0
    end: int = 0


def entries(match: Match, parts: Sequence[Part] | None = None, reader: str | None = None) -> Iterator[dict[str, Any]]:
    """The entries of a transcript: `type` is header, narration, line, score or end."""
    yield header(match)
    whole = [Part(start=0, end=len(match.state.log))] if parts is None else parts
    lines = match.story(reader)
    for part in whole:
        if part.narration:
            yield {"type": "narration", "text": visible(part.narration)}
            continue
        yield from (line_entry(line) for line in lines if part.start <= line.event < part.end)
    if match.over:
        for score in match.scores:
            items = [{"label": item.label, "points": item.points} for item in score.items]
            yield {"type": "score", "player": score.player, "items": items, "total": score.total}
        if match.state.over or match.machine.layout.scored:
            yield {"type": "end", "winners": list(match.winners)}


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
            case "score":
                lines.extend(_bill(entry, lines))
            case "end":
                _space(lines)
                lines.append(_winners(entry["winners"]))
        before = entry["type"]
    return "\n".join(lines) + "\n"


def as_json_lines(found: Iterator[dict[str, Any]]) -> str:
    """Entries as JSON, one a line."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in found)


def of_script(played: Played, reader: str | None = None) -> Iterator[dict[str, Any]]:
    """The entries of a script that was run."""
    if played.match is None:
        return iter(())
    return entries(played.match, played.parts, reader)


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

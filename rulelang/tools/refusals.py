"""Refusals as text: what is asked, the kind of refusal, the condition with its values, its line in the rules, what would be
legal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.text.render import visible, width
from rulelang.text.source import SourceMap
from rulelang.text.suggest import listing

if TYPE_CHECKING:
    from rulelang.play.why import Reason
    from rulelang.tools.why import Answered


def answered_text(answered: Answered) -> str:
    """A question and its answer."""
    lines = [answered.asked]
    if not answered.reasons:
        lines.append(f"{answered.player} may choose `{answered.words}`")
    lines += [reason_text(reason) for reason in answered.reasons]
    return "\n".join(lines)


def reason_text(reason: Reason) -> str:
    """One reason: the kind, the condition, where it stands, what the rules say of it, what would be legal."""
    lines = [f"refused, {reason.kind} [{reason.code}]: {reason.message}"]
    if reason.place:
        lines.append(f"  --> {reason.place}" + (f"  {reason.path}" if reason.path else ""))
        lines += [f"  {part}" for part in line_at(reason.place)]
    if reason.rulebook:
        lines.append(f"  rule book: {reason.rulebook}")
    lines += [f"  {line.strip()}" for line in reason.doc if line.strip()]
    lines += [f"  help: {line}" for line in reason.help]
    if reason.near:
        lines.append(f"  near it {'is' if len(reason.near) == 1 else 'are'} {listing(list(reason.near), 'and')}")
    return "\n".join(lines)


def line_at(place: str) -> list[str]:
    """The line of a place that is written `file:line:column`, and a mark under the column; nothing if the file is not there."""
    name, number, column = place.rsplit(":", 2)
    path = Path(name)
    if not path.is_file():
        return []
    source = SourceMap().add(name, path.read_text(encoding="utf-8", errors="replace"))
    if int(number) > len(source.line_starts()):
        return []
    text = source.line(int(number))
    indent = len(text) - len(text.lstrip())
    before = " " * width(visible(text[indent : int(column) - 1]))
    return [f"{number} | {visible(text[indent:])}", f"{' ' * len(number)} | {before}^"]

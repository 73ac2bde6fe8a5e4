"""Where the rules of a game come from: how much of it by which mark, and how it covers the sections of the rule book.

A rule has a section if it, or what it stands in, cites one (`sema.sections`).

Counted are the items of the outline that a source could state: settings, things and their values, boards, rules, phases,
options, score lines. An item without a mark of its own counts under the marks of the declaration it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulelang.sema.model import GameModel
from rulelang.sema.sections import section_names
from rulelang.syntax import nodes
from rulelang.text.suggest import help_for
from rulelang.tools.find import note_text
from rulelang.tools.outline import Item, outline_of

MARKS = ("rulebook", "found", "reconstructed", "ruling")
SILENT = {"game", "variant", "example", "enum", "additions", "choice"}
"""Forms that state nothing of their own."""


RULES = ("play", "rule", "phase", "define", "total", "scoring", "whenever", "anytime", "supply")
"""Forms that say how the game goes, and so stand somewhere in its rule book."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A place with a note: what the note says, and what it stands at."""

    note: str
    path: str
    place: str


@dataclass(slots=True)
class Provenance:
    """The report. `counts` has the items under each mark, `unmarked` those under none; an item with two marks counts under
    both."""

    counts: dict[str, int] = field(default_factory=dict)
    total: int = 0
    unmarked: list[Marked] = field(default_factory=list)
    sections: dict[str, list[Marked]] = field(default_factory=dict)
    without_rule: list[str] = field(default_factory=list)
    without_section: list[Marked] = field(default_factory=list)
    """Rules that cite no section of the rule book; the note says what they cite instead, if anything."""
    unknown_sections: list[Marked] = field(default_factory=list)
    by_mark: dict[str, list[Marked]] = field(default_factory=dict)


def provenance(model: GameModel) -> Provenance:
    """The provenance of a game."""
    outline = outline_of(model)
    report = Provenance(counts=dict.fromkeys(MARKS, 0), by_mark={mark: [] for mark in MARKS})
    report.sections = {section: [] for section in model.sections}
    known = section_names(model.sections)
    seen: set[int] = set()
    for item in outline.items:
        if item.form in SILENT:
            continue
        report.total += 1
        names = {note.name for note in item.origin}
        for mark in names & set(MARKS):
            report.counts[mark] += 1
        place = outline.sources.place(item.name_span)
        if not names & set(MARKS) and _stands_alone(item):
            report.unmarked.append(Marked("", item.path, place))
        if item.form in RULES and "rulebook" not in names and _stands_alone(item):
            cited = ", ".join(f"@{name}" for name in MARKS if name in names)
            report.without_section.append(Marked(cited, item.path, place))
        for note in item.origin:
            if id(note) in seen:
                continue
            seen.add(id(note))
            marked = Marked(note_text(note), item.path, outline.sources.place(note.span))
            report.by_mark.setdefault(note.name, []).append(marked)
            if note.name == "rulebook" and note.text is not None:
                section = known.get(note.text)
                if section is not None:
                    report.sections[section].append(marked)
                else:
                    report.unknown_sections.append(marked)
    report.without_rule = [section for section, marked in report.sections.items() if not marked]
    return report


def _stands_alone(item: Item) -> bool:
    """Whether an item is a declaration and not part of one, whose mark would do for it."""
    return isinstance(item.node, nodes.Declaration) and item.form not in ("field", "value")


def _listed(title: str, found: Sequence[str]) -> list[str]:
    return ["", f"{title}: {len(found)}" if found else f"{title}: none", *(f"    {line}" for line in found)]


def _text(note: str) -> str:
    """What a note says, without its name."""
    return note.partition('"')[2].removesuffix('")')


def provenance_text(report: Provenance) -> str:
    """The report for people."""
    lines = [f"{report.total} settings, things, values, rules, phases, options and score lines"]
    lines += [f"{count:>6}  @{mark}" for mark, count in report.counts.items()]
    if report.sections:
        covered = len(report.sections) - len(report.without_rule)
        lines += ["", f"sections of the rule book with a rule: {covered} of {len(report.sections)}"]
        lines += [f"    {len(marked):>4}  {section}" for section, marked in report.sections.items()]
        lines += _listed("sections without a rule", report.without_rule)
        rules = ["  ".join(filter(None, (marked.path, marked.note, marked.place))) for marked in report.without_section]
        lines += _listed("rules without a section", rules)
    if report.unknown_sections:
        lines += ["", "cited, and not among the sections of the game:"]
        lines += [
            f"    {marked.place}  {marked.note}{''.join(f'; {help}' for help in help_for(_text(marked.note), report.sections))}"
            for marked in report.unknown_sections
        ]
    for mark, title in (
        ("reconstructed", "reconstructed, for want of a source:"),
        ("found", "found elsewhere than in the rule book:"),
    ):
        if report.by_mark.get(mark):
            lines += ["", title]
            lines += [f"    {marked.path}  {marked.note}  {marked.place}" for marked in report.by_mark[mark]]
    if report.unmarked:
        lines += ["", "without a mark:"]
        lines += [f"    {marked.path}  {marked.place}" for marked in report.unmarked]
    return "\n".join(lines)

"""Turns of phrase from English, or from other languages, which this language writes otherwise.

Each habit is a way of writing with what is probably meant by it. It is tried only around the place where parsing got stuck, and
told only if the line can be read as it is meant at least to the end of what was put there: of `me draws 2 from deck` it is told
that `draw` has nobody before it, and that `to` is missing when the line is read again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulelang.syntax.expected import trial
from rulelang.syntax.faults import Edit, Fault
from rulelang.syntax.site import Site

_WAY = r"[a-z_]\w*(?:\.[a-z_]\w*|\[[^\]\n]*\])*"
"""A name with what stands after its dots: `me.hand`, `plans[1]`."""

_VALUE = rf"(?:{_WAY}|\d+)"


@dataclass(frozen=True, slots=True)
class Habit:
    """A way of writing, what it is to be read as, and what is said of it."""

    pattern: re.Pattern[str]
    meant: str
    message: str


def _habit(pattern: str, meant: str, message: str) -> Habit:
    return Habit(re.compile(pattern), meant, message)


_HABITS = (
    # who does it
    _habit(
        rf"^{_WAY} (draw|move|shuffle|reveal|roll|log|record)s\b",
        r"\1",
        "what is done to things stands without the one who does it",
    ),
    _habit(r"^(?:each|every) player\b", "for each p in players: p", "what each does is a loop"),
    _habit(r"^all players (gain|lose|pay)\b", r"for each p in players: p \1s", "what all do is a loop"),
    _habit(rf"\b({_WAY})'s ([a-z_]\w*)", r"\1.\2", "what somebody has stands behind a dot"),
    _habit(rf"^({_WAY}) ([a-z_]\w*) (\+=|-=)(?= )", r"\1.\2 \3", "what somebody has stands behind a dot"),
    # things and numbers
    _habit(r"\bdraw (?:an?|one)(?: [a-z_]\w*)? from\b", "draw 1 from", "how many are drawn is a number"),
    _habit(rf"\bdraw ({_VALUE}) [a-z_]\w* from\b", r"draw \1 from", "the zone says what is drawn"),
    _habit(rf"\b(?:the )?(top|bottom)(?: [a-z_]\w*)? of ({_WAY})", r"\1(\2)", "the ends of a pile are functions"),
    _habit(rf"^discard ({_WAY})$", r"move \1 to box", "what is out of the game goes to the box, or to a pile of yours"),
    _habit(r"\b(gains|loses|pays) ([a-z_]\w*) (\d+)\b", r"\1 \3 \2", "the number stands before what it counts"),
    _habit(rf" (?:into|onto|in) (?={_WAY}$)", " to ", "things are moved `to` a place"),
    # values
    _habit(rf"\b({_WAY})\+\+", r"\1 += 1", "adding is written out"),
    _habit(rf"\b({_WAY})--", r"\1 -= 1", "subtracting is written out"),
    _habit(rf"^set ({_WAY}) to ", r"\1 = ", "a value is set by `=`"),
    _habit(r"^let ([a-z_]\w*) be ", r"let \1 = ", "a value is set by `=`"),
    _habit(rf"^(?:increase|raise) ({_WAY}) by ", r"\1 += ", "adding is written `+=`"),
    _habit(rf"^(?:decrease|reduce|lower) ({_WAY}) by ", r"\1 -= ", "subtracting is written `-=`"),
    _habit(r"^let ([a-z_]\w*) = roll ([a-z0-9_]+)$", r"roll \2 as \1", "a roll names its result itself"),
    _habit(
        rf"\b(sum|highest|lowest|each)\(([a-z_]\w*) of ({_WAY})\)", r"\1(x.\2 for x in \3)", "a query names what it goes through"
    ),
    # comparing
    _habit(rf"\b({_WAY}) (?:contains|includes) ({_WAY})", r"\2 in \1", "whether something is there is asked by `in`"),
    _habit(rf"\b({_WAY}) has (?:at least )?(\d+) ([a-z_]\w*)", r"\1.\3 >= \2", "how much somebody has is compared"),
    _habit(r" is (?:greater|more|higher|larger) than ", " > ", "numbers are compared by signs"),
    _habit(r" is (?:less|smaller|lower|fewer) than ", " < ", "numbers are compared by signs"),
    _habit(r" is at least ", " >= ", "numbers are compared by signs"),
    _habit(r" is at most ", " <= ", "numbers are compared by signs"),
    _habit(r" (?:equals|is equal to) ", " == ", "numbers are compared by signs"),
    _habit(r" <> ", " != ", "numbers are compared by signs"),
    # conditions
    _habit(r" then\b:?", ":", "what is done if a condition holds stands behind `:`"),
    _habit(r"^unless (.+):", r"if not (\1):", "there is no `unless`"),
    _habit(r"^(.+ [-+]?= .+) if (?!.* else )(.+)$", r"if \2: \1", "a condition stands before what it decides"),
    # loops
    _habit(r"^for (?:all |every )?([a-z_]\w*) in\b", r"for each \1 in", "a loop begins with `for each`"),
    _habit(
        r"^(for each [a-z_]\w* in .+?) (?:if|when|with) (.+:)", r"\1 where \2", "what is left out of a loop is said by `where`"
    ),
    _habit(r"^repeat until (.+):", r"while not (\1):", "`until` stands below the block of `repeat`; before it, it is a `while`"),
    _habit(r"^repeat while (.+):", r"while \1:", "a loop with a condition is a `while`"),
    _habit(r"^loop:", "repeat:", "a loop without an end of its own is a `repeat`"),
    # choices
    _habit(rf"^ask ({_WAY}) (\".*\"):?", r"\1 chooses \2:", "who is asked chooses"),
    _habit(r"\b(?:must|can|has to) choose ([a-z_]\w*) from\b", r"chooses \1 from", "who is asked `chooses`, or `may choose`"),
    _habit(r"\bchooses? (?:one of|between|one)(?=:|\s*\")", "chooses", "options are written below `chooses`"),
    _habit(r"\bchooses (?:an?|the|one|1) ([a-z_]\w*) from\b", r"chooses \1 from", "one is chosen unless a number says otherwise"),
    _habit(
        r"\bchooses (\d+) ([a-z_]\w*) from\b",
        r"chooses exactly \1 \2 from",
        "how many are chosen is said by `exactly` or `up to`",
    ),
    _habit(r"\b(chooses|choose) ([a-z_]\w*) in\b", r"\1 \2 from", "one is chosen `from` a list"),
    _habit(r"( from .+?) (?:if|when|with) (?!.* else )(.+)$", r"\1 where \2", "what cannot be chosen is left out by `where`"),
    # the end
    _habit(rf"^({_WAY}) wins\b", r"end game won by \1", "who wins is said when the game ends"),
    _habit(r"^(?:end the game|game over)\b", "end game", "the end is written `end game`"),
)


def habit(site: Site) -> Fault | None:
    """A line that says what is meant in other words."""
    if site.stuck.kind in ("_INDENT", "_DEDENT"):
        return None
    line, stuck = site.words, site.stuck.start - site.line.start
    state = site.before(len(site.tokens)).parser
    before = max((token.end_pos or 0) - site.line.start for token in site.tokens[-1:]) if site.tokens else 0
    for way in _HABITS:
        for found in way.pattern.finditer(line):
            if not found.start() <= max(stuck, before) or found.end() < before:
                continue
            meant = found.expand(way.meant)
            text = line[: found.start()] + meant + line[found.end() :]
            reached, whole = trial(state, text)
            if not whole and reached < found.start() + len(meant.rstrip()):
                continue
            start = site.line.start + found.start() + len(found.group()) - len(found.group().lstrip())
            end = site.line.start + found.end()
            return Fault(
                "RL0130",
                way.message,
                start,
                max(end - len(found.group()) + len(found.group().rstrip()), start + 1),
                help=(f"write `{meant.strip()}`",),
                edits=_edits(found.group(), meant, site.line.start + found.start()),
                replacement=Edit(site.line.start + found.start(), end, meant),
            )
    return None


def _edits(written: str, meant: str, at: int) -> tuple[Edit, ...]:
    """What makes one of the other, word by word: what stays keeps its place, so that what is said of it later points there."""
    old, new = (_PIECE.findall(text) for text in (written, meant))
    places = [at]
    for piece in old:
        places.append(places[-1] + len(piece))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple(Edit(places[a], places[b], "".join(new[c:d])) for tag, a, b, c, d in steps if tag != "equal")


_PIECE = re.compile(r"\w+|\s+|.")

"""Faults of layout and of place: blocks, brackets, joined lines, and what belongs elsewhere.

Each function looks for one sort of fault and gives none if it is not that.
"""

from __future__ import annotations

import re

from lark import Token

from rulelang.syntax.errors_words import respelled_anywhere
from rulelang.syntax.expected import accepts, trial
from rulelang.syntax.faults import Edit, Fault, Spot
from rulelang.syntax.layout import STEP, Line, spaces
from rulelang.syntax.parser import replay
from rulelang.syntax.site import WORD, Site
from rulelang.syntax.tokens import CLAUSE_WORDS, DECLARATION_WORDS, PART_WORDS, STATEMENT_WORDS

# ------------------------------------------------------------------------------------------------------------ layout


def block_missing(site: Site) -> Fault | None:
    """A colon with no block under it."""
    before = site.stuck.before
    if len(before) < 2 or before[-1].type != "_NL" or site.stuck.kind == "_INDENT":
        return None
    if "_INDENT" not in accepts(site.stuck.parser):
        return None
    at = before[-1].start_pos or 0
    head = site.layout.lines[site.layout.line_at(max(at - 1, 0))]
    empty = "\n" + " " * (head.indent + STEP) + "##"
    return Fault(
        "RL0105",
        "the block of this line is missing",
        head.end - 1,
        head.end,
        "nothing is indented under this line",
        help=("indent what belongs to it by four more spaces; where nothing is to be done, write `nothing`",),
        edits=(Edit(head.end, head.end, empty),),
    )


def label_early(site: Site) -> Fault | None:
    """A label before what stands in front of labels: `take "Take it" where deck.size > 0:`."""
    if site.stuck.kind == "STRING":
        start, end, before = site.stuck.start, site.stuck.end, site.stuck.parser
    elif site.tokens and site.tokens[-1].type == "STRING":
        start, end, before = site.tokens[-1].start_pos or 0, site.tokens[-1].end_pos or 0, site.before(1).parser
    else:
        return None
    label, rest = site.text[start:end], site.rest(end).strip()
    for at in [*(found.start() for found in re.finditer(":", rest)), len(rest)]:
        first = rest[:at].strip()
        moved = f"{first} {label}{rest[at:]}"
        if first and trial(before, moved)[1]:
            message = f"the label stands behind `{first}`"
            edits = (Edit(start, site.line.end, moved),)
            return Fault("RL0101", message, start, end, help=(f"write `{first} {label}`",), edits=edits)
    return None


def colon_missing(site: Site) -> Fault | None:
    """A line that should open a block and has no colon, or a block that nothing opens."""
    stuck = site.stuck
    if stuck.kind == "_INDENT":
        if len(stuck.before) < 1 or stuck.before[-1].type != "_NL":
            return None
        above = site.layout.lines[site.index - 1] if site.index else site.line
        if "COLON" in accepts(site.before(1).parser):
            return _colon_fault(above)
        edits = tuple(
            Edit(line.begin, line.begin + (line.indent - above.indent), "")
            for line in site.layout.lines[site.index : site.layout.block_end(site.index - 1)]
            if line.start - line.begin == line.indent
        )
        return Fault(
            "RL0123",
            f"this line is indented by {spaces(site.line.indent)}, the line above by {above.indent}, "
            "but nothing above opens a block",
            site.line.begin,
            site.line.start,
            "",
            (Spot(above.start, above.end, "ends without a colon"),),
            help=(f"indent it by {above.indent} spaces, like the line above",)
            if above.indent
            else ("a block stands under a line that ends in `:`",),
            edits=edits,
        )
    if stuck.kind != "_NL" or "COLON" not in accepts(stuck.parser):
        return None
    if site.index + 1 < len(site.layout.lines) and site.layout.lines[site.index + 1].level > site.line.level:
        return _colon_fault(site.line)
    return None


def _colon_fault(line: Line) -> Fault:
    edit = Edit(line.end, line.end, ":")
    return Fault(
        "RL0106",
        "a colon is missing at the end of this line",
        line.end,
        line.end,
        "the indented lines below belong to it",
        help=("put `:` at its end",),
        edits=(edit,),
        replacement=edit,
    )


def bracket_open(site: Site) -> Fault | None:
    """A bracket left open, or a comma at the end, so that the next line was read as part of this one."""
    stuck = site.stuck
    if stuck.start not in site.line.parts:
        return None
    open_: list[Token] = []
    for token in site.tokens:
        if token.type in ("LPAR", "LSQB", "QUERY"):
            open_.append(token)
        elif token.type in ("RPAR", "RSQB") and open_:
            open_.pop()
    if open_ and stuck.kind not in ("RPAR", "RSQB"):
        start = (open_[-1].end_pos or 0) - 1
        closing = "]" if open_[-1].type == "LSQB" else ")"
        return Fault(
            "RL0107",
            "this bracket is never closed",
            start,
            start + 1,
            "opened here",
            (Spot(stuck.start, stuck.end, "this line is read as part of it"),),
            help=(f"add the missing `{closing}` before the next line",),
        )
    if not site.tokens or str(site.tokens[-1]) not in (",", "and", "or", "+"):
        return None
    last = site.tokens[-1]
    start, end = last.start_pos or 0, last.end_pos or 0
    edits: tuple[Edit, ...] = ()
    breaks = site.text.rfind("\n", end, stuck.start)
    if breaks < 0:
        edits = (Edit(start, end, ""), Edit(end, stuck.start, "\n" + " " * site.line.indent))
    return Fault(
        "RL0112",
        f"something is missing after `{last}`",
        start,
        end,
        f"because of this `{last}` the line goes on below",
        (Spot(stuck.start, stuck.end, "this cannot follow"),),
        help=(f"take out the `{last}`, or write what follows it",),
        edits=edits,
    )


def begins_with_joiner(site: Site) -> Fault | None:
    """A line that begins with `and`, `or`, `+` or a comma: the line before should end with it."""
    stuck = site.stuck
    index = site.index + 1 if stuck.kind == "_NL" else site.index
    if index == 0 or index >= len(site.layout.lines) or stuck.token is None:
        return None
    line = site.layout.lines[index]
    found = re.match(r"and\b|or\b|\+(?!=)|,", site.text[line.start : line.end])
    if found is None or stuck.start > line.start:
        return None
    above = site.layout.lines[index - 1]
    joiner = found.group()
    return Fault(
        "RL0101",
        f"a line cannot begin with `{joiner}`",
        line.start,
        line.start + len(joiner),
        "",
        (Spot(above.start, above.end, "the line that is to go on"),),
        help=(f"put `{joiner}` at the end of the line above",),
        edits=(Edit(above.end, line.start, " "),),
    )


# ------------------------------------------------------------------------------------------------------------ places


def outside(site: Site) -> Fault | None:
    """Something that cannot stand at the start of a line of the file."""
    if site.start != "start" or site.line.level or site.line.doc or (not site.tokens and site.stuck.kind == ""):
        return None
    if site.text[site.line.start] == "@" or (site.tokens and site.tokens[0].type != "KIND"):
        return None
    found = WORD.match(site.text, site.line.start)
    if found is None:
        return None
    word = found.group()
    if word in DECLARATION_WORDS or word[0].isupper():
        return None
    if word not in STATEMENT_WORDS and word not in PART_WORDS and respelled_anywhere(site) is not None:
        return None
    if word in CLAUSE_WORDS:
        return Fault(
            "RL0113",
            f"`{word}` stands in an example or a script, not here",
            site.line.start,
            found.end(),
            help=("indent it under an `example`",),
        )
    thing = _SMALL_THING.match(site.words)
    return Fault(
        "RL0113",
        "this is neither a declaration nor inside one",
        site.line.start,
        site.line.end,
        "a line that is not indented begins a declaration",
        help=(
            *([f"a thing is declared by its kind, which has a capital: `{thing[1].upper()}{thing[2]}`"] if thing else []),
            "indent it by four spaces for each block it belongs to, or put it into a rule",
        ),
    )


def inside(site: Site) -> Fault | None:
    """A declaration in a block."""
    if site.start != "start" or not site.line.level or len(site.tokens) > 4:
        return None
    found = WORD.match(site.text, site.line.start)
    if found is None:
        return None
    word = found.group()
    if (word not in DECLARATION_WORDS and not word[0].isupper()) or word.lower() in STATEMENT_WORDS:
        return None
    fresh = replay([], "start", site.text)
    reached, whole = trial(fresh, site.words)
    if not whole and not (word in DECLARATION_WORDS and reached > len(word) and not site.tokens):
        return None
    what = f"`{word}`" if word in DECLARATION_WORDS else f"a `{word}`"
    return Fault(
        "RL0114",
        f"{what} cannot be declared inside a block",
        site.line.start,
        found.end(),
        "a declaration",
        help=("a declaration begins at the start of a line: take out the spaces before it",),
    )


_SMALL_THING = re.compile(r"([a-z])(\w* [a-z_]\w*)(?= x | \"|:|$)")

_PARTNERS = {
    "else": ("RL0101", "no `if` stands before this `else`", "`else` stands as deep as its `if`"),
    "otherwise": (
        "RL0101",
        "no choice stands before this `otherwise`",
        "`otherwise` stands as deep as its choice, right after it",
    ),
    "until": ("RL0101", "no `repeat` stands before this `until`", "`until` stands as deep as its `repeat`, right after it"),
}


def partner_missing(site: Site) -> Fault | None:
    """`else`, `otherwise` or `until` without what they belong to."""
    word = site.first_word
    if word not in _PARTNERS or (site.tokens and (site.tokens[0].type != "NAME" or len(site.tokens) > 2)):
        return None
    code, message, help = _PARTNERS[word]
    return Fault(code, message, site.line.start, site.line.start + len(word), help=(help,))


def stray_doc(site: Site) -> Fault | None:
    """A doc line behind something else."""
    if site.stuck.kind != "DOC":
        return None
    if site.tokens:
        edit = Edit(site.stuck.start, site.stuck.end, "")
        return Fault(
            "RL0101",
            "`##` cannot stand behind something else",
            site.stuck.start,
            site.stuck.end,
            help=("put it on the line above, or write `#` for a remark",),
            edits=(edit,),
        )
    edit = Edit(site.line.begin, site.line.end, "")
    return Fault(
        "RL0120", "a doc line cannot stand here", site.line.start, site.line.end, help=("write `#` for a remark",), edits=(edit,)
    )


_SECOND_LIST = re.compile(r",\s*(?P<name>[a-z_]\w*)\s+(?P<word>in|from)\b")


def second_list(site: Site) -> Fault | None:
    """A loop or a choice through two lists at once, as only queries and families have it."""
    found = _SECOND_LIST.match(site.text, site.stuck.start)
    if site.stuck.kind != "COMMA" or found is None or "COLON" not in accepts(site.stuck.parser):
        return None
    name, word = found["name"], found["word"]
    if word == "in":
        message, help = (
            "a loop goes through one list",
            f"write `for each {name} in …:` on a line of its own, in the block of this one",
        )
    else:
        message, help = (
            "a choice is made from one list",
            f"write a second choice of `{name}`, or an option: `NAME(… from …, {name} from …)`",
        )
    edit = Edit(site.stuck.start, site.line.end, ":" if site.words.endswith(":") else "")
    return Fault("RL0101", message, site.stuck.start, found.end(), "the second one", help=(help,), edits=(edit,))

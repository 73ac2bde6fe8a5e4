"""Syntax errors in the author's words.

Parsing got stuck at some token; what the author did wrong may lie before it. The likely faults are tried in turn, the most
telling first: layout (a block that is missing, or not opened), a bracket left open, something that belongs elsewhere, a word
misspelt, a word used as a name, a sign left out. What a message claims has been tried: the line is read again with the claimed
repair, and only if it then fits is the claim made. What remains is said plainly: what cannot stand here, and what could.
"""

from __future__ import annotations

from rulelang.syntax import errors_habits as habits
from rulelang.syntax import errors_places as places
from rulelang.syntax import errors_words as words
from rulelang.syntax.expected import accepts, trial
from rulelang.syntax.faults import Edit, Fault
from rulelang.syntax.layout import Layout
from rulelang.syntax.parser import Stuck
from rulelang.syntax.site import Site, site_of
from rulelang.syntax.strangers import hint_for


def diagnose(layout: Layout, stuck: Stuck, start: str) -> Fault:
    """What is wrong where parsing got stuck, and how to go on."""
    site = site_of(layout, stuck, start)
    for look in _LOOKS:
        fault = look(site)
        if fault is not None:
            fault.word = site.first_word
            return fault
    raise AssertionError("the last look finds something in any case")


# ------------------------------------------------------------------------------------------------------------ what remains


def ends_early(site: Site) -> Fault | None:
    """A line that ends before it is complete."""
    stuck = site.stuck
    if stuck.kind not in ("_NL", "$END", "_DEDENT"):
        return None
    expected = site.expected
    last = str(site.tokens[-1]) if site.tokens else ""
    after = f" after `{last}`" if last and len(last) <= 40 else " at the end of this line"
    what = expected if expected and "," not in expected and " or " not in expected else "something"
    possible = accepts(stuck.parser)
    if "COLON" in possible and "NAME" not in possible and trial(stuck.parser, ":")[1]:
        return Fault(
            "RL0106",
            "a colon and a block are missing here",
            site.line.end,
            site.line.end,
            help=("end the line with `:` and indent what belongs to it below",),
        )
    help = (f"expected {expected}",) if expected and what == "something" else ()
    return Fault("RL0112", f"{what} is missing{after}", site.line.end, site.line.end, help=help)


def anything(site: Site) -> Fault:
    """What cannot stand here, and what could."""
    stuck = site.stuck
    expected = site.expected
    help = (f"expected {expected}",) if expected else ()
    if stuck.kind == "_INDENT":
        return Fault("RL0123", "nothing above opens a block", site.line.begin, site.line.start, help=help)
    found = site.found
    hint = hint_for(found)
    shown = f"`{found}`" if len(found) <= 60 else "this"
    end = stuck.start + len(found)
    # Where the line fits without it, only this is left out, and the rest of the line still counts.
    edits = (Edit(stuck.start, end, ""),) if found and trial(stuck.parser, site.rest(end))[1] else ()
    help = (hint,) if hint else help
    return Fault("RL0101", f"{shown} cannot stand here", stuck.start, end, help=help, edits=edits)


_LOOKS = (
    places.block_missing,
    places.begins_with_joiner,
    places.label_early,
    places.colon_missing,
    habits.speech,
    words.strange,
    places.stray_doc,
    places.bracket_open,
    places.partner_missing,
    places.second_list,
    places.outside,
    places.inside,
    words.clause_word_missing,
    words.equals,
    words.misspelt,
    words.capitals,
    words.word_of_elsewhere,
    words.word_as_name,
    habits.form,
    words.left_out,
    ends_early,
    anything,
)

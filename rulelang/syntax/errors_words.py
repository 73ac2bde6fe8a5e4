"""Faults of words and signs: misspelt, borrowed from elsewhere, used as names, left out.

Each function looks for one sort of fault and gives none if it is not that. What it claims has been tried: see `expected.trial`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token

from rulelang.syntax.expected import accepts, keywords, spellings, trial
from rulelang.syntax.faults import Edit, Fault
from rulelang.syntax.site import WORD, Site
from rulelang.syntax.strangers import strange_character, strange_number, strange_word
from rulelang.text.suggest import distance

_SETS = re.compile(r"[a-z_][a-z0-9_.\[\], ]*=(?!=)")
_LEFT_OUT = (
    ":",
    ",",
    "=",
    ")",
    "]",
    "(",
    "|",
    "->",
    "each",
    "to",
    "of",
    "from",
    "as",
    "then",
    "players",
    "game",
    "while",
    "once",
    "player",
)
"""Signs and words that a repair may put in, in the order in which they are tried."""

_OTHER_WORDS = {
    "elif": "else if",
    "elsif": "else if",
    "elseif": "else if",
    "def": "rule",
    "function": "rule",
    "func": "rule",
    "procedure": "rule",
    "var": "let",
    "const": "let",
    "null": "none",
    "nil": "none",
    "class": "kind",
    "type": "kind",
    "import": "include",
    "break": "stop",
    "continue": "next",
    "foreach": "for each",
    "switch": "match",
    "print": "log",
    "choose": "chooses",
    "gain": "gains",
    "lose": "loses",
    "pay": "pays",
    "True": "true",
    "False": "false",
    "None": "none",
}
"""What people write who know other languages, or other forms of a word."""


# ------------------------------------------------------------------------------------------------------------ words


def _respelled(site: Site, back: int) -> Iterator[tuple[int, Token, str, str]]:
    """Ways to read the word `back` tokens before the fault as a word of the language: distance, the word as written, as meant,
    the rest.
    """
    if back == 0:
        token = site.stuck.token
        if token is None:
            return
    else:
        token = site.tokens[-back]
    written = WORD.match(site.text, token.start_pos or 0)
    if written is None:
        return
    word = written.group()
    state = site.before(back).parser
    rest = site.text[written.end() : site.line.end]
    if word in _OTHER_WORDS:
        yield 0, token, _OTHER_WORDS[word], rest
    possible = accepts(state)
    for cut in range(2, len(word) - 1):
        first, second = word[:cut], word[cut:]
        if keywords().get(first) in possible and second in keywords():
            yield 0, token, f"{first} {second}", rest
    bound = 1 if len(word) < 5 else 2
    for keyword, terminal in keywords().items():
        if terminal in possible and keyword != word:
            apart = distance(word.lower(), keyword, bound)
            if apart <= bound and (apart == 0 or len(word) > 2):
                yield apart, token, keyword, rest


def respelled_anywhere(site: Site) -> tuple[Token, str, int] | None:
    """The likeliest misspelt word at or before the fault: as written, as meant, and where it ends."""
    needed = site.stuck.end if site.stuck.token is not None else site.stuck.start
    best: tuple[int, int, Token, str, int] | None = None
    for back in range(min(len(site.tokens), 6) + 1):
        for apart, token, keyword, rest in _respelled(site, back):
            begin = token.start_pos or 0
            end = site.line.end - len(rest)
            reached, whole = trial(site.before(back).parser, keyword + rest)
            gets = begin + reached - len(keyword) + (end - begin)
            if not whole and (gets < min(needed, site.line.end) or (not back and reached <= len(keyword))):
                continue
            if not whole and gets <= needed and site.stuck.kind not in ("_NL", "$END") and back:
                continue
            candidate = (apart + (0 if whole else 2), back, token, keyword, end)
            if best is None or candidate[:2] < best[:2]:
                best = candidate
    return (best[2], best[3], best[4]) if best is not None else None


def misspelt(site: Site) -> Fault | None:
    """A misspelt word of the language."""
    if site.stuck.kind in ("_INDENT", "_DEDENT"):
        return None
    found = respelled_anywhere(site)
    if found is None:
        return None
    token, keyword, end = found
    start = token.start_pos or 0
    written = site.text[start:end]
    edit = Edit(start, end, keyword)
    return Fault(
        "RL0110",
        f"`{written}` is not a word of the language",
        start,
        end,
        help=(f"write `{keyword}`",),
        edits=(edit,),
        replacement=edit,
    )


def word_of_elsewhere(site: Site) -> Fault | None:
    """A word of other languages at the start of a line that could not be mended by writing ours."""
    word = site.first_word
    if word not in _OTHER_WORDS or len(site.tokens) > 1:
        return None
    start = site.line.start
    return Fault(
        "RL0110", f"`{word}` is not a word of the language", start, start + len(word), help=(f"write `{_OTHER_WORDS[word]}`",)
    )


def capitals(site: Site) -> Fault | None:
    """A kind in small letters, or a name in capitals."""
    stuck = site.stuck
    found = WORD.match(site.text, stuck.start)
    if found is None or stuck.token is None or stuck.start == site.line.start:
        return None
    word = found.group()
    possible = accepts(stuck.parser)
    if word[0].islower() and "KIND" in possible and "NAME" not in possible:
        meant = "".join(part[:1].upper() + part[1:] for part in word.split("_"))
        message, help = (
            f"`{word}` is written in small letters where a kind or an enum is meant",
            f"kinds and enums are written in capitals: `{meant}`",
        )
        meant = _OTHER_TYPES.get(word, meant)
    elif word[0].isupper() and "NAME" in possible and "KIND" not in possible:
        meant = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        message, help = (
            f"`{word}` is written in capitals where a name is meant",
            f"only kinds and enums are written in capitals: `{meant}`",
        )
    else:
        return None
    if not trial(stuck.parser, meant + site.rest(found.end()))[1] and word.lower() in keywords():
        return None
    if word in _OTHER_TYPES:
        help = f"write `{meant}`"
    edit = Edit(stuck.start, found.end(), meant)
    return Fault("RL0126", message, stuck.start, found.end(), help=(help,), edits=(edit,), replacement=edit)


_OTHER_TYPES = {
    "int": "Int",
    "integer": "Int",
    "number": "Int",
    "bool": "Bool",
    "boolean": "Bool",
    "string": "Text",
    "str": "Text",
    "text": "Text",
}


def word_as_name(site: Site) -> Fault | None:
    """A word of the language where a name is meant."""
    words = keywords()
    for back in range(min(len(site.tokens), 2) + 1):
        token = site.stuck.token if back == 0 else site.tokens[-back]
        if token is None or str(token) not in words:
            continue
        start, end = token.start_pos or 0, token.end_pos or 0
        state = site.before(back).parser
        if "NAME" not in accepts(state):
            continue
        if start == site.line.start and site.text[end : site.line.end].lstrip()[:1] not in (
            "=",
            ".",
            ":",
            ",",
            "(",
            "[",
            "+",
            "-",
        ):
            continue
        reached, whole = trial(state, "q" * len(token) + "_" + site.rest(end))
        if not whole and start + reached - 1 <= site.stuck.end:
            continue
        return Fault(
            "RL0111",
            f"`{token}` is a word of the language, so it cannot be a name here",
            start,
            end,
            help=("call it something else",),
            edits=(Edit(start, end, f"{token}_"),),
        )
    return None


# ------------------------------------------------------------------------------------------------------ signs and what is missing


def equals(site: Site) -> Fault | None:
    """`=` for `==`, or the other way round."""
    stuck = site.stuck
    found = str(stuck.token) if stuck.token is not None else ""
    if found not in ("=", "=="):
        return None
    if site.tokens and str(site.tokens[-1]) == "=" and site.tokens[-1].end_pos == stuck.start:
        return Fault(
            "RL0101",
            "`==` compares two values; here one is set",
            stuck.start - 1,
            stuck.end,
            help=("write `=`",),
            edits=(Edit(stuck.start, stuck.end, ""),),
        )
    other = "==" if found == "=" else "="
    _, whole = trial(stuck.parser, other + site.rest(stuck.end))
    if not whole:
        return None
    if found == "=":
        message, help = "`=` sets a value; here two are compared", "write `==`, or `is` for things and members of enums"
    else:
        message, help = "`==` compares two values; here one is set", "write `=`"
    edit = Edit(stuck.start, stuck.end, other)
    return Fault("RL0101", message, stuck.start, stuck.end, help=(help,), edits=(edit,), replacement=edit)


def clause_word_missing(site: Site) -> Fault | None:
    """In an example: a value set without `given`, or an answer without its space."""
    state = site.before(len(site.tokens)).parser
    possible = accepts(state)
    if "GIVEN" not in possible or "ANSWER" not in possible:
        return None
    answer = re.match(r"([a-z_][a-z0-9_]*):(?=\S)", site.words)
    if answer is not None:
        at = site.line.start + answer.end()
        edit = Edit(at, at, " ")
        return Fault(
            "RL0112",
            "a space is missing after the colon",
            at - 1,
            at,
            help=("write `ann: pass`",),
            edits=(edit,),
            replacement=edit,
        )
    if _SETS.match(site.words) is not None and trial(state, "given " + site.words)[1]:
        edit = Edit(site.line.start, site.line.start, "given ")
        return Fault(
            "RL0101",
            "an example does not set values in the course of the game",
            site.line.start,
            site.line.end,
            help=("write `given` before it, to begin from a position in which it is so",),
            edits=(edit,),
        )
    return None


def left_out(site: Site) -> Fault | None:
    """One sign or word left out before the fault."""
    stuck = site.stuck
    if stuck.kind in ("_INDENT", "_DEDENT", "$END", "_NL") or stuck.token is None or not site.tokens:
        return None
    signs = spellings()
    possible = {signs[kind] for kind in accepts(stuck.parser) if kind in signs}
    for sign in _LEFT_OUT:
        if sign in possible and trial(stuck.parser, f"{sign} {site.rest(stuck.start)}")[1]:
            space = " " if sign.isalpha() or sign in ("=", "->") else ""
            edit = Edit(stuck.start, stuck.start, f"{sign} ")
            found = site.found
            return Fault(
                "RL0112",
                f"`{sign}` is missing before `{found}`",
                stuck.start,
                stuck.start + len(found),
                help=(f"write `{sign}{space}{found}`" if space else f"put `{sign}` before it",),
                edits=(edit,),
            )
    return None


def strange(site: Site) -> Fault | None:
    """A character the language does not use, or two things run together."""
    stuck = site.stuck
    if stuck.glued and stuck.token is not None:
        if stuck.token.type == "NUMBER":
            return strange_number(site.text, stuck.start)
        if stuck.token.type in ("NAME", "KIND"):
            return strange_word(site.text, stuck.start, stuck.end)
        word, found = str(stuck.token), site.found
        if trial(stuck.parser, f"{word} {site.rest(stuck.end)}")[1]:
            return Fault(
                "RL0101",
                f"`{found}` runs two words together",
                stuck.start,
                stuck.start + len(found),
                help=(f"write `{word} {found[len(word) :]}`",),
                edits=(Edit(stuck.end, stuck.end, " "),),
            )
    if stuck.token is None:
        return strange_character(site.text, stuck.start, site.line.end)
    return None

"""Characters that the language does not use, and words that are not quite names: what they probably mean."""

from __future__ import annotations

import re
import unicodedata

from rulelang.syntax.faults import Edit, Fault

_HINTS = {
    "'": 'texts stand in double quotes: `"…"`',
    "`": 'texts stand in double quotes: `"…"`',
    ";": "one statement stands on a line, without `;`",
    "{": "blocks are made by indentation, under a line that ends in `:`",
    "}": "blocks are made by indentation, under a line that ends in `:`",
    "&": "write `and`",
    "|": "write `or`; `|` only stands between the cells of a table",
    "!": "write `not`, or `!=` between two values",
    "\\": "a line goes on after `,`, `and`, `or`, `+`, inside brackets, and deeper after `=`",
    "$": "a name stands alone, without a sign before it",
    "^": "multiply with `*`",
    "?": "write `a if c else b`; only a type has `?` behind it, as in `Player?`",
    "~": "write `not`",
    "@": '`@` begins a note on the line above a declaration, as in `@rulebook("4.2")`',
    "%": "`%` gives the remainder of a division",
}
_LOOKALIKES = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": '"', "’": '"',
    "–": "-", "—": "-", "−": "-", "×": "*", "÷": "/", "·": "*",
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "…": "...",
    "（": "(", "）": ")", "，": ",", "：": ":",
}  # fmt: skip
_WORD = re.compile(r"\w+")


def hint_for(found: str) -> str:
    """What a sign probably means, if it means something in other languages."""
    return _HINTS.get(found, "")


def strange_character(text: str, at: int, limit: int) -> Fault:
    """A character with which nothing begins."""
    character = text[at]
    if character.isalpha():
        begin = at
        while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
            begin -= 1
        return strange_word(text, begin, at)
    if character.isspace():
        edit = Edit(at, at + 1, " ")
        help = "write a plain space"
        return Fault(
            "RL0118",
            f"a blank that is no plain space (U+{ord(character):04X})",
            at,
            at + 1,
            help=(help,),
            edits=(edit,),
            replacement=edit,
        )
    if character in _LOOKALIKES:
        plain = _LOOKALIKES[character]
        return Fault("RL0118", f"`{character}` is not a sign of the language", at, at + 1, help=(f"write `{plain}`",))
    if character in _HINTS:
        return Fault("RL0118", f"`{character}` cannot stand here", at, at + 1, help=(_HINTS[character],))
    named = unicodedata.name(character, "").lower()
    notes = (f"this character is called {named}",) if named and not character.isascii() else ()
    return Fault(
        "RL0118",
        f"`{character}` is not a sign of the language",
        at,
        at + 1,
        notes=notes,
        help=("outside of texts in quotes only plain letters and signs stand",),
    )


def strange_word(text: str, start: int, end: int) -> Fault:
    """A word that mixes capitals and small letters, or has letters that no name has."""
    found = _WORD.match(text, start)
    stop = found.end() if found is not None else end
    word = text[start:stop]
    if not word.isascii():
        at = next(i for i, character in enumerate(word) if not character.isascii())
        plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
        help = "names are written with plain letters, digits and `_`"
        if plain and plain.isidentifier() and len(plain) == len(word):
            help += f", such as `{plain}`"
        return Fault(
            "RL0118",
            f"`{word[at]}` cannot stand in a name",
            start + at,
            start + at + 1,
            help=(help,),
            edits=(Edit(start, stop, plain_name(word)),),
        )
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    capital = "".join(part[:1].upper() + part[1:] for part in word.split("_"))
    meant = capital if word[0].isupper() else small
    rule = "kinds and enums are written in capitals" if word[0].isupper() else "names are written in small letters"
    edit = Edit(start, stop, meant)
    return Fault("RL0126", f"`{word}` mixes two ways of writing a name", start, stop, help=(f"{rule}: `{meant}`",), edits=(edit,))


def plain_name(word: str) -> str:
    """A name in place of one with letters that no name has; the same for each of its uses."""
    return re.sub(r"[^A-Za-z0-9_]", "_", word)


def strange_number(text: str, start: int) -> Fault:
    """A number that runs into a word."""
    found = _WORD.match(text, start)
    assert found is not None
    digits = re.match(r"[0-9]+", found.group())
    assert digits is not None
    split = start + digits.end()
    word = found.group()
    help = f"put a space between them: `{digits.group()} {word[digits.end() :]}`; a name does not begin with a digit"
    return Fault(
        "RL0101",
        f"`{word}` runs a number and a word together",
        start,
        found.end(),
        help=(help,),
        edits=(Edit(split, split, " "),),
    )

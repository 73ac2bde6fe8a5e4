"""Syntax errors in the author's words.

Parsing got stuck at some token; what the author did wrong may lie before it. The likely faults are tried in turn, the most telling
first: layout (a block that is missing, or not opened), a bracket left open, something that belongs elsewhere, a word misspelt, a
word used as a name, a sign left out. What a message claims has been tried: the line is read again with the claimed repair, and only
if it then fits is the claim made. What remains is said plainly: what cannot stand here, and what could.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token

from rulelang.syntax.expected import accepts, keywords, listing, spellings, trial
from rulelang.syntax.faults import Edit, Fault, Spot
from rulelang.syntax.layout import STEP, Layout, Line
from rulelang.syntax.parser import Stuck, replay
from rulelang.syntax.strangers import hint_for, strange_character, strange_number, strange_word
from rulelang.syntax.tokens import CLAUSE_WORDS, DECLARATION_WORDS, LATER_DECLARATIONS, LATER_WORDS, PART_WORDS, STATEMENT_WORDS
from rulelang.text.suggest import distance

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SETS = re.compile(r"[a-z_][a-z0-9_.\[\], ]*=(?!=)")
_LEFT_OUT = (":", ",", "=", ")", "]", "(", "|", "->", "each", "to", "of", "from", "as", "then", "players", "game", "while", "once", "player")
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


@dataclass(slots=True)
class _Site:
    """A fault being looked into: the line it is on, and what was read of it."""

    layout: Layout
    stuck: Stuck
    start: str
    index: int
    line: Line
    tokens: list[Token]
    first_token: int

    @property
    def text(self) -> str:
        """The text the lexer read."""
        return self.layout.text

    @property
    def words(self) -> str:
        """The line as written."""
        return self.text[self.line.start : self.line.end]

    def rest(self, offset: int) -> str:
        """The line from an offset on."""
        return self.text[offset : self.line.end]

    @property
    def first_word(self) -> str:
        """The word the line begins with, if it begins with one."""
        found = _WORD.match(self.text, self.line.start)
        return found.group() if found is not None else ""

    @property
    def found(self) -> str:
        """What stands where parsing got stuck: a word alone, even if the lexer took more."""
        word = _WORD.match(self.text, self.stuck.start)
        if word is not None and self.stuck.kind in ("ANSWER", "QUERY", "TURN_OF"):
            return word.group()
        return self.text[self.stuck.start : self.stuck.end].strip()

    @property
    def expected(self) -> str:
        """What could have stood there."""
        found = accepts(self.stuck.parser)
        if self.start == "expression":
            found.discard("_NL")
        return listing(found)

    def before(self, count: int) -> Stuck:
        """The parser before the last `count` tokens of the line."""
        read = self.stuck.before
        shorter = read[: len(read) - count] if count else read
        return Stuck(None, 0, 0, shorter, replay(shorter, self.start, self.text))


def diagnose(layout: Layout, stuck: Stuck, start: str) -> Fault:
    """What is wrong where parsing got stuck, and how to go on."""
    site = _site(layout, stuck, start)
    for look in _LOOKS:
        fault = look(site)
        if fault is not None:
            fault.word = site.first_word
            return fault
    raise AssertionError("the last look finds something in any case")


def _site(layout: Layout, stuck: Stuck, start: str) -> _Site:
    lines = layout.lines
    at = min(stuck.start, len(layout.text) - 1)
    index = layout.line_at(at)
    if stuck.kind in ("_NL", "$END") or (stuck.kind in ("", "_DEDENT") and at >= lines[index].end):
        index = max(i for i in range(len(lines)) if lines[i].start <= at)
    line = lines[index]
    tokens = [token for token in stuck.before if (token.start_pos or 0) >= line.start and token.type not in ("_NL", "_INDENT", "_DEDENT")]
    return _Site(layout, stuck, start, index, line, tokens, len(stuck.before) - len(tokens))


# ------------------------------------------------------------------------------------------------------------ layout


def _block_missing(site: _Site) -> Fault | None:
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


def _colon_missing(site: _Site) -> Fault | None:
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
            f"this line is indented by {site.line.indent} spaces, the line above by {above.indent}, but nothing above opens a block",
            site.line.begin,
            site.line.start,
            "",
            (Spot(above.start, above.end, "ends without a colon"),),
            help=(f"indent it by {above.indent} spaces, like the line above",) if above.indent else ("a block stands under a line that ends in `:`",),
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


def _bracket_open(site: _Site) -> Fault | None:
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
    if open_:
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


# ------------------------------------------------------------------------------------------------------------ places


def _outside(site: _Site) -> Fault | None:
    """Something that cannot stand at the start of a line of the file."""
    if site.start != "start" or site.line.level or site.line.doc or not site.tokens and site.stuck.kind == "":
        return None
    if site.text[site.line.start] == "@" or site.tokens and site.tokens[0].type != "KIND":
        return None
    found = _WORD.match(site.text, site.line.start)
    if found is None:
        return None
    word = found.group()
    if word in LATER_DECLARATIONS or word in LATER_WORDS:
        return _later(site, word)
    if word in DECLARATION_WORDS or word[0].isupper():
        return None
    if word not in STATEMENT_WORDS and word not in PART_WORDS and _respelled_anywhere(site) is not None:
        return None
    if word in CLAUSE_WORDS:
        return Fault(
            "RL0113",
            f"`{word}` stands in an example or a script, not here",
            site.line.start,
            found.end(),
            help=("indent it under an `example`",),
        )
    return Fault(
        "RL0113",
        "this is neither a declaration nor inside one",
        site.line.start,
        site.line.end,
        "a line that is not indented begins a declaration",
        help=("indent it by four spaces for each block it belongs to, or put it into a rule",),
    )


def _later(site: _Site, word: str) -> Fault:
    return Fault(
        "RL0122",
        f"`{word}` is not in this version of the language",
        site.line.start,
        site.line.start + len(word),
        help=("a later version will have it; until then a `rule` may say the same",),
    )


def _inside(site: _Site) -> Fault | None:
    """A declaration in a block, or a word of a later version."""
    if site.start != "start" or not site.line.level or len(site.tokens) > 4:
        return None
    found = _WORD.match(site.text, site.line.start)
    if found is None:
        return None
    word = found.group()
    if word in LATER_WORDS:
        return _later(site, word)
    if word not in DECLARATION_WORDS and not word[0].isupper() or word.lower() in STATEMENT_WORDS:
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


_PARTNERS = {
    "else": ("RL0101", "no `if` stands before this `else`", "`else` stands as deep as its `if`"),
    "otherwise": ("RL0101", "no choice stands before this `otherwise`", "`otherwise` stands as deep as its choice, right after it"),
    "until": ("RL0101", "no `repeat` stands before this `until`", "`until` stands as deep as its `repeat`, right after it"),
}


def _partner_missing(site: _Site) -> Fault | None:
    """`else`, `otherwise` or `until` without what they belong to."""
    word = site.first_word
    if word not in _PARTNERS or site.tokens and (site.tokens[0].type != "NAME" or len(site.tokens) > 2):
        return None
    code, message, help = _PARTNERS[word]
    return Fault(code, message, site.line.start, site.line.start + len(word), help=(help,))


def _stray_doc(site: _Site) -> Fault | None:
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
    return Fault("RL0120", "a doc line cannot stand here", site.line.start, site.line.end, help=("write `#` for a remark",), edits=(edit,))


# ------------------------------------------------------------------------------------------------------------ words


def _respelled(site: _Site, back: int) -> Iterator[tuple[int, Token, str, str]]:
    """Ways to read the word `back` tokens before the fault as a word of the language: distance, the word as written, as meant, the rest."""
    if back == 0:
        token = site.stuck.token
        if token is None:
            return
    else:
        token = site.tokens[-back]
    written = _WORD.match(site.text, token.start_pos or 0)
    if written is None:
        return
    word = written.group()
    state = site.before(back).parser
    rest = site.text[written.end() : site.line.end]
    if word in _OTHER_WORDS:
        yield 0, token, _OTHER_WORDS[word], rest
    possible = accepts(state)
    bound = 1 if len(word) < 5 else 2
    for keyword, terminal in keywords().items():
        if terminal in possible and keyword != word:
            apart = distance(word.lower(), keyword, bound)
            if apart <= bound and (apart == 0 or len(word) > 2):
                yield apart, token, keyword, rest


def _respelled_anywhere(site: _Site) -> tuple[Token, str, int] | None:
    """The likeliest misspelt word at or before the fault: as written, as meant, and where it ends."""
    needed = site.stuck.end if site.stuck.token is not None else site.stuck.start
    best: tuple[int, int, Token, str, int] | None = None
    for back in range(min(len(site.tokens), 6) + 1):
        for apart, token, keyword, rest in _respelled(site, back):
            begin = token.start_pos or 0
            end = site.line.end - len(rest)
            reached, whole = trial(site.before(back).parser, keyword + rest)
            gets = begin + reached - len(keyword) + (end - begin)
            if not whole and gets < min(needed, site.line.end):
                continue
            if not whole and gets <= needed and site.stuck.kind not in ("_NL", "$END") and back:
                continue
            candidate = (apart + (0 if whole else 2), back, token, keyword, end)
            if best is None or candidate[:2] < best[:2]:
                best = candidate
    return (best[2], best[3], best[4]) if best is not None else None


def _misspelt(site: _Site) -> Fault | None:
    """A misspelt word of the language."""
    if site.stuck.kind in ("_INDENT", "_DEDENT"):
        return None
    found = _respelled_anywhere(site)
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


def _word_of_elsewhere(site: _Site) -> Fault | None:
    """A word of other languages at the start of a line that could not be mended by writing ours."""
    word = site.first_word
    if word not in _OTHER_WORDS or len(site.tokens) > 1:
        return None
    start = site.line.start
    return Fault("RL0110", f"`{word}` is not a word of the language", start, start + len(word), help=(f"write `{_OTHER_WORDS[word]}`",))


def _capitals(site: _Site) -> Fault | None:
    """A kind in small letters, or a name in capitals."""
    stuck = site.stuck
    found = _WORD.match(site.text, stuck.start)
    if found is None or stuck.token is None or stuck.start == site.line.start:
        return None
    word = found.group()
    possible = accepts(stuck.parser)
    if word[0].islower() and "KIND" in possible and "NAME" not in possible:
        meant = "".join(part[:1].upper() + part[1:] for part in word.split("_"))
        message, help = f"`{word}` is written in small letters where a kind or an enum is meant", f"kinds and enums are written in capitals: `{meant}`"
        meant = _OTHER_TYPES.get(word, meant)
    elif word[0].isupper() and "NAME" in possible and "KIND" not in possible:
        meant = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        message, help = f"`{word}` is written in capitals where a name is meant", f"only kinds and enums are written in capitals: `{meant}`"
    else:
        return None
    if not trial(stuck.parser, meant + site.rest(found.end()))[1] and word.lower() in keywords():
        return None
    if word in _OTHER_TYPES:
        help = f"write `{meant}`"
    edit = Edit(stuck.start, found.end(), meant)
    return Fault("RL0126", message, stuck.start, found.end(), help=(help,), edits=(edit,), replacement=edit)


_OTHER_TYPES = {"int": "Int", "integer": "Int", "number": "Int", "bool": "Bool", "boolean": "Bool", "string": "Text", "str": "Text", "text": "Text"}


def _word_as_name(site: _Site) -> Fault | None:
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
        if start == site.line.start and site.text[end : site.line.end].lstrip()[:1] not in ("=", ".", ":", ",", "(", "[", "+", "-"):
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


# ------------------------------------------------------------------------------------------------------------ signs and what is missing


def _equals(site: _Site) -> Fault | None:
    """`=` for `==`, or the other way round."""
    stuck = site.stuck
    found = str(stuck.token) if stuck.token is not None else ""
    if found not in ("=", "=="):
        return None
    if site.tokens and str(site.tokens[-1]) == "=" and site.tokens[-1].end_pos == stuck.start:
        return Fault("RL0101", "`==` compares two values; here one is set", stuck.start - 1, stuck.end, help=("write `=`",), edits=(Edit(stuck.start, stuck.end, ""),))
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


def _clause_word_missing(site: _Site) -> Fault | None:
    """In an example: a value set without `given`, or an answer without its space."""
    state = site.before(len(site.tokens)).parser
    possible = accepts(state)
    if "GIVEN" not in possible or "ANSWER" not in possible:
        return None
    answer = re.match(r"([a-z_][a-z0-9_]*):(?=\S)", site.words)
    if answer is not None:
        at = site.line.start + answer.end()
        edit = Edit(at, at, " ")
        return Fault("RL0112", "a space is missing after the colon", at - 1, at, help=("write `ann: pass`",), edits=(edit,), replacement=edit)
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


def _left_out(site: _Site) -> Fault | None:
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


def _begins_with_joiner(site: _Site) -> Fault | None:
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


def _strange(site: _Site) -> Fault | None:
    """A character the language does not use, or two things run together."""
    stuck = site.stuck
    if stuck.glued and stuck.token is not None:
        if stuck.token.type == "NUMBER":
            return strange_number(site.text, stuck.start)
        return strange_word(site.text, stuck.start, stuck.end)
    if stuck.token is None:
        return strange_character(site.text, stuck.start, site.line.end)
    return None


# ------------------------------------------------------------------------------------------------------------ what remains


def _ends_early(site: _Site) -> Fault | None:
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


def _anything(site: _Site) -> Fault:
    """What cannot stand here, and what could."""
    stuck = site.stuck
    expected = site.expected
    help = (f"expected {expected}",) if expected else ()
    if stuck.kind == "_INDENT":
        return Fault("RL0123", "nothing above opens a block", site.line.begin, site.line.start, help=help)
    found = site.found
    hint = hint_for(found)
    shown = f"`{found}`" if len(found) <= 60 else "this"
    return Fault("RL0101", f"{shown} cannot stand here", stuck.start, stuck.start + len(found), help=(hint,) if hint else help)


_LOOKS = (
    _block_missing,
    _begins_with_joiner,
    _colon_missing,
    _strange,
    _stray_doc,
    _bracket_open,
    _partner_missing,
    _outside,
    _inside,
    _clause_word_missing,
    _equals,
    _capitals,
    _misspelt,
    _word_of_elsewhere,
    _word_as_name,
    _left_out,
    _ends_early,
    _anything,
)

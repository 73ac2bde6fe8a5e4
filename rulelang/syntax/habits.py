"""What people write who know English or other languages better than this one: a table of habits, for `syntax.errors_habits`.

A habit is a pattern for a line or a part of one, what is probably meant by it, and what is said of it. The order counts: the
first that fits is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_WAY = r"[a-z_]\w*(?:\.[a-z_]\w*|\[[^\]\n]*\])*"
"""A name with what stands after its dots: `me.hand`, `plans[1]`."""

_PATH = r"(?:[a-z_]\w*|[A-Z]\w*)(?:\.[a-z_]\w*)+(?:\[[^\]\n]*\])?"
"""What a variant changes, by its dotted name: `flood.cost`, `player.coins`."""

_VALUE = rf"(?:{_WAY}|\d+)"


@dataclass(frozen=True, slots=True)
class Habit:
    """A way of writing, what it is to be read as, and what is said of it."""

    pattern: re.Pattern[str]
    meant: str | Callable[[re.Match[str]], str]
    """What to read instead, as a template or worked out; empty where it takes more than this line."""
    message: str
    help: str = ""
    """What to write, where it is not what is read instead."""

    def read_as(self, found: re.Match[str]) -> str:
        """What stands for what was found."""
        return found.expand(self.meant) if isinstance(self.meant, str) else self.meant(found)


def _habit(pattern: str, meant: str | Callable[[re.Match[str]], str], message: str, help: str = "") -> Habit:
    return Habit(re.compile(pattern), meant, message, help)


def _bill_line(found: re.Match[str]) -> str:
    return f'"{found[1].rpartition(".")[2].replace("_", " ")}": {found[1]}'


def _with_commas(found: re.Match[str]) -> str:
    return f"{found[1]}: {', '.join(found[2].replace(',', ' ').split())}"


def _parameters(found: re.Match[str]) -> str:
    names = found[3].replace(",", " ").split()
    return f"{found[1]} {found[2]}({', '.join(f'{name}: Player' for name in names)})"


def _faces(found: re.Match[str]) -> str:
    first, last = int(found[2]), int(found[3])
    return f"{found[1]}: {', '.join(str(face) for face in range(first, min(last, first + MOST_FACES) + 1))}"


MOST_FACES = 20
"""So many faces of a die are written out."""


SPEECH = (
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
    _habit(rf"^log ({_WAY})$", r'log "{\1}"', "what is told is a text, with values in braces"),
    _habit(rf'"([^"]*)" \+ ({_WAY})', r'"\1{\2}"', "values stand in braces in a text"),
    _habit(rf'({_WAY}) \+ "([^"]*)"', r'"{\1}\2"', "values stand in braces in a text"),
    _habit(rf" from ({_VALUE}) to ({_VALUE})", r" from range(\1, \2)", "numbers from one to another are a `range`"),
    # comparing
    _habit(rf"\b({_WAY}) (?:contains|includes) ({_WAY})", r"\2 in \1", "whether something is there is asked by `in`"),
    _habit(rf"\b({_WAY}) has (?:at least )?(\d+) ([a-z_]\w*)", r"\1.\3 >= \2", "how much somebody has is compared"),
    _habit(r" is (?:greater|more|higher|larger) than ", " > ", "numbers are compared by signs"),
    _habit(r" is (?:less|smaller|lower|fewer) than ", " < ", "numbers are compared by signs"),
    _habit(r" is at least ", " >= ", "numbers are compared by signs"),
    _habit(r" is at most ", " <= ", "numbers are compared by signs"),
    _habit(r" (?:equals|is equal to) ", " == ", "numbers are compared by signs"),
    _habit(r" (?:<>|!==) ", " != ", "numbers are compared by signs"),
    _habit(r" === ", " == ", "numbers are compared by signs"),
    _habit(r" => ", " >= ", "numbers are compared by signs"),
    _habit(r" =< ", " <= ", "numbers are compared by signs"),
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
    _habit(r"^then (?=\S)", "expect ", "what must come of it is said by `expect`"),
    # changes of a variant
    _habit(rf"^(?:change|set|override|modify) ({_PATH})(?: to| =) ", r"replace \1 = ", "a variant changes by `replace`"),
    _habit(r"^(?:override|overwrite|redefine|change|modify) (?=[a-zA-Z])", "replace ", "a variant changes by `replace`"),
    _habit(rf"^(?!replace )({_PATH}) = ", r"replace \1 = ", "a variant changes by `replace`"),
    _habit(r"^(replace [\w.]+(?:\.\"[^\"]*\"|\[[^\]\n]*\])?): (?=\S)", r"\1 = ", "a value is replaced by `=`"),
    _habit(r"^(remove) ([a-z_]\w*) from ([a-z_][\w.]*)$", r"\1 \3.\2", "what is in something stands behind a dot"),
    _habit(
        r"^add (?:an? )?(?:option|choice|line)s? .*?to ([a-z_][\w.]*).*$", r"add to \1:", "what is added stands below, indented"
    ),
    # the end
    _habit(rf"^({_WAY}) wins\b", r"end game won by \1", "who wins is said when the game ends"),
    _habit(r"^(?:end the game|game over)\b", "end game", "the end is written `end game`"),
)
"""What says something as English does: a line of such words means nothing else."""

FORMS = (
    # declarations
    _habit(r"^example ([a-z_]\w*)(?=:)", r'example "\1"', "an example has a title in quotes"),
    _habit(r"^([A-Z]\w* [a-z_]\w*) (\d+)(?=$|[ :])", r"\1 x \2", "how many copies there are stands behind `x`"),
    _habit(
        r"^([A-Z]\w* [a-z_]\w*) ?\(.*\):?$", r"\1", "values stand on lines of their own", "write each below, indented: `cost: 5`"
    ),
    _habit(
        r"^(kind [A-Z]\w*) ?\(.*\):?$", r"\1", "fields stand on lines of their own", "write each below, indented: `cost: Int`"
    ),
    _habit(r"\b([a-z_]\w*) = (?=-?\d+\b)", r"\1: Int = ", "a field has a type"),
    _habit(r"\b([a-z_]\w*) = (?=true\b|false\b)", r"\1: Bool = ", "a field has a type"),
    _habit(r"^([a-z_]\w*(?:\[[^\]]*\])?) = ", r"\1: ", "a value stands behind a colon"),
    _habit(r"^(setting [a-z_]\w*: Int)(?= \"|$)", r"\1 = 0", "a setting has a value, which holds unless another is asked for"),
    _habit(
        r"^(setting [a-z_]\w*: Bool)(?= \"|$)", r"\1 = false", "a setting has a value, which holds unless another is asked for"
    ),
    _habit(r"^(enum [A-Z]\w*): ((?:[a-z_]\w*,? )+[a-z_]\w*)$", _with_commas, "members are separated by commas"),
    _habit(
        r"^(enum [A-Z]\w*):$",
        "",
        "the members of an enum stand on its line",
        "write `enum Suit: hearts, spades`",
    ),
    _habit(r"^(rule|phase) ([a-z_]\w*) ((?:[a-z_]\w*(?:, ?| )?)+)(?=:)", _parameters, "what a rule is told stands in brackets"),
    _habit(r"^(define [a-z_]\w*(?:\(.*?\))?(?: -> [^:]+)?): (?=\S)", r"\1 = ", "a define of one line has `=` before its value"),
    _habit(r"^(die [a-z_]\w*): (\d+) ?(?:to|-|\.\.) ?(\d+)$", _faces, "the faces of a die are listed"),
    _habit(r"^([^|\s][^|]*(?:\|[^|]+)+)$", r"| \1 |", "a row begins and ends with `|`"),
    _habit(r"^([a-z_]\w*) (?:to|--|->|<->) ([a-z_]\w*)", r"\1 - \2", "places are joined by `-`"),
    # scoring, examples
    _habit(r"^scoring(?: for each player)?(?=:)", "scoring for each player p", "a bill is written for each player"),
    _habit(r"^(most|least) (.+?)(?: wins)?$", r"winner: \1 \2", "who wins is said by `winner:`"),
    _habit(rf"^({_WAY})$", _bill_line, "each line of a bill has a label"),
    _habit(rf"^given ({_WAY}) has (\d+) ([a-z_]\w*)", r"given \1.\3 = \2", "what is given is set by `=`"),
    # values that nothing is done with
    _habit(r"^(.+ (?:<|>|<=|>=|==|!=|is|in|and|or) .+)$", r"return \1", "a value is given back by `return`"),
)
"""What has another form here; looked at when no word turns out to be misspelt or capital."""

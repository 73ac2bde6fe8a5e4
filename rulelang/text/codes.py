"""The codes of all diagnostics.

One table from code to title, so that a code means one thing for ever: `rulelang explain RL0203` shows its page in `docs/errors/`,
tools filter by it, tests name it. A code is never used again for something else. The first two digits say the part of the
language: 01 the text and its syntax, 02 names, 03 types, 04 variants, 05 behaviour, choices and chance, 06 things, boards and
zones, 07 examples and scripts, 08 faults of the rules met in play, 09 what is allowed but probably not meant.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A code and its title: what `explain` prints first, and a list of all codes shows."""

    code: str
    title: str


def _table(*entries: tuple[str, str]) -> dict[str, Code]:
    table: dict[str, Code] = {}
    for code, title in entries:
        assert code not in table, f"{code} stands twice"
        table[code] = Code(code, title)
    return table


CODES: dict[str, Code] = _table(
    # 01: the text and its syntax
    ("RL0101", "something that cannot stand here"),
    ("RL0102", "a tab in the indentation"),
    ("RL0103", "a line whose indentation fits no block"),
    ("RL0104", "a file indented by another number of spaces than four"),
    ("RL0105", "a block is missing after a colon"),
    ("RL0106", "a colon is missing at the end of a line that opens a block"),
    ("RL0107", "an unclosed bracket"),
    ("RL0108", "a closing bracket without an opening one"),
    ("RL0109", "an unclosed quote"),
    ("RL0110", "a misspelt word of the language"),
    ("RL0111", "a reserved word used as a name"),
    ("RL0112", "something is missing at the end of the line"),
    ("RL0113", "a statement outside a rule"),
    ("RL0114", "a declaration inside a block"),
    ("RL0115", "nested deeper than 100 levels"),
    ("RL0116", "a file that is too large"),
    ("RL0117", "a control character in the text"),
    ("RL0118", "a character that the language does not use"),
    ("RL0119", "a fault inside the braces of a text"),
    ("RL0120", "a doc line or note with nothing to belong to"),
    ("RL0121", "a number that is too large"),
    ("RL0122", "a word of a later version of the language"),
    ("RL0123", "a line indented without a line above that opens a block"),
    ("RL0124", "something said twice that may be said once"),
    ("RL0125", "a row of a table with more or fewer cells than its head"),
    ("RL0126", "a name in capitals or small letters where the other is wanted"),
    ("RL0127", "a file that cannot be read as text"),
    ("RL0128", "a query that does not say what it goes through"),
    ("RL0129", "a game that does not say for how many players it is"),
    ("RL0130", "something said in other words than those of the language"),
    # 01: files
    ("RL0140", "an include that may not be read"),
    ("RL0141", "a file that is not there"),
    ("RL0142", "a file included twice"),
    ("RL0143", "a game without its `game` line, or with two"),
    # 02: names
    ("RL0201", "a name declared twice"),
    ("RL0202", "an unknown name"),
    ("RL0203", "an unknown word after a dot"),
    ("RL0204", "an unknown kind or type"),
    ("RL0205", "an unknown rule or define in a call"),
    ("RL0206", "a name that hides another"),
    ("RL0207", "a name that could mean several things"),
    ("RL0208", "a name of several things where one is wanted"),
    ("RL0209", "a name used as something it is not"),
    ("RL0210", "kinds that stand above themselves"),
    ("RL0211", "a name of the library declared anew"),
    ("RL0212", "a word that means nothing here"),
    # 03: types
    ("RL0301", "a value of another type than is wanted"),
    ("RL0302", "`is` for `==`, or `==` for `is`"),
    ("RL0303", "something that may be none is used without a test"),
    ("RL0304", "a condition that is not yes or no"),
    ("RL0305", "values that cannot be compared"),
    ("RL0306", "reckoning with what is no number"),
    ("RL0307", "more or fewer arguments than wanted"),
    ("RL0308", "a way through that gives no value"),
    ("RL0309", "a value that nothing is done with"),
    ("RL0310", "a type that cannot be worked out"),
    ("RL0311", "a number outside its range"),
    ("RL0312", "`return` with or without a value, wrongly"),
    ("RL0313", "something that cannot be gone through"),
    ("RL0314", "something that cannot be set"),
    ("RL0315", "a type that cannot stand here"),
    # 04: variants
    ("RL0401", "a change of something the game does not have"),
    ("RL0402", "two variants that change the same thing"),
    ("RL0403", "a change that does not fit what it changes"),
    ("RL0404", "a file that is no variant of this game"),
    ("RL0405", "variants that stand over each other"),
    ("RL0406", "a variant that is not there"),
    # 05: behaviour, choices, chance
    ("RL0501", "something is done where only a value may be worked out"),
    ("RL0502", "`stop` or `next` outside a loop"),
    ("RL0503", "something that `at once` does not allow"),
    ("RL0504", "`at once` changes what is not the player's own"),
    ("RL0505", "two options of one name"),
    ("RL0506", "a `match` that leaves something out"),
    ("RL0507", "a `match` that says the same twice"),
    ("RL0508", "nothing of that name can be gained, lost or paid"),
    ("RL0509", "a parameter or result without a type"),
    ("RL0510", "a game without `play`"),
    ("RL0511", "two steps of one name"),
    ("RL0512", "a `whenever` that asks, or draws on chance"),
    ("RL0513", "something that cannot be part of one move"),
    ("RL0514", "a `cancel` without an option around it"),
    ("RL0515", "something tried that is no rule"),
    ("RL0516", "a rule that cannot be tried"),
    ("RL0517", "a supply that is not used as one"),
    ("RL0518", "something recorded that cannot be"),
    ("RL0519", "a choice that tells its chooser what he may not see"),
    ("RL0520", "more within one another than can be run"),
    # 06: things, boards, zones
    ("RL0601", "a thing without a value it needs"),
    ("RL0602", "a thing with a value its kind does not have"),
    ("RL0603", "a thing without a rule it must give"),
    ("RL0604", "a rule that does not fit the one it stands for"),
    ("RL0605", "a value given twice"),
    ("RL0606", "a head of a table that does not fit"),
    ("RL0607", "a board that cannot be laid out"),
    ("RL0608", "a zone where a value is wanted, or the other way round"),
    ("RL0609", "something moved that cannot be moved there"),
    ("RL0610", "no board, or several, for a space"),
    ("RL0611", "a visibility that does not fit"),
    ("RL0612", "a family that cannot be told apart"),
    ("RL0613", "a diagram that does not fit its board"),
    ("RL0614", "a sign, or a table of symbols, that does not fit"),
    ("RL0615", "a direction that hexes do not have"),
    ("RL0616", "tokens where things are wanted, or the other way round"),
    ("RL0617", "a field of tokens that are not told apart"),
    ("RL0618", "a pile that cannot be refilled"),
    ("RL0620", "a thing that starts in two zones"),
    ("RL0621", "something that cannot be worked out before play"),
    ("RL0622", "two spaces in one place"),
    ("RL0623", "a space that is not on the board"),
    ("RL0624", "a diagram that needs more things than there are"),
    ("RL0625", "more or fewer components than there should be"),
    # 07: examples and scripts
    ("RL0701", "an unknown player"),
    ("RL0702", "something that `given` cannot set"),
    ("RL0703", "`when` without a rule or phase to run"),
    ("RL0704", "a refusal by something the game does not have"),
    ("RL0705", "more or fewer players than the game allows"),
    ("RL0706", "a script that does not say which game it is about"),
    ("RL0707", "an expectation that does not hold"),
    ("RL0708", "a move of an example or a script that is refused"),
    ("RL0709", "a move that should be refused, and is not, or by something else"),
    ("RL0710", "chance that cannot come as dictated"),
    ("RL0711", "a face that a die does not have"),
    ("RL0712", "chance that was dictated and never came"),
    ("RL0713", "a choice that is left open"),
    ("RL0714", "other options than expected"),
    ("RL0715", "an `always` that no longer holds"),
    ("RL0721", "a move when nobody is asked"),
    ("RL0722", "a move when another player must choose"),
    ("RL0723", "a move with an option that there is not"),
    ("RL0724", "a move with a thing that there is not"),
    ("RL0725", "a move with a thing that is not to choose from"),
    ("RL0726", "a move whose condition is false"),
    ("RL0727", "a move in which something required is missing"),
    ("RL0730", "a move that cannot be taken back"),
    ("RL0731", "a recorded match that cannot go on"),
    ("RL0732", "a recorded match in another state"),
    # 08: faults of the rules met in play
    ("RL0801", "something used that is none"),
    ("RL0802", "a number of a list that is not there"),
    ("RL0803", "something looked for in a list that does not hold it"),
    ("RL0804", "`the` of none, or of several"),
    ("RL0805", "the highest or lowest of nothing"),
    ("RL0806", "a division by zero"),
    ("RL0807", "an edge between two spaces that are not neighbours"),
    ("RL0808", "rules that never end"),
    ("RL0809", "a second thing for a slot"),
    ("RL0810", "a `require` that is not met"),
    ("RL0811", "a value for which `match` has no arm"),
    ("RL0812", "fewer things to choose from than must be chosen"),
    ("RL0813", "rules that call each other without end"),
    ("RL0814", "a choice without a legal option"),
    ("RL0815", "a choice of nobody"),
    ("RL0816", "a number outside the bounds of its field"),
    ("RL0817", "a gain or loss of less than nothing"),
    ("RL0818", "more to pay than there is"),
    ("RL0819", "a member that a family does not have"),
    ("RL0820", "one of nothing, at random"),
    ("RL0821", "two players who change the same at once"),
    ("RL0822", "something moved from where it does not lie"),
    ("RL0823", "a `cancel` that takes nothing back"),
    ("RL0824", "more taken from a supply than it holds"),
    ("RL0825", "chance met where a rule was only tried"),
    ("RL0826", "more tokens moved than there are"),
    # 09: allowed, but probably not meant
    ("RL0901", "something declared and never used"),
    ("RL0902", "a local name that is never used"),
    ("RL0903", "a rule that nothing in the game can reach"),
    ("RL0904", "a condition that is always true or never"),
    ("RL0905", "a choice that may have nothing to choose"),
    ("RL0906", "an `otherwise` that can never run"),
    ("RL0907", "a line that is never reached"),
    ("RL0908", "a space that stands alone"),
    ("RL0909", "a mark that may come to a player who is passed over"),
    ("RL0910", "a change of a variant that has no effect"),
    ("RL0911", "an example that does not fit a variant"),
    ("RL0912", "a section that the game does not list"),
)


def title(code: str) -> str:
    """The title of a code."""
    return CODES[code].title

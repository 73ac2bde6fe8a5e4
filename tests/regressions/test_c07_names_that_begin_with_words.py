"""A name that begins with a word of the language is a name; the word itself is refused where it is declared, once.

After increpare/PuzzleScript#409 and #244: an object called LevelStart was read as the heading LEVELS and gave six messages.
"""

from __future__ import annotations

from tests.syntax.helpers import Read, show

RULES = """\
die d6pool: 1, 2, 3

enum Place: public_square, secret_room, private_dock

player:
    ascent: Int = 0, public

rule draw(p: Player):
    p gains 2 ascent for "the climb"
    roll d6pool as x

rule turn(p: Player):
    draw(p)
"""


def test_one_message_for_one_fault() -> None:
    [found] = Read(RULES).found
    assert found.code == "RL0111"
    assert found.message == "`draw` is a word of the language, so it cannot name a rule"
    assert found.help == ("call the rule something else",)
    assert Read(RULES).line(found) == 8


def test_everything_else_is_read_as_names() -> None:
    read = Read(RULES.replace("draw", "draw_cards"))
    assert not read.found
    tree = show(read.file)
    for name in ("d6pool", "public_square", "secret_room", "private_dock", "ascent", "draw_cards", "turn"):
        assert f"(Identifier '{name}')" in tree


def test_a_fault_beside_it_is_reported_too() -> None:
    assert Read(RULES.replace("    draw(p)", "    draw(p)\n    log x")).codes == ["RL0111", "RL0130"]


def test_a_use_of_the_word_before_its_declaration_is_no_second_fault() -> None:
    assert Read('rule turn(p: Player):\n    draw(p)\n    draw = 3\n\nrule draw(p: Player):\n    log "x"\n').codes == ["RL0111"]


def test_without_such_a_declaration_the_use_is_the_fault() -> None:
    assert Read("rule turn(p: Player):\n    draw(p)\n").codes == ["RL0112"]

"""Hexes, spaces that depend on the match, gaps, symbols and diagrams: what is read, and what is reported where."""

from __future__ import annotations

import pytest

from rulelang.sema.symbols import BoardSymbol
from tests.sema.marked import check, line_of, only

HEXES = """
kind Field:
    q, r: Int
    wet: Bool = false

table Field:
    | name | q | r  | wet  |
    | a    | 0 | 0  |      |
    | b    | 1 | 0  | true |
    | c    | 1 | -1 |      |
"""

GRID = """
kind Cell:
    owner: Player?, public
    wall: Bool = false

symbols Cell:
    | sign | owner      | wall |
    | "."  |            |      |
    | "#"  |            | true |
    | "x"  | players[1] |      |
"""


def board(text: str, name: str) -> BoardSymbol:
    """A board of a game."""
    model, _ = check(text)
    return model.boards[name]


def test_hexes_are_placed_by_two_fields() -> None:
    comb = board(f"{HEXES}\nboard comb of Field:\n    hexes flat at q, r where players.size > 2 or not wet\n", "comb")
    assert comb.hexes is not None and not comb.hexes.pointy
    assert (comb.hexes.across.name, comb.hexes.down.name) == ("q", "r")
    assert [s.name for s in comb.spaces] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "lines",
    [
        "hexes pointy at q, s # RL0203",
        "hexes pointy at q, wet # RL0607",
        "hexes pointy at q, r where q # RL0304",
        "hexes pointy at q, r where nobody # RL0202",
        "hexes round at q, r # RL0101",
        "hexes pointy at q, r\n    hexes flat at q, r # RL0124",
        "hexes pointy at q, r\n    a - c\n    gap a - c # RL0607",
        "hexes pointy at q, r\n    gap a - x # RL0202",
        "a - b - c\n    gap a - b # RL0607",
        "spaces where not wet\n    a - c",
        'start:\n        "abc" # RL0613\n    a - b - c',
    ],
)
def test_lines_of_a_board(lines: str) -> None:
    check(f"{HEXES}\nboard comb of Field:\n    {lines}\n")


def test_hexes_never_move() -> None:
    check(
        f"""{HEXES}
board comb of Field:
    hexes pointy at q, r # RL0607

rule drift(f: Field):
    f.q += 1
"""
    )


def test_a_space_that_stands_alone() -> None:
    found = only(
        """
kind Field:
    q, r: Int

table Field:
    | name  | q | r |
    | a     | 0 | 0 |
    | b     | 0 | 1 |
    | isle  | 9 | 9 | # RL0908
    | rock  | 5 | 5 |

board comb of Field:
    hexes pointy at q, r
    a - rock
""",
        "RL0908",
    )
    assert "`isle`" in found.message


@pytest.mark.parametrize(
    "line",
    [
        "step(a, east)",
        "step(a, north) # RL0615",
        "ray(a, south) # RL0615",
        "neighbours(a, [west, north]) # RL0615",
        "neighbours(a, all_directions)",
        "lines(comb, 2)",
        "between(a, b)",
        "direction(a, b)",
        "leaps(a, 1, 2) # RL0610",
        "a.row # RL0203",
        "next_steps(a, c through f where not f.wet)",
        "distance(a, c along e where true) # RL0610",
    ],
)
def test_functions_of_hexes(line: str) -> None:
    text, _, code = line.partition(" # ")
    check(
        f"""{HEXES}
board comb of Field:
    hexes pointy at q, r

rule act():
    let x = {text}{f" # {code}" if code else ""}
    log "{{x}}"
"""
    )


@pytest.mark.parametrize(
    "line",
    [
        "step(a1, northeast)",
        "step(a1, north) # RL0615",
        "neighbours(b2)",
        "lines(field, 3)",
        "b2.row + b2.column",
        "leaps(a1, 1, 2) # RL0610",
        "step(d1, east)",
        "e1 # RL0202",
    ],
)
def test_functions_of_a_field_of_hexes(line: str) -> None:
    text, _, code = line.partition(" # ")
    check(
        f"""
kind Cell:
    wet: Bool = false

board field of Cell:
    hexes 4 by 3

rule act():
    let x = {text}{f" # {code}" if code else ""}
    log "{{x}}"
"""
    )


def test_a_field_of_hexes_has_as_many_columns_as_letters() -> None:
    check("""
kind Cell:
    wet: Bool = false

board field of Cell:
    hexes 27 by 3 # RL0607
""")


def test_a_kind_on_several_boards_needs_the_board() -> None:
    found = only(
        f"""{HEXES}
board comb of Field:
    hexes pointy at q, r
board bridges of Field:
    a - c

rule act():
    log "{{neighbours(bridges, a).size}}"
    log "{{neighbours(a).size}}" # RL0610
""",
        "RL0610",
    )
    assert "neighbours(comb, ...)" in found.help[0]


# ------------------------------------------------------------------------------------------------------------ diagrams


def test_a_start_gives_values_to_squares() -> None:
    field = board(f'{GRID}\nboard field of Cell:\n    grid 3 by 2\n    start:\n        "x # ."\n        "..x"\n', "field")
    values = {s.name: sorted(s.values) for s in field.spaces}
    assert values == {"a1": [], "b1": [], "c1": ["owner"], "a2": ["owner"], "b2": ["wall"], "c2": []}


@pytest.mark.parametrize(
    ("rows", "column", "said"),
    [
        (['"x.."'], 9, "1 row"),
        (['"x.."', '"..."', '"..."'], 9, "3 rows"),
        (['"x. "', '"..."'], 12, "2 signs"),
        (['"x..."', '"..."'], 12, "4 signs"),
        (['"x?."', '"..."'], 10, "`?` is no sign"),
    ],
)
def test_a_diagram_that_does_not_fit_is_told_at_its_column(rows: list[str], column: int, said: str) -> None:
    marked = "\n        ".join(rows)
    line = 0 if "?" in marked or "signs" in said else min(len(rows), 2) - 1
    marked = "\n        ".join(f"{row} # RL0613" if at == line else row for at, row in enumerate(rows))
    text = f"{GRID}\nboard field of Cell:\n    grid 3 by 2\n    start:\n        {marked}\n"
    found = only(text, "RL0613")
    model, _ = check(text)
    assert said in found.message
    assert model.sources.file(found.span).position(found.span.start).column == column + 1
    assert line_of(model, found.span) > 0


@pytest.mark.parametrize(
    "table",
    [
        "| owner |\n    | none |",
        '| sign | owner |\n    | "xy" | none | # RL0614',
        '| sign | owner |\n    | "." | none |\n    | "." | none | # RL0614',
        "| sign | owner |\n    |      | none | # RL0614",
        '| sign | keeper | # RL0614\n    | "." | none |',
        '| sign | many | # RL0614\n    | "." | 1 |',
        '| sign | owner |\n    | "." | 3 | # RL0301',
    ],
)
def test_tables_of_symbols(table: str) -> None:
    mark = "" if table.startswith("| sign") else " # RL0614"
    check(
        f"""
kind Cell:
    owner: Player?
    many: map Player to Int = 0

symbols Cell:{mark}
    {table}

board field of Cell:
    grid 2 by 2
"""
    )


def test_two_tables_of_one_kind() -> None:
    check(f'{GRID}\nsymbols Cell: # RL0614\n    | sign | wall |\n    | "w" | true |\n\nboard field of Cell:\n    grid 2 by 2\n')


def test_signs_need_a_table() -> None:
    check('kind Cell:\n    wall: Bool = false\n\nboard field of Cell:\n    grid 1 by 1\n    start:\n        "." # RL0613\n')


def test_what_only_a_diagram_draws_is_constant() -> None:
    check(
        f"""{GRID}
board field of Cell:
    grid 2 by 1
    start:
        "#x"

example "it never changes":
    players ann, ben
    given a1.wall = false # RL0702
    given b1.owner = ben # RL0702
    expect a1.wall
"""
    )


@pytest.mark.parametrize(
    "clause",
    [
        'given field:\n        ".x"',
        'given field:\n        "."  # RL0613',
        'given players:\n        ".x"\n',
        'given nothing_here: # RL0202\n        ".x"',
    ],
)
def test_given_diagrams(clause: str) -> None:
    clause = clause.replace("given players:", "given players: # RL0702")
    check(
        f"""{GRID}
board field of Cell:
    grid 2 by 1

rule take(c: Cell):
    c.owner = players[1]

example "drawn":
    players ann, ben
    {clause}
    expect a1.owner is none
"""
    )

"""The table of `docs/classics.md` is what the games are; `python -m tests.docs.test_classics` writes it anew."""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.locate import shipped_games
from tests.oracles.adapters import ADAPTERS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "classics.md"
CLASSICS = ROOT / "games" / "classics"
BEGIN, END = "<!-- made: lines -->\n", "<!-- end -->\n"

ELSEWHERE: dict[str, tuple[str, str, str]] = {
    "tictactoe": ("41", "31", "343"),
    "connect_four": ("95", "36", "562"),
    "breakthrough": ("84", "29", ""),
    "hex": ("82", "46", "426"),
    "reversi": ("163", "77", ""),
    "chess": ("281", "174", "2093"),
    "kuhn_poker": ("", "", "477"),
    "hearts": ("", "", "849"),
}
"""Lines of the definitions in Ludii, RBG and OpenSpiel (C++), as `wc -l` counts them; empty where nobody has counted."""


def lines_of_rules(text: str) -> int:
    """How many lines of a file are rules: without examples, comments, doc lines and blank lines."""
    found = 0
    in_example = False
    for line in text.splitlines():
        if line[:1].strip() and not line.startswith("#"):
            in_example = line.startswith("example ")
        if line.strip() and not line.strip().startswith("#") and not in_example:
            found += 1
    return found


def table() -> str:
    """The table of all classics, the shortest first."""
    rows: list[tuple[int, str]] = []
    for folder in sorted(path for path in CLASSICS.iterdir() if (path / "game.rules").exists()):
        text = (folder / "game.rules").read_text(encoding="utf-8")
        title = re.search(r'^game \w+ "([^"]+)"', text, re.MULTILINE)
        assert title is not None
        number = lines_of_rules(text)
        cells = [
            title[1],
            f"`{folder.name}`",
            str(number),
            str(len(text.splitlines())),
            *ELSEWHERE.get(folder.name, ("", "", "")),
        ]
        rows.append((number, "| " + " | ".join(cells) + " |\n"))
    head = "| game | id | rules | whole file | Ludii | RBG | OpenSpiel, C++ |\n| --- | --- | --: | --: | --: | --: | --: |\n"
    return head + "".join(row for _, row in sorted(rows))


def written(page: str) -> str:
    """The page with the table as it should be."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + table() + "\n" + END + rest.split(END)[1]


def test_the_table_is_what_the_games_are() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page), "python -m tests.docs.test_classics"


def test_lines_of_rules_are_counted_as_the_page_says() -> None:
    rules = '## Doc.\ngame a "A":\n    players 2\n\n# x\nplay:\n    nothing\n\n'
    example = 'example "e":\n    # y\n    when play\n\n'
    rule = "rule r():\n    nothing\n"
    assert lines_of_rules(rules + example + rule) == 6


def test_every_classic_is_compared() -> None:
    compared = {adapter.game or adapter.name for adapter in ADAPTERS.values()}
    assert compared == {name for name in shipped_games() if (CLASSICS / name).exists()}


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

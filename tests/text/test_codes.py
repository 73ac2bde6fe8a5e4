"""The table of codes."""

from __future__ import annotations

import re

from rulelang.text.codes import CODES, title
from tests.syntax.helpers import ROOT

USED = re.compile(r"\"(RL[0-9]{4})\"")


def test_codes_are_numbered_by_their_part_of_the_language() -> None:
    for code, entry in CODES.items():
        assert re.fullmatch(r"RL0[1-9][0-9]{2}", code)
        assert entry.code == code
        assert (entry.title and not entry.title.endswith(".") and entry.title[0].islower()) or entry.title[0] == "`"
    assert title("RL0102") == "a tab in the indentation"


def test_titles_differ() -> None:
    titles = [entry.title for entry in CODES.values()]
    assert len(titles) == len(set(titles))


def test_every_code_that_is_given_is_in_the_table() -> None:
    for path in (ROOT / "rulelang").rglob("*.py"):
        for code in USED.findall(path.read_text(encoding="utf-8")):
            assert code in CODES, (path, code)

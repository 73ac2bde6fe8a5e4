"""The engine knows games, and no game: none of the words that belong to one of the games stands in its code.

What is special to a game is written in its `.rules`. A word of a game in the engine, even in a comment or a message, says that
somebody had one game in mind where all are meant.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORDS = re.compile(
    r"\b(remigius|vitus|severus|anselmus|stephanus|benjamin|porticus|wedges?|templars?|relics?|haven|domus|heres(y|ies)|plagues?"
    r"|grail|preceptors?|saracens?|brigands?|abb(ey|eys|ot|ots)|church(es)?|chalices?|lances?|lyon|monks?|treasures?|crusaders?"
    r"|influence|mancala|tic-?tac-?toe|connect_four|reversi|breakthrough)\b",
    re.IGNORECASE,
)
FILES = [
    path
    for folder in ("rulelang", "cli", "grammar")
    for suffix in ("py", "lark")
    for path in (ROOT / folder).rglob(f"*.{suffix}")
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game_stands_in_the_engine(path: Path) -> None:
    found = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORDS.search(line.replace("_", " ") if "_" in line else line)
    ]
    assert not found

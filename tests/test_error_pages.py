"""The page of each error shows an example that fails, which must give that code and no other, and a fix, which must be clean.

An example is a game, or a part of one: what every game needs is added (`game`, `play`). A block that begins with `variant` is a
variant of the game above it. What is merely not used in so small a game does not count.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.sema.load import load_game
from rulelang.text.codes import CODES
from rulelang.text.diagnostic import Severity, Sink

PAGES = Path(__file__).parents[1] / "docs" / "errors"
UNUSED = {"RL0901", "RL0902", "RL0903"}
_BLOCK = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITHOUT_EXAMPLE = {
    "RL0116": "a file that is too large is too large for a page",
    "RL0117": "a control character cannot be seen on a page",
    "RL0127": "a page is text, and what fails is none",
}
"""Codes whose page can show no failing example, and why."""


def blocks(page: str) -> list[list[str]]:
    """The blocks of the failing example and those of the fix."""
    return [_BLOCK.findall(part) for part in page.split("\n## The fix\n")]


def findings(parts: list[str]) -> Sink:
    """What a check finds in a game (the first block) with its variants (the others)."""
    game = parts[0]
    if not re.search(r"^game\b", game, re.MULTILINE):
        game = f'game example "Example":\n    players 2\n\n{game}'
        if not re.search(r"^play:", game, re.MULTILINE):
            game += "\nplay:\n    nothing\n"
    texts = {Path("game.rules"): game, Path("cards.rules"): "## A file that can be included.\n"}
    for number, variant in enumerate(parts[1:]):
        texts[Path(f"variant_{number}.rules")] = variant
    sink = Sink()
    load_game(Path("game.rules"), [p for p in texts if p.name.startswith("variant")], sink, read=texts.get)
    return sink


def told(sink: Sink) -> str:
    """The findings, for a failing test."""
    return "\n".join(f"{d.code} {d.message}" for d in sink.sorted())


@pytest.mark.parametrize("code", sorted(CODES))
def test_page(code: str) -> None:
    """Each code has a page with its title, an example and a fix."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {CODES[code].title}\n")
    if code in WITHOUT_EXAMPLE or code.startswith("RL08"):
        return
    failing, fix = blocks(text)
    assert failing and fix, "a page shows an example that fails, and the fix"


def shown() -> list[str]:
    """The codes whose pages show what the check of a game finds."""
    return sorted(p.stem for p in PAGES.glob("RL*.md") if len(blocks(p.read_text(encoding="utf-8"))) == 2)


@pytest.mark.parametrize("code", shown())
def test_example_fails(code: str) -> None:
    """The example gives the code of its page, and no other."""
    sink = findings(blocks((PAGES / f"{code}.md").read_text(encoding="utf-8"))[0])
    codes = {d.code for d in sink.diagnostics if d.code == code or d.code not in UNUSED}
    assert codes == {code}, told(sink)


@pytest.mark.parametrize("code", shown())
def test_fix_is_clean(code: str) -> None:
    """The fix has no error, and is rid of what the page is about."""
    sink = findings(blocks((PAGES / f"{code}.md").read_text(encoding="utf-8"))[1])
    left = [d for d in sink.diagnostics if d.severity is Severity.ERROR or d.code == code]
    assert not left, told(sink)

"""The page of each error shows an example that fails, which must give that code and no other, and a fix, which must be clean.

An example is a game, or a part of one: what every game needs is added (`game`, `play`). A block that begins with `variant` is a
variant of the game above it. What is merely not used in so small a game does not count.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.errors import RulesError, ScriptError
from rulelang.locate import locate
from rulelang.play.example import Workshop
from rulelang.play.script import run_script
from rulelang.sema.load import load_game
from rulelang.text.codes import CODES
from rulelang.text.diagnostic import Severity, Sink

PAGES = Path(__file__).parents[1] / "docs" / "errors"
UNUSED = {"RL0901", "RL0902", "RL0903"}
_BLOCK = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SCRIPT = re.compile(r"^```play\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITHOUT_EXAMPLE = {
    "RL0116": "a file that is too large is too large for a page",
    "RL0117": "a control character cannot be seen on a page",
    "RL0127": "a page is text, and what fails is none",
    "RL0520": "it takes more than twenty loops within one another",
    "RL0815": "the checker refuses what would lead to it",
    "RL0821": "the checker refuses what would lead to it",
    "RL0825": "the checker refuses what would lead to it",
}
"""Codes whose page can show no failing example, and why."""


def blocks(page: str) -> list[list[str]]:
    """The blocks of the failing example and those of the fix."""
    return [_BLOCK.findall(part) for part in page.split("\n## The fix\n")]


def completed(game: str) -> str:
    """A game with what every game needs."""
    if re.search(r"^game\b", game, re.MULTILINE):
        return game
    game = f'game example "Example":\n    players 2\n\n{game}'
    return game if re.search(r"^play:", game, re.MULTILINE) else f"{game}\nplay:\n    nothing\n"


def findings(parts: list[str]) -> Sink:
    """What a check finds in a game (the first block) with its variants (the others)."""
    texts = {Path("game.rules"): completed(parts[0]), Path("cards.rules"): "## A file that can be included.\n"}
    for number, variant in enumerate(parts[1:]):
        texts[Path(f"variant_{number}.rules")] = variant
    sink = Sink()
    variants = [p for p in texts if p.name.startswith("variant")]
    known = [name for p in variants for name in re.findall(r"^variant (\w+)", texts[p], re.MULTILINE)]
    load_game(Path("game.rules"), variants, sink, read=texts.get, known=known)
    return sink


def failures(game: str, folder: Path) -> set[str]:
    """The codes with which the examples of a game fail when they are run."""
    entry = folder / "game.rules"
    entry.write_text(completed(game), encoding="utf-8")
    try:
        outcomes = Workshop(locate(str(entry))).examples()
    except RulesError as error:
        return {diagnostic.code for diagnostic in error.diagnostics if diagnostic.code not in UNUSED}
    return {outcome.failed.code for outcome in outcomes if outcome.failed is not None}


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
    parts = text.split("\n## The fix\n")
    assert len(parts) == 2 and all(_BLOCK.search(part) or _SCRIPT.search(part) for part in parts), "an example and its fix"


def shown() -> list[str]:
    """The codes whose pages show games that fail; those that show scripts are tested with scripts."""
    pages = {p.stem: blocks(p.read_text(encoding="utf-8")) for p in PAGES.glob("RL*.md")}
    return sorted(code for code, parts in pages.items() if len(parts) == 2 and all(parts) and code not in WITHOUT_EXAMPLE)


@pytest.mark.parametrize("code", shown())
def test_example_fails(code: str, tmp_path: Path) -> None:
    """The example gives the code of its page, and no other: when it is checked, or when its examples are run."""
    parts = blocks((PAGES / f"{code}.md").read_text(encoding="utf-8"))[0]
    sink = findings(parts)
    codes = {d.code for d in sink.diagnostics if d.code == code or d.code not in UNUSED}
    if not codes or (code.startswith("RL08") and not sink.has_errors):
        codes = failures(parts[0], tmp_path)
    # The seven kinds of refusal are what `why` says of a move; an example with such a move fails by the move.
    assert codes == ({"RL0708"} if code.startswith("RL072") else {code}), told(sink)


@pytest.mark.parametrize("code", shown())
def test_fix_is_clean(code: str) -> None:
    """The fix has no error, and is rid of what the page is about."""
    sink = findings(blocks((PAGES / f"{code}.md").read_text(encoding="utf-8"))[1])
    left = [d for d in sink.diagnostics if d.severity is Severity.ERROR or d.code == code]
    assert not left, told(sink)


def scripts() -> list[str]:
    """The codes whose pages show scripts that fail."""
    return sorted(p.stem for p in PAGES.glob("RL*.md") if _SCRIPT.search(p.read_text(encoding="utf-8")))


@pytest.mark.parametrize("code", scripts())
def test_script_fails_and_is_mended(code: str, tmp_path: Path) -> None:
    """A script of a page gives the code of the page, its fix gives none."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    for number, part in enumerate(text.split("\n## The fix\n")):
        path = tmp_path / f"{number}.play"
        (script,) = _SCRIPT.findall(part)
        path.write_text(script, encoding="utf-8")
        try:
            found = [d.code for d in run_script(path).diagnostics]
        except ScriptError as error:
            found = [d.code for d in error.diagnostics]
        assert found == ([code] if number == 0 else [])

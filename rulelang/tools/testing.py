"""Running what a game says about itself: the examples beside its rules and its scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulelang.locate import SCRIPT, GamePlace, locate_all, script_files
from rulelang.play.example import Workshop
from rulelang.play.script import Scripts
from rulelang.text.diagnostic import Diagnostic
from rulelang.text.source import SourceMap
from rulelang.tools.setup import Setup


@dataclass(frozen=True, slots=True)
class Tested:
    """One example or script that was run. `diagnostics` are what failed, and for scripts warnings too."""

    form: str
    title: str
    place: str
    failed: bool
    diagnostics: tuple[Diagnostic, ...]
    sources: SourceMap


def things_to_test(called: str) -> list[GamePlace | Path]:
    """What a path or an id means: games, or one script."""
    path = Path(called)
    if path.suffix == SCRIPT and path.is_file():
        return [path]
    return list(locate_all(called))


def run_tests(things: Iterable[GamePlace | Path], setup: Setup, words: str = "") -> Iterator[Tested]:
    """Run all examples and scripts whose title or path holds the words, in order. Raises `RulesError` for a game with errors."""
    scripts = Scripts(setup.variants, setup.settings, setup.players)
    for thing in things:
        if isinstance(thing, GamePlace):
            shop = Workshop(thing, setup.variants, setup.settings)
            for outcome in shop.examples(words):
                failed = () if outcome.failed is None else (outcome.failed,)
                yield Tested("example", outcome.title, outcome.place, bool(failed), failed, shop.model.sources)
            for path in script_files(thing):
                yield from _script(scripts, path, words)
        else:
            yield from _script(scripts, thing, words)


def _script(scripts: Scripts, path: Path, words: str) -> Iterator[Tested]:
    if words.lower() in path.as_posix().lower():
        played = scripts.run(path)
        yield Tested("script", path.stem, path.as_posix(), played.failed, tuple(played.diagnostics), played.sources)


def tests_summary(tested: list[Tested]) -> str:
    """How it went, in one line."""
    numbers = {form: sum(each.form == form for each in tested) for form in ("example", "script")}
    counts = [f"{number} {form}{'' if number == 1 else 's'}" for form, number in numbers.items() if number]
    failed = sum(each.failed for each in tested)
    if not tested:
        return "nothing to run"
    return f"{', '.join(counts)}: {'all passed' if not failed else f'{failed} failed'}"

"""Running what a game says about itself: the examples beside its rules and its scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulelang.errors import NotFound
from rulelang.locate import SCRIPT, GamePlace, locate_all, script_files, scripts_called
from rulelang.machine.tracing import Tracer
from rulelang.play.example import Outcome, Workshop
from rulelang.play.script import Contradiction, Scripts
from rulelang.text.diagnostic import Diagnostic
from rulelang.text.source import SourceMap
from rulelang.text.suggest import listing
from rulelang.tools.setup import Setup


@dataclass(frozen=True, slots=True)
class Tested:
    """One example or script that was run. `diagnostics` are what failed, and for scripts warnings too. `group` says of an example
    what the variants that are on make of it: it is the same, changed, broken, or new; `variants` are their names."""

    form: str
    title: str
    place: str
    failed: bool
    diagnostics: tuple[Diagnostic, ...]
    sources: SourceMap
    group: str = ""
    variants: tuple[str, ...] = ()
    skipped: str = ""
    """Why it was not run."""


def things_to_test(called: str) -> list[GamePlace | Path]:
    """What a path or an id means: games, one script, or the scripts of a folder that holds no games."""
    path = Path(called)
    if path.suffix == SCRIPT and path.is_file():
        return [path]
    try:
        return list(locate_all(called))
    except NotFound:
        if not path.is_dir() or not any(path.glob(f"**/*{SCRIPT}")):
            raise
        return list(scripts_called(path))


def run_tests(
    things: Iterable[GamePlace | Path], setup: Setup, words: str = "", tracer: Tracer | None = None
) -> Iterator[Tested]:
    """Run all examples and scripts whose title or path holds the words, in order; a tracer is told what they reach. Raises
    `RulesError` for a game with errors."""
    scripts = Scripts(setup.variants, setup.settings, setup.players, without=setup.without, tracer=tracer)
    for thing in things:
        if isinstance(thing, GamePlace):
            # The one with which its scripts are run as well: what both are for is compiled once.
            shop = scripts.workshop(thing, setup.variants)
            for outcome in shop.examples(words):
                yield _example(outcome, outcome.shop or shop)
            for path in script_files(thing):
                yield from _script(scripts, path, words)
        else:
            yield from _script(scripts, thing, words)


def _example(outcome: Outcome, shop: Workshop) -> Tested:
    failed = () if outcome.failed is None else (outcome.failed,)
    model = shop.model
    group = ""
    if model.variants:
        files = {variant.span.file for variant in model.variants}
        ours = any(e.title == outcome.title and e.span.file not in files for e in model.examples)
        group = "changed" if outcome.title in model.replaced else "new" if not ours else "broken" if failed else "same"
    names = tuple(variant.name.text for variant in model.variants)
    return Tested("example", outcome.title, outcome.place, bool(failed), failed, model.sources, group, names)


def _script(scripts: Scripts, path: Path, words: str) -> Iterator[Tested]:
    if words.lower() in path.as_posix().lower():
        try:
            played = scripts.run(path)
        except Contradiction as fault:
            # A script for other variants or settings than those that are tested says nothing about them.
            yield Tested("script", path.stem, path.as_posix(), False, (), SourceMap(), skipped=str(fault))
            return
        yield Tested("script", path.stem, path.as_posix(), played.failed, tuple(played.diagnostics), played.sources)


def tests_summary(tested: list[Tested]) -> str:
    """How it went, in one line."""
    skipped = sum(bool(each.skipped) for each in tested)
    tested = [each for each in tested if not each.skipped]
    numbers = {form: sum(each.form == form for each in tested) for form in ("example", "script")}
    counts = [f"{number} {form}{'' if number == 1 else 's'}" for form, number in numbers.items() if number]
    failed = sum(each.failed for each in tested)
    left = f"; {skipped} script{' is' if skipped == 1 else 's are'} for another set-up" if skipped else ""
    if not tested:
        return f"nothing to run{left}"
    passed = "all passed" if not failed else f"{failed} failed"
    return "\n".join([f"{', '.join(counts)}: {passed}{left}", *_groups(tested)])


GROUPS = (
    ("same", "of the game the same"),
    ("changed", "changed, as it says"),
    ("broken", "broken"),
    ("new", "of its own"),
)
"""What variants make of examples, and how the summary says it."""


def _groups(tested: list[Tested]) -> Iterator[str]:
    """What variants make of the examples of a game, in one line for each combination of them."""
    for names in dict.fromkeys(each.variants for each in tested if each.group):
        numbers = Counter(each.group for each in tested if each.variants == names)
        said = ", ".join(f"{numbers[group]} {words}" for group, words in GROUPS if numbers[group])
        yield f"with {listing(list(names), 'and')}: {said}"

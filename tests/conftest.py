"""Which files of tests come first.

The whole run spreads files over the cores. A long one that begins last would leave all others idle, so the longest begin first;
among the others the order does not matter. How tests come out never depends on it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LONGEST = (
    "games/test_examples_guard.py",
    "play/test_determinism.py",
    "play/test_redeal.py",
    "cli/test_writing.py",
    "games/test_mystery_variants.py",
    "sema/test_robust.py",
    "games/test_transcripts.py",
    "docs/test_tutorial.py",
    "variants/test_matrix.py",
    "games/test_random_games.py",
    "pages/test_pages.py",
    "play/test_shipped.py",
    "docs/test_rules.py",
    "cli/test_looking.py",
)
"""Files that take more than ten seconds, the longest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ranks = {TESTS / name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))


def pytest_configure() -> None:
    missing = [name for name in LONGEST if not (TESTS / name).is_file()]
    assert not missing, f"tests/conftest.py speaks of files that are not there: {missing}"

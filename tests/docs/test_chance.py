"""The random algorithm as the manual gives it, written out anew from its words, against the engine and the vectors."""

from __future__ import annotations

import hashlib
import re

from rulelang.play import fingerprint
from rulelang.runtime import chance
from tests.docs.blocks import ROOT

MANUAL = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
WHOLE = 2**64


def key_of(stream: str) -> int:
    """Step 1."""
    return int.from_bytes(hashlib.blake2b(stream.encode("utf-8"), digest_size=8).digest(), "big")


def number_drawn(key: int, i: int) -> int:
    """Step 2."""
    z = (key + i * 0x9E3779B97F4A7C15) % WHOLE
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WHOLE
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WHOLE
    return z ^ (z >> 31)


def numbers_below(key: int, n: int, many: int) -> list[int]:
    """Step 3, so many times."""
    found: list[int] = []
    i = 0
    while len(found) < many:
        product = number_drawn(key, i) * n
        i += 1
        if product % WHOLE >= WHOLE % n:
            found.append(product // WHOLE)
    return found


def test_vectors() -> None:
    """The table of keys and draws."""
    rows = re.findall(r"^\| `(\d+)/([\w.\[\]]+)` \| (0x[0-9a-f]+) \| (.+) \|$", MANUAL, re.MULTILINE)
    assert len(rows) >= 3
    for seed, name, key, draws in rows:
        assert key_of(f"{seed}/{name}") == chance.stream_key(int(seed), name) == int(key, 16)
        for i, drawn in enumerate(draws.split(", ")):
            assert number_drawn(int(key, 16), i) == chance.draw(int(key, 16), i) == int(drawn, 16)


def test_digest_of_a_state() -> None:
    """The lines of a state, and their digest."""
    told = re.search(r"So the lines (`.+`) have the digest `([0-9a-f]{6})`", MANUAL)
    assert told is not None
    lines = re.findall(r"`([^`]+)`", told[1])
    assert lines == sorted(lines)
    values = dict(line.split(" = ", 1) for line in lines)
    assert hashlib.blake2b("\n".join(lines).encode(), digest_size=3).hexdigest() == told[2]
    # What is as if it had never been touched does not count.
    assert fingerprint.digest({"ben.coins": "0", **dict(reversed(values.items())), "won": "none"}) == told[2]


def test_dice() -> None:
    """The rolls that the manual tells."""
    told = re.search(r"first ten rolls of `d6` with seed 0 are ([\d, ]+), with seed 1: ([\d, ]+)\.", MANUAL)
    assert told is not None
    for seed, rolls in enumerate(told.groups()):
        assert [n + 1 for n in numbers_below(key_of(f"{seed}/dice"), 6, 10)] == [int(roll) for roll in rolls.split(", ")]


def test_below_agrees_with_the_engine() -> None:
    """Also where draws are passed over: with a large n about half of them are."""
    key = key_of("3/picks")
    counter = 0
    for n in (1, 2, 7, 1000, 2**63 + 1):
        counter, found = 0, []
        for _ in range(50):
            value, counter = chance.below(key, counter, n)
            found.append(value)
        assert found == numbers_below(key, n, 50)
    assert counter > 60

"""Whatever the text, the checker gives findings, never an exception, and in reasonable time."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulelang.sema.load import load_game, load_text
from rulelang.syntax import parse
from rulelang.syntax.memory import Memory
from rulelang.text.codes import CODES
from rulelang.text.diagnostic import Sink
from tests.sema.marked import completed
from tests.work import calls

GAMES = Path(__file__).parents[2] / "games"
FOLDERS = sorted(p.parent for p in GAMES.glob("**/game.rules"))
TOKEN = re.compile(r'[A-Za-z_0-9]+|"[^"\n]*"|[^\sA-Za-z_0-9]')
N = 3000

DEEP = {
    "sums": "define x = " + " + ".join(["1"] * N),
    "calls": "define x = " + "abs(" * 90 + "1" + ")" * 90,
    "lists": "define x = " + "[" * 90 + "1" + "]" * 90,
    "conditionals": "define x = " + "1 if true else " * 90 + "2",
    "queries": "define x = " + "count(p in each(q in " * 40 + "players" + "))" * 40,
    "kinds above kinds": "\n".join(f"kind K{i} is K{i + 1}:\n    f{i}: Int = 1\n" for i in range(N)),
    "defines that need one another": "\n".join(f"define d{i} = d{i + 1} + 1" for i in range(N)) + f"\ndefine d{N} = 1",
    "defines in a circle": "\n".join(f"define d{i} = d{i + 1} + 1" for i in range(N)) + f"\ndefine d{N} = d0",
    "rules that call one another": "\n".join(f"rule d{i}():\n    d{i + 1}()\n" for i in range(N))
    + f"\nrule d{N}():\n    nothing",
    "blocks": "rule x(n: Int):\n" + "".join("    " * (i + 1) + f"if n > {i}:\n" for i in range(95)) + "    " * 96 + "nothing",
    "dots": 'kind K:\n    n: K?\n\nK a\n\nrule x():\n    log "{a' + ".n" * N + '}"',
    "things": "kind K:\n    n: Int = 1\n\n" + "\n".join(f"K t{i}" for i in range(N)),
    "options": 'rule x(p: Player):\n    p chooses "x":\n' + "\n".join(f"        o{i}: nothing" for i in range(N)),
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_and_long(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case C40: three thousand levels, or as many as a file may have; one message at most, or none."""
    text = completed(DEEP[name])
    sink = Sink()

    def load() -> None:
        nonlocal sink
        _, sink = load_text(text)

    monkeypatch.setattr(parse, "MEMORY", Memory(0))
    load_text(completed("define x = 1"))  # what is loaded and kept at the first time does not count
    work = calls(load)
    told = [d.code for d in sink.diagnostics if d.code in ("RL0115", "RL0310")]
    assert len(told) <= 1 or name == "queries"
    # Work that grew with the square of the text would be thousands for each character.
    assert work < 600 * len(text)


def mutated(text: str, words: list[str], rng: random.Random) -> str:
    """A text with one to three slips of the pen."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        tokens = list(TOKEN.finditer(text))
        token = rng.choice(tokens)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[: token.start()] + text[token.end() :]
        elif kind == 1:
            text = text[: token.start()] + rng.choice(words) + text[token.end() :]
        elif kind == 2:
            text = text[: token.end()] + " " + rng.choice(words) + text[token.end() :]
        else:
            lines = text.split("\n")
            at = rng.randrange(len(lines))
            if kind == 3:
                del lines[at]
            else:
                lines.insert(rng.randrange(len(lines)), lines[at])
            text = "\n".join(lines)
    return text


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_mutations(folder: Path) -> None:
    """Slips in every file of every shipped game: findings with known codes at places that exist."""
    texts = {p.relative_to(folder): p.read_text(encoding="utf-8") for p in sorted(folder.glob("**/*.rules"))}
    words = [w for text in texts.values() for w in TOKEN.findall(text)]
    rng = random.Random(folder.name)
    # Each slip checks the whole game anew: a game of many files has fewer in each.
    for name in texts:
        for _ in range(max(1, min(4, 40 // len(texts)))):
            changed = {**texts, name: mutated(texts[name], words, rng)}
            sink = Sink()
            model = load_game(Path("game.rules"), [], sink, read=changed.get)
            for diagnostic in sink.diagnostics:
                assert diagnostic.code in CODES
                span = diagnostic.span
                assert span.file < len(model.sources.files)
                assert span.file < 0 or 0 <= span.start <= span.end <= len(model.sources.files[span.file].text)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_shipped_games_are_clean(folder: Path) -> None:
    """No finding at all in a game as shipped."""
    sink = Sink()
    model = load_game(folder, [], sink)
    assert not sink.diagnostics, [f"{model.sources.place(d.span)} {d.code} {d.message}" for d in sink.sorted()]
    assert model.runnable


def test_an_empty_file_and_a_file_of_rubbish() -> None:
    """There is always a model."""
    for text in ("", "\n\n", "§$%&\n", "rule\n", "\x00\x01", "play:\n"):
        model, sink = load_text(text)
        assert sink.has_errors and not model.runnable

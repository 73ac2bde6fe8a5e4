"""A declaration that was read before is not parsed again (decision 0261)."""

from __future__ import annotations

import pytest

from rulelang.locate import locate
from rulelang.sema.load import load_game, load_text
from rulelang.syntax import memory, parse, parser
from rulelang.syntax.memory import Memory
from rulelang.syntax.parse import parse_rules
from rulelang.text.diagnostic import Sink
from rulelang.text.source import SourceMap
from tests.syntax.helpers import Read, show

GAME = """
game small "Small":
    players 2

# a remark
player:
    points: Int = 0, public  # of each

rule add(me: Player):
    me gains 1 points

play:
    for each me in players:
        add(me)
    end game "done"
"""


class Count:
    """How many chunks were parsed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, most: int = memory.MOST) -> None:
        self.parsed = 0
        self.memory = Memory(most)
        before = parser.run

        def run(*arguments: object) -> object:
            self.parsed += 1
            return before(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(parse, "run", run)
        monkeypatch.setattr(parse, "MEMORY", self.memory)

    def of(self, text: str) -> int:
        """How many are parsed to check a game."""
        before = self.parsed
        _, sink = load_text(text)
        assert not sink.has_errors, sink.diagnostics
        return self.parsed - before


def test_only_what_changed_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count(monkeypatch)
    assert count.of(GAME) == 4
    assert count.of(GAME) == 0
    assert count.of(GAME.replace("gains 1", "gains 2")) == 1
    assert count.of("# moved down\n\n" + GAME) == 0


def test_a_large_game_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count(monkeypatch)
    load_game(locate("treasures").entry, [], Sink())
    once = count.parsed
    load_game(locate("treasures").entry, [], Sink())
    # Expressions within texts are not kept.
    assert once > 100
    assert count.parsed - once < once / 3


def test_nothing_of_one_reading_is_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places are those of the file; remarks are found; no node is shared, since the checker writes on them."""
    Count(monkeypatch)
    sources = SourceMap()
    first = parse_rules(sources.add("a.rules", GAME), Sink())
    second = parse_rules(sources.add("b.rules", "# moved down\n" + GAME), Sink())
    assert [show(node) for node in first.declarations] == [show(node) for node in second.declarations]
    assert not {id(node) for node in first.declarations} & {id(node) for node in second.declarations}
    for node, moved in zip(first.declarations, second.declarations, strict=True):
        assert (
            sources.file(node.span).text[node.span.start : node.span.end]
            == (sources.file(moved.span).text[moved.span.start : moved.span.end])
        )
        assert (moved.span.file, moved.span.start) == (node.span.file + 1, node.span.start + len("# moved down\n"))
    assert [comment.text for comment in second.comments] == ["# moved down", *(comment.text for comment in first.comments)]


def test_faults_are_told_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count(monkeypatch)
    for _ in range(2):
        sink = Sink()
        parse_rules(SourceMap().add("a.rules", GAME.replace("gains 1 points", "gains 1 points)")), sink)
        assert [found.code for found in sink.diagnostics] == ["RL0108"]
    assert not any("points)" in text for text, *_ in count.memory.known)


def test_how_a_text_is_read_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text below another step, or as a script, is another."""
    Count(monkeypatch)
    rule = "rule a():\n  if 1 > 0:\n    nothing\n\n"
    told = []
    for text in (rule, "rule b():\n    nothing\n\n" + rule):
        sink = Sink()
        parse_rules(SourceMap().add("a.rules", text), sink)
        told.append([found.code for found in sink.diagnostics])
    assert told == [["RL0104"], ["RL0103", "RL0105"]]


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    most = len(GAME) + 20
    count = Count(monkeypatch, most)
    for number in range(20):
        count.of(GAME.replace("add", f"add_{number}"))
        assert count.memory.size == sum(len(text) for text, *_ in count.memory.known) <= most
    assert count.of(GAME.replace("add", "add_0")) > 0
    assert count.of(GAME.replace("add", "add_0")) == 0
    count.memory.most = 10
    count.of(GAME.replace("add", "more"))
    assert not any("more" in text for text, *_ in count.memory.known)


def test_what_is_forgotten_is_read_as_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Memory()
    monkeypatch.setattr(parse, "MEMORY", kept)
    Read("rule r():\n    stop\n")
    assert kept.known and kept.size
    kept.forget()
    assert not kept.known and not kept.size

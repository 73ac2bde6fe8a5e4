"""Small words of sentences, and texts that try to act on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.machine.program import Layout
from rulelang.play.match import Game
from rulelang.runtime.naming import Naming, and_list, article, plural
from rulelang.runtime.telling import joined


@pytest.mark.parametrize(
    ("one", "many"),
    [("ring", "rings"), ("box", "boxes"), ("church", "churches"), ("city", "cities"), ("day", "days"), ("glass", "glasses")],
)
def test_several_of_something(one: str, many: str) -> None:
    assert plural(one) == many


def test_lists_and_articles() -> None:
    assert and_list([]) == "" and and_list(["a"]) == "a" and and_list(["a", "b", "c"]) == "a, b and c"
    assert article("abbot") == "an abbot" and article("Card") == "a Card"


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        ("Walk to", "Walk to rome"),
        ("Lead him to:", "Lead him to rome"),
        ("Take a square", "Take a square: rome"),
        ("Where?", "Where? rome"),
        ("Choose :", "Choose: rome"),
    ],
)
def test_a_prompt_and_its_answer(prompt: str, line: str) -> None:
    assert joined(prompt, "rome") == line


@pytest.mark.parametrize("text", ["\x1b]0;title\x07", "a\u202eb", "zero\u200bwidth", "line\nbreak", "back\x08space"])
def test_nothing_that_is_written_acts_on_a_terminal(text: str) -> None:
    layout = Layout("g", "G", 2, {}, {}, {}, [], "", {"E": [["one", text]]})
    naming = Naming(layout, ["ann", "ben"])
    for shown in (
        naming.label(0, ["enum", "E"]),
        naming.label(text, ["text"]),
        naming.word(text, ["text"]),
        naming.text([text, ["int"]], [3]),
    ):
        assert shown.isprintable() and shown != text


def test_values_come_with_their_readers() -> None:
    naming = Naming(Layout("g", "G", 2, {}, {}, {}, [], "", {}), ["ann", "ben"])
    assert naming.label((7, 0b01), ["int"], 0) == "7"
    assert naming.label((7, 0b01), ["int"], 1) == "?"
    assert naming.label((7, 0b01), ["int"]) == "7", "the author reads everything"
    assert naming.label((0, 0b01, "Card"), ["thing", "Card"], 1) == "a Card"
    assert naming.label(((1, 2), 0b10), ["list", ["int"]], 0) == "?"
    assert naming.label([1, 2], ["list", ["int"]], 0) == "1 and 2"


def test_an_owner_is_named_once(tmp_path: Path) -> None:
    """Neither twice where the label names him, nor not at all where it does not."""
    (tmp_path / "game.rules").write_text(
        """\
game carts "Carts":
    players 2

kind Cart

Cart cart for each player "{this.owner}'s old cart"
Cart wagon for each player "wagon"
Cart lent for each player, other in players "cart that {other} wants"

play:
    nothing
""",
        encoding="utf-8",
    )
    naming = Game(tmp_path).start(["ann", "ben"], seed=1).naming
    names = [naming.owned_label("Cart", number) for number in range(4)]
    assert names == ["ann's old cart", "ben's old cart", "ann's wagon", "ben's wagon"]
    assert naming.owned_label("Cart", 5) == "ann's cart that ben wants"

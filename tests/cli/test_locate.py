"""Finding games by id and by path."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.errors import NotFound
from rulelang.locate import locate, locate_all, locate_for_script, shipped_games

GAME = 'game small "Small":\n    players 2\n'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder of a game with a part, a variant and a script."""
    folder = tmp_path / "small"
    (folder / "variants").mkdir(parents=True)
    (folder / "scripts").mkdir()
    (folder / "game.rules").write_text(GAME)
    (folder / "part.rules").write_text("kind Card\n")
    (folder / "variants" / "odd.rules").write_text('variant odd "Odd" of small\n')
    (folder / "scripts" / "a.play").write_text("game small\n")
    return folder


def test_shipped_games_by_id() -> None:
    for name, place in shipped_games().items():
        assert locate(name) == place
        assert place.shipped
        assert place.entry.is_file()
    assert "tictactoe" in shipped_games()
    assert not any(name.startswith("_") for name in shipped_games())


def test_paths(small: Path) -> None:
    assert locate(small).entry == small / "game.rules"
    assert locate(small / "game.rules").id == "small"
    assert not locate(small).shipped


def test_a_part_means_its_game(small: Path) -> None:
    assert locate(small / "part.rules").entry == small / "game.rules"


def test_a_variants_file_means_the_game_with_it(small: Path) -> None:
    place = locate(small / "variants" / "odd.rules")
    assert place.entry.samefile(small / "game.rules")
    assert place.variants == ("odd",)


def test_a_lone_file_of_any_name(small: Path) -> None:
    alone = small.parent / "alone.rules"
    alone.write_text(GAME)
    assert locate(alone).entry == alone
    assert locate(alone).id == "alone"


def test_path_into_the_shipped_games_is_shipped() -> None:
    entry = shipped_games()["tictactoe"].entry
    assert locate(entry).shipped
    assert locate(entry.parent).id == "tictactoe"


def test_what_is_not_there(small: Path) -> None:
    with pytest.raises(NotFound, match="there is no file or folder"):
        locate(small / "other.rules")
    with pytest.raises(NotFound, match=r"holds no `game\.rules`"):
        locate(small / "scripts")
    with pytest.raises(NotFound, match="is not a game"):
        locate(small / "scripts" / "a.play")


def test_all_below_a_folder(small: Path) -> None:
    second = small.parent / "second"
    second.mkdir()
    (second / "game.rules").write_text(GAME)
    assert [place.folder.name for place in locate_all(small.parent)] == ["second", "small"]
    assert [place.folder.name for place in locate_all(small)] == ["small"]


def test_a_script_means_the_game_it_lies_in(small: Path) -> None:
    script = small / "scripts" / "a.play"
    assert locate_for_script(script, "small").entry.samefile(small / "game.rules")
    assert locate_for_script(script, "tictactoe").shipped
    assert locate_for_script(script, "../part.rules").entry.samefile(small / "game.rules")

"""`copy` and `new`: games of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import exit
from rulelang.errors import NotFound
from rulelang.locate import locate, rules_files, script_files, shipped_games
from rulelang.tools.catalogue import read_entry
from rulelang.tools.copying import copy_game, origin_of, renamed
from tests.cli.conftest import Rulelang


@pytest.mark.parametrize("name", list(shipped_games()))
def test_a_copy_differs_in_its_id_alone(name: str, tmp_path: Path) -> None:
    original = locate(name)
    made = copy_game(original, tmp_path / "mine")
    copied = locate(tmp_path / "mine")
    before_entry, after_entry = read_entry(original), read_entry(copied)
    assert after_entry.id == "mine"
    assert after_entry.title == before_entry.title
    for path in [*rules_files(original), *script_files(original)]:
        relative = path.relative_to(original.folder)
        assert relative.as_posix() in made.files
        before = path.read_text(encoding="utf-8").splitlines()
        after = (made.folder / relative).read_text(encoding="utf-8").splitlines()
        changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        assert len(changed) <= 1
        for old, new in changed:
            assert old.split()[0] in ("game", "variant")
            assert new == old.replace(before_entry.id, "mine", 1)


def test_a_copy_remembers(rulelang: Rulelang, tmp_path: Path) -> None:
    assert rulelang("copy", "tictactoe", "mine").exit_code == exit.FINE
    origin = origin_of(locate(tmp_path / "mine"))
    assert origin is not None
    assert origin.game == "tictactoe"
    assert set(origin.files) >= {"game.rules"}


def test_variants_and_scripts_follow_the_new_id() -> None:
    assert renamed('## doc\nvariant odd "Odd" of big\n', ".rules", "big", "mine", None) == '## doc\nvariant odd "Odd" of mine\n'
    assert renamed('variant odd "big" of other\n', ".rules", "big", "mine", None) == 'variant odd "big" of other\n'
    assert renamed("game big\nseed 1\n", ".play", "big", "mine", None) == "game mine\nseed 1\n"


def test_a_new_game_has_the_name_given(rulelang: Rulelang, tmp_path: Path) -> None:
    result = rulelang("new", "red_river")
    assert result.exit_code == exit.FINE
    assert result.stdout.strip() == "red_river"
    entry = read_entry(locate(tmp_path / "red_river"))
    assert (entry.id, entry.title) == ("red_river", "Red river")
    assert entry.scripts


def test_a_folder_in_use_is_left_alone(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    result = rulelang("new", "mine")
    assert result.exit_code == exit.USAGE
    assert "`mine` is there already" in result.stderr
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["Mine", "2nd", "a-b", "a b"])
def test_names_are_names_of_the_language(rulelang: Rulelang, name: str) -> None:
    result = rulelang("copy", "tictactoe", name)
    assert result.exit_code == exit.USAGE
    assert f"`{name}` cannot be the name of a game" in result.stderr


def test_a_copy_of_a_copy(tmp_path: Path) -> None:
    copy_game(locate("tictactoe"), tmp_path / "one")
    copy_game(locate(tmp_path / "one"), tmp_path / "two")
    origin = origin_of(locate(tmp_path / "two"))
    assert origin is not None
    assert origin.game == "one"
    assert "based_on.json" not in origin.files
    assert json.loads((tmp_path / "two" / "based_on.json").read_text(encoding="utf-8"))["format"] == 1


def test_what_is_no_game_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotFound):
        copy_game(locate(tmp_path / "empty"), tmp_path / "mine")

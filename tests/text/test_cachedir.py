"""The cache folder: the user's own, and safe or not used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang.syntax import parser as module
from rulelang.text.cachedir import cache_folder, read_cached, write_cached


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder chosen by the environment, not yet made."""
    chosen = tmp_path / "chosen"
    monkeypatch.setenv("RULELANG_CACHE", str(chosen))
    return chosen


def test_it_is_made_for_the_owner_alone(folder: Path) -> None:
    assert cache_folder() == folder
    assert folder.stat().st_mode & 0o777 == 0o700


def test_it_lies_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULELANG_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "rulelang"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "rulelang"


def test_what_is_kept_can_be_read(folder: Path) -> None:
    assert read_cached("a") is None
    write_cached("a", b"one")
    write_cached("a", b"two")
    assert read_cached("a") == b"two"
    assert [path.name for path in folder.iterdir()] == ["a"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are those of POSIX")
def test_a_folder_that_others_may_write_to_is_not_used(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    assert cache_folder() is None
    write_cached("a", b"one")
    assert read_cached("a") is None
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are those of POSIX")
def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert cache_folder() is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are those of POSIX")
def test_a_file_that_others_may_write_to_is_not_read(folder: Path) -> None:
    write_cached("a", b"one")
    (folder / "a").chmod(0o666)
    assert read_cached("a") is None


def test_where_no_folder_can_be_made_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "file" / "below"))
    assert cache_folder() is None
    write_cached("a", b"one")
    assert read_cached("a") is None


def test_a_damaged_parser_in_the_cache_is_built_anew(folder: Path) -> None:
    module.parser.cache_clear()
    module.parser()
    [kept] = [path for path in folder.iterdir() if path.name.startswith("parser-")]
    kept.write_bytes(b"\x80damaged")
    module.parser.cache_clear()
    assert module.parser().rules
    assert len(kept.read_bytes()) > 10_000
    module.parser.cache_clear()

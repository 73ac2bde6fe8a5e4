"""Compiled games are kept, found again, and never used when anything of their rules has changed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import rulelang
from rulelang.play import loading
from rulelang.text.cachedir import cache_folder

RULES = """
game small "Small":
    players 2

setting limit: Int 1 to 9 = 3 "how far"

player:
    points: Int = 0, public

include "more.rules"

play:
    repeat for each me in players:
        add(me)
    until any(p in players where p.points >= limit)
    end game "done"
"""
MORE = """
rule add(me: Player):
    me chooses "How many?":
        one "One":
            me gains 1 points
        two "Two":
            me gains 2 points
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.rules").write_text(RULES)
    (folder / "more.rules").write_text(MORE)
    return folder


def entries() -> list[Path]:
    folder = cache_folder()
    assert folder is not None
    return sorted(folder.glob("game-*"))


def moves_to_end(folder: Path, **settings: object) -> int:
    match = rulelang.load(folder, settings=settings).start(players=2, seed=1)
    while not match.over:
        match.choose("one")
    return len(match.moves)


def test_a_change_in_any_file_is_seen(small: Path) -> None:
    assert moves_to_end(small) == 5
    assert moves_to_end(small) == 5
    (small / "more.rules").write_text(MORE.replace("gains 1", "gains 3"))
    assert moves_to_end(small) == 1
    (small / "game.rules").write_text(RULES.replace("= 3", "= 9"))
    assert moves_to_end(small) == 5


def test_settings_and_players_are_kept_apart(small: Path) -> None:
    assert moves_to_end(small, limit=1) == 1
    assert moves_to_end(small, limit=2) == 3
    assert moves_to_end(small, limit=1) == 1
    with pytest.raises(rulelang.RulelangError, match="goes from 1 to 9"):
        moves_to_end(small, limit=12)
    with pytest.raises(rulelang.NotFound, match="did you mean `limit`"):
        moves_to_end(small, limits=2)
    with pytest.raises(rulelang.RulelangError, match="is for 2 players, not for 3"):
        rulelang.load(small).start(players=3)


def test_a_kept_game_is_used(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves_to_end(small)

    def fail(self: object) -> None:
        raise AssertionError("the rules were read again")

    monkeypatch.setattr(loading._Asked, "read", fail)
    assert moves_to_end(small) == 5


def test_a_damaged_entry_is_a_miss(small: Path) -> None:
    moves_to_end(small)
    for entry in entries():
        content = bytearray(entry.read_bytes())
        content[-20] ^= 0xFF
        entry.write_bytes(bytes(content))
    assert moves_to_end(small) == 5
    for entry in entries():
        entry.write_bytes(b"nothing")
    assert moves_to_end(small) == 5


def test_a_link_put_in_the_place_of_an_include_is_not_followed(small: Path, tmp_path: Path) -> None:
    moves_to_end(small)
    outside = tmp_path / "outside.rules"
    (small / "more.rules").rename(outside)
    (small / "more.rules").symlink_to(outside)
    with pytest.raises(rulelang.RulesError) as refused:
        moves_to_end(small)
    assert [d.code for d in refused.value.diagnostics][:1] == ["RL0140"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of other systems")
def test_the_cache_is_the_users_own(small: Path) -> None:
    moves_to_end(small)
    folder = cache_folder()
    assert folder is not None
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o777)
    assert cache_folder() is None
    assert moves_to_end(small) == 5


def test_playing_a_kept_game_loads_neither_parser_nor_checker(small: Path) -> None:
    program = (
        "import sys, rulelang\n"
        "assert not any(name.startswith('rulelang.') and name != 'rulelang.version' for name in sys.modules)\n"
        "match = rulelang.load(sys.argv[1]).start(players=2, seed=1)\n"
        "match.choose('one')\n"
        "assert match.log and match.view('ann') and match.table() and match.to_json()\n"
        "unwanted = ('lark', 'rulelang.sema', 'rulelang.syntax', 'rulelang.machine.lower')\n"
        "print(sorted(name for name in sys.modules if name.startswith(unwanted)))\n"
    )
    for wanted in (None, "[]"):
        done = subprocess.run([sys.executable, "-c", program, str(small)], capture_output=True, text=True, check=True)
        assert wanted is None or done.stdout.strip() == wanted


def test_rules_with_faults_are_refused_with_all_of_them(small: Path) -> None:
    (small / "more.rules").write_text(MORE.replace("gains 1 points", "gains 1 pionts").replace("gains 2 points", "gains 2 ponts"))
    with pytest.raises(rulelang.RulesError) as refused:
        moves_to_end(small)
    assert len([d for d in refused.value.diagnostics if d.code == "RL0508"]) == 2


def test_every_module_of_the_compiler_counts() -> None:
    """A change of any module that the compiler is made of, in whichever subfolder, makes the programs kept so far useless."""
    read = set(loading.compiler_sources())
    for name, module in sorted(sys.modules.items()):
        if name.startswith(("rulelang.syntax", "rulelang.sema", "rulelang.machine", "rulelang.backend")):
            assert module.__file__ is not None
            assert Path(module.__file__) in read, name


def test_what_is_played_stays_whatever_else_is_compiled(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those go first that were asked for longest ago, not those that were compiled longest ago."""
    monkeypatch.setattr(loading, "KEPT", 4)
    moves_to_end(small)
    kept = {path.name for path in entries()}
    for number in range(5):
        other = tmp_path / f"other_{number}"
        other.mkdir()
        (other / "game.rules").write_text(RULES)
        (other / "more.rules").write_text(MORE)
        for age, path in enumerate(entries()):
            # A clock may be too coarse to tell apart what is done here in a row.
            os.utime(path, (1000 * number + age, 1000 * number + age))
        moves_to_end(small)
        moves_to_end(other)
        assert kept <= {path.name for path in entries()}
    assert len(entries()) <= 4

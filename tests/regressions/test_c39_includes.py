"""Case C39 (wesnoth PR #602, s25client PR #1249): which files a game may read, with the whole family."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import group
from rulelang.sema import files
from rulelang.sema.load import load_game
from rulelang.sema.model import GameModel
from rulelang.text.diagnostic import Sink

SECRET = "the words of the secret file"
GAME = 'game small "Small":\n    players 2\n\n{}\n\nplay:\n    nothing\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder with things beside it that it may not read."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.rules").write_text(f"{SECRET}\n", encoding="utf-8")
    game = tmp_path / "game"
    (game / "sub").mkdir(parents=True)
    (game / "cards.rules").write_text("rule deal():\n    nothing\n", encoding="utf-8")
    (game / "sub" / "relics.rules").write_text("rule find():\n    nothing\n", encoding="utf-8")
    (game / "folder.rules").mkdir()
    return game


def load(folder: Path, includes: str) -> tuple[GameModel, Sink]:
    """Load a game with these includes."""
    (folder / "game.rules").write_text(GAME.format(includes), encoding="utf-8")
    sink = Sink()
    return load_game(folder / "game.rules", [], sink), sink


def told(sink: Sink) -> str:
    """All that is said."""
    return "\n".join(" ".join((d.code, d.message, d.label, *d.notes, *d.help)) for d in sink.diagnostics)


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.rules",
        "/etc/hostname",
        "sub/../../outside/secret.rules",
        "sub/../cards.rules",
        "./cards.rules",
        "cards.rules ",
        " cards.rules",
        "cards",
        "cards.txt",
        ".rules",
        "C:\\\\x.rules",
        "C:/x.rules",
        "\\\\\\\\host\\\\x.rules",
        "//host/x.rules",
        "~/x.rules",
        "a//b.rules",
        "cards.rules/",
        "cärds.rules",
        "a b.rules",
        "",
        "folder.rules",
    ],
)
def test_refused(folder: Path, path: str) -> None:
    """Each is refused at its own place, and nothing outside is read."""
    model, sink = load(folder, f'include "{path}"')
    assert [d.code for d in sink.diagnostics] == ["RL0140"], told(sink)
    span = sink.diagnostics[0].span
    assert path in model.sources.files[0].text[span.start : span.end]
    assert SECRET not in told(sink)
    assert len(model.sources.files) == 1


def test_plain_includes(folder: Path) -> None:
    """Files of the folder and below it are read once, in order, paths counted from the game's folder."""
    model, sink = load(folder, 'include "cards.rules", "sub/relics.rules"')
    assert not sink.has_errors, told(sink)
    assert list(model.routines) == ["deal", "find"]
    assert [p.name for p in model.paths if p is not None] == ["game.rules", "cards.rules", "relics.rules"]


def test_links(folder: Path) -> None:
    """A link out of the folder is refused; one inside leads to a file that may be included once."""
    (folder / "link_out.rules").symlink_to(folder.parent / "outside" / "secret.rules")
    (folder / "link_in.rules").symlink_to(folder / "cards.rules")
    (folder / "away").symlink_to(folder.parent / "outside")
    (folder / "round.rules").symlink_to(folder / "round.rules")
    model, sink = load(folder, 'include "link_out.rules", "away/secret.rules", "round.rules", "link_in.rules", "cards.rules"')
    assert [d.code for d in sink.diagnostics if d.code.startswith("RL01")] == ["RL0140", "RL0140", "RL0140", "RL0142"], told(sink)
    assert SECRET not in told(sink)
    assert list(model.routines) == ["deal"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipe(folder: Path) -> None:
    """A pipe is not waited for."""
    os.mkfifo(folder / "pipe.rules")
    _, sink = load(folder, 'include "pipe.rules"')
    assert [d.code for d in sink.diagnostics] == ["RL0140"]


def test_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is too large is not read; the limit is on bytes."""
    with (folder / "large.rules").open("wb") as file:
        file.truncate(2_000_000_000)
    _, sink = load(folder, 'include "large.rules"')
    assert [d.code for d in sink.diagnostics] == ["RL0116"]
    monkeypatch.setattr(files, "LARGEST", 10)
    sink = Sink()
    model = load_game(folder / "game.rules", [], sink)
    assert [d.code for d in sink.diagnostics] == ["RL0116"]
    assert not model.runnable


def test_not_text(folder: Path) -> None:
    """What is no UTF-8 is said with its line, and not shown."""
    (folder / "latin.rules").write_bytes(b'rule a():\n    log "gr\xfcn"\n')
    _, sink = load(folder, 'include "latin.rules"')
    assert [d.code for d in sink.diagnostics] == ["RL0127"]
    assert "line 2" in sink.diagnostics[0].message


def test_missing_with_near_names(folder: Path) -> None:
    """A file that is not there: what is there and like it."""
    _, sink = load(folder, 'include "crads.rules"')
    assert [d.code for d in sink.diagnostics] == ["RL0141"]
    assert "cards.rules" in sink.diagnostics[0].help[0]


def test_circles_show_the_chain(folder: Path) -> None:
    """Two files that include each other, one that includes itself, one included twice."""
    (folder / "one.rules").write_text('include "two.rules"\n', encoding="utf-8")
    (folder / "two.rules").write_text('include "one.rules"\n', encoding="utf-8")
    _, sink = load(folder, 'include "one.rules", "game.rules", "cards.rules", "cards.rules"')
    found = [d for d in sink.sorted() if d.code == "RL0142"]
    assert [d.notes for d in found if d.notes] == [
        ("`game.rules` includes `game.rules`",),
        ("`one.rules` includes `two.rules` includes `one.rules`",),
    ]
    assert len(found) == 3


def test_entry_that_is_a_link_or_missing(folder: Path) -> None:
    """The game itself must be a plain file."""
    load(folder, "")
    (folder.parent / "linked.rules").symlink_to(folder / "game.rules")
    for path, code in (
        (folder.parent / "linked.rules", "RL0140"),
        (folder / "nowhere.rules", "RL0141"),
        (folder / "folder.rules", "RL0141"),
    ):
        sink = Sink()
        model = load_game(path, [], sink)
        assert [d.code for d in sink.diagnostics] == [code], path
        assert not model.runnable


def test_folder_as_entry(folder: Path) -> None:
    """A folder stands for the `game.rules` in it."""
    load(folder, "")
    sink = Sink()
    assert load_game(folder, [], sink).name == "small"


def test_includes_are_for_games_only(folder: Path) -> None:
    """`game` stands in the entry file alone."""
    (folder / "other.rules").write_text('game other "Other":\n    players 2\n', encoding="utf-8")
    _, sink = load(folder, 'include "other.rules"')
    assert [d.code for d in sink.diagnostics] == ["RL0143"]


def test_newer_language() -> None:
    """A file for a later version of the language says so, once."""
    sink = Sink()
    text = 'game castle "Castle":\n    players 2 to 4\n    language 2\n\nplay:\n    nothing\n'
    load_game(Path("game.rules"), [], sink, read=lambda _: text)
    assert [d.code for d in sink.diagnostics] == ["RL0122"]


PLAIN = 'game plain "Plain":\n    players 2\n\nplay:\n    nothing\n'


@pytest.fixture
def call(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RULELANG_CACHE", str(folder.parent / "cache"))
    return lambda *arguments: CliRunner().invoke(group, list(arguments))


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_what_lies_among_the_variants(folder: Path, call: Callable[..., Result], kind: str) -> None:
    (folder / "game.rules").write_text(PLAIN, encoding="utf-8")
    (folder / "variants").mkdir()
    path = folder / "variants" / "odd.rules"
    if kind == "link":
        path.symlink_to(folder.parent / "outside" / "secret.rules")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    (folder / "a.play").write_text('game "game.rules"\nvariants odd\nplayers ann, ben\n', encoding="utf-8")
    for arguments in (("check", ".", "--variant", "odd"), ("run", "a.play"), ("check", "."), ("games",)):
        result = call(*arguments)
        assert result.exit_code == (0 if "games" in arguments else 1), result.output
        assert SECRET not in result.output


@pytest.mark.parametrize("name", ["../outside/secret", "/etc/passwd", "~/x", "odd.rules", "a/b", "C:x"])
def test_scripts_name_variants_and_no_paths(folder: Path, call: Callable[..., Result], name: str) -> None:
    (folder / "game.rules").write_text(PLAIN, encoding="utf-8")
    (folder / "a.play").write_text(f'game "game.rules"\nvariants {name}\nplayers ann, ben\n', encoding="utf-8")
    result = call("run", "a.play")
    assert result.exit_code != 0
    assert "a.play:2:" in result.output
    assert SECRET not in result.output


@pytest.mark.parametrize("path", ["/etc/passwd", "link.rules", "~/x.rules", "missing.rules"])
def test_a_script_whose_game_is_no_file_of_rules(folder: Path, call: Callable[..., Result], path: str) -> None:
    (folder / "scripts").mkdir()
    (folder / "scripts" / "link.rules").symlink_to(folder.parent / "outside" / "secret.rules")
    (folder / "scripts" / "a.play").write_text(f'game "{path}"\nplayers ann, ben\n', encoding="utf-8")
    result = call("run", "scripts/a.play")
    assert result.exit_code != 0
    assert SECRET not in result.output and "root:" not in result.output


def test_what_is_no_saved_match_is_not_quoted(folder: Path, call: Callable[..., Result]) -> None:
    (folder / "game.rules").write_text(PLAIN, encoding="utf-8")
    result = call("play", ".", "--resume", str(folder.parent / "outside" / "secret.rules"))
    assert result.exit_code == 2
    assert SECRET not in result.output


def test_asked_again_when_it_comes_from_the_cache(folder: Path, call: Callable[..., Result]) -> None:
    (folder / "game.rules").write_text(GAME.format('include "more.rules"'), encoding="utf-8")
    more = folder / "more.rules"
    more.write_text('rule unused():\n    log "x"\n', encoding="utf-8")
    assert call("play", ".", "--bot", "all=random", "--seed", "1").exit_code == 0
    assert list((folder.parent / "cache").rglob("game-*"))
    # The same bytes, by a link: what is kept must not be taken for it.
    elsewhere = folder.parent / "outside" / "more.rules"
    elsewhere.write_bytes(more.read_bytes())
    more.unlink()
    more.symlink_to(elsewhere)
    result = call("play", ".", "--bot", "all=random", "--seed", "1")
    assert result.exit_code == 1, result.output
    assert "RL0140" in result.output

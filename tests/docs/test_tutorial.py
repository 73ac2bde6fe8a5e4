"""The tutorial and other pages to be followed step by step, carried out from the first line to the last: files as their blocks
build them, commands with what they print."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from cli.main import COMMANDS, group
from tests.docs.blocks import DOCUMENTS, ROOT, blocks

PAGES = {"tutorial.md": 11, "new_order.md": 3, "house_rule.md": 5}
"""The pages, and how many commands each carries out at least."""


def steps(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            command, printed = found[-1]
            found[-1] = command, f"{printed}{line}\n"
    return found


def run(command: str) -> str:
    """What a command prints, in both streams."""
    words = shlex.split(command)
    assert words[0] == "rulelang"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), pytest.raises(SystemExit) as left:
        group.main(words[1:])
    assert left.value.code in (0, 1), printed.getvalue()
    return printed.getvalue()


def pattern(printed: str) -> str:
    """What is expected, where a line `...` stands for any lines, and `…` for any part of one."""
    lines: list[str] = []
    for line in printed.splitlines():
        text = line.rstrip()
        if text == "...":
            lines.append(r"(?:[^\n]*\n)*?")
        else:
            first, *others = text.split("…")
            parts = [first.rstrip() if others else first, *(part.strip() for part in others)]
            lines.append(r"[^\n]*".join(re.escape(part) for part in parts) + r"[ \t]*\n")
    return "".join(lines)


@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that a page says comes out so."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for name, value in {"NO_COLOR": "1", "COLUMNS": "120", "XDG_CACHE_HOME": str(tmp_path / "cache")}.items():
        monkeypatch.setenv(name, value)
    carried_out = 0
    for block in blocks(ROOT / "docs" / page):
        if block.language != "console":
            continue
        for path, text in block.files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
            if not text:
                (tmp_path / path).unlink()
        for command, printed in steps(block.text):
            out = run(command)
            assert re.fullmatch(pattern(printed), out), (
                f"{block.name}: {command}\n\nprinted:\n{out}\nand the page says:\n{printed}"
            )
            carried_out += 1
    assert carried_out >= PAGES[page]


def test_commands_exist() -> None:
    """Every command that a page shows exists."""
    known = {command for section in COMMANDS.values() for command in section}
    for document in DOCUMENTS:
        for quoted in re.findall(
            r"`rulelang ([a-z]+)[^`]*`|^\$ rulelang ([a-z]+)", document.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert set(quoted) - {""} <= known, f"{document.name}: rulelang {quoted}"

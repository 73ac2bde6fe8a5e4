"""Finds the fenced blocks of the documentation and completes them so that they can be checked and run.

A block ```rules that begins with `game` (doc lines and notes aside) is a whole game and must be free of findings. Every
other one is a part of a game: the rest stands in the HTML comment `<!-- rules … -->` that precedes it most closely. If a line
of that comment is `...`, the block takes its place and its depth; else the block is added at the end. A part must be free of
errors, and of warnings other than that something is not used.

A block ```rules RL0303 shows a mistake: the check must find exactly the codes named, warnings about what is not used aside. A
block ```rules unfinished is a step on the way: its examples need not hold. A block ```play is a script; it is run with the
game it names, which is the closest whole game before it.

A tutorial builds files. `<!-- file: PATH -->` before a block says that the block is that file; `<!-- into: PATH -->` that its
declarations take the place of those of the same names in the file, or are added to it; `<!-- change: PATH OLD => NEW -->`
changes one place of a file, `<!-- delete: PATH -->` takes it away (its text is empty then). A block ```console holds commands
after `$`, each with what it prints; a line `...` stands for any lines, `…` for any part of a line. `test_tutorial` does all
this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulelang.syntax.layout import split

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
UNUSED = {"RL0901", "RL0902", "RL0903"}

_PIECE = re.compile(
    r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```[ \t]*$|^<!-- (?P<word>\w+)(?P<rest>[^\n]*?)(?:\n(?P<note>.*?))?-->",
    re.MULTILINE | re.DOTALL,
)
_WHOLE = re.compile(r"(?:[ \t]*\n|##[^\n]*\n|@[^\n]*\n)*game[ \t]")
_VARIANT = re.compile(r"variant \w+ \"[^\"]*\" of (\w+)")
_HERE = re.compile(r"^([ \t]*)\.\.\.[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, what it is written in, what is expected of it, and the text it is checked in."""

    document: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str
    whole: str
    """The block as a whole game (rules), or the game that it is run with (play)."""
    files: dict[str, str] = field(default_factory=dict)
    """The files that the document has built so far, with this block."""
    path: str = ""
    """The file that the block is, or goes into."""

    @property
    def name(self) -> str:
        """How the test of this block is called."""
        return f"{self.document.name}:{self.line}"

    @property
    def codes(self) -> list[str]:
        """The mistakes that the block is there to show."""
        return sorted(word for word in self.words if word.startswith("RL"))

    @property
    def changed(self) -> str | None:
        """The game that the file changes, if it is a variant."""
        found = _VARIANT.match(self.whole)
        return None if found is None else found[1]

    @property
    def is_game(self) -> bool:
        """Whether what the block is checked in is a real game, of which nothing may be unused."""
        return bool(self.path) or _WHOLE.match(self.text) is not None


def blocks(document: Path) -> Iterator[Block]:
    """All fenced blocks of a document, in order."""
    text = document.read_text(encoding="utf-8")
    around = game = path = ""
    files: dict[str, str] = {}
    merging = False
    for piece in _PIECE.finditer(text):
        line = text.count("\n", 0, piece.start()) + 1
        if piece["word"] is not None:
            rest = piece["rest"].removeprefix(":").removeprefix(" ").removesuffix(" ")
            if piece["word"] == "rules":
                around = piece["note"] or ""
                game = around if _WHOLE.match(around) else game
            elif piece["word"] in ("file", "into"):
                path, merging = rest, piece["word"] == "into"
            elif piece["word"] == "delete":
                files = {**files, rest: ""}
            elif piece["word"] == "change":
                name, _, change = rest.partition(" ")
                old, _, new = change.partition(" => ")
                assert files[name].count(old) == 1, f"{document.name}:{line}: `{old}` stands {files[name].count(old)} times"
                files = {**files, name: files[name].replace(old, new)}
            continue
        language, *words = piece["info"].split() or [""]
        body = whole = piece["text"]
        if path:
            files = {**files, path: merged(files[path], body) if merging else body}
            whole = files[path]
        if language == "rules":
            if _WHOLE.match(whole):
                game = whole
            elif not path:
                whole = completed(around, body)
        elif language == "play":
            whole = game
        yield Block(document, line, language, tuple(words), body, whole, files, path)
        path = ""


def merged(file: str, part: str) -> str:
    """A file in which the declarations of a part take the place of those of the same names, or are added at the end."""
    chunks = [file[chunk.start : chunk.end] for chunk in split(file)]
    names = [head(chunk) for chunk in chunks]
    for chunk in split(part):
        text = part[chunk.start : chunk.end]
        if head(text) in names:
            chunks[names.index(head(text))] = text
        else:
            chunks.append(text)
    return "\n".join(chunk.strip("\n") + "\n" for chunk in chunks)


def head(declaration: str) -> str:
    """What a declaration is called: its first line up to the first sign behind the name."""
    line = next(line for line in declaration.splitlines() if line.strip() and not line.startswith(("#", "@")))
    found = re.match(r'\w+( \w+| "[^"]*")?', line)
    assert found is not None, line
    return found.group()


def completed(around: str, part: str) -> str:
    """A part of a game with what stands around it."""
    here = _HERE.search(around)
    if here is None:
        return f"{around.rstrip()}\n\n{part}"
    deeper = "".join(f"{here[1]}{line}" if line.strip() else line for line in part.splitlines(keepends=True))
    return around[: here.start()] + deeper.rstrip("\n") + around[here.end() :]


def all_blocks(language: str) -> list[Block]:
    """All blocks of a language in all documents."""
    return [block for document in DOCUMENTS if document.exists() for block in blocks(document) if block.language == language]

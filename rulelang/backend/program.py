"""A compiled game: its layout and its code, in a form that can be kept in a file.

The layout is plain data and goes into the file as JSON; code is kept as CPython's own code objects, for the version of Python
that made it. A program knows for every line of generated code which place of the rules it came from, so that a fault while
playing is reported at the rules."""

from __future__ import annotations

import json
import marshal
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from types import CodeType
from typing import Any

from rulelang.machine.program import (
    ArrayLayout,
    ChoiceLayout,
    ConstantLayout,
    EventLayout,
    Layout,
    OptionLayout,
    StoreLayout,
    ZoneLayout,
)

MODES = {"log": (False, True), "plain": (False, False), "playout": (True, False)}
"""The modules of a game: whether it is a playout, and whether it writes the log."""


@dataclass(slots=True)
class ModuleCode:
    """One module: its code, and the place in the rules of each line (an index into `Program.places`)."""

    code: CodeType
    lines: list[int]
    source: str


@dataclass(slots=True)
class AnytimeEntry:
    """An `anytime`: the dotted name of its rule, its choice, the phase during which it is open, the block that goes on with an
    answer, and the size of its frame."""

    path: str
    choice: int
    during: str
    resume: int
    size: int


@dataclass(slots=True)
class Program:
    """See the module. `entries` gives first block and frame size of routines that can stop, by their names in the code."""

    layout: Layout
    play: str
    modules: dict[str, ModuleCode]
    places: list[str]
    entries: dict[str, tuple[int, int]]
    owners: list[str]
    """For each block, the dotted name of its routine."""
    paths: dict[str, str]
    """Routine names in the code by dotted name."""
    stream_bases: dict[str, int] = field(default_factory=dict)
    asks: dict[int, int] = field(default_factory=dict)
    """For each choice, the block that asks it."""
    anytimes: list[AnytimeEntry] = field(default_factory=list)
    frames: list[tuple[int, list[Any]]] = field(default_factory=list)
    """For each routine that can stop, in the order of their blocks: its first block, and what each entry of its frame means
    (`machine.world.shape`), the first left out; none where that is not known."""
    secrets: Mapping[int, list[tuple[int, list[Any]]]] = field(default_factory=dict)
    """For a block, the entries of its frame that hold what not everybody knows, each with who knows it (`machine.secrets`)."""
    uses_extra: bool = False
    """Whether states have what only some games need (`runtime.machine.Extra`)."""
    takes_back: bool = False
    """Whether options may be taken back by `cancel`."""
    probe: Callable[[int, Any], Any] | None = None
    """In a game that tells what of it is reached, who is told; such a program is never kept in a file."""

    def execute(self, mode: str, namespace: dict[str, Any]) -> None:
        """Run a module's code in a namespace."""
        exec(self.modules[mode].code, namespace)

    def place(self, filename: str, line: int) -> str:
        """The place in the rules of a line of generated code; empty if it has none."""
        mode = filename.removeprefix("<rules>:")
        module = self.modules.get(mode)
        if module is None or not 0 < line <= len(module.lines):
            return ""
        index = module.lines[line - 1]
        return self.places[index] if index >= 0 else ""

    def block_owner(self, block: int) -> str:
        """The dotted name of the routine of a block."""
        return self.owners[block] if 0 <= block < len(self.owners) else ""

    def frame_shapes(self, block: int) -> list[Any]:
        """What the entries of the frame of a block mean, the first left out."""
        index = bisect_right(self.frames, block, key=lambda entry: entry[0]) - 1
        return self.frames[index][1] if index >= 0 else []

    # ---------------------------------------------------------------------------------------------------- keeping

    def to_bytes(self) -> bytes:
        """The program for a file: a line of JSON, then the code."""
        # All of them, also those that are only written now; that may add places.
        written = {mode: self.modules[mode] for mode in MODES}
        modules = {mode: (m.code, m.lines, m.source) for mode, m in written.items()}
        head = {
            "layout": asdict(self.layout),
            "play": self.play,
            "places": self.places,
            "entries": self.entries,
            "owners": self.owners,
            "paths": self.paths,
            "stream_bases": self.stream_bases,
            "asks": self.asks,
            "anytimes": [asdict(entry) for entry in self.anytimes],
            "frames": self.frames,
            "secrets": dict(self.secrets),
            "uses_extra": self.uses_extra,
            "takes_back": self.takes_back,
        }
        return json.dumps(head, separators=(",", ":")).encode() + b"\n" + marshal.dumps(modules)

    @classmethod
    def from_bytes(cls, data: bytes) -> Program:
        """The program of a file made by `to_bytes` of the same version of everything."""
        line, code = data.split(b"\n", 1)
        head = json.loads(line)
        modules = {mode: ModuleCode(*parts) for mode, parts in marshal.loads(code).items()}
        return cls(
            layout=layout_from(head["layout"]),
            play=head["play"],
            modules=modules,
            places=head["places"],
            entries={name: (entry, size) for name, (entry, size) in head["entries"].items()},
            owners=head["owners"],
            paths=head["paths"],
            stream_bases=head["stream_bases"],
            asks={int(choice): block for choice, block in head["asks"].items()},
            anytimes=[AnytimeEntry(**entry) for entry in head["anytimes"]],
            frames=[(first, shapes) for first, shapes in head["frames"]],
            secrets={int(block): [(slot, who) for slot, who in found] for block, found in head["secrets"].items()},
            uses_extra=head["uses_extra"],
            takes_back=head["takes_back"],
        )


def layout_from(data: dict[str, Any]) -> Layout:
    """A layout from its JSON."""
    data = dict(data)
    data["arrays"] = [ArrayLayout(**a) for a in data["arrays"]]
    data["constants"] = [ConstantLayout(**c) for c in data["constants"]]
    data["stores"] = [StoreLayout(**{**s, "zones": [ZoneLayout(**z) for z in s["zones"]]}) for s in data["stores"]]
    data["choices"] = [ChoiceLayout(**{**c, "options": [OptionLayout(**o) for o in c["options"]]}) for c in data["choices"]]
    data["events"] = [EventLayout(**e) for e in data["events"]]
    return Layout(**data)

"""The checked game: what the front half of the compiler hands to the back half.

A `GameModel` holds every symbol of a game with its active variants, in declaration order, with all names resolved, all types
known and all effects worked out. It does not depend on the number of players or on settings; `machine.world` builds those in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulelang.sema.symbols import (
    BoardSymbol,
    DieSymbol,
    EnumSymbol,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    RecordSymbol,
    RoutineSymbol,
    SettingSymbol,
    Signs,
    SupplySymbol,
)
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Diagnostic
from rulelang.text.source import SourceMap


@dataclass(slots=True, eq=False)
class GameModel:
    """A game as checked. `runnable` is false when errors were found that leave parts of it without meaning."""

    sources: SourceMap
    entry: Path | None = None
    name: str = ""
    title: str = ""
    fewest: int = 1
    most: int = 1
    sections: list[str] = field(default_factory=list)
    language: int = 1
    declaration: nodes.GameDeclaration | None = None
    variants: list[nodes.Variant] = field(default_factory=list)
    settings: dict[str, SettingSymbol] = field(default_factory=dict)
    enums: dict[str, EnumSymbol] = field(default_factory=dict)
    dice: dict[str, DieSymbol] = field(default_factory=dict)
    kinds: dict[str, KindSymbol] = field(default_factory=dict)
    instances: list[InstanceSymbol] = field(default_factory=list)
    boards: dict[str, BoardSymbol] = field(default_factory=dict)
    signs: dict[KindSymbol, Signs] = field(default_factory=dict)
    """`symbols K:` by kind."""
    state_fields: dict[str, FieldSymbol] = field(default_factory=dict)
    player_fields: dict[str, FieldSymbol] = field(default_factory=dict)
    player_rows: list[dict[str, nodes.Expression]] = field(default_factory=list)
    """`table Player:`: the constants of each seat, in seat order."""
    supplies: dict[str, SupplySymbol] = field(default_factory=dict)
    """`supply X:` by the good."""
    records: dict[str, RecordSymbol] = field(default_factory=dict)
    components: list[nodes.Components] = field(default_factory=list)
    routines: dict[str, RoutineSymbol] = field(default_factory=dict)
    """Free rules, defines and phases by name."""
    play: RoutineSymbol | None = None
    scoring: nodes.Scoring | None = None
    always: list[nodes.Always] = field(default_factory=list)
    standing: list[RoutineSymbol] = field(default_factory=list)
    """Rules that nobody calls, `whenever` and `anytime`, in order."""
    examples: list[nodes.Example] = field(default_factory=list)
    replaced: dict[str, nodes.Example] = field(default_factory=dict)
    """The examples of the game that variants replace, by title."""
    silent: list[str] = field(default_factory=list)
    """The titles of examples that two variants replace, each in its own way, so that they are left out."""
    broken: dict[str, list[Diagnostic]] = field(default_factory=dict)
    """The examples of the game that speak of what its variants took away or changed, by title, and what is wrong with them."""
    damaged: frozenset[str] = frozenset()
    """Words of lines that could not be read: a name among them is not missed."""
    paths: list[Path | None] = field(default_factory=list)
    """Where each file of `sources` was read from, by its number; none for text that came from no file."""
    runnable: bool = False

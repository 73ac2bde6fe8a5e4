"""What a compiled game is made of, besides its code.

Everything here is plain data, so that a compiled game can be kept in a file and run without reading its rules again: the
sizes and names of what a state holds, the things and zones with who may see them, the choices, and the sentences of the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class ArrayLayout:
    """A field that changes: integers of the state. `holder` is state, player or a store; `width` the entries each holder has.

    `visible_to` is the field that names the reader of a `private to` field; `bounds` are the declared bounds of a number.
    """

    name: str
    field: str
    label: str
    holder: str
    width: int
    scalar: bool
    shape: Any
    key_shape: Any
    visibility: str
    visible_to: str
    initial: list[Any]
    bounds: list[int | None] | None = None
    readers: list[int] | None = None
    """The seat that may read what each holder has, where a field that never changes says it."""
    given: bool = True
    """Whether `given` can set it."""


@dataclass(slots=True)
class ConstantLayout:
    """A number that never changes of things of which something else does: views tell both. `values` are by thing; what they hold
    for things of kinds without the field means nothing."""

    field: str
    label: str
    holder: str
    values: list[int]


@dataclass(slots=True)
class ZoneLayout:
    """A zone. `holder` is state, player or a store, `number` the seat or thing; `capacity` how many things it can ever hold."""

    name: str
    label: str
    holder: str
    number: int
    form: str
    visibility: str
    visible_to: str
    top_public: bool
    capacity: int
    kind: str = ""
    """What may lie in it; empty for whatever the store holds."""
    reader: int = -1
    """Who sees what lies there, where a field that never changes says it."""


@dataclass(slots=True)
class StoreLayout:
    """The things of a root kind and their zones. `kinds` gives each thing's own kind; `labels` are texts with values in them."""

    name: str
    names: list[str]
    kinds: list[str]
    labels: list[list[Any]]
    owners: list[int]
    copies: list[int]
    designs: list[int]
    signs: list[str]
    """How each thing is written where there is little room; empty if the rules say nothing."""
    zones: list[ZoneLayout]
    start: list[list[int]]
    shuffled: bool
    turned: bool
    hidden: bool
    kinds_of: dict[str, list[str]] = field(default_factory=dict)
    """For each thing's own kind, that kind and those it belongs to besides."""
    shown: bool = False
    """Whether rules show its things to single players."""
    looked: bool = False
    """Whether rules let players look into its zones."""
    counted: bool = False
    """Whether its things are sorts of tokens; then `supplies` says how many there are of each."""
    supplies: list[int] = field(default_factory=list)


@dataclass(slots=True)
class OptionLayout:
    """One option of a choice: how its parameters are encoded and shown, and the function that gives its label's values."""

    name: str
    path: str
    place: str
    shapes: list[Any]
    sizes: list[int]
    offsets: list[int]
    label: list[Any] | None
    notation: list[Any] | None
    doc: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ChoiceLayout:
    """A place where the game stops. `several` where a set is picked one by one; `prompt` is its text with shapes for its
    values."""

    number: int
    path: str
    place: str
    pick: bool
    optional: bool
    secret: bool
    several: bool
    prompt: list[Any] | None
    options: list[OptionLayout]
    window: bool = False
    """Whether it is one of a window, in which several are asked one after another and may pass."""
    picked_slot: int = -1
    declining: int = -1
    """The code for choosing nothing, or nothing more."""


@dataclass(slots=True)
class EventLayout:
    """A kind of line in the log. `text` holds literal pieces and shapes, in order, where the author wrote a text."""

    number: int
    form: str
    path: str
    place: str
    text: list[Any] | None = None
    detail: str = ""
    rulebook: str = ""
    items: list[list[Any]] = field(default_factory=list)
    """The texts of the lines of an itemised sum, as `text`."""


@dataclass(slots=True)
class Layout:
    """All of it."""

    game: str
    title: str
    players: int
    settings: dict[str, Any]
    setting_shapes: dict[str, Any]
    setting_labels: dict[str, str]
    variants: list[str]
    digest: str
    enums: dict[str, list[list[str]]]
    arrays: list[ArrayLayout] = field(default_factory=list)
    constants: list[ConstantLayout] = field(default_factory=list)
    stores: list[StoreLayout] = field(default_factory=list)
    choices: list[ChoiceLayout] = field(default_factory=list)
    events: list[EventLayout] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)
    score_lines: list[list[Any]] = field(default_factory=list)
    ranks: list[bool] = field(default_factory=list)
    always: list[list[Any]] = field(default_factory=list)
    routines: dict[str, int] = field(default_factory=dict)
    """The number of the entry block of each routine that can stop, by dotted name."""
    scored: bool = False
    boards: dict[str, dict[str, Any]] = field(default_factory=dict)
    """For display: a board's store, spaces, form and signs, and who is whose neighbour; see `machine.boards.layout`."""


COMMON_SLOTS = (
    *("active", "winners", "over", "ticks", "frames", "result", "answer", "choice", "chooser", "options", "counters", "keys"),
    *("depth", "log", "mentions", "dictated", "branches", "random", "extra", "apart"),
)
"""What every state has besides the game's own fields and zones."""

"""Compiles a checked game for a number of players and settings.

`compile_model` takes a `GameModel` to a `Program`. Nothing here reads files: the cache and the loading of games by name stand
above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any

from rulelang.backend.facts import Facts
from rulelang.backend.module import Code, Module
from rulelang.backend.program import MODES, AnytimeEntry, ModuleCode, Program
from rulelang.errors import RulesError
from rulelang.machine import boards, ir
from rulelang.machine.fault import WorldError
from rulelang.machine.lower import Lowered, Lowering, label_parts, lower_game
from rulelang.machine.program import ArrayLayout, ChoiceLayout, ConstantLayout, Layout, OptionLayout, StoreLayout, ZoneLayout
from rulelang.machine.registry import label_of, static_text
from rulelang.machine.secrets import Secrets, by_block
from rulelang.machine.split import SplitRoutine
from rulelang.machine.statements import bounds
from rulelang.machine.tracing import Tracer
from rulelang.machine.world import Store, World
from rulelang.pause import collector_paused
from rulelang.sema.model import GameModel
from rulelang.sema.symbols import FieldSymbol, RecordSymbol
from rulelang.sema.types import BoolType, IntType, MapType, ZoneType
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Sink


@dataclass(slots=True, eq=False)
class Compiled:
    """A program with what it was made from, for tools that look inside."""

    model: GameModel
    lowering: Lowering
    lowered: Lowered
    facts: Facts
    program: Program
    trials: object | None = None
    """What tries rules for tools, once something asked for it."""

    @property
    def world(self) -> World:
        """The numbered world."""
        return self.lowered.world


def compile_model(
    model: GameModel,
    players: int,
    settings: Mapping[str, Any],
    sink: Sink,
    digest: str = "",
    tracer: Tracer | None = None,
    modes: Sequence[str] = tuple(MODES),
) -> Compiled | None:
    """Compile a game; none, with the reasons in the sink, if it cannot be. With a tracer it tells what of it is reached. `modes`
    are the modules that are written now; any other is written when it is first asked for."""
    try:
        with collector_paused():
            return _compile(model, players, settings, sink, digest, tracer, modes)
    except WorldError as error:
        sink.error(error.code, error.message, error.span)
        return None
    except RecursionError:
        sink.error("RL0520", "this game has something with more parts within one another than can be run", help=SMALLER)
        return None


SMALLER = "give a part of it a rule or a define of its own"


class _Modules(dict[str, ModuleCode]):
    """The modules of a program, each written when it is first asked for."""

    def __init__(self, model: GameModel, facts: Facts, places: list[str]) -> None:
        super().__init__()
        self._model = model
        self._facts = facts
        self._places = places
        self._numbers: dict[str, int] = {}

    def __missing__(self, mode: str) -> ModuleCode:
        sink = Sink()
        written = self.write(mode, sink)
        if written is None:
            raise RulesError(sink.sorted(), self._model.sources)
        return written

    def write(self, mode: str, sink: Sink) -> ModuleCode | None:
        """Write a module; none, with the reasons in the sink, if it cannot be."""
        playout, logging = MODES[mode]
        code = Module(self._facts, playout, logging).write()
        lines: list[int] = []
        numbers, places = self._numbers, self._places
        for span in code.places:
            place = self._model.sources.place(span)
            if place and place not in numbers:
                numbers[place] = len(places)
                places.append(place)
            lines.append(numbers.get(place, -1))
        compiled = _python(code, mode, sink)
        if compiled is None:
            return None
        self[mode] = ModuleCode(compiled, lines, code.source)
        return self[mode]


def _compile(
    model: GameModel,
    players: int,
    settings: Mapping[str, Any],
    sink: Sink,
    digest: str,
    tracer: Tracer | None,
    modes: Sequence[str],
) -> Compiled | None:
    result = lower_game(model, players, settings, sink, tracer)
    if result is None:
        return None
    lowering, lowered = result
    facts = Facts(lowered)
    layout = make_layout(lowering, lowered, facts, digest)
    places: list[str] = []
    modules = _Modules(model, facts, places)
    for mode in modes:
        if MODES[mode][0] and tracer is not None:
            # What is reached is asked of matches, not of games by chance.
            continue
        if modules.write(mode, sink) is None:
            return None
    owners: list[str] = []
    for routine in facts.splits.values():
        owners.extend([routine.routine.path] * len(routine.blocks))
    program = Program(
        layout=layout,
        play=lowered.play,
        modules=modules,
        places=places,
        entries={name: (s.entry.number, s.size) for name, s in facts.splits.items()},
        owners=owners,
        paths=dict(lowered.paths),
        stream_bases=dict(facts.stream_bases),
        asks={number: ask.number for s in facts.splits.values() for number, (ask, _) in s.asks.items()},
        anytimes=[_anytime(lowered, facts, number) for number in range(len(lowered.anytimes))],
        frames=[(s.entry.number, _frame_shapes(s)) for s in facts.splits.values()],
        secrets=_Secrets(lowered, facts),
        uses_extra=facts.uses_extra,
        takes_back=facts.takes_back,
        probe=None if tracer is None else tracer.probe,
    )
    return Compiled(model, lowering, lowered, facts, program)


def _python(code: Code, mode: str, sink: Sink) -> CodeType | None:
    """The code object of a module; none where Python does not allow what it holds: more than twenty loops, or a hundred levels of
    blocks, within one another."""
    try:
        return compile(code.source, f"<rules>:{mode}", "exec", dont_inherit=True)
    except (SyntaxError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        span = code.places[min(line, len(code.places)) - 1]
        sink.error("RL0520", "here is more within one another than can be run", span, help=SMALLER)
        return None


SURELY_FLAT = 16
"""So many levels of blocks, and of brackets in a line, Python allows in any case."""

BRACKETS = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[()\[\]]")
"""Brackets of generated code, and texts, in which none count."""


def check_depth(lowered: Lowered, sink: Sink) -> None:
    """Report what could not be compiled because it lies too deep, without compiling what is surely flat enough."""
    try:
        facts = Facts(lowered)
        # The machine without a log is that with one, less the log.
        for mode in ("log", "playout"):
            for code in _deep_functions(Module(facts, *MODES[mode]).write()):
                if _python(code, mode, sink) is None:
                    return
    except RecursionError:
        sink.error("RL0520", "this game has something with more parts within one another than can be run", help=SMALLER)


def _deep_functions(code: Code) -> Iterator[Code]:
    """The functions of a module in which blocks or brackets may lie deeper than Python allows; outside of functions stand tables,
    which are flat."""
    lines = code.source.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("def ")]
    indent = "    " * SURELY_FLAT
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = lines[start:end]
        if any(line.startswith(indent) or _brackets(line) > SURELY_FLAT for line in part):
            yield Code("\n".join(part), code.places[start:end])


def _brackets(line: str) -> int:
    """How deep brackets lie within one another in a line, or 0 where there are too few to matter."""
    if line.count("(") + line.count("[") <= SURELY_FLAT:
        return 0
    deepest = level = 0
    for sign in BRACKETS.findall(line):
        level += (sign in "([") - (sign in ")]")
        deepest = max(deepest, level)
    return deepest


def _frame_shapes(parted: SplitRoutine) -> list[Any]:
    """What each entry of a routine's frame means, the first left out."""
    shapes: list[Any] = [None] * (parted.size - 1)
    for variable, slot in parted.slots.items():
        shapes[slot - 1] = variable.shape
    return shapes


class _Secrets(Mapping[int, list[tuple[int, list[Any]]]]):
    """What of frames not everybody knows, by block: looked for when it is first asked for, which bots do and examples do not."""

    def __init__(self, lowered: Lowered, facts: Facts) -> None:
        self._lowered = lowered
        self._facts = facts

    @cached_property
    def _found(self) -> dict[int, list[tuple[int, list[Any]]]]:
        """All of it; nothing is looked for where the game hides nothing."""
        lowered, splits = self._lowered, self._facts.splits
        hides = any(array.field.visibility != "public" for array in lowered.world.arrays.values())
        if not (hides or self._facts.hidden or any(choice.secret for choice in lowered.registry.choices)):
            return {}
        found = Secrets(lowered)
        return {block: entries for routine in splits.values() for block, entries in by_block(found, routine, splits)}

    def __getitem__(self, block: int) -> list[tuple[int, list[Any]]]:
        return self._found[block]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _anytime(lowered: Lowered, facts: Facts, number: int) -> AnytimeEntry:
    """An `anytime` as the machine runs it."""
    anytime = lowered.anytimes[number]
    parted = facts.splits[anytime.routine]
    _, resume = parted.asks[anytime.choice]
    return AnytimeEntry(parted.routine.path, anytime.choice, anytime.during, resume.number, parted.size)


def make_layout(lowering: Lowering, lowered: Lowered, facts: Facts, digest: str) -> Layout:
    """Everything about a game that the runtime needs as data."""
    model, world = lowering.model, lowered.world
    settings = {name: world.setting(name) for name in model.settings}
    layout = Layout(
        game=model.name,
        title=model.title,
        players=world.players,
        settings=settings,
        setting_shapes={name: world.shape(symbol.type) for name, symbol in model.settings.items()},
        setting_labels={name: symbol.label for name, symbol in model.settings.items()},
        variants=[v.name.text for v in model.variants],
        digest=digest,
        enums={e.name: [[m.name, m.label] for m in e.members] for e in model.enums.values()},
        streams=list(facts.streams),
        scored=lowered.sheet is not None,
    )
    for array in world.arrays.values():
        symbol = array.field
        type_ = symbol.type.value if isinstance(symbol.type, MapType) else symbol.type
        layout.arrays.append(
            ArrayLayout(
                name=array.name,
                field=symbol.path,
                label=label_of(symbol),
                holder=array.holder,
                width=array.width,
                scalar=array.scalar,
                shape=world.shape(type_),
                key_shape=world.shape(symbol.type.key) if isinstance(symbol.type, MapType) else None,
                visibility=symbol.visibility,
                visible_to=symbol.visible_to.path if symbol.visible_to is not None else "",
                initial=list(world.initial_values(array)),
                given=not isinstance(symbol, RecordSymbol),
                bounds=None if bounds(type_) == (None, None) else list(bounds(type_)),
                readers=_readers(lowering, symbol, len(array.initial) // array.width),
            )
        )
    for store in world.stores.values():
        layout.stores.append(_store(lowering, store, facts))
        if any(array.holder == store.name and array.given for array in layout.arrays):
            layout.constants.extend(_constants(world, store))
    for choice in lowered.registry.choices:
        layout.choices.append(_choice(lowering, choice, facts))
    layout.events = lowered.registry.events
    _rulebook(lowering, layout)
    if lowered.sheet is not None:
        layout.score_lines = [static_text(line.label) or [] for line in lowered.sheet.lines]
        layout.ranks = [most for most, _ in lowered.sheet.ranks]
    layout.always = [static_text(text) or [] for text, _ in lowered.always]
    for path, name in lowered.paths.items():
        if name in facts.splits:
            layout.routines[path] = facts.splits[name].entry.number
    for board in model.boards.values():
        layout.boards[board.name] = boards.layout(world, board)
    return layout


def _constants(world: World, store: Store) -> Iterator[ConstantLayout]:
    """The numbers that everybody sees and that never change, of all kinds of a store."""
    kinds = dict.fromkeys(thing.symbol.kind for thing in store.things)
    for symbol in dict.fromkeys(symbol for kind in kinds for symbol in boards.constants(kind)):
        if isinstance(symbol.type, IntType):
            yield ConstantLayout(symbol.path, label_of(symbol), store.name, list(world.tables[world.constant_table(symbol)]))


def _store(lowering: Lowering, store: Store, facts: Facts) -> StoreLayout:
    zones: list[ZoneLayout] = []
    for zone in store.zones:
        symbol = zone.field
        if symbol is None:
            zones.append(ZoneLayout("box", "the box", "state", 0, "pile", "public", "", False, len(store.things)))
            continue
        form = getattr(symbol.type, "form", "pile")
        zones.append(
            ZoneLayout(
                name=symbol.path,
                label=label_of(symbol),
                holder=zone.holder,
                number=zone.holder_number,
                form=form,
                visibility=symbol.visibility,
                visible_to=symbol.visible_to.path if symbol.visible_to is not None else "",
                top_public=symbol.top_public,
                kind=symbol.type.kind.name if isinstance(symbol.type, ZoneType) else "",
                capacity=1 if form == "slot" else sum(t.supply for t in store.things),
                reader=_reader(lowering, symbol, zone.holder_number),
            )
        )
    return StoreLayout(
        name=store.name,
        names=[t.name for t in store.things],
        kinds=[t.symbol.kind.name for t in store.things],
        labels=[label_parts(lowering, t.symbol, t.values, t.name, t.number) for t in store.things],
        owners=[_owner(lowering, store, t.number) for t in store.things],
        copies=[t.copy for t in store.things],
        designs=[t.design for t in store.things],
        signs=[t.symbol.sign for t in store.things],
        zones=zones,
        start=[] if store.counted else lowering.world.start_zones(store),
        shuffled=store.name in facts.shuffled,
        turned=store.name in facts.turned,
        hidden=store.name in facts.hidden,
        kinds_of={t.symbol.kind.name: [kind.name for kind in t.symbol.kind.lineage()] for t in store.things},
        shown=store.name in facts.shown,
        looked=store.name in facts.looked,
        counted=store.counted and store.has_zones,
        supplies=[t.supply for t in store.things] if store.counted else [],
    )


def _reader(lowering: Lowering, symbol: FieldSymbol, holder: int) -> int:
    """Who may see what a holder has in a field that is private to what another says, where that never changes; else -1."""
    other = symbol.visible_to
    if other is None or other.mutable:
        return -1
    world = lowering.world
    seat: int = world.constant(other) if other.holder == "state" else world.tables[world.constant_table(other)][holder]
    return seat


def _readers(lowering: Lowering, symbol: FieldSymbol, holders: int) -> list[int] | None:
    """The same for each holder of a field; none where it is not said by a field that never changes."""
    if symbol.visible_to is None or symbol.visible_to.mutable:
        return None
    return [_reader(lowering, symbol, holder) for holder in range(holders)]


def _owner(lowering: Lowering, store: Store, number: int) -> int:
    """The player to whom a thing belongs by its family."""
    return store.things[number].owner


def _choice(lowering: Lowering, choice: ir.Choice, facts: Facts) -> ChoiceLayout:
    sources = lowering.model.sources
    options: list[OptionLayout] = []
    for alternative in choice.alternatives:
        node = alternative.node
        options.append(
            OptionLayout(
                name=alternative.name,
                path=choice.path if choice.pick else f"{choice.path}.{alternative.name}",
                place=sources.place(alternative.span),
                shapes=alternative.shapes,
                sizes=alternative.sizes,
                offsets=alternative.offsets,
                label=static_text(alternative.label),
                notation=static_text(alternative.notation),
                doc=list(node.doc) if isinstance(node, nodes.Option) else [],
            )
        )
    return ChoiceLayout(
        number=choice.number,
        path=choice.path,
        place=sources.place(choice.span),
        pick=choice.pick,
        optional=choice.optional,
        secret=choice.secret,
        several=choice.picked is not None,
        window=choice.members is not None,
        declining=choice.declining,
        prompt=static_text(choice.prompt),
        options=options,
        picked_slot=next((s.slots[choice.picked] for s in facts.splits.values() if choice.picked in s.slots), -1),
    )


def _rulebook(lowering: Lowering, layout: Layout) -> None:
    """Give each event the section of the rule book that its rule cites."""
    sections: dict[str, str] = {}
    for symbol in lowering.names:
        cited = [n.text for n in symbol.notes if n.name == "rulebook" and n.text]
        if cited:
            sections[symbol.path] = cited[0]
    for event in layout.events:
        path = event.path
        while path and path not in sections:
            path = path.rpartition(".")[0]
        event.rulebook = sections.get(path, "")


def parse_setting(model: GameModel, world: World, name: str, text: str) -> Any:
    """The value of a setting written as `--set name=value` writes it; raises ValueError with what is wrong."""
    symbol = model.settings[name]
    type_ = symbol.type
    if isinstance(type_, BoolType):
        words = {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0}
        if text.lower() not in words:
            raise ValueError(f"`{name}` is true or false, not `{text}`")
        return words[text.lower()]
    if isinstance(type_, IntType):
        try:
            value = int(text)
        except ValueError:
            raise ValueError(f"`{name}` is a number, not `{text}`") from None
        if (type_.lowest is not None and value < type_.lowest) or (type_.highest is not None and value > type_.highest):
            raise ValueError(f"`{name}` goes from {type_.lowest} to {type_.highest}, not `{text}`")
        return value
    for value in range(world.key_count(type_)):
        if world.value_name(type_, value) == text:
            return value
    names = ", ".join(f"`{world.value_name(type_, v)}`" for v in range(min(world.key_count(type_), 8)))
    raise ValueError(f"`{name}` is one of {names}, not `{text}`")


__all__ = ["Compiled", "check_depth", "compile_model", "make_layout", "parse_setting"]

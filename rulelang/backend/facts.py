"""What is the same for all modules of a game: worked out once, before any of them is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.backend import trials
from rulelang.backend.inline import inlined
from rulelang.backend.kept import Kept, fields_to_keep
from rulelang.backend.tables import tabulated
from rulelang.machine import ir, split
from rulelang.machine.lower import Lowered
from rulelang.machine.walk import everything


class Facts:
    """What is the same for all modules of a game: blocks, frames, stores, and what may be shuffled or turned over."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        if lowered.world.tracer is None:
            # Who counts what is reached wants to be told of every part, where it stands.
            tabulated(lowered)
            inlined(lowered)
            tabulated(lowered)
        whole = [found for routine in lowered.routines.values() for found in everything(routine.body)]
        self.groups = sorted({(found.array, found.board) for found in whole if isinstance(found, ir.Group)})
        """The fields of spaces, and their boards, of which groups are asked."""
        self.takes_back = any(choice.keeps for choice in lowered.registry.choices)
        joins = any(isinstance(found, ir.JoinMoves) for found in whole)
        self.asks_again = bool(lowered.anytimes) or self.takes_back
        self.uses_extra = self.takes_back or joins
        at_once = any(isinstance(found, ir.AtOnceFor) for found in whole)
        self.playout_copies = self.takes_back or at_once
        self.tries = any(isinstance(f, ir.Possible | ir.Would) for part in self._asked() for f in everything(part))
        """Whether anything is tried on a copy, which keeps no groups."""
        self.kept: dict[str, Kept] = {}
        """The fields by whose values playouts keep who has them."""
        if lowered.world.tracer is None and not self.playout_copies:
            self.kept = fields_to_keep(lowered.world, self._asked())
        self.suspending = {r.name for r in lowered.routines.values() if r.suspends}
        if lowered.play:
            # A game in which nobody ever chooses is a game too.
            self.suspending.add(lowered.play)
        for method in lowered.methods.values():
            if method.suspends:
                self.suspending.update(name for name in method.routines if name is not None)
        self.called_plainly = {
            found.routine for found in whole if isinstance(found, ir.Call) and found.receiver is None and not found.suspends
        }
        """Bodies of methods that ask nobody, where others of the same method do: `original(...)` calls them as they are."""
        self.splits: dict[str, split.SplitRoutine] = {}
        number = 0
        for name in sorted(self.suspending):
            routine = lowered.routines[name]
            self.splits[name] = split.Splitter(routine, number, self.asks_again).split()
            number += len(self.splits[name].blocks)
        self.block_count = number
        self.shuffled: set[str] = set()
        self.turned: set[str] = set()
        self.shown: set[str] = set()
        self.looked: set[str] = set()
        self.sorts = {s.name: lowered.world.sorts(s.name) for s in lowered.world.stores.values() if s.counted}
        for found in whole:
            if isinstance(found, ir.ShuffleZone) or (isinstance(found, ir.DrawThings) and found.refill is not None):
                self.shuffled.add(found.store)
            elif isinstance(found, ir.MoveThings) and found.face_down:
                self.turned.add(found.store)
            elif isinstance(found, ir.ShowThings) and not self.sorts.get(found.store):
                self.shown.add(found.store)
            elif isinstance(found, ir.LookAt):
                self.looked.add(found.store)
        self.eager = self._read_in_order()
        self.called_once = self._called_once()
        self.short = {routine.name for routine in lowered.routines.values() if is_short(routine)}
        self.streams = ["dice", "picks"]
        self.stream_bases: dict[str, int] = {}
        self.hidden: set[str] = set()
        for store in lowered.world.stores.values():
            if store.name in self.turned or any(z.field is not None and z.field.visibility != "public" for z in store.zones):
                self.hidden.add(store.name)
            if store.name in self.shuffled:
                self.stream_bases[store.name] = len(self.streams)
                for zone in store.zones:
                    owner = "" if zone.holder == "state" else f"[{zone.holder_number + 1}]"
                    self.streams.append("box" if zone.field is None else f"{zone.field.path}{owner}")

    def _asked(self) -> Iterator[Any]:
        """All that may be asked in a playout."""
        for routine in self.lowered.routines.values():
            yield routine.body
        if self.lowered.sheet is not None:
            for line in self.lowered.sheet.lines:
                yield [part for part in (line.value, line.condition, line.items) if part is not None]

    def _read_in_order(self) -> set[str]:
        """Stores of which something that may draw nothing, such as a define or a score, reads a zone in order.

        A shuffled zone of theirs is decided when it is shuffled, since it cannot be when it is read.
        """
        pure: list[object] = [r.body for r in self.lowered.routines.values() if r.form == "define"]
        for choice in self.lowered.registry.choices:
            for alternative in choice.alternatives:
                # In which order a choice lists what lies in a zone tells nothing of the zone's own order.
                pure.append([s.condition for s in alternative.sources if s.condition is not None])
                pure.append([s.domain for s in alternative.sources if not isinstance(s.domain, ir.ZoneContents)])
                pure.append([x for x in (alternative.condition, alternative.label, alternative.notation) if x is not None])
            pure.append([choice.prompt] if choice.prompt is not None else [])
        if self.lowered.sheet is not None:
            pure.extend([line.value, line.condition or [], line.items or []] for line in self.lowered.sheet.lines)
            pure.extend([value] for _, value in self.lowered.sheet.ranks)
        pure.extend([condition] for _, condition in self.lowered.always)
        pure.extend(self.lowered.routines[name].body for name in sorted(trials.tried(self.lowered)))
        return {store for item in pure for store in ordered_reads(item)}

    def _called_once(self) -> set[str]:
        """Routines with a single place that calls them, which lies in another routine; bodies of methods are not among them."""
        calls: dict[str, list[str]] = {}
        for routine in self.lowered.routines.values():
            for found in everything(routine.body):
                if isinstance(found, ir.Call) and found.receiver is None:
                    calls.setdefault(found.routine, []).append(routine.name)
                elif isinstance(found, ir.CallRoutine | ir.AtOnceFor):
                    calls.setdefault(found.routine, []).extend(["", ""])
        for method in self.lowered.methods.values():
            for name in method.routines:
                if name is not None:
                    calls.setdefault(name, []).extend(["", ""])
        once = {name: callers[0] for name, callers in calls.items() if len(callers) == 1}
        # A ring of rules that call each other once each has no outside to be written into.
        return {name for name in once if not self._leads_back(name, once)}

    @staticmethod
    def _leads_back(name: str, once: dict[str, str]) -> bool:
        here, seen = once[name], set()
        while here in once and here not in seen:
            if here == name:
                return True
            seen.add(here)
            here = once[here]
        return here == name


FEW = 6
"""A rule of so many plain statements is short."""


def is_short(routine: ir.Routine) -> bool:
    """Whether a rule does no more than give a few fields their values: it may then stand wherever it is called."""
    plain = all(isinstance(statement, ir.SetElement | ir.SetScalar) for statement in routine.body)
    return plain and 0 < len(routine.body) <= FEW


UNORDERED = ("any", "all", "count", "sum", "highest", "lowest")
"""Queries to which the order of what they range over is nothing."""


def ordered_reads(item: object) -> Iterator[str]:
    """The stores whose zones are read where their order can matter."""
    return (found.store for found in read_in_order(item))


def read_in_order(item: object) -> Iterator[ir.ZoneContents]:
    """Where zones are read and their order can matter."""
    indifferent: set[int] = set()
    for found in everything(item):
        match found:
            case ir.QueryExpr(form=form, sources=sources) if form in UNORDERED:
                indifferent.update(id(s.domain) for s in sources)
            case ir.Contains(items=items):
                indifferent.add(id(items))
            case ir.Helper("size", [items]):
                indifferent.add(id(items))
            case ir.Helper("same", [items, ir.Const(value=())]):
                indifferent.add(id(items))
            case ir.ZoneContents(raw=False) if id(found) not in indifferent:
                yield found

"""Writes the state of a match: its class, a fresh one, and the ways to copy it.

A state is an object of flat lists and integers. Three copies are made of it: a whole one, with frames and log, from which a
match may go on; that of a playout; and those on which a rule is only tried, which share with the state whatever the rule does
not change."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.backend.expressions import groups_of, marks_of
from rulelang.backend.facts import Facts
from rulelang.backend.kept import Kept, having, having_now, places
from rulelang.backend.writer import Writer
from rulelang.machine.program import COMMON_SLOTS
from rulelang.machine.world import Store, World

PLAYOUT_SLOTS = ("active", "winners", "over", "ticks", "random", "counters", "mentions", "apart")
"""What a state of a playout has: nothing in it ever stops. What came by chance and who chose is counted only where options may be
taken back."""


class StateCode:
    """The part of a module that is about its state."""

    facts: Facts
    world: World
    writer: Writer
    playout: bool
    alikes: set[str]
    marked: dict[str, list[Sequence[int]]]
    copies: dict[tuple[frozenset[str], frozenset[str]] | None, str]

    @property
    def keeps_groups(self) -> bool:
        """Whether states keep groups of spaces; the module says."""
        raise NotImplementedError

    @property
    def kept(self) -> dict[str, Kept]:
        """The fields by whose values states keep who has them; the module says."""
        raise NotImplementedError

    def shuffled(self, store: str) -> bool:
        """Whether zones of a store are ever shuffled."""
        return store in self.facts.shuffled

    def sorts(self, store: str) -> int:
        """How many sorts of tokens a store has; 0 where its things are told apart."""
        return self.facts.sorts.get(store, 0)

    def turned(self, store: str) -> bool:
        """Whether things of a store ever lie face down."""
        return store in self.facts.turned

    def shown(self, store: str) -> bool:
        """Whether things of a store are ever shown to single players."""
        return store in self.facts.shown and (not self.playout or self.facts.takes_back)

    def looked(self, store: str) -> bool:
        """Whether players ever look into zones of a store."""
        return store in self.facts.looked and (not self.playout or self.facts.takes_back)

    def _own_fields(self) -> tuple[list[str], list[str], list[Store]]:
        """The single fields of a state, its lists, and the stores whose things lie in zones."""
        scalars = [a.name for a in self.world.arrays.values() if a.scalar]
        arrays = [a.name for a in self.world.arrays.values() if not a.scalar]
        arrays += self._lists_of_zones()
        return scalars, arrays, [s for s in self.world.stores.values() if s.has_zones and not s.counted]

    def _kept_groups(self) -> list[tuple[str, str]]:
        """The groups that a state keeps, each with its array."""
        return [(groups_of(array, board), array) for array, board in self.facts.groups] if self.keeps_groups else []

    def _lists_of_zones(self) -> dict[str, list[int]]:
        """Lists of a state beside those of fields, as they begin: tokens in zones, who knows things, who looks into zones."""
        found: dict[str, list[int]] = {}
        for store in self.world.stores.values():
            if store.has_zones and store.counted:
                found[f"{store.name}_counts"] = self.world.start_counts(store)
            if self.shown(store.name):
                found[f"{store.name}_known"] = [0] * len(store.things)
            if self.looked(store.name):
                found[f"{store.name}_looking"] = [0] * len(store.zones)
        return found

    def _state(self) -> None:
        line = self.writer.line
        scalars, arrays, stores = self._own_fields()
        own = [*scalars, *arrays, *(groups for groups, _ in self._kept_groups())]
        own += [name for array in self.kept for name in (having(array), places(array))]
        for store in stores:
            own += [f"{store.name}_zones", f"{store.name}_at"]
            own += [f"{store.name}_undecided"] if self.shuffled(store.name) else []
            own += [f"{store.name}_down"] if self.turned(store.name) else []
        line("class State:")
        with self.writer.indented():
            line(f"__slots__ = {(*(PLAYOUT_SLOTS if self.playout else COMMON_SLOTS), *own)!r}")
        line("")
        line("def NEW():")
        with self.writer.indented():
            line("S = State()")
            for array in self.world.arrays.values():
                values = self.world.initial_values(array)
                line(f"S.{array.name} = {values[0]!r}" if array.scalar else f"S.{array.name} = {list(values)!r}")
            for name, start in self._lists_of_zones().items():
                line(f"S.{name} = {start!r}")
            for store in stores:
                zones = self.world.start_zones(store)
                at = [0] * len(store.things)
                for number, things in enumerate(zones):
                    for thing in things:
                        at[thing] = number
                line(f"S.{store.name}_zones = {zones!r}")
                line(f"S.{store.name}_at = {at!r}")
                if self.shuffled(store.name):
                    line(f"S.{store.name}_undecided = {[0] * len(zones)!r}")
                if self.turned(store.name):
                    line(f"S.{store.name}_down = {[0] * len(store.things)!r}")
            for groups, values_of in self._kept_groups():
                line(f"S.{groups} = GROUPS(S.{values_of}{', ' + marks_of(groups) if groups in self.marked else ''})")
            for array in self.world.arrays.values():
                if array.name in self.kept:
                    lists, at = having_now(self.kept[array.name], self.world.initial_values(array))
                    line(f"S.{having(array.name)} = {lists!r}")
                    line(f"S.{places(array.name)} = {at!r}")
            if self.playout:
                line("S.winners = None")
                line("S.active = -1")
                line("S.over = S.ticks = S.apart = 0")
                line("S.mentions = None")
                line(f"S.counters = {[0] * (1 + self.world.players) if self.facts.takes_back else []!r}")
            else:
                line("COMMON(S)")
            line("return S")
        line("")
        if self.playout:
            if self.facts.playout_copies:
                self._copy_of_playout(scalars, arrays, stores)
            self._copies_to_try(scalars, arrays, stores)
            return
        line("def COPY(S):")
        with self.writer.indented():
            line("T = State.__new__(State)")
            self._copied(scalars, arrays, stores)
            for name in (
                "active",
                "winners",
                "over",
                "ticks",
                "result",
                "answer",
                "choice",
                "chooser",
                "options",
                "keys",
                "depth",
                "random",
            ):
                line(f"T.{name} = S.{name}")
            line("T.counters = S.counters[:]")
            line("T.frames = [f[:] for f in S.frames]")
            line("T.log = S.log[:]")
            line("T.mentions = S.mentions")
            line("T.dictated = S.dictated.copy() if S.dictated is not None else None")
            line("T.extra = S.extra.copy() if S.extra is not None else None")
            line("T.apart = S.apart")
            line("T.branches = [b.copy(COPY) for b in S.branches] if S.branches is not None else None")
            line("return T")
        line("")
        self._copies_to_try(scalars, arrays, stores)

    def _copied(
        self,
        scalars: list[str],
        arrays: list[str],
        stores: list[Store],
        changed: tuple[frozenset[str], frozenset[str]] | None = None,
    ) -> None:
        """The lines that copy the game's own fields and zones from S to T; lists that are not `changed` are shared."""
        line = self.writer.line
        for name in scalars:
            line(f"T.{name} = S.{name}")
        for name in arrays:
            shared = changed is not None and name not in changed[0] and not any(name.startswith(f"{s}_") for s in changed[1])
            line(f"T.{name} = S.{name}" if shared else f"T.{name} = S.{name}[:]")
        for store in stores:
            shared = changed is not None and store.name not in changed[1]
            copy = "" if shared else "[:]"
            zones = f"S.{store.name}_zones"
            line(f"T.{store.name}_zones = {zones}" if shared else f"T.{store.name}_zones = [z[:] for z in {zones}]")
            line(f"T.{store.name}_at = S.{store.name}_at{copy}")
            if self.shuffled(store.name):
                line(f"T.{store.name}_undecided = S.{store.name}_undecided{copy}")
            if self.turned(store.name):
                line(f"T.{store.name}_down = S.{store.name}_down{copy}")

    def _copies_to_try(self, scalars: list[str], arrays: list[str], stores: list[Store]) -> None:
        """Copies on which something is tried: neither log nor open rules, which can be long."""
        for changed, name in self.copies.items():
            self._copy_to_try(name, changed, scalars, arrays, stores)

    def _copy_to_try(
        self,
        name: str,
        changed: tuple[frozenset[str], frozenset[str]] | None,
        scalars: list[str],
        arrays: list[str],
        stores: list[Store],
    ) -> None:
        line = self.writer.line
        line(f"def {name}(S):")
        with self.writer.indented():
            line("T = State.__new__(State)")
            self._copied(scalars, arrays, stores, changed)
            line("T.active = S.active")
            line("T.winners = S.winners")
            line("T.over = S.over")
            line("T.ticks = S.ticks")
            line("T.random = S.random")
            for groups, _ in self._kept_groups():
                line(f"T.{groups} = None")
            for array in self.kept:
                shared = changed is not None and array not in changed[0]
                lists, where = having(array), places(array)
                line(f"T.{lists} = S.{lists}" if shared else f"T.{lists} = [z[:] for z in S.{lists}]")
                line(f"T.{where} = S.{where}" if shared else f"T.{where} = S.{where}[:]")
            if not self.playout:
                line("T.frames = []")
                line("T.counters = S.counters[:]")
                line("T.keys = S.keys")
                line("T.dictated = S.dictated.copy() if S.dictated is not None else None")
            line("return T")
        line("")

    def _copy_of_playout(self, scalars: list[str], arrays: list[str], stores: list[Store]) -> None:
        """A playout copies its state only for an `at once`, and where an option may be taken back; its lists stay the same
        objects when it is restored."""
        line = self.writer.line
        lists = list(arrays)
        for store in stores:
            lists.append(f"{store.name}_at")
            lists += [f"{store.name}_undecided"] if self.shuffled(store.name) else []
            lists += [f"{store.name}_down"] if self.turned(store.name) else []
        zones = [f"{store.name}_zones" for store in stores]
        for head, target, source in (("def COPY(S):", "T", "S"), ("def RESTORE(S, T):", "S", "T")):
            line(head)
            with self.writer.indented():
                if target == "T":
                    line("T = State.__new__(State)")
                for name in (*PLAYOUT_SLOTS, *scalars):
                    line(f"{target}.{name} = {source}.{name}" + ("[:]" if name == "counters" else ""))
                where = "" if target == "T" else "[:]"
                for name in lists:
                    line(f"{target}.{name}{where} = {source}.{name}[:]")
                for name in zones:
                    line(f"{target}.{name}{where} = [z[:] for z in {source}.{name}]")
                if target == "T":
                    line("return T")
            line("")

    def _alike_functions(self) -> None:
        for name in sorted(self.alikes):
            store = next(s for s in self.world.stores.values() if s.name == name)
            designs = tuple(t.design for t in store.things)
            self.writer.line(f"DESIGN_{name} = {designs!r}")
            parts = [f"DESIGN_{name}[x]"]
            if store.has_zones:
                parts.append(f"S.{name}_at[x]")
            if self.turned(name):
                parts.append(f"S.{name}_down[x]")
            if self.shown(name):
                parts.append(f"S.{name}_known[x]")
            for array in self.world.arrays.values():
                if array.holder == name:
                    if array.field.visibility != "public":
                        # Whether things are offered as one must not tell what the chooser may not see.
                        parts.append("x")
                    elif array.width == 1:
                        parts.append(f"S.{array.name}[x]")
                    else:
                        parts.append(f"tuple(S.{array.name}[x * {array.width}:(x + 1) * {array.width}])")
            # A thing that holds others is like another only if both hold the same.
            for other in self.world.stores.values():
                for field_symbol, base in other.bases.items():
                    if not isinstance(field_symbol.holder, str) and field_symbol.holder.root is store.kind:
                        sorts = self.sorts(other.name)
                        start = f"({base} + x) * {sorts}"
                        held = f"S.{other.name}_zones[{base} + x]"
                        if sorts:
                            held = f"S.{other.name}_counts[{start}:{start} + {sorts}]"
                        if field_symbol.visibility != "public":
                            parts.append(f"(x if any({held}) else -1)" if sorts else f"(x if {held} else -1)")
                        else:
                            parts.append(f"tuple({held})")
            self.writer.line(f"def ALIKE_{name}(S, x):")
            with self.writer.indented():
                self.writer.line(f"return ({', '.join(parts)},)")
            self.writer.line("")

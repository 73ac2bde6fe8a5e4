"""States as plain data, for saving and for comparing.

Everything of a state is numbers, texts and lists of them, so a state is data but for what is derived: the keys of
chance come from the seed, and the branches of an `at once` are played again from their answers. `dump` of two states is
equal if and only if they are the same position, reached in the same way as far as the log tells.
"""

from __future__ import annotations

from typing import Any

from rulelang.runtime.chance import Dictation
from rulelang.runtime.extra import Branch, Extra, Kept
from rulelang.runtime.machine import Machine

COMMON = ("active", "winners", "over", "result", "answer", "choice", "chooser", "options", "counters", "depth", "mentions")


class Damaged(ValueError):
    """Data that is no state of this game."""


def own_names(machine: Machine) -> list[str]:
    """The fields of a state that belong to the game itself."""
    return [name for name in machine.namespace["State"].__slots__ if name not in _COMMON_SLOTS]


_COMMON_SLOTS = frozenset((*COMMON, "ticks", "frames", "keys", "log", "dictated", "branches", "random", "extra", "apart"))


def listed(value: Any) -> Any:
    """A value with all its sequences as lists."""
    if isinstance(value, (list, tuple, range)):
        return [listed(one) for one in value]
    return int(value) if isinstance(value, bool) else value


def tupled(value: Any) -> Any:
    """A value with all its sequences as tuples."""
    return tuple(tupled(one) for one in value) if isinstance(value, list) else value


def dump(machine: Machine, state: Any) -> dict[str, Any]:
    """A state as data."""
    return {
        "values": {name: listed(getattr(state, name)) for name in own_names(machine)},
        "common": {name: listed(getattr(state, name)) for name in COMMON},
        "frames": listed(state.frames),
        "log": listed(state.log),
        "branches": None
        if state.branches is None
        else [{"player": b.player, "frame": listed(b.frame), "answers": listed(b.answers)} for b in state.branches],
        "extra": None if state.extra is None else _dump_extra(machine, state.extra),
        "dictated": None if state.dictated is None else dump_dictated(state.dictated),
    }


def load(machine: Machine, data: dict[str, Any], keys: tuple[int, ...]) -> Any:
    """A state from data. Raises `Damaged` where it is none of this game."""
    state = machine.blank()
    state.keys = keys
    names = own_names(machine)
    if set(data["values"]) != set(names):
        raise Damaged("it has other fields than the game")
    for name in names:
        setattr(state, name, _fitting(name, getattr(state, name), data["values"][name]))
    for name in COMMON:
        value = data["common"][name]
        setattr(state, name, list(value) if name in ("counters", "mentions") and value is not None else tupled(value))
    if len(state.counters) != len(machine.streams):
        raise Damaged("it has other streams of chance than the game")
    blocks = len(machine.blocks)
    state.frames = [_frame(frame, blocks) for frame in data["frames"]]
    events, choices = len(machine.layout.events), len(machine.layout.choices)
    if any(not 0 <= event < events for event, _, _ in data["log"]) or not -1 <= state.choice < choices:
        raise Damaged("its log or its choice is not of this game")
    state.log = [(event, depth, tupled(values)) for event, depth, values in data["log"]]
    if data["dictated"] is not None:
        state.dictated = load_dictated(data["dictated"])
    if data.get("extra") is not None:
        state.extra = _load_extra(machine, data["extra"], keys)
    if data["branches"] is not None:
        branches = [Branch(b["player"], _frame(b["frame"], blocks), list(b["answers"]), None) for b in data["branches"]]
        machine.branch_again(state, branches)
    return state


def dump_dictated(dictated: Dictation) -> dict[str, Any]:
    """What is dictated and has not come yet, as data."""
    return {
        "dice": list(dictated.dice),
        "decks": [[store, zone, [sorted(one) for one in things]] for (store, zone), things in dictated.decks.items()],
        "picks": [sorted(one) for one in dictated.picks],
        "recorded": dictated.recorded,
        "missed": dictated.missed,
    }


def load_dictated(data: dict[str, Any]) -> Dictation:
    """What is dictated, from data."""
    return Dictation(
        list(data["dice"]),
        {(store, zone): [frozenset(one) for one in things] for store, zone, things in data["decks"]},
        [frozenset(one) for one in data["picks"]],
        data["recorded"],
        data["missed"],
    )


def _dump_extra(machine: Machine, extra: Extra) -> dict[str, Any]:
    return {
        "kept": [
            {
                "state": dump(machine, kept.state),
                "block": kept.block,
                "choice": kept.choice,
                "code": kept.code,
                "player": kept.player,
                "withdrawn": list(kept.withdrawn),
                "spoilt": kept.spoilt,
            }
            for kept in extra.kept
        ],
        "withdrawn": listed(extra.withdrawn),
        "joined": extra.joined,
    }


def _load_extra(machine: Machine, data: dict[str, Any], keys: tuple[int, ...]) -> Extra:
    kept = [
        Kept(
            load(machine, one["state"], keys),
            one["block"],
            one["choice"],
            one["code"],
            one["player"],
            tuple(one["withdrawn"]),
            one["spoilt"],
        )
        for one in data["kept"]
    ]
    choice, player, gone = data["withdrawn"]
    return Extra(kept, (choice, player, tuple(gone)), data["joined"])


def _frame(frame: list[Any], blocks: int) -> list[Any]:
    if not frame or not isinstance(frame[0], int) or not 0 <= frame[0] < blocks:
        raise Damaged("it stands where the rules have no place")
    return [frame[0], *(tupled(value) for value in frame[1:])]


def _fitting(name: str, fresh: Any, value: Any) -> Any:
    """A field's value, if it has the form of a fresh one."""
    if not isinstance(fresh, list):
        if isinstance(value, list) != isinstance(fresh, tuple):
            raise Damaged(f"`{name}` is wrong")
        return tupled(value)
    if not isinstance(value, list) or len(value) != len(fresh):
        raise Damaged(f"`{name}` is wrong")
    if name.endswith("_zones"):
        return [list(zone) for zone in value]
    return [tupled(one) for one in value]

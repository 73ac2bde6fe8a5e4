"""Rules tried on a state outside of the game's own code: for `expect possible(...)`, and to say why something is not possible.

The machine holds what its own conditions try; an example may ask about any rule. So the routines asked about are written when
somebody asks, and run beside a machine of their own, which is made once for each compiled game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rulelang.backend.compile import Compiled
from rulelang.backend.module import Module
from rulelang.machine import library
from rulelang.machine.library import Refused
from rulelang.runtime.machine import Machine


class Trials:
    """Tries the rules of one compiled game."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.known: dict[str, dict[str, Any]] = {}

    @cached_property
    def machine(self) -> Machine:
        """A machine of their own: few questions try anything, so it is made by the first that does."""
        return Machine(self.compiled.program, logging=False)

    def possible(self, state: Any, routine: str, arguments: tuple[Any, ...]) -> bool:
        """Whether it would run to its end, or to a choice with something to choose."""
        own, function = self._ready(state, routine)
        return library.possible(own, function, arguments)

    def would(self, state: Any, routine: str, arguments: tuple[Any, ...], condition: str, values: tuple[Any, ...]) -> bool:
        """Whether a condition, a routine of its own, would hold after it."""
        after = self.after(state, routine, arguments)
        if isinstance(after, Refused):
            return False
        return bool(self._condition(condition)(after, *values))

    def after(self, state: Any, routine: str, arguments: tuple[Any, ...]) -> Any:
        """The state after a routine, as far as it comes; or where it could not go on."""
        own, function = self._ready(state, routine)
        try:
            function(own, *arguments)
        except (library.Reached, library.GameEnded):
            pass
        except Refused as refused:
            return refused
        return own

    def _ready(self, state: Any, routine: str) -> tuple[Any, Callable[..., Any]]:
        """A copy of the state, and the function that tries a routine on it."""
        namespace = self.namespace(routine)
        return namespace["TRIAL"](state), namespace[f"Q_{routine.removeprefix('R_')}"]

    def namespace(self, routine: str) -> dict[str, Any]:
        """The module that tries a routine."""
        if routine not in self.known:
            code = Module(self.compiled.facts, False, False).write_trials([routine])
            namespace = dict(self.machine.namespace)
            exec(compile(code.source, "<trial>", "exec", dont_inherit=True), namespace)
            self.known[routine] = namespace
        return self.known[routine]

    def _condition(self, name: str) -> Callable[..., Any]:
        """A condition of a `would`, which a question may have just made."""
        found = self.machine.namespace.get(name)
        if found is None:
            code = Module(self.compiled.facts, False, False).write_trials((), [name])
            exec(compile(code.source, "<trial>", "exec", dont_inherit=True), namespace := dict(self.machine.namespace))
            found = namespace[name]
            self.machine.namespace[name] = found
        condition: Callable[..., Any] = found
        return condition


def trials_of(compiled: Compiled) -> Trials:
    """The one that tries the rules of a compiled game."""
    if not isinstance(compiled.trials, Trials):
        compiled.trials = Trials(compiled)
    return compiled.trials

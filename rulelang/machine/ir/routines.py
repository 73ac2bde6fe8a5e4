"""Routines of the intermediate representation: bodies by name, and which body runs for which thing."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.machine.ir.expressions import Variable
from rulelang.machine.ir.statements import Stmt
from rulelang.text.source import NOWHERE, Span


@dataclass(slots=True, eq=False)
class Routine:
    """A body. `suspends` where it can reach a choice: then it is split into blocks."""

    name: str
    path: str
    parameters: list[Variable]
    body: list[Stmt]
    suspends: bool
    returns: bool
    span: Span = NOWHERE
    form: str = "rule"


@dataclass(slots=True, eq=False)
class Method:
    """Which routine runs for each thing of a store: by thing number, none where the thing has none."""

    name: str
    path: str
    store: str
    routines: list[str | None]
    suspends: bool

"""Syntax errors in the author's words."""

from __future__ import annotations

from rulelang.syntax.faults import Fault
from rulelang.syntax.layout import Layout
from rulelang.syntax.parser import Stuck


def diagnose(layout: Layout, stuck: Stuck, start: str) -> Fault:
    """What is wrong where parsing got stuck."""
    found = layout.text[stuck.start : stuck.end]
    return Fault("RL0101", f"`{found}` cannot stand here", stuck.start, stuck.end)

"""The version of rulelang, kept once: the build reads it from here, and compiled games are kept apart by it."""

from __future__ import annotations

VERSION = "0.1.0"

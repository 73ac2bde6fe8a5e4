"""What of a game cannot be worked out: found while its world is built, told with its place."""

from __future__ import annotations

from rulelang.text.source import Span


class WorldError(Exception):
    """Something of the author's that only shows once numbers are known; carries where."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span

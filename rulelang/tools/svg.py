"""Pictures as text: the few shapes of SVG that boards are drawn with, the paper growing with what is drawn.

All text is escaped, and lengths are written with at most one digit behind the point, so that the same picture is always the
same text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rulelang.text.render import width

FONT = "Georgia, 'Times New Roman', serif"
LETTER = 0.56
"""How wide a letter is, as a part of the size of its type."""

MARGIN = 28.0


def breadth(text: str, size: float) -> float:
    """About how broad a text is."""
    return width(text) * size * LETTER


class Picture:
    """A picture in the making."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.left = self.top = 0.0
        self.right = self.bottom = 0.0

    def reach(self, x: float, y: float) -> None:
        """Let the paper reach a point."""
        self.left, self.right = min(self.left, x), max(self.right, x)
        self.top, self.bottom = min(self.top, y), max(self.bottom, y)

    def line(self, points: Sequence[tuple[float, float]], look: str) -> None:
        """A line through points."""
        for x, y in points:
            self.reach(x, y)
        self.parts.append(f'<polyline points="{_points(points)}" fill="none" {look}/>')

    def curve(self, start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float], look: str) -> None:
        """A line that bends towards a point."""
        for x, y in (start, bend, end):
            self.reach(x, y)
        path = f"M{_pair(start)} Q{_pair(bend)} {_pair(end)}"
        self.parts.append(f'<path d="{path}" fill="none" {look}/>')

    def polygon(self, points: Sequence[tuple[float, float]], look: str, title: str = "") -> None:
        """A filled shape; `title` is told when one points at it."""
        for x, y in points:
            self.reach(x, y)
        self.parts.append(f'<polygon points="{_points(points)}" {look}>{_title(title)}</polygon>')

    def box(self, x: float, y: float, wide: float, tall: float, look: str, title: str = "", round_: float = 0) -> None:
        """A rectangle around a middle."""
        self.reach(x - wide / 2, y - tall / 2)
        self.reach(x + wide / 2, y + tall / 2)
        corner = f' rx="{_short(round_)}"' if round_ else ""
        place = f'x="{_short(x - wide / 2)}" y="{_short(y - tall / 2)}" width="{_short(wide)}" height="{_short(tall)}"{corner}'
        self.parts.append(f"<rect {place} {look}>{_title(title)}</rect>")

    def text(self, x: float, y: float, words: str, size: float, look: str = "", anchor: str = "middle") -> None:
        """Words around a point, or from it on."""
        wide = breadth(words, size)
        from_ = x - wide / 2 if anchor == "middle" else x
        self.reach(from_, y - size)
        self.reach(from_ + wide, y + size)
        place = f'x="{_short(x)}" y="{_short(y + size * 0.35)}" font-size="{_short(size)}" text-anchor="{anchor}"'
        self.parts.append(f"<text {place}{f' {look}' if look else ''}>{escape(words)}</text>")

    def source(self, title: str) -> str:
        """The picture as a file."""
        left, top = self.left - MARGIN, self.top - MARGIN
        wide, tall = self.right - self.left + 2 * MARGIN, self.bottom - self.top + 2 * MARGIN
        view = " ".join(_short(n) for n in (left, top, wide, tall))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{_short(wide)}" height="{_short(tall)}" '
            f'font-family="{FONT}" fill="#2b2620" role="img">'
        )
        paper = f'<rect x="{_short(left)}" y="{_short(top)}" width="{_short(wide)}" height="{_short(tall)}" fill="#fdfaf3"/>'
        return "\n".join([head, f"<title>{escape(title)}</title>", paper, *self.parts, "</svg>"]) + "\n"


def _short(number: float) -> str:
    text = f"{number:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def _pair(point: tuple[float, float]) -> str:
    return f"{_short(point[0])},{_short(point[1])}"


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(_pair(point) for point in points)


def _title(title: str) -> str:
    return f"<title>{escape(title)}</title>" if title else ""

"""Boards and the diagrams that lay them out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulelang.syntax.nodes.base import Declaration, Node

if TYPE_CHECKING:
    from rulelang.syntax.nodes.base import Identifier
    from rulelang.syntax.nodes.declarations import Row
    from rulelang.syntax.nodes.expressions import Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Way(Node):
    """`west_door: gatehouse - cloister - refectory`"""

    name: Identifier | None
    spaces: list[Identifier]
    symbols: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False, kw_only=True)
class Grid(Node):
    """`grid 8 by 8`, `hexes 11 by 11`: columns by rows of squares, or of hexes that stand on a point"""

    columns: int
    rows: int
    hexes: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Hexes(Node):
    """`hexes pointy at q, r`: the fields that place each space; `pointy` is false for `flat`"""

    pointy: bool
    across: Identifier
    down: Identifier


@dataclass(slots=True, eq=False, kw_only=True)
class Placed(Node):
    """`spaces at x, y`: the fields that say where each space is drawn, to the right and down"""

    across: Identifier
    down: Identifier


@dataclass(slots=True, eq=False, kw_only=True)
class DiagramRow(Node):
    """A row of a diagram, as it stands between its quotes; the span is that of what stands there."""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class Diagram(Node):
    """The rows of a grid, the highest first, a sign for each square"""

    rows: list[DiagramRow]


@dataclass(slots=True, eq=False, kw_only=True)
class Board(Declaration):
    """`board castle of Room by Corridor:` with ways, a grid or hexes

    `condition` says which things of the kind are its spaces (`where` of the grid, the hexes or of `spaces`), `gaps` which
    neighbours of a grid or of hexes are none, `start` what the squares of a grid begin with.
    """

    name: Identifier
    kind: Identifier
    edge_kind: Identifier | None
    ways: list[Way]
    grid: Grid | None
    hexes: Hexes | None = None
    condition: Expression | None = None
    gaps: list[Way] = field(default_factory=list)
    start: Diagram | None = None
    placed: Placed | None = None
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Symbols(Declaration):
    """`symbols Square:`: a table of signs and what each says of a square; laid out as `Table`"""

    kind: Identifier
    header: list[Expression]
    rows: list[Row]

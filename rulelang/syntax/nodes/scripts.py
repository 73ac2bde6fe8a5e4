"""Examples and scripts: what is given, what is done, what is expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulelang.syntax.nodes.base import Declaration, Node

if TYPE_CHECKING:
    from rulelang.syntax.nodes.base import Comment, Identifier
    from rulelang.syntax.nodes.boards import Diagram
    from rulelang.syntax.nodes.expressions import Expression
    from rulelang.text.source import Span


@dataclass(slots=True, eq=False, kw_only=True)
class Clause(Node):
    """A line of an example or a script."""


@dataclass(slots=True, eq=False, kw_only=True)
class Narration(Clause):
    """`## text`: printed in the transcript"""

    text: str


@dataclass(slots=True, eq=False, kw_only=True)
class Players(Clause):
    """`players ann, ben`"""

    names: list[Identifier]


@dataclass(slots=True, eq=False, kw_only=True)
class SetSetting(Clause):
    """`set penalty = 2`: the example is played with this setting. In a script it is part of the header. `symbol` is the
    checker's."""

    name: Identifier
    value: Expression
    symbol: Any = None


@dataclass(slots=True, eq=False, kw_only=True)
class Given(Clause):
    """`given ann.points = 3`, `given deck = [a, b]`"""

    target: Expression
    value: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class GivenDiagram(Clause):
    """`given squares:` and a diagram of all of them"""

    target: Expression
    diagram: Diagram


@dataclass(slots=True, eq=False, kw_only=True)
class Dice(Clause):
    """`dice 3, 1`: faces in the order rolled"""

    faces: list[int]


@dataclass(slots=True, eq=False, kw_only=True)
class Deck(Clause):
    """`deck bag: ring, sword`: the next draws from a shuffled zone, top first"""

    zone: Expression
    things: list[Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class RandomPicks(Clause):
    """`random knight, goods`: the next picks at random"""

    things: list[Expression]


@dataclass(slots=True, eq=False, kw_only=True)
class When(Clause):
    """`when turn(ann)`"""

    call: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class Expect(Clause):
    """`expect ann.points == 3`"""

    condition: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class ExpectSees(Clause):
    """`expect ann sees joker`, `expect ann not sees joker`"""

    player: Expression
    what: Expression
    negated: bool


@dataclass(slots=True, eq=False, kw_only=True)
class ExpectOptions(Clause):
    """`expect options of ann == [a, b]`: exactly these, in any order"""

    player: Identifier
    options: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class ExpectBill(Clause):
    """`expect bill of ann:` and its lines: exactly these, in any order, beside lines that are 0"""

    player: Identifier
    lines: list[BillLine]


@dataclass(slots=True, eq=False, kw_only=True)
class BillLine(Node):
    """`"fruit": 3`: a label as it is shown, and what the line is worth"""

    label: str
    value: Expression


@dataclass(slots=True, eq=False, kw_only=True)
class ExpectWon(Clause):
    """`expect won by ann, ben`: who wins if the match is over now, and nobody else"""

    players: list[Identifier]


@dataclass(slots=True, eq=False, kw_only=True)
class Answer(Clause):
    """`ann: build tower_1 north`: words as written"""

    player: Identifier
    words: str


@dataclass(slots=True, eq=False, kw_only=True)
class Refused(Clause):
    """`refused ann: build tower_2 north by turn.build`"""

    player: Identifier
    words: str
    by: list[Identifier]


@dataclass(slots=True, eq=False, kw_only=True)
class StateMark(Clause):
    """`state "3f9a12 77ab01", "ann.gold = 4"`: of a recorded script, what the states after the last moves were"""

    digests: list[str]
    values: list[str]


@dataclass(slots=True, eq=False, kw_only=True)
class Undo(Clause):
    """`undo`, or `undo anyway`: the last move is taken back"""

    anyway: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Redo(Clause):
    """`redo`: what was taken back is chosen again"""


@dataclass(slots=True, eq=False, kw_only=True)
class Example(Declaration):
    """`example "…":` and its clauses; `replace example "…":` in a variant stands in for that of the game"""

    title: str
    clauses: list[Clause]
    replaces: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Script(Node):
    """A `.play` file: its header, its clauses and all its comments. `game` is an id or a path, in quotes, from the script's
    folder; `rules` are the digests of the rules that a recorded match was played with."""

    game: str | None
    game_span: Span | None
    variants: list[Identifier]
    settings: list[tuple[Identifier, Expression]]
    seed: int | None
    clauses: list[Clause]
    rules: list[str] = field(default_factory=list)
    says_variants: bool = False
    comments: list[Comment] = field(default_factory=list)

"""Statements of the intermediate representation: what changes the state, asks players, or says where to go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulelang.machine.ir.expressions import Expr, Source, Template, Variable
from rulelang.text.source import NOWHERE, Span


@dataclass(slots=True, eq=False, kw_only=True)
class Stmt:
    """Something that is done; `span` is its place in the rules."""

    span: Span = NOWHERE
    suspends: bool = False


@dataclass(slots=True, eq=False)
class SetVariable(Stmt):
    """Give a variable a value."""

    variable: Variable
    value: Expr


@dataclass(slots=True, eq=False)
class SetScalar(Stmt):
    """Give a field of the game a value; bounds are checked where they are given. `announce` is the log event for the change."""

    name: str
    value: Expr
    lowest: int | None = None
    highest: int | None = None
    announce: int | None = None


@dataclass(slots=True, eq=False)
class SetElement(Stmt):
    """Give a field of a thing or a player a value."""

    array: str
    index: Expr
    value: Expr
    lowest: int | None = None
    highest: int | None = None
    announce: int | None = None


@dataclass(slots=True, eq=False)
class Increase(Stmt):
    """`gains` (sign 1), `loses` (-1) and `pays` (-1, must be there): an array's element changes within its bounds; logged."""

    array: str
    index: Expr
    amount: Expr
    verb: str
    lowest: int | None
    highest: int | None
    event: int
    reason: Template | None
    supply: str = ""
    """The scalar that holds what players have not, if there is a supply."""
    then: str = ""
    """What happens when it runs out: outside, nothing, or empty where that is a fault."""
    short_event: int = -1
    """The log event that tells how many it was short of."""


@dataclass(slots=True, eq=False)
class MoveThings(Stmt):
    """Move a thing or a list of things. `many` says that `what` is a list; `at_random` takes that many of it by chance."""

    store: str
    what: Expr
    many: bool
    zone: Expr
    bottom: bool
    face_down: bool
    event: int
    at_random: Expr | None = None
    is_slot: bool = False
    source: Expr | None = None
    """The zone in which a single thing must lie, where the rules say so."""


@dataclass(slots=True, eq=False)
class MoveTokens(Stmt):
    """Move tokens. `what` is a sort, or with `many` a list of sorts, one token for each; none for whatever lies there. `count` is
    how many of the sort, or, with `at_random`, how many of all; without it all of them. `sources` is a zone, or with `several`
    a list of zones."""

    store: str
    what: Expr | None
    many: bool
    count: Expr | None
    sources: Expr
    several: bool
    at_random: bool
    zone: Expr
    event: int


@dataclass(slots=True, eq=False)
class ShowThings(Stmt):
    """Show things to a player, or with `many` to a list of them: they know them from then on. Tokens are only told."""

    store: str
    what: Expr
    readers: Expr
    many: bool
    event: int


@dataclass(slots=True, eq=False)
class LookAt(Stmt):
    """From here on a player sees what lies in a zone; `saved` remembers who did before."""

    store: str
    zone: Expr
    player: Expr
    saved: Variable
    event: int


@dataclass(slots=True, eq=False)
class LookAway(Stmt):
    """From here on only those see into the zone who did before `LookAt`."""

    store: str
    zone: Expr
    saved: Variable


@dataclass(slots=True, eq=False)
class DrawThings(Stmt):
    """Draw from the top of a zone; `variable` gets the thing (`single`: none if there is none) or the list.

    An empty zone is filled from the zone `refill`, if there is one (-1: not), and shuffled."""

    store: str
    count: Expr
    source: Expr
    zone: Expr
    bottom: bool
    variable: Variable | None
    single: bool
    event: int
    refill: Expr | None = None
    refill_event: int = -1


@dataclass(slots=True, eq=False)
class ShuffleZone(Stmt):
    """Shuffle a zone."""

    store: str
    zone: Expr
    event: int


@dataclass(slots=True, eq=False)
class RevealThings(Stmt):
    """Turn things face up for everybody."""

    store: str
    what: Expr
    event: int


@dataclass(slots=True, eq=False)
class RollDice(Stmt):
    """Roll `count` dice with these faces and add them up, with `plus` on top; `bill` names the lines that it is made of, worked
    out from `bill_arguments`. `secret` if nobody sees what comes."""

    variable: Variable
    count: int
    faces: tuple[int, ...]
    event: int
    plus: Expr | None = None
    bill: str = ""
    bill_arguments: list[Expr] = field(default_factory=list)
    secret: bool = False


@dataclass(slots=True, eq=False)
class PickRandom(Stmt):
    """Take one of a list by chance; none of an empty list."""

    variable: Variable
    items: Expr
    event: int


@dataclass(slots=True, eq=False)
class Branch(Stmt):
    """If and else."""

    condition: Expr
    then: list[Stmt]
    otherwise: list[Stmt]


@dataclass(slots=True, eq=False)
class Loop(Stmt):
    """Endless until left; `after` runs before each further pass (also after `next`)."""

    body: list[Stmt]
    after: list[Stmt] = field(default_factory=list)
    label: int = 0


@dataclass(slots=True, eq=False)
class ForIn(Stmt):
    """For each value of a list taken once."""

    variable: Variable
    items: Expr
    body: list[Stmt]
    label: int = 0


@dataclass(slots=True, eq=False)
class Leave(Stmt):
    """Leave the loop (or region) of that label."""

    label: int


@dataclass(slots=True, eq=False)
class Again(Stmt):
    """Go on with the next pass of the loop of that label."""

    label: int


@dataclass(slots=True, eq=False)
class Region(Stmt):
    """A stretch that can be left early by its label: a step, or the body of a phase's pass."""

    body: list[Stmt]
    label: int = 0


@dataclass(slots=True, eq=False)
class Call(Stmt):
    """Call a routine, or a thing's body of a method (`receiver` given)."""

    routine: str
    receiver: Expr | None
    arguments: list[Expr]
    result: Variable | None = None


@dataclass(slots=True, eq=False)
class Return(Stmt):
    """Leave the routine with a value."""

    value: Expr | None = None


@dataclass(slots=True, eq=False)
class Finish(Stmt):
    """End the game: won by a player or a list, drawn, or to be scored."""

    winner: Expr | None
    many: bool
    drawn: bool
    event: int
    why: Template | None


@dataclass(slots=True, eq=False)
class Fail(Stmt):
    """A fault of the rules, met while playing: a code and a text.

    A `require` has a `number` among all of them and, for questions about it, its `node` and the variables in sight that it
    speaks of (`scope`).
    """

    code: str
    text: Template
    number: int = -1
    node: Any = None
    scope: list[Variable] = field(default_factory=list)
    this: Variable | None = None


@dataclass(slots=True, eq=False)
class Tell(Stmt):
    """Write a line of the log: an event and the values of its template; with `readers`, a player or a list of them, for those
    alone."""

    event: int
    template: Template
    readers: Expr | None = None
    many: bool = False


@dataclass(slots=True, eq=False)
class Enter(Stmt):
    """A phase, step or turn begins: deepens the log. `template` is its title."""

    event: int
    template: Template | None
    node: str


@dataclass(slots=True, eq=False)
class Exit(Stmt):
    """The phase, step or turn that was entered last is over."""


@dataclass(slots=True, eq=False)
class Alternative:
    """One option of a choice: its parameters with their conditions, its own condition, texts and body.

    `sizes` and `offsets` encode the parameters: value - offset is below size. `alike` names, for each parameter, the store whose
    alike copies are offered once.
    """

    name: str
    sources: list[Source]
    condition: Expr | None
    label: Template | None
    notation: Template | None
    body: list[Stmt]
    shapes: list[Any]
    sizes: list[int]
    offsets: list[int]
    alike: list[str | None]
    span: Span = NOWHERE
    node: Any = None
    keeps: bool = False
    """Whether it may be taken back by `cancel`: then the state is kept until its body is done."""


@dataclass(slots=True, eq=False)
class Choice(Stmt):
    """Stop and ask a player.

    A pick (`pick` true) has one alternative with one parameter, whose value is the answer's code, and -1 for declining. Of
    several picks at once each is a choice of its own: `picked` is the list so far, `least` and `most` bound its size, and -1
    says enough."""

    number: int
    player: Expr
    prompt: Template | None
    alternatives: list[Alternative]
    pick: bool
    optional: bool
    secret: bool
    path: str
    event: int
    otherwise: list[Stmt] | None = None
    picked: Variable | None = None
    least: Expr | None = None
    most: Expr | None = None
    node: Any = None
    members: Variable | None = None
    """Of a window: the list of those who are asked one after another. Passing is possible then, and who can do nothing is not
    asked."""

    declining: int = -1
    """The code for choosing nothing, or nothing more; of numbers it is none of them."""

    @property
    def keeps(self) -> bool:
        """Whether one of its options may be taken back by `cancel`."""
        return any(alternative.keeps for alternative in self.alternatives)


@dataclass(slots=True, eq=False)
class BeforeChoice(Stmt):
    """A choice is about to be made ready: what is worked out for it from here on is worked out anew when it is asked afresh.
    `choice` is its number, or -1 for a window, each of whose members is asked afresh by himself."""

    choice: int = -1


@dataclass(slots=True, eq=False)
class Withdraw(Stmt):
    """`cancel`: back to the innermost choice whose option is being carried out, and that option gone from it."""


@dataclass(slots=True, eq=False)
class Release(Stmt):
    """An option that might have been taken back is done."""


@dataclass(slots=True, eq=False)
class JoinMoves(Stmt):
    """From here on choices count as one move; `saved` remembers whether they did before."""

    saved: Variable


@dataclass(slots=True, eq=False)
class PartMoves(Stmt):
    """From here on choices count as they did before `JoinMoves`."""

    saved: Variable


@dataclass(slots=True, eq=False)
class AtOnceFor(Stmt):
    """Run the body for each player of the list, each for himself; go on when all are done. The body is a routine of its own."""

    routine: str
    players: Expr
    arguments: list[Expr]

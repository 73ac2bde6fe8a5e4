# ruff: noqa: F403
"""The intermediate representation: rules as a small machine over integers.

Lowering turns every construct of the language into these few; backends know nothing else. All values are integers (see
`sema.types`), texts, or tuples and lists of integers; a zone is the number of a zone within its store. Variables are objects,
unique within a routine, so that nothing is ever captured by accident.

Control is structured. What needs a choice is marked (`suspends`), and `machine.split` cuts such routines into blocks that a
match can stop between; a playout takes the structured form as it is and never stops.

Ranges of variables and sizes of lists are kept where they are known, and every store has a fixed number of zones and things,
so that a native backend could lay out all of a state in advance.

All names of this package's modules are to be had from the package itself: `ir.Branch`, whichever module it stands in."""

from rulelang.machine.ir.expressions import *
from rulelang.machine.ir.routines import *
from rulelang.machine.ir.statements import *

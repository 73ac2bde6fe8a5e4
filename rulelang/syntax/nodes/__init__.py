# ruff: noqa: F403
"""The syntax tree of `.rules` and `.play` files.

One slotted class a construct, named as in the manual. Nodes carry what the author wrote and where; what the checker learns is
kept on the same nodes in the few fields marked *checker*: `Expression.type`, `Name.symbol` and its kin. Nothing here knows how
rules run. A node's docstring shows its syntax.

Nodes are compared by identity (`eq=False`): the formatter's proof compares trees with `walk.same_tree`, which ignores places.

All names of this package's modules are to be had from the package itself: `nodes.Choose`, whichever module it stands in.
"""

from rulelang.syntax.nodes.base import *
from rulelang.syntax.nodes.boards import *
from rulelang.syntax.nodes.declarations import *
from rulelang.syntax.nodes.expressions import *
from rulelang.syntax.nodes.files import *
from rulelang.syntax.nodes.scripts import *
from rulelang.syntax.nodes.statements import *
from rulelang.syntax.nodes.variants import *

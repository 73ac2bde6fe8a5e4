"""The exit codes of every command.

0 fine · 1 findings: errors in rules, failed tests, files that `fmt` would change, a refused script · 2 usage: a command,
option, game or file that does not exist, or a flag that contradicts the header of a script · 3 a fault of rulelang itself, of
which a report is kept. Ctrl-C gives 130, as programs do.

`run` says of a recorded match what has become of it: 0 the same game · 4 the same moves, but another state · 5 a move that is
not legal any more. Of several scripts the highest counts.
"""

from __future__ import annotations

FINE = 0
FINDINGS = 1
USAGE = 2
INTERNAL = 3
OTHER_STATE = 4
DIVERGED = 5
INTERRUPTED = 130

"""The exit codes of every command.

0 fine · 1 findings: errors in rules, failed tests, files that `fmt` would change, a refused script · 2 usage: a command,
option, game or file that does not exist · 3 a fault of rulelang itself, of which a report is kept. Ctrl-C gives 130, as
programs do.
"""

from __future__ import annotations

FINE = 0
FINDINGS = 1
USAGE = 2
INTERNAL = 3
INTERRUPTED = 130

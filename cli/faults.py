"""What a user sees when a command ends in an exception: a sentence and an exit code, never a traceback.

Faults of an author or a user come as errors of their own and are told; anything else is a fault of rulelang: a report is kept
in a file, and the message says where.
"""

from __future__ import annotations

from cli import exit
from cli.output import say, show_findings
from rulelang.errors import RulelangError, RulesError, ScriptError
from rulelang.runtime.machine import RulesFault
from rulelang.tools.faults import keep_report


def explain_fault(error: Exception, arguments: list[str]) -> int:
    """Say what happened; gives the exit code."""
    if isinstance(error, RulesFault):
        place = f"{error.place}: " if error.place else ""
        say(f"{place}error[{error.code}]: {error.message}")
        for rule in error.rules:
            say(f"  in {rule}")
        for reason in error.reasons():
            say(f"  {reason}")
        if error.script:
            say("this script leads there:")
            for line in error.script:
                say(f"  {line}")
        return exit.FINDINGS
    if isinstance(error, RulesError | ScriptError):
        show_findings([(error.diagnostics, error.sources)], "human", err=True)
        return exit.FINDINGS
    if isinstance(error, RulelangError):
        say(f"Error: {error}")
        return exit.USAGE
    if isinstance(error, OSError) and error.filename is not None:
        say(f"Error: {error.filename}: {(error.strerror or 'cannot be used').lower()}")
        return exit.USAGE
    where = keep_report(error, arguments)
    kept = f"a report is kept in {where}" if where is not None else "no report could be kept"
    say(f"Error: this is a fault of rulelang, not of your rules; {kept}")
    return exit.INTERNAL

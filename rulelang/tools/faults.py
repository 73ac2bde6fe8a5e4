"""Reports of faults of rulelang itself: what its makers need, in a file of the user's own.

Reports lie in the user's cache folder, readable by him alone, since arguments and messages may hold what he wrote.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

from rulelang.version import VERSION


def report_folder() -> Path:
    """Where reports are kept."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "rulelang" / "reports"


def report_text(error: BaseException, arguments: list[str]) -> str:
    """The report as text."""
    lines = [
        f"rulelang {VERSION}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {arguments!r}",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"


def keep_report(error: BaseException, arguments: list[str]) -> Path | None:
    """Write the report; where it is, or none where no file can be written."""
    text = report_text(error, arguments)
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    for folder in (report_folder, lambda: Path(tempfile.mkdtemp(prefix="rulelang-"))):
        try:
            place = folder()
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = place / name
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(text)
        except (OSError, RuntimeError):
            continue
        return path
    return None

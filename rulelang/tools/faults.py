"""Reports of faults of rulelang itself: what its makers need, in a file of the user's own.

Reports lie beside the cached games, readable by the user alone, since arguments and messages may hold what he wrote; in a
temporary folder of their own where there is no safe cache folder.
"""

from __future__ import annotations

import os
import platform
import tempfile
import time
import traceback
from pathlib import Path

from rulelang.text.cachedir import cache_folder
from rulelang.version import VERSION


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
    try:
        folder = cache_folder()
        place = folder / "reports" if folder is not None else Path(tempfile.mkdtemp(prefix="rulelang-"))
        place.mkdir(exist_ok=True, mode=0o700)
        path = place / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        return None
    return path

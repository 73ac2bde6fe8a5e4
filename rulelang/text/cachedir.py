"""The user's own cache folder.

Built parsers and compiled games are kept between runs, as files that Python loads and trusts. So they lie only where nobody
else can write: `RULELANG_CACHE` if set, else `rulelang` under `XDG_CACHE_HOME` or `~/.cache`; never in the shared temporary
folder. The folder is made for the owner alone. One that belongs to somebody else, or that others may write to, is not used:
then nothing is cached, and everything works all the same, slower.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


def cache_folder() -> Path | None:
    """The folder to cache in, made if need be; none where there is no safe one."""
    chosen = os.environ.get("RULELANG_CACHE")
    try:
        if chosen:
            folder = Path(chosen)
        else:
            base = os.environ.get("XDG_CACHE_HOME")
            folder = (Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache") / "rulelang"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except (OSError, RuntimeError):
        return None
    if stat.S_ISLNK(found.st_mode):
        try:
            found = folder.stat()
        except OSError:
            return None
    if not stat.S_ISDIR(found.st_mode) or not _own(found):
        return None
    return folder


def _own(found: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user and nobody else may write to it."""
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def read_cached(name: str) -> bytes | None:
    """A cached file's content; none if it is not there or not safely the user's own."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        with (folder / name).open("rb") as file:
            if not _own(os.fstat(file.fileno())):
                return None
            return file.read()
    except OSError:
        return None


def write_cached(name: str, content: bytes) -> None:
    """Keep a file; readers see all of it or nothing. That it cannot be kept is no fault."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new-")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(folder / name)
    except OSError:
        try:
            Path(temporary).unlink()
        except OSError:
            return


def touch_cached(name: str) -> None:
    """Note that a file was of use now. That it cannot be noted is no fault."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        os.utime(folder / name)
    except OSError:
        return

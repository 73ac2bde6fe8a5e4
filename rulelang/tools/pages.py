"""The pages of the errors: one Markdown file a code, shown by `rulelang explain`.

They are written in `docs/errors/` of the project. A wheel carries them as `rulelang/text/pages/`; an editable install and a
plain checkout read them where they are written.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from rulelang.errors import NotFound
from rulelang.text.codes import CODES
from rulelang.text.suggest import near


def pages_folder() -> Path:
    """Where the pages are."""
    inside = Path(str(files("rulelang.text"))) / "pages"
    if inside.is_dir():
        return inside
    return Path(str(files("rulelang"))).parent / "docs" / "errors"


def read_page(code: str) -> str:
    """The page of a code, in capitals or small letters, with or without its `RL`. Raises `NotFound`."""
    wanted = code.strip().upper()
    if re.fullmatch(r"[0-9]{1,4}", wanted):
        wanted = f"RL{wanted.zfill(4)}"
    if wanted not in CODES:
        names = near(wanted, CODES)
        ways = f"; near it are {', '.join(f'`{name}`' for name in names)}" if names else ""
        raise NotFound(f"there is no error with the code `{code}`{ways}")
    page = pages_folder() / f"{wanted}.md"
    if not page.is_file():
        return f"# {wanted}: {CODES[wanted].title}\n"
    return page.read_text(encoding="utf-8")


def list_codes() -> list[tuple[str, str]]:
    """All codes with their titles."""
    return [(code, entry.title) for code, entry in CODES.items()]

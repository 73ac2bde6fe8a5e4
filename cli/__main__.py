"""`python -m cli` is `rulelang`, for a checkout that is not installed."""

from __future__ import annotations

from cli.main import main

main()

"""Recorded screens."""

from __future__ import annotations

import os
from pathlib import Path

SHOTS = Path(__file__).parent / "screens"
RENEW = "P2PGAMES_RENEW_SCREENS"
"""Set this in the environment to write the pictures anew; then look at what changed."""


def check_shot(name, text):
    """The text is what was recorded; or it is recorded now, where that is asked for."""
    file = SHOTS / f"{name}.txt"
    if os.environ.get(RENEW):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == file.read_text(encoding="utf-8")

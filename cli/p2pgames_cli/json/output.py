"""Objects for programs, one on each line."""

from __future__ import annotations

import json
from typing import Any

from p2pgames_cli.config import console


def as_line(kind: str, /, **fields: Any) -> str:
    """Return one object as it is printed."""
    return json.dumps({"type": kind, **fields})


def say(kind: str, /, **fields: Any) -> None:
    """Print one object."""
    console.tell(as_line(kind, **fields))

"""Objects for programs, one on each line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from p2pgames_cli.config import console
from p2pgames_cli.table.news import News


def as_line(kind: str, /, **fields: Any) -> str:
    """Return one object as it is printed."""
    return json.dumps({"type": kind, **fields})


def say(kind: str, /, **fields: Any) -> None:
    """Print one object."""
    console.tell(as_line(kind, **fields))


def say_news(news: Iterable[News]) -> None:
    """Print an object for everything that is new to programs."""
    for one in news:
        if one.data is not None:
            say(one.kind, **one.data)

"""What a terminal has said of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Terminal:
    """The terminal a player sits at, as far as it has answered."""

    wide: bool = False
    """Whether it draws signs of ambiguous width (UAX 11), as ● and ─, in two columns."""

"""What a terminal has said of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Terminal:
    """The terminal a player sits at, as far as it has answered."""

    wide: bool = False
    """Whether it draws signs of ambiguous width (UAX 11), as ● and ─, in two columns."""
    whole_frames: bool = False
    """Whether it shows what is drawn between two marks at once (mode 2026)."""
    notices: bool = False
    """Whether it shows messages on the desktop (OSC 99)."""
    looked_at: bool = False
    """Whether its window is the one that is looked at, as far as it tells."""

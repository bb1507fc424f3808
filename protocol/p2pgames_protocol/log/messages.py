"""What is said of a game and its log."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

NOTHING_TO_RESIGN: Final = message("log.nothing-to-resign", "There is nothing to resign from.")()

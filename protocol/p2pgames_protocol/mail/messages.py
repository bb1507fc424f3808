"""What packs and letters say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

LETTER: Final = message("mail.letter", "The letter")()
TABLE: Final = message("mail.table", "The table")()

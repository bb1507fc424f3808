"""What is said of what a home and a game keep."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

ADDRESS_RECORD: Final = message("store.address-record", "The address record")()
ADDRESS_NUMBER: Final = message("store.address-number", "The number of the address record")()
BOOK: Final = message("store.book", "The book")()
RECORDS: Final = message("store.records", "The records")()
HINTS: Final = message("store.hints", "The hints")()
A_HINT: Final = message("store.a-hint", "A hint")()

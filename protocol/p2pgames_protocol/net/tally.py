"""What floods a link: how much of it may come from the other end, and how much has."""

from __future__ import annotations

from typing import Final

import trio

from p2pgames_protocol.net import messages
from p2pgames_protocol.net.link import LinkFault

MAX_FAULTS: Final = 16
"""Malformed or unsigned records from one link before it is dropped."""
MAX_ADDRESSES: Final = 256
"""Address records heard over one link before it is dropped."""
SPARE_LINKS: Final = 16
"""Messages "links" beyond one for every second of the link before it is dropped."""
MAX_CHAT: Final = 256
"""Chat messages over one link that were of no use, beyond one for each that is here, before it is dropped."""


class Tally:
    """Counts over one link what floods; each call raises `LinkFault` at one too many."""

    def __init__(self) -> None:
        self._began = trio.current_time()
        self._links = 0
        self._faults = 0
        self._addresses = 0
        self._chat = 0

    def count_links(self) -> None:
        """Count a message that names the links of the other end."""
        self._links += 1
        if self._links > SPARE_LINKS + trio.current_time() - self._began:
            raise LinkFault(messages.LINKS_FLOOD)

    def count_fault(self) -> None:
        """Count a record that should not have come."""
        self._faults += 1
        if self._faults > MAX_FAULTS:
            raise LinkFault(messages.UNSIGNED)

    def count_address(self) -> None:
        """Count an address record that helped nobody."""
        self._addresses += 1
        if self._addresses > MAX_ADDRESSES:
            raise LinkFault(messages.ADDRESS_FLOOD)

    def count_chat(self, held: int) -> None:
        """Count a useless chat message, when this many are ``held`` here."""
        self._chat += 1
        if self._chat > MAX_CHAT + held:
            raise LinkFault(messages.CHAT_FLOOD)

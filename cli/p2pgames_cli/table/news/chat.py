"""What the players say to each other, without the seats that this player has muted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.table.chat_text import heard, muted, spoken_by
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of


@dataclass
class ChatNews:
    """Remembers how much of it was told."""

    again: int = sys.maxsize
    """How many of the messages of before are told to begin with."""
    _told: int | None = None

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each message; the screen has a notice of those of others."""
        if handle.talk is None:
            return
        everything, deaf = handle.talk.chat.messages, muted(handle)
        before = self._told
        self._told = len(everything)
        if before is None:
            new = heard(handle)[-self.again :] if self.again else []
        else:
            new = [message for message in everything[before:] if message.seat not in deaf]
        for message in new:
            text = spoken_by(handle, message)
            data = {
                "seat": message.seat,
                "number": message.number,
                "round": message.round,
                "text": message.text,
            }
            yield News("chat", (text,), data, (N_("Chat"), text) if message.seat != seat_of(handle) else None)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take all that was said so far as told."""
        self._told = len(handle.talk.chat.messages) if handle.talk is not None else 0

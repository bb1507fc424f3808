"""What the players say to each other, without the seats that this player has muted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.table.chat_text import heard, muted, spoken_by
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat import SeatHandle, seat_of


@dataclass
class Spoken:
    """Remembers how much of it was told."""

    again: int = sys.maxsize
    """How many of the messages of before are told to begin with."""
    _told: int | None = None

    def news(self, place: SeatHandle) -> Iterator[News]:
        """Yield a piece for each message; the screen has a notice of those of others."""
        if place.talk is None:
            return
        everything, deaf = place.talk.chat.messages, muted(place)
        before = self._told
        self._told = len(everything)
        if before is None:
            new = heard(place)[-self.again :] if self.again else []
        else:
            new = [message for message in everything[before:] if message.seat not in deaf]
        for message in new:
            text = spoken_by(place, message)
            data = {
                "seat": message.seat,
                "number": message.number,
                "round": message.round,
                "text": message.text,
            }
            yield News("chat", (text,), data, (N_("Chat"), text) if message.seat != seat_of(place) else None)

    def catch_up(self, place: SeatHandle) -> None:
        """Take all that was said so far as told."""
        self._told = len(place.talk.chat.messages) if place.talk is not None else 0

"""What a player hears of the chat at a table: all but what the seats say that it has muted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from p2pgames.contract import Illegal, Seat
from p2pgames.text import whole_number
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.table import sentences
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_protocol.log.chat import ChatMessage
from p2pgames_protocol.log.genesis import MAX_SEATS
from p2pgames_protocol.wire.names import seen

MUTED: Final = "muted"
"""The name under which the muted seats are kept beside the game."""


def muted_seats(handle: SeatHandle) -> frozenset[Seat]:
    """Return the seats whose messages this player does not want to see."""
    kept = handle.local_notes.get(MUTED)
    return frozenset(one for one in kept if type(one) is int) if type(kept) is tuple else frozenset()


async def set_muted(handle: SeatHandle, seat: Seat, *, on: bool = True) -> None:
    """Hide the messages of a seat from now on, also after a restart, or show them again; raise `Illegal` for none."""
    if handle.talk is None:
        raise Illegal(sentences.NO_CHAT)
    if not 0 <= seat < len(handle.replica.names) or seat == seat_of(handle):
        raise Illegal(sentences.OTHER_SEAT)
    seats = muted_seats(handle) | {seat} if on else muted_seats(handle) - {seat}
    await handle.keep(MUTED, tuple(sorted(seats)) or None)


def deaf_to(handle: SeatHandle) -> str:
    """Return whom this player has muted, in a sentence."""
    names = handle.replica.names
    deaf = [names[seat] for seat in sorted(muted_seats(handle)) if seat < len(names)]
    return _("Muted: {names}.").format(names=both(deaf)) if deaf else _("Nobody is muted.")


def all_messages(handle: SeatHandle) -> Sequence[ChatMessage]:
    """Return all that was said at a table, in the order in which it came here; nothing where all share a computer."""
    talk = handle.talk
    return talk.chat.messages if talk is not None else ()


def heard_messages(handle: SeatHandle, newest: int | None = None) -> list[ChatMessage]:
    """Return what was said at a table last, in the order in which it came here, without the muted seats."""
    deaf = muted_seats(handle)
    return list(islice((one for one in reversed(all_messages(handle)) if one.seat not in deaf), newest))[::-1]


def spoken_by(handle: SeatHandle, message: ChatMessage) -> str:
    """Return a message as people read it. ``says`` tells it from a move of that player."""
    return _("{name} says: {text}").format(
        name=handle.replica.names[message.seat], text=message_text(message)
    )


def message_text(message: ChatMessage) -> str:
    """Return what was said as it may be shown."""
    return seen(message.text)


def seat_named(text: str) -> Seat:
    """Return the seat that a player names by its number; raise `Illegal` if there is none."""
    number = whole_number(text) or 0
    if not 0 < number <= MAX_SEATS:
        raise Illegal(sentences.NUMBER_OF_SEAT)
    return number - 1

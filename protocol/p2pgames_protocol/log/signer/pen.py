"""What signs for a seat."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.chat import Chat, Message
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record, sign
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.wire.identity import Identity

_KINDS = {Event: Kind.EVENT, Have: Kind.HAVE, Vote: Kind.VOTE, Note: Kind.NOTE}


class Pen:
    """The only holder of a seat's identity."""

    def __init__(self, identity: Identity, game_id: bytes) -> None:
        self._identity = identity
        self._game_id = game_id

    def sign(self, message: Event | Have | Vote | Note) -> Record:
        """Return the record of a message of this seat."""
        return sign(self._identity, _KINDS[type(message)], self._game_id, message.pack())

    def say(self, chat: Chat, seat: Seat, number: int, text: str) -> Message:
        """Sign and keep a chat message; raise `Illegal` as `Chat.say` does."""
        return chat.say(self._identity, seat, number, text)

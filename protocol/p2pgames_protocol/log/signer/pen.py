"""What signs for a seat."""

from __future__ import annotations

from p2pgames.contract import Illegal, Seat
from p2pgames_protocol.log.chat import Chat, Message
from p2pgames_protocol.log.position import Body
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record, sign
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.log.validated_event import Proved, ValidatedEvent
from p2pgames_protocol.wire.identity import Identity

_KINDS = {Event: Kind.EVENT, Have: Kind.HAVE, Vote: Kind.VOTE, Note: Kind.NOTE, By: Kind.BY}


class Pen:
    """The only holder of a seat's secret key. It makes what the seat signs of its replica, changing nothing there."""

    def __init__(self, replica: Replica, seat: Seat, identity: Identity) -> None:
        self._replica = replica
        self._seat = seat
        self._identity = identity

    def event(
        self, act: str, body: Body, consents: tuple[bytes, ...] = (), own: Proved | None = None
    ) -> tuple[Record, ValidatedEvent]:
        """Return a signed event for the open round after judging it as the others will, but for proofs just made.

        ``own`` is what these show, where they are. Raises `Illegal` if the event is not in order.
        """
        event = self.draft(act, body, consents)
        validated = validate(self._replica.position, event, event.pack(), own)
        if validated.fault is not None:
            raise Illegal(validated.fault)
        return self.sign(event), validated

    def draft(self, act: str, body: Body, consents: tuple[bytes, ...] = ()) -> Event:
        """Return an event for the open round; it embeds the resignations that wait, unless it holds consents."""
        replica, position = self._replica, self._replica.position
        carries = act != position.kind.act or position.kind.carries
        notes = consents or (replica.notes.resignations(position) if carries else ())
        header = position.round, self._seat, position.previous, position.state_digest, position.inside
        return Event(*header, act, body, notes)

    def sign(self, message: Event | Have | Vote | Note | By) -> Record:
        """Return the record of a message of this seat."""
        return sign(self._identity, _KINDS[type(message)], self._replica.genesis.game_id, message.pack())

    def say(self, chat: Chat, text: str) -> Message:
        """Sign and keep a chat message, which is no part of the log; raise `Illegal` as `Chat.say` does."""
        return chat.say(self._identity, self._seat, self._replica.position.round, text)

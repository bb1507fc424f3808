"""The signed messages of a running game: event, have, vote, note and by.

Every message is a fixed array, signed by its seat over a tag, the game id and the bytes. A *record* wraps
one message for file and wire: ``[kind, body, signature]``. Its id leaves the signature out, since one signer
can make many valid signatures of the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final

from p2pgames.text import Verbatim
from p2pgames_protocol.log import field_names, messages
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, pack
from p2pgames_protocol.wire.hashing import digest
from p2pgames_protocol.wire.identity import SIGNATURE_SIZE, Identity, verify
from p2pgames_protocol.wire.messages import SIGNATURE


class Kind(StrEnum):
    """The kinds of records."""

    GENESIS = "genesis"
    """The genesis; its signatures are inside."""
    EVENT = "event"
    """What a seat owes a round."""
    HAVE = "have"
    """A seat has closed a round with this digest."""
    VOTE = "vote"
    """A seat says something about another seat's missing event."""
    NOTE = "note"
    """Something said out of turn, waiting to be embedded in an event."""
    BY = "by"
    """Who plays on for a seat that was handed over; it decides nothing."""
    EVIDENCE = "evidence"
    """Two messages that no honest seat signs both; their signatures are inside."""


SIGNED: Final = (Kind.EVENT, Kind.HAVE, Kind.VOTE, Kind.NOTE, Kind.BY)


@dataclass(frozen=True)
class Record:
    """A kind, the bytes of a message, and their signature (empty if the signatures are inside)."""

    kind: Kind
    body: bytes = field(repr=False)
    """It may hold deck keys that a seat hands out, so it is not shown."""
    signature: bytes = field(default=b"", repr=False)

    def pack(self) -> bytes:
        """Return the encoding, for file and wire."""
        return pack((self.kind.value, self.body, self.signature))

    @classmethod
    def read(cls, data: bytes) -> Record:
        """Decode a record; raise `Malformed` if it is not one."""
        return _read_record(data)

    @cached_property
    def id(self) -> bytes:
        """The hash that names the message, whatever its signature."""
        return digest("record", self.kind.encode(), self.body)

    def signed_by(self, game_id: bytes, key: bytes) -> bool:
        """Tell whether the key signed this message for this game."""
        return verify(key, self.signature, self.kind, game_id, self.body)


@lru_cache(maxsize=64)
def _read_record(data: bytes) -> Record:
    """Decode a record once, however many others pass it on."""
    name, body, signature = fields.unpacked(data, 3, field_names.RECORD)
    try:
        kind = Kind(fields.text(name, 16, field_names.RECORD_KIND))
    except ValueError:
        raise Malformed(messages.RECORD_UNKNOWN(kind=Verbatim(fields.named(name)))) from None
    size = SIGNATURE_SIZE if kind in SIGNED else 0
    return Record(
        kind, fields.some_binary(body, field_names.MESSAGE), fields.binary(signature, size, SIGNATURE)
    )


def sign(identity: Identity, kind: Kind, game_id: bytes, body: bytes) -> Record:
    """Return the record of a message signed for one game."""
    return Record(kind, body, identity.sign(kind, game_id, body))

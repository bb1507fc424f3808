"""What a seat keeps for itself beside a game: whom it has muted, what it plans. Nobody else ever gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.text import Count
from p2pgames_protocol.store import messages
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import MAX_BYTES, Malformed, Plain, pack, unpack
from p2pgames_protocol.wire.messages import NAME

MARK: Final = "private"


@dataclass(frozen=True, slots=True)
class LocalNote:
    """One thing by its name; what it holds is for whoever keeps it there to check."""

    name: str
    value: Plain

    def pack(self) -> bytes:
        """Return the bytes that are stored; raise `Malformed` if the value is not allowed, or too large."""
        packed = pack((MARK, self.name, self.value))
        if len(packed) > MAX_BYTES:
            raise Malformed(messages.PIECE_TOO_LARGE(most=Count(MAX_BYTES)))
        return packed

    @classmethod
    def read(cls, data: bytes) -> LocalNote | None:
        """Decode what was stored; None if it is something else. Raises `Malformed` as `unpack` does."""
        match unpack(data):
            case (mark, name, value) if mark == MARK:
                return cls(fields.text(name, 32, NAME), value)
        return None

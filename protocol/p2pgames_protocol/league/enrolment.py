"""An enrolment: a player's signed word that they take part in a league."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames_protocol.league import messages
from p2pgames_protocol.league.league import after
from p2pgames_protocol.log import field_names
from p2pgames_protocol.log.proposal import signed_body
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, pack
from p2pgames_protocol.wire.format import first_line
from p2pgames_protocol.wire.identity import KEY_SIZE, Identity, verify

MAGIC: Final = first_line("enrolment")
TAG: Final = "enrolment"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Who takes part in the league whose file has this hash, and the name they have in its tables."""

    league: bytes
    key: bytes
    name: str

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.league, self.key, self.name))


def sign_enrolment(player: Identity, league: bytes, name: str) -> bytes:
    """Return the file of a player who takes part."""
    body = Enrolment(league, player.key, name).body()
    return MAGIC + pack((body, player.sign(TAG, league, body)))


def read_enrolment(file: bytes) -> Enrolment:
    """Return what a file says; raise `Malformed` if it is broken or not signed by its player."""
    body, signature = signed_body(after(MAGIC, file, messages.ENROLMENT), messages.ENROLMENT)
    league, key, name = shape.unpacked(body, 3, messages.ENROLMENT)
    read = Enrolment(
        shape.hashed(league, field_names.LEAGUE),
        shape.binary(key, KEY_SIZE, field_names.PLAYER_KEY),
        shape.text(name, 32, field_names.PLAYER_NAME),
    )
    if not verify(read.key, signature, TAG, read.league, body):
        raise Malformed(messages.ENROLMENT_UNSIGNED)
    return read

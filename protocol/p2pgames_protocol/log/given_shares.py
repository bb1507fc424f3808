"""What a seat notes before it gives a share away: the card, and who may open it. No card is released twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from p2pgames.contract import Seat, Slot
from p2pgames_protocol.chance.decryption_share import prove_shares
from p2pgames_protocol.chance.elgamal import MAX_CARDS, MAX_NAME
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import field_names
from p2pgames_protocol.log.decks import DecksState, Wanted
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import pack


@dataclass(frozen=True, slots=True)
class GivenShare:
    """The own share in the card at ``position`` of a deck was given so that ``to`` can open it, None for everybody."""

    epoch: int
    deck: str
    position: int
    to: Seat | None

    @property
    def card(self) -> tuple[int, str, int]:
        """What must be released once only; it is the same on every branch of the log."""
        return self.epoch, self.deck, self.position

    def pack(self) -> bytes:
        """Return the bytes that are stored."""
        return pack((self.epoch, self.deck, self.position, self.to))

    @classmethod
    def read(cls, data: bytes) -> GivenShare:
        """Decode a stored release; raise `Malformed` if it is not one."""
        epoch, deck, position, to = fields.unpacked(data, 4, field_names.RELEASE)
        return cls(
            fields.round_number(epoch),
            fields.text(deck, MAX_NAME, field_names.DECK),
            fields.integer(position, MAX_CARDS, field_names.POSITION),
            None if to is None else fields.seat(to),
        )


def given_by(decks_state: DecksState, wanted: Wanted) -> tuple[GivenShare, ...]:
    """Return what a seat gives away with its shares in these slots, each for the seat that is to see the card."""
    return tuple(
        GivenShare(decks_state.decks[name].id.epoch.number, name, position, to)
        for (name, position), to in wanted
    )


def prove_given(
    decks_state: DecksState, secret: GameSecret, slots: Iterable[Slot]
) -> tuple[tuple[bytes, ...], ...]:
    """Return a seat's shares in these slots as they are sent, a batch for each set of keys."""
    return tuple(
        prove_shares(secret.deck_key(batch[0][0].id.epoch), batch) for batch in decks_state.batches(slots)
    )

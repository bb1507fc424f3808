"""An event with what is made of it, and what its proofs show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgames.text import Message
from p2pgames_protocol.chance.deck import SealedDeck, UnsealedDeck
from p2pgames_protocol.chance.decryption_share import Share
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import DeckKey
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.note import Note


@dataclass(frozen=True, slots=True)
class Proved:
    """What an event in order shows, and gives to the decks, every proof verified."""

    after: Any = None
    """The state after a legal move, so that no move is applied twice."""
    key: DeckKey | None = None
    decks: tuple[UnsealedDeck | SealedDeck, ...] = ()
    """The decks after a shuffle."""
    shares: tuple[Share, ...] = ()
    orders: Mapping[DeckId, tuple[int, ...]] = field(default_factory=dict)
    """What a revealed secret says of its seat's shuffles: where each card came from."""


NOTHING = Proved()


@dataclass(frozen=True, slots=True)
class ValidatedEvent:
    """An event and what is made of it: ``fault`` is None when it is in order, else the sentence that blames.

    ``leaving`` are the resignations that it embeds.
    """

    event: Event
    body: bytes
    fault: Message | None = None
    leaving: tuple[Note, ...] = ()
    proved: Proved = NOTHING

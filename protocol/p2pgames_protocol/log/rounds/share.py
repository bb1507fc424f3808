"""Rounds of shares, which open slots of sealed decks."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Opened, Seat, Slot
from p2pgames_protocol.chance.decryption_share import Share
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import Event


def open_slots(closed: Position, slots: tuple[tuple[Slot, Seat | None], ...]) -> Position:
    """Return the position after the slots that the rules asked for are open."""
    dealing = closed.dealing.deal(slots)
    faces = tuple((slot, dealing.public[slot] if seat is None else None) for slot, seat in slots)
    return replace(closed, state=closed.rules.apply(closed.state, Opened(faces)), dealing=dealing)


def read_shares(position: Position, event: Event) -> tuple[Share, ...]:
    """Return the shares of an event, with their proofs checked; raise `Malformed` or `Illegal` for others."""
    slots = position.dealing.owed(event.seat, position.wanted)
    return position.dealing.read_shares(event.seat, slots, event.body)

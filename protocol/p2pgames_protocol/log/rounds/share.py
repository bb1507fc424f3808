"""Rounds of shares, which open slots of sealed decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from p2pgames.contract import Illegal, Open, Opened, Seat, Slot
from p2pgames.replace import replace
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.decks import GivenShare, given_by, prove_given
from p2pgames_protocol.log.position import Body, Given, Position, Proved, RoundKind
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.log.rounds.reveal import cannot_go_on
from p2pgames_protocol.wire.codec import Malformed, pack

FEW: Final = 4
"""Cards of which an event's proof is made or verified in about the time that a thread takes to begin and to answer."""


class ShareRound(RoundKind):
    """Cards are dealt or opened: every seat gives the shares that others need.

    An event names all slots that are asked for, whoever owes what, and holds a batch of shares for each set of keys:
    ``[[[deck, position, seat or nil], ...], batches]``.
    """

    name = act = "share"
    slow = True
    after_echo = True

    def opened(self, position: Position) -> Position | None:
        """Open it where cards are to be seen; without those who could open them the game ends."""
        if not isinstance(position.ask, Open):
            return None
        if position.decks_state.can_open(position.ask.slots, position.seats):
            return replace(position, kind=self)
        return cannot_go_on(position)

    def check(self, position: Position, event: Event) -> Proved:
        """Return the shares of an event, with their proofs checked."""
        if pack(event.body[:1]) != pack((_named(position),)):
            raise Illegal(sentences.OTHER_SLOTS)
        match event.body[1:]:
            case (batches,):
                slots = _owed(position, event.seat)
                return Proved(shares=position.decks_state.read_shares(event.seat, slots, batches))
        raise Malformed(sentences.NO_SHARES)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:  # noqa: ARG002
        """Return the position after the slots that the rules asked for are open."""
        return open_slots(closed)

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:
        """Return a function that makes the seat's shares and proves them."""
        slots = _owed(position, seat)
        return lambda: (_named(position), prove_given(position.decks_state, secret, slots))

    def gives(self, position: Position, seat: Seat) -> tuple[GivenShare, ...]:
        """Return the shares that the others need of this seat, each with who sees the card."""
        to = dict(position.wanted)
        return given_by(position.decks_state, ((slot, to[slot]) for slot in _owed(position, seat)))

    def discloses(self, position: Position, seat: Seat) -> bool:
        """Tell whether the seat has shares to give."""
        return bool(_owed(position, seat))

    def is_brief(self, position: Position) -> bool:
        """Tell whether a few cards are to be seen."""
        return len(position.wanted) <= FEW


def is_shared(position: Position) -> bool:
    """Tell whether slots are to be opened in which everybody has given the share that others need."""
    wanted, decks_state = position.wanted, position.decks_state
    return (
        isinstance(position.ask, Open)
        and decks_state.can_open(wanted, position.seats)
        and not any(decks_state.due(seat, wanted) for seat in position.seats)
    )


def open_slots(position: Position) -> Position:
    """Return the position after the slots that the rules ask for are open; no move before that can be taken back."""
    decks_state = position.decks_state.deal(position.wanted)
    faces = tuple((slot, decks_state.public[slot] if to is None else None) for slot, to in position.wanted)
    state = position.rules.apply(position.state, Opened(faces))
    turned = tuple((slot, face) for slot, face in faces if face is not None)
    return replace(
        position, state=state, decks_state=decks_state, past=(), turned=(*position.turned, *turned)
    )


def _named(position: Position) -> tuple[tuple[str, int, Seat | None], ...]:
    return tuple((deck, at, to) for (deck, at), to in position.wanted)


def _owed(position: Position, seat: Seat) -> tuple[Slot, ...]:
    return position.decks_state.due(seat, position.wanted)


SHARE = ShareRound()

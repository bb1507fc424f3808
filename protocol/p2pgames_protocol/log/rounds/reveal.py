"""The round after the end, in which all secrets are shown and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgames.contract import Illegal, Seat, Why
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.reveal import recompute_shuffle
from p2pgames_protocol.chance.secret import commitment
from p2pgames_protocol.log.position import Departure, Position, Step
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.rounds.coin import check_coin
from p2pgames_protocol.log.validated_event import Judged


def reveal_all(closed: Position, events: Mapping[Seat, Judged]) -> Position:
    """Return the position after the secrets are out, with whom they convict."""
    secrets = {
        seat: judged.event.body[0]
        for seat, judged in events.items()
        if judged.fault is None and isinstance(judged.event.body[0], bytes)
    }
    faults = tuple(
        Departure(seat, closed.round - 1, Why.FAULT, judged.fault)
        for seat, judged in sorted(events.items())
        if judged.fault is not None
    )
    orders: dict[DeckId, dict[Seat, tuple[int, ...]]] = {}
    for seat, judged in events.items():
        for deck, order in judged.proved.orders.items():
            orders.setdefault(deck, {})[seat] = order
    opened = closed.dealing.open_all(orders)
    return replace(closed, step=Step.DONE, revealed=secrets, faults=faults, dealing=opened)


def read_secret(position: Position, event: Event) -> bytes:
    """Return the secret of a reveal; raise `Illegal` if it is not the one committed to."""
    match event.body:
        case (bytes(secret),) if commitment(secret) == position.commitments[event.seat]:
            check_coin(position, event.seat, secret)
            return secret
    raise Illegal("The secret is not the one the seat committed to.")


def orders_shown(position: Position, seat: Seat, secret: bytes) -> dict[DeckId, tuple[int, ...]]:
    """Every key and shuffle of the seat must follow from its secret, so that all can be opened with it."""
    decks = position.dealing.decks.values()
    return {deck.id: recompute_shuffle(deck, seat, secret) for deck in decks if seat in deck.keys.seats}

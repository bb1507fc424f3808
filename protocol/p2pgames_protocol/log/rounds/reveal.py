"""The round after the end, in which all secrets are shown and checked."""

from __future__ import annotations

from collections.abc import Callable

from p2pgames.contract import Illegal, Over, Seat, Why
from p2pgames.replace import replace
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.secret import GameSecret, recompute_shuffle
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.chain import result_of, revealed
from p2pgames_protocol.log.position import (
    OF_WHY,
    Basis,
    Body,
    Departure,
    Ending,
    Given,
    Position,
    Proved,
    RoundKind,
)
from p2pgames_protocol.log.records import Event


class RevealRound(RoundKind):
    """The game is over; every seat publishes its game secret, and signs the result: ``[secret, result]``.

    Another result than that of the game changes nothing; an audit says who named one.
    """

    name = act = "reveal"
    carries = False
    after_end = True
    slow = True
    after_echo = True
    always_verified = True
    counted_as = "reveals"

    def opened(self, position: Position) -> Position | None:
        """Open it once when the game has ended, if there are secrets that somebody has committed to."""
        if position.kind is self:
            return None
        if position.ending is not None:
            return replace(position, kind=self) if position.commitments else None
        if not isinstance(position.ask, Over):
            return None
        return replace(position, kind=self, ending=Ending(_basis(position), position.ask.result))

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return all seats, also those that have left."""
        return tuple(range(len(position.genesis.keys)))

    def check(self, position: Position, event: Event) -> Proved:
        """Return how the seat has shuffled, which must follow from its secret like all else it has given."""
        secret = revealed(position.genesis.game_id, event, position.commitments[event.seat])
        check_coin(position, event.seat, secret)
        return Proved(orders=orders_shown(position, event.seat, secret))

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after the secrets are revealed, with the seats that they convict."""
        secrets = {
            seat: each.event.body[0]
            for seat, each in given.items()
            if each.fault is None and isinstance(each.event.body[0], bytes)
        }
        faults = tuple(
            Departure(seat, before.round, Why.FAULT, each.fault)
            for seat, each in sorted(given.items())
            if each.fault is not None
        )
        orders: dict[DeckId, dict[Seat, tuple[int, ...]]] = {}
        for seat, each in given.items():
            for deck, order in each.proved.orders.items():
                orders.setdefault(deck, {})[seat] = order
        opened = closed.decks_state.open_all(orders)
        return replace(closed, past=before.past, revealed=secrets, faults=faults, decks_state=opened)

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body] | None:  # noqa: ARG002
        """Return a function that gives the secret and the result."""
        ending = position.ending
        return None if ending is None else lambda: (secret.reveal(), result_of(ending).plain)


def check_coin(position: Position, seat: Seat, secret: bytes) -> None:
    """Whatever the seat rolled with must come from its secret, or it was chosen with something else in mind."""
    if coin.tip(secret, position.genesis.game_id, seat) != position.tips[seat]:
        raise Illegal(sentences.WRONG_TIP)


def orders_shown(position: Position, seat: Seat, secret: bytes) -> dict[DeckId, tuple[int, ...]]:
    """Every key and shuffle of the seat must follow from its secret, so that all can be opened with it."""
    decks = position.decks_state.decks.values()
    return {deck.id: recompute_shuffle(deck, seat, secret) for deck in decks if seat in deck.keys.seats}


def cannot_go_on(position: Position) -> Position:
    """Return the position of a game that ends without a result: cards are drawn that nobody can open any more."""
    left = position.departures
    basis = OF_WHY[left[-1].why] if left else Basis.PLAYED
    return replace(position, kind=REVEAL, ending=Ending(basis, None))


def _basis(position: Position) -> Basis:
    left = position.departures
    if left and left[-1].round == position.round - 1:
        return OF_WHY[left[-1].why]
    return Basis.PLAYED


REVEAL = RevealRound()

"""A seat as all ways of playing use it: a `Peer` between computers, or a `Place` at a hot-seat table."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from p2pgames.contract import Known, Move, Seat
from p2pgames_protocol.ledger import Ledger, Outcome
from p2pgames_protocol.table import Table


class Place(Protocol):
    """One seat at a running table, or a watcher's view of it."""

    @property
    def doubts(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before anything is signed here."""

    @property
    def ledger(self) -> Ledger:
        """The game as this seat knows it; a `Table` if it is one's own seat."""

    @property
    def notices(self) -> deque[Outcome]:
        """What went wrong, newest last."""

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The identity keys at the other ends of the links."""

    async def act(self, move: Move) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal`."""

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` when there is nothing to leave."""

    async def claim(self) -> None:
        """Claim the game against a silent other; raises `Illegal` where that cannot be."""

    async def vote(self, seat: Seat) -> None:
        """Vote a silent seat absent, among three and more; raises `Illegal` where that cannot be."""

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""


def seat_of(place: Place) -> Seat | None:
    """Return the seat of a place; None for a watcher."""
    return place.ledger.seat if isinstance(place.ledger, Table) else None


def known(place: Place) -> Known:
    """Return the faces this place has seen."""
    return place.ledger.known


def at_turn(places: Sequence[Place]) -> Place | None:
    """Return the place of ours that is to move, if it is one of ours."""
    return next((p for p in places if isinstance(p.ledger, Table) and p.ledger.my_turn), None)


class Telling:
    """How many rounds of a ledger were told; fewer again when the log was taken back."""

    def __init__(self) -> None:
        self._back = 0

    def from_round(self, ledger: Ledger, told: int) -> int:
        """Return the first round that is still to be told, where all before ``told`` were."""
        back = ledger.taken_back[self._back :]
        self._back = len(ledger.taken_back)
        return min([told, len(ledger.log), *back])


def held_back(place: Place) -> str:
    """Return why nothing is signed at a place yet, in a sentence or two; empty where that is not so."""
    genesis = place.ledger.genesis
    names = [name for name, key in zip(genesis.names, genesis.keys, strict=True) if key in place.doubts]
    if not names:
        return ""
    return (
        f"Another copy of this game may have played on: nothing is sent before {' and '.join(names)}"
        f" {'has' if len(names) == 1 else 'have'} shown what they know. If there was no other,"
        " p2pgames resume --take-over plays on at once."
    )


def state(place: Place) -> Any:
    """Return the rules' state at a place."""
    return place.ledger.position.state

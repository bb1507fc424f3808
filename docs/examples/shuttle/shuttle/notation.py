"""Moves as they are typed: the number of the ticket that is shown."""

from __future__ import annotations

from p2pgames.contract import Face, Illegal, Known, Move, Seat
from shuttle import messages
from shuttle.state import DECK, State
from shuttle.turn import read


def held(state: State, seat: Seat, known: Known) -> dict[Face, int]:
    """Return the tickets in a hand, lowest first, as far as they are known, each with its place in the deck."""
    found = {known[DECK, place]: place for place in state.hands[seat] if (DECK, place) in known}
    return dict(sorted(found.items(), key=lambda ticket: int(ticket[0])))


def text(move: Move) -> str:
    """Return a legal move as it is typed."""
    return read(move)[1]


def parse(state: State, seat: Seat, known: Known, typed: str) -> Move:
    """Return the move that is typed; raise `Illegal` if the seat holds no such ticket."""
    tickets = held(state, seat, known)
    face = typed.strip()
    if face not in tickets:
        raise Illegal(messages.have_these(tuple(tickets)))
    return (tickets[face], face)

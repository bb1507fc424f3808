"""What can be seen of a table that is looked at: what lay open, what one seat had seen, or every card dealt."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Face, Known, Seat
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.replica import Replica


def seen(replica: Replica, position: Position, seat: Seat | None, *, everything: bool = False) -> Known:
    """Return the faces a seat (None: a spectator) had seen in a position of this log, or those of all dealt cards.

    Hidden faces are known from the reveals at the end of the game only: before them nothing but what lay open.
    """
    opened, decks_state = replica.known, position.decks_state
    held = {
        slot: opened[slot]
        for slot, owner in decks_state.held.items()
        if (everything or owner == seat) and slot in opened
    }
    return {**decks_state.public, **held} if held else decks_state.public


def hidden(replica: Replica, position: Position) -> Iterator[tuple[Seat, tuple[Face | None, ...]]]:
    """Yield for every seat the cards that it alone had seen in a position, None for a face nobody revealed."""
    decks_state = position.decks_state
    for seat in range(len(replica.names)):
        faces = tuple(replica.known.get(slot) for slot in decks_state.dealt_to(seat))
        if faces:
            yield seat, faces


def revealed(replica: Replica) -> bool:
    """Tell whether reveals opened cards that only one seat had seen."""
    return replica.position.over and any(slot in replica.known for slot in replica.position.decks_state.held)


def sealed(replica: Replica) -> bool:
    """Tell whether cards were dealt whose faces this log does not hold (yet)."""
    return any(slot not in replica.known for slot in replica.position.decks_state.held)


def alone(replica: Replica, position: Position) -> Iterator[str]:
    """Yield in sentences the cards that each seat alone had seen in a position."""
    for seat, faces in hidden(replica, position):
        cards = ", ".join(face or _("a hidden card") for face in faces)
        yield _("{name} alone has seen {cards}.").format(name=replica.names[seat], cards=cards)

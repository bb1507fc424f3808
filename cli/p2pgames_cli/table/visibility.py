"""What can be seen of a table that is looked at: what lay open, what one seat had seen, or every card dealt."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Face, Known, Seat
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.receive import Ledger


def seen(ledger: Ledger, position: Position, seat: Seat | None, *, everything: bool = False) -> Known:
    """Return the faces a seat (None: a spectator) had seen in a position of this log, or those of all dealt cards.

    Hidden faces are known from the reveals at the end of the game only: before them nothing but what lay open.
    """
    opened, dealing = ledger.known, position.dealing
    held = {
        slot: opened[slot]
        for slot, owner in dealing.held.items()
        if (everything or owner == seat) and slot in opened
    }
    return {**dealing.public, **held} if held else dealing.public


def hidden(ledger: Ledger, position: Position) -> Iterator[tuple[Seat, tuple[Face | None, ...]]]:
    """Yield for every seat the cards that it alone had seen in a position, None for a face nobody revealed."""
    dealing = position.dealing
    for seat in range(len(ledger.genesis.names)):
        faces = tuple(ledger.known.get(slot) for slot in dealing.dealt_to(seat))
        if faces:
            yield seat, faces


def revealed(ledger: Ledger) -> bool:
    """Tell whether reveals opened cards that only one seat had seen."""
    return ledger.position.over and any(slot in ledger.known for slot in ledger.position.dealing.held)


def sealed(ledger: Ledger) -> bool:
    """Tell whether cards were dealt whose faces this log does not hold (yet)."""
    return any(slot not in ledger.known for slot in ledger.position.dealing.held)


def alone(ledger: Ledger, position: Position) -> Iterator[str]:
    """Yield in sentences the cards that each seat alone had seen in a position."""
    for seat, faces in hidden(ledger, position):
        cards = ", ".join(face or _("a hidden card") for face in faces)
        yield _("{name} alone has seen {cards}.").format(name=ledger.genesis.names[seat], cards=cards)

"""A seat as every front end uses it: a `Peer` between computers, or a `HotSeatHandle` where all share one."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from p2pgames.contract import Known, Move, Seat
from p2pgames.text import Message, inert
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.table import plans
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Seated
from p2pgames_protocol.wire.codec import Plain

if TYPE_CHECKING:
    from p2pgames_protocol.net.connections import Links
    from p2pgames_protocol.net.link_service import ChatSync
    from p2pgames_protocol.net.peer import SeatTransfer


class SeatHandle(Protocol):
    """One seat at a running table, or a watcher's view of it."""

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before anything is signed here."""

    @property
    def elsewhere(self) -> tuple[str, ...] | None:
        """Where another client plays this seat that came later, by the same key; None if none is known."""

    @property
    def all_stored(self) -> bool:
        """Whether what the replica holds may be told: all that was signed here is stored."""

    @property
    def replica(self) -> Replica:
        """The game as this seat knows it."""

    @property
    def signer(self) -> Seated | None:
        """What signs for this seat; None for a watcher."""

    @property
    def history(self) -> History:
        """What happened in it, as values."""

    @property
    def notices(self) -> deque[Reception]:
        """What went wrong, newest last."""

    @property
    def links(self) -> Links:
        """To whom this seat is linked."""

    @property
    def proof(self) -> Path | None:
        """Where the proof of somebody's fault lies, if there is one."""

    @property
    def talk(self) -> ChatSync | None:
        """What is said at the table; None if all share a computer."""

    @property
    def seat_transfer(self) -> SeatTransfer | None:
        """What hands the seat over to somebody else, where that can be."""

    @property
    def local_notes(self) -> Mapping[str, Plain]:
        """What is kept beside the game for this player alone, by name."""

    async def keep(self, name: str, value: Plain) -> None:
        """Keep something for this player alone; None to forget it."""

    async def say(self, text: str) -> None:
        """Say something to everybody at the table; raises `Illegal` if that is not possible."""

    async def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move, with ``at`` only in the state of that digest; it is stored when this returns.

        Raises `Illegal`.
        """

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` when there is nothing to leave."""

    async def vote(self, seat: Seat) -> None:
        """Vote a silent seat absent; raises `Illegal` if that is not possible."""

    async def offer(self, says: str, to: int | None = None) -> None:
        """Offer a takeback to before a round, a draw or a pause, agree to it, or decline; raises `Illegal`."""

    async def take_over(self) -> None:
        """Sign here whatever another copy of the game may have signed; nothing happens where nothing is held back."""

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""


def seat_of(handle: SeatHandle) -> Seat | None:
    """Return the number of a seat; None for a watcher."""
    return handle.signer.seat if handle.signer is not None else None


def own_lines(handle: SeatHandle) -> list[Message]:
    """Return the sentences about the position that a spectator is not told: what only this seat sees or holds.

    The first says whose turn it is, to the seat in other words.
    """
    rules, position = handle.replica.rules, handle.replica.position
    own = rules.words(position.state, seat_of(handle), known_faces(handle))
    others = rules.words(position.state, None, position.decks_state.public)
    return [line for line in own[1:] if line not in others]


def known_faces(handle: SeatHandle) -> Known:
    """Return the faces this seat has seen."""
    return handle.replica.known


def at_turn(handles: Sequence[SeatHandle]) -> SeatHandle | None:
    """Return the seat of ours whose player is to move, if it is one of ours."""
    return next((p for p in handles if p.signer is not None and p.signer.my_turn and not _answers(p)), None)


def _answers(handle: SeatHandle) -> bool:
    """Tell whether a plan of the player is about to make this move: then nobody is to be asked."""
    return plans.due_answer(handle.signer, handle.local_notes) is not None


def is_behind(handle: SeatHandle) -> bool:
    """Tell whether this seat has signed what its file lacks: then taking over changes nothing."""
    return handle.signer is not None and handle.signer.behind


def held_back(handle: SeatHandle) -> str:
    """Return why nothing is signed on a seat yet, in a sentence or two; empty if that is not so."""
    replica = handle.replica
    names = [name for name, key in zip(replica.names, replica.keys, strict=True) if key in handle.must_show]
    if not names:
        return ""
    if handle.elsewhere is not None:
        places = ", ".join(inert(one.partition("#")[0]) for one in handle.elsewhere) or _("an unknown place")
        return _(
            "Your key is in use on another computer, which came later ({places}): nothing more is sent from here."
            " To play on here instead, close the game there and choose take-over."
        ).format(places=places)
    if is_behind(handle):
        return _(
            "This file of the game is older than what you have signed: nothing new is signed before the others"
            " have sent the rest."
        )
    said = ngettext(
        "Another copy of this game may have played on: nothing is sent before {names} has shown what they know."
        " If there was no other, take-over plays on at once.",
        "Another copy of this game may have played on: nothing is sent before {names} have shown what they know."
        " If there was no other, take-over plays on at once.",
        len(names),
    )
    return said.format(names=both(names))


def state_of(handle: SeatHandle) -> Any:
    """Return the rules' state as a seat knows it."""
    replica = handle.replica
    return replica.position.state

"""What a seat owes the open round and need not think about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgames.contract import Seat
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.given_shares import GivenShare
from p2pgames_protocol.log.note_rules import is_resignation
from p2pgames_protocol.log.position import Body, Prepared
from p2pgames_protocol.log.records.event import RESIGN, Event
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.rounds.rekey import REKEY
from p2pgames_protocol.log.rounds.turn import TURN
from p2pgames_protocol.log.signer.retransmission import Retransmission
from p2pgames_protocol.log.signer.share_log import ShareLog

Due: TypeAlias = tuple[str, Body, tuple[bytes, ...]]
"""Act, body and consents of an event that is to be signed."""


class Owed:
    """Whether a seat owes an event, which one, and whether it may be given now; it signs none itself."""

    def __init__(
        self,
        replica: Replica,
        seat: Seat,
        secret: GameSecret,
        shares: ShareLog,
        retransmission: Retransmission,
    ) -> None:
        self._replica = replica
        self._seat = seat
        self._secret = secret
        self._shares = shares
        self._retransmission = retransmission

    def waits(self) -> bool:
        """Tell whether the open round waits for an event that this seat has not signed."""
        replica = self._replica
        return (
            self._seat in replica.waiting_for
            and replica.branch.event(self._seat, len(replica.log)) is None
            and self._signed_elsewhere() < len(replica.log)
        )

    def _signed_elsewhere(self) -> int:
        """Return the newest round for which this seat has signed an event beside the log; it never signs another."""
        replica, seat = self._replica, self._seat
        beside = *replica.off_log.rounds(seat), *replica.ahead.rounds(seat)
        return max((self._retransmission.newest, *beside))

    def quick(self) -> Due | None:
        """Return what is owed, if it can be made at once; None if a player decides, or it takes long.

        A seat that has resigned by a note owes only the event that embeds it.
        """
        position = self._replica.position
        if self._resigned():
            return RESIGN, (), ()
        body = None if position.kind.slow else self._body()
        if body is not None:
            return position.kind.act, body(), ()
        if position.kind is not TURN:
            return None
        return (RESIGN, (), ()) if self._replica.notes.resignations(position) else self._agreed()

    def slow(self) -> Callable[[], Prepared] | None:
        """Return a function that makes the proofs that are owed; None if none are, or they may not be given yet."""
        position = self._replica.position
        if not position.kind.slow or self._resigned():
            return None
        prepared = position.kind.prepared(position, self._seat, self._secret)
        if prepared is None or not self._shares.may_give(self.shares(), position.decks_state.layers):
            return None
        return prepared if not position.kind.discloses(position, self._seat) or self.may_disclose() else None

    def keys_given(self) -> tuple[bytes, ...]:
        """Return the secret parts of the deck keys that this seat has given in closed rounds."""
        given = self._replica.position.decks_state.given_keys.get(self._seat, ())
        return tuple(self._secret.deck_key(key.epoch).write() for key in given)

    def keys(self) -> tuple[bytes, ...]:
        """Return the seat's secret deck keys, for when it leaves: of all that it has given, also for the open round."""
        position = self._replica.position
        given = self._replica.branch.event(self._seat, position.round)
        if position.rules.decks and given is not None and Event.read(given.body).act in (KEYS.act, REKEY.act):
            epoch = Epoch(position.genesis.game_id, position.decks_state.epoch)
            return (*self.keys_given(), self._secret.deck_key(epoch).write())
        return self.keys_given()

    def shares(self) -> tuple[GivenShare, ...]:
        """Return the shares that go out with what is owed."""
        position = self._replica.position
        return position.kind.gives(position, self._seat)

    def may_disclose(self) -> bool:
        """Tell whether a secret or a share may be published: with three or more seats only after their echo.

        Without it a cheat could show two players different branches, and have a card opened on each.
        """
        replica, position = self._replica, self._replica.position
        if len(position.seats) < 3:
            return True
        out = {self._seat, *replica.ballots.absent(position)}
        return all(replica.confirms(seat) for seat in position.seats if seat not in out)

    def _resigned(self) -> bool:
        position = self._replica.position
        note = self._replica.notes.find(self._seat, RESIGN)
        return note is not None and is_resignation(position, note)

    def _body(self) -> Callable[[], Body] | None:
        position = self._replica.position
        return position.kind.owed(position, self._seat, self._secret)

    def _agreed(self) -> Due | None:
        """Return the event that makes happen what all still in agree on, with the notes of all others."""
        position = self._replica.position
        agreed = next((offer for offer in self._replica.offers if offer.seats == position.seats), None)
        if agreed is None:
            return None
        pending = self._replica.notes.pending(position)
        others = tuple(
            record.pack() for record, note in pending if note.says == agreed.says and note.seat != self._seat
        )
        return agreed.says, () if agreed.to is None else (agreed.to,), others

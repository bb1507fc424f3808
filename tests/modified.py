"""A seat with a modified client: it signs what it likes, once, and is honest otherwise."""

from __future__ import annotations

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Kind, sign
from p2pgames_protocol.log.signer.signer import Table
from p2pgames_protocol.log.validate import validate
from tests.room import identity


class Modified(Table):
    """Calls ``twist(table, act, body)`` for every event of ``when`` that it makes, until it has cheated once.

    The twist returns the body to sign, with a true proof of something false if it likes; None is no cheat.
    """

    def __init__(self, genesis, rules, who, when, twist, nth=1):
        super().__init__(genesis, rules, who)
        self.when, self.twist, self.left = when, twist, nth
        self.cheated = None
        """The round it has cheated in."""

    def _make_event(self, act, body):
        twisted = self._twisted(act, body)
        body = body if twisted is None else twisted
        position = self.position
        event = Event(position.round, self.seat, position.previous, position.state_digest, act, body)
        packed = event.pack()
        record = sign(identity(self.seat), Kind.EVENT, self.genesis.game_id, packed)
        return record, validate(position, event, packed)

    def _twisted(self, act, body):
        if act != self.when or self.cheated is not None:
            return None
        self.left -= 1
        twisted = self.twist(self, body) if self.left <= 0 else None
        if twisted is not None:
            self.cheated = self.position.round
        return twisted


def wrong_share(_table, body):
    """Change one share after the proof was made."""
    points, proof_ = body[0]
    other = edwards.add(edwards.Point(points[:32]), edwards.BASE)
    return ((other + points[32:], proof_),)

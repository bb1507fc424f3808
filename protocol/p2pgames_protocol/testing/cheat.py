"""A seat with a modified client: it signs what it likes, once, and is honest otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgames.contract import AnyRules
from p2pgames_protocol.chance import edwards
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Proved, ValidatedEvent
from p2pgames_protocol.log.records import Record
from p2pgames_protocol.log.signer import Signer, SigningKey
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.identity import Identity

Body: TypeAlias = tuple[Plain, ...]
Twist: TypeAlias = Callable[[Signer, Body], Body | None]


class Cheat:
    """The seat that `sit` makes cheats once: at its ``nth`` event with the act ``when``.

    ``twist`` is called with the signer and the honest body. It returns the body to sign in its place, with a true proof
    of something false if it likes; None is no cheat, and it is asked again for the next such event.
    """

    def __init__(self, when: str, twist: Twist, nth: int = 1) -> None:
        self._when, self._twist, self._left = when, twist, nth
        self.round: int | None = None
        """The round in which it has cheated; None until then."""

    def sit(self, genesis: Genesis, rules: AnyRules, identity: Identity) -> Signer:
        """Return a signer that signs what this cheat makes of its events; raise as `Signer` does."""
        signer = Signer(genesis, rules, identity)
        signer.auto_signer.signing_key = _ModifiedPen(self, signer, genesis.own(identity) or identity)
        return signer

    def body(self, signer: Signer, act: str, body: Body) -> Body:
        """Return the body that the signer is to sign in place of an honest one."""
        if act != self._when or self.round is not None:
            return body
        self._left -= 1
        twisted = self._twist(signer, body) if self._left <= 0 else None
        if twisted is None:
            return body
        self.round = signer.replica.position.round
        return twisted


class _ModifiedPen(SigningKey):
    """Signs without judging what it signs."""

    def __init__(self, cheat: Cheat, signer: Signer, own: Identity) -> None:
        super().__init__(signer.replica, signer.seat, own)
        self._cheat = cheat
        self._signer = signer

    def event(
        self,
        act: str,
        body: Body,
        consents: tuple[bytes, ...] = (),
        own: Proved | None = None,  # noqa: ARG002  # what it would have shown
    ) -> tuple[Record, ValidatedEvent]:
        """Return an event with the body that the cheat makes of this one."""
        event = self.draft(act, self._cheat.body(self._signer, act, body), consents)
        return self.sign(event), validate(self._signer.replica.position, event, event.pack())


def wrong_share(_signer: Signer, body: Body) -> Body | None:
    """Change one share of a card after the proof was made: a twist for events with the act ``share``."""
    match body:
        case (slots, ((bytes(points), proof), *more)):
            other = edwards.add(edwards.Point(points[:32]), edwards.BASE)
            return (slots, ((other + points[32:], proof), *more))
    return None

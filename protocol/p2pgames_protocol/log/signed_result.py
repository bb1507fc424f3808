"""The result of a game as everybody signs it with the secret, so that a log shows it without the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.wire.codec import Plain, pack


@dataclass(frozen=True, slots=True)
class SignedResult:
    """Places and points by seat, and what they rest on; None if there is no result, or it counts no points."""

    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    basis: Basis

    @property
    def plain(self) -> Plain:
        """The result as it stands in a reveal."""
        return self.places, self.scores, self.basis.value


def result_of(ending: Ending) -> SignedResult:
    """Return what an honest seat signs at the end of a game."""
    if ending.result is None:
        return SignedResult(None, None, ending.basis)
    return SignedResult(ending.result.places, ending.result.scores, ending.basis)


def read_result(value: Plain, seats: int) -> SignedResult | None:
    """Return the result that a reveal in a game for this many seats names; None if it names none."""
    match value:
        case (None, None, str(basis)) if basis in set(Basis):
            return SignedResult(None, None, Basis(basis))
        case (places, scores, str(basis)) if basis in set(Basis) and _numbers(places, seats):
            if {*places} <= {*range(1, seats + 1)} and (scores is None or _numbers(scores, seats)):
                return SignedResult(places, scores, Basis(basis))
    return None


def said_result(event: Event) -> bytes | None:
    """Return the bytes of what a reveal names as the result; None if it is not of the form of a reveal."""
    return pack(event.body[1]) if len(event.body) == 2 else None


def _numbers(value: Plain, many: int) -> TypeGuard[tuple[int, ...]]:
    return type(value) is tuple and len(value) == many and all(type(one) is int for one in value)

"""Who sits at a table of a test, and how it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgames.contract import AnyRules, Seat
from p2pgames_protocol.log.genesis import Genesis, assemble, sign_join
from p2pgames_protocol.log.proposal import Proposal, sign_proposal
from p2pgames_protocol.wire.identity import Identity


def identity(number: int) -> Identity:
    """Return a throwaway identity, the same for the same number, from 0 to 254."""
    return Identity(bytes([number + 1]) * 32)


def seated(number: int) -> Identity:
    """Return the key pair of the seat that ``identity(number)`` has in every game of `make_genesis`."""
    return identity(number).seat(_nonce(number))


def _nonce(number: int) -> bytes:
    return bytes([number]) * 32


def make_genesis(
    rules: AnyRules,
    seats: int = 2,
    options: Mapping[str, str] | None = None,
    *,
    nonce: int = 7,
    previous: tuple[bytes, bytes] | None = None,
    first: Seat | None = None,
    bots: int = 0,
    league: bytes | None = None,
) -> Genesis:
    """Return a genesis that every seat has signed: seat 0 is ``identity(0)``, and so on.

    Another ``nonce``, from 0 to 255, makes another game. The rest are fields of `Proposal`. Raises
    ValueError where the rules do not have these seats or options.
    """
    host = identity(0)
    proposal = Proposal.of(host.key, rules, seats, bytes([nonce]) * 32, options, previous, first)
    signed = sign_proposal(host, replace(proposal, bots=bots, league=league))
    joins = (sign_join(identity(seat), signed, f"Player{seat}", _nonce(seat)) for seat in range(seats))
    return assemble(signed, tuple(joins))

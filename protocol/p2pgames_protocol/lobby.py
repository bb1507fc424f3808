"""How players meet: the host proposes, players join with the table's token, the genesis goes to all.

host:   proposal -> (joins) -> genesis          player: token -> proposal -> join -> genesis
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hmac import compare_digest

import trio

from p2pgames_protocol import genesis as gen
from p2pgames_protocol import shape
from p2pgames_protocol.codec import Malformed, Plain
from p2pgames_protocol.genesis import Genesis, Proposal, Refused
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.link import Link, LinkFault

Accepts = Callable[[Proposal], Awaitable[None]]
"""Called with a proposal before joining; raises `Refused` if this player does not want to play it."""


class Turned(Exception):
    """The host did not let us in, or the table is not what we want; the message says why."""


@dataclass
class Lobby:
    """The host's side of a table that is filling up."""

    identity: Identity
    proposal: Proposal
    token: bytes
    name: str
    nonce: bytes
    confirm: Callable[[str, bytes], Awaitable[bool]] | None = None
    """Asked with name and key whether a player may sit down; without it whoever shows the token may."""
    joins: list[bytes] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    genesis: Genesis | None = None
    full: trio.Event = field(default_factory=trio.Event)
    changed: trio.Event = field(default_factory=trio.Event)

    def __post_init__(self) -> None:
        self.signed = gen.sign_proposal(self.identity, self.proposal)
        self._keys: list[bytes] = []
        self._sit(gen.sign_join(self.identity, self.signed, self.name, self.nonce))

    def _sit(self, signed_join: bytes) -> None:
        join = gen.read_join(signed_join, self.signed)
        self.joins.append(signed_join)
        self.names.append(join.name)
        self._keys.append(join.key)
        if len(self.joins) == self.proposal.seats:
            self.genesis = gen.assemble(self.signed, tuple(self.joins))
            self.full.set()
        self._tell()

    def _tell(self) -> None:
        self.changed.set()
        self.changed = trio.Event()

    async def welcome(self, link: Link, token: Plain) -> Genesis:
        """Serve a link that showed this token: seat the player, return the genesis once all seats are taken.

        Raises `LinkFault` if the player may not sit down, or leaves before the table is full.
        """
        try:
            return await self._welcome(link, token)
        except (Malformed, Refused) as wrong:
            await link.send("bye", str(wrong))
            raise LinkFault(str(wrong)) from None

    async def _welcome(self, link: Link, token: Plain) -> Genesis:
        if type(token) is not bytes or not compare_digest(token, self.token):
            raise Refused("The invite is not for this table, or no longer valid. Ask the host for a new one.")
        if self.full.is_set() and link.key not in self._keys:
            raise Refused("The table is full already.")
        await link.send("proposal", self.signed)
        if link.key not in self._keys:
            await self._seat(link)
        await self.full.wait()
        if self.genesis is None:
            raise Refused("The table was closed.")
        await link.send("genesis", self.genesis.record)
        return self.genesis

    async def _seat(self, link: Link) -> None:
        (signed_join,) = await link.expect("join", 1)
        signed_join = shape.some_binary(signed_join, "The join")
        join = gen.read_join(signed_join, self.signed)
        if join.key != link.key:
            raise Refused("The join is signed by another key than the hello.")
        if self.confirm is not None and not await self.confirm(join.name, join.key):
            raise Refused("The host did not let you in.")
        if self.full.is_set():
            raise Refused("The table is full already.")
        if join.key not in self._keys:
            self._sit(signed_join)


async def enter(
    link: Link, identity: Identity, token: bytes, name: str, nonce: bytes, accepts: Accepts | None = None
) -> Genesis:
    """Take a seat over a link whose hello is done; return the genesis once the table is full.

    Raises `Turned` if the host refuses, or proposes what ``accepts`` or the rules of genesis refuse.
    """
    try:
        await link.send("table", token)
        (signed,) = await link.expect("proposal", 1)
        signed = shape.some_binary(signed, "The proposal")
        proposal = gen.read_proposal(signed)
        if proposal.host != link.key:
            raise Refused("The proposal is not from the host of the invite.")
        if accepts is not None:
            await accepts(proposal)
        await link.send("join", gen.sign_join(identity, signed, name, nonce))
        (record,) = await link.expect("genesis", 1)
        genesis = gen.read(shape.some_binary(record, "The genesis"))
        check_own(genesis, signed, identity, nonce)
    except (Malformed, Refused, LinkFault) as wrong:
        raise Turned(str(wrong)) from None
    return genesis


def check_own(genesis: Genesis, signed: bytes, identity: Identity, nonce: bytes) -> None:
    """Raise `Refused` unless the genesis is of the proposal we joined, with the key and nonce we made for it."""
    if genesis.proposal != gen.read_proposal(signed):
        raise Refused("The genesis is of another proposal than the one that was joined.")
    if not any(join.key == identity.key and join.nonce == nonce for join in genesis.joins):
        raise Refused("The genesis does not hold our seat as we signed it.")

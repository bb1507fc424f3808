"""How players meet: the host proposes, players join with the table's token, the genesis goes to all.

host:   proposal -> (joins) -> genesis          player: token -> proposal -> join -> (lobby ...) -> genesis
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Final, TypeAlias

import trio

from p2pgames.contract import Seat
from p2pgames.text import Message, Refusal, Typed, Verbatim
from p2pgames_protocol.log.genesis import (
    MAX_SEATS,
    Genesis,
    Join,
    NonceOf,
    Proposal,
    Refused,
    assemble,
    check_distinct,
    read_genesis,
    read_join,
    read_proposal,
    sign_join,
    sign_proposal,
)
from p2pgames_protocol.log.records import MAX_NAME
from p2pgames_protocol.log.sentences import GENESIS, JOIN, PROPOSAL
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.link import Link, LinkFault, parting_words
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.identity import Identity

MAX_GUESTS: Final = 32
"""People with the token who are at the table at one time, seated or being asked about."""

Accepts: TypeAlias = Callable[[Proposal], Awaitable[None]]
"""Called with a proposal before joining; raises `Refused` if this player does not want to play it."""
Confirm: TypeAlias = Callable[[str, bytes], Awaitable[bool]]
"""Called with name and key of somebody who wants to sit down; tells whether they may."""
Seated: TypeAlias = Callable[[tuple[str, ...]], None]
"""Called with the names of those at the table whenever they change."""


class Turned(Refusal):
    """The host did not let us in, or the table is not what we want; the message says why."""


# Who has which seat at a table that fills up, and the genesis it leads to. Sans-I/O.


class Seating:
    """The seats of a table, the first one its host's, the next ones those of the host's bots.

    A seat is kept while its player is here. Who has gone gets it back by the same key while nobody else took it.
    """

    def __init__(
        self,
        identity: Identity,
        proposal: Proposal,
        name: str,
        nonce: bytes,
        genesis: Genesis | None = None,
        bots: Sequence[tuple[Identity, str, bytes]] = (),
    ) -> None:
        """Propose the table as its host, and sit down; with a genesis its game has begun already.

        ``bots`` sit next to the host: the identity, name and nonce of each, as many as the proposal says.
        """
        self.proposal = proposal
        self.signed = sign_proposal(identity, proposal)
        self.genesis = genesis
        self._own = {identity.key, *(bot.key for bot, _name, _nonce in bots)}
        self._joins: dict[bytes, tuple[Join, bytes]] = {}
        for own in ((identity, name, nonce), *bots):
            self.sit(sign_join(own[0], self.signed, own[1], own[2]), ())

    @classmethod
    def begun(cls, identity: Identity, genesis: Genesis) -> Seating:
        """Return the seats of a game that has begun: those of its players who come by the invite get in again."""
        (own,) = (join for join in genesis.joins if join.key == identity.key)
        return cls(identity, genesis.proposal, own.name, own.nonce, genesis)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have a seat, in the order of seats."""
        return tuple(join.name for join, _ in self._joins.values())

    def away(self, here: Container[bytes]) -> tuple[Seat, ...]:
        """Return the seats whose players are not ``here``, by their keys."""
        return tuple(seat for seat, key in enumerate(self._joins) if not self._is_here(key, here))

    def read(self, signed_join: bytes) -> Join:
        """Return what a join says; raise `Malformed` or `Refused` if it is not one for this table."""
        return read_join(signed_join, self.signed)

    def has_seat(self, key: bytes) -> bool:
        """Tell whether a player was let in before: who breaks off comes back as it came."""
        return key in (self._joins if self.genesis is None else self.genesis.identities)

    def sit(self, signed_join: bytes, here: Container[bytes]) -> bool:
        """Give a player its seat, its own again if it has one; raise `Refused` if there is none.

        The game begins when all seats are taken by players who are ``here``, by their keys. Returns whether it had not
        begun before.
        """
        join = self.read(signed_join)
        if self.genesis is not None:
            # By another name it is the same player: the seat keeps the name it has in the genesis.
            if join.key not in self.genesis.identities:
                raise Refused(sentences.FULL)
            if join.seat_key != self.genesis.seat_key(join.key):
                raise Refused(sentences.OTHER_COMPUTER)
            return False
        check_distinct([join, *(one for key, (one, _) in self._joins.items() if key != join.key)])
        if join.key not in self._joins and len(self._joins) == self.proposal.seats:
            gone = next((key for key in self._joins if not self._is_here(key, here)), None)
            if gone is None:
                raise Refused(sentences.FULL)
            del self._joins[gone]
        self._joins[join.key] = join, signed_join
        try:
            if len(self._joins) == self.proposal.seats and all(
                self._is_here(key, here) for key in self._joins
            ):
                self.genesis = assemble(self.signed, tuple(signed for _, signed in self._joins.values()))
        except Refused:
            del self._joins[join.key]
            raise
        return True

    def _is_here(self, key: bytes, here: Container[bytes]) -> bool:
        return key in self._own or key in here


@dataclass
class Lobby:
    """The host's side of a table that is filling up."""

    seating: Seating
    token: bytes
    confirm: Confirm | None = None
    """Without it whoever shows the token may sit down."""
    knock: Confirm | None = None
    """Asked about those who come without the token, because they saw that the table is open; else they are refused."""
    outcome_of: Callable[[], None] = lambda: None
    """Called whenever something has changed."""
    closed: Message | None = None
    """Why the table was closed; None while it is not."""
    kept: trio.Event = field(default_factory=trio.Event)
    """Set when the host has stored the game: nobody may know of one that a crash could take from its host."""
    _links: dict[bytes, tuple[Link, trio.CancelScope]] = field(default_factory=dict)
    _change: trio.Event = field(default_factory=trio.Event)

    @property
    def decided(self) -> bool:
        """Whether the game has begun, or the table was closed."""
        return self.seating.genesis is not None or self.closed is not None

    @property
    def guests(self) -> int:
        """How many are linked now, seated or asked about."""
        return len(self._links)

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats whose players are not linked now; they are kept for them while there are others."""
        return self.seating.away(self._links)

    async def changed(self) -> None:
        """Wait until somebody came or went, or the table was closed."""
        await self._change.wait()

    async def filled(self) -> Genesis:
        """Wait until the table is full; raise `Turned` if it is closed before."""
        while not self.decided:
            await self.changed()
        if self.seating.genesis is None:
            raise Turned(self.closed or sentences.CLOSED)
        return self.seating.genesis

    def close_table(self, reason: Message = sentences.CLOSED) -> None:
        """Let nobody sit down any more; those who wait are told. A game that has begun goes on."""
        if not self.decided:
            self.closed = reason
            self._tell()

    async def emptied(self) -> None:
        """Wait until nobody is linked any more: after `close_table`, everybody was told."""
        while self._links:
            await self.changed()

    def _tell(self) -> None:
        self._change.set()
        self._change = trio.Event()
        self.outcome_of()

    async def welcome(self, link: Link, token: Plain) -> Genesis:
        """Serve a link that showed this token: seat the player, return the genesis once all seats are taken.

        Raises `LinkFault` if the player may not sit down, or leaves before the table is full.
        """
        try:
            self._check(link, token)
        except Refused as wrong:
            raise await _refused(link, wrong) from None
        with trio.CancelScope() as scope:
            # One link per key, the newest: who connects anew has lost the older.
            if (older := self._links.pop(link.key, None)) is not None:
                older[1].cancel()
            self._links[link.key] = link, scope
            try:
                return await self._serve(link, self.confirm if token else self.knock)
            except (Malformed, Refused, Turned) as wrong:
                raise await _refused(link, wrong) from None
            finally:
                if self._links.get(link.key, (None,))[0] is link:
                    del self._links[link.key]
                    self._tell()
        raise LinkFault(sentences.CONNECTED_ANEW)

    def _check(self, link: Link, token: Plain) -> None:
        knocks = token == b"" and (self.knock is not None or self.seating.has_seat(link.key))
        if not knocks and (type(token) is not bytes or not compare_digest(token, self.token)):
            raise Refused(sentences.WRONG_TOKEN)
        if self.closed:
            raise Refused(self.closed)
        if self.seating.genesis is not None and link.key not in self.seating.genesis.identities:
            raise Refused(sentences.FULL)
        if len(self._links) >= MAX_GUESTS and link.key not in self._links:
            raise Refused(sentences.MANY_AT_DOOR)

    async def _serve(self, link: Link, confirm: Confirm | None) -> Genesis:
        await link.send("proposal", self.seating.signed)
        await self._seat(link, confirm)
        while not self.decided:
            change = self._change
            await link.send("lobby", self.seating.names)
            await link.meanwhile(change.wait)
        genesis = await self.filled()
        await link.meanwhile(self.kept.wait)
        await link.send("genesis", genesis.record)
        return genesis

    async def _seat(self, link: Link, confirm: Confirm | None) -> None:
        (signed_join,) = await link.expect("join", 1)
        signed_join = fields.some_binary(signed_join, JOIN)
        join = self.seating.read(signed_join)
        if join.key != link.key:
            raise Refused(sentences.OTHER_KEY)
        if (
            confirm is not None
            and not self.seating.has_seat(join.key)
            and not await link.meanwhile(lambda: confirm(join.name, join.key))
        ):
            raise Refused(sentences.NOT_LET_IN)
        if self.closed:
            raise Refused(self.closed)
        if self.seating.sit(signed_join, self._links):
            self._tell()


async def _refused(link: Link, why: Refusal) -> LinkFault:
    """Tell the other end why it cannot sit down, and return what ends the link."""
    await link.send("bye", str(why))
    return LinkFault(why.message)


async def enter(
    link: Link,
    identity: Identity,
    token: bytes,
    name: str,
    nonces: NonceOf,
    accepts: Accepts | None = None,
    seated: Seated | None = None,
) -> Genesis:
    """Take a seat over a link whose hello is done; return the genesis once the table is full.

    Raises `Turned` if the host refuses, or proposes what ``accepts`` or the rules of genesis refuse; `LinkFault`
    if the link breaks: over a new link it is the same seat again.
    """
    try:
        await link.send("table", token)
        (signed,) = await _answer(link, "proposal")
        signed = fields.some_binary(signed, PROPOSAL)
        proposal = read_proposal(signed)
        if proposal.host != link.key:
            raise Refused(sentences.NOT_THE_HOST)
        if accepts is not None:
            await link.meanwhile(lambda: accepts(proposal))
        nonce = nonces(proposal)
        await link.send("join", sign_join(identity, signed, name, nonce))
        (record,) = await _answer(link, "genesis", seated)
        genesis = read_genesis(fields.some_binary(record, GENESIS))
        check_own(genesis, signed, identity, nonce)
    except (Malformed, Refused) as wrong:
        raise Turned(wrong.message) from None
    return genesis


async def _answer(link: Link, kind: str, seated: Seated | None = None) -> tuple[Plain, ...]:
    """Return the fields of the host's next answer; raise `Turned` if it is a refusal."""
    while (message := await link.receive()) is not None:
        match message:
            case ("bye", *_):
                raise Turned(parting_words(message))
            case ("lobby", tuple(names)) if kind == "genesis":
                told = tuple(
                    fields.text(one, MAX_NAME, sentences.A_NAME)
                    for one in fields.some_array(names, MAX_SEATS, sentences.THE_NAMES)
                )
                if seated is not None:
                    seated(told)
            case (str(said), _) if said == kind:
                return message[1:]
            case _:
                raise LinkFault(
                    sentences.OTHER_KIND(came=Verbatim(fields.named(message[0])), due=Typed(kind))
                )
    raise LinkFault(sentences.HOST_GONE)


def check_own(genesis: Genesis, signed: bytes, identity: Identity, nonce: bytes) -> None:
    """Raise `Refused` unless the genesis is of the proposal we joined, with the keys and nonce we made for it.

    None of the seats that the host brings bots for is ours.
    """
    if genesis.proposal != read_proposal(signed):
        raise Refused(sentences.OTHER_PROPOSAL)
    own = identity.key, identity.seat(nonce).key, nonce
    if not any((join.key, join.seat_key, join.nonce) == own for join in genesis.guests):
        raise Refused(sentences.OTHER_SEAT)

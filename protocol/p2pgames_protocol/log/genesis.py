"""How a table begins: the host's proposal, everybody's join, and the game id that binds them.

The host proposes game, options and the order of seats; every player signs the proposal with a fresh nonce.
The game id hashes all of it, and every event is signed under it, so a key event is the acceptance. A join names the
player's identity, which signs it, and a key for this seat alone, which signs everything else in the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from p2pgames.contract import AnyRules
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import sentences, table_sentences
from p2pgames_protocol.log.proposal import (
    GROUP,
    MAX_SEATS,
    NOBODY,
    Proposal,
    check_proposal,
    read_proposal,
    signed_body,
)
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import FORMAT, pack
from p2pgames_protocol.wire.hashing import digest, encode
from p2pgames_protocol.wire.identity import KEY_SIZE, Identity, is_valid_key, verify
from p2pgames_protocol.wire.names import shown, told_apart

MAX_NAME: Final = 32


@dataclass(frozen=True, slots=True)
class Join:
    """One player's signed wish to play what a proposal says."""

    proposal: bytes
    """Hash of the signed proposal."""
    key: bytes
    """The player's identity."""
    seat_key: bytes
    name: str
    nonce: bytes

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.proposal, self.key, self.seat_key, self.name, self.nonce))

    @classmethod
    def read(cls, body: bytes) -> Join:
        """Decode a join; raise `Malformed` if it is not one."""
        fields = shape.unpacked(body, 5, sentences.JOIN)
        return cls(
            shape.hashed(fields[0], sentences.PROPOSAL_HASH),
            shape.binary(fields[1], KEY_SIZE, sentences.PLAYER_KEY),
            shape.binary(fields[2], KEY_SIZE, sentences.SEAT_KEY),
            shape.text(fields[3], MAX_NAME, sentences.PLAYER_NAME),
            shape.hashed(fields[4], sentences.PLAYER_NONCE),
        )


@dataclass(frozen=True)
class Genesis:
    """A proposal and its joins in the order of seats, all signatures checked, all keys sound and distinct."""

    proposal: Proposal
    joins: tuple[Join, ...]
    record: bytes
    """The encoding, which holds all signatures."""

    @cached_property
    def game_id(self) -> bytes:
        """The 32 bytes that every event of the game is signed under."""
        seats = b"".join(
            encode(seat) + join.key + join.nonce + digest("join", join.body())
            for seat, join in enumerate(self.joins)
        )
        return digest("game id", encode(FORMAT), self.proposal.body(), seats, GROUP.encode())

    @cached_property
    def keys(self) -> tuple[bytes, ...]:
        """The key of every seat, by which all that it says in the game is signed."""
        return tuple(join.seat_key for join in self.joins)

    @cached_property
    def identities(self) -> tuple[bytes, ...]:
        """The identity key of the player of every seat."""
        return tuple(join.key for join in self.joins)

    def seat_key(self, key: bytes) -> bytes:
        """Return the key of the seat that a player of this identity has; any other key is returned as it is."""
        return self.keys[self.identities.index(key)] if key in self.identities else key

    def own(self, identity: Identity) -> Identity | None:
        """Return the key pair of the seat that this player has here, or that this one is; None if it is of none."""
        if identity.key in self.keys:
            return identity
        for join in self.joins:
            if join.key == identity.key and (own := identity.seat(join.nonce)).key == join.seat_key:
                return own
        return None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name every player goes by, as it is shown: two that look alike are told apart."""
        return told_apart(self.given)

    @property
    def given(self) -> tuple[str, ...]:
        """The names as the players signed them."""
        return tuple(join.name for join in self.joins)

    @property
    def guests(self) -> tuple[Join, ...]:
        """The joins of those whom the host does not bring."""
        return self.joins[1 + self.proposal.bots :]

    @property
    def table(self) -> dict[str, str]:
        """The options of the table."""
        return dict(self.proposal.table)

    @property
    def options(self) -> dict[str, str]:
        """The options of the game."""
        return dict(self.proposal.options)

    @cached_property
    def words(self) -> str:
        """The first 66 bits of the game id as six words, for comparing by voice (BIP 39 word list)."""
        from mnemonic import Mnemonic

        number = int.from_bytes(self.game_id[:9], "big") >> 6
        listed = Mnemonic("english").wordlist
        return " ".join(listed[number >> shift & 2047] for shift in range(55, -1, -11))


def sign_join(identity: Identity, signed_proposal: bytes, name: str, nonce: bytes) -> bytes:
    """Return a join of this player for the proposal, signed and encoded."""
    seat_key = identity.seat(nonce).key
    body = Join(digest("proposal", signed_proposal), identity.key, seat_key, name, nonce).body()
    return pack((body, identity.sign("join", NOBODY, body)))


def read_join(signed: bytes, signed_proposal: bytes) -> Join:
    """Return the join; raise `Malformed` or `Refused` if it is broken or meant for another table."""
    body, signature = signed_body(signed, sentences.SIGNED_JOIN)
    join = Join.read(body)
    if not (is_valid_key(join.key) and is_valid_key(join.seat_key)):
        raise Refused(table_sentences.INVALID_KEY(name=Verbatim(shown(join.name))))
    if not verify(join.key, signature, "join", NOBODY, body):
        raise Refused(table_sentences.UNSIGNED_JOIN(name=Verbatim(shown(join.name))))
    if join.proposal != digest("proposal", signed_proposal):
        raise Refused(table_sentences.OTHER_TABLE(name=Verbatim(shown(join.name))))
    return join


def assemble(signed_proposal: bytes, signed_joins: tuple[bytes, ...]) -> Genesis:
    """Return the genesis of these signed parts, seats in the order given; raise as `read` does."""
    return read(pack((signed_proposal, signed_joins)))


def read(record: bytes) -> Genesis:
    """Decode and check a genesis; raise `Malformed` or `Refused` if anything about it is wrong."""
    signed_proposal, joins = shape.unpacked(record, 2, sentences.GENESIS)
    signed_proposal = shape.some_binary(signed_proposal, sentences.SIGNED_PROPOSAL)
    proposal = read_proposal(signed_proposal)
    signed_joins = shape.some_array(joins, MAX_SEATS, sentences.JOINS)
    read_joins = tuple(
        read_join(shape.some_binary(j, sentences.A_SIGNED_JOIN), signed_proposal) for j in signed_joins
    )
    keys = {key for join in read_joins for key in (join.key, join.seat_key)}
    if len(read_joins) != proposal.seats:
        raise Refused(
            table_sentences.SEATS_AND_PLAYERS(seats=Count(proposal.seats), players=Count(len(read_joins)))
        )
    if len(keys) != 2 * len(read_joins) or len({join.nonce for join in read_joins}) != len(read_joins):
        raise Refused(table_sentences.SAME_KEY)
    if read_joins[0].key != proposal.host:
        raise Refused(table_sentences.HOST_NOT_FIRST)
    return Genesis(proposal, read_joins, record)


def check_rules(genesis: Genesis, rules: AnyRules) -> None:
    """Raise `Refused` unless these rules, their data and the options are the ones the genesis names."""
    check_proposal(genesis.proposal, rules)


# How the rules of a log are found: by name and version.

RulesOf: TypeAlias = Callable[[str, int], AnyRules]
"""Returns one version of a game's rules, or raises `p2pgames.registry.Unknown`."""

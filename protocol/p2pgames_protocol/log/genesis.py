"""How a table begins: the host's proposal, everybody's join, and the game id that binds them.

The host proposes game, options and the order of seats; every player signs the proposal with a fresh nonce.
The game id hashes all of it, and every event is signed under it, so a key event is the acceptance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from p2pgames.contract import AnyRules, Seat, settle
from p2pgames.text import BadValue, Count, Message, Verbatim
from p2pgames_protocol.log import field_names, table_messages
from p2pgames_protocol.log.table_options import (
    MAX_OPTIONS,
    TABLE_OPTIONS,
    Refused,
    settle_table,
    table_options,
)
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, Plain, pack
from p2pgames_protocol.wire.format import FORMAT
from p2pgames_protocol.wire.hashing import digest, encode
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, is_valid_key, verify
from p2pgames_protocol.wire.messages import HOST_KEY, SIGNATURE
from p2pgames_protocol.wire.names import shown, told_apart

GROUP: Final = "ed25519"
"""The group of the sealed decks."""
MAX_SEATS: Final = 16
MAX_NAME: Final = 32
NOBODY: Final = b""
"""The scope of what is signed before there is a game id."""


def data_hash(rules: AnyRules) -> bytes:
    """Return the hash of the rules' data that stands in every proposal."""
    return digest("data", rules.name.encode(), encode(rules.version), rules.data)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the host proposes to play, with every option settled."""

    host: bytes
    rules: str
    version: int
    data: bytes
    table: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    seats: int
    nonce: bytes
    previous: tuple[bytes, bytes] | None = None
    """Game id and last digest of the game before, in a series."""
    first: Seat | None = None
    """Who begins, where a series decides that and not the coin."""

    @classmethod
    def of(
        cls,
        host: bytes,
        rules: AnyRules,
        seats: int,
        nonce: bytes,
        options: Mapping[str, str] | None = None,
        previous: tuple[bytes, bytes] | None = None,
        first: Seat | None = None,
    ) -> Proposal:
        """Propose a table; options of table and game may be mixed. Raises ValueError as `settle` does."""
        chosen = dict(options or {})
        of_table = {o.name: chosen.pop(o.name) for o in TABLE_OPTIONS if o.name in chosen}
        table, own = settle_table(of_table), settle(rules, seats, chosen)
        return cls(
            host,
            rules.name,
            rules.version,
            data_hash(rules),
            tuple(table.items()),
            tuple(own.items()),
            seats,
            nonce,
            previous,
            first,
        )

    def settled(self, rules: AnyRules | None) -> dict[str, str]:
        """Return the options that mean something under the rules, the game's own first; all where rules are None."""
        of_table = {option.name for option in (TABLE_OPTIONS if rules is None else table_options(rules))}
        return dict((*self.options, *(pair for pair in self.table if pair[0] in of_table)))

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        return pack(
            (
                FORMAT,
                GROUP,
                self.host,
                self.rules,
                self.version,
                self.data,
                self.table,
                self.options,
                self.seats,
                self.nonce,
                self.previous,
                self.first,
            )
        )

    @classmethod
    def read(cls, body: bytes) -> Proposal:
        """Decode a proposal; raise `Malformed` if it is none of this format."""
        fields = shape.unpacked(body, 12, field_names.PROPOSAL)
        if type(fields[0]) is not int or fields[0] != FORMAT:
            raise Malformed(
                table_messages.OTHER_FORMAT(theirs=Verbatim(shape.named(fields[0])), ours=Count(FORMAT))
            )
        if fields[1] != GROUP:
            raise Malformed(table_messages.OTHER_GROUP(group=Verbatim(GROUP)))
        seats = shape.integer(fields[8], MAX_SEATS, field_names.SEATS)
        first = (
            None if fields[11] is None else shape.integer(fields[11], max(seats - 1, 0), field_names.FIRST)
        )
        return cls(
            shape.binary(fields[2], KEY_SIZE, HOST_KEY),
            shape.text(fields[3], 32, field_names.RULES),
            shape.integer(fields[4], 2**16, field_names.RULES_VERSION),
            shape.hashed(fields[5], field_names.DATA_HASH),
            _pairs(fields[6]),
            _pairs(fields[7]),
            seats,
            shape.hashed(fields[9], field_names.TABLE_NONCE),
            _previous(fields[10]),
            first,
        )


@dataclass(frozen=True, slots=True)
class Join:
    """One player's signed wish to play what a proposal says."""

    proposal: bytes
    """Hash of the signed proposal."""
    key: bytes
    name: str
    nonce: bytes

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.proposal, self.key, self.name, self.nonce))

    @classmethod
    def read(cls, body: bytes) -> Join:
        """Decode a join; raise `Malformed` if it is none."""
        fields = shape.unpacked(body, 4, field_names.JOIN)
        return cls(
            shape.hashed(fields[0], field_names.PROPOSAL_HASH),
            shape.binary(fields[1], KEY_SIZE, field_names.PLAYER_KEY),
            shape.text(fields[2], MAX_NAME, field_names.PLAYER_NAME),
            shape.hashed(fields[3], field_names.PLAYER_NONCE),
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
        """The identity key of every seat."""
        return tuple(join.key for join in self.joins)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name every player goes by, as it is shown: two that look alike are told apart."""
        return told_apart(self.given)

    @property
    def given(self) -> tuple[str, ...]:
        """The names as the players signed them."""
        return tuple(join.name for join in self.joins)

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


def sign_proposal(identity: Identity, proposal: Proposal) -> bytes:
    """Return the proposal with the host's signature, encoded."""
    body = proposal.body()
    return pack((body, identity.sign("proposal", NOBODY, body)))


def read_proposal(signed: bytes) -> Proposal:
    """Return the proposal; raise `Malformed` or `Refused` if it is broken or not signed by its host."""
    body, signature = _signed(signed, field_names.SIGNED_PROPOSAL)
    proposal = Proposal.read(body)
    if not verify(proposal.host, signature, "proposal", NOBODY, body):
        raise Refused(table_messages.UNSIGNED_PROPOSAL)
    if not 1 <= proposal.seats <= MAX_SEATS:
        raise Refused(table_messages.FOR_NOBODY)
    return proposal


def sign_join(identity: Identity, signed_proposal: bytes, name: str, nonce: bytes) -> bytes:
    """Return a join of this player for the proposal, signed and encoded."""
    body = Join(digest("proposal", signed_proposal), identity.key, name, nonce).body()
    return pack((body, identity.sign("join", NOBODY, body)))


def read_join(signed: bytes, signed_proposal: bytes) -> Join:
    """Return the join; raise `Malformed` or `Refused` if it is broken or meant for another table."""
    body, signature = _signed(signed, field_names.SIGNED_JOIN)
    join = Join.read(body)
    if not is_valid_key(join.key):
        raise Refused(table_messages.INVALID_KEY(name=Verbatim(shown(join.name))))
    if not verify(join.key, signature, "join", NOBODY, body):
        raise Refused(table_messages.UNSIGNED_JOIN(name=Verbatim(shown(join.name))))
    if join.proposal != digest("proposal", signed_proposal):
        raise Refused(table_messages.OTHER_TABLE(name=Verbatim(shown(join.name))))
    return join


def assemble(signed_proposal: bytes, signed_joins: tuple[bytes, ...]) -> Genesis:
    """Return the genesis of these signed parts, seats in the order given; raise as `read` does."""
    return read(pack((signed_proposal, signed_joins)))


def read(record: bytes) -> Genesis:
    """Decode and check a genesis; raise `Malformed` or `Refused` if anything about it is wrong."""
    signed_proposal, joins = shape.unpacked(record, 2, field_names.GENESIS)
    signed_proposal = shape.some_binary(signed_proposal, field_names.SIGNED_PROPOSAL)
    proposal = read_proposal(signed_proposal)
    signed_joins = shape.some_array(joins, MAX_SEATS, field_names.JOINS)
    read_joins = tuple(
        read_join(shape.some_binary(j, field_names.A_SIGNED_JOIN), signed_proposal) for j in signed_joins
    )
    keys = {join.key for join in read_joins}
    if len(read_joins) != proposal.seats:
        raise Refused(
            table_messages.SEATS_AND_PLAYERS(seats=Count(proposal.seats), players=Count(len(read_joins)))
        )
    if len(keys) != len(read_joins) or len({join.nonce for join in read_joins}) != len(read_joins):
        raise Refused(table_messages.SAME_KEY)
    if read_joins[0].key != proposal.host:
        raise Refused(table_messages.HOST_NOT_FIRST)
    return Genesis(proposal, read_joins, record)


def check_rules(genesis: Genesis, rules: AnyRules) -> None:
    """Raise `Refused` unless these rules, their data and the options are the ones the genesis names."""
    check_proposal(genesis.proposal, rules)


def check_proposal(proposal: Proposal, rules: AnyRules) -> None:
    """Raise `Refused` unless these rules, their data and the options are the ones proposed."""
    if (rules.name, rules.version) != (proposal.rules, proposal.version):
        raise Refused(
            table_messages.TABLE_PLAYS(rules=Verbatim(proposal.rules), version=Count(proposal.version))
        )
    if data_hash(rules) != proposal.data:
        raise Refused(table_messages.OTHER_DATA(rules=Verbatim(rules.name)))
    try:
        settled = tuple(settle(rules, proposal.seats, dict(proposal.options)).items())
        table = tuple(settle_table(dict(proposal.table)).items())
    except BadValue as wrong:
        raise Refused(wrong.message) from None
    if settled != proposal.options or table != proposal.table:
        raise Refused(table_messages.OPTIONS_INCOMPLETE)


def _signed(signed: bytes, what: Message) -> tuple[bytes, bytes]:
    body, signature = shape.unpacked(signed, 2, what)
    return shape.some_binary(body, what), shape.binary(signature, SIGNATURE_SIZE, SIGNATURE)


def _pairs(value: Plain) -> tuple[tuple[str, str], ...]:
    pairs = [
        shape.array(pair, 2, field_names.AN_OPTION)
        for pair in shape.some_array(value, MAX_OPTIONS, field_names.OPTIONS)
    ]
    return tuple(
        (shape.text(n, 32, field_names.OPTION), shape.text(v, 64, field_names.VALUE)) for n, v in pairs
    )


def _previous(value: Plain) -> tuple[bytes, bytes] | None:
    if value is None:
        return None
    game, last = shape.array(value, 2, field_names.GAME_BEFORE)
    return shape.hashed(game, field_names.GAME_BEFORE), shape.hashed(last, field_names.LAST_DIGEST)


NonceOf: TypeAlias = Callable[[Proposal], bytes]
"""Returns our 32 bytes for a proposal: random to others, the same for the same proposal."""

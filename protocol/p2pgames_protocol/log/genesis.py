"""How a table begins: the host's proposal, everybody's join, and the game id that binds them.

The host proposes game, options and the order of seats; every player signs the proposal with a fresh nonce.
The game id hashes all of it, and every event is signed under it, so a key event is the acceptance. A join names the
player's identity, which signs it, and a key for this seat alone, which signs everything else in the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from p2pgames.contract import AnyRules, Option, Seat, resolve_options
from p2pgames.sentences import NO_VALUE, words
from p2pgames.text import BadValue, Count, Message, Refusal, Typed, Verbatim
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.records import MAX_NAME
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import FORMAT, Malformed, Plain, digest, encode, pack
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, is_valid_key, verify
from p2pgames_protocol.wire.names import shown, told_apart
from p2pgames_protocol.wire.sentences import HOST_KEY, SIGNATURE


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


# What the host proposes to play, and who has signed that.

GROUP: Final = "ed25519"
"""The group of the sealed decks."""
MAX_SEATS: Final = 16
"""More than any game seats; who is in is named by one number (SPEC 4.1)."""
NOBODY: Final = b""
"""The scope of what is signed before there is a game id."""

NonceOf: TypeAlias = Callable[["Proposal"], bytes]
"""Returns our 32 bytes for a proposal: random to others, the same for the same proposal."""


def data_hash(rules: AnyRules) -> bytes:
    """Return the hash of the rules' data that stands in every proposal."""
    return digest("data", rules.name.encode(), encode(rules.version), rules.data)


# What holds at a table beside the options of its game: time to move, watchers, rematches, and their limits.

MAX_OPTIONS: Final = 32
"""Options of a game, and of a table (SPEC 4.1)."""

TABLE_OPTIONS: Final = (
    # The usual ones, for a form to offer; `settle_table` takes any number of minutes, hours or days.
    Option(
        "time",
        ("10m", "1h", "12h", "1d", "3d", "7d", "none"),
        sentences.TIME,
    ),
    Option("watchers", ("yes", "no"), sentences.WATCH),
)
TABLE_NAMES: Final = (*(option.name for option in TABLE_OPTIONS), "bots", "league")
"""The options of the table as a proposal lists them: those that one chooses, then what the host brings."""
_TIME = re.compile(r"none|[1-9][0-9]{0,3}[mhd]")


class Refused(Refusal, ValueError):
    """This is not a genesis anybody could play from; the message says why."""


def settle_table(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every table option; raise ValueError, naming what is possible, for a wrong one."""
    settled = {option.name: chosen.get(option.name, option.default) for option in TABLE_OPTIONS}
    if unknown := set(chosen) - set(settled):
        raise BadValue(
            sentences.NO_TABLE_OPTION(name=Typed(min(unknown)), names=Verbatim(", ".join(settled)))
        )
    for option in TABLE_OPTIONS:
        value = settled[option.name]
        if option.name == "time":
            if not _TIME.fullmatch(value):
                raise BadValue(sentences.TIME_IS(value=Typed(value)))
        elif value not in option.values:
            values = words(option.values)
            raise BadValue(NO_VALUE(option=Verbatim(option.name), values=values, typed=Typed(value)))
    return settled


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
    decks: bool = False
    """Whether the game has sealed decks."""
    bots: int = 0
    """How many seats the host brings bots for, from seat 1 on."""
    league: bytes | None = None
    """The hash of the file of the league that the game counts in."""

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
        table, own = settle_table(of_table), resolve_options(rules, seats, chosen)
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
            rules.decks,
        )

    @property
    def resolved_options(self) -> dict[str, str]:
        """The value of every option, those of the game first; of bots and league only where there are any."""
        bots = {"bots": str(self.bots)} if self.bots else {}
        league = {"league": self.league.hex()} if self.league is not None else {}
        return dict((*self.options, *self.table)) | bots | league

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        return pack(
            (
                FORMAT,
                GROUP if self.decks else None,
                self.host,
                self.rules,
                self.version,
                self.data,
                (*self.table, ("bots", self.bots), ("league", self.league)),
                self.options,
                self.seats,
                self.nonce,
                self.previous,
                self.first,
            )
        )

    @classmethod
    def read(cls, body: bytes) -> Proposal:
        """Decode a proposal; raise `Malformed` if it is not one of this format."""
        fields = shape.unpacked(body, 12, sentences.PROPOSAL)
        if type(fields[0]) is not int or fields[0] != FORMAT:
            raise Malformed(
                sentences.OTHER_FORMAT(theirs=Verbatim(shape.named(fields[0])), ours=Count(FORMAT))
            )
        if fields[1] not in (GROUP, None):
            raise Malformed(sentences.OTHER_GROUP(group=Verbatim(GROUP)))
        seats = shape.integer(fields[8], MAX_SEATS, sentences.SEATS)
        last = max(seats - 1, 0)
        first = None if fields[11] is None else shape.integer(fields[11], last, sentences.FIRST)
        table, bots, league = _of_table(fields[6])
        return cls(
            shape.binary(fields[2], KEY_SIZE, HOST_KEY),
            shape.text(fields[3], 32, sentences.RULES),
            shape.integer(fields[4], 2**16, sentences.RULES_VERSION),
            shape.hashed(fields[5], sentences.DATA_HASH),
            _settled(table),
            _texts(_named(fields[7])),
            seats,
            shape.hashed(fields[9], sentences.TABLE_NONCE),
            _previous(fields[10]),
            first,
            fields[1] is not None,
            shape.integer(bots, last, sentences.BOTS),
            None if league is None else shape.hashed(league, sentences.LEAGUE),
        )


def sign_proposal(identity: Identity, proposal: Proposal) -> bytes:
    """Return the proposal with the host's signature, encoded."""
    body = proposal.body()
    return pack((body, identity.sign("proposal", NOBODY, body)))


def read_proposal(signed: bytes) -> Proposal:
    """Return the proposal; raise `Malformed` or `Refused` if it is broken or not signed by its host."""
    body, signature = signed_body(signed, sentences.SIGNED_PROPOSAL)
    proposal = Proposal.read(body)
    if not verify(proposal.host, signature, "proposal", NOBODY, body):
        raise Refused(sentences.UNSIGNED_PROPOSAL)
    if not 1 <= proposal.seats <= MAX_SEATS:
        raise Refused(sentences.FOR_NOBODY)
    return proposal


def check_proposal(proposal: Proposal, rules: AnyRules) -> None:
    """Raise `Refused` unless these rules, their data and the options are the ones proposed."""
    if (rules.name, rules.version) != (proposal.rules, proposal.version):
        raise Refused(sentences.TABLE_PLAYS(rules=Verbatim(proposal.rules), version=Count(proposal.version)))
    if rules.decks != proposal.decks:
        raise Refused(sentences.OTHER_DECKS(rules=Verbatim(rules.name)))
    if data_hash(rules) != proposal.data:
        raise Refused(sentences.OTHER_DATA(rules=Verbatim(rules.name)))
    try:
        settled = tuple(resolve_options(rules, proposal.seats, dict(proposal.options)).items())
    except BadValue as wrong:
        raise Refused(wrong.message) from None
    if settled != proposal.options:
        raise Refused(sentences.OPTIONS_INCOMPLETE)


def signed_body(signed: bytes, what: Message) -> tuple[bytes, bytes]:
    """Return what was signed, and the signature that stands beside it; raise `Malformed` if it is of another form."""
    body, signature = shape.unpacked(signed, 2, what)
    return shape.some_binary(body, what), shape.binary(signature, SIGNATURE_SIZE, SIGNATURE)


def _of_table(value: Plain) -> tuple[tuple[tuple[str, str], ...], Plain, Plain]:
    """Return the options of the table that are texts, and bots and league: all there are, in their order."""
    named = _named(value)
    names = tuple(name for name, _ in named)
    if unknown := set(names) - set(TABLE_NAMES):
        name, known = Typed(min(unknown)), Verbatim(", ".join(TABLE_NAMES))
        raise Malformed(sentences.NO_TABLE_OPTION(name=name, names=known))
    if names != TABLE_NAMES:
        raise Malformed(sentences.OPTIONS_INCOMPLETE)
    *texts, (_bots, bots), (_league, league) = named
    return _texts(texts), bots, league


def _settled(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return the options of the table if their values are some that there are."""
    try:
        return tuple(settle_table(dict(pairs)).items())
    except BadValue as wrong:
        raise Malformed(wrong.message) from None


def _named(value: Plain) -> list[tuple[str, Plain]]:
    options = shape.some_array(value, MAX_OPTIONS, sentences.OPTIONS)
    pairs = [shape.array(option, 2, sentences.AN_OPTION) for option in options]
    return [(shape.text(name, 32, sentences.OPTION), value) for name, value in pairs]


def _texts(named: Iterable[tuple[str, Plain]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, shape.text(value, 64, sentences.VALUE)) for name, value in named)


def _previous(value: Plain) -> tuple[bytes, bytes] | None:
    if value is None:
        return None
    game, last = shape.array(value, 2, sentences.GAME_BEFORE)
    return shape.hashed(game, sentences.GAME_BEFORE), shape.hashed(last, sentences.LAST_DIGEST)


@dataclass(frozen=True)
class Genesis:
    """A proposal and its joins in the order of seats, all signatures checked, all keys sound and distinct."""

    proposal: Proposal
    joins: tuple[Join, ...]
    record: bytes
    """The encoding, which holds all signatures."""

    @property
    def game(self) -> str:
        """The name of the game that is played, as its rules have it."""
        return self.proposal.rules

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
        raise Refused(sentences.INVALID_KEY(name=Verbatim(shown(join.name))))
    if not verify(join.key, signature, "join", NOBODY, body):
        raise Refused(sentences.UNSIGNED_JOIN(name=Verbatim(shown(join.name))))
    if join.proposal != digest("proposal", signed_proposal):
        raise Refused(sentences.OTHER_TABLE(name=Verbatim(shown(join.name))))
    return join


def assemble(signed_proposal: bytes, signed_joins: tuple[bytes, ...]) -> Genesis:
    """Return the genesis of these signed parts, seats in the order given; raise as `read_genesis` does."""
    return read_genesis(pack((signed_proposal, signed_joins)))


def read_genesis(record: bytes) -> Genesis:
    """Decode and check a genesis; raise `Malformed` or `Refused` if anything about it is wrong."""
    signed_proposal, joins = shape.unpacked(record, 2, sentences.GENESIS)
    signed_proposal = shape.some_binary(signed_proposal, sentences.SIGNED_PROPOSAL)
    proposal = read_proposal(signed_proposal)
    signed_joins = shape.some_array(joins, MAX_SEATS, sentences.JOINS)
    read_joins = tuple(
        read_join(shape.some_binary(j, sentences.A_SIGNED_JOIN), signed_proposal) for j in signed_joins
    )
    if len(read_joins) != proposal.seats:
        raise Refused(
            sentences.SEATS_AND_PLAYERS(seats=Count(proposal.seats), players=Count(len(read_joins)))
        )
    check_distinct(read_joins)
    if read_joins[0].key != proposal.host:
        raise Refused(sentences.HOST_NOT_FIRST)
    return Genesis(proposal, read_joins, record)


def check_distinct(joins: Collection[Join]) -> None:
    """Raise `Refused` where two joins share a nonce or any key."""
    keys = {key for join in joins for key in (join.key, join.seat_key)}
    if len(keys) != 2 * len(joins) or len({join.nonce for join in joins}) != len(joins):
        raise Refused(sentences.SAME_KEY)


def claimed_proposal(record: bytes) -> tuple[bytes, Proposal]:
    """Return the hash of the signed proposal that joins name, and the proposal, as a genesis says.

    No signature is checked, for they take most of the time: this says only which of many files are worth reading.
    Raises `Malformed` for what is no genesis.
    """
    signed = shape.some_binary(shape.unpacked(record, 2, sentences.GENESIS)[0], sentences.SIGNED_PROPOSAL)
    return digest("proposal", signed), Proposal.read(signed_body(signed, sentences.SIGNED_PROPOSAL)[0])


def check_rules(genesis: Genesis, rules: AnyRules) -> None:
    """Raise `Refused` unless these rules, their data and the options are the ones the genesis names."""
    check_proposal(genesis.proposal, rules)


# How the rules of a log are found: by name and version.

RulesOf: TypeAlias = Callable[[str, int], AnyRules]
"""Returns one version of a game's rules, or raises `p2pgames.registry.Unknown`."""

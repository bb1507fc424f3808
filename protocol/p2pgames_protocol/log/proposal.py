"""What the host proposes to play, and who has signed that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.contract import AnyRules, Seat, resolve_options
from p2pgames.text import BadValue, Count, Message, Typed, Verbatim
from p2pgames_protocol.log import sentences, table_sentences
from p2pgames_protocol.log.table_options import MAX_OPTIONS, TABLE_NAMES, TABLE_OPTIONS, Refused, settle_table
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import FORMAT, Malformed, Plain, pack
from p2pgames_protocol.wire.hashing import digest, encode
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, verify
from p2pgames_protocol.wire.sentences import HOST_KEY, SIGNATURE

GROUP: Final = "ed25519"
"""The group of the sealed decks."""
MAX_SEATS: Final = 16
NOBODY: Final = b""
"""The scope of what is signed before there is a game id."""

NonceOf: TypeAlias = Callable[["Proposal"], bytes]
"""Returns our 32 bytes for a proposal: random to others, the same for the same proposal."""


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
                table_sentences.OTHER_FORMAT(theirs=Verbatim(shape.named(fields[0])), ours=Count(FORMAT))
            )
        if fields[1] not in (GROUP, None):
            raise Malformed(table_sentences.OTHER_GROUP(group=Verbatim(GROUP)))
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
            _pairs(fields[7]),
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
        raise Refused(table_sentences.UNSIGNED_PROPOSAL)
    if not 1 <= proposal.seats <= MAX_SEATS:
        raise Refused(table_sentences.FOR_NOBODY)
    return proposal


def check_proposal(proposal: Proposal, rules: AnyRules) -> None:
    """Raise `Refused` unless these rules, their data and the options are the ones proposed."""
    if (rules.name, rules.version) != (proposal.rules, proposal.version):
        raise Refused(
            table_sentences.TABLE_PLAYS(rules=Verbatim(proposal.rules), version=Count(proposal.version))
        )
    if rules.decks != proposal.decks:
        raise Refused(table_sentences.OTHER_DECKS(rules=Verbatim(rules.name)))
    if data_hash(rules) != proposal.data:
        raise Refused(table_sentences.OTHER_DATA(rules=Verbatim(rules.name)))
    try:
        settled = tuple(resolve_options(rules, proposal.seats, dict(proposal.options)).items())
    except BadValue as wrong:
        raise Refused(wrong.message) from None
    if settled != proposal.options:
        raise Refused(table_sentences.OPTIONS_INCOMPLETE)


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
        raise Malformed(table_sentences.NO_TABLE_OPTION(name=name, names=known))
    if names != TABLE_NAMES:
        raise Malformed(table_sentences.OPTIONS_INCOMPLETE)
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


def _pairs(value: Plain) -> tuple[tuple[str, str], ...]:
    return _texts(_named(value))


def _previous(value: Plain) -> tuple[bytes, bytes] | None:
    if value is None:
        return None
    game, last = shape.array(value, 2, sentences.GAME_BEFORE)
    return shape.hashed(game, sentences.GAME_BEFORE), shape.hashed(last, sentences.LAST_DIGEST)

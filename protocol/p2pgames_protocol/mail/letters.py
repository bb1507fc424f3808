"""Letters: how a table fills up without a link (SPEC 21.7 to 21.10).

host:   proposal, own join -> (answers) -> genesis, in its first pack        guest: proposal -> own join -> that pack

The genesis is not signed as a whole, so whoever reads everybody's letters could put another one together. Only one
under which the host has signed an event begins a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import (
    MAX_SEATS,
    Genesis,
    Join,
    NonceOf,
    Proposal,
    Refused,
    assemble,
    check_distinct,
    read_join,
    read_proposal,
    sign_join,
    sign_proposal,
)
from p2pgames_protocol.log.records import Event, Kind
from p2pgames_protocol.log.sentences import A_SIGNED_JOIN, JOINS, SIGNED_JOIN, SIGNED_PROPOSAL
from p2pgames_protocol.mail import sentences
from p2pgames_protocol.mail.armour import BadBundle, Bundle
from p2pgames_protocol.net.sentences import FULL
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, digest, first_line, pack
from p2pgames_protocol.wire.names import shown

MAGIC: Final = first_line("letter")
TABLE_MAGIC: Final = first_line("table")
MAX_LETTER: Final = 65_536
"""Bytes; a proposal with all options it may have and a join need half of that."""
MAX_TABLE: Final = 65_536
"""Bytes of the file of a table that fills up by mail, as of a letter."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A signed proposal and one signed join for it: the host's own invites, anybody else's answers."""

    signed: bytes
    proposal: Proposal
    signed_join: bytes
    join: Join

    @property
    def table(self) -> bytes:
        """The hash of the signed proposal."""
        return self.join.proposal

    @property
    def invites(self) -> bool:
        """Whether it is the host's."""
        return self.join.key == self.proposal.host


def write_letter(signed: bytes, signed_join: bytes) -> bytes:
    """Return the letter of these signed parts."""
    return MAGIC + logfile.frame(pack((signed, signed_join)))


def read_letter(data: bytes) -> Letter:
    """Return what a letter says; raise `BadBundle` if it is not one, is damaged, or not signed as it says."""
    if len(data) > MAX_LETTER:
        raise BadBundle(sentences.LETTER_TOO_LARGE(size=Count(len(data)), most=Count(MAX_LETTER)))
    try:
        signed, signed_join = fields.unpacked(_only(data, MAGIC), 2, sentences.LETTER)
        signed = fields.some_binary(signed, SIGNED_PROPOSAL)
        signed_join = fields.some_binary(signed_join, SIGNED_JOIN)
        proposal = read_proposal(signed)
        return Letter(signed, proposal, signed_join, read_join(signed_join, signed))
    except (logfile.Damaged, Malformed, Refused) as wrong:
        raise BadBundle(sentences.LETTER_USELESS(why=wrong.message)) from None


@dataclass(frozen=True, slots=True)
class Filling:
    """A table by mail whose game has not begun here: the host knows all joins so far, a guest its own.

    One's own join is the first.
    """

    signed: bytes
    signed_joins: tuple[bytes, ...]

    @property
    def proposal(self) -> Proposal:
        """The proposal that its host has signed."""
        return read_proposal(self.signed)

    @property
    def joins(self) -> tuple[Join, ...]:
        """The joins, own first."""
        return tuple(read_join(signed, self.signed) for signed in self.signed_joins)

    @property
    def table(self) -> bytes:
        """The hash of the signed proposal."""
        return digest("proposal", self.signed)

    @property
    def hosted(self) -> bool:
        """Whether this is the host's."""
        return self.joins[0].key == self.proposal.host

    @property
    def letter(self) -> bytes:
        """One's own letter: the same whenever it is written."""
        return write_letter(self.signed, self.signed_joins[0])

    def join_of(self, key: bytes) -> Join | None:
        """Return the join of a player, if it is here."""
        return next((join for join in self.joins if join.key == key), None)

    def taking(self, letter: Letter) -> Filling:
        """Return the host's table with this answer, in place of an older one of the same player.

        Raises `Refused` if it is for another table, there is no seat left, or its nonce or a key is another player's.
        """
        if not self.hosted or letter.table != self.table or letter.invites:
            raise Refused(sentences.NO_ANSWER)
        others = {
            join.nonce: signed
            for join, signed in zip(self.joins, self.signed_joins, strict=True)
            if join.key != letter.join.key
        }
        if letter.join.nonce in others:
            raise Refused(sentences.NONCE_COPIED(name=Verbatim(shown(letter.join.name))))
        check_distinct([letter.join, *(join for join in self.joins if join.key != letter.join.key)])
        seats = [join.key for join in self.joins]
        if letter.join.key in seats:
            place = seats.index(letter.join.key)
            signed = (*self.signed_joins[:place], letter.signed_join, *self.signed_joins[place + 1 :])
            return replace(self, signed_joins=signed)
        if len(seats) >= self.proposal.seats:
            raise Refused(FULL)
        return replace(self, signed_joins=(*self.signed_joins, letter.signed_join))

    def genesis(self) -> Genesis | None:
        """Return the host's genesis, which is always the same; None while seats are free."""
        if not self.hosted or len(self.signed_joins) < self.proposal.seats:
            return None
        return assemble(self.signed, self.signed_joins)

    def check(self, begun: Bundle) -> None:
        """Raise `Refused` unless a guest who answered may begin the game of this pack.

        Its genesis must be of the same proposal and hold the guest's join with key, nonce and name, in no seat that the
        host brings a bot for, and the host must have signed an event of that game.
        """
        if self.hosted:
            raise Refused(sentences.OTHER_COPY_BEGAN)
        genesis = begun.genesis
        if any(join.proposal != self.table for join in genesis.joins):
            raise Refused(sentences.OTHER_PROPOSAL)
        if self.joins[0] not in genesis.guests:
            raise Refused(sentences.OTHER_SEAT)
        signed = (Event.read(record.body).seat for record in begun.records if record.kind is Kind.EVENT)
        if 0 not in signed:
            raise Refused(sentences.HOST_UNSIGNED)


def open_letter_table(player: Player, proposal: Proposal) -> Filling:
    """Return a new table of this player with nobody else at it."""
    signed = sign_proposal(player.identity, proposal)
    return Filling(signed, (_own(player, signed, player.nonces()),))


def read_answer(player: Player, letter: Letter) -> Filling:
    """Return a guest's answer to an invitation; raise `Refused` if it is not one, or the guest's own."""
    if not letter.invites or letter.join.key == player.identity.key:
        raise Refused(sentences.OWN_INVITATION)
    return Filling(letter.signed, (_own(player, letter.signed, player.nonces()),))


def is_moved(player: Player, filling: Filling) -> bool:
    """Tell whether this home's device is not the one that signed our join: then another may have begun the game."""
    return player.nonces()(filling.proposal) != filling.joins[0].nonce


def _own(player: Player, signed: bytes, nonces: NonceOf) -> bytes:
    return sign_join(player.identity, signed, player.name, nonces(read_proposal(signed)))


def write_table(filling: Filling) -> bytes:
    """Return the file that keeps a table in a home."""
    return TABLE_MAGIC + logfile.frame(pack((filling.signed, filling.signed_joins)))


def read_table(data: bytes) -> Filling:
    """Return what such a file keeps, every signature checked; raise `Damaged` if it is not sound."""
    if len(data) > MAX_TABLE:
        raise logfile.Damaged(sentences.TABLE_TOO_LARGE(most=Count(MAX_TABLE)))
    try:
        signed, joins = fields.unpacked(_only(data, TABLE_MAGIC), 2, sentences.TABLE)
        signed = fields.some_binary(signed, SIGNED_PROPOSAL)
        joins = fields.some_array(joins, MAX_SEATS, JOINS)
        filling = Filling(signed, tuple(fields.some_binary(one, A_SIGNED_JOIN) for one in joins))
        if not filling.joins or len(filling.joins) > filling.proposal.seats:
            raise Malformed(sentences.NO_JOINS)
    except (Malformed, Refused) as wrong:
        raise logfile.Damaged(sentences.TABLE_DAMAGED(why=wrong.message)) from None
    return filling


def _only(data: bytes, magic: bytes) -> bytes:
    """Return the payload of the one frame after this first line; raise `Damaged` otherwise."""
    found = logfile.split(data, magic)
    if found.torn or len(found.payloads) != 1:
        raise logfile.Damaged(sentences.CUT_OFF)
    return found.payloads[0]


# The tables of a home that fill up by mail, each a file beside the games until its game has begun.

SUFFIX: Final = ".table"


@dataclass(frozen=True, slots=True)
class PendingTables:
    """Reads and writes them; the home must be locked for that. All methods block."""

    home: Home

    def write(self, filling: Filling) -> None:
        """Write a table in one step, in place of what was kept of it; raise `HomeError` if that is not possible."""
        self.home.write(self._file(filling.table), write_table(filling))

    def drop(self, table: bytes) -> None:
        """Forget a table."""
        self._file(table).unlink(missing_ok=True)

    def find(self, table: bytes) -> Filling | None:
        """Return what is kept of a table; None if nothing is. Raises `Damaged`."""
        try:
            return _read(self._file(table))
        except FileNotFoundError:
            return None

    def __iter__(self) -> Iterator[Filling]:
        """Yield the tables, those that cannot be read left out, and copies of those that are there."""
        there = self._files()
        for file in there:
            with suppress(OSError, Damaged):
                filling = _read(file)
                if file == (own := self._file(filling.table)) or own not in there:
                    yield filling

    def lost(self) -> Iterator[tuple[Path, OSError | Damaged]]:
        """Yield the files of tables that cannot be read, each with why."""
        for file in self._files():
            try:
                _read(file)
            except (OSError, Damaged) as wrong:
                yield file, wrong

    def _files(self) -> list[Path]:
        return sorted(self.home.games.glob(f"*{SUFFIX}")) if self.home.games.is_dir() else []

    def _file(self, table: bytes) -> Path:
        return self.home.games / f"{table.hex()}{SUFFIX}"


def _read(file: Path) -> Filling:
    return read_table(disk.read_file(file, MAX_TABLE + 1))

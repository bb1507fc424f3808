"""A league: one small file, signed by its organiser, whose hash the proposals of its games carry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from p2pgames.text import Message, Verbatim
from p2pgames_protocol.league import sentences
from p2pgames_protocol.log.genesis import MAX_OPTIONS, MAX_SEATS, Proposal, signed_body
from p2pgames_protocol.log.sentences import (
    AN_OPTION,
    LEAGUE,
    OPTION,
    OPTIONS,
    PLAYER_KEY,
    PLAYER_NAME,
    RULES,
    SEATS,
    VALUE,
)
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, Plain, digest, first_line, pack
from p2pgames_protocol.wire.identity import KEY_SIZE, Identity, verify

MAGIC: Final = first_line("league")
TAG: Final = "league"
MAX_GAMES: Final = 16
MAX_PLAYERS: Final = 256
MAX_COUNTED: Final = 1000
MAX_NAME: Final = 64
MAX_DATES: Final = 256
"""What a league may have, as its format says (LEAGUE.md): a list that a person reads, and a file of some pages."""


class Scoring(StrEnum):
    """Whether the table of a league adds up points or estimates strengths."""

    POINTS = "points"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class LeagueTerms:
    """What a game of the league is played by: the rules by name, the seats, and every option of the game."""

    rules: str
    seats: int
    options: tuple[tuple[str, str], ...]

    @property
    def plain(self) -> Plain:
        """The terms as the array that the file holds."""
        return self.rules, self.seats, self.options

    def fit(self, proposal: Proposal) -> bool:
        """Tell whether a table is on these terms; how long one may think is for the table alone."""
        return (self.rules, self.seats, self.options) == (proposal.rules, proposal.seats, proposal.options)


@dataclass(frozen=True, slots=True)
class League:
    """What the organiser has signed. Of dates nothing but words: nobody can prove when a game was played."""

    organiser: bytes
    name: str
    dates: str | None
    games: tuple[LeagueTerms, ...]
    most: int
    """How many games on the same terms between the same people count; 0 for all."""
    scoring: Scoring
    players: tuple[bytes, ...]
    """Who is invited; nobody is named where everybody may enrol."""

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        games = tuple(terms.plain for terms in self.games)
        return pack(
            (self.organiser, self.name, self.dates, games, self.most, self.scoring.value, self.players)
        )

    def invites(self, key: bytes) -> bool:
        """Tell whether a player may enrol."""
        return not self.players or key in self.players

    @classmethod
    def read(cls, body: bytes) -> League:
        """Decode what was signed; raise `Malformed` if it is of another form."""
        organiser, name, dates, games, most, scoring, players = shape.unpacked(body, 7, sentences.FILE)
        read = cls(
            shape.binary(organiser, KEY_SIZE, sentences.ORGANISER),
            shape.text(name, MAX_NAME, sentences.NAME),
            None if dates is None else shape.text(dates, MAX_DATES, sentences.DATES),
            tuple(map(_terms, shape.some_array(games, MAX_GAMES, sentences.GAMES))),
            shape.integer(most, MAX_COUNTED, sentences.MOST),
            _scoring(scoring),
            tuple(
                shape.binary(key, KEY_SIZE, PLAYER_KEY)
                for key in shape.some_array(players, MAX_PLAYERS, sentences.PLAYERS)
            ),
        )
        if not read.games or any(terms.seats < 2 for terms in read.games):
            raise Malformed(sentences.NO_GAMES)
        _in_order([pack(terms.plain) for terms in read.games])
        _in_order(read.players)
        return read


@dataclass(frozen=True, slots=True)
class SignedLeague:
    """A league with the bytes of its file."""

    league: League
    file: bytes

    @property
    def id(self) -> bytes:
        """The hash of the file, which proposals and enrolments name."""
        return digest(TAG, self.file)


def sign_league(organiser: Identity, league: League) -> SignedLeague:
    """Return the league as its organiser signs it; raise `Malformed` if nobody could read it."""
    body = league.body()
    League.read(body)
    return read_league(MAGIC + pack((body, organiser.sign(TAG, b"", body))))


def read_league(file: bytes) -> SignedLeague:
    """Return the league in a file; raise `Malformed` if it is broken or not signed by its organiser."""
    body, signature = signed_body(after_header(MAGIC, file, sentences.FILE), sentences.FILE)
    league = League.read(body)
    if not verify(league.organiser, signature, TAG, b"", body):
        raise Malformed(sentences.UNSIGNED)
    return SignedLeague(league, file)


def after_header(magic: bytes, file: bytes, what: Message) -> bytes:
    """Return what follows the first line of a file; raise `Malformed` if it begins otherwise."""
    if not file.startswith(magic):
        raise Malformed(sentences.NOT_BEGUN(what=what, line=Verbatim(magic.decode().strip())))
    return file.removeprefix(magic)


def in_order(games: tuple[LeagueTerms, ...]) -> tuple[LeagueTerms, ...]:
    """Return games as they stand in a league's file, each once."""
    return tuple(sorted(set(games), key=lambda terms: pack(terms.plain)))


def _terms(value: Plain) -> LeagueTerms:
    rules, seats, options = shape.array(value, 3, sentences.GAME)
    pairs = [shape.array(option, 2, AN_OPTION) for option in shape.some_array(options, MAX_OPTIONS, OPTIONS)]
    return LeagueTerms(
        shape.text(rules, 32, RULES),
        shape.integer(seats, MAX_SEATS, SEATS),
        tuple((shape.text(name, 32, OPTION), shape.text(value, 64, VALUE)) for name, value in pairs),
    )


def _scoring(value: Plain) -> Scoring:
    try:
        return Scoring(value)  # type: ignore[arg-type]
    except ValueError:
        known = Verbatim(", ".join(Scoring))
        raise Malformed(sentences.NO_SCORING(known=known, given=Verbatim(shape.named(value)))) from None


def _in_order(items: list[bytes] | tuple[bytes, ...]) -> None:
    """Raise `Malformed` unless they rise: else one league had many files."""
    if any(one >= other for one, other in pairwise(items)):
        raise Malformed(sentences.NOT_IN_ORDER)


# An enrolment: a player's signed word that they take part in a league.

ENROLMENT_MAGIC: Final = first_line("enrolment")
ENROLMENT_TAG: Final = "enrolment"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Who takes part in the league whose file has this hash, and the name they have in its tables."""

    league: bytes
    key: bytes
    name: str

    def body(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.league, self.key, self.name))


def sign_enrolment(player: Identity, league: bytes, name: str) -> bytes:
    """Return the file of a player who takes part."""
    body = Enrolment(league, player.key, name).body()
    return ENROLMENT_MAGIC + pack((body, player.sign(ENROLMENT_TAG, league, body)))


def read_enrolment(file: bytes) -> Enrolment:
    """Return what a file says; raise `Malformed` if it is broken or not signed by its player."""
    body, signature = signed_body(
        after_header(ENROLMENT_MAGIC, file, sentences.ENROLMENT), sentences.ENROLMENT
    )
    league, key, name = shape.unpacked(body, 3, sentences.ENROLMENT)
    read = Enrolment(
        shape.hashed(league, LEAGUE),
        shape.binary(key, KEY_SIZE, PLAYER_KEY),
        shape.text(name, 32, PLAYER_NAME),
    )
    if not verify(read.key, signature, ENROLMENT_TAG, read.league, body):
        raise Malformed(sentences.ENROLMENT_UNSIGNED)
    return read

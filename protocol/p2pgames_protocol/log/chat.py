"""What the players say to each other beside the game: signed, counted, and no part of the log. Pure.

Chat decides nothing. A message that breaks a limit cuts its author off, for as long as this table is kept in memory,
and is no fault in the game; of two messages of one seat under one number the first one heard stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from unicodedata import normalize

from p2pgames import text as texts
from p2pgames.contract import Illegal, Seat
from p2pgames.text import Count
from p2pgames_protocol.log import sentences
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, pack
from p2pgames_protocol.wire.identity import SIGNATURE_SIZE, Identity, verify
from p2pgames_protocol.wire.names import seen
from p2pgames_protocol.wire.sentences import SIGNATURE

TAG: Final = "chat"
MAX_TEXT: Final = 2048
"""Bytes of one message's text in UTF-8: a long paragraph."""
MAX_PER_ROUND: Final = 8
"""Messages of one seat that name the same round."""
MAX_AHEAD: Final = 1
"""Rounds that an author may be ahead of us: it has closed one of which we have not heard yet."""
ROOM: Final = 256 * 1024
"""Bytes of all messages of one seat in one game: more than two hundred of the longest, thousands of usual ones."""
MAX_NUMBER: Final = ROOM - 1
"""A message takes at least one byte of its author's room."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """What one seat said, as its ``number``-th message from 0 on, while ``round`` was open to it."""

    seat: Seat
    number: int
    round: int
    text: str
    record: bytes
    """The encoding with the signature."""

    @classmethod
    def sign(
        cls, identity: Identity, game: bytes, seat: Seat, number: int, round_number: int, text: str
    ) -> ChatMessage:
        """Return a new message of this seat in this game."""
        body = pack((seat, number, round_number, text))
        return cls(seat, number, round_number, text, pack((body, identity.sign(TAG, game, body))))

    @classmethod
    def read(cls, record: bytes, game: bytes, keys: Sequence[bytes]) -> ChatMessage:
        """Decode a message; raise `Malformed` if it is broken or not signed by its seat for this game."""
        body, signature = fields.unpacked(record, 2, sentences.CHAT_MESSAGE)
        body = fields.some_binary(body, sentences.CHAT_MESSAGE)
        signature = fields.binary(signature, SIGNATURE_SIZE, SIGNATURE)
        seat, number, said_in, text = fields.unpacked(body, 4, sentences.CHAT_MESSAGE)
        text = fields.text(text, MAX_TEXT, sentences.CHAT_TEXT)
        number = fields.integer(number, MAX_NUMBER, sentences.CHAT_NUMBER)
        read = cls(fields.seat(seat), number, fields.round_number(said_in), text, record)
        if read.seat >= len(keys) or not verify(keys[read.seat], signature, TAG, game, body):
            raise Malformed(sentences.UNSIGNED_CHAT)
        return read


class Taken(Enum):
    """Whether a chat message was new, known already, or comes too early."""

    NEW = auto()
    """It is here now, after all before it of its seat."""
    KNOWN = auto()
    """This very message was here."""
    EARLY = auto()
    """One before it is missing, or rounds of the game are."""
    REFUSED = auto()
    """Its author has said another under this number, or more than a seat may."""


class Chat:
    """Everything said at one table, in the order in which it was heard here."""

    def __init__(self, game: bytes, keys: Sequence[bytes]) -> None:
        self.messages: list[ChatMessage] = []
        self._game, self._keys = game, keys
        self._of: tuple[list[ChatMessage], ...] = tuple([] for _ in keys)
        self._used = [0] * len(keys)
        """Bytes, by seat."""
        self._cut: set[Seat] = set()
        """Seats that broke a limit: nothing that follows can be in order."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How many messages of each seat are here."""
        return tuple(len(said) for said in self._of)

    def after(self, counts: Sequence[int]) -> Iterator[ChatMessage]:
        """Yield what somebody lacks who has so many of each seat."""
        return (message for message in self.messages if message.number >= counts[message.seat])

    def receive(self, record: bytes, open_round: int) -> Taken:
        """Take in a message and say what became of it; raise `Malformed` if no seat of this game signed it."""
        message = ChatMessage.read(record, self._game, self._keys)
        said = self._of[message.seat]
        if message.number < len(said):
            same = said[message.number]
            return Taken.KNOWN if (same.round, same.text) == (message.round, message.text) else Taken.REFUSED
        if message.seat in self._cut:
            return Taken.REFUSED
        if message.number > len(said) or message.round > open_round + MAX_AHEAD:
            return Taken.EARLY
        if self._why_not(message):
            self._cut.add(message.seat)
            return Taken.REFUSED
        self._keep(message)
        return Taken.NEW

    def author(self, record: bytes) -> bytes:
        """Return the key of the seat that a message names, once `receive` has read it."""
        return self._keys[ChatMessage.read(record, self._game, self._keys).seat]

    def sign_message(self, identity: Identity, seat: Seat, open_round: int, text: str) -> ChatMessage:
        """Sign and keep what this seat says; raise `Illegal`, saying why, if it may not."""
        said = self._of[seat]
        # rounds may be taken back after a vote, and those a seat names never fall
        number = max(open_round, said[-1].round) if said else open_round
        message = ChatMessage.sign(identity, self._game, seat, len(said), number, clean_text(text))
        if why := self._why_not(message):
            raise Illegal(why)
        self._keep(message)
        return message

    def _why_not(self, message: ChatMessage) -> texts.Message | None:
        """Return why a seat may not say this now, after all it has said; None if it may."""
        said = self._of[message.seat]
        if said and message.round < said[-1].round:
            return sentences.ROUNDS_FALL
        if sum(one.round == message.round for one in said[-MAX_PER_ROUND:]) == MAX_PER_ROUND:
            return sentences.SAID_ENOUGH(most=Count(MAX_PER_ROUND))
        if self._used[message.seat] + len(message.record) > ROOM:
            return sentences.CHAT_FULL
        return None

    def _keep(self, message: ChatMessage) -> None:
        self._of[message.seat].append(message)
        self._used[message.seat] += len(message.record)
        self.messages.append(message)


def clean_text(text: str) -> str:
    """Return a text in normal form; raise `Illegal` if others could not read it, or it is empty or too long."""
    clean = normalize("NFC", " ".join(text.split()))
    if not clean:
        raise Illegal(sentences.NOTHING_TO_SAY)
    if seen(clean) != clean:
        raise Illegal(sentences.PRINTABLE_ONLY)
    if len(clean.encode()) > MAX_TEXT:
        raise Illegal(sentences.MESSAGE_LENGTH(most=Count(MAX_TEXT), size=Count(len(clean.encode()))))
    return clean

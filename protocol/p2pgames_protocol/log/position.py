"""Where a game stands after some rounds: who owes the next one, what may be given, and what comes of it.

The log is a fold: `open_round.start` makes the position before the first round, and `advance` makes the next one from
the events of a round. Nothing else decides anything, so equal logs give equal positions everywhere.

    KEYS ---> TURN <---> COIN ---> REST        every ask of the rules opens rounds of one of these kinds;
                ^                              a seat that leaves may end the game from any of them
                +--> SHARE, (REKEY --->) SHUFFLE
                all of them ------------> REVEAL ---> DONE

What each kind asks for, and what follows, stands in its file in `rounds/`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from p2pgames.contract import AnyRules, Face, Illegal, Open, Result, Seat, Slot, Why
from p2pgames.text import Message, Verbatim
from p2pgames_protocol.chance.coin import ChainHead
from p2pgames_protocol.chance.deck import SealedDeck, UnsealedDeck
from p2pgames_protocol.chance.decryption_share import DecryptionShare
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import DeckKey
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.decks import DecksState, GivenShare
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records import Event, Note
from p2pgames_protocol.wire.codec import Plain, digest, encode, pack


class Basis(StrEnum):
    """What a result rests on."""

    PLAYED = "played"
    """The rules ended the game."""
    RESIGNED = "resigned"
    """Seats resigned until the game was decided."""
    AGREED = "agreed"
    """All seats agreed to end it."""
    VOTED = "voted"
    """Seats were voted absent until the game was decided."""
    FAULT = "fault"
    """Somebody signed what the rules or the protocol forbid."""


OF_WHY = {
    Why.RESIGNED: Basis.RESIGNED,
    Why.VOTED: Basis.VOTED,
    Why.FAULT: Basis.FAULT,
}


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that left: in which round, and why; ``reason`` is the sentence for a fault, else empty.

    ``open`` tells whether it handed out its deck keys, so that everybody computes its shares.
    """

    seat: Seat
    round: int
    why: Why
    reason: Message | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; without a result when it was abandoned before anybody could move, or cannot go on."""

    basis: Basis
    result: Result | None


@dataclass(frozen=True, slots=True)
class Made:
    """A move that can still be taken back: its round, its seat, and the state before it."""

    round: int
    seat: Seat
    state: Any


@dataclass(frozen=True)
class Position:
    """Everything that follows from genesis and the closed rounds."""

    genesis: Genesis
    rules: AnyRules
    state: Any
    round: int
    previous: bytes
    """Digest of the newest closed round; of the genesis before the first."""
    kind: RoundKind
    """What the open round is for."""
    seats: tuple[Seat, ...]
    """The seats still in."""
    commitments: tuple[bytes, ...] = ()
    """What the seats have committed to when they accepted the table; who leaves before that abandons the game."""
    tips: tuple[bytes, ...] = ()
    """The coin tip of every seat."""
    heads: tuple[ChainHead, ...] = ()
    rolls: int = 0
    """Coin indices used up so far."""
    first_value: bytes | None = None
    """In the second half of a roll for a seat: what that seat revealed."""
    decks_state: DecksState = field(default_factory=DecksState)
    past: tuple[Made, ...] = ()
    """The moves since the newest roll, opening, shuffle or departure, none of which showed a hidden card."""
    turned: tuple[tuple[Slot, Face], ...] = ()
    """The cards that the newest closed round laid open for all, other than by a move."""
    paused: bool = False
    """Whether all agreed to stop the time until the next event."""
    departures: tuple[Departure, ...] = ()
    faults: tuple[Departure, ...] = ()
    """Reveals that do not match their commitment; they change no result."""
    ending: Ending | None = None
    revealed: Mapping[Seat, bytes] = field(default_factory=dict)

    @cached_property
    def ask(self) -> object:
        """What the rules ask for now."""
        return self.rules.ask(self.state)

    @cached_property
    def due(self) -> tuple[Seat, ...]:
        """The seats that owe the open round an event, in order."""
        return self.kind.due(self)

    @property
    def wanted(self) -> tuple[tuple[Slot, Seat | None], ...]:
        """The slots that the rules ask to be opened now, each with the seat that is to see it, or None for all."""
        return self.ask.slots if isinstance(self.ask, Open) else ()

    @cached_property
    def state_digest(self) -> bytes:
        """The digest of the rules' state, which every event of the open round names."""
        return digest_of(self.rules, self.state)

    @property
    def inside(self) -> frozenset[Seat]:
        """The seats still in, which every event of the open round names."""
        return frozenset(self.seats)

    @property
    def over(self) -> bool:
        """Whether the game has ended; reveals may still be due."""
        return self.ending is not None


# An event with what is made of it, and what its proofs show.


@dataclass(frozen=True, slots=True)
class Proved:
    """What an event in order shows, and gives to the decks, every proof verified."""

    after: Any = None
    """The state after a legal move, so that no move is applied twice."""
    key: DeckKey | None = None
    decks: tuple[UnsealedDeck | SealedDeck, ...] = ()
    """The decks after a shuffle."""
    shares: tuple[DecryptionShare, ...] = ()
    orders: Mapping[DeckId, tuple[int, ...]] = field(default_factory=dict)
    """What a revealed secret says of its seat's shuffles: where each card came from."""


NOTHING = Proved()


@dataclass(frozen=True, slots=True)
class ValidatedEvent:
    """An event and what is made of it: ``fault`` is None when it is in order, else the sentence that blames.

    ``leaving`` are the resignations that it embeds.
    """

    event: Event
    body: bytes
    fault: Message | None = None
    leaving: tuple[Note, ...] = ()
    proved: Proved = NOTHING


Given: TypeAlias = Mapping[Seat, ValidatedEvent]
"""The events of a round by seat, each with what is made of it."""
Body: TypeAlias = tuple[Plain, ...]
"""What an event says, in the shape of its kind."""
Prepared: TypeAlias = tuple[Body, Proved | None]
"""What one's own event says, and what that shows, where its author knows it; None if it is judged like others."""


class RoundKind(ABC):
    """What a kind of round asks of the seats, and what follows from what they give; it has no state of its own.

    It stands beside `Position` because each is said in terms of the other. The kinds are listed in `rounds.ROUNDS`.
    """

    name: ClassVar[str]
    act: ClassVar[str]
    """What the events of such a round do."""
    carries: ClassVar[bool] = True
    """Whether what is owed may carry resignations."""
    after_end: ClassVar[bool] = False
    """Whether the game is over by then, so that nobody can leave it any more."""
    may_agree: ClassVar[bool] = False
    """Whether a seat decides: then all may agree on something in its place, and it may let others leave."""
    skipped: ClassVar[bool] = False
    """Whether no round is held where nobody owes anything to it: what follows from it follows at once."""
    slow: ClassVar[bool] = False
    """Whether the events hold proofs of cards; of many, they take longer than a frame of the screen."""
    after_echo: ClassVar[bool] = False
    """Whether events lay open what was hidden, and wait until the others have confirmed the round before."""
    always_verified: ClassVar[bool] = False
    """Whether the fast audit verifies the signature of every such event."""
    counted_as: ClassVar[str] = ""
    """Under what the full audit counts the events; empty if it does not."""

    @abstractmethod
    def opened(self, position: Position) -> Position | None:
        """Return the position with a round of this kind open, if that is what is due now."""

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the seats that owe an event, in order: all who are still in, where a kind does not say otherwise."""
        return position.seats

    def validate(self, position: Position, event: Event) -> Proved:
        """Return what an event of a due seat shows; raise `Illegal`, `Malformed` or `Forged` if it is not in order."""
        if event.act != self.act:
            raise Illegal(sentences.DOES_NOT_FIT(step=Verbatim(self.name), act=Verbatim(event.act)))
        return self.check(position, event)

    @abstractmethod
    def check(self, position: Position, event: Event) -> Proved:
        """Return what an event with the act of this kind shows; raise as `validate` does."""

    def wrong_together(self, position: Position, given: Given) -> Message | None:  # noqa: ARG002
        """Return, in a sentence, what is wrong with events that are each in order on their own; None if nothing is."""
        return None

    @abstractmethod
    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after a round to which all due seats gave what they owed.

        ``closed`` is the position before, with the round counted, its digest, and the shares given by it.
        """

    def void(self, closed: Position) -> Position:
        """Return the position after a round that somebody has left."""
        return closed

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body] | None:  # noqa: ARG002
        """Return a function that makes the body of an event that needs no decision; None if a player decides.

        The function changes nothing, and may run in a thread.
        """
        return None

    def prepared(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Prepared] | None:
        """Return a function as `contribution` does, which also gives what the event shows, if nobody need verify it."""
        body = self.contribution(position, seat, secret)
        return None if body is None else lambda: (body(), None)

    def gives(self, position: Position, seat: Seat) -> tuple[GivenShare, ...]:  # noqa: ARG002
        """Return the shares that go out with what a seat owes."""
        return ()

    def discloses(self, position: Position, seat: Seat) -> bool:  # noqa: ARG002
        """Tell whether what this seat owes lays open what was hidden."""
        return self.after_echo

    def is_brief(self, position: Position) -> bool:  # noqa: ARG002
        """Tell whether the proofs of an event take no longer than the way to a thread and back."""
        return False


def digest_of(rules: AnyRules, state: Any) -> bytes:
    """Return the digest of a state: equal states have equal digests on every machine."""
    return digest("state", rules.name.encode(), encode(rules.version), pack(rules.wire(state)))

"""Where a game stands after some rounds: who owes the next one, what may be given, and what comes of it.

The log is a fold: `start` makes the position before the first round, and `close` makes the next one from
the events of a round. Nothing else decides anything, so equal logs give equal positions everywhere.

    KEYS ---> TURN <---> COIN ---> REST        every ask of the rules opens rounds of one of these kinds;
                ^                              a seat that leaves may end the game from any of them
                +--> SHARE, (REKEY --->) SHUFFLE
                all of them ------------> REVEAL ---> DONE
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from p2pgames.contract import AnyRules, Choose, Open, Result, Roll, Seat, Slot, Why
from p2pgames_protocol.chance.coin import Purse
from p2pgames_protocol.log.decks import Dealing
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.wire.codec import pack
from p2pgames_protocol.wire.hashing import digest, encode


class Step(StrEnum):
    """What the open round is for."""

    KEYS = "keys"
    """Every seat accepts the table and commits to its secrets."""
    TURN = "turn"
    """One seat moves."""
    COIN = "coin"
    """A roll: for nobody, all seats give their value; for a seat, that seat gives its own first."""
    REST = "rest"
    """The second half of a roll for a seat: all the others give theirs."""
    REKEY = "rekey"
    """Decks are to be shuffled, and seats have left: those still in give fresh deck keys."""
    SHUFFLE = "shuffle"
    """One seat shuffles, after the one before it."""
    SHARE = "share"
    """Cards are dealt or opened: every seat gives the shares that others need."""
    REVEAL = "reveal"
    """The game is over; every seat publishes its game secret."""
    DONE = "done"
    """All seats have done so; nothing is owed any more."""


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
    CLAIMED = "claimed"
    """One of two players claimed the game after a silence."""
    FAULT = "fault"
    """Somebody signed what the rules or the protocol forbid."""


OF_WHY = {
    Why.RESIGNED: Basis.RESIGNED,
    Why.VOTED: Basis.VOTED,
    Why.CLAIMED: Basis.CLAIMED,
    Why.FAULT: Basis.FAULT,
}


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that left: in which round, and why; ``reason`` is the sentence for a fault, else empty."""

    seat: Seat
    round: int
    why: Why
    reason: str = ""


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
    step: Step
    seats: tuple[Seat, ...]
    """The seats still in."""
    begun: bool = False
    """Whether the rules have asked anybody to choose; before that a departure abandons the game."""
    commitments: tuple[bytes, ...] = ()
    tips: tuple[bytes, ...] = ()
    """The first coin tip of every seat."""
    purses: tuple[Purse, ...] = ()
    rolls: int = 0
    """Coin indices used up so far."""
    first_value: bytes | None = None
    """In the second half of a roll for a seat: what that seat revealed."""
    dealing: Dealing = field(default_factory=Dealing)
    past: tuple[Made, ...] = ()
    """The moves since the newest roll, opening, shuffle or departure, none of which showed a hidden card."""
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
        match self.step, self.ask:
            case Step.KEYS, _:
                return self.seats
            case Step.REVEAL, _:
                return tuple(range(len(self.genesis.keys)))
            case Step.DONE, _:
                return ()
            case Step.SHUFFLE, _:
                return tuple(deck.seat for deck in self.dealing.unsealed[:1])
            case _, Choose(seat):
                return (seat,)
            case Step.COIN, Roll(_, seat) if seat in self.seats:
                return (seat,)
            case Step.REST, Roll(_, first):
                return tuple(seat for seat in self.seats if seat != first)
        return self.seats

    @property
    def wanted(self) -> tuple[tuple[Slot, Seat | None], ...]:
        """The slots that the rules ask to be opened now, each with the seat that is to see it, or None for all."""
        return self.ask.slots if isinstance(self.ask, Open) else ()

    @cached_property
    def state_digest(self) -> bytes:
        """The digest of the rules' state, which every event of the open round names."""
        return digest_of(self.rules, self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended; reveals may still be due."""
        return self.ending is not None


def start(genesis: Genesis, rules: AnyRules) -> Position:
    """Return the position before the first round."""
    proposal = genesis.proposal
    state = rules.start(proposal.seats, genesis.options, proposal.first)
    return Position(
        genesis, rules, state, 0, digest("start", genesis.game_id), Step.KEYS, tuple(range(proposal.seats))
    )


def digest_of(rules: AnyRules, state: Any) -> bytes:
    """Return the digest of a state: equal states have equal digests on every machine."""
    return digest("state", rules.name.encode(), encode(rules.version), pack(rules.wire(state)))

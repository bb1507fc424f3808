"""The log as one participant knows it: what it has heard, what it made of it, whom it blames. Sans-I/O.

It has no clock, no sockets and no randomness, and it signs nothing: spectators and auditors need no more. Feed it what
arrives, in any order, from anybody; the outbox holds what is to be stored and passed on.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import AnyRules, Known, Seat, Why
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consent_rules import Offer
from p2pgames_protocol.log.genesis import Genesis, check_rules
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence
from p2pgames_protocol.log.open_round import start
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception, Status
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot
from p2pgames_protocol.log.replica.accusations import Accusations
from p2pgames_protocol.log.replica.ahead import Ahead
from p2pgames_protocol.log.replica.ballots import Ballots
from p2pgames_protocol.log.replica.branch import Branch
from p2pgames_protocol.log.replica.haves import Haves
from p2pgames_protocol.log.replica.notes import Notes
from p2pgames_protocol.log.replica.off_log import OffLog
from p2pgames_protocol.log.replica.outbox import Outbox
from p2pgames_protocol.log.rounds.done import DONE
from p2pgames_protocol.log.validated_event import ValidatedEvent


class ReplicaState:
    """One copy of the log of one game, with what stands beside the log.

    ``own`` is the seat whose copy it is: who has voted a seat absent waits for the answers of the others.
    """

    def __init__(self, genesis: Genesis, rules: AnyRules, own: Seat | None = None) -> None:
        """Begin an empty log; raise `Refused` if the genesis is not for these rules."""
        check_rules(genesis, rules)
        self.genesis = genesis
        self.rules = rules
        self.own = own
        self.branch = Branch(start(genesis, rules))
        self.ahead = Ahead()
        self.off_log = OffLog()
        self.haves = Haves()
        self.ballots = Ballots()
        self.notes = Notes()
        self.accusations = Accusations()
        self.outbox = Outbox()
        self.deferred = False
        """Whether proofs wait until their job is done."""
        self.contested_since: int | None = None
        """The first round in which an event turned up that was claimed or voted absent."""
        self.rewinds: list[int] = []
        """The rounds from which on the log was taken back: what was told of it since no longer holds."""
        self.strays: set[Seat] = set()
        """Seats that signed something that belongs to another branch of the log than this one."""

    # -- what follows from the log --

    @property
    def positions(self) -> list[Position]:
        """The positions before all rounds, the last one open."""
        return self.branch.positions

    @property
    def position(self) -> Position:
        """The position before the open round."""
        return self.branch.position

    @property
    def log(self) -> list[dict[Seat, Record]]:
        """The events of the closed rounds."""
        return self.branch.log

    @property
    def open(self) -> dict[Seat, Record]:
        """The events of the open round so far."""
        return self.branch.open

    @property
    def known(self) -> Known:
        """The faces of hidden cards that are open to all."""
        return self.position.decks_state.public

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose event the open round still lacks."""
        if self.accusations.equivocation is not None:
            return ()
        return tuple(seat for seat in self.position.due if seat not in self.branch.open)

    @property
    def held_up_by(self) -> tuple[Seat, ...]:
        """The seats on which the open round depends: where shares or secrets wait for an echo, those that lack in it.

        The others owe their events as well, and give them by themselves once the echo is whole.
        """
        position = self.position
        absent = self.ballots.absent(position)
        waiting = tuple(seat for seat in self.waiting_for if seat not in absent)
        if not position.kind.after_echo or len(position.seats) < 3:
            return waiting
        return tuple(s for s in waiting if s in position.seats and not self.confirms(s)) or waiting

    @property
    def finished(self) -> bool:
        """Whether the game has ended, by its rules or by evidence; reveals may still be missing."""
        return self.position.over or self.accusations.equivocation is not None

    @property
    def complete(self) -> bool:
        """Whether nothing is to come any more: all secrets are revealed, and every seat confirmed the last round."""
        if self.accusations.equivocation is not None:
            return True
        last, seats = len(self.log) - 1, range(len(self.genesis.keys))
        return self.position.kind is DONE and all(self.haves.find(seat, last) is not None for seat in seats)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What is offered in the open round, and by whom."""
        return self.notes.offers(self.position)

    @property
    def declined(self) -> tuple[Seat, ...]:
        """The seats that have declined what is offered in the open round."""
        return self.notes.declined(self.position)

    @property
    def contested(self) -> bool:
        """Whether an event turned up that was claimed or voted absent."""
        return self.contested_since is not None

    def confirms(self, seat: Seat) -> bool:
        """Tell whether a seat has signed the digest of the newest closed round, in a have or an event built on it."""
        position = self.position
        if self.branch.event(seat, position.round) is not None:
            return True
        return self.haves.confirms(seat, position.round - 1, position.previous)

    def records(self, since: int = 0) -> Iterator[Record]:
        """Yield what another participant needs who has closed all rounds before ``since``.

        That is every event of these rounds and every vote in the order of rounds and seats, pending notes, the
        newest have of every seat, and the evidence.
        """
        for number, given in enumerate([*self.log, self.open]):
            if number >= since:
                yield from (given[seat] for seat in sorted(given))
            # who is further on may lack the answer that somebody in an open round waits for
            yield from self.ballots.of_round(number)
            # who was voted out may have gone on with its own event
            if number < len(self.log) and (number >= since or len(given) < len(self.positions[number].due)):
                yield from self.off_log.late(self.positions[number], given)
        yield from (record for record, _ in self.notes.pending(self.position))
        newest = list(self.haves.newest())
        yield from newest
        yield from (proof for one in self.accusations.found for proof in one.beside if proof not in newest)
        if (equivocation := self.accusations.equivocation) is not None:
            yield evidence(*equivocation.records)

    # -- what changes it --

    def enter(self, record: Record, validated: ValidatedEvent) -> Reception:
        """Make a validated event of a due seat part of the open round, and say what became of it."""
        event, number = validated.event, self.position.round
        self.branch.enter(record, validated)
        self.ahead.forget(event.seat, event.round)
        self.outbox.add(record)
        if validated.fault is None:
            return ACCEPTED
        name = self.genesis.names[event.seat]
        why = messages.BROKE_RULES(
            name=Verbatim(name), seat=Count(event.seat + 1), round=Count(number), why=validated.fault
        )
        return Reception(Status.AUTHOR, why, Misconduct(Fault.ILLEGAL, event.seat, number, why, (record,)))

    def close_if_full(self) -> bool:
        """Close the open round if nothing is lacking; tell whether it did."""
        position = self.position
        absent = self.ballots.absent(position)
        if not position.due or any(seat not in absent and self._lacks(seat) for seat in position.due):
            return False
        why = Why.CLAIMED if position.round in self.ballots.claims else Why.VOTED
        for seat, late in self.branch.close(absent, why).items():
            self.off_log.put(seat, position.round, late)
            self.contest(position.round)
        self.compare_haves(position.round)
        return True

    def _lacks(self, seat: Seat) -> bool:
        """Tell whether the open round cannot be closed yet with what it has of this seat.

        Who has voted it absent waits until somebody else says that its event is there, or all have voted.
        """
        if seat not in self.branch.open:
            return True
        if self.own is None or self.ballots.says(self.position, self.own, seat) is not Ballot.ABSENT:
            return False
        return not self.ballots.kept_in(self.position, seat)

    def rewind(self, number: int) -> None:
        """Take back all rounds from ``number`` on; its events stay, those of later rounds are no part of the log."""
        if number == len(self.log):
            return
        self.contest(number)
        self.rewinds.append(number)
        self.haves.rewind(number)
        self.ballots.forget_after(number)
        for seat, later, record in self.branch.rewind(number):
            self.off_log.put(seat, later, record)

    def contest(self, number: int) -> None:
        """Note that an event turned up that was claimed or voted absent."""
        self.contested_since = min(number, number if self.contested_since is None else self.contested_since)

    def compare_haves(self, number: int) -> None:
        """Note the seats whose digest of a closed round is another than ours."""
        after = self.positions[number + 1]
        # who is voted out may have closed the round with its own event before it heard of that
        out = {left.seat for left in after.departures if left.why is Why.VOTED}
        self.strays |= self.haves.compare(number, after.previous, out)

    def convict(self, misconduct: Misconduct) -> Reception:
        """End the game by two messages that exclude each other, unless others have ended it before these."""
        if not self.accusations.convict(misconduct):
            return KNOWN
        self.outbox.add(evidence(*misconduct.records))
        return Reception(Status.AUTHOR, misconduct.why, misconduct)

    # -- what records are checked by --

    def unsigned(self, record: Record, seat: Seat) -> Reception | None:
        """Return the refusal of a record that its seat did not sign."""
        if seat < len(self.genesis.keys) and record.signed_by(self.genesis.game_id, self.genesis.keys[seat]):
            return None
        return Reception(Status.SENDER, messages.RECORD_UNSIGNED(seat=Count(seat + 1)))

    def early(self) -> Reception:
        """Return what becomes of a record for a later round than the open one."""
        return Reception(Status.EARLY, messages.STILL_OPEN(round=Count(len(self.log))))

    def holds(self, have: Have) -> bool:
        """Tell whether the have is for a round that is closed here, with the same digest."""
        return self.branch.holds(have.round, have.digest)

"""The records of one game as one participant has them, and what can be read from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from p2pgames.contract import AnyRules, Known, Seat
from p2pgames_protocol.log.consent_rules import Offer, offers
from p2pgames_protocol.log.genesis import Genesis, check_rules
from p2pgames_protocol.log.misconduct import Verdict, evidence, judge_pair
from p2pgames_protocol.log.misconduct import judge as judge_evidence
from p2pgames_protocol.log.note_rules import is_note_for
from p2pgames_protocol.log.open_round import start
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.reception import KNOWN, Heard, Outcome
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import DECLINE, Note
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.ballots import Votes
from p2pgames_protocol.log.rounds.done import DONE
from p2pgames_protocol.log.validated_event import ValidatedEvent
from p2pgames_protocol.wire.codec import Malformed


class Logbook:
    """What was heard and is kept.

    ``positions[r]`` is the position before round r, the last one being open. ``fresh`` collects every
    record that was accepted or signed, in order, until `take` hands it over.
    """

    def __init__(self, genesis: Genesis, rules: AnyRules) -> None:
        """Begin an empty log; raise `Refused` if the genesis is not for these rules."""
        check_rules(genesis, rules)
        self.genesis = genesis
        self.rules = rules
        self.positions: list[Position] = [start(genesis, rules)]
        self.log: list[dict[Seat, Record]] = []
        """The records of the closed rounds."""
        self.open: dict[Seat, Record] = {}
        """The records of the open round so far."""
        self._judged: dict[Seat, ValidatedEvent] = {}
        self._unjudged: dict[Seat, Record] = {}
        """Events of the open round whose proofs are not verified yet."""
        self.patient = False
        """Whether proofs wait until their chore is done."""
        self.claims: dict[int, Record] = {}
        self.votes = Votes()
        self.haves: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.notes: dict[tuple[Seat, str], Record] = {}
        """The newest note of each kind of every seat; whether it may still take effect the position says."""
        self.aside: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        """Signed events outside the log, by seat and round: late, superseded, stray or out of turn."""
        self.early: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.contested_since: int | None = None
        """The first round in which an event turned up that was claimed or voted absent."""
        self.taken_back: list[int] = []
        """The rounds from which on the log was taken back: what was told of it since no longer holds."""
        self.elsewhere: set[Seat] = set()
        """Seats that signed something that belongs to another branch of the log than this one."""
        self.diverged: dict[Seat, int] = {}
        """Seats that signed another digest for a round than this table has, with the round."""
        self.verdict: Verdict | None = None
        """The equivocation that ended the game, if any."""
        self.faults: list[Verdict] = []
        self._blamed: set[bytes] = set()
        """Votes that were found false, by id: each is judged and passed on once."""
        self.fresh: list[Record] = []
        self.shown: list[Record] = []
        """Records that blame their author and are no part of the log: passed on, so that all can see them."""

    @property
    def position(self) -> Position:
        """The position before the open round."""
        return self.positions[-1]

    @property
    def known(self) -> Known:
        """The faces of hidden cards that can be seen from here: for an observer those open to all."""
        return self.position.dealing.public

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose event the open round still lacks."""
        if self.verdict is not None:
            return ()
        return tuple(seat for seat in self.position.due if seat not in self.open)

    @property
    def finished(self) -> bool:
        """Whether the game has ended, by its rules or by evidence; reveals may still be missing."""
        return self.position.over or self.verdict is not None

    @property
    def contested(self) -> bool:
        """Whether an event turned up that was claimed or voted absent."""
        return self.contested_since is not None

    @property
    def complete(self) -> bool:
        """Whether nothing is to come any more: all secrets are revealed, and every seat confirmed the last round."""
        if self.verdict is not None:
            return True
        last, seats = len(self.log) - 1, range(len(self.genesis.keys))
        return self.position.kind is DONE and all(last in self.haves[seat] for seat in seats)

    def records(self, since: int = 0) -> Iterator[Record]:
        """Yield what another participant needs who has closed all rounds before ``since``.

        That is every event of these rounds and every vote in the order of rounds and seats, pending notes, the
        newest have of every seat, and the evidence.
        """
        for number, given in enumerate([*self.log, self.open]):
            if number >= since:
                yield from (given[seat] for seat in sorted(given))
            if number in self.claims:
                yield self.claims[number]
            # who is further on may lack the answer that somebody in an open round waits for
            yield from self.votes.of_round(number)
            if number >= since or self._is_news_to_all(number):
                yield from (
                    self.aside[seat][number] for seat in sorted(self.aside) if self._is_late(number, seat)
                )
        yield from self.pending()
        newest = [haves[max(haves)] for _, haves in sorted(self.haves.items()) if haves]
        yield from newest
        yield from (proof for verdict in self.faults for proof in verdict.beside if proof not in newest)
        if self.verdict is not None:
            yield evidence(*self.verdict.records)

    def pending(self) -> Iterator[Record]:
        """Yield the notes that may take effect in the open round, by seat and kind."""
        for _, note in sorted(self.notes.items()):
            if is_note_for(self.position, Note.read(note.body)):
                yield note

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What is offered in the open round, and by whom."""
        return offers(self.position, (Note.read(note.body) for note in self.pending()))

    @property
    def declined(self) -> tuple[Seat, ...]:
        """The seats that have declined what is offered in the open round."""
        notes = (Note.read(note.body) for note in self.pending())
        return tuple(note.seat for note in notes if note.says == DECLINE)

    def _is_news_to_all(self, number: int) -> bool:
        """Tell whether what was late in a round may be missing where it, or what was taken for it, is closed already.

        Who was voted out may have gone on with its own event.
        """
        return number == len(self.log) or len(self.log[number]) < len(self.positions[number].due)

    def _is_late(self, number: int, seat: Seat) -> bool:
        """Tell whether an event turned up that was claimed or voted absent from a closed round."""
        position, late = self.positions[number], self.aside[seat].get(number)
        absent = number < len(self.log) and seat in position.due and seat not in self.log[number]
        return absent and late is not None and Event.read(late.body).previous == position.previous

    def take(self) -> list[Record]:
        """Return what was accepted or signed since the last call, in order; it is to be stored and passed on."""
        taken, self.fresh = self.fresh, []
        return taken

    def take_shown(self) -> list[Record]:
        """Return the records since the last call that are only to be passed on, because they blame their author."""
        taken, self.shown = self.shown, []
        return taken

    def agrees(self, have: Have) -> bool:
        """Tell whether the have is for a round that is closed here, with the same digest."""
        return have.round < len(self.log) and have.digest == self.positions[have.round + 1].previous

    def confirms(self, seat: Seat) -> bool:
        """Tell whether a seat has signed the digest of the newest closed round, in a have or an event built on it."""
        position, haves = self.position, self.haves[seat]
        last = position.round - 1
        if self._given(seat, position.round) is not None:
            return True
        return last in haves and Have.read(haves[last].body).digest == position.previous

    def _given(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat that is part of this round, be its proofs verified or not."""
        if number < len(self.log):
            return self.log[number].get(seat)
        return self.open.get(seat) or self._unjudged.get(seat)

    def _absent(self, position: Position) -> set[Seat]:
        """Return the seats that are claimed or voted absent from the open round of a position."""
        claim = self.claims.get(position.round)
        return {Vote.read(claim.body).seat} if claim is not None else self.votes.absent(position)

    def _signed(self, record: Record, seat: Seat) -> Outcome | None:
        """Return the refusal of a record that its seat did not sign."""
        if seat < len(self.genesis.keys) and record.signed_by(self.genesis.game_id, self.genesis.keys[seat]):
            return None
        return Outcome(
            Heard.SENDER, f"A record that names seat {seat + 1} is not signed by it for this game."
        )

    def _contest(self, number: int) -> None:
        self.contested_since = min(number, number if self.contested_since is None else self.contested_since)

    def _noted(self, outcome: Outcome) -> Outcome:
        if outcome.verdict is not None:
            self.faults.append(outcome.verdict)
        return outcome

    def _evidence(self, record: Record) -> Outcome:
        return self._convict(judge_evidence(self.genesis, record))

    def convict(self, one: Record, other: Record) -> Outcome:
        """Take in two messages of one seat that exclude each other, the smaller one first."""
        try:
            return self._noted(self._convict(judge_pair(self.genesis, one, other)))
        except Malformed as wrong:
            return Outcome(Heard.SENDER, str(wrong))

    def _convict(self, verdict: Verdict) -> Outcome:
        if self.verdict is not None and (self.verdict.round, self.verdict.seat) <= (
            verdict.round,
            verdict.seat,
        ):
            return KNOWN
        self.verdict = verdict
        self.fresh.append(evidence(*verdict.records))
        return Outcome(Heard.AUTHOR, verdict.why, verdict)

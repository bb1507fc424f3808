"""The log as one participant knows it: what it has heard, what it made of it, whom it blames. Sans-I/O.

Proofs of cards take longer than a frame of the screen. Whoever is `patient` finds them as `Chore`s, which compute
and change nothing, so that they can be done in a thread; for others they are done at once.

Feed it what arrives, in any order, from anybody; take from it what is to be stored and passed on. It has
no clock, no sockets and no randomness, and it signs nothing: spectators and auditors need no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from p2pgames.contract import AnyRules, Known, Seat, Why
from p2pgames_protocol.close import close
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.evidence import Fault, Verdict, evidence
from p2pgames_protocol.evidence import judge as judge_evidence
from p2pgames_protocol.genesis import Genesis, check_rules
from p2pgames_protocol.judge import Judged, is_note_for, judge, signed_note
from p2pgames_protocol.message import Ballot, Event, Have, Kind, Note, Record, Vote
from p2pgames_protocol.position import Position, Step, start
from p2pgames_protocol.votes import Votes, may_vote

MAX_EARLY = 2
"""Events and haves of one seat held for later rounds: a seat can be one round ahead, and a half."""


class Heard(StrEnum):
    """What became of something that was fed."""

    ACCEPTED = "accepted"
    """It is new and in order."""
    KNOWN = "known"
    """It was here already, or no longer matters."""
    EARLY = "early"
    """Something before it is missing; ask the sender for it. Nobody is to blame."""
    SENDER = "fault of the sender"
    """It is malformed or not signed: whoever passed it on should not have."""
    AUTHOR = "fault of the author"
    """It is signed, and forbidden. It changes nothing but, if it was owed, that its author is out."""
    STRAY = "stray"
    """It is signed and belongs to another branch of the log; refused, and nobody can be blamed by it alone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of something that was fed, why, and the verdict where its author is to blame."""

    heard: Heard
    why: str = ""
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Chore:
    """Work on proofs: what ``run`` returns is for `Ledger.finish`. It may run anywhere while the ledger rests."""

    record: Record | None
    """The event that is judged; None for one's own that is made."""
    run: Callable[[], Any]


SLOW = frozenset({Step.SHUFFLE, Step.SHARE, Step.REVEAL})
"""Rounds whose events hold proofs of many cards."""

ACCEPTED = Outcome(Heard.ACCEPTED)
KNOWN = Outcome(Heard.KNOWN)


class Ledger:
    """A game as one participant knows it.

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
        self._judged: dict[Seat, Judged] = {}
        self._unjudged: dict[Seat, Record] = {}
        """Events of the open round whose proofs are not verified yet."""
        self.patient = False
        """Whether proofs wait until their chore is done."""
        self.claims: dict[int, Record] = {}
        self.votes = Votes()
        self.haves: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.notes: dict[Seat, Record] = {}
        self.aside: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        """Signed events outside the log, by seat and round: late, superseded, stray or out of turn."""
        self.early: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.contested = False
        self.taken_back: list[int] = []
        """The rounds from which on the log was taken back: what was told of it since no longer holds."""
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

    # -- looking at it --

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
    def complete(self) -> bool:
        """Whether nothing is to come any more: all secrets are revealed, and every seat confirmed the last round."""
        if self.verdict is not None:
            return True
        last, seats = len(self.log) - 1, range(len(self.genesis.keys))
        return self.position.step is Step.DONE and all(last in self.haves[seat] for seat in seats)

    def records(self, since: int = 0) -> Iterator[Record]:
        """Yield what another participant needs who has closed all rounds before ``since``.

        That is every event and vote of these rounds in the order of rounds and seats, pending notes, the
        newest have of every seat, and the evidence.
        """
        for number, given in enumerate([*self.log, self.open]):
            if number >= since:
                yield from (given[seat] for seat in sorted(given))
            if number in self.claims:
                yield self.claims[number]
            if number >= since or self._is_news_to_all(number):
                yield from self.votes.of_round(number)
                yield from (
                    self.aside[seat][number] for seat in sorted(self.aside) if self._is_late(number, seat)
                )
        for seat, note in sorted(self.notes.items()):
            if is_note_for(self.position, Note.read(note.body)):
                yield self.notes[seat]
        yield from (haves[max(haves)] for _, haves in sorted(self.haves.items()) if haves)
        if self.verdict is not None:
            yield evidence(*self.verdict.records)

    def _is_news_to_all(self, number: int) -> bool:
        """Tell whether votes on a round may be missing where it, or what was taken for it, is closed already.

        The answer of who is further on may be all that an open round waits for here; and who was voted out may
        have gone on with its own event.
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

    # -- hearing --

    def feed(self, record: Record) -> Outcome:
        """Take in one record, from anybody, and say what became of it."""
        outcome = self._noted(self._hear(record))
        return outcome if self.patient else self._do_chores(record) or outcome

    def _noted(self, outcome: Outcome) -> Outcome:
        if outcome.verdict is not None:
            self.faults.append(outcome.verdict)
        return outcome

    # -- proofs --

    def chore(self) -> Chore | None:
        """Return the next work on proofs, if there is any."""
        if self.verdict is not None:
            return None
        for record in self._unjudged.values():
            return Chore(record, partial(judge, self.position, Event.read(record.body), record.body))
        return None

    def finish(self, chore: Chore, result: Any) -> Outcome:
        """Take in what a chore has returned, and say what became of its event."""
        if chore.record is None:
            return self._enter(*result)
        self._unjudged.pop(result.event.seat, None)
        return self._noted(self._enter(chore.record, result))

    def _do_chores(self, record: Record | None = None) -> Outcome | None:
        """Do all chores here and now; return what became of this record, if it was among them."""
        outcome = None
        while (chore := self.chore()) is not None:
            done = self.finish(chore, chore.run())
            outcome = done if record is not None and chore.record is record else outcome
        return outcome

    def _hear(self, record: Record) -> Outcome:
        try:
            match record.kind:
                case Kind.EVENT:
                    return self._event(record, Event.read(record.body))
                case Kind.HAVE:
                    return self._have(record, Have.read(record.body))
                case Kind.VOTE:
                    return self._vote(record, Vote.read(record.body))
                case Kind.NOTE:
                    return self._note(record, Note.read(record.body))
                case Kind.EVIDENCE:
                    return self._evidence(record)
                case Kind.GENESIS:
                    if record.body == self.genesis.record:
                        return KNOWN
                    return Outcome(Heard.SENDER, "This is the genesis of another game.")
        except Malformed as wrong:
            return Outcome(Heard.SENDER, str(wrong))

    def _signed(self, record: Record, seat: Seat) -> Outcome | None:
        """Return the refusal of a record that its seat did not sign."""
        if seat < len(self.genesis.keys) and record.signed_by(self.genesis.game_id, self.genesis.keys[seat]):
            return None
        return Outcome(
            Heard.SENDER, f"A record that names seat {seat + 1} is not signed by it for this game."
        )

    def _event(self, record: Record, event: Event) -> Outcome:
        other = self._seen(event.seat, event.round)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := self._signed(record, event.seat):
            return refusal
        if other is not None:
            return self._evidence(evidence(other, record))
        if self.verdict is not None:
            return Outcome(Heard.STRAY, "The game has ended by evidence.")
        if event.round >= len(self.positions):
            return self._hold(record, event.seat, event.round)
        position = self.positions[event.round]
        if event.previous != position.previous:
            return self._stray(record, event)
        if event.seat not in position.due:
            return self._out_of_turn(record, event)
        if event.round < len(self.log):
            return self._late(record, event)
        return self._due(record, event)

    def _seen(self, seat: Seat, number: int) -> Record | None:
        """Return the event of this seat and round that is here already, in the log or beside it."""
        given = self.log[number] if number < len(self.log) else self.open if number == len(self.log) else {}
        unjudged = self._unjudged.get(seat) if number == len(self.log) else None
        return given.get(seat) or unjudged or self.aside[seat].get(number) or self._held(seat, number)

    def _held(self, seat: Seat, number: int) -> Record | None:
        held = self.early[seat].get(number)
        return held if held is not None and held.kind is Kind.EVENT else None

    def _hold(self, record: Record, seat: Seat, number: int) -> Outcome:
        held = self.early[seat]
        held.setdefault(number, record)
        while len(held) > MAX_EARLY:
            del held[max(held)]
        return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")

    def _stray(self, record: Record, event: Event) -> Outcome:
        if len(self.aside[event.seat]) < MAX_EARLY + len(self.log):
            self.aside[event.seat].setdefault(event.round, record)
        name = self.genesis.names[event.seat]
        return Outcome(
            Heard.STRAY,
            f"{name} (seat {event.seat + 1}) builds round {event.round} on another round before than this "
            f"copy has ({event.previous.hex()[:16]}, here {self.positions[event.round].previous.hex()[:16]}).",
        )

    def _out_of_turn(self, record: Record, event: Event) -> Outcome:
        self.aside[event.seat].setdefault(event.round, record)
        name = self.genesis.names[event.seat]
        why = (
            f"{name} (seat {event.seat + 1}) signed an event for round {event.round}, in which it owes none."
        )
        self.shown.append(record)
        verdict = Verdict(Fault.OUT_OF_TURN, event.seat, event.round, why, (record,))
        return Outcome(Heard.AUTHOR, why, verdict)

    def _late(self, record: Record, event: Event) -> Outcome:
        """An event that was claimed or voted absent turns up: that stands, and is contested from now on."""
        self.aside[event.seat][event.round] = record
        self.contested = True
        self.fresh.append(record)
        return Outcome(
            Heard.ACCEPTED, "The event was held to be absent; it came too late, and contests only that."
        )

    def _due(self, record: Record, event: Event) -> Outcome:
        if self.position.step in SLOW:
            self._unjudged[event.seat] = record
            return ACCEPTED
        return self._enter(record, judge(self.position, event, record.body))

    def _enter(self, record: Record, judged: Judged) -> Outcome:
        """Make a judged event of a due seat part of the open round."""
        event = judged.event
        self.open[event.seat] = record
        self._judged[event.seat] = judged
        self.early[event.seat].pop(event.round, None)
        self.fresh.append(record)
        number = self.position.round
        self._close_if_full()
        if judged.fault is None:
            return ACCEPTED
        name = self.genesis.names[event.seat]
        why = f"{name} (seat {event.seat + 1}) broke the rules in round {number}: {judged.fault}"
        return Outcome(Heard.AUTHOR, why, Verdict(Fault.ILLEGAL, event.seat, number, why, (record,)))

    def _close_if_full(self) -> None:
        position = self.position
        absent = self._absent(position)
        if not position.due or any(seat not in absent and self._lacks(seat) for seat in position.due):
            return
        for seat in absent:
            if (late := self._given(seat, position.round)) is not None:
                self.aside[seat][position.round] = late
                self.contested = True
                for given in (self.open, self._unjudged, self._judged):
                    given.pop(seat, None)
        why = Why.CLAIMED if position.round in self.claims else Why.VOTED
        self.positions.append(close(position, self._judged, why))
        self.log.append(self.open)
        self.open, self._judged, self._unjudged = {}, {}, {}
        self._compare_haves(position.round)
        self._try_early()

    def _absent(self, position: Position) -> set[Seat]:
        """Return the seats that are claimed or voted absent from the open round of a position."""
        claim = self.claims.get(position.round)
        return {Vote.read(claim.body).seat} if claim is not None else self.votes.absent(position)

    def _lacks(self, seat: Seat) -> bool:
        """Tell whether the open round cannot be closed with what it has of this seat."""
        return seat not in self.open

    def _try_early(self) -> None:
        for seat in list(self.early):
            for number in sorted(self.early[seat]):
                if number <= len(self.log) and number in self.early[seat]:
                    outcome = self._hear(self.early[seat].pop(number))
                    if outcome.verdict is not None:
                        self.faults.append(outcome.verdict)

        self._try_aside()

    def _try_aside(self) -> None:
        """Hear again what was stray before rounds were taken back, and now belongs to the open round."""
        for seat in self.position.due:
            record = self.aside[seat].get(len(self.log))
            if record is not None and Event.read(record.body).previous == self.position.previous:
                del self.aside[seat][len(self.log)]
                self._noted(self._hear(record))

    def _have(self, record: Record, have: Have) -> Outcome:
        other = self.haves[have.seat].get(have.round) if have.seat < len(self.genesis.keys) else None
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := self._signed(record, have.seat):
            return refusal
        if other is not None:
            return self._evidence(evidence(other, record))
        if have.round > len(self.log) + MAX_EARLY:
            return Outcome(Heard.EARLY, f"{self.genesis.names[have.seat]} is many rounds ahead.")
        self.haves[have.seat][have.round] = record
        self.fresh.append(record)
        if have.round >= len(self.log):
            return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")
        self._compare_haves(have.round)
        return ACCEPTED

    def _compare_haves(self, number: int) -> None:
        """Note the seats whose digest of a closed round is another than ours."""
        ours = self.positions[number + 1].previous
        # who is voted out may have closed the round with its own event before it heard of that
        out = {left.seat for left in self.positions[number + 1].departures if left.why is Why.VOTED}
        for seat, haves in self.haves.items():
            if seat not in out and number in haves and Have.read(haves[number].body).digest != ours:
                self.diverged.setdefault(seat, number)

    def agrees(self, have: Have) -> bool:
        """Tell whether the have is for a round that is closed here, with the same digest."""
        return have.round < len(self.log) and have.digest == self.positions[have.round + 1].previous

    def _note(self, record: Record, note: Note) -> Outcome:
        if note.seat in self.notes or not is_note_for(self.position, note):
            return KNOWN
        if not signed_note(self.genesis, record, note):
            return Outcome(Heard.SENDER, "A note is not signed by the seat it names.")
        self.notes[note.seat] = record
        self.fresh.append(record)
        return ACCEPTED

    def _evidence(self, record: Record) -> Outcome:
        verdict = judge_evidence(self.genesis, record)
        if self.verdict is not None and (self.verdict.round, self.verdict.seat) <= (
            verdict.round,
            verdict.seat,
        ):
            return KNOWN
        self.verdict = verdict
        self.fresh.append(record)
        return Outcome(Heard.AUTHOR, verdict.why, verdict)

    # -- votes of three and more, and the claim of one of two players --

    def _vote(self, record: Record, vote: Vote) -> Outcome:
        if vote.ballot is Ballot.CLAIM:
            return self._claim(record, vote)
        other = self.votes.find(vote)
        if (other is not None and other.body == record.body) or record.id in self._blamed:
            return KNOWN
        if refusal := self._signed(record, vote.voter):
            return refusal
        if other is not None:
            return self._evidence(evidence(other, record))
        if self.verdict is not None:
            return Outcome(Heard.STRAY, "The game has ended by evidence.")
        if vote.round > len(self.log):
            return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")
        position = self.positions[vote.round]
        if vote.previous != position.previous:
            return Outcome(Heard.STRAY, "The vote is about another branch of the log.")
        if not may_vote(position, vote.voter, vote.seat):
            return self._false_vote(record, vote)
        self._count(record, vote)
        return ACCEPTED

    def _count(self, record: Record, vote: Vote) -> None:
        """Keep a vote that is in order, and draw the consequences."""
        self.votes.add(record, vote)
        self.fresh.append(record)
        event = self._given(vote.seat, vote.round)
        if vote.ballot is Ballot.ABSENT and event is not None:
            self.shown.append(event)
            if vote.round < len(self.log) and vote.seat in self.votes.absent(self.positions[vote.round]):
                self._rewind(vote.round)
        self._close_if_full()

    def _given(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat that is part of this round, be its proofs verified or not."""
        if number < len(self.log):
            return self.log[number].get(seat)
        return self.open.get(seat) or self._unjudged.get(seat)

    def _claim(self, record: Record, vote: Vote) -> Outcome:
        known = self.claims.get(vote.round)
        if (known is not None and known.body == record.body) or record.id in self._blamed:
            return KNOWN
        if refusal := self._signed(record, vote.voter):
            return refusal
        if vote.round > len(self.log):
            return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")
        if self.verdict is not None or known is not None:
            return Outcome(Heard.STRAY, "The game has ended already.")
        position = self.positions[vote.round]
        if vote.previous != position.previous:
            return Outcome(Heard.STRAY, "The claim is about another branch of the log.")
        if not may_claim(position, vote.voter, vote.seat) or self._built_on(vote):
            return self._false_claim(record, vote)
        self._rewind(vote.round)
        self.claims[vote.round] = record
        self.fresh.append(record)
        self._close_if_full()
        return ACCEPTED

    def _built_on(self, vote: Vote) -> bool:
        """Tell whether the claimant signed anything that has the claimed event behind it."""
        if vote.round == len(self.log):
            return False
        later = any(vote.voter in given for given in [*self.log[vote.round + 1 :], self.open])
        closed = self.haves[vote.voter].items()
        return later or any(
            number >= vote.round
            and number < len(self.log)
            and Have.read(record.body).digest == self.positions[number + 1].previous
            for number, record in closed
        )

    def _false_claim(self, record: Record, vote: Vote) -> Outcome:
        name = self.genesis.names[vote.voter]
        return self._contradiction(
            record,
            vote,
            f"{name} (seat {vote.voter + 1}) claims that round {vote.round} lacks an event it has, or may not claim.",
        )

    def _false_vote(self, record: Record, vote: Vote) -> Outcome:
        name = self.genesis.names[vote.voter]
        return self._contradiction(
            record,
            vote,
            f"{name} (seat {vote.voter + 1}) votes on seat {vote.seat + 1} in round {vote.round}, and may not.",
        )

    def _contradiction(self, record: Record, vote: Vote, why: str) -> Outcome:
        if any(old.fault is Fault.CONTRADICTION and old.seat == vote.voter for old in self.faults):
            # One proof says all: who signs one for every round must not fill our disk.
            return Outcome(Heard.STRAY, why)
        self._blamed.add(record.id)
        self.shown.append(record)
        return Outcome(
            Heard.AUTHOR, why, Verdict(Fault.CONTRADICTION, vote.voter, vote.round, why, (record,))
        )

    def _rewind(self, number: int) -> None:
        """Take back all rounds from ``number`` on; its events stay, those of later rounds go aside."""
        if number == len(self.log):
            return
        self.contested, self._unjudged = True, {}
        self.taken_back.append(number)
        self.diverged = {seat: at for seat, at in self.diverged.items() if at < number}
        self.votes.forget_after(number)
        for later, given in enumerate([*self.log[number + 1 :], self.open], number + 1):
            for seat, record in given.items():
                self.aside[seat][later] = record
        self.open = self.log[number]
        del self.log[number:], self.positions[number + 1 :]
        self._judged = {
            seat: judge(self.position, Event.read(record.body), record.body)
            for seat, record in self.open.items()
        }


def may_claim(position: Position, voter: Seat, seat: Seat) -> bool:
    """Tell whether ``voter`` may claim that ``seat`` gives nothing to the open round: only two may be in."""
    both = set(position.seats) == {voter, seat} and voter != seat
    return both and seat in position.due and not position.over

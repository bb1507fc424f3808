"""The log as one participant knows it: what it has heard, what it made of it, whom it blames. Sans-I/O.

It has no clock, no sockets and no randomness, and it signs nothing: spectators and auditors need no more. What arrives
is taken in by a `Intake`; the outbox holds what is to be stored and passed on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from p2pgames.contract import AnyRules, Known, Seat
from p2pgames.replace import replace
from p2pgames_protocol.log.advance import advance, start
from p2pgames_protocol.log.decks import DecksState
from p2pgames_protocol.log.genesis import Genesis, check_rules
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence
from p2pgames_protocol.log.position import Ending, Position, ValidatedEvent
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.records import (
    DECLINE,
    RESIGN,
    Ballot,
    By,
    Event,
    Have,
    Kind,
    Note,
    Record,
    Vote,
    in_order,
)
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.validate import (
    StandingOffer,
    between_two,
    is_note_for,
    is_resignation,
    offers,
    validate,
)
from p2pgames_protocol.wire.names import shown, told_apart

# Who is to blame for what.


class Accusations:
    """What was found against seats, and what of it ended the game."""

    def __init__(self) -> None:
        self.verdict: Misconduct | None = None
        """What ended the game: two messages that exclude each other, of several the first by round and seat; where
        there are none, a false absence."""
        self.found: list[Misconduct] = []
        """All that was found, in order."""

    def convict(self, misconduct: Misconduct) -> bool:
        """End the game by what a seat signed; tell whether that is news."""
        if self.verdict is not None and _precedence(self.verdict) <= _precedence(misconduct):
            return False
        self.verdict = misconduct
        return True

    def note(self, reception: Reception) -> Reception:
        """Keep the misconduct that a record shows, if it does; return the same."""
        if reception.misconduct is not None:
            self.found.append(reception.misconduct)
        return reception


def _precedence(misconduct: Misconduct) -> tuple[bool, int, Seat]:
    # where a seat has signed two events there is no one log without a vote, so what was found before is not told on
    return misconduct.fault is not Fault.EQUIVOCATION, misconduct.round, misconduct.seat


# What came before its time.

MAX_AHEAD: Final = 2
"""Records of one seat held for later rounds: a seat can be one round ahead, and a half."""


class PendingRecords:
    """Events and haves for rounds that are not open yet, by seat and round; of each seat only the first."""

    def __init__(self) -> None:
        self._held: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)

    def hold(self, seat: Seat, number: int, record: Record) -> None:
        """Keep a record for a round, unless there is one already, or two for earlier rounds."""
        held = self._held[seat]
        held.setdefault(number, record)
        while len(held) > MAX_AHEAD:
            del held[max(held)]

    def event(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat that is held for a round."""
        held = self._held[seat].get(number)
        return held if held is not None and held.kind is Kind.EVENT else None

    def forget(self, seat: Seat, number: int) -> None:
        """Drop what is held of a seat for a round, which now has its event."""
        self._held[seat].pop(number, None)

    def rounds(self, seat: Seat) -> Collection[int]:
        """Return the rounds for which something of this seat is held."""
        return self._held[seat].keys()

    def due(self, closed: Callable[[], int]) -> Iterator[Record]:
        """Yield and drop what belongs to the open round or an earlier one.

        ``closed`` says how many rounds are closed, which may be more each time when what was yielded has been heard.
        """
        for held in list(self._held.values()):
            for number in sorted(held):
                if number <= closed() and number in held:
                    yield held.pop(number)


# Who says of whom that an event is missing, or there.

Missing = tuple[int, Seat]
"""A round, and a seat that may be missing from it."""


class Ballots:
    """All votes that were heard and count; each voter has one vote for every seat and round."""

    def __init__(self) -> None:
        self.contested_since: int | None = None
        """The first round in which an event turned up that was voted absent."""
        self._cast: defaultdict[Missing, dict[Seat, tuple[Record, Vote]]] = defaultdict(dict)
        """By round and seat; also of rounds that were taken back, where a vote names another digest than the log."""

    @property
    def contested(self) -> bool:
        """Whether an event turned up that was voted absent."""
        return self.contested_since is not None

    def find(self, vote: Vote) -> Record | None:
        """Return the vote of the same voter on the same seat and round."""
        record, _ = self._cast.get((vote.round, vote.seat), {}).get(vote.voter, (None, None))
        return record

    def add(self, record: Record, vote: Vote) -> None:
        """Keep a vote."""
        self._cast[vote.round, vote.seat][vote.voter] = record, vote

    def contest(self, number: int) -> None:
        """Note that an event turned up that was voted absent from a round."""
        self.contested_since = min(number, number if self.contested_since is None else self.contested_since)

    def has_given(self, number: int, seat: Seat, voter: Seat) -> bool:
        """Tell whether a voter has ever voted on a seat and round, even on a branch that was since taken back."""
        return voter in self._cast.get((number, seat), ())

    def of_round(self, position: Position) -> Iterator[Record]:
        """Yield the votes on the round that a position is before, by the seats they are on, then by voters."""
        for seat in position.seats:
            cast = self._cast.get((position.round, seat), {})
            votes = (cast[voter] for voter in sorted(cast))
            yield from (record for record, vote in votes if vote.previous == position.previous)

    def questioned(self, positions: Sequence[Position]) -> Iterator[tuple[Position, Seat]]:
        """Yield every seat that somebody has voted absent, with the position before that round."""
        for (number, seat), cast in self._cast.items():
            said = (vote.previous for _, vote in cast.values() if vote.ballot is Ballot.ABSENT)
            if number < len(positions) and positions[number].previous in said:
                yield positions[number], seat

    def says(self, position: Position, voter: Seat, seat: Seat) -> Ballot | None:
        """Return a seat's vote on another one in the open round; None if there is none."""
        _, vote = self._cast.get((position.round, seat), {}).get(voter, (None, None))
        return vote.ballot if vote is not None and vote.previous == position.previous else None

    def absent(self, position: Position) -> set[Seat]:
        """Return the seats that all others still in call absent from the round that a position is before."""
        return {seat for seat in position.due if self._stands(position, seat)}

    def _stands(self, position: Position, seat: Seat) -> bool:
        if (position.round, seat) not in self._cast or position.over:
            return False
        others = [voter for voter in position.seats if voter != seat]
        return all(self.says(position, voter, seat) is Ballot.ABSENT for voter in others)

    def alone(self, position: Position) -> list[tuple[Record, Vote]]:
        """Return the votes by which one of two players puts the other out of a round, by voters."""
        if not between_two(position):
            return []
        cast = [self._cast[position.round, seat] for seat in self.absent(position)]
        found = [votes[voter] for votes in cast for voter in position.seats if voter in votes]
        return sorted(found, key=lambda one: one[1].voter)

    def kept_in(self, position: Position, seat: Seat) -> bool:
        """Tell whether somebody has voted a seat present in the open round: then no absence can stand."""
        return any(
            vote.ballot is Ballot.PRESENT and vote.previous == position.previous
            for _, vote in self._cast.get((position.round, seat), {}).values()
        )


# The chain of rounds that a copy of the log follows.


class Branch:
    """Closed rounds, and the open one. ``positions[r]`` is the position before round r, the last one being open."""

    def __init__(self, first: Position) -> None:
        self.positions = [first]
        self.log: list[dict[Seat, Record]] = []
        """The events of the closed rounds."""
        self.open: dict[Seat, Record] = {}
        """The events of the open round so far."""
        self.rewinds: list[int] = []
        """The rounds from which on the log was taken back: what was told of it since no longer holds."""
        self._validated: dict[Seat, ValidatedEvent] = {}
        self._unproved: dict[Seat, Record] = {}
        self._before: dict[bytes, int] = {first.previous: 0}
        """The round that follows a digest, also if it was taken back: to look through all rounds for each note
        would cost the square of a log."""

    @property
    def position(self) -> Position:
        """The position before the open round."""
        return self.positions[-1]

    @property
    def in_order(self) -> frozenset[Seat]:
        """The seats whose event of the open round is here, and not at fault."""
        return frozenset(seat for seat, given in self._validated.items() if given.fault is None)

    def event(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat that is part of this round, be its proofs verified or not."""
        if number < len(self.log):
            return self.log[number].get(seat)
        if number > len(self.log):
            return None
        return self.open.get(seat) or self._unproved.get(seat)

    def holds(self, have: Have) -> bool:
        """Tell whether the have is for a round that is closed here, with the same digest."""
        return have.round < len(self.log) and have.digest == self.positions[have.round + 1].previous

    def opened_by(self, digest: bytes) -> bool:
        """Tell whether a round of this branch follows this digest."""
        number = self._before.get(digest, len(self.positions))
        return number < len(self.positions) and self.positions[number].previous == digest

    def await_proof(self, seat: Seat, record: Record) -> None:
        """Keep an event of the open round until its proofs are verified and `enter` takes it."""
        self._unproved[seat] = record

    def unproved(self) -> Record | None:
        """Return the first event of the open round whose proofs are not verified yet."""
        return next(iter(self._unproved.values()), None)

    def enter(self, record: Record, validated: ValidatedEvent) -> None:
        """Make an event of a due seat part of the open round."""
        seat = validated.event.seat
        self._unproved.pop(seat, None)
        self.open[seat] = record
        self._validated[seat] = validated

    def close_round(self, absent: Iterable[Seat]) -> dict[Seat, Record]:
        """Close the open round without those who are absent; return their events, which are out of it now."""
        late = {}
        for seat in absent:
            if (record := self.event(seat, len(self.log))) is not None:
                late[seat] = record
            for given in (self.open, self._validated, self._unproved):
                given.pop(seat, None)
        self.positions.append(advance(self.position, self._validated))
        self._before[self.position.previous] = len(self.positions) - 1
        self.log.append(self.open)
        self.open, self._validated, self._unproved = {}, {}, {}
        return late

    def end_after(self, number: int, ending: Ending) -> None:
        """Let the game end otherwise in all positions after a closed round, which stay closed."""
        self.positions[number + 1 :] = [
            replace(after, ending=ending) for after in self.positions[number + 1 :]
        ]

    def rewind(self, number: int) -> list[tuple[Seat, int, Record]]:
        """Take back all rounds from ``number`` on; its events stay, those of later rounds are returned."""
        later = [
            (seat, at, record)
            for at, given in enumerate([*self.log[number + 1 :], self.open], number + 1)
            for seat, record in given.items()
        ]
        self.rewinds.append(number)
        self.open, self._unproved = self.log[number], {}
        del self.log[number:], self.positions[number + 1 :]
        self._validated = {
            seat: validate(self.position, Event.read(record.body), record.body)
            for seat, record in self.open.items()
        }
        return later


# What is seen of hidden cards.


class Faces:
    """The faces that are open to all: what a replica without a seat shows."""

    def known(self, decks_state: DecksState) -> Known:
        """Return what is on the slots that were seen, as the decks are now."""
        return decks_state.public


# Who has confirmed which round.


class Haves:
    """The haves of all seats, by round."""

    def __init__(self) -> None:
        self._by_seat: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self._last: dict[Seat, int] = {}
        self.diverged: dict[Seat, int] = {}
        """Seats that signed another digest for a round than this copy has, with the first such round."""

    def find(self, seat: Seat, number: int) -> Record | None:
        """Return the have of a seat for a round."""
        return self._by_seat[seat].get(number)

    def add(self, record: Record, have: Have) -> None:
        """Keep a have."""
        self._by_seat[have.seat][have.round] = record
        self._last[have.seat] = max(have.round, self.last(have.seat))

    def last(self, seat: Seat) -> int:
        """Return the newest round that a seat has confirmed; -1 for none."""
        return self._last.get(seat, -1)

    def confirms(self, seat: Seat, number: int, digest: bytes) -> bool:
        """Tell whether a seat has signed this digest of a round."""
        record = self._by_seat[seat].get(number)
        return record is not None and Have.read(record.body).digest == digest

    def of(self, seat: Seat, since: int = 0) -> Iterator[Record]:
        """Yield the haves of a seat for the rounds from ``since`` on."""
        return (record for number, record in self._by_seat[seat].items() if number >= since)

    def newest(self) -> Iterator[Record]:
        """Yield the newest have of every seat."""
        return (self._by_seat[seat][number] for seat, number in sorted(self._last.items()))

    def compare(self, number: int, digest: bytes, out: Collection[Seat]) -> frozenset[Seat]:
        """Note and return who has confirmed a closed round with another digest than this, but for some seats."""
        others = frozenset(
            seat
            for seat, haves in self._by_seat.items()
            if seat not in out and number in haves and Have.read(haves[number].body).digest != digest
        )
        for seat in others:
            self.diverged.setdefault(seat, number)
        return others

    def rewind(self, number: int) -> None:
        """Forget who diverged in the rounds from ``number`` on, which are taken back."""
        self.diverged = {seat: at for seat, at in self.diverged.items() if at < number}


# What the seats have said between their events.


class Notes:
    """The newest note of each kind of every seat; whether it may still take effect a position says."""

    def __init__(self) -> None:
        self._newest: dict[tuple[Seat, str], tuple[Record, Note]] = {}

    def find(self, seat: Seat, says: str) -> Note | None:
        """Return the newest note by which a seat says this."""
        _, note = self._newest.get((seat, says), (None, None))
        return note

    def add(self, record: Record, note: Note) -> None:
        """Keep a note in place of the one before it."""
        self._newest[note.seat, note.says] = record, note

    def pending(self, position: Position) -> Iterator[tuple[Record, Note]]:
        """Yield the notes that may take effect in the open round, by seat and kind."""
        return (
            (record, note)
            for _, (record, note) in sorted(self._newest.items())
            if is_note_for(position, note)
        )

    def resignations(self, position: Position) -> tuple[bytes, ...]:
        """Return the resignations that an event of the open round embeds, packed."""
        return tuple(
            record.pack() for record, note in self.pending(position) if is_resignation(position, note)
        )

    def offers(self, position: Position) -> tuple[StandingOffer, ...]:
        """Return what is offered in the open round, and by whom."""
        return offers(position, (note for _, note in self.pending(position)))

    def declined(self, position: Position) -> tuple[Seat, ...]:
        """Return the seats that have declined what is offered in the open round."""
        return tuple(note.seat for _, note in self.pending(position) if note.says == DECLINE)

    def resigned(self, seat: Seat) -> bool:
        """Tell whether a seat has ever resigned by a note."""
        return (seat, RESIGN) in self._newest


# Signed events that are no part of the branch.


class SideRecords:
    """Events that are late, superseded, stray or out of turn, by seat and round."""

    def __init__(self) -> None:
        self._kept: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.strays: set[Seat] = set()
        """Seats that signed something, be it an event or not, that belongs to another branch than this one."""

    def put(self, seat: Seat, number: int, record: Record) -> None:
        """Keep an event that lies beside the log, in place of any before it of its seat and round."""
        self._kept[seat][number] = record

    def event(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat for a round."""
        return self._kept[seat].get(number)

    def rounds(self, seat: Seat) -> Collection[int]:
        """Return the rounds of which an event of this seat is here."""
        return self._kept[seat].keys()

    def since(self, number: int) -> Iterator[Record]:
        """Yield the events for the rounds from one on."""
        return (record for kept in self._kept.values() for at, record in kept.items() if at >= number)

    def pop_stray(self, seat: Seat, number: int, previous: bytes) -> Record | None:
        """Return and drop the event that names this digest: it was stray, and belongs to the open round by now."""
        record = self._kept[seat].get(number)
        if record is None or Event.read(record.body).previous != previous:
            return None
        return self._kept[seat].pop(number)

    def late(self, position: Position, given: Mapping[Seat, Record]) -> Iterator[Record]:
        """Yield the events that turned up after they were voted absent from a closed round, by seat."""
        for seat in sorted(self._kept):
            record = self._kept[seat].get(position.round)
            if record is None or seat not in position.due or seat in given:
                continue
            if Event.read(record.body).previous == position.previous:
                yield record


# What is to be stored and passed on.


class Outbox:
    """Records that were accepted or signed, in order, until they are taken."""

    def __init__(self) -> None:
        self._fresh: list[Record] = []
        self._shown: list[Record] = []

    def add(self, record: Record) -> None:
        """Queue a record that is to be stored, and then passed on."""
        self._fresh.append(record)

    def add_evidence(self, record: Record) -> None:
        """Have a record passed on that is no part of the log, because it blames its author."""
        self._shown.append(record)

    def drain(self) -> list[Record]:
        """Return what is to be stored and passed on since the last call, in order."""
        taken, self._fresh = self._fresh, []
        return taken

    def take_shown(self) -> list[Record]:
        """Return what is only to be passed on since the last call."""
        taken, self._shown = self._shown, []
        return taken


# Who plays on for whom.

MAX_BYS: Final = 8
"""Of one seat: more often nobody hands a seat over, and whoever signs more must not fill our disk."""


class SeatSuccessors:
    """The bys that were heard, of each seat the first few."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Record] = {}

    def add(self, record: Record, by: By) -> bool:
        """Keep a by that is signed; tell whether it is new and there was room."""
        if record.id in self._kept or len(self.successors_of(by.seat)) >= MAX_BYS:
            return False
        self._kept[record.id] = record
        return True

    def holds(self, record: Record) -> bool:
        """Tell whether just this record is here, with the same signature."""
        return self._kept.get(record.id) == record

    def __iter__(self) -> Iterator[Record]:
        """Yield all records, in an order that does not depend on when they were heard."""
        return iter(sorted(self._kept.values(), key=lambda record: record.body))

    def successors_of(self, seat: Seat) -> tuple[By, ...]:
        """Return who has taken a seat over, the newest last."""
        bys = (By.read(record.body) for record in self)
        return in_order(by for by in bys if by.seat == seat)

    def names(self, genesis: Genesis) -> tuple[str, ...]:
        """Return the name of whoever plays each seat now, as it is shown at the table."""
        if not self._kept:
            return genesis.names
        newest = [self.successors_of(seat)[-1:] for seat in range(len(genesis.given))]
        return told_apart(
            tuple(by[0].name if by else name for by, name in zip(newest, genesis.given, strict=True))
        )

    def before(self, by: By, genesis: Genesis) -> str:
        """Return the name, as it is shown, of who played a seat before a successor did."""
        bys = self.successors_of(by.seat)
        at = bys.index(by)
        return shown(bys[at - 1].name) if at else genesis.names[by.seat]


class Replica:
    """The log of one game as one participant knows it, with what belongs beside the log.

    ``own`` is the participant's seat: after voting another one absent, it waits for the answers of the others. The
    signatures of ``verified`` were checked before, as those of a whole file are.
    """

    def __init__(
        self,
        genesis: Genesis,
        rules: AnyRules,
        own: Seat | None = None,
        verified: Container[Record] = frozenset(),
    ) -> None:
        """Begin an empty log; raise `Refused` if the genesis is not for these rules."""
        check_rules(genesis, rules)
        self.genesis = genesis
        self.rules = rules
        self.own = own
        self.verified = verified
        self.branch = Branch(start(genesis, rules))
        self.pending = PendingRecords()
        self.side_records = SideRecords()
        self.haves = Haves()
        self.ballots = Ballots()
        self.notes = Notes()
        self.successors = SeatSuccessors()
        self.accusations = Accusations()
        self.outbox = Outbox()
        self.faces = Faces()

    @property
    def names(self) -> tuple[str, ...]:
        """The name of whoever plays each seat now, as it is shown; two that look alike are told apart."""
        return self.successors.names(self.genesis)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The key of every seat."""
        return self.genesis.keys

    @property
    def game_id(self) -> bytes:
        """The 32 bytes that every event of the game is signed under."""
        return self.genesis.game_id

    @property
    def round(self) -> int:
        """The number of the open round, which is how many are closed."""
        return self.position.round

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
    def known(self) -> Known:
        """The faces of hidden cards that whoever has this copy has seen."""
        return self.faces.known(self.position.decks_state)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose event the open round still lacks."""
        if self.accusations.verdict is not None:
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
        return self.position.over or self.accusations.verdict is not None

    @property
    def complete(self) -> bool:
        """Whether nothing is to come any more: all secrets are revealed, and every seat confirmed the last round."""
        if self.accusations.verdict is not None:
            return True
        last, seats = len(self.log) - 1, range(len(self.genesis.keys))
        return self.position.kind is DONE and all(self.haves.find(seat, last) is not None for seat in seats)

    @property
    def offers(self) -> tuple[StandingOffer, ...]:
        """What is offered in the open round, and by whom."""
        return self.notes.offers(self.position)

    def confirms(self, seat: Seat) -> bool:
        """Tell whether a seat has signed the digest of the newest closed round, in a have or an event built on it."""
        position = self.position
        if self.branch.event(seat, position.round) is not None:
            return True
        return self.haves.confirms(seat, position.round - 1, position.previous)

    def records(self, since: int = 0) -> Iterator[Record]:
        """Yield what another participant needs who has closed all rounds before ``since``, each once.

        That is every event of these rounds and every vote in the order of rounds and seats, pending notes, who plays on
        for whom, the newest have of every seat, and the evidence.
        """
        seen: set[bytes] = set()
        for record in self._needed(since):
            if record.id not in seen:
                seen.add(record.id)
                yield record

    def _needed(self, since: int) -> Iterator[Record]:
        for number, given in enumerate([*self.log, self.branch.open]):
            if number >= since:
                yield from (given[seat] for seat in sorted(given))
            # a seat that is further on may lack the answer for which another in the open round waits
            yield from self.ballots.of_round(self.positions[number])
            # a seat that was voted out may have gone on with its own event
            if number < len(self.log) and (number >= since or len(given) < len(self.positions[number].due)):
                yield from self.side_records.late(self.positions[number], given)
        yield from (record for record, _ in self.notes.pending(self.position))
        yield from self.successors
        yield from self.haves.newest()
        if (verdict := self.accusations.verdict) is not None:
            yield from [evidence(*verdict.records)] if verdict.fault is Fault.EQUIVOCATION else verdict.beside

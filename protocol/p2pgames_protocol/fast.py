"""The fast audit: every digest and link, and the signatures that carry the rest.

Each event names the digest of the round before, so a seat's newest signature endorses all its own earlier
events and, link by link, everything they were built on. Verified are the genesis, every key event, the
newest event of each seat, every vote and embedded note, and the reveals. The rules are not replayed: no score,
no place, no legality, and a departure by fault is not seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations

from p2pgames.contract import Seat
from p2pgames_protocol import genesis as gen
from p2pgames_protocol import logfile
from p2pgames_protocol.audit import CHECKS, Grade, Report, unchecked
from p2pgames_protocol.close import ABSENT
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.digest import digest, encode
from p2pgames_protocol.evidence import judge as judge_evidence
from p2pgames_protocol.genesis import Genesis, Refused
from p2pgames_protocol.logfile import Damaged
from p2pgames_protocol.lookup import RulesOf, settled
from p2pgames_protocol.message import CONSENTS, Act, Ballot, Event, Have, Kind, Note, Record, Said, Vote
from p2pgames_protocol.secret import commitment
from p2pgames_protocol.series import Played


def fast(data: bytes, rules_of: RulesOf | None = None) -> Report:
    """Check digests, links and the signatures named above; never raises for anything a file can contain.

    Rules are asked only which options mean something.
    """
    report = Report("fast")
    report.checks.update(dict.fromkeys(CHECKS, 0))
    try:
        if data.startswith(logfile.PROOF_MAGIC):
            raise Damaged("A proof file is judged by a full audit.")
        records = logfile.read(data)
        report.genesis = gen.read(records[0].body)
        report.unchecked = unchecked(report.genesis)
        report.options = settled(report.genesis.proposal, rules_of)
        report.checks["signatures"] = 1 + len(report.genesis.joins)
        _Chain(report, report.genesis, records[1:]).check()
    except (Damaged, Malformed, Refused) as wrong:
        report.grade, report.why = Grade.INVALID, str(wrong)
    return report


class _Chain:
    """The records of one file, sorted by kind and round."""

    def __init__(self, report: Report, genesis: Genesis, records: list[Record]) -> None:
        self.report = report
        self.genesis = genesis
        self.rounds: defaultdict[int, dict[Seat, tuple[Record, Event]]] = defaultdict(dict)
        self.claims: dict[int, Vote] = {}
        self.votes: defaultdict[int, set[Seat]] = defaultdict(set)
        """By round, the seats that somebody calls absent."""
        self.out: dict[Seat, int] = {}
        """Seats that the digests hold to be voted absent, and in which round."""
        self.haves: list[Have] = []
        self.digests: list[bytes] = []
        self.evidence: list[Record] = []
        self.unsound: set[tuple[int, Seat]] = set()
        """Rounds and authors of events that embed what is not a signed note."""
        for record in records:
            self._sort(record)

    def _sort(self, record: Record) -> None:
        match record.kind:
            case Kind.EVENT:
                event = Event.read(record.body)
                # votes may have taken rounds back
                late = event.round in self.claims or self.votes
                if self.rounds and event.round < max(self.rounds) and not late:
                    raise Damaged(
                        f"An event of seat {event.seat + 1} for round {event.round} is out of order."
                    )
                if event.seat in self.rounds[event.round]:
                    raise Damaged(f"Seat {event.seat + 1} has two events in round {event.round}.")
                self.rounds[event.round][event.seat] = (record, event)
                self.report.events += 1
            case Kind.VOTE:
                vote = Vote.read(record.body)
                self._verify(record, vote.voter)
                if vote.ballot is Ballot.CLAIM:
                    self.claims[vote.round] = vote
                if vote.ballot is Ballot.ABSENT:
                    self.votes[vote.round].add(vote.seat)
            case Kind.HAVE:
                self.haves.append(Have.read(record.body))
            case Kind.EVIDENCE:
                self.evidence.append(record)
            case Kind.GENESIS:
                raise Damaged("The file holds a second genesis.")
            case Kind.NOTE:
                self._verify(record, Note.read(record.body).seat)

    def _verify(self, record: Record, seat: Seat) -> None:
        if seat >= len(self.genesis.keys) or not record.signed_by(
            self.genesis.game_id, self.genesis.keys[seat]
        ):
            raise Damaged(
                f"A {record.kind.value} that names seat {seat + 1} is not signed by it for this game."
            )
        self.report.checks["signatures"] += 1

    def check(self) -> None:
        """Follow the chain, then verify what carries it, then say what the game came to."""
        previous = digest("start", self.genesis.game_id)
        for number in range(max(self.rounds, default=-1) + 1):
            previous = self._link(number, previous)
        # where somebody signed twice, others have confirmed the other branch
        for have in self.haves if not self.evidence else ():
            closed = have.round < len(self.digests)
            if self.out.get(have.seat, have.round + 1) <= have.round:
                continue
            if not closed or (have.digest != self.digests[have.round] and not self.report.contested):
                raise Damaged(
                    f"Seat {have.seat + 1} confirmed another round {have.round} than this file holds."
                )
        self._signatures()
        self._conclude()

    def _link(self, number: int, previous: bytes) -> bytes:
        given = dict(self.rounds[number])
        claim = self.claims.get(number)
        if claim is not None and claim.seat in given:
            del given[claim.seat]
            self.report.contested = True
        if self.report.contested:
            given = {seat: pair for seat, pair in given.items() if pair[1].previous == previous}
        elif not given and claim is None and number not in self.votes:
            raise Damaged(f"Round {number} is missing.")
        for seat, (_, event) in given.items():
            if event.previous != previous:
                raise Damaged(f"The event of seat {seat + 1} for round {number} names another round before.")
        self.rounds[number] = given
        absent = self._voted_out(number, previous, given) if claim is None else {claim.seat}
        self.out |= dict.fromkeys(absent, number) if claim is None else {}
        given = {seat: pair for seat, pair in given.items() if seat not in absent}
        self.rounds[number] = given
        hashes = {s: digest("event", r.body) for s, (r, _) in given.items()}
        closed = self._digest(number, previous, hashes | dict.fromkeys(absent, ABSENT))
        self.digests.append(closed)
        self.report.checks["links"] += 1
        return closed

    def _voted_out(
        self, number: int, previous: bytes, given: Mapping[Seat, tuple[Record, Event]]
    ) -> set[Seat]:
        """Return the seats that are voted absent from a round; who has a vote, only the rules can say.

        Where the event of such a seat is in the file too, what was built on the round tells which of the two counts.
        """
        called = self.votes.get(number, set())
        silent = called - set(given)
        later = {event.previous for _, event in self.rounds.get(number + 1, {}).values()}
        later |= {have.digest for have in self.haves if have.round == number}
        late = sorted(called & set(given))
        for count in range(len(late), 0, -1):
            for out in combinations(late, count):
                absent = silent.union(out)
                hashes = {s: digest("event", r.body) for s, (r, _) in given.items() if s not in absent}
                if self._digest(number, previous, hashes | dict.fromkeys(absent, ABSENT)) in later:
                    self.report.contested = True
                    return absent
        return silent

    def _digest(self, number: int, previous: bytes, hashes: Mapping[Seat, bytes]) -> bytes:
        parts = [part for seat in sorted(hashes) for part in (encode(seat), hashes[seat])]
        return digest("round", self.genesis.game_id, encode(number), previous, *parts)

    def _signatures(self) -> None:
        newest: dict[Seat, int] = {}
        for number in sorted(self.rounds):
            newest.update(dict.fromkeys(self.rounds[number], number))
        for number, given in self.rounds.items():
            for seat, (record, event) in given.items():
                if event.act in (Act.KEY, Act.REVEAL) or newest[seat] == number:
                    self._verify(record, seat)
                self._embedded(event)

    def _embedded(self, event: Event) -> None:
        """Verify what an event embeds; where that is not sound its author is to blame, and the file is in order."""
        try:
            for note in event.notes:
                record = Record.read(note)
                if record.kind is not Kind.NOTE:
                    raise Malformed("What is embedded is not a note.")
                self._verify(record, Note.read(record.body).seat)
        except (Damaged, Malformed) as wrong:
            self.unsound.add((event.round, event.seat))
            self.report.blame(event.round, event.seat, "illegal", str(wrong))

    def _notes(self, event: Event) -> list[Note]:
        """Return what an event embeds; nothing where any of it is not sound."""
        if (event.round, event.seat) in self.unsound:
            return []
        return [Note.read(Record.read(note).body) for note in event.notes]

    def _conclude(self) -> None:
        report, last = self.report, max(self.rounds, default=-1)
        report.rounds = len(self.digests)
        reveals = {s: e for s, (_, e) in self.rounds[last].items() if e.act == Act.REVEAL}
        for seat, event in reveals.items():
            self._reveal(seat, event)
        if reveals:
            report.unrevealed = tuple(seat for seat in range(len(self.genesis.keys)) if seat not in reveals)
            report.basis = self._basis(last - 1)
        report.finished = bool(reveals)
        if reveals:
            report.played = Played(self.genesis, self.digests[last - 1], replayed=False)
        report.grade = Grade.FINISHED if reveals else Grade.RUNNING
        report.why = "" if reveals else "No secret is revealed: without the rules it is not seen to be over."
        if self.evidence:
            verdict = judge_evidence(self.genesis, self.evidence[0])
            report.grade, report.why, report.basis = Grade.CHEATED, verdict.why, "fault"
            report.blame(verdict.round, verdict.seat, verdict.fault, verdict.why)

    def _reveal(self, seat: Seat, event: Event) -> None:
        key = self.rounds[0][seat][1].body if seat in self.rounds[0] else ()
        if (
            not key
            or not event.body
            or type(event.body[0]) is not bytes
            or commitment(event.body[0]) != key[0]
        ):
            self.report.blame(
                event.round, seat, "illegal", "The secret is not the one the seat committed to."
            )
        else:
            self.report.checks["reveals"] += 1

    def _basis(self, last: int) -> str | None:
        """Name the basis where the messages show it; whether a game was played out only the rules can say."""
        if last in self.claims:
            return "claimed"
        if last in self.out.values():
            return "voted"
        events = [event for _, event in self.rounds[last].values()]
        if any(event.act == Act.DRAW and self._is_agreed(event) for event in events):
            return "agreed"
        resigned = any(event.act == Act.RESIGN or self._leaving(event) for event in events)
        return "resigned" if resigned else None

    def _leaving(self, event: Event) -> set[Seat]:
        """Return the seats that resign by an event's notes; none where it embeds anything else and is at fault."""
        notes = self._notes(event)
        if event.act in CONSENTS or any(note.says is not Said.RESIGN for note in notes):
            return set()
        return {note.seat for note in notes}

    def _is_agreed(self, event: Event) -> bool:
        """Tell whether all that have not resigned or been voted out agree to a draw, as far as that can be seen."""
        notes = self._notes(event)
        if event.body or any((note.says, note.after) != (Said.DRAW, event.previous) for note in notes):
            return False
        gone = set(self.out)
        for given in self.rounds.values():
            for seat, (_, other) in given.items():
                gone |= {seat} if other.act == Act.RESIGN else set()
                gone |= self._leaving(other)
        others = set(range(len(self.genesis.keys))) - gone - {event.seat}
        return sorted(note.seat for note in notes) == sorted(others)

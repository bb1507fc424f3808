"""The log of a file as it can be followed without the rules: by what each round names as the one before it.

Who owes an event only the rules can say, and so the chain takes the events that name the round before. Who is in every
event says; of what those of a round say that holds which the next round is built on. Where none does, the chain stops.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Message
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Have, Kind, Note, Record, Vote
from p2pgames_protocol.log.validate import (
    embedded_note,
    event_digest,
    read_note,
    resignations_in,
    round_digest,
    start_digest,
)
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.fields import sum_of


@dataclass(frozen=True, slots=True)
class Paper:
    """An event with what is made of it once: its signed notes; ``wrong`` says what else it embeds."""

    record: Record
    event: Event
    hashed: bytes
    notes: tuple[Note, ...]
    wrong: Message | None = None

    @property
    def leaving(self) -> frozenset[Seat]:
        """The seats that resign by its notes."""
        return (
            frozenset()
            if self.wrong
            else frozenset(note.seat for note in resignations_in(self.event, self.notes))
        )


Given = Mapping[Seat, Paper]
Absent = Mapping[frozenset[Seat], frozenset[Seat]]
"""By who was in before a round, the seats that are voted absent from it."""


@dataclass
class Papers:
    """The messages of one file, by what they are; of those that exclude each other only the first."""

    events: defaultdict[int, dict[Seat, Paper]] = field(default_factory=lambda: defaultdict(dict))
    votes: defaultdict[int, list[Vote]] = field(default_factory=lambda: defaultdict(list))
    haves: defaultdict[int, dict[Seat, bytes]] = field(default_factory=lambda: defaultdict(dict))
    resigned: set[Seat] = field(default_factory=set)
    """Who signed a resignation that no event needs to embed."""

    @property
    def shown_out(self) -> frozenset[Seat]:
        """The seats that a vote or a resignation, embedded or not, shows to be out."""
        papers = (paper for given in self.events.values() for paper in given.values())
        embedded = (note.seat for paper in papers for note in paper.notes if note.says == RESIGN)
        votes = (vote for votes in self.votes.values() for vote in votes)
        voted = (vote.seat for vote in votes if vote.ballot is Ballot.ABSENT)
        return frozenset(self.resigned.union(embedded, voted))

    def named_after(self, number: int) -> set[bytes]:
        """Return the digests of a round that the next events and the haves name."""
        later = {paper.event.previous for paper in self.events.get(number + 1, {}).values()}
        return later.union(self.haves.get(number, {}).values())


@dataclass(frozen=True)
class ClosedRound:
    """A closed round: its digest, what was given to it, who is absent from it, and who was in before it."""

    closed: bytes
    given: Given
    absent: frozenset[Seat]
    inside: frozenset[Seat]

    @cached_property
    def resigned(self) -> frozenset[Seat]:
        """The seats that resign by the notes of its events."""
        in_order = self.given.keys() - self.at_fault
        return frozenset(seat for author in in_order for seat in self.given[author].leaving)

    @cached_property
    def at_fault(self) -> frozenset[Seat]:
        """The seats whose events are at fault whatever the rules: for a note, or for the seats that they name as in."""
        return frozenset(
            seat for seat, paper in self.given.items() if paper.wrong or paper.event.inside != self.inside
        )


class Chain:
    """The rounds that follow from each other, as far as that can be seen; ``seats`` are those not seen to be out.

    ``doubtful`` tells that it stops where only the rules can say how the log goes on.
    """

    def __init__(self, genesis: Genesis, papers: Papers, without: Vote | None = None) -> None:
        """Follow the messages of a file, but for one vote."""
        self.genesis = genesis
        self.papers = papers
        self._without = without
        self.links: list[ClosedRound] = []
        self.seats = self._expected = frozenset(range(len(genesis.keys)))
        self.previous = self.start = start_digest(genesis.game_id)
        self.doubtful = False
        while self._follow():
            pass

    def _follow(self) -> bool:
        """Add the next round, if there is one."""
        number = len(self.links)
        given = self._given(number)
        standing = self._standing(number)
        tries = [self._link(number, given, inside, standing) for inside in self._named(given, standing)]
        if not any(link.given or link.absent for link in tries):
            self.doubtful = bool(self._questioned(number))
            return False
        named = self.papers.named_after(number)
        link = next((link for link in tries if link.closed in named), tries[0])
        self.doubtful = link.closed not in named and self._is_unclear(
            number, given, standing, built_on=bool(named)
        )
        if self.doubtful:
            return False
        self._add(link)
        return True

    def _is_unclear(self, number: int, given: Given, standing: Absent, *, built_on: bool) -> bool:
        """Tell whether somebody may be out unseen, given that none of the tries for a round holds."""
        values = {paper.event.inside for paper in given.values()}.union(standing)
        if values - {self._expected}:
            return built_on or len(values) > 1 or not given
        if standing:
            return False  # an absence stands against any event, and whatever is built on that
        return built_on and (bool(self._questioned(number)) or self._is_missed(number))

    def _is_missed(self, number: int) -> bool:
        """Tell whether an event of a later round names as out somebody whom no message shows to be."""
        later = (
            paper for at, papers in self.papers.events.items() if at > number for paper in papers.values()
        )
        unseen = self._expected - self.papers.shown_out
        return any(unseen - paper.event.inside for paper in later)

    def _add(self, link: ClosedRound) -> None:
        out = link.absent if self.seats <= link.inside else frozenset()
        self.links.append(link)
        self.seats -= link.resigned | out
        self._expected = link.inside - link.resigned - link.absent - link.at_fault
        self.previous = link.closed

    def _given(self, number: int) -> Given:
        events = self.papers.events.get(number, {})
        return {seat: paper for seat, paper in events.items() if paper.event.previous == self.previous}

    def _named(self, given: Given, standing: Absent) -> list[frozenset[Seat]]:
        """Return who may have been in before the round: at most one possibility more than messages.

        Those whom an event of it names, or votes that would stand, and those who are in as far as messages show, these
        first if they are named. Nobody comes back, so values that name others than the round before are none.
        """
        inside = (given[seat].event.inside for seat in sorted(given))
        values = dict.fromkeys(value for value in inside if value <= self._before)
        values |= dict.fromkeys(sorted(standing, key=sum_of))
        first = [self._expected] if self._expected in values else []
        return list(dict.fromkeys([*first, *values, self._expected]))

    def _link(self, number: int, given: Given, inside: frozenset[Seat], standing: Absent) -> ClosedRound:
        absent = standing.get(inside, frozenset())
        hashed = {seat: paper.hashed for seat, paper in given.items()}
        closed = round_digest(self.genesis.game_id, number, self.previous, inside, hashed, absent)
        counted = {seat: paper for seat, paper in given.items() if seat not in absent}
        return ClosedRound(closed, counted, absent, inside)

    def _standing(self, number: int) -> Absent:
        """Return by who was in before the next round the seats that are voted absent from it, where there are any."""
        cast: defaultdict[tuple[frozenset[Seat], Seat], set[Seat]] = defaultdict(set)
        for vote in self._questioned(number):
            if (
                vote.ballot is Ballot.ABSENT
                and vote.seat in vote.inside <= self._before
                and vote != self._without
            ):
                cast[vote.inside, vote.seat].add(vote.voter)
        standing: defaultdict[frozenset[Seat], set[Seat]] = defaultdict(set)
        for (inside, seat), voters in cast.items():
            if voters >= inside - {seat} != frozenset():
                standing[inside].add(seat)
        return {inside: frozenset(seats) for inside, seats in standing.items()}

    @property
    def _before(self) -> frozenset[Seat]:
        """Who was in before the newest round."""
        return self.links[-1].inside if self.links else frozenset(range(len(self.genesis.keys)))

    def _questioned(self, number: int) -> list[Vote]:
        """Return what is said of silent seats in the next round."""
        return [vote for vote in self.papers.votes.get(number, ()) if vote.previous == self.previous]

    def before(self, number: int) -> bytes | None:
        """Return the digest that the messages of a round name; None for a round that is not reached."""
        if number > len(self.links):
            return None
        return self.links[number - 1].closed if number else self.start

    @property
    def contested_since(self) -> int | None:
        """The first round of which an event is here that was held to be absent."""
        for number, link in enumerate(self.links):
            for seat in link.absent:
                paper = self.papers.events.get(number, {}).get(seat)
                if paper is not None and paper.event.previous == self.before(number):
                    return number
        return None

    @property
    def undecided(self) -> bool:
        """Whether an absence between two is contested: then the game has no places."""
        since = self.contested_since
        return since is not None and len(self.links[since].inside) == 2

    @property
    def out(self) -> dict[Seat, int]:
        """Who was voted absent, and in which round."""
        return {seat: number for number, link in enumerate(self.links) for seat in link.absent}

    @property
    def bound(self) -> frozenset[Seat]:
        """Who must have signed the result: who is not seen to be out, or is so by the vote of one alone.

        Where there is nobody of either, only the rules can say who left last, so all must have signed it.
        """
        if not self.links:
            return frozenset()
        alone = frozenset(seat for link in self.links if len(link.inside) == 2 for seat in link.absent)
        return self.seats | alone or frozenset(range(len(self.genesis.keys)))

    @property
    def alone(self) -> list[Vote]:
        """The votes by which one of two first put the other out, by voters: after that no game goes on."""
        for number, link in enumerate(self.links):
            if len(link.inside) == 2 and link.absent:
                votes = (vote for vote in self.papers.votes[number] if vote.ballot is Ballot.ABSENT)
                found = [v for v in votes if v.seat in link.absent and v.inside == link.inside]
                before = self.before(number)
                return sorted((v for v in found if v.previous == before), key=lambda vote: vote.voter)
        return []

    def belies(self, vote: Vote) -> bool:
        """Tell whether the voter has signed what shows that it has the event, in this chain without its vote."""
        closed = {link.closed for link in self.links[vote.round :]}
        events = (given[vote.voter].event for given in self.papers.events.values() if vote.voter in given)
        said = {event.previous for event in events}
        said.update(haves[vote.voter] for haves in self.papers.haves.values() if vote.voter in haves)
        return not closed.isdisjoint(said)


def read_papers(genesis: Genesis, records: Iterable[Record]) -> Papers:
    """Return the events, votes and haves of a file.

    Notes in events are verified, whatever else is not; votes on oneself and on nobody never count.
    """
    papers = Papers()
    for record in records:
        match record.kind:
            case Kind.EVENT:
                event = Event.read(record.body)
                papers.events[event.round][event.seat] = _paper(genesis, record, event)
            case Kind.VOTE:
                vote = Vote.read(record.body)
                if vote.seat != vote.voter and vote.seat < len(genesis.keys):
                    papers.votes[vote.round].append(vote)
            case Kind.HAVE:
                have = Have.read(record.body)
                papers.haves[have.round][have.seat] = have.digest
            case Kind.NOTE:
                note = read_note(record.body)
                if note.says == RESIGN:
                    papers.resigned.add(note.seat)
    return papers


def _paper(genesis: Genesis, record: Record, event: Event) -> Paper:
    notes, why = [], None
    for packed in event.notes:
        try:
            notes.append(embedded_note(genesis, packed))
        except (Malformed, Illegal) as wrong:
            why = why or wrong.message
    return Paper(record, event, event_digest(record.body), tuple(notes), why)

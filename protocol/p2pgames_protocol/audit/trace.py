"""The log of a file as it can be followed without the rules: by what each round names as the one before it.

Who is in and who owes an event only the rules can say. So the chain takes the events that name the round before,
and who is out by messages of its own or of all others; where that does not lead on, it stops.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Message
from p2pgames_protocol.log.chain import embedded, event_digest, leaving, round_digest, start_digest
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class Paper:
    """An event with what is made of it once; ``wrong`` says what it embeds that is no signed note."""

    record: Record
    event: Event
    hashed: bytes
    notes: tuple[Note, ...]
    wrong: Message | None = None

    @property
    def leaving(self) -> frozenset[Seat]:
        """The seats that resign by its notes."""
        return frozenset(note.seat for note in leaving(self.event, self.notes))


Given = Mapping[Seat, Paper]


@dataclass
class Papers:
    """The messages of one file, by what they are; of those that exclude each other only the first."""

    events: defaultdict[int, dict[Seat, Paper]] = field(default_factory=lambda: defaultdict(dict))
    votes: defaultdict[int, list[Vote]] = field(default_factory=lambda: defaultdict(list))
    claims: dict[int, Vote] = field(default_factory=dict)
    haves: defaultdict[int, dict[Seat, bytes]] = field(default_factory=lambda: defaultdict(dict))

    def named_after(self, number: int) -> set[bytes]:
        """Return the digests of a round that the next events and the haves name."""
        later = {paper.event.previous for paper in self.events.get(number + 1, {}).values()}
        return later.union(self.haves.get(number, {}).values())


@dataclass(frozen=True)
class Link:
    """A closed round: its digest, what was given to it, who is absent from it, and who was in before it."""

    closed: bytes
    given: Given
    absent: frozenset[Seat]
    seats: frozenset[Seat]


class Trace:
    """The rounds that follow from each other, as far as that can be seen; ``seats`` are those not seen to be out.

    ``doubtful`` tells that it stops where only the rules can say how the log goes on.
    """

    def __init__(self, genesis: Genesis, papers: Papers, *, claims: bool) -> None:
        self.genesis = genesis
        self.papers = papers
        self.claims = papers.claims if claims else {}
        self.links: list[Link] = []
        self.seats = frozenset(range(len(genesis.keys)))
        self.previous = self.start = start_digest(genesis.game_id)
        self.doubtful = False
        while self._follow():
            pass

    def _follow(self) -> bool:
        """Add the next round, if there is one."""
        number = len(self.links)
        events = self.papers.events.get(number, {})
        given = {seat: paper for seat, paper in events.items() if paper.event.previous == self.previous}
        absent = self._absent(number, given)
        if absent is None:
            self.doubtful = True
            return False
        counted = {seat: paper for seat, paper in given.items() if seat not in absent}
        if not counted and not absent:
            return False
        closed = self._digest(number, given, absent)
        self.links.append(Link(closed, counted, absent, self.seats))
        gone = {seat for paper in counted.values() for seat in paper.leaving}
        self.seats = self.seats - gone - absent
        self.previous = closed
        return True

    def _absent(self, number: int, given: Given) -> frozenset[Seat] | None:
        """Return who is claimed or voted absent from the next round; None where only the rules can say."""
        claim = self.claims.get(number)
        if claim is not None and claim.previous == self.previous:
            return frozenset({claim.seat}) if self.seats == {claim.voter, claim.seat} else None
        cast: defaultdict[Seat, set[Seat]] = defaultdict(set)
        voters: set[Seat] = set()
        for vote in self.papers.votes.get(number, ()):
            if vote.previous == self.previous:
                voters.add(vote.voter)
                if vote.ballot is Ballot.ABSENT:
                    cast[vote.seat].add(vote.voter)
        standing = frozenset(seat for seat in cast if self._is_out(seat, cast[seat]))
        if standing == cast.keys() or self._leads_on(number, given, standing):
            return standing
        others = self._alternatives(cast, voters)
        return None if any(self._leads_on(number, given, out) for out in others) else standing

    def _is_out(self, seat: Seat, voters: set[Seat]) -> bool:
        return len(self.seats) > 2 and seat in self.seats and voters >= self.seats - {seat}

    def _leads_on(self, number: int, given: Given, absent: frozenset[Seat]) -> bool:
        return self._digest(number, given, absent) in self.papers.named_after(number)

    @staticmethod
    def _alternatives(cast: Mapping[Seat, set[Seat]], voters: set[Seat]) -> Iterator[frozenset[Seat]]:
        """Yield who may be out if others have left unseen: at most one more possibility than seats are voted on.

        Whoever has voted is in. If all who are in have voted, everybody on whom all others voted is out; if one has
        not, nobody else can be out than that one.
        """
        called = {seat for seat, said in cast.items() if said >= voters - {seat}}
        yield frozenset(called)
        yield from (frozenset({seat}) for seat in called - voters)
        yield frozenset()

    def _digest(self, number: int, given: Given, absent: frozenset[Seat]) -> bytes:
        hashed = {seat: paper.hashed for seat, paper in given.items()}
        return round_digest(self.genesis.game_id, number, self.previous, hashed, absent)

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
    def out(self) -> dict[Seat, int]:
        """Who was voted or claimed absent, and in which round."""
        return {seat: number for number, link in enumerate(self.links) for seat in link.absent}

    @property
    def bound(self) -> frozenset[Seat]:
        """Who must have signed the result: who was in before the last round, or only claimed to be out.

        Where nobody is seen to be in, only the rules can say who left last, so all must have signed it.
        """
        if not self.links:
            return frozenset()
        claimed = {claim.seat for number, claim in self.claims.items() if self.out.get(claim.seat) == number}
        return self.links[-1].seats | claimed or frozenset(range(len(self.genesis.keys)))

    def belied(self, claim: Vote) -> list[tuple[Kind, int, Seat]]:
        """Return the messages by which the voter of a claim shows that it has the event, in a chain without claims."""
        own = range(claim.round, len(self.links))
        haves = self.papers.haves
        said = [
            (Kind.HAVE, number, claim.voter)
            for number in own
            if haves.get(number, {}).get(claim.voter) == self.links[number].closed
        ]
        return said + [
            (Kind.EVENT, number, claim.voter) for number in own[1:] if claim.voter in self.links[number].given
        ]


def read_papers(genesis: Genesis, records: Iterable[Record]) -> Papers:
    """Return the events, votes and haves of a file; of several claims on one round the first.

    Notes in events are verified, whatever else is not.
    """
    papers = Papers()
    for record in records:
        match record.kind:
            case Kind.EVENT:
                event = Event.read(record.body)
                papers.events[event.round][event.seat] = _paper(genesis, record, event)
            case Kind.VOTE:
                vote = Vote.read(record.body)
                if vote.ballot is Ballot.CLAIM:
                    papers.claims.setdefault(vote.round, vote)
                else:
                    papers.votes[vote.round].append(vote)
            case Kind.HAVE:
                have = Have.read(record.body)
                papers.haves[have.round][have.seat] = have.digest
    return papers


def _paper(genesis: Genesis, record: Record, event: Event) -> Paper:
    hashed = event_digest(record.body)
    try:
        return Paper(record, event, hashed, embedded(genesis, event))
    except (Malformed, Illegal) as wrong:
        return Paper(record, event, hashed, (), wrong.message)

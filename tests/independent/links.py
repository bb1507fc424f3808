"""SPEC 11.2: the rounds of a log, found by what is built on what, without the rules."""

from dataclasses import dataclass, field

from tests.independent.basics import Wrong, digest, u64
from tests.independent.records import read_note, read_record

AGREED = ("takeback", "draw", "pause")


@dataclass(frozen=True)
class Link:
    """A round: what is before it, who was in, what they gave, who is absent, and its digest.

    `late` are events of absent seats, `leaving` the resignations that act in it, `faulty` who is at fault by notes or
    `in`, `unsigned` who embeds what is no signed note, `alone` by whose single vote which absence stands.
    """

    number: int
    previous: bytes
    inside: frozenset
    given: dict
    gone: tuple
    digest: bytes
    late: dict = field(default_factory=dict)
    leaving: tuple = ()
    faulty: frozenset = frozenset()
    unsigned: frozenset = frozenset()
    alone: dict = field(default_factory=dict)


def seats_of(number):
    """The seats that `in` names."""
    return frozenset(seat for seat in range(64) if number >> seat & 1)


class Chain:
    """The rounds from the first one on, and why they end: `stopped` where the rules would be needed."""

    def __init__(self, game, records, without=None):
        self.game, self.links, self.stopped = game, [], False
        self.events, self.votes, self.haves = {}, {}, {}
        self.out = [read["in"] for record, read in records.of("event")]
        for record in records.kept:
            read = records.read[record]
            table = {"event": self.events, "vote": self.votes, "have": self.haves}.get(record[0])
            if record[0] == "vote" and (read["seat"] == read["voter"] or read["seat"] >= game.seats):
                continue
            if table is not None and read is not without:
                table.setdefault(read["round"], []).append(read)
        votes = [vote for votes in self.votes.values() for vote in votes]
        self.hinted = {vote["seat"] for vote in votes if vote["says"] == "absent"}
        self.hinted |= {read["seat"] for _, read in records.of("note") if read["says"] == "resign"}
        for events in self.events.values():
            for event in events:
                self.hinted |= {
                    note["seat"] for note in self.notes(event) if note and note["says"] == "resign"
                }
        self.follow()

    def follow(self):
        previous, seen = digest("start", self.game.id), frozenset(range(self.game.seats))
        before = seen
        while True:
            at = len(self.links)
            events = {e["seat"]: e for e in self.events.get(at, []) if e["previous"] == previous}
            votes = [vote for vote in self.votes.get(at, []) if vote["previous"] == previous]
            if not events and not votes:
                return
            link = self.chosen(at, previous, events, votes, seen, before)
            if link is None:
                self.stopped = True
                return
            self.links.append(link)
            previous, before = link.digest, link.inside
            seen = link.inside - {*link.gone, *link.faulty, *(note["seat"] for note in link.leaving)}

    def chosen(self, at, previous, events, votes, seen, before):
        """The round as it is right, or None."""
        named = {e["in"] for e in events.values()}
        values = [seats_of(each) for each in sorted(named)]
        values += [v for v in (seats_of(vote["in"]) for vote in votes) if v not in values]
        values += [seen] if seen not in values else []
        tried = [self.link(at, previous, inside, events, votes) for inside in values if inside <= before]
        tried = [link for link in tried if link.given or link.gone]
        known = {e["previous"] for e in self.events.get(at + 1, [])}
        known |= {have["digest"] for have in self.haves.get(at, [])}
        for link in tried:
            if link.digest in known:
                return link
        standing = {link.inside for link in tried if link.gone}
        agreed = {seats_of(each) for each in named} | standing
        sure = standing and agreed == {seen}
        decided = len(agreed) == 1 and events and not (known and self.may_stop(at, events, votes, seen))
        if not sure and not decided:
            return None
        of_these = [link for link in tried if link.inside in agreed] or [
            link for link in tried if link.inside == seen
        ]
        return of_these[0] if of_these else None

    def may_stop(self, at, events, votes, seen):
        """Whether the reader stops there, and nothing is wrong."""
        if votes or any(seats_of(e["in"]) != seen for e in events.values()):
            return True
        return any(
            not event["in"] >> s & 1
            for number, later in self.events.items()
            if number > at
            for event in later
            for s in seen - self.hinted
        )

    def link(self, at, previous, inside, events, votes):
        """The round if these were in."""
        gone, alone = [], {}
        for seat in sorted(inside):
            absent = {
                vote["voter"]
                for vote in votes
                if (vote["says"], vote["seat"], vote["in"]) == ("absent", seat, number_of(inside))
            }
            if len(inside) > 1 and inside - {seat} <= absent:
                gone.append(seat)
                alone |= {next(iter(absent & inside)): seat} if len(inside) == 2 else {}
        given = {seat: e for seat, e in sorted(events.items()) if seat not in gone}
        late = {seat: e for seat, e in events.items() if seat in gone}
        parts = []
        for seat in sorted({*given, *gone}):
            parts += [u64(seat), digest("event", given[seat]["bytes"]) if seat in given else digest("absent")]
        closed = digest("round", self.game.id, u64(at), previous, u64(number_of(inside)), *parts)
        unsigned = frozenset(s for s, e in given.items() if None in self.notes(e))
        others = frozenset(s for s, e in given.items() if e["in"] != number_of(inside))
        faulty = unsigned | others
        leaving = {}
        for seat, event in given.items():
            for note in self.notes(event) if seat not in faulty and leaves(event, self.notes(event)) else []:
                leaving.setdefault(note["seat"], note)
        return Link(
            at,
            previous,
            inside,
            given,
            tuple(gone),
            closed,
            late,
            tuple(leaving.values()),
            faulty,
            unsigned,
            alone,
        )

    def notes(self, event):
        """The notes that an event embeds, None for what is none."""
        found = []
        for packed in event["notes"]:
            try:
                record = read_record(packed)
                if record[0] != "note":
                    raise Wrong("not a note")
                note = dict(zip(("seat", "says", "digest", "to"), read_note(record[1]), strict=True))
                found.append(note if self.game.signed_by(note["seat"], record) else None)
            except Wrong:
                found.append(None)
        return found


def leaves(event, notes):
    """Whether the notes of an event, all signed, let seats leave."""
    return event["act"] not in AGREED and all(note["says"] == "resign" for note in notes)


def number_of(inside):
    """SPEC 6.1: `in`."""
    return sum(2**seat for seat in inside)

"""SPEC 7.6 to 7.12: what a log hears.

The records come from a set, all signed and none excluded by another, votes before the events of their round. So nothing
is taken back.
"""

from tests.independent.rounds import Rounds


class Log(Rounds):
    """A log that hears records in the order of SPEC 10.4."""

    def hear(self, record, read):
        """What becomes of a record."""
        if record[0] == "event":
            return self.hear_event(read)
        if record[0] == "vote":
            return self.hear_vote(read)
        return "accepted"

    def hear_event(self, event):
        seat, at = event["seat"], event["round"]
        if at > len(self.rounds):
            return "early"
        late = at < len(self.rounds)
        previous = self.before[at]["previous"] if late else self.previous
        if event["previous"] != previous:
            return "stray"
        if seat not in (self.due_of(at) if late else self.due()):
            self.strangers.append((at, seat))
            return "out of turn"
        if late:
            self.contest(at, self.before[at]["inside"])
            return "accepted"
        event["fault"] = self.fault(event)
        if event["fault"]:
            self.blamed.append((at, seat))
        self.open[seat] = event
        self.close_if_full()
        return "accepted"

    def due_of(self, at):
        now = self.keep()
        self.restore(self.before[at])
        due = self.due()
        self.restore(now)
        return due

    def hear_vote(self, vote):
        """SPEC 7.12."""
        at, voter, seat = vote["round"], vote["voter"], vote["seat"]
        if at > len(self.rounds):
            return "early"
        if at < len(self.rounds) or vote["previous"] != self.previous:
            return "stray"
        allowed = voter in self.inside and seat in self.inside and voter != seat
        allowed = allowed and vote["in"] == self.inside_number()
        if not allowed or seat not in self.due() or self.ended or self.paused:
            return "uncounted"
        self.votes[at, seat, voter] = vote
        self.close_if_full()
        return "accepted"

    def voted_out(self):
        """SPEC 7.12: the seats against which an absence stands in the open round."""
        out = []
        for seat in self.due() if not self.ended else []:
            votes = {v: self.votes.get((len(self.rounds), seat, v)) for v in self.inside if v != seat}
            if votes and all(v is not None and v["says"] == "absent" for v in votes.values()):
                out.append(seat)
                if len(votes) == 1:
                    self.alone |= {(len(self.rounds), voter): vote for voter, vote in votes.items()}
        return out

    def digest_of(self, at):
        return self.before[at + 1]["previous"] if at + 1 < len(self.before) else self.previous

    def at_fault(self):
        """The events at fault of closed rounds, as round and seat."""
        return [(at, seat) for at, seat in self.blamed if at < len(self.rounds) and seat in self.rounds[at]]

    def confirms(self, have):
        """SPEC 11.1: whether a have is one of this log, or of a seat that is voted out."""
        at = have["round"]
        gone = self.out.get(have["seat"], at + 1) <= at
        return gone or (at < len(self.rounds) and have["digest"] == self.digest_of(at))

    def explains(self, record, read, heard):
        """SPEC 11.1."""
        kind = record[0]
        if kind in ("note", "by", "evidence"):
            return True
        if self.contested and read["round"] >= self.since:
            return True
        return self.confirms(read) if kind == "have" else heard == "accepted"

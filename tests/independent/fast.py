"""SPEC 11.2: the audit without the rules."""

from tests.independent.basics import Wrong, pack
from tests.independent.chances import Chances
from tests.independent.full import named_by, opened, successors
from tests.independent.links import Chain
from tests.independent.record_set import RecordSet
from tests.independent.verdict import CHEATED, FINISHED, INVALID, RUNNING, Verdict

BASES = ("resigned", "voted", "fault", "agreed", "played")


def fast(data):
    """The verdict on a game file."""
    game = None
    try:
        game, records = opened(data)
        return Reader(game, RecordSet(game, records)).verdict()
    except Wrong as wrong:
        return Verdict(INVALID, str(wrong), game and game.id)


class Reader:
    """The rounds of a file as far as they can be followed, and what they do not explain."""

    def __init__(self, game, records):
        self.game, self.records = game, records
        records.check("vote", "note", "by")
        records.check_copies()
        self.chain = Chain(game, records)
        self.links = self.chain.links
        self.cheats = sorted(records.cheats) or sorted(self.false_absences())
        if self.cheats:
            records.check()
        self.taken = {id(event): link for link in self.links for event in link.given.values()}
        self.contested = [link for link in self.links if link.late]
        self.since = min((link.number for link in self.contested), default=2**32)
        self.check_events()
        self.chances = Chances(game, self.links)

    def check_events(self):
        newest = {}
        for link in self.links:
            newest |= link.given
        last = {id(event) for event in newest.values()}
        for record, event in self.records.of("event"):
            kept = id(event) in self.taken and id(event) not in last
            if not kept or event["act"] in ("key", "reveal"):
                self.records.check_signed(event["seat"], record)
        for record, have in self.records.of("have"):
            if not self.names(have) or have["seat"] >= self.game.seats:
                self.records.check_signed(have["seat"], record)

    def false_absences(self):
        """SPEC 7.8."""
        read = self.records.read.values()
        for link in self.links:
            for voter, seat in link.alone.items():
                vote = next(
                    v
                    for v in read
                    if v.get("voter") == voter and (v["seat"], v["round"]) == (seat, link.number)
                )
                without = Chain(self.game, self.records, vote)
                if {each.digest for each in without.links[link.number :]} & named_by(voter, self.records):
                    yield link.number, voter

    def unexplained(self):
        end = len(self.links) if self.chain.stopped else 2**32
        for record in self.records.kept:
            read = self.records.read[record]
            if record[0] in ("note", "by", "evidence") or read["round"] >= min(end, self.since):
                continue
            explained = {"event": self.takes, "vote": self.counts, "have": self.confirms}[record[0]]
            if not explained(read):
                yield record

    def takes(self, event):
        return id(event) in self.taken

    def counts(self, vote):
        at = vote["round"]
        if at >= len(self.links):
            return False
        link = self.links[at]
        inside = {vote["voter"], vote["seat"]} <= link.inside and vote["voter"] != vote["seat"]
        right = (vote["previous"], vote["in"]) == (link.previous, sum(2**s for s in link.inside))
        return inside and right

    def confirms(self, have):
        gone = any(have["seat"] in link.gone for link in self.links[: have["round"] + 1])
        return gone or self.names(have)

    def names(self, have):
        """Whether a have names its round as it is here."""
        at = have["round"]
        return at < len(self.links) and have["digest"] == self.links[at].digest

    def verdict(self):
        wrong = next(self.unexplained(), None)
        if wrong and not self.cheats:
            return Verdict(INVALID, f"{wrong[0]}: not explained", self.game.id)
        signed = None if self.cheats else self.signed_result()
        if signed is not None and any(len(link.inside) == 2 for link in self.contested):
            signed = [None, None, signed[2]]
        result = [None, None, "fault"] if self.cheats else signed
        return Verdict(
            CHEATED if self.cheats else RUNNING if signed is None else FINISHED,
            "",
            self.game.id,
            len(self.links),
            result,
            bool(self.contested) and not self.cheats,
            departures=tuple(self.seen_out()),
            blame=tuple(self.cheats[:1] or self.chances.blamed),
            by=successors(self.records),
        )

    def seen_out(self):
        """Who is seen to leave: as (seat, round, why)."""
        out = {}
        for link in self.links:
            before = frozenset(range(self.game.seats)) - {*out}
            for seat in link.gone:
                if before <= link.inside:
                    out.setdefault(seat, (seat, link.number, "voted"))
            for note in sorted(note["seat"] for note in link.leaving):
                out.setdefault(note, (note, link.number, "resigned"))
        return out.values()

    def signed_result(self):
        """What all who must have signed have revealed as the result, or None."""
        if not self.links:
            return None
        out = {seat for seat, _, _ in self.seen_out()}
        alone = {seat for link in self.links for seat in link.alone.values()}
        asked = {seat for seat in range(self.game.seats) if seat not in out or seat in alone}
        given = self.links[-1].given
        said = []
        for seat in asked or range(self.game.seats):
            event = given.get(seat)
            if event is None or event["act"] != "reveal" or len(event["body"]) != 2:
                return None
            said.append(event["body"][1])
        alike = all(pack(each) == pack(said[0]) for each in said)
        return said[0] if alike and is_result(said[0], self.game.seats) else None


def is_result(result, seats):
    """SPEC 11.2: places, scores and basis of a form."""
    if not isinstance(result, list) or len(result) != 3 or result[2] not in BASES:
        return False
    places, scores, _ = result
    for values in (places, scores):
        if values is not None and (not isinstance(values, list) or len(values) != seats):
            return False
    numbers = all(type(each) is int for each in [*(places or []), *(scores or [])])
    return numbers and all(1 <= place <= seats for place in places or [])

"""SPEC 10.4 and 11.1: the set of the records of a file, and who in it has signed two that exclude each other."""

from tests.independent.basics import Wrong, array, octets, signed, unpack
from tests.independent.records import read_by, read_event, read_have, read_note, read_record, read_vote

LAST = {"note": 0, "by": 1, "evidence": 3}


class RecordSet:
    """Every message once, read, in the order of 10.4; a malformed one refuses the file."""

    def __init__(self, game, records):
        self.game, self.copies, self.cheats, found = game, [], [], {}
        for record in sorted(set(records), key=lambda record: (record[:2], record[2])):
            if found.setdefault(record[:2], record) is not record:
                self.copies += [found[record[:2]], record]
        if any(kind == "genesis" and record != game.record for (kind, _), record in found.items()):
            raise Wrong("another genesis")
        self.read = {record: self.reading(record) for record in found.values() if record[0] != "genesis"}
        self.records = sorted(self.read, key=self.place)
        self.kept = self.without_second_ones()

    def of(self, kind):
        """What the records of a kind say."""
        return [(record, read) for record, read in self.read.items() if record[0] == kind]

    def reading(self, record):
        """What a record says, which is of the form of its kind."""
        kind, body, _ = record
        if kind == "note":
            return dict(zip(("seat", "says", "digest", "to"), read_note(body), strict=True))
        if kind == "evidence":
            return self.pair(body)
        read = {"event": read_event, "have": read_have, "vote": read_vote, "by": read_by}[kind](body)
        if kind == "by" and not signed(read["key"], read["signature"], "by", self.game.id, read["said"]):
            raise Wrong("a by to which nobody agreed")
        return read

    def pair(self, body):
        """SPEC 7.10: an evidence of two records that exclude each other."""
        one, other = (read_record(octets(part)) for part in array(unpack(body), 2))
        if "genesis" in (one[0], other[0]) or one[0] != other[0] or not one[1] < other[1]:
            raise Wrong("the evidence is no pair")
        if one[0] not in ("event", "have", "vote"):
            raise Wrong("the evidence is of another kind")
        about = [subject(one[0], self.reading(each)) for each in (one, other)]
        if about[0] != about[1]:
            raise Wrong("the evidence is of two things")
        for each in (one, other):
            self.check_signed(signer(about[0]), each)
        return {"round": about[0][0], "seat": signer(about[0])}

    def place(self, record):
        """SPEC 10.4."""
        kind, body, _ = record
        read = self.read[record]
        if kind == "have":
            return 2**32, 2, read["round"], read["seat"], body
        if kind == "vote":
            return read["round"], 0, read["seat"], read["voter"], body
        return (
            (read["round"], 1, read["seat"], 0, body) if kind == "event" else (2**32, LAST[kind], 0, 0, body)
        )

    def without_second_ones(self):
        """The records without those that another one excludes; who signed both is a cheat."""
        first, kept = {}, []
        for record in self.records:
            about = subject(record[0], self.read[record])
            if about is None or first.setdefault(about, record) is record:
                kept.append(record)
            else:
                self.cheats.append((about[0], signer(about)))
        self.cheats += [(read["round"], read["seat"]) for _, read in self.of("evidence")]
        return kept

    def check_signed(self, seat, record):
        if not self.game.signed_by(seat, record):
            raise Wrong(f"{record[0]}: not signed by its seat")

    def check(self, *kinds):
        """Refuse what is not signed, of some kinds or of all."""
        for record, read in self.read.items():
            if record[0] != "evidence" and (not kinds or record[0] in kinds):
                self.check_signed(read["voter" if record[0] == "vote" else "seat"], record)

    def check_copies(self):
        """Refuse a copy that is not signed."""
        for record in self.copies:
            read = self.read.get(record) or self.reading(record)
            if record[0] not in ("evidence", "genesis"):
                self.check_signed(read["voter" if record[0] == "vote" else "seat"], record)


def subject(kind, read):
    """Round, kind, signer, and of a vote the seat it is on: a signer signs one such message."""
    if kind == "vote":
        return read["round"], kind, read["voter"], read["seat"]
    return (read["round"], kind, read["seat"]) if kind in ("event", "have") else None


def signer(about):
    return about[2]
